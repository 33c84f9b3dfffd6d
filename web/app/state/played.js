// What lies in front of each seat, as it follows from events. Nothing here knows a rule: a play lies
// there until its seat is on turn again, or the round is over.

/**
 * @typedef {{ cards: string[], key: number, label?: any } | { said: string, args?: Record<string, string | number>, key: number }} Lying
 * @typedef {{ type: string, playerId?: string, payload: Record<string, any> }} Event
 */

/** What a seat said by an event: the key of its text. @type {Record<string, (payload: Record<string, any>) => [string, Record<string, any>?]>} */
const SAID = {
  DDZ_PLAYER_PASSED: () => ["say.pass"],
  DDZ_READY: () => ["say.ready"],
  DDZ_CARDS_SHOWN: ({ factor }) => ["say.shown", { factor }],
  DDZ_LANDLORD_CALLED: ({ call }) => [call ? "say.call" : "say.noCall"],
  DDZ_LANDLORD_ROBBED: ({ rob }) => [rob ? "say.rob" : "say.noRob"],
  DDZ_BID: ({ bid }) => (bid ? ["say.bid", { bid }] : ["say.noCall"]),
  DDZ_DOUBLED: ({ factor }) => (factor > 1 ? ["say.double", { factor }] : ["say.noDouble"]),
  UNO_CALLED: () => ["say.uno"],
  UNO_CHALLENGED: () => ["say.challenge"],
  UNO_COLOR_CHOSEN: ({ color }) => ["say.color", { color }],
  UNO_PLAYER_SKIPPED: () => ["say.skipped"],
  UNO_CAUGHT: () => ["say.caught"],
  CARDS_DRAWN: ({ count }) => ["say.drew", { count }],
};

/** Events after which nothing of before lies on the table. */
const CLEARS = new Set(["DDZ_ROUND_RESET", "DDZ_BOTTOM_CARDS_REVEALED", "DDZ_CARDS_DEALT", "GAME_STARTED"]);

/**
 * @param {Record<string, Lying>} before
 * @param {Event[]} events
 * @param {number} index the record's
 * @param {string | null} next who is on turn afterwards
 * @returns {Record<string, Lying>}
 */
export function lying(before, events, index, next) {
  let now = { ...before };
  let key = index * 64;
  let firstDeal = false;
  for (const { type, playerId, payload } of events) {
    key += 1;
    if (CLEARS.has(type)) now = {};
    if (type === "GAME_STARTED") firstDeal = true;
    const who = payload.playerId ?? playerId;
    if (type === "CARD_PLAYED" && who) now[who] = { cards: payload.cardIds, key };
    const said = SAID[type]?.(payload);
    if (said && who && !(firstDeal && type === "CARDS_DRAWN"))
      now[who] = { said: said[0], args: said[1], key };
  }
  const acted = events.some(({ payload, playerId }) => (payload.playerId ?? playerId) === next);
  if (next && !acted) delete now[next];
  return now;
}
