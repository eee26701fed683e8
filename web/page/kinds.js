// A kind to be added: one that is built in, or one of the reader's own, with what it attacks.

import { squareName } from "./problem.js";

const $ = (id) => document.getElementById(id);
const OWN = "own";

let builtIn;

// The kind that was chosen, or nothing.
export async function askForKind(engine) {
  builtIn ??= (await engine.ask({ ask: "kinds" })).kinds;
  const choice = $("kind-choice");
  if (!choice.options.length) {
    choice.append(...builtIn.map((kind) => new Option(`${kind.name} (${kind.letter})`, kind.letter)));
    choice.append(new Option("one of your own …", OWN));
  }
  let chosen;
  const look = async () => {
    const isOwn = choice.value === OWN;
    $("own").hidden = !isOwn;
    const known = builtIn.find((kind) => kind.letter === choice.value);
    const letter = isOwn ? $("own-letter").value.toUpperCase() : known.letter;
    const betza = isOwn ? $("own-betza").value : known.betza;
    try {
      const kind = await engine.ask({ ask: "kind", letter, betza });
      chosen = { letter, betza: kind.betza, shape: kind.shape, name: known?.name };
      draw(letter, kind.attacked);
      $("kind-fault").textContent = "";
    } catch (error) {
      chosen = undefined;
      $("kind-fault").textContent = error.message;
    }
    $("kind-add").disabled = !chosen;
  };
  for (const input of [choice, $("own-letter"), $("own-betza")]) input.oninput = look;
  await look();
  const dialog = $("kind-dialog");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "add" ? chosen : undefined);
  });
}

function draw(letter, attacked) {
  const reached = new Set(attacked);
  const cells = [];
  for (let row = 8; row >= 0; row -= 1) {
    for (let col = 0; col < 9; col += 1) {
      const text = row === 4 && col === 4 ? letter : reached.has(squareName(row, col)) ? "●" : "";
      cells.push(Object.assign(document.createElement("span"), { textContent: text }));
    }
  }
  $("diagram").replaceChildren(...cells);
}
