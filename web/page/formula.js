// The formula of a family: its properties, line by line, and the rule in mathematical notation.

import { write } from "./copy.js";
import { Stopped } from "./engine.js";
import { mathml } from "./mathml.js";
import { capitalised } from "./words.js";

const $ = (id) => document.getElementById(id);

export class Formula {
  #engine;
  #round = 0;
  // The family that is shown, with its equivalence of placements.
  #shown = "";

  constructor(engine) {
    this.#engine = engine;
    $("formula-stop").addEventListener("click", () => engine.stop());
  }

  clearUnless(family, upTo) {
    if (this.#shown === `${family} ${upTo}`) return;
    this.#round += 1;
    if (this.#engine.isBusy) this.#engine.stop();
    $("formula-part").hidden = true;
  }

  async find(family, upTo) {
    const mine = ++this.#round;
    if (this.#engine.isBusy) this.#engine.stop();
    this.#shown = `${family} ${upTo}`;
    const status = (text) => { $("formula-status").textContent = text; };
    $("formula-part").hidden = false;
    $("formula").replaceChildren();
    $("formula-copies").replaceChildren();
    $("formula-copied").textContent = "";
    $("formula-stop").hidden = false;
    status("Looking for a formula …");
    try {
      const answer = await this.#engine.ask({ ask: "formula", text: family, upTo });
      if (mine !== this.#round) return;
      this.#show(answer);
      status("");
    } catch (error) {
      if (mine === this.#round) status(error instanceof Stopped ? "Stopped." : error.message);
    } finally {
      if (mine === this.#round) $("formula-stop").hidden = true;
    }
  }

  #show({ text, latex, python }) {
    // The range in which it holds has a line of its own.
    const formulas = [...latex.matchAll(/\\\[ (.*?) (?:\\qquad .*)?\\\]/g)].map((found) => found[1]);
    const written = {
      rule: formulas.find((formula) => formula.startsWith("a_") && !/=.*,\\ a_/.test(formula)),
      generating: formulas.find((formula) => formula.startsWith("\\sum")),
    };
    let label = "";
    // The first line is the family.
    for (const line of text.trimEnd().split("\n").slice(1)) {
      label = line.slice(0, 11).trim() || label;
      $("formula").append(...entry(label, line.slice(11), line.startsWith(" ") ? undefined : written[label]));
    }
    const copy = (name, content) => {
      if (!content) return;
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: name, title: name === "Text" ? "Copy the formula as text" : `Copy the formula as ${name}` });
      button.addEventListener("click", async () => {
        await write(content);
        $("formula-copied").textContent = `${name} copied.`;
      });
      $("formula-copies").append(button);
    };
    copy("Text", text);
    copy("LaTeX", latex);
    copy("Python", python);
  }
}

// Adds a line with a label and its content, as a formula if it is one.
function entry(label, text, latex) {
  const term = Object.assign(document.createElement("dt"), { textContent: capitalised(label) });
  const value = document.createElement("dd");
  const drawn = latex && mathml(latex);
  if (drawn) {
    // Content that is too wide for a phone can be scrolled, also by keys.
    Object.assign(value, { className: "drawn", tabIndex: 0 });
    value.innerHTML = drawn;
  } else {
    const link = text.match(/^(A\d{6}): (.*)$/);
    if (link) value.append(Object.assign(document.createElement("a"), { href: `https://oeis.org/${link[1]}`, textContent: link[1], rel: "noopener" }), `: ${link[2]}`);
    else value.textContent = text;
  }
  return [term, value];
}
