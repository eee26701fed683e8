//! Rooks last: the engine places the other pieces first, and then counts the rooks by rook numbers.
//!
//! Each rook has a rank and a file to itself, so `R` rooks leave at most `m - R` ranks and `n - R` files for
//! the other pieces. Few placements of a few knights need only that number of lines. The rooks then stand on
//! the `a x b` lines that are left, anywhere except on the set `F` of squares that are reserved or attacked
//! by a knight. With `r(j)` placements of `j` rooks on squares of `F`, inclusion and exclusion counts the
//! placements that avoid `F`:
//!
//! ```text
//! sum over j of (-1)^j r(j) C(a - j, R - j) C(b - j, R - j) (R - j)!
//! ```
//!
//! `F` splits into parts of a few squares each that share no line. The same parts occur again and again, so
//! their numbers are remembered. `13x11 R8 N4` has 5,775,567 placements of knights that leave room for the
//! rooks, while a search would visit 10^12 placements.
//!
//! Of the placements of the other pieces that are equivalent under symmetry, only the least is used, and it
//! counts for all of them.

use super::numbers::{of_rectangle, with_line};
use crate::board::{Board, Set, Sets};
use crate::conflict::Conflicts;
use crate::engines::binomial::about_binomial;
use crate::engines::instance::Instance;
use crate::engines::leaf::{Facts, Leaf, UnitFacts};
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use crate::engines::technique::LeafInstance;
use crate::engines::tuning::Tuning;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The maximum number of ranks and of files: a set of them is a word.
const MAX_LINES: usize = 32;
/// The maximum number of other pieces.
const MAX_OTHERS: u64 = 8;
/// The maximum number of squares off its lines that another piece may attack, and of squares that are closed
/// to rooks. The limit keeps the parts small.
const MAX_REACH: usize = 12;
/// The time for a placement of the other pieces, in nanoseconds.
const PLACEMENT_NS: f64 = 1_500.0;
/// The time for a square that is tried, in nanoseconds.
const SQUARE_NS: f64 = 3.0;
/// The time of a unit, in nanoseconds, beyond which units are cut by the second piece.
const UNIT_NS: f64 = 1e8;

/// An instance of rooks and a few other pieces.
pub(super) struct RooksLast {
    /// The classes of the other pieces, piece by piece.
    order: Vec<usize>,
    /// The squares where each class of `order` may stand.
    allowed: Sets,
    conflicts: Conflicts,
    maps: Vec<Vec<u16>>,
    /// The least square that a map carries each square to.
    least: Vec<u16>,
    rows: usize,
    cols: usize,
    /// The files of each rank where no rook may stand given a piece, by the class and the square of the
    /// piece.
    taken: Vec<Vec<u32>>,
    /// The files of each rank where no rook may ever stand.
    closed: Vec<u32>,
    /// Number of rooks.
    rooks: usize,
    /// `C(a - j, R - j) C(b - j, R - j) (R - j)!` by ranks, files and rooks on closed squares.
    ways: Vec<Vec<Vec<u128>>>,
    /// The first squares of each unit.
    units: Vec<Vec<usize>>,
    facts: Facts,
}

/// Returns true if an instance may suit: one class has as many pieces as rooks could be, and at most two
/// others have few pieces. This takes almost no time.
pub(super) fn may_suit(ready: &LeafInstance<'_>) -> bool {
    let classes = &ready.instance.classes;
    let all: u64 = classes.iter().map(|class| u64::from(class.pieces)).sum();
    let most = classes.iter().map(|class| class.pieces).max().unwrap_or(0);
    ready.board.is_some()
        && (2..=3).contains(&classes.len())
        && most > 2
        && all - u64::from(most) <= MAX_OTHERS
}

impl RooksLast {
    /// Prepares an instance; `None` if no class has the moves of rooks, or if there are no other pieces or
    /// too many.
    pub(super) fn new(
        board: &Board,
        instance: &Instance,
        engine: (&'static str, u32),
        tuning: Tuning,
    ) -> Option<Self> {
        let (rows, cols) = (board.rows(), board.cols());
        let all: u64 = instance.classes.iter().map(|class| u64::from(class.pieces)).sum();
        let has_open_number = instance.classes.iter().any(|class| class.pieces == 0);
        if rows.max(cols) > MAX_LINES
            || instance.classes.len() < 2
            || has_open_number
            || instance.is_hopeless()
        {
            return None;
        }
        let rook = (0..instance.classes.len()).find(|&class| is_of_rooks(instance, class, cols))?;
        let rooks = instance.classes[rook].pieces as usize;
        let others = all - rooks as u64;
        if !(1..=MAX_OTHERS).contains(&others) || rooks < 2 || rooks > rows.min(cols) {
            return None;
        }
        let classes: Vec<usize> = (0..instance.classes.len()).filter(|&class| class != rook).collect();
        let pieces = |&class: &usize| instance.classes[class].pieces as usize;
        let order = (0..classes.len()).flat_map(|place| std::iter::repeat_n(place, pieces(&classes[place])));
        let squares = rows * cols;
        let masks = |set: &[u64]| {
            let mut masks = vec![0u32; rows];
            set.squares().for_each(|square| masks[square / cols] |= 1 << (square % cols));
            masks
        };
        let taken = classes.iter().flat_map(|&class| {
            (0..squares)
                .map(move |square| (class, square))
                .map(|(class, square)| masks(instance.conflicts.conflict_set(class, square, rook)))
        });
        let open = masks(&instance.classes[rook].allowed);
        let all = u32::MAX >> (MAX_LINES - cols);
        let taken: Vec<Vec<u32>> = taken.collect();
        let reach = |(place, taken): (usize, &Vec<u32>)| {
            let square = place % squares;
            let off_lines = taken.iter().zip(&open).enumerate().filter(|&(rank, _)| rank != square / cols);
            off_lines
                .map(|(_, (taken, open))| (taken & open & !(1 << (square % cols))).count_ones())
                .sum::<u32>()
        };
        let closed = open.iter().map(|open| (all & !open).count_ones()).sum::<u32>();
        let widest = taken.iter().enumerate().map(reach).max().unwrap_or(0);
        if closed.max(widest) as usize > MAX_REACH {
            return None;
        }
        let maps = instance.maps[..instance.central_maps].to_vec();
        let least = (0..squares).map(|square| maps.iter().map(|map| map[square]).min().unwrap_or(0));
        let others = instance.select(&classes);
        let facts =
            Facts { factor: instance.factor.clone(), ..Facts::with_costs(engine, tuning.kernel, Vec::new()) };
        let mut leaf = Self {
            order: order.collect(),
            allowed: others.allowed_squares(),
            conflicts: others.conflicts,
            least: least.collect(),
            maps,
            rows,
            cols,
            taken,
            closed: open.iter().map(|open| all & !open).collect(),
            rooks,
            ways: ways(rows, cols, rooks)?,
            units: Vec::new(),
            facts,
        };
        leaf.cut(tuning.granularity.finest);
        Some(leaf)
    }

    /// Makes the units: one for each first piece, or for each pair of first and second piece.
    fn cut(&mut self, finest: bool) {
        let firsts: Vec<usize> = self.allowed[self.order[0]]
            .squares()
            .filter(|&square| usize::from(self.least[square]) == square)
            .collect();
        let work = self.expected_work();
        let by_pairs = self.order.len() > 1 && (finest || work / firsts.len().max(1) as f64 > UNIT_NS);
        self.units = firsts.iter().map(|&first| vec![first]).collect();
        if by_pairs {
            let seconds = |first: &usize| {
                let state = State::new(self).with_square(self, 0, *first);
                let free: Vec<usize> = state.free[self.order[1]].squares().collect();
                free.into_iter().map(|second| vec![*first, second]).collect::<Vec<_>>()
            };
            self.units = firsts.iter().flat_map(seconds).collect();
        }
        // A first piece on a late square leaves less room for the others.
        let squares = (self.rows * self.cols) as f64;
        let share = |unit: &Vec<usize>| {
            let last = unit.last().map_or(0.0, |&square| square as f64);
            (1.0 - last / (squares + 1.0)).powi((self.order.len() - unit.len()) as i32).max(1e-3)
        };
        let all: f64 = self.units.iter().map(share).sum();
        let facts = |unit| UnitFacts { weight: 1, work: work * share(unit) / all };
        self.facts.units = self.units.iter().map(facts).collect();
    }

    /// Returns the numbers of ranks and files that the other pieces may use.
    fn room(&self) -> [u32; 2] {
        [self.rows, self.cols].map(|lines| (lines - self.rooks) as u32)
    }

    /// Returns the expected time of the whole count, in nanoseconds.
    fn expected_work(&self) -> f64 {
        let pieces = self.order.len() as u32;
        let placements = |pieces: u32| self.on_few_lines(pieces) / self.maps.len() as f64;
        let tried: f64 = (0..pieces).map(|placed| placements(placed) * (self.rows * self.cols) as f64).sum();
        1e4 + placements(pieces) * PLACEMENT_NS + tried * SQUARE_NS
    }

    /// Estimates the number of placements of the first `pieces` other pieces that use only the ranks and
    /// files that the rooks leave. It uses inclusion and exclusion over the lines that have a piece.
    fn on_few_lines(&self, pieces: u32) -> f64 {
        let [ranks, files] = self.room();
        let sign = |number: u32| if number.is_multiple_of(2) { 1.0 } else { -1.0 };
        let on_all_of = |ranks: u32, files: u32| {
            let mut sum = 0.0;
            for rank in 0..=ranks {
                for file in 0..=files {
                    let squares = (ranks - rank) * (files - file);
                    sum += sign(rank + file)
                        * about_binomial(ranks, rank)
                        * about_binomial(files, file)
                        * about_binomial(squares, pieces);
                }
            }
            sum.max(0.0)
        };
        let mut sum = 0.0;
        for rank in 0..=ranks.min(pieces) {
            for file in 0..=files.min(pieces) {
                sum += about_binomial(self.rows as u32, rank)
                    * about_binomial(self.cols as u32, file)
                    * on_all_of(rank, file);
            }
        }
        // Pieces of different classes are distinct.
        let mut orders = 1.0;
        for (place, class) in self.order[..pieces as usize].iter().enumerate() {
            let same = self.order[..=place].iter().filter(|&other| other == class).count();
            orders *= (place + 1) as f64 / same as f64;
        }
        sum * orders
    }
}

/// Returns true if a class has the conflicts of rooks on a board without interrupted lines, and attacks all
/// other classes along its lines.
fn is_of_rooks(instance: &Instance, class: usize, cols: usize) -> bool {
    let allowed = &instance.classes[class].allowed;
    let is_on_line = |one: usize, other: usize| one / cols == other / cols || one % cols == other % cols;
    let is_exact = |&square: &usize| {
        let mut near = instance.conflicts.conflict_set(class, square, class).to_vec();
        near.keep(allowed);
        near.squares().eq(allowed.squares().filter(|&other| is_on_line(square, other)))
    };
    let attacks = |other: usize| {
        let squares = instance.classes[other].allowed.squares();
        squares.into_iter().all(|square| {
            let near = instance.conflicts.conflict_set(other, square, class);
            allowed.squares().filter(|&rook| is_on_line(square, rook)).all(|rook| near.holds(rook))
        })
    };
    let squares: Vec<usize> = allowed.squares().collect();
    squares.iter().all(is_exact) && (0..instance.classes.len()).filter(|&other| other != class).all(attacks)
}

/// Returns the numbers of placements of the rooks that are not on closed squares, by free ranks, free files and
/// rooks on closed squares; `None` if one has more than 128 bits.
fn ways(rows: usize, cols: usize, rooks: usize) -> Option<Vec<Vec<Vec<u128>>>> {
    let of = |ranks: usize, files: usize, closed: usize| -> Option<u128> {
        if ranks < rooks || files < rooks {
            return Some(0);
        }
        u128::try_from(of_rectangle(ranks - closed, files - closed, rooks - closed).last()?).ok()
    };
    let of_closed = |ranks, files| (0..=rooks).map(move |closed| of(ranks, files, closed)).collect();
    let of_files = |ranks| (0..=cols).map(|files| of_closed(ranks, files)).collect();
    (0..=rows).map(of_files).collect()
}

/// The other pieces that are placed already.
#[derive(Clone)]
struct State {
    /// The squares where pieces of each class may still stand.
    free: Sets,
    /// The files of each rank where no rook may stand.
    taken: Vec<u32>,
    /// The ranks of the pieces.
    ranks: u32,
    /// The files of the pieces.
    files: u32,
    /// The squares of the pieces.
    squares: Vec<u16>,
}

impl State {
    fn new(leaf: &RooksLast) -> Self {
        let squares = Vec::with_capacity(leaf.order.len());
        Self { free: leaf.allowed.clone(), taken: leaf.closed.clone(), ranks: 0, files: 0, squares }
    }

    /// Overwrites this state with `before` and one more piece. It reuses the memory of this state.
    fn set(&mut self, before: &Self, leaf: &RooksLast, (place, square): (usize, usize)) {
        let class = leaf.order[place];
        for class in 0..self.free.number() {
            self.free[class].copy_from_slice(&before.free[class]);
        }
        self.free.subtract(leaf.conflicts.row(class, square));
        // The order of the pieces of a class does not matter.
        self.free[class].remove_up_to(square);
        let taken = &leaf.taken[class * leaf.rows * leaf.cols + square];
        for ((out, before), taken) in self.taken.iter_mut().zip(&before.taken).zip(taken) {
            *out = before | taken;
        }
        self.ranks = before.ranks | 1 << (square / leaf.cols);
        self.files = before.files | 1 << (square % leaf.cols);
        self.squares.clone_from(&before.squares);
        self.squares.push(square as u16);
    }

    fn with_square(&self, leaf: &RooksLast, place: usize, square: usize) -> Self {
        let mut state = self.clone();
        state.set(self, leaf, (place, square));
        state
    }
}

/// The rook numbers of a part of the closed squares: for no rook, one rook and so on.
type PartNumbers = Vec<u128>;

/// The count of the placements of a unit.
struct Search<'a> {
    leaf: &'a RooksLast,
    should_stop: &'a (dyn Fn() -> bool + Sync),
    counted: UnitCount,
    /// The rook numbers of known parts, by the files of each rank, in order.
    known: HashMap<Box<[u32]>, PartNumbers, BuildHasherDefault<PartHasher>>,
    rows: Vec<u32>,
    part: Vec<u32>,
    numbers: PartNumbers,
    /// The squares of the other pieces.
    squares: Vec<u16>,
    /// The squares of their images.
    images: Vec<u16>,
}

impl Search<'_> {
    /// Tries all squares for the next piece; `None` if the count was stopped.
    fn place(&mut self, states: &mut [State], place: usize) -> Option<()> {
        let leaf = self.leaf;
        let Some((state, later)) = states.split_first_mut() else { return Some(()) };
        if (self.should_stop)() {
            return None;
        }
        let [ranks, files] = leaf.room();
        let class = leaf.order[place];
        // The least image begins with the least square of its first class.
        let first = usize::from(*state.squares.first()?);
        for square in state.free[class].squares() {
            let (rank, file) = (1 << (square / leaf.cols), 1 << (square % leaf.cols));
            let is_within =
                (state.ranks | rank).count_ones() <= ranks && (state.files | file).count_ones() <= files;
            if !is_within || class == leaf.order[0] && usize::from(leaf.least[square]) < first {
                continue;
            }
            if place + 1 == leaf.order.len() {
                self.end(state, (class, square));
                continue;
            }
            later[0].set(state, leaf, (place, square));
            self.place(later, place + 1)?;
        }
        Some(())
    }

    /// Returns the number of placements that `squares` represents; 0 if one of its images is less.
    fn weight(&mut self) -> u128 {
        let squares = self.squares.as_slice();
        let order = &self.leaf.order;
        let mut same = 0;
        for map in &self.leaf.maps {
            self.images.clear();
            self.images.extend(squares.iter().map(|&square| map[usize::from(square)]));
            // The pieces of each class are sorted.
            let mut start = 0;
            while start < order.len() {
                let end = start + order[start..].iter().take_while(|&&class| class == order[start]).count();
                self.images[start..end].sort_unstable();
                start = end;
            }
            match self.images.as_slice().cmp(squares) {
                std::cmp::Ordering::Less => return 0,
                std::cmp::Ordering::Equal => same += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        (self.leaf.maps.len() / same) as u128
    }

    /// Counts the rooks, with the last of the other pieces on this square.
    fn end(&mut self, state: &State, (class, square): (usize, usize)) {
        self.counted.nodes += 1;
        self.squares.clear();
        self.squares.extend_from_slice(&state.squares);
        self.squares.push(square as u16);
        let weight = self.weight();
        if weight == 0 {
            return;
        }
        let leaf = self.leaf;
        let own = &leaf.taken[class * leaf.rows * leaf.cols + square];
        let ranks = state.ranks | 1 << (square / leaf.cols);
        let files = state.files | 1 << (square % leaf.cols);
        let taken = state.taken.iter().zip(own).enumerate().filter(|(rank, _)| ranks >> rank & 1 == 0);
        self.rows.clear();
        self.rows.extend(taken.map(|(_, (before, own))| (before | own) & !files).filter(|&taken| taken != 0));
        let ways =
            &leaf.ways[leaf.rows - ranks.count_ones() as usize][leaf.cols - files.count_ones() as usize];
        self.find_numbers();
        let [mut added, mut taken] = [0u128; 2];
        for (closed, (numbers, ways)) in self.numbers.iter().zip(ways).enumerate() {
            let sum = if closed.is_multiple_of(2) { &mut added } else { &mut taken };
            *sum = sum.saturating_add(numbers.saturating_mul(*ways));
        }
        // `u128::MAX` stands for all numbers that overflow.
        let is_too_large = added.max(taken) == u128::MAX;
        let found = if is_too_large { u128::MAX } else { (added - taken).saturating_mul(weight) };
        self.counted.placements = self.counted.placements.saturating_add(found);
    }

    /// Finds the rook numbers of all closed squares. Their files are in `rows`, which is consumed.
    fn find_numbers(&mut self) {
        let Self { rows, part, numbers, known, .. } = self;
        numbers.clear();
        numbers.push(1);
        while let Some(first) = rows.pop() {
            part.clear();
            part.push(first);
            let mut files = first;
            while let Some(place) = rows.iter().position(|row| row & files != 0) {
                let row = rows.swap_remove(place);
                files |= row;
                part.push(row);
            }
            let size = |files: u32| u128::from(files.count_ones());
            match part[..] {
                [_] => multiply(numbers, &[1, size(files)]),
                [one, other] => {
                    let pairs = size(one) * size(other) - size(one & other);
                    multiply(numbers, &[1, size(one) + size(other), pairs]);
                }
                [one, two, three] => multiply(numbers, &of_three_rows([one, two, three])),
                _ => {
                    normalise(part, files);
                    if !known.contains_key(part.as_slice()) {
                        known.insert(part.as_slice().into(), part_numbers(part));
                    }
                    known.get(part.as_slice()).into_iter().for_each(|of_part| multiply(numbers, of_part));
                }
            }
        }
    }
}

/// Multiplies two polynomials, the second of which begins with 1. Sums that overflow become the largest
/// number.
fn multiply(numbers: &mut PartNumbers, factor: &[u128]) {
    numbers.resize(numbers.len() + factor.len() - 1, 0);
    for place in (1..numbers.len()).rev() {
        let lower = factor.iter().enumerate().skip(1).take(place);
        let more = lower
            .fold(0u128, |sum, (step, ways)| sum.saturating_add(ways.saturating_mul(numbers[place - step])));
        numbers[place] = numbers[place].saturating_add(more);
    }
}

/// Returns the rook numbers of three ranks, by inclusion and exclusion over shared files.
fn of_three_rows(rows: [u32; 3]) -> [u128; 4] {
    let size = |files: u32| i64::from(files.count_ones());
    let [one, two, three] = rows;
    let [a, b, c] = rows.map(size);
    let [ab, ac, bc] = [size(one & two), size(one & three), size(two & three)];
    let pairs = a * b + a * c + b * c - ab - ac - bc;
    let triples = a * b * c - ab * c - ac * b - bc * a + 2 * size(one & two & three);
    [1, (a + b + c) as u128, pairs as u128, triples as u128]
}

/// Normalises a part, whose files are `files`, to a form that parts of the same shape share. Files without a
/// square are left out, there are at least as many lines as places in a line, and the lines are sorted.
fn normalise(part: &mut Vec<u32>, files: u32) {
    let squeezed = |row: u32| {
        let (mut row, mut rest, mut place, mut squeezed) = (row, files, 0, 0);
        while rest != 0 {
            let file = rest & rest.wrapping_neg();
            squeezed |= u32::from(row & file != 0) << place;
            row &= !file;
            rest &= rest - 1;
            place += 1;
        }
        squeezed
    };
    part.iter_mut().for_each(|row| *row = squeezed(*row));
    let places = files.count_ones();
    if places > part.len() as u32 {
        let line = |place: u32| {
            let rows = part.iter().enumerate();
            rows.fold(0, |line, (number, row)| line | (row >> place & 1) << number)
        };
        let lines: Vec<u32> = (0..places).map(line).collect();
        *part = lines;
    }
    part.sort_unstable();
}

/// Returns the rook numbers of a part. Line by line, it counts the ways in which the lines take each set of
/// places.
fn part_numbers(lines: &[u32]) -> PartNumbers {
    let places = lines.iter().fold(0, |all, line| all | line).count_ones();
    let mut ways = vec![0u128; 1 << places];
    ways[0] = 1;
    for line in lines {
        for set in (1..ways.len()).rev() {
            ways[set] = with_line(&ways, *line, set);
        }
    }
    let mut numbers = vec![0u128; places as usize + 1];
    for (set, ways) in ways.iter().enumerate() {
        let sum = &mut numbers[set.count_ones() as usize];
        *sum = sum.saturating_add(*ways);
    }
    while numbers.last() == Some(&0) {
        numbers.pop();
    }
    numbers
}

/// A hasher for the files of a part. It is faster than that of the standard library, and users cannot choose
/// these keys.
#[derive(Default)]
struct PartHasher(u64);

impl Hasher for PartHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.chunks(8).for_each(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        });
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

impl Leaf for RooksLast {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        for &square in &self.units[unit] {
            into.extend_from_slice(&(square as u64).to_le_bytes());
        }
    }

    fn memory(&self) -> usize {
        let ways = self.rows * self.cols * (self.rooks + 1) * size_of::<u128>();
        ways + self.taken.len() * self.rows * size_of::<u32>() + self.units.len() * size_of::<Vec<usize>>()
    }

    fn note(&self) -> Option<String> {
        Some("the rooks last, by rook numbers".to_owned())
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let mut search = Search {
            leaf: self,
            should_stop: run.should_stop,
            counted: UnitCount::STOPPED,
            known: HashMap::default(),
            rows: Vec::new(),
            part: Vec::new(),
            numbers: Vec::new(),
            squares: Vec::new(),
            images: Vec::new(),
        };
        let [ranks, files] = self.room();
        let (last, before) =
            self.units[unit].split_last().map_or((0, &[][..]), |(last, before)| (*last, before));
        let mut state = State::new(self);
        for (place, &square) in before.iter().enumerate() {
            state = state.with_square(self, place, square);
        }
        let placed = before.len();
        let complete = state.with_square(self, placed, last);
        let is_within = complete.ranks.count_ones() <= ranks && complete.files.count_ones() <= files;
        let first = self.units[unit][0];
        let is_least = self.order[placed] != self.order[0] || usize::from(self.least[last]) >= first;
        if !is_least || !is_within {
            return Ok(UnitCount::NOTHING.into());
        }
        if placed + 1 == self.order.len() {
            search.end(&state, (self.order[placed], last));
            search.counted.complete = true;
            return Ok(search.counted.into());
        }
        let mut states = vec![complete; self.order.len() - placed];
        search.counted.complete = search.place(&mut states, placed + 1).is_some();
        Ok(search.counted.into())
    }
}
