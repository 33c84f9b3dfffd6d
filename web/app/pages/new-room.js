// A room of one's own: game, rules, seats, clock, who may come.
import { html, useState } from "../lib/view.js";
import { t, tOr } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { go } from "../lib/router.js";
import { QUICK } from "../lib/rooms.js";
import { askAs } from "../state/session.js";
import { reasonOf, wish } from "../state/table.js";
import { Page } from "./frame.js";
import { NameField, enterAsTyped } from "./name.js";
import { OptionLines, linesOf } from "./rules.js";

/** @typedef {import("../lib/rooms.js").Game} Game */

const CLOCKS = {
  fast: { type: "perTurn", seconds: 15 },
  usual: { type: "perTurn", seconds: 30 },
  slow: { type: "perTurn", seconds: 90 },
  fischer: { type: "fischer", seconds: 180, increment: 5 },
};

export function NewRoom() {
  const { value, error: missing } = useLoaded(() => ask("GET", "/games"), []);
  const [game, setGame] = useState(/** @type {Game} */ ("doudizhu"));
  const [profile, setProfile] = useState(/** @type {string} */ (QUICK.doudizhu.profile));
  const [more, setMore] = useState({
    seats: 3,
    clock: "usual",
    public: false,
    chat: true,
    hints: true,
    watch: true,
  });
  const [error, setError] = useState("");
  const profiles = value?.games.find((/** @type {any} */ g) => g.game === game)?.profiles ?? [];
  const own = profiles.find((/** @type {any} */ p) => p.profile === profile);
  const [least, most] = own?.players ?? [3, 3];
  const seats = Math.min(Math.max(more.seats, least), most);

  const choose = (/** @type {Game} */ next) => {
    setGame(next);
    setProfile(QUICK[next].profile);
    setMore({ ...more, seats: QUICK[next].seats });
  };
  const make = async () => {
    try {
      await enterAsTyped();
      const { code } = await askAs("POST", "/rooms", {
        game,
        options: { profile },
        seats,
        clock: CLOCKS[/** @type {keyof typeof CLOCKS} */ (more.clock)],
        public: more.public,
        chat: more.chat,
        hints: more.hints,
        spectators: { allowed: more.watch, delaySeconds: 0 },
      });
      wish(code, "sit");
      go(`/table/${code}`);
    } catch (refused) {
      setError(reasonOf(/** @type {any} */ (refused)));
    }
  };
  const check = (/** @type {"public" | "chat" | "hints" | "watch"} */ name) => html`
    <label class="switch"
      ><input
        type="checkbox"
        checked=${more[name]}
        onChange=${(/** @type {any} */ { currentTarget }) => setMore({ ...more, [name]: currentTarget.checked })}
      /><span>${t(`room.${name}`)}<small>${t(`room.${name}.about`)}</small></span></label
    >
  `;
  return html`
    <${Page} title=${t("new.room")} class="new-room">
      ${missing && html`<p class="bad" role="alert">${t("load.failed")}</p>`}
      <div class="columns">
        <div>
          <${NameField} />
          <fieldset class="choice">
            <legend>${t("game")}</legend>
            ${/** @type {Game[]} */ (["doudizhu", "uno"]).map((name) => html`<label key=${name}><input type="radio" name="game" value=${name} checked=${game === name} onChange=${() => choose(name)} /><span>${t(`game.${name}`)}</span></label>`)}
          </fieldset>
          ${least < most && html`<label class="volume"><span>${t("room.seats", { seats })}</span><input type="range" min=${least} max=${most} value=${seats} onInput=${(/** @type {any} */ { currentTarget }) => setMore({ ...more, seats: Number(currentTarget.value) })} /></label>`}
          <fieldset class="choice">
            <legend>${t("room.clock")}</legend>
            ${Object.keys(CLOCKS).map((name) => html`<label key=${name}><input type="radio" name="clock" value=${name} checked=${more.clock === name} onChange=${() => setMore({ ...more, clock: name })} /><span>${t(`clock.${name}`)}</span></label>`)}
          </fieldset>
          ${check("public")} ${check("hints")} ${check("chat")} ${check("watch")}
        </div>
        <div>
          <fieldset class="profile-list">
            <legend>${t("profiles")}</legend>
            ${profiles.map(
              (/** @type {any} */ { profile: name }) => html`
                <label key=${name}
                  ><input
                    type="radio"
                    name="profile"
                    value=${name}
                    checked=${profile === name}
                    onChange=${() => setProfile(name)}
                  />
                  <span
                    ><b>${tOr(`profile.${game}.${name}`, name)}</b
                    ><small>${tOr(`profile.${game}.${name}.about`, "")}</small></span
                  ></label
                >
              `,
            )}
          </fieldset>
          ${
            linesOf(own).length > 0 &&
            html`<details>
              <summary>${t("rules.options")}</summary>
              <${OptionLines} lines=${linesOf(own)} />
            </details>`
          }
          <p><a href=${`/rules/${game}/${profile}`}>${t("rules.read")}</a></p>
        </div>
      </div>
      <button class="bright broad" data-act="make" onClick=${make}>${t("room.make")}</button>
      ${error && html`<p role="alert" class="bad">${error}</p>`}
    <//>
  `;
}
