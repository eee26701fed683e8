// Puzzles: boards with exactly one solution. The library makes them, and their given pieces stay.

import { Stopped } from "./engine.js";
import { say } from "./finding.js";
import { textOf } from "./problem.js";

const $ = (id) => document.getElementById(id);

// The question from which puzzles are made: problem text, and the number of pieces in each region if regions
// are drawn.
const BOARDS = [
  ["8x8 Q8", "", "8 queens"],
  ["12x12 Q12", "", "12 queens"],
  ["5x5 N B R Q A", "", "five different pieces"],
  ["6x6 Q5/Q5", "", "two armies"],
  ["7x7 K7 rank=1 file=1", "1", "7 regions"],
  ["9x9 K9 rank=1 file=1", "1", "9 regions"],
  ["10x10 K20 rank=2 file=2", "2", "Star Battle"],
];
const FIRST = 1;
const LAST = 4_000_000_000;

// Converts a puzzle to the form in an address, and back. The question makes the next puzzle. A puzzle that
// was found is known by its problem.
export const noted = (puzzle) => {
  const { of, each, level, seed, given } = puzzle?.isFound ? {} : puzzle ?? {};
  return { puzzle: of, each, level, seed, given: given?.join(",") };
};

export const readPuzzle = ({ puzzle, each = "", level = "", seed, given }) =>
  (puzzle ? { of: puzzle, each, level, seed: seedOf(seed), given: given ? given.split(",") : [] } : undefined);

export const isSamePuzzle = (one, other) => JSON.stringify(noted(one)) === JSON.stringify(noted(other));

// Returns the question for similar puzzles: the problem without its regions, and the number of pieces in
// each.
function withoutRegions(problem) {
  const rules = problem.rules.split(" ");
  const each = /^region=(\d+)$/.exec(rules.find((rule) => rule.startsWith("region=")) ?? "region=1")?.[1] ?? "";
  return { of: textOf({ ...problem, rules: rules.filter((rule) => !/^regions?=/.test(rule)).join(" ") }), each };
}

const seedOf = (typed) => Math.min(LAST, Math.max(FIRST, Math.floor(Number(typed)) || FIRST));

export class Puzzles {
  #desk;
  #work;
  #checking;
  // The text of a problem that is no longer a puzzle.
  #left;

  // The work makes puzzles, and the engine checks that they are puzzles.
  constructor(desk, work, checking) {
    this.#desk = desk;
    this.#work = work;
    this.#checking = checking;
    desk.addEventListener("problem", () => this.#show());
    desk.addEventListener("draw", ({ detail }) => this.#look(detail));
    $("puzzle-form").addEventListener("submit", (event) => event.preventDefault());
    $("puzzle-next").addEventListener("click", () => this.next());
    $("puzzle-leave").addEventListener("click", () => {
      this.#left = desk.text;
      desk.setText(desk.given, { isLeft: true });
    });
    $("puzzle-solution").addEventListener("click", () => say("The puzzle is over once you see its solution.", ["Show it", () => this.#solve()]));
    $("puzzle-make").addEventListener("click", () => this.begin(desk.text));
    for (const name of ["board", "level", "seed"]) $(`puzzle-${name}`).addEventListener("change", () => this.#make(this.#chosen()));
  }

  // Makes the first puzzle of a problem.
  begin(of) {
    return this.#make({ of, each: "", level: "", seed: FIRST });
  }

  next() {
    const chosen = this.#chosen();
    return this.#make({ ...chosen, seed: chosen.seed === LAST ? FIRST : chosen.seed + 1 });
  }

  #chosen() {
    const [of, each] = $("puzzle-board").value.split("|");
    return { of, each, level: $("puzzle-level").value, seed: seedOf($("puzzle-seed").value) };
  }

  async #make({ of, each, level, seed }) {
    const isStill = this.#desk.watch();
    this.#work.stop();
    say("");
    try {
      const question = { ask: "puzzle", text: of, each: Number(each) || 0, level, seed };
      const { problem, given } = await this.#work.ask("Making a puzzle", question);
      if (isStill()) await this.#desk.setText(problem, { puzzle: { of, each, level, seed, given } });
    } catch (error) {
      if (isStill()) say(error instanceof Stopped ? "Stopped." : error.message);
    }
  }

  // Shows the present puzzle, or nothing.
  async #show() {
    const { puzzle, problem, start } = this.#desk;
    // Pieces can be placed by hand only on a grid.
    $("puzzle-make").disabled = !problem.isGrid;
    this.#checking.stop();
    $("puzzle").hidden = !puzzle;
    document.body.toggleAttribute("data-puzzle", Boolean(puzzle));
    // These buttons would show the solution.
    for (const id of ["previous", "next", "random", "gallery"]) $(id).hidden = Boolean(puzzle);
    if (!puzzle) return this.#find();
    const { of, each, level, seed } = puzzle;
    const own = BOARDS.some(([text, number]) => text === of && number === each) ? [] : [[of, each, of]];
    const option = ([text, number, name]) => new Option(name, `${text}|${number}`, false, text === of && number === each);
    $("puzzle-board").replaceChildren(...[...own, ...BOARDS].map(option));
    $("puzzle-level").value = level;
    $("puzzle-seed").value = seed ?? "";
    $("puzzle-said").textContent = "";
    // A link may be wrong, so the page checks it.
    try {
      const { hardness } = puzzle.isFound ? puzzle : await this.#checking.ask({ ask: "level", text: start });
      $("puzzle-said").textContent = `Exactly one solution. Level: ${hardness}.`;
    } catch (error) {
      if (!(error instanceof Stopped)) $("puzzle-said").textContent = `This is not a puzzle: ${error.message}`;
    }
    return undefined;
  }

  // Makes a problem with regions a puzzle if it has exactly one placement.
  async #find() {
    const { problem, text } = this.#desk;
    const isCounted = problem.pieces.every(({ number }) => typeof number === "number");
    if (!problem.isGrid || !problem.regions.length || !isCounted || text === this.#left) return;
    try {
      const { hardness } = await this.#checking.ask({ ask: "level", text });
      const isStill = problem === this.#desk.problem && !this.#desk.puzzle;
      if (isStill) await this.#desk.play({ ...withoutRegions(problem), level: "", given: [], isFound: true, hardness });
    } catch {
      // It is an ordinary problem.
    }
  }

  async #solve() {
    const isStill = this.#desk.watch();
    try {
      const { placed } = await this.#work.ask("Looking for the solution", { ask: "find", text: this.#desk.start });
      if (isStill() && placed) await this.#desk.show(placed);
      if (isStill()) say(placed ? "This is the solution." : "There is no placement.", ["Next puzzle", () => this.next()]);
    } catch (error) {
      if (isStill()) say(error instanceof Stopped ? "Stopped." : error.message);
    }
  }

  #look(position) {
    const { puzzle, shown } = this.#desk;
    if (puzzle && !shown && !position.fault) say("", ["Next puzzle", () => this.next()]);
  }
}
