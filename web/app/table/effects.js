// What is seen and heard of what happens: it follows the events, and changes nothing.
import { html, useEffect, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { isStill } from "../lib/settings.js";
import { anchorAt, flyBack, shake } from "../lib/motion.js";
import { play } from "../lib/sound.js";
import { tell } from "../state/story.js";

/** The sound of an event. @type {Record<string, import("../lib/sound.js").Sound>} */
const SOUNDS = {
  GAME_STARTED: "deal",
  DDZ_CARDS_DEALT: "deal",
  CARD_PLAYED: "play",
  CARDS_DRAWN: "draw",
  DDZ_PLAYER_PASSED: "pass",
  DDZ_BID: "bid",
  DDZ_LANDLORD_CALLED: "bid",
  DDZ_LANDLORD_ROBBED: "bid",
  DDZ_DOUBLED: "bid",
  DDZ_BOMB_PLAYED: "bomb",
  DDZ_ROCKET_PLAYED: "rocket",
  UNO_CALLED: "uno",
  UNO_CAUGHT: "uno",
  UNO_COLOR_CHOSEN: "bid",
  UNO_CHALLENGED: "bid",
};

/** What is shown large for a moment: [text key, look]. @type {Record<string, [string, string]>} */
const LARGE = {
  DDZ_BOMB_PLAYED: ["big.bomb", "bomb"],
  DDZ_ROCKET_PLAYED: ["big.rocket", "rocket"],
  UNO_CALLED: ["big.uno", "call"],
  UNO_CAUGHT: ["big.caught", "call"],
  UNO_CHALLENGED: ["big.challenge", "call"],
};

/** @param {{ table: import("../state/table.js").Table }} props */
export function Effects({ table }) {
  const happening = table.happening.value;
  const [large, setLarge] = useState(
    /** @type {{ text: string, look: string, key: number } | null} */ (null),
  );

  useEffect(() => {
    if (!happening) return undefined;
    const { events, index } = happening;
    const first = events.some(({ type }) => type === "GAME_STARTED");
    const heard = new Set();
    for (const { type, payload } of events) {
      const sound = SOUNDS[type];
      if (sound && !heard.has(sound) && !(first && sound === "draw")) play(sound);
      heard.add(sound);
      if (type === "CARDS_DRAWN" && payload.playerId !== table.me.value && !first) {
        const [from, to] = [anchorAt("pile"), anchorAt(payload.playerId)];
        for (let i = 0; i < Math.min(payload.count, 6); i += 1) flyBack(from, to, "uno", i * 90);
      }
      if (type === "DDZ_BOMB_PLAYED" || type === "DDZ_ROCKET_PLAYED") shake(document.querySelector(".felt"));
    }
    if (first) dealOut(table);
    const spring = events.find(({ type, payload }) => type === "DDZ_SETTLED" && payload.spring);
    if (spring) play("spring");
    else endSound(table, happening);
    const big = spring ? ["big.spring", "spring"] : events.map(({ type }) => LARGE[type]).find(Boolean);
    if (!big) return undefined;
    setLarge({ text: t(big[0]), look: big[1], key: index });
    const timer = setTimeout(() => setLarge(null), isStill() ? 900 : 1500);
    return () => {
      clearTimeout(timer);
      setLarge(null);
    };
  }, [happening?.index]);

  useEffect(() => {
    if (table.isMine.value) play("turn");
  }, [table.isMine.value, table.room.value?.turn?.entry]);

  return html`
    <${Live} table=${table} />
    ${large && html`<div class=${`large ${large.look}`} key=${large.key} aria-hidden="true"><i></i><b>${large.text}</b></div>`}
  `;
}

/** @param {import("../state/table.js").Table} table @param {import("../state/table.js").Happening} happening */
function endSound(table, { change }) {
  const you = table.scene.value?.you;
  if (change.result && you !== null) play(change.result.winners.includes(you) ? "win" : "lose");
}

/** Backs that fly to the others at the beginning of a hand. @param {import("../state/table.js").Table} table */
function dealOut(table) {
  const room = table.room.value;
  const from = anchorAt("pile") ?? anchorAt("middle");
  const others = room.seats.filter((/** @type {any} */ { playerId }) => playerId !== table.me.value);
  for (let round = 0; round < 4; round += 1)
    others.forEach((/** @type {any} */ { playerId }, /** @type {number} */ i) =>
      flyBack(from, anchorAt(playerId), room.game, (round * others.length + i) * 55),
    );
}

/** What happens as sentences, for who does not see it. @param {{ table: import("../state/table.js").Table }} props */
function Live({ table }) {
  const happening = table.happening.value;
  const lines = (happening?.events ?? []).map((event) => tell(event, table.nameOf)).filter(Boolean);
  if (table.isMine.value) lines.push(t("your.turn"));
  return html`<div class="hidden" role="log" aria-live="polite" aria-label=${t("live")}>
    <p key=${happening?.index}>${lines.join(" ")}</p>
  </div>`;
}
