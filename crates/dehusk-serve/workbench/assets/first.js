// Runs before the page is shown for the first time, so that nothing is shown that the workbench would change at once: the color of the
// address, and no welcome if the address names a page or the reader's language is another. The rest is in app.js.

{
  const root = document.documentElement;
  const state = new URLSearchParams(location.hash.slice(1));
  const theme = state.get("theme");
  if (theme) root.dataset.theme = theme;
  const isEnglish = /^en\b/.test(state.get("lang") || navigator.language);
  const hasPage = ["url", "example", "html"].some((name) => state.get(name));
  if (!isEnglish || hasPage) root.dataset.starting = "";
}
