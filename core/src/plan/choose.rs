//! Which engine goes through an instance: the one that it suits best, and of several the quickest.

use crate::engines::Engine;
use crate::engines::counter::Counter;
use crate::engines::technique::{Ready, Suit, Technique};
use crate::engines::tuning::Tuning;

/// Below this expected cost, in nanoseconds, the first engine that is made for a shape is taken: asking others would take as
/// long.
const COMPARISON_THRESHOLD_NS: f64 = 200_000.0;

/// A part of a problem made ready: by the engine that is asked for, or by the best one where that has no counter for it.
pub(crate) fn part(ready: &Ready<'_>, engine: Engine, tuning: Tuning) -> Option<Box<dyn Counter>> {
    let wanted = engine.technique().and_then(|technique| technique.counter(ready, tuning));
    wanted.or_else(|| best(ready, tuning))
}

/// The instance made ready by the engine that it suits best.
pub(crate) fn best(ready: &Ready<'_>, tuning: Tuning) -> Option<Box<dyn Counter>> {
    let suited = |suit: Suit| {
        let techniques = Engine::techniques().map(|(_, technique)| technique);
        techniques.filter(move |technique| technique.suits(ready) == Some(suit))
    };
    let mut made_for_it = suited(Suit::Shape);
    let first = made_for_it.find_map(|technique| technique.counter(ready, tuning));
    let Some(first) = first else {
        return suited(Suit::Anything).find_map(|technique| technique.counter(ready, tuning));
    };
    Some(made_for_it.fold(first, |best, other| quicker(best, other, ready, tuning)))
}

/// The counter, or that of another engine if it is expected to be as quick.
fn quicker(
    counter: Box<dyn Counter>,
    other: &dyn Technique,
    ready: &Ready<'_>,
    tuning: Tuning,
) -> Box<dyn Counter> {
    let cost = counter.facts().work();
    if cost < COMPARISON_THRESHOLD_NS
        || other.expected_cost(ready, tuning, cost).is_none_or(|others| cost < others)
    {
        return counter;
    }
    other.counter(ready, tuning).unwrap_or(counter)
}

/// The engines that are worth a trial where a count takes long.
pub(crate) fn on_trial(ready: &Ready<'_>) -> impl Iterator<Item = &'static dyn Technique> {
    let techniques = Engine::techniques().map(|(_, technique)| technique);
    techniques.filter(move |technique| technique.suits(ready) == Some(Suit::Trial))
}
