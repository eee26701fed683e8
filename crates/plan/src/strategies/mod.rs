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
use super::{Plan, PlanError};
use crate::engines::Engine;
use strategy::{Making, Proposal, Stake, Strategy};

/// A strategy in the list of them.
pub(crate) struct Listed {
    /// Its name, if it can be [left out](crate::without); else empty: it is for questions that have no other plan, or an engine's
    /// and left out with that.
    pub(crate) name: &'static str,
    /// What it brings.
    pub(crate) about: &'static str,
    propose: Strategy,
}

/// One that cannot be left out.
const fn always(propose: Strategy) -> Listed {
    Listed { name: "", about: "", propose }
}

const fn named(name: &'static str, about: &'static str, propose: Strategy) -> Listed {
    Listed { name, about, propose }
}

/// All of them, in the order in which they are asked.
pub(crate) const STRATEGIES: [Listed; 18] = [
    always(by_name::propose),
    named("at-once", "Engines that read the question, before anybody else is asked", direct::at_once),
    always(large::propose),
    always(needed::propose),
    always(maximal::propose),
    always(fixed::propose),
    always(congruent::propose),
    always(profile::propose),
    always(reading::propose),
    always(alone::propose),
    always(smaller::boards),
    named("sweep", "Longer trials of a sweep", sweep::propose),
    named("again", "Units once more that looked hopeless", alone::again),
    named("direct", "Engines that read the question, where much is at stake", direct::propose),
    named("numbers", "A sum over numbers of pieces", numbers::propose),
    named("each-number", "A plan for each number of pieces", each_number::propose),
    named("parts", "Parts that do not interact", parts::propose),
    named("leaders", "Few pieces first", smaller::pieces),
];

/// The best plan that is proposed.
pub(crate) fn best(ground: &Ground<'_>) -> Result<Plan, PlanError> {
    let draft = Draft::new(ground);
    let (mut stake, mut best): (Stake, Option<Making<'_>>) = (Stake::ALL, None);
    let without = ground.settings.without;
    let asked = STRATEGIES.iter().enumerate().filter(|(place, _)| !without.has_strategy(*place));
    for (_, listed) in asked {
        match (listed.propose)(&draft, stake)? {
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
