//! A counting problem reduced to squares, sets and numbers: the input of every engine.
//!
//! The reduction makes all decisions that can be made once. Pre-placed pieces are placed, and the squares
//! that they exclude are removed. Kinds without pieces are dropped. Kinds with equal conflicts on every
//! square are merged into one *class*, since the pieces of a placement can afterwards be shared among the
//! kinds in a known number of ways. The maps of the board that preserve all of this are collected.

use crate::board::{LatticeMap, Set, Sets};
use crate::conflict::Conflicts;
use crate::engines::binomial::binomial;
use crate::piece::Moves;
use crate::problem::{Pieces, Problem, QuotaKeeper};
use num_bigint::BigUint;
use std::collections::HashSet;
use std::sync::Arc;

/// Interchangeable pieces: they may stand on the same squares and exclude the same squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// The squares where they may stand.
    pub allowed: Vec<u64>,
    /// The number of pieces; at least one, unless the problem gives no number.
    pub pieces: u32,
}

/// Classes of pieces for non-attacking placements. The answer is `factor` times the number of placements.
#[derive(Debug, Clone)]
pub struct Instance {
    pub classes: Vec<Class>,
    /// The conflicts between classes.
    pub conflicts: Conflicts,
    /// The number of ways to share the pieces of merged kinds among them; 0 if pre-placed pieces attack each
    /// other.
    pub factor: BigUint,
    /// Permutations of the squares that preserve every class and all conflicts. They form a group; the
    /// identity comes first, then those without a translation across a wrapped edge.
    pub maps: Arc<[Vec<u16>]>,
    /// The number of maps without a translation: on a rectangle at most eight. They also form a group.
    pub central_maps: usize,
}

impl Instance {
    /// Returns the instance of a problem with exact numbers, before kinds are merged. The kinds of all armies
    /// are its classes.
    pub fn new(problem: &Problem) -> Self {
        Self::with_kinds(problem, &|pieces| pieces.free_pieces() > 0)
    }

    /// Returns the instance of those kinds that `is_wanted`, which may include kinds without a number.
    /// Pre-placed pieces of all kinds are placed.
    pub fn with_kinds(problem: &Problem, is_wanted: &dyn Fn(&Pieces) -> bool) -> Self {
        let board = problem.board();
        let all: Vec<&Pieces> = problem.pieces().collect();
        let moves: Vec<&Moves> = all.iter().map(|pieces| pieces.kind.moves()).collect();
        let opposed = problem.opposition();
        let conflicts = Conflicts::of_problem(problem);
        let domains = all.iter().flat_map(|pieces| problem.domain(pieces)).collect();
        let mut allowed = Sets::new(conflicts.width(), domains);
        let mut at_peace = true;
        for (kind, pieces) in all.iter().enumerate() {
            for square in pieces.fixed.iter().map(|&square| board.index(square)) {
                // The set of this kind lacks the square if an earlier pre-placed piece is in conflict with
                // it.
                at_peace &= allowed[kind].holds(square);
                allowed.subtract(conflicts.row(kind, square));
            }
        }
        let kinds: Vec<usize> = (0..all.len()).filter(|&kind| is_wanted(all[kind])).collect();
        let class =
            |&kind: &usize| Class { allowed: allowed[kind].to_vec(), pieces: all[kind].free_pieces() };
        let classes: Vec<Class> = kinds.iter().map(class).collect();
        let pairs = kinds.iter().flat_map(|&first| kinds.iter().map(move |&second| (first, second)));
        let pairs = pairs.filter(|&(first, second)| opposed(first, second));
        let closures = pairs.map(|(first, second)| moves[first].closed_with(moves[second])).collect();
        let (maps, central_maps) = maps(problem, &closures, &classes);
        let factor = BigUint::from(u32::from(at_peace));
        Self { classes, conflicts: conflicts.select(&kinds), factor, maps, central_maps }
    }

    /// Returns an instance without any symmetry.
    pub fn without_maps(classes: Vec<Class>, conflicts: Conflicts, factor: BigUint) -> Self {
        let identity = (0..conflicts.squares() as u16).collect();
        Self { classes, conflicts, factor, maps: Arc::new([identity]), central_maps: 1 }
    }

    /// Widens the sets to at least `width` words, because units of a smaller board are written like those of
    /// the board that contains it.
    pub fn widen(self, width: usize) -> Self {
        let conflicts = self.conflicts.widen(width);
        let wide = |class: Class| {
            let mut allowed = class.allowed;
            allowed.resize(conflicts.width(), 0);
            Class { allowed, ..class }
        };
        Self { classes: self.classes.into_iter().map(wide).collect(), conflicts, ..self }
    }

    /// Returns the instance with its classes in another order, or with only some of them.
    pub fn select(&self, classes: &[usize]) -> Self {
        Self {
            classes: classes.iter().map(|&class| self.classes[class].clone()).collect(),
            conflicts: self.conflicts.select(classes),
            factor: self.factor.clone(),
            maps: Arc::clone(&self.maps),
            central_maps: self.central_maps,
        }
    }

    /// Returns the instance of those placements in which the lowest piece of the first class stands on
    /// `square`; that piece is placed. `None` if it cannot stand there.
    pub fn with_lowest(&self, square: usize) -> Option<Self> {
        if !self.classes[0].allowed.holds(square) {
            return None;
        }
        let mut allowed = self.allowed_squares();
        allowed.subtract(self.conflicts.row(0, square));
        allowed[0].remove_up_to(square);
        let pieces = |class: usize| self.classes[class].pieces - u32::from(class == 0);
        let left: Vec<usize> = (0..self.classes.len()).filter(|&class| pieces(class) > 0).collect();
        let class = |&class: &usize| Class { allowed: allowed[class].to_vec(), pieces: pieces(class) };
        let classes: Vec<Class> = left.iter().map(class).collect();
        let kept = |map: &&Vec<u16>| {
            map[square] as usize == square && classes.iter().all(|class| is_kept(&class.allowed, map))
        };
        let central_maps = self.maps[..self.central_maps].iter().filter(kept).count();
        let maps = self.maps.iter().filter(kept).cloned().collect();
        let conflicts = self.conflicts.select(&left);
        Some(Self { classes, conflicts, factor: self.factor.clone(), maps, central_maps })
    }

    /// Places the classes that have as many pieces as squares, and removes them. Only for instances without
    /// maps.
    pub fn with_forced(mut self) -> Self {
        while let Some(forced) = self.classes.iter().position(|class| class.pieces == class.allowed.size()) {
            let mut allowed = self.allowed_squares();
            for square in self.classes[forced].allowed.squares() {
                // The set lacks the square if an earlier piece is in conflict with it.
                if !allowed[forced].holds(square) {
                    self.factor = BigUint::ZERO;
                }
                allowed.subtract(self.conflicts.row(forced, square));
            }
            let classes = self.classes.iter_mut().zip(allowed.iter());
            classes.for_each(|(class, allowed)| class.allowed.copy_from_slice(allowed));
            let others: Vec<usize> = (0..self.classes.len()).filter(|&class| class != forced).collect();
            self = self.select(&others);
        }
        self
    }

    /// Merges classes of equal conflicts and equal squares; a hopeless instance is not changed.
    pub fn merge_classes(mut self) -> Self {
        if self.is_hopeless() {
            return self;
        }
        let mut kept: Vec<usize> = Vec::new();
        for class in 0..self.classes.len() {
            match kept.iter().copied().find(|&other| self.are_alike(class, other)) {
                None => kept.push(class),
                Some(other) => {
                    // Neither class has more pieces than the board has squares.
                    let more = self.classes[class].pieces;
                    self.classes[other].pieces += more;
                    self.factor *= binomial(self.classes[other].pieces, more);
                }
            }
        }
        if kept.len() < self.classes.len() { self.select(&kept) } else { self }
    }

    /// True if pieces of two classes are interchangeable.
    fn are_alike(&self, a: usize, b: usize) -> bool {
        self.classes[a].allowed == self.classes[b].allowed
            && (0..self.conflicts.squares()).all(|square| {
                self.conflicts.row(a, square) == self.conflicts.row(b, square)
                    && self.conflicts.conflict_set(a, square, a) == self.conflicts.conflict_set(a, square, b)
            })
    }

    /// Returns the number of cliques in a cover of the squares of a class. It is a bound on the number of
    /// pieces of the class. Along ranks, and along diagonals for bishops, cliques are whole lines.
    pub fn cliques(&self, class: usize) -> u32 {
        self.cliques_among(class, self.classes[class].allowed.squares()).len() as u32
    }

    /// Covers squares of a class by cliques, sets of squares pairwise in conflict, greedily from the first
    /// square on.
    pub fn cliques_among(&self, class: usize, squares: impl Iterator<Item = usize>) -> Vec<Vec<u64>> {
        let mut cliques: Vec<Vec<u64>> = Vec::new();
        for square in squares {
            let near = self.conflicts.conflict_set(class, square, class);
            match cliques.iter_mut().find(|clique| clique.count_outside(near) == 0) {
                Some(clique) => clique.add_square(square),
                None => {
                    let mut clique = vec![0; near.len()];
                    clique.add_square(square);
                    cliques.push(clique);
                }
            }
        }
        cliques
    }

    /// Returns the squares where the pieces of each class may stand.
    pub fn allowed_squares(&self) -> Sets {
        let words = self.classes.iter().flat_map(|class| &class.allowed).copied().collect();
        Sets::new(self.conflicts.width(), words)
    }

    /// True if the instance obviously has no placement.
    pub fn is_hopeless(&self) -> bool {
        let too_many = |class: &Class| class.pieces > class.allowed.size();
        self.factor == BigUint::ZERO || self.classes.iter().any(too_many)
    }

    /// Returns the number of bytes that its conflicts hold.
    pub fn memory(&self) -> usize {
        self.conflicts.squares() * self.classes.len().pow(2) * self.conflicts.width() * size_of::<u64>()
    }
}

/// True if a map preserves a set. It is a permutation, so it suffices that no square leaves the set.
fn is_kept(set: &[u64], map: &[u16]) -> bool {
    set.squares().all(|square| set.holds(map[square] as usize))
}

/// Returns the maps of the board, including those across its edges, that preserve the conflicts and the
/// allowed squares of every class. Returns also the number of maps without a translation, which come first.
///
/// Conflicts are preserved if the map's matrices preserve the closure of the moves of any two opposed kinds.
/// Pawns may be rotated upside down here, since an attacked pawn and an attacking one exclude each other in
/// the same way.
fn maps(problem: &Problem, closures: &HashSet<Moves>, classes: &[Class]) -> (Arc<[Vec<u16>]>, usize) {
    let board = problem.board();
    let quotas = QuotaKeeper::new(problem.line_quotas());
    let keeps_conflicts =
        |matrix: &LatticeMap| closures.iter().all(|closure| closure.mapped_by(matrix) == *closure);
    // In space, only maps that preserve each layer are kept: orbits of squares are chosen from subset by
    // subset, and an orbit of 48 squares has too many subsets.
    let upright = [[0, 0, 1, 0], [0, 0, 0, 1]];
    let kept: Vec<LatticeMap> = (board.lattice().maps().iter().copied())
        .filter(|map| upright.iter().all(|&leap| map.apply(leap) == leap))
        .filter(keeps_conflicts)
        .collect();
    let mut seen = HashSet::new();
    let mut maps = Vec::new();
    let mut central_maps = 0;
    for map in board.maps(true) {
        let keeps = |class: &Class| is_kept(&class.allowed, &map.images);
        // On narrow boards, different maps can be the same permutation.
        let is_kept = map.matrices.iter().all(|matrix| kept.contains(matrix));
        if is_kept
            && quotas.is_kept_by(&map.images)
            && classes.iter().all(keeps)
            && seen.insert(map.images.clone())
        {
            central_maps += usize::from(map.keeps_drawing);
            maps.push(map.images);
        }
    }
    (maps.into(), central_maps)
}
