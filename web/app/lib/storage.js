// What the browser keeps for us. Private windows may refuse: then it lasts as long as the page.

/** @type {Map<string, string>} */
const lost = new Map();

/**
 * @param {string} key
 * @param {"local" | "session"} [where]
 * @returns {any} what was kept, or null
 */
export function recall(key, where = "local") {
  try {
    const text = store(where).getItem(`decklet.${key}`) ?? lost.get(key);
    return text === undefined || text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value null forgets it
 * @param {"local" | "session"} [where]
 */
export function keep(key, value, where = "local") {
  const text = JSON.stringify(value);
  lost.set(key, text);
  try {
    if (value === null) store(where).removeItem(`decklet.${key}`);
    else store(where).setItem(`decklet.${key}`, text);
  } catch {
    // It stays in `lost`.
  }
}

/** @param {"local" | "session"} where */
const store = (where) => (where === "local" ? localStorage : sessionStorage);
