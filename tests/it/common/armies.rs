//! Random problems of opposing armies, and their classes by definition.

use super::{BUILT_IN, FREE, PiecesPart, Random, placement, random_moves, square, ways};
use armistice::board::{PointMap, Square, Topology};
use armistice::engines::naive;
use armistice::plan::Silent;
use armistice::search::listing::{ListedPlacement, Selection, list_lex};
use armistice::{Placement, Problem, UpTo};
use std::collections::HashMap;

/// A problem of several armies in parts that can be changed.
#[derive(Debug, Clone)]
pub struct Armies {
    pub rows: usize,
    pub cols: usize,
    pub topology: &'static str,
    /// The row and the column of each hole.
    pub holes: Vec<(usize, usize)>,
    pub armies: Vec<Vec<PiecesPart>>,
    pub is_blocked: bool,
}

impl Armies {
    pub fn text(&self) -> String {
        let list = |squares: &[(usize, usize)]| squares.iter().map(square).collect::<Vec<_>>().join(",");
        let mut text = format!("{}x{}/{}", self.rows, self.cols, self.topology);
        if !self.holes.is_empty() {
            text += &format!("-{}", list(&self.holes));
        }
        let pieces = |part: &PiecesPart| {
            let at = if part.fixed.is_empty() { String::new() } else { format!("@{}", list(&part.fixed)) };
            match part.open {
                None => format!("{}{}{at}", part.letter, part.number),
                Some(open) => format!("{}{open}{at}", part.letter),
            }
        };
        let army = |army: &Vec<PiecesPart>| army.iter().map(pieces).collect::<Vec<_>>().join(" ");
        text += &format!(" {}", self.armies.iter().map(army).collect::<Vec<_>>().join(" / "));
        let mut defined = Vec::new();
        for part in self.armies.iter().flatten() {
            if let Some(moves) = part.moves.as_ref().filter(|_| !defined.contains(&part.letter)) {
                text += &format!(" {}={moves}", part.letter);
                defined.push(part.letter);
            }
        }
        if self.is_blocked {
            text += " blocked";
        }
        text
    }

    pub fn problem(&self) -> Problem {
        self.text().parse().unwrap_or_else(|error| panic!("{}: {error}", self.text()))
    }

    /// Returns the problem with the armies in the opposite order.
    pub fn reversed(&self) -> Self {
        Self { armies: self.armies.iter().rev().cloned().collect(), ..self.clone() }
    }

    /// Returns the problem with rows and columns exchanged, and with the moves of the built-in pawn written
    /// out. Cylinders are not supported.
    pub fn transposed(&self) -> Self {
        let turned = |letter: char| match letter {
            'f' => 'r',
            'r' => 'f',
            'b' => 'l',
            'l' => 'b',
            'v' => 's',
            's' => 'v',
            other => other,
        };
        let mut transposed = Self { rows: self.cols, cols: self.rows, ..self.clone() };
        transposed.holes.iter_mut().for_each(|hole| *hole = (hole.1, hole.0));
        for part in transposed.armies.iter_mut().flatten() {
            part.fixed.iter_mut().for_each(|square| *square = (square.1, square.0));
            let moves = part.moves.clone().or_else(|| (part.letter == 'P').then(|| "fcF".to_owned()));
            part.moves = moves.map(|moves| moves.chars().map(turned).collect());
            if part.letter == 'P' {
                part.letter = 'O';
            }
        }
        transposed
    }
}

/// The limits of random armies.
pub struct ArmiesShape {
    pub sides: &'static [(usize, usize)],
    pub topologies: &'static [&'static str],
    pub most_armies: usize,
    /// The most kinds in one army.
    pub most_kinds: usize,
    /// The most choices of squares for the pieces, without regard to attacks.
    pub most_ways: f64,
}

/// Makes two or more armies, often some with the same pieces. Some problems have holes and pre-placed pieces.
pub fn random_armies(random: &mut Random, shape: &ArmiesShape) -> Armies {
    loop {
        let (rows, cols) = random.pick(shape.sides);
        let topology = random.pick(shape.topologies);
        let place = |random: &mut Random| (random.between(0, rows - 1), random.between(0, cols - 1));
        let mut closed = Vec::new();
        for _ in 0..random.between(0, 4).saturating_sub(2) {
            let hole = place(random);
            if !closed.contains(&hole) {
                closed.push(hole);
            }
        }
        let holes = closed.clone();
        // Armies are drawn from few kinds, most of them riders.
        let mut kinds: Vec<(char, Option<String>)> = Vec::new();
        while kinds.len() < 4 {
            let (letter, moves) = match random.between(1, 6) {
                1..=3 => (random.pick(&['Q', 'R', 'B', 'N', 'K', 'P']), None),
                4 => (random.pick(BUILT_IN), None),
                _ => (random.pick(FREE), Some(random_moves(random))),
            };
            if kinds.iter().all(|kind| kind.0 != letter) {
                kinds.push((letter, moves));
            }
        }
        let mut armies: Vec<Vec<PiecesPart>> = Vec::new();
        for army in 0..random.between(2, shape.most_armies) {
            if army > 0 && random.chance(2) {
                let mut like = armies[army - 1].clone();
                like.iter_mut().for_each(|part| part.fixed.clear());
                armies.push(like);
                continue;
            }
            let mut pieces: Vec<PiecesPart> = Vec::new();
            for _ in 0..random.between(1, shape.most_kinds) {
                let (letter, moves) = random.pick(&kinds);
                if pieces.iter().all(|part| part.letter != letter) {
                    let number = random.pick(&[0, 1, 1, 1, 1, 2, 2, 3]);
                    pieces.push(PiecesPart { letter, number, open: None, fixed: Vec::new(), moves });
                }
            }
            armies.push(pieces);
        }
        for part in armies.iter_mut().flatten() {
            let at = place(random);
            if part.number > 0 && random.chance(16) && !closed.contains(&at) {
                closed.push(at);
                part.fixed.push(at);
            }
        }
        let parts = armies.iter().flatten();
        let size: f64 = parts.map(|part| ways(rows * cols, part.number - part.fixed.len())).product();
        if size <= shape.most_ways {
            return Armies { rows, cols, topology, holes, armies, is_blocked: false };
        }
    }
}

/// Returns all placements by the definition, in reading order.
pub fn placements_by_definition(problem: &Problem) -> Vec<Placement> {
    let mut all = Vec::new();
    naive::visit_placements(problem, &|| false, &mut |placed| all.push(placement(placed)));
    // With equal numbers of pieces, the placement whose first different piece comes earlier is first.
    let reading = |placement: &Placement| {
        let pieces = placement.pieces().iter();
        let mut pieces: Vec<_> =
            pieces.map(|(kind, at)| (std::cmp::Reverse(at.row), at.col, *kind)).collect();
        pieces.sort_unstable();
        pieces
    };
    all.sort_by_cached_key(reading);
    all
}

/// Returns all placements or one of each class, listed by the library.
pub fn list(problem: &Problem, up_to: UpTo) -> Vec<ListedPlacement> {
    let selection = Selection { up_to, ..Selection::default() };
    list_lex(problem, selection, &Silent).unwrap_or_else(|error| panic!("{problem}: {error}")).collect()
}

/// Returns the permutations of a number of things.
fn permutations(number: usize) -> Vec<Vec<usize>> {
    (0..number).fold(vec![Vec::new()], |all: Vec<Vec<usize>>, next| {
        let with = |before: &Vec<usize>| {
            let at = |place: usize| [&before[..place], &[next], &before[place..]].concat();
            (0..=before.len()).map(at).collect::<Vec<_>>()
        };
        all.iter().flat_map(with).collect()
    })
}

/// Returns the first placement of each class and the size of the class, by the definition of equivalence.
pub fn classes_by_definition<'a>(
    problem: &Problem,
    all: &'a [Placement],
    up_to: UpTo,
) -> Vec<(&'a Placement, u64)> {
    let first = first_of_each(problem, all, up_to);
    let is_first = |number: &usize| first[*number] == *number;
    let size = |number| first.iter().filter(|&&other| other == number).count() as u64;
    (0..all.len()).filter(is_first).map(|number| (&all[number], size(number))).collect()
}

/// Returns whether a map takes lines with quotas to lines with the same quotas.
fn keeps_quotas(problem: &Problem, image: &dyn Fn(Square) -> Square) -> bool {
    let board = problem.board();
    let lines = problem.line_quotas();
    lines.iter().all(|line| {
        let squares = line.squares.iter().map(|&at| board.index(image(board.square(at))));
        let mut squares: Vec<usize> = squares.collect();
        squares.sort_unstable();
        lines
            .iter()
            .any(|other| other.squares == squares && (other.letter, other.span) == (line.letter, line.span))
    })
}

/// Returns, for each placement, the number of the first equivalent one.
fn first_of_each(problem: &Problem, placements: &[Placement], up_to: UpTo) -> Vec<usize> {
    let board = problem.board();
    let (rows, cols) = (board.rows(), board.cols());
    let is_square = rows == cols && board.topology() != Topology::Cylinder;
    let points = PointMap::all().into_iter().filter(|point| is_square || !point.transpose);
    let image = |point: PointMap, square: Square| point.apply_to_square(square, (rows, cols));
    let armies = problem.armies();
    let of_army: Vec<usize> = armies.iter().map(|army| army.pieces().len()).collect();
    let start = |army: usize| of_army[..army].iter().sum::<usize>();
    let army_of = problem.army_of();
    let kinds: Vec<_> = problem.pieces().collect();
    let is_absent = |kind: usize| kinds[kind].quantity == armistice::Quantity::Exactly(0);
    let mut group: Vec<(PointMap, Vec<usize>)> = Vec::new();
    for point in points {
        let keeps_moves = |kind: usize| {
            let moves = kinds[kind].kind.moves();
            is_absent(kind) || moves.map(point) == *moves
        };
        let keeps_holes = board.holes().iter().all(|&hole| !board.is_open(image(point, hole)));
        if !keeps_holes
            || !(0..kinds.len()).all(keeps_moves)
            || !keeps_quotas(problem, &|at| image(point, at))
        {
            continue;
        }
        for armies in permutations(armies.len()) {
            let is_identity = armies.iter().enumerate().all(|(army, &other)| army == other);
            let is_alike = (0..armies.len()).all(|army| of_army[army] == of_army[armies[army]]);
            if !is_alike || (up_to == UpTo::Symmetry && !is_identity) {
                continue;
            }
            let becomes = |kind: usize| start(armies[army_of[kind]]) + kind - start(army_of[kind]);
            let is_kept = |kind: usize| {
                let (from, to) = (kinds[kind], kinds[becomes(kind)]);
                let fixed = from.fixed.iter().all(|&square| to.fixed.contains(&image(point, square)));
                let domain = (0..board.squares()).map(|at| board.square(at));
                let domain = domain.into_iter().all(|square| {
                    problem.may_stand(from, square) == problem.may_stand(to, image(point, square))
                });
                from.kind == to.kind
                    && (domain || is_absent(kind))
                    && from.quantity == to.quantity
                    && from.fixed.len() == to.fixed.len()
                    && (fixed || is_absent(kind))
            };
            if (0..kinds.len()).all(is_kept) {
                group.push((point, (0..kinds.len()).map(becomes).collect()));
            }
        }
    }
    let key = |placement: &Placement, (point, becomes): &(PointMap, Vec<usize>)| {
        let pieces = placement.pieces().iter();
        let mut pieces: Vec<_> =
            pieces.map(|&(kind, square)| (becomes[kind], image(*point, square))).collect();
        if up_to == UpTo::Translation {
            let row = pieces.iter().map(|piece| piece.1.row).min().unwrap_or(0);
            let col = pieces.iter().map(|piece| piece.1.col).min().unwrap_or(0);
            pieces.iter_mut().for_each(|(_, at)| *at = Square { row: at.row - row, col: at.col - col });
        }
        pieces.sort_unstable();
        pieces
    };
    let mut seen = HashMap::new();
    let first = |(number, placement): (usize, &Placement)| {
        let least = group.iter().map(|symmetry| key(placement, symmetry)).min();
        *seen.entry(least).or_insert(number)
    };
    placements.iter().enumerate().map(first).collect()
}
