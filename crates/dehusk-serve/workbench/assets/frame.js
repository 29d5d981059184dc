// Shows a page, or HTML that was made from it, in a sandboxed frame, with its blocks marked. Not for what the marks mean: views do that.
//
// The frame has `sandbox="allow-same-origin"` without `allow-scripts`: nothing of the page can run, but the workbench may read the
// frame and listen to it. Its Content-Security-Policy allows images only, and those of the web only on request.

import { h } from "./dom.js";
import { mark } from "./marks.js";
import { utf16Offsets } from "./offsets.js";
import { harmlessCss, resolved, sanitize } from "./sanitize.js";

const TAG = `dehusk-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
const NUMBER = `data-${TAG}`;
const MARKED = `${TAG}, [${NUMBER}]`;

// Links lost their addresses, and with them their look.
const LINKS = ":where(a[data-link]) { color: LinkText; text-decoration: underline; cursor: pointer; }";

const STYLES = `
  body { overflow-wrap: break-word; }
  img { max-width: 100%; height: auto; }
  ${TAG} { cursor: pointer; border-radius: 2px; }
  img, svg:not(svg svg) { opacity: .28; }
  .${TAG}-off { opacity: .28; }
  .${TAG}-on { opacity: 1 !important; }
  .${TAG}-off:hover, .${TAG}-off.${TAG}-hover { opacity: .8; }
  .${TAG}-hover { outline: 1px solid #1f6f43; outline-offset: 1px; }
  .${TAG}-selected { outline: 3px solid #c2410c; outline-offset: 2px; opacity: 1 !important; }
  .${TAG}-gold { background: #ffe08a !important; color: #222 !important; opacity: 1 !important; }
  .${TAG}-found { background: #ffd54a !important; color: #222 !important; }
`;

// The look of HTML that comes without a style of its own.
const PLAIN = `
  body { font: 1.0625rem/1.65 "Noto Sans", system-ui, "Noto Sans Thai", "Noto Sans Arabic", sans-serif; max-width: 44rem; margin: 1rem auto; padding: 0 1rem; color: #1d1d1b; background: #fff; }
  :lang(th), :lang(lo), :lang(km), :lang(my) { line-height: 1.9; }
  :lang(fa), :lang(ar), :lang(ur), :lang(ps) { line-height: 1.9; }
  table { border-collapse: collapse; } td, th { border: 1px solid #bbb; padding: .25em .5em; text-align: start; }
  pre { overflow: auto; background: #f3f3ee; padding: .75em; } blockquote { border-inline-start: 3px solid #bbb; padding-inline-start: 1em; }
`;

/** A frame with a page. `element` is to be put into the document. */
export class PageFrame {
  #marks = [];
  #listeners;
  #only = new Map();
  #turn = 0;

  /** `listeners` may have `hover(index or -1, event)`, `choose(index, event)` and `key(event)`. */
  constructor(title, listeners = {}) {
    this.#listeners = listeners;
    this.element = h("iframe", { class: "frame", title, sandbox: "allow-same-origin", referrerpolicy: "no-referrer" });
  }

  /**
   * Shows `source` with `blocks`, which have `src_start` and `src_end` in bytes of its UTF-8. Returns the milliseconds it took.
   * `images` loads images of the web, `styles` uses the styles of the page, `base` is its address, and `direction` that of a source
   * which does not say it.
   */
  async show(source, blocks, { images = false, styles = true, base = "", direction = "" } = {}) {
    const turn = ++this.#turn;
    const started = performance.now();
    const { html, css, base: declared } = marked(source, blocks);
    const page = new DOMParser().parseFromString(html, "text/html");
    const loads = { images, base: resolved(declared ?? "", base) ?? base };
    const inline = sanitize(page, { ...loads, marker: NUMBER });
    const ready = await this.#blank(page.compatMode, images);
    if (!ready || turn !== this.#turn) return null;
    this.#fill(page, blocks.length);
    if (direction) this.document.documentElement.dir = direction;
    this.#style(styles ? css.map((text) => harmlessCss(text, loads)) : [], styles ? inline : []);
    this.#listen();
    return performance.now() - started;
  }

  async #blank(mode, images) {
    const policy = `default-src 'none'; img-src data:${images ? " http: https:" : ""}`;
    const doctype = mode === "CSS1Compat" ? "<!doctype html>" : "";
    const loaded = new Promise((resolve) => this.element.addEventListener("load", () => resolve(true), { once: true }));
    this.element.srcdoc = `${doctype}<meta http-equiv="Content-Security-Policy" content="${policy}"><title>page</title>`;
    return this.element.isConnected ? loaded : false;
  }

  get document() {
    return this.element.contentDocument;
  }

  #fill(page, count) {
    const target = this.document;
    target.replaceChild(target.adoptNode(page.documentElement), target.documentElement);
    this.#only.clear();
    this.#marks = Array.from({ length: count }, () => []);
    for (const element of target.querySelectorAll(MARKED)) this.#marks[numberOf(element)]?.push(element);
  }

  // The policy forbids style elements and attributes; sheets that are made by the workbench are no part of the document.
  #style(css, inline) {
    const sheets = [LINKS, ...(css.length > 0 ? css : [PLAIN]), STYLES];
    this.document.adoptedStyleSheets = sheets.map((text) => this.#sheet(text));
    for (const [element, style] of inline) element.style.cssText = style;
  }

  #sheet(css) {
    const sheet = new this.element.contentWindow.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  }

  #listen() {
    const target = this.document;
    const { hover, choose, key } = this.#listeners;
    const index = (event) => numberAt(event.target);
    if (hover) target.addEventListener("mouseover", (event) => hover(index(event), event));
    if (hover) target.addEventListener("mouseleave", (event) => hover(-1, event));
    target.addEventListener("click", (event) => {
      event.preventDefault();
      const chosen = index(event);
      if (choose && chosen >= 0) choose(chosen, event);
    });
    if (key) target.addEventListener("keydown", key);
    target.addEventListener("dragover", (event) => event.preventDefault());
    target.addEventListener("drop", (event) => {
      event.preventDefault();
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: event.dataTransfer }));
    });
  }

  /** Sets or removes a class of blocks: `isSet` answers for each index. Known: off, on, hover, selected, gold, found. */
  classify(name, isSet) {
    this.#marks.forEach((elements, index) => {
      const set = isSet(index);
      for (const element of elements) element.classList.toggle(`${TAG}-${name}`, set);
    });
  }

  /** Gives a class to one block and takes it from the one that had it; -1 means none. */
  only(name, index) {
    const before = this.#only.get(name);
    for (const element of this.#marks[before] ?? []) element.classList.remove(`${TAG}-${name}`);
    for (const element of this.#marks[index] ?? []) element.classList.add(`${TAG}-${name}`);
    this.#only.set(name, index);
  }

  /** Colors the background of blocks: `color` answers for each index. */
  paint(color) {
    this.#marks.forEach((elements, index) => {
      for (const element of elements) {
        element.style.setProperty("background-color", color(index), "important");
        element.style.setProperty("color", "#1d1d1b", "important");
      }
    });
  }

  /** Scrolls to a block. */
  reveal(index) {
    const element = this.#marks[index]?.[0];
    for (let box = element?.closest("details"); box; box = box.parentElement?.closest("details")) box.open = true;
    const top = element?.getBoundingClientRect().top;
    if (element) this.scroll = this.scroll + top - this.element.clientHeight / 3;
  }

  /** The elements that hold the text of a block. */
  elements(index) {
    return this.#marks[index] ?? [];
  }

  /** Whether an element of the frame is a mark of ours and not of the page. */
  static isMark(element) {
    return element.localName === TAG;
  }

  /** Where the page is scrolled to. */
  get scroll() {
    return this.document?.scrollingElement?.scrollTop ?? 0;
  }

  set scroll(top) {
    this.document?.scrollingElement?.scrollTo({ top, behavior: "instant" });
  }
}

/** The block at an element: the one that it is in, or the only one in it, as in a heading beside its text. */
function numberAt(element) {
  const mark = element.closest?.(MARKED);
  if (mark) return numberOf(mark);
  const numbers = new Set(Array.from(element.querySelectorAll?.(MARKED) ?? [], numberOf));
  return numbers.size === 1 ? [...numbers][0] : -1;
}

function numberOf(element) {
  if (!element) return -1;
  return Number(element.getAttribute(element.localName === TAG ? "n" : NUMBER) ?? -1);
}

function marked(source, blocks) {
  const offset = utf16Offsets(source);
  const ranges = blocks.map(({ src_start, src_end }) => ({ start: offset(src_start), end: offset(src_end) }));
  return mark(source, ranges, TAG);
}
