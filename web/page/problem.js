// Problem text, put together from its parts, and addresses that hold it.

// The parts of a problem are what the library answers to the question "problem"; `placed` are pairs of kind and square.
export function textOf(problem, placed = []) {
  // What is no grid is not changed on the page.
  const board = !problem.isGrid ? problem.board
    : `${problem.rows}x${problem.cols}` +
      (problem.topology === "plane" ? "" : `/${problem.topology}`) +
      (problem.holes.length ? `-${problem.holes.join(",")}` : "");
  const armies = Array.from({ length: problem.armies }, () => []);
  const own = new Map();
  problem.pieces.forEach((piece, kind) => {
    const squares = placed.filter(([of]) => of === kind).map(([, square]) => square);
    const at = squares.length ? `@${squares.join(",")}` : "";
    // One piece is a letter alone.
    armies[piece.army].push(`${piece.letter}${piece.number === 1 ? "" : piece.number}${at}`);
    if (!piece.name) own.set(piece.letter, piece.betza);
  });
  const meanings = [...own].map(([letter, betza]) => ` ${letter}=${betza}`).join("");
  const pieces = armies.map((army) => army.join(" ")).filter((army) => army).join("/");
  return `${board}${pieces ? ` ${pieces}` : ""}${meanings}${problem.lines === "blocked" ? " blocked" : ""}`;
}

// What stands behind # in an address: blanks are +.
export const addressOf = (text) => `#${encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2F", "/")
  .replaceAll("%40", "@").replaceAll("%2C", ",").replaceAll("%3D", "=").replaceAll("%3A", ":")}`;

export function textOfAddress(address) {
  try {
    return decodeURIComponent(address.replace(/^#/, "").replaceAll("+", " "));
  } catch {
    return "";
  }
}

export const squareName = (row, col) => fileName(col) + (row + 1);

function fileName(col) {
  let name = "";
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(97 + (rest - 1) % 26) + name;
  }
  return name;
}

// Whether a board has such a square.
export function has({ rows, cols, isGrid }, name) {
  if (!isGrid) return true;
  const { row, col } = placeOf(name);
  return row < rows && col < cols;
}

export function placeOf(name) {
  const [, file, rank] = name.match(/^([a-z]+)(\d+)$/);
  let col = 0;
  for (const letter of file) col = 26 * col + letter.charCodeAt(0) - 96;
  return { row: Number(rank) - 1, col: col - 1 };
}
