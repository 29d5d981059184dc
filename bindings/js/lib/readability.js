// `dehusk/readability`: a replacement for @mozilla/readability, with its names and its result.
//
// Unlike the original it does not change the document, and takes HTML as well. Like the original it ignores options that it does not
// have, so that callers need not change.

import { OptionError } from "./errors.js";
import { addressOf, firstParagraph, pageInput } from "./input.js";
import { extract } from "./main.js";
import { call } from "./property.js";

/** The defaults of the original. */
const MIN_CONTENT_LENGTH = 140;
const MIN_SCORE = 20;

export class Readability {
  #input;
  #options;

  constructor(document, options = {}) {
    this.#input = pageInput(document);
    this.#options = options ?? {};
  }

  parse() {
    const { html, url } = this.#input;
    refuseLarge(this.#input, this.#options.maxElemsToParse ?? 0);
    const options = { html: true, metadata: true, title: "out", includeComments: false };
    const page = extract(html, { ...options, url: addressOf(this.#options.url, url) });
    if (page.text === "") return null;
    return this.#article(page);
  }

  #article({ html, text, metadata }) {
    const content = `<div id="readability-page-1" class="page">${html}</div>`;
    return {
      title: metadata?.title ?? "",
      byline: metadata?.author ?? null,
      dir: direction(html) ?? metadata?.direction ?? null,
      lang: metadata?.language ?? null,
      content: this.#serialized(content),
      textContent: text,
      length: text.length,
      excerpt: metadata?.description ?? firstParagraph(text),
      siteName: metadata?.sitename ?? null,
      publishedTime: metadata?.date ?? null,
    };
  }

  /** A serializer of the caller gets an element, which belongs to the document but is not part of it. */
  #serialized(content) {
    const { serializer } = this.#options;
    if (!serializer) return content;
    const { document } = this.#input;
    if (!document) throw new OptionError("serializer needs a Document: it is called with an element");
    const element = call(document, "createElement", "div");
    element.innerHTML = content;
    return serializer(element);
  }
}

/** The direction that most of the content's elements have, by themselves or by what is around them. */
function direction(html) {
  const counts = new Map();
  for (const [, dir] of html.matchAll(/<\w+ dir="(\w+)"/g)) counts.set(dir, (counts.get(dir) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [null, 0])[0];
}

function refuseLarge({ document }, most) {
  const elements = most > 0 && document ? call(document, "getElementsByTagName", "*").length : 0;
  if (elements > most) throw new Error(`Aborting parsing document; ${elements} elements found`);
}

/**
 * Whether `parse` will probably find an article. It sums up, as the original does, the square root of what each
 * block has above `minContentLength`; but it takes the blocks that are main content, instead of all paragraphs
 * whose class looks likely.
 */
export function isProbablyReaderable(document, options = {}) {
  const given = typeof options === "function" ? {} : (options ?? {});
  const { minContentLength = MIN_CONTENT_LENGTH, minScore = MIN_SCORE } = given;
  const page = extract(pageInput(document).html, { blocks: true, includeComments: false });
  let score = 0;
  for (const { kept, textStart, textEnd } of page.blocks) {
    const above = kept && textStart !== null ? textEnd - textStart - minContentLength : 0;
    if (above > 0) score += Math.sqrt(above);
  }
  return score > minScore;
}

export { init } from "./main.js";
export default Readability;
