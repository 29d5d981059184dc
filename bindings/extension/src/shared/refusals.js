// Pages that cannot be read, and the message that says why. It does not read pages: that is `tabs.js`.

/** The refusals that have a message, named `refused_…`. */
export const REFUSALS = ["browser", "store", "file", "pdf", "media", "large", "gone", "access", "empty", "frame", "not_html", "failed"];

const OF_BROWSER = /^(?:about|brave|chrome|chrome-extension|chrome-search|devtools|edge|moz-extension|opera|resource|view-source|vivaldi):/i;
const STORES = new Set(["chromewebstore.google.com", "microsoftedge.microsoft.com", "addons.mozilla.org", "addons.opera.com"]);

/** A page that cannot be read. */
export class Refusal extends Error {
  constructor(reason, details = "") {
    super(details || reason);
    this.reason = REFUSALS.includes(reason) ? reason : "failed";
    this.details = details;
  }
}

/** What browsers say of their own pages, whose addresses they do not tell: "Cannot access a chrome:// URL". */
const SAYS_BROWSER = /\b(?:about|brave|chrome|edge|opera|vivaldi):/i;
const SAYS_STORE = /gallery|web ?store/i;

/** Returns why the browser did not let the extension into a tab. `address` is undefined if the extension may not know it. */
export function refusalOfTab(address, error) {
  if (address) return refusalOfAddress(address);
  if (SAYS_STORE.test(error)) return "store";
  return SAYS_BROWSER.test(error) ? "browser" : "access";
}

function refusalOfAddress(address) {
  if (OF_BROWSER.test(address)) return "browser";
  const { protocol, hostname, pathname } = new URL(address);
  if (/\.pdf$/i.test(pathname)) return "pdf";
  if (protocol === "file:") return "file";
  const isStore = STORES.has(hostname) || (hostname === "chrome.google.com" && pathname.startsWith("/webstore"));
  return isStore ? "store" : "access";
}

/** Returns why a document of this type cannot be read, or null if it can. */
export function refusalOfType(contentType) {
  if (contentType === "application/pdf") return "pdf";
  return /^(?:image|video|audio)\/(?!svg)/.test(contentType) ? "media" : null;
}
