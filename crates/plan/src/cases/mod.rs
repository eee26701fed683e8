//! Splits a problem into cases, which are smaller problems with weights.
//!
//! A split settles some part of the placement; each way to settle it leaves a smaller problem. It can settle
//! the squares of the *walls*, which become holes of the rest ([`walls`]). It can settle the squares of some
//! kinds ([`squares`]), or only their files or ranks ([`lines`]). It can settle the numbers of kinds with any
//! number of pieces ([`numbers`]). Every placement is in one case. If maps send cases to each other, one case
//! of each orbit is enough. Its weight is the size of the orbit (the orbit-stabiliser theorem). (An instance
//! is split by the square of its first piece: [`Instance::with_lowest`].)
//!
//! Walls must be settled before anything else ([`Split::needed_split`]). The other splits are used only if
//! they pay.
//!
//! A count adds the cases up, each times its weight. A listing joins them. A search for one placement takes
//! any case, and a search for the maximum takes the best. A random draw chooses a case by its weight and its
//! count, and then a random map. None of these callers needs to know which part was settled.

mod lines;
mod numbers;
mod orbits;
mod squares;
mod walls;

pub(crate) use orbits::MAX_WALK;

use super::PlanError;
use super::tree::SettledPart;
use crate::board::{Board, Set, Square, words_for};
use crate::engines::instance::Instance;
use crate::problem::{Pieces, Problem, Quantity};
use crate::question::Demand;
use crate::symmetry::{self, Symmetry};
use lines::BoardLines;
pub(crate) use orbits::Choice;
use orbits::Orbit;
use std::collections::BTreeSet;

/// The part of the placement that is settled.
#[derive(Clone, Copy)]
pub enum Split<'a> {
    /// The squares of the walls.
    Walls,
    /// The squares or lines of these kinds, the *leaders*.
    Leaders {
        /// Their numbers among the [pieces](Problem::pieces).
        kinds: &'a [usize],
        /// The part of their placement that is settled.
        settled: SettledPart,
        /// The problem's [`instance`].
        instance: &'a Instance,
    },
    /// The numbers of the kinds that may have any number of pieces, or a number in a range.
    Numbers {
        /// Which squares the pieces must attack, if the question is about domination.
        dominating: Demand,
    },
}

impl Split<'_> {
    /// Returns the split that a problem needs before anything else; `None` for most problems.
    pub fn needed_split(problem: &Problem) -> Option<Self> {
        // Pieces hop over walls, so the walls of problems with hoppers are placed together with the pieces.
        (problem.walls().is_some() && problem.has_fixed_moves()).then_some(Self::Walls)
    }

    /// Returns the maps under which cases are equivalent if all placements are counted.
    pub(crate) fn maps(self, problem: &Problem) -> Vec<Vec<u16>> {
        // Maps that preserve attacked squares need not preserve the attacking pieces, because walls cut their
        // lines.
        match problem.pieces().any(|pieces| !pieces.fixed.is_empty()) {
            true => images(&symmetry::symmetries(problem, false, false)),
            false => instance(problem).maps.to_vec(),
        }
    }

    /// Returns the kinds that are settled, by their numbers among the [pieces](Problem::pieces).
    pub(crate) fn kinds(self, problem: &Problem) -> Vec<usize> {
        match self {
            Self::Walls => problem.numbers_of(|pieces| pieces.kind.is_wall()),
            Self::Leaders { kinds, .. } => kinds.to_vec(),
            Self::Numbers { .. } => problem.numbers_of(numbers::is_sum),
        }
    }

    /// Names, for an error, the step that has too many ways.
    fn description(self) -> &'static str {
        match self {
            Self::Walls => "place the walls",
            Self::Leaders { .. } => "place the first pieces",
            Self::Numbers { .. } => "choose the numbers of pieces",
        }
    }
}

/// One case.
#[derive(Clone)]
pub struct Case {
    /// The number of cases that are equivalent to this one, including itself.
    pub weight: u64,
    /// The settled pieces, by kind and square. They complete every placement of `of`, which does not contain
    /// them.
    pub beside: Vec<(usize, Square)>,
    /// The problem that remains.
    pub of: Problem,
}

/// The cases of a problem. Each case is made on demand.
#[derive(Clone)]
pub struct Cases {
    problem: Problem,
    settles: ChoiceMeaning,
    /// The choice that each case settles, and its weight.
    list: Vec<Orbit>,
    /// The number of maps that send cases to cases; `None` if some of the given maps do not.
    maps: Option<u64>,
}

/// The meaning of the numbers in a choice.
#[derive(Clone)]
enum ChoiceMeaning {
    /// Squares that become holes.
    Walls,
    Squares,
    /// Numbers of lines, for these kinds.
    Lines(BoardLines, Vec<usize>),
    Numbers,
}

/// Returns the cases of a problem, one of each orbit under these maps of the board, which must preserve the
/// problem. With `is_other`, another case of each orbit is taken if there is one.
///
/// # Errors
/// Too many cases.
pub(crate) fn cases(
    problem: &Problem,
    by: Split<'_>,
    same: &[Vec<u16>],
    is_other: bool,
) -> Result<Cases, PlanError> {
    let made = match by {
        Split::Walls => walls::orbits(problem, same, is_other)
            .map(|list| (ChoiceMeaning::Walls, with_open_lines(problem, list), true)),
        Split::Leaders { kinds, settled, instance } => {
            of_leaders(problem, kinds, settled, (instance, same), is_other)
        }
        Split::Numbers { dominating } => {
            numbers::combinations(problem, dominating).map(|list| (ChoiceMeaning::Numbers, list, true))
        }
    };
    let (settles, list, are_of_all) = made.ok_or(PlanError::ManyCases { of: by.description() })?;
    let maps = are_of_all.then_some(same.len() as u64);
    Ok(Cases { problem: problem.clone(), settles, list, maps })
}

/// Keeps the choices of squares for walls that leave an open square on every line that must hold pieces.
fn with_open_lines(problem: &Problem, mut list: Vec<Orbit>) -> Vec<Orbit> {
    let lines = problem.line_quotas().into_iter().filter(|line| line.span.least > 0);
    let needed: Vec<Vec<usize>> = lines.map(|line| line.squares).collect();
    list.retain(|(choice, _)| {
        let is_walled = |square: &usize| choice.iter().any(|&(_, at)| at == *square);
        needed.iter().all(|line| !line.iter().all(is_walled))
    });
    list
}

/// Returns the cases of a problem up to a group of symmetries.
///
/// # Errors
/// Too many cases.
pub fn cases_up_to(problem: &Problem, by: Split<'_>, group: &[Symmetry]) -> Result<Cases, PlanError> {
    let identity = || (0..problem.board().squares() as u16).collect();
    let same = if group.is_empty() { vec![identity()] } else { images(group) };
    cases(problem, by, &same, false)
}

/// Returns the combinations of numbers that some kinds in any number can have; `None` if there are too many.
pub(crate) fn numbers_of(problem: &Problem, dominating: Demand, kinds: &[usize]) -> Option<Vec<Choice>> {
    numbers::combinations_of_kinds(problem, dominating, kinds)
}

/// Returns the images of the squares under each symmetry.
pub(crate) fn images(group: &[Symmetry]) -> Vec<Vec<u16>> {
    group.iter().map(|symmetry| symmetry.map.images.clone()).collect()
}

/// Returns the instance from which leaders are chosen: all kinds that have pieces to place, or any number of
/// pieces.
pub(crate) fn instance(problem: &Problem) -> Instance {
    Instance::with_kinds(problem, &is_placed)
}

/// Returns true if a kind has pieces to place.
pub(crate) fn is_placed(pieces: &Pieces) -> bool {
    pieces.free_pieces() > 0 || pieces.quantity == Quantity::Any
}

fn of_leaders(
    problem: &Problem,
    kinds: &[usize],
    settled: SettledPart,
    (instance, same): (&Instance, &[Vec<u16>]),
    is_other: bool,
) -> Option<(ChoiceMeaning, Vec<Orbit>, bool)> {
    if instance.is_hopeless() {
        return None;
    }
    let placed = problem.numbers_of(is_placed);
    let class_of = |kind: &usize| placed.iter().position(|other| other == kind);
    let classes: Vec<usize> = kinds.iter().map(class_of).collect::<Option<_>>()?;
    let lines = BoardLines::new(problem.board(), instance, &classes, settled);
    let (mut list, are_of_all) = match &lines {
        Some(lines) => (lines.orbits(instance, same, &classes, is_other)?, lines.are_kept(same)),
        None => (squares::orbits(instance, same, &classes, is_other)?, true),
    };
    list.iter_mut().flat_map(|(choice, _)| choice).for_each(|(class, _)| *class = placed[*class]);
    let settles = lines.map_or(ChoiceMeaning::Squares, |lines| ChoiceMeaning::Lines(lines, kinds.to_vec()));
    Some((settles, list, are_of_all))
}

/// Returns true if the lines of a class are as long as the files and ranks of the board allow.
pub(crate) fn are_lines_long(board: &Board, instance: &Instance, class: usize, settled: SettledPart) -> bool {
    let lines = BoardLines::new(board, instance, &[class], settled);
    lines.is_some_and(|lines| lines.squares.len() <= 2 * board.rows().max(board.cols()))
}

impl Cases {
    /// Returns the number of cases.
    pub fn number(&self) -> usize {
        self.list.len()
    }

    /// Returns the choice that each case settles, with its weight.
    pub(crate) fn choices(&self) -> &[(Choice, u64)] {
        &self.list
    }

    /// Returns the number of maps that send cases to cases; `None` if some of the given maps do not.
    pub(crate) fn maps(&self) -> Option<u64> {
        self.maps
    }

    /// Returns true if lines are settled, not squares of pieces.
    pub(crate) fn are_by_lines(&self) -> bool {
        matches!(self.settles, ChoiceMeaning::Lines(..))
    }

    /// Returns the cases whose weight satisfies a condition.
    pub(crate) fn with_weight(&self, is_wanted: impl Fn(u64) -> bool) -> Self {
        let list = self.list.iter().filter(|(_, weight)| is_wanted(*weight)).cloned().collect();
        Self { list, problem: self.problem.clone(), settles: self.settles.clone(), maps: self.maps }
    }

    /// Returns all cases, one after another.
    pub fn iter(&self) -> impl Iterator<Item = Case> + '_ {
        (0..self.number()).filter_map(|case| self.case(case))
    }

    /// Makes a case; `None` if its choice is impossible.
    pub fn case(&self, case: usize) -> Option<Case> {
        let (choice, weight) = &self.list[case];
        let square = |&(kind, at): &(usize, usize)| (kind, self.problem.board().square(at));
        let beside = match self.settles {
            ChoiceMeaning::Walls => choice.iter().map(square).collect(),
            ChoiceMeaning::Squares | ChoiceMeaning::Lines(..) | ChoiceMeaning::Numbers => Vec::new(),
        };
        Some(Case { weight: *weight, beside, of: self.remaining_problem(choice)? })
    }

    /// Returns the problem that a choice leaves.
    fn remaining_problem(&self, choice: &Choice) -> Option<Problem> {
        let (problem, board) = (&self.problem, self.problem.board());
        let mut pairs = choice.iter().copied();
        match &self.settles {
            ChoiceMeaning::Walls => {
                problem.with_walls(&pairs.map(|(_, at)| board.square(at)).collect::<Vec<_>>())
            }
            ChoiceMeaning::Squares => pairs.try_fold(problem.clone(), |problem, (kind, square)| {
                problem.with_fixed(kind, board.square(square))
            }),
            ChoiceMeaning::Numbers => pairs.try_fold(problem.clone(), |problem, (kind, number)| {
                problem.with_number(kind, number as u32)
            }),
            ChoiceMeaning::Lines(lines, kinds) => {
                // Every line is reserved for its leader. A line without a leader is closed to all leaders.
                let mut closed = vec![vec![0; words_for(board.squares())]; problem.pieces().count()];
                for (number, line) in lines.squares.iter().enumerate() {
                    let leader = pairs.clone().find(|(_, place)| *place == number).map(|(kind, _)| kind);
                    for (kind, closed) in closed.iter_mut().enumerate() {
                        if leader.map_or(kinds.contains(&kind), |leader| leader != kind) {
                            closed.add(line);
                        }
                    }
                }
                let close =
                    |problem: Problem, (kind, closed): (usize, Vec<u64>)| problem.with_closed(kind, &closed);
                Some(closed.into_iter().enumerate().fold(problem.clone(), close))
            }
        }
    }

    /// Returns the symmetries of a group that preserve the choice of a case. The remaining problem can have
    /// more symmetries, if a settled piece looks like something else (a wall next to a hole, for example).
    pub fn preserving_symmetries(&self, case: usize, group: &[Symmetry]) -> Vec<Symmetry> {
        let mut settled = self.list[case].0.clone();
        settled.sort_unstable();
        let keeps = |symmetry: &&Symmetry| self.image(case, symmetry).as_ref() == Some(&settled);
        group.iter().filter(keeps).cloned().collect()
    }

    /// Returns, for each case that is equivalent to this one, a symmetry of the group that sends this case to
    /// it.
    pub fn carrying<'a>(&self, case: usize, group: &'a [Symmetry]) -> Vec<&'a Symmetry> {
        let mut seen = BTreeSet::new();
        group.iter().filter(|symmetry| seen.insert(self.image(case, symmetry))).collect()
    }

    /// Returns the image of the choice of a case, in increasing order; `None` if the image is not a choice.
    fn image(&self, case: usize, symmetry: &Symmetry) -> Option<Choice> {
        let (kinds, map) = (symmetry.pieces(&self.problem), &symmetry.map.images);
        let image = |&(kind, at): &(usize, usize)| {
            let at = match &self.settles {
                ChoiceMeaning::Lines(lines, _) => lines.image(at, map)?,
                ChoiceMeaning::Walls | ChoiceMeaning::Squares => usize::from(map[at]),
                ChoiceMeaning::Numbers => at,
            };
            Some((kinds[kind], at))
        };
        let mut image = self.list[case].0.iter().map(image).collect::<Option<Choice>>()?;
        image.sort_unstable();
        Some(image)
    }
}
