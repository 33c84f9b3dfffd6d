// The signs on buttons, drawn with lines in a box of 24.
import { html } from "./view.js";

const PATHS = {
  close: "M6 6l12 12M18 6 6 18",
  back: "M14 5l-7 7 7 7",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  gear: "M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M18.700 5.300l-2.100 2.100M7.400 16.600l-2.100 2.100",
  sound: "M4 9v6h4l5 4V5L8 9zM16.500 8.500q3 3.500 0 7M19 6q5 6 0 12",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9.500l5 5M22 9.500l-5 5",
  robot: "M6 9h12v9H6zM12 9V5M9.500 13v.5M14.500 13v.5M3.500 12v3M20.500 12v3",
  list: "M8 6h12M8 12h12M8 18h12M4 6v.1M4 12v.1M4 18v.1",
  link: "M9 15l6-6M8 11l-3 3a3.500 3.500 0 0 0 5 5l3-3M16 13l3-3a3.500 3.500 0 0 0-5-5l-3 3",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  first: "M6 5v14M18 5l-8 7 8 7z",
  previous: "M16 5l-8 7 8 7z",
  next: "M8 5l8 7-8 7z",
  last: "M18 5v14M6 5l8 7-8 7z",
  crown: "M4 18h16M4 15 3 7l5 4 4-6 4 6 5-4-1 8z",
  hat: "M2.500 16q9.500 4 19 0-3-2-5-2.500Q16 6 12 6t-4.500 7.500q-2 .5-5 2.500z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.500 2",
  plus: "M12 5v14M5 12h14",
  eye: "M2 12q10-14 20 0-10 14-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  shield: "M12 3l8 3v6q0 6-8 9-8-3-8-9V6zM8.500 12l2.500 2.500 4.500-5",
  download: "M12 4v11M7 10.500l5 5 5-5M4 20h16",
  chart: "M5 20V11M12 20V4M19 20v-6",
  check: "M5 12.500l5 5 9-11",
  cards: "M9 4h10v14H9zM5 7v14h9",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 11q.5 1 .5 2h6q0-1 .5-2A6 6 0 0 0 12 3z",
  off: "M4 9q8-7 16 0M7.500 13q4.500-4 9 0M12 17.500v.1M4 3l16 18",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {{ name: IconName, class?: string }} props */
export const Icon = ({ name, class: more = "" }) => html`
  <svg class=${`icon-drawing ${more}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${PATHS[name]} />
  </svg>
`;
