// The workbench: opens pages, keeps the state, and shows one view at a time. Views are in views/, the engine behind engine.js.

import { onKey } from "./app-keys.js";
import { Cache } from "./cache.js";
import { chosenEngine } from "./engine.js";
import { fill, h } from "./dom.js";
import { EXAMPLES, loadExample } from "./examples.js";
import { LANGUAGES, has, preferredLanguage, t, translate, turnTo, useLanguage } from "./i18n.js";
import { packed, unpacked } from "./links.js";
import { notice } from "./notice.js";
import { neighbor } from "./offsets.js";
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
const NO_PAGE = { url: "", example: "", html: "", at: "", word: "", gold: "" };
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
  #params = null;

  async start() {
    this.#showTheme();
    await Promise.all([this.#speak(), this.#loadEngine()]);
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

  /**
   * Opens a page: { html | bytes | url, name }. The changes of the state name it, so that the address does; without changes the address
   * names it already. Says whether the page was opened.
   */
  async open(input, changes) {
    const opening = ++this.#opening;
    this.fail(null);
    byId("summary").textContent = t("working");
    this.countWork(1);
    try {
      const options = this.options();
      const opened = await this.engine.open(input, options);
      if (opening !== this.#opening) return false;
      this.#take(opened, options, input.name);
      if (changes) this.#rename({ ...NO_PAGE, ...changes });
      byId("url").value = this.page.url || this.state.url;
      await this.#show(this.state, null);
      return true;
    } catch (error) {
      if (opening === this.#opening) await this.#notOpened(error, changes);
      return false;
    } finally {
      this.countWork(-1);
    }
  }

  #take({ page, record }, options, name) {
    this.#answers.clear();
    this.page = page;
    this.name = name ?? page.url;
    if (record) this.#answers.get(keyOf("record", options), async () => this.#received(page, record));
  }

  // The page before stays only if the address still names it.
  async #notOpened(error, changes) {
    if (!changes) return this.#refuse(error);
    if (this.page) await this.#showSummary(this.state);
    return this.fail(error, this.page && t("problem.still_shown", { page: this.name || t("page") }));
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
    // What is still being opened has another name.
    this.#opening += 1;
    if (url) return this.engine.features.fetch ? this.open({ url }) : this.#refuse(new Error(t("problem.no_fetch")));
    if (EXAMPLES.includes(example)) return this.open(await loadExample(example));
    if (html) return this.#openPacked(html);
    this.page = null;
    return this.#show(this.state, null);
  }

  async #openPacked(html) {
    const page = await unpacked(html).catch(() => null);
    return page === null ? this.#refuse(new Error(t("problem.link"))) : this.open({ html: page });
  }

  /** Says why the page of the address is not shown. */
  async #refuse(error) {
    this.page = null;
    byId("url").value = this.state.url;
    await this.#show(this.state, null);
    this.fail(error);
  }

  // A page is opened again only if the state names another one.
  #rename(changes) {
    this.#named = namesOf({ ...this.state, ...changes });
    this.store.set(changes, { step: true });
  }

  /** Opens HTML of the reader's own and, if it is short enough, puts it into the address. */
  async openOwn(input) {
    if (!(await this.open(input, {}))) return;
    const { page } = this;
    const html = await packed(page.html);
    if (!html || this.page !== page) return;
    this.#named = namesOf({ ...this.state, html });
    this.store.set({ html });
  }

  /** Closes the page. */
  close() {
    this.page = null;
    this.#opening += 1;
    this.fail(null);
    this.#rename({ ...NO_PAGE, view: "page" });
  }

  /** Selects the next (1) or previous (-1) block. */
  async step(by) {
    const { blocks = [] } = (await this.attempt(() => this.record())) ?? {};
    const { at } = this.state;
    const next = neighbor(blocks, at === "" ? null : Number(at), by);
    if (next) this.store.set({ at: String(next.src_start) });
  }

  #changed(state, before) {
    if (state.lang !== before.lang) this.#speak().then(() => this.#rebuild());
    if (state.theme !== before.theme) this.#showTheme();
    if (namesOf(state) !== namesOf(before) && namesOf(state) !== this.#named) this.#counted(this.#openNamed(state).catch((error) => this.#refuse(error)));
    else this.#show(state, before);
  }

  #named = "";

  async #show(state, before) {
    this.#named = namesOf(state);
    const isOpen = this.page !== null;
    const name = isOpen ? this.#viewName(state) : "welcome";
    // A slider waits for its picture: what else follows the parameters is shown after it.
    const isSlide = name === "plot" && before !== null && differsInParams(state, before);
    if (!isSlide) this.#showTabs(name, state);
    this.#showAround(name, state, before);
    const view = this.#view(name);
    const isLeft = [...byId("main").children].some((child) => child !== view.element && child.contains(document.activeElement));
    for (const child of byId("main").children) child.hidden = child !== view.element;
    delete document.documentElement.dataset.starting;
    if (!isOpen) this.#forgetPage();
    this.countWork(1);
    const shown = this.#tried(state, () => view.show(state));
    // The summary needs a record, which takes the engine as long as a picture.
    if (name === "plot") shown.then(() => this.#pictured(state, isSlide));
    else if (isOpen) this.#showSummary(state);
    await shown;
    if (isLeft) focusIn(view.element);
    this.countWork(-1);
  }

  async #pictured(state, isSlide) {
    if (isSlide && state === this.state) this.#showTabs("plot", state);
    await this.#showSummary(state);
  }

  #showTabs(name, state) {
    showTabs(this, state, name);
    showTitle(name, this.name);
  }

  /** The rest of what is around the view: methods and parameters. */
  #showAround(name, state, before) {
    const isOpen = this.page !== null;
    for (const id of ["choice", "views"]) byId(id).hidden = !isOpen;
    if (!isOpen) return;
    this.fail(null);
    if (!this.#params || before === null || before.method !== state.method) this.#params = showMethod(this);
    this.#params.put(state.params[byId("method").value] ?? {});
    byId("parameters").hidden = name === "plot" || this.method(state.method)?.params.length === 0;
    if (before?.view !== state.view && name !== state.view && Object.hasOwn(VIEWS, state.view)) this.notice(t("view.missing", { view: t(`view.${state.view}`) }));
  }

  // Links may name views that this engine has not, or that never were.
  #viewName({ view }) {
    return Object.hasOwn(VIEWS, view) && this.engine.features[view] !== false ? view : "page";
  }

  #forgetPage() {
    byId("summary").textContent = "";
    this.name = "";
    turnTo("auto");
  }

  #view(name) {
    const make = name === "welcome" ? welcomeView : VIEWS[name];
    if (this.#views[name]) return this.#views[name];
    // Views stay in the document, because a frame that leaves it loses its page.
    const view = make(this);
    this.#views[name] = view;
    if (!view.element.isConnected) byId("main").append(view.element);
    return view;
  }

  async #showSummary(state) {
    if (state !== this.state) return;
    const record = await this.#tried(state, () => this.record());
    if (state !== this.state) return;
    fill(byId("summary"), record ? summaryOf(record, this) : []);
    if (record) showTitle(this.#viewName(state), record.title || this.name);
  }

  /** Runs an action and shows its error, if it has one, to the reader. */
  attempt(action) {
    return this.#tried(this.state, action);
  }

  // An error of a state that is no longer shown would be one of another page or method.
  async #tried(state, action) {
    try {
      return await action();
    } catch (error) {
      if (state === this.state) this.fail(error);
      return undefined;
    }
  }

  /** Shows an error, or none. `more` is a further sentence for the reader. */
  fail(error, more = null) {
    const box = byId("problem");
    box.hidden = error === null;
    if (error === null) return;
    if (byId("summary").textContent === t("working")) byId("summary").textContent = "";
    const key = `failed.${error.code}`;
    // What the engine says of an error is in English.
    const said = h("strong", {}, has(key) ? t(key) : error.message);
    const detail = error.detail ? h("p", { lang: "en", dir: "ltr" }, error.detail) : null;
    fill(box, said, detail, more ? h("p", { class: "still" }, more) : null);
  }

  /** Tells the reader something short, for a while. */
  notice(text) {
    notice(byId("notice"), text);
  }

  async #speak() {
    const { lang } = this.state;
    const language = Object.hasOwn(LANGUAGES, lang) ? lang : preferredLanguage();
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
    if (["light", "dark"].includes(this.state.theme)) document.documentElement.dataset.theme = this.state.theme;
    else delete document.documentElement.dataset.theme;
    showTheme();
  }
}

const namesOf = ({ url, example, html }) => [url, example, html].join("\n");
const keyOf = (kind, options) => JSON.stringify([kind, options]);

// ---- the parts around the view ------------------------------------------------------------------------------------

function showTabs(app, state, current) {
  const names = Object.keys(VIEWS).filter((name) => app.engine.features[name] !== false);
  fill(byId("views"), names.map((name) => {
    const href = writeFragment({ ...state, view: name }) || "#";
    const go = (event) => {
      event.preventDefault();
      app.store.set({ view: name }, { step: true });
    };
    return h("a", { href, "aria-current": name === current ? "page" : false, onclick: go }, t(`view.${name}`));
  }));
}

/** Whether two states differ in the parameters of methods only. */
function differsInParams(state, before) {
  return Object.keys(state).every((key) => key === "params" || state[key] === before[key]);
}

function showTitle(view, page) {
  const parts = view === "welcome" ? [] : [page || t("page"), t(`view.${view}`)];
  document.title = [...parts, "dehusk workbench"].join(" – ");
}

/** Moves the focus to what was selected in a view, or to its start: what had it is hidden now. */
function focusIn(view) {
  const [block, main] = [view.querySelector(".block.selected"), byId("main")];
  if (block) return block.focus();
  main.focus({ preventScroll: true });
  const { top } = main.getBoundingClientRect();
  return (top < 0 || top > innerHeight) && main.scrollIntoView();
}

/** Shows the method of the state and returns the controls of its parameters. */
function showMethod(app) {
  const method = app.method(app.state.method) ?? app.method("grain");
  byId("method").value = method.name;
  byId("method-doc").textContent = method.summary;
  const change = (name, value) => app.store.setParam(method.name, name, value);
  const params = paramControls("param", method, change);
  fill(byId("params"), params.element);
  return params;
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
