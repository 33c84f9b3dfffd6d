// Who one is on this server.
import { signal } from "../lib/view.js";
import { ask, Refused } from "../lib/api.js";
import { keep, recall } from "../lib/storage.js";

/** @type {import("../lib/view.js").Signal<{ name: string, token: string } | null>} */
export const guest = signal(recall("guest"));

/** The name to be shown in the field, also when the guest is gone. */
export const lastName = () => guest.value?.name ?? recall("name") ?? "";

/** @param {{ name: string, token: string } | null} who */
export function become(who) {
  guest.value = who;
  keep("guest", who);
  if (who) keep("name", who.name);
}

/**
 * Makes sure that one has a seat's proof under this name.
 * @param {string} name
 */
export async function enter(name) {
  if (guest.value?.name === name) return guest.value;
  const { token, name: taken } = await ask("POST", "/guests", { body: { name } });
  become({ token, name: taken });
  return /** @type {{ name: string, token: string }} */ (guest.value);
}

/**
 * A request as this guest. A server that has forgotten the guest is told the name anew.
 * @param {"GET" | "POST" | "DELETE" | "PUT"} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function askAs(method, path, body) {
  try {
    return await ask(method, path, { token: guest.value?.token, body });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "STRANGER" || !guest.value) throw error;
    const { name } = guest.value;
    become(null);
    const { token } = await enter(name);
    return ask(method, path, { token, body });
  }
}
