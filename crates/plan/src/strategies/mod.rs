//! The strategies that propose a tree for a question, and the loop that calls them.
//!
//! Each file is a way to make a tree, with the thresholds that decide when to try it. The strategies are
//! called in the order of their costs. The first ones are for questions that have no other plan. Each
//! receives the stake, which is the cost of the best plan so far, and proposes a better plan or nothing. So
//! the last proposal is the best.
//!
//! The oracle is not a strategy: it must be named, and it works even if groups are too large to list. Leaders
//! and smaller boards are one strategy, because they are compared as leaves, before either of them is made
//! into a tree ([`smaller`]).

mod alone;
mod by_name;
mod congruent;
mod direct;
mod each_number;
mod fixed;
mod large;
mod maximal;
mod needed;
mod numbers;
mod parts;
mod profile;
mod reading;
mod selected;
mod smaller;
mod strategy;
mod sweep;

use super::check::misfit;
use super::draft::Draft;
use super::ground::Ground;
use super::without::OptionalStrategy;
use super::{Plan, PlanError};
use crate::engines::Engine;
use strategy::{PlanMaker, Proposal, Stake, Strategy};

/// All strategies in the order in which they are called, with the name that [leaves them
/// out](crate::without), if there is one. Strategies without a name are for questions that have no other
/// plan, or belong to an engine and are left out with it.
const STRATEGIES: [(Option<OptionalStrategy>, Strategy); 18] = [
    (None, by_name::propose),
    (Some(OptionalStrategy::AtOnce), direct::at_once),
    (None, large::propose),
    (None, needed::propose),
    (None, maximal::propose),
    (None, fixed::propose),
    (None, congruent::propose),
    (None, profile::propose),
    (None, reading::propose),
    (None, alone::propose),
    (None, smaller::boards),
    (Some(OptionalStrategy::Sweep), sweep::propose),
    (Some(OptionalStrategy::Again), alone::reconsider_units),
    (Some(OptionalStrategy::Direct), direct::propose),
    (Some(OptionalStrategy::Numbers), numbers::propose),
    (Some(OptionalStrategy::EachNumber), each_number::propose),
    (Some(OptionalStrategy::Parts), parts::propose),
    (Some(OptionalStrategy::Leaders), smaller::pieces),
];

/// The strategies for ranges of numbers, which no engine reads.
const OF_RANGES: [(Option<OptionalStrategy>, Strategy); 4] = [
    (None, each_number::of_complements),
    (None, numbers::propose),
    (None, selected::propose),
    (None, each_number::of_ranges),
];

/// Returns the best plan that a strategy proposes.
pub(crate) fn best_plan(ground: &Ground<'_>) -> Result<Plan, PlanError> {
    let draft = Draft::new(ground);
    let (mut stake, mut best): (Stake, Option<PlanMaker<'_>>) = (Stake::ALL, None);
    let without = ground.settings.without;
    let is_left_out =
        |name: &Option<OptionalStrategy>| name.is_some_and(|strategy| without.has_strategy(strategy));
    let strategies = if ground.problem().has_ranges() { &OF_RANGES[..] } else { &STRATEGIES };
    for (_, propose) in strategies.iter().filter(|(name, _)| !is_left_out(name)) {
        match propose(&draft, stake)? {
            None => {}
            Some(Proposal::Only(plan)) => return Ok(*plan),
            Some(Proposal::Better(price, making)) => (stake, best) = (price, Some(making)),
        }
    }
    // Questions that can be counted by units always have a plan, so a sweep was the only hope.
    let making = best.ok_or_else(|| {
        ground.settings.without.check(Engine::SWEEP).err().unwrap_or_else(|| misfit(Engine::SWEEP))
    })?;
    Ok(Plan { compared: draft.compared.take(), ..making()? })
}
