//! How many states the steps to come will have, from how many the first ones had.
//!
//! A state says which squares ahead are attacked, and how many of the pieces that are kept by groups are placed. Logarithms
//! of numbers of states, called *sizes* here, go in one of four ways.
//!
//! * **Near**: kinds that reach a few lines ahead. The size is proportional to the *doubt*: the sum over the squares ahead of
//!   the number of squares behind that attack each, to the power of 0.8. A square that many could have attacked is attacked
//!   more often than not, and by the same pieces as its neighbours, so that it counts for less than as many squares with one
//!   attacker each; of armies, whose pieces leave their own kind alone, it counts in full. Whatever the order and the shape of the board, lines that grow and long leaps, size and doubt keep their
//!   proportion within a tenth or so from the second line on. What is added after that comes from the numbers of pieces:
//!   with a few pieces more or less behind it, the same pattern is another state. That dies out like a power of the line,
//!   when so many lines were swept as hold all pieces.
//! * **Wrapped**: near kinds on a torus. The first lines attack the last ones, and what they attack there stays in doubt to
//!   the end. At first this is settled by the same pieces as what lies just ahead; as lines come in between, the two become
//!   independent of each other, and the size goes to the double.
//! * **Far**: kinds with lines ahead as long as the board. A line brings as much as the one before it, until nearly all
//!   lines along the board are hit. That is so after about as many lines as a line has points, and the growth falls like
//!   `1 / (1 + (line / half)^5)`; later if many pieces are kept by groups, sooner where rooks alone reach far (the sets of
//!   files that they have taken are most numerous in the middle), and before four fifths of a short board, since what is
//!   ahead can tell no more states apart.
//!
//! * **Rooks beside near kinds**, on [files](super::files) of their own: for each pattern of files that are taken, as many states as near
//!   kinds have on those of the last lines where no rook stands. These kinds tell from the first two lines on; as if all of them were
//!   far, one of the cases of `12x12 R4 N20` came out at hours.
//!
//! The figures were fitted to the sweeps of some eighty problems. Over these 37 of 39 that a trial did not finish came out
//! within a factor of two; as if far kinds' states grew for all of the board, or near ones stopped after the lines that they
//! reach, it was 25. When near kinds were counted by lines alone, boards whose lines grow came out at a tenth or less.

use super::blueprint::{Blueprint, KindChoice, PointChoices};
use super::files::FileTakers;
use super::program::SweepProgram;
use std::collections::BTreeSet;

/// Kinds that reach farther than this many lines, and for more than half of the sweep, are far.
const MAX_NEAR: usize = 3;
/// How the doubt about a square grows with the squares that attack it.
const DOUBT_POWER: f64 = 0.8;
/// The same of armies, whose pieces leave their own kind alone: neighbours that attack the same squares stand side by side.
const DOUBT_POWER_OF_ARMIES: f64 = 1.0;
/// Into the second line near kinds grow by this share of the size of the first line; with pieces kept by groups there are
/// fewer than fit.
const SECOND_LINE: f64 = 0.35;
const SECOND_LINE_OF_GROUPS: f64 = 0.3;
/// The share of the points of a line that near kinds fill as a rule.
const DENSITY: f64 = 0.2;
/// The share of states by patterns and by numbers that are reached.
const PAIRED: f64 = 0.5;
/// How the growth by numbers dies out.
const NUMBERS_POWER: f64 = -1.2;
/// How the growth on a torus is spread over the lines after those that are reached: of kinds that reach one line, two, three.
const WRAPPED: [&[f64]; MAX_NEAR] =
    [&[0.47, 0.32, 0.21], &[0.24, 0.42, 0.25, 0.09], &[0.17, 0.33, 0.25, 0.15, 0.1]];
/// Lines, times those that are reached, on which there is none of it.
const SHORT: f64 = 3.1;
/// The line where the growth of far kinds has fallen to a half: a part of the points of a line, and some more;
const HALF: (f64, f64) = (0.85, 0.68);
/// of rooks;
const HALF_OF_ROOKS: (f64, f64) = (0.3, 0.5);
/// later by so many lines as are filled by the pieces kept by groups, less this.
const FILLED: f64 = 0.75;
const HALF_POWER: i32 = 5;
/// The part of the board at which that growth ends anyway, and how sharply.
const END: f64 = 0.82;
const END_POWER: i32 = 8;
/// The first growth of far kinds: no more than this, times the root of the points of a line, or the size of the first line.
const FIRST_GROWTH: f64 = 0.88;
const FIRST_GROWTH_OF_SIZE: f64 = 1.12;
/// Where far kinds' last lines begin: a part of as many lines as a line has points.
const FALLS: f64 = 0.22;
/// By how much sizes fall on the last lines, on each of them and on the very last.
const FALL: f64 = 2.0;
/// Within a line no more states are found to be alike later on than this, on a logarithmic scale.
const MAX_ALIKE: f64 = 1.4;
/// How often the range of a size is halved until it is known.
const HALVINGS: usize = 30;

/// What is known of a sweep before it begins.
pub(super) struct SweepExtent {
    /// The last step of each line; of near kinds, long lines are taken in pieces.
    pub(super) ends: Vec<usize>,
    /// The doubt after each step, of near kinds; of others nothing.
    doubt: Vec<f64>,
    /// After each step how many patterns of files there are, each with the share of the last lines that is left to near kinds;
    /// nothing if no rooks have files of their own.
    patterns: Vec<Vec<(f64, f64)>>,
    /// Points of a line on average.
    points: f64,
    /// Lines ahead that a line attacks.
    reach: usize,
    /// Whether first lines attack last ones without reaching those between.
    is_wrapped: bool,
    /// Whether far kinds attack no more than one point of a line far ahead.
    are_rooks: bool,
    kinds: usize,
    /// The numbers of pieces that are kept by groups.
    grouped: Vec<f64>,
}

impl SweepExtent {
    pub(super) fn of(blueprint: &Blueprint, program: &SweepProgram) -> Self {
        let mut ends: Vec<usize> =
            (0..blueprint.steps.len()).filter(|&step| blueprint.steps[step].ends_line).collect();
        let lines = ends.len();
        let line_of = |step: usize| ends.partition_point(|&end| end < step);
        // The lines in which something is in doubt after the first line, and how much of each a piece attacks at most.
        let first = ends[0];
        let mut line_of_bit = vec![None; blueprint.bits];
        for doubt in blueprint.doubts.iter().filter(|doubt| doubt.is_open(first + 1)) {
            line_of_bit[doubt.bit] = Some(line_of(doubt.last()));
        }
        let is_open = |line: usize| line_of_bit.contains(&Some(line));
        let reach = (1..lines).take_while(|&line| is_open(line)).count();
        let points = blueprint.steps.len() as f64 / lines as f64;
        // Beyond knights, but before diagonals have left the board.
        let far = (MAX_NEAR + 1).min(points as usize - usize::from(points >= 2.0)).max(1);
        let attacked =
            |choice: &KindChoice| choice.set.iter().filter(|&&bit| line_of_bit[bit] == Some(far)).count();
        let of_kind = |choice| (attacked(choice), choice.kind);
        let choices = || blueprint.steps[..=first].iter().flat_map(|step| &step.choices);
        let kinds: BTreeSet<usize> =
            blueprint.steps.iter().flat_map(|step| step.choices.iter().map(|choice| choice.kind)).collect();
        // Each piece attacks its own line for all kinds.
        let are_rooks = choices().map(of_kind).all(|(attacked, _)| attacked <= kinds.len());
        let mut grouped: Vec<(usize, f64)> = match program.steps.last() {
            Some(last) => {
                let numbers = last.groups.windows.iter().map(|&(least, _)| f64::from(least));
                program.grouped.iter().copied().zip(numbers).collect()
            }
            None => Vec::new(),
        };
        let is_brief = blueprint.doubts.iter().all(|doubt| 2 * doubt.steps() <= blueprint.steps.len());
        let is_wrapped = reach <= MAX_NEAR && !is_brief && (reach + 1..lines).any(is_open);
        let (mut doubt, mut patterns, mut reach) = (Vec::new(), Vec::new(), reach);
        let ahead = (0..blueprint.bits).filter(|&bit| line_of_bit[bit] == Some(far)).collect();
        if !is_wrapped && (reach <= MAX_NEAR || is_brief) {
            doubt = doubts(blueprint, &|_| true);
            ends = pieces(&ends);
        } else if let Some(takers) = FileTakers::of(blueprint, program, choices(), &ahead) {
            let is_near = |choice: &KindChoice| !takers.has(choice.kind);
            let of_others = choices().filter(|choice| is_near(choice)).flat_map(|choice| &choice.set);
            reach = of_others.filter_map(|&bit| line_of_bit[bit]).max().unwrap_or(0).max(1);
            doubt = doubts(blueprint, &is_near);
            grouped.retain(|&(kind, _)| !takers.has(kind));
            let after = |step: usize| takers.patterns(line_of(step) + 1, lines - line_of(step) - 1, reach);
            patterns = (0..blueprint.steps.len()).map(after).collect();
            ends = pieces(&ends);
        }
        let grouped = grouped.into_iter().map(|(_, number)| number).collect();
        let points = blueprint.steps.len() as f64 / ends.len() as f64;
        Self { points, is_wrapped, doubt, patterns, reach, are_rooks, kinds: kinds.len(), grouped, ends }
    }

    fn begin(&self, line: usize) -> usize {
        if line == 0 { 0 } else { self.ends[line - 1] + 1 }
    }

    /// By how much sizes grow into each line, from the second one on, given those of the first lines.
    fn growth(&self, sizes: &[f64]) -> Vec<f64> {
        if self.is_wrapped { self.wrapped_growth(sizes) } else { self.far_growth(sizes) }
    }

    /// Into the lines that near kinds reach.
    fn first_growth(&self, sizes: &[f64]) -> Vec<f64> {
        let share = if self.grouped.is_empty() { SECOND_LINE } else { SECOND_LINE_OF_GROUPS };
        let mut growth = vec![0.0; self.ends.len()];
        for line in 1..self.reach.min(growth.len()) {
            growth[line] = share * sizes[0] * 0.5f64.powi(line as i32 - 1);
        }
        growth
    }

    /// By how much sizes of near kinds grow into each line because of the numbers of pieces.
    fn growth_by_numbers(&self) -> Vec<f64> {
        let mut growth = vec![0.0; self.ends.len()];
        let reach = self.reach.max(1);
        let pieces: f64 = self.grouped.iter().sum();
        if pieces > 0.0 {
            // Numbers beyond those that the pattern itself holds.
            let held = DENSITY * reach as f64 * self.points / self.kinds.max(1) as f64;
            let more = self.grouped.iter().map(|pieces| (pieces - held + 1.0).max(1.0)).product::<f64>();
            let all = (PAIRED * more).max(1.0).ln();
            let lines = (pieces / (1.25 * DENSITY * self.points)) as usize;
            let shares: Vec<f64> = (1..=lines.clamp(1, growth.len().div_ceil(2)))
                .map(|line| (line as f64).powf(NUMBERS_POWER))
                .collect();
            let sum: f64 = shares.iter().sum();
            growth[reach.min(self.ends.len())..]
                .iter_mut()
                .zip(shares)
                .for_each(|(growth, share)| *growth += all * share / sum);
        }
        growth
    }

    /// The states to come of near kinds, as [`Self::to_come`] has them.
    fn near_to_come(&self, states: &[f64], done: usize) -> Vec<(f64, f64)> {
        let size = |step: usize| self.size_of_near(states[step].max(1.0).ln(), step);
        // Where a line ended states were merged, as they will be where the others end.
        let last = match done.checked_sub(1) {
            Some(line) => self.ends[line],
            None => states.len().saturating_sub(1),
        };
        let each = if states.is_empty() { 0.0 } else { size(last) / self.doubt[last].max(1.0) };
        let alike = match last.checked_sub(1).filter(|_| done > 0) {
            Some(before) => (size(before) - each * self.doubt[before]).clamp(0.0, MAX_ALIKE),
            None => 0.0,
        };
        let numbers = self.growth_by_numbers();
        let mut more = 0.0;
        let of_line = |line: usize| {
            more += numbers[line];
            let states = |step: usize| {
                let alike = if step == self.ends[line] { 0.0 } else { alike };
                (self.size_with_files(each * self.doubt[step], step) + more + alike).exp()
            };
            let steps = || (self.begin(line)..=self.ends[line]).map(states);
            (steps().sum(), steps().fold(1.0, f64::max))
        };
        (done..self.ends.len()).map(of_line).collect()
    }

    /// The size after a step, where that of near kinds alone is this; as many patterns of files as there are add to it.
    fn size_with_files(&self, near: f64, step: usize) -> f64 {
        let Some(patterns) = self.patterns.get(step) else { return near };
        patterns.iter().map(|&(number, share)| number * (near * share).exp()).sum::<f64>().max(1.0).ln()
    }

    /// The size of near kinds alone, where it is this with the patterns of files.
    fn size_of_near(&self, size: f64, step: usize) -> f64 {
        if self.patterns.is_empty() {
            return size;
        }
        let (mut least, mut most) = (0.0, size);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (least + most);
            if self.size_with_files(middle, step) < size { least = middle } else { most = middle }
        }
        least
    }

    fn wrapped_growth(&self, sizes: &[f64]) -> Vec<f64> {
        let mut growth = self.first_growth(sizes);
        let (reach, done) = (self.reach, sizes.len());
        let Some(shares) = reach.checked_sub(1).and_then(|reach| WRAPPED.get(reach)) else { return growth };
        let size = sizes.get(reach - 1).copied();
        let size = size
            .unwrap_or_else(|| sizes[done - 1] + growth[done..reach.min(growth.len())].iter().sum::<f64>());
        // On short boards the lines to come end the growth before the two have become independent.
        let share_of_size = (1.0 - (SHORT * reach as f64 / self.ends.len() as f64).powi(4)).max(0.0);
        let from = reach.min(growth.len());
        growth[from..]
            .iter_mut()
            .zip(*shares)
            .for_each(|(growth, share)| *growth = share * share_of_size * size);
        let expected: f64 = growth[from..done.max(from)].iter().sum();
        if expected > 0.0 {
            // As it went so far it will go on.
            let scale = ((sizes[done - 1] - size) / expected).clamp(0.6, 1.0);
            growth[done..].iter_mut().for_each(|growth| *growth *= scale);
        }
        growth
    }

    fn far_growth(&self, sizes: &[f64]) -> Vec<f64> {
        let (done, lines) = (sizes.len(), self.ends.len());
        let points = self.points.min(self.reach as f64);
        let (more, part) = if self.are_rooks { HALF_OF_ROOKS } else { HALF };
        let filled = self.grouped.iter().sum::<f64>().min(3.0 * points) / self.points;
        let mut half = more + part * points + (filled - FILLED).max(0.0);
        let grown = |line: usize| sizes[line] - sizes[line - 1];
        if done > MAX_NEAR {
            // How far it has fallen already tells where the half will be.
            let fallen = (0.5 * (grown(done - 1) + grown(done - 2)) / grown(1).max(1e-3)).max(0.05);
            if fallen < 0.97 {
                let seen = (done as f64 - 0.5) / (1.0 / fallen - 1.0).powf(1.0 / f64::from(HALF_POWER));
                half = (half * seen).sqrt();
            }
        }
        let falling = |line: usize| {
            let place = (line + 1) as f64;
            let end = (place / (END * lines as f64)).powi(END_POWER);
            (1.0 - end).max(0.0) / (1.0 + (place / half).powi(HALF_POWER))
        };
        let full = |line: usize| grown(line) / falling(line).max(0.05);
        let full = match done {
            0 | 1 => (FIRST_GROWTH_OF_SIZE * sizes[0]).min(FIRST_GROWTH * self.points.sqrt()),
            2 => full(1),
            _ => 0.5 * (full(done - 1) + full(done - 2)),
        };
        (0..lines).map(|line| full.max(0.0) * falling(line)).collect()
    }

    /// The states after each step so far, and those to come as far as lines go: within each line in all, and at most at a
    /// time.
    pub(super) fn to_come(&self, states: &[f64]) -> Vec<(f64, f64)> {
        let size = |step: usize| states[step].max(1.0).ln();
        let lines = self.ends.len();
        let done = self.ends.iter().filter(|&&end| end < states.len()).count();
        if !self.doubt.is_empty() {
            return self.near_to_come(states, done);
        }
        let mut sizes: Vec<f64> = self.ends[..done].iter().map(|&end| size(end)).collect();
        // As if the last step of a line did not merge what is alike.
        let unmerged: Vec<f64> = (0..done)
            .map(|line| match self.ends[line] - self.begin(line) {
                0 | 1 => 0.0,
                _ => {
                    let (last, before) = (size(self.ends[line] - 1), size(self.ends[line] - 2));
                    (last + (last - before).max(0.0) - sizes[line]).max(0.0)
                }
            })
            .collect();
        let alike = unmerged.last().map_or(0.0, |alike| alike.min(MAX_ALIKE));
        let mut to_come = Vec::new();
        let mut come = |line: usize, before: f64, after: f64| {
            let steps = (self.ends[line] + 1 - self.begin(line)) as f64;
            to_come.push((steps * mean(before, after + alike), (after + alike).exp()));
        };
        if done == 0 {
            sizes.push(self.first_size(states));
            come(0, 0.0, sizes[0]);
        }
        let growth = self.growth(&sizes);
        let falls = match self.reach {
            near @ ..=MAX_NEAR => near,
            far => ((FALLS * self.points.min(far as f64)).round() as usize).max(1),
        };
        for line in sizes.len()..lines {
            let before = sizes[line - 1];
            let growth = match lines - 1 - line {
                0 => growth[line].min(0.0) - 2.0 * FALL,
                left if left < falls => growth[line].min(0.0) - FALL,
                _ => growth[line],
            };
            let after = (before + growth).max(0.0);
            sizes.push(after);
            come(line, before, after);
        }
        to_come
    }

    /// The size after the first line, from some of its steps.
    fn first_size(&self, states: &[f64]) -> f64 {
        let seen = states.len();
        let Some(&last) = states.last() else { return 0.0 };
        let back = (seen - 1).min(3);
        let slope = match back {
            0 => last.max(1.0).ln(),
            _ => (last / states[seen - 1 - back].max(1.0)).max(1.0).ln() / back as f64,
        };
        let steps = self.ends[0] + 1;
        let more = match self.reach > MAX_NEAR || !self.grouped.is_empty() {
            // Of few pieces, or few on a line, it is a power of the steps.
            true => slope * (seen as f64 - 0.5) * (steps as f64 / seen as f64).ln(),
            false => slope * (steps - seen) as f64,
        };
        last.max(1.0).ln() + more
    }
}

/// The doubt after each step that comes from those choices that count.
fn doubts(blueprint: &Blueprint, counts: &dyn Fn(&KindChoice) -> bool) -> Vec<f64> {
    let mut choices = blueprint.steps.iter().flat_map(|step| &step.choices);
    let leaves_own_kind_alone =
        |choice: &KindChoice| !choice.set.iter().any(|bit| blueprint.bits_of_kind[choice.kind].contains(bit));
    let power = if choices.all(leaves_own_kind_alone) { DOUBT_POWER_OF_ARMIES } else { DOUBT_POWER };
    let mut attackers = vec![0u32; blueprint.bits];
    let after = |step: &PointChoices| {
        let set = step.choices.iter().filter(|choice| counts(choice)).flat_map(|choice| &choice.set);
        set.for_each(|&bit| attackers[bit] += 1);
        step.freed.iter().for_each(|&bit| attackers[bit] = 0);
        let doubt = |&attackers: &u32| f64::from(attackers).powf(power);
        attackers.iter().filter(|&&attackers| attackers > 0).map(doubt).sum()
    };
    blueprint.steps.iter().map(after).collect()
}

/// The last steps of lines and of pieces of lines: no longer than lines of a square of as many points.
fn pieces(ends: &[usize]) -> Vec<usize> {
    let most = ends.last().map_or(1, |last| (last + 1).isqrt());
    let mut pieces = Vec::new();
    let mut begin = 0;
    for &end in ends {
        let steps = end + 1 - begin;
        let parts = steps.div_ceil(most);
        pieces.extend((1..=parts).map(|part| begin + steps * part / parts - 1));
        begin = end + 1;
    }
    pieces
}

/// The mean of what grows evenly on a logarithmic scale, from one size to another.
fn mean(from: f64, to: f64) -> f64 {
    if (to - from).abs() < 1e-6 { from.exp() } else { (to.exp() - from.exp()) / (to - from) }
}
