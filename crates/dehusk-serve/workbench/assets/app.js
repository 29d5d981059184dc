// The workbench: opens pages, keeps the state, and shows one view at a time. Views are in views/, the engine behind engine.js.

import { onKey } from "./app-keys.js";
import { Cache } from "./cache.js";
import { chosenEngine } from "./engine.js";
import { fill, h } from "./dom.js";
import { EXAMPLES, loadExample } from "./examples.js";
import { LANGUAGES, preferredLanguage, t, translate, turnTo, useLanguage } from "./i18n.js";
import { packed, unpacked } from "./links.js";
import { paramControls } from "./params.js";
import { Store, writeFragment } from "./state.js";
import { summaryOf } from "./summary.js";
import { cloudView } from "./views/cloud.js";
import { goldView } from "./views/gold.js";
import { methodsView } from "./views/methods.js";
import { outputView } from "./views/output.js";
import { pageView } from "./views/page.js";
import { plotView } from "./views/plot.js";
import { welcomeView } from "./views/welcome.js";

const VIEWS = { page: pageView, output: outputView, methods: methodsView, plot: plotView, cloud: cloudView, gold: goldView };
const byId = (id) => document.getElementById(id);

/** What views are given: the page, the answers about it, and the state. */
class Workbench {
  store = new Store();
  page = null;
  name = "";
  methods = [];
  #answers = new Cache();
  #views = {};
  #opening = 0;
  #working = 1;

  async start() {
    this.#showTheme();
    await Promise.all([this.#speak(this.store.state.lang || preferredLanguage()), this.#loadEngine()]);
    listen(this);
    this.store.subscribe((state, before) => this.#changed(state, before));
    await this.#openNamed(this.store.state);
  }

  async #loadEngine() {
    this.engine = await chosenEngine();
    this.methods = await this.engine.methods();
  }

  get state() {
    return this.store.state;
  }

  /** The direction in which the page is written, for elements with its text: `ltr`, `rtl` or `auto`. */
  get direction() {
    return this.page?.direction ?? "auto";
  }

  /** The description of a method. */
  method(name) {
    return this.methods.find((method) => method.name === name);
  }

  /** Options for the engine: a method with the parameters that are set for it. */
  options(method = this.state.method) {
    return { method, params: this.state.params[method] ?? {} };
  }

  /** The record of a method for the page. */
  record(method = this.state.method) {
    return this.recordOf(this.options(method));
  }

  /** The record with other options than a method and its parameters. */
  recordOf(options) {
    return this.#ask("record", options, async (page) => this.#received(page, await this.engine.extract(page, options)));
  }

  #received(page, record) {
    page.direction = record.direction ?? "auto";
    if (page === this.page) turnTo(page.direction);
    return record;
  }

  /** Why the method of the state kept or removed each block. */
  explanation() {
    const options = this.options();
    return this.#ask("explanation", options, (page) => this.engine.explain(page, options));
  }

  /** Texts and scores of methods with their default parameters. */
  comparison(methods, gold) {
    return this.#ask("comparison", { methods, gold }, (page) => this.engine.compare(page, methods, gold));
  }

  cloud(options) {
    return this.#ask("cloud", options, (page) => this.engine.cloud(page, options));
  }

  #ask(kind, options, ask) {
    return this.#answers.get(keyOf(kind, options), () => ask(this.page));
  }

  /** Opens a page: { html | bytes | url, name }. The changes of the state name it, so that the address does. */
  async open(input, changes) {
    const opening = ++this.#opening;
    this.fail(null);
    byId("summary").textContent = t("working");
    this.countWork(1);
    try {
      const options = this.options();
      const { page, record } = await this.engine.open(input, options);
      if (opening !== this.#opening) return;
      this.#answers.clear();
      this.page = page;
      if (record) this.#answers.get(keyOf("record", options), async () => this.#received(page, record));
      this.name = input.name ?? page.url;
      const cleared = { url: "", example: "", html: "", at: "", word: "", gold: "" };
      if (changes) this.#rename({ ...cleared, ...changes });
      byId("url").value = page.url || this.state.url;
      await this.#show(this.state, null);
    } catch (error) {
      if (opening === this.#opening) this.fail(error);
    } finally {
      this.countWork(-1);
    }
  }

  async #counted(work) {
    this.countWork(1);
    await work.finally(() => this.countWork(-1));
  }

  /** Counts what the workbench is working on: one more, or one less. Screen readers wait for the end of it. */
  countWork(more) {
    this.#working += more;
    byId("main").setAttribute("aria-busy", String(this.#working > 0));
  }

  async #openNamed({ url, example, html }) {
    if (url) return this.engine.features.fetch ? this.open({ url }) : this.#refuse("problem.no_fetch");
    if (EXAMPLES.includes(example)) return this.open(await loadExample(example));
    if (html) return this.#openPacked(html);
    this.page = null;
    return this.#show(this.state, null);
  }

  async #openPacked(html) {
    const page = await unpacked(html).catch(() => null);
    return page === null ? this.#refuse("problem.link") : this.open({ html: page });
  }

  async #refuse(message) {
    this.page = null;
    await this.#show(this.state, null);
    this.fail(new Error(t(message)));
  }

  // A page is opened again only if the state names another one.
  #rename(changes) {
    this.#named = namesOf({ ...this.state, ...changes });
    this.store.set(changes, { step: true });
  }

  /** Opens HTML of the reader's own and, if it is short enough, puts it into the address. */
  async openOwn(input) {
    await this.open(input, {});
    const html = this.page && (await packed(this.page.html));
    if (!html) return;
    this.#named = namesOf({ ...this.state, html });
    this.store.set({ html });
  }

  /** Closes the page. */
  close() {
    this.page = null;
    this.#rename({ url: "", example: "", html: "", at: "", word: "", gold: "", view: "page" });
  }

  /** Selects the next (1) or previous (-1) block. */
  async step(by) {
    const { blocks = [] } = (await this.record()) ?? {};
    const at = blocks.findIndex(({ src_start }) => String(src_start) === this.state.at);
    const next = blocks[at < 0 ? (by > 0 ? 0 : blocks.length - 1) : at + by];
    if (next) this.store.set({ at: String(next.src_start) });
  }

  #changed(state, before) {
    if (state.lang !== before.lang) this.#speak(state.lang || preferredLanguage()).then(() => this.#rebuild());
    if (state.theme !== before.theme) this.#showTheme();
    if (namesOf(state) !== namesOf(before) && namesOf(state) !== this.#named) this.#counted(this.#openNamed(state));
    else this.#show(state, before);
  }

  #named = "";

  async #show(state, before) {
    this.#named = namesOf(state);
    showTabs(this, state);
    const isOpen = this.page !== null;
    for (const id of ["choice", "views"]) byId(id).hidden = !isOpen;
    if (isOpen && (before === null || before.method !== state.method)) showMethod(this);
    byId("parameters").hidden = state.view === "plot" || this.method(state.method)?.params.length === 0;
    const view = this.#view(isOpen ? state.view : "welcome");
    for (const child of byId("main").children) child.hidden = child !== view.element;
    delete document.documentElement.dataset.starting;
    if (!isOpen) this.#forgetPage();
    this.countWork(1);
    const shown = this.attempt(() => view.show(state));
    // A slider waits for its picture, and the summary for both: it needs a record, which takes the engine as long.
    if (isOpen && state.view === "plot") shown.then(() => this.#showSummary(state));
    else if (isOpen) this.#showSummary(state);
    await shown;
    this.countWork(-1);
  }

  #forgetPage() {
    byId("summary").textContent = "";
    turnTo("auto");
  }

  #view(name) {
    const make = name === "welcome" ? welcomeView : VIEWS[name] ?? pageView;
    if (this.#views[name]) return this.#views[name];
    // Views stay in the document, because a frame that leaves it loses its page.
    const view = make(this);
    this.#views[name] = view;
    if (!view.element.isConnected) byId("main").append(view.element);
    return view;
  }

  async #showSummary(state) {
    if (state !== this.state) return;
    const record = await this.attempt(() => this.record());
    if (record && state === this.state) fill(byId("summary"), summaryOf(record, this));
  }

  /** Runs an action and shows its error, if it has one, to the reader. */
  async attempt(action) {
    try {
      const result = await action();
      this.fail(null);
      return result;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  /** Shows an error, or none. */
  fail(error) {
    const box = byId("problem");
    box.hidden = error === null;
    if (error === null) return;
    if (byId("summary").textContent === t("working")) byId("summary").textContent = "";
    const message = error.message === "unreachable" ? t("problem.unreachable") : error.message;
    fill(box, h("strong", {}, message), error.detail ? h("p", {}, error.detail) : null);
  }

  /** Tells the reader something short. */
  notice(text) {
    byId("notice").textContent = text;
  }

  async #speak(language) {
    await useLanguage(language);
    translate(document);
    byId("language").value = language;
  }

  #rebuild() {
    const { welcome } = this.#views;
    this.#views = welcome ? { welcome } : {};
    fill(byId("main"), byId("welcome"));
    showTheme();
    this.#show(this.state, null);
  }

  #showTheme() {
    if (this.state.theme) document.documentElement.dataset.theme = this.state.theme;
    else delete document.documentElement.dataset.theme;
    showTheme();
  }
}

const namesOf = ({ url, example, html }) => [url, example, html].join("\n");
const keyOf = (kind, options) => JSON.stringify([kind, options]);

// ---- the parts around the view ------------------------------------------------------------------------------------

function showTabs(app, state) {
  const names = Object.keys(VIEWS).filter((name) => app.engine.features[name] !== false);
  fill(byId("views"), names.map((name) => {
    const href = writeFragment({ ...state, view: name }) || "#";
    const go = (event) => {
      event.preventDefault();
      app.store.set({ view: name }, { step: true });
    };
    return h("a", { href, "aria-current": name === state.view ? "page" : false, onclick: go }, t(`view.${name}`));
  }));
}

function showMethod(app) {
  const method = app.method(app.state.method) ?? app.method("grain");
  byId("method").value = method.name;
  byId("method-doc").textContent = method.summary;
  const change = (name, value) => app.store.setParam(method.name, name, value);
  fill(byId("params"), paramControls("param", method, app.state.params[method.name] ?? {}, change));
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function showTheme() {
  byId("theme").setAttribute("aria-pressed", String(isDark()));
}

function listen(app) {
  fill(byId("method"), app.methods.map(({ name }) => h("option", { value: name }, name)));
  fill(byId("language"), Object.entries(LANGUAGES).map(([tag, name]) => h("option", { value: tag, lang: tag }, name)));
  byId("language").value = document.documentElement.lang;
  byId("url").closest("form").hidden = !app.engine.features.fetch;
  byId("method").addEventListener("change", (event) => app.store.set({ method: event.target.value }, { step: true }));
  byId("language").addEventListener("change", (event) => app.store.set({ lang: event.target.value }));
  byId("theme").addEventListener("click", () => app.store.set({ theme: isDark() ? "light" : "dark" }));
  byId("link").addEventListener("click", () => copyLink(app));
  byId("skip").addEventListener("click", (event) => { event.preventDefault(); byId("main").focus(); });
  listenToSources(app);
  document.addEventListener("keydown", (event) => onKey(app, event));
}

function listenToSources(app) {
  byId("home").addEventListener("click", (event) => {
    event.preventDefault();
    app.close();
  });
  byId("open").addEventListener("submit", (event) => {
    event.preventDefault();
    const url = byId("url").value.trim();
    app.open({ url }, { url });
  });
  byId("example").addEventListener("change", (event) => {
    if (event.target.value) app.store.set({ url: "", html: "", at: "", gold: "", word: "", example: event.target.value }, { step: true });
    event.target.value = "";
  });
  byId("file").addEventListener("change", (event) => openFile(app, event.target.files[0]));
  byId("paste").addEventListener("click", () => byId("paste-dialog").showModal());
  byId("paste-dialog").addEventListener("close", (event) => {
    const html = byId("paste-text").value;
    if (event.target.returnValue === "open" && html) app.openOwn({ html, name: t("open.pasted") });
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => drop(app, event));
}

async function openFile(app, file) {
  if (file) await app.openOwn({ bytes: new Uint8Array(await file.arrayBuffer()), name: file.name });
  byId("file").value = "";
}

function drop(app, event) {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) return openFile(app, file);
  const html = event.dataTransfer.getData("text/html") || event.dataTransfer.getData("text/plain");
  return html && app.openOwn({ html, name: t("open.pasted") });
}

async function copyLink(app) {
  const isNamed = app.page === null || namesOf(app.state).trim() !== "";
  const text = location.href;
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (!isNamed) app.notice(t("link.too_long"));
  else app.notice(copied ? t("link.copied") : t("link.see_address"));
}

const app = new Workbench();
app.start().catch((error) => app.fail(error)).finally(() => app.countWork(-1));
