//! The items of the search: places, each of them a kind on a square, and the conflicts between them.
//!
//! For a whole problem, a place is a single piece. For the placements that symmetries fix, it is an orbit of
//! such places, which is taken as a whole or not at all. An orbit with a conflict within itself is never
//! taken, but has to be attacked like any other.

use crate::board::{Set, Sets, words_for};
use crate::engines::cover::{Field, Limit};
use crate::engines::instance::Instance;
use crate::problem::{Pieces, Problem, Quantity};
use crate::symmetry::{self, Symmetry};

/// The numbers of pieces that are counted separately, as the digits of a number: the cell of a placement.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    /// One digit for each kind of the problem. A kind whose number does not matter has a digit with a single
    /// value.
    pub(super) digits: Vec<Digit>,
    /// Number of cells.
    pub(super) cells: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Digit {
    stride: usize,
    radix: usize,
}

impl Digit {
    pub(super) fn value(self, cell: usize) -> usize {
        cell / self.stride % self.radix
    }
}

/// The maximum number of cells that each unit keeps.
const MAX_CELLS: usize = 1 << 16;

impl Numbers {
    /// Returns the numbers of an instance with all kinds of a problem; `None` if there are too many cells.
    fn new(problem: &Problem, instance: &Instance, by_number: bool) -> Option<Self> {
        let (mut digits, mut cells) = (Vec::new(), 1);
        for (kind, pieces) in problem.pieces().enumerate() {
            let most = match pieces.quantity {
                Quantity::Exactly(_) => pieces.free_pieces() as usize,
                Quantity::Within(_) | Quantity::Any if !by_number => 0,
                Quantity::Within(_) | Quantity::Any | Quantity::Max => instance.cliques(kind) as usize,
            };
            digits.push(Digit { stride: cells, radix: most + 1 });
            cells = (most + 1).checked_mul(cells).filter(|&cells| cells <= MAX_CELLS)?;
        }
        Some(Self { digits, cells })
    }

    /// Returns the cell of the union of two placements; `None` if a number would be too large.
    pub(super) fn union_cell(&self, one: usize, other: usize) -> Option<usize> {
        let fits = |digit: &Digit| digit.value(one) + digit.value(other) < digit.radix;
        self.digits.iter().all(fits).then_some(one + other)
    }

    /// Returns true if the pieces of a kind have a digit with several values.
    fn tells(&self, kind: usize) -> bool {
        self.digits[kind].radix > 1
    }
}

/// A problem as places.
pub(super) struct Places {
    pub(super) whole: Field,
    pub(super) numbers: Numbers,
    /// The place of each kind on each square, if there is one.
    numbered: Vec<Option<u16>>,
    squares: usize,
    /// The kind and the square of each place.
    places: Vec<(usize, usize)>,
    /// The exact number of each kind, if it has one.
    exact: Vec<Option<usize>>,
}

impl Places {
    /// Returns all places of an instance with all kinds of a problem; `None` if there are too many cells.
    pub(super) fn new(problem: &Problem, instance: &Instance, by_number: bool) -> Option<Self> {
        let numbers = Numbers::new(problem, instance, by_number)?;
        let squares = instance.conflicts.squares();
        let of_kind = |(kind, class): (usize, &'_ crate::engines::instance::Class)| {
            class.allowed.squares().map(|square| (kind, square)).collect::<Vec<_>>()
        };
        let places: Vec<(usize, usize)> = instance.classes.iter().enumerate().flat_map(of_kind).collect();
        let mut numbered = vec![None; instance.classes.len() * squares];
        for (place, &(kind, square)) in places.iter().enumerate() {
            numbered[kind * squares + square] = Some(place as u16);
        }
        let width = words_for(places.len());
        let mut near = Sets::empty(places.len(), width);
        for (place, &(kind, square)) in places.iter().enumerate() {
            for other in 0..instance.classes.len() {
                let others = instance.conflicts.conflict_set(kind, square, other).squares();
                let others = others.filter_map(|at| numbered[other * squares + at]);
                others.for_each(|other| near[place].add_square(other as usize));
            }
        }
        let exact = |pieces: &Pieces| match pieces.quantity {
            Quantity::Exactly(_) => Some(pieces.free_pieces() as usize),
            Quantity::Within(_) | Quantity::Any | Quantity::Max => None,
        };
        let exact: Vec<Option<usize>> = problem.pieces().map(exact).collect();
        let maps = instance.maps[..instance.central_maps].iter();
        let image = |map: &Vec<u16>, &(kind, square): &(usize, usize)| {
            numbered[kind * squares + map[square] as usize]
        };
        let maps = maps.filter_map(|map| places.iter().map(|place| image(map, place)).collect()).collect();
        let mut open = vec![0; width];
        (0..places.len()).for_each(|place| open.add_square(place));
        let all: Vec<Vec<usize>> = (0..places.len()).map(|place| vec![place]).collect();
        let mut this = Self {
            whole: field((near, maps), (open.clone(), open), Vec::new(), Vec::new()),
            numbers,
            numbered,
            squares,
            places,
            exact,
        };
        this.whole.steps = this.steps(&all);
        this.whole.limits = this.limits(&all, width);
        Some(this)
    }

    /// Returns the difference that each orbit of places makes to the cell.
    fn steps(&self, orbits: &[Vec<usize>]) -> Vec<usize> {
        let step = |&place: &usize| {
            let kind = self.places[place].0;
            if self.numbers.tells(kind) { self.numbers.digits[kind].stride } else { 0 }
        };
        orbits.iter().map(|orbit| orbit.iter().map(step).sum()).collect()
    }

    /// Returns, for each kind with an exact number, its orbits, grouped by their number of pieces of the
    /// kind.
    fn limits(&self, orbits: &[Vec<usize>], width: usize) -> Vec<Limit<Vec<u64>>> {
        let mut limits: Vec<Limit<Vec<u64>>> = Vec::new();
        let exact = self.exact.iter().enumerate().filter_map(|(kind, exact)| Some((kind, (*exact)?)));
        for (kind, exact) in exact {
            let Digit { stride, radix } = self.numbers.digits[kind];
            for (number, orbit) in orbits.iter().enumerate() {
                let pieces = orbit.iter().filter(|&&place| self.places[place].0 == kind).count();
                if pieces == 0 {
                    continue;
                }
                let most = exact.checked_sub(pieces);
                let same = limits
                    .iter_mut()
                    .find(|limit| (limit.stride, limit.radix, limit.most) == (stride, radix, most));
                match same {
                    Some(limit) => limit.places.add_square(number),
                    None => {
                        let mut places = vec![0; width];
                        places.add_square(number);
                        limits.push(Limit { places, stride, radix, most });
                    }
                }
            }
        }
        limits
    }

    /// Returns the effect of a symmetry on places; `None` if it does not keep them.
    fn images(&self, problem: &Problem, symmetry: &Symmetry) -> Option<Vec<u16>> {
        let kinds = symmetry.pieces(problem);
        let image = |&(kind, square): &(usize, usize)| {
            self.numbered[kinds[kind] * self.squares + usize::from(symmetry.map.images[square])]
        };
        self.places.iter().map(image).collect()
    }

    /// Returns the field of the placements that these symmetries, and so their whole group, fix; `None` if
    /// they do not keep the problem.
    pub(super) fn kept_by(&self, problem: &Problem, symmetries: &[&Symmetry]) -> Option<Field> {
        let images: Option<Vec<Vec<u16>>> =
            symmetries.iter().map(|symmetry| self.images(problem, symmetry)).collect();
        let images = images?;
        let images: Vec<&[u16]> = images.iter().map(Vec::as_slice).collect();
        let orbits = symmetry::orbits(self.places.len(), &images);
        let width = words_for(orbits.len());
        let mut orbit_of = vec![0; self.places.len()];
        for (number, orbit) in orbits.iter().enumerate() {
            orbit.iter().for_each(|&place| orbit_of[place] = number);
        }
        let mut near = Sets::empty(orbits.len(), width);
        let (mut open, mut all) = (vec![0; width], vec![0; width]);
        for (number, orbit) in orbits.iter().enumerate() {
            near[number].add_square(number);
            // Symmetries keep the conflicts, so one place of an orbit represents all.
            let others = &self.whole.covers[orbit[0]];
            let is_at_peace = orbit[1..].iter().all(|&place| !others.holds(place));
            all.add_square(number);
            if is_at_peace {
                open.add_square(number);
            }
            others.squares().for_each(|place| near[number].add_square(orbit_of[place]));
        }
        let maps = vec![(0..orbits.len() as u16).collect()];
        Some(field((near, maps), (open, all), self.steps(&orbits), self.limits(&orbits, width)))
    }

    /// Returns the numbers of pieces of a cell, kind by kind, if they meet the exact numbers.
    pub(super) fn numbers_of(&self, cell: usize) -> Option<Vec<usize>> {
        let number = |(digit, exact): (&Digit, &Option<usize>)| {
            let number = digit.value(cell);
            exact.is_none_or(|exact| exact == number).then_some(number)
        };
        self.numbers.digits.iter().zip(&self.exact).map(number).collect()
    }
}

/// Returns the field in which each place covers and excludes itself and all places in conflict with it.
fn field(
    (near, maps): (Sets, Vec<Vec<u16>>),
    (free, uncovered): (Vec<u64>, Vec<u64>),
    steps: Vec<usize>,
    limits: Vec<Limit<Vec<u64>>>,
) -> Field {
    let (covers, coverers) = (near.clone(), near.clone());
    Field { covers, coverers, excludes: near, are_places: true, free, uncovered, steps, limits, maps }
}
