// Where a hand was lost: what the expert would have done, as the server has found it.
import { html, useEffect, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { askAs } from "../state/session.js";
import { isPlay, labelOf, say } from "./actions.js";
import { shortNames } from "../cards/names.js";

/** How often the server is asked whether it is done, in milliseconds. */
const AGAIN = 900;

/** Losses below this, in hundredths of a point, mean nothing. */
export const NOISE = 50;

/** Where a hand of a room is. @param {string} code @param {number} hand */
export const handPath = (code, hand) => `/rooms/${code}/hands/${hand}`;

/**
 * The analysis of a hand.
 * @param {string} hand its address
 * @param {boolean} begins whether it is begun when nobody has asked for it before
 * @returns {{ decisions: any[] | null, error: any }}
 */
export function useAnalysis(hand, begins) {
  const [state, setState] = useState(
    /** @type {{ decisions: any[] | null, error: any }} */ ({ decisions: null, error: null }),
  );
  useEffect(() => {
    const path = `${hand}/analysis`;
    let wanted = true;
    const look = async (/** @type {"GET" | "POST"} */ method) => {
      try {
        const found = await askAs(method, path);
        if (!wanted) return;
        if (found.state === "done") setState({ decisions: found.decisions, error: null });
        else if (found.state !== "none") setTimeout(() => wanted && look("GET"), AGAIN);
      } catch (error) {
        if (wanted) setState({ decisions: null, error });
      }
    };
    void look(begins ? "POST" : "GET");
    return () => {
      wanted = false;
    };
  }, [hand]);
  return state;
}

/** @param {{ code: string, hand: number, nameOf: (id: string) => string }} props */
export function Analysis({ code, hand, nameOf }) {
  const { decisions, error } = useAnalysis(handPath(code, hand), true);
  if (error) return html`<p>${t([403, 404].includes(error.status) ? "analysis.none" : "load.failed")}</p>`;
  if (!decisions) return html`<p aria-busy="true">${t("analysis.thinking")}</p>`;
  const wrong = decisions.filter(({ lost }) => lost > NOISE).sort((a, b) => b.lost - a.lost);
  if (!wrong.length) return html`<p>${t("analysis.clean")}</p>`;
  return html`
    <p>${t("analysis.about")}</p>
    <ol class="analysis">
      ${wrong.map((move) => html`<li key=${move.entry}><${Judged} move=${move} nameOf=${nameOf} /></li>`)}
    </ol>
  `;
}

/** @param {{ move: any, nameOf: (id: string) => string }} props */
export function Judged({ move, nameOf }) {
  const text = (/** @type {any} */ action) =>
    isPlay(action) ? shortNames(action.payload.cardIds) : labelOf(action, nameOf);
  const line = { played: text(move.made), best: text(move.best), cost: (move.lost / 100).toFixed(1) };
  return html`<b>${nameOf(`p${move.seat + 1}`)}</b> ${t("analysis.line", line)} <small>${say(move.reason)}</small>`;
}
