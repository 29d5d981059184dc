// The live document as HTML together with where each of its texts is in it, so that blocks can be found again on the page.
//
// `fromDocument` is given a view of the document that answers the same questions, with a number before each text. It changes nothing.

import { fromDocument } from "../../../js/lib/document.js";
import { call, property } from "../../../js/lib/property.js";

const TEXT = 3;
const ELEMENT = 1;

/** Returns the document as HTML, and its texts in the order of the HTML: `{ html, texts: [{ node, start, end }] }`. */
export function numberedHtml(document) {
  const [words] = crypto.getRandomValues(new BigUint64Array(1));
  const mark = `dehusk${words.toString(36)}-`;
  const nodes = [];
  const marked = fromDocument(viewOfDocument(document, (node) => `${mark}${nodes.push(node) - 1};`));
  return withoutMarks(marked, mark, nodes);
}

function withoutMarks(marked, mark, nodes) {
  const [pieces, texts] = [[], []];
  let [at, length] = [0, 0];
  for (const { 0: found, 1: number, index } of marked.matchAll(new RegExp(`${mark}(\\d+);`, "g"))) {
    pieces.push(marked.slice(at, index));
    length += index - at;
    at = index + found.length;
    // In text, `<` is escaped: the next one is the tag after it.
    texts.push({ node: nodes[number], start: length, end: length + marked.indexOf("<", at) - at });
  }
  pieces.push(marked.slice(at));
  return { html: pieces.join(""), texts };
}

class NodeView {
  #node;
  #numbered;

  constructor(node, numbered) {
    this.#node = node;
    this.#numbered = numbered;
  }

  #view(node) {
    return new NodeView(node, this.#numbered);
  }

  get nodeType() {
    return property(this.#node, "nodeType");
  }

  get localName() {
    return property(this.#node, "nodeType") === ELEMENT ? property(this.#node, "localName") : undefined;
  }

  get attributes() {
    return property(this.#node, "attributes");
  }

  get data() {
    const text = property(this.#node, "data");
    return property(this.#node, "nodeType") === TEXT && /\S/.test(text) ? this.#numbered(this.#node) + text : text;
  }

  get textContent() {
    return property(this.#node, "textContent");
  }

  get childNodes() {
    return Array.from(property(this.#node, "childNodes"), (child) => this.#view(child));
  }

  get shadowRoot() {
    const root = property(this.#node, "nodeType") === ELEMENT ? property(this.#node, "shadowRoot") : null;
    return root && this.#view(root);
  }

  getAttribute(name) {
    return call(this.#node, "getAttribute", name);
  }

  assignedNodes() {
    return call(this.#node, "assignedNodes").map((node) => this.#view(node));
  }

  hasAttribute(name) {
    return call(this.#node, "hasAttribute", name);
  }

  getBoundingClientRect() {
    return call(this.#node, "getBoundingClientRect");
  }

  get scrollWidth() {
    return property(this.#node, "scrollWidth");
  }

  get clientWidth() {
    return property(this.#node, "clientWidth");
  }

  get style() {
    return getComputedStyle(this.#node);
  }
}

function viewOfDocument(document, numbered) {
  return {
    documentElement: new NodeView(property(document, "documentElement"), numbered),
    defaultView: { getComputedStyle: (view) => view.style, scrollX, scrollY, innerWidth },
  };
}
