// How the table is used: by touch, mouse and keys.
import { html } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { Page } from "./frame.js";

export const KEYS = [
  ["← →", "key.move"],
  ["Space", "key.select"],
  ["Enter", "key.play"],
  ["H", "key.hint"],
  ["P", "key.pass"],
  ["D", "key.draw"],
  ["U", "key.uno"],
  ["1 – 9", "key.number"],
  ["Esc", "key.clear"],
  ["T", "key.trustee"],
  ["C", "key.chat"],
  ["M", "key.sound"],
  ["Tab", "key.tab"],
];

export const KeyList = () => html`
  <dl class="keys">
    ${KEYS.map(
      ([key, text]) =>
        html`<div key=${key}>
          <dt><kbd>${key}</kbd></dt>
          <dd>${t(text)}</dd>
        </div>`,
    )}
  </dl>
`;

export const Help = () => html`
  <${Page} title=${t("help")} class="narrow">
    <h2>${t("help.touch")}</h2>
    <ul>
      ${["tap", "drag", "double", "felt", "early"].map((key) => html`<li key=${key}>${t(`help.${key}`)}</li>`)}
    </ul>
    <h2>${t("help.keys")}</h2>
    <${KeyList} />
    <h2>${t("rules")}</h2>
    <p>
      <a href="/rules/doudizhu/game-claw">${t("game.doudizhu")}</a>${" · "}
      <a href="/rules/uno/decklet">${t("game.uno")}</a>
    </p>
  <//>
`;
