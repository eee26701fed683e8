// The layer over the squares: the edges of regions, rings round pieces in conflict, and lines between them.

import { placeOf, squareName } from "./problem.js";

const RADIUS = 0.47;
// The largest number of conflicts that can be distinguished.
const MOST = 500;

// Returns the layer as SVG, in units of squares.
export function overlay(problem, conflicts, over, regions, isFlipped) {
  const { rows, cols } = problem;
  const middle = (square) => {
    const { row, col } = placeOf(square);
    const [x, y] = [col + 0.5, rows - row - 0.5];
    return isFlipped ? [cols - x, rows - y] : [x, y];
  };
  const ring = ([x, y]) => `M${x - RADIUS} ${y}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0Z`;
  const line = ([[x1, y1], [x2, y2]]) => {
    const length = Math.hypot(x2 - x1, y2 - y1);
    // The rings of neighbours touch, so there is no room for a line.
    if (length <= 2 * RADIUS) return "";
    const [dx, dy] = [(x2 - x1) / length * RADIUS, (y2 - y1) / length * RADIUS];
    return `M${x1 + dx} ${y1 + dy}L${x2 - dx} ${y2 - dy}`;
  };
  const pairs = conflicts.slice(0, MOST);
  const ringed = new Set([...pairs.flat(), ...over]);
  const path = [...ringed].map((square) => ring(middle(square))).join("") + pairs.map((pair) => line(pair.map(middle))).join("");
  const quarrels = path && `<path class="casing" d="${path}"/><path class="conflict" d="${path}"/>`;
  return edges(problem, regions, isFlipped) + quarrels;
}

// Returns the lines between squares of different regions.
function edges({ rows, cols }, regions, isFlipped) {
  if (!regions.size) return "";
  const of = (row, col) => regions.get(squareName(row, col));
  let path = "";
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const [x, y] = isFlipped ? [cols - col - 1, row] : [col, rows - row - 1];
      const right = isFlipped ? x : x + 1;
      const top = isFlipped ? y + 1 : y;
      if (col + 1 < cols && of(row, col) !== of(row, col + 1)) path += `M${right} ${y}v1`;
      if (row + 1 < rows && of(row, col) !== of(row + 1, col)) path += `M${x} ${top}h1`;
    }
  }
  return `<path class="edges" d="${path}"/>`;
}
