/**
 * The published methods alone, in a module that is much smaller: without `grain`, its model, the kind and the quality of pages, and
 * without the detection of languages. The default method is `cetd`. All else is as in `dehusk`, except the options `languages` and
 * `focus`, which it lacks.
 */
import type {
  Extraction, ExtractorOptions as FullOptions, Metadata, Page, PageOptions, Extractor as FullExtractor,
} from "./index.js";

export type ExtractorOptions = Omit<FullOptions, "languages" | "focus">;
export type Options = ExtractorOptions & PageOptions;

/** Extracts the main content of pages, all with the same options. */
export class Extractor extends FullExtractor {
  constructor(options?: ExtractorOptions);
}
/** As that of `dehusk`. */
export function extract(html: Page, options?: Options): Extraction;
/** As that of `dehusk`. */
export function explain(html: Page, options?: Options): Extraction;
/** As that of `dehusk`. */
export function metadata(html: Page, options?: Options): Metadata | null;

export * from "./index.js";
