// Shows an extraction as an article.
//
// The HTML of dehusk is written by a list of allowed elements. It is checked against that list once more here, in a document that runs
// and loads nothing, because it goes into a page of the extension.

import { Refusal } from "../shared/refusals.js";

/** What dehusk writes. Other elements are replaced by their text. */
const ELEMENTS = new Set((
  "a abbr b blockquote br caption code dd del div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small strong " +
  "sub sup table tbody td tfoot th thead tr u ul var"
).split(" "));
const ATTRIBUTES = new Set(["alt", "colspan", "dir", "href", "lang", "rowspan", "src", "start", "title", "value"]);
const ADDRESSES = { href: /^(?:https?|mailto|tel|ftp):/i, src: /^(?:https?:|data:image\/)/i };
/** From this many blocks on, the browser lays out only what is in sight. Chosen by hand. */
const MIN_LONG = 300;

const RTL = new Set(["ar", "arc", "ckb", "dv", "fa", "he", "ks", "ku-arab", "ps", "sd", "ug", "ur", "yi"]);

/** Shows an extraction that has text. `page` is what was captured. */
export function showArticle(extraction, page, note) {
  const { metadata } = extraction;
  const byId = (id) => document.getElementById(id);
  const language = metadata?.language ?? "";
  const article = byId("article");
  article.lang = language;
  article.dir = metadata?.direction ?? directionOfLanguage(language) ?? page.direction ?? "auto";
  byId("site").textContent = metadata?.sitename ?? metadata?.hostname ?? "";
  byId("title").textContent = document.title = metadata?.title ?? page.url;
  fillByline(byId("byline"), metadata, language);
  byId("note").textContent = note;
  byId("note").hidden = note === "";
  const content = byId("content");
  content.replaceChildren(...safeNodes(extraction.html));
  content.classList.toggle("long", content.childElementCount >= MIN_LONG);
  article.hidden = false;
}

function directionOfLanguage(language) {
  const [main] = language.toLowerCase().split("-");
  return language === "" ? null : RTL.has(main) ? "rtl" : "ltr";
}

function fillByline(element, metadata, language) {
  const parts = [];
  if (metadata?.author) parts.push(isolated(metadata.author));
  if (metadata?.date) parts.push(timeOf(metadata.date, language));
  element.replaceChildren(...parts.flatMap((part, at) => (at === 0 ? [part] : [" · ", part])));
}

/** A name may run in the other direction than the page. */
function isolated(text) {
  const element = document.createElement("bdi");
  element.textContent = text;
  return element;
}

function timeOf(date, language) {
  const element = document.createElement("time");
  element.dateTime = date;
  element.textContent = shownDate(date, language);
  return element;
}

/** Returns a date in the language and the calendar of the page. It is the day that the page means, wherever the reader is. */
export function shownDate(date, language) {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0];
  const time = day ? Date.parse(`${day}T00:00:00Z`) : NaN;
  if (Number.isNaN(time)) return date;
  return new Intl.DateTimeFormat(validLocale(language), { dateStyle: "long", timeZone: "UTC" }).format(time);
}

function validLocale(language) {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

/** Returns the nodes of an extraction's HTML, without what dehusk does not write. */
export function safeNodes(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll("*")) {
    if (!ELEMENTS.has(element.localName)) element.replaceWith(element.textContent);
    else for (const attribute of Array.from(element.attributes)) if (!isSafe(attribute)) element.removeAttribute(attribute.name);
  }
  for (const image of body.querySelectorAll("img")) Object.assign(image, { loading: "lazy", decoding: "async" });
  for (const link of body.querySelectorAll("a")) link.rel = "noopener noreferrer";
  for (const table of body.querySelectorAll("table")) scrolling(table);
  return Array.from(body.childNodes);
}

function isSafe({ name, value }) {
  return ATTRIBUTES.has(name) && (!Object.hasOwn(ADDRESSES, name) || ADDRESSES[name].test(value));
}

/** Wide tables scroll by themselves, with the keyboard too. */
function scrolling(table) {
  const around = table.ownerDocument.createElement("div");
  around.className = "scroll";
  around.tabIndex = 0;
  table.replaceWith(around);
  around.append(table);
}

/** Returns the refusal of an extraction without text. */
export function refusalOf({ status, reason }, page) {
  if (page.frames.length > 0) return new Refusal("frame");
  if (status === "too_large") return new Refusal("large");
  if (status === "not_html") return new Refusal("not_html", reason ?? "");
  return status === "empty" || status === "ok" ? new Refusal("empty") : new Refusal("failed", reason ?? status);
}
