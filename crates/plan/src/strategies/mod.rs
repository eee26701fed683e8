//! How a question becomes a tree: the strategies, which propose, and the loop that asks them.
//!
//! Each file is a way to make a tree, with the thresholds that say when it is worth a look. All are asked in the order of what
//! asking costs, the first ones being those of questions that have no other plan. Each is told what is at stake, the seconds of
//! the best plan so far, and proposes one that is better, or nothing; so the last proposal is the best.
//!
//! The oracle is no strategy, since it is asked for by name and answers where groups are too large to be looked at; nor are few
//! pieces first and smaller boards two of them, since they are compared as leaves, before anything is made of either
//! ([`smaller`]).

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
mod smaller;
mod strategy;
mod sweep;

use super::check::misfit;
use super::draft::Draft;
use super::ground::Ground;
use super::without::Dispensable;
use super::{Plan, PlanError};
use crate::engines::Engine;
use strategy::{Making, Proposal, Stake, Strategy};

/// All of them, in the order in which they are asked, with what [leaves them out](crate::without) if anything does. The others are
/// for questions that have no other plan, or an engine's and left out with that.
const STRATEGIES: [(Option<Dispensable>, Strategy); 18] = [
    (None, by_name::propose),
    (Some(Dispensable::AtOnce), direct::at_once),
    (None, large::propose),
    (None, needed::propose),
    (None, maximal::propose),
    (None, fixed::propose),
    (None, congruent::propose),
    (None, profile::propose),
    (None, reading::propose),
    (None, alone::propose),
    (None, smaller::boards),
    (Some(Dispensable::Sweep), sweep::propose),
    (Some(Dispensable::Again), alone::again),
    (Some(Dispensable::Direct), direct::propose),
    (Some(Dispensable::Numbers), numbers::propose),
    (Some(Dispensable::EachNumber), each_number::propose),
    (Some(Dispensable::Parts), parts::propose),
    (Some(Dispensable::Leaders), smaller::pieces),
];

/// The best plan that is proposed.
pub(crate) fn best(ground: &Ground<'_>) -> Result<Plan, PlanError> {
    let draft = Draft::new(ground);
    let (mut stake, mut best): (Stake, Option<Making<'_>>) = (Stake::ALL, None);
    let without = ground.settings.without;
    let is_left_out =
        |name: &Option<Dispensable>| name.is_some_and(|strategy| without.has_strategy(strategy));
    for (_, propose) in STRATEGIES.into_iter().filter(|(name, _)| !is_left_out(name)) {
        match propose(&draft, stake)? {
            None => {}
            Some(Proposal::Only(plan)) => return Ok(*plan),
            Some(Proposal::Better(price, making)) => (stake, best) = (price, Some(making)),
        }
    }
    // What can be counted by units has a plan.
    let making = best.ok_or_else(|| {
        ground.settings.without.check(Engine::SWEEP).err().unwrap_or_else(|| misfit(Engine::SWEEP))
    })?;
    Ok(Plan { compared: draft.compared.take(), ..making()? })
}
