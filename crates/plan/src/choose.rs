//! Which engine goes through an instance: the one that it suits best, and of several the quickest.

use crate::engines::Engine;
use crate::engines::estimate::Effort;
use crate::engines::leaf::Leaf;
use crate::engines::random::Random;
use crate::engines::technique::{Limits, Ready, Suit, Task, Technique, knows};
use crate::engines::tuning::{Granularity, Tuning};

/// Below this expected cost, in nanoseconds, the first engine that is made for a shape is taken: asking others would take as
/// long.
const COMPARISON_THRESHOLD_NS: f64 = 200_000.0;

/// A part of a problem made ready: by the engine that is asked for, or by the best one where that has no counter for it.
pub(crate) fn part(ready: &Ready<'_>, engine: Engine, tuning: Tuning) -> Option<Box<dyn Leaf>> {
    let wanted = engine.technique().and_then(|technique| technique.placements(ready, tuning));
    wanted.or_else(|| best(ready, tuning))
}

/// The instance made ready by the engine that it suits best.
pub(crate) fn best(ready: &Ready<'_>, tuning: Tuning) -> Option<Box<dyn Leaf>> {
    let asks = ready.asks();
    let suited = |suit: Suit| {
        let techniques = Engine::techniques_without(tuning.left_out).map(|(_, technique)| technique);
        let answers_all = |technique: &&dyn Technique| asks.iter().all(|&ask| knows(*technique, ask));
        techniques.filter(answers_all).filter(move |technique| technique.suits(ready) == Some(suit))
    };
    let mut made_for_it = suited(Suit::Shape);
    let first = made_for_it.find_map(|technique| technique.placements(ready, tuning));
    let Some(first) = first else {
        return suited(Suit::Anything).find_map(|technique| technique.placements(ready, tuning));
    };
    Some(made_for_it.fold(first, |best, other| quicker(best, other, ready, tuning)))
}

/// The counter, or that of another engine if it is expected to be as quick.
fn quicker(
    counter: Box<dyn Leaf>,
    other: &dyn Technique,
    ready: &Ready<'_>,
    tuning: Tuning,
) -> Box<dyn Leaf> {
    let cost = counter.facts().work();
    if cost < COMPARISON_THRESHOLD_NS
        || other.expected_cost(ready, tuning, cost).is_none_or(|others| cost < others)
    {
        return counter;
    }
    other.placements(ready, tuning).unwrap_or(counter)
}

/// The engine of which descents show that it takes less than `stake` seconds, if one is worth asking.
///
/// Queens first and then many knights: whatever the queens leave, some of it is out of the reach of every other knight that
/// may still come, and the engine that counts armies at the end chooses from all of that at once. `9x9 R3 N12` takes it a
/// tenth of the time of cells. That cannot be told by the shape, but descents are as good for one engine as for the other.
pub(crate) fn by_descents(ready: &Ready<'_>, tuning: Tuning, stake: f64) -> Option<Engine> {
    let granularity = Granularity { max_units: UNITS_FOR_DESCENTS, ..tuning.granularity };
    let tuning = Tuning { granularity, ..tuning };
    let quicker = |(engine, technique): (Engine, &dyn Technique)| {
        let is_asked = technique.suits(ready) == Some(Suit::Descents);
        let counter = is_asked.then(|| technique.placements(ready, tuning)).flatten()?;
        // A few descents see that it is hopeless, which it is as a rule.
        let seconds = counter.estimate(Effort::PLANNING.at(stake), &mut Random::new(0)).seconds;
        (seconds < CLEARLY_QUICKER * stake).then_some((engine, seconds))
    };
    let quickest = Engine::techniques_without(tuning.left_out)
        .filter_map(quicker)
        .min_by(|one, other| one.1.total_cmp(&other.1));
    quickest.map(|(engine, _)| engine)
}

/// The engine that knows that it takes less than `stake` seconds, if there is one.
pub(crate) fn by_model(ready: &Ready<'_>, tuning: Tuning, stake: f64) -> Option<Engine> {
    let asks = ready.asks();
    let seconds = |(engine, technique): (Engine, &dyn Technique)| {
        let is_asked =
            technique.suits(ready) == Some(Suit::Model) && asks.iter().all(|&ask| knows(technique, ask));
        let limits = Limits { stake, ..Limits::of(tuning) };
        let counter = is_asked.then(|| technique.prepare(&Task::Placements(*ready), &limits)).flatten()?;
        Some((engine, counter.facts().work() * 1e-9)).filter(|&(_, seconds)| seconds < stake)
    };
    let quickest = Engine::techniques_without(tuning.left_out)
        .filter_map(seconds)
        .min_by(|one, other| one.1.total_cmp(&other.1));
    quickest.map(|(engine, _)| engine)
}

/// Units that descents start from.
const UNITS_FOR_DESCENTS: usize = 1 << 8;
/// What is quicker by less than this may be so by chance.
const CLEARLY_QUICKER: f64 = 0.8;

/// The engines that are worth a trial where a count takes long.
pub(crate) fn on_trial(ready: &Ready<'_>, tuning: Tuning) -> impl Iterator<Item = &'static dyn Technique> {
    let techniques = Engine::techniques_without(tuning.left_out).map(|(_, technique)| technique);
    techniques.filter(move |technique| technique.suits(ready) == Some(Suit::Trial))
}
