/** A replacement for defuddle. It fetches nothing, and reads every page in the same way. */
import type { DocumentLike } from "./index.js";

export { init } from "./index.js";

export interface DefuddleOptions {
  /** The address of the page. */
  url?: string;
  /** Make `content` Markdown. */
  markdown?: boolean;
  /** Add `contentMarkdown`. */
  separateMarkdown?: boolean;
  /** Leave out images. */
  removeImages?: boolean;
  /** Whether text that the page hides is removed. The default is true. */
  removeHiddenElements?: boolean;
  /** A CSS selector of the main content. If it matches nothing, the main content is found without it. */
  contentSelector?: string;
  /** Whether readers' comments may be part of the content: only if true. */
  includeReplies?: boolean | "extractors";
  /** Ignored, as all that follow. */
  debug?: boolean;
  removeExactSelectors?: boolean;
  removePartialSelectors?: boolean;
  removeLowScoring?: boolean;
  removeSmallImages?: boolean;
  removeContentPatterns?: boolean;
  standardize?: boolean;
  useAsync?: boolean;
  language?: string;
  profile?: boolean;
  fetch?: (...args: any[]) => any;
}

export interface DefuddleResponse {
  content: string;
  contentMarkdown?: string;
  title: string;
  description: string;
  domain: string;
  /** Empty if the page names none and its address is unknown. */
  favicon: string;
  image: string;
  language: string;
  /** In milliseconds. */
  parseTime: number;
  published: string;
  author: string;
  site: string;
  /** The items of all JSON-LD scripts, as `any`, because they are what the page says. */
  schemaOrgData: any[];
  /** Characters of Chinese, Japanese and Thai count as words. */
  wordCount: number;
  metaTags: { name: string | null; property: string | null; content: string | null }[];
  /** Not there, as all that follow: only the original has them. */
  extractorType?: string;
  debug?: any;
  profile?: Record<string, number>;
  variables?: { [key: string]: string };
}

export class Defuddle {
  constructor(document: DocumentLike | { readonly window: { readonly document: DocumentLike } } | string, options?: DefuddleOptions);
  parse(): DefuddleResponse;
  parseAsync(): Promise<DefuddleResponse>;
}

export default Defuddle;
