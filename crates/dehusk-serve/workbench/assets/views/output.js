// What the engine writes of a page: text, Markdown, HTML, JSON, items, metadata, and the source with its blocks.

import { download, fill, h } from "../dom.js";
import { PageFrame } from "../frame.js";
import { number, t } from "../i18n.js";
import { covering, utf16Offsets } from "../offsets.js";
import { writeFragment } from "../state.js";
import { itemsTable, metadataTable } from "../tables.js";

const TABS = { text, rendered, markdown, html, json, items, metadata, source };
const FILES = {
  text: (record) => ["page.txt", record.text ?? "", "text/plain"],
  markdown: (record) => ["page.md", record.markdown ?? "", "text/markdown"],
  html: (record) => ["page.html", record.html ?? "", "text/html"],
  json: (record) => ["page.json", JSON.stringify(record, null, 2), "application/json"],
};
// Longer texts are cut on the screen, never in what is copied or downloaded. Chosen by hand.
const MAX_SHOWN = 400_000;

export function outputView(app) {
  const element = h("section", { "aria-label": t("view.output") });
  const frame = new PageFrame(t("frame.rendered"));
  const head = h("div");
  const body = h("div");
  const box = h("div", { class: "framebox" }, frame.element);
  element.append(head, body, box);
  return { element, show: (state) => show(app, { head, body, box, frame }, state) };
}

async function show(app, { head, body, box, frame }, state) {
  const record = await app.record();
  if (app.state !== state) return;
  const tab = Object.hasOwn(TABS, state.tab) ? state.tab : "text";
  const hadFocus = document.activeElement?.matches(".block") && body.contains(document.activeElement);
  const links = Object.keys(TABS).map((name) => tabLink(app, state, name, tab));
  fill(head, h("nav", { class: "tabs", "aria-label": t("output.forms") }, links), buttons(app, record, tab));
  fill(body, TABS[tab]({ app, record, state }));
  box.hidden = tab !== "rendered";
  if (tab === "rendered") await frame.show(record.html ?? "", [], { images: state.images === "1", base: app.page.url, direction: app.direction });
  const selected = body.querySelector(".selected");
  reveal(selected);
  if (hadFocus) selected?.focus({ preventScroll: true });
}

/** Scrolls the box around an element, and nothing else, so that the element is in its upper half. */
function reveal(element) {
  const box = element?.closest("pre");
  if (box) box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
}

function tabLink(app, state, name, current) {
  const go = (event) => {
    event.preventDefault();
    app.store.set({ tab: name }, { step: true });
  };
  return h("a", { href: writeFragment({ ...state, tab: name }), "aria-current": name === current ? "true" : false, onclick: go }, t(`output.${name}`));
}

function buttons(app, record, tab) {
  const file = FILES[tab]?.(record);
  if (!file) return null;
  const copy = () => navigator.clipboard.writeText(file[1]).then(() => app.notice(t("copied")), () => app.notice(t("copy.failed")));
  return h("p", { class: "buttons" }, h("button", { type: "button", onclick: copy }, t("copy")), h("button", { type: "button", onclick: () => download(...file) }, t("download")));
}

function pre(label, content, props = {}) {
  return h("pre", { tabindex: "0", role: "region", "aria-label": label, ...props }, content);
}

function cut(content) {
  return content.length > MAX_SHOWN ? `${content.slice(0, MAX_SHOWN)}\n… ${t("cut", { rest: number(content.length - MAX_SHOWN) })}` : content;
}

function text({ app, record, state }) {
  const content = record.text ?? "";
  if (content === "") return h("p", { class: "quiet" }, t("output.empty"));
  const at = utf16Offsets(content);
  const blocks = (record.blocks ?? []).filter(({ text_start, text_end }) => text_start !== null && text_end > text_start);
  const selected = covering(record.blocks ?? [], Number(state.at || -1));
  const parts = stretches(content, blocks.map((block) => [at(block.text_start), at(block.text_end), block]), (part, block) => {
    return blockOf(app, block, part, "block", block === record.blocks[selected]);
  });
  return walkable(pre(t("output.text"), parts, { class: "prose", dir: app.direction, lang: record.language ?? false }));
}

/** The text of a block, which leads to the block on the page. */
function blockOf(app, block, part, name, isSelected) {
  const press = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(app, block);
  };
  const props = { class: isSelected ? `${name} selected` : name, role: "link", tabindex: "-1", "aria-current": isSelected && "true" };
  return h("span", { ...props, onclick: () => choose(app, block), onkeydown: press }, part);
}

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** Lets the Tab key reach one of the blocks in an element, the selected or the first one, and the arrow keys the others. */
function walkable(element) {
  const blocks = [...element.querySelectorAll(".block")];
  let current = blocks.find((block) => block.matches(".selected")) ?? blocks[0];
  if (current) current.tabIndex = 0;
  element.addEventListener("keydown", (event) => {
    const next = blocks[blocks.indexOf(event.target) + STEPS[event.key]];
    if (!next || event.target === element) return;
    event.preventDefault();
    current.tabIndex = -1;
    next.tabIndex = 0;
    current = next;
    next.focus();
  });
  return element;
}

function choose(app, block) {
  app.store.set({ view: "page", at: String(block.src_start) }, { step: true });
}

/** The parts of a text: stretches are [start, end, value], sorted and apart; `make` makes a node of each, the rest stays text. */
function stretches(content, list, make, from = 0, to = content.length) {
  const parts = [];
  let at = from;
  for (const [start, end, value] of list) {
    if (end <= at || start >= to) continue;
    parts.push(content.slice(at, Math.max(start, at)), make(content.slice(Math.max(start, at), Math.min(end, to)), value));
    at = Math.min(end, to);
  }
  return [...parts, content.slice(at, to)];
}

// Shown in a frame of its own, which is below.
function rendered({ record }) {
  return record.html ? null : h("p", { class: "quiet" }, t("output.empty"));
}

function markdown({ app, record }) {
  return pre(t("output.markdown"), cut(record.markdown ?? ""), { dir: app.direction, class: "wrap markdown", lang: record.language ?? false });
}

function html({ record }) {
  return pre(t("output.html"), cut(record.html ?? ""), { dir: "ltr", class: "wrap" });
}

function json({ record }) {
  return pre(t("output.json"), cut(JSON.stringify(record, null, 2)), { dir: "ltr", class: "wrap", lang: "en" });
}

function items({ app, record }) {
  const list = record.items ?? [];
  if (list.length === 0) return h("p", { class: "quiet" }, t("items.none"));
  return itemsTable(list, app.direction, (item) => choose(app, item));
}

function metadata({ app, record }) {
  return metadataTable(record, app.direction);
}

// A window of the source is shown. Chosen by hand: some ten screens.
const WINDOW = 24_000;

function source({ app, record, state }) {
  const content = app.page.html;
  const at = utf16Offsets(content);
  const blocks = record.blocks ?? [];
  const start = windowStart(content, at(Number(state.at || 0)));
  const end = Math.min(content.length, start + WINDOW);
  const inside = blocks.map((block) => [at(block.src_start), at(block.src_end), block]);
  const selected = covering(blocks, Number(state.at || -1));
  const parts = stretches(content, inside, (part, block) => {
    const kind = block.kept ? "kept" : "removed";
    return blockOf(app, block, part, `block ${kind}`, block === blocks[selected]);
  }, start, end);
  return [sourceBar(app, content, start, end), walkable(pre(t("output.source"), parts, { dir: "ltr", class: "wrap source" }))];
}

/** The selected offset is in the first half of the window, which starts at the start of a line if one is near. */
function windowStart(content, offset) {
  const start = Math.max(0, offset - WINDOW / 3);
  const line = content.indexOf("\n", start);
  return start > 0 && line >= 0 && line < offset ? line + 1 : Math.floor(start);
}

function sourceBar(app, content, start, end) {
  const bytes = (offset) => new TextEncoder().encode(content.slice(0, offset)).length;
  const go = (offset) => app.store.set({ at: String(bytes(offset)) });
  const range = t("source.range", { start: number(start), end: number(end), all: number(content.length) });
  const earlier = start > 0 && h("button", { type: "button", onclick: () => go(Math.max(0, start - WINDOW / 2)) }, t("source.earlier"));
  const later = end < content.length && h("button", { type: "button", onclick: () => go(end) }, t("source.later"));
  return h("p", { class: "buttons" }, earlier, later, h("span", { class: "quiet" }, range));
}
