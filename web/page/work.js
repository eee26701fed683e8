// Long work: how far it is, and a button that stops it.

import { time } from "./words.js";

// What takes less is not shown.
const SOON = 400;

export class Work {
  #engine;
  #box;
  #text;
  #bar;

  // The box holds a text, a bar and a button.
  constructor(engine, box) {
    this.#engine = engine;
    this.#box = box;
    this.#text = box.querySelector("p");
    this.#bar = box.querySelector("progress");
    box.querySelector("button").addEventListener("click", () => engine.stop());
  }

  // The answer to something that may take long.
  async ask(label, question, isOld = () => false) {
    const begun = performance.now();
    const timer = setInterval(() => {
      if (isOld()) return;
      const passed = performance.now() - begun;
      this.#box.hidden = passed < SOON;
      this.#text.textContent = `${label}: ${time(passed / 1000)}`;
    }, 200);
    this.#bar.removeAttribute("value");
    try {
      return await this.#engine.ask(question, (share) => {
        if (!isOld() && share > 0) this.#bar.value = share;
      });
    } finally {
      clearInterval(timer);
      if (!isOld()) this.#box.hidden = true;
    }
  }

  // Ends whatever is being answered.
  stop() {
    if (this.#engine.isBusy) this.#engine.stop();
    this.#box.hidden = true;
  }
}
