// The leader board of a profile.
import { html } from "../lib/view.js";
import { t, tOr } from "../lib/i18n.js";
import { ask } from "../lib/api.js";
import { useLoaded } from "../lib/hooks.js";
import { Page } from "./frame.js";
import { ProfileLinks } from "./rules.js";

/** @param {{ game: string, profile: string }} props */
export function Ratings({ game, profile }) {
  const { value, error } = useLoaded(() => ask("GET", `/ratings/${game}/${profile}`), [game, profile]);
  const leaders = value?.leaders ?? [];
  return html`
    <${Page} title=${t("ratings.board")} class="rules">
      <nav class="profiles" aria-label=${t("game")}>
        <a class="button" aria-current=${game === "doudizhu" ? "page" : undefined} href="/ratings/doudizhu/game-claw">${t("game.doudizhu")}</a>
        <a class="button" aria-current=${game === "uno" ? "page" : undefined} href="/ratings/uno/official">${t("game.uno")}</a>
      </nav>
      <${ProfileLinks} to="/ratings" game=${game} profile=${profile} />
      <h2>${t(`game.${game}`)} · ${tOr(`profile.${game}.${profile}`, profile)}</h2>
      <p>${t("ratings.about")}</p>
      ${error && html`<p class="bad" role="status">${t("load.failed")}</p>`}
      ${value && !leaders.length && html`<p>${t("ratings.empty")}</p>`}
      ${
        leaders.length > 0 &&
        html`
          <div class="scroll" tabindex="0" role="region" aria-label=${t("ratings.board")}>
            <table class="ledger">
              <thead>
                <tr>
                  <th scope="col">${t("player")}</th>
                  <th scope="col">${t("rating")}</th>
                  <th scope="col">±</th>
                  <th scope="col">${t("hands")}</th>
                  <th scope="col">${t("hands.won")}</th>
                </tr>
              </thead>
              <tbody>
                ${leaders.map(
                  (/** @type {any} */ one, /** @type {number} */ place) => html`
                    <tr key=${place}>
                      <th scope="row">${place + 1}. ${one.name}</th>
                      <td>${one.rating}</td>
                      <td>${2 * one.deviation}</td>
                      <td>${one.hands}</td>
                      <td>${one.won}</td>
                    </tr>
                  `,
                )}
              </tbody>
            </table>
          </div>
        `
      }
    <//>
  `;
}
