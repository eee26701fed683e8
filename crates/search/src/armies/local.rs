//! Local search for opposing armies that fit: pieces walk until the last army has enough squares.
//!
//! As in [`armies`](crate::engines::armies), only some classes are placed, and the others take the squares
//! that remain for them. The pieces begin anywhere. A step moves one of them to another square, and is kept
//! if the *shortage* does not grow: the squares that counted classes lack, plus the pieces in conflict. A
//! step that increases the shortage is also kept with a probability that falls as the search cools down
//! (simulated annealing: S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, *Optimization by simulated annealing*,
//! Science 220, 1983). The number of pieces that forbid each square is kept up to date for each class. A step
//! therefore costs as many additions as the piece has squares in reach.

use crate::board::Set;
use crate::engines::instance::Instance;
use crate::engines::random::Random;

/// The number of steps of one cooling.
const STEPS: u64 = 60_000;
/// The number of steps between two calls of `should_stop`; on a large board a step takes some time.
const LOOK: u64 = 32;
/// The temperature at the beginning.
const WARM: f64 = 1.6;
/// The temperature at the end.
const COLD: f64 = 0.12;
/// The number of lacking squares that two pieces in conflict are worth.
const CONFLICT: i64 = 2;

/// The pieces of each class, by class and square, with the remaining shortage.
pub(crate) struct ArmiesLocalSearch<'a> {
    instance: &'a Instance,
    /// The number of classes that walk; the others are counted.
    tried: usize,
    /// The squares that each class may use.
    allowed: Vec<Vec<usize>>,
    /// `forbidden[class * squares + square]` is the number of pieces that exclude this class from that
    /// square.
    forbidden: Vec<u32>,
    /// The number of squares open to each counted class.
    open: Vec<i64>,
    /// The class and square of each piece.
    pieces: Vec<(usize, usize)>,
    conflicts: i64,
    random: Random,
}

impl<'a> ArmiesLocalSearch<'a> {
    /// Makes a search for an instance whose counted classes come last. `None` if a class that walks has fewer
    /// squares than pieces.
    pub(crate) fn new(instance: &'a Instance, tried: usize, seed: u64) -> Option<Self> {
        let classes = &instance.classes;
        let allowed: Vec<Vec<usize>> =
            classes.iter().map(|class| class.allowed.squares().collect()).collect();
        if classes.iter().zip(&allowed).any(|(class, allowed)| (class.pieces as usize) > allowed.len()) {
            return None;
        }
        let squares = instance.conflicts.squares();
        let open = allowed.iter().map(|allowed| allowed.len() as i64).collect();
        let mut walk = Self {
            instance,
            tried,
            allowed,
            forbidden: vec![0; classes.len() * squares],
            open,
            pieces: Vec::new(),
            conflicts: 0,
            random: Random::new(seed),
        };
        for (class, of) in classes.iter().enumerate().take(tried) {
            for _ in 0..of.pieces {
                let square = walk.any_square(class)?;
                walk.put(class, square);
                walk.pieces.push((class, square));
            }
        }
        Some(walk)
    }

    /// Returns a square without a piece of the class, if a few random draws find one.
    fn any_square(&mut self, class: usize) -> Option<usize> {
        let allowed = &self.allowed[class];
        for _ in 0..64 {
            let square = allowed[self.random.draw_below(allowed.len())];
            if !self.pieces.contains(&(class, square)) {
                return Some(square);
            }
        }
        allowed.iter().copied().find(|&square| !self.pieces.contains(&(class, square)))
    }

    fn put(&mut self, class: usize, square: usize) {
        let squares = self.instance.conflicts.squares();
        self.conflicts += i64::from(self.forbidden[class * squares + square]);
        for (other, taken) in self.instance.conflicts.sets(class, square).enumerate() {
            for at in taken.squares() {
                let forbidden = &mut self.forbidden[other * squares + at];
                *forbidden += 1;
                self.open[other] -=
                    i64::from(*forbidden == 1 && self.instance.classes[other].allowed.holds(at));
            }
        }
    }

    fn take(&mut self, class: usize, square: usize) {
        let squares = self.instance.conflicts.squares();
        for (other, taken) in self.instance.conflicts.sets(class, square).enumerate() {
            for at in taken.squares() {
                let forbidden = &mut self.forbidden[other * squares + at];
                *forbidden -= 1;
                self.open[other] +=
                    i64::from(*forbidden == 0 && self.instance.classes[other].allowed.holds(at));
            }
        }
        self.conflicts -= i64::from(self.forbidden[class * squares + square]);
    }

    fn shortage(&self) -> i64 {
        let classes = self.instance.classes.iter().zip(&self.open).skip(self.tried);
        let lacking: i64 = classes.map(|(class, &open)| (i64::from(class.pieces) - open).max(0)).sum();
        lacking + CONFLICT * self.conflicts
    }

    /// Walks, cooling down repeatedly, until nothing is lacking, all steps were made, or it is stopped.
    /// Returns the least shortage.
    pub(crate) fn run(&mut self, steps: u64, should_stop: &dyn Fn() -> bool) -> i64 {
        let mut shortage = self.shortage();
        let mut least = shortage;
        for step in 0..steps {
            if shortage == 0 || self.pieces.is_empty() || (step % LOOK == 0 && should_stop()) {
                break;
            }
            let cooled = (step % STEPS) as f64 / STEPS as f64;
            let temperature = WARM * (COLD / WARM).powf(cooled);
            let piece = self.random.draw_below(self.pieces.len());
            let (class, from) = self.pieces[piece];
            let Some(to) = self.any_square(class) else { continue };
            self.take(class, from);
            self.put(class, to);
            let after = self.shortage();
            let worse = (after - shortage) as f64;
            if worse <= 0.0 || self.random.fraction() < (-worse / temperature).exp() {
                self.pieces[piece].1 = to;
                shortage = after;
                least = least.min(after);
            } else {
                self.take(class, to);
                self.put(class, from);
            }
        }
        least
    }

    /// Returns all pieces by class and square, if nothing is lacking: those that walked, and those of the
    /// counted classes on the first squares open to them.
    pub(crate) fn placement(&self) -> Option<Vec<(usize, usize)>> {
        if self.shortage() > 0 {
            return None;
        }
        let mut pieces = self.pieces.clone();
        let squares = self.instance.conflicts.squares();
        for (class, of) in self.instance.classes.iter().enumerate().skip(self.tried) {
            let is_open = |&square: &usize| {
                of.allowed.holds(square)
                    && self.forbidden[class * squares + square] == 0
                    && !pieces.iter().any(|&(other, at)| other >= self.tried && at == square)
            };
            let open: Vec<usize> = (0..squares).filter(is_open).take(of.pieces as usize).collect();
            if open.len() < of.pieces as usize {
                return None;
            }
            pieces.extend(open.into_iter().map(|square| (class, square)));
        }
        Some(pieces)
    }
}
