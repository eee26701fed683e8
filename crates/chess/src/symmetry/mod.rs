//! Equivalence of placements: maps of the board that keep a problem, and exchanges of armies.
//!
//! A [`Symmetry`] is a map of the board together with a permutation of the armies. Those that keep a problem
//! form a group. Counts up to symmetry need one of each of its conjugacy classes ([`group`]). The symmetries
//! of a placement form one of its [`subgroups`].

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

/// The end of the names of symmetries that exchange armies.
pub const EXCHANGED: &str = ", armies exchanged";

/// A map of the board, with a permutation of the armies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry {
    pub map: BoardMap,
    /// The pieces of army `a` become pieces of army `armies[a]`.
    pub(crate) armies: Vec<usize>,
}

impl Symmetry {
    /// Returns true if every army is kept.
    pub fn keeps_armies(&self) -> bool {
        self.armies.iter().enumerate().all(|(army, &image)| army == image)
    }

    /// Returns true if nothing moves.
    pub fn is_identity(&self) -> bool {
        self.keeps_armies() && self.map.images.iter().enumerate().all(|(at, &image)| at == usize::from(image))
    }

    /// Returns this symmetry on another board; `None` if that board has no such map.
    pub fn on_board(&self, board: &Board) -> Option<Self> {
        let map = board.maps(false).into_iter().find(|map| map.matrices == self.map.matrices)?;
        Some(Self { map, armies: self.armies.clone() })
    }

    /// Returns the name in results.
    pub fn name(&self) -> String {
        let armies = if self.keeps_armies() { "" } else { EXCHANGED };
        format!("{}{armies}", self.map.name())
    }

    /// Returns the image of each of the problem's pieces, by army and kind.
    pub fn pieces(&self, problem: &Problem) -> Vec<usize> {
        let lengths = problem.armies().iter().map(|army| army.pieces().len());
        let starts: Vec<usize> =
            lengths.scan(0, |sum, length| Some(std::mem::replace(sum, *sum + length))).collect();
        let armies = problem.armies().iter().enumerate();
        armies
            .flat_map(|(army, of)| (0..of.pieces().len()).map(move |kind| (army, kind)))
            .map(|(army, kind)| starts[self.armies[army]] + kind)
            // Walls are mapped to walls.
            .chain(problem.walls().map(|_| problem.pieces().count() - 1))
            .collect()
    }

    /// Like [`pieces`](Self::pieces), but only for the pieces that are classes of an instance.
    pub fn classes(&self, problem: &Problem) -> Vec<usize> {
        let is_class: Vec<bool> = problem.pieces().map(|pieces| pieces.free_pieces() > 0).collect();
        let number = |piece: usize| is_class[..piece].iter().filter(|&&is_class| is_class).count();
        let images = self.pieces(problem).into_iter().enumerate();
        images.filter(|&(piece, _)| is_class[piece]).map(|(_, image)| number(image)).collect()
    }
}

/// The number of exchanges of armies that are tried with any number of maps.
const FEW_EXCHANGES: usize = 120;
/// The maximum number of combinations of a map with an exchange of armies, if there are more exchanges.
const MAX_EXCHANGED_MAPS: usize = 1 << 16;

/// Returns the rotations and reflections of the board that keep its holes, the reserved squares, the
/// pre-placed pieces and the moves of kinds. The kinds are those that have pieces, or all if placements are
/// to be maximal, because then a kind without pieces must not fit either. If `exchanged`, each map is also
/// combined with every exchange of armies of the same pieces that carries pre-placed pieces to pre-placed
/// pieces. The identity comes first.
///
/// On a narrow board, several maps can have the same effect on the squares; such a permutation is listed
/// once.
pub fn symmetries(problem: &Problem, maximal: bool, exchanged: bool) -> Vec<Symmetry> {
    let maps = preserving_maps(problem, maximal, problem.board().maps(false));
    symmetries_among(problem, maximal, exchanged, &maps)
}

/// Returns the maps of the board that keep the moves of every kind that has pieces, or of every kind if
/// `maximal`.
pub fn preserving_maps(problem: &Problem, maximal: bool, maps: Vec<BoardMap>) -> Vec<BoardMap> {
    // Translations do not change the effect on moves.
    let mut known: HashMap<(Vec<LatticeMap>, usize), bool> = HashMap::new();
    let mut keeps = |map: &BoardMap| {
        *known.entry((map.matrices.clone(), map.times)).or_insert_with(|| {
            let mut moving = problem.pieces().filter(|pieces| is_asked(pieces, maximal));
            moving.all(|pieces| keeps_moves(problem.board(), map, pieces.kind.moves()))
        })
    };
    maps.into_iter().filter(|map| keeps(map)).collect()
}

/// Returns true if the effect of a map on these pieces matters.
fn is_asked(pieces: &Pieces, maximal: bool) -> bool {
    maximal || pieces.quantity != Quantity::Exactly(0)
}

/// Returns the symmetries made from these maps, which keep moves; the identity is the first.
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
    let reserved: BTreeSet<usize> =
        problem.reserved_squares().iter().map(|&square| board.index(square)).collect();
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

/// Returns true if a map carries the moves of a kind to its moves. A dilation carries steps to other steps,
/// but may carry rides to rides. For dilations, the attacked squares from each square are compared.
fn keeps_moves(board: &Board, map: &BoardMap, moves: &Moves) -> bool {
    if map.times == 1 {
        return moves.are_kept_by(map);
    }
    let image = |square: Square| board.square(map.images[board.index(square)].into());
    let attacked = |squares: &mut dyn Iterator<Item = Square>| {
        squares.map(|square| board.index(square)).collect::<BTreeSet<_>>()
    };
    (0..board.squares()).map(|at| board.square(at)).filter(|&square| board.is_open(square)).all(|square| {
        attacked(&mut moves.attacked_squares(board, square).map(image))
            == attacked(&mut moves.attacked_squares(board, image(square)))
    })
}

/// Returns true if there are more exchanges of armies than are tried together with this number of maps.
pub fn has_too_many_exchanges(problem: &Problem, maps: usize) -> bool {
    let armies = problem.armies();
    let mut ways = 1usize;
    for (army, of) in armies.iter().enumerate() {
        let like = armies[..=army].iter().filter(|other| are_alike(other, of)).count();
        ways = ways.saturating_mul(like);
    }
    ways > FEW_EXCHANGES && ways.saturating_mul(maps) > MAX_EXCHANGED_MAPS
}

/// Returns true if two armies have the same pieces, apart from pre-placed ones.
pub fn are_alike(first: &Army, second: &Army) -> bool {
    let told = |army: &Army| -> Vec<_> {
        army.pieces().iter().map(|p| (p.kind.clone(), p.quantity, p.fixed.len())).collect()
    };
    told(first) == told(second)
}

/// Returns the permutations of armies that exchange armies of the same pieces, the identity first.
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

/// Returns the orbits of the squares under the group that permutations generate, each in increasing order, by
/// their lowest squares. The orbits of a single permutation are its cycles.
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
