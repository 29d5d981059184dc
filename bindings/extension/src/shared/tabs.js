// Reads the page of a tab, and opens the reader view.

import { browser } from "./browser.js";
import { Refusal, refusalOfTab, refusalOfType } from "./refusals.js";

/** Longer pages are refused, in UTF-16 code units: the browser has to copy them between processes. Chosen by hand. */
const MAX_PAGE_LENGTH = 24 * 2 ** 20;

const READER = "reader/reader.html";

/** Returns the page of a tab: `{ html, url, direction, frames }`. @throws {Refusal} */
export async function capture(tabId) {
  return checked(await injected(tabId, "/page/capture.js"));
}

/** Starts the inspector in a tab, and returns the page. Returns null if that ended an inspector which was there. */
export async function startInspector(tabId) {
  const page = await injected(tabId, "/page/inspector.js");
  return page?.isEnded ? null : checked(page);
}

/** Runs a script in a tab and returns its value. Firefox finds `file` from the page that asks, unless it begins with `/`. */
async function injected(tabId, file) {
  try {
    const [{ result }] = await browser.scripting.executeScript({ target: { tabId }, files: [file] });
    return result;
  } catch (error) {
    throw new Refusal(await reasonFor(tabId, error.message), error.message);
  }
}

async function reasonFor(tabId, error) {
  try {
    return refusalOfTab((await browser.tabs.get(tabId)).url, error);
  } catch {
    return "gone";
  }
}

function checked(page) {
  if (!page) throw new Refusal("failed");
  const reason = refusalOfType(page.contentType);
  if (reason) throw new Refusal(reason);
  if (page.html.length > MAX_PAGE_LENGTH) throw new Refusal("large");
  return page;
}

/** Whether a tab shows the reader view. */
export function isReader(tab) {
  return Boolean(tab.url?.startsWith(browser.runtime.getURL(READER)));
}

/** Opens the reader view of a tab beside it, or a message if `refusal` says why there is none. */
export async function openReader(tab, refusal = null) {
  const query = new URLSearchParams(refusal ? { refused: refusal } : { tab: tab.id });
  const address = browser.runtime.getURL(`${READER}?${query}`);
  await browser.tabs.create({ url: address, index: tab.index + 1, windowId: tab.windowId, openerTabId: tab.id });
}

/** Closes the reader view and goes back to its page. */
export async function closeReader(tab) {
  const source = Number(new URL(tab.url).searchParams.get("tab"));
  if (source) await browser.tabs.update(source, { active: true }).catch(() => {});
  await browser.tabs.remove(tab.id);
}
