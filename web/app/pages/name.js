// The name under which one plays.
import { html, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { enter, guest, lastName } from "../state/session.js";

/** What stands in the field now. */
let typed = "";

/** The name to play under; a plain one when nothing was typed. */
export const chosenName = () => (typed || lastName() || t("name.plain")).trim();

/** Becomes who the field says. */
export const enterAsTyped = () => enter(chosenName());

/** @param {{ onEnter?: () => void }} props */
export function NameField({ onEnter }) {
  const [name, setName] = useState(() => (typed = lastName()));
  if (guest.value?.login)
    return html`<p class="name-field">${t("account.as", { name: guest.value.name })}</p>`;
  return html`
    <label class="name-field">
      <span>${t("name")}</span>
      <input
        name="nickname"
        value=${name}
        maxlength="24"
        autocomplete="nickname"
        placeholder=${t("name.plain")}
        onInput=${(/** @type {any} */ { currentTarget }) => {
          typed = currentTarget.value;
          setName(typed);
        }}
        onKeyDown=${(/** @type {KeyboardEvent} */ { key }) => key === "Enter" && onEnter?.()}
      />
    </label>
  `;
}
