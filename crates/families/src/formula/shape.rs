//! The parts of a family that grow, and their growth.
//!
//! A family is text with expressions in braces, which may be arbitrary. If all of them are linear as written,
//! the problems at some neighbouring values determine the growth of each side and of each number of pieces.

use super::error::FormulaError;
use crate::board::{Board, Topology};
use crate::feature::Feature;
use crate::notation::{Family, FamilyError};
use crate::piece::Range;
use crate::plan::PlanError;
use crate::problem::{Problem, Quantity};

/// The largest value that is tried; the smallest is 0.
const LAST: i64 = 64;
/// The number of neighbouring values that must show growth by equal steps.
const NEIGHBOURS: usize = 3;

/// The features that proofs support: pieces in conflict on boards that look the same everywhere, except at
/// their edges. Proofs do not support shielded pieces.
const REGULAR: &[Feature] =
    &[Feature::JoinedEdges, Feature::Armies, Feature::AnyNumber, Feature::LargestNumber];

/// `constant + steps[0] * n + steps[1] * m`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AffineForm {
    pub(super) constant: i64,
    pub(super) steps: Vec<i64>,
}

impl AffineForm {
    /// Returns the value of the function.
    pub(super) fn value_at(&self, values: &[i64]) -> i64 {
        self.constant + self.steps.iter().zip(values).map(|(step, value)| step * value).sum::<i64>()
    }

    /// Returns true if it does not depend on a variable.
    pub(super) fn is_constant(&self) -> bool {
        self.steps.iter().all(|&step| step == 0)
    }

    /// Returns the function with the value `value` at `first` and the values `next` one step further in each
    /// direction.
    fn interpolate(first: &[i64], value: i64, next: &[i64]) -> Self {
        let steps: Vec<i64> = next.iter().map(|next| next - value).collect();
        let constant = value - steps.iter().zip(first).map(|(step, first)| step * first).sum::<i64>();
        Self { constant, steps }
    }
}

/// A family with its sides and numbers of pieces.
#[derive(Debug, Clone)]
pub(super) struct FamilyShape {
    pub(super) family: Family,
    pub(super) variables: Vec<char>,
    /// One of its problems.
    pub(super) problem: Problem,
    /// The least values at which the family and all its neighbours have a problem.
    pub(super) first: Vec<i64>,
    pub(super) rows: AffineForm,
    pub(super) cols: AffineForm,
    /// The number of pieces of each kind, in the order of the problem; `None` for kinds with `*` or `max`.
    pub(super) numbers: Vec<Option<AffineForm>>,
    /// Whether squares are missing (those of one colour, for example), or the board is not a rectangle with
    /// plain or joined edges. Proofs do not support such boards.
    pub(super) is_irregular: bool,
    /// Whether the only irregular feature is a prescribed number of attackers.
    pub(super) has_degrees: bool,
}

impl FamilyShape {
    /// Reads the shape of a family.
    ///
    /// # Errors
    /// The family has no problems, or a part of it changes that is neither a side nor a number of pieces.
    pub(super) fn from_family(family: &Family) -> Result<Self, FormulaError> {
        let variables = family.variables();
        let problem = |values: &[i64]| {
            let named: Vec<(char, i64)> = variables.iter().copied().zip(values.iter().copied()).collect();
            family.problem_at(&named)
        };
        if variables.is_empty() {
            return Err(FormulaError::NoVariable);
        }
        // The first values at which the family and its neighbours have problems; with two variables, both
        // begin at the same value.
        let mut fault = None;
        let mut found = None;
        for value in 0..=LAST {
            let first = vec![value; variables.len()];
            let neighbours = neighbours(&first);
            let problems: Result<Vec<Problem>, _> = neighbours.iter().map(|values| problem(values)).collect();
            match problems {
                Ok(problems) => {
                    found = Some((first, problems));
                    break;
                }
                Err(error) if fault.as_ref().is_none_or(|fault| weight(&error) > weight(fault)) => {
                    fault = Some(error);
                }
                Err(_) => {}
            }
        }
        let Some((first, problems)) = found else {
            return Err(
                fault.map_or(FormulaError::NoVariable, |fault| FormulaError::NoProblems(fault.into()))
            );
        };
        let affine = |value: &dyn Fn(&Problem) -> i64| affine(&first, &problems, value);
        let sample = problems.first().cloned().ok_or(FormulaError::NoVariable)?;
        if problems.iter().any(|other| !is_alike(&sample, other)) {
            return Err(FormulaError::Changing);
        }
        let named: Vec<(char, i64)> = variables.iter().copied().zip(first.iter().copied()).collect();
        if !family.grows_evenly(&named) {
            return Err(FormulaError::Uneven);
        }
        let rows = affine(&|problem| problem.board().rows() as i64).ok_or(FormulaError::Uneven)?;
        let cols = affine(&|problem| problem.board().cols() as i64).ok_or(FormulaError::Uneven)?;
        let mut numbers = Vec::new();
        for (place, pieces) in sample.pieces().enumerate() {
            let number = |problem: &Problem| {
                problem.pieces().nth(place).map_or(0, |pieces| i64::from(pieces.quantity.exact_number()))
            };
            numbers.push(match pieces.quantity {
                Quantity::Exactly(_) => Some(affine(&number).ok_or(FormulaError::Uneven)?),
                _ => None,
            });
        }
        if sample.walls().is_some() {
            return Err(PlanError::NotHere(Feature::Walls).into());
        }
        if problems.iter().any(|problem| problem.pieces().any(|pieces| !pieces.fixed.is_empty())) {
            return Err(FormulaError::Given);
        }
        // Periodic holes (`every:`) have no effect on small boards.
        let has_gaps = family.to_string().contains("every:");
        let are = |known: &[Feature]| !has_gaps && problems.iter().all(|problem| problem.has_only(known));
        let is_irregular = !are(REGULAR);
        let has_degrees = is_irregular && are(&[REGULAR, &[Feature::Degrees]].concat());
        let family = family.clone();
        Ok(Self { family, variables, problem: sample, first, rows, cols, numbers, is_irregular, has_degrees })
    }

    /// Returns the problem at some values.
    pub(super) fn problem_at(&self, values: &[i64]) -> Option<Problem> {
        let named: Vec<(char, i64)> = self.variables.iter().copied().zip(values.iter().copied()).collect();
        self.family.problem_at(&named).ok().filter(|problem| self.has(problem, values))
    }

    /// Returns true if a problem of the family is as expected at its values.
    fn has(&self, problem: &Problem, values: &[i64]) -> bool {
        let board = problem.board();
        let sides = (board.rows() as i64, board.cols() as i64);
        sides == (self.rows.value_at(values), self.cols.value_at(values))
            && is_alike(&self.problem, problem)
            && problem.pieces().zip(&self.numbers).all(|(pieces, number)| {
                number
                    .as_ref()
                    .is_none_or(|number| number.value_at(values) == i64::from(pieces.quantity.exact_number()))
            })
    }

    /// Returns the constant numbers of pieces by kind; `None` if a number is open or grows.
    pub(super) fn fixed_numbers(&self) -> Option<Vec<u32>> {
        let number = |number: &Option<AffineForm>| {
            let number = number.as_ref().filter(|number| number.is_constant())?;
            u32::try_from(number.constant).ok()
        };
        self.numbers.iter().map(number).collect()
    }

    /// Returns the number of sides that grow.
    pub(super) fn count_growing_sides(&self) -> usize {
        [&self.rows, &self.cols].iter().filter(|side| !side.is_constant()).count()
    }

    /// Returns true if every kind may have any number, or has the maximum that fits.
    pub(super) fn is_open(&self) -> bool {
        self.numbers.iter().all(Option::is_none)
    }

    /// Returns true if all kinds leap, and none rides without limit.
    pub(super) fn is_of_leapers(&self) -> bool {
        let mut ranges = self.problem.pieces().flat_map(|pieces| pieces.kind.moves().rides());
        ranges.all(|(_, range)| range != Range::Unlimited)
    }

    /// Returns the problem on another board.
    pub(super) fn problem_on(&self, rows: usize, cols: usize) -> Option<Problem> {
        let board = Board::new(rows, cols, self.topology()).ok()?;
        self.problem.on_board(board)
    }

    /// Returns the topology of its boards.
    pub(super) fn topology(&self) -> Topology {
        self.problem.board().topology()
    }
}

/// Returns the significance of a fault for a family. Many families begin with empty boards, and end with
/// boards that are too large.
fn weight(fault: &FamilyError) -> u8 {
    match (fault.is_empty_board(), fault.is_large_board()) {
        (true, _) => 0,
        (_, true) => 1,
        _ => 2,
    }
}

/// Returns the values, and those up to [`NEIGHBOURS`] steps further in each direction and in all directions
/// together.
fn neighbours(first: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![first.to_vec()];
    for step in 1..=NEIGHBOURS as i64 {
        for direction in 0..first.len() {
            let mut values = first.to_vec();
            values[direction] += step;
            all.push(values);
        }
        all.push(first.iter().map(|value| value + step).collect());
    }
    all
}

/// Returns the affine function with the values of these problems, which are those of the neighbours of
/// `first`.
fn affine(first: &[i64], problems: &[Problem], value: &dyn Fn(&Problem) -> i64) -> Option<AffineForm> {
    let values: Vec<i64> = problems.iter().map(value).collect();
    let function = AffineForm::interpolate(first, *values.first()?, values.get(1..=first.len())?);
    let mut all = neighbours(first).into_iter().zip(&values);
    all.all(|(at, value)| function.value_at(&at) == *value).then_some(function)
}

/// Returns true if two problems differ at most in the sides of their boards and in numbers of pieces.
fn is_alike(one: &Problem, other: &Problem) -> bool {
    let kinds = |problem: &Problem| {
        let pieces = problem.armies().iter().map(|army| {
            let kind = |pieces: &crate::problem::Pieces| {
                let is_open = (pieces.quantity == Quantity::Any, pieces.quantity == Quantity::Max);
                (pieces.kind.clone(), is_open)
            };
            army.pieces().iter().map(kind).collect::<Vec<_>>()
        });
        pieces.collect::<Vec<_>>()
    };
    one.board().topology() == other.board().topology()
        && one.board().lattice() == other.board().lattice()
        && one.degrees() == other.degrees()
        && kinds(one) == kinds(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Result<FamilyShape, FormulaError> {
        FamilyShape::from_family(&text.parse().unwrap())
    }

    #[test]
    fn sides_and_numbers_are_read_off() {
        let found = shape("{n}x{2n+1} K{n-1} N3 R*").unwrap();
        assert_eq!(found.rows, AffineForm { constant: 0, steps: vec![1] });
        assert_eq!(found.cols, AffineForm { constant: 1, steps: vec![2] });
        let numbers: Vec<Option<i64>> =
            found.numbers.iter().map(|number| number.as_ref().map(|number| number.value_at(&[5]))).collect();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [None, Some(3), Some(4)]);
        assert_eq!(
            found.problem_at(&[4]).unwrap().to_string(),
            "4x9 R* K3 N3".parse::<Problem>().unwrap().to_string()
        );
        assert!(!found.is_open() && !found.is_of_leapers() && found.fixed_numbers().is_none());

        let found = shape("{m}x{n} N2 K").unwrap();
        assert_eq!((found.rows.steps.as_slice(), found.cols.steps.as_slice()), (&[1, 0][..], &[0, 1][..]));
        assert_eq!(found.fixed_numbers().map(|numbers| numbers.iter().sum::<u32>()), Some(3));
        assert!(found.is_of_leapers());
    }

    #[test]
    fn other_families_are_refused() {
        for (text, expected) in [
            ("4x4 K2", "no side grows"),
            ("0x{n} K2", "has no problem"),
            ("{n^2}x4 K2", "equal steps"),
            ("{n}x{min(n,9)} K2", "equal steps"),
            ("{n}x{3+(n-1)*(n-2)*(n-3)*(n-4)} K2", "equal steps"),
            ("{n}x4 X2 X=({n},1)", "only sides and numbers"),
            ("{n}x4 K2@a1", "pre-placed pieces"),
        ] {
            let error = shape(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
