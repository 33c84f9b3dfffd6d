// House rules: every option of a profile, with a line about it, can be changed.
import { html } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { nameOfValue, optionWords } from "./rules.js";

/**
 * What a room is made with: the profile's name, or all options when some were changed.
 * @param {string} game
 * @param {any} profile
 * @param {Record<string, unknown>} changed by the options' names
 */
export function optionsOf(game, profile, changed) {
  if (!Object.keys(changed).length) return { profile: profile.profile };
  const options = structuredClone(profile.options);
  for (const [name, value] of Object.entries(changed)) {
    const path = name.split(".");
    const last = /** @type {string} */ (path.pop());
    path.reduce((at, part) => at[part], options)[last] = value;
  }
  return { custom: game === "uno" ? options : { name: "house", options } };
}

/**
 * @param {{
 *   options: any[], values: any, changed: Record<string, unknown>,
 *   onChange: (changed: Record<string, unknown>) => void,
 * }} props
 */
export function House({ options, values, changed, onChange }) {
  const valueOf = (/** @type {string} */ name) =>
    name in changed ? changed[name] : name.split(".").reduce((at, part) => at?.[part], values);
  const count = Object.keys(changed).length;
  return html`
    <details>
      <summary>${t("room.options")}${count ? ` (${count})` : ""}</summary>
      <p>${t("room.options.about")}</p>
      <div class="house">
        ${options.map(
          (option) => html`
            <${Option}
              key=${option.name}
              option=${option}
              value=${valueOf(option.name)}
              onChange=${(/** @type {unknown} */ value) => onChange({ ...changed, [option.name]: value })}
            />
          `,
        )}
      </div>
    </details>
  `;
}

/** @param {{ option: any, value: any, onChange: (value: unknown) => void }} props */
const Option = ({ option, value, onChange }) => html`
  <label>
    <b>${optionWords(option)[0]}</b>
    <${Field} option=${option} value=${value} onChange=${onChange} />
    <small>${optionWords(option)[1]}</small>
  </label>
`;

/** @param {{ option: any, value: any, onChange: (value: unknown) => void }} props */
function Field({ option, value, onChange }) {
  if (option.type === "flag")
    return html`<input
      type="checkbox"
      checked=${value}
      onChange=${(/** @type {any} */ { currentTarget }) => onChange(currentTarget.checked)}
    />`;
  if (option.type === "number")
    return html`<input
      type="number"
      min=${option.min}
      max=${option.max}
      value=${value}
      onChange=${(/** @type {any} */ { currentTarget }) => onChange(Number(currentTarget.value))}
    />`;
  const now = JSON.stringify(value);
  const texts = (option.values ?? []).map((/** @type {unknown} */ one) => JSON.stringify(one));
  const all = texts.includes(now) ? texts : [now, ...texts];
  return html`
    <select
      value=${now}
      onChange=${(/** @type {any} */ { currentTarget }) => onChange(JSON.parse(currentTarget.value))}
    >
      ${all.map((/** @type {string} */ text) => html`<option key=${text} value=${text}>${nameOfValue(option, JSON.parse(text))}</option>`)}
    </select>
  `;
}
