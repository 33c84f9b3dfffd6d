// What is particular to a table of UNO: colours, drawing, challenges, calls.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  again,
  deal,
  goneOn,
  happened,
  inspect,
  launch,
  open,
  playOn,
  press,
  toggle,
  until,
} from "./browser.js";
import { Server } from "./server.js";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** One may draw as long as one likes, so that any card comes for sure; a bluff is allowed. */
const OPEN = {
  first_player: "lowest_seat",
  first_card: "number_only",
  draw: "any_number",
  draw_when_playable: true,
  after_draw: "keep_turn",
  playable_after_draw: "any",
  wd4: "free",
};

/** Drawing until a card is there may take long. */
const PATIENT = { type: "perTurn", seconds: 600 };

async function table(profile, seats, house) {
  const guest = await server.guest("Ann");
  const code = await server.room(guest, "uno", profile, { seats, house, clock: PATIENT });
  const opened = await open(browser, server, { guest, path: `/table/${code}` });
  await deal(opened.page);
  return { ...opened, code };
}

/** Draws until the hand has a card of this kind. @returns its id */
async function drawUntil(page, kind) {
  for (;;) {
    const { hand, scene } = await inspect(page);
    const found = hand.find((id) => id.startsWith(kind));
    if (found) return found;
    await page.waitForSelector(".pile.draw.may");
    await press(page.locator(".pile.draw"));
    await goneOn(page, scene);
  }
}

/** Selects a card by its name and plays it. */
async function play(page, id) {
  await toggle(page, id);
  await page.locator(".act.play:not(.cannot)").click();
}

test("a colour is chosen, and in force", async () => {
  const { page, close } = await table("decklet", 2, OPEN);
  await play(page, await drawUntil(page, "wild"));
  await page.waitForSelector(".colour");
  assert.equal(await page.locator(".colour").count(), 4);
  const chosen = page.locator(".colour.green");
  assert.ok(await chosen.locator("use[href='#s-green']").count(), "with its sign");
  await press(chosen);
  await happened(page, "UNO_COLOR_CHOSEN", { color: "green" });
  await close();
});

test("a Wild Draw Four is challenged", async () => {
  const [ann, bob] = [await server.guest("Ann"), await server.guest("Bob")];
  const house = { ...OPEN, wd4: "bluff_allowed", hand: 20, max_players: 2 };
  const code = await server.room(ann, "uno", "official", { seats: 2, house, clock: PATIENT });
  const path = `/table/${code}`;
  const [a, b] = [
    await open(browser, server, { guest: ann, path }),
    await open(browser, server, { guest: bob, path }),
  ];
  await a.page.click("text='Sit down'");
  await a.page.waitForSelector("[data-act=start]");
  await b.page.click("text='Sit down'");
  await b.page.click("[data-act=ready]");
  await a.page.click("[data-act=start]");
  await until(a.page, ({ isMine, actions }) => isMine && actions.length);
  await play(a.page, await drawUntil(a.page, "wild_draw4-"));
  await press(a.page.locator(".colour.red"));
  await press(b.page.locator("[data-type=CHALLENGE]"));
  for (const { page } of [a, b]) {
    await happened(page, "UNO_CHALLENGED");
    await happened(page, "UNO_PENALTY");
  }
  await Promise.all([a.close(), b.close()]);
});

test("UNO is called by its key", async () => {
  const { page, close } = await table("official", 2, {
    ...OPEN,
    wd4: "bluff_allowed",
    hand: 2,
    target: 10_000,
  });
  const mayCall = async () => (await page.locator("[data-type=CALL_UNO]").count()) > 0;
  while ((await playOn(page, mayCall)) === "over") await again(page);
  await page.keyboard.press("u");
  await happened(page, "UNO_CALLED", { playerId: "p1" });
  await close();
});

test("a card is drawn from the pile, and a double tap plays one", async () => {
  const { page, close } = await table("decklet", 4, OPEN);
  const before = (await inspect(page)).hand.length;
  await page.waitForSelector(".pile.draw.may");
  await press(page.locator(".pile.draw"));
  await until(page, ({ hand }) => hand.length > before);
  await drawUntil(page, "wild");
  const { scene } = await inspect(page);
  await page.waitForTimeout(700);
  // Wild cards are the last in the hand, and the last card is seen whole.
  await page.locator(".held[data-card^=wild]").last().dblclick({ force: true });
  await goneOn(page, scene);
  await happened(page, "CARD_PLAYED", { playerId: "p1" });
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
