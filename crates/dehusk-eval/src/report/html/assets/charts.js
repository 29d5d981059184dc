// The four charts: heat map, distributions, precision against recall, speed against F1.

// Eight colors of Viridis: lightness increases monotonically, and color-blind people can read it.
const VIRIDIS = ['440154', '46327e', '365c8d', '277f8e', '1fa187', '4ac16d', 'a0da39', 'fde725'].map((hex) =>
  [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));

/** The color for a number from 0 to 1, and whether the color is dark. */
function heat(share) {
  const position = Math.min(Math.max(share, 0), 1) * (VIRIDIS.length - 1);
  const first = Math.min(Math.floor(position), VIRIDIS.length - 2);
  const mixed = VIRIDIS[first].map((value, index) => value + (VIRIDIS[first + 1][index] - value) * (position - first));
  const [red, green, blue] = mixed.map(Math.round);
  return { color: `rgb(${red} ${green} ${blue})`, dark: 0.3 * red + 0.59 * green + 0.11 * blue < 128 };
}

/** Maximum length of a method name in charts, in characters; longer names are shortened. Chosen by eye. */
const MAX_NAME_LENGTH = 22;
const nameWidth = (results, width) =>
  Math.min(Math.max(...results.labels.map((it) => Math.min(it.length, MAX_NAME_LENGTH))) * CHARACTER_WIDTH + 12, width * 0.4);

function heatMap(results, measure, width) {
  const hasSeveralCorpora = results.corpora.length > 1;
  const groups = results.corpora.map((_, corpus) => results.whole(corpus));
  const mean = results.groups.find((it) => it.by === 'corpora');
  const columns = hasSeveralCorpora ? [...groups, mean] : groups;
  const titles = [...results.corpora.map((it) => it.name), ...(hasSeveralCorpora ? ['mean of corpora'] : [])];
  const order = results.byF1(hasSeveralCorpora ? mean : groups[0], measure);
  const f1 = (group, method) => results.means(group, method, measure)[2];
  const all = columns.flatMap((group) => order.map((method) => f1(group, method)));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const left = nameWidth(results, width);
  const cell = Math.min((width - left - 46) / columns.length, 92);
  const top = 12 + Math.min(Math.max(...titles.map((it) => it.length)), 20) * CHARACTER_WIDTH * 0.62 + 8;
  const row = 22;
  const headings = titles.map((title, index) => {
    const x = left + (index + 0.4) * cell;
    return text(x, top - 6, shortened(title, 20), { transform: `rotate(-38 ${x} ${top - 6})` });
  });
  const rows = order.map((method, index) => {
    const y = top + index * row;
    const cells = columns.map((group, column) => {
      const value = f1(group, method);
      const { color, dark } = heat((value - low) / (high - low || 1));
      const x = left + column * cell + (column === results.corpora.length ? 4 : 0);
      return s('g', null, hint(`${results.labels[method]}, ${titles[column]}: ${fixed(value, 4)}`),
        s('rect', { x, y, width: cell - 1, height: row - 1, fill: color }),
        text(x + cell / 2, y + 15, fixed(value, cell < 40 ? 2 : 3).replace(/^0/, ''), {
          'text-anchor': 'middle', fill: dark ? '#fff' : '#000', class: 'value' }));
    });
    const name = shortened(results.labels[method], Math.floor((left - 6) / CHARACTER_WIDTH));
    return s('g', null, text(left - 6, y + 15, name, { 'text-anchor': 'end' }), cells);
  });
  return chart(width, top + order.length * row + 4, 'mean F1 of methods by corpus', headings, rows);
}

/** Number of bins of the histograms. Chosen by eye. */
const BINS = 40;

function quantile(sorted, share) {
  const position = share * (sorted.length - 1);
  const [below, above] = [Math.floor(position), Math.ceil(position)];
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
}

function distributions(results, corpus, measure, width) {
  const pages = results.pagesOf(corpus);
  const order = results.byF1(results.whole(corpus), measure);
  const left = nameWidth(results, width);
  const box = { left, right: width - 14, top: 26, bottom: 26 + order.length * 30 };
  const x = linear(0, 1, box.left, box.right);
  const bar = (box.right - box.left) / BINS;
  const rows = order.map((method, index) => {
    const values = pages.map((page) => results.score(page, method, measure, 2)).sort((a, b) => a - b);
    const bins = new Array(BINS).fill(0);
    values.forEach((value) => { bins[Math.min(Math.floor(value * BINS), BINS - 1)] += 1; });
    const max = Math.max(...bins, 1);
    const floor = box.top + (index + 1) * 30 - 7;
    const bars = bins.map((count, bin) => s('rect', {
      x: x(bin / BINS), width: Math.max(bar - 0.5, 0.5), y: floor - (count / max) * 20, height: (count / max) * 20, class: 'bar' }));
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share));
    const mean = results.means(results.whole(corpus), method, measure)[2];
    return s('g', null,
      hint(`${results.labels[method]}: mean ${fixed(mean, 3)}, quartiles ${[low, middle, high].map((it) => fixed(it, 3)).join(', ')}`),
      text(left - 6, floor, shortened(results.labels[method], Math.floor((left - 6) / CHARACTER_WIDTH)), { 'text-anchor': 'end' }),
      bars, line([x(low), floor + 3], [x(high), floor + 3], { class: 'quartiles' }),
      s('rect', { x: x(middle) - 1.5, y: floor - 1, width: 3, height: 8, class: 'median' }),
      s('circle', { cx: x(mean), cy: floor + 3, r: 3.5, class: 'mean' }));
  });
  const xTicks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((it) => [it, fixed(it, 1)]);
  return chart(width, box.bottom + 42, 'distribution of page F1 by method',
    plane({ x, y: () => 0, xTicks, yTicks: [], xTitle: 'F1 of a page', yTitle: '', box }), rows);
}

/** The height of a plot with axes, and the box between its axes. */
function plotArea(width) {
  const height = Math.round(Math.min(Math.max(width * 0.62, 380), 620));
  return { height, box: { left: 44, right: width - 14, top: 30, bottom: height - 46 } };
}

/** A linear scale, and ticks for it, that cover `values` (numbers from 0 to 1). */
function shares(values, from, to) {
  const ticks = steps(Math.max(Math.min(...values) - 0.02, 0), Math.min(Math.max(...values) + 0.02, 1), 6);
  const digits = ticks[1] - ticks[0] < 0.0999 ? 2 : 1;
  return { scale: linear(ticks[0], ticks[ticks.length - 1], from, to), ticks: ticks.map((it) => [it, fixed(it, digits)]) };
}

/** A curve of constant F1: precision as a function of recall. */
function sameF1(f1, x, y) {
  const points = [];
  for (let share = 0; share <= 1; share += 0.005) {
    const recall = x.low + (x.high - x.low) * share;
    const precision = (f1 * recall) / (2 * recall - f1);
    if (2 * recall > f1 && precision >= y.low && precision <= y.high) points.push([x(recall), y(precision)]);
  }
  if (points.length < 2) return null;
  const path = `M${points.map((it) => it.map((at) => at.toFixed(1)).join(' ')).join('L')}`;
  const [left, top] = points[0];
  const label = { left: left + 4, right: left + 4 + 6 * CHARACTER_WIDTH, top, bottom: top + LINE_HEIGHT };
  return { label, drawn: s('g', { class: 'same' }, s('path', { d: path }), text(label.left, label.bottom - 3, `F1 ${fixed(f1, 1)}`)) };
}

function precisionRecall(results, corpus, measure, width) {
  const { height, box } = plotArea(width);
  const group = results.whole(corpus);
  const means = results.labels.map((_, method) => results.means(group, method, measure));
  const { scale: x, ticks: xTicks } = shares(means.map((it) => it[1]), box.left, box.right);
  const { scale: y, ticks: yTicks } = shares(means.map((it) => it[0]), box.bottom, box.top);
  const points = results.byF1(group, measure).map((method) => {
    const [precision, recall, f1] = means[method];
    const label = results.labels[method];
    return { x: x(recall), y: y(precision), label,
      hint: `${label}: precision ${fixed(precision, 3)}, recall ${fixed(recall, 3)}, mean F1 ${fixed(f1, 3)}` };
  });
  const curves = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((f1) => sameF1(f1, x, y)).filter(Boolean);
  return chart(width, height, 'precision against recall',
    plane({ x, y, xTicks, yTicks, xTitle: 'mean recall', yTitle: 'mean precision', box }),
    curves.map((it) => it.drawn), labeled(points, box, MAX_NAME_LENGTH, curves.map((it) => it.label)));
}

function speedAgainstF1(results, corpus, measure, width) {
  const { height, box } = plotArea(width);
  const group = results.whole(corpus);
  const timed = results.byF1(group, measure).filter((method) => results.speedOf(corpus, method) !== null);
  if (timed.length === 0) return h('p', { class: 'about' }, 'There are no speeds: answers of other tools are not timed.');
  const speeds = timed.map((method) => results.speedOf(corpus, method));
  const f1 = (method) => results.means(group, method, measure)[2];
  const x = linear(Math.log10(Math.min(...speeds) * 0.85), Math.log10(Math.max(...speeds) * 1.18), box.left, box.right);
  const { scale: y, ticks: yTicks } = shares(timed.map(f1), box.bottom, box.top);
  const xTicks = powerSteps(x).map((it) => [Math.log10(it), String(it)]);
  const points = timed.map((method, index) => {
    const label = results.labels[method];
    return { x: x(Math.log10(speeds[index])), y: y(f1(method)), label,
      hint: `${label}: ${speeds[index].toPrecision(3)} MB/s, mean F1 ${fixed(f1(method), 3)}` };
  });
  return chart(width, height, 'speed against F1',
    plane({ x, y, xTicks, yTicks, xTitle: 'MB of HTML per second and core (log scale)', yTitle: 'mean F1', box }),
    labeled(points, box, MAX_NAME_LENGTH));
}
