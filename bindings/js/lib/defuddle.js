// `dehusk/defuddle`: a replacement for defuddle, with its names and its result.
//
// It fetches nothing, and has no extractors for single sites: every page is read in the same way.

import { firstParagraph, pageInput } from "./input.js";
import { extract } from "./main.js";
import { call } from "./property.js";

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
    const { html } = this.#input;
    const url = this.#options.url ?? this.#input.url ?? undefined;
    const page = extract(html, { ...this.#extractorOptions(), url });
    const result = this.#response(page, url);
    return { ...result, parseTime: Date.now() - start };
  }

  /** As `parse`. The original may fetch what the page lacks; this does not. */
  async parseAsync() {
    return this.parse();
  }

  #extractorOptions() {
    const { contentSelector, includeReplies, removeHiddenElements, removeImages } = this.#options;
    return {
      html: true, markdown: true, metadata: true, jsonLd: true, title: "out",
      includeComments: includeReplies === true,
      includeImages: removeImages !== true,
      hidden: removeHiddenElements === false ? "keep" : undefined,
      select: contentSelector ? [contentSelector] : undefined,
    };
  }

  #response(page, url) {
    const metadata = page.metadata ?? {};
    const { markdown = false, separateMarkdown = false } = this.#options;
    const schema = page.jsonLd?.map(parsedJson).filter((value) => value !== null) ?? [];
    const response = {
      content: (markdown ? page.markdown : page.html) ?? "",
      title: metadata.title ?? "",
      description: metadata.description ?? firstParagraph(page.text) ?? "",
      domain: (metadata.hostname ?? hostname(url)).replace(/^www\./, ""),
      favicon: this.#favicon(url),
      image: metadata.image ?? "",
      language: metadata.language ?? "",
      published: metadata.date ?? "",
      author: metadata.authors?.join(", ") ?? "",
      site: metadata.sitename ?? "",
      schemaOrgData: schema.length > 1 ? schema : (schema[0] ?? null),
      wordCount: page.text.match(WORD)?.length ?? 0,
      metaTags: this.#metaTags(),
    };
    if (separateMarkdown) response.contentMarkdown = page.markdown ?? "";
    return response;
  }

  #elements(selector) {
    return Array.from(call(this.#input.document, "querySelectorAll", selector) ?? []);
  }

  #favicon(url) {
    const [icon] = this.#elements('link[rel~="icon"]');
    const address = icon?.getAttribute("href") ?? (url ? "/favicon.ico" : "");
    return URL.canParse(address, url) ? new URL(address, url).href : address;
  }

  #metaTags() {
    return this.#elements("meta[content]").map((element) => ({
      name: element.getAttribute("name"),
      property: element.getAttribute("property"),
      content: element.getAttribute("content"),
    }));
  }
}

function hostname(url) {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : "";
}

function parsedJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export { init } from "./main.js";
export default Defuddle;
