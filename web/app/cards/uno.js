// The faces of UNO's cards, drawn in a box of 100 by 140.
import { html } from "../lib/view.js";
import { use, write } from "./sprite.js";

const COLORS = ["red", "yellow", "green", "blue"];

/** The four colours as the quarters of a wheel around (50, 70). */
const wheel = (/** @type {number} */ radius) => {
  const [a, b] = [50 - radius, 50 + radius];
  const [c, d] = [70 - radius, 70 + radius];
  const arc = `A${radius} ${radius} 0 0 1`;
  const quarters = [
    `M50 70V${c}${arc}${b} 70z`,
    `M50 70H${b}${arc}50 ${d}z`,
    `M50 70V${d}${arc}${a} 70z`,
    `M50 70H${a}${arc}50 ${c}z`,
  ];
  const at = radius * 0.5;
  const spots = [
    [50 + at, 70 - at],
    [50 + at, 70 + at],
    [50 - at, 70 + at],
    [50 - at, 70 - at],
  ];
  return html`
    ${COLORS.map((color, i) => html`<path class=${`fill ${color}`} d=${quarters[i]} />`)}
    <g class="white">${COLORS.map((color, i) => use(color, spots[i][0], spots[i][1], radius * 0.36))}</g>
  `;
};

const skip = html`
  <circle class="line" cx="50" cy="70" r="21" />
  <path class="line" d="M35.500 84.500l29-29" />
`;
const reverse = html`
  <path class="ink" d="M33 76V61q0-9 9-9h9v-9l17 15-17 15v-9h-6v12z" />
  <path class="ink" d="M67 64v15q0 9-9 9h-9v9L32 82l17-15v9h6V64z" />
`;
const twoCards = html`
  <rect class="ink mini" x="52" y="46" width="24" height="34" rx="4" transform="rotate(12 64 63)" />
  <rect class="ink mini" x="26" y="56" width="24" height="34" rx="4" transform="rotate(12 38 73)" />
`;

const SHORT = { skip: "⊘", reverse: "⇄", draw2: "+2", wild_draw4: "+4" };

/** What is in the middle of a card. @param {string} face */
function middle(face) {
  switch (face) {
    case "skip":
      return skip;
    case "reverse":
      return reverse;
    case "draw2":
      return html`${twoCards}`;
    case "wild":
      return wheel(30);
    case "wild_draw4":
      return html`${wheel(30)}${write("big on", "+4", 50, 83)}`;
    case "wild_shuffle":
      return html`${wheel(30)}${write("big on", "⤮", 50, 83)}`;
    case "wild_swap":
      return html`${wheel(30)}${write("big on", "⇆", 50, 83)}`;
    case "wild_custom":
      return html`${wheel(30)}${write("big on", "✎", 50, 83)}`;
    default:
      return html`<g class="ink">${write(face === "6" || face === "9" ? "big lined" : "big", face, 50, 90)}</g>`;
  }
}

/** @param {string} color @param {string} face */
function corner(color, face) {
  if (color === "wild") {
    const short = face === "wild_draw4" ? "+4" : "";
    return short
      ? write("corner", short, short.length > 1 ? 22 : 17, 28)
      : html`<g transform="translate(8.500 5.400) scale(.17)">${wheel(50)}</g>`;
  }
  if (face === "skip")
    return html`<g class="small" transform="translate(2 -1) scale(.3)">${skip}</g> ${use(color, 17, 37, 12)}`;
  if (face === "reverse")
    return html`<g class="small" transform="translate(2 -1) scale(.3)">${reverse}</g>
      ${use(color, 17, 37, 12)}`;
  const short = SHORT[/** @type {keyof typeof SHORT} */ (face)] ?? face;
  return html`${write("corner", short, short.length > 1 ? 22 : 17, 28)}${use(color, 17, 37, 12)}`;
}

/**
 * @param {{ color: string, face: string }} card
 */
export function unoFace({ color, face }) {
  return html`
    <g class=${`uno ${color}`}>
      <rect class="ground" x="5" y="5" width="90" height="130" rx="8" />
      <g class="mark">${color === "wild" ? null : use(color, 50, 70, 118)}</g>
      ${
        color === "wild"
          ? null
          : html`<rect
              class="plate"
              x="18"
              y="38"
              width="64"
              height="64"
              rx="22"
              transform="rotate(45 50 70)"
            />`
      }
      ${middle(face)}
      <g class="corners">
        ${corner(color, face)}
        <g transform="rotate(180 50 70)">${corner(color, face)}</g>
      </g>
    </g>
  `;
}
