// A hand that is over, step by step, as the seat one had has seen it.
import { html, useEffect, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { isStill } from "../lib/settings.js";
import { useKeys, useLoaded, useSize } from "../lib/hooks.js";
import { Icon } from "../lib/icons.js";
import { ask } from "../lib/api.js";
import { Copy } from "../lib/copy.js";
import { askAs } from "../state/session.js";
import { reasonOf } from "../state/table.js";
import { lying } from "../state/played.js";
import { tell } from "../state/story.js";
import { Lying, Spread } from "../table/play.js";
import { Avatar } from "../table/avatar.js";
import { Judged, NOISE, handPath, useAnalysis } from "../table/analysis.js";
import { cardName } from "../cards/names.js";
import { Card } from "../cards/card.js";
import { cardWidth, seats as spots } from "../table/layout.js";
import { Page } from "./frame.js";

/** How long a step is shown at each speed, in milliseconds. */
const SPEEDS = { "½×": 2400, "1×": 1200, "2×": 600, "4×": 300 };

/** The hand as the seat one had; as a spectator for everybody else. @param {string} code @param {number} hand */
async function load(code, hand) {
  const path = `/rooms/${code}/hands/${hand}/replay`;
  for (let seat = 0; seat < 10; seat += 1) {
    try {
      return await askAs("GET", `${path}?as=${seat}`);
    } catch (refused) {
      if (refused.code !== "NOT_SEATED") break;
    }
  }
  return askAs("GET", path);
}

/** @param {{ code: string, hand: number }} props */
export function ReplayPage({ code, hand }) {
  const { value, error } = useLoaded(() => load(code, hand), [code, hand]);
  const title = t("replay.of", { code, hand });
  if (error)
    return html`<${Page} title=${title}><p>${t(error.status === 404 ? "replay.none" : "load.failed")}</p><//>`;
  if (!value) return html`<${Page} title=${title}><p aria-busy="true">${t("loading")}</p><//>`;
  const own = typeof value.as === "number";
  return html`
    <${Player} replay=${value} title=${title} path=${handPath(code, hand)} own=${own} file=${`${code}-${hand}`}>
      ${own && html`<${Share} path=${handPath(code, hand)} />`}
      <a class="button" href=${`/table/${code}`}>${t("replay.table")}</a>
    <//>
  `;
}

/** Makes a link with which everybody sees every hand of this game. @param {{ path: string }} props */
function Share({ path }) {
  const [id, setId] = useState("");
  const [error, setError] = useState("");
  const share = () =>
    askAs("POST", `${path}/share`).then(
      (made) => setId(made.id),
      (refused) => setError(reasonOf(refused)),
    );
  if (id) {
    const link = `${location.origin}/shared/${id}`;
    return html`<${Copy} text=${link} title=${link}><${Icon} name="link" />${t("copy.replay")}<//>
      <a class="button" href=${`/shared/${id}`}>${t("replay.shared.open")}</a>`;
  }
  return html`<button data-act="share" title=${t("replay.share.about")} onClick=${share}><${Icon} name="link" />${t("replay.share")}</button>
    ${error && html`<p role="alert" class="bad">${error}</p>`}`;
}

/** A hand by a link: as any seat saw it, or with all cards open. @param {{ id: string }} props */
export function SharedPage({ id }) {
  const [as, setAs] = useState("all");
  const { value, error } = useLoaded(() => ask("GET", `/replays/${id}?as=${as}`), [id, as]);
  const title = value ? t("replay.of", { code: value.room, hand: value.hand }) : t("replay");
  if (error)
    return html`<${Page} title=${title}><p>${t(error.status === 404 ? "replay.none" : "load.failed")}</p><//>`;
  if (!value) return html`<${Page} title=${title}><p aria-busy="true">${t("loading")}</p><//>`;
  return html`
    <${Player} replay=${value} title=${title} path=${`/replays/${id}`} own=${false} file=${`${value.room}-${value.hand}`}>
      <label class="speed"><span>${t("replay.who")}</span>
        <select name="as" value=${as} onChange=${(/** @type {any} */ { currentTarget }) => setAs(currentTarget.value)}>
          <option value="all">${t("replay.all")}</option>
          <option value="spectator">${t("spectator")}</option>
          ${value.steps[0].game.players.map((/** @type {any} */ { name }, /** @type {number} */ seat) => html`<option key=${seat} value=${seat}>${name}</option>`)}
        </select>
      </label>
    <//>
  `;
}

/** @param {{ replay: any, title: string, path: string, own: boolean, file: string, children?: any }} props own: one sat there */
function Player({ replay, title, path, own, file, children }) {
  const [at, setAt] = useState(0);
  const [plays, setPlays] = useState(false);
  const [speed, setSpeed] = useState(/** @type {keyof typeof SPEEDS} */ ("1×"));
  const { decisions } = useAnalysis(path, own);
  const steps = replay.steps;
  const last = steps.length - 1;
  const step = (/** @type {number} */ to) => setAt(Math.max(0, Math.min(last, to)));
  useEffect(() => {
    if (!plays) return undefined;
    if (at === last) {
      setPlays(false);
      return undefined;
    }
    const timer = setTimeout(() => step(at + 1), SPEEDS[speed]);
    return () => clearTimeout(timer);
  }, [plays, at, speed]);
  useKeys(({ key, target }) => {
    if (target instanceof HTMLElement && target.matches("input, button") && [" ", "Enter"].includes(key))
      return false;
    if (key === "ArrowLeft") step(at - 1);
    else if (key === "ArrowRight") step(at + 1);
    else if (key === "Home") step(0);
    else if (key === "End") step(last);
    else if (key === " ") setPlays(!plays);
    else return false;
    return true;
  });
  const players = steps[0].game.players;
  const nameOf = (/** @type {string} */ id) =>
    players.find((/** @type {any} */ p) => p.id === id)?.name ?? "";
  const judged = decisions?.find(
    (/** @type {any} */ { entry, lost }) => entry === steps[at].entry && lost > NOISE,
  );
  const text =
    at === 0
      ? t("replay.start")
      : steps[at].events
          .map((/** @type {any} */ event) => tell(event, nameOf, true))
          .filter(Boolean)
          .join(" ");
  const button = (
    /** @type {any} */ icon,
    /** @type {string} */ label,
    /** @type {() => void} */ press,
    off = false,
  ) => html`
    <button class="icon" aria-label=${t(`replay.${label}`)} title=${t(`replay.${label}`)} disabled=${off} onClick=${press}><${Icon} name=${icon} /></button>
  `;
  return html`
    <${Page} title=${title} class="replay">
      <${Board} replay=${replay} at=${at} nameOf=${nameOf} />
      <p class="step-text" role="status">${text}</p>
      ${judged && html`<p class="judged"><${Icon} name="bulb" /><span><${Judged} move=${judged} nameOf=${nameOf} /></span></p>`}
      <div class="timeline">
        <input type="range" min="0" max=${last} value=${at} aria-label=${t("replay.time", { at, of: last })} onInput=${(/** @type {any} */ { currentTarget }) => step(Number(currentTarget.value))} />
        <div class="marks" aria-hidden="true">${(decisions ?? []).filter(({ lost }) => lost > NOISE).map(({ entry }) => html`<i key=${entry} style=${{ left: `${(steps.findIndex((/** @type {any} */ s) => s.entry === entry) / Math.max(1, last)) * 100}%` }}></i>`)}</div>
      </div>
      <div class="controls">
        ${button("first", "first", () => step(0), at === 0)}
        ${button("previous", "previous", () => step(at - 1), at === 0)}
        ${button(plays ? "pause" : "play", plays ? "pause" : "play", () => (at === last ? (step(0), setPlays(true)) : setPlays(!plays)))}
        ${button("next", "next", () => step(at + 1), at === last)}
        ${button("last", "last", () => step(last), at === last)}
        <span class="steps">${t("replay.time", { at, of: last })}</span>
        <label class="speed"><span>${t("replay.speed")}</span>
          <select value=${speed} onChange=${(/** @type {any} */ { currentTarget }) => setSpeed(currentTarget.value)}>
            ${Object.keys(SPEEDS).map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
          </select>
        </label>
        ${children}
        <a class="button" href=${`/api/v1${path}/log`} download=${`${file}.jsonl`}><${Icon} name="download" />${t("log")}</a>
      </div>
    <//>
  `;
}

/** The table as it was after a step. @param {{ replay: any, at: number, nameOf: (id: string) => string }} props */
function Board({ replay, at, nameOf }) {
  const [ref, area] = useSize();
  const { game } = replay.steps[at];
  const narrow = area.width < 620;
  const card = cardWidth({ width: area.width, height: area.height * 1.6 }, "small");
  /** @type {Record<string, any>} */
  let lies = {};
  for (let i = 0; i <= at; i += 1)
    lies = lying(lies, replay.steps[i].events, i, i === at ? null : replay.steps[i].game.currentPlayerId);
  const first = typeof replay.as === "number" ? replay.as : 0;
  const count = game.players.length;
  const places = spots(count - 1, narrow);
  const isUno = replay.game === "uno";
  const pile = game.zones["uno-discard"]?.cards ?? [];
  return html`
    <div class=${`board ${replay.game} ${narrow ? "narrow" : ""} ${isStill() ? "" : "moves"}`} ref=${ref}>
      ${
        area.width > 0 &&
        Array.from({ length: count }, (_, i) => {
          const player = game.players[(first + i) % count];
          const spot = i === 0 ? { x: 0.5, y: 0.98, side: "own" } : places[i - 1];
          const zone = game.zones[`player:${player.id}:hand`];
          const cards = zone?.cards ?? [];
          const width = i === 0 ? area.width * 0.9 : area.width * (narrow ? 0.4 : 0.24);
          return html`
          <div key=${player.id} class=${`watched ${spot.side} ${game.currentPlayerId === player.id ? "turn" : ""}`} style=${{ left: `${spot.x * 100}%`, top: `${spot.y * 100}%` }} data-anchor=${player.id}>
            <span class="lying"><${Lying} lying=${lies[player.id]} player=${player.id} width=${width} card=${Math.round(card * 0.62)} noCards=${isUno} /></span>
            <span class="watched-who"><${Avatar} name=${nameOf(player.id)} isBot=${/^Bot \d/.test(player.name)} seat=${player.seat - 1} /><b>${nameOf(player.id)}${game.variables["ddz.landlordId"] === player.id ? html` <${Icon} name="crown" />` : ""}</b><small>${zone?.count ?? 0}</small></span>
            ${cards.length > 0 && html`<${Spread} cards=${isUno ? cards : [...cards].reverse()} width=${width} card=${Math.round(card * (i === 0 ? 0.8 : 0.5))} />`}
          </div>
        `;
        })
      }
      ${isUno && pile.length > 0 && html`<span class="replay-pile" role="img" aria-label=${`${t("pile.discard")}: ${cardName(pile.at(-1))}`} style=${{ "--cw": `${card}px` }}><${Card} id=${pile.at(-1)} key=${pile.length} /></span>`}
    </div>
  `;
}
