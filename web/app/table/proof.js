// How the deal came about, and that it was as promised.
import { html } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { Icon } from "../lib/icons.js";
import { checkDeal } from "../lib/proof.js";

/** @param {{ code: string, hand: number, promised?: string | null }} props promised: what was seen before */
export function Proof({ code, hand, promised = null }) {
  const { value, error } = useLoaded(() => load(code, hand), [code, hand]);
  if (error) return html`<p>${t("load.failed")}</p>`;
  if (!value) return html`<p aria-busy="true">${t("loading")}</p>`;
  const { proof, seed } = value;
  const result = checkDeal(proof, seed, promised);
  const good = result.commitment && result.seed;
  return html`
    <p role="status" class=${good ? "good" : "bad"}><b>${t(good ? "proof.good" : "proof.bad")}</b></p>
    <p>${t("proof.about")}</p>
    <ol class="proof">
      <li>
        ${t("proof.commitment")}<code>${proof.commitment}</code><${Mark} ok=${result.commitment} text=${t(result.commitment ? "proof.commitment.ok" : "proof.commitment.bad")} />
      </li>
      <li>${t("proof.secret")}<code>${proof.secret}</code></li>
      <li>
        ${t("proof.mixes")}<code
          >${proof.mixes.map((/** @type {string | null} */ mix) => mix ?? "–").join(" · ")}</code
        >
      </li>
      <li>
        ${t("proof.seed")}<code>${seed}</code><${Mark} ok=${result.seed} text=${t(result.seed ? "proof.seed.ok" : "proof.seed.bad")} />
      </li>
    </ol>
    <p><small>${t("proof.again")}</small></p>
  `;
}

/** @param {{ ok: boolean, text: string }} props */
const Mark = ({ ok, text }) =>
  html`<span class=${ok ? "good" : "bad"}><${Icon} name=${ok ? "check" : "close"} />${text}</span>`;

/** @param {string} code @param {number} hand */
async function load(code, hand) {
  const [proof, log] = await Promise.all([
    ask("GET", `/rooms/${code}/hands/${hand}/proof`),
    ask("GET", `/rooms/${code}/hands/${hand}/log`),
  ]);
  return { proof, seed: String(JSON.parse(log.slice(0, log.indexOf("\n"))).seed) };
}
