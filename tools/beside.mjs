// Draws a page, its extraction as HTML and its extraction as Markdown side by side in a PNG, for review.
//
//   node --experimental-websocket tools/beside.mjs OUT.png PAGE.html [--at TEXT] [--method NAME] [--program target/release/dehusk]
//
// It needs node 20.10 or later, `chromium` and `cmark-gfm`, GitHub's own Markdown renderer (Debian has packages of these names).
// Nothing is fetched from the network, so pages lack most of their styles and images. Each column begins at TEXT or, without
// `--at`, at the first line of the extracted text.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { start } from "./browser.mjs";

const COLUMN = { width: 620, height: 1500 };
/** Number of characters of the first line that are searched for: markup often interrupts a longer text. Chosen by hand. */
const MAX_NEEDLE_CHARACTERS = 24;
const EXTENSIONS = ["table", "strikethrough", "tasklist", "footnotes"].flatMap((name) => ["-e", name]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { at: { type: "string" }, method: { type: "string", default: "grain" }, program: { type: "string", default: "target/release/dehusk" } },
});
const [out, page] = positionals;
if (!page) {
  console.error("usage: node --experimental-websocket tools/beside.mjs OUT.png PAGE.html [--at TEXT] [--method NAME] [--program FILE]");
  process.exit(2);
}

const extract = (format) =>
  execFileSync(values.program, ["extract", "--method", values.method, "--format", format, page], { encoding: "utf8", maxBuffer: 1 << 28 });
const document = (body) => `<!doctype html><meta charset=utf-8><style>body { font: 15px sans-serif; margin: 12px }
  table { border-collapse: collapse } td, th { border: 1px solid #999; padding: 2px 6px } pre { background: #eee; padding: 6px }
  blockquote { border-left: 4px solid #999; margin-left: 0; padding-left: 12px } img { max-width: 100% }</style>${body}`;

const markdown = extract("md");
const renderedMarkdown = execFileSync("cmark-gfm", ["--unsafe", ...EXTENSIONS], { input: markdown, encoding: "utf8", maxBuffer: 1 << 28 });
const folder = mkdtempSync(join(tmpdir(), "beside-"));
const file = (name, text) => (writeFileSync(join(folder, name), text), join(folder, name));
const columns = [resolve(page), file("html.html", document(extract("html"))), file("markdown.html", document(renderedMarkdown))];
const needle = values.at ?? extract("txt").trim().split("\n")[0].slice(0, MAX_NEEDLE_CHARACTERS);

const browser = await start();
const pictures = [];
for (const path of columns) pictures.push(await picture(path));
const images = pictures.map((data) => `<img src="data:image/png;base64,${data}" style="border: 2px solid #36c">`).join("");
const beside = file("beside.html", `<!doctype html><body style="margin: 0; display: flex">${images}`);
const { width, height } = COLUMN;
writeFileSync(out, Buffer.from(await picture(beside, { width: 3 * (width + 4), height: height + 4 }, false), "base64"));
await browser.close();
rmSync(folder, { recursive: true });

/** Takes a screenshot of a file that starts at the text `needle`. Returns a PNG in base64. */
async function picture(path, size = COLUMN, seeksNeedle = true) {
  const tab = await browser.open(path);
  await tab.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile: false });
  const position = `window.find(${JSON.stringify(needle)}) ? scrollY + getSelection().getRangeAt(0).getBoundingClientRect().top : 0`;
  const top = seeksNeedle ? Math.max(0, ((await tab.value(position)) ?? 0) - 40) : 0;
  const clip = { x: 0, y: top, ...size, scale: 1 };
  const { data } = await tab.send("Page.captureScreenshot", { format: "png", clip, captureBeyondViewport: true });
  await tab.close();
  return data;
}
