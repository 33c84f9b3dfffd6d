// How a hand ended: who won what, and what it was made of.
import { html, useState } from "../lib/view.js";
import { has, minus, signed, t, tOr } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { Dialog } from "../lib/dialog.js";
import { Icon } from "../lib/icons.js";
import { factors } from "./center-doudizhu.js";
import { Onward } from "./between.js";
import { Analysis } from "./analysis.js";
import { Mix } from "./mix.js";
import { Proof } from "./proof.js";
import { Ledger } from "./ledger.js";
import { Spread } from "./play.js";

/** @param {{ table: import("../state/table.js").Table }} props */
export function Result({ table }) {
  const [open, setOpen] = useState(/** @type {"" | "analysis" | "proof" | "ledger"} */ (""));
  const room = table.room.value;
  const game = table.game.value;
  const { winners, points, gameOver } = room.result;
  const you = table.scene.value.you;
  const won = you !== null && winners.includes(you);
  const title =
    winners.length === 0 ? "result.void" : you === null ? "result.over" : won ? "result.won" : "result.lost";
  const v = game?.variables ?? {};
  const close = () => setOpen("");
  return html`
    <div class=${`panel result ${won ? "won" : "lost"}`} role="region" aria-label=${t("result")}>
      <h2>${t(title)}</h2>
      ${v["ddz.winnerTeam"] && html`<p class="side-won">${t(`tell.won.${v["ddz.winnerTeam"]}`)}</p>`}
      ${gameOver && html`<p class="side-won">${t("result.match", { who: gameOver.map((/** @type {number} */ seat) => table.nameOf(`p${seat + 1}`)).join(", ") })}</p>`}
      <table class="scores">
        <thead class="hidden">
          <tr>
            <th scope="col">${t("player")}</th>
            <th scope="col">${t("points")}</th>
            <th scope="col">${t("total")}</th>
          </tr>
        </thead>
        <tbody>
          ${room.seats.map(
            (/** @type {any} */ seat) => html`
              <tr key=${seat.seat} class=${winners.includes(seat.seat) ? "winner" : ""}>
                <th scope="row">
                  ${v["ddz.landlordId"] === seat.playerId && html`<${Icon} name="crown" />`}
                  ${table.nameOf(seat.playerId)} ${left(game, seat.playerId)}
                </th>
                <td class=${points[seat.seat] > 0 ? "plus" : points[seat.seat] < 0 ? "minus" : ""}>
                  ${signed(points[seat.seat])}
                </td>
                <td><small>${t("points.short", { points: minus(room.totals[seat.seat]) })}</small></td>
              </tr>
            `,
          )}
        </tbody>
      </table>
      <${Made} table=${table} v=${v} />
      <${Onward} table=${table} />
      <div class="more">
        <button onClick=${() => setOpen("analysis")}><${Icon} name="chart" />${t("analysis")}</button>
        <a class="button" href=${`/replay/${room.code}/${room.hands}`}
          ><${Icon} name="play" />${t("replay")}</a
        >
        <button onClick=${() => setOpen("ledger")}><${Icon} name="list" />${t("ledger")}</button>
        ${room.duplicate === null && html`<button onClick=${() => setOpen("proof")}><${Icon} name="shield" />${t("proof")}</button>`}
        ${room.duplicate !== null && html`<a class="button" href=${`/duplicate/${room.code}`}><${Icon} name="link" />${t("duplicate")}</a>`}
        <a
          class="button"
          href=${`/api/v1/rooms/${room.code}/hands/${room.hands}/log`}
          download=${`${room.code}-${room.hands}.jsonl`}
          ><${Icon} name="download" />${t("log")}</a
        >
      </div>
      <${Mix} table=${table} />
      ${open === "analysis" && html`<${Dialog} title=${t("analysis")} onClose=${close}><${Analysis} code=${room.code} hand=${room.hands} nameOf=${table.nameOf} /><//>`}
      ${open === "proof" && html`<${Dialog} title=${t("proof")} onClose=${close}><${Proof} code=${room.code} hand=${room.hands} promised=${table.promised.get(room.hands) ?? null} /><//>`}
      ${open === "ledger" && html`<${Dialog} title=${t("ledger")} onClose=${close}><${Ledger} table=${table} /><//>`}
    </div>
  `;
}

/** What a player has kept, where the server shows it. @param {any} game @param {string} player */
function left(game, player) {
  const zone = game?.zones[`player:${player}:hand`];
  if (!zone?.count) return null;
  return zone.cards
    ? html`<span class="kept"><${Spread} cards=${zone.cards} width=${150} card=${26} /></span>`
    : html`<small>${t("left", { count: zone.count })}</small>`;
}

/**
 * Every factor of the points, as the ledger has them.
 * @param {{ table: import("../state/table.js").Table, v: Record<string, any> }} props
 */
function Made({ table, v }) {
  const { code, hands, phase, game } = table.room.value;
  const { value } = useLoaded(() => ask("GET", `/rooms/${code}/hands`), [hands, phase]);
  const made = value?.hands.find((/** @type {any} */ { hand }) => hand === hands)?.factors;
  if (!made && game !== "doudizhu") return null;
  return html`
    <ul class="made" aria-label=${t("stake.why")}>
      ${
        made
          ? made.map(
              (/** @type {any} */ factor) =>
                html`<li key=${factor.name + factor.seat}>${factorText(factor, table)}</li>`,
            )
          : factors(v).map(({ key, value: by }) => html`<li key=${key + by}>${t(key, { value: by })}</li>`)
      }
    </ul>
  `;
}

/** @param {{ name: string, seat: number | null, times: number, by: number }} factor @param {import("../state/table.js").Table} table */
export function factorText({ name, seat, times, by }, table) {
  const who = seat === null ? "" : table.nameOf(`p${seat + 1}`);
  return tOr(`made.${name}${times === 1 && has(`made.${name}.one`) ? ".one" : ""}`, `${name} ×${by}`, {
    who,
    times,
    by,
  });
}
