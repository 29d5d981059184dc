// What the workbench shows, kept in the fragment of its address, so that every state has a link. Not for pages and answers.
//
// Parameters of methods are written as METHOD.NAME=VALUE; all other keys are listed in DEFAULTS.

export const DEFAULTS = {
  view: "page", //      which view
  url: "", //           the page to fetch
  example: "", //       or the built-in example
  html: "", //          or the page itself, compressed (see links.js)
  method: "grain", //   the extraction method
  at: "", //            the selected block: the byte of the source that it starts at
  tab: "text", //       what the view "output" shows
  methods: "", //       the methods that the view "methods" compares, separated by commas
  a: "", //             the two methods of the difference
  b: "",
  word: "", //          the word of the cloud whose sentences are shown
  gold: "", //          numbers of the blocks that are marked as main content, such as 2-7,9
  images: "", //        1: load the images of the page
  styles: "1", //       0: without the styles of the page
  lang: "", //          language of the interface
  theme: "", //         light or dark; without it, as the browser prefers
};

/** Reads a fragment: { …DEFAULTS, params: {method: {name: value}} }. Unknown keys are ignored. */
export function readFragment(fragment) {
  const state = { ...DEFAULTS, params: {} };
  for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    const dot = key.indexOf(".");
    if (dot > 0) setParam(state, key.slice(0, dot), key.slice(dot + 1), value);
    else if (Object.hasOwn(DEFAULTS, key)) state[key] = value;
  }
  return state;
}

/** Writes a fragment with all that differs from the defaults. */
export function writeFragment(state) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(DEFAULTS)) if (state[key] !== value) query.set(key, state[key]);
  for (const [method, params] of Object.entries(state.params)) {
    for (const [name, value] of Object.entries(params)) query.set(`${method}.${name}`, value);
  }
  return query.toString() === "" ? "" : `#${query}`;
}

function setParam(state, method, name, value) {
  if (["__proto__", "constructor", "prototype"].includes(method)) return;
  state.params[method] = { ...state.params[method], [name]: value };
}

// Safari refuses more than 100 changes in 30 seconds, that is one in 300 milliseconds.
const MIN_PAUSE = 310;

/** The state, its changes, and those who want to know of them. */
export class Store {
  #listeners = [];
  #timer = 0;

  constructor() {
    this.state = readFragment(location.hash);
    addEventListener("popstate", () => this.#take(readFragment(location.hash)));
  }

  /** Calls a function with the new and the old state after each change. */
  subscribe(listener) {
    this.#listeners.push(listener);
  }

  /** Changes some keys. A step of the reader's own gets an entry in the browser's history. */
  set(changes, { step = false } = {}) {
    const before = this.state;
    const next = { ...before, ...changes };
    if (step && this.#timer) this.#write("replaceState");
    this.state = next;
    if (step) this.#write("pushState");
    else this.#writeSoon();
    this.#tell(next, before);
  }

  // A slider changes the state more often than browsers let an address change, and its picture comes first.
  #writeSoon() {
    this.#stopWaiting();
    this.#timer = setTimeout(() => this.#write("replaceState"), MIN_PAUSE);
  }

  #write(how) {
    this.#stopWaiting();
    history[how](null, "", writeFragment(this.state) || location.pathname + location.search);
  }

  #stopWaiting() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** Sets a parameter of a method; undefined returns it to its default. */
  setParam(method, name, value) {
    const params = { ...this.state.params[method], [name]: value };
    if (value === undefined) delete params[name];
    this.set({ params: { ...this.state.params, [method]: params } });
  }

  #take(next) {
    const before = this.state;
    this.#stopWaiting();
    this.state = next;
    this.#tell(next, before);
  }

  #tell(next, before) {
    for (const listener of this.#listeners) listener(next, before);
  }
}
