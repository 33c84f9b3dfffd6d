// The pages beside the table: accounts, ratings, history, links to replays, duplicate matches, quick match.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deal, launch, open, until } from "./browser.js";
import { Server } from "./server.js";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** A hand that bots have played to its end for the guest. */
async function played(page, code) {
  await page.goto(`${server.url}/table/${code}`);
  await deal(page);
  await page.click(".chip.trustee");
  await page.waitForSelector(".result");
}

/** Fills in a form of an account and sends it. */
async function send(page, form, fields) {
  const at = page.locator(`[data-form=${form}]`);
  if (!(await at.isVisible())) await page.locator("details", { has: at }).locator("summary").click();
  for (const [name, value] of Object.entries(fields)) await at.locator(`[name=${name}]`).fill(value);
  await at.locator("button").click();
}

test("an account: made, come back to from elsewhere, its password changed, deleted", async () => {
  const first = await open(browser, server, { path: "/account", network: true });
  await first.page.fill("[name=nickname]", "Anna");
  await first.page.keyboard.press("Enter");
  await first.page.waitForSelector("h1:has-text('Anna')");
  await send(first.page, "sign-up", { login: "anna", new: "first-password" });
  await first.page.waitForSelector("[data-form=password]", { state: "attached" });

  const second = await open(browser, server, { path: "/account", network: true });
  await send(second.page, "log-in", { login: "anna", password: "wrong-password" });
  await second.page.waitForSelector("[data-form=log-in] .bad");
  await send(second.page, "log-in", { login: "anna", password: "first-password" });
  await second.page.waitForSelector("h1:has-text('Anna')");
  await second.page.waitForSelector("[data-act=end-others]");
  assert.equal(await second.page.locator(".session-line:has(b)").count(), 1, "where one is now");

  // The other place is logged out; an account does not turn into a guest of the same name.
  await second.page.click("[data-act=end-others]");
  await second.page.waitForSelector("[data-act=end-others]", { state: "detached" });
  await first.page.reload();
  await first.page.waitForSelector("[name=nickname]");

  await send(second.page, "password", { old: "first-password", new: "second-password" });
  await second.page.waitForSelector("[data-form=password] .good");
  await second.page.click("[data-act=leave]");
  await second.page.waitForSelector("[name=nickname]");
  await send(second.page, "log-in", { login: "anna", password: "second-password" });
  await second.page.waitForSelector("h1:has-text('Anna')");
  await second.page.goto(server.url);
  await second.page.waitForSelector("p.name-field:has-text('Anna')");
  await second.page.goto(`${server.url}/account`);
  await send(second.page, "delete", { password: "second-password" });
  await second.page.waitForSelector("[name=nickname]");
  await send(second.page, "log-in", { login: "anna", password: "second-password" });
  await second.page.waitForSelector("[data-form=log-in] .bad");
  await Promise.all([first.close(), second.close()]);
});

test("one's hands are listed, and a link shows a hand with all cards open", async () => {
  const guest = await server.guest("Ann");
  const code = await server.room(guest, "doudizhu", "douzero");
  const { page, close } = await open(browser, server, { guest });
  await played(page, code);
  await page.goto(`${server.url}/account`);
  await page.click(`a[href='/replay/${code}/1']`);
  await page.waitForSelector(".board .spread");
  assert.equal(await page.locator(".watched:has(.watched-who ~ .spread)").count(), 1, "one's own hand only");
  await page.click("[data-act=share]");
  const link = await page.locator("a[href^='/shared/']").getAttribute("href");

  const other = await open(browser, server, { path: link });
  await other.page.waitForSelector(".board .spread");
  assert.equal(await other.page.locator(".watched:has(.watched-who ~ .spread)").count(), 3, "all hands");
  await other.page.selectOption("[name=as]", "spectator");
  await other.page.waitForFunction(
    () => !document.querySelector(".watched-who ~ .spread") && document.querySelector(".board"),
  );
  await Promise.all([close(), other.close()]);
});

test("a duplicate match is made, played at both tables, and compared", async () => {
  const guest = await server.guest("Ann");
  const { page, close } = await open(browser, server, { guest, path: "/duplicate" });
  await page.fill("[name=hands]", "1");
  await page.click("[data-act=make]");
  await page.waitForURL(/\/duplicate\/\w+$/);
  await page.waitForSelector(".room-code");
  assert.equal(await page.locator(".room-code").count(), 2);

  // The same with bots that move at once.
  const room = { game: "doudizhu", options: { profile: "douzero" }, seats: 3, botDelayMs: 0 };
  const body = { tables: 2, hands: 1, room };
  const { id, tables } = await server.ask("POST", "/duplicates", { token: guest.token, body });
  const bob = await open(browser, server, { guest: await server.guest("Bob") });
  await played(page, tables[0]);
  assert.equal(
    await page.locator(".more button:has-text('Verify')").count(),
    0,
    "others still play the deal",
  );
  await played(bob.page, tables[1]);
  await page.click(".more a:has-text('Duplicate match')");
  await page.waitForURL(`${server.url}/duplicate/${tables[0]}`);
  assert.equal((await server.ask("GET", `/duplicates/${tables[0]}`)).id, id);
  await page.waitForSelector("tbody tr:has-text('Bob')");
  const gained = await page.locator("table").first().locator("tbody td:last-child").allInnerTexts();
  assert.equal(gained.length, 6);
  const sum = gained.reduce((total, text) => total + Number(text.replace("−", "-")), 0);
  assert.ok(Math.abs(sum) < 0.1, "what one table gains the other loses");
  await Promise.all([close(), bob.close()]);
});

test("quick match by chosen rules: who asks for the same meets", async () => {
  const urls = [];
  for (const name of ["Bob", "Eve"]) {
    const { page, close } = await open(browser, server, { guest: await server.guest(name), path: "/lobby" });
    await page.selectOption("[name=rules]", "uno/official");
    await page.check("[name=rated]");
    await page.click(".quick button");
    await page.waitForURL(/\/table\//);
    const { scene } = await until(page, ({ scene }) => scene && scene.you !== null);
    assert.equal(scene.room.rated, true);
    assert.equal(scene.room.options.profile, "official");
    urls.push(page.url());
    await close();
  }
  assert.equal(urls[0], urls[1]);
});

test("who has played a rated hand is on the leader board", async () => {
  const [guest, ...others] = await Promise.all(["Ann", "Bob", "Eve"].map(server.guest));
  const rated = { rated: true, hints: false, counter: false };
  const code = await server.room(guest, "doudizhu", "douzero", rated);
  const { page, close } = await open(browser, server, { guest, path: `/table/${code}` });
  await page.click("text='Sit down'");
  const all = (type, more = {}) =>
    Promise.all(others.map((other) => server.command(other, code, { type, ...more })));
  await all("sit");
  await all("ready", { ready: true });
  await page.click("[data-act=start], [data-act=ready]");
  await page.waitForSelector(".held");
  await all("trustee", { on: true });
  await page.click(".chip.trustee");
  await page.waitForSelector(".result");
  await page.goto(`${server.url}/ratings/doudizhu/douzero`);
  await until(page, Boolean, async () => {
    if ((await page.locator("tbody tr").count()) === 3) return true;
    await page.waitForTimeout(300);
    await page.reload();
    await page.waitForSelector("h2");
    return false;
  });
  await page.click(".who-am-i");
  await page.waitForSelector("a[href='/ratings/doudizhu/douzero']");
  await close();
});

test("something of one's own goes into the deal, and the proof shows it", async () => {
  const guest = await server.guest("Ann");
  const code = await server.room(guest, "uno", "decklet");
  const { page, close } = await open(browser, server, { guest, path: `/table/${code}` });
  await page.click("text='Sit down'");
  await page.waitForSelector("[data-act=start]");
  await send(page, "mix", { text: "my-dice-say-4" });
  await page.waitForSelector("[data-form=mix] .good");
  await page.click("[data-act=start]");
  await page.click(".chip.trustee");
  await page.waitForSelector(".result");
  await page.click(".more button:has-text('Verify')");
  await page.waitForSelector(".dialog-body > p.good");
  assert.match(await page.locator(".proof").innerText(), /my-dice-say-4/);
  await close();
});

test("house rules: an option that is changed reaches the room, in both games", async () => {
  const guest = await server.guest("Ann");
  const { page, close } = await open(browser, server, { guest, path: "/new" });
  const make = async (game, option, change) => {
    await page.goto(`${server.url}/new`);
    await page.click(`[name=game][value=${game}]`);
    await page.click("details summary");
    await change(page.locator(".house label", { has: page.locator(`b:text-is("${option}")`) }));
    await page.click("[data-act=make]");
    const { scene } = await until(page, ({ scene }) => scene && scene.you !== null);
    return scene.room.options.custom;
  };
  const uno = await make("uno", "jump in", (label) => label.locator("input").check());
  assert.equal(uno.jump_in, true);
  const doudizhu = await make("doudizhu", "score: bomb", (label) => label.locator("input").fill("3"));
  assert.equal(doudizhu.options.score.bomb, 3);
  await close();
});
