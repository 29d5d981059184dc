// What the inspector shows over the page, and what its keys and buttons do.
//
// All of it is in a closed shadow root in the top layer of the page: scripts of the page cannot read it, and its styles do not reach it.
// A transparent layer takes the pointer, so nothing of the page is clicked.

import { language, message } from "../shared/browser.js";
import { Pointed, locatedBlocks, placeOf } from "./blocks.js";
import { Card } from "./card.js";
import { make, moveTo } from "./elements.js";
import { STYLE } from "./inspector-style.js";
import { RulePanel } from "./rule-panel.js";

export class Inspector {
  #page;
  #texts;
  #onEnd;
  #blocks = [];
  #pointed = null;
  #current = null;
  #host = make("div");
  #ended = new AbortController();
  #frame = make("div", { className: "frame", hidden: true });
  #marks = make("div");
  #card = new Card();
  #bar;
  #dock;
  #count = make("span");
  #panel;
  #isDrawing = false;
  #actions = {
    ArrowDown: () => this.#step(1), ArrowUp: () => this.#step(-1), Escape: () => this.#escape(),
    k: () => this.#mark("keep"), r: () => this.#mark("remove"), u: () => this.#mark(null), s: () => this.#rule(),
  };

  constructor(page, texts, onEnd) {
    [this.#page, this.#texts, this.#onEnd] = [page, texts, onEnd];
    const button = (name, key, onclick) => make("button", { type: "button", onclick }, message(name), make("kbd", {}, key));
    this.#panel = new RulePanel(page);
    this.#bar = make(
      "div", { className: "bar" }, this.#count, button("keep", "K", () => this.#mark("keep")), button("remove", "R", () => this.#mark("remove")),
      button("clear", "U", () => this.#mark(null)), button("rule", "S", () => this.#rule()), button("done", "Esc", () => this.end()),
    );
    this.#bar.setAttribute("role", "toolbar");
    this.#bar.setAttribute("aria-label", message("explain"));
    this.#count.setAttribute("role", "status");
    this.#count.append(message("working"));
    this.#dock = make("div", { className: "dock" }, this.#panel.element, this.#bar);
    this.#open();
  }

  #open() {
    const shadow = this.#host.attachShadow({ mode: "closed" });
    const root = make("div", language());
    const shield = make("div", { className: "shield", onclick: () => this.#toggle() });
    root.append(shield, this.#marks, this.#frame, this.#card.element, this.#dock);
    addStyle(shadow);
    shadow.append(root);
    this.#host.setAttribute("popover", "manual");
    Document.prototype.querySelector.call(document, ":root").append(this.#host);
    this.#host.showPopover?.();
    this.#bar.querySelector("button").focus({ preventScroll: true });
  }

  /** Shows the blocks that the background script found. */
  show(found) {
    if (this.#ended.signal.aborted) return;
    this.#blocks = locatedBlocks(this.#texts, found);
    this.#pointed = new Pointed(this.#blocks, this.#host);
    const options = { capture: true, signal: this.#ended.signal };
    addEventListener("pointermove", ({ clientX, clientY }) => this.#look(this.#pointed.at(clientX, clientY)), options);
    addEventListener("keydown", (event) => this.#key(event), options);
    for (const name of ["scroll", "resize"]) addEventListener(name, () => this.#draw(), { ...options, passive: true });
    this.#draw();
  }

  /** Takes everything away. */
  end() {
    this.#ended.abort();
    this.#host.remove();
    this.#onEnd();
  }

  #look(block) {
    if (block === null || block === this.#current) return;
    this.#current = block;
    this.#draw();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.#actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const isTyping = this.#panel.hasFocus && event.key !== "Escape";
    if (!act || isTyping) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }

  #escape() {
    if (!this.#panel.isOpen) return this.end();
    this.#panel.close();
    return this.#draw();
  }

  /** Goes to the next block on the page that has a place, or to the one before. */
  #step(by) {
    const start = this.#current ? this.#blocks.indexOf(this.#current) + by : by > 0 ? 0 : this.#blocks.length - 1;
    for (let at = start; at >= 0 && at < this.#blocks.length; at += by) {
      if (placeOf(this.#blocks[at]) === null) continue;
      this.#blocks[at].texts[0].node.parentElement?.scrollIntoView({ block: "center", behavior: "instant" });
      return this.#look(this.#blocks[at]);
    }
    return undefined;
  }

  /** A click marks a block as decided wrongly; another one takes that back. */
  #toggle() {
    if (this.#current) this.#mark(this.#current.mark ? null : this.#current.kept ? "remove" : "keep");
  }

  #mark(mark) {
    if (!this.#current) return;
    this.#current.mark = mark;
    this.#panel.close();
    this.#draw();
  }

  async #rule() {
    const opened = this.#panel.open(this.#blocks);
    this.#draw();
    await opened;
  }

  /** Draws at most once per frame of the screen. */
  #draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      if (!this.#ended.signal.aborted) this.#drawNow();
    });
  }

  #drawNow() {
    const marked = this.#blocks.filter(({ mark }) => mark);
    const kept = this.#blocks.filter((block) => block.kept).length;
    this.#count.textContent = message("counts", kept, this.#blocks.length, marked.length);
    this.#marks.replaceChildren(...marked.map(markOf).filter(Boolean));
    const place = this.#current && placeOf(this.#current);
    this.#frame.hidden = !place;
    if (place) {
      this.#frame.className = this.#current.kept ? "frame kept" : "frame";
      moveTo(this.#frame, place);
    }
    this.#card.show(this.#current, this.#panel.isOpen ? null : place, this.#dock.getBoundingClientRect().top);
  }
}

function markOf(block) {
  const place = placeOf(block);
  if (place === null) return null;
  const element = make("div", { className: `mark ${block.mark}` });
  moveTo(element, place);
  return element;
}

/** A policy of the page forbids `<style>`, but not constructed style sheets. Older versions of Firefox have none of these for extensions, but allow `<style>`. */
function addStyle(shadow) {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    shadow.adoptedStyleSheets = [sheet];
  } catch {
    shadow.append(make("style", { textContent: STYLE }));
  }
}
