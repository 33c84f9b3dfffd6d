// What a person has chosen for this browser.
import { effect, signal } from "./view.js";
import { keep, recall } from "./storage.js";

/**
 * @typedef {{
 *   language: "" | "en" | "zh", theme: "auto" | "light" | "dark", size: "small" | "normal" | "large",
 *   fourColours: boolean, sound: boolean, volume: number, motion: "auto" | "full" | "less",
 *   counter: boolean, autoPass: boolean, confirmBombs: boolean, showChat: boolean,
 * }} Settings
 */

/** @type {Settings} */
const USUAL = {
  language: "",
  theme: "auto",
  size: "normal",
  fourColours: false,
  sound: true,
  volume: 0.6,
  motion: "auto",
  counter: true,
  autoPass: false,
  confirmBombs: false,
  showChat: true,
};

export const settings = signal({ ...USUAL, ...recall("settings") });

/** @param {Partial<Settings>} changes */
export function change(changes) {
  settings.value = { ...settings.value, ...changes };
  keep("settings", settings.value);
}

const asksForLess = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether cards should not fly. */
export function isStill() {
  const { motion } = settings.value;
  return motion === "less" || (motion === "auto" && asksForLess.matches);
}

/** Writes what the style sheets need to know on the root element, now and at every change. */
export function followSettings() {
  const apply = () => {
    const root = document.documentElement;
    root.dataset.theme = settings.value.theme;
    root.dataset.size = settings.value.size;
    root.dataset.motion = isStill() ? "less" : "full";
    root.dataset.deck = settings.value.fourColours ? "four" : "two";
  };
  effect(apply);
  asksForLess.addEventListener("change", apply);
}
