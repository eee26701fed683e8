//! By what factor numbers of placements grow with the area of a board: from strips of every width.
//!
//! On a strip of width w each rank more multiplies the number by λ(w). From width to width λ itself grows by a factor, and the
//! quotients λ(w + 1)/λ(w), in which the effect of the edges cancels, converge to the factor for each square more, such as the
//! hard square constant 1.50304808… for pieces that keep their neighbours away (N. J. Calkin and H. S. Wilf, *The number of
//! independent sets in a grid graph*, SIAM Journal on Discrete Mathematics 11, 1998). Wynn's algorithm finds the limit from few
//! widths where they converge evenly; where they do not, as with knights, it says nothing.

use super::error::FormulaError;
use super::search::Search;
use super::shape::FamilyShape;
use super::strip;
use super::terms::Terms;
use crate::algebra::Decimal;
use crate::algebra::wynn::{Limit, limit};
use crate::notation::Family;
use crate::plan::Observer;

/// Decimal places of the growth of strips: the limit loses many.
const PLACES: u32 = 150;
/// Widths at most.
const WIDEST: i64 = 32;

/// The growth of strips of one family, width by width.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GrowthByWidth {
    /// The family, in two variables.
    pub family: Family,
    /// The strips, as far as there was time.
    pub widths: Vec<StripGrowth>,
    /// The factor for each square more, in the decimal places that are believed: an estimate, not a proof. `None` if too few
    /// widths are known, or they do not converge evenly.
    pub constant: Option<Decimal>,
}

/// The growth of strips of one width.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StripGrowth {
    /// The width.
    pub width: i64,
    /// The order of the recurrence.
    pub order: usize,
    /// By what factor each rank more multiplies the number in the long run; 150 proved decimal places.
    pub factor: Decimal,
}

/// The growth of a family with two variables, each a side of the board, and any numbers of pieces: `{m}x{n} K*`. Strips are of
/// width m.
///
/// # Errors
/// If it is no such family, or there is no strip that the time is enough for.
pub fn growth_by_width(
    family: &Family,
    search: &Search,
    observer: &dyn Observer,
) -> Result<GrowthByWidth, FormulaError> {
    let shape = FamilyShape::of(family)?;
    let sides = (&shape.rows.steps[..], &shape.cols.steps[..]);
    let is_square = matches!(sides, ([1, 0], [0, 1]) | ([0, 1], [1, 0]))
        && (shape.rows.constant, shape.cols.constant) == (0, 0);
    if !is_square || !shape.is_open() || shape.is_irregular {
        return Err(FormulaError::NoWidths);
    }
    let terms = Terms::new(search, observer);
    let mut widths = Vec::new();
    for width in 1..=WIDEST {
        let problem = shape.on(width as usize, width as usize).ok_or(FormulaError::NoWidths)?;
        match strip::growth(&problem, PLACES, &terms)? {
            Some((order, factor)) => widths.push(StripGrowth { width, order, factor }),
            None => break,
        }
    }
    if widths.is_empty() {
        return Err(FormulaError::StoppedStrip);
    }
    let quotients: Option<Vec<Decimal>> = widths
        .windows(2)
        .map(|pair| Decimal::quotient(pair[1].factor.units(), pair[0].factor.units(), PLACES - 2))
        .collect();
    let constant = quotients.and_then(|quotients| limit(&quotients)).filter(|limit| limit.places > 0);
    Ok(GrowthByWidth { family: family.clone(), widths, constant: constant.as_ref().map(Limit::believed) })
}
