// A client of WebDriver BiDi, the protocol by which Firefox is driven.

import { once } from "node:events";
import { WebSocket } from "ws";

export class Bidi {
  #socket;
  #number = 0;
  #waiting = new Map();
  #listeners = new Set();

  /** Opens a session with the browser at an address. */
  static async connect(address) {
    const client = new Bidi();
    client.#socket = new WebSocket(`${address}/session`);
    client.#socket.on("message", (data) => client.#receive(JSON.parse(data)));
    client.#socket.on("close", () => client.#waiting.forEach(({ reject }) => reject(new Error("the browser has gone"))));
    await once(client.#socket, "open");
    await client.send("session.new", { capabilities: {} });
    return client;
  }

  #receive({ id, type, method, params, result, error, message }) {
    if (type === "event") return this.#listeners.forEach((listener) => listener(method, params));
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    return type === "success" ? resolve(result) : reject(new Error(`${error}: ${message}`));
  }

  /** Sends a command and returns its result. */
  send(method, params) {
    const id = ++this.#number;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Returns the next event with this name that fits. The session must be subscribed to it. */
  event(name, fits = () => true) {
    return new Promise((resolve) => {
      const listener = (method, params) => {
        if (method !== name || !fits(params)) return;
        this.#listeners.delete(listener);
        resolve(params);
      };
      this.#listeners.add(listener);
    });
  }

  close() {
    this.#socket.close();
  }
}
