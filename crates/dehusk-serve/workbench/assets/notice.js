// A short notice at the lower edge of the window, which goes away by itself.

// Long enough to read a sentence twice. Chosen by hand.
const SHOWN_MS = 6000;

let waiting = 0;

/** Shows a text in an element that is a live region. A new node is announced even if it says what the one before said. */
export function notice(element, text) {
  const node = document.createElement("span");
  node.textContent = text;
  element.replaceChildren(node);
  element.onmouseenter = () => clearTimeout(waiting);
  element.onmouseleave = () => endLater(element);
  endLater(element);
}

function endLater(element) {
  clearTimeout(waiting);
  waiting = setTimeout(() => element.replaceChildren(), SHOWN_MS);
}
