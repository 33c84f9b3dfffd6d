// A browser for the tests, and the hands that play in it.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const launch = () =>
  chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--mute-audio"] });

/** What Chromium says by itself when the network is gone; a page cannot keep it quiet. */
const NETWORK = /WebSocket connection to|net::ERR_|Failed to load resource/;

/**
 * A page whose errors are kept.
 * @param {import("playwright-core").Browser} browser
 */
export async function open(browser, server, { guest, path = "/", network = false, ...context } = {}) {
  const at = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    ...context,
  });
  if (guest) {
    await at.addInitScript((known) => {
      localStorage.setItem("decklet.guest", JSON.stringify(known));
    }, guest);
  }
  const page = await at.newPage();
  page.setDefaultTimeout(30_000);
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error.stack)));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    if (!network || !NETWORK.test(message.text())) errors.push(message.text());
  });
  await page.goto(server.url + path);
  return {
    page,
    errors,
    close: async () => {
      await at.close();
      assert.deepEqual(errors, [], "nothing on the console");
    },
  };
}

/** Sits down and deals, bots in all other seats. */
export async function deal(page) {
  await page.click("text=/^(Sit down|坐下)$/");
  await page.click("[data-act=start]");
  await page.waitForSelector(".held");
}

/** Deals the next hand. */
export async function again(page) {
  const { hands } = (await inspect(page)).scene.room;
  await page.click("[data-act=start]");
  await until(page, ({ scene: { room } }) => room.hands > hands);
  await page.waitForSelector(".held");
}

/** Waits until one may act, or the hand is over. @returns {Promise<"act" | "over">} */
export async function ready(page) {
  const found = await page.waitForSelector(".act:not([disabled]), .colour, .result");
  return (await found.getAttribute("class")).includes("result") ? "over" : "act";
}

/** What the page holds of the table. */
export const inspect = (page) =>
  page.evaluate(async () => {
    const { current } = await import("/app/state/table.js");
    const table = current.value;
    return {
      scene: table?.scene.value,
      index: table?.scene.value?.room.turn?.entry,
      selected: [...(table?.selected.value ?? [])],
      actions: table?.actions.value,
      hand: table?.hand.value,
      hint: table?.hint.value,
      isMine: table?.isMine.value,
      lying: table?.lying.value,
      link: table?.link.value,
    };
  });

/** The events of this hand. */
export const story = (page) =>
  page.evaluate(async () => {
    const { current } = await import("/app/state/table.js");
    return current.value.story.value.flatMap(({ events }) => events);
  });

/**
 * Waits until something holds of the table. (A browser's own waiting takes a promise for a yes, so what
 * needs an import cannot be waited for there.)
 * @param {(seen: any) => unknown} holds
 * @param {(page: any) => Promise<any>} [look] what is asked for
 */
export async function until(page, holds, look = inspect) {
  const late = Date.now() + 30_000;
  for (;;) {
    const seen = await look(page);
    if (holds(seen)) return seen;
    if (Date.now() > late) throw new Error(`this did not come to hold: ${holds}`);
    await page.waitForTimeout(40);
  }
}

/** Waits until the table has gone on from a scene's turn. */
export const goneOn = (page, { room: { hands, turn } }) =>
  until(
    page,
    ({ scene: { room } }) =>
      room.phase !== "playing" || room.hands !== hands || room.turn?.entry !== turn?.entry,
  );

/** Waits for an event in the story of this hand. */
export const happened = (page, type, payload = {}) =>
  until(
    page,
    (events) =>
      events.some(
        (event) =>
          event.type === type &&
          Object.entries(payload).every(([name, value]) => event.payload[name] === value),
      ),
    story,
  );

/** Presses what the hint says: the cards it raises, or the button it means. */
async function byHint(page) {
  await press(page.locator(".act.hint"));
  const { hint, actions } = await until(page, ({ hint, isMine }) => hint || !isMine);
  if (!hint) return;
  if (hint.action.type.startsWith("PLAY_CARD")) {
    await page.waitForSelector(".held.up");
    await press(page.locator(".act.play"));
    return;
  }
  const same = ({ type, payload }) =>
    type === hint.action.type && JSON.stringify(payload) === JSON.stringify(hint.action.payload);
  const buttons = actions.filter(({ type }) => !type.startsWith("PLAY_CARD") && type !== "CHOOSE_COLOR");
  await press(page.locator(".act[data-type]:not(.hint)").nth(buttons.findIndex(same)));
}

/**
 * Selects these cards of the hand by keys, or puts them back. Cards of the same name may lie elsewhere on
 * the table, as the landlord's three do.
 */
export async function toggle(page, ...cards) {
  for (const id of cards) {
    const card = page.locator(`.held[data-card="${id}"]`);
    const isUp = (await card.getAttribute("aria-pressed")) === "true";
    await card.focus();
    await page.keyboard.press("Space");
    await page.waitForSelector(`.held[data-card="${id}"][aria-pressed=${!isUp}]`);
  }
}

/** A click on what is there, stands still and can be pressed. */
export const press = (locator) => locator.click({ timeout: 5000 });

/** One move, by the hint: as a person who trusts it. */
export async function move(page) {
  const { scene } = await inspect(page);
  const any = page.locator(".colour, .act:not(.play):not(.hint)").first();
  try {
    if (await page.locator(".colour").count()) await press(any);
    else if (await page.locator(".act.hint").count()) await byHint(page);
    else await press(any);
  } catch (error) {
    // The table may have gone on in between, as when somebody catches or jumps in.
    const now = (await inspect(page)).scene.room;
    if (now.turn?.entry === scene.room.turn?.entry && now.hands === scene.room.hands) throw error;
  }
  await goneOn(page, scene);
}

/** Plays until the hand is over, or it is `enough`. */
export async function playOn(page, enough = async () => false) {
  for (let moves = 0; moves < 200; moves += 1) {
    if ((await ready(page)) === "over") return "over";
    if (await enough()) return "until";
    await move(page);
  }
  throw new Error("the hand does not end");
}
