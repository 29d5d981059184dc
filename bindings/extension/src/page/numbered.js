// The live document as HTML together with where each of its texts is in it, so that blocks can be found again on the page.
//
// `fromDocument` is given a view of the document that answers the same questions. It asks the prototypes for every property, because
// on `document` and on forms a page can cover the real ones: `<input name="childNodes">`. It changes nothing.

import { fromDocument } from "../../../js/lib/document.js";

const TEXT = 3;
const ELEMENT = 1;

/** The properties that `fromDocument` reads and that a page can cover with the name or the id of an element. */
const COVERED = [
  "documentElement", "defaultView", "nodeType", "localName", "childNodes", "attributes", "shadowRoot", "getAttribute", "assignedNodes", "data",
  "textContent",
];

/** Returns the document as HTML. */
export function pageHtml(document) {
  return isCovered(document) ? numberedHtml(document).html : fromDocument(document);
}

function isCovered(document) {
  const selector = COVERED.map((name) => `[name="${name}"], [id="${name}"]`).join(", ");
  return Document.prototype.querySelector.call(document, selector) !== null;
}

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

const getter = (type, name) => {
  const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
  return (object) => get.call(object);
};
const real = {
  attributes: getter(Element, "attributes"), childNodes: getter(Node, "childNodes"), data: getter(CharacterData, "data"),
  documentElement: getter(Document, "documentElement"), localName: getter(Element, "localName"), nodeType: getter(Node, "nodeType"),
  shadowRoot: getter(Element, "shadowRoot"), textContent: getter(Node, "textContent"),
};

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
    return real.nodeType(this.#node);
  }

  get localName() {
    return real.nodeType(this.#node) === ELEMENT ? real.localName(this.#node) : undefined;
  }

  get attributes() {
    return real.attributes(this.#node);
  }

  get data() {
    const text = real.data(this.#node);
    return real.nodeType(this.#node) === TEXT && /\S/.test(text) ? this.#numbered(this.#node) + text : text;
  }

  get textContent() {
    return real.textContent(this.#node);
  }

  get childNodes() {
    return Array.from(real.childNodes(this.#node), (child) => this.#view(child));
  }

  get shadowRoot() {
    const root = real.nodeType(this.#node) === ELEMENT ? real.shadowRoot(this.#node) : null;
    return root && this.#view(root);
  }

  getAttribute(name) {
    return Element.prototype.getAttribute.call(this.#node, name);
  }

  assignedNodes() {
    return HTMLSlotElement.prototype.assignedNodes.call(this.#node).map((node) => this.#view(node));
  }

  get style() {
    return getComputedStyle(this.#node);
  }
}

function viewOfDocument(document, numbered) {
  return {
    documentElement: new NodeView(real.documentElement(document), numbered),
    defaultView: { getComputedStyle: (view) => view.style },
  };
}
