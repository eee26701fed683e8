// The page: what is on it, and what is asked of the library when it changes.

import { Answers } from "./answers.js";
import { Board, drag, shapeOf } from "./board.js";
import { copies } from "./copy.js";
import { Engine, Stopped, isServed } from "./engine.js";
import { openGallery } from "./gallery.js";
import { askForKind } from "./kinds.js";
import { addressOf, has, textOf, textOfAddress } from "./problem.js";
import { Sameness } from "./same.js";
import { searchView } from "./search.js";
import { tableView } from "./table.js";

const $ = (id) => document.getElementById(id);

// Quick questions, and those that may take long.
const quick = new Engine();
const slow = new Engine();

const state = {
  // The parts of the problem, without pieces that are given.
  problem: undefined,
  // The reader's own pieces, pairs of kind and square.
  placed: [],
  // A placement that is shown in their stead.
  shown: undefined,
  // The kind that a click puts, by its number in the problem; "hole" makes holes.
  tool: 0,
  // Placements that were listed, and which of them is shown.
  listed: [],
  at: -1,
  isOver: false,
  isListing: false,
  // Whether an entry of the history is this page's own.
  isBegun: false,
};

// The pieces that are seen.
const standing = () => state.shown ?? state.placed;

// The pieces of the problem, with another number of one of them.
const withNumber = (kind, number) =>
  state.problem.pieces.map((piece, at) => (at === kind ? { ...piece, number } : piece));

const same = new Sameness(quick, () => answers.of(state.problem, state.placed));
const answers = new Answers(slow, same);
const board = new Board($("board"), { act, move, remove });

// Another problem, by its text; says whether it is one.
async function setText(text, { keepsInput = false } = {}) {
  document.body.classList.remove("stale");
  try {
    const problem = await quick.ask({ ask: "problem", text });
    const placed = problem.pieces.flatMap((piece, kind) => piece.fixed.map((square) => [kind, square]));
    $("problem-fault").textContent = "";
    await begin(problem, placed, keepsInput);
    return true;
  } catch (error) {
    $("problem-fault").textContent = error.message;
    $("problem").setAttribute("aria-invalid", "true");
    // What is seen below is not what was typed.
    document.body.classList.add("stale");
    return false;
  }
}

// Parts that were changed on the page: read as text again, so that what is shown is what was understood. Says whether they are a
// problem.
async function setProblem(problem, placed) {
  const isOpen = ([kind, square]) =>
    kind < problem.pieces.length && has(problem, square) && !problem.holes.includes(square);
  const letters = problem.pieces.map((piece) => `${piece.army}${piece.letter}`);
  try {
    const read = await quick.ask({ ask: "problem", text: textOf(problem) });
    // Kinds are in the order of the library.
    const order = letters.map((letter) => read.pieces.findIndex((piece) => `${piece.army}${piece.letter}` === letter));
    const stay = placed.filter(isOpen).map(([kind, square]) => [order[kind], square]).filter(([kind]) => kind >= 0);
    $("problem-fault").textContent = "";
    await begin(read, stay, false);
    return true;
  } catch (error) {
    $("problem-fault").textContent = error.message;
    return false;
  }
}

async function begin(problem, placed, keepsInput) {
  state.problem = problem;
  state.placed = placed;
  state.shown = undefined;
  if (state.tool === "hole" ? !problem.isGrid : state.tool >= problem.pieces.length) state.tool = 0;
  for (const part of ["board", "shape"]) $(part).hidden = !problem.isGrid;
  $("picture").hidden = problem.isGrid;
  // Opposing armies have no smallest numbers.
  $("minimum").hidden = problem.armies > 1;
  $("problem").removeAttribute("aria-invalid");
  if (!keepsInput) $("problem").value = textOf(problem, placed);
  drawTray();
  $("rows").value = problem.rows;
  $("cols").value = problem.cols;
  $("topology").value = problem.topology;
  await changed();
}

// What follows from a change of the problem or of the pieces.
async function changed() {
  const text = textOf(state.problem, state.placed);
  // Each problem is an entry of its own, so that every change can be taken back.
  const address = addressOf(text);
  if (address !== location.hash && address !== `#${decodeURIComponent(location.hash.slice(1))}`) {
    history[state.isBegun ? "pushState" : "replaceState"](null, "", address);
  }
  state.isBegun = true;
  document.title = `${text} · Armistice`;
  forget();
  await draw();
  const { problem, placed } = state;
  await same.of(textOf(problem));
  if (problem === state.problem && placed === state.placed) answers.of(problem, placed);
}

function forget() {
  Object.assign(state, { listed: [], at: -1, isOver: false, isListing: false });
  $("previous").disabled = true;
  $("next").disabled = false;
  $("browse").textContent = "";
}

async function draw() {
  const { problem, placed, shown } = state;
  const pieces = standing();
  const position = await quick.ask({ ask: "position", text: textOf(problem), placed: pieces });
  if (problem !== state.problem || pieces !== standing()) return;
  if (problem.isGrid) board.draw(problem, pieces, { given: placed, ...position });
  else await drawPicture(problem, pieces, position.title);
  const count = pieces.length;
  const conflicts = position.conflicts.length;
  $("position").textContent = !count && !problem.isGrid ? "On this board pieces cannot be put here: ask for a placement."
    : !count ? "Click or drag pieces onto the board, or ask for a placement."
    : conflicts ? `${conflicts} ${conflicts === 1 ? "pair of pieces attacks" : "pairs of pieces attack"} each other.`
    : position.fault ? `So far at peace: ${position.fault}.`
    : shown ? "" : "This is a placement.";
}

// A board that is no grid, as the library draws it.
async function drawPicture(problem, pieces, title) {
  const { svg } = await quick.ask({ ask: "picture", text: textOf(problem), placed: pieces });
  if (problem !== state.problem || pieces !== standing()) return;
  const image = Object.assign(new Image(), { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: title });
  $("picture").replaceChildren(image);
}

function drawTray() {
  const { problem } = state;
  const holes = problem.isGrid ? [holeTool()] : [];
  $("tray").replaceChildren(...problem.pieces.map(trayed), tool("+ kind", "Add a kind of piece", addKind),
    tool("+ army", "Add an army against these", addArmy), ...holes);
  select(state.tool);
}

const holeTool = () =>
  Object.assign(tool("hole", "Click squares to make holes", () => select(state.tool === "hole" ? 0 : "hole")), { id: "hole-tool" });

function tool(text, title, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, title });
  button.setAttribute("aria-label", title);
  button.addEventListener("click", act);
  return button;
}

// Numbers that kinds had before any number of them was allowed.
const remembered = new Map();

// A kind in the tray: its shape, how many there are, and buttons for more and fewer.
function trayed(piece, kind) {
  const box = document.createElement("div");
  box.className = "kind";
  const name = piece.name ?? `${piece.letter} (${piece.betza})`;
  const shape = tool("", `Put ${name}`, () => select(kind));
  shape.className = "piece-button";
  shape.innerHTML = shapeOf(piece);
  shape.addEventListener("pointerdown", (event) => drag(event, shape, (to) => to && put(kind, to)));
  const output = Object.assign(document.createElement("output"), { textContent: piece.number });
  output.title = `${name}: ${piece.number}`;
  const by = (change) => () => {
    // Any number is one, if it is changed.
    const number = typeof piece.number === "number" ? piece.number + change : 1;
    const pieces = withNumber(kind, number);
    if (number > 0) return setProblem({ ...state.problem, pieces }, state.placed);
    // The last of its kind takes it out of the tray; one kind stays.
    if (pieces.length === 1) return undefined;
    const rest = pieces.filter((_, at) => at !== kind);
    const armies = [...new Set(rest.map((other) => other.army))].sort();
    const moved = rest.map((other) => ({ ...other, army: armies.indexOf(other.army) }));
    const placed = state.placed.filter(([of]) => of !== kind).map(([of, square]) => [of > kind ? of - 1 : of, square]);
    return setProblem({ ...state.problem, pieces: moved, armies: armies.length }, placed);
  };
  const any = () => {
    const next = piece.number === "*" ? remembered.get(piece.letter) ?? 1 : "*";
    if (next === "*") remembered.set(piece.letter, piece.number);
    setProblem({ ...state.problem, pieces: withNumber(kind, next) }, state.placed);
  };
  const fewer = tool("−", `One ${name} fewer`, by(-1));
  fewer.disabled = state.problem.pieces.length === 1 && (piece.number === 1 || piece.number === 0);
  box.append(shape, fewer, output, tool("+", `One ${name} more`, by(1)));
  if (state.problem.armies === 1) box.append(tool(piece.number === "*" ? "#" : "∗", piece.number === "*" ? `A given number: ${name}` : `Any number: ${name}`, any));
  return box;
}

function select(which) {
  state.tool = which;
  [...$("tray").querySelectorAll(".piece-button")].forEach((button, kind) =>
    button.setAttribute("aria-pressed", String(kind === which)));
  $("hole-tool")?.setAttribute("aria-pressed", String(which === "hole"));
}

async function addKind() {
  const kind = await askForKind(quick);
  if (!kind) return;
  const army = state.problem.armies - 1;
  if (state.problem.pieces.some((piece) => piece.letter === kind.letter && piece.army === army)) return;
  const pieces = [...state.problem.pieces, { army, number: 1, ...kind }];
  await setProblem({ ...state.problem, pieces }, state.placed);
  // The new one is what is put next.
  const added = state.problem.pieces.findIndex((piece) => piece.letter === kind.letter && piece.army === army);
  if (added >= 0) select(added);
}

function addArmy() {
  const own = state.problem.pieces.filter((piece) => piece.army === 0);
  const pieces = [...state.problem.pieces, ...own.map((piece) => ({ ...piece, army: state.problem.armies }))]
    .map((piece) => (typeof piece.number === "number" ? piece : { ...piece, number: 1 }));
  setProblem({ ...state.problem, pieces, armies: state.problem.armies + 1 }, state.placed);
}

// A click on a square.
function act(square) {
  if (state.tool === "hole") {
    const { holes } = state.problem;
    const others = holes.filter((hole) => hole !== square);
    setProblem({ ...state.problem, holes: others.length < holes.length ? others : [...holes, square] }, state.placed);
    return;
  }
  // What was shown can be gone on with.
  const [kind] = standing().find(([, at]) => at === square) ?? [];
  if (kind === state.tool) remove(square);
  else put(state.tool, square);
}

function put(kind, square) {
  if (state.problem.holes.includes(square)) return;
  setPlaced([...standing().filter(([, at]) => at !== square), [kind, square]]);
}

// Takes a piece off.
function remove(square) {
  setPlaced(standing().filter(([, at]) => at !== square));
}

function move(from, to) {
  const pieces = standing();
  const moved = pieces.find(([, square]) => square === from);
  if (!moved || to === from || state.problem.holes.includes(to)) return;
  const others = pieces.filter(([, square]) => square !== from && square !== to);
  setPlaced(to ? [...others, [moved[0], to]] : others);
}

function setPlaced(placed) {
  state.placed = placed;
  state.shown = undefined;
  $("problem").value = textOf(state.problem, placed);
  changed();
}

function show(placement) {
  state.shown = placement;
  return draw();
}

// Placements, one after another.

async function next() {
  const { problem, placed } = state;
  try {
    if (state.at + 1 >= state.listed.length && !state.isOver) {
      $("browse").textContent = "Looking …";
      const { placements, isOver } = await following(textOf(problem, placed));
      if (problem !== state.problem || placed !== state.placed) return;
      state.listed.push(...placements);
      state.isOver = isOver;
    }
    if (state.at + 1 < state.listed.length) {
      state.at += 1;
      await show(state.listed[state.at]);
      say();
    } else {
      $("browse").textContent = state.listed.length ? "That was the last one." : "There is none.";
      $("next").disabled = true;
    }
  } catch (error) {
    tell(error);
  }
}

// The placements after those that were listed. The first one is found by whatever finds one quickly; a list is begun when more
// are wanted.
async function following(text) {
  const { listed } = state;
  if (!listed.length) {
    const { placed } = await answers.long("Looking for a placement", { ask: "find", text });
    return { placements: placed ? [placed] : [], isOver: !placed };
  }
  const question = state.isListing ? { ask: "more" } : { ask: "list", text };
  const { placements, isOver } = await answers.long("Looking for the next placement", { ...question, number: 100 });
  state.isListing = true;
  const key = (placement) => placement.map(([kind, square]) => `${kind}${square}`).sort().join(" ");
  const first = key(listed[0]);
  return { placements: placements.map((found) => found.placed).filter((found) => key(found) !== first), isOver };
}

function say() {
  const more = state.isOver && state.at + 1 === state.listed.length ? ", the last one" : "";
  $("browse").textContent = `Placement ${state.at + 1}${more}`;
  $("previous").disabled = state.at <= 0;
  $("next").disabled = Boolean(more);
}

async function previous() {
  if (state.at <= 0) return;
  state.at -= 1;
  await show(state.listed[state.at]);
  say();
}

async function random() {
  const { problem, placed } = state;
  const seed = 1 + Math.floor(Math.random() * 2 ** 31);
  $("browse").textContent = "Drawing …";
  try {
    const { placed: found } = await answers.long("Drawing a placement", { ask: "find", text: textOf(problem, placed), seed });
    if (problem !== state.problem || placed !== state.placed) return;
    // A list that was begun was given up for it.
    forget();
    if (found) await show(found);
    $("browse").textContent = found ? "A placement at random" : "There is none.";
  } catch (error) {
    tell(error);
  }
}

function tell(error) {
  $("browse").textContent = error instanceof Stopped ? "Stopped." : error.message;
  if (error instanceof Stopped) forget();
}

// Views.

const views = ["board", "search", "table"];
function look(view) {
  for (const name of views) {
    const tab = $(`tab-${name}`);
    tab.setAttribute("aria-selected", String(name === view));
    tab.tabIndex = name === view ? 0 : -1;
    $(`view-${name}`).hidden = name !== view;
  }
}
for (const [place, name] of views.entries()) {
  $(`tab-${name}`).addEventListener("click", () => look(name));
  $(`tab-${name}`).addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const other = views[(place + by + views.length) % views.length];
    look(other);
    $(`tab-${other}`).focus();
  });
}

// What can be typed and clicked.

let typing;
$("problem").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => setText($("problem").value, { keepsInput: true }), 250);
});
$("problem-form").addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(typing);
  setText($("problem").value);
});
$("examples").addEventListener("change", ({ target }) => {
  if (target.value) setText(target.value);
  target.value = "";
});
for (const side of ["rows", "cols"]) {
  $(side).addEventListener("change", async ({ target }) => {
    const typed = target.value;
    const longest = Math.floor(4096 / state.problem[side === "rows" ? "cols" : "rows"]);
    const size = Math.min(longest, Math.max(1, Math.round(Number(typed))));
    const inside = { ...state.problem, [side]: size };
    const isRead = await setProblem({ ...inside, holes: inside.holes.filter((hole) => has(inside, hole)) }, state.placed);
    if (isRead && Number(typed) !== size) {
      $("problem-fault").textContent = `A board here has up to 4096 squares: ${size} instead of ${typed || "nothing"}.`;
    }
  });
}
$("topology").addEventListener("change", ({ target }) =>
  setProblem({ ...state.problem, topology: target.value }, state.placed));
$("next").addEventListener("click", next);
$("previous").addEventListener("click", previous);
$("random").addEventListener("click", random);
$("clear").addEventListener("click", () => setPlaced([]));
$("maximum").addEventListener("click", () => answers.maximum(state.problem, state.placed, state.tool, async (placement, text) => {
  // The placement has the numbers that were found.
  if (await setText(text)) await show(placement);
}));
$("minimum").addEventListener("click", () => answers.minimum(state.problem, state.placed, state.tool, async (placement, text) => {
  if (await setText(text)) await show(placement);
}));
$("gallery").addEventListener("click", () => openGallery(new Engine(), textOf(state.problem, state.placed), same, (placement) => show(placement)));
copies($("copies"), $("copied"), quick, () => ({ problem: state.problem, pieces: standing() }));
searchView(quick, () => textOf(state.problem, state.placed));
tableView(new Engine(), same);

addEventListener("popstate", () => {
  const text = textOfAddress(location.hash);
  if (text && text !== textOf(state.problem, state.placed)) setText(text);
});

// Nothing can be changed before there is a problem. Of an address that is none the fault is told, beside the usual problem.
async function load() {
  const text = textOfAddress(location.hash) || "8x8 Q8";
  if (!(await setText(text))) {
    const [fault, address] = [$("problem-fault").textContent, location.hash];
    await setText("8x8 Q8", { keepsInput: true });
    history.replaceState(null, "", address);
    $("problem").value = text;
    $("problem-fault").textContent = fault;
    document.body.classList.add("stale");
  }
  document.querySelector("main").inert = !state.problem;
}
load();

// Once it was loaded, the page works without a network, unless it is the command that counts.
if (isServed) {
  $("where").textContent = "Everything is counted by the command armistice on your machine.";
} else if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  navigator.serviceWorker.register("offline.js")
    .then(() => navigator.serviceWorker.ready)
    .then(() => { $("offline").textContent = "It works without a network, too."; })
    .catch(() => {});
}
