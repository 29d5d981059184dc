// The panel with the site rule that the marks give: tries rules, shows the best one, copies and saves it.

import { browser, message } from "../shared/browser.js";
import { make } from "./elements.js";
import { bestOf, judged, possibleRules, siteOf, toToml } from "./rule.js";

export class RulePanel {
  #page;
  #text = make("textarea", { readOnly: true, spellcheck: false });
  #result = make("p");
  #copy = make("button", { type: "button", className: "main", onclick: () => this.#copyText() }, message("copy"));
  #save = make("a", { className: "button", download: "sites.toml" }, message("save"));
  #buttons = make("div", { className: "row" });
  element = make("section", { className: "rule", hidden: true });
  #before = null;

  constructor(page) {
    this.#page = { html: page.html, url: page.url };
    const close = make("button", { type: "button", onclick: () => this.close() }, message("close"));
    this.#text.setAttribute("aria-label", message("rule"));
    this.#result.setAttribute("role", "status");
    this.element.setAttribute("aria-label", message("rule"));
    this.#buttons.append(this.#copy, this.#save, close);
    this.element.append(make("h2", {}, message("rule")), this.#result, this.#text, this.#buttons);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  get hasFocus() {
    return this.isOpen && this.element.contains(this.element.getRootNode().activeElement);
  }

  close() {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.#before?.focus();
  }

  /** Finds the best rule for the marks, and shows it. */
  async open(blocks) {
    this.#before ??= this.element.getRootNode().activeElement;
    this.#say(null, message(blocks.some(({ mark }) => mark) ? "working" : "mark_first"));
    this.element.hidden = false;
    if (!blocks.some(({ mark }) => mark)) return;
    try {
      const { toml, judgement } = await this.#best(blocks);
      const { right, marked, changed } = judgement;
      this.#say(toml, [message("rule_result", right, marked), changed > 0 ? message("rule_changes", changed) : ""].join(" ").trim());
    } catch (error) {
      this.#say(null, `${message("refused_failed")} (${error.message})`);
    }
  }

  async #best(blocks) {
    const rules = possibleRules(blocks);
    const { result, error } = await browser.runtime.sendMessage({ type: "tryRules", page: this.#page, rules });
    if (error) throw new Error(error);
    const judgements = result.map((kept) => judged(blocks, kept));
    const best = bestOf(judgements);
    return { toml: toToml(siteOf(this.#page.url) ?? "example.com", rules[best]), judgement: judgements[best] };
  }

  #say(toml, sentence) {
    this.#result.textContent = sentence;
    this.#text.value = toml ?? "";
    this.#text.hidden = this.#copy.hidden = this.#save.hidden = toml === null;
    if (toml === null) return;
    this.#save.href = `data:application/toml;charset=utf-8,${encodeURIComponent(toml)}`;
    this.#text.focus();
    this.#text.select();
  }

  /** Pages without TLS have no clipboard for scripts, but the old command works there. */
  async #copyText() {
    this.#text.select();
    const isDone = await (navigator.clipboard?.writeText(this.#text.value).then(() => true, () => false) ?? false);
    const isCopied = isDone || document.execCommand("copy");
    this.#result.textContent = message(isCopied ? "copied" : "copy_failed");
  }
}
