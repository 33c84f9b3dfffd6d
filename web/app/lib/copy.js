// A button that copies a link, and says for a moment that it has.
import { html, useState } from "./view.js";
import { t } from "./i18n.js";

/** @param {{ text: string, class?: string, title?: string, label?: string, children?: any }} props text: what is copied */
export function Copy({ text, children, label, title, class: more = "" }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => {});
    setCopied(true);
    setTimeout(() => setCopied(false), 1600);
  };
  return html`
    <button class=${more} title=${title} aria-label=${label} onClick=${copy}>
      ${copied ? t("copied") : children}
    </button>
  `;
}
