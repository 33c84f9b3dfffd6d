// A duplicate match: several tables play the same deals, and their points are compared.
import { html, useEffect, useState } from "../lib/view.js";
import { signed, t } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { go } from "../lib/router.js";
import { QUICK } from "../lib/rooms.js";
import { askAs } from "../state/session.js";
import { reasonOf } from "../state/table.js";
import { Page } from "./frame.js";
import { NameField, enterAsTyped } from "./name.js";
import { OneOf } from "./new-room.js";

/** @param {{ name: "tables" | "hands", least: number, most: number, value: number, onInput: (value: number) => void }} props */
const HowMany = ({ name, least, most, value, onInput }) => html`
  <label class="volume">
    <span>${t(`duplicate.${name}`, { count: value })}</span>
    <input
      type="range"
      name=${name}
      min=${least}
      max=${most}
      value=${value}
      onInput=${(/** @type {any} */ { currentTarget }) => onInput(Number(currentTarget.value))}
    />
  </label>
`;

export function NewDuplicate() {
  const [game, setGame] = useState(/** @type {keyof typeof QUICK} */ ("doudizhu"));
  const [tables, setTables] = useState(2);
  const [hands, setHands] = useState(4);
  const [error, setError] = useState("");
  const make = async () => {
    try {
      await enterAsTyped();
      const { profile, seats } = QUICK[game];
      const room = { game, options: { profile }, seats };
      const { id } = await askAs("POST", "/duplicates", { tables, hands, room });
      go(`/duplicate/${id}`);
    } catch (refused) {
      setError(reasonOf(/** @type {any} */ (refused)));
    }
  };
  return html`
    <${Page} title=${t("duplicate.new")} class="narrow">
      <p>${t("duplicate.about")}</p>
      <${NameField} />
      <${OneOf}
        name="game"
        title=${t("game")}
        value=${game}
        all=${["doudizhu", "uno"]}
        text=${(/** @type {string} */ one) => t(`game.${one}`)}
        onChange=${setGame}
      />
      <${HowMany} name="tables" least=${2} most=${16} value=${tables} onInput=${setTables} />
      <${HowMany} name="hands" least=${1} most=${32} value=${hands} onInput=${setHands} />
      <button class="bright broad" data-act="make" onClick=${make}>${t("duplicate.make")}</button>
      ${error && html`<p role="alert" class="bad">${error}</p>`}
    <//>
  `;
}

/** @param {{ id: string }} props */
export function DuplicatePage({ id }) {
  const { value, error, again } = useLoaded(() => ask("GET", `/duplicates/${id}`), [id]);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && again(), 4000);
    return () => clearInterval(timer);
  });
  const title = t("duplicate");
  if (!value)
    return html`<${Page} title=${title}><p aria-busy=${!error}>${t(error ? "load.failed" : "loading")}</p><//>`;
  return html`
    <${Page} title=${title}>
      <p>${t("duplicate.share")}</p>
      <ul class="rooms">
        ${value.tables.map(
          (/** @type {any} */ { room, played }, /** @type {number} */ i) => html`
            <li key=${room} class="session-line">
              <span>${t("duplicate.table", { number: i + 1 })} <b class="room-code">${room}</b></span>
              <span>${t("duplicate.played", { played, of: value.hands })}</span>
              <a class="button" href=${`/table/${room}`}>${t("join")}</a>
            </li>
          `,
        )}
      </ul>
      <h2>${t("duplicate.totals", { finished: value.finished })}</h2>
      ${!value.totals.length && html`<p>${t("duplicate.none")}</p>`}
      ${value.totals.length > 0 && html`<${Compared} rows=${value.totals} />`}
      ${value.results.length > 0 && html`<h2>${t("duplicate.hands.all")}</h2><${Compared} rows=${value.results} />`}
    <//>
  `;
}

/** Points at each seat, and what they are against the average of that seat. @param {{ rows: any[] }} props */
const Compared = ({ rows }) => html`
  <div class="scroll" tabindex="0" role="region" aria-label=${t("duplicate.against")}>
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">${t("player")}</th>
          ${rows[0].hand && html`<th scope="col">${t("hand.number")}</th>`}
          <th scope="col">${t("table")}</th>
          <th scope="col">${t("seat")}</th>
          ${rows[0].hand && html`<th scope="col">${t("points")}</th>`}
          <th scope="col">${t("duplicate.against")}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ hand, table, seat, name, points, againstAverage }) => html`
            <tr key=${`${hand}.${table}.${seat}`}>
              <th scope="row">${name ?? t("bot", { number: seat + 1 })}</th>
              ${hand && html`<td>${hand}</td>`}
              <td>${table}</td>
              <td>${seat + 1}</td>
              ${hand && html`<td>${signed(points)}</td>`}
              <td class=${againstAverage > 0 ? "plus" : againstAverage < 0 ? "minus" : ""}>
                ${signed(againstAverage / 100)}
              </td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;
