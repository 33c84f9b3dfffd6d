// How the deal came about, and that it was as promised.
import { html, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { Icon } from "../lib/icons.js";
import { checkDeal } from "../lib/proof.js";

/** @param {{ code: string, hand: number, promised?: string | null }} props promised: what was seen before */
export function Proof({ code, hand, promised = null }) {
  const { value, error } = useLoaded(() => load(code, hand), [code, hand]);
  const [result, setResult] = useState(/** @type {null | Awaited<ReturnType<typeof checkDeal>>} */ (null));
  if (error) return html`<p>${t("load.failed")}</p>`;
  if (!value) return html`<p aria-busy="true">${t("loading")}</p>`;
  const { proof, seed } = value;
  return html`
    <p>${t("proof.about")}</p>
    <ol class="proof">
      <li>
        ${t("proof.commitment")}<code>${proof.commitment}</code>${result && html`<${Mark} ok=${result.commitment} text=${t(result.commitment ? "proof.commitment.ok" : "proof.commitment.bad")} />`}
      </li>
      <li>${t("proof.secret")}<code>${proof.secret}</code></li>
      <li>
        ${t("proof.mixes")}<code
          >${proof.mixes.map((/** @type {string | null} */ mix) => mix ?? "–").join(" · ")}</code
        >
      </li>
      <li>
        ${t("proof.seed")}<code>${seed}</code>${result && html`<${Mark} ok=${result.seed} text=${t(result.seed ? "proof.seed.ok" : "proof.seed.bad")} />`}
      </li>
    </ol>
    <button class="bright" data-act="verify" onClick=${() => setResult(checkDeal(proof, seed, promised))}>
      <${Icon} name="shield" />${t("proof.check")}
    </button>
    ${result && html`<p role="status" class=${result.commitment && result.seed ? "good" : "bad"}>${t(result.commitment && result.seed ? "proof.good" : "proof.bad")}</p>`}
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
