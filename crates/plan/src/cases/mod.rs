//! How a problem falls into cases: problems of which each counts a number of times.
//!
//! Something is settled, and what is left is a smaller problem for each way to settle it: where the *walls* stand, each of which
//! is a hole for the rest ([`walls`]); where some kinds stand, square by square ([`squares`]) or by their files or ranks alone
//! ([`lines`]); how many pieces there are of kinds with any number ([`numbers`]). Every placement is in one case. Where maps
//! carry cases to each other one of each orbit is enough, and counts as often as the orbit is large (the orbit-stabiliser
//! theorem). (An instance falls into cases by the square of its first piece: [`Instance::with_lowest`].)
//!
//! Walls have to be settled before anything else ([`Split::needed`]), the others where that pays.
//!
//! Who counts adds the cases up, each times its weight; who lists joins them; who looks for one placement takes any; the largest
//! number is the best of all; who draws at random chooses a case by its weight and its count, and a map at random. None of them
//! knows what was settled.

mod lines;
mod numbers;
mod orbits;
mod squares;
mod walls;

pub(crate) use orbits::MAX_WALK;

use super::PlanError;
use super::tree::Settled;
use crate::board::{Board, Set, Square, words_for};
use crate::engines::instance::Instance;
use crate::problem::{Pieces, Problem, Quantity};
use crate::question::Demand;
use crate::symmetry::{self, Symmetry};
use lines::BoardLines;
pub(crate) use orbits::Choice;
use orbits::Orbit;
use std::collections::BTreeSet;

/// By what a problem falls into cases.
#[derive(Clone, Copy)]
pub enum Split<'a> {
    /// By the squares of its walls.
    Walls,
    /// By where these kinds stand, the *leaders*.
    Leaders {
        /// Their numbers among the [pieces](Problem::pieces).
        kinds: &'a [usize],
        /// What is settled of them.
        settled: Settled,
        /// The problem's [`instance`].
        instance: &'a Instance,
    },
    /// By the numbers of those kinds of which there are any number.
    Numbers {
        /// What the pieces must attack, in the place of peace.
        dominating: Demand,
    },
}

impl Split<'_> {
    /// What has to be settled before anything else can be said of a problem; `None` of most.
    pub fn needed(problem: &Problem) -> Option<Self> {
        // Walls are among the pieces that others hop over, and are placed with these.
        (problem.walls().is_some() && problem.has_fixed_moves()).then_some(Self::Walls)
    }

    /// The maps under which cases are the same where all placements are asked for.
    pub(crate) fn maps(self, problem: &Problem) -> Vec<Vec<u16>> {
        // Maps that keep attacked squares need not keep the pieces that attack them, whose lines walls cut.
        match problem.pieces().any(|pieces| !pieces.fixed.is_empty()) {
            true => images(&symmetry::symmetries(problem, false, false)),
            false => instance(problem).maps.to_vec(),
        }
    }

    /// The kinds of which something is settled, by their numbers among the [pieces](Problem::pieces).
    pub(crate) fn kinds(self, problem: &Problem) -> Vec<usize> {
        match self {
            Self::Walls => problem.numbers_of(|pieces| pieces.kind.is_wall()),
            Self::Leaders { kinds, .. } => kinds.to_vec(),
            Self::Numbers { .. } => problem.numbers_of(|pieces| pieces.quantity == Quantity::Any),
        }
    }

    /// What there are many ways to do.
    fn what(self) -> &'static str {
        match self {
            Self::Walls => "put up the walls",
            Self::Leaders { .. } => "place what goes first",
            Self::Numbers { .. } => "choose numbers of pieces",
        }
    }
}

/// One case.
#[derive(Clone)]
pub struct Case {
    /// How many are the same under the maps.
    pub weight: u64,
    /// What stands beside every placement of what is left, by kind and square: pieces that are none of that problem any more.
    pub beside: Vec<(usize, Square)>,
    /// What is left.
    pub of: Problem,
}

/// The cases of a problem, each made when it is asked for.
#[derive(Clone)]
pub struct Cases {
    problem: Problem,
    settles: Settles,
    /// What is settled in each, and its weight.
    list: Vec<Orbit>,
    /// How many maps carry cases to each other; `None` if some of those that were given do not.
    maps: Option<u64>,
}

/// What the numbers in a choice are.
#[derive(Clone)]
enum Settles {
    /// Squares that become holes.
    Walls,
    Squares,
    /// Lines, of these kinds.
    Lines(BoardLines, Vec<usize>),
    Numbers,
}

/// The cases of a problem, one of each orbit under these maps of the board, which keep the problem. With `is_other` it is another
/// one of the same orbit, where there is one.
///
/// # Errors
/// Too many of them.
pub(crate) fn cases(
    problem: &Problem,
    by: Split<'_>,
    same: &[Vec<u16>],
    is_other: bool,
) -> Result<Cases, PlanError> {
    let made = match by {
        Split::Walls => walls::orbits(problem, same, is_other)
            .map(|list| (Settles::Walls, with_open_lines(problem, list), true)),
        Split::Leaders { kinds, settled, instance } => {
            of_leaders(problem, kinds, settled, (instance, same), is_other)
        }
        Split::Numbers { dominating } => {
            numbers::combinations(problem, dominating).map(|list| (Settles::Numbers, list, true))
        }
    };
    let (settles, list, are_of_all) = made.ok_or(PlanError::ManyCases { of: by.what() })?;
    let maps = are_of_all.then_some(same.len() as u64);
    Ok(Cases { problem: problem.clone(), settles, list, maps })
}

/// Those choices of squares for walls that leave a square of every line which must have pieces.
fn with_open_lines(problem: &Problem, mut list: Vec<Orbit>) -> Vec<Orbit> {
    let lines = problem.line_quotas().into_iter().filter(|line| line.span.least > 0);
    let needed: Vec<Vec<usize>> = lines.map(|line| line.squares).collect();
    list.retain(|(choice, _)| {
        let is_walled = |square: &usize| choice.iter().any(|&(_, at)| at == *square);
        needed.iter().all(|line| !line.iter().all(is_walled))
    });
    list
}

/// The same up to symmetries.
///
/// # Errors
/// Too many of them.
pub fn cases_up_to(problem: &Problem, by: Split<'_>, group: &[Symmetry]) -> Result<Cases, PlanError> {
    let identity = || (0..problem.board().squares() as u16).collect();
    let same = if group.is_empty() { vec![identity()] } else { images(group) };
    cases(problem, by, &same, false)
}

/// The numbers that some kinds in any number can have together; `None` if they are too many.
pub(crate) fn numbers_of(problem: &Problem, kinds: &[usize]) -> Option<Vec<Choice>> {
    numbers::of(problem, Demand::Nothing, kinds)
}

/// What symmetries do to the squares.
pub(crate) fn images(group: &[Symmetry]) -> Vec<Vec<u16>> {
    group.iter().map(|symmetry| symmetry.map.images.clone()).collect()
}

/// The instance that leaders are chosen from: of all kinds that have pieces to place, or any number of them.
pub(crate) fn instance(problem: &Problem) -> Instance {
    Instance::with_kinds(problem, &is_placed)
}

/// Whether there are pieces of it to place.
pub(crate) fn is_placed(pieces: &Pieces) -> bool {
    pieces.free_pieces() > 0 || pieces.quantity == Quantity::Any
}

fn of_leaders(
    problem: &Problem,
    kinds: &[usize],
    settled: Settled,
    (instance, same): (&Instance, &[Vec<u16>]),
    is_other: bool,
) -> Option<(Settles, Vec<Orbit>, bool)> {
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
    let settles = lines.map_or(Settles::Squares, |lines| Settles::Lines(lines, kinds.to_vec()));
    Some((settles, list, are_of_all))
}

/// Whether the lines that pieces of a class can be settled by are long, as far as files and ranks of the board can be.
pub(crate) fn are_lines_long(board: &Board, instance: &Instance, class: usize, settled: Settled) -> bool {
    let lines = BoardLines::new(board, instance, &[class], settled);
    lines.is_some_and(|lines| lines.squares.len() <= 2 * board.rows().max(board.cols()))
}

impl Cases {
    /// How many.
    pub fn number(&self) -> usize {
        self.list.len()
    }

    /// What is settled in each, and how many are the same.
    pub(crate) fn choices(&self) -> &[(Choice, u64)] {
        &self.list
    }

    /// How many maps carry them to each other; `None` if some of the maps that were given do not.
    pub(crate) fn maps(&self) -> Option<u64> {
        self.maps
    }

    /// Whether squares of lines are settled, and not of pieces.
    pub(crate) fn are_by_lines(&self) -> bool {
        matches!(self.settles, Settles::Lines(..))
    }

    /// Those only that this many are the same as.
    pub(crate) fn with_weight(&self, is_wanted: impl Fn(u64) -> bool) -> Self {
        let list = self.list.iter().filter(|(_, weight)| is_wanted(*weight)).cloned().collect();
        Self { list, problem: self.problem.clone(), settles: self.settles.clone(), maps: self.maps }
    }

    /// All of them, one after another.
    pub fn iter(&self) -> impl Iterator<Item = Case> + '_ {
        (0..self.number()).filter_map(|case| self.case(case))
    }

    /// One of them; `None` if what is settled cannot be.
    pub fn case(&self, case: usize) -> Option<Case> {
        let (choice, weight) = &self.list[case];
        let square = |&(kind, at): &(usize, usize)| (kind, self.problem.board().square(at));
        let beside = match self.settles {
            Settles::Walls => choice.iter().map(square).collect(),
            Settles::Squares | Settles::Lines(..) | Settles::Numbers => Vec::new(),
        };
        Some(Case { weight: *weight, beside, of: self.left(choice)? })
    }

    /// What is left beside a choice.
    fn left(&self, choice: &Choice) -> Option<Problem> {
        let (problem, board) = (&self.problem, self.problem.board());
        let mut pairs = choice.iter().copied();
        match &self.settles {
            Settles::Walls => problem.walled(&pairs.map(|(_, at)| board.square(at)).collect::<Vec<_>>()),
            Settles::Squares => pairs.try_fold(problem.clone(), |problem, (kind, square)| {
                problem.with_fixed(kind, board.square(square))
            }),
            Settles::Numbers => pairs.try_fold(problem.clone(), |problem, (kind, number)| {
                problem.with_number(kind, number as u32)
            }),
            Settles::Lines(lines, kinds) => {
                // Every line is closed to all but its leader; one without a leader is open to all but these.
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

    /// The symmetries of a group that leave what is settled in a case as it is: those that keep what is left can be more, where
    /// what is settled looks like something else, as a wall beside a hole.
    pub fn keeping(&self, case: usize, group: &[Symmetry]) -> Vec<Symmetry> {
        let mut settled = self.list[case].0.clone();
        settled.sort_unstable();
        let keeps = |symmetry: &&Symmetry| self.image(case, symmetry).as_ref() == Some(&settled);
        group.iter().filter(keeps).cloned().collect()
    }

    /// For each of the cases that are the same as one, a symmetry of a group that carries this one there.
    pub fn carrying<'a>(&self, case: usize, group: &'a [Symmetry]) -> Vec<&'a Symmetry> {
        let mut seen = BTreeSet::new();
        group.iter().filter(|symmetry| seen.insert(self.image(case, symmetry))).collect()
    }

    /// What becomes of what is settled in a case, in increasing order; `None` if that is no choice.
    fn image(&self, case: usize, symmetry: &Symmetry) -> Option<Choice> {
        let (kinds, map) = (symmetry.pieces(&self.problem), &symmetry.map.images);
        let image = |&(kind, at): &(usize, usize)| {
            let at = match &self.settles {
                Settles::Lines(lines, _) => lines.image(at, map)?,
                Settles::Walls | Settles::Squares => usize::from(map[at]),
                Settles::Numbers => at,
            };
            Some((kinds[kind], at))
        };
        let mut image = self.list[case].0.iter().map(image).collect::<Option<Choice>>()?;
        image.sort_unstable();
        Some(image)
    }
}
