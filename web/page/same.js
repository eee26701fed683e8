// The equivalence of placements: groups of maps, in the words of the library.

const $ = (id) => document.getElementById(id);

// The group unless the reader chooses another one.
const USUAL = { upTo: "symmetry", phrase: "up to symmetry" };

export class Sameness {
  #engine;
  #changed;
  #chosen = USUAL;
  #names = [];

  // `changed()` is called when the reader has chosen another group.
  constructor(engine, changed) {
    this.#engine = engine;
    this.#changed = changed;
  }

  // Returns the words in the form of questions.
  get upTo() {
    return this.#chosen.upTo;
  }

  // Returns the phrase behind a number: "up to symmetry".
  get phrase() {
    return this.#chosen.phrase;
  }

  // Offers the groups that suit a problem. The reader's choice stays if it is among them.
  async of(text) {
    const { maps } = await this.#engine.ask({ ask: "maps", text });
    this.#names = maps.map(({ name }) => name);
    if (!this.#words().every((word) => this.#names.includes(word))) this.#chosen = USUAL;
    $("same-maps").replaceChildren(...maps.map((map) => this.#box(map)));
    this.#show();
  }

  #words() {
    return this.#chosen.upTo.split("+");
  }

  #box({ name, phrase }) {
    const box = Object.assign(document.createElement("input"), { type: "checkbox", value: name });
    box.addEventListener("change", () => this.#toggle(name, box.checked));
    const label = document.createElement("label");
    label.append(box, ` ${phrase}`);
    return label;
  }

  async #toggle(name, isOn) {
    const words = this.#words().filter((word) => word !== name);
    const ask = (words) => this.#engine.ask({ ask: "same", upTo: words.join("+") });
    let chosen = isOn ? await ask([...words, name]) : words.length ? await ask(words) : USUAL;
    // A group replaces the groups that it contains.
    if (isOn && !chosen.upTo.split("+").includes(name)) chosen = await ask([name]);
    this.#chosen = chosen;
    this.#show();
    this.#changed();
  }

  #show() {
    const words = this.#words();
    for (const box of $("same-maps").querySelectorAll("input")) box.checked = words.includes(box.value);
    $("same-now").textContent = this.phrase;
    $("same").dataset.upTo = this.upTo;
    $("gallery").title = `Show all placements, ${this.phrase}`;
    $("family-same").textContent = this.phrase;
  }
}
