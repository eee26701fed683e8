//! Placements on a strip by the number of pieces.

use super::error::FormulaError;
use super::search::Search;
use super::shape::FamilyShape;
use super::strip;
use super::terms::Terms;
use crate::notation::Family;
use crate::plan::Observer;
use num_bigint::BigInt;

/// The generating function of the numbers of placements by the length of a strip and the number of pieces,
/// with proof.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NumberGeneratingFunction {
    /// The family.
    pub family: Family,
    /// The number of boundary states.
    pub states: usize,
    /// The numerator: for each power of x, which counts ranks, the coefficients by the powers of z, which
    /// counts pieces.
    pub numerator: Vec<Vec<BigInt>>,
    /// The denominator, in the form of the numerator. It begins with 1.
    pub denominator: Vec<Vec<BigInt>>,
}

impl NumberGeneratingFunction {
    /// Returns the numbers of placements on 0, 1, … ranks. Each row lists the numbers of placements of 0, 1,
    /// … pieces.
    #[must_use]
    pub fn rows(&self, count: usize) -> Vec<Vec<BigInt>> {
        strip::expand(&self.numerator, &self.denominator, count)
    }
}

/// Returns the generating function of a family in one variable, the length of a strip, with any numbers of
/// pieces: `3x{n} K*`.
///
/// # Errors
/// The family is of another type, or there is no time.
pub fn by_number(
    family: &Family,
    search: &Search,
    observer: &dyn Observer,
) -> Result<NumberGeneratingFunction, FormulaError> {
    let shape = FamilyShape::from_family(family)?;
    let lengths = [&shape.rows, &shape.cols];
    let is_length = |side: &&super::shape::AffineForm| side.steps == [1] && side.constant == 0;
    let is_strip = lengths.iter().filter(|side| side.is_constant()).count() == 1;
    if !is_strip || !lengths.iter().any(is_length) || !shape.is_open() || shape.is_irregular {
        return Err(FormulaError::NoNumbers);
    }
    let terms = Terms::new(search, observer);
    let (states, (numerator, denominator)) = strip::by_number(&shape, &terms)?;
    Ok(NumberGeneratingFunction { family: family.clone(), states, numerator, denominator })
}
