// Texts in the person's language.
import { computed, effect } from "./view.js";
import { settings } from "./settings.js";
import en from "../i18n/en.js";
import zh from "../i18n/zh.js";

/** @type {Record<string, Record<string, string>>} */
const TEXTS = { en, zh };

const theirs = navigator.languages?.find((tag) => /^(en|zh)\b/i.test(tag)) ?? "en";

export const language = computed(
  () => settings.value.language || /** @type {"en" | "zh"} */ (theirs.slice(0, 2).toLowerCase()),
);

/**
 * The text of this key, with `{name}` replaced by the arguments.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args = {}) {
  const text = TEXTS[language.value]?.[key] ?? TEXTS.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(args[name] ?? whole));
}

/** @param {string} key */
export const has = (key) => key in TEXTS.en;

/**
 * The text of a key that may not be there.
 * @param {string} key
 * @param {string} otherwise
 * @param {Record<string, string | number>} [args]
 */
export const tOr = (key, otherwise, args) => (has(key) ? t(key, args) : otherwise);

/**
 * A number of things: `one` where the language has a singular.
 * @param {string} key
 * @param {number} count
 */
export const many = (key, count) => t(count === 1 && has(`${key}.one`) ? `${key}.one` : key, { count });

/** A number, with a true minus. @param {number} points */
export const minus = (points) => String(points).replace("-", "−");

/** @param {number} points with a sign */
export const signed = (points) => (points > 0 ? `+${points}` : minus(points));

/** A day and time as the language writes it. @param {number} ms since 1970 */
export const day = (ms) =>
  new Intl.DateTimeFormat(language.value === "zh" ? "zh-CN" : "en-GB", {
    dateStyle: "short",
    timeStyle: "short",
  }).format(ms);

/** @param {string[]} parts */
export const list = (parts) => parts.join(language.value === "zh" ? "、" : ", ");

export function followLanguage() {
  effect(() => {
    document.documentElement.lang = language.value === "zh" ? "zh-CN" : "en";
  });
}
