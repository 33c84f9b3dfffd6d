// The line above the table: where one is, and what one may switch.
import { html, useState } from "../lib/view.js";
import { t, tOr } from "../lib/i18n.js";
import { change, settings } from "../lib/settings.js";
import { Icon } from "../lib/icons.js";
import { Copy } from "../lib/copy.js";
import { Dialog } from "../lib/dialog.js";
import { SettingsForm } from "../pages/settings.js";
import { Ledger } from "./ledger.js";
import { profileOf } from "../lib/rooms.js";

/** @param {{ table: import("../state/table.js").Table, side: boolean, onSide: () => void }} props */
export function TopBar({ table, side, onSide }) {
  const [open, setOpen] = useState(/** @type {"" | "settings" | "ledger"} */ (""));
  const room = table.room.value;
  const profile = profileOf(room.options);
  const { sound } = settings.value;
  const fresh = !side && table.said.value.length > 0;
  return html`
    <header class="topbar">
      <a class="icon" href="/" aria-label=${t("leave.table")}><${Icon} name="back" /></a>
      <h1>
        <span>${t(`game.${room.game}`)}</span>
        <a class="profile" href=${`/rules/${room.game}/${profile}`}
          >${tOr(`profile.${room.game}.${profile}`, profile)}</a
        >
      </h1>
      <${Copy}
        class="chip code"
        text=${`${location.origin}/table/${room.code}`}
        title=${t("copy.link")}
        label=${t("copy.code", { code: room.code })}
      >
        <${Icon} name="link" />${room.code}
      <//>
      <span class=${`net ${table.link.value}`} role="status"
        ><span class="hidden">${t(`link.${table.link.value}`)}</span></span
      >
      <nav aria-label=${t("table.tools")}>
        <button
          class="icon"
          aria-label=${t("ledger")}
          title=${t("ledger")}
          onClick=${() => setOpen("ledger")}
        >
          <${Icon} name="list" />
        </button>
        <button
          class="icon"
          aria-label=${t(sound ? "sound.off" : "sound.on")}
          title=${t(sound ? "sound.off" : "sound.on")}
          aria-pressed=${!sound}
          onClick=${() => change({ sound: !sound })}
        >
          <${Icon} name=${sound ? "sound" : "mute"} />
        </button>
        <button
          class=${`icon ${fresh ? "fresh" : ""}`}
          aria-label=${t("chat")}
          title=${t("chat")}
          aria-expanded=${side}
          onClick=${onSide}
        >
          <${Icon} name="chat" />
        </button>
        <button
          class="icon"
          aria-label=${t("settings")}
          title=${t("settings")}
          onClick=${() => setOpen("settings")}
        >
          <${Icon} name="gear" />
        </button>
      </nav>
      ${open === "settings" && html`<${Dialog} title=${t("settings")} onClose=${() => setOpen("")}><${SettingsForm} /><//>`}
      ${open === "ledger" && html`<${Dialog} title=${t("ledger")} onClose=${() => setOpen("")}><${Ledger} table=${table} /><//>`}
    </header>
  `;
}
