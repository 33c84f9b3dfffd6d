// Pictures of every view: node tools/screenshots.js [FOLDER [WIDTH]]
import { mkdirSync } from "node:fs";
import { deal, launch, open, playOn } from "../tests/browser.js";
import { Server } from "../tests/server.js";

const folder = process.argv[2] ?? "screenshots";
const SIZES = [
  [390, 844],
  [1440, 900],
].filter(([width]) => !process.argv[3] || Number(process.argv[3]) === width);
const GAMES = [
  ["doudizhu", "game-claw"],
  ["uno", "official"],
];

const [server, browser] = await Promise.all([Server.start(), launch()]);
mkdirSync(folder, { recursive: true });

/** @param {string} colorScheme @param {number[]} size */
async function pictures(colorScheme, [width, height]) {
  const guest = await server.guest("Mei");
  const phone = width < 600 ? { hasTouch: true, isMobile: true } : {};
  const view = { guest, colorScheme, viewport: { width, height }, ...phone };
  const { page, close } = await open(browser, server, view);
  const shoot = async (/** @type {string} */ name) => {
    await page.waitForTimeout(900);
    await page.screenshot({ path: `${folder}/${name}-${width}x${height}-${colorScheme}.png` });
  };
  await page.waitForSelector("[data-play]");
  await shoot("home");
  for (const [game, profile] of GAMES) {
    const code = await server.room(guest, game, profile, { botDelayMs: 300, public: true });
    await page.goto(`${server.url}/table/${code}`);
    await deal(page);
    await page.waitForSelector(".act");
    await shoot(`${game}-deal`);
    let moves = 0;
    await playOn(page, async () => (moves += 1) > 7);
    if (await page.locator(".act.hint").count()) await page.locator(".act.hint").click({ force: true });
    await shoot(`${game}-middle`);
    await playOn(page);
    await page.waitForTimeout(1500);
    await shoot(`${game}-end`);
    await page.goto(`${server.url}/replay/${code}/1`);
    await page.waitForSelector(".board .spread");
    const last = Number(await page.locator(".timeline input").getAttribute("max"));
    for (let i = 0; i < last / 2; i += 1) await page.click("[aria-label='One step on']");
    await shoot(`${game}-replay`);
  }
  for (const path of ["lobby", "new", "settings", "rules/doudizhu/classic"]) {
    await page.goto(`${server.url}/${path}`);
    await page.waitForSelector("h1");
    await shoot(path.split("/")[0]);
  }
  await close();
}

try {
  for (const scheme of ["light", "dark"]) for (const size of SIZES) await pictures(scheme, size);
} finally {
  await Promise.all([server.stop(), browser.close()]);
}
