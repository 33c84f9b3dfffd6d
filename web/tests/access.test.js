// For everybody: keys alone, phones, screen readers, contrast; and what the page weighs.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { deal, inspect, launch, open, playOn } from "./browser.js";
import { Server } from "./server.js";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

const APP = new URL("../app/", import.meta.url).pathname;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds serious or critical. */
async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(
    async () => (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations,
  );
  return found
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target} ${node.any[0]?.message ?? ""}`).join(" | ")}`,
    );
}

test("a whole hand with the keyboard alone, from the first page", async () => {
  const { page, close } = await open(browser, server);
  await page.waitForSelector("[data-play=doudizhu]");
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute("data-play") ?? document.activeElement?.getAttribute("name"),
    );
  for (let i = 0; i < 20 && (await focused()) !== "nickname"; i += 1) await page.keyboard.press("Tab");
  await page.keyboard.type("Keys");
  for (let i = 0; i < 20 && (await focused()) !== "doudizhu"; i += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".held");

  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press(" ");
  assert.equal((await inspect(page)).selected.length, 1, "arrows and space select");
  await page.keyboard.press("Escape");
  assert.equal((await inspect(page)).selected.length, 0);

  let played = 0;
  for (let moves = 0; moves < 300 && played < 3; moves += 1) {
    const { actions, isMine, scene } = await inspect(page);
    if (scene.room.phase !== "playing") break;
    if (!isMine || !actions.length) {
      await page.waitForTimeout(120);
      continue;
    }
    await page.keyboard.press("h");
    await page.waitForTimeout(350);
    if ((await inspect(page)).selected.length) {
      await page.keyboard.press("Enter");
      played += 1;
    } else if (actions.some(({ type }) => type === "PASS")) await page.keyboard.press("p");
    else await page.keyboard.press("1");
    await page.waitForTimeout(250);
  }
  await page.keyboard.press("t");
  await page.waitForSelector(".result", { timeout: 90_000 });
  const heard = await page.locator("[role=log]").innerText();
  assert.ok(heard.length > 5, "the end is told");
  await close();
});

for (const [name, viewport] of [
  ["upright", { width: 320, height: 568 }],
  ["across", { width: 568, height: 320 }],
]) {
  test(`a phone held ${name}: nothing sticks out, and a tap selects`, async () => {
    for (const game of ["doudizhu", "uno"]) {
      const guest = await server.guest("Ann");
      const code = await server.room(guest, game, game === "uno" ? "decklet" : "classic");
      const phone = { viewport, hasTouch: true, isMobile: true };
      const { page, close } = await open(browser, server, { guest, path: `/table/${code}`, ...phone });
      await deal(page);
      await page.waitForTimeout(1300);
      const card = page.locator(".held").first();
      const box = await card.boundingBox();
      await page.touchscreen.tap(box.x + box.width * 0.22, box.y + box.height * 0.35);
      assert.equal((await inspect(page)).selected.length, 1);
      const out = await page.evaluate(() =>
        [...document.querySelectorAll(".held, .act, .topbar > *, .topbar nav > *, .own-bar > *, .who")]
          .filter((element) => {
            const { left, right, top, bottom, width } = element.getBoundingClientRect();
            return width && (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 14);
          })
          .map((element) => `${element.className} ${JSON.stringify(element.getBoundingClientRect())}`),
      );
      assert.deepEqual(out, [], `${game} ${name}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.tap(".chip.trustee");
      await page.waitForSelector(".result", { timeout: 60_000 });
      await close();
    }
  });
}

test("axe finds nothing serious on any page, in light and dark", async () => {
  const guest = await server.guest("Ann");
  const match = await server.ask("POST", "/duplicates", {
    token: guest.token,
    body: { tables: 2, hands: 1, room: { game: "uno", options: { profile: "decklet" }, seats: 2 } },
  });
  for (const colorScheme of ["light", "dark"]) {
    if (colorScheme === "dark") {
      const body = { login: "ann", password: "a long password" };
      await server.ask("POST", "/account", { token: guest.token, body });
    }
    const { page, close } = await open(browser, server, { guest, colorScheme, reducedMotion: "reduce" });
    for (const path of [
      "/",
      "/lobby",
      "/new",
      "/settings",
      "/help",
      "/rules/doudizhu/classic",
      "/rules/uno/official",
      "/account",
      "/ratings/uno/official",
      "/duplicate",
      `/duplicate/${match.id}`,
    ]) {
      await page.goto(server.url + path);
      await page.waitForSelector("h1, h2");
      await page.waitForTimeout(300);
      // What is folded away counts, too.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      assert.deepEqual(await violations(page), [], `${path} ${colorScheme}`);
    }
    for (const [game, profile] of [
      ["doudizhu", "game-claw"],
      ["uno", "official"],
    ]) {
      const code = await server.room(guest, game, profile);
      await page.goto(`${server.url}/table/${code}`);
      await page.waitForSelector(".between");
      assert.deepEqual(await violations(page), [], `waiting ${game} ${colorScheme}`);
      await deal(page);
      await page.waitForSelector(".act");
      await page.waitForTimeout(600);
      assert.deepEqual(await violations(page), [], `table ${game} ${colorScheme}`);
      await page.click("[aria-label=Chat]");
      await page.waitForTimeout(300);
      assert.deepEqual(await violations(page), [], `chat ${game} ${colorScheme}`);
      await page.click(".side [aria-label=Close]");
      await page.click("[aria-label=Settings]");
      assert.deepEqual(await violations(page), [], `settings ${game} ${colorScheme}`);
      await page.keyboard.press("Escape");
      await page.click(".chip.trustee");
      await page.waitForSelector(".result", { timeout: 90_000 });
      await page.waitForTimeout(400);
      assert.deepEqual(await violations(page), [], `result ${game} ${colorScheme}`);
      await page.goto(`${server.url}/replay/${code}/1`);
      await page.waitForSelector(".board .spread");
      assert.deepEqual(await violations(page), [], `replay ${game} ${colorScheme}`);
      const { id } = await server.ask("POST", `/rooms/${code}/hands/1/share`, { token: guest.token });
      await page.goto(`${server.url}/shared/${id}`);
      await page.waitForSelector(".board .spread");
      assert.deepEqual(await violations(page), [], `shared ${game} ${colorScheme}`);
    }
    await close();
  }
});

test("the page weighs less than 300 KB without vendored code, and loads nothing else", async () => {
  const files = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(folder, entry.name)) : join(folder, entry.name),
    );
  const own = files(APP).filter((path) => !path.includes("/vendor/"));
  const weight = own.reduce((sum, path) => sum + statSync(path).size, 0);
  assert.ok(weight < 300_000, `${weight} bytes`);

  const asked = [];
  const { page, close } = await open(browser, server);
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  await page.reload();
  await page.waitForSelector("[data-play]");
  assert.deepEqual([...new Set(asked)], [server.url], "only this server is asked");
  await close();
});

test("the first paint is measured", async (t) => {
  const { page, close } = await open(browser, server);
  await page.waitForSelector("[data-play]");
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
  assert.ok(Number.isFinite(paint));
  t.diagnostic(`first contentful paint: ${paint.toFixed(0)} ms`);
  await close();
});

test("no inline script and no eval: the policy says so and the page keeps it", async () => {
  const answer = await fetch(server.url);
  const policy = answer.headers.get("content-security-policy");
  assert.match(policy, /script-src 'self';/);
  assert.doesNotMatch(policy, /unsafe/);
  const { page, close } = await open(browser, server);
  const blocked = await page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener("securitypolicyviolation", ({ violatedDirective }) =>
          resolve(violatedDirective),
        );
        const script = document.createElement("script");
        script.textContent = "globalThis.ran = true";
        document.body.append(script);
      }),
  );
  assert.match(String(blocked), /script-src/);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  await page.context().close();
  void close;
});

test("a still page for who wants less motion", async () => {
  const guest = await server.guest("Ann");
  const code = await server.room(guest, "doudizhu", "classic");
  const { page, close } = await open(browser, server, {
    guest,
    path: `/table/${code}`,
    reducedMotion: "reduce",
  });
  await deal(page);
  const flights = await page.evaluate(
    () =>
      document.getAnimations().filter((a) => !(a instanceof CSSAnimation) && !(a instanceof CSSTransition))
        .length,
  );
  assert.equal(flights, 0);
  assert.equal(await page.locator(".ghost").count(), 0);
  assert.equal(await playOn(page, async () => true), "until");
  await close();
});
