// A table that is sorted by clicking a column heading. It shows a limited number of rows at a time ("batch"), so that even
// a hundred thousand rows open quickly.

/**
 * `columns` are { title, about, number, value(row), cell(row) }. Rows are sorted by `value`, with null last. `cell` is what
 * is shown; the default is `value` as text. `rows` are passed to `value` and `cell` as they are.
 */
class SortedTable {
  constructor(columns, batchSize, sorted) {
    Object.assign(this, { columns, batchSize, batch: 0, rows: [], order: [], sorted });
    this.head = h('tr', null, columns.map((column, index) => this.heading(column, index)));
    this.body = h('tbody');
    this.range = h('span', { class: 'range', 'aria-live': 'polite' });
    this.previous = h('button', { type: 'button', onclick: () => this.turn(-1) }, '‹ previous');
    this.next = h('button', { type: 'button', onclick: () => this.turn(1) }, 'next ›');
    const table = h('table', { class: 'sorted' }, h('thead', null, this.head), this.body);
    this.pager = h('div', { class: 'pager' }, this.previous, this.range, this.next);
    this.element = h('div', null, h('div', { class: 'wide', tabindex: 0 }, table), this.pager);
  }

  heading(column, index) {
    const button = h('button', { type: 'button', title: column.about, onclick: () => this.sortBy(index) }, column.title);
    return h('th', { scope: 'col', class: column.number ? 'number' : null }, button);
  }

  show(rows) {
    this.rows = rows;
    this.sort();
  }

  /** A second click reverses the order. Columns of numbers start with the highest. */
  sortBy(index) {
    const { column, down } = this.sorted;
    this.sorted = { column: index, down: index === column ? !down : Boolean(this.columns[index].number) };
    this.sort();
  }

  sort() {
    const { column, down } = this.sorted;
    const values = this.rows.map(this.columns[column].value);
    const sign = down ? -1 : 1;
    const compare = (a, b) => {
      const [one, other] = [values[a], values[b]];
      if (one === other) return a - b;
      if (one === null || one === undefined) return 1;
      if (other === null || other === undefined) return -1;
      return one < other ? -sign : sign;
    };
    this.order = values.map((_, index) => index).sort(compare);
    [...this.head.children].forEach((cell, index) => {
      const direction = down ? 'descending' : 'ascending';
      if (index === column) cell.setAttribute('aria-sort', direction);
      else cell.removeAttribute('aria-sort');
    });
    this.batch = 0;
    this.draw();
  }

  turn(batches) {
    this.batch += batches;
    this.draw();
  }

  draw() {
    const first = this.batch * this.batchSize;
    const shown = this.order.slice(first, first + this.batchSize).map((index) => this.rows[index]);
    this.body.replaceChildren(...shown.map((row) => h('tr', null, this.columns.map((column) => this.cell(column, row)))));
    const count = this.order.length;
    const range = `${grouped(first + 1)}–${grouped(first + shown.length)} of ${plural(count, 'row')}`;
    this.range.textContent = count === 0 ? 'no rows' : range;
    this.previous.disabled = first === 0;
    this.next.disabled = first + shown.length >= count;
    this.pager.classList.toggle('single', count > 0 && count <= this.batchSize);
  }

  cell(column, row) {
    const value = column.cell ? column.cell(row) : column.value(row);
    const content = value === null || value === undefined ? '' : value;
    const classes = column.number ? 'number' : column.kind;
    return h('td', { class: classes }, typeof content === 'string' && !column.number ? own(content) : content);
  }
}
