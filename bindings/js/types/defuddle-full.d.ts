/** A replacement for defuddle/full. */
import { Defuddle } from "./defuddle.js";

export * from "./defuddle.js";
export default Defuddle;

/** Returns HTML as Markdown: all of it, as content that was found before. Links are resolved against `url`. */
export function createMarkdownContent(content: string, url?: string): string;
