//! Conflicts between two sets of places, written as bits.
//!
//! A place is a square for a piece of a class. Given two sets of places `A` and `B`, every conflict between a
//! place of `A` and one of `B` belongs to some bit. A place of `A` *sets* bits and a place of `B` *meets*
//! bits. Two places are in conflict exactly if one meets a bit that the other sets. A placement on `A` has
//! the bits that its pieces set, and a placement on `B` those that its pieces meet. The two do not attack
//! each other exactly if the two words have no bit in common.
//!
//! A queen's diagonal that passes through both sets is a single bit, which all its squares set or meet. With
//! several classes on a line, classes that attack the same classes along it share a bit. Other conflicts,
//! like a knight's leap over the border, are grouped: several places of one set that are in conflict with the
//! same places of the other set share a bit. The groups are formed in the set that has fewer of them. For
//! queens on an 18x18 board this gives 34 bits between west and east, and for amazons 36 more.

use std::collections::BTreeMap;

/// Places, and the conflicts between them.
pub(crate) struct Places<'a> {
    /// Number of squares in a rank of the board.
    pub(crate) cols: usize,
    /// Number of squares of the board. The place of a class on a square is `class * squares + square`.
    pub(crate) squares: usize,
    /// Number of classes.
    pub(crate) classes: usize,
    /// Whether two places are in conflict.
    pub(crate) conflict: &'a dyn Fn(usize, usize) -> bool,
    /// The leaps that define lines along which all squares may be in conflict.
    pub(crate) leaps: &'a [(isize, isize)],
}

/// The bits that places of the first set set, and those that places of the second set meet.
#[derive(Debug, Clone, Default)]
pub(crate) struct Crossing {
    /// Number of bits.
    bits: usize,
    /// The bits that each place of the first set sets, by its number.
    sets: Vec<Vec<usize>>,
    /// The bits that each place of the second set meets, by its number.
    meets: Vec<Vec<usize>>,
}

impl Crossing {
    /// Finds all conflicts between two disjoint sets of places.
    pub(crate) fn new(places: &Places<'_>, first: &[usize], second: &[usize]) -> Self {
        let all = places.squares * places.classes;
        let mut crossing = Self { bits: 0, sets: vec![Vec::new(); all], meets: vec![Vec::new(); all] };
        for &leap in places.leaps {
            let mut lines: BTreeMap<_, [Vec<usize>; 2]> = BTreeMap::new();
            for (side, set) in [first, second].into_iter().enumerate() {
                for &place in set {
                    lines.entry(places.line(place, leap)).or_default()[side].push(place);
                }
            }
            lines.values().for_each(|[first, second]| crossing.add_line(places, first, second));
        }
        let left = |from: &[usize], to: &[usize], is_left: &dyn Fn(usize, usize) -> bool| {
            let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
            for &place in from {
                let others: Vec<usize> = to.iter().copied().filter(|&other| is_left(place, other)).collect();
                if !others.is_empty() {
                    groups.entry(others).or_default().push(place);
                }
            }
            groups
        };
        let is_left = |one: usize, other: usize| (places.conflict)(one, other) && !crossing.meet(one, other);
        let by_first = left(first, second, &is_left);
        let by_second = left(second, first, &|one, other| is_left(other, one));
        if by_first.len() <= by_second.len() {
            by_first.iter().for_each(|(others, group)| crossing.add(group, others));
        } else {
            by_second.iter().for_each(|(others, group)| crossing.add(others, group));
        }
        crossing
    }

    /// Adds the bits of a line: one for all classes of the first set that are in conflict with the same
    /// classes of the second set along the whole line.
    fn add_line(&mut self, places: &Places<'_>, first: &[usize], second: &[usize]) {
        let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        let of = |set: &[usize], class: usize| -> Vec<usize> {
            set.iter().copied().filter(|place| place / places.squares == class).collect()
        };
        for class in 0..places.classes {
            let own = of(first, class);
            let met = (0..places.classes).flat_map(|other| {
                let others = of(second, other);
                let is_met = own.iter().all(|&one| others.iter().all(|&other| (places.conflict)(one, other)));
                if is_met { others } else { Vec::new() }
            });
            let met: Vec<usize> = met.collect();
            if !own.is_empty() && !met.is_empty() {
                groups.entry(met).or_default().extend(own);
            }
        }
        groups.iter().for_each(|(met, own)| self.add(own, met));
    }

    fn add(&mut self, first: &[usize], second: &[usize]) {
        first.iter().for_each(|&place| self.sets[place].push(self.bits));
        second.iter().for_each(|&place| self.meets[place].push(self.bits));
        self.bits += 1;
    }

    /// Returns true if a place of the first set and one of the second have a bit in common.
    fn meet(&self, one: usize, other: usize) -> bool {
        self.sets[one].iter().any(|bit| self.meets[other].contains(bit))
    }

    /// Returns the number of bits.
    pub(crate) fn bits(&self) -> usize {
        self.bits
    }

    /// Returns, for each bit, the number of places of the first set that set it, and of the second set that
    /// meet it.
    pub(crate) fn lines(&self) -> Vec<[usize; 2]> {
        let mut lines = vec![[0; 2]; self.bits];
        for (number, places) in [&self.sets, &self.meets].into_iter().enumerate() {
            places.iter().flatten().for_each(|&bit| lines[bit][number] += 1);
        }
        lines
    }

    /// Returns the bits that a place of the first set sets.
    pub(crate) fn sets(&self, place: usize) -> &[usize] {
        &self.sets[place]
    }

    /// Returns the bits that a place of the second set meets.
    pub(crate) fn meets(&self, place: usize) -> &[usize] {
        &self.meets[place]
    }
}

impl Places<'_> {
    /// Returns the line of a place along a leap. Two places on the same line differ by a multiple of the
    /// leap, in ranks and files.
    fn line(&self, place: usize, (ranks, files): (isize, isize)) -> [isize; 2] {
        let square = place % self.squares;
        let (row, col) = ((square / self.cols) as isize, (square % self.cols) as isize);
        let start = if ranks == 0 { col.rem_euclid(files) } else { row.rem_euclid(ranks) };
        [row * files - col * ranks, start]
    }
}

/// Returns `words` words with these bits.
pub(crate) fn bit_words(words: usize, bits: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut found = vec![0; words];
    bits.for_each(|bit| found[bit / 64] |= 1 << (bit % 64));
    found
}
