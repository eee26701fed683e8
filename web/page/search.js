// The search as an animation: pages of the library, each in a frame of its own. One set of buttons plays two
// of them.

const $ = (id) => document.getElementById(id);
const isFull = () => document.fullscreenElement !== null;
const ORDERS = { "first-fail": "Fewest free squares first", leftmost: "In a fixed order" };

export class Search {
  #engine;
  #desk;
  #views;
  #theme;
  // The animation that is shown: the problem with its pieces, and the number of orders.
  #shown = "";
  #frames = [];
  #states = [];

  constructor(engine, desk, views, theme) {
    this.#engine = engine;
    this.#desk = desk;
    this.#views = views;
    this.#theme = theme;
    const look = () => views.now === "search" && this.#begin();
    views.addEventListener("look", look);
    desk.addEventListener("change", look);
    theme.addEventListener("change", () => this.#tell({ theme: theme.now }));
    $("two").addEventListener("change", () => {
      views.note({ two: $("two").checked ? 1 : undefined });
      look();
    });
    addEventListener("message", ({ source, data }) => this.#hear(source, data));
    $("both-play").addEventListener("click", () => this.#play());
    $("both-first").addEventListener("click", () => this.#tell({ to: 0 }));
    $("both-back").addEventListener("click", () => this.#tell({ by: -1 }));
    $("both-forward").addEventListener("click", () => this.#tell({ by: 1 }));
    $("both-speed").addEventListener("input", () => this.#tell({ speed: Number($("both-speed").value) }));
    $("classroom").addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else $("view-search").requestFullscreen?.().catch((error) => { $("search-status").textContent = error.message; });
    });
    document.addEventListener("fullscreenchange", () => this.#tell({ isFull: isFull() }));
    // The space bar plays and pauses wherever the focus is, and Enter presses buttons. Some browsers press them when the
    // space bar is released.
    for (const kind of ["keydown", "keyup"]) {
      document.addEventListener(kind, (event) => {
        if (event.key !== " " || views.now !== "search" || document.querySelector("dialog[open]")) return;
        if (event.target.closest("input:not([type=checkbox], [type=range]), select, textarea")) return;
        event.preventDefault();
        if (kind === "keydown" && !event.repeat) this.#play();
      }, { capture: true });
    }
  }

  async #begin() {
    if (!this.#desk.problem) return;
    $("two").checked = Boolean(this.#views.others.two);
    const orders = Object.keys(ORDERS).slice(0, $("two").checked ? 2 : 1);
    const wanted = `${this.#desk.given} ${orders.length}`;
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#frames = [];
    this.#states = [];
    $("players").replaceChildren();
    $("both").hidden = true;
    $("players").classList.toggle("pair", orders.length > 1);
    $("search-status").textContent = "";
    try {
      for (const order of orders) {
        const { page, choices } = await this.#engine.ask({ ask: "trace", text: this.#desk.given, order });
        if (wanted !== this.#shown) return;
        this.#add(order, page, choices, orders.length > 1);
      }
      $("both").hidden = orders.length < 2;
    } catch (error) {
      if (wanted === this.#shown) $("search-status").textContent = `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;
    }
  }

  #add(order, page, choices, isOneOfTwo) {
    const frame = document.createElement("iframe");
    frame.title = `The search, ${ORDERS[order][0].toLowerCase()}${ORDERS[order].slice(1)}: ${choices} choices`;
    frame.setAttribute("sandbox", "allow-scripts");
    frame.srcdoc = page;
    const place = this.#frames.push(frame) - 1;
    frame.addEventListener("load", () => this.#send(place, { theme: this.#theme.now, isBare: isOneOfTwo, isFull: isFull() }));
    const figure = document.createElement("figure");
    if (isOneOfTwo) figure.append(Object.assign(document.createElement("figcaption"), { textContent: ORDERS[order] }));
    figure.append(frame);
    $("players").append(figure);
  }

  #send(place, message) {
    // Frames without an origin cannot be the named target of a message.
    this.#frames[place].contentWindow?.postMessage(message, "*");
  }

  #tell(message) {
    this.#frames.forEach((_, place) => this.#send(place, message));
  }

  get #isPlaying() {
    return this.#states.some((state) => state?.isPlaying);
  }

  #play() {
    const isPlaying = !this.#isPlaying;
    // Finished frames start again only if all have finished.
    const isAtEnd = (state) => state && state.step === state.steps;
    const areAll = this.#states.every(isAtEnd);
    this.#states.forEach((state, place) => (isPlaying && isAtEnd(state) && !areAll ? undefined : this.#send(place, { isPlaying })));
  }

  #hear(source, state) {
    const place = this.#frames.findIndex((frame) => frame.contentWindow === source);
    if (place >= 0 && state?.wantsToPlay) this.#play();
    if (place < 0 || typeof state?.steps !== "number") return;
    const isFirst = !this.#states[place];
    this.#states[place] = state;
    // Two searches are compared at one speed.
    if (isFirst && this.#frames.length > 1) {
      const speed = Math.max(...this.#states.filter((known) => known).map((known) => known.speed));
      $("both-speed").value = speed;
      this.#tell({ speed });
    }
    $("both-play").querySelector(".label").textContent = this.#isPlaying ? "Pause" : "Play";
    $("both-play").querySelector(".icon").textContent = this.#isPlaying ? "❚❚" : "▶";
  }
}
