// What is particular to a table of UNO: colours, drawing, challenges, calls.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deal, inspect, launch, open, playOn } from "./browser.js";
import { Server } from "./server.js";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

async function table(profile, seats) {
  const guest = await server.guest("Ann");
  const code = await server.room(guest, "uno", profile, { seats });
  const opened = await open(browser, server, { guest, path: `/table/${code}` });
  await deal(opened.page);
  return opened;
}

/** Plays hands until a thing can be pressed. */
async function until(page, selector, hands = 25) {
  for (let hand = 0; hand < hands; hand += 1) {
    if ((await playOn(page, async () => (await page.locator(selector).count()) > 0)) === "until") return;
    await page.click("[data-act=start]");
  }
  throw new Error(`${selector} did not come in ${hands} hands`);
}

test("a colour is chosen, and in force", async () => {
  const { page, close } = await table("decklet", 2);
  await until(page, ".colour");
  assert.equal(await page.locator(".colour").count(), 4);
  const chosen = page.locator(".colour.green");
  assert.ok(await chosen.locator("use[href='#s-green']").count(), "with its sign");
  await chosen.click({ force: true });
  await page.waitForFunction(async () => {
    const { current } = await import("/app/state/table.js");
    const story = current.value.story.value.flatMap(({ events }) => events);
    return story.some(({ type, payload }) => type === "UNO_COLOR_CHOSEN" && payload.color === "green");
  });
  await close();
});

test("a Wild Draw Four is challenged", async () => {
  const { page, close } = await table("official", 2);
  await until(page, "[data-type=CHALLENGE]");
  await page.locator("[data-type=CHALLENGE]").click({ force: true });
  await page.waitForFunction(async () => {
    const { current } = await import("/app/state/table.js");
    const story = current.value.story.value.flatMap(({ events }) => events);
    return (
      story.some(({ type }) => type === "UNO_CHALLENGED") && story.some(({ type }) => type === "UNO_PENALTY")
    );
  });
  await close();
});

test("UNO is called by its key", async () => {
  const { page, close } = await table("official", 2);
  await until(page, "[data-type=CALL_UNO]");
  await page.keyboard.press("u");
  await page.waitForFunction(async () => {
    const { current } = await import("/app/state/table.js");
    const story = current.value.story.value.flatMap(({ events }) => events);
    return story.some(({ type, payload }) => type === "UNO_CALLED" && payload.playerId === "p1");
  });
  await close();
});

test("a card is drawn from the pile, and a double tap plays one", async () => {
  const { page, close } = await table("decklet", 4);
  await until(page, ".pile.draw.may");
  const before = (await inspect(page)).hand.length;
  await page.locator(".pile.draw").click({ force: true });
  await page.waitForFunction(async (count) => {
    const { current } = await import("/app/state/table.js");
    return current.value.hand.value.length > count;
  }, before);
  await until(page, ".held:not(.dim)");
  const { index } = await inspect(page);
  await page.waitForTimeout(500);
  await page
    .locator(".held:not(.dim)")
    .last()
    .dblclick({ position: { x: 20, y: 20 }, force: true });
  await page.waitForFunction(async (entry) => {
    const { current } = await import("/app/state/table.js");
    return current.value.room.value.turn?.entry !== entry;
  }, index);
  await close();
});

test("uno-032: each colour has a sign on each card, and the hand is grouped by colour", async () => {
  const { page, close } = await table("decklet", 4);
  const { hand } = await inspect(page);
  const colours = hand.map((id) => id.split("-")[0]);
  const groups = colours.filter((colour, i) => colour !== colours[i - 1]);
  assert.equal(new Set(groups).size, groups.length, "grouped by colour");
  const signs = await page
    .locator(".held")
    .evaluateAll((cards) =>
      cards.map((card) => [
        card.dataset.card,
        [...card.querySelectorAll("use")].map((use) => use.getAttribute("href")),
      ]),
    );
  for (const [id, used] of signs) {
    const colour = id.split("-")[0];
    const wanted = colour.startsWith("wild") ? ["red", "yellow", "green", "blue"] : [colour];
    for (const name of wanted) assert.ok(used.includes(`#s-${name}`), `${id} has the sign of ${name}`);
  }
  const shapes = await page
    .locator(".sprite symbol path")
    .evaluateAll((paths) => paths.map((p) => p.getAttribute("d")));
  assert.equal(new Set(shapes).size, shapes.length, "no two signs are alike");
  const inForce = page.locator(".in-force");
  assert.match(await inForce.getAttribute("aria-label"), /Colour/);
  assert.ok(await inForce.locator("use").count());
  await close();
});
