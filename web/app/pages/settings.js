// What a person can choose.
import { html } from "../lib/view.js";
import { language, t } from "../lib/i18n.js";
import { change, settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";
import { Card } from "../cards/card.js";
import { KeyList } from "./help.js";
import { Page } from "./frame.js";

/**
 * One of several. @param {{ name: string, label: string, value: string, options: [string, string][], onChange: (value: string) => void }} props
 */
const Choice = ({ name, label, value, options, onChange }) => html`
  <fieldset class="choice">
    <legend>${label}</legend>
    ${options.map(
      ([key, text]) => html`
        <label key=${key}
          ><input
            type="radio"
            name=${name}
            value=${key}
            checked=${value === key}
            onChange=${() => onChange(key)}
          /><span>${text}</span></label
        >
      `,
    )}
  </fieldset>
`;

/** Yes or no. @param {{ name: "fourColours" | "sound" | "counter" | "autoPass" | "confirmBombs" }} props */
const Switch = ({ name }) => html`
  <label class="switch">
    <input
      type="checkbox"
      name=${name}
      checked=${settings.value[name]}
      onChange=${(/** @type {any} */ { currentTarget }) => change({ [name]: currentTarget.checked })}
    />
    <span>${t(`set.${name}`)}<small>${t(`set.${name}.about`)}</small></span>
  </label>
`;

/** @param {string[]} names @param {string} group @returns {[string, string][]} */
const options = (names, group) => names.map((name) => [name, t(`set.${group}.${name}`)]);

export function SettingsForm() {
  const s = settings.value;
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => change({ [name]: value });
  return html`
    <form class="settings" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${Choice}
        name="language"
        label=${t("set.language")}
        value=${language.value}
        options=${[
          ["zh", "中文"],
          ["en", "English"],
        ]}
        onChange=${set("language")}
      />
      <${Choice}
        name="theme"
        label=${t("set.theme")}
        value=${s.theme}
        options=${options(["auto", "light", "dark"], "theme")}
        onChange=${set("theme")}
      />
      <${Choice}
        name="size"
        label=${t("set.size")}
        value=${s.size}
        options=${options(["small", "normal", "large"], "size")}
        onChange=${set("size")}
      />
      <${Choice}
        name="motion"
        label=${t("set.motion")}
        value=${s.motion}
        options=${options(["auto", "full", "less"], "motion")}
        onChange=${set("motion")}
      />
      <${Switch} name="fourColours" />
      <div class="sample" aria-hidden="true">
        ${["spades-A", "hearts-K", "clubs-Q", "diamonds-J"].map((id) => html`<${Card} key=${id} id=${id} />`)}
      </div>
      <${Switch} name="sound" />
      <label class="volume"
        ><span>${t("set.volume")}</span>
        <input
          type="range"
          min="0"
          max="1"
          step="0.1"
          value=${s.volume}
          disabled=${!s.sound}
          onChange=${(/** @type {any} */ { currentTarget }) => {
            change({ volume: Number(currentTarget.value) });
            play("play");
          }}
        />
      </label>
      <${Switch} name="counter" />
      <${Switch} name="autoPass" />
      <${Switch} name="confirmBombs" />
      <details>
        <summary>${t("help.keys")}</summary>
        <${KeyList} />
      </details>
    </form>
  `;
}

export const SettingsPage = () =>
  html`<${Page} title=${t("settings")} class="narrow"><${SettingsForm} /><//>`;
