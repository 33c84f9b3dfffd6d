// People with each other: two browsers, a spectator, what each may know, and what they call themselves.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inspect, launch, move, open, playOn, ready, story, until } from "./browser.js";
import { Server } from "./server.js";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

const MARKUP = `<img src=x onerror="x">`;

/** All cards of Dou Dizhu, as they are named. */
const DECK = [
  ...["spades", "hearts", "clubs", "diamonds"].flatMap((suit) =>
    ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].map((rank) => `${suit}-${rank}`),
  ),
  "joker-small",
  "joker-big",
];

/** Everything the page holds: its stores, its document, what it keeps in the browser. */
const everything = (page) =>
  page.evaluate(async () => {
    const { current } = await import("/app/state/table.js");
    const table = current.value;
    const held = Object.values(table).map((value) => {
      try {
        // The card counter names kinds of cards, and a zero is the only one of its kind.
        const cards = (key, inner) => (key === "counter" ? undefined : inner);
        return JSON.stringify(value?.value ?? (value instanceof Map ? [...value] : null), cards);
      } catch {
        return "";
      }
    });
    return [
      ...held,
      document.documentElement.outerHTML.replace(document.querySelector(".sprite").outerHTML, ""),
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ].join("\n");
  });

/** The cards of the deck that a page knows of. */
const known = async (page) => {
  const text = await everything(page);
  return DECK.filter((id) => new RegExp(`${id}(?![\\w])`).test(text));
};

/** The cards that somebody holds and that another's page knows of: there may be none. */
async function leaks({ page }, others) {
  // Read first: a card that is played in between is no leak. Bottom cards are laid open.
  const text = await everything(page);
  const { index } = await inspect(page);
  const open = (await story(page)).find(({ type }) => type === "DDZ_BOTTOM_CARDS_REVEALED");
  // The others may hear later of a card that they have played.
  const heard = ({ index: theirs, scene: { room } }) =>
    room.phase !== "playing" || index === undefined || theirs >= index;
  await Promise.all(others.map((other) => until(other.page, heard)));
  const hands = await Promise.all(others.map(async (other) => (await inspect(other.page)).hand));
  const secret = hands.flat().filter((id) => !open?.payload.cardIds.includes(id));
  return secret.filter((id) => new RegExp(`${id}(?!\\w)`).test(text));
}

/** Two who sit at a table and one who watches, from the deal on. */
async function company(game, profile, more) {
  const [ann, bob] = await Promise.all([server.guest("Ann"), server.guest(MARKUP.slice(0, 24))]);
  const code = await server.room(ann, game, profile, more);
  const path = `/table/${code}`;
  const [a, b, c] = await Promise.all([
    open(browser, server, { guest: ann, path }),
    open(browser, server, { guest: bob, path }),
    open(browser, server, { guest: await server.guest("Eve"), path }),
  ]);
  await a.page.click("text='Sit down'");
  await a.page.waitForSelector("[data-act=start]");
  await b.page.click("text='Sit down'");
  await b.page.click("[data-act=ready]");
  await a.page.click("[data-act=start]");
  await Promise.all([a.page.waitForSelector(".held"), b.page.waitForSelector(".held")]);
  return [a, b, c];
}

test("UNO: nobody's page holds another's cards, from the deal on", async () => {
  const [a, b, c] = await company("uno", "decklet", { seats: 2 });
  for (let moves = 0; moves < 6; moves += 1) {
    assert.deepEqual(await leaks(a, [b]), []);
    assert.deepEqual(await leaks(b, [a]), []);
    assert.deepEqual(await leaks(c, [a, b]), []);
    const own = await everything(a.page);
    assert.ok(
      (await inspect(a.page)).hand.every((id) => own.includes(id)),
      "one's own cards are found",
    );
    const { scene } = await inspect(c.page);
    if (scene.room.phase !== "playing") break;
    await move([a, b][scene.room.turn.seat].page);
  }
  await Promise.all([a, b, c].map(({ close }) => close()));
});

test("two people and a spectator: a hand to its end, and nobody knows more than may be known", async () => {
  const [a, b, c] = await company("doudizhu", "classic");
  const hands = [(await inspect(a.page)).hand, (await inspect(b.page)).hand];
  assert.equal(hands[0].length, 17);
  // What the bot has played by now lies open before all of them.
  const knows = async ({ page }, hand) => (await known(page)).filter((id) => hand.includes(id)).sort();
  const [own, other] = hands.map((hand) => hand.sort());
  assert.deepEqual(await knows(a, own), own, "one knows one's own cards");
  assert.deepEqual(await knows(a, other), [], "and none of another's");
  assert.deepEqual(await knows(b, other), other);
  assert.deepEqual(await knows(b, own), []);
  assert.deepEqual(await knows(c, [...own, ...other]), [], "who watches knows nobody's");
  assert.equal(await c.page.locator(".held, .act").count(), 0);

  let over = 0;
  const play = async ({ page }) => {
    for (let moves = 0; moves < 150; moves += 1) {
      if ((await ready(page)) === "over") break;
      if (moves % 3 === 1) {
        const [one, other] = page === a.page ? [a, b] : [b, a];
        assert.deepEqual(await leaks(one, [other]), [], "in the middle of the hand");
        assert.deepEqual(await leaks(c, [other]), [], "who watches");
      }
      await move(page);
    }
    over += 1;
  };
  await Promise.all([play(a), play(b)]);
  assert.equal(over, 2);
  await c.page.waitForSelector(".result");
  await c.page.click("[aria-label=Chat]");
  await c.page.click("text='What happened'");
  assert.ok((await c.page.locator(".lines p").count()) > 5, "the story was watched");
  await Promise.all([a, b, c].map(({ close }) => close()));
});

test("markup in names and chat is text", async () => {
  const guest = await server.guest(MARKUP.slice(0, 24));
  const code = await server.room(guest, "uno", "decklet");
  const { page, close } = await open(browser, server, { guest, path: `/table/${code}` });
  await page.click("text='Sit down'");
  await page.waitForSelector("[data-act=start]");
  await page.click("[aria-label=Chat]");
  await page.fill(".write input", MARKUP);
  await page.click(".write button");
  await page.waitForSelector(".lines p:not(.empty)");
  const line = await page.locator(".lines p").innerText();
  assert.ok(line.includes(MARKUP), line);
  assert.ok((await page.locator(".seat-name").first().innerText()).includes("<img"));
  assert.equal(await page.locator("img").count(), 0);
  await page.click(".phrases button");
  await page.click(".emotes button");
  await page.waitForSelector(".bubble .emote");
  await close();
});

test("a room is made by its form, found by its code, and watched from the lobby", async () => {
  const first = await open(browser, server, { path: "/new" });
  await first.page.fill("input[name=nickname]", "Host");
  await first.page.click("[value=uno]");
  await first.page.click("[value=party]");
  await first.page.click("[name=public]");
  await first.page.click("[data-act=make]");
  await first.page.waitForURL(/\/table\/[A-Z]{6}$/);
  const code = first.page.url().slice(-6);
  await first.page.waitForSelector("[data-act=start]");

  const second = await open(browser, server);
  await second.page.fill("input[name=nickname]", "Friend");
  await second.page.fill("input[name=code]", code.toLowerCase());
  await second.page.click("text='Join'");
  await second.page.waitForSelector("[data-act=ready]");
  await first.page.waitForFunction(() => document.querySelector(".sitting")?.textContent.includes("Friend"));

  const third = await open(browser, server, { path: "/lobby" });
  await third.page.waitForSelector(`text=${code}`);
  await Promise.all([first, second, third].map(({ close }) => close()));
});

test("in both languages, each from the first moment for who speaks it", async () => {
  for (const [locale, words] of [
    ["zh-CN", "玩斗地主"],
    ["en-GB", "Play Dou Dizhu"],
    ["fr-FR", "Play Dou Dizhu"],
  ]) {
    const { page, close } = await open(browser, server, { locale });
    assert.equal(await page.locator("[data-play=doudizhu]").innerText(), words, locale);
    await close();
  }
  const guest = await server.guest("小明");
  const code = await server.room(guest, "doudizhu", "classic");
  const { page, close } = await open(browser, server, { guest, locale: "zh-CN", path: `/table/${code}` });
  await page.click("text='坐下'");
  await page.click("text='开始'");
  assert.equal(await playOn(page), "over");
  const text = await page.locator(".result").innerText();
  assert.ok(!/[a-z]{4}/.test(text.replace(/Bot|UNO/g, "")), `no English: ${text}`);
  for (const rules of ["doudizhu/classic", "uno/official"]) {
    await page.goto(`${server.url}/rules/${rules}`);
    await page.waitForSelector(".options div");
    const options = await page.locator(".options div").allInnerTexts();
    assert.ok(options.length > 20);
    const english = options.filter((one) => /[a-z]{4}/.test(one.replace(/OpenSpiel|DouZero/g, "")));
    assert.deepEqual(english, [], "options in Chinese");
  }
  await close();
});

test("both languages have every text", async () => {
  const { page, close } = await open(browser, server);
  const [en, zh] = await page.evaluate(async () =>
    (await Promise.all([import("/app/i18n/en.js"), import("/app/i18n/zh.js")])).map((texts) => texts.default),
  );
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  const names = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join();
  for (const [key, text] of Object.entries(en)) assert.equal(names(zh[key]), names(text), key);
  await close();
});
