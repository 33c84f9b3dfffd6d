// What is particular to a table of Dou Dizhu: bids, doubles, selecting, hints, the words at the button.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deal, inspect, launch, move, open, playOn, ready } from "./browser.js";
import { Server } from "./server.js";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

async function table(profile = "game-claw", more = {}, context = {}) {
  const guest = await server.guest("Ann");
  const code = await server.room(guest, "doudizhu", profile, more);
  const opened = await open(browser, server, { guest, path: `/table/${code}`, ...context });
  await deal(opened.page);
  return { ...opened, guest, code };
}

/** Plays until cards are to be played by oneself; deals again when a hand passes without. */
async function toPlaying(page) {
  for (let hands = 0; hands < 10; hands += 1) {
    const found = await playOn(page, async () => (await page.locator(".act.play").count()) > 0);
    if (found === "until") return;
    await page.click("[data-act=start]");
  }
  throw new Error("no hand came to the playing");
}

/** Drags from one card of the hand to another. */
async function drag(page, from, to) {
  const at = async (place) => {
    const box = await page.locator(".held").nth(place).boundingBox();
    return [box.x + 9, box.y + box.height / 2];
  };
  await page.mouse.move(...(await at(from)));
  await page.mouse.down();
  await page.mouse.move(...(await at(to)), { steps: 12 });
  await page.mouse.up();
}

test("bids and doubles by their buttons", async () => {
  const { page, close } = await table();
  const pressed = new Set();
  for (let moves = 0; moves < 200 && pressed.size < 3; moves += 1) {
    if ((await ready(page)) === "over") {
      await page.click("[data-act=start]");
      continue;
    }
    const { actions } = await inspect(page);
    const wanted = ["READY", "BID", "DOUBLE"].find((type) => actions.some((action) => action.type === type));
    if (!wanted) {
      await move(page);
      continue;
    }
    const button = page.locator(`.act[data-type=${wanted}]`).last();
    const text = await button.innerText();
    await button.click({ force: true });
    await page.waitForFunction(
      (said) => !document.querySelector(".act:not([disabled])")?.innerText.includes(said),
      text,
    );
    pressed.add(wanted);
  }
  assert.deepEqual([...pressed].sort(), ["BID", "DOUBLE", "READY"]);
  await toPlaying(page);
  assert.equal(await page.locator(".role.landlord").count(), 1);
  assert.equal(await page.locator(".role.farmer").count(), 2);
  assert.equal(await page.locator(".bottom .card:not(.back)").count(), 3);
  await page.click(".stake button");
  assert.ok((await page.locator(".popover li").count()) > 0, "what made the multiplier");
  await close();
});

test("a drag across several cards selects them, a tap puts one back, the felt all", async () => {
  const { page, close } = await table();
  await page.waitForTimeout(1000);
  await drag(page, 2, 6);
  assert.equal((await inspect(page)).selected.length, 5);
  assert.equal(await page.locator(".held.up").count(), 5);
  const box = await page.locator(".held").nth(4).boundingBox();
  await page.mouse.click(box.x + 8, box.y + 30);
  assert.equal((await inspect(page)).selected.length, 4);
  await page.mouse.click(640, 330);
  assert.equal((await inspect(page)).selected.length, 0);
  await close();
});

test("the button says what the selection is, or why it cannot be played", async () => {
  const { page, close } = await table("classic");
  await toPlaying(page);
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  await page
    .locator(".held")
    .last()
    .click({ position: { x: 8, y: 20 }, force: true });
  await page.waitForFunction(() => document.querySelector("#verdict")?.textContent.length > 3);
  const one = await page.locator("#verdict").innerText();
  assert.match(one, /single|solo|card/i, one);
  await drag(page, 0, (await page.locator(".held").count()) - 2);
  await page.waitForSelector(".act.play.cannot");
  const many = await page.locator("#verdict").innerText();
  assert.ok(many.length > 10, `a reason in words: ${many}`);
  await page.locator(".act.play").click({ force: true });
  await page.waitForSelector(".notice p");
  await close();
});

test("hints are cycled, and a double tap asks for one", async () => {
  const { page, close } = await table("classic");
  await toPlaying(page);
  const seen = new Set();
  for (let i = 0; i < 3; i += 1) {
    await page.locator(".act.hint").click({ force: true });
    await page.waitForFunction(async (place) => {
      const { current } = await import("/app/state/table.js");
      const hint = current.value.hint.value;
      return hint && (hint.of === 1 || hint.place === (place % hint.of) + 1);
    }, i);
    seen.add((await inspect(page)).selected.sort().join());
  }
  assert.ok(seen.size > 1, "another suggestion each time");
  await page.keyboard.press("Escape");
  await page
    .locator(".held")
    .first()
    .dblclick({ position: { x: 8, y: 40 }, force: true });
  await page.waitForFunction(async () => {
    const { current } = await import("/app/state/table.js");
    return current.value.hint.value;
  });
  await close();
});

test("ddz-060: a selection made before one's turn stays when the turn comes", async () => {
  const { page, close } = await table("classic", { botDelayMs: 1500 });
  await toPlaying(page);
  await move(page);
  await page.waitForFunction(async () => {
    const { current } = await import("/app/state/table.js");
    return !current.value.isMine.value;
  });
  await page
    .locator(".held")
    .nth(1)
    .click({ position: { x: 8, y: 40 }, force: true });
  const { selected, isMine } = await inspect(page);
  assert.equal(isMine, false);
  assert.equal(selected.length, 1);
  await page.waitForFunction(async () => {
    const { current } = await import("/app/state/table.js");
    return current.value.isMine.value;
  });
  await page.waitForTimeout(200);
  assert.deepEqual((await inspect(page)).selected, selected);
  await close();
});

test("ddz-062: asking for a hint, selecting and putting back leave the clock alone", async () => {
  const { page, close } = await table("classic");
  await toPlaying(page);
  const { deadline, entry } = (await inspect(page)).scene.room.turn;
  await page.locator(".act.hint").click({ force: true });
  await page.waitForTimeout(600);
  await page.keyboard.press("Escape");
  await page
    .locator(".held")
    .first()
    .click({ position: { x: 8, y: 40 }, force: true });
  await page.waitForTimeout(600);
  const after = (await inspect(page)).scene.room.turn;
  assert.deepEqual([after.deadline, after.entry], [deadline, entry]);
  await close();
});

test("the card counter, auto-pass and asking before bombs can be switched", async () => {
  const { page, close } = await table("classic");
  await toPlaying(page);
  const counted = await page.locator(".counter td").allInnerTexts();
  const { scene } = await inspect(page);
  const unseen = counted.map(Number).reduce((sum, count) => sum + count, 0);
  assert.equal(
    unseen,
    scene.counter.reduce((sum, { count }) => sum + count, 0),
  );
  await page.click("[aria-label=Settings]");
  for (const name of ["counter", "autoPass", "confirmBombs"]) await page.click(`.dialog [name=${name}]`);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".counter").count(), 0);
  assert.equal(await page.locator(".chip.auto").getAttribute("aria-pressed"), "true");
  await close();
});
