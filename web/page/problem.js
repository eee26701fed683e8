// Problem text, made from its parts, and the sentence that describes it.

import { listed, pluralOf, some } from "./words.js";

// The parts of a problem are the library's answer to the question "problem"; `placed` are pairs of kind and
// square.
export function textOf(problem, placed = []) {
  // The page cannot change boards that are not a grid.
  const board = !problem.isGrid ? problem.board
    : `${problem.rows}x${problem.cols}` +
      (problem.topology === "plane" ? "" : `/${problem.topology}`) +
      (problem.holes.length ? `-${problem.holes.join(",")}` : "");
  const reserved = problem.reserved.length ? `~${problem.reserved.join(",")}` : "";
  const armies = Array.from({ length: problem.armies }, () => []);
  const own = new Map();
  problem.pieces.forEach((piece, kind) => {
    const squares = placed.filter(([of]) => of === kind).map(([, square]) => square);
    const at = squares.length ? `@${squares.join(",")}` : "";
    const closed = piece.closed?.length ? `~${piece.closed.join(",")}` : "";
    // One piece is a letter alone.
    armies[piece.army].push(`${piece.letter}${piece.number === 1 ? "" : piece.number}${at}${closed}`);
    if (!piece.name) own.set(piece.letter, piece.betza);
  });
  const pieces = armies.map((army) => army.join(" ")).filter((army) => army).join(problem.areEnemies || problem.armies === 1 ? "/" : " + ");
  const meanings = [...own].map(([letter, betza]) => `${letter}=${betza}`);
  return [board + reserved, pieces, ...meanings, problem.rules].filter((part) => part).join(" ");
}

const EDGES = {
  plane: "", cylinder: " whose left and right edges are joined", roll: " whose top and bottom edges are joined",
  torus: " whose opposite edges are joined (a torus)",
};

// Describes the problem in a sentence: "Place 8 queens on an 8 × 8 board so that none attacks another."
export function sentenceOf(problem) {
  const number = (piece) => {
    const name = pluralOf(piece);
    if (piece.number === "*") return `any number of ${name}`;
    return piece.number === "max" ? `as many ${name} as possible` : some(piece.number, piece);
  };
  const army = (of) => listed(problem.pieces.filter((piece) => piece.army === of).map(number));
  const armies = Array.from({ length: problem.armies }, (_, of) => army(of));
  // Eight, eleven, eighteen and eighty begin with a vowel.
  const article = /^(8|1[18]$)/.test(problem.rows) ? "an" : "a";
  const board = !problem.isGrid ? `the board ${problem.board}`
    : `${article} ${problem.rows} × ${problem.cols} board${EDGES[problem.topology] ?? ""}${problem.holes.length ? " with holes" : ""}`;
  const peace = problem.armies === 1 ? "so that none attacks another"
    : problem.areEnemies ? "so that no army attacks another" : "so that none attacks another piece of its own group";
  const sides = problem.armies === 1 ? armies[0] : armies.join(problem.areEnemies ? " against " : " and, independently, ");
  const own = problem.pieces.filter((piece) => !piece.name).map((piece) => `${piece.letter} attacks as ${piece.betza}.`);
  return [`Place ${sides} on ${board} ${peace}${inEach(problem)}.`, ...new Set(own)].join(" ");
}

// Describes the quotas of lines or regions: ", one in each rank and region".
function inEach({ rules, regions }) {
  const quotas = [...rules.matchAll(/(?:^| )(rank|file|diagonal|antidiagonal|region)=(\S+)/g)].map(([, along, number]) => [along, number]);
  if (regions.length && !quotas.some(([along]) => along === "region")) quotas.push(["region", "1"]);
  const numbers = [...new Set(quotas.map(([, number]) => number))].filter((number) => /^\d+$/.test(number));
  const of = (number) => listed(quotas.filter(([, other]) => other === number).map(([along]) => along));
  return numbers.map((number) => `, ${number === "1" ? "one" : number} in each ${of(number)}`).join("");
}

// Returns the family to which a problem probably belongs: numbers equal to its side grow with it.
export function familyOf(problem) {
  if (!problem?.isGrid || problem.holes.length || problem.reserved.length || problem.regions.length) return "{n}x{n} Q{n}";
  const { rows, cols } = problem;
  const isSquare = rows === cols;
  const grow = (piece) => ({ ...piece, number: piece.number === cols && cols > 1 ? "{n}" : piece.number });
  const pieces = problem.pieces.map((piece) => ({ ...grow(piece), closed: [] }));
  return textOf({ ...problem, rows: isSquare ? "{n}" : rows, cols: "{n}", pieces });
}

// Says how many of the pieces are on the board: "2 of 8 queens"; nothing if it has all of them.
export function lacking(problem, pieces) {
  const kinds = problem.pieces.map((piece, kind) => ({ piece, stand: pieces.filter(([of]) => of === kind).length }));
  const given = kinds.filter(({ piece }) => typeof piece.number === "number");
  const lack = given.filter(({ piece, stand }) => piece.number !== stand);
  if (lack.length < 3 && problem.armies === 1) return listed(lack.map(({ piece, stand }) => `${stand} of ${some(piece.number, piece)}`));
  const sum = (number) => given.reduce((before, kind) => before + number(kind), 0);
  return lack.length ? `${sum(({ stand }) => stand)} of ${sum(({ piece }) => piece.number)} pieces` : "";
}

// Files past z are numbers, as in the library: c4, but r4c27.
export const fileName = (col) => (col < 26 ? String.fromCharCode(97 + col) : String(col + 1));

export const squareName = (row, col) => (col < 26 ? fileName(col) + (row + 1) : `r${row + 1}c${col + 1}`);

// Whether a board has this square.
export function has({ rows, cols, isGrid }, name) {
  if (!isGrid) return true;
  const { row, col } = placeOf(name);
  return row < rows && col < cols;
}

export function placeOf(name) {
  const [, rank, file] = name.match(/^r(\d+)c(\d+)$/) ?? [];
  if (rank) return { row: Number(rank) - 1, col: Number(file) - 1 };
  return { row: Number(name.slice(1)) - 1, col: name.charCodeAt(0) - 97 };
}

// Returns the kind to place if the reader has chosen none: the first one that lacks pieces.
export function nextKind(problem, pieces, tool) {
  const lacks = (kind) => {
    const { number } = problem.pieces[kind];
    return typeof number !== "number" || pieces.filter(([of]) => of === kind).length < number;
  };
  if (typeof tool === "number" && lacks(tool)) return tool;
  return problem.pieces.findIndex((_, kind) => lacks(kind));
}

