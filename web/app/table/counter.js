// The card counter: what one has not seen yet, as the server counts it.
import { html, useState } from "../lib/view.js";
import { t, tOr } from "../lib/i18n.js";
import { parts } from "../cards/ids.js";

/** @param {{ table: import("../state/table.js").Table }} props */
export function Counter({ table }) {
  const [open, setOpen] = useState(() => innerWidth > 900 && innerHeight > 600);
  const unseen = table.scene.value.counter;
  if (!unseen?.length) return null;
  const isUno = table.room.value.game === "uno";
  const list = isUno ? unseen : [...unseen].reverse();
  return html`
    <div class=${`counter ${open ? "" : "closed"} ${isUno ? "uno" : ""}`}>
      <button class="chip" aria-expanded=${open} onClick=${() => setOpen(!open)}>${t("counter")}</button>
      ${
        open &&
        (isUno
          ? html`<${UnoCount} list=${list} />`
          : html`
        <table aria-label=${t("counter.about")}>
          <tr>${list.map((/** @type {any} */ { name }) => html`<th key=${name} scope="col">${tOr(`short.${name}`, name)}</th>`)}</tr>
          <tr>${list.map((/** @type {any} */ { name, count }) => html`<td key=${name} class=${count === 0 ? "none" : count === 4 ? "all" : ""}>${count}</td>`)}</tr>
        </table>
      `)
      }
    </div>
  `;
}

/** UNO has too many kinds for one line: they are counted by colour. @param {{ list: { name: string, count: number }[] }} props */
function UnoCount({ list }) {
  const sums = new Map();
  for (const { name, count } of list) {
    const { color, face } = parts(name);
    const key = color === "wild" ? face : color;
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return html`
    <ul aria-label=${t("counter.about")}>
      ${[...sums].map(([key, count]) => html`<li key=${key}>${tOr(`color.${key}`, tOr(`face.${key}`, key))} <b>${count}</b></li>`)}
    </ul>
  `;
}
