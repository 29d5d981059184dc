// The reader view: reads the page of the tab that opened it, and shows its main content.

import { extract, init } from "../dehusk/index.js";
import { browser, language, message } from "../shared/browser.js";
import { REFUSALS, Refusal } from "../shared/refusals.js";
import { capture, closeReader } from "../shared/tabs.js";
import { refusalOf, showArticle } from "./article.js";
import { useSettings } from "./settings.js";

/** How long a short message stays, in milliseconds. Chosen by hand. */
const MESSAGE_MS = 4000;

/** A page that takes longer gets a message that it is being read, in milliseconds. Chosen by hand. */
const SLOW_MS = 400;

const byId = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const tabId = Number(query.get("tab"));
let page = null;

async function main() {
  performance.mark("started");
  translate();
  listen();
  const ready = useSettings(byId("settings")).then(() => document.body.classList.add("ready"));
  const slow = setTimeout(() => (byId("status").textContent = message("working")), SLOW_MS);
  try {
    if (query.has("refused")) throw new Refusal(query.get("refused"));
    await show();
  } catch (error) {
    showRefusal(error instanceof Refusal ? error : new Refusal("failed", error.message));
  }
  clearTimeout(slow);
  byId("status").textContent = "";
  await ready;
  byId("main").ariaBusy = "false";
  performance.mark("shown");
}

/** Loads the module while the page is read. */
async function show() {
  [page] = await Promise.all([marked(capture(tabId), "captured"), marked(init(), "module")]);
  const extraction = extract(page.html, { url: page.url, html: true, metadata: true, title: "out" });
  performance.mark("extracted");
  if (extraction.text === "") throw refusalOf(extraction, page);
  showArticle(extraction, page, noteOf(extraction));
  byId("copy").disabled = false;
}

/** Notes when something is done, for measurements. */
async function marked(promise, name) {
  const value = await promise;
  performance.mark(name);
  return value;
}

/** Returns a sentence about an extraction that is not complete or probably not good. */
function noteOf({ status, quality }) {
  if (status === "partial" || status === "timeout") return message("note_partial");
  return quality?.verdict === "poor" ? message("note_poor") : "";
}

function showRefusal({ reason, details }) {
  byId("refusal-title").textContent = document.title = message("refused");
  byId("refusal-text").textContent = message(`refused_${reason}`, details);
  byId("refusal-links").replaceChildren(...(reason === "frame" ? page.frames.map(itemWithLink) : []));
  byId("refusal").hidden = false;
  const isReadable = page !== null;
  byId("explain").hidden = !isReadable;
}

function itemWithLink(address) {
  const [item, link] = [document.createElement("li"), document.createElement("a")];
  Object.assign(link, { href: address, textContent: address, rel: "noopener noreferrer" });
  item.append(link);
  return item;
}

function listen() {
  byId("back").addEventListener("click", back);
  byId("copy").addEventListener("click", copyMarkdown);
  byId("explain").addEventListener("click", explain);
  byId("appearance").addEventListener("click", () => toggleSettings(byId("settings").hidden));
  addEventListener("keydown", ({ key }) => key === "Escape" && !byId("settings").hidden && toggleSettings(false));
  addEventListener("pointerdown", ({ target }) => !target.closest?.("#settings, #appearance") && toggleSettings(false, false));
}

function toggleSettings(isOpen, movesFocus = true) {
  byId("settings").hidden = !isOpen;
  byId("appearance").setAttribute("aria-expanded", String(isOpen));
  if (movesFocus) (isOpen ? byId("settings").querySelector("input:checked") : byId("appearance")).focus();
}

async function back() {
  await closeReader(await browser.tabs.getCurrent());
}

async function copyMarkdown() {
  const { markdown } = extract(page.html, { url: page.url, markdown: true, title: "in" });
  try {
    await navigator.clipboard.writeText(markdown);
    say(message("copied"));
  } catch {
    say(message("copy_failed"));
  }
}

async function explain() {
  const { error } = await browser.runtime.sendMessage({ type: "inspect", tabId });
  if (error) say(message("refused_gone"));
}

let saying = 0;

function say(text) {
  byId("status").textContent = text;
  clearTimeout(saying);
  saying = setTimeout(() => (byId("status").textContent = ""), MESSAGE_MS);
}

/** Puts the messages of the browser's language into the page. */
function translate() {
  Object.assign(document.documentElement, language());
  for (const element of document.querySelectorAll("[data-message]")) element.textContent = message(element.dataset.message);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", message(element.dataset.label));
  for (const button of document.querySelectorAll(".bar button")) button.title = button.textContent.trim();
}

await main();
