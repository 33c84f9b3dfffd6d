// One card, as a drawing.
import { html } from "../lib/view.js";
import { read } from "./ids.js";
import { pokerFace } from "./poker.js";
import { unoFace } from "./uno.js";

/** Drawings are made once: the same tree is the same picture, and need not be compared again. */
/** @type {Map<string, any>} */
const drawn = new Map();

/** @param {string} id */
export function face(id) {
  const known = drawn.get(id);
  if (known) return known;
  const card = read(id);
  const picture = html`
    <svg class="face" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
      ${card.kind === "poker" ? pokerFace(card) : unoFace(card)}
    </svg>
  `;
  drawn.set(id, picture);
  return picture;
}

/**
 * A card lying on the table. Its name is said by what it lies in.
 * @param {{ id: string, class?: string }} props
 */
export const Card = ({ id, class: more = "" }) =>
  html`<span class=${`card ${more}`} data-card=${id}>${face(id)}</span>`;

/** @param {{ class?: string, game?: string }} props */
export const Back = ({ class: more = "", game = "doudizhu" }) =>
  html`<span class=${`card back ${game} ${more}`} aria-hidden="true"></span>`;
