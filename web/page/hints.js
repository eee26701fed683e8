// Hints: the squares that lead to a placement, each with the number of placements that continue from there.
// In a puzzle, the next piece that a person would find.

import { Stopped } from "./engine.js";
import { lookAtBoard, say } from "./finding.js";
import { nextKind, squareName, textOf } from "./problem.js";
import { capitalised, listed, nameOf, oneOf, seconds } from "./words.js";

// The time limit for all squares together, in seconds.
const PATIENCE = 15;

export class Hints {
  #desk;
  #engine;
  #work;

  // The engine counts squares one after another. The work shows questions that may take long, and stops them.
  constructor(desk, engine, work) {
    this.#desk = desk;
    this.#engine = engine;
    this.#work = work;
  }

  async give() {
    const desk = this.#desk;
    if (desk.shown || desk.heat) await desk.show(undefined);
    const isStill = desk.watch();
    const { problem, placed, tool } = desk;
    const kind = nextKind(problem, placed, tool);
    this.#work.stop();
    if (kind < 0) return say("All pieces are on the board.");
    const name = nameOf(problem.pieces[kind]);
    if (desk.puzzle) return this.#step(isStill);
    try {
      const explained = await this.#work.ask("Looking for a hint", { ask: "explain", text: desk.given });
      const squares = await this.#candidates(kind);
      if (!isStill()) return undefined;
      const expected = squares.length * explained.expected_seconds / explained.threads;
      const hints = expected > PATIENCE ? await this.#one(kind) : await this.#all(kind, squares, isStill);
      if (!isStill() || !hints) return undefined;
      desk.hints = hints;
      await desk.draw();
      if (!hints.size) return say(`No placement has these pieces and another ${name}.`);
      lookAtBoard();
      const one = [...hints][0];
      const piece = oneOf(problem.pieces[kind]);
      return say(one[1] === "?" ? `${capitalised(piece)} on ${one[0]} leads to a placement.`
        : `Each number shows how many placements continue with ${piece} on that square.`);
    } catch (error) {
      if (isStill()) say(error instanceof Stopped ? "Stopped." : error.message);
      return undefined;
    }
  }

  // Shows the next step in solving a puzzle, or first what is wrong.
  async #step(isStill) {
    const desk = this.#desk;
    try {
      const { wrong, piece, square, how } = await this.#work.ask("Looking for a hint", { ask: "hint", text: desk.start, placed: desk.placed });
      if (!isStill()) return undefined;
      if (wrong.length) {
        const [are, take] = wrong.length === 1 ? ["is", "Remove it"] : ["are", "Remove them"];
        const pieces = wrong.length === 1 ? "piece" : "pieces";
        const off = () => desk.setPlaced(desk.placed.filter(([, at]) => !wrong.includes(at)));
        return say(`The ${pieces} on ${listed(wrong)} ${are} not part of the solution.`, [take, off]);
      }
      if (!square) return say("No hint is available.");
      desk.hints = new Map([[square, "?"]]);
      await desk.draw();
      lookAtBoard();
      return say(`${capitalised(oneOf(desk.problem.pieces[piece]))} belongs on ${square}, because ${how}.`);
    } catch (error) {
      if (isStill()) say(error instanceof Stopped ? "Stopped." : error.message);
      return undefined;
    }
  }

  // Returns the squares on which the kind may stand, given the pieces on the board.
  async #candidates(kind) {
    const { problem, placed, text } = this.#desk;
    const { attacked, full } = await this.#engine.ask({ ask: "position", text, placed });
    const closed = new Set([...problem.holes, ...problem.reserved, ...problem.pieces[kind].closed, ...placed.map(([, square]) => square)]);
    if (problem.armies === 1) for (const square of [...attacked, ...full]) closed.add(square);
    const all = Array.from({ length: problem.rows * problem.cols }, (_, at) => squareName(Math.floor(at / problem.cols), at % problem.cols));
    return all.filter((square) => !closed.has(square));
  }

  // Returns a number for each square that leads to a placement; nothing if it takes too long.
  async #all(kind, squares, isStill) {
    const { problem, placed } = this.#desk;
    const hints = new Map();
    let [most, spent] = [0, 0];
    for (const square of squares) {
      const text = textOf(problem, [...placed, [kind, square]]);
      const answer = await this.#work.ask("Looking for a hint", { ask: "count", text });
      if (!isStill()) return undefined;
      spent += seconds(answer);
      if (spent > PATIENCE) return this.#one(kind);
      // For maxima, only placements that attain the maximum count.
      const size = answer.maximum ?? 0;
      if (size > most) hints.clear();
      most = Math.max(most, size);
      if (answer.count !== "0" && size === most) hints.set(square, answer.count);
    }
    // If only one placement continues from here, all squares would be the solution.
    const { number } = problem.pieces[kind];
    const lack = number - placed.filter(([of]) => of === kind).length;
    const isOnly = hints.size === lack && [...hints.values()].every((count) => count === "1");
    return isOnly ? new Map([[[...hints.keys()][0], "?"]]) : hints;
  }

  // Shows one square of a placement that the library finds.
  async #one(kind) {
    const { placed, given } = this.#desk;
    const own = new Set(placed.map(([, square]) => square));
    const found = await this.#work.ask("Looking for a placement", { ask: "find", text: given });
    const next = found.placed?.find(([of, square]) => of === kind && !own.has(square));
    return new Map(next ? [[next[1], "?"]] : []);
  }
}
