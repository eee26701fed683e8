//! Finds the symmetries of a problem from the names of maps: those that make placements equivalent, and those
//! that fix them.
//!
//! Each word of a group names some maps of the board. Those that preserve the problem generate the group.

use super::PlanError;
use crate::board::BoardMap;
use crate::feature::Feature;
use crate::named::Named;
use crate::problem::Problem;
use crate::question::Question;
use crate::symmetry::group::Group;
use crate::symmetry::{Symmetry, has_too_many_exchanges, preserving_maps, symmetries, symmetries_among};
use crate::up_to::{MapGroup, MapName, UpTo};
use std::collections::HashSet;

/// The maximum number of maps in a group.
const MAX_MAPS: usize = 1 << 16;

/// The features of questions whose placements may be counted up to translation.
const TRANSLATED: &[Feature] = &[
    Feature::ManySquares,
    Feature::NumberRange,
    Feature::Hops,
    Feature::Armies,
    Feature::BlockedLines,
    Feature::Sameness,
    Feature::ByNumber,
    Feature::FixedByMaps,
];

/// Returns the symmetries that make placements equivalent, the identity first; empty if every placement is
/// its own class.
#[doc(hidden)]
pub fn equivalence_symmetries(question: &Question) -> Result<Vec<Symmetry>, PlanError> {
    let Question { problem, up_to, maximal, .. } = question;
    let exchanged = match up_to {
        UpTo::Nothing => return Ok(Vec::new()),
        UpTo::Symmetry => false,
        UpTo::Armies | UpTo::Translation => true,
        UpTo::Maps(maps) => return members(problem, *maximal, maps.group()),
    };
    if exchanged && has_too_many_exchanges(problem, problem.board().maps(false).len()) {
        return Err(PlanError::TooManyExchanges);
    }
    if let (UpTo::Translation, Some(feature)) = (up_to, question.find_unsupported(TRANSLATED)) {
        let what = "classes up to translation (--up-to)";
        return Err(PlanError::Together { what, feature, instead: "count up to symmetry, or leave it out" });
    }
    Ok(symmetries(problem, *maximal, exchanged))
}

/// Returns the symmetries of a problem in a group, the identity first.
pub(crate) fn members(problem: &Problem, maximal: bool, group: MapGroup) -> Result<Vec<Symmetry>, PlanError> {
    let names: Vec<MapName> = group.names().collect();
    let words = MapWords::new(problem, maximal, &names)?;
    let mut generators = Vec::new();
    for &name in &names {
        let own = words.elements(name);
        if own.is_empty() && is_single(name) {
            let has = |name: &&MapName| is_single(**name) && !words.elements(**name).is_empty();
            let has: Vec<&str> = MapName::ALL.iter().filter(has).map(|name| name.name()).collect();
            return Err(PlanError::NoSuchSymmetry { name: name.name(), has: has.join(", ") });
        }
        generators.extend(own);
    }
    let members = Group::new(&words.all).generate(&generators);
    Ok(members.into_iter().map(|place| words.all[place].clone()).collect())
}

/// The symmetries of a problem among the maps that some words name, and the meaning of each word.
pub(super) struct MapWords {
    /// All of them, the identity first.
    pub(super) all: Vec<Symmetry>,
    /// The maps that preserve moves, including maps with the same images.
    maps: Vec<BoardMap>,
}

impl MapWords {
    pub(super) fn new(problem: &Problem, maximal: bool, names: &[MapName]) -> Result<Self, PlanError> {
        let exchanged = names.iter().any(|name| name.exchanges_armies());
        let maps = preserving_maps(problem, maximal, maps(problem, names)?);
        if exchanged && has_too_many_exchanges(problem, maps.len()) {
            return Err(PlanError::TooManyExchanges);
        }
        Ok(Self { all: symmetries_among(problem, maximal, exchanged, &maps), maps })
    }

    /// Returns the places of the symmetries that a word names. On a narrow board several maps have the same
    /// images, so images are compared and not names.
    pub(super) fn elements(&self, name: MapName) -> Vec<usize> {
        let named = self.maps.iter().filter(|map| is_named(name, map));
        let named: HashSet<&[u16]> = named.map(|map| map.images.as_slice()).collect();
        let does = |symmetry: &Symmetry| match name {
            MapName::Armies => true,
            _ => symmetry.keeps_armies() != name.exchanges_armies(),
        };
        let is_one = |place: &usize| {
            let symmetry = &self.all[*place];
            does(symmetry) && named.contains(symmetry.map.images.as_slice())
        };
        (0..self.all.len()).filter(is_one).collect()
    }
}

/// Returns the maps of a problem's board that include those with these names, the identity first.
fn maps(problem: &Problem, names: &[MapName]) -> Result<Vec<BoardMap>, PlanError> {
    let board = problem.board();
    let topology = board.topology();
    let is_asked = |name| names.contains(&name);
    if is_asked(MapName::TorusShifts) || is_asked(MapName::TorusAffine) {
        return Err(PlanError::NoTorus);
    }
    let wraps = |wraps: bool, side: usize| if wraps { side } else { 1 };
    let shifts = wraps(topology.rows_wrap(), board.rows()) * wraps(topology.cols_wrap(), board.cols());
    let too_many = |dilations: usize| {
        let maps = 8 * shifts * dilations;
        if maps > MAX_MAPS { Err(PlanError::TooManyMaps { maps, most: MAX_MAPS }) } else { Ok(()) }
    };
    if is_asked(MapName::Affine) {
        let dilations = board.dilations();
        // A dilation permutes the squares of a line, so walls would stop other moves.
        if dilations.is_empty() || !problem.is_pairwise() || problem.walls().is_some() {
            return Err(PlanError::NoDilations);
        }
        too_many(dilations.len())?;
        return Ok(dilations.into_iter().flat_map(|times| board.dilated_maps(times)).collect());
    }
    if is_asked(MapName::Shifts) {
        if !topology.rows_wrap() && !topology.cols_wrap() || topology.is_twisted() {
            return Err(PlanError::NoShifts);
        }
        too_many(1)?;
        return Ok(board.maps(true));
    }
    Ok(board.maps(false))
}

/// Returns true if a word names one map, possibly with its powers, so that the problem has all of them or
/// none.
fn is_single(name: MapName) -> bool {
    point_map(name).is_some() || name == MapName::Exchange
}

/// Returns the board's name of the map that a word names.
fn point_map(name: MapName) -> Option<&'static str> {
    Some(match name {
        MapName::HalfTurn | MapName::HalfTurnExchanged => "half turn",
        MapName::QuarterTurn | MapName::QuarterTurnExchanged => "quarter turn",
        MapName::Horizontal | MapName::HorizontalExchanged => "left-right reflection",
        MapName::Vertical | MapName::VerticalExchanged => "top-bottom reflection",
        MapName::Diagonal | MapName::DiagonalExchanged => "reflection in the rising diagonal",
        MapName::Antidiagonal | MapName::AntidiagonalExchanged => "reflection in the falling diagonal",
        _ => return None,
    })
}

/// Returns true if a map of the board is one of those that a word names.
fn is_named(name: MapName, map: &BoardMap) -> bool {
    let is_point_map = |of: MapName| {
        point_map(of).is_some_and(|named| map.point().is_some_and(|point| point.name() == named))
    };
    let is_any = |of: &[MapName]| of.iter().any(|&of| is_point_map(of));
    match name {
        MapName::Symmetry | MapName::Armies => map.keeps_centre(),
        MapName::Rotations => map.keeps_centre() && map.is_turn(),
        // A problem that lacks the reflections may still have the half turn that they generate.
        MapName::Reflections => {
            map.keeps_centre() && is_any(&[MapName::Horizontal, MapName::Vertical, MapName::HalfTurn])
        }
        MapName::Diagonals => {
            map.keeps_centre() && is_any(&[MapName::Diagonal, MapName::Antidiagonal, MapName::HalfTurn])
        }
        MapName::Exchange => map.keeps_centre() && map.is_shift(),
        MapName::Shifts => map.is_shift(),
        MapName::Affine => map.is_scaling(),
        _ => map.keeps_centre() && is_point_map(name),
    }
}
