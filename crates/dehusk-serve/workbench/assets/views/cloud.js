// The tag cloud of the main content. A word shows its sentences, and a sentence leads to its block on the page.

import { fill, h, svg } from "../dom.js";
import { number, t } from "../i18n.js";

const SIZE = { width: 1200, height: 800 };
const STYLE = /<style>([^]*?)<\/style>/;
const KEPT = ["fill", "font-size", "x", "y", "font-family", "font-weight", "transform", "direction", "lang"];

export function cloudView(app) {
  const picture = h("div", { class: "cloudbox" });
  const panel = h("aside", { class: "panel", "aria-label": t("cloud.word"), "aria-live": "polite" });
  const element = h("section", { class: "split", "aria-label": t("view.cloud") }, picture, panel);
  let shown = null;
  const show = async (state) => {
    const cloud = await app.cloud({ ...app.options(), ...SIZE });
    if (app.state !== state) return;
    if (shown !== cloud) fill(picture, await drawing(app, cloud));
    shown = cloud;
    select(picture, state.word);
    fill(panel, sentences(app, cloud, state.word));
  };
  return { element, show };
}

async function drawing(app, { svg: text, words }) {
  const source = new DOMParser().parseFromString(text.replace(STYLE, ""), "image/svg+xml");
  await useFonts(STYLE.exec(text)?.[1] ?? "");
  const groups = [...source.querySelectorAll("g.word")].map((group) => wordOf(app, group, words[Number(group.dataset.word)]));
  if (groups.length === 0) return h("p", { class: "quiet" }, t("cloud.empty"));
  return svg("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "group", "aria-label": t("view.cloud"), "text-anchor": "middle", class: "cloud" }, ...groups);
}

function wordOf(app, group, word) {
  const title = `${word.text}: ${number(word.count)}`;
  const choose = () => app.store.set({ word: word.text });
  const button = svg("g", { role: "button", tabindex: 0, "aria-label": title, "data-text": word.text }, svg("title", {}, title));
  for (const original of group.querySelectorAll("text, path")) button.append(copied(original));
  button.addEventListener("click", choose);
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  });
  return button;
}

function copied(original) {
  const names = original.localName === "path" ? ["d", "fill", "transform"] : KEPT;
  const copy = svg(original.localName, {}, original.textContent);
  for (const name of names) if (original.hasAttribute(name)) copy.setAttribute(name, original.getAttribute(name));
  if (original.parentNode.hasAttribute("transform")) copy.setAttribute("transform", original.parentNode.getAttribute("transform"));
  return copy;
}

const FACE = /@font-face\{([^}]*?)src:url\(data:font\/\w+;base64,([^)]+)\)/g;
let faces = [];

/** Loads the fonts of the picture, because its style sheet is not used here. */
async function useFonts(css) {
  for (const face of faces) document.fonts.delete(face);
  faces = [...css.matchAll(FACE)].map(([, about, data]) => {
    const family = /font-family:"([^"]+)"/.exec(about)?.[1] ?? "";
    const weight = /font-weight:(\w+)/.exec(about)?.[1] ?? "normal";
    return new FontFace(family, Uint8Array.from(atob(data), (unit) => unit.charCodeAt(0)).buffer, { weight });
  });
  for (const face of faces) document.fonts.add(await face.load());
}

function select(picture, word) {
  for (const group of picture.querySelectorAll("[data-text]")) {
    const isSelected = group.dataset.text === word;
    group.classList.toggle("selected", isSelected);
    group.setAttribute("aria-pressed", String(isSelected));
  }
}

function sentences(app, { words, clouds }, chosen) {
  const word = words.find(({ text }) => text === chosen);
  if (!word) return h("p", { class: "quiet" }, t("cloud.none"));
  const list = word.sentences.map((index) => clouds[word.cloud].sentences[index]);
  const items = list.map((sentence) => h("li", {}, h("button", { type: "button", class: "text", dir: app.direction, onclick: () => toPage(app, sentence) }, sentence)));
  return [h("h2", { dir: "auto" }, word.text), h("p", {}, t("cloud.count", { count: number(word.count) })), h("ul", { class: "sentences" }, items)];
}

/** Shows the block of a sentence on the page. */
async function toPage(app, sentence) {
  const record = await app.record();
  const at = startOf(record.text ?? "", sentence);
  const block = (record.blocks ?? []).findLast(({ text_start }) => text_start !== null && text_start <= at);
  if (at >= 0 && block) app.store.set({ view: "page", at: String(block.src_start) }, { step: true });
  else app.notice(t("cloud.not_found"));
}

// A sentence may go on after a line break, so its first characters are looked for too. Chosen by hand.
const BEGINNING = 24;

/** The UTF-8 offset at which a sentence starts in a text; -1 if it does not occur. */
function startOf(text, sentence) {
  const whole = text.indexOf(sentence);
  const start = whole >= 0 ? whole : text.indexOf(sentence.slice(0, BEGINNING));
  return start < 0 ? -1 : new TextEncoder().encode(text.slice(0, start)).length;
}
