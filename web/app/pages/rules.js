// The rules of a game, and what a profile makes of them.
import { html } from "../lib/view.js";
import { t, tOr } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { say } from "../table/actions.js";
import { Page } from "./frame.js";

/** How many paragraphs the texts have on each game. */
const PARTS = {
  doudizhu: ["aim", "auction", "play", "combinations", "bombs", "score"],
  uno: ["aim", "turn", "actions", "wild", "end"],
};

/** @param {{ game: string, profile: string }} props */
export function Rules({ game, profile }) {
  const { value, error } = useLoaded(() => ask("GET", "/games"), []);
  const found = value?.games.find((/** @type {any} */ { game: name }) => name === game);
  const names = found?.profiles.map((/** @type {any} */ { profile: name }) => name) ?? [];
  const own = found?.profiles.find((/** @type {any} */ { profile: name }) => name === profile);
  const parts = PARTS[/** @type {keyof typeof PARTS} */ (game)];
  if (!parts) return html`<${Page} title=${t("page.none")} />`;
  return html`
    <${Page} title=${t("rules.of", { game: t(`game.${game}`) })} class="rules">
      ${parts.map(
        (part) => html`
          <section key=${part}>
            <h2>${t(`rules.${game}.${part}`)}</h2>
            <p>${t(`rules.${game}.${part}.text`)}</p>
          </section>
        `,
      )}
      <section>
        <h2>${t("rules.profile", { profile: tOr(`profile.${game}.${profile}`, profile) })}</h2>
        <p>${tOr(`profile.${game}.${profile}.about`, "")}</p>
        ${error && html`<p class="bad">${t("load.failed")}</p>`}
        <${OptionLines} lines=${linesOf(own)} />
      </section>
      <nav class="profiles" aria-label=${t("profiles")}>
        ${names.map((/** @type {string} */ name) => html`<a key=${name} class="button" aria-current=${name === profile ? "page" : undefined} href=${`/rules/${game}/${name}`}>${tOr(`profile.${game}.${name}`, name)}</a>`)}
      </nav>
    <//>
  `;
}

/** The lines that explain a profile's options, as the server has them. @param {any} profile @returns {any[]} */
export const linesOf = (profile) => profile?.lines ?? profile?.explained ?? [];

/** @param {{ lines: any[] }} props */
export const OptionLines = ({ lines }) => html`
  <dl class="options">
    ${lines.map(
      (line) =>
        html`<div key=${line.name ?? line.option}>
          <dt>${say(line.title) || line.name || line.option}</dt>
          <dd>${say(line.words ?? line.text ?? line)}</dd>
        </div>`,
    )}
  </dl>
`;
