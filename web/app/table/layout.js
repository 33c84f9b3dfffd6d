// Where things lie: numbers only.

/** A card is this much higher than it is wide. */
export const RATIO = 1.4;

/**
 * How wide a card of one's own hand is, in pixels.
 * @param {{ width: number, height: number }} area the table's
 * @param {"small" | "normal" | "large"} size
 */
export function cardWidth({ width, height }, size) {
  const scale = { small: 0.86, normal: 1, large: 1.18 }[size];
  const fits = Math.min(112, width * 0.158, height * 0.142);
  return Math.round(Math.max(40, fits) * scale);
}

/**
 * Places the cards of a hand: in one row, or in two where a row would hide too much of each.
 * @param {number} count
 * @param {number} width of the space, pixels
 * @param {number} card its width
 * @param {boolean} [mayBreak] into two rows
 * @param {boolean} [arc] as held in a hand
 * @returns {{ places: { x: number, y: number, turn: number }[], step: number, rows: number }}
 */
export function fan(count, width, card, mayBreak = true, arc = false) {
  const room = width - card * (arc ? 1.3 : 1);
  const stepOf = (/** @type {number} */ n) => (n > 1 ? Math.min(card * 0.62, room / (n - 1)) : 0);
  const rows = mayBreak && count > 7 && stepOf(count) < Math.max(26, card * 0.36) ? 2 : 1;
  const inRow = Math.ceil(count / rows);
  const step = stepOf(inRow);
  const places = Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / inRow);
    const length = row === rows - 1 ? count - row * inRow : inRow;
    const place = i - row * inRow;
    const from = (width - (length - 1) * step - card) / 2;
    const off = length > 1 ? (place / (length - 1)) * 2 - 1 : 0;
    const bend = arc && rows === 1 ? Math.min(1, length / 7) : 0;
    return {
      x: Math.round((from + place * step) * 10) / 10,
      y: Math.round(row * card * RATIO * 0.52 + off * off * card * 0.16 * bend),
      turn: off * 7 * bend,
    };
  });
  return { places, step, rows };
}

/**
 * The card of a hand at a point, as its place; -1 beside it. The later lies upon the earlier.
 * @param {{ x: number, y: number }[]} places
 * @param {number} card its width
 * @param {{ x: number, y: number }} point
 */
export function cardAt(places, card, point) {
  for (let i = places.length - 1; i >= 0; i -= 1) {
    const { x, y } = places[i];
    if (point.x >= x && point.x < x + card && point.y >= y && point.y < y + card * RATIO) return i;
  }
  return -1;
}

/**
 * Where the others sit, in parts of the table's width and height, in the order of seats after one's
 * own: from the right side over the top to the left.
 * @param {number} others
 * @param {boolean} narrow a phone held upright
 * @returns {{ x: number, y: number, side: "left" | "right" | "top" }[]}
 */
export function seats(others, narrow) {
  if (others === 2) {
    const y = narrow ? 0.1 : 0.27;
    const x = narrow ? 0.16 : 0.085;
    return [
      { x: 1 - x, y, side: "right" },
      { x, y, side: "left" },
    ];
  }
  if (narrow) {
    const rows = others > 5 ? 2 : 1;
    const inRow = Math.ceil(others / rows);
    return Array.from({ length: others }, (_, i) => {
      const row = Math.floor(i / inRow);
      const length = row === rows - 1 ? others - row * inRow : inRow;
      const place = (i % inRow) + 0.5;
      const along = row === 0 ? 1 - place / length : place / length;
      return { x: 0.03 + along * 0.94, y: 0.1 + row * 0.2, side: "top" };
    });
  }
  if (others > 5) {
    // Two at each side, so that the names of all can be read; the rest along the top.
    const top = others - 4;
    const right = [0.6, 0.3].map((y) => ({ x: 0.93, y, side: /** @type {const} */ ("right") }));
    const left = right.map(({ y }) => ({ x: 0.07, y, side: /** @type {const} */ ("left") })).reverse();
    const above = Array.from({ length: top }, (_, i) => ({
      x: 0.8 - (i * 0.6) / Math.max(1, top - 1),
      y: 0.12,
      side: /** @type {const} */ ("top"),
    }));
    return [...right, ...above, ...left];
  }
  return Array.from({ length: others }, (_, i) => {
    const angle = (-8 + ((i + 0.5) / others) * 196) * (Math.PI / 180);
    const x = 0.5 + Math.cos(angle) * 0.43;
    const y = 0.5 - Math.sin(angle) * 0.36;
    return { x, y, side: x > 0.8 ? "right" : x < 0.2 ? "left" : "top" };
  });
}
