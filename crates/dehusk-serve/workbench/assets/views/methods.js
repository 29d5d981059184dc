// Methods side by side: how much each keeps, what they share, where in the page that is, and the difference of two texts.

import { fill, h, svg } from "../dom.js";
import { number, percent, t } from "../i18n.js";
import { coveredBytes } from "../offsets.js";
import { table } from "../tables.js";
import { difference, overlap, words } from "../words.js";
import { PageFrame } from "../frame.js";

// What is compared before the reader chooses: the default method, two of the papers, and all text. Chosen by hand.
const FIRST = ["grain", "addanag", "thai", "boilerpipe", "plain"];

export function methodsView(app) {
  const frame = new PageFrame(t("frame.agreement"), {
    choose: (index) => app.store.set({ view: "page", at: String(view.blocks[index].src_start) }, { step: true }),
  });
  const head = h("div");
  const parts = [head, h("h2", {}, t("methods.agreement")), h("p", { class: "quiet" }, t("methods.agreement_text")), h("div", { class: "framebox" }, frame.element)];
  const view = { element: h("section", { "aria-label": t("view.methods") }, parts), head, frame, blocks: [] };
  view.show = (state) => show(app, view, state);
  return view;
}

async function show(app, view, state) {
  const names = chosen(app, state);
  const everything = { method: "plain", params: {} };
  const [compared, [whole], record] = await Promise.all([app.comparison(names), app.comparison(["plain"]), app.recordOf(everything)]);
  if (app.state !== state) return;
  const answers = compared.map((answer) => ({ ...answer, list: words(answer.text) }));
  const a = answers.find(({ method }) => method === state.a) ?? answers[0];
  const b = answers.find(({ method }) => method === state.b) ?? answers.find((answer) => answer !== a) ?? a;
  const all = words(whole.text);
  view.blocks = record.blocks ?? [];
  const parts = [chooser(app, names), overview(app, answers, a, b, all), strips(app, answers), h("h2", {}, t("methods.difference", { a: a.method, b: b.method })), differenceOf(app, a, b)];
  fill(view.head, parts);
  await agreement(app, view, answers, whole);
}

function chosen(app, state) {
  const wanted = state.methods ? state.methods.split(",") : FIRST;
  const known = wanted.filter((name) => app.method(name));
  return known.length > 0 ? known : FIRST;
}

function chooser(app, names) {
  const set = (list) => app.store.set({ methods: list.join(",") });
  const toggle = (name) => set(names.includes(name) ? names.filter((other) => other !== name) : [...names, name]);
  const box = ({ name, summary }) =>
    h("label", { class: "check", title: summary }, h("input", { type: "checkbox", checked: names.includes(name), onchange: () => toggle(name) }), " ", name);
  const papers = app.methods.filter(({ preset_of }) => !preset_of);
  const presets = app.methods.filter(({ preset_of }) => preset_of);
  return h(
    "fieldset", {}, h("legend", {}, t("methods.choose")),
    h("div", { class: "checks", lang: "en", dir: "ltr" }, papers.map(box)),
    h("details", { open: presets.some(({ name }) => names.includes(name)) }, h("summary", {}, t("methods.presets")), h("div", { class: "checks", lang: "en", dir: "ltr" }, presets.map(box))),
    h("p", { class: "buttons" }, h("button", { type: "button", onclick: () => set(papers.map(({ name }) => name)) }, t("methods.all")), h("button", { type: "button", onclick: () => set([]) }, t("methods.first"))),
  );
}

function overview(app, answers, a, b, page) {
  const radio = (key, answer, mine) =>
    h("td", { class: "center" }, h("input", { type: "radio", name: `compare-${key}`, checked: answer === mine, "aria-label": t("methods.as", { name: answer.method, side: key.toUpperCase() }), onchange: () => app.store.set({ [key]: answer.method }) }));
  const rows = answers.map((answer) => {
    const common = overlap(answer.list, a.list);
    const all = answer.list.length + a.list.length - common;
    return h(
      "tr", {}, h("th", { scope: "row", lang: "en", dir: "ltr" }, answer.method), h("td", { class: "number" }, number(answer.list.length)), h("td", { class: "number" }, page.length > 0 ? percent(overlap(answer.list, page) / page.length) : ""),
      h("td", { class: "number" }, number(common)), h("td", {}, meter(all ? common / all : 1)), radio("a", answer, a), radio("b", answer, b),
    );
  });
  const heads = [t("method"), t("methods.words"), t("methods.share"), t("methods.common", { name: a.method }), t("methods.overlap", { name: a.method }), "A", "B"];
  return [table(heads, rows, t("methods.words")), h("p", { class: "quiet" }, t("methods.units"))];
}

function meter(share) {
  return h("span", { class: "share" }, h("span", { class: "fill", style: { "inline-size": `${Math.round(share * 100)}%` } }), h("span", { class: "value" }, percent(share)));
}

const WIDTH = 1000;
const ROW = 18;
// The height of a row beside its name; the style sheet has it too.
const ROW_HEIGHT = 1.6;

/** A strip for each method: the source of the page from its start to its end, and what is kept of it. */
function strips(app, answers) {
  const size = Math.max(1, new TextEncoder().encode(app.page.html).length);
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${answers.length * ROW}`, class: "strips", role: "img", "aria-label": t("methods.strips"), preserveAspectRatio: "none" });
  answers.forEach(({ kept }, row) => {
    picture.append(svg("rect", { x: 0, y: row * ROW + 2, width: WIDTH, height: ROW - 4, class: "ground" }));
    const path = kept.map(({ src_start, src_end }) => `M${x(src_start, size)} ${row * ROW + 2}H${x(Math.max(src_end, src_start + size / WIDTH / 2), size)}V${(row + 1) * ROW - 2}H${x(src_start, size)}Z`);
    picture.append(svg("path", { d: path.join(""), class: "kept" }));
  });
  picture.style.setProperty("block-size", `${answers.length * ROW_HEIGHT}rem`);
  const names = h("ol", { lang: "en", dir: "ltr" }, answers.map(({ method }) => h("li", {}, method)));
  return h("figure", { class: "stripbox", dir: "ltr" }, names, picture, h("figcaption", { dir: "auto" }, t("methods.strips")));
}

const x = (byte, size) => ((byte / size) * WIDTH).toFixed(1);

function differenceOf(app, a, b) {
  const { parts, exact } = difference(a.list, b.list);
  const nodes = parts.map((part) => differencePart(part));
  const legend = h("p", { class: "quiet" }, h("del", {}, t("methods.only", { name: a.method })), " ", h("ins", {}, t("methods.only", { name: b.method })), exact ? "" : ` ${t("methods.rough")}`);
  return [legend, h("div", { class: "difference", dir: app.direction, tabindex: "0", role: "region", "aria-label": t("methods.difference", { a: a.method, b: b.method }) }, nodes)];
}

// Of long stretches that both have, the ends are shown. Chosen by hand.
const SAME_SHOWN = 30;
// Words of scripts without spaces are written without them.
const SPACELESS = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function differencePart({ kind, words: list }) {
  if (kind === "only_a") return h("del", {}, written(list));
  if (kind === "only_b") return h("ins", {}, written(list));
  if (list.length <= 2 * SAME_SHOWN) return h("span", {}, written(list));
  const hidden = t("methods.same", { count: number(list.length - 2 * SAME_SHOWN) });
  return h("span", {}, written(list.slice(0, SAME_SHOWN)), h("span", { class: "quiet", dir: "auto" }, ` … ${hidden} … `), written(list.slice(-SAME_SHOWN)));
}

function written(list) {
  let text = "";
  list.forEach((word, index) => {
    const isJoined = index > 0 && SPACELESS.test(word) && SPACELESS.test(list[index - 1]);
    text += index > 0 && !isJoined ? ` ${word}` : word;
  });
  return `${text} `;
}

/** Colors each block by the methods that keep at least half of what `whole`, the method that keeps everything, keeps of it. */
async function agreement(app, view, answers, whole) {
  if (view.page !== app.page) {
    view.page = app.page;
    await view.frame.show(app.page.html, view.blocks, { base: app.page.url, styles: app.state.styles !== "0" });
  }
  const all = coveredBytes(view.blocks, whole.kept);
  const counts = view.blocks.map(() => 0);
  for (const { kept } of answers) {
    coveredBytes(view.blocks, kept).forEach((covered, index) => { counts[index] += covered > 0 && covered * 2 >= all[index] ? 1 : 0; });
  }
  view.frame.paint((index) => `color-mix(in srgb, #2f9e62 ${Math.round((counts[index] / answers.length) * 70)}%, #f6e3dc)`);
}
