//! The subject of the search: places that can be taken, and items that the taken places must cover.

use crate::board::{Set, Sets, words_for};

/// Places and items as sets, independent of their meaning.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    /// For each place, the items that it covers.
    pub(crate) covers: Sets,
    /// For each item, the places that cover it.
    pub(crate) coverers: Sets,
    /// For each place, the places that cannot be taken together with it, including itself.
    pub(crate) excludes: Sets,
    /// Whether items are the places themselves, and the three families of sets are equal.
    pub(crate) are_places: bool,
    /// The places that may be taken.
    pub(crate) free: Vec<u64>,
    /// The items that must be covered.
    pub(crate) uncovered: Vec<u64>,
    /// The amount that taking each place adds to the cell of a choice: numbers of pieces, as the digits of a
    /// number.
    pub(crate) steps: Vec<usize>,
    /// The limits on numbers of pieces.
    pub(crate) limits: Vec<Limit<Vec<u64>>>,
    /// Permutations of the places that preserve the whole field, the identity first. They form a group.
    pub(crate) maps: Vec<Vec<u16>>,
}

/// Places that may no longer be taken once a maximum number of pieces of their kind stand.
#[derive(Debug, Clone)]
pub(crate) struct Limit<S> {
    pub(crate) places: S,
    pub(crate) stride: usize,
    pub(crate) radix: usize,
    /// The maximum number of pieces with which one of the places may still be taken; `None` if none ever may.
    pub(crate) most: Option<usize>,
}

impl<S> Limit<S> {
    /// True if a cell reaches the limit.
    #[inline(always)]
    pub(crate) fn is_reached(&self, cell: usize) -> bool {
        self.most.is_none_or(|most| cell / self.stride % self.radix > most)
    }
}

impl Field {
    pub(crate) fn places(&self) -> usize {
        self.steps.len()
    }

    /// Returns the independent parts of a field whose items are its places, such as the colours of bishops.
    /// Places of different parts are not in conflict. Each part has the maps that preserve it.
    pub(crate) fn parts(&self) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut seen = vec![0; self.covers.width()];
        for start in 0..self.places() {
            if seen.holds(start) {
                continue;
            }
            seen.add_square(start);
            let (mut part, mut next) = (vec![start], 0);
            while let Some(&place) = part.get(next) {
                next += 1;
                let mut more = self.covers[place].to_vec();
                more.subtract(&seen);
                seen.add(&more);
                part.extend(more.squares());
            }
            part.sort_unstable();
            parts.push(part);
        }
        if parts.len() == 1 {
            return vec![self.clone()];
        }
        parts.iter().map(|part| self.part(part)).collect()
    }

    /// Returns the part of these places, which are in increasing order and in conflict with none of the
    /// others.
    fn part(&self, places: &[usize]) -> Self {
        let width = words_for(places.len());
        let of = |set: &[u64]| {
            let mut part = vec![0; width];
            let held = places.iter().enumerate().filter(|(_, place)| set.holds(**place));
            held.for_each(|(number, _)| part.add_square(number));
            part
        };
        let limit = |limit: &Limit<Vec<u64>>| Limit { places: of(&limit.places), ..limit.clone() };
        let image = |map: &Vec<u16>, &place: &usize| {
            Some(places.binary_search(&usize::from(map[place])).ok()? as u16)
        };
        let maps = self.maps.iter();
        let near = Sets::new(width, places.iter().flat_map(|&place| of(&self.covers[place])).collect());
        Self {
            covers: near.clone(),
            coverers: near.clone(),
            excludes: near,
            are_places: true,
            free: of(&self.free),
            uncovered: of(&self.uncovered),
            steps: places.iter().map(|&place| self.steps[place]).collect(),
            limits: self.limits.iter().map(limit).collect(),
            maps: maps.filter_map(|map| places.iter().map(|place| image(map, place)).collect()).collect(),
        }
    }
}
