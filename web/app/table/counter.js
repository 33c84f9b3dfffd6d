// The card counter: what one has not seen yet, as the server counts it.
import { html, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";

/** @param {{ table: import("../state/table.js").Table }} props */
export function Counter({ table }) {
  const [open, setOpen] = useState(innerWidth > 700);
  const unseen = table.scene.value.unseen ?? table.scene.value.counter;
  if (!unseen?.length) return null;
  return table.room.value.game === "uno"
    ? null
    : html`
        <div class=${`counter ${open ? "" : "closed"}`}>
          <button class="chip" aria-expanded=${open} onClick=${() => setOpen(!open)}>${t("counter")}</button>
          ${
            open &&
            html`
              <table aria-label=${t("counter.about")}>
                <tr>
                  ${[...unseen].reverse().map(({ name }) => html`<th key=${name} scope="col">${t(`short.${name}`) === `short.${name}` ? name : t(`short.${name}`)}</th>`)}
                </tr>
                <tr>
                  ${[...unseen].reverse().map(({ name, count }) => html`<td key=${name} class=${count === 0 ? "none" : count === 4 ? "all" : ""}>${count}</td>`)}
                </tr>
              </table>
            `
          }
        </div>
      `;
}
