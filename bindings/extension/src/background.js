// Answers the button, the keyboard commands, and the inspector in the page, which has no WebAssembly of its own.

import { extract, explain, init } from "./dehusk/index.js";
import { browser } from "./shared/browser.js";
import { Refusal } from "./shared/refusals.js";
import { closeReader, isReader, openReader, startInspector } from "./shared/tabs.js";

/** How many of the signals that decided are shown. */
const MAX_SIGNALS = 3;

browser.action.onClicked.addListener((tab) => (isReader(tab) ? closeReader(tab) : openReader(tab)));

browser.commands.onCommand.addListener(async (command, tab) => {
  if (command !== "inspect") return;
  const [current] = tab ? [tab] : await browser.tabs.query({ active: true, currentWindow: true });
  if (!isReader(current)) await inspect(current);
});

const ANSWERS = {
  inspect: async ({ tabId }) => {
    const tab = await browser.tabs.get(tabId);
    await browser.tabs.update(tabId, { active: true });
    await inspect(tab);
  },
  tryRules: ({ page, rules }) => rules.map((rule) => keptSpans(page, rule)),
};

browser.runtime.onMessage.addListener((request, sender, answer) => {
  const act = Object.hasOwn(ANSWERS, request?.type) ? ANSWERS[request.type] : null;
  if (act === null || sender.id !== browser.runtime.id) return false;
  init()
    .then(() => act(request))
    .then((result) => answer({ result: result ?? null }), (error) => answer({ error: String(error.message) }));
  return true; // the answer comes later
});

/** Starts the inspector in a tab, or ends it. */
async function inspect(tab) {
  try {
    const [page] = await Promise.all([startInspector(tab.id), init()]);
    if (page !== null) await show(tab.id, blocksOf(page));
  } catch (error) {
    await openReader(tab, error instanceof Refusal ? error.reason : "failed");
    if (!(error instanceof Refusal)) throw error;
  }
}

async function show(tabId, blocks) {
  const show = (found) => globalThis.dehuskInspector?.show(found);
  await browser.scripting.executeScript({ target: { tabId }, func: show, args: [blocks] });
}

/** Returns the blocks of a page, with what the inspector shows of them. */
function blocksOf(page) {
  const { explanation } = explain(page.html, { url: page.url });
  return (explanation ?? []).map(({ signals = [], ...block }) => ({
    start: block.srcStart, end: block.srcEnd, kept: block.kept, score: block.score, kind: block.kind, says: block.says,
    group: block.group ?? null, signals: signals.slice(0, MAX_SIGNALS).map(({ says }) => says).filter(Boolean),
  }));
}

/** Returns the spans of the source that are kept with a site rule. */
function keptSpans(page, { select, exclude, method, params }) {
  const { blocks } = extract(page.html, { url: page.url, select, exclude, method, params, blocks: true });
  return (blocks ?? []).filter(({ kept }) => kept).map(({ srcStart, srcEnd }) => [srcStart, srcEnd]);
}
