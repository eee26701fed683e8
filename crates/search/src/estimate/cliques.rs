//! Arrangements with at most one piece of a kind in each clique: for any numbers, on any board that has a
//! table of conflicts.
//!
//! The squares of each class are divided greedily into cliques, sets of squares that conflict pairwise: ranks
//! for queens and rooks, blocks of four squares for kings, single squares if pieces of an army ignore each
//! other. A placement has at most one piece of the class in each clique, so arrangements need no others.
//! Their number is known: for a given number of pieces it is the elementary symmetric polynomial of that
//! degree of the sizes, a sum of products. For any number of pieces it is a choice for each clique by itself.

use super::system::{Chances, System};
use crate::board::Set;
use crate::engines::instance::Instance;
use crate::engines::random::Random;

/// The absence of a square.
const NOWHERE: u16 = u16::MAX;

/// The arrangements of an instance.
pub(super) struct Cliques<'a> {
    instance: &'a Instance,
    classes: Vec<DividedClass>,
    /// The number of cliques of all classes.
    cliques: usize,
}

/// A class with its squares in cliques.
struct DividedClass {
    /// The index of its first clique among those of all classes.
    first: usize,
    cliques: Vec<Vec<u16>>,
    squares: Vec<u16>,
    /// For each square, the index of its clique among all cliques.
    clique_of: Vec<u32>,
    /// The number of pieces; `None` if any number is allowed.
    pieces: Option<u32>,
    /// For each clique and each number of pieces, the logarithm of the number of ways to put that many into
    /// it and the later cliques.
    ways: Vec<Vec<f64>>,
}

/// The pieces with their squares.
pub(super) struct CliquePosition {
    /// For each clique, the square that is taken.
    content: Box<[u16]>,
    /// The class and square of each piece of the classes with an exact number.
    pieces: Box<[(u16, u16)]>,
    /// The squares taken by each class, one set after another.
    taken: Box<[u64]>,
    energy: u32,
}

impl Clone for CliquePosition {
    fn clone(&self) -> Self {
        let Self { content, pieces, taken, energy } = self;
        Self { content: content.clone(), pieces: pieces.clone(), taken: taken.clone(), energy: *energy }
    }

    /// Copies without new memory, because populations are overwritten at every step.
    fn clone_from(&mut self, other: &Self) {
        self.content.clone_from(&other.content);
        self.pieces.clone_from(&other.pieces);
        self.taken.clone_from(&other.taken);
        self.energy = other.energy;
    }
}

impl<'a> Cliques<'a> {
    /// Makes the arrangements of an instance in which the marked classes have an open number.
    pub(super) fn new(instance: &'a Instance, is_open: &[bool]) -> Self {
        let mut first = 0;
        let classes: Vec<DividedClass> = (0..instance.classes.len())
            .map(|class| {
                let divided = DividedClass::new(instance, class, is_open[class], first);
                first += divided.cliques.len();
                divided
            })
            .collect();
        Self { instance, classes, cliques: first }
    }

    /// Returns the number of pieces in conflict with one of a class on a square.
    fn clash(&self, taken: &[u64], class: usize, square: usize) -> u32 {
        let row = self.instance.conflicts.row(class, square).iter().zip(taken);
        row.map(|(near, taken)| (near & taken).count_ones()).sum()
    }

    fn put(&self, state: &mut CliquePosition, class: usize, square: u16, clique: usize) {
        let square_number = usize::from(square);
        state.energy += self.clash(&state.taken, class, square_number);
        state.content[clique] = square;
        let width = self.instance.conflicts.width();
        state.taken[class * width..(class + 1) * width].add_square(square_number);
    }

    fn take(&self, state: &mut CliquePosition, class: usize, clique: usize) {
        let square = usize::from(std::mem::replace(&mut state.content[clique], NOWHERE));
        let width = self.instance.conflicts.width();
        state.taken[class * width..(class + 1) * width].remove_square(square);
        state.energy -= self.clash(&state.taken, class, square);
    }

    /// Moves a piece to any square of its class whose clique is free.
    fn try_move(&self, state: &mut CliquePosition, piece: usize, chances: &Chances, random: &mut Random) {
        let (class, square) = state.pieces[piece];
        let class = usize::from(class);
        let of = &self.classes[class];
        let to = of.squares[random.draw_below(of.squares.len())];
        let from = of.clique_of[usize::from(square)] as usize;
        let clique = of.clique_of[usize::from(to)] as usize;
        if to == square || (clique != from && state.content[clique] != NOWHERE) {
            return;
        }
        let before = state.energy;
        self.take(state, class, from);
        let after = state.energy + self.clash(&state.taken, class, usize::from(to));
        if chances.accept(before, after, random) {
            self.put(state, class, to, clique);
            state.pieces[piece].1 = to;
        } else {
            self.put(state, class, square, from);
        }
    }

    /// Changes the content of a clique of a class whose number is open: any square of the clique, or none.
    fn try_change(
        &self,
        state: &mut CliquePosition,
        class: usize,
        clique: usize,
        chances: &Chances,
        random: &mut Random,
    ) {
        let squares = &self.classes[class].cliques[clique - self.classes[class].first];
        let old = state.content[clique];
        let new = squares.get(random.draw_below(squares.len() + 1)).copied().unwrap_or(NOWHERE);
        if new == old {
            return;
        }
        let before = state.energy;
        if old != NOWHERE {
            self.take(state, class, clique);
        }
        let more = if new == NOWHERE { 0 } else { self.clash(&state.taken, class, usize::from(new)) };
        let kept = if chances.accept(before, state.energy + more, random) { new } else { old };
        if kept != NOWHERE {
            self.put(state, class, kept, clique);
        }
    }
}

impl DividedClass {
    fn new(instance: &Instance, class: usize, is_open: bool, first: usize) -> Self {
        let allowed = &instance.classes[class].allowed;
        let cliques = instance.cliques_among(class, allowed.squares());
        let cliques: Vec<Vec<u16>> =
            cliques.iter().map(|clique| clique.squares().map(|square| square as u16).collect()).collect();
        let mut clique_of = vec![0; instance.conflicts.squares()];
        for (number, clique) in cliques.iter().enumerate() {
            clique.iter().for_each(|&square| clique_of[usize::from(square)] = (first + number) as u32);
        }
        let pieces = (!is_open).then_some(instance.classes[class].pieces);
        let ways = pieces.map_or(Vec::new(), |pieces| ways(&cliques, pieces as usize));
        let squares = allowed.squares().map(|square| square as u16).collect();
        Self { first, cliques, squares, clique_of, pieces, ways }
    }

    /// Returns the logarithm of the number of arrangements of this class.
    fn logarithm(&self) -> f64 {
        match self.pieces {
            Some(pieces) => self.ways[0][pieces as usize],
            None => self.cliques.iter().map(|clique| (clique.len() as f64).ln_1p()).sum(),
        }
    }

    /// Returns the squares of a random arrangement.
    fn start(&self, random: &mut Random) -> Vec<u16> {
        let mut left = self.pieces.map(|pieces| pieces as usize);
        let mut squares = Vec::new();
        for (number, clique) in self.cliques.iter().enumerate() {
            let size = clique.len() as f64;
            let chance = match left {
                None => size / (size + 1.0),
                Some(0) => 0.0,
                Some(left) => (size.ln() + self.ways[number + 1][left - 1] - self.ways[number][left]).exp(),
            };
            if random.fraction() < chance {
                squares.push(clique[random.draw_below(clique.len())]);
                left = left.map(|left| left - 1);
            }
        }
        squares
    }
}

/// Returns, for each clique and each number of pieces, the logarithm of the number of ways to put that many
/// into it and the later cliques.
fn ways(cliques: &[Vec<u16>], pieces: usize) -> Vec<Vec<f64>> {
    let mut ways = vec![vec![f64::NEG_INFINITY; pieces + 1]; cliques.len() + 1];
    ways[cliques.len()][0] = 0.0;
    for (number, clique) in cliques.iter().enumerate().rev() {
        for left in 0..=pieces {
            let without = ways[number + 1][left];
            let with = match left {
                0 => f64::NEG_INFINITY,
                _ => ways[number + 1][left - 1] + (clique.len() as f64).ln(),
            };
            let larger = without.max(with);
            if larger > f64::NEG_INFINITY {
                ways[number][left] = larger + (without.min(with) - larger).exp().ln_1p();
            }
        }
    }
    ways
}

impl System for Cliques<'_> {
    type State = CliquePosition;

    fn logarithm(&self) -> f64 {
        self.classes.iter().map(DividedClass::logarithm).sum()
    }

    fn bytes(&self) -> usize {
        let pieces: usize =
            self.classes.iter().filter_map(|class| class.pieces).map(|pieces| pieces as usize).sum();
        size_of::<CliquePosition>()
            + size_of::<u16>() * (self.cliques + 2 * pieces)
            + size_of::<u64>() * self.classes.len() * self.instance.conflicts.width()
    }

    fn start(&self, random: &mut Random) -> CliquePosition {
        let mut state = CliquePosition {
            content: vec![NOWHERE; self.cliques].into(),
            pieces: Box::default(),
            taken: vec![0; self.classes.len() * self.instance.conflicts.width()].into(),
            energy: 0,
        };
        let mut pieces = Vec::new();
        for (class, of) in self.classes.iter().enumerate() {
            for square in of.start(random) {
                self.put(&mut state, class, square, of.clique_of[usize::from(square)] as usize);
                if of.pieces.is_some() {
                    pieces.push((class as u16, square));
                }
            }
        }
        state.pieces = pieces.into();
        state
    }

    fn energy(&self, state: &CliquePosition) -> u32 {
        state.energy
    }

    fn sweep(&self, state: &mut CliquePosition, chances: &Chances, random: &mut Random) {
        for _ in 0..state.pieces.len() {
            let piece = random.draw_below(state.pieces.len());
            self.try_move(state, piece, chances, random);
        }
        for (class, of) in self.classes.iter().enumerate().filter(|(_, of)| of.pieces.is_none()) {
            for clique in of.first..of.first + of.cliques.len() {
                self.try_change(state, class, clique, chances, random);
            }
        }
    }
}
