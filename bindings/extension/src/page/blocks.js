// The blocks that dehusk found, on the live page: which texts they have, where they are, and which is under the pointer.

/** Returns blocks with their texts. `texts` and `found` are in the order of the HTML. Blocks without texts are left out. */
export function locatedBlocks(texts, found) {
  const sorted = found.map((block) => ({ ...block, texts: [], mark: null })).sort((a, b) => a.start - b.start);
  let next = 0;
  for (const text of texts) {
    while (next < sorted.length && sorted[next].end <= text.start) next++;
    if (next < sorted.length && sorted[next].start < text.end) sorted[next].texts.push(text);
  }
  return sorted.filter((block) => block.texts.length > 0);
}

/** Returns the place of a block in the window, or null if it has none now. */
export function placeOf(block) {
  const places = block.texts.map(({ node }) => placeOfText(node)).filter(({ width, height }) => width > 0 && height > 0);
  if (places.length === 0) return null;
  const [left, top] = [Math.min(...places.map((place) => place.left)), Math.min(...places.map((place) => place.top))];
  const [right, bottom] = [Math.max(...places.map((place) => place.right)), Math.max(...places.map((place) => place.bottom))];
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

function placeOfText(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

/** Returns the element that holds all texts of a block. */
export function elementOf(block) {
  const [first, ...others] = block.texts.map(({ node }) => node);
  let element = first.parentElement;
  while (element?.parentElement && !others.every((node) => element.contains(node))) element = element.parentElement;
  return element;
}

/** Finds blocks by the point of the pointer. */
export class Pointed {
  #blocks = new Map();
  #host;

  /** `host` is the element of the inspector itself. */
  constructor(blocks, host) {
    this.#host = host;
    for (const block of blocks) {
      for (const element of new Set(block.texts.map(({ node }) => node.parentNode))) {
        this.#blocks.set(element, [...(this.#blocks.get(element) ?? []), block]);
      }
    }
  }

  /** Returns the block at a point of the window, or null. */
  at(x, y) {
    let element = this.#elementAt(x, y);
    while (element && !this.#blocks.has(element)) element = element.parentNode ?? element.host;
    const blocks = element ? this.#blocks.get(element) : [];
    return blocks.find((block) => isInside(placeOf(block), x, y)) ?? null;
  }

  #elementAt(x, y) {
    const below = (root) => root.elementsFromPoint(x, y).find((element) => element !== this.#host);
    let element = below(document);
    for (let root = element?.shadowRoot; root; root = element.shadowRoot) {
      const inner = below(root);
      if (!inner || inner === element || !root.contains(inner)) break;
      element = inner;
    }
    return element;
  }
}

function isInside(place, x, y) {
  return place !== null && x >= place.left && x <= place.right && y >= place.top && y <= place.bottom;
}
