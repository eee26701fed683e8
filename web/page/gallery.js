// All placements as pictures, one of each class.

import { Stopped } from "./engine.js";
import { grouped } from "./words.js";

const $ = (id) => document.getElementById(id);
const PAGE = 24;

// Opens the gallery. A click on a picture shows it on the board. The gallery has an engine of its own, which
// ends with it. It is an entry of the history, so that Back closes it.
export async function openGallery(engine, text, { upTo, phrase }, choose) {
  const dialog = $("gallery-dialog");
  const boards = $("gallery-boards");
  let number = 0;
  let chosen;
  boards.replaceChildren();
  $("gallery-title").textContent = `${text}: looking for placements …`;
  history.pushState({ ...history.state, isGallery: true }, "");
  dialog.showModal();

  const more = async () => {
    $("gallery-more").disabled = true;
    try {
      const question = number ? { ask: "more" } : { ask: "list", text, upTo };
      const { placements, isOver } = await engine.ask({ ...question, number: PAGE });
      for (const listed of placements) {
        number += 1;
        boards.append(await picture(listed, number));
      }
      $("gallery-title").textContent = number
        ? `${text}: ${isOver ? "" : "the first "}${grouped(number)} ${number === 1 ? "placement" : "placements"} ${phrase}`
        : `${text}: there is no placement`;
      $("gallery-more").disabled = isOver;
    } catch (error) {
      if (!(error instanceof Stopped)) $("gallery-title").textContent = `${text}: ${error.message}`;
    }
  };

  const picture = async ({ placed: placement, classSize }, place) => {
    const { svg } = await engine.ask({ ask: "picture", text, placed: placement });
    const button = Object.assign(document.createElement("button"), { type: "button" });
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    image.alt = svg.match(/<title>(.*)<\/title>/)?.[1] ?? "";
    button.append(image, `No. ${place} · ${classSize} ${classSize === 1 ? "variant" : "variants"}`);
    button.addEventListener("click", () => {
      chosen = placement;
      dialog.close();
    });
    return button;
  };

  $("gallery-more").onclick = more;
  $("gallery-close").onclick = () => dialog.close();
  addEventListener("popstate", () => dialog.close(), { once: true });
  dialog.onclose = async () => {
    engine.stop();
    if (history.state?.isGallery) {
      const left = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
      history.back();
      await left;
    }
    if (chosen) choose(chosen);
  };
  await more();
}
