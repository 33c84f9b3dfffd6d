// The middle of a table of Dou Dizhu: bottom cards, multiplier, card counter.
import { html, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { Back, Card } from "../cards/card.js";
import { cardNames } from "../cards/names.js";

/**
 * The bottom cards, and what the stake has become.
 * @param {{ game: any, room: any }} props
 */
export function DoudizhuHead({ game, room }) {
  const v = game.variables;
  const bottom = v["ddz.bottomCards"] ?? [];
  return html`
    <div class="head-cards" data-anchor="middle">
      <span
        class="bottom"
        role="img"
        aria-label=${bottom.length ? `${t("bottom")}: ${cardNames(bottom)}` : t("bottom.hidden")}
      >
        ${
          bottom.length
            ? bottom.map((/** @type {string} */ id) => html`<${Card} id=${id} class="turned" />`)
            : [0, 1, 2].map(() => html`<${Back} />`)
        }
      </span>
      <${Stake} game=${game} room=${room} />
    </div>
  `;
}

/** What the multiplier is made of: the server's figures, as they are. @param {any} v */
export function factors(v) {
  const list = [
    ["factor.bid", v["ddz.bid"], v["ddz.bid"] > 0],
    ["factor.robs", v["ddz.robs"], v["ddz.robs"] > 0],
    ["factor.bombs", v["ddz.bombs"], v["ddz.bombs"] > 0],
    ["factor.rocket", v["ddz.rockets"], v["ddz.rockets"] > 0],
  ];
  const shown = (v["ddz.shown"] ?? []).filter((/** @type {number} */ f) => f > 1);
  for (const factor of shown) list.push(["factor.shown", factor, true]);
  const doubled = (v["ddz.doubled"] ?? []).filter((/** @type {number} */ f) => f > 1);
  for (const factor of doubled) list.push(["factor.doubled", factor, true]);
  return list.filter(([, , counts]) => counts).map(([key, value]) => ({ key: String(key), value }));
}

/** @param {{ game: any, room: any }} props */
function Stake({ game }) {
  const [open, setOpen] = useState(false);
  const v = game.variables;
  const made = factors(v);
  return html`
    <span class="stake">
      <button class="chip" aria-expanded=${open} onClick=${() => setOpen(!open)} title=${t("stake.why")}>
        ${t("stake")} <b>×${v["ddz.multiplier"]}</b>
      </button>
      ${
        open &&
        html`
          <ul class="popover">
            ${made.length === 0 && html`<li>${t("factor.none")}</li>`}
            ${made.map(({ key, value }) => html`<li>${t(key, { value })}</li>`)}
          </ul>
        `
      }
    </span>
  `;
}
