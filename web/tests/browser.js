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
  page.setDefaultTimeout(60_000);
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

/** Waits until one may act, or the hand is over. @returns {Promise<"act" | "over">} */
export async function ready(page) {
  const found = await page.waitForSelector(".act:not([disabled]), .colour, .result", { timeout: 90_000 });
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
      isMine: table?.isMine.value,
      lying: table?.lying.value,
    };
  });

/** One move, by the hint: as a person who trusts it. */
export async function move(page) {
  const before = await inspect(page);
  const colour = page.locator(".colour");
  const hint = page.locator(".act.hint");
  if (await colour.count()) await colour.first().click({ force: true });
  else if (await hint.count()) {
    await hint.click({ force: true });
    await page.waitForFunction(async () => {
      const { current } = await import("/app/state/table.js");
      return current.value.hint.value || !current.value.isMine.value;
    });
    const raised = await page.locator(".held.up").count();
    if (raised) await page.locator(".act.play").click({ force: true });
    else {
      const place = await page.evaluate(async () => {
        const { current } = await import("/app/state/table.js");
        const table = current.value;
        const { type, payload } = table.hint.value?.action ?? {};
        const others = table.actions.value.filter((a) => !a.type.startsWith("PLAY_CARD"));
        return others.findIndex(
          (a) => a.type === type && JSON.stringify(a.payload) === JSON.stringify(payload),
        );
      });
      await page.locator(".act[data-type]:not(.hint)").nth(Math.max(0, place)).click({ force: true });
    }
  } else await page.locator(".act:not(.play)").first().click({ force: true });
  await page.waitForFunction(
    async ([hand, entry]) => {
      const { current } = await import("/app/state/table.js");
      const { turn, phase, hands } = current.value.scene.value.room;
      return phase !== "playing" || hands !== hand || turn.entry !== entry;
    },
    [before.scene.room.hands, before.index],
  );
}

/** Plays until the hand is over, or `until` says so. */
export async function playOn(page, until = async () => false) {
  for (let moves = 0; moves < 200; moves += 1) {
    if ((await ready(page)) === "over") return "over";
    if (await until()) return "until";
    await move(page).catch((error) => {
      // The table may have gone on in between, as when somebody catches or jumps in.
      if (!/Timeout/.test(String(error))) throw error;
    });
  }
  throw new Error("the hand does not end");
}
