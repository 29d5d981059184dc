// Makes the words of the picture interactive: hovering over a word or focusing it shows its count, clicking it or pressing
// Enter shows its sentences. Untrusted text is inserted as text, never as markup.
"use strict";
{
  const data = JSON.parse(document.getElementById("data").textContent);
  const figure = document.querySelector("figure");
  const tip = document.getElementById("tip");
  const panel = document.getElementById("panel");
  const heading = panel.querySelector("h2");
  const list = panel.querySelector("ol");
  const words = [...document.querySelectorAll(".word")];
  let opener = null;

  const facts = (word) => {
    const clouds = data.titles.length > 1 ? `, ${data.titles[word.cloud]}` : "";
    return `${word.count.toLocaleString("en")} ×, weight ${Number(word.weight.toPrecision(4))}${clouds}`;
  };

  // Scripts without spaces between words: there a word may begin anywhere.
  const unspaced = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

  // The matches of a word in a sentence: whole words if there are any, else any substring, because some languages attach
  // articles and endings to words.
  function findMatches(sentence, text) {
    const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/ /g, "\\s+");
    const letter = "[\\p{L}\\p{M}\\p{N}]";
    const matches = (pattern) => [...sentence.matchAll(new RegExp(pattern, "giu"))];
    const wholeWords = unspaced.test(text) ? [] : matches(`(?<!${letter})${literal}(?!${letter})`);
    return wholeWords.length ? wholeWords : matches(`${literal}(?!\\p{M})`);
  }

  function createSentenceItem(sentence, text) {
    const item = document.createElement("li");
    item.dir = "auto";
    let end = 0;
    for (const match of findMatches(sentence, text)) {
      const mark = document.createElement("mark");
      mark.textContent = match[0];
      item.append(sentence.slice(end, match.index), mark);
      end = match.index + match[0].length;
    }
    item.append(sentence.slice(end));
    return item;
  }

  function showTip(element) {
    const word = data.words[element.dataset.word];
    const name = document.createElement("bdi");
    name.textContent = word.text;
    tip.replaceChildren(name, ": " + facts(word));
    tip.hidden = false;
    const box = element.getBoundingClientRect();
    const frame = figure.getBoundingClientRect();
    const left = Math.min(box.left - frame.left, frame.width - tip.offsetWidth);
    const above = box.top - frame.top - tip.offsetHeight - 2;
    tip.style.left = `${Math.max(0, left)}px`;
    tip.style.top = `${above < 0 ? box.bottom - frame.top + 2 : above}px`;
  }

  function open(element) {
    const word = data.words[element.dataset.word];
    const name = document.createElement("bdi");
    name.textContent = word.text;
    const shown = word.sentences.length;
    const note = shown < word.count ? `; ${shown} sentence${shown === 1 ? "" : "s"} shown` : "";
    heading.replaceChildren(name, ": " + facts(word) + note);
    list.replaceChildren(...word.sentences.map((index) => createSentenceItem(data.sentences[index], word.text)));
    panel.hidden = false;
    panel.scrollTop = 0;
    opener = element;
    panel.focus();
  }

  function close() {
    if (panel.hidden) return;
    panel.hidden = true;
    opener.focus();
  }

  // Only one word is in the tab order; the arrow keys move to the others, from heavy to light.
  function moveFocus(from, to) {
    const next = words[Math.max(0, Math.min(words.length - 1, to))];
    from.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }

  function handleKey(event, element, at) {
    const steps = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: words.length - 1 };
    if (event.key === "Enter" || event.key === " ") open(element);
    else if (event.key in steps) moveFocus(element, steps[event.key]);
    else return;
    event.preventDefault();
  }

  words.forEach((element, at) => {
    const word = data.words[element.dataset.word];
    element.querySelector("title").remove(); // the tip replaces it
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", at === 0 ? "0" : "-1");
    element.setAttribute("aria-label", `${word.text}: ${facts(word)}`);
    for (const name of ["mouseover", "focus"]) element.addEventListener(name, () => showTip(element));
    for (const name of ["mouseout", "blur"]) element.addEventListener(name, () => { tip.hidden = true; });
    element.addEventListener("click", () => open(element));
    element.addEventListener("keydown", (event) => handleKey(event, element, at));
  });
  panel.querySelector("button").addEventListener("click", close);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
}
