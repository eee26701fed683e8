// The content of the board: the problem, the reader's own pieces, and a placement that is shown instead.
//
// Other parts receive events: "problem" if the problem has changed, "change" if it or the pieces have,
// "fault" (with a text) if there is no such problem, "tool" if another tool is chosen, "show" if another
// placement is shown, and "draw" (with the library's answer about the position) whenever the board is drawn.

import { lacking, textOf, has } from "./problem.js";

export class Desk extends EventTarget {
  // The parts of the problem, without pre-placed pieces.
  problem;
  // The reader's own pieces, as pairs of kind and square.
  placed = [];
  // A placement that is shown instead of the reader's pieces.
  shown;
  // The kind that a click places, by its number in the problem; "hole" makes holes, and "mark" marks squares.
  tool = 0;
  // Squares that the reader has marked; they have no other effect.
  marks = new Set();
  // Squares with the numbers of a hint.
  hints = new Map();
  // For each kind the colours and the numbers of squares, if they are shown.
  heat;
  // In a puzzle: the question from which it was made, and the squares whose pieces stay.
  puzzle;

  #engine;
  #board;
  #picture;

  constructor(engine, board, picture) {
    super();
    this.#engine = engine;
    this.#board = board;
    this.#picture = picture;
  }

  // The visible pieces.
  get standing() {
    return this.shown ?? this.placed;
  }

  // The problem without and with the reader's pieces.
  get text() {
    return textOf(this.problem);
  }

  get given() {
    return textOf(this.problem, this.placed);
  }

  // The pieces that a puzzle gives, and the problem with only these.
  get fixed() {
    return this.placed.filter(([, square]) => this.#stays(square));
  }

  get start() {
    return textOf(this.problem, this.fixed);
  }

  // The numbers by square of the chosen kind.
  get heatNow() {
    return this.heat?.[typeof this.tool === "number" ? this.tool : 0];
  }

  #stays(square) {
    return this.puzzle?.given.includes(square) ?? false;
  }

  // Returns a function that tells whether the problem and its pieces are unchanged since this call.
  watch() {
    const { problem, placed } = this;
    return () => problem === this.problem && placed === this.placed;
  }

  // Sets another problem, by its text, or a puzzle. `isLeft` says that the reader has left the puzzle.
  // Returns whether the text is a problem.
  async setText(text, { keepsInput = false, isLeft = false, puzzle } = {}) {
    try {
      const problem = await this.#engine.ask({ ask: "problem", text });
      const placed = problem.pieces.flatMap((piece, kind) => piece.fixed.map((square) => [kind, square]));
      const stay = (square) => placed.some(([, at]) => at === square);
      await this.#begin(problem, placed, { keepsInput, isLeft, puzzle: puzzle && { ...puzzle, given: puzzle.given.filter(stay) } });
      return true;
    } catch (error) {
      this.#tell("fault", { text: error.message, isTyped: true, meant: error.cause });
      return false;
    }
  }

  // Makes the problem on the board a puzzle, after the board was shown. No piece is pre-placed.
  async play(puzzle) {
    Object.assign(this, { puzzle, shown: undefined });
    if (this.tool === "hole") this.tool = 0;
    this.#tell("problem");
    await this.#changed(true);
  }

  // Sets parts that were changed on the page. They are read again as text, so that the page shows what the
  // library has understood. Returns whether they are a problem.
  async setProblem(problem, placed) {
    const isOpen = ([kind, square]) =>
      kind < problem.pieces.length && has(problem, square) && !problem.holes.includes(square);
    const letters = problem.pieces.map((piece) => `${piece.army}${piece.letter}`);
    try {
      const read = await this.#engine.ask({ ask: "problem", text: textOf(problem) });
      // Kinds are in the order of the library.
      const order = letters.map((letter) => read.pieces.findIndex((piece) => `${piece.army}${piece.letter}` === letter));
      const stay = placed.filter(isOpen).map(([kind, square]) => [order[kind], square]).filter(([kind]) => kind >= 0);
      await this.#begin(read, stay);
      return true;
    } catch (error) {
      this.#tell("fault", { text: error.message, isTyped: false });
      return false;
    }
  }

  async #begin(problem, placed, { keepsInput = false, isLeft = false, puzzle } = {}) {
    // A problem that was found to be a puzzle stays one with other pieces on the board.
    if (!puzzle && this.puzzle?.isFound && textOf(problem) === this.text && !isLeft) puzzle = this.puzzle;
    const isSame = this.problem?.board === problem.board && !puzzle === !this.puzzle;
    Object.assign(this, { problem, placed, puzzle, shown: undefined });
    if (!isSame) this.marks.clear();
    const isTool = this.tool === "hole" || this.tool === "mark";
    if (isTool ? !problem.isGrid || (puzzle && this.tool === "hole") : this.tool >= problem.pieces.length) this.tool = 0;
    this.#tell("problem");
    await this.#changed(keepsInput);
  }

  async #changed(keepsInput = false) {
    this.hints.clear();
    this.heat = undefined;
    this.#tell("change", { keepsInput });
    await this.draw();
  }

  setPlaced(placed) {
    this.placed = placed;
    this.shown = undefined;
    return this.#changed();
  }

  show(placement) {
    this.shown = placement;
    this.hints.clear();
    this.#tell("show");
    return this.draw();
  }

  pick(tool) {
    this.tool = tool;
    this.#tell("tool");
  }

  // Handles a click on a square.
  act(square) {
    if (this.tool === "mark") return this.mark(square);
    if (this.tool === "hole") {
      const others = this.problem.holes.filter((hole) => hole !== square);
      const holes = others.length < this.problem.holes.length ? others : [...others, square];
      return this.setProblem({ ...this.problem, holes }, this.placed);
    }
    if (this.#stays(square)) return undefined;
    // The reader may continue from a placement that is shown.
    const [kind] = this.standing.find(([, at]) => at === square) ?? [];
    return kind === this.tool ? this.remove(square) : this.put(this.tool, square);
  }

  put(kind, square) {
    if (this.problem.holes.includes(square) || this.#stays(square)) return undefined;
    return this.setPlaced([...this.standing.filter(([, at]) => at !== square), [kind, square]]);
  }

  // Takes a piece off the board.
  remove(square) {
    if (this.#stays(square)) return undefined;
    return this.setPlaced(this.standing.filter(([, at]) => at !== square));
  }

  move(from, to) {
    const moved = this.standing.find(([, square]) => square === from);
    if (!moved || to === from || this.problem.holes.includes(to) || this.#stays(from) || this.#stays(to)) return undefined;
    const others = this.standing.filter(([, square]) => square !== from && square !== to);
    return this.setPlaced(to ? [...others, [moved[0], to]] : others);
  }

  mark(square) {
    if (!this.marks.delete(square)) this.marks.add(square);
    return this.draw();
  }

  clear() {
    this.marks.clear();
    return this.setPlaced(this.fixed);
  }

  async draw() {
    const { problem, placed, shown, marks, hints, puzzle } = this;
    const [pieces, heat] = [this.standing, this.heatNow];
    const isOld = () => problem !== this.problem || pieces !== this.standing;
    const position = await this.#engine.ask({ ask: "position", text: this.text, placed: pieces });
    if (isOld()) return;
    if (problem.isGrid) {
      // Frames distinguish the reader's own pieces from found ones. Attacks are not marked in a placement or
      // among armies.
      const isWhole = !position.fault || problem.armies > 1;
      const attacked = isWhole || heat ? [] : [...position.attacked, ...position.full];
      const given = puzzle ? this.fixed : shown ? placed : [];
      this.#board.draw(problem, pieces, { ...position, attacked, given, stays: puzzle?.given, marks, hints, heat: heat?.squares });
    } else {
      const { svg } = heat ?? await this.#engine.ask({ ask: "picture", text: this.text, placed: pieces });
      if (isOld()) return;
      const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      this.#picture.replaceChildren(Object.assign(new Image(), { src: source, alt: position.title }));
    }
    this.#tell("draw", position);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

// Returns the sentence below the board about the pieces on it.
export function remark(desk, position) {
  const { problem, standing, shown, puzzle } = desk;
  const conflicts = position.conflicts.length;
  if (puzzle && !shown && !position.fault) return "Solved: this is the only placement.";
  if (!standing.length) {
    // A puzzle has no button "next".
    const ask = puzzle ? "" : " Press “next” to see a placement.";
    return `${problem.isGrid ? "Click a square, or drag a piece onto the board." : "You cannot place pieces on this board by hand."}${ask}`;
  }
  if (conflicts) return `${conflicts} ${conflicts === 1 ? "pair of pieces attacks" : "pairs of pieces attack"} each other.`;
  if (position.over.length) return "Some lines or regions have too many pieces.";
  // The part that shows a placement also writes the sentence about it.
  if (shown) return "";
  if (!position.fault) return "This is a placement.";
  const lacks = lacking(problem, standing);
  if (!lacks) return `This is not yet a placement: ${position.fault}.`;
  const closed = new Set([...position.attacked, ...position.full, ...problem.holes, ...problem.reserved, ...standing.map(([, square]) => square)]);
  const isFull = problem.isGrid && problem.armies === 1 && closed.size === problem.rows * problem.cols;
  return `No attacks so far: ${lacks} placed.${isFull ? " No square is left." : ""}`;
}
