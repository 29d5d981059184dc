// Axes, ticks and labels that keep out of each other's way. Charts are drawn at the width that there is, so that their
// letters are never shrunk.

const LETTER_WIDTH = 6.6; // of the 12 px letters of charts, on average
const LINE_HEIGHT = 14;

const shortened = (text, letters) => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);

function chart(width, height, title, ...children) {
  return s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title }, children);
}

function text(x, y, content, attributes) {
  return s('text', { x, y, ...attributes }, content);
}

/** A straight line from [x, y] to [x, y]. */
function line([x1, y1], [x2, y2], attributes) {
  return s('line', { x1, y1, x2, y2, ...attributes });
}

/** What the browser shows when one rests on a thing. */
function hint(content) {
  return s('title', null, content);
}

/** Steps of 1, 2 or 5 times a power of ten, about `count` of them, from below `low` to above `high`. */
function steps(low, high, count) {
  const raw = Math.max(high - low, 1e-9) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= raw * 0.999);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Round numbers for a logarithmic axis: as many to a decade as it takes to have five. */
function powerSteps({ low, high }) {
  const within = (digits) => [-3, -2, -1, 0, 1, 2, 3, 4, 5].flatMap((power) => digits.map((it) => Number((it * 10 ** power).toPrecision(3))))
    .filter((it) => Math.log10(it) >= low && Math.log10(it) <= high);
  const ways = [[1], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 7], [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9]].map(within);
  return ways.find((it) => it.length >= 5) || ways[ways.length - 1];
}

function linear(low, high, from, to) {
  const at = (value) => from + ((value - low) / (high - low || 1)) * (to - from);
  return Object.assign(at, { low, high });
}

/** The frame of a plot: grid lines, tick labels, titles of both axes. Ticks are [value, text]. */
function plane({ x, y, xTicks, yTicks, xTitle, yTitle, box }) {
  const { left, right, top, bottom } = box;
  const vertical = xTicks.map(([value, label]) => [
    line([x(value), top], [x(value), bottom], { class: 'grid' }),
    text(x(value), bottom + 16, label, { class: 'tick', 'text-anchor': 'middle' }),
  ]);
  const horizontal = yTicks.map(([value, label]) => [
    line([left, y(value)], [right, y(value)], { class: 'grid' }),
    text(left - 6, y(value) + 4, label, { class: 'tick', 'text-anchor': 'end' }),
  ]);
  return s('g', null, vertical, horizontal,
    text((left + right) / 2, bottom + 34, xTitle, { 'text-anchor': 'middle', class: 'axis' }),
    text(left - 34, top - 10, yTitle, { class: 'axis' }));
}

const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Where a label of `width` may stand around a point, nearest first. */
function places({ x, y }, width) {
  const found = [];
  for (const distance of [7, 16, 28, 42, 58, 76, 96]) {
    const turns = distance < 10 ? 4 : 12;
    for (let turn = 0; turn < turns; turn++) {
      const angle = (turn / turns) * 2 * Math.PI;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const left = x + dx * distance - (width * (1 - dx)) / 2;
      const top = y + dy * distance - (LINE_HEIGHT * (1 - dy)) / 2;
      found.push({ left, right: left + width, top, bottom: top + LINE_HEIGHT, distance });
    }
  }
  return found;
}

/** Points { x, y, label, hint } with their labels, each label where it hides least, with a line to its point if far.
 *  What is at `others` is kept free too. */
function labelled(points, box, letters, others = []) {
  const taken = points.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 })).concat(others);
  const area = { left: box.left, right: box.right, top: box.top - 4, bottom: box.bottom };
  return s('g', null, points.map((point) => {
    const label = shortened(point.label, letters);
    const width = label.length * LETTER_WIDTH;
    const outside = (place) => width * LINE_HEIGHT - overlap(place, area);
    const cost = (place) => 20 * outside(place) + 4 * taken.reduce((sum, it) => sum + overlap(place, it), 0) + place.distance;
    const place = places(point, width).reduce((best, it) => (cost(it) < cost(best) ? it : best));
    taken.push(place);
    const near = {
      x: Math.min(Math.max(point.x, place.left), place.right),
      y: Math.min(Math.max(point.y, place.top + 2), place.bottom - 2),
    };
    const leader = place.distance > 10 ? line([point.x, point.y], [near.x, near.y], { class: 'leader' }) : null;
    return s('g', { class: 'point' }, hint(point.hint), leader,
      s('circle', { cx: point.x, cy: point.y, r: 4.5 }),
      text(place.left, place.bottom - 3, label));
  }));
}
