// What a card's id says: "hearts-A", "joker-small", "red-5-1", "wild_draw4-2".

/** @typedef {{ kind: "poker", suit: string, rank: string } | { kind: "uno", color: string, face: string }} Face */

const SUITS = new Set(["spades", "hearts", "clubs", "diamonds", "joker"]);

/**
 * @param {string} id
 * @returns {Face}
 */
export function read(id) {
  const [first, second = ""] = id.split("-");
  if (SUITS.has(first)) return { kind: "poker", suit: first, rank: second };
  return first.startsWith("wild")
    ? { kind: "uno", color: "wild", face: first }
    : { kind: "uno", color: first, face: second };
}

/**
 * The key of a card's name in the texts, and what goes into it.
 * @param {string} id
 * @returns {{ suit?: string, rank?: string, color?: string, face?: string }}
 */
export function parts(id) {
  const face = read(id);
  return face.kind === "poker"
    ? { suit: face.suit, rank: face.rank }
    : { color: face.color, face: face.face };
}
