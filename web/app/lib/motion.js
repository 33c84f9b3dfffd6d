// Cards that fly. Only transforms and opacity move, so that nothing is laid out anew.
import { isStill } from "./settings.js";

const EASE = "cubic-bezier(.2,.8,.25,1)";

/** Where things were last, so that what appears elsewhere can come from there. */
/** @type {Map<string, { x: number, y: number, width: number }>} */
const last = new Map();

/** @param {string} id @param {{ x: number, y: number, width: number }} at */
export const remember = (id, at) => last.set(id, at);

/** @param {string} id */
export function recallPlace(id) {
  const place = last.get(id);
  last.delete(id);
  return place ?? null;
}

/**
 * The middle of what is marked with this anchor: a seat, the draw pile, the bottom cards.
 * @param {string} anchor
 */
export function anchorAt(anchor) {
  const element = document.querySelector(`[data-anchor="${anchor}"]`);
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width };
}

/**
 * Lets an element come from a place.
 * @param {Element} element
 * @param {{ x: number, y: number, width: number } | null} from its middle there
 * @param {{ delay?: number, turn?: number, time?: number, size?: number }} [how] size: that of the
 *   card at its beginning, as a part of the element's
 */
export function flyFrom(element, from, { delay = 0, turn = 0, time = 320, size } = {}) {
  if (!from || isStill()) return;
  const { left, top, width, height } = element.getBoundingClientRect();
  if (!width) return;
  const dx = from.x - (left + width / 2);
  const dy = from.y - (top + height / 2);
  const scale = size ?? Math.max(0.4, Math.min(2, from.width / width));
  const start = `translate(${dx}px,${dy}px) scale(${scale}) rotate(${turn}deg)`;
  element.animate(
    [{ transform: start, opacity: delay ? 0 : 0.6 }, { opacity: 1, offset: 0.2 }, { transform: "none" }],
    {
      duration: time,
      delay,
      easing: EASE,
      fill: "backwards",
    },
  );
}

/**
 * A back of a card that flies from one place to another and is gone.
 * @param {{ x: number, y: number } | null} from
 * @param {{ x: number, y: number } | null} to
 * @param {string} game
 * @param {number} [delay]
 */
export function flyBack(from, to, game, delay = 0) {
  if (!from || !to || isStill()) return;
  const ghost = document.createElement("span");
  ghost.className = `card back ${game} ghost`;
  document.body.append(ghost);
  const at = (/** @type {{ x: number, y: number }} */ { x, y }, /** @type {number} */ scale) =>
    `translate(${x}px,${y}px) translate(-50%,-50%) scale(${scale})`;
  const flight = ghost.animate(
    [
      { transform: at(from, 1), opacity: 1 },
      { transform: at(to, 0.5), opacity: 1, offset: 0.85 },
      { transform: at(to, 0.4), opacity: 0 },
    ],
    { duration: 380, delay, easing: EASE, fill: "both" },
  );
  flight.onfinish = () => ghost.remove();
  flight.oncancel = () => ghost.remove();
}

/** @param {Element | null} element */
export function shake(element) {
  if (!element || isStill()) return;
  const by = [0, -7, 6, -5, 4, -2, 0];
  element.animate(
    by.map((x) => ({ transform: `translate(${x}px,${x / 3}px)` })),
    { duration: 420 },
  );
}
