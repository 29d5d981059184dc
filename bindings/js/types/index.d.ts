/**
 * The main content of web pages. `dehusk/readability`, `dehusk/defuddle` and `dehusk/markdown` are built on it.
 */

/**
 * A page: bytes as they were received, or a string, which is used as it is whatever encoding the page declares.
 * Lone surrogates in a string count as U+FFFD.
 */
export type Page = string | ArrayBufferView | ArrayBufferLike;

/** The options of an extractor. Those left out have the defaults of the program `dehusk`. */
export interface ExtractorOptions {
  /** One of `methods()`. The default is `grain`. */
  method?: string;
  /** The parameters of the method, by name. */
  params?: Record<string, string | number | boolean | readonly (string | number)[]>;
  /** What to favor where `grain` is unsure: short for its parameter `focus`. */
  focus?: "precision" | "balanced" | "recall";
  /**
   * The languages of the wanted pages, as tags such as `de` or `pt-BR`. Pages in others have no text; their reason is
   * `other_language`.
   */
  languages?: string | readonly string[];
  /** CSS selectors: main content is searched for only inside elements that match one of them. */
  select?: string | readonly string[];
  /** CSS selectors of elements that are removed first. */
  exclude?: string | readonly string[];
  /**
   * What happens to text that the page hides. The default is `auto` for `grain` and `keep` for other methods.
   */
  hidden?: "auto" | "drop" | "keep" | "flag";
  /** What happens to characters that readers do not see, such as zero-width spaces. The default is `keep`. */
  invisible?: "keep" | "strip";
  /** Whether the output includes the title of the page. The default is `auto`. */
  title?: "auto" | "as-found" | "in" | "out";
  /** An address to resolve relative links and images against, for pages without `url`. It begins with `http` or `https`. */
  base?: string | { readonly href: string };
  /** Whether the text may contain data tables. The default is true. */
  includeTables?: boolean;
  /** Whether the text may contain readers' comments. The default is true: the method decides. */
  includeComments?: boolean;
  /** Whether Markdown and HTML contain the addresses of links. The default is true. */
  includeLinks?: boolean;
  /** Whether Markdown and HTML contain images. The default is true. */
  includeImages?: boolean;
  /** Keep images that are embedded in the page. */
  dataImages?: boolean;
  /** Start list items in text with `- ` or their number. */
  listMarks?: boolean;
  /** Write each table row in text as one line, with tabs. */
  tableRows?: boolean;
  /** Request `Extraction.markdown`. */
  markdown?: boolean;
  /** Request `Extraction.html`. */
  html?: boolean;
  /** Request `Extraction.metadata`. */
  metadata?: boolean;
  /** Request `Extraction.blocks`. */
  blocks?: boolean;
  /** Request `Extraction.links`. */
  links?: boolean;
  /** Request `Extraction.images`. */
  images?: boolean;
  /** Request `Extraction.tables`. */
  tables?: boolean;
  /** Request `Extraction.items`. */
  items?: boolean;
  /** Request `Extraction.comments`. */
  comments?: boolean;
  /** Request `Extraction.jsonLd`. */
  jsonLd?: boolean;
  /** Request `Extraction.timingMs`. */
  timing?: boolean;
  /** Request `Extraction.explanation`. It takes many times as long as an extraction. */
  explain?: boolean;
  /**
   * The time limit for a page in milliseconds of wall-clock time; null means no limit. The default is 10,000.
   * Where the clock stands still during computation, as in Cloudflare Workers, there is no limit.
   */
  timeoutMs?: number | null;
  /** The maximum size of a page in bytes. The default is 64 MiB. */
  maxBytes?: number;
  /** The maximum depth of elements. The default is 512. */
  maxDepth?: number;
  /** The maximum number of elements. The default is 2,000,000. */
  maxElements?: number;
  /** The maximum size of the text in bytes. The default is 192 MiB. */
  maxOutput?: number;
  /**
   * The maximum memory for a page in bytes, besides the page itself. The default is 36 times the size of the page, and at
   * least 58 MiB.
   */
  maxMemory?: number;
}

/** The options of one page. */
export interface PageOptions {
  /** The complete address of the page, against which links, images and metadata are resolved. */
  url?: string | { readonly href: string };
  /** The value of the HTTP header `Content-Type`. It helps to decode bytes. */
  contentType?: string;
  /** The name of the page in its record. The default is `-`. */
  id?: string | number;
  /**
   * Stops the extraction, which then throws the reason. An `AbortSignal` cannot change while this thread
   * computes, so only one that is already aborted has an effect; for a time limit use `timeoutMs`. Any other
   * object works while it computes, such as one whose getter `aborted` reads a `SharedArrayBuffer` that another
   * thread writes.
   */
  signal?: { readonly aborted: boolean; readonly reason?: unknown };
}

export type Options = ExtractorOptions & PageOptions;

/** How an extraction went. */
export type Status = "ok" | "empty" | "partial" | "timeout" | "too_large" | "not_html" | "error";

/** The type of a page. */
export type PageType = "article" | "collection" | "documentation" | "forum" | "listing" | "product" | "service";
/** How good the text is expected to be. */
export type Verdict = "good" | "fair" | "poor" | "empty";
/** How the encoding of a page was found. */
export type EncodingOrigin = "bom" | "http" | "meta" | "utf8" | "detected";
/** The kind of a block. */
export type BlockKind =
  | "paragraph" | "heading" | "list_item" | "term" | "definition" | "table_cell" | "code" | "quote" | "caption" | "comment";
/** How a page hides a part from its readers. */
export type HiddenBy =
  | "display_none" | "hidden_attribute" | "until_found" | "closed_details" | "closed_dialog" | "visibility_hidden"
  | "content_visibility" | "opacity" | "font_size" | "off_screen" | "clipped" | "no_size" | "same_color" | "aria_hidden" | "inert";
/** What the items of a group are. */
export type ItemKind = "products" | "results" | "posts" | "ingredients" | "steps" | "facts" | "items";
/** The name of a field of an item. `value` is that of a fact, `link` a further link. */
export type FieldName =
  | "title" | "value" | "url" | "link" | "image" | "price" | "date" | "author" | "number" | "reply_to";

/**
 * A range of a page. If the page was a string, offsets are UTF-16 code units of that string, as for `slice`; if
 * it was bytes, they are bytes of the decoded page in UTF-8.
 */
export interface SourceRange {
  readonly srcStart: number;
  readonly srcEnd: number;
}

/** A range of `Extraction.text` in UTF-16 code units, as for `slice`. Null if it is not in the text. */
export interface TextRange {
  readonly textStart: number | null;
  readonly textEnd: number | null;
}

/** Title, authors, dates and other metadata. Fields that the page does not provide are null or empty. */
export interface Metadata {
  readonly title: string | null;
  /** The authors as one string, separated by `; `. */
  readonly author: string | null;
  readonly authors: readonly string[];
  /** In ISO 8601 format, with or without a time. */
  readonly date: string | null;
  readonly dateModified: string | null;
  readonly sitename: string | null;
  readonly hostname: string | null;
  readonly description: string | null;
  readonly language: string | null;
  readonly direction: string | null;
  readonly image: string | null;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly license: string | null;
  readonly canonical: string | null;
  /** Where each field was found, such as `json-ld`, `open-graph` or `visible`. */
  readonly origins: Readonly<Record<string, string>>;
}

/** A block of the page, kept or removed. */
export interface Block extends SourceRange, TextRange {
  readonly kind: BlockKind;
  readonly kept: boolean;
  readonly score: number;
  /** Why it was kept or removed, as a word. */
  readonly reason: string;
  readonly xpath: string;
  readonly dir: "ltr" | "rtl" | "auto" | null;
  /** How the page hides it, if it does. */
  readonly hidden: HiddenBy | null;
}

/** A link in the main content. */
export interface Link extends SourceRange, TextRange {
  readonly url: string;
  readonly text: string;
  readonly rel: string | null;
}

/** An image in the main content. */
export interface Image extends SourceRange {
  readonly src: string;
  readonly alt: string | null;
  readonly title: string | null;
  readonly caption: string | null;
  /** How the page hides it or its caption, if it is kept although readers do not see it at first. */
  readonly hidden: HiddenBy | null;
}

/** A data table in the main content. Rows have equal lengths; the first `headerRows` are headers. */
export interface Table extends SourceRange, TextRange {
  readonly caption: string | null;
  readonly headerRows: number;
  readonly rows: readonly (readonly string[])[];
}

/** A field of an item. Its value is a piece of the page. */
export interface ItemField extends SourceRange {
  readonly name: FieldName;
  readonly value: string;
}

/** An item of a group in the main content: a product, a search result, a post. */
export interface Item extends SourceRange {
  readonly kind: ItemKind;
  /** The number of its group, from 0. */
  readonly group: number;
  readonly fields: readonly ItemField[];
  readonly text: string;
  /** How the page hides the first of its texts and fields that readers do not see, if there is one. */
  readonly hidden: HiddenBy | null;
}

/** A reader's comment. */
export interface Comment extends SourceRange {
  readonly author: string | null;
  readonly date: string | null;
  readonly text: string;
  readonly depth: number;
  /** How the page hides the first part of it that is listed although readers do not see it at first. */
  readonly hidden: HiddenBy | null;
}

/** Why a block was kept or removed. */
export interface ExplainedBlock extends SourceRange {
  readonly kept: boolean;
  readonly score: number | null;
  readonly kind: string;
  readonly reason: string | null;
  readonly hidden?: HiddenBy;
  /** Whether `hidden` is about a part that is removed, while the rest is kept. */
  readonly hasRemovedPart?: boolean;
  readonly group?: string;
  /** What `group` says, as words and numbers. */
  readonly item?: { readonly noun: string; readonly number: number; readonly count: number; readonly form: string; readonly kept: number };
  /** The reason in words. */
  readonly says: string;
  /** The elements around it. */
  readonly path: string;
  /** How its text begins. */
  readonly beginning: string;
  /** The evidence, strongest first. */
  readonly signals?: readonly EvidenceSignal[];
  /** What `thai` counted in the element that judged the block. */
  readonly anchors?: AnchorCounts;
  /** What `r2l`, `dana`, `danag` and `addanag` counted in the lines or segments with the block. */
  readonly columns?: ColumnCounts;
}

/** The numbers of the method `thai`, with the names of its paper. */
export interface AnchorCounts {
  /** The XPath of the element. */
  readonly xpath: string;
  /** Whether no other block is inside it. */
  readonly lowest: boolean;
  readonly allElements: number;
  readonly allHref: number;
  readonly allTLength: number;
  readonly allHrefTLength: number;
  readonly anr: number;
  readonly atr: number;
  readonly ar: number;
}

/** The numbers of the methods that compare content with code. */
export interface ColumnCounts {
  readonly unit: "line" | "segment";
  /** The first line or segment with text of the block; the first of the page is 1. */
  readonly first: number;
  readonly last: number;
  /** The one with the highest column, which the other numbers describe. */
  readonly highest: number;
  /** Characters of content. */
  readonly content: number;
  /** Characters of code. */
  readonly code: number;
  /** `content` minus `code`. */
  readonly difference: number;
  /** The difference, summed over it and both neighbors. */
  readonly column: number;
}

/** A piece of evidence for or against a block. */
export interface EvidenceSignal {
  readonly signal: string;
  readonly weight: number;
  /** Whether `says` of the block names it. */
  readonly named?: boolean;
  readonly says: string;
  /** What `says` says, as a word, to say it in another language. */
  readonly code?: string;
  /** The values in `says`. */
  readonly values?: Readonly<Record<string, number | string | readonly string[]>>;
}

/** The main content of a page, and how the extraction went. Every page gets one, whatever it contains. */
export class Extraction {
  private constructor();
  readonly status: Status;
  /** Details of the status: the limit, why nothing was found, or what the input is instead of HTML. */
  readonly reason: string | null;
  /** A sentence about a page with the status `error`. */
  readonly error: string | null;
  readonly url: string | null;
  /** The main content as plain text. */
  readonly text: string;
  /** The main content as GitHub Flavored Markdown, if requested. */
  readonly markdown: string | null;
  /** The main content as HTML with few elements, safe to insert into a page, if requested. */
  readonly html: string | null;
  /** How many items of each kind Markdown or HTML could not express. */
  readonly lost: Readonly<Record<"links" | "images" | "emphasis" | "nesting" | "spans" | "formulas", number>> | null;
  readonly metadata: Metadata | null;
  /** All blocks of the page that have visible text, kept and removed, if requested. */
  readonly blocks: readonly Block[] | null;
  readonly links: readonly Link[] | null;
  readonly images: readonly Image[] | null;
  readonly tables: readonly Table[] | null;
  readonly items: readonly Item[] | null;
  /** All readers' comments of the page, if requested, whether or not they are in the text. */
  readonly comments: readonly Comment[] | null;
  /** The JSON-LD scripts as they are written, if requested. */
  readonly jsonLd: readonly string[] | null;
  readonly explanation: readonly ExplainedBlock[] | null;
  /** The type of the page, if `grain` says so. */
  readonly pageType: PageType | null;
  /** The probability of each type. */
  readonly pageTypes: Readonly<Record<PageType, number>> | null;
  /** The estimated quality of the text, if `grain` says so. */
  readonly quality: { readonly score: number; readonly verdict: Verdict } | null;
  /** How many texts that the page hides were kept. */
  readonly hiddenKept: number;
  /** How many were removed because they are hidden. */
  readonly hiddenRemoved: number;
  /** How many characters of the text readers do not see; with `invisible: "strip"` they are left out. */
  readonly invisible: number;
  readonly method: string;
  /** The encoding of the page. Null if the page was a string or was not read. */
  readonly encoding: string | null;
  /** How the encoding was found. */
  readonly encodingOrigin: EncodingOrigin | null;
  /** Whether bytes that are malformed in the encoding were replaced by U+FFFD. */
  readonly replaced: boolean;
  /** The size of the page in bytes. Of a string, in UTF-8. */
  readonly bytes: number;
  readonly timingMs: number | null;
  /** Whether there is no usable result: `timeout`, `too_large`, `not_html` or `error`. */
  get isFailure(): boolean;
  /** The record as one line of JSON, byte for byte as `dehusk extract --format jsonl` writes it. */
  get record(): string;
  /** Returns this extraction if it has text. @throws {PageError} otherwise */
  raiseForStatus(): this;
  /** Returns the record as an object, with the names and the UTF-8 offsets of its schema. */
  toJSON(): Record<string, unknown>;
}

/** Extracts the main content of pages, all with the same options. */
export class Extractor {
  /**
   * @throws {OptionError} if an option is wrong; the message says what is allowed
   * @throws {NotReadyError} before `init`, except in Node.js
   */
  constructor(options?: ExtractorOptions);
  /** The name of the method. */
  get method(): string;
  /** A hash of all options that can change a result, as in the record. */
  get optionsHash(): string;
  /**
   * Returns the main content of a page. Unusual pages throw nothing: see `Extraction.status`.
   * @throws {InputError} if it is no page: a wrong type, a detached buffer, a URL or a path
   */
  extract(html: Page, options?: PageOptions): Extraction;
  /** Returns the record as one line of JSON, without an `Extraction`. */
  record(html: Page, options?: PageOptions): string;
  /** Returns the metadata of a page without extracting its text. Null if the page cannot be read. */
  metadata(html: Page, options?: PageOptions): Metadata | null;
  /** The same as a record, as `dehusk metadata --format jsonl` writes it. */
  metadataRecord(html: Page, options?: PageOptions): string;
}

/**
 * Returns the main content of a page. For many pages with the same options, an `Extractor` is a little faster.
 */
export function extract(html: Page, options?: Options): Extraction;
/** Like `extract`, with `explain: true`: the result says why each block was kept or removed. */
export function explain(html: Page, options?: Options): Extraction;
/** Returns the metadata of a page without extracting its text. Null if the page cannot be read. */
export function metadata(html: Page, options?: Options): Metadata | null;

/** A method, or a preset of a method. */
export interface MethodInfo {
  readonly name: string;
  readonly summary: string;
  readonly paper: string;
  /** The method that this is a preset of. */
  readonly presetOf: string | null;
  /** The parameters that a preset sets, and their values. */
  readonly sets: readonly (readonly [name: string, value: string])[];
  readonly params: readonly { readonly name: string; readonly default: string; readonly values: string; readonly doc: string }[];
}

/** Returns all methods, followed by all presets. */
export function methods(): MethodInfo[];
/** The version of the package. */
export const version: string;
/** Returns the versions of the module, of the rules of extraction and of the schema of records. */
export function versions(): { version: string; rulesVersion: string; schemaVersion: number };

/**
 * The WebAssembly module: its address, its bytes, a `WebAssembly.Module` or a `Response`. The last two are
 * typed as objects, because not every project has the types of browsers.
 */
export type ModuleSource = string | { readonly href: string } | ArrayBufferView | ArrayBufferLike | object;

/** A `Document` of a browser, of jsdom, linkedom or another implementation. */
export interface DocumentLike {
  readonly documentElement: { readonly outerHTML: string } | null;
}

/**
 * Loads the module. Browsers and workers call this once before anything else; Node.js does not need it. Without
 * an argument the module is loaded from beside the script, where bundlers put it. Further calls change nothing.
 * After a failure it can be called again.
 */
export function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void>;
/**
 * Loads the module at once, where the host has compiled it: `import wasm from "dehusk/dehusk.wasm"` in
 * Cloudflare Workers.
 */
export function initSync(source: ArrayBufferView | ArrayBufferLike | object): void;

/**
 * Returns a live document as HTML, as its reader sees it now: text that the computed style hides is marked,
 * open shadow roots are part of it, and scripts have run. The document is not changed. Frames are left out.
 */
export function fromDocument(document: DocumentLike): string;

/**
 * The base class of all errors of dehusk. One with the code `ERR_BUSY` means that a getter of `signal` called
 * dehusk again.
 */
export class DehuskError extends Error {
  /** A stable word for programs. */
  readonly code: string;
}
/** An option that does not exist or has an invalid value. */
export class OptionError extends DehuskError {}
/** Something that cannot be a page, or a module that cannot be loaded. */
export class InputError extends DehuskError {}
/** The module is not loaded: `await init()` first. */
export class NotReadyError extends DehuskError {}
/** A page without text. Only `raiseForStatus` throws it; the message says what the status means. */
export class PageError extends DehuskError {
  readonly status: Status;
  readonly reason: string | null;
  /** What went wrong, if the status is `error`. */
  readonly error: string | null;
}
