// Controls for the parameters of a method, made from what `dehusk methods` says of their values: sliders for numbers, lists for
// choices. Not for what they do.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * What the values of a parameter may be: { kind: "number", min, max, step, words } or { kind: "choice", choices } or
 * { kind: "text" }. `values` is a phrase such as "an integer >= 0, or auto". A number without a maximum gets a slider up to
 * four times its default; larger ones can be typed.
 */
export function valuesOf({ values, default: standard }) {
  const range = /^an? (integer|number)(?: from (\S+) to ([\d.]+)| >=? ([\d.]+))?(?:, or (\w+))?$/.exec(values);
  if (range) return numberValues(range, standard);
  if (/ separated by commas$/.test(values)) return { kind: "text" };
  return { kind: "choice", choices: values.split(/, | or /) };
}

// Chosen by hand: the papers tune P from 1 to 20.
const MIN_SLIDER_END = 20;

function numberValues([, kind, from, to, least, word], standard) {
  const isWhole = kind === "integer";
  const min = Number(from ?? least ?? 0);
  const end = isWhole ? Math.max(4 * Number(standard) || 0, min * 4, MIN_SLIDER_END) : Math.max(4 * Number(standard) || 0, 1);
  const max = to === undefined ? end : Math.min(Number(to), Math.max(end, 20));
  return { kind: "number", min, max, step: isWhole ? 1 : max <= 1 ? 0.01 : 0.05, word };
}

/**
 * The controls of a method, whose ids start with `place`: { element, put }, where `put` shows the parameters that are set.
 * `change(name, value)` gets undefined for the default.
 */
export function paramControls(place, method, change) {
  if (method.params.length === 0) return { element: h("p", { class: "quiet" }, t("params.none")), put: () => undefined };
  const controls = method.params.map((param) => control(place, param, change));
  const put = (current) => controls.forEach((one) => one.put(current));
  return { element: h("div", { class: "params" }, controls.map(({ element }) => element)), put };
}

function control(place, param, change) {
  const id = `${place}-${param.name}`;
  const values = valuesOf(param);
  const set = (next) => change(param.name, next === param.default || next === "" ? undefined : next);
  const input = INPUTS[values.kind](id, values, set, param);
  const element = h(
    "div",
    { class: "param" },
    h("label", { for: id, lang: "en", dir: "ltr" }, param.name),
    input.element,
    h("p", { id: `${id}-doc`, class: "doc", lang: "en", dir: "ltr" }, param.doc),
  );
  return { element, put: (current) => input.put(current[param.name] ?? param.default) };
}

const INPUTS = { number: numberInput, choice: choiceInput, text: textInput };

const isNumber = (text) => text.trim() !== "" && !Number.isNaN(Number(text));

function numberInput(id, { min, max, step, word }, set, param) {
  const slider = h("input", { type: "range", min, max, step, "aria-label": param.name, oninput: () => set(slider.value) });
  const box = h("input", {
    id, type: "text", inputmode: "decimal", size: 6, "aria-describedby": `${id}-doc`, dir: "ltr",
    oninput: () => { if (isNumber(box.value)) slider.value = box.value; },
    onchange: () => set(box.value.trim()),
  });
  const reset = word && h("button", { type: "button", class: "small", onclick: () => set(word) }, word);
  const put = (shown) => {
    box.value = shown;
    slider.value = isNumber(shown) ? shown : (min + max) / 2;
  };
  return { element: h("div", { class: "number" }, slider, box, reset), put };
}

function choiceInput(id, { choices }, set) {
  const options = choices.map((choice) => h("option", { value: choice }, choice));
  return valued(h("select", { id, lang: "en", dir: "ltr", "aria-describedby": `${id}-doc`, onchange: (event) => set(event.target.value) }, options));
}

function textInput(id, _, set) {
  return valued(h("input", { id, type: "text", "aria-describedby": `${id}-doc`, onchange: (event) => set(event.target.value) }));
}

const valued = (element) => ({ element, put: (shown) => { element.value = shown; } });
