//! Placements up to symmetry, by the lemma that is not Burnside's.
//!
//! The number of classes of placements under a group of maps is the mean, over the maps, of the number of
//! placements that the map keeps. A placement that a map keeps is a union of the map's *cycles* of squares, each
//! wholly empty or wholly filled with pieces of one kind. So these placements are placements on a smaller board,
//! the quotient, whose squares are the cycles: a cycle is open to a kind if the kind is at peace with itself
//! there, and two cycles are in conflict if any two of their squares are. Cycles differ in length, and a cycle of
//! length two holds two pieces; the number of pieces is divided among the lengths in every possible way, and each
//! way is an instance like any other, counted by the same engines.
//!
//! (Cauchy 1845, Frobenius 1887; for the queens see W. Burnside's *Theory of Groups*, 2nd edition, § 145.)

use super::instance::{Class, Instance};
use crate::board::{BoardMap, Mask};
use crate::conflict::Conflicts;
use crate::problem::Problem;
use std::collections::{BTreeSet, HashSet};

/// The board's symmetries that keep every kind's moves, the holes and the fixed pieces; the identity comes first.
///
/// On a narrow board several maps can carry every square to the same place; such a permutation is listed once.
pub(super) fn symmetries(problem: &Problem) -> Vec<BoardMap> {
    let board = problem.board();
    let keeps = |map: &BoardMap| {
        problem.pieces().all(|pieces| {
            let moves = pieces.kind.moves();
            let mut images: Vec<_> =
                pieces.fixed.iter().map(|&square| map.images[board.index(square)]).collect();
            images.sort_unstable();
            let fixed = pieces.fixed.iter().map(|&square| board.index(square) as u16);
            moves.mapped(map.point) == *moves && images.into_iter().eq(fixed)
        })
    };
    let mut seen = HashSet::new();
    board.maps(false).into_iter().filter(|map| keeps(map) && seen.insert(map.images.clone())).collect()
}

/// The maps of a group up to conjugacy, each with the number of its conjugates, the identity first.
///
/// Conjugate maps keep equally many placements.
pub(super) fn conjugacy_classes(group: &[BoardMap]) -> Vec<(&BoardMap, u64)> {
    let after =
        |outer: &[u16], inner: &[u16]| -> Vec<u16> { inner.iter().map(|&at| outer[at as usize]).collect() };
    let mut classes: Vec<(&BoardMap, u64)> = Vec::new();
    for map in group {
        // a = g b g^-1, written without the inverse: a g = g b.
        let conjugate = |other: &BoardMap| {
            group.iter().any(|by| after(&map.images, &by.images) == after(&by.images, &other.images))
        };
        match classes.iter_mut().find(|(other, _)| conjugate(other)) {
            Some((_, size)) => *size += 1,
            None => classes.push((map, 1)),
        }
    }
    classes
}

/// The instances whose placements together are those of `instance` (kinds not merged) that `map` keeps.
pub(super) fn quotients<M: Mask>(instance: &Instance<M>, map: &BoardMap) -> Vec<Instance<M>> {
    let cycles = cycles(&map.images);
    let lengths: BTreeSet<usize> = cycles.iter().map(Vec::len).collect();
    let open = |class: usize, length: usize| {
        let at_peace = |cycle: &[usize]| {
            let allowed = instance.classes[class].allowed;
            cycle.iter().enumerate().all(|(place, &square)| {
                let conflicts = instance.conflicts.of(class, square, class);
                allowed.contains(square) && cycle[place + 1..].iter().all(|&other| !conflicts.contains(other))
            })
        };
        let fits = |index: &usize| cycles[*index].len() == length && at_peace(&cycles[*index]);
        (0..cycles.len()).filter(fits).fold(M::EMPTY, M::with)
    };
    // One class for each kind and length, on cycles for squares.
    let parts: Vec<(usize, usize, M)> = (0..instance.classes.len())
        .flat_map(|class| lengths.iter().map(move |&length| (class, length)))
        .map(|(class, length)| (class, length, open(class, length)))
        .collect();
    let mut conflicts: Conflicts<M> = Conflicts::none(parts.len(), cycles.len());
    for (part, &(class, _, open)) in parts.iter().enumerate() {
        for (other_part, &(other, _, other_open)) in parts.iter().enumerate() {
            for cycle in open.squares() {
                let taken = cycles[cycle]
                    .iter()
                    .fold(M::EMPTY, |taken, &square| taken.or(instance.conflicts.of(class, square, other)));
                for other_cycle in other_open.squares() {
                    if cycles[other_cycle].iter().any(|&square| taken.contains(square)) {
                        conflicts.add((part, cycle), (other_part, other_cycle));
                    }
                }
            }
        }
    }
    let mut instances = Vec::new();
    let mut chosen = vec![0u32; parts.len()];
    divide(instance, &parts, 0, &mut chosen, &mut |chosen| {
        let used: Vec<usize> = (0..parts.len()).filter(|&part| chosen[part] > 0).collect();
        let class = |&part: &usize| Class { allowed: parts[part].2, pieces: chosen[part] };
        let classes = used.iter().map(class).collect();
        let factor = instance.factor.clone();
        let quotient = Instance::without_maps(classes, conflicts.select(&used), factor).merged();
        if !quotient.is_hopeless() {
            instances.push(quotient);
        }
    });
    instances
}

/// The cycles of a permutation, each from its lowest square on.
fn cycles(images: &[u16]) -> Vec<Vec<usize>> {
    let mut cycles: Vec<Vec<usize>> = Vec::new();
    let mut seen = vec![false; images.len()];
    for start in 0..images.len() {
        let mut cycle = Vec::new();
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            cycle.push(at);
            at = images[at] as usize;
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// Every way to divide the pieces of each kind among the lengths, `chosen[part]` cycles each.
fn divide<M: Mask>(
    instance: &Instance<M>,
    parts: &[(usize, usize, M)],
    part: usize,
    chosen: &mut Vec<u32>,
    visit: &mut impl FnMut(&[u32]),
) {
    let placed = |chosen: &[u32], class: usize| -> u32 {
        let of_class = parts.iter().zip(chosen).filter(|(part, _)| part.0 == class);
        of_class.map(|(part, &cycles)| part.1 as u32 * cycles).sum()
    };
    // A kind whose parts are all behind must have placed all its pieces.
    if part > 0 && parts.get(part).map(|next| next.0) != Some(parts[part - 1].0) {
        let class = parts[part - 1].0;
        if placed(chosen, class) != instance.classes[class].pieces {
            return;
        }
    }
    let Some(&(class, length, open)) = parts.get(part) else { return visit(chosen) };
    let left = instance.classes[class].pieces - placed(chosen, class);
    for cycles in 0..=(left / length as u32).min(open.count()) {
        chosen[part] = cycles;
        divide(instance, parts, part + 1, chosen, visit);
    }
    chosen[part] = 0;
}
