// The size and the edges of the board.

import { has } from "./problem.js";
import { grouped } from "./words.js";

const $ = (id) => document.getElementById(id);
const MOST = 4096;

export function sizeForm(desk, tell) {
  desk.addEventListener("problem", () => {
    for (const name of ["rows", "cols", "topology"]) $(name).value = desk.problem[name];
    $("shape").hidden = !desk.problem.isGrid;
  });
  for (const side of ["rows", "cols"]) {
    $(side).addEventListener("change", async ({ target }) => {
      const typed = target.value;
      const longest = Math.floor(MOST / desk.problem[side === "rows" ? "cols" : "rows"]);
      const size = Math.min(longest, Math.max(1, Math.round(Number(typed))));
      const inside = { ...desk.problem, [side]: size };
      const within = (squares) => squares.filter((square) => has(inside, square));
      const pieces = inside.pieces.map((piece) => ({ ...piece, closed: within(piece.closed) }));
      const changed = { ...inside, pieces, holes: within(inside.holes), reserved: within(inside.reserved) };
      const isRead = await desk.setProblem(changed, desk.placed);
      if (!isRead) target.value = desk.problem[side];
      else if (Number(typed) !== size) tell(`The number of ${side === "rows" ? "ranks" : "files"} must be a whole number from 1 to ${longest}, because this page shows up to ${grouped(MOST)} squares. It is now ${size}.`);
    });
  }
  $("topology").addEventListener("change", async ({ target }) => {
    const isRead = await desk.setProblem({ ...desk.problem, topology: target.value }, desk.placed);
    if (!isRead) target.value = desk.problem.topology;
  });
}
