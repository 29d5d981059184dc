// A table that is sorted by a click on a heading and shown a leaf at a time, so that a hundred thousand rows open fast.

/**
 * `columns` are { title, about, number, value(row), cell(row) }: `value` is what is sorted by, null last; `cell` what is
 * shown, `value` as text where there is none. `rows` are whatever `value` and `cell` understand.
 */
class SortedTable {
  constructor(columns, perLeaf, sorted) {
    Object.assign(this, { columns, perLeaf, leaf: 0, rows: [], order: [], sorted });
    this.head = h('tr', null, columns.map((column, index) => this.heading(column, index)));
    this.body = h('tbody');
    this.where = h('span', { class: 'where', 'aria-live': 'polite' });
    this.back = h('button', { type: 'button', onclick: () => this.turn(-1) }, '‹ back');
    this.on = h('button', { type: 'button', onclick: () => this.turn(1) }, 'on ›');
    const table = h('table', { class: 'sorted' }, h('thead', null, this.head), this.body);
    this.leaves = h('div', { class: 'leaves' }, this.back, this.where, this.on);
    this.element = h('div', null, h('div', { class: 'wide', tabindex: 0 }, table), this.leaves);
  }

  heading(column, index) {
    const button = h('button', { type: 'button', title: column.about, onclick: () => this.sortBy(index) }, column.title);
    return h('th', { scope: 'col', class: column.number ? 'number' : null }, button);
  }

  show(rows) {
    this.rows = rows;
    this.sort();
  }

  /** The other way round on the second click; numbers begin with the highest. */
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
      const way = down ? 'descending' : 'ascending';
      if (index === column) cell.setAttribute('aria-sort', way);
      else cell.removeAttribute('aria-sort');
    });
    this.leaf = 0;
    this.draw();
  }

  turn(leaves) {
    this.leaf += leaves;
    this.draw();
  }

  draw() {
    const first = this.leaf * this.perLeaf;
    const shown = this.order.slice(first, first + this.perLeaf).map((index) => this.rows[index]);
    this.body.replaceChildren(...shown.map((row) => h('tr', null, this.columns.map((column) => this.cell(column, row)))));
    const count = this.order.length;
    const range = `${grouped(first + 1)}–${grouped(first + shown.length)} of ${plural(count, 'row')}`;
    this.where.textContent = count === 0 ? 'no rows' : range;
    this.back.disabled = first === 0;
    this.on.disabled = first + shown.length >= count;
    this.leaves.classList.toggle('alone', count > 0 && count <= this.perLeaf);
  }

  cell(column, row) {
    const value = column.cell ? column.cell(row) : column.value(row);
    const content = value === null || value === undefined ? '' : value;
    const classes = column.number ? 'number' : column.kind;
    return h('td', { class: classes }, typeof content === 'string' && !column.number ? own(content) : content);
  }
}
