// The board: a grid of squares for clicks, drags and arrow keys.

import { overlay } from "./overlay.js";
import { fileName, placeOf, squareName } from "./problem.js";
import { nameOf } from "./words.js";

const ARMIES = ["first", "second", "third", "fourth"];

export const shapeOf = (piece) =>
  `<svg viewBox="0 0 45 45" class="${ARMIES[(piece.army ?? 0) % 4]}" aria-hidden="true">${piece.shape}</svg>`;

export class Board {
  #grid;
  #cells = new Map();
  #focused = "";
  #problem;
  #acts;
  #isFlipped = false;

  // `act(square)` is called for a square that is clicked or chosen by a key, `move(from, to)` for a piece
  // that is dragged (`to` is undefined off the board), `remove(square)` for a piece on which Delete is
  // pressed, and `mark(square)` for a second click.
  constructor(grid, acts) {
    this.#grid = grid;
    this.#acts = acts;
    const squareAt = (event) => event.target.closest("[data-square]");
    grid.addEventListener("click", (event) => {
      const square = squareAt(event)?.dataset.square;
      if (square) acts.act(square);
    });
    grid.addEventListener("contextmenu", (event) => {
      const square = squareAt(event)?.dataset.square;
      if (!square) return;
      event.preventDefault();
      acts.mark(square);
    });
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("pointerdown", (event) => {
      const cell = squareAt(event);
      if (cell?.querySelector("svg")) drag(event, cell, (to) => acts.move(cell.dataset.square, to));
    });
  }

  // Turns the board round, so that the last rank is at the bottom.
  flip() {
    this.#isFlipped = !this.#isFlipped;
    const problem = this.#problem;
    this.#problem = undefined;
    if (problem) this.#lay(problem);
  }

  // Makes the squares if the board has changed.
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
    this.#grid.classList.toggle("small", Math.max(problem.rows, problem.cols) > 16);
    const upwards = [...Array(problem.rows).keys()];
    const rightwards = [...Array(problem.cols).keys()];
    const rows = this.#isFlipped ? upwards : upwards.reverse();
    const cols = this.#isFlipped ? rightwards.reverse() : rightwards;
    for (const row of rows) {
      const rank = document.createElement("div");
      rank.setAttribute("role", "row");
      // Ranks are at the left, files below.
      rank.dataset.rank = row + 1;
      for (const col of cols) {
        const cell = document.createElement("button");
        const square = squareName(row, col);
        cell.type = "button";
        cell.dataset.square = square;
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        cell.className = (row + col) % 2 ? "light" : "dark";
        if (row === rows.at(-1)) cell.dataset.file = fileName(col);
        rank.append(cell);
        this.#cells.set(square, cell);
      }
      this.#grid.append(rank);
    }
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("aria-hidden", "true");
    drawing.setAttribute("viewBox", `0 0 ${problem.cols} ${problem.rows}`);
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.id = "overlay";
    this.#grid.append(drawing);
    this.#focus(this.#cells.has(this.#focused) ? this.#focused : "a1", false);
  }

  // Shows pieces, which are pairs of kind and square. Pieces of `given` have frames: they are the reader's
  // own, or, on squares in `stays`, those of a puzzle. Squares of `heat` have colours and numbers.
  draw(problem, pieces, { given = [], stays = [], attacked = [], conflicts = [], over = [], marks = new Set(), hints = new Map(), heat = {} }) {
    this.#lay(problem);
    const standing = new Map(pieces.map(([kind, square]) => [square, problem.pieces[kind]]));
    const regions = new Map(problem.regions.flatMap((squares, region) => squares.map((square) => [square, region])));
    const sets = {
      hole: new Set(problem.holes),
      reserved: new Set(problem.reserved),
      given: new Set(given.map(([, square]) => square)),
      attacked: new Set(attacked.filter((square) => !standing.has(square))),
      quarrel: new Set([...conflicts.flat(), ...over]),
      stays: new Set(stays),
      marked: marks,
      hinted: hints,
    };
    for (const [square, cell] of this.#cells) {
      const piece = standing.get(square);
      const warmth = heat[square];
      fill(cell, piece, marks.has(square) && !piece, { hint: hints.get(square), share: piece ? undefined : warmth?.label });
      warm(cell, warmth);
      for (const [name, squares] of Object.entries(sets)) cell.classList.toggle(name, squares.has(square));
      const region = regions.get(square);
      cell.classList.toggle("region", region !== undefined);
      if (region !== undefined) cell.style.setProperty("--region", `var(--region-${region % 10})`);
      else cell.style.removeProperty("--region");
      cell.setAttribute("aria-label", labelOf(problem, square, piece, { sets, region, warmth }));
    }
    this.#grid.querySelector("#overlay").innerHTML = overlay(problem, conflicts, over, regions, this.#isFlipped);
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
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === "Delete" || event.key === "Backspace") && event.target.querySelector("svg")) {
      event.preventDefault();
      this.#acts.remove(at);
      return;
    }
    if (event.key === "x") {
      event.preventDefault();
      this.#acts.mark(at);
      return;
    }
    const { row, col } = placeOf(at);
    const { rows, cols } = this.#problem;
    const by = this.#isFlipped ? -1 : 1;
    const to = {
      ArrowUp: [row + by, col],
      ArrowDown: [row - by, col],
      ArrowLeft: [row, col - by],
      ArrowRight: [row, col + by],
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

// Returns the colour of a square by its number of placements, and whether the colour is dark.
function warm(cell, warmth) {
  cell.classList.toggle("warm", Boolean(warmth));
  cell.classList.toggle("hot", warmth?.isDark ?? false);
  if (warmth) cell.style.setProperty("--warmth", warmth.colour);
  else cell.style.removeProperty("--warmth");
  cell.title = warmth?.words ?? "";
}

// Returns the content of a square: a piece or a mark, and the number of a hint or of placements.
function fill(cell, piece, isMarked, { hint = "", share = "" }) {
  const content = piece ? `${piece.letter}:${piece.army}` : isMarked ? "×" : "";
  const key = `${content}|${hint}|${share}`;
  if (cell.dataset.content === key) return;
  cell.dataset.content = key;
  cell.innerHTML = piece ? shapeOf(piece) : isMarked ? '<span class="cross">×</span>' : "";
  // A screen reader reads a large number in full; the board shows a short form.
  const short = (text) => (text.length < 4 ? text : new Intl.NumberFormat("en", { notation: "compact" }).format(Number(text)));
  if (share) cell.append(Object.assign(document.createElement("span"), { className: "share", textContent: share }));
  if (hint) cell.append(Object.assign(document.createElement("span"), { className: "completions", textContent: short(hint) }));
}

function labelOf(problem, square, piece, { sets, region, warmth }) {
  const army = problem.armies > 1 && piece ? ` of army ${piece.army + 1}` : "";
  const is = (name) => sets[name].has(square);
  const what = is("hole") ? "hole"
    : piece ? `${nameOf(piece)}${army}${is("stays") ? ", given" : ""}${is("quarrel") ? ", attacked" : ""}`
    : is("attacked") ? "attacked" : is("reserved") ? "reserved" : "empty";
  const mark = is("marked") ? ", marked" : "";
  const hint = sets.hinted.get(square);
  const leads = hint === undefined ? "" : hint === "?" ? ", leads to a placement" : `, leads to ${hint} ${hint === "1" ? "placement" : "placements"}`;
  const share = warmth ? `, ${warmth.words}` : "";
  return `${square}, ${what}${mark}${leads}${share}${region === undefined ? "" : `, region ${region + 1}`}`;
}

// Lets a piece be dragged, and reports the square where it is dropped. A press without a movement is a click,
// which others handle.
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
    // A click that follows at once is part of the drag.
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
