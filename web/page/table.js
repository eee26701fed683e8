// Families: their terms as they arrive, a chart, and the sequence to which they belong.

import { chart } from "./chart.js";
import { write } from "./copy.js";
import { Stopped } from "./engine.js";
import { Formula } from "./formula.js";
import { familyOf } from "./problem.js";
import { FORMS } from "./terms.js";
import { grouped, seconds, time } from "./words.js";

const $ = (id) => document.getElementById(id);

export class Table {
  #engine;
  #formula;
  #same;
  #desk;
  #views;
  #round = 0;
  #variable = "n";
  #terms = [];
  // Whether the reader has written a family. Until then it is that of the problem.
  #isWritten = false;

  constructor(engine, formulas, same, desk, views) {
    this.#engine = engine;
    this.#same = same;
    this.#desk = desk;
    this.#views = views;
    this.#formula = new Formula(formulas);
    $("family").addEventListener("input", () => { this.#isWritten = true; });
    $("family-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#count();
    });
    $("derive").addEventListener("click", () => this.#derive());
    $("table-stop").addEventListener("click", () => this.#engine.stop());
    for (const [name, form] of Object.entries(FORMS)) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: name, title: `Copy the table as ${name}` });
      button.addEventListener("click", async () => {
        await write(form(this.#variable, this.#terms));
        $("table-copied").textContent = `${name} copied.`;
      });
      $("table-copies").append(button);
    }
    views.addEventListener("look", () => this.#look());
    desk.addEventListener("problem", () => this.#look());
  }

  // Begins with the values of the address, once the library answers.
  begin() {
    const { family, from, to, classes, formula } = this.#views.others;
    if (!family) return;
    this.#isWritten = true;
    $("family").value = family;
    if (from) $("family-first").value = from;
    if (to) $("family-last").value = to;
    $("family-classes").checked = Boolean(classes);
    if (this.#views.now !== "table") return;
    if (to) this.#count();
    if (formula) this.#derive();
  }

  // Counts a family that was written elsewhere on the page.
  count(family) {
    this.#isWritten = true;
    $("family").value = family;
    this.#views.look("table");
    this.#count();
  }

  #look() {
    if (this.#views.now === "table" && !this.#isWritten && this.#desk.problem) $("family").value = familyOf(this.#desk.problem);
  }

  get #upTo() {
    return $("family-classes").checked ? this.#same.upTo : "";
  }

  #note(others) {
    this.#isWritten = true;
    this.#views.note({ family: $("family").value, classes: $("family-classes").checked ? 1 : undefined, ...others });
  }

  async #count() {
    const mine = ++this.#round;
    if (this.#engine.isBusy) this.#engine.stop();
    const status = (text) => { $("table-status").textContent = text; };
    const [first, last] = ["family-first", "family-last"].map((id) => Number($(id).value));
    this.#note({ from: first, to: last });
    this.#terms = [];
    const body = $("table").tBodies[0];
    body.replaceChildren();
    $("chart").replaceChildren();
    $("table-part").hidden = false;
    $("table-copies").hidden = true;
    $("table-copied").textContent = "";
    // A formula of another family does not belong here.
    this.#formula.clearUnless($("family").value, this.#upTo);
    $("table-stop").hidden = false;
    status("");
    try {
      const { text, variables, upTo = this.#upTo, maximal } = await this.#family();
      this.#variable = variables[0];
      $("table").tHead.rows[0].cells[0].textContent = variables[0];
      if (last < first) throw new Error(`There is no number from ${first} to ${last}. Write the smaller number first.`);
      for (let value = first; value <= last; value += 1) {
        const { problem } = await this.#engine.ask({ ask: "member", text, value });
        if (problem === null) continue;
        status(`Counting ${problem} …`);
        const answer = await this.#engine.ask({ ask: "count", text: problem, upTo, maximal });
        if (mine !== this.#round) return;
        this.#add([value, answer.count, problem], seconds(answer));
      }
      status("");
      await this.#identify();
    } catch (error) {
      if (mine !== this.#round) return;
      status(error instanceof Stopped ? "Stopped." : error.message);
      const family = error.cause?.family;
      if (family) $("table-status").append(" ", this.#tableOf(family));
    } finally {
      if (mine === this.#round) $("table-stop").hidden = true;
    }
  }

  // Returns the written family, which has one variable.
  async #family() {
    const asked = await this.#engine.ask({ ask: "family", text: $("family").value });
    const { text, variables } = asked;
    if (variables.length === 1) return { ...asked, upTo: asked.upTo ?? undefined };
    if (variables.length) throw new Error(`${text} has ${variables.length} variables, but a table on this page has one. Use the command: armistice table '${text}'`);
    const family = familyOf(await this.#engine.ask({ ask: "problem", text }));
    throw new Error(`${text} is a single problem. A family of problems has a variable in braces, such as {n}.`, { cause: { family } });
  }

  #tableOf(family) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: `Show the table of ${family}` });
    button.addEventListener("click", () => this.count(family));
    return button;
  }

  #add(term, took) {
    this.#terms.push(term);
    const row = $("table").tBodies[0].insertRow();
    for (const cell of [term[0], term[2], grouped(term[1])]) row.insertCell().textContent = cell;
    row.title = time(took);
    $("chart").innerHTML = chart(this.#terms);
    $("table-copies").hidden = false;
  }

  async #identify() {
    const { sequences } = await this.#engine.ask({ ask: "identify", terms: this.#terms.map(([, count]) => count) });
    const named = ({ id, name, how }, place) => [place ? "; " : "", sequenceLink(id), `: ${name} (${how})`];
    const none = "No built-in sequence has these terms.";
    $("table-status").replaceChildren(...(sequences.length ? ["Found in ", ...sequences.flatMap(named)] : [none]));
  }

  async #derive() {
    this.#note({ formula: 1 });
    await this.#formula.find($("family").value, this.#upTo);
  }
}

// Makes a link to a sequence in the OEIS.
function sequenceLink(id) {
  return Object.assign(document.createElement("a"), { href: `https://oeis.org/${id}`, textContent: id, rel: "noopener" });
}
