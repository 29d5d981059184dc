// What is known about a live page besides its HTML. It asks prototypes, for the reason that `numbered.js` gives.

/** A frame that covers this share of the window is probably what the page shows. Chosen by hand. */
const MIN_FRAME_SHARE = 0.3;

/** Returns address, type, direction and the addresses of big frames. */
export function about(page) {
  const { href } = location;
  return { url: href, contentType: page.contentType, direction: directionOf(page), frames: bigFrames(page) };
}

function directionOf(page) {
  const root = Document.prototype.querySelector.call(page, "body");
  return root && getComputedStyle(root).direction;
}

function bigFrames(page) {
  const least = innerWidth * innerHeight * MIN_FRAME_SHARE;
  const frames = Array.from(Document.prototype.querySelectorAll.call(page, "iframe[src], frame[src]")).filter((frame) => {
    const { width, height } = frame.getBoundingClientRect();
    return width * height >= least;
  });
  return frames.map(({ src }) => src).filter((address) => /^https?:/i.test(address));
}
