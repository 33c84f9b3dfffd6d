// The faces of the emotes, drawn.
import { html } from "../lib/view.js";

/** Eyes and mouth of each, in a box of 40. @type {Record<string, string>} */
const FACES = {
  smile: "M13 16v2M27 16v2M12 24q8 8 16 0",
  laugh: "M10 17l4-3 4 3M22 17l4-3 4 3M11 22h18q-2 10-9 10t-9-10z",
  cool: "M8 14h11v4q-5 5-10 0zM21 14h11v4q-6 5-11 0zM14 26q7 4 13-1",
  surprised: "M13 14v3M27 14v3M20 22a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  thinking: "M13 17v2M27 15v2M23 11q4-2 7 0M14 27q6-4 12-2",
  sad: "M13 17v2M27 17v2M13 28q7-7 14 0",
  angry: "M9 13l7 4M31 13l-7 4M14 19v1M26 19v1M13 28q7-6 14 0",
  sleeping: "M10 18q3 3 6 0M24 18q3 3 6 0M17 27h6M29 6h6l-6 6h6",
  heart: "M20 31Q6 22 8 14q3-7 12 1 9-8 12-1 2 8-12 17z",
  applause: "M12 30q-5-8 0-16l3 1v7l9-12 3 2-5 8 7-6 2 3-9 12q-6 5-10 1zM27 6l1-3M32 8l3-2M21 6l-1-3",
};

export const EMOTES = Object.keys(FACES);

/** @param {{ name: string }} props */
export const Emote = ({ name }) => html`
  <svg class=${`emote ${name}`} viewBox="0 0 40 40" aria-hidden="true">
    ${["heart", "applause"].includes(name) ? null : html`<circle cx="20" cy="20" r="17" />`}
    <path d=${FACES[name] ?? FACES.smile} />
  </svg>
`;

export const PHRASES = [
  "hello",
  "goodLuck",
  "hurryUp",
  "wellPlayed",
  "thanks",
  "sorry",
  "niceTry",
  "myMistake",
  "oneMore",
  "goodbye",
];
