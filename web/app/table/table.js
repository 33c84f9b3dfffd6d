// The table: seats around the felt, what lies on it, one's own cards and what one may do.
import { html, useEffect, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { change, settings } from "../lib/settings.js";
import { useKeys, useSize } from "../lib/hooks.js";
import { go } from "../lib/router.js";
import { openTable } from "../state/table.js";
import { Actions, isPlay } from "./actions.js";
import { DoudizhuHead } from "./center-doudizhu.js";
import { UnoCenter } from "./center-uno.js";
import { Chat } from "./chat.js";
import { Counter } from "./counter.js";
import { Effects } from "./effects.js";
import { Hand } from "./hand.js";
import { keyPressed } from "./keys.js";
import { Between } from "./between.js";
import { Lying, Spread } from "./play.js";
import { Seat } from "./seat.js";
import { TopBar } from "./topbar.js";
import { cardWidth, seats } from "./layout.js";

/** @typedef {import("../state/table.js").Table} Table */

/** @param {{ code: string }} props */
export function TablePage({ code }) {
  const table = openTable(code);
  const scene = table.scene.value;
  const trouble = table.trouble.value;
  useEffect(() => {
    document.title = `${code} · decklet`;
  }, [code]);
  if (trouble) return html`<${Trouble} message=${trouble} />`;
  if (!scene) return html`<main class="waiting" aria-busy="true"><p>${t("table.opening")}</p></main>`;
  return html`<${Around} table=${table} />`;
}

/** @param {{ message: any }} props */
const Trouble = ({ message }) => html`
  <main class="page narrow">
    <h1>${t("table.none")}</h1>
    <p>
      ${t(`code.${message.code}`) === `code.${message.code}` ? message.reason : t(`code.${message.code}`)}
    </p>
    <a class="button bright" href="/">${t("home")}</a>
  </main>
`;

/** @param {{ table: Table }} props */
function Around({ table }) {
  const [ref, area] = useSize();
  const [side, setSide] = useState(false);
  const room = table.room.value;
  const game = table.game.value;
  const narrow = area.width < 620 && area.height > area.width * 0.62;
  const card = cardWidth({ width: area.width, height: innerHeight }, settings.value.size);
  useKeys((event) => keyPressed(event, table, { chat: () => setSide(!side), leave: () => go("/") }));
  const hand = table.hand.value;
  const isUno = room.game === "uno";
  const between = room.phase !== "playing";

  return html`
    <main
      class=${`table ${room.game} ${narrow ? "narrow" : "wide"} ${side ? "with-side" : ""} link-${table.link.value}`}
    >
      <${TopBar} table=${table} side=${side} onSide=${() => setSide(!side)} />
      <section
        class="felt"
        ref=${ref}
        aria-label=${t("table")}
        onPointerDown=${(/** @type {PointerEvent} */ { target, currentTarget }) => {
          if (target === currentTarget && table.selected.value.size) table.select([]);
        }}
      >
        <span class="emblem" aria-hidden="true">${isUno ? "UNO" : "斗地主"}</span>
        ${area.width > 0 && html`<${Others} table=${table} area=${area} narrow=${narrow} card=${card} />`}
        ${game && !isUno && html`<${DoudizhuHead} game=${game} room=${room} />`}
        ${game && isUno && html`<${UnoCenter} table=${table} width=${Math.round(Math.min(card * (narrow ? 1.3 : 1.05), area.height * (narrow ? 0.2 : 0.165)))} />`}
        ${game && settings.value.counter && !between && html`<${Counter} table=${table} />`}
        <div class="own-play" key=${`own.${table.lying.value[table.me.value]?.key}`}>
          ${
            !between &&
            table.me.value &&
            html`
              <${Lying}
                lying=${table.lying.value[table.me.value]}
                player=${table.me.value}
                width=${area.width * 0.62}
                card=${Math.round(card * 0.8)}
                noCards=${isUno}
              />
            `
          }
        </div>
        ${between && html`<${Between} table=${table} />`}
        <${Notice} table=${table} />
        ${table.link.value !== "online" && html`<div class="away-banner" role="status">${t(`link.${table.link.value}`)}</div>`}
      </section>
      <section class="mine" aria-label=${t("mine")}>
        ${!between && html`<${Actions} table=${table} />`}
        ${
          hand.length > 0 &&
          !between &&
          html`
            <${Hand}
              cards=${isUno ? hand : [...hand].reverse()}
              selected=${table.selected.value}
              playable=${isUno && table.isMine.value && table.actions.value.length ? playableOf(table.actions.value) : null}
              game=${room.game}
              hand=${room.hands}
              area=${{ width: area.width, height: innerHeight }}
              onSelect=${(/** @type {string[]} */ ids) => table.select(isUno ? lastOnly(ids, table) : ids)}
              onDouble=${(/** @type {string} */ id) => (isUno ? table.playOne(id) : table.suggest())}
              onPlay=${() => table.playSelected()}
            />
          `
        }
        <${Own} table=${table} />
      </section>
      ${side && html`<${Chat} table=${table} onClose=${() => setSide(false)} />`}
      <${Effects} table=${table} />
    </main>
  `;
}

/** In UNO one card is selected at a time. @param {string[]} ids @param {Table} table */
const lastOnly = (ids, table) => {
  const fresh = ids.filter((id) => !table.selected.value.has(id));
  return fresh.length ? [fresh[fresh.length - 1]] : ids.slice(0, 1);
};

/** The cards that the server lists in a play; equal cards count once. @param {import("../state/table.js").Action[]} actions */
function playableOf(actions) {
  const kinds = new Set(actions.filter(isPlay).flatMap(({ payload }) => payload.cardIds.map(kind)));
  return { has: (/** @type {string} */ id) => kinds.has(kind(id)) };
}

/** A UNO card without its number: "red-5". @param {string} id */
const kind = (id) =>
  id.replace(/-\d+$/, (tail, at) =>
    at > 0 && id.split("-").length < 3 && !id.startsWith("wild") ? tail : "",
  );

/** @param {any} game @param {string} player */
const roleOf = (game, player) => {
  const landlord = game?.variables["ddz.landlordId"];
  return landlord ? (landlord === player ? "landlord" : "farmer") : null;
};

/** @param {{ table: Table, area: { width: number, height: number }, narrow: boolean, card: number }} props */
function Others({ table, area, narrow, card }) {
  const room = table.room.value;
  const game = table.game.value;
  const count = room.seats.length;
  const first = table.view.value;
  const others = Array.from({ length: count - 1 }, (_, i) => room.seats[(first + 1 + i) % count]);
  const spots = seats(count - 1, narrow || (room.game === "uno" && area.height < 300));
  const small = Math.round(card * (narrow ? 0.74 : 0.7));
  const isUno = room.game === "uno";
  return others.map((seat, i) => {
    const zone = game?.zones[`player:${seat.playerId}:hand`];
    const exposed = table.game.value?.variables["uno.exposedId"] === seat.playerId;
    return html`
      <${Seat}
        key=${seat.playerId}
        table=${table}
        seat=${seat}
        role=${roleOf(game, seat.playerId)}
        count=${zone && room.phase !== "lobby" ? zone.count : null}
        isTurn=${room.turn?.seat === seat.seat}
        spot=${spots[i]}
        badge=${exposed && html`<span class="exposed">!</span>`}
      >
        ${
          room.phase === "playing" &&
          html`
            <span class="lying" key=${table.lying.value[seat.playerId]?.key}>
              <${Lying}
                lying=${table.lying.value[seat.playerId]}
                player=${seat.playerId}
                width=${area.width * (narrow ? 0.42 : 0.27)}
                card=${small}
                noCards=${isUno}
              />
            </span>
            ${zone?.cards?.length > 0 && html`<span class="open-hand"><${Spread} cards=${zone.cards} width=${area.width * (narrow ? 0.4 : 0.2)} card=${Math.round(small * 0.7)} /></span>`}
          `
        }
      <//>
    `;
  });
}

/** @param {{ table: Table }} props */
function Own({ table }) {
  const room = table.room.value;
  const seat = room.seats[table.view.value];
  if (!seat) return null;
  const zone = table.game.value?.zones[`player:${seat.playerId}:hand`];
  const watches = table.scene.value.you === null;
  return html`
    <div class="own-bar">
      <${Seat}
        table=${table}
        seat=${seat}
        role=${roleOf(table.game.value, seat.playerId)}
        count=${zone && room.phase === "playing" ? zone.count : null}
        isTurn=${room.turn?.seat === seat.seat}
        own=${!watches}
      />
      ${watches && html`<span class="chip watching">${t("watching")}</span>`}
      ${
        !watches &&
        room.phase === "playing" &&
        html`
          <button
            class=${`chip trustee ${seat.trustee ? "on" : ""}`}
            aria-pressed=${seat.trustee}
            onClick=${() => table.ask({ type: "trustee", on: !seat.trustee })}
          >
            ${t(seat.trustee ? "trustee.stop" : "trustee.start")}
          </button>
          <button
            class=${`chip auto ${settings.value.autoPass ? "on" : ""}`}
            aria-pressed=${settings.value.autoPass}
            onClick=${() => change({ autoPass: !settings.value.autoPass })}
          >
            ${t("auto.pass")}
          </button>
        `
      }
    </div>
  `;
}

/** A refusal, shown for a moment. @param {{ table: Table }} props */
function Notice({ table }) {
  const notice = table.notice.value;
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => (table.notice.value = null), 3200);
    return () => clearTimeout(timer);
  }, [notice?.key]);
  return html`<div class="notice" role="alert">
    ${notice && html`<p key=${notice.key}>${notice.text}</p>`}
  </div>`;
}
