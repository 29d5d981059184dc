// Runs in a page, apart from its scripts: shows why each block is kept or removed, and makes site rules from the blocks that the user
// marks. Running it again ends it. The background script extracts, and calls `show` with what it found.

import { about } from "./about.js";
import { Inspector } from "./inspector-view.js";
import { numberedHtml } from "./numbered.js";

export function main() {
  if (globalThis.dehuskInspector) {
    globalThis.dehuskInspector.end();
    return { isEnded: true };
  }
  const { html, texts } = numberedHtml(document);
  const page = { ...about(document), html };
  globalThis.dehuskInspector = new Inspector(page, texts, () => delete globalThis.dehuskInspector);
  return page;
}
