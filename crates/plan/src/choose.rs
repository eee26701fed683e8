//! Chooses the engine for an instance: the best suited one, and the fastest of several.

use crate::engines::Engine;
use crate::engines::estimate::Effort;
use crate::engines::leaf::Leaf;
use crate::engines::random::Random;
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique, knows};
use crate::engines::tuning::{Granularity, Tuning};

/// Below this expected cost, in nanoseconds, the first suitable engine is taken, because a comparison would
/// take as long as the count.
const COMPARISON_THRESHOLD_NS: f64 = 200_000.0;

/// Prepares a part of a problem, by the named engine, or by the best one if the named engine has no counter
/// for it.
pub(crate) fn part(ready: &LeafInstance<'_>, engine: Engine, tuning: Tuning) -> Option<Box<dyn Leaf>> {
    let wanted = engine.technique().and_then(|technique| technique.placements(ready, tuning));
    wanted.or_else(|| best_leaf(ready, tuning))
}

/// Prepares the instance by the engine that suits it best.
pub(crate) fn best_leaf(ready: &LeafInstance<'_>, tuning: Tuning) -> Option<Box<dyn Leaf>> {
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
    Some(made_for_it.fold(first, |best, other| faster_leaf(best, other, ready, tuning)))
}

/// Returns the counter, or that of another engine if it is expected to be faster.
fn faster_leaf(
    counter: Box<dyn Leaf>,
    other: &dyn Technique,
    ready: &LeafInstance<'_>,
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

/// Returns the engine that takes less than `stake` seconds according to descents, if one is worth trying.
///
/// If few riders are placed before many knights, the *armies* engine is often faster. Some of the squares
/// that the riders leave are out of reach of all other knights that may still come, and this engine chooses
/// from all of them at once. It counts `9x9 R3 N12` in a tenth of the time of cells. The shape of a problem
/// does not show this, but descents are equally accurate for both engines.
pub(crate) fn by_descents(ready: &LeafInstance<'_>, tuning: Tuning, stake: f64) -> Option<Engine> {
    let granularity = Granularity { max_units: UNITS_FOR_DESCENTS, ..tuning.granularity };
    let tuning = Tuning { granularity, ..tuning };
    let quicker = |(engine, technique): (Engine, &dyn Technique)| {
        let is_asked = technique.suits(ready) == Some(Suit::Descents);
        let counter = is_asked.then(|| technique.placements(ready, tuning)).flatten()?;
        // A few descents show that the engine is hopeless, as it usually is.
        let seconds = counter.estimate(Effort::PLANNING.with_stake(stake), &mut Random::new(0)).seconds;
        (seconds < CLEARLY_QUICKER * stake).then_some((engine, seconds))
    };
    let quickest = Engine::techniques_without(tuning.left_out)
        .filter_map(quicker)
        .min_by(|one, other| one.1.total_cmp(&other.1));
    quickest.map(|(engine, _)| engine)
}

/// Returns the engine whose own model predicts less than `stake` seconds, if there is one.
pub(crate) fn by_model(ready: &LeafInstance<'_>, tuning: Tuning, stake: f64) -> Option<Engine> {
    let asks = ready.asks();
    let seconds = |(engine, technique): (Engine, &dyn Technique)| {
        let is_asked =
            technique.suits(ready) == Some(Suit::Model) && asks.iter().all(|&ask| knows(technique, ask));
        let limits = Limits { stake: stake.min(MOST_MODEL_STAKE), ..Limits::from_tuning(tuning) };
        let counter = is_asked.then(|| technique.prepare(&Task::Placements(*ready), &limits)).flatten()?;
        Some((engine, counter.facts().work() * 1e-9)).filter(|&(_, seconds)| seconds < stake)
    };
    let quickest = Engine::techniques_without(tuning.left_out)
        .filter_map(seconds)
        .min_by(|one, other| one.1.total_cmp(&other.1));
    quickest.map(|(engine, _)| engine)
}

/// The stake, in seconds, beyond which a model is given no more time: what is at stake may be far less.
const MOST_MODEL_STAKE: f64 = 2.0;
/// The number of units from which descents start.
const UNITS_FOR_DESCENTS: usize = 1 << 8;
/// A difference smaller than this factor may be due to chance.
const CLEARLY_QUICKER: f64 = 0.8;

/// Returns the engines that are worth a trial if a count takes long.
pub(crate) fn on_trial(
    ready: &LeafInstance<'_>,
    tuning: Tuning,
) -> impl Iterator<Item = &'static dyn Technique> {
    let techniques = Engine::techniques_without(tuning.left_out).map(|(_, technique)| technique);
    techniques.filter(move |technique| technique.suits(ready) == Some(Suit::Trial))
}
