// Messages of the interface, one file per language in messages/. What the engine says of a page is English: the other languages have
// messages for it too, whose keys are those that English lacks (sayings.js).

export const LANGUAGES = { en: "English", fa: "فارسی", th: "ไทย" };
const RIGHT_TO_LEFT = new Set(["fa"]);

let messages = {};
let current = "en";
let pageDirection = "auto";

/** The language that the browser prefers, if there are messages in it, else English. */
export function preferredLanguage() {
  const wanted = navigator.languages ?? [navigator.language];
  return wanted.map((tag) => tag.split("-")[0]).find((tag) => tag in LANGUAGES) ?? "en";
}

/** Loads the messages of a language and sets the language and direction of the document. */
export async function useLanguage(language) {
  const answer = await fetch(new URL(`messages/${language}.json`, import.meta.url));
  messages = await answer.json();
  current = language;
  document.documentElement.lang = language;
  turn();
}

/** Sets the direction of the page that is shown: `ltr`, `rtl` or `auto`. */
export function turnTo(direction) {
  pageDirection = direction;
  turn();
}

// The interface is laid out from right to left if its language is written so, or if the page is. In the second case its own words keep
// their direction, for which the style sheet asks for `data-mirrored`.
function turn() {
  const root = document.documentElement;
  const isOwn = RIGHT_TO_LEFT.has(current);
  root.dir = isOwn || pageDirection === "rtl" ? "rtl" : "ltr";
  root.toggleAttribute("data-mirrored", !isOwn && root.dir === "rtl");
}

/** A message with its {values} filled in. A message that is missing shows as its key, which a test looks for. */
export function t(key, values = {}) {
  return (messages[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Whether there is a message with this key. */
export function has(key) {
  return Object.hasOwn(messages, key);
}

/** The message with this key, or null. */
export function message(key, values) {
  return has(key) ? t(key, values) : null;
}

/** What a word of records is called; the word itself if there is no message. */
export function word(family, code) {
  return message(`${family}.${code}`) ?? code.replaceAll("_", " ");
}

/** The attributes of an element with English words of the engine, where the interface is in another language. */
export function english() {
  return current === "en" ? {} : { lang: "en", dir: "ltr" };
}

/** Fills the static elements of the document: data-t names the text, data-t-NAME the attribute NAME. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const name of ["aria-label", "placeholder", "title"]) {
    for (const element of root.querySelectorAll(`[data-t-${name}]`)) {
      element.setAttribute(name, t(element.getAttribute(`data-t-${name}`)));
    }
  }
}

/** A number as the language writes it. */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(current, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** A share from 0 to 1 as a percentage. */
export function percent(value) {
  return new Intl.NumberFormat(current, { style: "percent", maximumFractionDigits: 0 }).format(value);
}
