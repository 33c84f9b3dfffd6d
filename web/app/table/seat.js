// A seat of the table: who sits there, how many cards it holds, whose turn it is and for how long.
import { html, useEffect, useState } from "../lib/view.js";
import { many, minus, t } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { play } from "../lib/sound.js";
import { Avatar } from "./avatar.js";
import { Emote } from "./emotes.js";

/**
 * The time left of a turn as a ring. It is drawn by one animation, not by a timer.
 * @param {{ deadline: number | null, now: () => number, total: number, isMine: boolean }} props
 */
export function Ring({ deadline, now, total, isMine }) {
  const [left, setLeft] = useState(() => (deadline === null ? 0 : deadline - now()));
  useEffect(() => {
    if (deadline === null) return undefined;
    const tick = () => {
      const rest = deadline - now();
      setLeft(rest);
      if (isMine && rest > 0 && rest < 5200) play("tick");
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return html`<span class="ring still"></span>`;
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const share = Math.max(0, Math.min(1, left / total));
  return html`
    <svg class=${`ring ${left < 6000 ? "late" : ""}`} viewBox="0 0 44 44" aria-hidden="true">
      <circle cx="22" cy="22" r="20" pathLength="100" style=${{ strokeDashoffset: `${100 - share * 100}` }} />
    </svg>
    <span key=${seconds} class=${`seconds ${left < 6000 ? "late" : ""}`} aria-hidden="true">${seconds}</span>
  `;
}

/** What somebody said, for a few seconds. @param {{ said: any[], seat: number }} props */
export function Bubble({ said, seat }) {
  const latest = said.filter((message) => message.seat === seat).at(-1);
  const [shown, setShown] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (!latest) return undefined;
    setShown(latest);
    const timer = setTimeout(() => setShown(null), 4500);
    return () => clearTimeout(timer);
  }, [latest?.key]);
  if (!shown) return null;
  const { phrase, emote, text } = shown.what;
  return html`
    <span class=${`bubble ${emote ? "face-only" : ""}`} key=${shown.key}>
      ${emote ? html`<${Emote} name=${emote} />` : phrase ? t(`phrase.${phrase}`) : text}
    </span>
  `;
}

/**
 * @param {{
 *   table: import("../state/table.js").Table, seat: any, role: string | null, count: number | null,
 *   isTurn: boolean, spot?: { x: number, y: number, side: string }, children?: any, own?: boolean,
 *   badge?: any,
 * }} props
 */
export function Seat({ table, seat, role, count, isTurn, spot, children, own = false, badge = null }) {
  const room = table.room.value;
  const name = table.nameOf(seat.playerId);
  const isBot = seat.kind === "bot";
  const inLobby = room.phase === "lobby";
  const style = spot ? { left: `${spot.x * 100}%`, top: `${spot.y * 100}%` } : {};
  const marks = [
    role && t(`role.${role}`),
    count !== null && many("cards", count),
    seat.kind === "person" && !seat.online && t("seat.away"),
    seat.trustee && t("seat.trustee"),
    inLobby && seat.ready && t("seat.ready"),
    isTurn && t("seat.turn"),
  ].filter(Boolean);
  return html`
    <div
      class=${`seat ${spot?.side ?? "own"} ${isTurn ? "turn" : ""} ${seat.kind} ${role ?? ""} ${seat.kind === "person" && !seat.online ? "away" : ""}`}
      style=${style}
      data-seat=${seat.playerId}
    >
      <div class="who" data-anchor=${seat.playerId} role="group" aria-label=${[name, ...marks].join(", ")}>
        <span class="portrait">
          ${seat.kind === "empty" ? html`<span class="avatar nobody"></span>` : html`<${Avatar} name=${name} isBot=${isBot} seat=${seat.seat} />`}
          ${isTurn && html`<${Ring} deadline=${room.turn.deadline} now=${table.now} total=${turnTime(room, seat)} isMine=${own} />`}
          ${role && html`<span class=${`role ${role}`}><${Icon} name=${role === "landlord" ? "crown" : "hat"} /></span>`}
          ${seat.trustee && html`<span class="trustee-mark"><${Icon} name="robot" /></span>`}
          ${seat.kind === "person" && !seat.online && html`<span class="off-mark"><${Icon} name="off" /></span>`}
        </span>
        <span class="nameplate">
          <b>${name}</b>
          <small>${inLobby && seat.ready ? t("seat.ready") : points(room, seat)}</small>
        </span>
        ${count !== null && !own && html`<span class=${`count ${count <= 2 ? "few" : ""}`}><i></i><span>${count}</span></span>`}
        ${badge}
      </div>
      <${Bubble} said=${table.said.value} seat=${seat.seat} />
      ${children}
    </div>
  `;
}

/** @param {any} room @param {any} seat */
const points = (room, seat) =>
  seat.kind === "empty" ? "" : t("points.short", { points: minus(room.totals[seat.seat] ?? 0) });

/** How long a turn lasts at most, in milliseconds. @param {any} room @param {any} seat */
const turnTime = ({ clock }, { stockMs }) =>
  clock.type === "perTurn" ? clock.seconds * 1000 : (stockMs ?? clock.seconds * 1000);
