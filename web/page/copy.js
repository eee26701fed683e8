// Copies of the board in other forms.

import { isServed } from "./engine.js";
import { addressOf } from "./address.js";
import { textOf } from "./problem.js";
import { noted } from "./puzzle.js";

const $ = (id) => document.getElementById(id);

export function copies(engine, desk) {
  const said = $("copied");
  const state = () => ({ text: desk.text, placed: desk.standing });
  const position = () => engine.ask({ ask: "position", ...state() });
  const picture = () => desk.heatNow ?? engine.ask({ ask: "picture", ...state() });
  const seen = () => textOf(desk.problem, desk.standing);
  const forms = {
    Link: async () => publicPage() + addressOf(seen(), noted(desk.puzzle)),
    Command: async () => command(desk, await position()),
    Python: async () => python(desk, seen(), await position()),
    FEN: async () => {
      const { fen, squares } = await position();
      return fen ?? squares;
    },
    JSON: async () => {
      if (desk.heat) return desk.heat.record;
      const { squares, fen } = await position();
      return JSON.stringify({ problem: desk.text, squares, fen });
    },
    SVG: async () => (await picture()).svg,
    LaTeX: async () => {
      if (desk.heat) throw new Error("You can copy numbers by square as SVG or JSON, but not as LaTeX.");
      return (await picture()).tikz;
    },
  };
  const act = (button, work) => button.addEventListener("click", async () => {
    try {
      said.textContent = await work();
    } catch (error) {
      said.textContent = error.message;
    }
  });
  for (const button of document.querySelectorAll("[data-copy]")) {
    const name = button.dataset.copy;
    act(button, async () => {
      await write(await forms[name]());
      return name === "Link" && isLocal() ? `Link copied. ${localLink()}` : `${name} copied.`;
    });
  }
  if (isLocal()) $("link").querySelector(".label").textContent = "Copy link (this machine only)";
  act($("save-png"), async () => {
    await save((await picture()).svg, "board.png");
    return "Saved as board.png.";
  });
}

// The address of a published page, if index.html gives one.
const published = () => document.querySelector('meta[name="published"]').content;

// Whether the address of this page works only on this machine: the command serves it, or it is a file.
const isHere = isServed || location.protocol === "file:";

// Whether a link works only on this machine.
const isLocal = () => isHere && !published();

const publicPage = () => (isHere && published() ? published() : location.href.replace(/#.*$/, ""));

const localLink = () => (isServed ? "It works on this machine only, and only while the command runs." : "It works on this machine only.");

// The command for the content of the page: the drawing of a placement, or otherwise the numbers.
function command(desk, { fen, squares }) {
  if (desk.heat) return `armistice draw '${desk.given}' --heat${desk.problem.pieces.length > 1 ? ` --kind ${desk.heatNow.letter}` : ""} -o board.svg`;
  const upTo = $("same").dataset.upTo;
  const isUsual = !upTo || upTo === "symmetry";
  if (!desk.standing.length) return `armistice count '${desk.text}'${isUsual ? "" : ` --up-to ${upTo}`}`;
  const placement = fen ? `--fen '${fen}'` : `--squares '${squares}'`;
  return `armistice draw '${desk.text}' ${placement}${desk.shown ? "" : " --attacks"} -o board.svg`;
}

// The Python code for the content of the page: the placement, or otherwise a count.
function python(desk, seen, { fault, fen, squares }) {
  if (desk.heat) return `armistice.by_square(${JSON.stringify(desk.given)})`;
  if (!desk.standing.length || fault) return `armistice.count(${JSON.stringify(seen)})`;
  return `armistice.Placement(${JSON.stringify(desk.text)}, ${JSON.stringify(fen ?? squares)})`;
}

export async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages without a secure connection cannot use this clipboard.
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area);
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    if (!isDone) throw new Error("The browser does not allow this page to copy text.");
  }
}

const WIDTH = 1200;

async function save(svg, name) {
  const image = new Image();
  const [, , width, height] = svg.match(/viewBox="([^"]*)"/)[1].split(" ").map(Number);
  const sized = svg.replace("<svg ", `<svg width="${WIDTH}" height="${Math.round(WIDTH * height / width)}" `);
  image.src = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: Math.round(WIDTH * height / width) });
  const drawing = canvas.getContext("2d");
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
