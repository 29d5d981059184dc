// Pages of our own writing, for the tests.

const STORY = "The old mill on the river reopens on Monday, after ten years of slow and careful repair, they say. ";

/** A page with a menu, an article and a footer. `extra` is put into its article. */
export function page(extra = "") {
  return `<!DOCTYPE html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>The mill reopens - The Daily Mill</title>
<meta property="og:site_name" content="The Daily Mill"><meta name="description" content="After ten years.">
<meta property="article:published_time" content="2024-05-04T08:00:00Z"><meta name="author" content="Rosa Miller">
<link rel="icon" href="/icon.png"></head>
<body><nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/contact">Contact</a></li></ul></nav>
<article><h1>The mill reopens</h1><p>${STORY.repeat(4)}</p><p>${STORY.repeat(3)}<a href="plan.html">The plan</a> is ready.</p>
${extra}<p>${STORY.repeat(5)}</p></article><footer><a href="/legal">Legal notice</a> <a href="/privacy">Privacy</a></footer></body></html>`;
}

/** A text that needs one, two, three and four bytes of UTF-8 for its characters. */
export const WIDE = "Die Mühle – 水車 – โรงสี – 😀 – mahlt wieder, nach zehn Jahren der langsamen Reparatur.";

/** The paths of the pages of the corpora in $DEHUSK_CORPORA, or an empty list. */
export async function corpusPages() {
  const { readdirSync, existsSync } = await import("node:fs");
  const root = process.env.DEHUSK_CORPORA;
  if (!root || !existsSync(root)) return [];
  const folders = readdirSync(root).sort().map((name) => `${root}/${name}/pages`).filter(existsSync);
  return folders.flatMap((folder) => readdirSync(folder).sort().map((name) => `${folder}/${name}`));
}
