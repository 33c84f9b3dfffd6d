// What is particular to a table of Dou Dizhu: bids, doubles, selecting, hints, the words at the button.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deal, happened, inspect, launch, move, open, press, toggle, until } from "./browser.js";
import { Server } from "./server.js";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** A table where the guest is landlord from the start, and leads; another profile has its auction. */
async function table(profile = "douzero", more = {}) {
  const guest = await server.guest("Ann");
  const code = await server.room(guest, "doudizhu", profile, more);
  const opened = await open(browser, server, { guest, path: `/table/${code}` });
  await deal(opened.page);
  await opened.page.waitForSelector(".act");
  return { ...opened, guest, code };
}

/** What the page says beside the Play button. */
const verdict = (page) => page.locator("#verdict").innerText();

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
  const { page, close } = await table("game-claw", { house: { first_bidder: { fixed: 0 } } });
  const act = async (type, payload) => {
    const button = page.locator(`.act[data-type=${type}]`).last();
    await button.waitFor();
    await press(button);
    await happened(page, ...payload);
  };
  await act("READY", ["DDZ_READY", { playerId: "p1" }]);
  await act("BID", ["DDZ_BID", { playerId: "p1", bid: 3 }]);
  await act("DOUBLE", ["DDZ_DOUBLED", { playerId: "p1" }]);
  await page.waitForSelector(".act.play");
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
  const { page, close } = await table();
  await page.waitForTimeout(1200);
  await page
    .locator(".held")
    .last()
    .click({ position: { x: 8, y: 20 }, force: true });
  await page.waitForFunction(() => document.querySelector("#verdict")?.textContent.startsWith("single"));
  assert.equal(await page.locator(".act.play.cannot").count(), 0);
  await drag(page, 0, (await page.locator(".held").count()) - 2);
  await page.waitForSelector(".act.play.cannot");
  assert.match(await verdict(page), /\w+ \w+ \w+/, "a reason in words");
  await page.locator(".act.play").click({ force: true });
  await page.waitForSelector(".notice p");
  await close();
});

test("hints are cycled, and a double tap asks for one", async () => {
  const { page, close } = await table();
  const suggested = async (place) => {
    const { hint, selected } = await until(page, ({ hint }) => hint?.place === place);
    assert.deepEqual(selected.sort(), [...hint.action.payload.cardIds].sort(), "its cards are selected");
    return selected.join();
  };
  const seen = new Set();
  for (let i = 1; i <= 3; i += 1) {
    await press(page.locator(".act.hint"));
    seen.add(await suggested(i));
  }
  assert.equal(seen.size, 3, "another suggestion each time");
  await page.keyboard.press("Escape");
  assert.equal((await inspect(page)).selected.length, 0);
  await page
    .locator(".held")
    .first()
    .dblclick({ position: { x: 8, y: 40 }, force: true });
  await until(page, ({ hint, selected }) => hint && selected.length);
  await close();
});

test("ddz-060: a selection made before one's turn stays when the turn comes", async () => {
  const { page, close } = await table("douzero", { botDelayMs: 1500 });
  await move(page);
  await until(page, ({ isMine }) => !isMine);
  await page
    .locator(".held")
    .nth(1)
    .click({ position: { x: 8, y: 40 }, force: true });
  const { selected, isMine } = await inspect(page);
  assert.equal(isMine, false);
  assert.equal(selected.length, 1);
  await until(page, ({ isMine }) => isMine);
  await page.waitForTimeout(200);
  assert.deepEqual((await inspect(page)).selected, selected);
  await close();
});

test("ddz-062: asking for a hint, selecting and putting back leave the clock alone", async () => {
  const { page, close } = await table();
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

/** Flips these switches of the settings. */
async function set(page, ...names) {
  await page.click("[aria-label=Settings]");
  for (const name of names) await page.click(`.dialog [name=${name}]`);
  await page.keyboard.press("Escape");
}

/** Four equal cards of a hand, or both jokers. */
function bombIn(hand) {
  const rankOf = (id) => (id.startsWith("joker") ? "joker" : id.split("-")[1]);
  const groups = hand.map((id) => hand.filter((other) => rankOf(other) === rankOf(id)));
  return groups.find((cards) => cards.length === (rankOf(cards[0]) === "joker" ? 2 : 4));
}

test("who wishes so is asked before a bomb", async () => {
  const { page, close, guest } = await table();
  await set(page, "confirmBombs");
  let bomb = bombIn((await inspect(page)).hand);
  // Three deals of ten have one.
  for (let tries = 0; !bomb && tries < 60; tries += 1) {
    const code = await server.room(guest, "doudizhu", "douzero");
    await page.goto(`${server.url}/table/${code}`);
    await deal(page);
    bomb = bombIn((await until(page, ({ actions }) => actions?.length > 0)).hand);
  }
  assert.ok(bomb, "no bomb in sixty deals");
  await page.waitForTimeout(1200);
  const says = (words) =>
    page.waitForFunction((words) => {
      const [verdict, play] = ["#verdict", ".act.play"].map((at) => document.querySelector(at)?.textContent);
      return verdict?.startsWith(words.verdict) && play?.trim() === words.play;
    }, words);
  const kind = bomb.length === 2 ? "rocket" : "bomb";
  const play = page.locator(".act.play");
  await toggle(page, ...bomb);
  await says({ verdict: kind, play: "Play" });
  await press(play);
  await says({ verdict: kind, play: "Sure? Play" });
  // Another selection takes the question back.
  await toggle(page, ...bomb.slice(1));
  await says({ verdict: "single", play: "Play" });
  await toggle(page, ...bomb.slice(1));
  await says({ verdict: kind, play: "Play" });
  assert.equal((await inspect(page)).scene.game.variables["ddz.bombs"], 0, "nothing was played");
  await press(play);
  await press(play);
  await happened(page, `DDZ_${kind.toUpperCase()}_PLAYED`);
  await close();
});

test("the card counter and auto-pass can be switched", async () => {
  const { page, close } = await table();
  const counted = await page.locator(".counter td").allInnerTexts();
  const { scene } = await inspect(page);
  const unseen = counted.map(Number).reduce((sum, count) => sum + count, 0);
  assert.equal(
    unseen,
    scene.counter.reduce((sum, { count }) => sum + count, 0),
  );
  await set(page, "counter", "autoPass");
  assert.equal(await page.locator(".counter").count(), 0);
  assert.equal(await page.locator(".chip.auto").getAttribute("aria-pressed"), "true");
  await close();
});
