// What is said at the table, and the story of the hand.
import { html, useEffect, useRef, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { tell } from "../state/story.js";
import { EMOTES, Emote, PHRASES } from "./emotes.js";

/** @param {{ table: import("../state/table.js").Table, onClose: () => void }} props */
export function Chat({ table, onClose }) {
  const [tab, setTab] = useState(/** @type {"talk" | "story"} */ ("talk"));
  return html`
    <aside class="side" aria-label=${t("chat")}>
      <header>
        <div class="tabs" role="tablist">
          ${["talk", "story"].map(
            (name) => html`
              <button
                role="tab"
                aria-selected=${tab === name}
                onClick=${() => setTab(/** @type {any} */ (name))}
              >
                ${t(`chat.${name}`)}
              </button>
            `,
          )}
        </div>
        <button class="icon" aria-label=${t("close")} onClick=${onClose}><${Icon} name="close" /></button>
      </header>
      ${tab === "talk" ? html`<${Talk} table=${table} />` : html`<${Story} table=${table} />`}
    </aside>
  `;
}

/** @param {{ table: import("../state/table.js").Table }} props */
function Talk({ table }) {
  const [text, setText] = useState("");
  const said = table.said.value;
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => end.current?.scrollTo({ top: 1e6 }), [said.length]);
  const speak = (/** @type {object} */ what) => table.ask({ type: "say", ...what });
  const mayTalk = table.scene.value.you !== null;
  return html`
    <div class="lines" ref=${end} tabindex="0" aria-label=${t("chat.lines")}>
      ${said.length === 0 && html`<p class="empty">${t("chat.empty")}</p>`}
      ${said.map(
        ({ key, name, what }) => html`
          <p key=${key}>
            <b>${name}</b>
            ${what.emote ? html`<${Emote} name=${what.emote} /><span class="hidden">${t(`emote.${what.emote}`)}</span>` : what.phrase ? t(`phrase.${what.phrase}`) : what.text}
          </p>
        `,
      )}
    </div>
    ${
      mayTalk &&
      html`
        <div class="emotes">
          ${EMOTES.map((name) => html`<button key=${name} aria-label=${t(`emote.${name}`)} title=${t(`emote.${name}`)} onClick=${() => speak({ emote: name })}><${Emote} name=${name} /></button>`)}
        </div>
        <div class="phrases">
          ${PHRASES.map((name) => html`<button key=${name} onClick=${() => speak({ phrase: name })}>${t(`phrase.${name}`)}</button>`)}
        </div>
        ${
          table.room.value.chat &&
          html`
            <form
              class="write"
              onSubmit=${(/** @type {Event} */ event) => {
                event.preventDefault();
                if (text.trim()) void speak({ text: text.trim() });
                setText("");
              }}
            >
              <input
                value=${text}
                maxlength="200"
                aria-label=${t("chat.write")}
                placeholder=${t("chat.write")}
                onInput=${(/** @type {any} */ { currentTarget }) => setText(currentTarget.value)}
              />
              <button>${t("chat.send")}</button>
            </form>
          `
        }
      `
    }
  `;
}

/** @param {{ table: import("../state/table.js").Table }} props */
function Story({ table }) {
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  const story = table.story.value;
  useEffect(() => end.current?.scrollTo({ top: 1e6 }), [story.length]);
  return html`
    <div class="lines" ref=${end} tabindex="0" aria-label=${t("chat.story")}>
      ${story
        .flatMap(({ index, events }) =>
          events.map((event, i) => ({ key: `${index}.${i}`, text: tell(event, table.nameOf, true) })),
        )
        .filter(({ text }) => text)
        .map(({ key, text }) => html`<p key=${key}>${text}</p>`)}
    </div>
  `;
}
