// Runs in a page, apart from its scripts, and returns the page as its reader sees it.

import { about } from "./about.js";
import { fromDocument } from "../../../js/lib/document.js";

export function main() {
  return { ...about(document), html: fromDocument(document) };
}
