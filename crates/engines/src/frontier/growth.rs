//! Forecasts the number of states of the steps to come from those of the first steps.
//!
//! A state records which squares ahead are attacked, and how many of the pieces kept by groups are placed.
//! The logarithm of a number of states is called its *size* here. Sizes follow one of four laws.
//!
//! * **Near**: kinds that reach a few lines ahead. The size is proportional to the *doubt*: the sum over the
//!   squares ahead of the number of squares behind that attack each, to the power of 0.8. A square that many
//!   pieces could have attacked is attacked more often than not, and by the same pieces as its neighbours. So
//!   it counts for less than several squares with one attacker each. Pieces of an army do not attack their
//!   own kind, so for armies it counts in full. The proportion of size and doubt varies by about a tenth from
//!   the second line on. This holds for every order and every shape of board, also for lines that grow and
//!   for long leaps. A further growth comes from the numbers of pieces: with a few pieces more or less behind
//!   it, the same pattern is another state. That growth dies out like a power of the line, once the swept
//!   lines can hold all pieces.
//! * **Wrapped**: near kinds on a torus. The first lines attack the last ones, and these attacks stay in
//!   doubt to the end. At first they depend on the same pieces as the squares just ahead. As lines come in
//!   between, the two become independent of each other, and the size doubles.
//! * **Far**: kinds with lines ahead as long as the board. A line adds as much as the one before it, until
//!   nearly all lines along the board are hit. That is the case after about as many lines as a line has
//!   points, and the growth falls like `1 / (1 + (line / half)^5)`. It falls later if many pieces are kept by
//!   groups, and sooner if only rooks reach far, because the sets of taken files are most numerous in the
//!   middle. On a short board it falls before four fifths of the lines, because the squares ahead can
//!   distinguish no more states.
//!
//! * **Rooks with near kinds**, on [files](super::files) of their own: each pattern of taken files has as
//!   many states as near kinds have on the last lines without rooks. For these kinds the first two lines are
//!   enough for a forecast. When all of them were treated as far, one of the cases of `12x12 R4 N20` was
//!   forecast to take hours.
//!
//! The figures were fitted to the sweeps of some eighty problems. They put 37 of 39 sweeps that a trial did
//! not finish within a factor of two. Under the assumption that far kinds' states grow for all of the board,
//! or that near kinds stop after the lines that they reach, it was 25 of 39. When near kinds were forecast
//! from lines alone, boards whose lines grow came out at a tenth or less.

use super::blueprint::{Blueprint, KindChoice, PointChoices};
use super::files::FileTakers;
use super::program::SweepProgram;
use std::collections::BTreeSet;

/// The maximum number of lines that near kinds reach. Kinds that reach further, and for more than half of the
/// sweep, are far.
const MAX_NEAR: usize = 3;
/// The power of the number of attacking squares in the doubt about a square.
const DOUBT_POWER: f64 = 0.8;
/// The power for armies. Their pieces do not attack their own kind, so neighbours that attack the same
/// squares stand side by side.
const DOUBT_POWER_OF_ARMIES: f64 = 1.0;
/// The growth of near kinds into the second line, as a share of the size of the first line.
const SECOND_LINE: f64 = 0.35;
/// The share for pieces that are kept by groups; fewer of them are present than would fit.
const SECOND_LINE_OF_GROUPS: f64 = 0.3;
/// The share of the points of a line that near kinds usually fill.
const DENSITY: f64 = 0.2;
/// The share of the pairs of patterns and numbers that are reached.
const PAIRED: f64 = 0.5;
/// The power of the line with which the growth by numbers dies out.
const NUMBERS_POWER: f64 = -1.2;
/// The distribution of the growth on a torus over the lines after the reached ones, for kinds that reach one,
/// two or three lines.
const WRAPPED: [&[f64]; MAX_NEAR] =
    [&[0.47, 0.32, 0.21], &[0.24, 0.42, 0.25, 0.09], &[0.17, 0.33, 0.25, 0.15, 0.1]];
/// The number of lines of a board, as a multiple of the reached ones, at which there is no growth on a torus.
const SHORT: f64 = 3.1;
/// The line where the growth of far kinds has fallen to a half: a constant, plus a share of the points of a
/// line.
const HALF: (f64, f64) = (0.85, 0.68);
/// The line where the growth of rooks has fallen to a half: a constant, plus a share of the points of a line.
const HALF_OF_ROOKS: (f64, f64) = (0.3, 0.5);
/// The half line comes later by the number of lines that the pieces kept by groups fill, less this number.
const FILLED: f64 = 0.75;
/// The power with which the growth of far kinds falls around the half line.
const HALF_POWER: i32 = 5;
/// The share of the board at which the growth of far kinds ends in any case.
const END: f64 = 0.82;
/// The power with which the growth ends there.
const END_POWER: i32 = 8;
/// The first growth of far kinds is at most this multiple of the square root of the points of a line.
const FIRST_GROWTH: f64 = 0.88;
/// The first growth of far kinds is also at most this multiple of the size of the first line.
const FIRST_GROWTH_OF_SIZE: f64 = 1.12;
/// The number of last lines on which far kinds' sizes fall, as a share of the points of a line.
const FALLS: f64 = 0.22;
/// The decrease of a size on each of the last lines, and again on the very last one.
const FALL: f64 = 2.0;
/// The maximum reduction, on a logarithmic scale, by merging equivalent states within a line.
const MAX_ALIKE: f64 = 1.4;
/// The number of bisections that determine a size.
const HALVINGS: usize = 30;

/// The properties of a sweep that are known before it begins.
pub(super) struct SweepExtent {
    /// The last step of each line; for near kinds, long lines are divided into pieces.
    pub(super) ends: Vec<usize>,
    /// The doubt after each step for near kinds; empty for other kinds.
    doubt: Vec<f64>,
    /// For each step the patterns of files, by the share of the last lines that is left to near kinds. Empty
    /// if no rooks have files of their own.
    patterns: Vec<Vec<(f64, f64)>>,
    /// The average number of points of a line.
    points: f64,
    /// The number of lines ahead that a line attacks.
    reach: usize,
    /// Whether the first lines attack the last ones without reaching those between.
    is_wrapped: bool,
    /// Whether far kinds attack at most one point of a line far ahead.
    are_rooks: bool,
    /// The number of kinds.
    kinds: usize,
    /// The numbers of pieces that are kept by groups.
    grouped: Vec<f64>,
}

impl SweepExtent {
    pub(super) fn new(blueprint: &Blueprint, program: &SweepProgram) -> Self {
        let mut ends: Vec<usize> =
            (0..blueprint.steps.len()).filter(|&step| blueprint.steps[step].ends_line).collect();
        let lines = ends.len();
        let line_of = |step: usize| ends.partition_point(|&end| end < step);
        // The lines in doubt after the first line, and the maximum part of each that a piece attacks.
        let first = ends[0];
        let mut line_of_bit = vec![None; blueprint.bits];
        for doubt in blueprint.doubts.iter().filter(|doubt| doubt.is_open(first + 1)) {
            line_of_bit[doubt.bit] = Some(line_of(doubt.last()));
        }
        let is_open = |line: usize| line_of_bit.contains(&Some(line));
        let reach = (1..lines).take_while(|&line| is_open(line)).count();
        let points = blueprint.steps.len() as f64 / lines as f64;
        // The line is beyond the reach of knights, but diagonals have not yet left the board.
        let far = (MAX_NEAR + 1).min(points as usize - usize::from(points >= 2.0)).max(1);
        let attacked =
            |choice: &KindChoice| choice.set.iter().filter(|&&bit| line_of_bit[bit] == Some(far)).count();
        let of_kind = |choice| (attacked(choice), choice.kind);
        let choices = || blueprint.steps[..=first].iter().flat_map(|step| &step.choices);
        let kinds: BTreeSet<usize> =
            blueprint.steps.iter().flat_map(|step| step.choices.iter().map(|choice| choice.kind)).collect();
        // Each piece attacks its own file for all kinds.
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
        } else if let Some(takers) = FileTakers::new(blueprint, program, choices(), &ahead) {
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

    /// Returns the growth of sizes into each line, from the second one on, given those of the first lines.
    fn growth(&self, sizes: &[f64]) -> Vec<f64> {
        if self.is_wrapped { self.wrapped_growth(sizes) } else { self.far_growth(sizes) }
    }

    /// Returns the growth into the lines that near kinds reach.
    fn first_growth(&self, sizes: &[f64]) -> Vec<f64> {
        let share = if self.grouped.is_empty() { SECOND_LINE } else { SECOND_LINE_OF_GROUPS };
        let mut growth = vec![0.0; self.ends.len()];
        for line in 1..self.reach.min(growth.len()) {
            growth[line] = share * sizes[0] * 0.5f64.powi(line as i32 - 1);
        }
        growth
    }

    /// Returns the growth of near kinds' sizes into each line that numbers of pieces cause.
    fn growth_by_numbers(&self) -> Vec<f64> {
        let mut growth = vec![0.0; self.ends.len()];
        let reach = self.reach.max(1);
        let pieces: f64 = self.grouped.iter().sum();
        if pieces > 0.0 {
            // Only numbers beyond those within the pattern itself matter.
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

    /// Returns the states to come of near kinds; see [`Self::to_come`].
    fn near_to_come(&self, states: &[f64], done: usize) -> Vec<(f64, f64)> {
        let size = |step: usize| self.size_of_near(states[step].max(1.0).ln(), step);
        // States were merged at the end of a line, as they will be at the ends of later lines.
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

    /// Returns the size after a step if near kinds alone have size `near`; the patterns of files add to it.
    fn size_with_files(&self, near: f64, step: usize) -> f64 {
        let Some(patterns) = self.patterns.get(step) else { return near };
        patterns.iter().map(|&(number, share)| number * (near * share).exp()).sum::<f64>().max(1.0).ln()
    }

    /// Returns the size of near kinds alone if `size` includes the patterns of files.
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
            // The growth is expected to continue in proportion to the growth so far.
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
            // The decrease of the growth so far already shows where the half line will be.
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

    /// Returns the states of the lines to come, for each line in total and at the peak, given the states
    /// after each step so far.
    pub(super) fn to_come(&self, states: &[f64]) -> Vec<(f64, f64)> {
        let size = |step: usize| states[step].max(1.0).ln();
        let lines = self.ends.len();
        let done = self.ends.iter().filter(|&&end| end < states.len()).count();
        if !self.doubt.is_empty() {
            return self.near_to_come(states, done);
        }
        let mut sizes: Vec<f64> = self.ends[..done].iter().map(|&end| size(end)).collect();
        // The increase of each size if the last step of its line did not merge equivalent states.
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

    /// Estimates the size after the first line from some of its steps.
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
            // With few pieces, or few on a line, the size is a power of the steps.
            true => slope * (seen as f64 - 0.5) * (steps as f64 / seen as f64).ln(),
            false => slope * (steps - seen) as f64,
        };
        last.max(1.0).ln() + more
    }
}

/// Returns the doubt after each step that is due to the choices accepted by `counts`.
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

/// Returns the last steps of lines and of pieces of lines. Pieces are no longer than a line of a square board
/// with the same number of points.
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

/// Returns the mean of numbers that grow evenly on a logarithmic scale from size `from` to size `to`.
fn mean(from: f64, to: f64) -> f64 {
    if (to - from).abs() < 1e-6 { from.exp() } else { (to.exp() - from.exp()) / (to - from) }
}
