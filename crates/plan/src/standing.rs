//! Counts of the pieces on each square, over all placements, by an engine that supports them.
//!
//! Most engines only count placements. An engine that also counts the pieces on each square has units like
//! any other. These are counted in parts, and the result of a part has a number for each square. A caller
//! that keeps the results need not count the parts again. Units, and so parts, are the same on all machines.

use super::check::check_engine;
use super::ground::Ground;
use super::make::PLANNERS;
use super::observer::{Observer, UnitDone};
use super::outcome::RunError;
use super::pool::Pool;
use super::settings::Settings;
use crate::clock::Instant;
use crate::engines::Engine;
use crate::engines::leaf::Leaf;
use crate::engines::technique::{Limits, Suit, Task, Technique, knows};
use crate::question::Question;
use num_bigint::BigUint;
use rayon::prelude::*;
use std::ops::Range;

/// The maximum number of parts.
const MAX_PARTS: usize = 512;
/// The number of parts for each thread in a batch. Between two batches, some threads wait for others.
const AT_ONCE: usize = 16;

/// The time for counting the pieces on all squares, divided by that of a count by the same engine in the same
/// way.
const TIMES: f64 = 4.0;

/// A way to count all placements that also counts the pieces on each square.
#[doc(hidden)]
pub struct StandingPlan {
    counter: Box<dyn Leaf>,
    /// The expected time of a count by the engine that counts placements, in nanoseconds, or 0 if that
    /// engine does not predict it.
    count: f64,
    /// The squares of the board, in orbits under the symmetries of the placements. There may be more
    /// symmetries than the problem has: for a piece that moves only forwards, the conflicts are the same
    /// upside down.
    classes: Vec<Vec<usize>>,
    squares: usize,
    pool: Pool,
}

/// The number of placements, and for each [class](StandingPlan::classes) of squares the total number of
/// pieces on its squares.
#[derive(Debug, Clone, PartialEq, Eq)]
#[doc(hidden)]
pub struct StandingCount {
    pub count: BigUint,
    pub classes: Vec<BigUint>,
}

/// Returns the plan that counts the pieces on each square; `None` if no engine can, or not the named one.
/// Its time is compared with that of `counting`, the engine that counts placements.
#[doc(hidden)]
#[must_use]
pub fn plan_standing(question: &Question, settings: &Settings, counting: &str) -> Option<StandingPlan> {
    let ground = Ground::new(question, settings, None, PLANNERS).ok()?;
    let is_plain = ground.same.len() <= 1 && ground.fixing.is_empty() && !question.by_number;
    if !is_plain || question.maximal || ground.has_cases_first() || ground.is_in_order() {
        return None;
    }
    let ready = ground.whole_site().leaf_instance();
    let asks = ready.asks();
    let is_wanted = |engine: Engine| settings.engine == Engine::BEST || settings.engine == engine;
    let made = |(engine, technique): (Engine, &dyn Technique)| {
        let may = is_wanted(engine)
            && asks.iter().all(|&ask| knows(technique, ask))
            && check_engine(technique, question).is_ok();
        may.then(|| technique.prepare(&Task::Squares(ready), &Limits::from_tuning(ground.tuning))).flatten()
    };
    let techniques = || Engine::techniques_without(settings.without.engines);
    let counter = techniques().find_map(made)?;
    let (own, _) = counter.facts().engine;
    let predicts = |technique: &&dyn Technique| {
        technique.name() == counting && (counting == own || technique.suits(&ready) == Some(Suit::Model))
    };
    let counting = techniques().map(|(_, technique)| technique).find(predicts);
    let count = counting.and_then(|technique| technique.placements(&ready, ground.tuning));
    let count = count.map_or(0.0, |leaf| leaf.facts().work());
    let is_within = settings.memory.is_none_or(|memory| counter.memory() as u64 <= memory);
    let squares = question.problem.board().squares();
    let classes = classes(squares, &ground.whole_site().instance.maps);
    is_within.then(|| StandingPlan { counter, count, classes, squares, pool: settings.pool() })
}

/// Returns the orbits of the squares under the group that some maps generate.
fn classes(squares: usize, maps: &[Vec<u16>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; squares];
    let mut classes = Vec::new();
    for first in 0..squares {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut class = vec![first];
        let mut next = 0;
        while let Some(&square) = class.get(next) {
            for image in maps.iter().map(|map| usize::from(map[square])) {
                if !std::mem::replace(&mut seen[image], true) {
                    class.push(image);
                }
            }
            next += 1;
        }
        classes.push(class);
    }
    classes
}

impl StandingPlan {
    /// Returns the name and version of the engine.
    #[must_use]
    pub fn engine(&self) -> (&'static str, u32) {
        self.counter.facts().engine
    }

    /// Returns the expected time on one core, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        1e-9 * TIMES * self.counter.facts().work()
    }

    /// Returns the expected time, divided by that of a count of all placements; infinity if that is unknown.
    #[must_use]
    pub fn times(&self) -> f64 {
        TIMES * self.counter.facts().work() / self.count
    }

    /// Returns the number of parts.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.counter.facts().units.len().min(MAX_PARTS)
    }

    /// Returns the squares of the board, in classes; the squares of a class have equal counts.
    #[must_use]
    pub fn classes(&self) -> &[Vec<usize>] {
        &self.classes
    }

    /// Returns the recommended number of parts to count at once.
    #[must_use]
    pub fn batch(&self) -> usize {
        if self.pool.threads == 1 { 1 } else { AT_ONCE * self.pool.threads }
    }

    /// Returns the units of a part.
    fn units(&self, part: usize) -> Range<usize> {
        let (units, parts) = (self.counter.facts().units.len(), self.parts());
        units * part / parts..units * (part + 1) / parts
    }

    /// Returns the share of a part in the whole work.
    #[must_use]
    pub fn share(&self, part: usize) -> f64 {
        let facts = self.counter.facts();
        let work: f64 = facts.units[self.units(part)].iter().map(|unit| unit.work).sum();
        work / facts.work().max(f64::MIN_POSITIVE)
    }

    /// Counts some parts; `None` for parts that were stopped.
    ///
    /// # Errors
    /// Threads that cannot be started.
    pub fn count(
        &self,
        parts: &[usize],
        observer: &dyn Observer,
    ) -> Result<Vec<Option<StandingCount>>, RunError> {
        if self.pool.threads == 1 || parts.len() < 2 {
            self.counter.prepare(&|| observer.should_stop());
            return Ok(parts.iter().map(|&part| self.count_part(part, observer)).collect());
        }
        self.pool.install(|| {
            self.counter.prepare(&|| observer.should_stop());
            parts.par_iter().with_max_len(1).map(|&part| self.count_part(part, observer)).collect()
        })
    }

    fn count_part(&self, part: usize, observer: &dyn Observer) -> Option<StandingCount> {
        let facts = self.counter.facts();
        let mut sum =
            StandingCount { count: BigUint::ZERO, classes: vec![BigUint::ZERO; self.classes.len()] };
        for unit in self.units(part) {
            if observer.should_stop() {
                return None;
            }
            let begun = Instant::now();
            let mut squares = vec![0; self.squares];
            let should_stop = || observer.should_stop();
            let found = self.counter.count_squares(unit, &mut squares, &should_stop)?;
            if !found.complete {
                return None;
            }
            let factor = &facts.factor * facts.units[unit].weight;
            sum.count += &factor * found.placements;
            for (sum, class) in sum.classes.iter_mut().zip(&self.classes) {
                *sum += &factor * class.iter().map(|&square| squares[square]).sum::<u128>();
            }
            observer.unit_done(&UnitDone {
                unit,
                share: facts.units[unit].work / facts.work().max(f64::MIN_POSITIVE),
                found: found.placements as f64,
                nodes: found.nodes,
                exact: None,
                time: begun.elapsed(),
            });
        }
        Some(sum)
    }
}
