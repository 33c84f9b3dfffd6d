// How a hand ended: who won what, and what it was made of.
import { html, useState } from "../lib/view.js";
import { signed, t } from "../lib/i18n.js";
import { Dialog } from "../lib/dialog.js";
import { Icon } from "../lib/icons.js";
import { factors } from "./center-doudizhu.js";
import { Onward } from "./between.js";
import { Analysis } from "./analysis.js";
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
                <td><small>${t("points.short", { points: room.totals[seat.seat] })}</small></td>
              </tr>
            `,
          )}
        </tbody>
      </table>
      ${room.game === "doudizhu" && html`<${Made} v=${v} />`}
      <${Onward} table=${table} />
      <div class="more">
        <button onClick=${() => setOpen("analysis")}><${Icon} name="chart" />${t("analysis")}</button>
        <a class="button" href=${`/replay/${room.code}/${room.hands}`}
          ><${Icon} name="play" />${t("replay")}</a
        >
        <button onClick=${() => setOpen("ledger")}><${Icon} name="list" />${t("ledger")}</button>
        <button onClick=${() => setOpen("proof")}><${Icon} name="shield" />${t("proof")}</button>
        <a
          class="button"
          href=${`/api/v1/rooms/${room.code}/hands/${room.hands}/log`}
          download=${`${room.code}-${room.hands}.jsonl`}
          ><${Icon} name="download" />${t("log")}</a
        >
      </div>
      ${open === "analysis" && html`<${Dialog} title=${t("analysis")} onClose=${close}><${Analysis} code=${room.code} hand=${room.hands} nameOf=${table.nameOf} /><//>`}
      ${open === "proof" && html`<${Dialog} title=${t("proof")} onClose=${close}><${Proof} code=${room.code} hand=${room.hands} /><//>`}
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

/** Every factor of the stake. @param {{ v: Record<string, any> }} props */
const Made = ({ v }) => html`
  <ul class="made" aria-label=${t("stake.why")}>
    ${factors(v).map(({ key, value }) => html`<li key=${key + value}>${t(key, { value })}</li>`)}
    ${springOf(v) && html`<li>${t("factor.spring")}</li>`}
    <li><b>${t("stake")} ×${v["ddz.multiplier"]}</b></li>
  </ul>
`;

/** Whether the server has said that it was a spring. @param {Record<string, any>} v */
const springOf = (v) => v["ddz.spring"] === true;
