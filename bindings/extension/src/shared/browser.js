// The browser's interface for extensions, under the name that all browsers share, and translated messages.

export const browser = globalThis.browser ?? globalThis.chrome;

/** Returns a message in the language of the browser. `values` replace $1, $2 and so on. */
export function message(name, ...values) {
  return browser.i18n.getMessage(name, values.map(String)) || name;
}

/** Returns language and direction of the messages, which need not be those of the browser. */
export function language() {
  return { lang: message("language"), dir: message("direction") };
}
