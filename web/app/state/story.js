// Events as sentences: for the log, and for the live region that screen readers follow.
import { has, t, tOr } from "../lib/i18n.js";
import { cardName, cardNames, shortNames } from "../cards/names.js";

/** @typedef {import("./played.js").Event} Event */

/**
 * @param {Event} event
 * @param {(id: string) => string} nameOf
 * @param {boolean} [short] cards as signs
 * @returns {string | null} nothing for what needs no words
 */
export function tell({ type, playerId, payload }, nameOf, short = false) {
  const who = nameOf(payload.playerId ?? playerId ?? payload.landlordId ?? payload.starterId ?? "");
  const cards = short ? shortNames : cardNames;
  switch (type) {
    case "CARD_PLAYED":
      return t("tell.played", { who, cards: cards(payload.cardIds) });
    case "CARDS_DRAWN":
      return payload.cardIds
        ? t("tell.drewWhat", { who, cards: cards(payload.cardIds) })
        : t("tell.drew", { who, count: payload.count });
    case "DDZ_BID":
      return payload.bid ? t("tell.bid", { who, bid: payload.bid }) : t("tell.noCall", { who });
    case "DDZ_LANDLORD_CALLED":
      return t(payload.call ? "tell.called" : "tell.noCall", { who });
    case "DDZ_LANDLORD_ROBBED":
      return t(payload.rob ? "tell.robbed" : "tell.noRob", { who });
    case "DDZ_DOUBLED":
      return t(payload.factor > 1 ? "tell.doubled" : "tell.noDouble", { who, factor: payload.factor });
    case "DDZ_BOTTOM_CARDS_REVEALED":
      return t("tell.landlord", { who: nameOf(payload.landlordId), cards: cards(payload.cardIds) });
    case "UNO_INITIAL_FLIPPED":
      return t("tell.flipped", { card: cardName(payload.cardId) });
    case "UNO_COLOR_CHOSEN":
      return t("tell.color", { who, color: t(`color.${payload.color}`) });
    case "UNO_PENALTY":
      return t(`tell.penalty.${payload.cause}`, { who, count: payload.count });
    case "UNO_HANDS_MOVED":
      return t(`tell.hands.${payload.how}`);
    case "UNO_HAND_SHOWN":
      return payload.cardIds
        ? t("tell.handShown", { who, cards: cards(payload.cardIds) })
        : t("tell.handShownTo", { who, to: nameOf(payload.toId) });
    case "DDZ_PLAYER_WON":
      return payload.winnerTeam ? t(`tell.won.${payload.winnerTeam}`) : t("tell.void");
    case "UNO_GAME_WON":
      return t("tell.won", { who: payload.winnerIds.map(nameOf).join(", ") });
    default:
      return has(`tell.${type}`)
        ? t(`tell.${type}`, { who, ...numbers(payload) })
        : tOr(`tell.${type}`, "") || null;
  }
}

/** @param {Record<string, any>} payload */
const numbers = (payload) =>
  Object.fromEntries(Object.entries(payload).filter(([, value]) => typeof value === "number"));
