// The views, of which one is seen, and the address, in which everything stands that is to be seen again after a reload.

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

  // The view that is seen.
  get now() {
    return VIEWS.find((name) => !$(`view-${name}`).hidden);
  }

  // How many changes of the problem can be taken back.
  get depth() {
    return history.state?.depth ?? 0;
  }

  // What an address says, which is what is to be seen; the text of the problem is answered.
  read() {
    const { text, ...others } = readAddress(location.hash);
    this.#text = text;
    this.#others = others;
    // What is read stands in the history already.
    this.#isRead = true;
    this.look(VIEWS.includes(others.view) ? others.view : "board");
    return text;
  }

  // What the address says besides the problem.
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

  // Writes other things into the address. They make no entry of the history.
  note(others) {
    this.#others = { ...this.#others, ...others };
    if (this.#isBegun) history.replaceState(history.state, "", addressOf(this.#text, this.#others));
  }

  // Writes the problem into the address, and other things that belong to it: each is an entry of its own, so that every change
  // can be taken back.
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
