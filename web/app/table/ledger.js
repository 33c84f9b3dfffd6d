// What each hand of this room brought whom.
import { html } from "../lib/view.js";
import { minus, signed, t } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";

/** @param {{ table: import("../state/table.js").Table }} props */
export function Ledger({ table }) {
  const room = table.room.value;
  const { value, error } = useLoaded(() => ask("GET", `/rooms/${room.code}/hands`), [room.hands, room.phase]);
  if (error) return html`<p>${t("load.failed")}</p>`;
  if (!value) return html`<p aria-busy="true">${t("loading")}</p>`;
  if (!value.hands.length) return html`<p>${t("ledger.empty")}</p>`;
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${t("ledger")}>
      <table class="ledger">
        <thead>
          <tr>
            <th scope="col">${t("hand.number")}</th>
            ${room.seats.map((/** @type {any} */ seat) => html`<th scope="col" key=${seat.seat}>${table.nameOf(seat.playerId)}</th>`)}
            <th scope="col">${t("replay")}</th>
          </tr>
        </thead>
        <tbody>
          ${value.hands.map(
            (/** @type {any} */ { hand, result }) => html`
              <tr key=${hand}>
                <th scope="row">${hand}</th>
                ${result.points.map((/** @type {number} */ points, /** @type {number} */ seat) => html`<td class=${points > 0 ? "plus" : points < 0 ? "minus" : ""} key=${seat}>${signed(points)}</td>`)}
                <td><a href=${`/replay/${room.code}/${hand}`}>${t("replay.open")}</a></td>
              </tr>
            `,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${t("total")}</th>
            ${room.totals.map((/** @type {number} */ total) => html`<td>${minus(total)}</td>`)}
            <td></td>
          </tr>
        </tfoot>
      </table>
    </div>
  `;
}
