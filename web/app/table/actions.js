// What one may do now, as buttons. What that is, the server has said.
import { html, useEffect, useState } from "../lib/view.js";
import { language, t, tOr } from "../lib/i18n.js";
import { settings } from "../lib/settings.js";
import { Icon } from "../lib/icons.js";
import { reasonOf } from "../state/table.js";
import { shake } from "../lib/motion.js";

/** @typedef {import("../state/table.js").Action} Action */

export const isPlay = (/** @type {Action} */ { type }) => type.startsWith("PLAY_CARD");

/** How an action is written on its button. @param {Action} action @param {(id: string) => string} nameOf */
export function labelOf({ type, payload }, nameOf) {
  switch (type) {
    case "CALL_LANDLORD":
      return t(payload.call === false ? "act.noCall" : "act.call");
    case "ROB_LANDLORD":
      return t(payload.rob === false ? "act.noRob" : "act.rob");
    case "BID":
      return payload.bid ? t("act.bid", { bid: payload.bid }) : t("act.noCall");
    case "CATCH":
    case "CHOOSE_TARGET":
      return t(`act.${type}`, { who: nameOf(payload.targetId) });
    case "CHOOSE_COLOR":
      return t(`color.${payload.color}`);
    default:
      return tOr(`act.${type}`, type);
  }
}

/** The look of a button: what goes on is bright, what declines is quiet. @param {Action} action */
const look = ({ type, payload }) => {
  const declines =
    ["PASS", "NO_DOUBLE", "END_TURN", "ACCEPT"].includes(type) ||
    payload.bid === 0 ||
    payload.call === false ||
    payload.rob === false;
  if (type === "CALL_UNO" || type === "CATCH" || type === "CHALLENGE") return "hot";
  return declines ? "quiet" : "bright";
};

/** Words of the server in the person's language. @param {any} words */
export const say = (words) => words?.[language.value] ?? words?.en ?? "";

/** @param {{ table: import("../state/table.js").Table }} props */
function PlayButton({ table }) {
  const [asks, setAsks] = useState(false);
  const count = table.selected.value.size;
  const checked = table.checked.value;
  const what = checked?.readings?.map((/** @type {any} */ { words }) => say(words)).filter(Boolean) ?? [];
  const refusal = checked?.refusal;
  const why = refusal ? say(refusal.detail) || say(refusal.words) || reasonOf(refusal) : "";
  const canPlay = count > 0 && checked?.playable !== false;
  const isBig = (checked?.readings ?? []).some((/** @type {any} */ { type }) =>
    ["BOMB", "ROCKET"].includes(type),
  );
  useEffect(() => setAsks(false), [[...table.selected.value].join()]);
  const press = () => {
    if (!count) return;
    if (!canPlay) {
      shake(document.querySelector(".hand"));
      table.tellOff(why);
    } else if (isBig && settings.value.confirmBombs && !asks) setAsks(true);
    else void table.playSelected();
  };
  const text = what[0] ?? "";
  return html`
    <button
      class=${`act bright play ${canPlay ? "" : "cannot"}`}
      aria-disabled=${!canPlay}
      aria-describedby="verdict"
      onClick=${press}
    >
      <b>${asks ? t("act.sure") : t("act.play")}</b>
    </button>
    <p class=${`verdict ${canPlay || !count ? "" : "bad"}`} id="verdict">
      ${count ? (canPlay ? text : [text, why].filter(Boolean).join(": ")) : hintText(table)}
    </p>
  `;
}

/** @param {import("../state/table.js").Table} table */
function hintText(table) {
  if (table.hint.value) return "";
  return table.actions.value.some(isPlay) ? t("select.first") : "";
}

/** Why a hint is what it is. @param {{ table: import("../state/table.js").Table }} props */
function Why({ table }) {
  const hint = table.hint.value;
  if (!hint) return null;
  const label = isPlay(hint.action) ? "" : labelOf(hint.action, table.nameOf);
  const reasons = say(hint.reason);
  const place = hint.of > 1 ? `${hint.place}/${hint.of}` : "";
  const text = [place, label, reasons].filter(Boolean).join(" · ");
  return text ? html`<p class="why"><${Icon} name="bulb" />${text}</p>` : null;
}

/** @param {{ table: import("../state/table.js").Table }} props */
export function Actions({ table }) {
  const actions = table.actions.value;
  const plays = actions.filter(isPlay);
  const others = actions.filter((action) => !isPlay(action) && action.type !== "CHOOSE_COLOR");
  const colours = actions.filter(({ type }) => type === "CHOOSE_COLOR");
  const mayHint = table.room.value.hints && table.isMine.value && actions.length > 0;
  const isOpen = actions.length > 0;
  const pass = table.isMine.value && plays.length === 0 && others.length === 1 && others[0].type === "PASS";

  useEffect(() => {
    if (!pass || !settings.value.autoPass) return undefined;
    const timer = setTimeout(() => void table.act(others[0]), 900);
    return () => clearTimeout(timer);
  }, [pass, table.room.value.turn?.entry]);

  return html`
    <div class=${`actions ${isOpen ? "" : "idle"}`} role="group" aria-label=${t("actions")}>
      <${Why} table=${table} />
      ${colours.length > 0 && html`<${Colours} actions=${colours} table=${table} />`}
      <div class="row">
        ${others.map(
          (action, i) => html`
            <button
              key=${action.type + JSON.stringify(action.payload)}
              class=${`act ${look(action)}`}
              data-type=${action.type}
              disabled=${table.acting.value}
              onClick=${() => table.act(action)}
            >
              ${others.length > 1 && others.length < 8 && html`<kbd aria-hidden="true">${i + 1}</kbd>`}
              <b>${labelOf(action, table.nameOf)}</b>
            </button>
          `,
        )}
        ${
          mayHint &&
          html`
            <button class="act hint" data-type="hint" onClick=${() => table.suggest()}>
              <${Icon} name="bulb" /><b class="hint-text">${t("act.hint")}</b>
            </button>
          `
        }
        ${plays.length > 0 && html`<${PlayButton} table=${table} />`}
        ${pass && html`<p class="verdict">${t(settings.value.autoPass ? "pass.auto" : "pass.only")}</p>`}
      </div>
    </div>
  `;
}

/** @param {{ actions: Action[], table: import("../state/table.js").Table }} props */
const Colours = ({ actions, table }) => html`
  <div class="colours" role="group" aria-label=${t("choose.color")}>
    ${actions.map(
      (action) => html`
        <button
          key=${action.payload.color}
          class=${`colour ${action.payload.color}`}
          data-color=${action.payload.color}
          onClick=${() => table.act(action)}
        >
          <svg viewBox="0 0 32 32" aria-hidden="true"><use href=${`#s-${action.payload.color}`} /></svg>
          ${t(`color.${action.payload.color}`)}
        </button>
      `,
    )}
  </div>
`;
