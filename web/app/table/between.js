// Between the hands: who sits where, how the last hand ended, and on to the next.
import { html } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { Mix } from "./mix.js";
import { Result } from "./result.js";

/** @param {{ table: import("../state/table.js").Table }} props */
export function Between({ table }) {
  const room = table.room.value;
  if (room.phase === "closed")
    return html`<div class="panel between">
      <h2>${t("room.closed")}</h2>
      <a class="button bright" href="/">${t("home")}</a>
    </div>`;
  return room.result ? html`<${Result} table=${table} />` : html`<${Waiting} table=${table} />`;
}

/** @param {{ table: import("../state/table.js").Table }} props */
function Waiting({ table }) {
  const room = table.room.value;
  return html`
    <div class="panel between">
      <h2>${t("wait.title")}</h2>
      <p>${t("wait.share", { code: room.code })}</p>
      <ul class="sitting">
        ${room.seats.map((/** @type {any} */ seat) => html`<${SeatLine} key=${seat.seat} table=${table} seat=${seat} />`)}
      </ul>
      <${Onward} table=${table} first=${true} />
      <${Mix} table=${table} />
    </div>
  `;
}

/** @param {{ table: import("../state/table.js").Table, seat: any }} props */
function SeatLine({ table, seat }) {
  const room = table.room.value;
  const you = table.scene.value.you;
  const isHost = room.host !== null && room.host === you;
  const own = seat.seat === you;
  return html`
    <li>
      <span class="seat-name"
        >${table.nameOf(seat.playerId)}${own ? ` (${t("you")})` : ""}${room.host === seat.seat ? html` <small>${t("host")}</small>` : ""}</span
      >
      <span class="seat-state"
        >${seat.kind === "person" ? t(seat.ready ? "seat.ready" : seat.online ? "seat.waiting" : "seat.away") : ""}</span
      >
      ${seat.kind === "empty" && you === null && html`<button onClick=${() => table.ask({ type: "sit", seat: seat.seat })}>${t("sit.here")}</button>`}
      ${seat.kind === "empty" && isHost && html`<button onClick=${() => table.ask({ type: "addBot", seat: seat.seat })}><${Icon} name="robot" />${t("add.bot")}</button>`}
      ${seat.kind !== "empty" && isHost && !own && html`<button onClick=${() => table.ask({ type: "remove", seat: seat.seat })}>${t("remove")}</button>`}
    </li>
  `;
}

/** What brings the next hand. @param {{ table: import("../state/table.js").Table, first?: boolean }} props */
export function Onward({ table, first = false }) {
  const room = table.room.value;
  const you = table.scene.value.you;
  if (you === null) {
    const free = room.seats.some((/** @type {any} */ { kind }) => kind !== "person");
    return html`<div class="onward">
      ${free && html`<button class="bright" onClick=${() => table.ask({ type: "sit" })}>${t("sit")}</button>`}
      <p>${t("watch.wait")}</p>
    </div>`;
  }
  const seat = room.seats[you];
  const others = room.seats.filter((/** @type {any} */ s) => s.kind === "person" && s.seat !== you);
  const waits = others.some((/** @type {any} */ s) => !s.ready);
  const mayStart = room.host === you && !waits;
  return html`
    <div class="onward">
      ${
        mayStart
          ? html`<button
              class="bright"
              data-act="start"
              autofocus
              onClick=${() => table.ask({ type: "start" })}
            >
              ${t(first ? "start" : "rematch")}
            </button>`
          : html`<button
              class=${seat.ready ? "" : "bright"}
              data-act="ready"
              aria-pressed=${seat.ready}
              onClick=${() => table.ask({ type: "ready", ready: !seat.ready })}
            >
              ${t(seat.ready ? "ready.not" : "ready")}
            </button>`
      }
      <button onClick=${() => table.ask({ type: "leave" })}>${t("stand.up")}</button>
      ${waits && html`<p>${t("wait.others")}</p>`}
    </div>
  `;
}
