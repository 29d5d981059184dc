// What requests ask for and what responses are, by their headers.

const MARKDOWN = "text/markdown";

/** Headers that describe the HTML and not the Markdown. */
export const OF_THE_HTML = [
  "content-length", "content-encoding", "content-range", "accept-ranges", "last-modified", "content-md5",
  "digest", "content-digest", "repr-digest",
];

/**
 * Whether a client prefers Markdown to HTML, by the header `Accept`. It has to name the type: browsers accept
 * anything.
 */
export function wantsMarkdown(accept) {
  const qualities = acceptedQualities(accept);
  const markdown = qualities.get(MARKDOWN) ?? 0;
  return markdown > 0 && markdown >= qualityOfHtml(qualities);
}

/** The quality of HTML in either of its types. The most specific range counts for a type, whatever its quality is. */
function qualityOfHtml(qualities) {
  const html = ["text/html", "text/*", "*/*"].find((range) => qualities.has(range));
  return Math.max(qualities.get(html) ?? 0, qualities.get("application/xhtml+xml") ?? 0);
}

/** The quality of each range in `Accept`. If a range is listed several times, with other parameters, the highest. */
function acceptedQualities(accept) {
  const qualities = new Map();
  for (const range of (accept ?? "").toLowerCase().split(",")) {
    const [type, ...parameters] = range.split(";").map((part) => part.trim());
    const given = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    const quality = Math.min(Number(given) || 0, 1);
    qualities.set(type, Math.max(quality, qualities.get(type) ?? 0));
  }
  return qualities;
}

/** The `Accept` that a handler gets: it may answer with HTML wherever Markdown is wanted. */
export function acceptForHandlers(accept) {
  return `${accept}, text/html;q=${acceptedQualities(accept).get(MARKDOWN)}`;
}

/** Whether a request is one for a page: only these have a body that can be converted. */
export function isForPage(method) {
  return method === "GET" || method === "HEAD";
}

export function isHtml(contentType) {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? "");
}

/** Whether an answer depends on `Accept`: HTML, or that it has not changed, which has no type. */
export function mayBeHtml(status, contentType) {
  return isHtml(contentType) || (status === 304 && (contentType ?? null) === null);
}

/**
 * Headers that a handler does not get with a request for Markdown. The conditions are about its HTML: if they were met, caches would
 * show the HTML. What is compressed cannot be converted.
 */
export const NOT_FOR_HANDLERS = ["if-none-match", "if-modified-since", "accept-encoding"];

/** Returns `Vary` with `Accept` in it. */
export function withAccept(vary) {
  const names = (vary ?? "").split(",").map((name) => name.trim()).filter(Boolean);
  return names.some((name) => name === "*" || name.toLowerCase() === "accept") ? vary : [...names, "Accept"].join(", ");
}

/** The end of the tags of Markdown, by which they are known. */
const TAG_END = '-md"';

/** Returns the tag of a Markdown page with this hash. */
export function markdownTag(hash) {
  return `"${hash}${TAG_END}`;
}

/** The tags of Markdown in `If-None-Match`, without `W/`. All others are of the HTML. */
export function markdownTags(ifNoneMatch) {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim());
  return tags.filter((tag) => tag.endsWith(TAG_END)).map((tag) => tag.replace(/^W\//, ""));
}
