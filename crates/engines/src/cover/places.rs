//! Where pieces can stand, and what each place covers.

use super::field::{Field, Limit};
use crate::board::{Board, Set, Sets, words_for};
use crate::conflict::Conflicts;
use crate::feature::Feature;
use crate::problem::{Pieces, Problem, Quantity};
use crate::question::Demand;
use crate::symmetry::symmetries;

/// The group of the pieces of open number; each kind of exact number is a group after it.
const OPEN: usize = 0;

/// What is read of a problem that is searched, whatever is demanded,
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
/// and what is in conflicts.
const IN_CONFLICTS: &[Feature] = &[Feature::Groups, Feature::ExclusiveLines];
/// More places or squares than this have no masks.
const MAX_PLACES: usize = 1024;
/// With more maps than this, a choice among the images of a place takes longer than what they save.
const MAX_MAPS: usize = 12;

/// The places of a problem: squares with a kind on them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// Number of the kind among the problem's pieces, and its square.
    pub places: Vec<(usize, usize)>,
    /// For each place the items that a piece there covers, for each item the places that cover it.
    pub covers: Sets,
    pub coverers: Sets,
    /// For each place those that a piece there leaves to no other one, itself among them.
    pub excludes: Sets,
    /// The places of the pieces whose number is open, and those of each kind with an exact number.
    pub groups: Sets,
    pub group_of: Vec<usize>,
    /// How many pieces of exact number are not given, by kind.
    pub exact: Vec<u32>,
    /// Given pieces.
    pub given: Vec<usize>,
    /// Permutations of the places that keep all of this, without the identity.
    pub maps: Vec<Vec<u16>>,
}

/// Whether a number is to be as small as possible.
pub fn is_open(pieces: &Pieces) -> bool {
    !matches!(pieces.quantity, Quantity::Exactly(_))
}

impl Places {
    /// `None` of problems with several armies, or too large; of those with exact numbers, if peace is asked for.
    pub fn of(problem: &Problem, demand: Demand) -> Option<Self> {
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
            Demand::Dominating | Demand::Total => attacked(board, &kinds, &places, &open, demand),
        };
        let of_one_square = |place: usize| same(&places, |other| other.1 == places[place].1);
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
        let groups = sets(exact.len() + 1, &|number| same(&places, |place| group(place.0) == number));
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

    /// A map of the squares as one of the places; `None` if it does not keep what they cover. Items are places, or these squares.
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

    /// Whether no given piece excludes another one.
    pub fn is_possible(&self) -> bool {
        let given = || self.given.iter().enumerate();
        given().all(|(number, &place)| {
            self.given[..number].iter().all(|&other| !self.excludes[other].holds(place))
        })
    }

    /// What is left to be covered beside the given pieces, with so many more of open number; and the part of a cell that each
    /// group's number is, as its stride and one more than the number. `None` if these are too many to be told apart.
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

    /// How many of the given pieces are of open number.
    pub fn given_of_open(&self) -> usize {
        self.given.iter().filter(|&&place| self.group_of[place] == OPEN).count()
    }
}

/// The numbers of those places that are as asked for.
fn same(places: &[(usize, usize)], is_asked: impl Fn(&(usize, usize)) -> bool) -> Vec<usize> {
    (0..places.len()).filter(|&place| is_asked(&places[place])).collect()
}

/// For each place the places where no other piece can be at peace with one there, itself among them.
fn conflicts(problem: &Problem, places: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let conflicts = Conflicts::of_problem(problem);
    let of = |&(kind, square): &(usize, usize)| {
        same(places, |&(other, at)| conflicts.of(kind, square, other).holds(at))
    };
    places.iter().map(of).collect()
}

/// For each place the open squares, by their place in the list, that a piece there attacks; in domination its own one too.
fn attacked(
    board: &Board,
    kinds: &[&Pieces],
    places: &[(usize, usize)],
    open: &[usize],
    demand: Demand,
) -> Vec<Vec<usize>> {
    let of = |&(kind, at): &(usize, usize)| {
        let from = board.square(at);
        let own = (demand == Demand::Dominating).then_some(from);
        let attacked = kinds[kind].kind.moves().attacked(board, from).chain(own);
        attacked.filter_map(|square| open.binary_search(&board.index(square)).ok()).collect()
    };
    places.iter().map(of).collect()
}
