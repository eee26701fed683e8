//! The tables for the count of the last three pieces: sums of shifted masks, and shapes of triangles.
//!
//! The conflicts are read from the table of conflicts, as sets of squares for each displacement, so this code
//! does not depend on ranks or diagonals. A line is found as a *group* of displacements: any two of them lead
//! from any square to squares that are in conflict with each other. ([`super::triples`] explains the purpose
//! of both.)

use crate::board::{Set, Sets};
use crate::engines::instance::Instance;
use std::collections::BTreeMap;
use std::ops::Range;

/// The minimum size of a group; a smaller one is not worth counting separately.
const MIN_GROUP: usize = 5;
/// The number of terms that are added up together.
pub(super) const STRIDE: usize = 4;
/// The maximum number of words of shapes in a table: about the size of a second-level cache.
const MAX_SHAPE_WORDS: usize = 1 << 15;
/// Nanoseconds to find the shape of two displacements, for each word.
const PAIR_TESTED: f64 = 20.0;

/// Tables for three last pieces, whose classes are those of a state's masks.
#[derive(Debug)]
pub(super) struct LastTriple {
    pub(super) alike: TripleClasses,
    /// The number of words of a mask that a square may be in.
    pub(super) words: usize,
    /// For pieces that are not all different: the sums of conflicts that give the pairs of conflicts at a
    /// square.
    pub(super) star: Option<Star>,
    /// The sums for two conflicts at a square with pieces of different classes.
    pub(super) meetings: Vec<SourceConflicts>,
    /// The triangles outside groups.
    pub(super) triangles: Triangles,
    pub(super) terms: Vec<DisplacedWord>,
}

/// The partition of the three pieces into classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TripleClasses {
    All,
    /// Two pieces are of one class, with the mask `twins`; the third has the mask `single`.
    Two {
        twins: usize,
        single: usize,
    },
    None,
}

/// A word of squares at some displacement from the squares of a given word, restricted to those of `valid`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DisplacedWord {
    /// The word that the lowest bits come from, counted from the one before the first.
    pub(super) word: usize,
    /// The bit of that word at which the lowest bits begin.
    pub(super) bits: u64,
    pub(super) valid: u64,
}

/// For each square of the base the number of squares of the source in conflict with it, by groups.
#[derive(Debug)]
pub(super) struct Star {
    pub(super) base: usize,
    pub(super) source: usize,
    pub(super) words: Vec<StarWord>,
    /// The number of binary digits of the largest number.
    pub(super) bits: usize,
}

/// One word of the base.
#[derive(Debug)]
pub(super) struct StarWord {
    pub(super) groups: Vec<Range<usize>>,
    pub(super) group_bits: usize,
    /// The terms outside all groups.
    pub(super) others: Range<usize>,
}

/// For each square of the base the numbers of squares of two sources in conflict with it.
#[derive(Debug)]
pub(super) struct SourceConflicts {
    pub(super) base: usize,
    pub(super) sources: [usize; 2],
    /// For each word of the base and each source, the terms.
    pub(super) words: Vec<[Range<usize>; 2]>,
    pub(super) bits: [usize; 2],
}

/// Triples of squares in conflict with each other that are not within a group.
#[derive(Debug)]
pub(super) struct Triangles {
    pub(super) base: usize,
    pub(super) sources: [usize; 2],
    /// For each word of the base, its fans.
    pub(super) words: Vec<Range<usize>>,
    pub(super) fans: Vec<Fan>,
}

/// Triangles with the same first displacement: its term, whose `valid` is not used, and the terms of the
/// second displacements.
#[derive(Debug)]
pub(super) struct Fan {
    pub(super) first: DisplacedWord,
    pub(super) seconds: Range<usize>,
}

/// For each displacement the squares `s` such that a piece on `s` is in conflict with one on `s` plus the
/// displacement.
type ConflictsByDisplacement = BTreeMap<isize, Vec<u64>>;

/// Returns the conflicts of a piece of class `from` with one of class `to`, on squares where they may stand.
fn displaced_conflicts(instance: &Instance, from: usize, to: usize) -> ConflictsByDisplacement {
    let squares = instance.conflicts.squares();
    let mut all = Sets::empty(2 * squares, instance.conflicts.width());
    let (starts, ends) = (&instance.classes[from].allowed, &instance.classes[to].allowed);
    for square in starts.squares() {
        let mut conflicts = instance.conflicts.conflict_set(from, square, to).to_vec();
        conflicts.keep(ends);
        let others = conflicts.squares().filter(|&other| from != to || other != square);
        others.for_each(|other| all[squares + other - square].add_square(square));
    }
    let valid = all.iter().enumerate().filter(|(_, starts)| !starts.is_bare());
    valid.map(|(at, starts)| (at as isize - squares as isize, starts.to_vec())).collect()
}

/// Returns the squares `s` such that `s` plus the displacement is in the set.
fn shift_set(set: &[u64], displacement: isize) -> Vec<u64> {
    let word = |at: isize| usize::try_from(at).ok().and_then(|at| set.get(at)).copied().unwrap_or(0);
    let (words, bits) = (displacement.div_euclid(64), displacement.rem_euclid(64));
    let low = |at: isize| word(at + words) >> bits | (word(at + words + 1) << 1) << (63 - bits);
    (0..set.len() as isize).map(low).collect()
}

impl LastTriple {
    /// Builds the tables for pieces of these classes, equal ones adjacent. `None` if the tables would be too
    /// large, or take longer than `nanoseconds` to build.
    pub(super) fn new(
        instance: &Instance,
        [first, second, third]: [usize; 3],
        nanoseconds: f64,
    ) -> Option<Self> {
        let squares = instance.classes.iter().flat_map(|class| class.allowed.squares().last()).max();
        let words = squares.unwrap_or(0) / 64 + 1;
        let mut maker = Maker { words, nanoseconds, terms: Vec::new() };
        let between = |from, to| displaced_conflicts(instance, from, to);
        let (alike, star, meetings, triangles);
        if first == third {
            let same = between(first, first);
            let above = same.iter().filter(|&(&displacement, _)| displacement > 0);
            let above: ConflictsByDisplacement =
                above.map(|(&displacement, set)| (displacement, set.clone())).collect();
            let below = same.iter().filter(|&(&displacement, _)| displacement < 0);
            let groups = groups(&above, &same);
            alike = TripleClasses::All;
            triangles = maker.triangles([0, 0, 0], (&above, &above, &same), &groups)?;
            star =
                Some(maker.star((0, 0), &above, &groups, below.map(|(&at, set)| (at, &set[..])).collect()));
            meetings = Vec::new();
        } else if first == second || second == third {
            let (twins, single) = if first == second { (0, 1) } else { (1, 0) };
            let (twin, other) = if first == second { (first, third) } else { (third, first) };
            let (same, from_single) = (between(twin, twin), between(other, twin));
            let groups = groups(&from_single, &same);
            alike = TripleClasses::Two { twins, single };
            triangles =
                maker.triangles([single, twins, twins], (&from_single, &from_single, &same), &groups)?;
            star = Some(maker.star((single, twins), &from_single, &groups, Vec::new()));
            meetings = vec![maker.meeting(twins, [(twins, &same), (single, &between(twin, other))])];
        } else {
            let [classes, masks] = [[first, second, third], [0, 1, 2]];
            alike = TripleClasses::None;
            star = None;
            let to = |from: usize, to: usize| between(classes[from], classes[to]);
            triangles = maker.triangles(masks, (&to(0, 1), &to(0, 2), &to(1, 2)), &[])?;
            let mut meeting =
                |base, one, two| maker.meeting(base, [(one, &to(base, one)), (two, &to(base, two))]);
            meetings = vec![meeting(0, 1, 2), meeting(1, 0, 2), meeting(2, 0, 1)];
        }
        Some(Self { alike, words, star, meetings, triangles, terms: maker.terms })
    }

    /// Returns the number of operations for eight states: added terms, shapes of triangles, and pairs of
    /// digits. All three take about equally long.
    pub(super) fn operations(&self) -> f64 {
        let pairs = |bits: usize| (bits * (bits + 1) / 2) as f64;
        let of_word = |word: &StarWord, star: &Star| {
            pairs(star.bits) + word.groups.len() as f64 * (pairs(word.group_bits) + 0.5 * star.bits as f64)
        };
        let of_star = |star: &Star| star.words.iter().map(|word| of_word(word, star)).sum::<f64>();
        let of_meeting = |meeting: &SourceConflicts| {
            let [first, second] = meeting.bits;
            (meeting.words.len() * (first * second + first + second)) as f64
        };
        let digits =
            self.star.iter().map(of_star).sum::<f64>() + self.meetings.iter().map(of_meeting).sum::<f64>();
        // Shapes of triangles are terms as well.
        (self.terms.len() + self.triangles.fans.len()) as f64 + digits
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        self.terms.len() * size_of::<DisplacedWord>() + self.triangles.fans.len() * size_of::<Fan>()
    }
}

/// Returns disjoint groups of displacements. Any two displacements of a group lead to squares in conflict,
/// from wherever both are valid.
///
/// The groups are found one after another. Each step adds the displacement that leaves the most to be added,
/// so that a line is found before the three neighbours of a square that are also in conflict.
fn groups(displaced: &ConflictsByDisplacement, between: &ConflictsByDisplacement) -> Vec<Vec<isize>> {
    let all: Vec<(isize, &[u64])> = displaced.iter().map(|(&at, set)| (at, &set[..])).collect();
    let width = all.len().div_ceil(64);
    let mut friends = Sets::empty(all.len(), width);
    for (place, &(first, starts)) in all.iter().enumerate() {
        for (other, &(second, others)) in all.iter().enumerate().skip(place + 1) {
            let mut both = starts.to_vec();
            both.keep(others);
            let Some(conflicts) = between.get(&(second - first)) else { continue };
            if !both.is_bare() && both.count_outside(&shift_set(conflicts, first)) == 0 {
                friends[place].add_square(other);
                friends[other].add_square(place);
            }
        }
    }
    let mut left = vec![0; width];
    (0..all.len()).for_each(|place| left.add_square(place));
    let mut groups = Vec::new();
    while let Some(seed) = left.lowest() {
        let (mut group, mut candidates) = (vec![seed], left.clone());
        candidates.keep(&friends[seed]);
        while let Some(next) =
            candidates.squares().max_by_key(|&next| friends[next].count_shared(&candidates))
        {
            group.push(next);
            candidates.keep(&friends[next]);
        }
        group.iter().for_each(|&place| left.remove_square(place));
        if group.len() >= MIN_GROUP {
            groups.push(group.into_iter().map(|place| all[place].0).collect());
        }
    }
    groups
}

/// Returns the number of binary digits of the maximum number of these sets that share a square.
fn digits<'a>(sets: impl Iterator<Item = &'a [u64]>, words: usize) -> usize {
    let sets: Vec<&[u64]> = sets.collect();
    let on = |square: usize| sets.iter().filter(|set| set.holds(square)).count();
    let most = (0..64 * words).map(on).max().unwrap_or(0);
    (usize::BITS - most.leading_zeros()) as usize
}

/// Builds tables, term by term.
struct Maker {
    words: usize,
    /// The time that building may take.
    nanoseconds: f64,
    terms: Vec<DisplacedWord>,
}

impl Maker {
    fn term(word: usize, displacement: isize, valid: u64) -> DisplacedWord {
        let lowest = 64 * word as isize + displacement;
        // No word is further away than the one before the first.
        let from = usize::try_from(lowest.div_euclid(64) + 1).unwrap_or(0);
        DisplacedWord { word: from, bits: lowest.rem_euclid(64) as u64, valid }
    }

    /// Adds the terms for one word, padded to a multiple of the stride.
    fn sum<'a>(&mut self, word: usize, displaced: impl Iterator<Item = (isize, &'a [u64])>) -> Range<usize> {
        let start = self.terms.len();
        let valid = displaced.filter(|(_, starts)| starts[word] != 0);
        self.terms.extend(valid.map(|(displacement, starts)| Self::term(word, displacement, starts[word])));
        let end = start + (self.terms.len() - start).next_multiple_of(STRIDE);
        self.terms.resize(end, DisplacedWord::default());
        start..end
    }

    fn star<'a>(
        &mut self,
        (base, source): (usize, usize),
        displaced: &'a ConflictsByDisplacement,
        groups: &[Vec<isize>],
        mut others: Vec<(isize, &'a [u64])>,
    ) -> Star {
        let grouped = |displacement: &isize| groups.iter().any(|group| group.contains(displacement));
        let all = displaced.values().map(Vec::as_slice).chain(others.iter().map(|&(_, set)| set));
        let bits = digits(all, self.words);
        let of_group = |group: &Vec<isize>| digits(group.iter().map(|at| &displaced[at][..]), self.words);
        let group_bits = groups.iter().map(of_group).max().unwrap_or(0);
        others.extend(displaced.iter().filter(|(at, _)| !grouped(at)).map(|(&at, set)| (at, &set[..])));
        let words = 0..self.words;
        let word = |word: usize| {
            let group =
                |group: &Vec<isize>| self.sum(word, group.iter().map(|&at| (at, &displaced[&at][..])));
            let groups = groups.iter().map(group).filter(|terms| !terms.is_empty()).collect();
            StarWord { groups, group_bits, others: self.sum(word, others.iter().copied()) }
        };
        let words = words.map(word).collect();
        Star { base, source, words, bits }
    }

    fn meeting(&mut self, base: usize, sources: [(usize, &ConflictsByDisplacement); 2]) -> SourceConflicts {
        let bits = sources.map(|(_, displaced)| digits(displaced.values().map(Vec::as_slice), self.words));
        let words = 0..self.words;
        let word = |word: usize| {
            sources.map(|(_, displaced)| self.sum(word, displaced.iter().map(|(&at, set)| (at, &set[..]))))
        };
        let words = words.map(word).collect();
        SourceConflicts { base, sources: sources.map(|(source, _)| source), words, bits }
    }

    /// Adds the triangles of a piece of the base and one of each source, except those within a group. If the
    /// sources are equal, the second displacement is the larger one.
    fn triangles(
        &mut self,
        [base, first, second]: [usize; 3],
        (to_first, to_second, between): (
            &ConflictsByDisplacement,
            &ConflictsByDisplacement,
            &ConflictsByDisplacement,
        ),
        groups: &[Vec<isize>],
    ) -> Option<Triangles> {
        let group_of = |displacement: &isize| groups.iter().position(|group| group.contains(displacement));
        let pairs = (to_first.len() * to_second.len()) as f64;
        if pairs * self.words as f64 * PAIR_TESTED > self.nanoseconds {
            return None;
        }
        let seconds: Vec<_> = to_second.iter().map(|(&at, set)| (at, set, group_of(&at))).collect();
        let mut shapes = Vec::new();
        let mut number = 0;
        for (&one, starts) in to_first {
            let group = group_of(&one);
            let mut of_one = Vec::new();
            for &(two, others, other_group) in &seconds {
                let is_counted = (first == second && two <= one) || (group.is_some() && group == other_group);
                let Some(conflicts) = between.get(&(two - one)).filter(|_| !is_counted) else { continue };
                let mut all = shift_set(conflicts, one);
                all.keep(starts);
                all.keep(others);
                number += all.iter().filter(|&&word| word != 0).count();
                of_one.push((two, all));
            }
            if number > MAX_SHAPE_WORDS {
                return None;
            }
            shapes.push((one, of_one));
        }
        let (mut words, mut fans) = (Vec::new(), Vec::new());
        for word in 0..self.words {
            let start = fans.len();
            for (one, of_one) in &shapes {
                let start = self.terms.len();
                let seconds = of_one.iter().filter(|(_, shape)| shape[word] != 0);
                self.terms.extend(seconds.map(|(two, shape)| Self::term(word, *two, shape[word])));
                if self.terms.len() > start {
                    fans.push(Fan { first: Self::term(word, *one, !0), seconds: start..self.terms.len() });
                }
            }
            words.push(start..fans.len());
        }
        Some(Triangles { base, sources: [first, second], words, fans })
    }
}
