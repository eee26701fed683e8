//! The places of pieces, and the items that each place covers.

use super::field::{Field, Limit};
use crate::board::{Board, Set, Sets, words_for};
use crate::conflict::Conflicts;
use crate::feature::Feature;
use crate::problem::{Pieces, Problem, Quantity};
use crate::question::Demand;
use crate::symmetry::symmetries;

/// The group of the pieces of open number; each kind with an exact number has a later group of its own.
const OPEN: usize = 0;

/// The supported features of a problem, whatever its demand.
const KNOWN: &[Feature] = &[
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::ClosedSquares,
    Feature::AnyNumber,
    Feature::LargestNumber,
    Feature::GivenPieces,
];
/// Further supported features, which affect only conflicts.
const IN_CONFLICTS: &[Feature] = &[Feature::Groups, Feature::ExclusiveLines];
/// The maximum number of places or squares; there are no wider masks.
const MAX_PLACES: usize = 1024;
/// The maximum number of maps. With more of them, choosing among the images of a place takes longer than they
/// save.
const MAX_MAPS: usize = 12;

/// The places of a problem: squares with a kind on them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// For each place, the number of its kind among the problem's pieces, and its square.
    pub places: Vec<(usize, usize)>,
    /// For each place, the items that a piece there covers.
    pub covers: Sets,
    /// For each item, the places that cover it.
    pub coverers: Sets,
    /// For each place, the places that a piece there excludes, including itself.
    pub excludes: Sets,
    /// The places of the pieces with an open number, then those of each kind with an exact number.
    pub groups: Sets,
    /// For each place, the number of its group.
    pub group_of: Vec<usize>,
    /// For each kind with an exact number, the number of its pieces that are not pre-placed.
    pub exact: Vec<u32>,
    /// The places of pre-placed pieces.
    pub given: Vec<usize>,
    /// Permutations of the places that preserve all of this, without the identity.
    pub maps: Vec<Vec<u16>>,
}

/// True if a number is to be minimised.
pub fn is_open(pieces: &Pieces) -> bool {
    !matches!(pieces.quantity, Quantity::Exactly(_))
}

impl Places {
    /// Returns the places of a problem. `None` if it has several armies or is too large, or if it demands
    /// non-attacking pieces and has exact numbers.
    pub fn from_problem(problem: &Problem, demand: Demand) -> Option<Self> {
        let is_known = match demand {
            Demand::Nothing => {
                problem.pieces().all(is_open) && problem.has_only(&[KNOWN, IN_CONFLICTS].concat())
            }
            Demand::Dominating | Demand::Total => problem.has_only(KNOWN),
        };
        if !is_known {
            return None;
        }
        let board = problem.board();
        let kinds: Vec<&Pieces> = problem.pieces().collect();
        let open: Vec<usize> = (0..board.squares()).filter(|&at| board.is_open(board.square(at))).collect();
        let domains = kinds.iter().map(|pieces| problem.domain(pieces)).enumerate();
        let of_kind = |(kind, domain): (usize, Vec<u64>)| domain.squares().map(|at| (kind, at)).collect();
        let places: Vec<(usize, usize)> = domains.flat_map::<Vec<_>, _>(of_kind).collect();
        if places.is_empty() || places.len().max(open.len()) > MAX_PLACES {
            return None;
        }
        let covered = match demand {
            Demand::Nothing => conflicts(problem, &places),
            Demand::Dominating | Demand::Total => attacked_squares(board, &kinds, &places, &open, demand),
        };
        let of_one_square = |place: usize| find_places(&places, |other| other.1 == places[place].1);
        let items = if demand == Demand::Nothing { places.len() } else { open.len() };
        let width = words_for(places.len().max(items));
        let sets = |number: usize, of: &dyn Fn(usize) -> Vec<usize>| {
            let mut sets = Sets::empty(0, width);
            (0..number).for_each(|set| sets.push_squares(of(set)));
            sets
        };
        let covers = sets(places.len(), &|place| covered[place].clone());
        let coverers =
            sets(items, &|item| (0..places.len()).filter(|&place| covers[place].holds(item)).collect());
        let excludes = match demand {
            Demand::Nothing => covers.clone(),
            Demand::Dominating | Demand::Total => sets(places.len(), &of_one_square),
        };
        let exact: Vec<usize> = (0..kinds.len()).filter(|&kind| !is_open(kinds[kind])).collect();
        let group =
            |kind: usize| exact.iter().position(|&other| other == kind).map_or(OPEN, |exact| exact + 1);
        let groups = sets(exact.len() + 1, &|number| find_places(&places, |place| group(place.0) == number));
        let group_of = places.iter().map(|place| group(place.0)).collect();
        let given = kinds
            .iter()
            .enumerate()
            .flat_map(|(kind, pieces)| pieces.fixed.iter().map(move |&square| (kind, board.index(square))));
        let place = |place: (usize, usize)| places.iter().position(|&other| other == place);
        let given: Option<Vec<usize>> = given.map(place).collect();
        let exact = exact.iter().map(|&kind| kinds[kind].free_pieces()).collect();
        let maps = Vec::new();
        let mut found =
            Self { covers, coverers, excludes, groups, group_of, exact, given: given?, maps, places };
        let items = if demand == Demand::Nothing { None } else { Some(&open[..]) };
        let maps = symmetries(problem, true, false).into_iter().skip(1);
        found.maps = maps.filter_map(|symmetry| found.map(&symmetry.map.images, items)).collect();
        Some(found)
    }

    /// Returns a map of the squares as a map of the places; `None` if it does not preserve coverage. Items
    /// are the places, or the given squares.
    fn map(&self, images: &[u16], squares: Option<&[usize]>) -> Option<Vec<u16>> {
        let of_place =
            |&(kind, at): &(usize, usize)| self.places.binary_search(&(kind, images[at].into())).ok();
        let map: Vec<usize> = self.places.iter().map(of_place).collect::<Option<_>>()?;
        let item = |item: usize| match squares {
            None => Some(map[item]),
            Some(squares) => squares.binary_search(&images[squares[item]].into()).ok(),
        };
        let keeps = |place: usize| {
            let mut covered: Vec<Option<usize>> = self.covers[place].squares().map(item).collect();
            covered.sort_unstable();
            covered.into_iter().eq(self.covers[map[place]].squares().map(Some))
        };
        let is_kept =
            (0..map.len()).all(keeps) && self.given.iter().all(|&place| self.given.contains(&map[place]));
        is_kept.then(|| map.iter().map(|&place| place as u16).collect())
    }

    /// True if no pre-placed piece excludes another one.
    pub fn is_possible(&self) -> bool {
        let given = || self.given.iter().enumerate();
        given().all(|(number, &place)| {
            self.given[..number].iter().all(|&other| !self.excludes[other].holds(place))
        })
    }

    /// Returns the field that pre-placed pieces leave, with `open` more pieces of open number. Returns also
    /// the digit of a cell that each group's number is, as its stride and the number plus one. `None` if
    /// there are too many cells to distinguish.
    pub(super) fn field(&self, open: u32) -> Option<(Field, Vec<(usize, usize)>)> {
        let (mut digits, mut cells) = (Vec::new(), 1usize);
        for number in std::iter::once(open).chain(self.exact.iter().copied()) {
            digits.push((cells, number as usize + 1));
            cells = cells.checked_mul(number as usize + 1)?;
        }
        let full = |number: usize| {
            let mut set = vec![0; self.covers.width()];
            (0..number).for_each(|one| set.add_square(one));
            set
        };
        let (mut free, mut uncovered) = (full(self.covers.number()), full(self.coverers.number()));
        match self.is_possible() {
            true => {
                self.given.iter().for_each(|&place| {
                    free.subtract(&self.excludes[place]);
                    uncovered.subtract(&self.covers[place]);
                });
            }
            false => free.fill(0),
        }
        let limit = |(group, &(stride, radix)): (usize, &(usize, usize))| {
            let places = self.groups[group].to_vec();
            Limit { places, stride, radix, most: radix.checked_sub(2) }
        };
        let mut maps = vec![(0..self.covers.number() as u16).collect()];
        if self.maps.len() < MAX_MAPS {
            maps.extend(self.maps.iter().cloned());
        }
        let field = Field {
            covers: self.covers.clone(),
            coverers: self.coverers.clone(),
            excludes: self.excludes.clone(),
            are_places: false,
            free,
            uncovered,
            steps: self.group_of.iter().map(|&group| digits[group].0).collect(),
            limits: digits.iter().enumerate().map(limit).collect(),
            maps,
        };
        Some((field, digits))
    }

    /// Returns the number of pre-placed pieces of open number.
    pub fn given_of_open(&self) -> usize {
        self.given.iter().filter(|&&place| self.group_of[place] == OPEN).count()
    }
}

/// Returns the numbers of the places accepted by `is_asked`.
fn find_places(places: &[(usize, usize)], is_asked: impl Fn(&(usize, usize)) -> bool) -> Vec<usize> {
    (0..places.len()).filter(|&place| is_asked(&places[place])).collect()
}

/// For each place, returns the places in conflict with a piece there, including itself.
fn conflicts(problem: &Problem, places: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let conflicts = Conflicts::of_problem(problem);
    let of = |&(kind, square): &(usize, usize)| {
        find_places(places, |&(other, at)| conflicts.conflict_set(kind, square, other).holds(at))
    };
    places.iter().map(of).collect()
}

/// For each place, returns the open squares that a piece there attacks, as numbers in `open`. In domination
/// the piece's own square is included.
fn attacked_squares(
    board: &Board,
    kinds: &[&Pieces],
    places: &[(usize, usize)],
    open: &[usize],
    demand: Demand,
) -> Vec<Vec<usize>> {
    let of = |&(kind, at): &(usize, usize)| {
        let from = board.square(at);
        let own = (demand == Demand::Dominating).then_some(from);
        let attacked = kinds[kind].kind.moves().attacked_squares(board, from).chain(own);
        attacked.filter_map(|square| open.binary_search(&board.index(square)).ok()).collect()
    };
    places.iter().map(of).collect()
}
