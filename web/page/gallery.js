// All placements, one of each class, as pictures.

import { grouped } from "./answers.js";
import { Stopped } from "./engine.js";

const $ = (id) => document.getElementById(id);
const PAGE = 24;

// Opens the gallery; a picture that is clicked is shown on the board. The engine is the gallery's own, and ends with it.
export async function openGallery(engine, text, { upTo, phrase }, choose) {
  const dialog = $("gallery-dialog");
  const boards = $("gallery-boards");
  let number = 0;
  boards.replaceChildren();
  $("gallery-title").textContent = `${text}: looking …`;
  dialog.showModal();

  const more = async () => {
    $("gallery-more").disabled = true;
    try {
      const question = number ? { ask: "more" } : { ask: "list", text, upTo };
      const { placements, isOver } = await engine.ask({ ...question, number: PAGE });
      for (const listed of placements) {
        number += 1;
        boards.append(await picture(listed));
      }
      $("gallery-title").textContent = number
        ? `${text}: ${isOver ? "" : "the first "}${grouped(number)} ${phrase}`
        : `${text}: there is none`;
      $("gallery-more").disabled = isOver;
    } catch (error) {
      if (!(error instanceof Stopped)) $("gallery-title").textContent = `${text}: ${error.message}`;
    }
  };

  const picture = async ({ placed: placement, classSize }) => {
    const { svg } = await engine.ask({ ask: "picture", text, placed: placement });
    const button = Object.assign(document.createElement("button"), { type: "button" });
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    image.alt = svg.match(/<title>(.*)<\/title>/)?.[1] ?? "";
    button.append(image, classSize === 1 ? "alone" : `one of ${classSize}`);
    button.addEventListener("click", () => {
      dialog.close();
      choose(placement);
    });
    return button;
  };

  $("gallery-more").onclick = more;
  $("gallery-close").onclick = () => dialog.close();
  dialog.onclose = () => engine.stop();
  await more();
}
