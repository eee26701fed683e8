//! The first placements: independent units, each standing for all its mirror images.
//!
//! The squares fall into *orbits* under the maps that keep the instance; an orbit has at most eight squares here.
//! The class that is placed first decides them orbit by orbit: which of the orbit's squares hold one of its pieces?
//! The set of partial placements that have decided the same orbits is closed under the maps, so that of each set of
//! equivalent ones a single one is kept, with their number as its weight. No table of what was seen is needed: the
//! maps that keep a partial placement, its *stabiliser*, are known, only siblings can be equivalent, and of
//! equivalent siblings the one whose chosen squares are lowest is kept. What is left of the stabiliser goes on to
//! the next orbit and the next class. Where it is trivial, every further step would weigh one; from there on the
//! engine's own search goes on, step by step.
//!
//! On a cylinder or torus the orbits of translations are large. There, if it gains more, a first piece is *pointed
//! at*: sum over the squares of the number of placements with a piece of the class there, and each placement of `n`
//! of them is counted `n` times. That number is the same along an orbit (on a torus: everywhere), so one
//! representative square is enough, with the orbit's size as weight; the total is divided by `n`. The maps
//! that keep the representative, at most eight again, go on as above.
//!
//! Heavy units are split before light ones until they are small against the whole. The order is fixed by the
//! instance alone, not by threads or timing, so a unit's number means the same everywhere. What depends on the engine
//! (which squares to decide first, how its search goes on, what that costs) it says as a [`Guide`].

use crate::board::{Set, Sets};
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, UnitFacts};
use crate::engines::tuning::Granularity;
use num_bigint::BigUint;
use std::collections::BinaryHeap;

/// A unit is not split below this expected cost (see [`Guide::cost`]), which is some tens of microseconds.
const MIN_SPLIT_NS: f64 = 50_000.0;
/// With symmetry left to use, splitting pays down to this cost.
const MIN_SYMMETRIC_SPLIT_NS: f64 = 30_000.0;
/// A unit costs at most this share of the whole, so that hundreds of cores end together.
const MAX_UNIT_SHARE: f64 = 1.0 / 4096.0;
/// And at most this much (about a second), so that progress moves and a stop loses little.
const MAX_UNIT_NS: f64 = 1e9;
/// But there are at most this many units for one number, give or take the children of one.
pub const MAX_UNITS: usize = 1 << 17;

/// How an engine goes on from a partial placement.
pub(crate) trait Guide {
    /// Orbits are decided by increasing rank.
    fn rank(&self, orbit: &[usize]) -> (usize, usize);
    /// What the search is expected to cost from here on, in about nanoseconds; `None` if nothing can come of it.
    fn cost(&self, placed: usize, free: &Sets) -> Option<f64>;
    /// The partial placements that the search makes next: how many pieces each has more, and what it leaves free.
    fn branches(&self, placed: usize, free: &Sets) -> Vec<(usize, Sets)>;
}

/// A weighted partial placement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Unit {
    /// How many pieces stand already.
    pub(crate) placed: usize,
    /// The squares still free for each class; for the current class only those not decided yet.
    pub(crate) free: Sets,
    /// How many placements of this kind it stands for.
    pub(crate) weight: u64,
    /// Expected cost.
    pub(crate) work: f64,
}

impl Unit {
    /// As bytes: the pieces that stand, and the squares free for each class.
    pub(crate) fn describe(&self, into: &mut Vec<u8>) {
        into.extend_from_slice(&(self.placed as u32).to_le_bytes());
        self.free.words().iter().for_each(|word| into.extend_from_slice(&word.to_le_bytes()));
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        size_of::<Self>() + size_of_val(self.free.words())
    }
}

/// All units of an instance.
#[derive(Debug, Clone)]
pub(crate) struct Units {
    pub(crate) units: Vec<Unit>,
    /// What the weighted sum must be divided by.
    pub(crate) divisor: u64,
    /// Whether splitting ended because there were enough units.
    pub(crate) is_coarse: bool,
}

impl Units {
    /// What a counter of them says of itself, by an engine of this name and version.
    pub(crate) fn facts(&self, engine: (&'static str, u32), kernel: Kernel, factor: BigUint) -> Facts {
        let fact = |unit: &Unit| UnitFacts { weight: unit.weight, work: unit.work };
        let units = self.units.iter().map(fact).collect();
        let (is_coarse, divisor) = (self.is_coarse, self.divisor);
        Facts { units, is_coarse, divisor, factor, ..Facts::plain(engine, kernel, Vec::new()) }
    }
}

/// The maps that keep some first placement, and the squares' orbits under them.
pub(crate) struct Orbits {
    maps: Vec<Vec<u16>>,
    orbits: Vec<Orbit>,
}

/// Squares that the maps carry to each other.
pub(crate) struct Orbit {
    pub(crate) squares: Vec<usize>,
    /// `images[map][place]` is the place in `squares` that the map carries `squares[place]` to.
    images: Vec<Vec<u8>>,
}

/// A partial placement on its way to become a unit.
struct UnitSeed {
    unit: Unit,
    /// The maps of its frame that keep it, as bits.
    stabiliser: u64,
    /// The first orbit that the current class has not decided.
    orbit: usize,
    frame: usize,
}

impl Orbits {
    /// Of so many squares, by increasing rank.
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

    /// In the order in which they are decided.
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
    /// Whether the first class is pointed at.
    pointed: bool,
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

    /// The units.
    pub(crate) fn split(mut self, Granularity { max_units, finest, .. }: Granularity) -> Units {
        let (divisor, roots) = if self.pointed {
            (u64::from(self.instance.classes[self.steps[0]].pieces), self.pointed_roots())
        } else {
            (1, self.central_root())
        };
        // The sum of the units as they are split: finer ones are better estimated.
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

    /// The empty placement, with the maps that keep the centre of the board.
    fn central_root(&mut self) -> Vec<UnitSeed> {
        let maps = self.instance.maps[..self.instance.central_maps].to_vec();
        self.frames.push(self.orbits(maps));
        self.node(0, 0, self.instance.allowed(), 1, self.all_maps(0), 0).into_iter().collect()
    }

    /// One piece of the first class on a representative of each orbit of all maps.
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
            let mut free = self.instance.allowed();
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

    /// A partial placement, unless it is hopeless.
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

    /// The partial placements that decide one thing more, up to the node's stabiliser.
    fn children(&self, node: &UnitSeed) -> Vec<UnitSeed> {
        if node.stabiliser.count_ones() > 1 {
            return self.decide_orbit(node);
        }
        let Unit { placed, free, weight, .. } = &node.unit;
        let branches = self.guide.branches(*placed, free).into_iter();
        let child = |(more, free)| self.node(placed + more, 0, free, *weight, node.stabiliser, node.frame);
        branches.filter_map(child).collect()
    }

    /// Every way to take squares of the next orbit for the current class, one of each equivalent few.
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
        // Depth first over the places of the orbit: take it if it is still free, or leave it.
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

/// How many sets of places the maps make of `chosen`, and the maps that keep it; `None` if one of them is lower.
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

/// The class to point at with its first piece, where that gains more than the maps that keep the centre.
///
/// It is the class that must then be placed first.
pub(crate) fn pointed_class(instance: &Instance) -> Option<usize> {
    if instance.maps.len() == instance.central_maps {
        return None;
    }
    let (class, fewest) = instance.classes.iter().enumerate().min_by_key(|(_, class)| class.pieces)?;
    let gain = instance.maps.len() / fewest.pieces as usize;
    (gain > instance.central_maps).then_some(class)
}

/// Orders the heap: the heaviest first, the oldest of equals.
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
