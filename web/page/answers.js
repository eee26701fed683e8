// Numbers: how many placements, how many of them differ, how many go on from the pieces on the board, how many pieces fit, and how
// few leave no room.

import { Stopped, isServed } from "./engine.js";
import { textOf } from "./problem.js";

const $ = (id) => document.getElementById(id);

// What is expected to take longer is counted only when the reader says so.
const PATIENCE = 20;
// What would take longer takes too long by any means: ten years, in seconds.
const HOPELESS = 3e8;
// Where the first number took no longer, those after it are counted as well.
const QUICK = 3;

export class Answers {
  #slow;
  #same;
  #round = 0;

  constructor(slow, same) {
    this.#slow = slow;
    this.#same = same;
    $("stop").addEventListener("click", () => this.#slow.stop());
  }

  // The numbers of a problem, as they are found.
  async of(problem, placed) {
    this.#round += 1;
    const round = this.#round;
    const isOld = () => round !== this.#round;
    if (this.#slow.isBusy) this.#slow.stop();
    $("long").hidden = true;
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
          await this.#when(value, "Count");
          if (isOld()) return;
        }
        const explained = await this.long("Looking how to count", { ...question, ask: "explain" }, isOld);
        if (isOld()) return;
        const expected = explained.expected_seconds / explained.threads;
        if (expected > PATIENCE) {
          const here = time(expected);
          const faster = isServed || expected > HOPELESS ? "" : " here; the command armistice is faster";
          await this.#when(value, "Count", `about ${here}${faster}`);
          if (isOld()) return;
        }
        const answer = await this.long(`Counting: ${label.toLowerCase()}`, question, isOld);
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

  // Waits for a button.
  #when(value, label, why = "") {
    return new Promise((resolve) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
      button.addEventListener("click", () => {
        value.textContent = "…";
        resolve();
      });
      value.replaceChildren(button, small(` ${why}`));
    });
  }

  // The answer to something that may take long: it is shown how far it is, and it can be stopped.
  async long(label, question, isOld = () => false) {
    const begun = performance.now();
    const timer = setInterval(() => {
      if (isOld()) return;
      $("long").hidden = performance.now() - begun < 400;
      $("long-text").textContent = `${label}: ${time((performance.now() - begun) / 1000)}`;
    }, 200);
    $("progress").removeAttribute("value");
    try {
      return await this.#slow.ask(question, (share) => {
        if (!isOld() && share > 0) $("progress").value = share;
      });
    } finally {
      clearInterval(timer);
      if (!isOld()) $("long").hidden = true;
    }
  }

  // How many pieces fit. Of one army: of the kinds whose number is open, or else of the one that is chosen, beside given numbers
  // of the others. Opposing armies grow in the proportion that they have.
  async maximum(problem, placed, tool, found) {
    const value = this.#only("The most");
    const { pieces, what } = problem.armies > 1 ? inProportion(problem) : asMany(problem, tool);
    const text = textOf({ ...problem, pieces }, problem.armies > 1 ? [] : placed);
    try {
      const answer = await this.long(`Looking for ${what}`, { ask: "max", text });
      const proof = answer.complete ? "proved" : "not proved";
      if (!answer.placed) throw new Error(`${text}: there is no placement`);
      const sizes = problem.armies > 1 ? sizesOfArmies(problem, answer).map(grouped).join(" against ") : grouped(answer.number ?? 0);
      await found(answer.placed, problem.armies > 1 ? answer.largest.problem : numbered(problem, answer));
      // Those of the new problem come above it.
      $("browse").textContent = `${capitalised(what)}: ${sizes} (${proof}, ${time(answer.seconds)})`;
    } catch (error) {
      value.textContent = error instanceof Stopped ? "stopped" : error.message;
    }
  }

  // How few pieces leave no room for another one, of the kinds of which as many as fit would be looked for.
  async minimum(problem, placed, tool, found) {
    const value = this.#only("The fewest");
    const { pieces, names, beside } = sought(problem, tool, "*");
    const text = textOf({ ...problem, pieces }, placed);
    try {
      const answer = await this.long("Looking for the fewest", { ask: "min", text });
      if (!answer.placed) throw new Error(`${text}: there is no placement`);
      await found(answer.placed, numbered(problem, answer));
      const placements = `${grouped(answer.count)} ${answer.count === "1" ? "placement" : "placements"}`;
      $("browse").textContent = `The fewest of ${names}${beside} that leave no room: ${grouped(answer.number)} (${placements}, ${time(answer.seconds)})`;
    } catch (error) {
      value.textContent = error instanceof Stopped ? "stopped" : error.message;
    }
  }

  // Makes room for one answer in the place of all.
  #only(label) {
    this.#round += 1;
    if (this.#slow.isBusy) this.#slow.stop();
    const list = $("answers");
    list.replaceChildren();
    return entry(list, label);
  }
}

// One army in which some numbers are to be found: those are written as `open`.
function sought(problem, tool, open) {
  const isOpen = problem.pieces.some((piece) => typeof piece.number !== "number");
  const isSought = (piece, kind) => (isOpen ? typeof piece.number !== "number" : kind === (tool === "hole" ? 0 : tool));
  const names = problem.pieces.filter(isSought).map((piece) => piece.name ?? piece.letter);
  const pieces = problem.pieces.map((piece, kind) => (isSought(piece, kind) ? { ...piece, number: open } : piece));
  return { pieces, names: names.join(" and "), beside: pieces.length > names.length ? " beside the others" : "" };
}

// One army in which some numbers are to be as large as possible.
function asMany(problem, tool) {
  const { pieces, names, beside } = sought(problem, tool, "max");
  return { pieces, what: `the most of ${names}${beside}` };
}

// Armies with the smallest numbers in the same proportion.
function inProportion(problem) {
  const divisor = (one, other) => (other ? divisor(other, one % other) : one);
  const common = problem.pieces.map((piece) => piece.number).reduce(divisor) || 1;
  const pieces = problem.pieces.map((piece) => ({ ...piece, number: piece.number / common }));
  return { pieces, what: `the largest armies, ${pieces.map((piece) => piece.number).join(" : ")}` };
}

// How many pieces of a placement each army has.
function sizesOfArmies(problem, answer) {
  return Array.from({ length: problem.armies }, (_, army) => answer.placed.filter(([kind]) => problem.pieces[kind].army === army).length);
}

// The text of the problem with the numbers that a placement has.
function numbered(problem, answer) {
  const pieces = problem.pieces.map((piece, kind) => ({ ...piece, number: answer.placed.filter(([of]) => of === kind).length }));
  return textOf({ ...problem, pieces });
}

function entry(list, label) {
  const term = Object.assign(document.createElement("dt"), { textContent: label });
  const value = Object.assign(document.createElement("dd"), { textContent: "…" });
  list.append(term, value);
  return value;
}

// Words as a line begins with them.
const capitalised = (text) => text[0].toUpperCase() + text.slice(1);

const small = (text) => Object.assign(document.createElement("small"), { textContent: text });

// A decimal number with its digits in groups.
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

// How long a count took, from the question on.
export const seconds = (answer) => answer.planning_seconds + answer.seconds;

export function time(seconds) {
  if (seconds < 1) return `${Math.max(1, Math.round(1000 * seconds))} ms`;
  if (seconds < 100) return `${seconds.toPrecision(2)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 200000) return `${Math.round(seconds / 3600)} hours`;
  if (seconds < 1e8) return `${Math.round(seconds / 86400)} days`;
  return `${grouped(Math.round(seconds / 31557600))} years`;
}
