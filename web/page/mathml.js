// Converts the library's LaTeX of formulas to MathML. Other LaTeX is refused, and the page shows the text
// instead.

// Names and signs of commands.
const SIGNS = { sum: "<mo>∑</mo>", ge: "<mo>≥</mo>", equiv: "<mo>≡</mo>", cdot: "<mo>·</mo>", ldots: "<mo>…</mo>", lfloor: "<mo>⌊</mo>", rfloor: "<mo>⌋</mo>" };

const OPERATORS = { "-": "−", "*": "·" };

// Returns MathML, or nothing. Each summand has an element of its own, so that lines break between them.
export function mathml(latex) {
  try {
    const tokens = latex.match(/\\[a-zA-Z]+|\\[\\,;!]|[a-zA-Z]|\d+|\S/g) ?? [];
    const math = (row) => `<math displaystyle="true">${row}</math>`;
    return new Reader(tokens).summands().map(math).join(" ");
  } catch {
    return undefined;
  }
}

class Reader {
  #tokens;
  #at = 0;

  constructor(tokens) {
    this.#tokens = tokens;
  }

  get isAtEnd() {
    return this.#at >= this.#tokens.length;
  }

  // Reads rows; each but the first begins with a sign.
  summands() {
    const rows = [];
    const isSign = () => this.#tokens[this.#at] === "+" || this.#tokens[this.#at] === "-";
    while (!this.isAtEnd) {
      const sign = rows.length && isSign() ? this.#single().replace("<mo ", '<mo form="infix" ') : "";
      rows.push(`<mrow>${sign}${this.row(() => this.isAtEnd || isSign())}</mrow>`);
    }
    return rows;
  }

  #next() {
    if (this.isAtEnd) throw new Error("the formula ends too soon");
    return this.#tokens[this.#at++];
  }

  #take(token) {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  // Reads everything up to an end, with powers and indices.
  row(isOver) {
    let row = "";
    while (!isOver()) row += this.#scripted();
    return `<mrow>${row}</mrow>`;
  }

  #scripted() {
    let base = this.#single();
    for (;;) {
      if (this.#take("_")) base = `<msub>${base}${this.#group()}</msub>`;
      else if (this.#take("^")) base = `<msup>${base}${this.#group()}</msup>`;
      else return base;
    }
  }

  // Reads the content of braces, or one sign.
  #group() {
    if (!this.#take("{")) return this.#single();
    const row = this.row(() => this.#tokens[this.#at] === "}");
    this.#next();
    return row;
  }

  // Reads a text in braces without changes.
  #text() {
    if (!this.#take("{")) throw new Error("no text");
    let text = "";
    for (let token = this.#next(); token !== "}"; token = this.#next()) text += token;
    return text;
  }

  #single() {
    const before = this.#tokens[this.#at - 1];
    const token = this.#next();
    if (token === "-" && before === "(") return '<mo form="prefix">−</mo>';
    if (/^\d/.test(token)) return `<mn>${token}</mn>`;
    if (/^[a-zA-Z]$/.test(token)) return `<mi>${token}</mi>`;
    if (token === "{") {
      this.#at -= 1;
      return this.#group();
    }
    if (!token.startsWith("\\")) return /^[-+=()[\],;/*<>!|]$/.test(token) ? `<mo stretchy="false">${(OPERATORS[token] ?? token).replace("<", "&lt;")}</mo>` : fail(token);
    const command = token.slice(1);
    if (command === "frac") return `<mfrac>${this.#group()}${this.#group()}</mfrac>`;
    if (command === "begin") return this.#cases();
    if (command === "qquad" || command === "quad" || command === "," || command === ";") return '<mspace width="1.2em"/>';
    if (command === "left" || command === "right") return this.#single();
    if (command === "pmod") return `<mspace width="0.4em"/><mo>(</mo><mi>mod</mi><mspace width="0.3em"/>${this.#group()}<mo>)</mo>`;
    return SIGNS[command] ?? fail(token);
  }

  #cases() {
    if (this.#text() !== "cases") throw new Error("only cases are known");
    const lines = [];
    while (!this.#take("\\end")) {
      const cells = [];
      do cells.push(`<mtd>${this.row(() => ["&", "\\\\", "\\end"].includes(this.#tokens[this.#at]))}</mtd>`); while (this.#take("&"));
      this.#take("\\\\");
      lines.push(`<mtr>${cells.join("")}</mtr>`);
    }
    this.#text();
    return `<mrow><mo>{</mo><mtable columnalign="left">${lines.join("")}</mtable></mrow>`;
  }
}

function fail(token) {
  throw new Error(`${token} is not known`);
}
