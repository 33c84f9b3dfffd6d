// The public rooms.
import { html, useEffect } from "../lib/view.js";
import { many, t, tOr } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { profileOf } from "../lib/rooms.js";
import { Page } from "./frame.js";

export function Lobby() {
  const { value, error, again } = useLoaded(() => ask("GET", "/rooms"), []);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && again(), 4000);
    return () => clearInterval(timer);
  });
  const rooms = value?.rooms ?? [];
  return html`
    <${Page} title=${t("lobby")}>
      <p>${t("lobby.about")}</p>
      ${error && html`<p role="status" class="bad">${t("load.failed")}</p>`}
      ${
        value &&
        rooms.length === 0 &&
        html`<div class="panel empty-lobby">
          <p>${t("lobby.empty")}</p>
          <a class="button bright" href="/new">${t("new.room")}</a>
        </div>`
      }
      <ul class="rooms">
        ${rooms.map(
          (/** @type {any} */ room) => html`
            <li key=${room.code} class=${`room-line ${room.game}`}>
              <b class="room-code">${room.code}</b>
              <span
                ><b>${t(`game.${room.game}`)}</b>
                <small
                  >${tOr(`profile.${room.game}.${profileOf(room.options)}`, profileOf(room.options))}</small
                ></span
              >
              <span
                >${t("lobby.seats", { taken: room.people + room.bots, seats: room.seats })}<small
                  >${many("lobby.hands", room.hands)}</small
                ></span
              >
              <span class=${`phase ${room.phase}`}>${t(`phase.${room.phase}`)}</span>
              <a class="button" href=${`/table/${room.code}`}
                >${t(room.phase === "playing" ? "watch" : "join")}</a
              >
            </li>
          `,
        )}
      </ul>
    <//>
  `;
}
