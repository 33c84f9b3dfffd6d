// The public rooms.
import { html, useEffect, useState } from "../lib/view.js";
import { many, t, tOr } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { go } from "../lib/router.js";
import { QUICK, match, profileOf } from "../lib/rooms.js";
import { reasonOf } from "../state/table.js";
import { Page } from "./frame.js";
import { enterAsTyped } from "./name.js";

export function Lobby() {
  const { value, error, again } = useLoaded(() => ask("GET", "/rooms"), []);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && again(), 4000);
    return () => clearInterval(timer);
  });
  const rooms = value?.rooms ?? [];
  return html`
    <${Page} title=${t("lobby")}>
      <${QuickMatch} />
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

/** To whoever waits for the same game by the same rules. */
function QuickMatch() {
  const { value } = useLoaded(() => ask("GET", "/games"), []);
  const [chosen, setChosen] = useState({ rated: false, rules: `doudizhu/${QUICK.doudizhu.profile}` });
  const [error, setError] = useState("");
  const games = value?.games ?? [];
  /** @param {Event} event */
  const find = async (event) => {
    event.preventDefault();
    const [game, profile] = /** @type {[keyof typeof QUICK, string]} */ (chosen.rules.split("/"));
    try {
      await enterAsTyped();
      go(`/table/${await match(game, profile, chosen.rated)}`);
    } catch (refused) {
      setError(reasonOf(/** @type {any} */ (refused)));
    }
  };
  return html`
    <form class="quick" onSubmit=${find}>
      <label
        ><span>${t("profiles")}</span>
        <select
          name="rules"
          value=${chosen.rules}
          onChange=${(/** @type {any} */ { currentTarget }) => setChosen({ ...chosen, rules: currentTarget.value })}
        >
          ${games.map(
            (/** @type {any} */ { game, profiles }) => html`
              <optgroup key=${game} label=${t(`game.${game}`)}>
                ${profiles.map(
                  (/** @type {any} */ { profile }) =>
                    html`<option key=${profile} value=${`${game}/${profile}`}>
                      ${tOr(`profile.${game}.${profile}`, profile)}
                    </option>`,
                )}
              </optgroup>
            `,
          )}
        </select>
      </label>
      <label class="switch">
        <input
          type="checkbox"
          name="rated"
          checked=${chosen.rated}
          onChange=${(/** @type {any} */ { currentTarget }) => setChosen({ ...chosen, rated: currentTarget.checked })}
        />
        <span>${t("room.rated")}<small>${t("room.rated.about")}</small></span>
      </label>
      <button class="bright">${t("quick.match")}</button>
      ${error && html`<p role="alert" class="bad">${error}</p>`}
    </form>
  `;
}
