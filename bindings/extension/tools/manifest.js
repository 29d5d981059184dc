// The manifest of the extension. Browsers differ in how they name the background script, and in what they want to know.

import { readFileSync } from "node:fs";
import { ICON_SIZES } from "./icon.js";

export const BROWSERS = ["chromium", "firefox"];

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const icons = Object.fromEntries(ICON_SIZES.map((size) => [size, `icon-${size}.png`]));

// Pages may show images of the web, because the reader view shows those of the page. Everything else comes from the extension.
const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'",
  "img-src 'self' http: https: data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
];

const COMMON = {
  manifest_version: 3,
  name: "__MSG_name__",
  description: "__MSG_description__",
  version,
  default_locale: "en",
  icons,
  action: { default_title: "__MSG_read__", default_icon: icons },
  permissions: ["activeTab", "scripting", "storage"],
  content_security_policy: { extension_pages: POLICY.join("; ") },
  commands: {
    _execute_action: { suggested_key: { default: "Alt+Shift+D" } },
    inspect: { suggested_key: { default: "Alt+Shift+E" }, description: "__MSG_explain__" },
  },
};

const OWN = {
  chromium: {
    minimum_chrome_version: "120",
    background: { service_worker: "background.js", type: "module" },
    // So that the reader view of a private window opens in that window.
    incognito: "split",
  },
  firefox: {
    background: { scripts: ["background.js"], type: "module" },
    browser_specific_settings: {
      gecko: { id: "dehusk@dehusk.example", strict_min_version: "140.0", data_collection_permissions: { required: ["none"] } },
    },
  },
};

/** Returns the manifest for a browser. */
export function manifest(browser) {
  return { ...COMMON, ...OWN[browser] };
}
