// The page: its parts, and the events between them.

import { Answers } from "./answers.js";
import { Board } from "./board.js";
import { copies } from "./copy.js";
import { Desk, remark } from "./desk.js";
import { Engine, isServed, isWhole } from "./engine.js";
import { Extremes } from "./extremes.js";
import { say } from "./finding.js";
import { openGallery } from "./gallery.js";
import { help } from "./help.js";
import { Heat } from "./heat.js";
import { Hints } from "./hints.js";
import { Placements } from "./placements.js";
import { sentenceOf } from "./problem.js";
import { Puzzles, isSamePuzzle, noted, readPuzzle } from "./puzzle.js";
import { Sameness } from "./same.js";
import { Search } from "./search.js";
import { printing } from "./sheet.js";
import { sizeForm } from "./size.js";
import { Table } from "./table.js";
import { Theme } from "./theme.js";
import { Tray } from "./tray.js";
import { Views } from "./views.js";
import { Work } from "./work.js";

const $ = (id) => document.getElementById(id);
const USUAL = "8x8 Q8";

// Engines for quick questions, for the numbers next to the board, and for buttons.
const quick = new Engine();
const counting = new Engine();
const asking = new Engine();
const work = new Work(asking, $("work"));

const board = new Board($("board"), {
  act: (square) => desk.act(square),
  move: (from, to) => desk.move(from, to),
  remove: (square) => desk.remove(square),
  mark: (square) => desk.mark(square),
});
const desk = new Desk(quick, board, $("picture"));
const same = new Sameness(quick, () => answers.of(desk.problem, desk.placed));
const answers = new Answers(new Work(counting, $("long")), same);
const extremes = new Extremes(desk, work);
const hints = new Hints(desk, quick, work);
const placements = new Placements(desk, work);
const puzzles = new Puzzles(desk, work, new Engine());
const theme = new Theme($("theme"));
const views = new Views();

new Tray(desk, quick);
new Heat(desk, work);
new Search(new Engine(), desk, views, theme);
const table = new Table(new Engine(), new Engine(), same, desk, views);
copies(quick, desk);
help(views, desk);
printing(quick, desk);
sizeForm(desk, (text) => fault(text));

// Shows an error in the problem. Until it is corrected, the rest of the page shows the former problem and
// cannot be used.
function fault(text, isTyped = false, { meant, family } = {}) {
  $("problem-fault").textContent = text;
  $("problem-form").classList.toggle("wrong", isTyped);
  if (isTyped) $("problem").setAttribute("aria-invalid", "true");
  else $("problem").removeAttribute("aria-invalid");
  const suggestion = isTyped ? meant ?? family : undefined;
  $("meant").hidden = !suggestion;
  $("meant").textContent = meant ? `Use ${meant}` : `Show the table of ${family}`;
  $("meant").onclick = () => (meant ? desk.setText(meant) : tabulate(family));
  $("restore").hidden = !isTyped || !desk.problem;
  if (isTyped && desk.problem) $("restore").textContent = `Back to ${desk.given}`;
  document.body.classList.toggle("stale", isTyped);
  for (const view of ["board", "search"]) $(`view-${view}`).inert = isTyped;
}

desk.addEventListener("problem", () => {
  const { problem } = desk;
  fault("");
  $("board-frame").hidden = !problem.isGrid;
  $("picture").hidden = problem.isGrid;
  for (const id of ["flip", "hint"]) $(id).disabled = !problem.isGrid;
  // Opposing armies have no minimum.
  $("minimum").hidden = problem.armies > 1;
  $("problem-said").textContent = sentenceOf(problem);
});

desk.addEventListener("change", async ({ detail: { keepsInput } }) => {
  const isStill = desk.watch();
  // Until the engine answers, the board is that of the former problem.
  $("board-frame").setAttribute("aria-busy", "true");
  views.begin(desk.given, noted(desk.puzzle));
  document.title = `${desk.given} · Armistice`;
  $("undo").disabled = views.depth === 0;
  work.stop();
  say("");
  $("copied").textContent = "";
  if (!keepsInput) $("problem").value = desk.given;
  await same.of(desk.text);
  if (!isStill()) return;
  // A puzzle has one placement, and the numbers would be hints.
  if (desk.puzzle) answers.none();
  else answers.of(desk.problem, desk.placed);
});

desk.addEventListener("draw", ({ detail }) => {
  $("board-frame").removeAttribute("aria-busy");
  $("position").textContent = remark(desk, detail);
});
desk.addEventListener("fault", ({ detail: { text, isTyped, meant } }) => fault(text, isTyped, meant));

// Handles a family that is typed as a problem.
function tabulate(family) {
  if (desk.problem) restore();
  table.count(family);
}

// Returns to the problem before an error.
function restore() {
  fault("");
  $("problem").value = desk.given;
  views.begin(desk.given);
}

// Handles typing and clicks.

// Typing the present text does not leave a puzzle.
const setTyped = (text, options) => desk.setText(text, { ...options, puzzle: text === desk.given ? desk.puzzle : undefined });

let typing;
$("problem").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => setTyped($("problem").value, { keepsInput: true }), 250);
});
$("problem-form").addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(typing);
  setTyped($("problem").value);
});
$("examples").addEventListener("change", ({ target }) => {
  if (target.value === "puzzle") puzzles.begin("8x8 Q8");
  else if (target.value) desk.setText(target.value);
  target.value = "";
});
$("restore").addEventListener("click", () => {
  restore();
  $("problem").focus();
});
for (const [id, act] of Object.entries({
  previous: () => placements.previous(),
  next: () => placements.next(),
  random: () => placements.random(),
  hint: () => hints.give(),
  gallery: () => openGallery(new Engine(), desk.text, same, (placement) => desk.show(placement)),
  undo: () => history.back(),
  clear: () => desk.clear(),
  flip: () => {
    board.flip();
    desk.draw();
  },
  maximum: () => extremes.most(),
  minimum: () => extremes.fewest(),
})) $(id).addEventListener("click", act);

addEventListener("popstate", async () => {
  const text = views.read();
  const puzzle = readPuzzle(views.others);
  if (!text || (text === desk.given && isSamePuzzle(puzzle, desk.puzzle))) restore();
  else if (!(await desk.setText(text, { puzzle }))) $("problem").value = text;
});

// Nothing can be changed before there is a problem. If an address contains none, the page shows the error and
// the usual problem.
async function load() {
  const text = views.read() || USUAL;
  if (!(await desk.setText(text, { puzzle: readPuzzle(views.others) }))) {
    const [said, address] = [$("problem-fault").textContent, location.hash];
    await desk.setText(USUAL);
    history.replaceState(history.state, "", address);
    $("problem").value = text;
    fault(said, true);
  }
  table.begin();
  $("main").inert = !desk.problem;
}

$("no-server")?.remove();
load();

// Once loaded, the page works without a network, unless the command counts. A page that is one file needs no help.
if (isServed) {
  $("where").textContent = "The command armistice counts everything on your machine.";
} else if (isWhole) {
  $("offline").textContent = "It also works offline.";
} else if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  navigator.serviceWorker.register("offline.js")
    .then(() => navigator.serviceWorker.ready)
    .then(() => { $("offline").textContent = "It also works offline."; })
    .catch(() => {});
}
