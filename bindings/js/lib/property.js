// Properties of a live document as they are, whatever the page calls its elements.
//
// On `document` and on forms, an element with a name or an id covers the property of the same name: `<img name=documentElement>`,
// `<form><input name=childNodes>`. Prototypes cannot be covered so, whichever window they are from. A page whose own scripts change
// prototypes is not helped by this.

/** What each prototype and its prototypes have under a name: `Map` of `Map`s. */
const known = new WeakMap();

/** Returns a property of a node, a document, or an object with the same properties; `undefined` if it has none. */
export function property(object, name) {
  if (object === null || object === undefined) return undefined;
  const found = descriptor(Object.getPrototypeOf(object), name);
  // What is in no prototype is the object's own: that is how linkedom and plain objects have it.
  if (!found) return object[name];
  return found.get ? found.get.call(object) : found.value;
}

/** Calls a method; `undefined` if there is none. */
export function call(object, name, ...args) {
  return property(object, name)?.call(object, ...args);
}

function descriptor(prototype, name) {
  if (prototype === null) return undefined;
  let names = known.get(prototype);
  if (!names) known.set(prototype, (names = new Map()));
  if (!names.has(name)) names.set(name, Object.getOwnPropertyDescriptor(prototype, name) ?? descriptor(Object.getPrototypeOf(prototype), name));
  return names.get(name);
}
