//! Placements up to symmetry, by the lemma that is not Burnside's.
//!
//! The number of classes of placements under a group of maps is the mean, over the maps, of the number of
//! placements that the map fixes. A placement fixed by a map is a union of the map's *cycles* of squares,
//! each wholly empty or wholly filled with pieces of one kind. So these placements are placements on a
//! smaller board, the quotient, whose squares are the cycles. A cycle is open to a kind if pieces of the kind
//! on its squares do not attack each other. Two cycles are in conflict if any two of their squares are.
//! Cycles differ in length, and a cycle of length two holds two pieces. The pieces are shared among the
//! lengths in every possible way, and each way is an instance like any other, counted by cells or rows. These
//! instances are small compared with the whole problem (a map of order two leaves half the squares). So each
//! is made only when it is counted, by one thread.
//!
//! A placement fixed by several maps at once is fixed by the group that they generate. The quotient then has
//! that group's *orbits* instead of cycles; for a single map the orbits are its cycles.
//!
//! If opposing armies of the same pieces may be exchanged, a symmetry is a map together with a permutation of
//! the armies. A placement fixed by it is determined by one army of each cycle of armies: the others are its
//! images. So the cycles are those of (class, square) pairs, and a class of the quotient represents a whole
//! cycle of classes.
//!
//! **Translations.** Push every placement on a plain board towards a corner until it touches both edges
//! there. In each set of placements that are shifts of each other, without losing a piece, exactly one
//! touches them. The placements that touch neither the first row nor the first column are those of the board
//! with one row and one column less. So by inclusion and exclusion their number is
//! `F(r, c) - F(r-1, c) - F(r, c-1) + F(r-1, c-1)`. With symmetry in addition, a map acts on the *content* of
//! a placement, which is the placement without its empty borders. The map fixes a placement up to shifts if
//! it fixes the content in the smallest box around it. Summed over all sizes of boxes the terms telescope
//! again. A direction in which the map exchanges the two borders counts `F(n) + F(n-1)`, any other
//! `F(n) - F(n-1)`, where `F` counts the placements fixed by the map on the smaller board. A map that
//! exchanges rows and columns ties both directions together ([`fixed_boards`]).
//!
//! (Cauchy 1845, Frobenius 1887; known from W. Burnside's *Theory of Groups of Finite Order*.)

use super::choose;
use crate::board::{PointMap, Set};
use crate::conflict::Conflicts;
use crate::engines::Engine;
use crate::engines::RunError;
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::instance::{Class, Instance};
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::model::MeanField;
use crate::engines::random::Random;
use crate::engines::run::Run;
use crate::engines::tally::{Counts, UnitCount};
use crate::engines::technique::LeafInstance;
use crate::engines::tuning::Granularity;
use crate::engines::tuning::Tuning;
use crate::problem::Problem;
use crate::symmetry::Symmetry;

/// Returns the boards whose placements add up to those fixed by a map, up to translations. Each has the
/// numbers of rows and columns that it lacks, and whether its count is added or subtracted.
pub(crate) fn fixed_boards(map: PointMap) -> Vec<((usize, usize), bool)> {
    if map.transpose {
        // A diagonal reflection sends each border to an adjacent one; a quarter turn sends it to all others
        // in turn.
        let is_turn = map.flip_rows != map.flip_cols;
        return vec![((0, 0), true), ((1, 1), is_turn)];
    }
    let mut boards = Vec::new();
    for rows in 0..2 {
        for cols in 0..2 {
            let is_added = (rows == 0 || map.flip_rows) == (cols == 0 || map.flip_cols);
            boards.push(((rows, cols), is_added));
        }
    }
    boards
}

/// The maximum number of ways to share the pieces among the cycles. Each way is an instance.
const MAX_WAYS: usize = 1 << 20;
/// A way is counted by one thread; it is split only to use its buffers well.
const GRANULARITY: Granularity = Granularity { max_units: 64, finest: false, shared: false };

/// The placements fixed by symmetries, ready to be counted, with a unit for each way to share the pieces.
pub(crate) struct FixedPlacements {
    /// The quotient, with a class for each cycle of classes and each length of cycles of squares. A cycle of
    /// squares is numbered by its lowest square. The numbers of pieces are in `ways`.
    quotient: Instance,
    /// For each way, the number of cycles of each class that hold a piece.
    ways: Vec<Vec<u32>>,
    facts: Facts,
    engine: Engine,
    tuning: Tuning,
}

/// A class of the quotient: pieces of a cycle of classes on cycles of squares of one length.
struct QuotientClass {
    /// The lowest class of its cycle, which represents it.
    class: usize,
    length: usize,
    /// The lowest squares of the cycles on which the classes do not attack each other.
    open: Vec<u64>,
}

/// The orbits of (class, square) pairs under some symmetries.
struct Orbits {
    /// The lowest class of each orbit of classes, with the number of its classes.
    leaders: Vec<(usize, usize)>,
    squares: usize,
    /// The (class, square) pairs of each orbit.
    orbits: Vec<Vec<(usize, usize)>>,
    /// The orbit of each pair, by class and then by square.
    orbit_of: Vec<usize>,
}

impl Orbits {
    fn new(problem: &Problem, instance: &Instance, symmetries: &[&Symmetry]) -> Self {
        let (classes, squares) = (instance.classes.len(), instance.conflicts.squares());
        let maps: Vec<(Vec<usize>, &[u16])> =
            symmetries.iter().map(|one| (one.classes(problem), one.map.images.as_slice())).collect();
        let next = |(class, square): (usize, usize)| {
            maps.iter().map(move |(classes, images)| (classes[class], usize::from(images[square])))
        };
        let (mut orbits, mut orbit_of) = (Vec::new(), vec![usize::MAX; classes * squares]);
        let mut leaders: Vec<(usize, usize)> = Vec::new();
        let mut is_led = vec![false; classes];
        for class in 0..classes {
            let mut orbit = vec![class];
            let mut place = 0;
            while let Some(&at) = orbit.get(place) {
                place += 1;
                let images: Vec<usize> = maps.iter().map(|(classes, _)| classes[at]).collect();
                images.into_iter().for_each(|image| {
                    if !orbit.contains(&image) {
                        orbit.push(image);
                    }
                });
            }
            if !std::mem::replace(&mut is_led[class], true) {
                orbit.iter().for_each(|&other| is_led[other] = true);
                leaders.push((class, orbit.len()));
            }
            for square in 0..squares {
                if orbit_of[class * squares + square] != usize::MAX {
                    continue;
                }
                orbit_of[class * squares + square] = orbits.len();
                let (mut orbit, mut place) = (vec![(class, square)], 0);
                while let Some(&pair) = orbit.get(place) {
                    place += 1;
                    for image in next(pair) {
                        let of_image = &mut orbit_of[image.0 * squares + image.1];
                        if *of_image == usize::MAX {
                            *of_image = orbits.len();
                            orbit.push(image);
                        }
                    }
                }
                orbits.push(orbit);
            }
        }
        Self { leaders, squares, orbits, orbit_of }
    }

    /// Returns the orbit of a (class, square) pair, including the pair.
    fn orbit(&self, class: usize, square: usize) -> &[(usize, usize)] {
        &self.orbits[self.orbit_of[class * self.squares + square]]
    }
}

impl FixedPlacements {
    /// Returns the placements of `instance` that each of `symmetries` fixes. Kinds in `instance` must be
    /// unmerged and numbered as in `problem`. The error is the number of ways, if there are too many.
    pub(crate) fn new(
        problem: &Problem,
        instance: &Instance,
        symmetries: &[&Symmetry],
        engine: Engine,
        tuning: Tuning,
    ) -> Result<Self, u128> {
        let orbits = Orbits::new(problem, instance, symmetries);
        let parts = parts(instance, &orbits);
        let choices: Vec<Vec<Vec<u32>>> = (orbits.leaders.iter())
            .map(|&(class, _)| {
                let of_class: Vec<&QuotientClass> = parts.iter().filter(|part| part.class == class).collect();
                choices(&of_class, instance.classes[class].pieces)
            })
            .collect();
        let number =
            choices.iter().fold(1u128, |product, choices| product.saturating_mul(choices.len() as u128));
        if number > MAX_WAYS as u128 {
            return Err(number);
        }
        let ways = choices.iter().fold(vec![Vec::new()], |ways: Vec<Vec<u32>>, choices| {
            let extended = |way: &Vec<u32>| {
                choices.iter().map(|more| [way.as_slice(), more].concat()).collect::<Vec<_>>()
            };
            ways.iter().flat_map(extended).collect()
        });
        let conflicts = quotient_conflicts(instance, &orbits, &parts);
        let class = |part: &QuotientClass| Class { allowed: part.open.clone(), pieces: 1 };
        let classes: Vec<Class> = parts.iter().map(class).collect();
        let quotient = Instance::without_maps(classes, conflicts, instance.factor.clone());
        let model = MeanField::new(&quotient);
        let free: Vec<f64> = parts.iter().map(|part| f64::from(part.open.size())).collect();
        let work = ways.iter().map(|way| model.cost(&used_classes(way), way, &free)).collect();
        let tuning = Tuning { granularity: GRANULARITY, ..tuning };
        let facts =
            Facts { factor: quotient.factor.clone(), ..Facts::with_costs(("fixed", 1), tuning.kernel, work) };
        Ok(Self { quotient, ways, facts, engine, tuning })
    }
}

/// Below this expected work, in nanoseconds, it takes too long to make instances only to estimate them.
const DESCENT_THRESHOLD_NS: f64 = 5e6;
/// The number of ways, the heaviest ones, that are estimated by descents.
const MAX_ESTIMATED: usize = 8;
/// The time to make the instance of a way and its tables, in nanoseconds.
const WAY: f64 = 30_000.0;

impl FixedPlacements {
    /// Returns the instance of a way, with all pieces placed that have no choice.
    fn instance(&self, unit: usize) -> Instance {
        let way = &self.ways[unit];
        let used = used_classes(way);
        let mut instance = self.quotient.select(&used);
        for (class, &part) in instance.classes.iter_mut().zip(&used) {
            class.pieces = way[part];
        }
        instance.with_forced()
    }

    /// Returns the only way to share the pieces, as an instance whose units many threads can count. `None` if
    /// there are several ways, or if the instance clearly has no placement.
    pub(crate) fn single_way(&self, tuning: Tuning) -> Option<Box<dyn Leaf>> {
        let instance = (self.ways.len() == 1).then(|| self.instance(0))?;
        let is_plain = !instance.is_hopeless() && !instance.classes.is_empty();
        is_plain
            .then(|| choose::part(&LeafInstance::abstract_instance(&instance), self.engine, tuning))
            .flatten()
    }

    /// Returns these placements under the name of the engine that counts the heaviest way. This name
    /// describes a plan that consists of nothing else.
    pub(crate) fn named_by_engine(mut self) -> Self {
        let work = |way: &usize| self.facts.units[*way].work;
        let heaviest = (0..self.ways.len()).max_by(|one, other| work(one).total_cmp(&work(other)));
        let counter = heaviest.and_then(|way| self.counter(&self.instance(way)));
        if let Some(counter) = counter {
            self.facts.engine = counter.facts().engine;
        }
        self
    }

    /// Prepares a way; `None` if no engine can count it.
    fn counter(&self, instance: &Instance) -> Option<Box<dyn Leaf>> {
        choose::part(&LeafInstance::abstract_instance(instance), self.engine, self.tuning)
    }
}

/// Returns the classes that hold pieces.
fn used_classes(way: &[u32]) -> Vec<usize> {
    (0..way.len()).filter(|&part| way[part] > 0).collect()
}

/// Returns one class for each cycle of classes and each length of cycles of squares.
fn parts(instance: &Instance, orbits: &Orbits) -> Vec<QuotientClass> {
    let mut parts: Vec<QuotientClass> = Vec::new();
    for &(class, classes) in &orbits.leaders {
        let start = parts.len();
        for square in 0..instance.conflicts.squares() {
            let pairs = orbits.orbit(class, square);
            let is_lowest = pairs.iter().all(|&(other, at)| other != class || at >= square);
            if !is_lowest {
                continue;
            }
            let length = pairs.len() / classes;
            let place = match parts[start..].iter().position(|part| part.length == length) {
                Some(place) => start + place,
                None => {
                    parts.push(QuotientClass { class, length, open: vec![0; instance.conflicts.width()] });
                    parts.len() - 1
                }
            };
            let allowed = pairs.iter().all(|&(class, at)| instance.classes[class].allowed.holds(at));
            if allowed && instance.conflicts.are_at_peace(pairs) {
                parts[place].open.add_square(square);
            }
        }
        parts[start..].sort_by_key(|part| part.length);
    }
    parts
}

/// Returns the conflicts of the quotient. Two cycles are in conflict if any two of their pieces are. A
/// symmetry preserves conflicts, so it is enough to compare one piece of one cycle with all pieces of the
/// other.
fn quotient_conflicts(instance: &Instance, orbits: &Orbits, parts: &[QuotientClass]) -> Conflicts {
    let mut conflicts =
        Conflicts::with_width(parts.len(), instance.conflicts.squares(), instance.conflicts.width());
    for (second, other) in parts.iter().enumerate() {
        for other_square in other.open.squares() {
            let pieces = orbits.orbit(other.class, other_square);
            for (first, part) in parts.iter().enumerate() {
                for square in part.open.squares() {
                    let conflict = |&(class, at): &(usize, usize)| {
                        instance.conflicts.conflict_set(part.class, square, class).holds(at)
                    };
                    if pieces.iter().any(conflict) {
                        conflicts.add((first, square), (second, other_square));
                    }
                }
            }
        }
    }
    conflicts
}

/// Returns all ways to make up a number of pieces from cycles of each length, using at most the cycles that
/// exist.
fn choices(parts: &[&QuotientClass], pieces: u32) -> Vec<Vec<u32>> {
    let Some((part, rest)) = parts.split_first() else {
        return if pieces == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let length = part.length as u32;
    let most = (pieces / length).min(part.open.size());
    let with = |cycles: u32| {
        let rest = choices(rest, pieces - cycles * length);
        rest.into_iter().map(move |rest| [&[cycles], rest.as_slice()].concat())
    };
    (0..=most).flat_map(with).collect()
}

impl Leaf for FixedPlacements {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Estimates the heaviest ways by descents. The other ways are assumed to differ from the model by the
    /// same factor.
    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        let overhead = WAY * self.ways.len() as f64;
        let total = self.facts.work();
        if total < DESCENT_THRESHOLD_NS {
            return Estimate::by_model(total + overhead);
        }
        let work = |way: usize| self.facts.units[way].work;
        let mut ways: Vec<usize> = (0..self.ways.len()).collect();
        ways.sort_by(|&a, &b| work(b).total_cmp(&work(a)).then(a.cmp(&b)));
        let (estimated, others) = ways.split_at(MAX_ESTIMATED.min(ways.len()));
        let cost = |ways: &[usize]| ways.iter().map(|&way| work(way)).sum::<f64>();
        let estimates: Vec<Estimate> = estimated
            .iter()
            .filter_map(|&way| Some(self.counter(&self.instance(way))?.estimate(effort, random)))
            .collect();
        let estimate = Estimate::sum(&estimates);
        let others = estimate.seconds * 1e9 * cost(others) / cost(estimated);
        Estimate::sum(&[estimate, Estimate::by_model(others + overhead)])
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        self.ways[unit].iter().for_each(|cycles| into.extend_from_slice(&cycles.to_le_bytes()));
    }

    fn memory(&self) -> usize {
        self.quotient.memory() + self.ways.len() * self.quotient.classes.len() * size_of::<u32>()
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let instance = self.instance(unit);
        if instance.is_hopeless() {
            return Ok(UnitCount::NOTHING.into());
        }
        let Some(counter) = self.counter(&instance) else { return Ok(Counts::default()) };
        let mut sum = Counts { complete: true, ..Counts::default() };
        for (unit, facts) in counter.facts().units.iter().enumerate() {
            let found = counter.count(unit, run)?;
            sum.count += found.count * facts.weight;
            sum.nodes += found.nodes;
            sum.complete &= found.complete;
            if !sum.complete {
                break;
            }
        }
        Ok(sum)
    }
}
