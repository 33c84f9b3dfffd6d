// The shapes that all cards use, drawn once in the document.
import { html } from "../lib/view.js";

const SHAPES = {
  spades:
    "M16 1C14 8 2 13 2 21c0 5 4 7 7 7 3 0 5-2 6-4 0 4-2 6-4 7h10c-2-1-4-3-4-7 1 2 3 4 6 4 3 0 7-2 7-7C30 13 18 8 16 1z",
  hearts:
    "M16 30C13 24 1 18 1 9.500C1 4.500 4.500 2 8.500 2c3.500 0 6.200 2 7.500 5 1.300-3 4-5 7.500-5C27.500 2 31 4.500 31 9.500 31 18 19 24 16 30z",
  clubs:
    "M16 1.500a6.800 6.800 0 0 0-5.200 11.200A6.800 6.800 0 1 0 15 23c0 4-2 6.500-4.500 7.500h11C19 29.500 17 27 17 23a6.800 6.800 0 1 0 4.200-10.300A6.800 6.800 0 0 0 16 1.500z",
  diamonds: "M16 1C18.500 6 24 12 27 16 24 20 18.500 26 16 31 13.500 26 8 20 5 16 8 12 13.500 6 16 1z",
  // The sign of each UNO colour, for those who do not see it.
  red: "M16 3 30 28H2z",
  yellow: "M16 2a14 14 0 1 1 0 28 14 14 0 0 1 0-28z",
  green: "M16 1 29 16 16 31 3 16z",
  blue: "M5 4h22q1 0 1 1v22q0 1-1 1H5q-1 0-1-1V5q0-1 1-1z",
};

/** What is written on cards. It is drawn like the shapes, so that a card has one name, and no text beside it. */
const WRITTEN = {
  rank: ["A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"],
  "rank ten": ["10"],
  letter: [..."JOKER"],
  big: ["0", "1", "2", "3", "4", "5", "7", "8"],
  "big lined": ["6", "9"],
  "big on": ["+4", "⤮", "⇆", "✎"],
  corner: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+2", "+4"],
};

/** @param {string} look @param {string} text */
const glyphId = (look, text) =>
  `g-${look.split(" ")[0]}-${text.codePointAt(0)}-${text.length}-${text.slice(1)}`;

/**
 * Something written, as a drawing.
 * @param {keyof typeof WRITTEN} look
 * @param {string} text
 * @param {number} x of its middle
 * @param {number} y of its base
 */
export const write = (look, text, x, y) => html`<use href=${`#${glyphId(look, text)}`} x=${x} y=${y} />`;

export const Sprite = () => html`
  <svg class="sprite" aria-hidden="true" width="0" height="0">
    ${Object.entries(SHAPES).map(
      ([name, shape]) => html`
        <symbol id=${`s-${name}`} key=${name} viewBox="0 0 32 32"><path d=${shape} /></symbol>
      `,
    )}
    <defs>
      ${Object.entries(WRITTEN).flatMap(([look, texts]) =>
        texts.map(
          (text) => html`<text key=${look + text} id=${glyphId(look, text)} class=${look}>${text}</text>`,
        ),
      )}
    </defs>
  </svg>
`;

/**
 * @param {string} name
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} size
 * @param {boolean} [turned] upside down
 */
export const use = (name, x, y, size, turned = false) => html`
  <use
    href=${`#s-${name}`}
    x=${x - size / 2}
    y=${y - size / 2}
    width=${size}
    height=${size}
    transform=${turned ? `rotate(180 ${x} ${y})` : undefined}
  />
`;
