// Adds a kind: a built-in one, chosen from drawings, or one of the reader's own, with the squares that it
// attacks.

import { shapeOf } from "./board.js";
import { squareName } from "./problem.js";

const $ = (id) => document.getElementById(id);
const OWN = "own";

let builtIn;

// Returns the chosen kind, or nothing.
export async function askForKind(engine) {
  const list = $("kind-list");
  if (!builtIn) {
    builtIn = (await engine.ask({ ask: "kinds" })).kinds;
    const own = { letter: OWN, name: "your own", shape: "" };
    list.replaceChildren(...[...builtIn, own].map(choice));
    list.querySelector("input").checked = true;
  }
  const value = () => list.querySelector("input:checked").value;
  let chosen;
  const look = async () => {
    const isOwn = value() === OWN;
    $("own").hidden = !isOwn;
    const known = builtIn.find((kind) => kind.letter === value());
    const letter = isOwn ? $("own-letter").value.toUpperCase() : known.letter;
    const betza = isOwn ? $("own-betza").value : known.betza;
    try {
      const kind = await engine.ask({ ask: "kind", letter, betza });
      chosen = { letter, betza: kind.betza, shape: kind.shape, name: known?.name };
      draw(kind.shape, kind.attacked);
      $("kind-said").textContent = isOwn ? "" : `${letter}, the ${known.name}: ${known.betza} in Betza notation.`;
      $("kind-fault").textContent = "";
    } catch (error) {
      chosen = undefined;
      $("kind-fault").textContent = error.message;
    }
    $("kind-add").disabled = !chosen;
  };
  for (const input of [list, $("own-letter"), $("own-betza")]) input.oninput = look;
  await look();
  const dialog = $("kind-dialog");
  dialog.returnValue = "";
  dialog.showModal();
  list.querySelector("input:checked").focus();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "add" ? chosen : undefined);
  });
}

// Makes a drawing that can be chosen.
function choice(kind) {
  const label = Object.assign(document.createElement("label"), { className: "tile" });
  const isOwn = kind.letter === OWN;
  const drawing = isOwn ? '<svg viewBox="0 0 45 45" class="icon-lines" aria-hidden="true"><path d="M10 35l3-9L30 9l6 6L19 32Z"/></svg>' : shapeOf(kind);
  label.innerHTML = `<input type="radio" name="kind" class="away">${drawing}<span class="label"></span>`;
  label.querySelector("input").value = kind.letter;
  label.querySelector(".label").textContent = kind.name;
  return label;
}

function draw(shape, attacked) {
  const reached = new Set(attacked);
  const cells = [];
  for (let row = 8; row >= 0; row -= 1) {
    for (let col = 0; col < 9; col += 1) {
      const cell = document.createElement("span");
      if (row === 4 && col === 4) cell.innerHTML = shapeOf({ shape });
      else if (reached.has(squareName(row, col))) cell.className = "attacked";
      cells.push(cell);
    }
  }
  $("diagram").replaceChildren(...cells);
}
