// Who comes by a link is asked for a name first, and then is at the table.
import { html, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { guest } from "../state/session.js";
import { reasonOf } from "../state/table.js";
import { Page } from "./frame.js";
import { NameField, enterAsTyped } from "./name.js";

/** @param {{ children?: any }} props */
export function Gate({ children }) {
  const [error, setError] = useState("");
  if (guest.value) return children;
  const enter = () => enterAsTyped().catch((refused) => setError(reasonOf(refused)));
  return html`
    <${Page} class="narrow" title=${t("gate.title")}>
      <${NameField} onEnter=${enter} />
      <button class="bright" onClick=${enter}>${t("gate.enter")}</button>
      ${error && html`<p role="alert" class="bad">${error}</p>`}
    <//>
  `;
}
