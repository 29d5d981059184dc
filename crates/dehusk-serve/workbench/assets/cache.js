// Keeps the newest answers of an engine, so that going back and forth between views and methods asks nothing twice.

// Chosen by hand: all methods of a comparison with some changes of their parameters.
const MAX_ANSWERS = 60;

export class Cache {
  #answers = new Map();

  /** The answer for a key, asked for by `ask` if it is not known. An answer that failed is forgotten. */
  get(key, ask) {
    const known = this.#answers.get(key);
    if (known) return this.#renewed(key, known);
    const answer = ask();
    answer.catch(() => this.#answers.delete(key));
    this.#answers.set(key, answer);
    if (this.#answers.size > MAX_ANSWERS) this.#answers.delete(this.#answers.keys().next().value);
    return answer;
  }

  #renewed(key, answer) {
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  clear() {
    this.#answers.clear();
  }
}
