//! What makes two placements the same: maps of the board that keep a problem, and exchanges of armies.
//!
//! A [`Symmetry`] is a map of the board together with a permutation of the armies. Those that keep a problem form a group;
//! counts up to symmetry need one of each of its conjugacy classes ([`group`]), and what symmetries a placement has is one of
//! its [`subgroups`].

#[doc(hidden)]
pub mod classes;
#[doc(hidden)]
pub mod group;
#[doc(hidden)]
pub mod subgroups;

use crate::board::{Board, BoardMap, LatticeMap, Set, Square};
use crate::piece::Moves;
use crate::problem::{Army, Pieces, Problem, Quantity, QuotaKeeper};
use std::collections::{BTreeSet, HashMap, HashSet};

/// How the names of symmetries end that exchange armies.
pub const EXCHANGED: &str = ", armies exchanged";

/// A map of the board, with what becomes of the armies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry {
    pub map: BoardMap,
    /// The pieces of army `a` become pieces of army `armies[a]`.
    pub(crate) armies: Vec<usize>,
}

impl Symmetry {
    /// Whether every army stays what it is.
    pub fn keeps_armies(&self) -> bool {
        self.armies.iter().enumerate().all(|(army, &image)| army == image)
    }

    /// Whether nothing moves.
    pub fn is_identity(&self) -> bool {
        self.keeps_armies() && self.map.images.iter().enumerate().all(|(at, &image)| at == usize::from(image))
    }

    /// The same on another board; `None` if that board has no such map.
    pub fn on(&self, board: &Board) -> Option<Self> {
        let map = board.maps(false).into_iter().find(|map| map.matrices == self.map.matrices)?;
        Some(Self { map, armies: self.armies.clone() })
    }

    /// What it is called in results.
    pub fn name(&self) -> String {
        let armies = if self.keeps_armies() { "" } else { EXCHANGED };
        format!("{}{armies}", self.map.name())
    }

    /// For each of the problem's pieces, by army and kind, those that they become.
    pub fn pieces(&self, problem: &Problem) -> Vec<usize> {
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
    pub fn classes(&self, problem: &Problem) -> Vec<usize> {
        let is_class: Vec<bool> = problem.pieces().map(|pieces| pieces.free_pieces() > 0).collect();
        let number = |piece: usize| is_class[..piece].iter().filter(|&&is_class| is_class).count();
        let images = self.pieces(problem).into_iter().enumerate();
        images.filter(|&(piece, _)| is_class[piece]).map(|(_, image)| number(image)).collect()
    }
}

/// More ways to exchange armies than this are not gone through.
const MAX_EXCHANGES: usize = 120;

/// The board's turns and mirrors that keep the holes, the reserved squares, the fixed pieces and the moves of every kind that has pieces, or of
/// every kind if placements are to be maximal: a further piece that must not fit need not have others of its kind. If
/// `exchanged`, each also with every exchange of armies of the same pieces that carries fixed pieces to fixed pieces.
/// The identity comes first.
///
/// On a narrow board several maps can carry every square to the same place; such a permutation is listed once.
pub fn symmetries(problem: &Problem, maximal: bool, exchanged: bool) -> Vec<Symmetry> {
    let maps = kept(problem, maximal, problem.board().maps(false));
    symmetries_among(problem, maximal, exchanged, &maps)
}

/// Those of some maps of the board that keep the moves of every kind that has pieces, or of every kind.
pub fn kept(problem: &Problem, maximal: bool, maps: Vec<BoardMap>) -> Vec<BoardMap> {
    // Translations do not change what becomes of moves.
    let mut known: HashMap<(Vec<LatticeMap>, usize), bool> = HashMap::new();
    let mut keeps = |map: &BoardMap| {
        *known.entry((map.matrices.clone(), map.times)).or_insert_with(|| {
            let mut moving = problem.pieces().filter(|pieces| is_asked(pieces, maximal));
            moving.all(|pieces| keeps_moves(problem.board(), map, pieces.kind.moves()))
        })
    };
    maps.into_iter().filter(|map| keeps(map)).collect()
}

/// Whether it matters what a map does to these pieces.
fn is_asked(pieces: &Pieces, maximal: bool) -> bool {
    maximal || pieces.quantity != Quantity::Exactly(0)
}

/// The symmetries that some maps are that keep moves, the identity the first of them.
pub fn symmetries_among(
    problem: &Problem,
    maximal: bool,
    exchanged: bool,
    maps: &[BoardMap],
) -> Vec<Symmetry> {
    let board = problem.board();
    let pieces: Vec<&Pieces> = problem.pieces().collect();
    let asked = |pieces: &Pieces| is_asked(pieces, maximal);
    let exchanges = exchanges(problem, exchanged);
    let domains: Vec<Vec<u64>> = pieces.iter().map(|pieces| problem.domain(pieces)).collect();
    let quotas = QuotaKeeper::new(problem.line_quotas());
    let reserved: BTreeSet<usize> = problem.reserved().iter().map(|&square| board.index(square)).collect();
    let keeps_reserved =
        |map: &BoardMap| reserved.iter().all(|&at| reserved.contains(&map.images[at].into()));
    let mut seen = HashSet::new();
    let mut symmetries = Vec::new();
    for map in maps {
        if !seen.insert(&map.images) || !keeps_reserved(map) || !quotas.is_kept_by(&map.images) {
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
            let keeps_domain = |piece: usize, image: usize| {
                let (domain, of_image) = (&domains[piece], &domains[image]);
                domain.squares().all(|at| of_image.holds(map.images[at] as usize))
                    && domain.size() == of_image.size()
            };
            let mut images = symmetry.pieces(problem).into_iter().enumerate();
            if images.all(|(piece, image)| {
                !asked(pieces[piece]) || (keeps_fixed((piece, image)) && keeps_domain(piece, image))
            }) {
                symmetries.push(symmetry);
            }
        }
    }
    symmetries
}

/// Whether a map carries the moves of a kind to its moves. A dilation carries steps to other steps, but perhaps rides to
/// rides: there, whatever is attacked from each square must be.
fn keeps_moves(board: &Board, map: &BoardMap, moves: &Moves) -> bool {
    if map.times == 1 {
        return moves.are_kept_by(map);
    }
    let image = |square: Square| board.square(map.images[board.index(square)].into());
    let attacked = |squares: &mut dyn Iterator<Item = Square>| {
        squares.map(|square| board.index(square)).collect::<BTreeSet<_>>()
    };
    (0..board.squares()).map(|at| board.square(at)).filter(|&square| board.is_open(square)).all(|square| {
        attacked(&mut moves.attacked(board, square).map(image))
            == attacked(&mut moves.attacked(board, image(square)))
    })
}

/// Whether there are more ways to exchange armies than are gone through.
pub fn has_too_many_exchanges(problem: &Problem) -> bool {
    let armies = problem.armies();
    let mut ways = 1usize;
    for (army, of) in armies.iter().enumerate() {
        let like = armies[..=army].iter().filter(|other| are_alike(other, of)).count();
        ways = ways.saturating_mul(like);
    }
    ways > MAX_EXCHANGES
}

/// Whether two armies have the same pieces, fixed squares not regarded.
pub fn are_alike(first: &Army, second: &Army) -> bool {
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

/// The orbits of the squares under permutations and all that come of them, each in increasing order, by their lowest
/// squares. The orbits of a single permutation are its cycles.
pub fn orbits(squares: usize, permutations: &[&[u16]]) -> Vec<Vec<usize>> {
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    let mut seen = vec![false; squares];
    for start in 0..squares {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let (mut orbit, mut next) = (vec![start], 0);
        while let Some(&at) = orbit.get(next) {
            next += 1;
            for images in permutations {
                let image = usize::from(images[at]);
                if !std::mem::replace(&mut seen[image], true) {
                    orbit.push(image);
                }
            }
        }
        orbit.sort_unstable();
        orbits.push(orbit);
    }
    orbits
}
