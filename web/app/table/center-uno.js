// The middle of a table of UNO: draw pile, discard pile, the colour in force, the direction.
import { html, useLayoutEffect, useRef } from "../lib/view.js";
import { many, t } from "../lib/i18n.js";
import { anchorAt, flyFrom, recallPlace } from "../lib/motion.js";
import { Back, Card } from "../cards/card.js";
import { cardName } from "../cards/names.js";

/** A small turn that a card keeps as long as it lies there. @param {string} id */
const tilt = (id) => ([...id].reduce((sum, letter) => (sum * 7 + letter.charCodeAt(0)) % 29, 3) - 14) * 1.1;

/** @param {{ id: string, from: string | null, under: boolean }} props */
function Discarded({ id, from, under }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const card = ref.current?.firstElementChild;
    if (card && !under)
      flyFrom(card, recallPlace(id) ?? (from ? anchorAt(from) : anchorAt("pile")), { turn: 40, time: 340 });
  }, []);
  return html`
    <span class="discarded" ref=${ref} style=${{ transform: `rotate(${tilt(id)}deg)` }}
      ><${Card} id=${id}
    /></span>
  `;
}

/** @param {{ table: import("../state/table.js").Table, width: number }} props */
export function UnoCenter({ table, width }) {
  const game = table.game.value;
  const v = game.variables;
  const color = v["uno.currentColor"];
  const pile = game.zones["uno-discard"]?.cards ?? [];
  const shown = pile.slice(-4);
  const draw = table.actions.value.find(({ type }) => type === "DRAW_CARD");
  const left = game.zones["uno-deck"]?.count ?? 0;
  const way = v["turn.direction"] < 0 ? "left" : "right";
  const lastBy =
    table.happening.value?.events.findLast(({ type }) => type === "CARD_PLAYED")?.playerId ?? null;
  const pileLabel = `${t("pile.draw")}, ${many("cards", left)}`;
  return html`
    <div class=${`uno-middle in-${color}`} style=${{ "--cw": `${width}px` }} data-anchor="middle">
      <svg class=${`direction ${way}`} viewBox="0 0 200 200" role="img" aria-label=${t(`direction.${way}`)}>
        ${[0, 120, 240].map(
          (turn) => html`
            <g transform=${`rotate(${turn} 100 100)`}
              ><path d="M100 8A92 92 0 0 1 168 38" /><path class="tip" d="M180 52 178 27 157 47z"
            /></g>
          `,
        )}
      </svg>
      <button
        class=${`pile draw ${draw ? "may" : ""}`}
        data-anchor="pile"
        disabled=${!draw}
        aria-label=${draw ? `${t("act.DRAW_CARD")}: ${pileLabel}` : pileLabel}
        onClick=${() => draw && table.act(draw)}
      >
        ${left > 2 && html`<${Back} game="uno" class="deep" />`}
        ${left > 1 && html`<${Back} game="uno" class="mid" />`} ${left > 0 && html`<${Back} game="uno" />`}
        <span class="count">${left}</span>
      </button>
      <span
        class="pile discard"
        role="img"
        aria-label=${`${t("pile.discard")}: ${cardName(v["uno.topCard"])}`}
      >
        ${shown.map(
          (/** @type {string} */ id, /** @type {number} */ i) => html`
            <${Discarded}
              key=${`${id}.${pile.length - shown.length + i}`}
              id=${id}
              from=${lastBy}
              under=${i < shown.length - 1}
            />
          `,
        )}
      </span>
      <span
        key=${`in.${color}`} class="in-force"
        aria-label=${color === "wild" ? t("color.open") : t("color.inForce", { color: t(`color.${color}`) })}
        role="img"
      >
        ${color === "wild" ? "?" : html`<svg viewBox="0 0 32 32" aria-hidden="true"><use href=${`#s-${color}`} /></svg>`}
        <small aria-hidden="true">${color === "wild" ? t("color.open") : t(`color.${color}`)}</small>
      </span>
      ${v["uno.penalty"] > 0 && html`<span class="penalty" role="status">${t("penalty", { count: v["uno.penalty"] })}</span>`}
    </div>
  `;
}
