// A room of one's own: game, rules, seats, clock, who may come.
import { html, useState } from "../lib/view.js";
import { t, tOr } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { go } from "../lib/router.js";
import { QUICK } from "../lib/rooms.js";
import { askAs } from "../state/session.js";
import { reasonOf, wish } from "../state/table.js";
import { say } from "../table/actions.js";
import { Page } from "./frame.js";
import { House, optionsOf } from "./house.js";
import { NameField, enterAsTyped } from "./name.js";

/** @typedef {import("../lib/rooms.js").Game} Game */

const CLOCKS = {
  fast: { type: "perTurn", seconds: 15 },
  usual: { type: "perTurn", seconds: 30 },
  slow: { type: "perTurn", seconds: 90 },
  fischer: { type: "fischer", seconds: 180, increment: 5 },
};

const USUAL = {
  game: /** @type {Game} */ ("doudizhu"),
  profile: /** @type {string} */ (QUICK.doudizhu.profile),
  seats: /** @type {number} */ (QUICK.doudizhu.seats),
  house: /** @type {Record<string, unknown>} */ ({}),
  clock: /** @type {keyof typeof CLOCKS} */ ("usual"),
  bots: "greedy",
  public: false,
  hints: true,
  counter: true,
  chat: true,
  watch: true,
};

/** One of several. @param {{ name: string, title: string, value: string, all: string[], text: (one: string) => string, onChange: (one: any) => void }} props */
export const OneOf = ({ name, title, value, all, text, onChange }) => html`
  <fieldset class="choice">
    <legend>${title}</legend>
    ${all.map(
      (one) => html`
        <label key=${one}>
          <input type="radio" name=${name} value=${one} checked=${value === one} onChange=${() => onChange(one)} />
          <span>${text(one)}</span>
        </label>
      `,
    )}
  </fieldset>
`;

export function NewRoom() {
  const { value, error: missing } = useLoaded(() => ask("GET", "/games"), []);
  const [room, setRoom] = useState(USUAL);
  const [error, setError] = useState("");
  const set = (/** @type {Partial<typeof USUAL>} */ changes) => setRoom({ ...room, ...changes });
  const game = value?.games.find((/** @type {any} */ g) => g.game === room.game);
  const profiles = game?.profiles ?? [];
  const own = profiles.find((/** @type {any} */ p) => p.profile === room.profile);
  const [least, most] = own?.players ?? [3, 3];
  const seats = Math.min(Math.max(room.seats, least), most);
  const levels = (value?.bots ?? []).map((/** @type {any} */ { level }) => level);

  const make = async () => {
    try {
      await enterAsTyped();
      const { code } = await askAs("POST", "/rooms", {
        game: room.game,
        options: optionsOf(room.game, own, room.house),
        seats,
        clock: CLOCKS[room.clock],
        public: room.public,
        hints: room.hints,
        chat: room.chat,
        counter: room.counter,
        bots: room.bots,
        spectators: { allowed: room.watch, delaySeconds: 0 },
      });
      wish(code, "sit");
      go(`/table/${code}`);
    } catch (refused) {
      setError(reasonOf(refused));
    }
  };
  const check = (/** @type {"public" | "hints" | "counter" | "chat" | "watch"} */ name) => html`
    <label class="switch">
      <input
        type="checkbox"
        name=${name}
        checked=${room[name]}
        onChange=${(/** @type {any} */ { currentTarget }) => set({ [name]: currentTarget.checked })}
      />
      <span>${t(`room.${name}`)}<small>${t(`room.${name}.about`)}</small></span>
    </label>
  `;
  return html`
    <${Page} title=${t("new.room")} class="new-room">
      ${missing && html`<p class="bad" role="alert">${t("load.failed")}</p>`}
      <div class="columns">
        <div>
          <${NameField} />
          <${OneOf}
            name="game"
            title=${t("game")}
            value=${room.game}
            all=${["doudizhu", "uno"]}
            text=${(/** @type {string} */ one) => t(`game.${one}`)}
            onChange=${(/** @type {Game} */ one) => set({ game: one, ...QUICK[one], house: {} })}
          />
          ${
            least < most &&
            html`
            <label class="volume">
              <span>${t("room.seats", { seats })}</span>
              <input
                type="range"
                min=${least}
                max=${most}
                value=${seats}
                onInput=${(/** @type {any} */ { currentTarget }) => set({ seats: Number(currentTarget.value) })}
              />
            </label>
          `
          }
          <${OneOf}
            name="clock"
            title=${t("room.clock")}
            value=${room.clock}
            all=${Object.keys(CLOCKS)}
            text=${(/** @type {string} */ one) => t(`clock.${one}`)}
            onChange=${(/** @type {keyof typeof CLOCKS} */ one) => set({ clock: one })}
          />
          ${
            levels.length > 0 &&
            html`
            <${OneOf}
              name="bots"
              title=${t("room.bots")}
              value=${room.bots}
              all=${levels}
              text=${(/** @type {string} */ one) => t(`level.${one}`)}
              onChange=${(/** @type {string} */ one) => set({ bots: one })}
            />
          `
          }
          ${check("public")} ${check("hints")} ${check("counter")} ${check("chat")} ${check("watch")}
        </div>
        <div>
          <fieldset class="profile-list">
            <legend>${t("profiles")}</legend>
            ${profiles.map(
              (/** @type {any} */ { profile: name, about }) => html`
                <label key=${name}>
                  <input
                    type="radio"
                    name="profile"
                    value=${name}
                    checked=${room.profile === name}
                    onChange=${() => set({ profile: name, house: {} })}
                  />
                  <span>
                    <b>${tOr(`profile.${room.game}.${name}`, name)}</b>
                    <small>${say(about)}</small>
                  </span>
                </label>
              `,
            )}
          </fieldset>
          ${
            game?.options &&
            own &&
            html`
            <${House}
              key=${`${room.game}.${room.profile}`}
              options=${game.options}
              values=${own.options}
              changed=${room.house}
              onChange=${(/** @type {any} */ house) => set({ house })}
            />
          `
          }
          <p><a href=${`/rules/${room.game}/${room.profile}`}>${t("rules.read")}</a></p>
        </div>
      </div>
      <button class="bright broad" data-act="make" disabled=${!own} onClick=${make}>${t("room.make")}</button>
      ${error && html`<p role="alert" class="bad">${error}</p>`}
    <//>
  `;
}
