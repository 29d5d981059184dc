// `dehusk/defuddle/full`: a replacement for defuddle/full, which is defuddle with Markdown. Here both have it.

import { addressOf } from "./input.js";
import { extract } from "./main.js";

/** Returns HTML as Markdown: all of it, as content that was found before. */
export function createMarkdownContent(content, url) {
  const page = extract(content, { method: "plain", hidden: "keep", title: "as-found", markdown: true, url: addressOf(url, null) });
  return page.markdown ?? "";
}

export * from "./defuddle.js";
export { default } from "./defuddle.js";
