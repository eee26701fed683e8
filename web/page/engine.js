// Asks the library in a worker. (A page that the command serves has another file in place of this one.)

import { beginWorker } from "./library.js";

export { isWhole } from "./library.js";

// Whether the command answers (and not a worker).
export const isServed = false;

export class Engine {
  #worker;
  #waiting = new Map();
  #number = 0;

  // Returns the answer to a question, as an object. If there is none, throws the message of the library, with
  // the whole answer as the cause. Calls `tell` with the progress. Questions wait for earlier ones.
  ask(question, tell = () => {}) {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject, tell });
      this.#begun().postMessage({ number, question });
    });
  }

  // Stops all questions that are being answered. The next question starts a new worker.
  stop() {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Stopped());
  }

  get isBusy() {
    return this.#waiting.size > 0;
  }

  #begun() {
    if (this.#worker) return this.#worker;
    const worker = beginWorker();
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.number);
      if (!waiting) return;
      if (!data.answer) {
        waiting.tell(data.share, data.found);
        return;
      }
      this.#waiting.delete(data.number);
      // A library that has failed answers no more questions.
      if (data.isBroken) this.stop();
      if (data.answer.error) waiting.reject(new Error(data.answer.error, { cause: data.answer }));
      else waiting.resolve(data.answer);
    };
    worker.onerror = (event) => {
      const fault = new Error(`the library cannot be loaded${event.message ? `: ${event.message}` : ""}`);
      const waiting = [...this.#waiting.values()];
      this.#waiting.clear();
      this.#worker = undefined;
      for (const { reject } of waiting) reject(fault);
    };
    return worker;
  }
}

export class Stopped extends Error {}
