// Sounds made of oscillators and noise: nothing is loaded.
import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let hiss = null;

// Browsers let a page be heard only after somebody has touched it.
for (const sign of ["pointerdown", "keydown"]) {
  addEventListener(sign, () => audio?.state === "suspended" && void audio.resume(), {
    passive: true,
  });
}

function context() {
  if (!navigator.userActivation?.hasBeenActive) return null;
  audio ??= new AudioContext();
  return audio;
}

/**
 * @param {AudioContext} at
 * @param {number} from seconds from now
 * @param {number} length seconds
 * @param {number} loud 0 to 1
 */
function envelope(at, from, length, loud) {
  const gain = at.createGain();
  const start = at.currentTime + from;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud * settings.value.volume + 0.0001, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(at.destination);
  return gain;
}

/**
 * @param {number} pitch Hz
 * @param {{ from?: number, length?: number, loud?: number, to?: number, shape?: OscillatorType }} [how]
 */
function tone(pitch, { from = 0, length = 0.15, loud = 0.3, to = pitch, shape = "sine" } = {}) {
  const at = context();
  if (!at) return;
  const source = at.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, at.currentTime + from);
  source.frequency.exponentialRampToValueAtTime(to, at.currentTime + from + length);
  source.connect(envelope(at, from, length, loud));
  source.start(at.currentTime + from);
  source.stop(at.currentTime + from + length);
}

/**
 * @param {number} pitch where the noise is loudest, Hz
 * @param {{ from?: number, length?: number, loud?: number, to?: number, sharp?: number }} [how]
 */
function noise(pitch, { from = 0, length = 0.08, loud = 0.4, to = pitch, sharp = 1 } = {}) {
  const at = context();
  if (!at) return;
  if (!hiss) {
    hiss = at.createBuffer(1, at.sampleRate, at.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  }
  const source = at.createBufferSource();
  source.buffer = hiss;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(pitch, at.currentTime + from);
  filter.frequency.exponentialRampToValueAtTime(to, at.currentTime + from + length);
  source.connect(filter).connect(envelope(at, from, length, loud));
  source.start(at.currentTime + from, Math.random() * 0.5, length);
}

/** @param {number[]} pitches @param {number} step @param {OscillatorType} [shape] */
const melody = (pitches, step, shape = "triangle") =>
  pitches.forEach((pitch, i) => tone(pitch, { from: i * step, length: step * 2.2, loud: 0.22, shape }));

const SOUNDS = {
  pick: () => noise(3200, { length: 0.03, loud: 0.12, sharp: 3 }),
  deal: () => {
    for (let i = 0; i < 9; i += 1) noise(2400, { from: i * 0.07, length: 0.05, loud: 0.2, to: 1500 });
  },
  play: () => {
    noise(1500, { length: 0.07, loud: 0.5, to: 700 });
    tone(170, { length: 0.09, loud: 0.3, to: 90 });
  },
  draw: () => noise(1800, { length: 0.13, loud: 0.28, to: 3600 }),
  pass: () => tone(300, { length: 0.14, loud: 0.18, to: 210 }),
  bid: () => tone(520, { length: 0.12, loud: 0.2, shape: "triangle" }),
  turn: () => melody([660, 880], 0.08, "sine"),
  tick: () => tone(1100, { length: 0.04, loud: 0.12, shape: "square" }),
  say: () => tone(780, { length: 0.08, loud: 0.14, to: 980 }),
  uno: () => melody([523, 784], 0.1, "square"),
  bomb: () => {
    noise(900, { length: 0.9, loud: 0.9, to: 60, sharp: 0.5 });
    tone(110, { length: 0.8, loud: 0.6, to: 30 });
  },
  rocket: () => {
    noise(400, { length: 0.7, loud: 0.5, to: 5000, sharp: 2 });
    tone(200, { length: 0.7, loud: 0.3, to: 1600, shape: "sawtooth" });
    noise(900, { from: 0.7, length: 0.9, loud: 0.9, to: 60, sharp: 0.5 });
  },
  spring: () => melody([523, 659, 784, 1047, 1319], 0.09),
  win: () => melody([523, 659, 784, 1047], 0.12),
  lose: () => melody([392, 349, 294, 262], 0.15, "sine"),
};

/** @typedef {keyof typeof SOUNDS} Sound */

/** @param {Sound} name */
export function play(name) {
  if (settings.value.sound && !document.hidden) SOUNDS[name]();
}
