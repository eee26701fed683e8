//! Placements with prescribed numbers of attackers, and placements that attack all squares.
//!
//! For non-attacking pieces the state records only the forbidden squares ahead. Here a passed square itself
//! has to be recorded as long as squares ahead interact with it: its piece, and its number of attackers so
//! far. There are finitely many such states if leaps and lines have limited reach, because numbers above the
//! relevant ones make no difference. So their closure proves a recurrence, as that of the states of
//! non-attacking pieces does.
//!
//! A number is *settled* once it stays in its range whatever follows, and then it is not distinguished from
//! others. A square is forgotten when its number is settled and it attacks no square ahead. A state is
//! dropped when a number cannot enter its range any more. The number that can still be added to each square
//! is computed before ([`SquaresAhead`]).

use super::moves::Strip;
use super::sweep::StripSweep;
use crate::piece::{Moves, Range};
use crate::problem::{Degrees, Span};
use crate::question::Demand;

/// The largest number of ranks that moves may reach over.
const MAX_REACH: usize = 16;

/// The conditions on attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttackConditions {
    /// The allowed numbers of attackers of pieces.
    pub degrees: Degrees,
    /// The squares that must be attacked.
    pub demand: Demand,
}

/// A passed square, or one of the present rank, seen from a square of the present rank.
#[derive(Debug, Clone, Default)]
struct MutualAttack {
    /// The kinds that attack this square from there.
    strikes: u32,
    /// The kinds that attack that square from here.
    is_struck: u32,
}

/// The relations of a square with the squares ahead.
#[derive(Debug, Clone, Default)]
struct SquaresAhead {
    /// The number of squares ahead from which it can be attacked.
    attackers: usize,
    /// The kinds that make a difference on the square.
    matters: u32,
}

/// The sweep. A cell is a square of the last ranks, including the present one; its code is 0 if it is
/// forgotten.
pub(super) struct AttackSweep {
    width: usize,
    /// The number of ranks that are recorded, including the present one.
    ranks: usize,
    kinds: usize,
    /// The required number of attackers of judged squares, without an upper limit if that cannot be exceeded.
    each: Option<Span>,
    pairs: Option<Span>,
    demand: Demand,
    /// The largest number that is distinguished from others; the next one represents settled ones.
    largest: usize,
    /// The meetings by file of the present rank and cell.
    meetings: Vec<Vec<MutualAttack>>,
    /// The relations with squares ahead, by file of the present rank and cell.
    ahead: Vec<Vec<SquaresAhead>>,
    /// The number of bits of a code.
    bits: usize,
    has_mirror: bool,
}

impl AttackSweep {
    /// Makes the sweep; `None` if moves reach too far, or if both degrees and a demand are requested.
    pub(super) fn new(asked: AttackConditions, strip: &Strip, is_mirrored: bool) -> Option<Self> {
        let (width, kinds) = (strip.width, strip.kinds.len());
        let attacks = Attacks::new(strip)?;
        let ranks = attacks.reach() + 1;
        let AttackConditions { degrees: Degrees { each, pairs }, demand } = asked;
        if demand != Demand::Nothing && asked.degrees.are_asked() {
            return None;
        }
        let each = match demand {
            Demand::Nothing => each,
            Demand::Dominating | Demand::Total => Some(Span { least: 1, most: None }),
        };
        let cells = || 0..ranks * width;
        let at = |cell: usize| (ranks - 1 - cell / width, cell % width);
        let meeting = |cell: usize, file: usize| {
            let (behind, from) = at(cell);
            MutualAttack {
                strikes: attacks.kinds_that_attack((behind as i64, file), from),
                is_struck: attacks.kinds_that_attack((-(behind as i64), from), file),
            }
        };
        let ahead = |cell: usize, file: usize| {
            let (behind, from) = at(cell);
            let to_come = (0..ranks - behind).flat_map(|ranks| (0..width).map(move |to| (ranks, to)));
            let mut ahead = SquaresAhead::default();
            for (ranks, to) in to_come.filter(|&(ranks, to)| ranks > 0 || to > file) {
                let rows = (behind + ranks) as i64;
                let is_struck = attacks.kinds_that_attack((-rows, from), to);
                ahead.attackers += usize::from(is_struck != 0);
                let strikes = attacks.kinds_that_attack((rows, to), from);
                ahead.matters |= if each.is_some() { strikes } else { 0 };
                if pairs.is_some() {
                    ahead.matters |= if is_struck != 0 { u32::MAX } else { strikes };
                }
            }
            ahead
        };
        let degree = attacks.largest_degree();
        let limited = |span: Span| Span {
            least: span.least.min(degree + 1),
            most: span.most.filter(|&most| most < degree),
        };
        let each = each.map(limited);
        let largest = each.map_or(0, |each| each.most.unwrap_or(each.least)) as usize;
        let codes = (kinds + 1) * (largest + 2);
        Some(Self {
            width,
            ranks,
            kinds,
            each,
            pairs,
            demand,
            largest,
            meetings: (0..width).map(|file| cells().map(|cell| meeting(cell, file)).collect()).collect(),
            ahead: (0..width).map(|file| cells().map(|cell| ahead(cell, file)).collect()).collect(),
            bits: (usize::BITS - codes.leading_zeros()) as usize,
            has_mirror: is_mirrored && strip.has_mirror(),
        })
    }

    /// Returns true if the attackers of this occupant are counted; the number after the last kind represents
    /// an empty square.
    fn is_judged(&self, occupant: usize) -> bool {
        self.each.is_some()
            && match self.demand {
                Demand::Nothing => occupant < self.kinds,
                Demand::Dominating => occupant == self.kinds,
                Demand::Total => true,
            }
    }

    fn code(&self, occupant: usize, number: usize) -> u16 {
        (1 + occupant * (self.largest + 2) + number) as u16
    }

    /// Returns the occupant of a cell, and its number of attackers.
    fn read(&self, code: u16) -> Option<(usize, usize)> {
        let code = usize::from(code).checked_sub(1)?;
        Some((code / (self.largest + 2), code % (self.largest + 2)))
    }

    fn is_within(&self, number: usize) -> bool {
        self.each.and_then(|each| each.most).is_none_or(|most| number <= most as usize)
    }

    /// Returns the code of a cell after a square of the present rank; `None` if its number cannot enter the
    /// range.
    fn settle_cell(&self, (occupant, number): (usize, usize), ahead: &SquaresAhead) -> Option<u16> {
        let mut number = number;
        if let Some(each) = self.each.filter(|_| number <= self.largest) {
            let most = number + ahead.attackers;
            if most < each.least as usize || !self.is_within(number) {
                return None;
            }
            if number >= each.least as usize && self.is_within(most) {
                number = self.largest + 1;
            }
        }
        let matters = occupant < self.kinds && ahead.matters >> occupant & 1 != 0;
        Some(if number > self.largest && !matters { 0 } else { self.code(occupant, number) })
    }

    /// Returns the cells after a square of the present rank, and the number of pairs; `None` if a number
    /// cannot enter its range.
    fn follow_cells(
        &self,
        (cells, pairs): (&[u16], u64),
        file: usize,
        occupant: usize,
    ) -> Option<(Vec<u16>, u64)> {
        let (mut next, mut own, mut pairs) = (Vec::with_capacity(cells.len()), 0, pairs);
        let has = |kinds: u32, kind: usize| kind < self.kinds && kinds >> kind & 1 != 0;
        let (meetings, ahead) = (&self.meetings[file], &self.ahead[file]);
        for ((&code, meeting), ahead) in cells.iter().zip(meetings).zip(ahead) {
            let Some((other, number)) = self.read(code) else {
                next.push(0);
                continue;
            };
            let (strikes, is_struck) = (has(meeting.strikes, other), has(meeting.is_struck, occupant));
            own += usize::from(strikes);
            let are_pieces = other < self.kinds && occupant < self.kinds;
            pairs += u64::from(are_pieces && (strikes || is_struck));
            let is_told = is_struck && number <= self.largest;
            let number = if is_told { number + 1 } else { number };
            if is_told && !self.is_within(number) {
                return None;
            }
            next.push(self.settle_cell((other, number), ahead)?);
        }
        if let Some(span) = self.pairs {
            match span.most {
                Some(most) if pairs > u64::from(most) => return None,
                Some(_) => {}
                None => pairs = pairs.min(span.least.into()),
            }
        }
        let place = (self.ranks - 1) * self.width + file;
        let is_judged = self.is_judged(occupant);
        if is_judged || occupant < self.kinds {
            if is_judged && !self.is_within(own) {
                return None;
            }
            // Without a maximum, all numbers from the minimum on are settled.
            let number = if is_judged { own.min(self.largest) } else { self.largest + 1 };
            next[place] = self.settle_cell((occupant, number), &ahead[place])?;
        }
        Some((next, if self.pairs.is_some() { pairs } else { 0 }))
    }

    fn per_word(&self) -> usize {
        64 / self.bits
    }

    fn pack(&self, cells: &[u16], pairs: u64) -> Box<[u64]> {
        let word =
            |cells: &[u16]| cells.iter().rev().fold(0, |word, &code| word << self.bits | u64::from(code));
        cells.chunks(self.per_word()).map(word).chain(self.pairs.map(|_| pairs)).collect()
    }

    fn unpack(&self, state: &[u64]) -> (Vec<u16>, u64) {
        let (cells, per_word) = (self.ranks * self.width, self.per_word());
        let code = |cell: usize| {
            (state[cell / per_word] >> (cell % per_word * self.bits) & ((1 << self.bits) - 1)) as u16
        };
        let pairs = if self.pairs.is_some() { state[state.len() - 1] } else { 0 };
        ((0..cells).map(code).collect(), pairs)
    }
}

impl StripSweep for AttackSweep {
    type State = Box<[u64]>;

    fn first(&self) -> Box<[u64]> {
        self.pack(&vec![0; self.ranks * self.width], 0)
    }

    fn follow(&self, state: &Box<[u64]>, square: usize, follow: &mut impl FnMut(Option<Box<[u64]>>)) {
        let (cells, pairs) = self.unpack(state);
        for occupant in std::iter::once(self.kinds).chain(0..self.kinds) {
            let next = self.follow_cells((&cells, pairs), square, occupant);
            follow(next.map(|(cells, pairs)| self.pack(&cells, pairs)));
        }
    }

    fn end_rank(&self, state: &Box<[u64]>) -> Option<Box<[u64]>> {
        let (mut cells, pairs) = self.unpack(state);
        // The rank that leaves the reach has no more effect.
        cells.rotate_left(self.width);
        let next = self.pack(&cells, pairs);
        if !self.has_mirror {
            return Some(next);
        }
        cells.chunks_mut(self.width).for_each(<[u16]>::reverse);
        Some(next.min(self.pack(&cells, pairs)))
    }

    fn is_end(&self, state: &Box<[u64]>) -> bool {
        let (cells, pairs) = self.unpack(state);
        let least = self.each.map_or(0, |each| each.least as usize);
        let is_good = |(_, number): (usize, usize)| number > self.largest || number >= least;
        cells.into_iter().filter_map(|code| self.read(code)).all(is_good)
            && self.pairs.is_none_or(|span| pairs >= span.least.into())
    }
}

/// The squares that kinds attack: for each kind and file, ranks ahead and files, each once.
struct Attacks(Vec<Vec<Vec<(i64, usize)>>>);

impl Attacks {
    /// Makes the attacks; `None` if moves reach too far.
    fn new(strip: &Strip) -> Option<Self> {
        let of = |moves: &Moves| (0..strip.width).map(|file| attacked_squares(strip, moves, file)).collect();
        strip.kinds.iter().map(of).collect::<Option<_>>().map(Self)
    }

    fn all(&self) -> impl Iterator<Item = (i64, usize)> + '_ {
        self.0.iter().flatten().flatten().copied()
    }

    fn reach(&self) -> usize {
        self.all().map(|(rows, _)| rows.unsigned_abs() as usize).max().unwrap_or(0)
    }

    /// Returns the kinds that attack the square `to`, given by the number of ranks ahead and the file, from a
    /// file.
    fn kinds_that_attack(&self, to: (i64, usize), from: usize) -> u32 {
        let kinds = self.0.iter().enumerate().filter(|(_, files)| files[from].contains(&to));
        kinds.fold(0, |all, (kind, _)| all | 1 << kind)
    }

    /// Returns the largest number of squares from which one is attacked.
    fn largest_degree(&self) -> u32 {
        let mut degrees = std::collections::BTreeMap::new();
        for (from, files) in self.0.iter().flat_map(|files| files.iter().enumerate()) {
            for &(rows, to) in files {
                degrees.entry(to).or_insert_with(std::collections::BTreeSet::new).insert((-rows, from));
            }
        }
        degrees.values().map(std::collections::BTreeSet::len).max().unwrap_or(0) as u32
    }
}

/// Returns the squares that a kind attacks from a file: ranks ahead and files, each once; `None` if that is
/// too far.
fn attacked_squares(strip: &Strip, moves: &Moves, file: usize) -> Option<Vec<(i64, usize)>> {
    let mut all = Vec::new();
    for ((rows, cols), range) in moves.rides() {
        let (mut at, mut row, mut times) = (file, 0i64, 0);
        while range == Range::Unlimited || times < range.times() {
            let Some(next) = strip.step(at, cols.into()) else { break };
            // A ride ends on its own square.
            if rows == 0 && next == file {
                break;
            }
            (at, row, times) = (next, row + i64::from(rows), times + 1);
            if row.unsigned_abs() as usize > MAX_REACH {
                return None;
            }
            all.push((row, at));
        }
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PointMap;
    use crate::engines::naive;
    use crate::engines::random::Random;
    use crate::problem::{Problem, Quantity};
    use crate::question::Question;
    use crate::strips::closure::{PlacementFilter, Transfer};
    use crate::strips::moves::GrowingSide;
    use crate::strips::recurrence::{NoRecurrence, StripLimits, recurrence_of};
    use crate::strips::state::StateReplacement;
    use crate::strips::tests::{all, asked, on_ranks, random_problem};
    use num_bigint::BigInt;

    fn which(problem: &Problem, demand: Demand) -> PlacementFilter {
        PlacementFilter::Attacked(AttackConditions { degrees: problem.degrees(), demand })
    }

    fn terms(
        problem: &Problem,
        demand: Demand,
        merging: StateReplacement,
        count: usize,
    ) -> Option<Vec<BigInt>> {
        let strip = Strip::with_attacks(problem, GrowingSide::Ranks).filter(|strip| !strip.is_ring)?;
        let transfer =
            Transfer::with_filter(which(problem, demand), &strip, merging, 100_000, &|| false).ok()?;
        transfer.exact_terms(count, &|| false)
    }

    /// Kinds of all types under conditions of all types, against the oracle.
    #[test]
    fn random_problems_are_counted_as_by_the_oracle() {
        let (mut random, mut compared, mut told) = (Random::new(44), 0, 0);
        for round in 0..260 {
            let (width, on) = random_problem(&mut random, 1 + round % 2, PointMap::IDENTITY);
            let mut below = |limit: u64| (random.next() % limit) as u32;
            let mut span = || {
                let least = below(3);
                (below(3) > 0).then(|| Span { least, most: (below(3) > 0).then(|| least + below(3)) })
            };
            let demand = [Demand::Nothing, Demand::Nothing, Demand::Dominating, Demand::Total][round / 2 % 4];
            let degrees = match demand {
                Demand::Nothing => Degrees { each: span(), pairs: span() },
                _ => Degrees::default(),
            };
            if demand == Demand::Nothing && !degrees.are_asked() {
                continue;
            }
            let on = |ranks: usize| {
                let mut problem = on(ranks, Quantity::Any);
                problem.ask_degrees(degrees).expect("ranges with numbers");
                problem
            };
            let count = 1 + 12 / (width.max(2) * (1 + round % 2));
            for merging in [StateReplacement::NONE, StateReplacement::ALL] {
                let Some(found) = terms(&on(1), demand, merging, count) else { continue };
                for (ranks, found) in found.into_iter().enumerate().skip(1) {
                    let question = Question::new(on(ranks)).with_dominating(demand);
                    let expected = all(naive::answer_to(&question, &|| false));
                    assert_eq!(found, expected, "{} {demand:?}", question.problem);
                    compared += 1;
                    told += usize::from(expected > BigInt::from(1));
                }
            }
        }
        assert!(compared > 500 && told > 250, "{compared} counts, {told} above 1");
    }

    /// Recurrences against counts by the engines, on boards that the oracle does not reach.
    #[test]
    fn recurrences_continue_the_counts_of_the_engines() {
        for (text, demand, ranks) in [
            ("3 W* each=2", Demand::Nothing, 14),
            ("4 K* each=1..2", Demand::Nothing, 8),
            ("3 N* each=..1", Demand::Nothing, 9),
            ("2/cylinder K* pairs=..3", Demand::Nothing, 12),
            ("3 X* each=1.. pairs=2..4 X=sWflbrF", Demand::Nothing, 9),
            ("3 B* each=1", Demand::Nothing, 8),
            ("3 K* N* each=..1", Demand::Nothing, 5),
            ("3 W*", Demand::Dominating, 9),
            ("3 N*", Demand::Total, 9),
        ] {
            let problem = on_ranks(text, ranks);
            let strip = Strip::with_attacks(&problem, GrowingSide::Ranks).expect(text);
            let which = which(&problem, demand);
            let found = recurrence_of(which, &strip, &StripLimits::default(), &|| false).expect(text);
            let terms: Vec<BigInt> = found.recurrence.expect("short").terms().take(ranks + 1).collect();
            for ranks in [ranks - 1, ranks] {
                let question = Question::new(on_ranks(text, ranks)).with_dominating(demand);
                assert_eq!(terms[ranks], asked(&question), "{text} on {ranks} ranks");
            }
        }
    }

    /// Rings of wazirs, and dominating sets of paths.
    #[test]
    fn known_sequences() {
        let of = |text: &str, demand| -> Vec<String> {
            let found = terms(&text.parse().expect(text), demand, StateReplacement::ALL, 8).expect(text);
            found.iter().map(BigInt::to_string).collect()
        };
        // Sequences A183324 and A000213.
        assert_eq!(of("1x3 W* each=2", Demand::Nothing), ["1", "1", "3", "6", "10", "19", "37", "69"]);
        assert_eq!(of("1x1 W*", Demand::Dominating), ["1", "1", "3", "5", "9", "17", "31", "57"]);
    }

    /// Lines that continue for ever along the strip need infinitely many states.
    #[test]
    fn endless_lines_are_refused() {
        for (text, is_refused) in [
            ("1x3 R* each=1", true),
            ("1x3 B* each=1", false),
            ("1x3/cylinder B* each=1", true),
            ("1x3 X* each=1 X=(17,1)", true),
            ("1x3 X* each=..1 X=sR", false),
        ] {
            let problem: Problem = text.parse().expect(text);
            let strip = Strip::with_attacks(&problem, GrowingSide::Ranks).expect(text);
            let found =
                recurrence_of(which(&problem, Demand::Nothing), &strip, &StripLimits::default(), &|| false);
            let is_reach =
                matches!(found, Err(NoRecurrence::Closure(crate::strips::closure::NoClosure::Reach)));
            assert_eq!(is_reach, is_refused, "{text}: {found:?}");
        }
        for text in ["3x3 W3 each=1", "3x3 Wmax each=1", "3x3-b2 W* each=1", "3x3 W*/W* each=1"] {
            assert_eq!(Strip::with_attacks(&text.parse().expect(text), GrowingSide::Ranks), None, "{text}");
        }
    }
}
