// Asks the library, in a worker of its own. (Where the command serves the page, another file stands in the place of this one.)

// Whether it is the command that answers.
export const isServed = false;

export class Engine {
  #worker;
  #waiting = new Map();
  #number = 0;

  // The answer to a question, an object; throws what the library says where there is none, with all of it as the cause. `tell` is told how far it is. Questions
  // wait for those before them.
  ask(question, tell = () => {}) {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject, tell });
      this.#begun().postMessage({ number, question });
    });
  }

  // Ends all that is being answered. The next question begins anew.
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
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.number);
      if (!waiting) return;
      if (!data.answer) {
        waiting.tell(data.share, data.found);
        return;
      }
      this.#waiting.delete(data.number);
      // A library that broke off answers nothing more.
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
