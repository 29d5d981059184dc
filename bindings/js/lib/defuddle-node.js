// `dehusk/defuddle/node`: a replacement for defuddle/node.

import "./load-node.js";

import { Defuddle as DefuddleClass } from "./defuddle.js";

/** Parses a document, an object with `window.document`, or HTML. */
export async function Defuddle(input, url, options = {}) {
  return new DefuddleClass(input, { ...options, ...(url ? { url } : {}) }).parse();
}

export { DefuddleClass };
