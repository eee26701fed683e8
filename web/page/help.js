// Help, and keys that press buttons.

const $ = (id) => document.getElementById(id);

// Keys that press a button, except while the reader types text.
const KEYS = { n: "next", p: "previous", r: "random", u: "undo", h: "hint", f: "flip", g: "gallery", "?": "help-open" };

export function help(views, desk) {
  for (const button of document.querySelectorAll("[data-help]")) {
    button.addEventListener("click", () => $("help-dialog").showModal());
  }
  $("help-close").addEventListener("click", () => $("help-dialog").close());
  const source = document.querySelector('meta[name="source"]').content;
  for (const link of document.querySelectorAll("[data-source]")) {
    // If the address of the source is known, names of documents are links.
    if (source) link.innerHTML = `<a href="${source}${link.dataset.source}" rel="noopener">${link.innerHTML}</a>`;
  }
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    if (event.key === "/") {
      event.preventDefault();
      $(views.now === "table" ? "family" : "problem").focus();
    } else if (KEYS[event.key] && (views.now === "board" || event.key === "?")) {
      event.preventDefault();
      const button = $(KEYS[event.key]);
      if (!button.disabled && !button.hidden && !$("view-board").inert) button.click();
    } else if (/^[1-9]$/.test(event.key) && views.now === "board" && Number(event.key) <= desk.problem.pieces.length) {
      desk.pick(Number(event.key) - 1);
    }
  });
}
