// Axes, ticks and labels that do not overlap. Charts are drawn at the available width, so that text is never scaled
// down. Distances are in CSS pixels; all layout constants were chosen by eye.

const CHARACTER_WIDTH = 6.6; // average for the 12 px text of charts
const LINE_HEIGHT = 14;

const shortened = (text, maxLength) => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);

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

/** A tooltip. */
function hint(content) {
  return s('title', null, content);
}

/** About `count` ticks from `low` or below to `high` or above; the step is 1, 2 or 5 times a power of ten. */
function steps(low, high, count) {
  const raw = Math.max(high - low, 1e-9) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= raw * 0.999);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Round numbers for a logarithmic axis: the coarsest series with at least five ticks between `low` and `high`. */
function powerSteps({ low, high }) {
  const within = (digits) => [-3, -2, -1, 0, 1, 2, 3, 4, 5].flatMap((power) => digits.map((it) => Number((it * 10 ** power).toPrecision(3))))
    .filter((it) => Math.log10(it) >= low && Math.log10(it) <= high);
  const series = [[1], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 7], [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9]].map(within);
  return series.find((it) => it.length >= 5) || series[series.length - 1];
}

/** A linear scale that maps `low` to `from` and `high` to `to`. */
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

/** The area that two rectangles have in common. */
const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Candidate positions for a label of `width` around a point, nearest first. */
function labelPositions({ x, y }, width) {
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

/** Points { x, y, label, hint } with their labels. Each label is placed where it overlaps least, with a line to its point
 *  if it is far away. Labels also avoid the rectangles in `others`. */
function labeled(points, box, maxLength, others = []) {
  const taken = points.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 })).concat(others);
  const area = { left: box.left, right: box.right, top: box.top - 4, bottom: box.bottom };
  return s('g', null, points.map((point) => {
    const label = shortened(point.label, maxLength);
    const width = label.length * CHARACTER_WIDTH;
    const outside = (position) => width * LINE_HEIGHT - overlap(position, area);
    const cost = (position) =>
      20 * outside(position) + 4 * taken.reduce((sum, it) => sum + overlap(position, it), 0) + position.distance;
    const position = labelPositions(point, width).reduce((best, it) => (cost(it) < cost(best) ? it : best));
    taken.push(position);
    const near = {
      x: Math.min(Math.max(point.x, position.left), position.right),
      y: Math.min(Math.max(point.y, position.top + 2), position.bottom - 2),
    };
    const leader = position.distance > 10 ? line([point.x, point.y], [near.x, near.y], { class: 'leader' }) : null;
    return s('g', { class: 'point' }, hint(point.hint), leader,
      s('circle', { cx: point.x, cy: point.y, r: 4.5 }),
      text(position.left, position.bottom - 3, label));
  }));
}
