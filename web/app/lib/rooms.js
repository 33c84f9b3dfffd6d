// Rooms: how they are made and found.
import { askAs } from "../state/session.js";
import { wish } from "../state/table.js";

/** The name of the rules of a room. @param {any} options */
export const profileOf = (options) => options?.profile ?? options?.name ?? "decklet";

/** How one begins at once: the rules, and how many sit at the table. */
export const QUICK = {
  doudizhu: { profile: "game-claw", seats: 3 },
  uno: { profile: "decklet", seats: 4 },
};

/** @typedef {keyof typeof QUICK} Game */

/**
 * A room of one's own, with bots in all other seats from the beginning.
 * @param {Game} game
 * @returns {Promise<string>} its code
 */
export async function playBots(game) {
  const { profile, seats } = QUICK[game];
  const { code } = await askAs("POST", "/rooms", {
    game,
    options: { profile },
    seats,
    clock: { type: "perTurn", seconds: 60 },
    botDelayMs: 900,
    counter: true,
  });
  wish(code, "sit", "start");
  return code;
}

/**
 * A public room where somebody may be waiting.
 * @param {Game} game
 * @param {string} [profile]
 * @param {boolean} [rated] whether its hands count for the ratings
 */
export async function match(game, profile = QUICK[game].profile, rated = false) {
  const { seats } = QUICK[game];
  const { code } = await askAs("POST", "/quick", { game, profile, seats, rated });
  wish(code, "sit");
  return code;
}
