/** A replacement for defuddle/node. */
import type { DocumentLike } from "./index.js";
import type { DefuddleOptions, DefuddleResponse } from "./defuddle.js";

export { Defuddle as DefuddleClass } from "./defuddle.js";
export type { DefuddleOptions, DefuddleResponse };

/** Parses a document, an object with `window.document`, or HTML. */
export function Defuddle(
  input: DocumentLike | { readonly window: { readonly document: DocumentLike } } | string,
  url?: string,
  options?: DefuddleOptions,
): Promise<DefuddleResponse>;
