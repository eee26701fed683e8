//! Local search for opposing armies that fit: pieces walk about until the last army has squares enough.
//!
//! As in [`armies`](crate::engines::armies) only some classes are placed, and the others take what is left to them.
//! The pieces stand anywhere at first; a step moves one of them to another square, and is kept if the *shortage* does not
//! grow: the squares that counted classes lack, and the pieces in conflict. A step that makes it worse is kept, too, with a
//! chance that falls as the search cools down (simulated annealing: S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi,
//! *Optimization by simulated annealing*, Science 220, 1983). For each class and square the number of pieces that forbid it
//! is kept up to date, so that a step costs as many additions as the piece has squares in reach.

use crate::board::Set;
use crate::engines::instance::Instance;
use crate::engines::random::Random;

/// Steps of one cooling.
const STEPS: u64 = 60_000;
/// Between two looks at whether to stop; on a large board a step takes some time.
const LOOK: u64 = 32;
/// The temperature in the beginning and in the end.
const WARM: f64 = 1.6;
const COLD: f64 = 0.12;
/// Two pieces in conflict weigh as much as this many squares that are lacking.
const CONFLICT: i64 = 2;

/// The pieces of each class, by class and square; the shortage that is left.
pub(crate) struct ArmiesLocalSearch<'a> {
    instance: &'a Instance,
    /// How many classes walk; the others are counted.
    tried: usize,
    /// Squares that each class may use.
    allowed: Vec<Vec<usize>>,
    /// `forbidden[class * squares + square]`: pieces that keep this class from that square.
    forbidden: Vec<u32>,
    /// Squares open to each counted class.
    open: Vec<i64>,
    /// Class and square of each piece.
    pieces: Vec<(usize, usize)>,
    conflicts: i64,
    random: Random,
}

impl<'a> ArmiesLocalSearch<'a> {
    /// For an instance with the classes that are counted last. `None` if a class that walks has fewer squares than pieces.
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

    /// A square where no piece of the class stands, if chance meets one soon.
    fn any_square(&mut self, class: usize) -> Option<usize> {
        let allowed = &self.allowed[class];
        for _ in 0..64 {
            let square = allowed[self.random.below(allowed.len())];
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

    /// Walks, cooling down again and again, until nothing is short, all steps were made, or it is to stop. Returns
    /// the least shortage.
    pub(crate) fn run(&mut self, steps: u64, should_stop: &dyn Fn() -> bool) -> i64 {
        let mut shortage = self.shortage();
        let mut least = shortage;
        for step in 0..steps {
            if shortage == 0 || self.pieces.is_empty() || (step % LOOK == 0 && should_stop()) {
                break;
            }
            let cooled = (step % STEPS) as f64 / STEPS as f64;
            let temperature = WARM * (COLD / WARM).powf(cooled);
            let piece = self.random.below(self.pieces.len());
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

    /// All pieces by class and square, if nothing is short: those that walked, and those of the counted classes on the
    /// first squares open to them.
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
