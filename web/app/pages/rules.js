// The rules of a game, and what a profile makes of them.
import { html } from "../lib/view.js";
import { language, t, tOr } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { say } from "../table/actions.js";
import { Page } from "./frame.js";

/** The paragraphs that the texts have on each game. */
const PARTS = {
  doudizhu: ["aim", "auction", "play", "bombs", "score"],
  uno: ["aim", "turn", "actions", "wild", "end"],
};

/** @param {{ game: string, profile: string }} props */
export function Rules({ game, profile }) {
  const own = useLoaded(() => ask("GET", `/games/${game}/profiles/${profile}`), [game, profile]);
  const parts = PARTS[/** @type {keyof typeof PARTS} */ (game)];
  if (!parts) return html`<${Page} title=${t("page.none")} />`;
  const combinations = own.value?.combinations ?? [];
  return html`
    <${Page} title=${t("rules.of", { game: t(`game.${game}`) })} class="rules">
      <${ProfileLinks} to="/rules" game=${game} profile=${profile} />
      ${parts.map(
        (part) => html`
          <section key=${part}>
            <h2>${t(`rules.${game}.${part}`)}</h2>
            <p>${t(`rules.${game}.${part}.text`)}</p>
          </section>
        `,
      )}
      ${
        combinations.length > 0 &&
        html`
        <section>
          <h2>${t("rules.combinations")}</h2>
          <ul class="combos">
            ${combinations.map((/** @type {any} */ { type, words }) => html`<li key=${type}>${say(words)}</li>`)}
          </ul>
        </section>
      `
      }
      <section>
        <h2>${t("rules.profile", { profile: tOr(`profile.${game}.${profile}`, profile) })}</h2>
        <p>${say(own.value?.about)}</p>
        ${own.error && html`<p class="bad">${t("load.failed")}</p>`}
        <${OptionLines} lines=${own.value?.optionList ?? []} />
      </section>
    <//>
  `;
}

/** The profiles of a game, each with a page under this address. @param {{ to: string, game: string, profile: string }} props */
export function ProfileLinks({ to, game, profile }) {
  const { value } = useLoaded(() => ask("GET", "/games"), []);
  const found = value?.games.find((/** @type {any} */ { game: name }) => name === game);
  const names = found?.profiles.map((/** @type {any} */ { profile: name }) => name) ?? [profile];
  return html`
    <nav class="profiles" aria-label=${t("profiles")}>
      ${names.map(
        (/** @type {string} */ name) => html`
          <a
            key=${name}
            class="button"
            aria-current=${name === profile ? "page" : undefined}
            href=${`${to}/${game}/${name}`}
            >${tOr(`profile.${game}.${name}`, name)}</a
          >
        `,
      )}
    </nav>
  `;
}

/**
 * What an option is called, and a line about it. In Chinese the line alone: its name is English.
 * @param {{ name: string, about: any }} option
 */
export const optionWords = ({ name, about }) =>
  language.value === "zh" ? [say(about), ""] : [name.replaceAll("_", " ").replace(".", ": "), say(about)];

/** An option's value, as people write it. @param {unknown} value @returns {string} */
export const valueText = (value) => {
  if (typeof value === "boolean") return t(value ? "option.on" : "option.off");
  if (value === null || value === undefined) return "–";
  if (typeof value !== "object") return String(value).replaceAll("_", " ");
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  return Object.entries(value)
    .map(([name, inner]) => `${name.replaceAll("_", " ")}: ${valueText(inner)}`)
    .join(", ");
};

/** An option's value by its name, where the server has one. @param {any} option @param {unknown} value */
export const nameOfValue = (option, value) => {
  const { values, names } = Array.isArray(option.values) ? option : (option.values ?? {});
  const text = JSON.stringify(value);
  const place = values?.findIndex((/** @type {unknown} */ one) => JSON.stringify(one) === text) ?? -1;
  return say(names?.[place]) || valueText(value);
};

/** What each option is and means. @param {{ lines: any[] }} props */
const OptionLines = ({ lines }) => html`
  <dl class="options">
    ${lines.map(
      (option) => html`
        <div key=${option.name}>
          <dt>${optionWords(option)[0]}: <b>${nameOfValue(option, option.value)}</b></dt>
          <dd>${optionWords(option)[1]}</dd>
        </div>
      `,
    )}
  </dl>
`;
