// Nobody is ever lost: reload, restart, no network, two tabs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deal, inspect, launch, move, open, playOn, until } from "./browser.js";
import { Server } from "./server.js";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** A table where the guest leads at once. */
async function table(more = {}) {
  const guest = await server.guest("Ann");
  const code = await server.room(guest, "doudizhu", "douzero", more);
  const opened = await open(browser, server, { guest, path: `/table/${code}`, network: true });
  await deal(opened.page);
  await opened.page.waitForSelector(".act.play");
  return { ...opened, guest, code };
}

test("a reload in mid-hand: the same table, with what lies on it", async () => {
  const { page, close } = await table();
  await move(page);
  await page.waitForSelector(".act.hint");
  const before = await inspect(page);
  await page.reload();
  await page.waitForSelector(".held");
  const after = await inspect(page);
  assert.equal(after.scene.room.hands, before.scene.room.hands);
  assert.ok(after.hand.every((id) => before.hand.includes(id)));
  const laid = ({ lying }) => JSON.stringify(Object.entries(lying).sort());
  await until(page, (table) => laid(table) === laid(before));
  assert.equal(await playOn(page), "over");
  await close();
});

test("the server is killed in mid-hand and comes back: the hand is played to its end", async () => {
  const { page, close } = await table();
  const before = await inspect(page);
  await server.kill();
  await page.waitForSelector(".away-banner");
  await server.begin();
  await until(page, ({ link, scene }) => link === "online" && scene);
  await page.waitForSelector(".away-banner", { state: "detached" });
  const after = await inspect(page);
  assert.deepEqual(after.hand, before.hand);
  assert.equal(await playOn(page), "over");
  await close();
});

test("no network for a while, and a command given meanwhile", async () => {
  const { page, close } = await table();
  const { index } = await inspect(page);
  await page.context().setOffline(true);
  await page.waitForSelector(".away-banner");
  await page.keyboard.press("t");
  await page.context().setOffline(false);
  await page.waitForSelector(".away-banner", { state: "detached" });
  await until(page, ({ scene: { room } }) => room.phase !== "playing" || room.turn.entry > index);
  await close();
});

test("two tabs of one person show the same table", async () => {
  const { page, close, code } = await table();
  const other = await page.context().newPage();
  await other.goto(`${server.url}/table/${code}`);
  await other.waitForSelector(".held");
  const [one, two] = [await inspect(page), await inspect(other)];
  assert.equal(two.scene.you, one.scene.you);
  assert.deepEqual(new Set(two.hand), new Set(one.hand));
  await close();
});
