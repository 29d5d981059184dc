// `fromDocument`: the page as its reader sees it now, as HTML. It reads the document and changes nothing.
//
// Text that the computed style hides is marked, open shadow roots are written where the reader sees them, with
// their slots filled, and scripts have already run. Frames are left out: a frame is a page of its own.

import { InputError } from "./errors.js";
import { typeName } from "./page.js";
import { call, property } from "./property.js";

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
// What the reader does not see, or what has done its work. JSON-LD stays: it is metadata.
const OMITTED = new Set("script style noscript template iframe frame object canvas".split(" "));
const [ELEMENT, TEXT, FRAGMENT] = [1, 3, 11];
/** Deeper elements are left out, and their text is kept. The module flattens at the same depth. */
const MAX_DEPTH = 512;

/** Returns the live document as HTML. */
export function fromDocument(document) {
  const root = property(document, "documentElement");
  if (!root) throw new InputError(`fromDocument needs a Document, not ${typeName(document)}`);
  return "<!DOCTYPE html>" + new Writer(property(document, "defaultView")).written(root);
}

class Writer {
  #view;
  #html = [];

  constructor(view) {
    this.#view = view ?? null;
  }

  /** Walks without recursion: pages can be nested thousands of levels deep. */
  written(root) {
    const tasks = [{ node: root, depth: 0, isVisible: true }];
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      if (task.close) this.#html.push(task.close);
      else tasks.push(...this.#node(task).reverse());
    }
    return this.#html.join("");
  }

  /** Writes the start of a node and returns what comes after it. */
  #node({ node, depth, isVisible }) {
    const type = property(node, "nodeType");
    if (type === TEXT) this.#html.push(escapeText(property(node, "data")));
    if (type === FRAGMENT) return inside(node, depth, isVisible);
    const name = property(node, "localName");
    if (type !== ELEMENT || isOmitted(node, name)) return [];
    if (name === "script") return this.#jsonLd(node);
    const style = this.#style(node);
    if (depth < MAX_DEPTH) this.#html.push(startTag(node, name, style, isVisible));
    const visible = style.display === "none" ? isVisible : style.visibility === "visible";
    const end = depth < MAX_DEPTH && !VOID.has(name) ? [{ close: `</${name}>` }] : [];
    return [...inside(node, depth + 1, visible), ...end];
  }

  #jsonLd(node) {
    this.#html.push(`<script type="application/ld+json">${property(node, "textContent").replaceAll("</", "<\\/")}</script>`);
    return [];
  }

  /** Documents without a window have no computed style; their attributes are kept as they are. */
  #style(element) {
    const style = this.#view?.getComputedStyle?.(element) ?? null;
    const isKnown = style !== null;
    return { isKnown, display: style?.display ?? "", visibility: style?.visibility || "visible" };
  }
}

function isOmitted(element, name) {
  if (name === "script") return call(element, "getAttribute", "type")?.trim().toLowerCase() !== "application/ld+json";
  return OMITTED.has(name);
}

/**
 * The nodes that the reader sees inside an element: those of its shadow root, and in a slot those assigned to
 * it.
 */
function inside(node, depth, isVisible) {
  const assigned = property(node, "localName") === "slot" ? (call(node, "assignedNodes") ?? []) : [];
  const nodes = assigned.length > 0 ? assigned : property(property(node, "shadowRoot") ?? node, "childNodes");
  return Array.from(nodes ?? [], (child) => ({ node: child, depth, isVisible }));
}

function startTag(element, name, style, isVisible) {
  let tag = `<${name}`;
  for (const { name: attribute, value } of Array.from(property(element, "attributes") ?? [])) {
    const isReplaced = style.isKnown && (attribute === "hidden" || attribute === "style");
    if (!isReplaced && /^[^\s"'<>/=]+$/.test(attribute)) {
      tag += ` ${attribute}="${escapeAttribute(value)}"`;
    }
  }
  return `${tag}${mark(style, isVisible)}>`;
}

function mark(style, isVisible) {
  if (style.display === "none") return " hidden";
  if ((style.visibility === "visible") === isVisible) return "";
  return ` style="visibility:${isVisible ? "hidden" : "visible"}"`;
}

function escapeText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(value) {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
