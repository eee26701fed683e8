//! Exact numbers of leapers on growing boards: polynomials, with proof.
//!
//! The logarithm of the polynomial that counts placements by numbers of pieces is a sum over *clusters*,
//! which are pieces joined by conflicts. A cluster fits in as many places as it has translates on the board.
//! So on boards that hold every cluster, the logarithm is bilinear in the sides. The boards of two
//! neighbouring lengths and widths then determine all larger ones; [`clusters`](crate::plan::clusters) gives
//! the details. The number of placements of k pieces is then a polynomial of degree k in each side. Its
//! values at (k + 1)² boards, none of which is counted, determine it.
//!
//! If a side is joined to the opposite one, there are as many translates as squares, provided that no cluster
//! winds round. The side must therefore be longer by one leap.
//!
//! Smaller boards are counted, down to the first that contradicts the polynomial, to find where it begins to
//! hold.

use super::bivariate::Bivariate;
use super::claim::{Claim, Reason};
use super::error::FormulaError;
use super::found::{Formula, Rule, first_right};
use super::shape::{AffineForm, FamilyShape};
use super::terms::Terms;
use crate::algebra::{Polynomial, QuasiPolynomial, Series};
use crate::plan::clusters::{longest_leaps, longest_path};
use num_bigint::BigInt;
use std::collections::VecDeque;

/// The maximum number of smaller boards that are counted to find where a polynomial begins.
const MOST_BELOW: usize = 64;
/// The maximum number of coefficients of a series.
const MAX_COEFFICIENTS: usize = 1 << 8;

/// Returns the formula of a family of leapers with exact numbers.
pub(super) fn formula(shape: &FamilyShape, terms: &mut Terms<'_>) -> Result<Formula, FormulaError> {
    let numbers = shape.fixed_numbers().ok_or(FormulaError::Changing)?;
    let least = least_sides(shape, &numbers);
    let polynomial = in_sides(shape, &numbers, least, terms)?;
    match shape.variables[..] {
        [_] => in_one_variable(shape, &polynomial, least, terms),
        _ => in_two_variables(shape, polynomial, least),
    }
}

/// Returns the smallest rows and columns with room for all clusters; a constant side keeps its value.
fn least_sides(shape: &FamilyShape, numbers: &[u32]) -> (usize, usize) {
    let (mut by_rows, mut by_cols) = (Vec::new(), Vec::new());
    for (pieces, &number) in shape.problem.pieces().zip(numbers) {
        let (rows, cols) = longest_leaps(pieces.kind.moves()).unwrap_or_default();
        by_rows.push((rows, number as usize));
        by_cols.push((cols, number as usize));
    }
    let least = |leaps: Vec<(usize, usize)>, is_wrapped: bool, side: &AffineForm| {
        if side.is_constant() {
            return side.constant.max(0) as usize;
        }
        let longest = leaps.iter().map(|(leap, _)| *leap).max().unwrap_or(0);
        let path = longest_path(leaps).unwrap_or(0);
        if is_wrapped { path + longest + 1 } else { path.max(1) }
    };
    let topology = shape.topology();
    (least(by_rows, topology.rows_wrap(), &shape.rows), least(by_cols, topology.cols_wrap(), &shape.cols))
}

/// Returns the number of placements as a polynomial in the rows and columns, constant in a side that does not
/// grow.
fn in_sides(
    shape: &FamilyShape,
    numbers: &[u32],
    least: (usize, usize),
    terms: &mut Terms<'_>,
) -> Result<Bivariate, FormulaError> {
    let pieces = numbers.iter().sum::<u32>() as usize;
    let coefficients = numbers.iter().try_fold(1usize, |all, &most| all.checked_mul(most as usize + 1));
    if coefficients.is_none_or(|coefficients| coefficients > MAX_COEFFICIENTS) {
        return Err(FormulaError::Mixed("this many pieces"));
    }
    let two = |side: &AffineForm| if side.is_constant() { 1 } else { 2 };
    let (rows, cols) = (two(&shape.rows), two(&shape.cols));
    let mut small = Vec::new();
    for row in 0..rows {
        let mut of_row = Vec::new();
        for col in 0..cols {
            of_row.push(series(shape, numbers, (least.0 + row, least.1 + col), terms)?);
        }
        small.push(of_row);
    }
    // Bilinear interpolation of logarithms.
    let value = |row: i64, col: i64| {
        let mut product = Series::one(numbers);
        for (place, of_row) in small.iter().enumerate() {
            let by_row = match (rows, place) {
                (1, _) => 1,
                (_, 0) => 1 - row,
                _ => row,
            };
            for (place, series) in of_row.iter().enumerate() {
                let by_col = match (cols, place) {
                    (1, _) => 1,
                    (_, 0) => 1 - col,
                    _ => col,
                };
                product = product.times(&series.power(by_row * by_col));
            }
        }
        product.last()
    };
    let points = |number: usize| if number == 1 { 0..=0 } else { 0..=pieces as i64 };
    let values: Vec<Vec<BigInt>> =
        points(rows).map(|row| points(cols).map(|col| value(row, col)).collect()).collect();
    Ok(Bivariate::interpolate(least.0 as i64, least.1 as i64, &values))
}

/// Returns the numbers of placements on a board for all numbers of pieces up to these.
fn series(
    shape: &FamilyShape,
    numbers: &[u32],
    (rows, cols): (usize, usize),
    terms: &mut Terms<'_>,
) -> Result<Series, FormulaError> {
    let too_large = || FormulaError::Mixed("pieces that need a board of more than 32 squares a side");
    let problem = shape.problem_on(rows, cols).ok_or_else(too_large)?;
    Series::from_counts(numbers, |numbers| {
        if numbers.iter().map(|&number| number as usize).sum::<usize>() > rows * cols {
            return Ok(BigInt::ZERO);
        }
        let mut placed = problem.clone();
        for (kind, &number) in numbers.iter().enumerate() {
            placed = placed.with_number(kind, number).ok_or_else(too_large)?;
        }
        terms.count(placed)?.ok_or_else(|| FormulaError::Stopped { terms: terms.known_terms() })
    })
}

/// Returns the formula in one variable, from the first value from which it holds.
fn in_one_variable(
    shape: &FamilyShape,
    polynomial: &Bivariate,
    least: (usize, usize),
    terms: &mut Terms<'_>,
) -> Result<Formula, FormulaError> {
    let line = |side: &AffineForm| {
        Polynomial::of_integers(vec![BigInt::from(side.constant), BigInt::from(side.steps[0])])
    };
    let composed = polynomial.compose(&line(&shape.rows), &line(&shape.cols));
    let is_proved = |value: i64| {
        shape.rows.value_at(&[value]) >= least.0 as i64 && shape.cols.value_at(&[value]) >= least.1 as i64
    };
    let proved_from = (shape.first[0]..).find(|&value| is_proved(value)).unwrap_or(shape.first[0]);
    // Smaller boards are counted.
    let mut known = VecDeque::new();
    for value in (shape.first[0]..proved_from).rev().take(MOST_BELOW) {
        let Some(term) = terms.term(shape, value)? else { break };
        known.push_front(term);
    }
    let first = proved_from - known.len() as i64;
    let known: Vec<BigInt> = known.into();
    let from = first_right(&composed, first, &known, proved_from);
    let claim = Claim::Proved(Reason::Clusters { rows: least.0, cols: least.1 });
    let rule = Rule::QuasiPolynomial(QuasiPolynomial::of_polynomial(composed));
    Ok(Formula::new(shape, claim, (rule, vec![from]), (first, known)))
}

/// Returns the formula in two variables, each the length of a side.
fn in_two_variables(
    shape: &FamilyShape,
    polynomial: Bivariate,
    least: (usize, usize),
) -> Result<Formula, FormulaError> {
    // Each side must be a variable of its own, or the polynomial would have to be composed.
    let own = |side: &AffineForm| {
        let mut steps = side.steps.iter().enumerate().filter(|(_, step)| **step != 0);
        match (steps.next(), steps.next()) {
            (Some((variable, 1)), None) if side.constant == 0 => Some(variable),
            _ => None,
        }
    };
    let (Some(rows), Some(cols)) = (own(&shape.rows), own(&shape.cols)) else {
        return Err(FormulaError::TwoVariables);
    };
    if rows == cols {
        return Err(FormulaError::TwoVariables);
    }
    let is_exchanged = rows == 1;
    let from = if is_exchanged { vec![least.1, least.0] } else { vec![least.0, least.1] };
    let rule = if is_exchanged { polynomial.exchange() } else { polynomial };
    let claim = Claim::Proved(Reason::Clusters { rows: least.0, cols: least.1 });
    let from = from.into_iter().map(|side| side as i64).collect();
    Ok(Formula::new(shape, claim, (Rule::Bivariate(rule), from), (0, Vec::new())))
}
