// How the reader view looks: what can be chosen, where it is stored, and the form for it.

import { browser, language } from "../shared/browser.js";

const KEY = "reader";
const CHOICES = { theme: ["auto", "light", "sepia", "dark"], font: ["serif", "sans"] };
/** Size in pixels, width in letters of that size (em), line height as a factor. Chosen by hand. */
const RANGES = {
  size: { min: 14, max: 34, step: 1, unit: "px" },
  width: { min: 22, max: 70, step: 2, unit: "em" },
  lineHeight: { min: 1.2, max: 2.4, step: 0.05, unit: "" },
};
const DEFAULTS = { theme: "auto", font: "serif", size: 19, width: 38, lineHeight: 1.65, images: true };

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Returns settings as they can be, whatever was stored. */
export function validSettings(stored) {
  const settings = { ...DEFAULTS };
  for (const [name, value] of Object.entries(stored ?? {})) if (isValid(name, value)) settings[name] = value;
  return settings;
}

function isValid(name, value) {
  if (Object.hasOwn(CHOICES, name)) return CHOICES[name].includes(value);
  if (Object.hasOwn(RANGES, name)) return typeof value === "number" && value >= RANGES[name].min && value <= RANGES[name].max;
  return name === "images" && typeof value === "boolean";
}

/** Applies the stored settings, and keeps the page and `form` in step with them, in all reader views at once. */
export async function useSettings(form) {
  let settings = validSettings((await browser.storage.local.get(KEY))[KEY]);
  for (const [name, { min, max, step }] of Object.entries(RANGES)) Object.assign(form.elements[name], { min, max, step });
  const show = () => (applySettings(settings), fillForm(form, settings));
  const store = () => browser.storage.local.set({ [KEY]: settings });
  form.addEventListener("input", () => ((settings = readForm(form)), show(), store()));
  form.addEventListener("reset", (event) => (event.preventDefault(), (settings = { ...DEFAULTS }), show(), store()));
  form.addEventListener("submit", (event) => event.preventDefault());
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === "local" && KEY in changes) (settings = validSettings(changes[KEY].newValue)), show();
  });
  dark.addEventListener("change", show);
  show();
}

function readForm(form) {
  const { theme, font, size, width, lineHeight, images } = form.elements;
  const numbers = { size: size.valueAsNumber, width: width.valueAsNumber, lineHeight: lineHeight.valueAsNumber };
  return validSettings({ theme: theme.value, font: font.value, ...numbers, images: images.checked });
}

function fillForm(form, settings) {
  for (const [name, value] of Object.entries(settings)) {
    const field = form.elements[name];
    if (name === "images") field.checked = value;
    else field.value = value;
    if (Object.hasOwn(RANGES, name)) field.parentElement.querySelector("output").textContent = amount(value, RANGES[name].unit);
  }
}

function amount(value, unit) {
  return `${value.toLocaleString(language().lang)} ${unit}`.trim();
}

function applySettings({ theme, font, size, width, lineHeight, images }) {
  const { dataset, style } = document.documentElement;
  const isDark = theme === "dark" || (theme === "auto" && dark.matches);
  Object.assign(dataset, { theme: isDark ? "dark" : theme === "sepia" ? "sepia" : "light", font, images: String(images) });
  const properties = { "--size": size, "--width": width, "--line-height": lineHeight };
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
}
