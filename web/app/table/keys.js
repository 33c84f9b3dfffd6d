// The keys of the table. They are listed in the settings, and in docs/table.md.
import { change, settings } from "../lib/settings.js";
import { isPlay } from "./actions.js";

/**
 * @param {KeyboardEvent} event
 * @param {import("../state/table.js").Table} table
 * @param {{ chat: () => void, leave: () => void }} page
 */
export function keyPressed({ key, target }, table, page) {
  const actions = table.actions.value;
  const others = actions.filter((action) => !isPlay(action) && action.type !== "CHOOSE_COLOR");
  const of = (/** @type {string[]} */ types) => actions.find(({ type }) => types.includes(type));
  const onButton = target instanceof HTMLElement ? target.closest("button, a, [tabindex='0']") : null;
  const act = (/** @type {any} */ action) => {
    if (action) void table.act(action);
    return Boolean(action);
  };
  if (/^[1-9]$/.test(key)) {
    const colours = actions.filter(({ type }) => type === "CHOOSE_COLOR");
    return act((colours.length ? colours : others)[Number(key) - 1]);
  }
  switch (key.toLowerCase()) {
    case "enter":
      if (onButton || !table.selected.value.size) return false;
      void table.playSelected();
      return true;
    case "h":
      void table.suggest();
      return true;
    case "p":
      return act(of(["PASS", "END_TURN", "NO_DOUBLE"]));
    case "d":
      return act(of(["DRAW_CARD"]));
    case "u":
      return act(of(["CALL_UNO", "CATCH"]));
    case "escape":
      table.select([]);
      return true;
    case "t": {
      const seat = table.room.value?.seats[table.scene.value?.you ?? -1];
      if (seat) void table.ask({ type: "trustee", on: !seat.trustee });
      return true;
    }
    case "c":
      page.chat();
      return true;
    case "m":
      change({ sound: !settings.value.sound });
      return true;
    case "arrowleft":
    case "arrowright":
    case "arrowdown": {
      const card = document.querySelector(".hand [tabindex='0']");
      if (!(card instanceof HTMLElement) || onButton?.closest(".hand")) return false;
      card.focus();
      return true;
    }
    default:
      return false;
  }
}
