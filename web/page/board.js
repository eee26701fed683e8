// The board: a grid of squares that can be clicked, dragged onto and walked with the arrow keys.

import { placeOf, squareName } from "./problem.js";

const ARMIES = ["first", "second", "third", "fourth"];

export const shapeOf = (piece) =>
  `<svg viewBox="0 0 45 45" class="${ARMIES[(piece.army ?? 0) % 4]}" aria-hidden="true">${piece.shape}</svg>`;

export class Board {
  #grid;
  #cells = new Map();
  #focused = "";
  #problem;
  #remove;

  // `act(square)` is called for a square that was clicked or chosen by a key, `move(from, to)` for a piece that was dragged (`to`
  // is undefined off the board), `remove(square)` for a piece on which Delete was pressed.
  constructor(grid, { act, move, remove }) {
    this.#grid = grid;
    this.#remove = remove;
    grid.addEventListener("click", (event) => {
      const square = event.target.closest("[data-square]")?.dataset.square;
      if (square) act(square);
    });
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("pointerdown", (event) => {
      const cell = event.target.closest("[data-square]");
      if (cell?.querySelector("svg")) drag(event, cell, (to) => move(cell.dataset.square, to));
    });
  }

  // Makes the squares, if the board is another one.
  #lay(problem) {
    const before = this.#problem;
    this.#problem = problem;
    const key = ({ rows, cols }) => `${rows}x${cols}`;
    if (before && key(before) === key(problem)) return;
    this.#cells.clear();
    this.#grid.replaceChildren();
    this.#grid.style.setProperty("--rows", problem.rows);
    this.#grid.style.setProperty("--cols", problem.cols);
    this.#grid.setAttribute("aria-rowcount", problem.rows);
    this.#grid.setAttribute("aria-colcount", problem.cols);
    for (let row = problem.rows - 1; row >= 0; row -= 1) {
      const rank = document.createElement("div");
      rank.setAttribute("role", "row");
      // Ranks at the left, files below.
      rank.dataset.rank = row + 1;
      for (let col = 0; col < problem.cols; col += 1) {
        const cell = document.createElement("button");
        const square = squareName(row, col);
        cell.type = "button";
        cell.dataset.square = square;
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        cell.className = (row + col) % 2 ? "light" : "dark";
        if (row === 0) cell.dataset.file = square.replace(/\d+$/, "");
        rank.append(cell);
        this.#cells.set(square, cell);
      }
      this.#grid.append(rank);
    }
    const lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    lines.setAttribute("aria-hidden", "true");
    lines.setAttribute("viewBox", `0 0 ${problem.cols} ${problem.rows}`);
    lines.setAttribute("preserveAspectRatio", "none");
    lines.id = "conflicts";
    this.#grid.append(lines);
    this.#focus(this.#cells.has(this.#focused) ? this.#focused : "a1", false);
  }

  // Shows pieces, pairs of kind and square; those of `given` are the reader's own.
  draw(problem, pieces, { given = [], attacked = [], conflicts = [] }) {
    this.#lay(problem);
    const holes = new Set(problem.holes);
    const standing = new Map(pieces.map(([kind, square]) => [square, kind]));
    const own = new Set(given.map(([, square]) => square));
    const inReach = new Set(attacked);
    const quarrelling = new Set(conflicts.flat());
    for (const [square, cell] of this.#cells) {
      const kind = standing.get(square);
      const piece = kind === undefined ? undefined : problem.pieces[kind];
      const mark = piece ? `${kind}:${piece.letter}:${piece.army}` : "";
      if (cell.dataset.piece !== mark) {
        cell.dataset.piece = mark;
        cell.innerHTML = piece ? shapeOf(piece) : "";
      }
      cell.classList.toggle("hole", holes.has(square));
      cell.classList.toggle("attacked", inReach.has(square) && !piece);
      cell.classList.toggle("given", own.has(square));
      cell.classList.toggle("quarrel", quarrelling.has(square));
      const army = problem.armies > 1 ? ` of army ${(piece?.army ?? 0) + 1}` : "";
      const what = holes.has(square) ? "hole"
        : piece ? `${piece.name ?? piece.letter}${army}${quarrelling.has(square) ? ", attacked" : ""}`
        : inReach.has(square) ? "attacked" : "empty";
      cell.setAttribute("aria-label", `${square}, ${what}`);
    }
    const line = ([one, other]) => {
      const [from, to] = [one, other].map(placeOf);
      const y = (row) => problem.rows - row - 0.5;
      return `<line x1="${from.col + 0.5}" y1="${y(from.row)}" x2="${to.col + 0.5}" y2="${y(to.row)}"/>`;
    };
    this.#grid.querySelector("#conflicts").innerHTML = conflicts.slice(0, 500).map(line).join("");
  }

  #focus(square, moves = true) {
    const cell = this.#cells.get(square);
    if (!cell) return;
    const before = this.#cells.get(this.#focused);
    if (before) before.tabIndex = -1;
    this.#focused = square;
    cell.tabIndex = 0;
    if (moves) cell.focus();
  }

  #key(event) {
    const at = event.target.closest("[data-square]")?.dataset.square;
    if (!at) return;
    if ((event.key === "Delete" || event.key === "Backspace") && event.target.querySelector("svg")) {
      event.preventDefault();
      this.#remove(at);
      return;
    }
    const { row, col } = placeOf(at);
    const { rows, cols } = this.#problem;
    const to = {
      ArrowUp: [row + 1, col],
      ArrowDown: [row - 1, col],
      ArrowLeft: [row, col - 1],
      ArrowRight: [row, col + 1],
      Home: [row, 0],
      End: [row, cols - 1],
      PageUp: [rows - 1, col],
      PageDown: [0, col],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    this.#focus(squareName(...to));
  }
}

// Lets a piece be dragged, and says where it was dropped; a press without a movement is a click, and left to others.
export function drag(event, source, drop) {
  if (event.button !== 0) return;
  const begun = { x: event.clientX, y: event.clientY };
  let ghost;
  const move = (moved) => {
    if (!ghost) {
      if (Math.hypot(moved.clientX - begun.x, moved.clientY - begun.y) < 6) return;
      ghost = source.querySelector("svg").cloneNode(true);
      ghost.classList.add("ghost");
      ghost.style.width = `${Math.max(36, source.getBoundingClientRect().width)}px`;
      document.body.append(ghost);
      source.classList.add("dragged");
    }
    moved.preventDefault();
    ghost.style.left = `${moved.clientX}px`;
    ghost.style.top = `${moved.clientY}px`;
  };
  const end = (ended) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    source.classList.remove("dragged");
    // A click that follows at once is not one.
    const swallow = (click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    if (ended.type === "pointerup") {
      const under = document.elementFromPoint(ended.clientX, ended.clientY);
      drop(under?.closest("[data-square]")?.dataset.square);
    }
  };
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
