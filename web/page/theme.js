// Light or dark: the system's setting, or the reader's choice, which is remembered.

const THEMES = { auto: "◐", light: "☀", dark: "☾" };
const KEPT = "armistice-theme";

const dark = matchMedia("(prefers-color-scheme: dark)");

export class Theme extends EventTarget {
  #button;

  // index.html has applied the stored theme before the first drawing.
  constructor(button) {
    super();
    this.#button = button;
    button.addEventListener("click", () => this.#next());
    dark.addEventListener("change", () => this.dispatchEvent(new Event("change")));
    this.#show();
  }

  // Returns "light" or "dark".
  get now() {
    const { theme } = document.documentElement.dataset;
    return theme ?? (dark.matches ? "dark" : "light");
  }

  #next() {
    const names = Object.keys(THEMES);
    const now = document.documentElement.dataset.theme ?? "auto";
    const next = names[(names.indexOf(now) + 1) % names.length];
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem(KEPT, next);
    } catch {
      // If the browser stores nothing, the choice lasts until the page is closed.
    }
    this.#show();
    this.dispatchEvent(new Event("change"));
  }

  #show() {
    const now = document.documentElement.dataset.theme ?? "auto";
    this.#button.querySelector(".icon").textContent = THEMES[now];
    this.#button.querySelector(".label").textContent = now;
    this.#button.setAttribute("aria-label", `Theme: ${now}`);
  }
}
