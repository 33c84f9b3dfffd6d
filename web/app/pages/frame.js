// What all pages beside the table have: the way home, and the way to the others.
import { html } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { change } from "../lib/settings.js";
import { language } from "../lib/i18n.js";
import { path } from "../lib/router.js";
import { guest } from "../state/session.js";

const LINKS = [
  ["/", "home"],
  ["/lobby", "lobby"],
  ["/new", "new.room"],
  ["/settings", "settings"],
  ["/help", "help"],
];

/** @param {{ title?: string, children?: any, class?: string }} props */
export const Page = ({ title, children, class: more = "" }) => html`
  <header class="site">
    <a class="brand" href="/" aria-label="decklet"><${Logo} /><span>decklet</span></a>
    <nav aria-label=${t("site")}>
      ${LINKS.map(([to, key]) => html`<a key=${to} href=${to} aria-current=${path.value === to ? "page" : undefined}>${t(key)}</a>`)}
    </nav>
    <a class="chip button who-am-i" href="/account" aria-current=${path.value === "/account" ? "page" : undefined}
      >${guest.value?.name ?? t("account")}</a
    >
    <button
      class="chip"
      lang=${language.value === "zh" ? "en" : "zh-CN"}
      onClick=${() => change({ language: language.value === "zh" ? "en" : "zh" })}
    >
      ${language.value === "zh" ? "English" : "中文"}
    </button>
  </header>
  <main class=${`page ${more}`}>${title && html`<h1>${title}</h1>`}${children}</main>
`;

export const Logo = () => html`
  <svg class="logo" viewBox="0 0 40 40" aria-hidden="true">
    <rect x="7" y="8" width="18" height="26" rx="4" transform="rotate(-12 16 21)" class="a" />
    <rect x="16" y="6" width="18" height="26" rx="4" transform="rotate(9 25 19)" class="b" />
    <use href="#s-spades" x="18.500" y="12" width="13" height="13" transform="rotate(9 25 19)" />
  </svg>
`;
