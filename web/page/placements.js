// Placements, one after another or at random.

import { Stopped } from "./engine.js";
import { lookAtBoard, say } from "./finding.js";

const $ = (id) => document.getElementById(id);
// The number of placements that are requested at a time.
const NUMBER = 100;

export class Placements {
  #desk;
  #work;
  // The listed placements, and the index of the one that is shown.
  #listed = [];
  #at = -1;
  #isOver = false;
  #isListing = false;
  // Whether a search is running. Clicks during that time are ignored.
  #isBusy = false;

  constructor(desk, work) {
    this.#desk = desk;
    this.#work = work;
    this.#forget();
    desk.addEventListener("change", () => this.#forget());
  }

  #forget() {
    this.#listed = [];
    this.#at = -1;
    this.#isOver = false;
    this.#isListing = false;
    this.#enable();
  }

  #enable() {
    $("previous").disabled = this.#at <= 0;
    $("next").disabled = this.#isOver && this.#at + 1 >= this.#listed.length;
  }

  async next() {
    if (this.#isBusy) return;
    const isStill = this.#desk.watch();
    this.#isBusy = true;
    try {
      if (this.#at + 1 >= this.#listed.length && !this.#isOver) {
        const { placements, isOver } = await this.#following();
        if (!isStill()) return;
        this.#listed.push(...placements);
        this.#isOver = isOver;
      }
      if (this.#at + 1 < this.#listed.length) await this.#show(this.#at + 1);
      else say(this.#listed.length ? "That was the last placement." : "There is no placement.");
      this.#enable();
    } catch (error) {
      this.#tell(error, isStill);
    } finally {
      this.#isBusy = false;
    }
  }

  // Shows the next placement. The quickest method finds the first one; a list begins when the reader wants
  // more.
  async #following() {
    const text = this.#desk.given;
    if (!this.#listed.length) {
      const { placed } = await this.#work.ask("Looking for a placement", { ask: "find", text });
      return { placements: placed ? [placed] : [], isOver: !placed };
    }
    const question = this.#isListing ? { ask: "more" } : { ask: "list", text };
    const { placements, isOver } = await this.#work.ask("Looking for the next placement", { ...question, number: NUMBER });
    this.#isListing = true;
    const key = (placement) => placement.map(([kind, square]) => `${kind}${square}`).sort().join(" ");
    const first = key(this.#listed[0]);
    return { placements: placements.map((found) => found.placed).filter((found) => key(found) !== first), isOver };
  }

  async #show(at) {
    this.#at = at;
    await this.#desk.show(this.#listed[at]);
    const isLast = this.#isOver && at + 1 === this.#listed.length;
    say(`Placement ${at + 1}${isLast ? ", the last one" : ""}`);
    this.#enable();
    lookAtBoard();
  }

  async previous() {
    if (this.#at <= 0 || this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#show(this.#at - 1);
    } finally {
      this.#isBusy = false;
    }
  }

  async random() {
    const isStill = this.#desk.watch();
    const seed = 1 + Math.floor(Math.random() * 2 ** 31);
    try {
      const { placed } = await this.#work.ask("Choosing a random placement", { ask: "find", text: this.#desk.given, seed });
      if (!isStill()) return;
      // The library has given up its list for this question.
      this.#forget();
      if (placed) await this.#desk.show(placed);
      say(placed ? "A random placement" : "There is no placement.");
      if (placed) lookAtBoard();
    } catch (error) {
      this.#tell(error, isStill);
    }
  }

  #tell(error, isStill) {
    if (!isStill()) return;
    say(error instanceof Stopped ? "Stopped." : error.message);
    // The library no longer has its list.
    if (error instanceof Stopped) this.#forget();
  }
}
