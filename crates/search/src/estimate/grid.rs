//! Arrangements with at most one piece in each rank and each file: rooks, queens and all pieces that attack
//! as rooks do.
//!
//! These arrangements are the placements of non-attacking rooks, so their number is known:
//! `R! / (R - k)! * C! / (C - k)! / k!` for `k` pieces on `R` ranks and `C` files. A much larger share of
//! them are placements than of any other arrangements. Annealing usually only has to remove conflicts along
//! diagonals.

use super::system::{Chances, System};
use crate::board::Set;
use crate::engines::instance::Instance;
use crate::engines::random::Random;

/// Arrangements of pieces in ranks and files.
pub(super) struct Grid<A> {
    ranks: usize,
    files: usize,
    /// The number of pieces of each class.
    pieces: Vec<u32>,
    /// The class of each piece: those of the first class come first.
    classes: Vec<u16>,
    attacks: A,
}

/// The conflicts of pieces in different ranks and files.
pub(super) trait Attacks: Sync {
    /// The pieces on the board.
    type Position: Clone;

    /// Returns the number of bytes of the pieces on the board.
    fn bytes(&self) -> usize;
    fn empty(&self) -> Self::Position;
    /// Returns the number of pieces that conflict with a piece that is not on the board yet.
    fn clash(&self, standing: &Self::Position, piece: Piece) -> u32;
    /// Returns the number of conflicts between two pieces, as [`clash`](Self::clash) counts it.
    fn count_conflicts(&self, one: Piece, other: Piece) -> u32;
    fn put(&self, standing: &mut Self::Position, piece: Piece);
    fn take(&self, standing: &mut Self::Position, piece: Piece);
}

/// A piece on a square.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) class: usize,
    pub(super) rank: usize,
    pub(super) file: usize,
}

/// Pieces and their squares: piece `i` is in the ranks' place `i` and the files' place `i`. The lines after
/// those of the last piece are empty.
pub(super) struct PiecesInLines<S> {
    ranks: Box<[u16]>,
    files: Box<[u16]>,
    standing: S,
    energy: u32,
}

impl<S: Clone> Clone for PiecesInLines<S> {
    fn clone(&self) -> Self {
        let Self { ranks, files, standing, energy } = self;
        Self { ranks: ranks.clone(), files: files.clone(), standing: standing.clone(), energy: *energy }
    }

    /// Copies without new memory, because populations are overwritten at every step.
    fn clone_from(&mut self, other: &Self) {
        self.ranks.clone_from(&other.ranks);
        self.files.clone_from(&other.files);
        self.standing.clone_from(&other.standing);
        self.energy = other.energy;
    }
}

impl<A: Attacks> Grid<A> {
    /// Makes the arrangements of `pieces` of each class on these numbers of ranks and files.
    pub(super) fn new(ranks: usize, files: usize, pieces: Vec<u32>, attacks: A) -> Self {
        let classes = pieces.iter().enumerate();
        let classes =
            classes.flat_map(|(class, &pieces)| std::iter::repeat_n(class as u16, pieces as usize)).collect();
        Self { ranks, files, pieces, classes, attacks }
    }

    /// Returns the piece in a place: its class, rank and file.
    #[inline]
    fn piece(&self, state: &PiecesInLines<A::Position>, place: usize) -> Piece {
        let class = usize::from(self.classes[place]);
        Piece { class, rank: state.ranks[place].into(), file: state.files[place].into() }
    }

    /// Takes a piece off the board. Returns the number of other pieces that it conflicted with.
    #[inline]
    fn lift(&self, state: &mut PiecesInLines<A::Position>, piece: Piece) -> u32 {
        self.attacks.take(&mut state.standing, piece);
        self.attacks.clash(&state.standing, piece)
    }

    /// Exchanges two files, or two ranks; the second place need not have a piece.
    fn try_exchange(
        &self,
        state: &mut PiecesInLines<A::Position>,
        along_files: bool,
        (one, other): (usize, usize),
        chances: &Chances,
        random: &mut Random,
    ) {
        let swap = |state: &mut PiecesInLines<A::Position>| match along_files {
            true => state.files.swap(one, other),
            false => state.ranks.swap(one, other),
        };
        let are_two = other < self.classes.len();
        let first = self.piece(state, one);
        let second = are_two.then(|| self.piece(state, other));
        let mut energy = state.energy - self.lift(state, first);
        energy -= second.map_or(0, |second| self.lift(state, second));
        swap(state);
        let moved = self.piece(state, one);
        energy += self.attacks.clash(&state.standing, moved);
        let follows = are_two.then(|| self.piece(state, other));
        if let Some(follows) = follows {
            energy +=
                self.attacks.clash(&state.standing, follows) + self.attacks.count_conflicts(moved, follows);
        }
        // Most changes are rejected at low temperatures. The change is then undone, and nothing is counted
        // again.
        let (first, second) = match chances.accept(state.energy, energy, random) {
            true => {
                state.energy = energy;
                (moved, follows)
            }
            false => {
                swap(state);
                (first, second)
            }
        };
        self.attacks.put(&mut state.standing, first);
        second.into_iter().for_each(|second| self.attacks.put(&mut state.standing, second));
    }
}

impl<A: Attacks> System for Grid<A> {
    type State = PiecesInLines<A::Position>;

    fn logarithm(&self) -> f64 {
        let total = self.classes.len();
        if total > self.ranks.min(self.files) {
            return f64::NEG_INFINITY;
        }
        let choices = |lines: usize| (0..total).map(|chosen| ((lines - chosen) as f64).ln()).sum::<f64>();
        let alike: f64 = self
            .pieces
            .iter()
            .map(|&pieces| (1..=pieces).map(|number| f64::from(number).ln()).sum::<f64>())
            .sum();
        choices(self.ranks) + choices(self.files) - alike
    }

    fn bytes(&self) -> usize {
        size_of::<Self::State>() + size_of::<u16>() * (self.ranks + self.files) + self.attacks.bytes()
    }

    fn start(&self, random: &mut Random) -> Self::State {
        let mut lines = |number: usize| {
            let mut lines: Vec<u16> = (0..number as u16).collect();
            random.shuffle(&mut lines);
            lines.into_boxed_slice()
        };
        let (ranks, files) = (lines(self.ranks), lines(self.files));
        let mut state = PiecesInLines { ranks, files, standing: self.attacks.empty(), energy: 0 };
        for place in 0..self.classes.len() {
            let piece = self.piece(&state, place);
            state.energy += self.attacks.clash(&state.standing, piece);
            self.attacks.put(&mut state.standing, piece);
        }
        state
    }

    fn energy(&self, state: &Self::State) -> u32 {
        state.energy
    }

    fn sweep(&self, state: &mut Self::State, chances: &Chances, random: &mut Random) {
        let total = self.classes.len();
        // For pieces of one class that fill all ranks, the files alone determine the arrangement.
        let only_files = self.pieces.len() == 1 && total == self.ranks;
        for _ in 0..total {
            let along_files = only_files || random.next() >> 63 == 0;
            let lines = if along_files { self.files } else { self.ranks };
            let places = (random.draw_below(total), random.draw_below(lines));
            if places.0 != places.1 {
                self.try_exchange(state, along_files, places, chances, random);
            }
        }
    }
}

/// Attacks from a table of conflicts, on the ranks and files that have squares for some piece.
pub(super) struct ConflictTable<'a> {
    instance: &'a Instance,
    /// The number of the square in each rank and file.
    squares: Vec<Vec<u16>>,
}

impl<'a> Grid<ConflictTable<'a>> {
    /// Makes the arrangements of an instance with exact numbers on a rectangle with this number of files.
    /// `None` if some two pieces may share a rank or a file.
    pub(super) fn from_conflicts(instance: &'a Instance, files: usize) -> Option<Self> {
        let classes = 0..instance.classes.len();
        let squares = instance.conflicts.squares();
        let all: Vec<(usize, usize)> = (classes.clone())
            .flat_map(|class| instance.classes[class].allowed.squares().map(move |square| (class, square)))
            .collect();
        let share_line =
            |one: usize, other: usize| one / files == other / files || one % files == other % files;
        let are_apart = all.iter().enumerate().all(|(place, &(class, square))| {
            let others = all[place..].iter().filter(|&&(_, other)| share_line(square, other));
            others
                .copied()
                .all(|(kind, other)| instance.conflicts.conflict_set(class, square, kind).holds(other))
        });
        let mut open = vec![false; squares];
        all.iter().for_each(|&(_, square)| open[square] = true);
        let lines = |number: usize, line_of: &dyn Fn(usize) -> usize| -> Vec<usize> {
            (0..number)
                .filter(|&line| (0..squares).any(|square| open[square] && line_of(square) == line))
                .collect()
        };
        let ranks = lines(squares / files, &|square| square / files);
        let files_open = lines(files, &|square| square % files);
        let in_rank = |&rank: &usize| files_open.iter().map(|file| (rank * files + file) as u16).collect();
        let attacks = ConflictTable { instance, squares: ranks.iter().map(in_rank).collect() };
        let pieces = instance.classes.iter().map(|class| class.pieces).collect();
        (are_apart && !all.is_empty()).then(|| Self::new(ranks.len(), files_open.len(), pieces, attacks))
    }
}

impl Attacks for ConflictTable<'_> {
    /// The squares taken by each class, one set after another.
    type Position = Box<[u64]>;

    fn bytes(&self) -> usize {
        size_of::<u64>() * self.instance.classes.len() * self.instance.conflicts.width()
    }

    fn empty(&self) -> Box<[u64]> {
        vec![0; self.instance.classes.len() * self.instance.conflicts.width()].into()
    }

    /// A square that the class may not use counts as a conflict.
    fn clash(&self, standing: &Box<[u64]>, piece: Piece) -> u32 {
        let square = self.square(piece);
        let row = self.instance.conflicts.row(piece.class, square).iter().zip(standing);
        let pairs: u32 = row.map(|(near, taken)| (near & taken).count_ones()).sum();
        pairs + u32::from(!self.instance.classes[piece.class].allowed.holds(square))
    }

    fn count_conflicts(&self, one: Piece, other: Piece) -> u32 {
        let near = self.instance.conflicts.conflict_set(one.class, self.square(one), other.class);
        u32::from(near.holds(self.square(other)))
    }

    fn put(&self, standing: &mut Box<[u64]>, piece: Piece) {
        standing[piece.class * self.instance.conflicts.width()..].add_square(self.square(piece));
    }

    fn take(&self, standing: &mut Box<[u64]>, piece: Piece) {
        standing[piece.class * self.instance.conflicts.width()..].remove_square(self.square(piece));
    }
}

impl ConflictTable<'_> {
    fn square(&self, piece: Piece) -> usize {
        self.squares[piece.rank][piece.file].into()
    }
}
