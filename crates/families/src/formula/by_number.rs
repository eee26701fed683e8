//! Placements on a strip by the number of pieces.

use super::error::FormulaError;
use super::search::Search;
use super::shape::FamilyShape;
use super::strip;
use super::terms::Terms;
use crate::notation::Family;
use crate::plan::Observer;
use num_bigint::BigInt;

/// The generating function of the numbers of placements by the length of a strip and the number of pieces, proved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ByNumber {
    /// The family.
    pub family: Family,
    /// Boundary states.
    pub states: usize,
    /// The numerator: the coefficients of the powers of x, which counts ranks, each a list by the powers of z, which counts pieces.
    pub numerator: Vec<Vec<BigInt>>,
    /// The denominator, which begins with 1.
    pub denominator: Vec<Vec<BigInt>>,
}

impl ByNumber {
    /// The numbers of placements on no rank, one, and so on: in each row those of no piece, one, and so on.
    #[must_use]
    pub fn rows(&self, count: usize) -> Vec<Vec<BigInt>> {
        strip::expanded(&self.numerator, &self.denominator, count)
    }
}

/// The generating function of a family in one variable, the length of a strip, with any numbers of pieces: `3x{n} K*`.
///
/// # Errors
/// If it is no such family, or there is no time.
pub fn by_number(
    family: &Family,
    search: &Search,
    observer: &dyn Observer,
) -> Result<ByNumber, FormulaError> {
    let shape = FamilyShape::of(family)?;
    let lengths = [&shape.rows, &shape.cols];
    let is_length = |side: &&super::shape::Affine| side.steps == [1] && side.constant == 0;
    let is_strip = lengths.iter().filter(|side| side.is_constant()).count() == 1;
    if !is_strip || !lengths.iter().any(is_length) || !shape.is_open() || shape.is_irregular {
        return Err(FormulaError::NoNumbers);
    }
    let terms = Terms::new(search, observer);
    let (states, (numerator, denominator)) = strip::by_number(&shape, &terms)?;
    Ok(ByNumber { family: family.clone(), states, numerator, denominator })
}
