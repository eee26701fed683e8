//! The factor by which numbers of placements grow with the area of a board, from strips or rings of every
//! width, and from corners of the plane.
//!
//! On a strip of width w, each additional rank multiplies the number by λ(w). λ itself grows by a factor from
//! width to width. The quotients λ(w + 1)/λ(w), in which the effects of the edges cancel, converge to the
//! factor for each additional square. This is the constant of the plane, such as the hard square constant
//! 1.50304808… for pieces that attack their neighbours (N. J. Calkin and H. S. Wilf, *The number of
//! independent sets in a grid graph*, SIAM Journal on Discrete Mathematics 11, 1998). A ring has no edge, and
//! the root λ(w)^(1/w) converges, for some kinds over even w only. Wynn's algorithm estimates the limit from
//! few widths if they converge evenly; otherwise, as for knights, there is no estimate.
//!
//! Proved bounds for the constant κ of leapers:
//!
//! - If all conflicts are between neighbours, corners of the plane give [bounds](crate::engines::plane) with
//!   many digits. This also holds if the squares fall into several lattices without conflicts between them,
//!   and conflicts on each are between neighbours.
//! - If there is one kind, and its moves change the colour of the square, strips with margins of one colour
//!   give lower bounds and rings give upper bounds. Both
//!   [converge](crate::engines::plane::constant_of_colours) to κ.
//! - In general, adjacent strips together have at most the product of their numbers of placements, so κ ≤
//!   λ(w)^(1/w). No placement is lost if r files between them stay empty, where r is the longest reach, so κ
//!   ≥ λ(w)^(1/(w + r)).

use super::error::FormulaError;
use super::search::Search;
use super::shape::FamilyShape;
use super::strip;
use super::terms::Terms;
use crate::algebra::Decimal;
use crate::algebra::wynn::{Limit, limit};
use crate::board::Topology;
use crate::engines::plane::{LeapConflicts, constant_of_colours, plane_constant};
use crate::notation::Family;
use crate::plan::Observer;
use num_bigint::BigInt;

/// The decimal places of the growth of strips; the limit loses many of them.
const PLACES: u32 = 150;
/// The decimal places of bounds from strips.
const BOUND_PLACES: u32 = 12;
/// The maximum width.
const WIDEST: i64 = 32;

/// The growth of strips of one family, width by width.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GrowthByWidth {
    /// The family, in two variables.
    pub family: Family,
    /// Whether the widths are lengths of rings, because the boards are cylinders or tori.
    pub are_rings: bool,
    /// The strips that were finished in time.
    pub widths: Vec<StripGrowth>,
    /// The factor for each additional square, with the decimal places that are probably right. This is an
    /// estimate, not a proof. `None` if too few widths are known, or if they do not converge evenly.
    pub constant: Option<Decimal>,
    /// Proved bounds of the factor; `None` if there is no proof.
    pub bounds: Option<ConstantBounds>,
    /// The proved decomposition of the squares into several lattices; `None` if there is only one.
    pub lattices: Option<Lattices>,
}

/// Lattices of squares that have no conflicts with each other. The constant is that of one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lattices {
    /// The number of lattices.
    pub number: u64,
    /// For each kind, its leaps on one lattice in the lattice's rows and columns, each in one of its two
    /// directions.
    pub leaps: Vec<Vec<(i64, i64)>>,
}

/// The growth of strips of one width.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StripGrowth {
    /// The width, or the length of the ring.
    pub width: i64,
    /// The order of the recurrence.
    pub order: usize,
    /// The factor by which each additional rank multiplies the number in the long run, with 150 proved
    /// decimal places.
    pub factor: Decimal,
}

/// Proved bounds of the constant of the plane, rounded outward.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConstantBounds {
    /// The lower bound.
    pub lower: Decimal,
    /// The upper bound.
    pub upper: Decimal,
    /// The method that gives the bounds.
    pub by: BoundMethod,
}

/// A method that gives proved bounds of the constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoundMethod {
    /// Corners of the plane.
    Corners,
    /// Strips with margins of one colour, and rings.
    Colours,
    /// Adjacent strips.
    Strips,
}

impl BoundMethod {
    /// Returns the name of the method, in one word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Corners => "corners",
            Self::Colours => "colours",
            Self::Strips => "strips",
        }
    }
}

impl ConstantBounds {
    /// Returns true if a rounded number can be the constant.
    fn allow(&self, number: &Decimal) -> bool {
        let one = BigInt::from(1);
        let (low, high) = (self.lower.rounded_down(number.places()), self.upper.rounded_up(number.places()));
        low.round(number.places()).units() - &one <= *number.units()
            && *number.units() <= high.round(number.places()).units() + one
    }
}

/// Computes the growth of a family with two variables, each a side of the board, and any numbers of pieces:
/// `{m}x{n} K*`. Strips have width m; on cylinders and tori, rings have length n.
///
/// # Errors
/// The family is of another type, or no strip was finished in time.
pub fn growth_by_width(
    family: &Family,
    search: &Search,
    observer: &dyn Observer,
) -> Result<GrowthByWidth, FormulaError> {
    let shape = FamilyShape::from_family(family)?;
    let sides = (&shape.rows.steps[..], &shape.cols.steps[..]);
    let is_square = matches!(sides, ([1, 0], [0, 1]) | ([0, 1], [1, 0]))
        && (shape.rows.constant, shape.cols.constant) == (0, 0);
    let are_rings = match shape.topology() {
        Topology::Plane => false,
        Topology::Cylinder | Topology::Torus => true,
        _ => return Err(FormulaError::NoWidths),
    };
    if !is_square || !shape.is_open() || shape.is_irregular {
        return Err(FormulaError::NoWidths);
    }
    let terms = Terms::new(search, observer);
    let conflicts = LeapConflicts::from_problem(&shape.problem);
    let one_lattice = conflicts.as_ref().map(LeapConflicts::on_one_lattice);
    let until = terms.half();
    let should_stop = || until.should_stop();
    let plane = one_lattice.as_ref().and_then(|(conflicts, _)| match conflicts.neighbours() {
        Some(neighbours) => Some((plane_constant(&neighbours, &should_stop)?, BoundMethod::Corners)),
        None => Some((constant_of_colours(conflicts, &should_stop)?, BoundMethod::Colours)),
    });
    let widths = widths(&shape, &terms)?;
    if widths.is_empty() && plane.is_none() {
        return Err(FormulaError::StoppedStrip);
    }
    let bounds = match &plane {
        Some((plane, by)) => {
            Some(ConstantBounds { lower: plane.lower.clone(), upper: plane.upper.clone(), by: *by })
        }
        None if are_rings => None,
        None => conflicts.and_then(|conflicts| bounds_of_strips(&widths, conflicts.reach())),
    };
    let of_widths = if are_rings { limit_of_rings(&widths) } else { limit_of_strips(&widths) };
    // An estimate that contradicts a proof is dropped.
    let is_possible = |number: &Decimal| bounds.as_ref().is_none_or(|bounds| bounds.allow(number));
    let estimates = [of_widths, plane.and_then(|(plane, _)| plane.estimate)].into_iter().flatten();
    let constant = estimates.filter(is_possible).max_by_key(Decimal::places);
    let lattices = one_lattice
        .filter(|(_, number)| *number > 1)
        .map(|(conflicts, number)| Lattices { number, leaps: conflicts.own_leaps() });
    Ok(GrowthByWidth { family: family.clone(), are_rings, widths, constant, bounds, lattices })
}

/// Returns the strips that are finished in time.
fn widths(shape: &FamilyShape, terms: &Terms<'_>) -> Result<Vec<StripGrowth>, FormulaError> {
    let mut widths = Vec::new();
    for width in 1..=WIDEST {
        let problem = shape.problem_on(width as usize, width as usize).ok_or(FormulaError::NoWidths)?;
        match strip::growth(&problem, PLACES, terms)? {
            Some((order, factor)) => widths.push(StripGrowth { width, order, factor }),
            None => break,
        }
    }
    Ok(widths)
}

/// Returns the limit of the quotients of neighbouring widths.
fn limit_of_strips(widths: &[StripGrowth]) -> Option<Decimal> {
    let quotient =
        |pair: &[StripGrowth]| Decimal::quotient(pair[1].factor.units(), pair[0].factor.units(), PLACES - 2);
    let quotients = widths.windows(2).map(quotient).collect::<Option<Vec<Decimal>>>()?;
    limit(&quotients).filter(|limit| limit.places > 0).as_ref().map(Limit::reliable_value)
}

/// Returns the limit of the roots of even rings.
fn limit_of_rings(widths: &[StripGrowth]) -> Option<Decimal> {
    let even = widths.iter().filter(|ring| ring.width % 2 == 0);
    let root = |ring: &StripGrowth| ring.factor.root(u32::try_from(ring.width).ok()?, PLACES - 2);
    limit(&even.map(root).collect::<Option<Vec<Decimal>>>()?)
        .filter(|limit| limit.places > 0)
        .as_ref()
        .map(Limit::reliable_value)
}

/// Returns the bounds from adjacent strips; `None` without strips.
fn bounds_of_strips(widths: &[StripGrowth], reach: i64) -> Option<ConstantBounds> {
    let root = |strip: &StripGrowth, files: i64| strip.factor.root(u32::try_from(files).ok()?, BOUND_PLACES);
    let lowers = widths.iter().filter_map(|strip| root(strip, strip.width + reach));
    let uppers = widths.iter().filter_map(|strip| {
        // The factor and its root were rounded down.
        let factor = Decimal::new(strip.factor.units() + 1, strip.factor.places());
        let root = factor.root(u32::try_from(strip.width).ok()?, BOUND_PLACES)?;
        Some(Decimal::new(root.units() + 1, BOUND_PLACES))
    });
    Some(ConstantBounds {
        lower: lowers.max_by(|one, other| one.units().cmp(other.units()))?,
        upper: uppers.min_by(|one, other| one.units().cmp(other.units()))?,
        by: BoundMethod::Strips,
    })
}
