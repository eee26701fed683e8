//! A question about a largest number, asked about that number.

use crate::problem::Problem;
use crate::question::Question;
use crate::symmetry::are_alike;
use crate::up_to::{MapGroup, MapName, UpTo};

/// The question about the problem with the largest number in the place of `max`. If that makes armies alike, what exchanges
/// armies is left out: `5x5 Q4/Qmax` has a given army and another, and `5x5 Q4/Q4` two of a kind. `None` if others are alike as
/// well, or it is exchanges that are asked for.
pub(super) fn with_exact(question: &Question, exact: Problem) -> Option<Question> {
    let (before, after) = (alike(&question.problem), alike(&exact));
    let up_to = match question.up_to {
        up_to if after == before => up_to,
        UpTo::Nothing => UpTo::Nothing,
        _ if before > 0 => return None,
        up_to => without_exchange(up_to)?,
    };
    Some(Question { up_to, ..question.of(exact) })
}

/// How many pairs of armies are alike.
fn alike(problem: &Problem) -> usize {
    let armies = problem.armies();
    (1..armies.len())
        .map(|last| armies[..last].iter().filter(|army| are_alike(army, &armies[last])).count())
        .sum()
}

/// The maps that exchange no armies; `None` where those that do have names of their own, or go with translations.
fn without_exchange(up_to: UpTo) -> Option<UpTo> {
    let kept: Option<Vec<MapName>> = up_to
        .group()
        .names()
        .map(|name| match name {
            MapName::Armies => Some(MapName::Symmetry),
            name => (!name.exchanges_armies()).then_some(name),
        })
        .collect();
    kept.filter(|_| up_to != UpTo::Translation).map(|kept| UpTo::of(MapGroup::of(&kept)))
}
