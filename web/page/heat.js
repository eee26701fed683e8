// The positions of pieces: for each square, the number of placements with a piece of the chosen kind there,
// as colours and numbers. Pieces on the board are pre-placed, so one piece shows where the others are then.

import { Stopped } from "./engine.js";
import { lookAtBoard, say } from "./finding.js";
import { grouped, oneOf } from "./words.js";

const $ = (id) => document.getElementById(id);

export class Heat {
  #desk;
  #work;
  #isOn = false;

  constructor(desk, work) {
    this.#desk = desk;
    this.#work = work;
    $("heat").addEventListener("click", () => this.#turn(!this.#isOn));
    // The map waits until the other parts have received the change, and have stopped questions about the
    // former board.
    desk.addEventListener("change", () => this.#isOn && queueMicrotask(() => (desk.puzzle ? this.#turn(false) : this.#ask())));
    desk.addEventListener("draw", () => this.#tellSquare());
    for (const event of ["focusin", "pointerover"]) $("board").addEventListener(event, ({ target }) => this.#tellSquare(target));
    desk.addEventListener("tool", () => this.#tell());
    desk.addEventListener("show", () => this.#isOn && this.#turn(false));
  }

  #turn(isOn) {
    this.#isOn = isOn;
    $("heat").setAttribute("aria-pressed", String(isOn));
    if (isOn) return this.#ask();
    this.#desk.heat = undefined;
    say("");
    return this.#desk.draw();
  }

  async #ask() {
    const desk = this.#desk;
    Object.assign(desk, { shown: undefined, hints: new Map() });
    const isStill = desk.watch();
    this.#work.stop();
    try {
      const found = await this.#work.ask("Counting by square", { ask: "squares", text: desk.given });
      if (!isStill() || !this.#isOn) return;
      desk.heat = Object.assign(found.kinds, { count: found.count, record: found.record });
      await this.#tell();
      lookAtBoard();
    } catch (error) {
      if (!isStill()) return;
      this.#turn(false);
      say(error instanceof Stopped ? "Stopped." : error.message);
    }
  }

  // Shows the number of a square in full. A screen reader reads it with the square.
  #tellSquare(target = document.activeElement) {
    const { square } = target.closest("#board [data-square]")?.dataset ?? {};
    const words = this.#desk.heatNow?.squares[square]?.words;
    $("square-said").textContent = words ? `${square}: ${words}` : "";
  }

  // Explains the numbers on the board.
  async #tell() {
    const desk = this.#desk;
    const heat = desk.heatNow;
    if (!heat) return undefined;
    await desk.draw();
    if (heat !== desk.heatNow) return undefined;
    const off = ["Hide the numbers", () => this.#turn(false)];
    const { count } = desk.heat;
    if (count === "0") return say("There is no placement with these pieces.", off);
    const share = heat.isShare ? "what percentage" : "how many";
    const most = heat.most ? ` (at most ${heat.most})` : "";
    const piece = oneOf(desk.problem.pieces[heat.piece]);
    // On large boards the numbers have no room.
    const { isGrid, rows, cols } = desk.problem;
    const sign = isGrid && Math.max(rows, cols) <= 16 ? "number" : "colour";
    return say(`Each ${sign} shows ${share} of the ${grouped(count)} ${count === "1" ? "placement" : "placements"} have ${piece} on that square${most}.`, off);
  }
}
