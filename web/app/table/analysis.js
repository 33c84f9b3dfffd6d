// Where a hand was lost: what the expert would have done, as the server has found it.
import { html } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { guest } from "../state/session.js";
import { isPlay, labelOf, say } from "./actions.js";
import { shortNames } from "../cards/names.js";

/** @param {{ code: string, hand: number, nameOf: (id: string) => string }} props */
export function Analysis({ code, hand, nameOf }) {
  const { value, error } = useLoaded(
    () => ask("GET", `/rooms/${code}/hands/${hand}/analysis`, { token: guest.value?.token }),
    [code, hand],
  );
  if (error) return html`<p>${t(error.status === 404 ? "analysis.none" : "load.failed")}</p>`;
  if (!value) return html`<p aria-busy="true">${t("analysis.thinking")}</p>`;
  const moves = value.decisions ?? value.moves ?? [];
  const wrong = moves.filter((/** @type {any} */ { cost }) => cost > 0);
  if (!wrong.length) return html`<p>${t("analysis.clean")}</p>`;
  const text = (/** @type {any} */ action) =>
    isPlay(action) ? shortNames(action.payload.cardIds) : labelOf(action, nameOf);
  return html`
    <ol class="analysis">
      ${wrong.map(
        (/** @type {any} */ move) => html`
          <li key=${move.entry}>
            <b>${nameOf(move.playerId)}</b>
            ${t("analysis.line", { played: text(move.played), best: text(move.best), cost: move.cost })}
            ${move.reason && html`<small>${say(move.reason)}</small>`}
          </li>
        `,
      )}
    </ol>
  `;
}
