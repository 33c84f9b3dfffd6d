// Something of one's own for the next deal, so that nobody alone chooses the cards.
import { html } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { Form } from "../pages/form.js";

/** @param {{ table: import("../state/table.js").Table }} props */
export function Mix({ table }) {
  const { deal, duplicate } = table.room.value;
  const you = table.scene.value.you;
  if (you === null || duplicate) return null;
  return html`
    <details class="mix">
      <summary>${t("mix")}</summary>
      <p>${t("mix.about")}</p>
      <p>${t("mix.commitment")}<code>${deal.commitment}</code></p>
      <${Form}
        name="mix"
        fields=${["text"]}
        label=${t("mix.in")}
        send=${async (/** @type {any} */ { text }) => {
          const answer = await table.socket.command({ type: "mix", text });
          if (answer.type === "refused") throw answer;
          return t("mix.done", { text });
        }}
      />
    </details>
  `;
}
