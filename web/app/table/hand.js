// One's own cards: held as a fan, selected by tapping, by dragging across several, or by keys.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib/view.js";
import { useSize } from "../lib/hooks.js";
import { settings } from "../lib/settings.js";
import { anchorAt, flyFrom, remember } from "../lib/motion.js";
import { play } from "../lib/sound.js";
import { many } from "../lib/i18n.js";
import { face } from "../cards/card.js";
import { cardName } from "../cards/names.js";
import { RATIO, cardAt, cardWidth, fan } from "./layout.js";

/** Two taps within so many milliseconds are a double tap. */
const DOUBLE = 320;

/**
 * @param {{
 *   cards: string[], selected: Set<string>, playable: Set<string> | null, game: string,
 *   hand: number, area: { width: number, height: number }, onSelect: (ids: string[]) => void,
 *   onDouble: (id: string) => void, onPlay: () => void,
 * }} props
 */
export function Hand({ cards, selected, playable, game, area, hand, onSelect, onDouble, onPlay }) {
  const [ref, size] = useSize();
  const [focus, setFocus] = useState(0);
  const [span, setSpan] = useState(/** @type {[number, number] | null} */ (null));
  const tapped = useRef({ time: 0, at: -1 });
  const was = useRef(/** @type {Set<string>} */ (new Set()));

  const card = cardWidth(area, settings.value.size);
  const isUno = game === "uno";
  const fanned = fan(cards.length, size.width, card, !isUno && area.height > 480, isUno);
  const lift = Math.round(card * 0.22);
  const needs = Math.round(card * RATIO * (fanned.rows === 2 ? 1.52 : 1) + lift + (isUno ? card * 0.16 : 0));
  // The space stays as high as it was at first, so that the table does not move when cards are played.
  const tallest = useRef({ for: "", height: 0 });
  const space = `${hand}.${card}.${size.width}`;
  if (tallest.current.for !== space) tallest.current = { for: space, height: 0 };
  if (size.width) tallest.current.height = Math.max(tallest.current.height, needs);
  const height = Math.max(tallest.current.height, needs);
  const places = fanned.places.map((place) => ({ ...place, y: place.y + height - needs }));
  const focused = Math.min(focus, cards.length - 1);

  useLayoutEffect(() => {
    if (!ref.current || !size.width) return;
    const { left, top } = ref.current.getBoundingClientRect();
    const fresh = cards.filter((id) => !was.current.has(id));
    const source = anchorAt(was.current.size ? "pile" : "middle") ?? anchorAt("middle");
    cards.forEach((id, i) => {
      const { x, y } = places[i];
      remember(id, { x: left + x + card / 2, y: top + y + lift + (card * RATIO) / 2, width: card });
      const order = fresh.indexOf(id);
      if (order < 0) return;
      const element = ref.current.children[i]?.firstElementChild;
      if (element) flyFrom(element, source, { delay: order * (was.current.size ? 70 : 36), size: 0.6 });
    });
    was.current = new Set(cards);
  }, [cards.join(), size.width, card]);

  /** @param {number[]} among places */
  const toggle = (among) => {
    const chosen = new Set(selected);
    for (const i of among) {
      if (chosen.has(cards[i])) chosen.delete(cards[i]);
      else chosen.add(cards[i]);
    }
    play("pick");
    onSelect([...chosen]);
  };

  /** @param {PointerEvent} event */
  const pointAt = (event) => {
    const { left, top, bottom } = ref.current.getBoundingClientRect();
    const raised = (/** @type {number} */ i) => (selected.has(cards[i]) ? 0 : lift);
    const y = Math.min(Math.max(event.clientY, top + 1), bottom - 2) - top;
    const x = event.clientX - left;
    return cardAt(
      places.map((place, i) => ({ x: place.x, y: place.y + raised(i) })),
      card,
      { x, y },
    );
  };

  /** @param {PointerEvent} event */
  const down = (event) => {
    if (event.button) return;
    const i = pointAt(event);
    if (i < 0) {
      if (selected.size) onSelect([]);
      return;
    }
    ref.current.setPointerCapture(event.pointerId);
    setSpan([i, i]);
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!span) return;
    const i = pointAt(event);
    if (i >= 0 && i !== span[1]) setSpan([span[0], i]);
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!span) return;
    const [from, to] = span;
    setSpan(null);
    if (event.type === "pointercancel") return;
    setFocus(to);
    const [low, high] = from < to ? [from, to] : [to, from];
    const twice = from === to && tapped.current.at === to && event.timeStamp - tapped.current.time < DOUBLE;
    tapped.current = { time: event.timeStamp, at: to };
    if (twice) onDouble(cards[to]);
    else toggle(Array.from({ length: high - low + 1 }, (_, i) => low + i));
  };

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -cards.length, End: cards.length };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) {
      const next = Math.max(0, Math.min(cards.length - 1, focused + step));
      setFocus(next);
      ref.current.children[next]?.focus();
    } else if (event.key === " ") toggle([focused]);
    else if (event.key === "Enter" && selected.size) onPlay();
    else return;
    event.preventDefault();
  };

  const inSpan = (/** @type {number} */ i) =>
    span && i >= Math.min(span[0], span[1]) && i <= Math.max(span[0], span[1]);

  useEffect(() => {
    // Keys go on where they were when a card under the focus was played.
    if (document.activeElement === document.body && ref.current?.dataset.keys === "on")
      ref.current.children[focused]?.focus();
  }, [cards.length]);

  return html`
    <div
      class=${`hand ${game}`}
      ref=${ref}
      role="group"
      aria-label=${many("hand", cards.length)}
      style=${{ height: `${height}px`, "--cw": `${card}px` }}
      onPointerDown=${down}
      onPointerMove=${move}
      onPointerUp=${up}
      onPointerCancel=${up}
      onKeyDown=${key}
      onFocusIn=${(/** @type {any} */ { currentTarget }) => (currentTarget.dataset.keys = "on")}
      onFocusOut=${(/** @type {any} */ { currentTarget, relatedTarget }) => {
        if (relatedTarget) delete currentTarget.dataset.keys;
      }}
    >
      ${cards.map((id, i) => {
        const isUp = selected.has(id);
        const { x, y, turn } = places[i] ?? { x: 0, y: 0, turn: 0 };
        const state = `${isUp ? "up" : ""} ${inSpan(i) ? "swept" : ""} ${playable && !playable.has(id) ? "dim" : ""}`;
        return html`
          <button
            key=${id}
            type="button"
            class=${`held ${state}`}
            tabindex=${i === focused ? 0 : -1}
            aria-pressed=${isUp}
            aria-label=${cardName(id)}
            data-card=${id}
            onFocus=${() => setFocus(i)}
            style=${{ transform: `translate(${x}px, ${y + (isUp ? 0 : lift)}px) rotate(${turn}deg)`, zIndex: i + 1 }}
          >
            <span class="card">${face(id)}</span>
          </button>
        `;
      })}
    </div>
  `;
}
