// Own gold: blocks that the reader marks as main content, the scores of all methods against them, and exports for `dehusk eval` and
// `--sites`.

import { download, fill, h } from "../dom.js";
import { onKey } from "../app-keys.js";
import { PageFrame } from "../frame.js";
import { blockTexts, corpusFiles, readNumbers, writeNumbers } from "../gold.js";
import { number, t } from "../i18n.js";
import { coveredBytes, covering } from "../offsets.js";
import { asToml, deriveRule } from "../site-rule.js";
import { table } from "../tables.js";
import { commonSubsequence, scores, words } from "../words.js";
import { zip } from "../zip.js";

export function goldView(app) {
  return new GoldView(app);
}

// Chosen by hand: a score follows a click at once, but not each of several in a row.
const PAUSE = 250;

class GoldView {
  #timer = 0;
  blocks = [];
  site = null;

  constructor(app) {
    this.app = app;
    this.frame = new PageFrame(t("frame.gold"), { choose: (index) => this.#toggle(index), key: (event) => onKey(app, event) });
    this.list = h("ul", { class: "blocks" });
    this.count = h("p", { role: "status" });
    this.progress = h("p", { class: "quiet", role: "status" });
    this.scores = h("div");
    this.rule = h("div", { tabindex: "-1" });
    // What comes and goes is below the list, so that the list does not move under the reader's hand.
    const panel = h("div", { class: "panel" }, this.count, this.#exports(), h("h2", {}, t("gold.blocks")), this.list, this.progress, this.rule, this.scores);
    const main = h("div", {}, this.#bar(), h("div", { class: "framebox" }, this.frame.element));
    this.element = h("section", { class: "split gold", "aria-label": t("view.gold") }, main, panel);
  }

  #bar() {
    const button = (label, action) => h("button", { type: "button", onclick: action }, label);
    return h(
      "div", { class: "bar" }, h("p", { class: "legend" }, t("gold.help")), button(t("gold.from_method"), () => this.#fromMethod()),
      button(t("gold.clear"), () => this.#set(new Set())), button(t("gold.mark_selected"), () => this.#toggleSelected()),
    );
  }

  #exports() {
    const button = (label, action) => h("button", { type: "button", onclick: action }, label);
    return h("p", { class: "buttons" }, button(t("gold.corpus"), () => this.#exportCorpus()), button(t("gold.rule"), () => this.#openRule()));
  }

  async show(state) {
    const record = await this.app.recordOf({ method: "plain", params: {} });
    if (this.app.state !== state) return;
    if (this.page !== this.app.page) await this.#open(record);
    this.marked = readNumbers(state.gold, this.blocks.length);
    this.frame.classify("gold", (index) => this.marked.has(index));
    this.#check();
    this.#select(state);
    const words_ = this.marked.size === 0 ? 0 : words(this.text).length;
    this.count.textContent = t("gold.count", { blocks: number(this.marked.size), words: number(words_) });
    if (this.measured !== this.#key(state)) this.#measureSoon();
  }

  /** What scores and rule depend on. */
  #key({ gold, method, params }) {
    return JSON.stringify([gold, method, params[method]]);
  }

  /** A function that says whether page and marks are still those of now. */
  #currency() {
    const [page, key] = [this.app.page, this.#key(this.app.state)];
    return () => page === this.app.page && key === this.#key(this.app.state);
  }

  #select({ at }) {
    this.selected = at === "" ? -1 : covering(this.blocks, Number(at));
    this.frame.only("selected", this.selected);
    if (this.revealed !== at) this.frame.reveal(this.selected);
    this.revealed = at;
  }

  async #open(record) {
    this.page = this.app.page;
    this.blocks = record.blocks ?? [];
    this.texts = blockTexts(record);
    this.measured = this.revealed = this.site = null;
    fill(this.rule);
    fill(this.list, this.blocks.slice(0, MAX_LISTED).map((_, index) => this.#listed(index)));
    await this.frame.show(this.page.html, this.blocks, { base: this.page.url, styles: this.app.state.styles !== "0" });
    this.frame.classify("on", () => true);
  }

  #listed(index) {
    const text = this.texts[index].trim();
    const box = h("input", { type: "checkbox", onchange: () => this.#toggle(index), onfocus: () => this.frame.reveal(index) });
    const start = [...text].slice(0, LISTED_TEXT).join("");
    return h("li", {}, h("label", {}, box, " ", h("span", { dir: this.app.direction }, start || "·")));
  }

  #check() {
    [...this.list.children].forEach((item, index) => { item.querySelector("input").checked = this.marked.has(index); });
  }

  get text() {
    return this.texts.filter((_, index) => this.marked.has(index)).join("\n");
  }

  #set(marked) {
    this.app.store.set({ gold: writeNumbers(marked) });
  }

  #toggle(index) {
    const marked = new Set(this.marked);
    if (!marked.delete(index)) marked.add(index);
    this.#set(marked);
  }

  #toggleSelected() {
    if (this.selected >= 0) this.#toggle(this.selected);
    else this.app.notice(t("gold.select"));
  }

  async #fromMethod() {
    const record = await this.app.attempt(() => this.app.record());
    if (!record) return;
    const kept = (record.blocks ?? []).filter((block) => block.kept);
    const covered = coveredBytes(this.blocks, kept);
    this.#set(new Set(this.blocks.flatMap(({ src_start, src_end }, index) => (covered[index] * 2 >= src_end - src_start ? [index] : []))));
  }

  #measureSoon() {
    clearTimeout(this.#timer);
    this.measured = null;
    const isMarked = this.marked.size > 0;
    for (const part of [this.scores, this.rule]) part.setAttribute("aria-busy", String(isMarked));
    this.progress.textContent = t(isMarked ? "gold.scoring" : "gold.none");
    if (!isMarked) return [this.scores, this.rule].forEach((part) => fill(part));
    this.#timer = setTimeout(() => this.#measure(this.#currency()), PAUSE);
  }

  /** Scores all methods and, if a rule is shown, makes it anew. Nothing is shown of marks that changed meanwhile. */
  async #measure(isCurrent) {
    const isDone = await this.app.attempt(async () => {
      await Promise.all([this.#score(isCurrent), this.rule.firstChild && this.#showRule(isCurrent)]);
      return true;
    });
    if (!isCurrent()) return;
    this.measured = isDone ? this.#key(this.app.state) : null;
    this.progress.textContent = "";
    for (const part of [this.scores, this.rule]) {
      part.setAttribute("aria-busy", "false");
      if (!isDone) fill(part);
    }
  }

  async #score(isCurrent) {
    const names = this.app.methods.map(({ name }) => name);
    const answers = await this.app.comparison(names, this.text);
    if (!isCurrent()) return;
    const sorted = [...answers].sort((a, b) => b.score.f1 - a.score.f1);
    const rows = sorted.map(({ method, score }) => h("tr", {}, h("th", { scope: "row", lang: "en", dir: "ltr" }, method), ["precision", "recall", "f1"].map((name) => h("td", { class: "number" }, number(score[name], 3)))));
    fill(this.scores, table([t("method"), t("gold.precision"), t("gold.recall"), "F1"], rows, t("gold.scores")));
  }

  async #exportCorpus() {
    if (this.marked.size === 0) return this.app.notice(t("gold.none"));
    this.app.fail(null);
    const record = await this.app.attempt(() => this.app.record());
    if (record) download("corpus.zip", zip(corpusFiles(this.page, record, this.text)), "application/zip");
  }

  async #openRule() {
    if (this.marked.size === 0) return this.app.notice(t("gold.none"));
    this.app.fail(null);
    await this.app.attempt(() => this.#showRule(this.#currency()));
    this.rule.focus({ preventScroll: true });
    this.rule.scrollIntoView({ block: "nearest" });
  }

  async #showRule(isCurrent) {
    const wanted = this.blocks.flatMap((_, index) => (this.marked.has(index) ? this.frame.elements(index) : []));
    const other = this.blocks.flatMap((_, index) => (this.marked.has(index) ? [] : this.frame.elements(index)));
    const best = await this.#bestRule(deriveRule(this.frame.document, wanted, other));
    const record = await this.app.record();
    this.site ??= siteOf(this.page.url || record.canonical);
    if (isCurrent()) this.#fillRule(best);
  }

  /** The rule with the method that does better under it: the one of the state, or all text of the selected elements. */
  async #bestRule(rule) {
    const gold = words(this.text);
    const names = [...new Set([this.app.state.method, "plain"])];
    const tried = await Promise.all(names.map(async (method) => ({ ...rule, method, f1: await this.#f1({ ...rule, method }, gold) })));
    return tried.reduce((best, next) => (next.f1 > best.f1 ? next : best));
  }

  async #f1({ method, select, exclude }, gold) {
    const record = await this.app.recordOf({ method, params: {}, select, exclude });
    const answer = words(record.text ?? "");
    return scores(commonSubsequence(answer, gold), answer.length, gold.length).f1;
  }

  #fillRule(rule) {
    const site = h("input", { id: "rule-site", type: "text", dir: "ltr", value: this.site });
    const shown = h("pre", { tabindex: "0", role: "region", "aria-label": t("gold.rule"), dir: "ltr", class: "wrap" });
    const toml = () => asToml(site.value.trim() || "example.org", rule);
    const write = () => {
      this.site = site.value;
      shown.textContent = toml();
    };
    site.addEventListener("input", write);
    write();
    const save = h("button", { type: "button", onclick: () => download("sites.toml", toml(), "application/toml") }, t("download"));
    fill(this.rule, h("h2", {}, t("gold.rule")), h("p", {}, h("label", { for: "rule-site" }, t("gold.site")), " ", site), shown, h("p", {}, t("gold.rule_f1", { f1: number(rule.f1, 3) }), " ", save));
  }
}

// Longer lists make the view slow; blocks after these are marked on the page. Chosen by hand.
const MAX_LISTED = 1000;
const LISTED_TEXT = 60;

function siteOf(address) {
  try {
    return new URL(address).hostname.replace(/^www\./, "");
  } catch {
    return "";
  }
}
