// Makes elements. Text is only ever set as text.

/** Returns an element with properties and children: `make("button", { className: "main", onclick }, "Copy")`. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Moves an element to a place in the window. Style sheets of the page cannot forbid it, and its policy does not either. */
export function moveTo(element, { left, top, width, height }) {
  const pixels = { left, top, width, height };
  for (const [name, value] of Object.entries(pixels)) {
    if (value !== undefined) element.style.setProperty(name, `${Math.round(value)}px`);
  }
}
