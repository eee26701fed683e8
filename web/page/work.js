// Long questions: their progress, and a button that stops them.

import { time } from "./words.js";

// Quicker questions show no progress.
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

  // Returns the answer to a question that may take long.
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

  // Stops all questions that are being answered.
  stop() {
    if (this.#engine.isBusy) this.#engine.stop();
    this.#box.hidden = true;
  }
}
