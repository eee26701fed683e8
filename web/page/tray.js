// The tray: the kinds of the problem as tiles, tools next to them, and the number of the chosen kind.

import { drag, shapeOf } from "./board.js";
import { askForKind } from "./kinds.js";
import { capitalised, nameOf, oneOf, pluralOf } from "./words.js";

const $ = (id) => document.getElementById(id);

const ICONS = {
  hole: '<rect x="10" y="10" width="25" height="25" rx="3" fill="currentColor"/>',
  mark: '<path d="M12 12L33 33M33 12L12 33"/>',
  kind: '<path d="M22.5 9V36M9 22.5H36"/>',
  army: '<path d="M9 9L36 36M36 9L9 36M9 9v8M9 9h8M36 9v8M36 9h-8M12 36l-4-4M33 36l4-4"/>',
};

const icon = (name) => `<svg viewBox="0 0 45 45" class="icon-lines" aria-hidden="true">${ICONS[name]}</svg>`;

export class Tray {
  #desk;
  #engine;
  // The numbers of kinds before any number was allowed.
  #remembered = new Map();

  constructor(desk, engine) {
    this.#desk = desk;
    this.#engine = engine;
    desk.addEventListener("problem", () => this.#lay());
    desk.addEventListener("tool", () => this.#show());
    $("fewer").addEventListener("click", () => this.#by(-1));
    $("more").addEventListener("click", () => this.#by(1));
    $("any").addEventListener("click", () => this.#any());
  }

  #lay() {
    const { problem } = this.#desk;
    // The pieces of a puzzle cannot be changed.
    const tools = this.#desk.puzzle ? [] : [
      this.#tile(icon("kind"), "add kind", "Add a kind of piece", () => this.#addKind()),
      this.#tile(icon("army"), "add army", "Add an opposing army", () => this.#addArmy()),
    ];
    if (problem.isGrid) {
      const pick = (tool) => () => this.#desk.pick(this.#desk.tool === tool ? 0 : tool);
      if (!this.#desk.puzzle) tools.unshift(Object.assign(this.#tile(icon("hole"), "hole", "Make holes by clicking squares", pick("hole")), { id: "hole-tool" }));
      tools.unshift(
        Object.assign(this.#tile(icon("mark"), "mark", "Mark squares by clicking them (or right-click a square)", pick("mark")), { id: "mark-tool" }),
      );
    }
    // The keyboard focus stays where it was.
    const focused = document.activeElement?.closest("#tray button")?.title;
    $("tray").replaceChildren(...problem.pieces.map((piece, kind) => this.#kind(piece, kind)), ...tools);
    if (focused) [...$("tray").children].find((tile) => tile.title === focused)?.focus();
    this.#show();
  }

  // A screen reader also reads `more` after the label.
  #tile(drawing, label, title, act, more = "") {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "tile", title });
    button.innerHTML = `${drawing}<span class="label"></span><span class="away"></span>`;
    button.querySelector(".label").textContent = label;
    button.querySelector(".away").textContent = more;
    button.addEventListener("click", act);
    return button;
  }

  #kind(piece, kind) {
    const number = { "*": "any", max: "max" }[piece.number] ?? piece.number;
    const army = this.#desk.problem.armies > 1 ? ` of army ${piece.army + 1}` : "";
    const place = `place ${oneOf(piece)}${army}`;
    const tile = this.#tile(shapeOf(piece), `${piece.letter} ${number}`, capitalised(place), () => this.#desk.pick(kind), `: ${place}`);
    tile.classList.add("piece-button");
    tile.addEventListener("pointerdown", (event) => drag(event, tile, (to) => to && this.#desk.put(kind, to)));
    return tile;
  }

  // Shows the chosen kind and its number.
  #show() {
    const { problem, tool } = this.#desk;
    [...$("tray").querySelectorAll(".piece-button")].forEach((tile, kind) => tile.setAttribute("aria-pressed", String(kind === tool)));
    for (const name of ["hole", "mark"]) $(`${name}-tool`)?.setAttribute("aria-pressed", String(name === tool));
    const piece = problem.pieces[this.#chosen];
    const name = nameOf(piece);
    const isGiven = typeof piece.number === "number";
    $("number-name").textContent = name;
    $("number").textContent = { "*": "any", max: "max" }[piece.number] ?? piece.number;
    $("fewer").setAttribute("aria-label", `One ${name} fewer`);
    $("more").setAttribute("aria-label", `One ${name} more`);
    $("any").setAttribute("aria-label", isGiven ? `Allow any number of ${pluralOf(piece)}` : `Set an exact number of ${pluralOf(piece)}`);
    $("any").setAttribute("aria-pressed", String(piece.number === "*"));
    $("any").hidden = problem.armies > 1;
    $("fewer").disabled = problem.pieces.length === 1 && (piece.number === 1 || piece.number === 0);
  }

  get #chosen() {
    return typeof this.#desk.tool === "number" ? this.#desk.tool : 0;
  }

  // Returns the pieces of the problem, with another number of the chosen kind.
  #withNumber(number) {
    return this.#desk.problem.pieces.map((piece, at) => (at === this.#chosen ? { ...piece, number } : piece));
  }

  #by(change) {
    const { problem, placed } = this.#desk;
    const kind = this.#chosen;
    const piece = problem.pieces[kind];
    // "Any number" becomes one when the reader changes it.
    const number = typeof piece.number === "number" ? piece.number + change : 1;
    if (number > 0) return this.#desk.setProblem({ ...problem, pieces: this.#withNumber(number) }, placed);
    // Removing the last piece removes its kind from the tray, but one kind always stays.
    const rest = problem.pieces.filter((_, at) => at !== kind);
    if (!rest.length) return undefined;
    const armies = [...new Set(rest.map((other) => other.army))].sort();
    const moved = rest.map((other) => ({ ...other, army: armies.indexOf(other.army) }));
    const stay = placed.filter(([of]) => of !== kind).map(([of, square]) => [of > kind ? of - 1 : of, square]);
    return this.#desk.setProblem({ ...problem, pieces: moved, armies: armies.length }, stay);
  }

  #any() {
    const { problem, placed } = this.#desk;
    const piece = problem.pieces[this.#chosen];
    const isGiven = typeof piece.number === "number";
    if (isGiven) this.#remembered.set(piece.letter, piece.number);
    const number = isGiven ? "*" : this.#remembered.get(piece.letter) ?? 1;
    this.#desk.setProblem({ ...problem, pieces: this.#withNumber(number) }, placed);
  }

  async #addKind() {
    const kind = await askForKind(this.#engine);
    if (!kind) return;
    const desk = this.#desk;
    const army = desk.problem.armies - 1;
    const isNew = (piece) => piece.letter === kind.letter && piece.army === army;
    if (!desk.problem.pieces.some(isNew)) {
      const pieces = [...desk.problem.pieces, { army, number: 1, closed: [], ...kind }];
      await desk.setProblem({ ...desk.problem, pieces }, desk.placed);
    }
    // A click then places this kind.
    const added = desk.problem.pieces.findIndex(isNew);
    if (added >= 0) desk.pick(added);
  }

  #addArmy() {
    const { problem, placed } = this.#desk;
    const own = problem.pieces.filter((piece) => piece.army === 0);
    const pieces = [...problem.pieces, ...own.map((piece) => ({ ...piece, army: problem.armies }))]
      .map((piece) => (typeof piece.number === "number" ? piece : { ...piece, number: 1 }));
    const areEnemies = problem.armies === 1 || problem.areEnemies;
    this.#desk.setProblem({ ...problem, pieces, armies: problem.armies + 1, areEnemies }, placed);
  }
}
