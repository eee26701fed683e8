// What was found for a question: a sentence below the board, and buttons for what may be done with it.

const $ = (id) => document.getElementById(id);

// Says it; `buttons` are pairs of a label and what is done.
export function say(text, ...buttons) {
  $("finding-text").textContent = text;
  const made = buttons.map(([label, act]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    button.addEventListener("click", act);
    return button;
  });
  $("finding-buttons").replaceChildren(...made);
}

// What the board shows is to be seen.
export const lookAtBoard = () => $("board-frame").scrollIntoView({ block: "nearest" });
