// What is on the board, for elsewhere.

import { addressOf, textOf } from "./problem.js";

export function copies(buttons, said, engine, current) {
  const forms = {
    Link: async ({ problem, pieces }) => location.href.replace(/#.*|$/, addressOf(textOf(problem, pieces))),
    Command: async ({ problem, pieces }) => `armistice count '${textOf(problem, pieces)}'`,
    Python: async ({ problem, pieces }) => `armistice.count(${JSON.stringify(textOf(problem, pieces))})`,
    FEN: async (state) => (await position(state)).fen ?? (await position(state)).squares,
    JSON: async (state) => {
      const { squares, fen } = await position(state);
      return JSON.stringify({ problem: textOf(state.problem), squares, fen });
    },
    SVG: async (state) => (await picture(state)).svg,
    LaTeX: async (state) => (await picture(state)).tikz,
  };
  const position = ({ problem, pieces }) => engine.ask({ ask: "position", text: textOf(problem), placed: pieces });
  const picture = ({ problem, pieces }) => engine.ask({ ask: "picture", text: textOf(problem), placed: pieces });
  const add = (name, title, act) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: name, title });
    button.addEventListener("click", async () => {
      try {
        said.textContent = await act();
      } catch (error) {
        said.textContent = error.message;
      }
    });
    buttons.append(button);
  };
  for (const [name, make] of Object.entries(forms)) {
    add(name, `Copy: ${name}`, async () => {
      await write(await make(current()));
      return `${name} copied.`;
    });
  }
  add("Save PNG", "Save the board as a picture of pixels", async () => {
    const { svg } = await picture(current());
    await save(svg, "board.png");
    return "Saved as board.png.";
  });
}

async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages without a secure connection have no clipboard of this sort.
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area);
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    if (!isDone) throw new Error("The browser does not let this page copy.");
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
