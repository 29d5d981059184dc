// Tables of a record: items and metadata.

import { h } from "./dom.js";
import { number, t, word } from "./i18n.js";

const FIELDS = ["title", "author", "authors", "date", "date_modified", "sitename", "hostname", "description", "language", "direction", "image", "categories", "tags", "license", "canonical"];

// Fields with words of the page; the others are addresses, tags and numbers.
const WORDS = new Set(["title", "author", "authors", "sitename", "description", "categories", "tags"]);

const ADDRESS = /^https?:/;

/** Metadata with where each field was found. `direction` is that of the page. */
export function metadataTable(record, direction) {
  const rows = FIELDS.filter((name) => !(name === "author" && record.authors?.length)).map((name) => {
    const value = record[name];
    const isEmpty = value === null || value === undefined || value.length === 0;
    const shown = isEmpty ? h("span", { class: "quiet" }, "–") : [value].flat().map((part) => h("div", { dir: WORDS.has(name) ? direction : "auto" }, String(part)));
    return h("tr", {}, h("th", { scope: "row" }, t(`meta.${name}`)), h("td", {}, shown), h("td", { lang: "en", dir: "ltr" }, record.origins?.[name] ?? ""));
  });
  return stacked(table([t("meta.field"), t("meta.value"), t("meta.origin")], rows, t("output.metadata")), 2);
}

/** Items, a row each, with the fields that any of them has. `choose` gets the item whose number is pressed. `direction` is that of the page. */
export function itemsTable(items, direction, choose) {
  const names = [...new Set(items.flatMap(({ fields }) => fields.map(({ name }) => name)))];
  const rows = items.map((item, index) => {
    const button = h("button", { type: "button", class: "small", onclick: () => choose(item) }, number(index + 1));
    const cells = names.map((name) => {
      const value = item.fields.filter((field) => field.name === name).map((field) => field.value).join("; ");
      return h("td", { dir: ADDRESS.test(value) ? "ltr" : direction }, value);
    });
    return h("tr", {}, h("th", { scope: "row" }, button), h("td", {}, `${word("item", item.kind)} ${number(item.group + 1)}`), cells, h("td", { dir: direction }, item.text));
  });
  return stacked(table([t("items.number"), t("items.kind"), ...names.map((name) => word("field", name)), t("output.text")], rows, t("output.items")), 1);
}

/** Gives the cells from a column on the headings of their columns, so that a narrow window can show each row as a list. */
function stacked(box, from) {
  const heads = [...box.querySelectorAll("thead th")].map(({ textContent }) => textContent);
  for (const row of box.querySelectorAll("tbody tr")) heads.slice(from).forEach((head, at) => { row.cells[from + at].dataset.head = head; });
  box.classList.add("stacked");
  return box;
}

/** A table that can be scrolled with the keyboard. */
export function table(heads, rows, label) {
  const head = h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, h("table", {}, h("thead", {}, head), h("tbody", {}, rows)));
}
