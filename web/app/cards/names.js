// Cards as words, for screen readers and the log.
import { list, t, tOr } from "../lib/i18n.js";
import { read } from "./ids.js";

/** @param {string} id */
export function cardName(id) {
  const face = read(id);
  if (face.kind === "poker") {
    if (face.suit === "joker") return t(`joker.${face.rank}`);
    return t("card.poker", { suit: t(`suit.${face.suit}`), rank: tOr(`rank.${face.rank}`, face.rank) });
  }
  const name = tOr(`face.${face.face}`, face.face);
  if (face.color === "wild") return name;
  return t("card.uno", { color: t(`color.${face.color}`), face: name });
}

const SIGNS = { spades: "♠", hearts: "♥", clubs: "♣", diamonds: "♦" };

/** @param {string} id as short as can be: ♥A */
export function shortName(id) {
  const face = read(id);
  if (face.kind === "poker" && face.suit !== "joker")
    return SIGNS[/** @type {keyof typeof SIGNS} */ (face.suit)] + face.rank;
  return cardName(id);
}

/** @param {string[]} ids */
export const cardNames = (ids) => list(ids.map(cardName));

/** @param {string[]} ids */
export const shortNames = (ids) => {
  const names = ids.map(shortName);
  return names.every((name) => name.length <= 3) ? names.join(" ") : list(names);
};
