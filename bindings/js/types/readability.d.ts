/** A replacement for @mozilla/readability. It does not change the document, and takes HTML as well. */
import type { DocumentLike } from "./index.js";

export { init } from "./index.js";

export interface ReadabilityOptions<T = string> {
  /** Refuse documents with more elements than this. 0 means no limit. */
  maxElemsToParse?: number;
  /** Makes the content of an element. The default is its HTML. */
  serializer?: (element: any) => T;
  /** The address of the page, if the document does not know it. */
  url?: string;
  /** Ignored: all pages with main content are articles. */
  charThreshold?: number;
  /** Ignored. */
  debug?: boolean;
  /** Ignored. */
  nbTopCandidates?: number;
  /** Ignored: the content has no classes. */
  classesToPreserve?: string[];
  /** Ignored: the content has no classes. */
  keepClasses?: boolean;
  /** Ignored. */
  disableJSONLD?: boolean;
  /** Ignored. */
  allowedVideoRegex?: RegExp;
  /** Ignored. */
  linkDensityModifier?: number;
}

export interface Article<T = string> {
  title: string;
  byline: string | null;
  dir: string | null;
  lang: string | null;
  content: T;
  textContent: string;
  length: number;
  excerpt: string | null;
  siteName: string | null;
  publishedTime: string | null;
}

export class Readability<T = string> {
  constructor(document: DocumentLike | string, options?: ReadabilityOptions<T>);
  /** Returns the article, or null if the page has no main content. */
  parse(): Article<T> | null;
}

export interface ReaderableOptions {
  /** The default is 140. */
  minContentLength?: number;
  /** The default is 20. */
  minScore?: number;
  /** Ignored: hidden text does not count. */
  visibilityChecker?: (node: any) => boolean;
}

/** Whether `parse` will probably find an article. */
export function isProbablyReaderable(
  document: DocumentLike | string,
  options?: ReaderableOptions | ((node: any) => boolean),
): boolean;

export default Readability;
