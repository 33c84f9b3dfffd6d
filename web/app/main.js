// The page: which view the address means.
import { html, render, useEffect } from "./lib/view.js";
import { follow, path } from "./lib/router.js";
import { followLanguage, t } from "./lib/i18n.js";
import { followSettings } from "./lib/settings.js";
import { Sprite } from "./cards/sprite.js";
import { current, leaveTable } from "./state/table.js";
import { Home } from "./pages/home.js";
import { Lobby } from "./pages/lobby.js";
import { NewRoom } from "./pages/new-room.js";
import { Rules } from "./pages/rules.js";
import { SettingsPage } from "./pages/settings.js";
import { Help } from "./pages/help.js";
import { ReplayPage, SharedPage } from "./pages/replay.js";
import { TablePage } from "./table/table.js";
import { Gate } from "./pages/gate.js";
import { AccountPage } from "./pages/account.js";
import { Ratings } from "./pages/ratings.js";
import { DuplicatePage, NewDuplicate } from "./pages/duplicate.js";

/** @type {[RegExp, (parts: string[]) => any][]} */
const VIEWS = [
  [/^\/$/, () => html`<${Home} />`],
  [/^\/lobby$/, () => html`<${Lobby} />`],
  [/^\/new$/, () => html`<${NewRoom} />`],
  [/^\/settings$/, () => html`<${SettingsPage} />`],
  [/^\/help$/, () => html`<${Help} />`],
  [
    /^\/table\/(\w+)$/,
    ([code]) => html`<${Gate}><${TablePage} key=${code} code=${code.toUpperCase()} /><//>`,
  ],
  [
    /^\/replay\/(\w+)\/(\d+)$/,
    ([code, hand]) => html`<${ReplayPage} key=${code + hand} code=${code} hand=${Number(hand)} />`,
  ],
  [/^\/shared\/(\w+)$/, ([id]) => html`<${SharedPage} key=${id} id=${id} />`],
  [/^\/account$/, () => html`<${AccountPage} />`],
  [/^\/ratings\/(\w+)\/([\w-]+)$/, ([game, profile]) => html`<${Ratings} game=${game} profile=${profile} />`],
  [/^\/duplicate$/, () => html`<${NewDuplicate} />`],
  [/^\/duplicate\/(\w+)$/, ([id]) => html`<${DuplicatePage} key=${id} id=${id} />`],
  [/^\/rules\/(\w+)\/([\w-]+)$/, ([game, profile]) => html`<${Rules} game=${game} profile=${profile} />`],
];

function App() {
  const at = path.value;
  const isTable = at.startsWith("/table/");
  useEffect(() => {
    if (!isTable && current.value) leaveTable();
    if (!isTable) document.title = "decklet";
  }, [isTable]);
  for (const [pattern, view] of VIEWS) {
    const match = pattern.exec(at);
    if (match) return html`<${Sprite} />${view(match.slice(1))}`;
  }
  return html`<main class="page narrow">
    <h1>${t("page.none")}</h1>
    <a class="button" href="/">${t("home")}</a>
  </main>`;
}

followSettings();
followLanguage();
document.addEventListener("click", follow);
const root = document.getElementById("app");
if (root) {
  root.textContent = "";
  render(html`<${App} />`, root);
}
