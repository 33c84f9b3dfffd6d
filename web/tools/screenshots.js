// Pictures of every view: node tools/screenshots.js [FOLDER [WIDTH [VIEW]]]
import { mkdirSync } from "node:fs";
import { deal, launch, open, playOn, press } from "../tests/browser.js";
import { Server } from "../tests/server.js";

const [folder = "screenshots", onlyWidth, onlyView] = process.argv.slice(2);
const SIZES = [
  [390, 844],
  [1440, 900],
].filter(([width]) => !onlyWidth || Number(onlyWidth) === width);
/** The tables: a name, a game, its rules, how many sit there. @type {[string, string, string, number][]} */
const TABLES = [
  ["doudizhu", "doudizhu", "game-claw", 3],
  ["uno", "uno", "official", 4],
  ["uno-ten", "uno", "official", 10],
];
const PAGES = {
  lobby: "lobby",
  new: "new",
  settings: "settings",
  help: "help",
  rules: "rules/doudizhu/classic",
  account: "account",
  ratings: "ratings/uno/official",
  duplicate: "duplicate",
};

const [server, browser] = await Promise.all([Server.start(), launch()]);
mkdirSync(folder, { recursive: true });

/** @param {string} colorScheme @param {number[]} size */
async function pictures(colorScheme, [width, height]) {
  const guest = await server.guest("Mei");
  const phone = width < 600 ? { hasTouch: true, isMobile: true } : {};
  const view = { guest, colorScheme, viewport: { width, height }, ...phone };
  const { page, close } = await open(browser, server, view);
  const shoot = async (/** @type {string} */ name, fullPage = false) => {
    await page.waitForTimeout(900);
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `${folder}/${name}-${width}x${height}-${colorScheme}.png`, fullPage });
  };
  const wanted = (/** @type {string} */ name) => !onlyView || name === onlyView;
  await page.waitForSelector("[data-play]");
  if (wanted("home")) await shoot("home", true);
  for (const [name, game, profile, seats] of TABLES.filter(([name]) => wanted(name))) {
    const code = await server.room(guest, game, profile, { botDelayMs: 100, public: true, seats });
    await page.goto(`${server.url}/table/${code}`);
    await deal(page);
    await page.waitForSelector(".act");
    await shoot(`${name}-deal`);
    let moves = 0;
    await playOn(page, async () => (moves += 1) > 4);
    if (await page.locator(".act.hint").count()) await press(page.locator(".act.hint")).catch(() => {});
    await shoot(`${name}-middle`);
    await page.click(".chip.trustee").catch(() => {});
    await page.waitForSelector(".result");
    await page.waitForTimeout(1200);
    await shoot(`${name}-end`);
    await page.goto(`${server.url}/replay/${code}/1`);
    await page.waitForSelector(".board .spread");
    const last = Number(await page.locator(".timeline input").getAttribute("max"));
    await page.fill(".timeline input", String(Math.floor(last / 2)));
    await shoot(`${name}-replay`);
  }
  for (const [name, path] of Object.entries(PAGES).filter(([name]) => wanted(name))) {
    await page.goto(`${server.url}/${path}`);
    await page.waitForSelector("h1");
    await shoot(name, true);
  }
  await close();
}

try {
  for (const size of SIZES) await Promise.all(["light", "dark"].map((scheme) => pictures(scheme, size)));
} finally {
  await Promise.all([server.stop(), browser.close()]);
}
