//! The first placements: independent units, each representing all its images under the symmetries.
//!
//! The squares fall into *orbits* under the maps that preserve the instance; an orbit has at most eight
//! squares here. The class that is placed first decides them orbit by orbit: which of the orbit's squares
//! hold one of its pieces? The set of partial placements that have decided the same orbits is closed under
//! the maps. So one of each class of equivalent partial placements is kept, with their number as its weight.
//! This needs no table of earlier placements. The maps that preserve a partial placement, its *stabiliser*,
//! are known; only siblings can be equivalent; and of equivalent siblings the one whose chosen squares are
//! lowest is kept. The stabiliser of a child is passed on to the next orbit and the next class. If it is
//! trivial, every further step would have weight one; from there on the engine's own search continues, step
//! by step.
//!
//! On a cylinder or torus the orbits of translations are large. If it gains more, a first piece is *pointed*
//! there: the number of placements with a piece of the class on a square is summed over the squares. If the
//! class has `n` pieces, this counts each placement `n` times. The number is the same along an orbit (on a
//! torus: everywhere), so one representative square is enough, with the orbit's size as weight; the total is
//! divided by `n`. The maps that preserve the representative, again at most eight, are used as above.
//!
//! Heavy units are split before light ones until all are small compared with the whole. The order depends
//! only on the instance, not on threads or timing, so a unit's number means the same everywhere. The engine
//! makes its own decisions through a [`Guide`]: which squares to decide first, how its search continues, and
//! what the search costs.

use crate::board::{Set, Sets};
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, UnitFacts};
use crate::engines::tuning::Granularity;
use num_bigint::BigUint;
use std::collections::BinaryHeap;

/// The minimum expected cost of a unit that is split (see [`Guide::cost`]), some tens of microseconds.
const MIN_SPLIT_NS: f64 = 50_000.0;
/// The minimum expected cost of a unit that is split if symmetry is left.
const MIN_SYMMETRIC_SPLIT_NS: f64 = 30_000.0;
/// The maximum share of the whole in a unit, so that hundreds of cores end together.
const MAX_UNIT_SHARE: f64 = 1.0 / 4096.0;
/// The maximum cost of a unit (about a second), so that progress is visible and a stop loses little.
const MAX_UNIT_NS: f64 = 1e9;
/// The maximum number of units for one number, not counting further children of the last one split.
pub const MAX_UNITS: usize = 1 << 17;

/// An engine's decisions from a partial placement on.
pub(crate) trait Guide {
    /// Returns the rank of an orbit; orbits are decided by increasing rank.
    fn rank(&self, orbit: &[usize]) -> (usize, usize);
    /// Returns the expected cost of the search from here on, in approximate nanoseconds; `None` if it cannot
    /// find anything.
    fn cost(&self, placed: usize, free: &Sets) -> Option<f64>;
    /// Returns the next partial placements of the search: the number of further pieces of each, and the
    /// squares that it leaves free.
    fn branches(&self, placed: usize, free: &Sets) -> Vec<(usize, Sets)>;
}

/// A weighted partial placement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Unit {
    /// The number of pieces that already stand.
    pub(crate) placed: usize,
    /// The squares still free for each class; for the current class only the undecided squares.
    pub(crate) free: Sets,
    /// The number of equivalent placements that the unit represents.
    pub(crate) weight: u64,
    /// The expected cost.
    pub(crate) work: f64,
}

impl Unit {
    /// Writes the unit as bytes: the number of standing pieces, and the squares free for each class.
    pub(crate) fn describe(&self, into: &mut Vec<u8>) {
        into.extend_from_slice(&(self.placed as u32).to_le_bytes());
        self.free.words().iter().for_each(|word| into.extend_from_slice(&word.to_le_bytes()));
    }

    /// Returns the number of bytes held.
    pub(crate) fn memory(&self) -> usize {
        size_of::<Self>() + size_of_val(self.free.words())
    }
}

/// All units of an instance.
#[derive(Debug, Clone)]
pub(crate) struct Units {
    pub(crate) units: Vec<Unit>,
    /// The divisor of the weighted sum.
    pub(crate) divisor: u64,
    /// Whether splitting ended because there were enough units.
    pub(crate) is_coarse: bool,
}

impl Units {
    /// Returns the facts of a counter of these units, for an engine with this name and version.
    pub(crate) fn facts(&self, engine: (&'static str, u32), kernel: Kernel, factor: BigUint) -> Facts {
        let fact = |unit: &Unit| UnitFacts { weight: unit.weight, work: unit.work };
        let units = self.units.iter().map(fact).collect();
        let (is_coarse, divisor) = (self.is_coarse, self.divisor);
        Facts { units, is_coarse, divisor, factor, ..Facts::with_costs(engine, kernel, Vec::new()) }
    }
}

/// The maps that preserve some first placement, and the squares' orbits under them.
pub(crate) struct Orbits {
    maps: Vec<Vec<u16>>,
    orbits: Vec<Orbit>,
}

/// Squares that the maps permute.
pub(crate) struct Orbit {
    pub(crate) squares: Vec<usize>,
    /// `images[map][place]` is the place in `squares` to which the map moves `squares[place]`.
    images: Vec<Vec<u8>>,
}

/// A partial placement that will become a unit.
struct UnitSeed {
    unit: Unit,
    /// The maps of its frame that preserve it, as bits.
    stabiliser: u64,
    /// The first orbit that the current class has not decided.
    orbit: usize,
    frame: usize,
}

impl Orbits {
    /// Computes the orbits of `squares` squares, by increasing rank.
    pub(crate) fn new(
        maps: Vec<Vec<u16>>,
        squares: usize,
        rank: &dyn Fn(&[usize]) -> (usize, usize),
    ) -> Self {
        let mut seen = vec![false; squares];
        let mut orbits = Vec::new();
        for square in 0..squares {
            if seen[square] {
                continue;
            }
            let mut orbit: Vec<usize> = maps.iter().map(|map| map[square] as usize).collect();
            orbit.sort_unstable();
            orbit.dedup();
            orbit.iter().for_each(|&square| seen[square] = true);
            let place_of =
                |square: u16| orbit.iter().position(|&other| other == square as usize).unwrap_or(0) as u8;
            let images =
                maps.iter().map(|map| orbit.iter().map(|&square| place_of(map[square])).collect()).collect();
            orbits.push(Orbit { squares: orbit, images });
        }
        orbits.sort_by_key(|orbit| rank(&orbit.squares));
        Self { maps, orbits }
    }

    /// Returns the orbits in the order in which they are decided.
    pub(crate) fn orbits(&self) -> &[Orbit] {
        &self.orbits
    }
}

/// Splits an instance whose classes are in search order.
pub(crate) struct Splitter<'a> {
    instance: &'a Instance,
    guide: &'a dyn Guide,
    /// The class of each piece.
    steps: &'a [usize],
    /// Whether the first class is pointed.
    pointed: bool,
    /// The orbits under the maps that preserve each first placement.
    frames: Vec<Orbits>,
}

impl<'a> Splitter<'a> {
    pub(crate) fn new(
        instance: &'a Instance,
        guide: &'a dyn Guide,
        steps: &'a [usize],
        pointed: bool,
    ) -> Self {
        Self { instance, guide, steps, pointed, frames: Vec::new() }
    }

    /// Returns the units.
    pub(crate) fn split(mut self, Granularity { max_units, finest, .. }: Granularity) -> Units {
        let (divisor, roots) = if self.pointed {
            (u64::from(self.instance.classes[self.steps[0]].pieces), self.pointed_roots())
        } else {
            (1, self.central_root())
        };
        // The sum is updated as units are split, because finer units have better estimates.
        let mut total: f64 = roots.iter().map(|root| root.unit.work).sum();
        let smallest_symmetric = if finest { 0.0 } else { MIN_SYMMETRIC_SPLIT_NS };
        let mut heap: BinaryHeap<HeapEntry> = BinaryHeap::new();
        let mut number = 0;
        let mut push = |heap: &mut BinaryHeap<HeapEntry>, node| {
            heap.push(HeapEntry { node, number });
            number += 1;
        };
        roots.into_iter().for_each(|root| push(&mut heap, root));
        let mut units = Vec::new();
        let mut is_coarse = false;
        while let Some(HeapEntry { node, .. }) = heap.pop() {
            let work = node.unit.work;
            let largest =
                if finest { 0.0 } else { (total * MAX_UNIT_SHARE).clamp(MIN_SPLIT_NS, MAX_UNIT_NS) };
            let worth_it = work > largest || (node.stabiliser.count_ones() > 1 && work > smallest_symmetric);
            let can_split = self.steps.len() - node.unit.placed > 2;
            let has_room = heap.len() + units.len() < max_units;
            is_coarse |= worth_it && can_split && !has_room;
            if worth_it && can_split && has_room {
                total -= work;
                for child in self.children(&node) {
                    total += child.unit.work;
                    push(&mut heap, child);
                }
            } else {
                units.push(node.unit);
            }
        }
        Units { units, divisor, is_coarse }
    }

    /// Returns the empty placement, with the maps that preserve the centre of the board.
    fn central_root(&mut self) -> Vec<UnitSeed> {
        let maps = self.instance.maps[..self.instance.central_maps].to_vec();
        self.frames.push(self.orbits(maps));
        self.node(0, 0, self.instance.allowed_squares(), 1, self.all_maps(0), 0).into_iter().collect()
    }

    /// Returns the placements of one piece of the first class on a representative of each orbit of all maps.
    fn pointed_roots(&mut self) -> Vec<UnitSeed> {
        let class = self.steps[0];
        let mut undecided = self.instance.classes[class].allowed.clone();
        let mut roots = Vec::new();
        while let Some(square) = undecided.lowest() {
            let mut orbit = vec![0; undecided.len()];
            self.instance.maps.iter().for_each(|map| orbit.add_square(map[square] as usize));
            undecided.subtract(&orbit);
            let keeps = |map: &&Vec<u16>| map[square] as usize == square;
            let maps: Vec<Vec<u16>> = self.instance.maps.iter().filter(keeps).cloned().collect();
            let frame = self.frames.len();
            self.frames.push(self.orbits(maps));
            let mut free = self.instance.allowed_squares();
            free.subtract(self.instance.conflicts.row(class, square));
            let weight = u64::from(orbit.size());
            roots.extend(self.node(1, 0, free, weight, self.all_maps(frame), frame));
        }
        roots
    }

    fn orbits(&self, maps: Vec<Vec<u16>>) -> Orbits {
        Orbits::new(maps, self.instance.conflicts.squares(), &|orbit| self.guide.rank(orbit))
    }

    fn all_maps(&self, frame: usize) -> u64 {
        (0..self.frames[frame].maps.len()).fold(0, |bits, map| bits | 1 << map)
    }

    /// Returns a partial placement as a node; `None` if it is hopeless.
    fn node(
        &self,
        placed: usize,
        orbit: usize,
        free: Sets,
        weight: u64,
        stabiliser: u64,
        frame: usize,
    ) -> Option<UnitSeed> {
        let work = self.guide.cost(placed, &free)?;
        let unit = Unit { placed, free, weight, work };
        Some(UnitSeed { unit, stabiliser, orbit, frame })
    }

    /// Returns the partial placements that decide one thing more, up to the node's stabiliser.
    fn children(&self, node: &UnitSeed) -> Vec<UnitSeed> {
        if node.stabiliser.count_ones() > 1 {
            return self.decide_orbit(node);
        }
        let Unit { placed, free, weight, .. } = &node.unit;
        let branches = self.guide.branches(*placed, free).into_iter();
        let child = |(more, free)| self.node(placed + more, 0, free, *weight, node.stabiliser, node.frame);
        branches.filter_map(child).collect()
    }

    /// Returns one of each class of equivalent ways to take squares of the next orbit for the current class.
    fn decide_orbit(&self, node: &UnitSeed) -> Vec<UnitSeed> {
        let Unit { placed, free, .. } = &node.unit;
        let class = self.steps[*placed];
        let orbits = &self.frames[node.frame].orbits;
        let is_free = |orbit: &Orbit| orbit.squares.iter().any(|&square| free[class].holds(square));
        let Some(skipped) = orbits[node.orbit..].iter().position(is_free) else { return Vec::new() };
        let orbit = &orbits[node.orbit + skipped];
        let next_orbit = node.orbit + skipped + 1;
        let left = self.steps[*placed..].iter().take_while(|&&other| other == class).count();
        let mut children = Vec::new();
        let mut choices = vec![(0u64, 0, free.clone())];
        // Depth first over the places of the orbit: take a square if it is still free, or leave it.
        while let Some((chosen, place, mut masks)) = choices.pop() {
            if let Some(&square) = orbit.squares.get(place) {
                if masks[class].holds(square) && (chosen.count_ones() as usize) < left {
                    let mut with = masks.clone();
                    with.subtract(self.instance.conflicts.row(class, square));
                    choices.push((chosen | 1 << place, place + 1, with));
                }
                masks[class].remove_square(square);
                choices.push((chosen, place + 1, masks));
                continue;
            }
            let Some((weight, stabiliser)) = canonical(orbit, chosen, node.stabiliser) else { continue };
            let pieces = chosen.count_ones() as usize;
            let first_orbit = if pieces == left { 0 } else { next_orbit };
            let weight = node.unit.weight * weight;
            children.extend(self.node(placed + pieces, first_orbit, masks, weight, stabiliser, node.frame));
        }
        children
    }
}

/// Returns the number of images of `chosen` under the maps, and the maps that preserve it; `None` if an image
/// is lower.
pub(crate) fn canonical(orbit: &Orbit, chosen: u64, stabiliser: u64) -> Option<(u64, u64)> {
    let mut kept = 0;
    for map in [stabiliser].squares() {
        let image = [chosen].squares().fold(0u64, |image, place| image | 1 << orbit.images[map][place]);
        if image < chosen {
            return None;
        }
        kept |= u64::from(image == chosen) << map;
    }
    Some((u64::from(stabiliser.count_ones() / kept.count_ones()), kept))
}

/// Returns the class whose first piece is pointed, if this gains more than the maps that preserve the centre.
///
/// This class must then be placed first.
pub(crate) fn pointed_class(instance: &Instance) -> Option<usize> {
    if instance.maps.len() == instance.central_maps {
        return None;
    }
    let (class, fewest) = instance.classes.iter().enumerate().min_by_key(|(_, class)| class.pieces)?;
    let gain = instance.maps.len() / fewest.pieces as usize;
    (gain > instance.central_maps).then_some(class)
}

/// An entry of the heap: the heaviest first, and the oldest of equals.
struct HeapEntry {
    node: UnitSeed,
    number: usize,
}

impl Ord for HeapEntry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.node.unit.work.total_cmp(&other.node.unit.work).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for HeapEntry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for HeapEntry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for HeapEntry {}
