//! What makes two placements the same: maps of the board that keep a problem, and exchanges of armies.
//!
//! A [`Symmetry`] is a map of the board together with a permutation of the armies. Those that keep a problem form a group;
//! counts up to symmetry need one of each of its conjugacy classes.

pub(crate) mod classes;

use crate::board::{Board, BoardMap, Set, Square};
use crate::problem::{Army, Pieces, Problem, Quantity};
use std::collections::HashSet;

/// How the names of symmetries end that exchange armies.
pub const EXCHANGED: &str = ", armies exchanged";

/// A map of the board, with what becomes of the armies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Symmetry {
    pub(crate) map: BoardMap,
    /// The pieces of army `a` become pieces of army `armies[a]`.
    pub(crate) armies: Vec<usize>,
}

impl Symmetry {
    /// Whether every army stays what it is.
    pub(crate) fn keeps_armies(&self) -> bool {
        self.armies.iter().enumerate().all(|(army, &image)| army == image)
    }

    /// Whether nothing moves.
    pub(crate) fn is_identity(&self) -> bool {
        self.keeps_armies() && self.map.images.iter().enumerate().all(|(at, &image)| at == usize::from(image))
    }

    /// The same on another board; `None` if that board has no such map.
    pub(crate) fn on(&self, board: &Board) -> Option<Self> {
        let map = board.maps(false).into_iter().find(|map| map.point == self.map.point)?;
        Some(Self { map, armies: self.armies.clone() })
    }

    /// What it is called in results.
    pub(crate) fn name(&self) -> String {
        let armies = if self.keeps_armies() { "" } else { EXCHANGED };
        format!("{}{armies}", self.map.point.name())
    }

    /// For each of the problem's pieces, by army and kind, those that they become.
    pub(crate) fn pieces(&self, problem: &Problem) -> Vec<usize> {
        let lengths = problem.armies().iter().map(|army| army.pieces().len());
        let starts: Vec<usize> =
            lengths.scan(0, |sum, length| Some(std::mem::replace(sum, *sum + length))).collect();
        let armies = problem.armies().iter().enumerate();
        armies
            .flat_map(|(army, of)| (0..of.pieces().len()).map(move |kind| (army, kind)))
            .map(|(army, kind)| starts[self.armies[army]] + kind)
            // Walls stay walls.
            .chain(problem.walls().map(|_| problem.pieces().count() - 1))
            .collect()
    }

    /// The same for those pieces only that are classes of an instance.
    pub(crate) fn classes(&self, problem: &Problem) -> Vec<usize> {
        let is_class: Vec<bool> = problem.pieces().map(|pieces| pieces.free_pieces() > 0).collect();
        let number = |piece: usize| is_class[..piece].iter().filter(|&&is_class| is_class).count();
        let images = self.pieces(problem).into_iter().enumerate();
        images.filter(|&(piece, _)| is_class[piece]).map(|(_, image)| number(image)).collect()
    }

    /// Whether this one first and then `by` is the same as `by` first and then `other`.
    fn is_conjugate(&self, other: &Self, by: &Self) -> bool {
        let (a, b, g) = (&self.map.images, &other.map.images, &by.map.images);
        (0..self.armies.len()).all(|at| self.armies[by.armies[at]] == by.armies[other.armies[at]])
            && (0..a.len()).all(|at| a[g[at] as usize] == g[b[at] as usize])
    }
}

/// More ways to exchange armies than this are not gone through.
const MAX_EXCHANGES: usize = 120;

/// The board's turns and mirrors that keep the holes, the fixed pieces and the moves of every kind that has pieces, or of
/// every kind if placements are to be maximal: a further piece that must not fit need not have others of its kind. If
/// `exchanged`, each also with every exchange of armies of the same pieces that carries fixed pieces to fixed pieces.
/// The identity comes first.
///
/// On a narrow board several maps can carry every square to the same place; such a permutation is listed once.
pub(crate) fn symmetries(problem: &Problem, maximal: bool, exchanged: bool) -> Vec<Symmetry> {
    let board = problem.board();
    let pieces: Vec<&Pieces> = problem.pieces().collect();
    let asked = |pieces: &Pieces| maximal || pieces.quantity != Quantity::Exactly(0);
    let exchanges = exchanges(problem, exchanged);
    let mut seen = HashSet::new();
    let mut symmetries = Vec::new();
    for map in board.maps(false) {
        let keeps_moves = |pieces: &Pieces| pieces.kind.moves().mapped(map.point) == *pieces.kind.moves();
        if !pieces.iter().all(|pieces| !asked(pieces) || keeps_moves(pieces))
            || !seen.insert(map.images.clone())
        {
            continue;
        }
        for armies in &exchanges {
            let symmetry = Symmetry { map: map.clone(), armies: armies.clone() };
            let keeps_fixed = |(piece, image): (usize, usize)| {
                let image_of = |&square: &Square| map.images[board.index(square)] as usize;
                let mut images: Vec<usize> = pieces[piece].fixed.iter().map(image_of).collect();
                images.sort_unstable();
                images.into_iter().eq(pieces[image].fixed.iter().map(|&square| board.index(square)))
            };
            let keeps_closed =
                |piece: usize, image: usize| match (problem.closed_to(piece), problem.closed_to(image)) {
                    (Some(closed), Some(of_image)) => (0..board.squares())
                        .all(|at| closed.holds(at) == of_image.holds(map.images[at] as usize)),
                    (closed, of_image) => closed == of_image,
                };
            let mut images = symmetry.pieces(problem).into_iter().enumerate();
            if images.all(|(piece, image)| {
                !asked(pieces[piece]) || (keeps_fixed((piece, image)) && keeps_closed(piece, image))
            }) {
                symmetries.push(symmetry);
            }
        }
    }
    symmetries
}

/// Whether there are more ways to exchange armies than are gone through.
pub(crate) fn has_too_many_exchanges(problem: &Problem) -> bool {
    let armies = problem.armies();
    let mut ways = 1usize;
    for (army, of) in armies.iter().enumerate() {
        let like = armies[..=army].iter().filter(|other| are_alike(other, of)).count();
        ways = ways.saturating_mul(like);
    }
    ways > MAX_EXCHANGES
}

/// Whether two armies have the same pieces, fixed squares not regarded.
pub(crate) fn are_alike(first: &Army, second: &Army) -> bool {
    let told = |army: &Army| -> Vec<_> {
        army.pieces().iter().map(|p| (p.kind.clone(), p.quantity, p.fixed.len())).collect()
    };
    told(first) == told(second)
}

/// The permutations of armies that put alike ones in the place of each other, the identity first.
fn exchanges(problem: &Problem, exchanged: bool) -> Vec<Vec<usize>> {
    let armies = problem.armies();
    let mut permutations: Vec<Vec<usize>> = vec![Vec::new()];
    for (army, of) in armies.iter().enumerate() {
        let images = |so_far: &Vec<usize>| {
            let fits = |image: &usize| match exchanged {
                true => !so_far.contains(image) && are_alike(&armies[*image], of),
                false => *image == army,
            };
            (0..armies.len())
                .filter(fits)
                .map(|image| [so_far.as_slice(), &[image]].concat())
                .collect::<Vec<_>>()
        };
        permutations = permutations.iter().flat_map(images).collect();
    }
    permutations
}

/// The symmetries of a group up to conjugacy, each with the number of its conjugates, the identity first.
///
/// Conjugate symmetries fix equally many placements.
pub(crate) fn conjugacy_classes(group: &[Symmetry]) -> Vec<(&Symmetry, u64)> {
    let mut classes: Vec<(&Symmetry, u64)> = Vec::new();
    for symmetry in group {
        // a = g b g^-1, written without the inverse: a g = g b.
        let conjugate = |other: &Symmetry| group.iter().any(|by| symmetry.is_conjugate(other, by));
        match classes.iter_mut().find(|(other, _)| conjugate(other)) {
            Some((_, size)) => *size += 1,
            None => classes.push((symmetry, 1)),
        }
    }
    classes
}

/// The cycles of a permutation, each from its lowest square on.
pub(crate) fn cycles(images: &[u16]) -> Vec<Vec<usize>> {
    let mut cycles: Vec<Vec<usize>> = Vec::new();
    let mut seen = vec![false; images.len()];
    for start in 0..images.len() {
        let mut cycle = Vec::new();
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            cycle.push(at);
            at = images[at] as usize;
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}
