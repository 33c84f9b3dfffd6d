// A form that asks the server for something and says what it answered.
import { html, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { reasonOf } from "../state/table.js";

/** What the browser checks before anything is sent: the server's limits. */
const LIMITS = {
  login: { type: "text", pattern: "[a-z0-9_.\\-]{3,32}", autocomplete: "username", autocapitalize: "none" },
  password: { type: "password", minlength: 8, maxlength: 128, autocomplete: "current-password" },
  old: { type: "password", minlength: 8, maxlength: 128, autocomplete: "current-password" },
  new: { type: "password", minlength: 8, maxlength: 128, autocomplete: "new-password" },
  text: { type: "text", pattern: "[A-Za-z0-9_\\-]{1,64}", autocomplete: "off" },
};

/**
 * @param {{
 *   name: string, fields: (keyof typeof LIMITS)[], label: string, about?: string,
 *   send: (given: any) => Promise<string | void>,
 * }} props send: does it, and returns what to say then
 */
export function Form({ name, fields, label, about = "", send }) {
  const [said, setSaid] = useState({ text: "", bad: false });
  /** @param {any} event */
  const submit = async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      setSaid({ text: (await send(Object.fromEntries(new FormData(form)))) ?? "", bad: false });
      form.reset();
    } catch (refused) {
      setSaid({ text: reasonOf(/** @type {any} */ (refused)), bad: true });
    }
  };
  return html`
    <form class="asking" data-form=${name} onSubmit=${submit}>
      ${about && html`<p>${about}</p>`}
      ${fields.map(
        (field) => html`
          <label key=${field}
            ><span>${t(`field.${field}`)}</span><input name=${field} required ...${LIMITS[field]}
          /></label>
        `,
      )}
      <button>${label}</button>
      ${said.text && html`<p role=${said.bad ? "alert" : "status"} class=${said.bad ? "bad" : "good"}>${said.text}</p>`}
    </form>
  `;
}
