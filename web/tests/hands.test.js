// Whole hands of both games against bots, and how smoothly the cards move.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deal, inspect, launch, open, playOn } from "./browser.js";
import { Server } from "./server.js";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** Counts what moves without being moved by transforms. */
const watchShifts = () => {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (document.querySelector(".held"))
        globalThis.shifts.push({
          value: entry.value,
          what: entry.sources.map(({ node }) => node?.className || `in ${node?.parentElement?.className}`),
        });
  }).observe({ type: "layout-shift", buffered: false });
};

/** The longest task of the page's own thread, by the time it had a processor, in milliseconds. */
function longestTask(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const main = traceEvents.filter(
    ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain",
  );
  const threads = new Set(main.map(({ pid, tid }) => `${pid}.${tid}`));
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith("RunTask") && threads.has(`${pid}.${tid}`),
  );
  assert.ok(tasks.length > 100, "tasks were traced");
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

for (const [game, profile] of [
  ["doudizhu", "game-claw"],
  ["uno", "decklet"],
]) {
  test(`a whole hand of ${game}, by hints`, async (t) => {
    const guest = await server.guest("Ann");
    const code = await server.room(guest, game, profile);
    const { page, close } = await open(browser, server, { guest, path: `/table/${code}` });
    await deal(page);
    await page.waitForTimeout(1200);
    await page.evaluate(watchShifts);
    await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
    let moves = 0;
    assert.equal(await playOn(page, async () => (moves += 1) > 12), moves > 12 ? "until" : "over");
    const longest = longestTask(await browser.stopTracing());
    t.diagnostic(`longest task while cards move: ${longest.toFixed(1)} ms`);
    assert.ok(longest < 50, `a task took ${longest} ms`);
    const shifts = await page.evaluate(() => globalThis.shifts);
    assert.deepEqual(shifts, [], "nothing shifts while cards move");
    assert.equal(await playOn(page), "over");

    const { scene } = await inspect(page);
    const shown = await page.locator(".scores td:nth-child(2)").allInnerTexts();
    assert.deepEqual(
      shown.map((text) => Number(text.replace("−", "-"))),
      scene.room.result.points,
    );
    await page.click("[data-act=start]");
    await page.waitForSelector(".held");
    assert.equal((await inspect(page)).scene.room.hands, 2, "a rematch in the same room");
    await close();
  });
}

test("two clicks from the first page to the table", async () => {
  const { page, close } = await open(browser, server);
  await page.fill("input[name=nickname]", "Bob");
  await page.click("[data-play=doudizhu]");
  await page.waitForSelector(".held");
  const { scene } = await inspect(page);
  assert.equal(scene.room.seats.filter(({ kind }) => kind === "bot").length, 2);
  assert.equal(scene.room.phase, "playing");
  await close();
});

test("what comes after a hand: ledger, proof, replay, log", async () => {
  const guest = await server.guest("Ann");
  const code = await server.room(guest, "doudizhu", "classic");
  const { page, close } = await open(browser, server, { guest, path: `/table/${code}` });
  await deal(page);
  await page.click(".chip.trustee");
  await page.waitForSelector(".result", { timeout: 60_000 });

  await page.waitForSelector(".made li");
  await page.click(".more button:has-text('Verify')");
  await page.waitForSelector(".dialog-body > p.good");
  assert.equal(await page.locator(".proof .good").count(), 2, "each step is explained");
  await page.keyboard.press("Escape");
  await page.click(".more button:has-text('Ledger')");
  await page.waitForSelector(".ledger tbody tr");
  assert.equal(await page.locator(".ledger tbody tr").count(), 1);
  await page.keyboard.press("Escape");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(".more a[download]")]);
  assert.equal(download.suggestedFilename(), `${code}-1.jsonl`);

  await page.click(".more a:has-text('Replay')");
  await page.waitForSelector(".board .spread");
  const slider = page.locator(".timeline input");
  assert.equal(await slider.inputValue(), "0");
  await page.click("[aria-label='One step on']");
  assert.equal(await slider.inputValue(), "1");
  await page.click("[aria-label='To the end']");
  assert.equal(await slider.inputValue(), await slider.getAttribute("max"));
  await page.selectOption(".speed select", "4×");
  await page.click(".controls [aria-label='Play']");
  await page.waitForFunction(() => Number(document.querySelector(".timeline input").value) >= 2);
  await close();
});
