// What lies in front of a seat: the cards it played last, or what it said.
import { html, useLayoutEffect, useRef } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { anchorAt, flyFrom, recallPlace } from "../lib/motion.js";
import { cardNames } from "../cards/names.js";
import { Card } from "../cards/card.js";
import { RATIO, fan } from "./layout.js";

/**
 * Cards side by side, within a width.
 * @param {{ cards: string[], width: number, card: number, from?: string, label?: string }} props
 *   from: the seat that they come from
 */
export function Spread({ cards, width, card, from, label }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const natural = card * (1 + (cards.length - 1) * 0.5);
  const across = Math.min(width, natural);
  const { places, rows } = fan(cards.length, across, card, natural > width * 1.25);
  useLayoutEffect(() => {
    if (!from || !ref.current) return;
    const seat = anchorAt(from);
    [...ref.current.children].forEach((element, i) => {
      flyFrom(element.children[0] ?? element, recallPlace(cards[i]) ?? seat, {
        delay: i * 12,
        size: undefined,
      });
    });
  }, [cards.join()]);
  const height = card * RATIO * (rows === 2 ? 1.52 : 1);
  return html`
    <span
      class="spread"
      ref=${ref}
      role="img"
      aria-label=${label ?? cardNames(cards)}
      style=${{ width: `${across}px`, height: `${height}px`, "--cw": `${card}px` }}
    >
      ${cards.map(
        (id, i) => html`
          <span
            class="laid"
            key=${id}
            style=${{ transform: `translate(${places[i].x}px, ${places[i].y}px)` }}
          >
            <${Card} id=${id} />
          </span>
        `,
      )}
    </span>
  `;
}

/**
 * @param {{ lying: any, player: string, width: number, card: number, isOwn?: boolean, noCards?: boolean }} props
 */
export function Lying({ lying, player, width, card, noCards = false }) {
  if (!lying || (noCards && lying.cards)) return null;
  if (lying.cards)
    return html`<${Spread}
      key=${lying.key}
      cards=${lying.cards}
      width=${width}
      card=${card}
      from=${player}
    />`;
  return html`<span class="said-word" key=${lying.key}>${sayText(lying)}</span>`;
}

/** @param {{ said: string, args?: Record<string, any> }} lying */
const sayText = ({ said, args = {} }) =>
  t(said, args.color ? { ...args, color: t(`color.${args.color}`) } : args);
