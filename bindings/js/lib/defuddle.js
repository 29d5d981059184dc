// `dehusk/defuddle`: a replacement for defuddle, with its names and its result.
//
// It fetches nothing, and has no extractors for single sites: every page is read in the same way.

import { headOf } from "./head.js";
import { addressOf, firstParagraph, pageInput } from "./input.js";
import { extract } from "./main.js";

/** The mark around scripts that is left from XHTML. */
const CDATA = /^\s*<!\[CDATA\[([^]*)\]\]>\s*$/;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}'’-]+/gu;

export class Defuddle {
  #input;
  #options;

  constructor(document, options = {}) {
    this.#input = pageInput(document);
    this.#options = options ?? {};
  }

  parse() {
    const start = Date.now();
    const url = addressOf(this.#options.url, this.#input.url);
    const page = this.#extracted(url);
    const result = this.#response(page, url);
    return { ...result, parseTime: Date.now() - start };
  }

  /** As `parse`. The original may fetch what the page lacks; this does not. */
  async parseAsync() {
    return this.parse();
  }

  /** The content is what `contentSelector` matches. If that is nothing, or no selector, it is found as without it. */
  #extracted(url) {
    const { contentSelector } = this.#options;
    const options = { ...this.#extractorOptions(), url };
    const selected = contentSelector ? this.#selected({ ...options, select: [contentSelector] }) : null;
    return selected ?? extract(this.#input.html, options);
  }

  #selected(options) {
    try {
      const page = extract(this.#input.html, options);
      return page.reason === "nothing_selected" ? null : page;
    } catch (error) {
      if (error.code === "ERR_OPTION") return null;
      throw error;
    }
  }

  #extractorOptions() {
    const { includeReplies, removeHiddenElements, removeImages } = this.#options;
    return {
      html: true, markdown: true, metadata: true, jsonLd: true, title: "out",
      includeComments: includeReplies === true,
      includeImages: removeImages !== true,
      hidden: removeHiddenElements === false ? "keep" : undefined,
    };
  }

  #response(page, url) {
    const metadata = page.metadata ?? {};
    const { markdown = false, separateMarkdown = false } = this.#options;
    const { metas, links } = headOf(this.#input, page.encoding);
    const response = {
      content: (markdown ? page.markdown : page.html) ?? "",
      title: metadata.title ?? "",
      description: metadata.description ?? firstParagraph(page.text) ?? "",
      domain: (metadata.hostname ?? hostname(url)).replace(/^www\./, ""),
      favicon: favicon(metas, links, url),
      image: metadata.image ?? "",
      language: metadata.language ?? "",
      published: metadata.date ?? "",
      author: metadata.authors?.join(", ") ?? "",
      site: metadata.sitename ?? "",
      schemaOrgData: (page.jsonLd ?? []).flatMap(schemaItems),
      wordCount: page.text.match(WORD)?.length ?? 0,
      metaTags: metas.filter(({ content }) => content).map(({ name, property, content }) => ({ name, property, content })),
    };
    if (separateMarkdown) response.contentMarkdown = page.markdown ?? "";
    return response;
  }
}

function favicon(metas, links, url) {
  const inMeta = metas.find(({ property }) => property?.toLowerCase() === "og:image:favicon")?.content;
  const linked = links.find(({ rel, href }) => href && rel?.toLowerCase().split(/\s+/).includes("icon"))?.href;
  const address = inMeta || linked || (url ? "/favicon.ico" : "");
  return URL.canParse(address, url) ? new URL(address, url).href : address;
}

function hostname(url) {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : "";
}

/** The items of a script with JSON-LD: those of its `@graph`, or itself. None if it is broken. */
function schemaItems(text) {
  try {
    const value = JSON.parse(text.replace(CDATA, "$1"));
    return Array.isArray(value?.["@graph"]) ? value["@graph"] : [value];
  } catch {
    return [];
  }
}

export { init } from "./main.js";
export default Defuddle;
