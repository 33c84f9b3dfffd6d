// Nobody is ever lost: reload, restart, no network, two tabs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deal, inspect, launch, move, open, playOn } from "./browser.js";
import { Server } from "./server.js";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

async function table(more = {}) {
  const guest = await server.guest("Ann");
  const code = await server.room(guest, "doudizhu", "classic", more);
  const opened = await open(browser, server, { guest, path: `/table/${code}`, network: true });
  await deal(opened.page);
  return { ...opened, guest, code };
}

const playing = (page) => playOn(page, async () => (await page.locator(".act.play").count()) > 0);
const online = (page) =>
  page.waitForFunction(async () => {
    const { current } = await import("/app/state/table.js");
    return current.value?.link.value === "online" && current.value.scene.value;
  });

test("a reload in mid-hand: the same table, with what lies on it", async () => {
  const { page, close } = await table();
  if ((await playing(page)) === "over") return close();
  await move(page);
  if ((await playing(page)) === "over") return close();
  const before = await inspect(page);
  await page.reload();
  await page.waitForSelector(".held");
  const after = await inspect(page);
  assert.equal(after.scene.room.hands, before.scene.room.hands);
  assert.ok(after.hand.every((id) => before.hand.includes(id)));
  await page.waitForFunction(
    async (lay) => {
      const { current } = await import("/app/state/table.js");
      return JSON.stringify(Object.entries(current.value.lying.value).sort()) === lay;
    },
    JSON.stringify(Object.entries(before.lying).sort()),
  );
  assert.equal(await playOn(page), "over");
  await close();
});

test("the server is killed in mid-hand and comes back: the hand is played to its end", async () => {
  const { page, close } = await table();
  if ((await playing(page)) === "over") return close();
  const before = await inspect(page);
  await server.kill();
  await page.waitForSelector(".away-banner");
  await server.begin();
  await online(page);
  await page.waitForSelector(".away-banner", { state: "detached" });
  const after = await inspect(page);
  assert.deepEqual(after.hand, before.hand);
  assert.equal(await playOn(page), "over");
  await close();
});

test("no network for a while, and a command given meanwhile", async () => {
  const { page, close } = await table();
  if ((await playing(page)) === "over") return close();
  const { index } = await inspect(page);
  await page.context().setOffline(true);
  await page.waitForSelector(".away-banner");
  await page.keyboard.press("t");
  await page.context().setOffline(false);
  await page.waitForSelector(".away-banner", { state: "detached" });
  await page.waitForFunction(async (entry) => {
    const { current } = await import("/app/state/table.js");
    const { turn, phase } = current.value.room.value;
    return phase !== "playing" || turn.entry > entry;
  }, index);
  await close();
});

test("two tabs of one person show the same table", async () => {
  const { page, close, code } = await table();
  const other = await page.context().newPage();
  await other.goto(`${server.url}/table/${code}`);
  await other.waitForSelector(".held");
  await playOn(page, async () => (await page.locator(".act.play").count()) > 0);
  const [one, two] = [await inspect(page), await inspect(other)];
  assert.equal(two.scene.you, one.scene.you);
  assert.deepEqual(new Set(two.hand), new Set(one.hand));
  await close();
});
