// The first page: a name, and to the table.
import { html, useState } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { go } from "../lib/router.js";
import { match, playBots } from "../lib/rooms.js";
import { Card } from "../cards/card.js";
import { reasonOf, wish } from "../state/table.js";
import { Page } from "./frame.js";
import { NameField, enterAsTyped } from "./name.js";

const SHOWN = {
  doudizhu: ["joker-big", "spades-2", "hearts-A", "clubs-K", "diamonds-Q"],
  uno: ["red-7-1", "yellow-reverse-1", "wild-1", "green-skip-1", "blue-draw2-1"],
};

export function Home() {
  const [busy, setBusy] = useState("");
  const [error, setError] = useState("");
  const [code, setCode] = useState("");
  /** @param {string} what @param {() => Promise<string>} find */
  const start = async (what, find) => {
    setBusy(what);
    setError("");
    try {
      await enterAsTyped();
      go(`/table/${await find()}`);
    } catch (refused) {
      setError(reasonOf(/** @type {any} */ (refused)));
      setBusy("");
    }
  };
  const join = async () => {
    const wanted = code.trim().toUpperCase();
    wish(wanted, "sit");
    return wanted;
  };
  return html`
    <${Page} class="home">
      <section class="welcome">
        <h1>${t("home.title")}</h1>
        <p>${t("home.about")}</p>
        <${NameField} />
      </section>
      <section class="games">
        ${
          /** @type {const} */ (["doudizhu", "uno"]).map(
            (game) => html`
              <article class=${`game-card ${game}`} key=${game}>
                <div class="show" aria-hidden="true">
                  ${SHOWN[game].map((id, i) => html`<span key=${id} style=${{ "--i": i - 2 }}><${Card} id=${id} /></span>`)}
                </div>
                <h2>${t(`game.${game}`)}</h2>
                <p>${t(`game.${game}.about`)}</p>
                <div class="row">
                  <button
                    class="bright"
                    data-play=${game}
                    disabled=${Boolean(busy)}
                    onClick=${() => start(game, () => playBots(game))}
                  >
                    ${t(`play.${game}`)}
                  </button>
                  <button
                    data-match=${game}
                    disabled=${Boolean(busy)}
                    onClick=${() => start(`m${game}`, () => match(game))}
                  >
                    ${t("quick.match")}
                  </button>
                </div>
              </article>
            `,
          )
        }
      </section>
      <section class="ways">
        <form
          class="join"
          onSubmit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            if (code.trim()) void start("join", join);
          }}
        >
          <label
            ><span>${t("room.code")}</span>
            <input
              name="code"
              value=${code}
              maxlength="6"
              autocapitalize="characters"
              autocomplete="off"
              placeholder="ABCDEF"
              onInput=${(/** @type {any} */ { currentTarget }) => setCode(currentTarget.value.toUpperCase())}
            />
          </label>
          <button disabled=${code.trim().length !== 6}>${t("join")}</button>
        </form>
        <a class="button" href="/lobby">${t("lobby")}</a>
        <a class="button" href="/new">${t("new.room")}</a>
        <a class="button" href="/duplicate">${t("duplicate")}</a>
        <a class="button" href="/ratings/doudizhu/game-claw">${t("ratings.board")}</a>
      </section>
      ${error && html`<p role="alert" class="bad">${error}</p>`}
    <//>
  `;
}
