// The most pieces that fit, and the fewest that block the board. The problem stays; the placement is shown
// and can be taken over.

import { Stopped } from "./engine.js";
import { lookAtBoard, say } from "./finding.js";
import { textOf } from "./problem.js";
import { grouped, listed, plural, some } from "./words.js";

export class Extremes {
  #desk;
  #work;

  constructor(desk, work) {
    this.#desk = desk;
    this.#work = work;
  }

  // Finds the most pieces that fit. In one army, the kinds without an exact number are maximised, or
  // otherwise the chosen kind, given the numbers of the others. Opposing armies grow in their present ratio.
  most() {
    const { problem, placed, tool } = this.#desk;
    if (problem.armies > 1) return this.#largestArmies(problem);
    const { isSought, beside } = sought(problem, tool, placed);
    return this.#ask("max", "Looking for the most that fit", withOpen(problem, isSought, "max"), placed, (answer) => {
      const found = numbers(problem, answer, isSought);
      const fit = `${found.words} ${found.total === 1 ? "fits" : "fit"}${beside}`;
      return [answer.complete ? `At most ${fit} (proved).` : `${fit}. Perhaps more fit.`, found];
    });
  }

  // Finds the fewest pieces that block the board, so that no other one of these kinds fits.
  fewest() {
    const { problem, placed, tool } = this.#desk;
    const { isSought, beside } = sought(problem, tool, placed);
    return this.#ask("min", "Looking for the fewest that block", withOpen(problem, isSought, "*"), placed, (answer) => {
      const found = numbers(problem, answer, isSought);
      const ways = `${grouped(answer.count)} ${answer.count === "1" ? "way" : "ways"}`;
      const fewer = found.total > 1 ? `; ${grouped(found.total - 1)} cannot` : "";
      return [`${found.words} can block the whole board${beside}, in ${ways}${fewer}.`, found];
    });
  }

  #largestArmies(problem) {
    const divisor = (one, other) => (other ? divisor(other, one % other) : one);
    const common = problem.pieces.map((piece) => piece.number).reduce(divisor) || 1;
    const pieces = problem.pieces.map((piece) => ({ ...piece, number: piece.number / common }));
    return this.#ask("max", "Looking for the largest armies", { ...problem, pieces }, [], (answer) => {
      const size = (army) => answer.placed.filter(([kind]) => problem.pieces[kind].army === army).length;
      const sizes = Array.from({ length: problem.armies }, (_, army) => grouped(size(army))).join(" against ");
      const said = answer.complete ? `At most ${sizes} pieces fit (proved).` : `${sizes} pieces fit. Perhaps larger armies fit.`;
      return [said, { use: "Use these armies", text: answer.largest.problem }];
    });
  }

  async #ask(question, label, problem, placed, sentence) {
    const isStill = this.#desk.watch();
    this.#work.stop();
    say("");
    try {
      const answer = await this.#work.ask(label, { ask: question, text: textOf(problem, placed) });
      if (!isStill()) return;
      if (!answer.placed) throw new Error("There is no such placement.");
      const [said, { use, text }] = sentence(answer);
      await this.#desk.show(answer.placed);
      if (!isStill()) return;
      const take = async () => {
        say("");
        if (await this.#desk.setText(text)) await this.#desk.show(answer.placed);
      };
      const back = () => {
        say("");
        this.#desk.show(undefined);
      };
      say(said, [use, take], ["Back to my board", back]);
      lookAtBoard();
    } catch (error) {
      if (isStill()) say(error instanceof Stopped ? "Stopped." : error.message);
    }
  }
}

// Returns the kinds of an army that are maximised, and those whose numbers stay.
function sought(problem, tool, placed) {
  const isOpen = problem.pieces.some((piece) => typeof piece.number !== "number");
  const chosen = typeof tool === "number" ? tool : 0;
  const isSought = (piece, kind) => (isOpen ? typeof piece.number !== "number" : kind === chosen);
  const others = problem.pieces.filter((piece, kind) => !isSought(piece, kind) && piece.number > 0);
  const beside = others.length ? ` with ${listed(others.map((piece) => some(piece.number, piece)))}` : "";
  return { isSought, beside: beside + (placed.length ? ", including those on the board" : "") };
}

const withOpen = (problem, isSought, number) =>
  ({ ...problem, pieces: problem.pieces.map((piece, kind) => (isSought(piece, kind) ? { ...piece, number } : piece)) });

// Returns the numbers that were found in words, and the problem with all numbers of the placement.
function numbers(problem, answer, isSought) {
  const pieces = problem.pieces.map((piece, kind) => ({ ...piece, number: answer.placed.filter(([of]) => of === kind).length }));
  const found = pieces.filter((_, kind) => isSought(problem.pieces[kind], kind));
  const total = found.reduce((sum, piece) => sum + piece.number, 0);
  const there = found.filter((piece) => piece.number > 0);
  const words = listed((there.length ? there : found).map((piece) => some(piece.number, piece)));
  const { name } = found.length === 1 ? found[0] : {};
  const use = total === 1 ? `Use this ${name ?? "piece"}` : `Use these ${grouped(total)} ${name ? plural(name) : "pieces"}`;
  return { total, words, use, text: textOf({ ...problem, pieces }) };
}
