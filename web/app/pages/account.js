// Who one is on this server: the account, where one is logged in, what one has played.
import { html, useEffect, useState } from "../lib/view.js";
import { day, t, tOr } from "../lib/i18n.js";
import { useLoaded } from "../lib/hooks.js";
import { profileOf } from "../lib/rooms.js";
import { askAs, become, guest, logIn } from "../state/session.js";
import { reasonOf } from "../state/table.js";
import { signed } from "../lib/i18n.js";
import { Form } from "./form.js";
import { Page } from "./frame.js";
import { NameField, enterAsTyped } from "./name.js";

export function AccountPage() {
  const token = guest.value?.token;
  const {
    value: me,
    error,
    again,
  } = useLoaded(() => (token ? askAs("GET", "/me") : Promise.resolve(null)), [token]);
  if (!guest.value) return html`<${Page} title=${t("account")} class="narrow"><${Stranger} /><//>`;
  if (!me)
    return html`<${Page} title=${t("account")} class="narrow"
      ><p aria-busy=${!error}>${t(error ? "load.failed" : "loading")}</p
    ><//>`;
  return html`
    <${Page} title=${me.name} class="narrow account">
      ${
        me.login
          ? html`<p>${t("account.login", { login: me.login })}</p>`
          : html`
              <p>${t("account.none")}</p>
              <details>
                <summary>${t("account.make")}</summary>
                <${Form}
                  name="sign-up"
                  fields=${["login", "new"]}
                  label=${t("account.make")}
                  about=${t("account.make.about")}
                  send=${async (/** @type {any} */ { login, new: password }) => {
                    await askAs("POST", "/account", { login, password });
                    become({ ...guest.value, login });
                    again();
                  }}
                />
              </details>
              <details>
                <summary>${t("account.enter")}</summary>
                <${LogIn} />
              </details>
            `
      }
      <${Leave} me=${me} />
      <${Ratings} />
      <${History} />
      ${
        me.login &&
        html`
          <${Sessions} sessions=${me.sessions} again=${again} />
          <details>
            <summary>${t("account.password")}</summary>
            <${Form}
              name="password"
              fields=${["old", "new"]}
              label=${t("account.password")}
              about=${t("account.password.about")}
              send=${async (/** @type {any} */ given) => {
                await askAs("PUT", "/account/password", given);
                again();
                return t("account.changed");
              }}
            />
          </details>
          <details>
            <summary>${t("account.delete")}</summary>
            <${Form}
              name="delete"
              fields=${["password"]}
              label=${t("account.delete")}
              about=${t("account.delete.about")}
              send=${async (/** @type {any} */ given) => {
                await askAs("DELETE", "/account", given);
                become(null);
              }}
            />
          </details>
        `
      }
    <//>
  `;
}

/** Nobody yet: a name, or the account one has. */
const Stranger = () => html`
  <p>${t("account.stranger")}</p>
  <${NameField} onEnter=${enterAsTyped} />
  <button class="bright" onClick=${enterAsTyped}>${t("account.name")}</button>
  <h2>${t("account.enter")}</h2>
  <${LogIn} />
`;

const LogIn = () => html`
  <${Form} name="log-in" fields=${["login", "password"]} label=${t("account.enter")} send=${logIn} />
`;

/** Forgets in this browser who one is. @param {{ me: any }} props */
function Leave({ me }) {
  const leave = async () => {
    const current = me.sessions.find((/** @type {any} */ session) => session.current);
    await askAs("DELETE", me.login && current ? `/sessions/${current.id}` : "/guests/me").catch(() => {});
    become(null);
  };
  return html`
    <p class="row">
      <button data-act="leave" onClick=${leave}>${t(me.login ? "account.leave" : "account.forget")}</button>
    </p>
  `;
}

/** @param {{ sessions: any[], again: () => void }} props */
function Sessions({ sessions, again }) {
  const [error, setError] = useState("");
  const end = (/** @type {string} */ path) =>
    askAs("DELETE", path).then(again, (refused) => setError(reasonOf(refused)));
  return html`
    <section>
      <h2>${t("sessions")}</h2>
      <ul class="rooms">
        ${sessions.map(
          ({ id, since, current }) => html`
            <li key=${id} class="session-line">
              <span>${t("session.since", { day: day(since) })}</span>
              ${
                current
                  ? html`<b>${t("session.current")}</b>`
                  : html`<button class="chip" onClick=${() => end(`/sessions/${id}`)}>
                      ${t("session.end")}
                    </button>`
              }
            </li>
          `,
        )}
      </ul>
      ${sessions.length > 1 && html`<button data-act="end-others" onClick=${() => end("/sessions")}>${t("session.end.others")}</button>`}
      ${error && html`<p role="alert" class="bad">${error}</p>`}
    </section>
  `;
}

/** @param {{ game: string, profile: string }} props */
const rulesName = ({ game, profile }) =>
  `${t(`game.${game}`)} · ${tOr(`profile.${game}.${profile}`, profileOf({ profile }))}`;

function Ratings() {
  const { value } = useLoaded(() => askAs("GET", "/me/ratings"), []);
  const ratings = value?.ratings ?? [];
  return html`
    <section>
      <h2>${t("ratings")}</h2>
      ${value && !ratings.length && html`<p>${t("ratings.none")}</p>`}
      <ul class="rooms">
        ${ratings.map(
          (/** @type {any} */ one) => html`
            <li key=${one.game + one.profile} class="session-line">
              <a href=${`/ratings/${one.game}/${one.profile}`}>${rulesName(one)}</a>
              <span><b>${one.rating}</b> ± ${2 * one.deviation}</span>
            </li>
          `,
        )}
      </ul>
      <p><a href="/ratings/doudizhu/game-claw">${t("ratings.board")}</a></p>
    </section>
  `;
}

/** The hands one has played, the newest first. */
function History() {
  const [hands, setHands] = useState(/** @type {any[]} */ ([]));
  const [more, setMore] = useState(false);
  const load = async (/** @type {string} */ query) => {
    const { hands: found } = await askAs("GET", `/me/hands${query}`);
    setHands((before) => (query ? [...before, ...found] : found));
    setMore(found.length === 100);
  };
  useEffect(() => void load("").catch(() => {}), []);
  return html`
    <section>
      <h2>${t("history")}</h2>
      ${!hands.length && html`<p>${t("history.none")}</p>`}
      ${
        hands.length > 0 &&
        html`
          <div class="scroll" tabindex="0" role="region" aria-label=${t("history")}>
            <table class="ledger">
              <thead>
                <tr>
                  <th scope="col">${t("game")}</th>
                  <th scope="col">${t("history.when")}</th>
                  <th scope="col">${t("points")}</th>
                  <th scope="col">${t("replay")}</th>
                </tr>
              </thead>
              <tbody>
                ${hands.map(
                  (hand) => html`
                    <tr key=${hand.id}>
                      <th scope="row">${rulesName(hand)}</th>
                      <td>${day(hand.at)}</td>
                      <td class=${hand.points > 0 ? "plus" : hand.points < 0 ? "minus" : ""}>${signed(hand.points)}</td>
                      <td><a href=${`/replay/${hand.room}/${hand.hand}`}>${t("replay.open")}</a></td>
                    </tr>
                  `,
                )}
              </tbody>
            </table>
          </div>
        `
      }
      ${more && html`<button onClick=${() => load(`?before=${hands.at(-1).id}`)}>${t("history.more")}</button>`}
    </section>
  `;
}
