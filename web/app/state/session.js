// Who one is on this server.
import { signal } from "../lib/view.js";
import { ask, Refused } from "../lib/api.js";
import { keep, recall } from "../lib/storage.js";

/** @typedef {{ name: string, token: string, login?: string }} Guest login: of who has an account */

/** @type {import("../lib/view.js").Signal<Guest | null>} */
export const guest = signal(recall("guest"));

/** The name to be shown in the field, also when the guest is gone. */
export const lastName = () => guest.value?.name ?? recall("name") ?? "";

/** @param {any} who a guest, or null */
export function become(who) {
  guest.value = who;
  keep("guest", who);
  if (who) keep("name", who.name);
}

/**
 * Makes sure that one has a seat's proof under this name. Who has an account keeps the account's.
 * @param {string} name
 */
export async function enter(name) {
  if (guest.value && (guest.value.login || guest.value.name === name)) return guest.value;
  const { token, name: taken } = await ask("POST", "/guests", { body: { name } });
  become({ token, name: taken });
  return /** @type {Guest} */ (guest.value);
}

/** @param {{ login: string, password: string }} entry */
export async function logIn({ login, password }) {
  const { token, name } = await ask("POST", "/sessions", { body: { login, password } });
  become({ token, name, login });
}

/** The server does not know this token any more. A guest may be told anew; an account asks for its password. */
export async function forgotten() {
  const { name, login } = /** @type {Guest} */ (guest.value);
  become(null);
  return login ? null : enter(name);
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
    const anew = await forgotten();
    if (!anew) throw error;
    return ask(method, path, { token: anew.token, body });
  }
}
