// The views, one of which is visible, and the address, which keeps everything that a reload must show again.

import { addressOf, readAddress } from "./address.js";

const $ = (id) => document.getElementById(id);
const VIEWS = ["board", "search", "table"];

export class Views extends EventTarget {
  #text = "";
  #others = {};
  #isBegun = false;
  #isRead = false;

  constructor() {
    super();
    for (const [place, name] of VIEWS.entries()) {
      $(`tab-${name}`).addEventListener("click", () => this.look(name));
      $(`tab-${name}`).addEventListener("keydown", (event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        const other = VIEWS[(place + by + VIEWS.length) % VIEWS.length];
        this.look(other);
        $(`tab-${other}`).focus();
      });
    }
  }

  // Returns the visible view.
  get now() {
    return VIEWS.find((name) => !$(`view-${name}`).hidden);
  }

  // Returns the number of problem changes that can be undone.
  get depth() {
    return history.state?.depth ?? 0;
  }

  // Applies an address, and returns the text of its problem.
  read() {
    const { text, ...others } = readAddress(location.hash);
    this.#text = text;
    this.#others = others;
    // The values of the address are already in the history.
    this.#isRead = true;
    this.look(VIEWS.includes(others.view) ? others.view : "board");
    return text;
  }

  // Returns the values of the address besides the problem.
  get others() {
    return this.#others;
  }

  look(view) {
    for (const name of VIEWS) {
      const tab = $(`tab-${name}`);
      tab.setAttribute("aria-selected", String(name === view));
      tab.tabIndex = name === view ? 0 : -1;
      $(`view-${name}`).hidden = name !== view;
    }
    document.body.dataset.view = view;
    this.note({ view: view === "board" ? undefined : view });
    this.dispatchEvent(new CustomEvent("look", { detail: view }));
  }

  // Writes other values into the address, without an entry in the history.
  note(others) {
    this.#others = { ...this.#others, ...others };
    if (this.#isBegun) history.replaceState(history.state, "", addressOf(this.#text, this.#others));
  }

  // Writes the problem into the address, with the values that belong to it. Each is an entry in the history,
  // so that every change can be undone.
  begin(text, others = {}) {
    const isNew = this.#isBegun && !this.#isRead && text !== this.#text;
    this.#text = text;
    this.#others = { ...this.#others, ...others };
    this.#isRead = false;
    this.#isBegun = true;
    const address = addressOf(text, this.#others);
    if (isNew) history.pushState({ depth: this.depth + 1 }, "", address);
    else history.replaceState({ depth: this.depth }, "", address);
  }
}
