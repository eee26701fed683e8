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
use crate::engines::technique::Manner;
use strategy::{Making, Proposal, Stake, Strategy};

/// All of them, in the order in which they are asked, with the names of those that can be
/// [left out](crate::without). The others are for questions that have no other plan, or an engine's and left out with that.
const STRATEGIES: [(&str, Strategy); 19] = [
    ("", direct::forced),
    ("at-once", direct::at_once),
    ("", large::propose),
    ("", smaller::forced),
    ("", needed::propose),
    ("", maximal::propose),
    ("", fixed::propose),
    ("", congruent::propose),
    ("", profile::propose),
    ("", reading::propose),
    ("", alone::propose),
    ("", smaller::boards),
    ("sweep", sweep::propose),
    ("again", alone::again),
    ("direct", direct::propose),
    ("numbers", numbers::propose),
    ("each-number", each_number::propose),
    ("parts", parts::propose),
    ("leaders", smaller::pieces),
];

/// The best plan that is proposed.
pub(crate) fn best(ground: &Ground<'_>) -> Result<Plan, PlanError> {
    let draft = Draft::new(ground);
    let (mut stake, mut best): (Stake, Option<Making<'_>>) = (Stake::ALL, None);
    let is_asked = |(name, _): &(&str, Strategy)| !ground.settings.without.has_strategy(name);
    for (_, propose) in STRATEGIES.into_iter().filter(is_asked) {
        match propose(&draft, stake)? {
            None => {}
            Some(Proposal::Only(plan)) => return Ok(*plan),
            Some(Proposal::Better(price, making)) => (stake, best) = (price, Some(making)),
        }
    }
    // What can be counted by units has a plan.
    let making = best.ok_or_else(|| {
        let sweeper = Engine::of(Manner::Sweep).next().unwrap_or(ground.settings.engine);
        ground.settings.without.check(sweeper).err().unwrap_or_else(|| misfit(sweeper))
    })?;
    Ok(Plan { compared: draft.compared.take(), ..making()? })
}
