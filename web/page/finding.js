// The answer to a question: a sentence below the board, with buttons for what the reader may do next.

const $ = (id) => document.getElementById(id);

// Shows a sentence; `buttons` are pairs of a label and an action.
export function say(text, ...buttons) {
  $("finding-text").textContent = text;
  const made = buttons.map(([label, act]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    button.addEventListener("click", act);
    return button;
  });
  $("finding-buttons").replaceChildren(...made);
}

// Scrolls so that the board is visible.
export const lookAtBoard = () => $("board-frame").scrollIntoView({ block: "nearest" });
