//! Turns a question about a maximum into one about an exact number.

use crate::problem::Problem;
use crate::question::Question;
use crate::symmetry::are_alike;
use crate::up_to::{MapGroup, MapName, UpTo};

/// Returns the question about the problem with the maximum in the place of `max`. If that makes armies alike,
/// exchanges of armies are dropped from the equivalence: `5x5 Q4/Qmax` has an army of given size and another,
/// and `5x5 Q4/Q4` two alike. `None` if other armies are also alike, or if exchanges were requested.
pub(super) fn with_exact(question: &Question, exact: Problem) -> Option<Question> {
    let (before, after) = (count_alike_pairs(&question.problem), count_alike_pairs(&exact));
    let up_to = match question.up_to {
        up_to if after == before => up_to,
        UpTo::Nothing => UpTo::Nothing,
        _ if before > 0 => return None,
        up_to => without_exchange(up_to)?,
    };
    Some(Question { up_to, ..question.with_problem(exact) })
}

/// Returns the number of pairs of armies that are alike.
fn count_alike_pairs(problem: &Problem) -> usize {
    let armies = problem.armies();
    (1..armies.len())
        .map(|last| armies[..last].iter().filter(|army| are_alike(army, &armies[last])).count())
        .sum()
}

/// Returns the equivalence without exchanges of armies; `None` if exchanges have a name of their own, or
/// occur with translations.
fn without_exchange(up_to: UpTo) -> Option<UpTo> {
    let kept: Option<Vec<MapName>> = up_to
        .group()
        .names()
        .map(|name| match name {
            MapName::Armies => Some(MapName::Symmetry),
            name => (!name.exchanges_armies()).then_some(name),
        })
        .collect();
    kept.filter(|_| up_to != UpTo::Translation).map(|kept| UpTo::from_group(MapGroup::from_names(&kept)))
}
