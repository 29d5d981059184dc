// `fromDocument`: the page as its reader sees it now, as HTML. It reads the document and changes nothing.
//
// Text that the computed style hides is marked (`sight.js`), open shadow roots are written where the reader sees them, with
// their slots filled, and scripts have already run. Frames are left out: a frame is a page of its own.

import { InputError } from "./errors.js";
import { DEFAULTS } from "./options.js";
import { typeName } from "./page.js";
import { call, property } from "./property.js";
import { Sight } from "./sight.js";

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
// What the reader does not see, or what has done its work. JSON-LD stays: it is metadata.
const OMITTED = new Set("script style noscript template iframe frame object canvas noembed noframes".split(" "));
// Elements after whose start tag a parser takes `<` literally.
const LITERAL = new Set(["plaintext", "xmp"]);
// Attributes that say what the computed style says better.
const REPLACED = new Set(["hidden", "style", "color", "bgcolor"]);
const [ELEMENT, TEXT, FRAGMENT] = [1, 3, 11];
// Deeper elements are left out, and their text is kept: the module flattens at the same depth.
const { maxDepth: MAX_DEPTH } = DEFAULTS;

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
    const tasks = [{ node: root, depth: 0, sight: null }];
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      if (task.close) this.#html.push(task.close);
      else tasks.push(...this.#node(task).reverse());
    }
    return this.#html.join("");
  }

  /** Writes the start of a node and returns what comes after it. `sight` is that of the element around it. */
  #node({ node, depth, sight }) {
    const type = property(node, "nodeType");
    if (type === TEXT && !(depth > MAX_DEPTH && sight?.hidesText)) this.#html.push(escapeText(property(node, "data")));
    if (type === FRAGMENT) return nodesIn(node).map((child) => ({ node: child, depth, sight }));
    const name = property(node, "localName");
    if (type !== ELEMENT || isOmitted(node, name)) return [];
    if (name === "script") return this.#jsonLd(node);
    return this.#element({ node, depth, around: sight }, LITERAL.has(name) ? "pre" : name);
  }

  #element({ node, depth, around }, name) {
    const nodes = nodesIn(node);
    const sight = this.#sight(node, around, nodes);
    if (sight !== null && name === "link" && isStyleSheet(node)) return [];
    const isWritten = depth < MAX_DEPTH;
    // An element that is left out cannot be marked.
    if (!isWritten && sight?.isBoxed) return [];
    if (isWritten) this.#html.push(startTag(node, name, sight));
    const tasks = nodes.map((child) => ({ node: child, depth: depth + 1, sight }));
    return isWritten && !VOID.has(name) ? [...tasks, { close: `</${name}>` }] : tasks;
  }

  /** In JSON, `<` can stand in strings only. So it cannot begin a tag or end the script. */
  #jsonLd(node) {
    const json = property(node, "textContent").replace(/<(?=[a-z/])/gi, "\\u003c");
    this.#html.push(`<script type="application/ld+json">${json}</script>`);
    return [];
  }

  /** Documents without a window have no computed style; their attributes are kept as they are. */
  #sight(element, around, nodes) {
    const style = this.#view?.getComputedStyle?.(element) ?? null;
    if (style === null) return null;
    const ownsText = nodes.some((node) => property(node, "nodeType") === TEXT && /\S/.test(property(node, "data")));
    return new Sight(element, style, around, this.#view, ownsText);
  }
}

function isOmitted(element, name) {
  if (name === "script") return call(element, "getAttribute", "type")?.trim().toLowerCase() !== "application/ld+json";
  return OMITTED.has(name);
}

function isStyleSheet(link) {
  return /(?:^|\s)stylesheet(?:\s|$)/i.test(call(link, "getAttribute", "rel") ?? "");
}

/**
 * The nodes that the reader sees inside an element: those of its shadow root, and in a slot those assigned to
 * it.
 */
function nodesIn(node) {
  const assigned = property(node, "localName") === "slot" ? (call(node, "assignedNodes") ?? []) : [];
  const nodes = assigned.length > 0 ? assigned : property(property(node, "shadowRoot") ?? node, "childNodes");
  return Array.from(nodes ?? []);
}

function startTag(element, name, sight) {
  let tag = `<${name}`;
  for (const { name: attribute, value } of Array.from(property(element, "attributes") ?? [])) {
    const isReplaced = sight !== null && REPLACED.has(attribute);
    if (!isReplaced && /^[^\s"'<>/=]+$/.test(attribute)) {
      tag += ` ${attribute}="${escapeAttribute(value)}"`;
    }
  }
  return `${tag}${sight === null ? "" : marksOf(sight)}>`;
}

function marksOf({ isGone, isUntilFound, marks }) {
  const hidden = isGone ? " hidden" : isUntilFound ? ' hidden="until-found"' : "";
  return marks.length > 0 ? `${hidden} style="${escapeAttribute(marks.join(";"))}"` : hidden;
}

function escapeText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(value) {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
