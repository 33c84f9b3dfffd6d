// The faces of the 54 cards, drawn in a box of 100 by 140.
import { html } from "../lib/view.js";
import { use, write } from "./sprite.js";

/** Where the signs of a number card are: [x, y] of each, the lower half upside down. */
const [L, M, R] = [34, 50, 66];
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [
    [M, 30],
    [M, 110],
  ],
  3: [
    [M, 30],
    [M, 70],
    [M, 110],
  ],
  4: [
    [L, 30],
    [R, 30],
    [L, 110],
    [R, 110],
  ],
  5: [
    [L, 30],
    [R, 30],
    [M, 70],
    [L, 110],
    [R, 110],
  ],
  6: [
    [L, 30],
    [R, 30],
    [L, 70],
    [R, 70],
    [L, 110],
    [R, 110],
  ],
  7: [
    [L, 30],
    [R, 30],
    [M, 50],
    [L, 70],
    [R, 70],
    [L, 110],
    [R, 110],
  ],
  8: [
    [L, 30],
    [R, 30],
    [M, 50],
    [L, 70],
    [R, 70],
    [M, 90],
    [L, 110],
    [R, 110],
  ],
  9: [
    [L, 28],
    [R, 28],
    [L, 56],
    [R, 56],
    [M, 70],
    [L, 84],
    [R, 84],
    [L, 112],
    [R, 112],
  ],
  10: [
    [L, 28],
    [R, 28],
    [M, 42],
    [L, 56],
    [R, 56],
    [L, 84],
    [R, 84],
    [M, 98],
    [L, 112],
    [R, 112],
  ],
};

/** What tells king, queen and jack apart, above a head at (50, 44). */
const HEADS = {
  K: html`
    <path class="hair" d="M37 46q-3 14 4 19h18q7-5 4-19z" />
    <path class="skin" d="M41 40h18v13q-2 10-9 10t-9-10z" />
    <path class="hair" d="M42 53q3-3 8-3t8 3q0 13-8 13t-8-13z" />
    <path class="gold" d="M36 40 33 21l9 8 8-12 8 12 9-8-3 19z" />
    <circle class="red" cx="50" cy="33" r="2.500" />
  `,
  Q: html`
    <path class="hair" d="M36 44q-1-17 14-17t14 17l4 24H32z" />
    <path class="skin" d="M41 40q0-8 9-8t9 8v12q-2 10-9 10t-9-10z" />
    <path class="hair" d="M41 42q1-9 9-11 8 2 9 11-4-2-9-2t-9 2z" />
    <path class="gold" d="M37 33q-3-8-1-12 4 5 7 5 3-7 7-9 4 2 7 9 3 0 7-5 2 4-1 12-13-6-26 0z" />
    <circle class="red" cx="50" cy="23" r="2" />
  `,
  J: html`
    <path class="hair" d="M37 40h26q3 14-2 20H39q-5-6-2-20z" />
    <path class="skin" d="M42 38h16v14q-2 10-8 10t-8-10z" />
    <path class="cloth" d="M33 40q-2-19 17-19t19 15q-18-4-36 4z" />
    <path class="gold" d="M34 40q15-8 34-4l-1 4q-16-3-32 3z" />
    <path class="feather" d="M61 24q3-11 13-11-3 9-12 13z" />
  `,
};

/** @param {keyof typeof HEADS} rank @param {string} suit */
const half = (rank, suit) => html`
  <g>
    <path class="cloth" d="M24 70q0-11 14-13h24q14 2 14 13z" />
    <path class="gold" d="M44 57h12l-3 13h-6z" />
    ${HEADS[rank]}
    <path class="eyes" d="M45 46h2M53 46h2M48 57h4" />
    ${use(suit, 30, 28, 13)}
  </g>
`;

/** @param {keyof typeof HEADS} rank @param {string} suit */
const court = (rank, suit) => html`
  <rect class="frame" x="21" y="15" width="58" height="110" rx="5" />
  ${half(rank, suit)}
  <g transform="rotate(180 50 70)">${half(rank, suit)}</g>
`;

/** @param {string} rank @param {string} suit */
const index = (rank, suit) => html`
  ${write(rank === "10" ? "rank ten" : "rank", rank, 14, 29)}
  ${use(suit, 14, 44, 18)}
`;

const joker = html`
  <g class="jester">
    <path class="cap a" d="M50 62Q30 60 24 38q-10-2-11 7-1-20 14-19 16 1 23 22z" />
    <path class="cap b" d="M50 62q20-2 26-24 10-2 11 7 1-20-14-19-16 1-23 22z" />
    <path class="cap c" d="M36 60Q38 34 50 22q12 12 14 38z" />
    <circle class="gold" cx="50" cy="20" r="4.500" />
    <circle class="gold" cx="13" cy="47" r="4.500" />
    <circle class="gold" cx="87" cy="47" r="4.500" />
    <path class="skin" d="M36 58h28v14q-3 17-14 17T36 72z" />
    <path class="gold" d="M34 56q16-6 32 0v6q-16-6-32 0z" />
    <path class="smile" d="M43 69h3M54 69h3M43 78q7 6 14 0" />
    <path class="cap a" d="M50 90 28 96l8 8-6 12 14-6 6 12z" />
    <path class="cap b" d="M50 90l22 6-8 8 6 12-14-6-6 12z" />
  </g>
`;

/**
 * @param {{ suit: string, rank: string }} face
 */
export function pokerFace({ suit, rank }) {
  if (suit === "joker") {
    return html`
      <g class=${`joker ${rank}`}>
        ${"JOKER".split("").map((letter, i) => write("letter", letter, 11, 22 + i * 16))}
        <g transform="translate(11 4) scale(.9 1)">${joker}</g>
      </g>
    `;
  }
  const isCourt = rank in HEADS;
  return html`
    <g class=${`suit ${suit}`}>
      ${index(rank, suit)}
      <g transform="rotate(180 50 70)">${index(rank, suit)}</g>
      ${
        isCourt
          ? court(/** @type {keyof typeof HEADS} */ (rank), suit)
          : rank === "A"
            ? use(suit, 50, 70, 52)
            : PIPS[rank]?.map(([x, y]) => use(suit, x, y, 20, y > 70))
      }
    </g>
  `;
}
