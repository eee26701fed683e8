// Numbers of placements: all of them, those that differ, and those that continue from the pieces on the
// board.

import { Stopped, isServed } from "./engine.js";
import { textOf } from "./problem.js";
import { capitalised, grouped, seconds, time } from "./words.js";

const $ = (id) => document.getElementById(id);

// A count that is expected to take longer needs a click.
const PATIENCE = 20;
// A count that is expected to take longer than this is not offered: ten years, in seconds.
const HOPELESS = 3e8;
// If the first number took no longer, the following ones are counted, too.
const QUICK = 3;

export class Answers {
  #work;
  #same;
  #round = 0;

  constructor(work, same) {
    this.#work = work;
    this.#same = same;
  }

  // Shows no numbers.
  none() {
    this.#round += 1;
    this.#work.stop();
    $("answers").replaceChildren();
  }

  // Shows the numbers of a problem as they are found.
  async of(problem, placed) {
    this.#round += 1;
    const round = this.#round;
    const isOld = () => round !== this.#round;
    this.#work.stop();
    const list = $("answers");
    list.replaceChildren();
    const text = textOf(problem);
    const questions = [["Placements", { ask: "count", text }], [capitalised(this.#same.phrase), { ask: "count", text, upTo: this.#same.upTo }]];
    if (placed.length) questions.unshift(["With these pieces", { ask: "count", text: textOf(problem, placed) }]);
    let last = 0;
    for (const [label, question] of questions) {
      const value = entry(list, label);
      try {
        if (last > QUICK) {
          await when(value, "Count");
          if (isOld()) return;
        }
        const explained = await this.#work.ask("Choosing a method", { ...question, ask: "explain" }, isOld);
        if (isOld()) return;
        const expected = explained.expected_seconds / explained.threads;
        if (expected > PATIENCE) {
          const here = time(expected);
          const faster = isServed || expected > HOPELESS ? "" : " here; the command armistice is faster";
          const isPlain = question.upTo === undefined;
          await when(value, "Count", `takes about ${here}${faster}`, isPlain && (() => this.#about(question, isOld)));
          if (isOld()) return;
        }
        const answer = await this.#work.ask(`Counting: ${label.toLowerCase()}`, question, isOld);
        if (isOld()) return;
        last = seconds(answer);
        value.textContent = grouped(answer.count);
        value.append(small(answer.maximum === undefined ? ` in ${time(last)}` : ` with ${answer.maximum} pieces, in ${time(last)}`));
      } catch (error) {
        if (isOld()) return;
        value.textContent = "";
        value.append(small(error instanceof Stopped ? "stopped" : error.message));
        if (!(error instanceof Stopped)) last = 0;
      }
    }
  }

  // Shows an estimate in the library's form, which differs from that of a count.
  async #about(question, isOld) {
    const { about, seconds } = await this.#work.ask("Estimating", { ask: "estimate", text: question.text, seed: 1 }, isOld);
    return `${about}, in ${time(seconds)}`;
  }
}

// Waits for a button. A second button may offer an estimate, which is quicker.
function when(value, label, why = "", estimate = undefined) {
  return new Promise((resolve) => {
    const button = (label) => Object.assign(document.createElement("button"), { type: "button", textContent: label });
    const [count, about] = [button(label), button("Estimate")];
    const said = small(` ${why}`);
    count.addEventListener("click", () => {
      value.textContent = "…";
      resolve();
    });
    about.addEventListener("click", async () => {
      count.disabled = about.disabled = true;
      said.textContent = " …";
      said.className = "";
      try {
        said.textContent = ` ${await estimate()}`;
        said.className = "estimate";
      } catch (error) {
        said.textContent = ` ${error instanceof Stopped ? "stopped" : error.message}`;
      }
      count.disabled = about.disabled = false;
    });
    value.replaceChildren(count, ...(estimate ? [" ", about] : []), said);
  });
}

function entry(list, label) {
  const term = Object.assign(document.createElement("dt"), { textContent: label });
  const value = Object.assign(document.createElement("dd"), { textContent: "…" });
  list.append(term, value);
  return value;
}

const small = (text) => Object.assign(document.createElement("small"), { textContent: text });
