//! How many states there are because of rooks: whose files are taken already.
//!
//! A rook, or whatever attacks one point of each line ahead, leaves of a line that lies far behind no more than which *files*
//! are taken. After `l` lines any `j` of them can be, if no more than one piece stands on a line: so many patterns there are
//! whatever else is on the board, and they are known before the sweep begins. With a certain number of pieces, no more can be
//! taken than these, and no fewer than the lines to come leave.

use super::blueprint::{Blueprint, KindChoice};
use super::program::SweepProgram;
use std::collections::BTreeSet;

/// Kinds that take files, of which some other may take the same.
struct Takers {
    kinds: Vec<usize>,
    /// How many files there are.
    files: usize,
    /// The number of pieces, if it is a certain one.
    pieces: Option<usize>,
}

/// For each step the logarithm of the number of patterns of files that are taken, and the kinds that take them; `None` if some kind
/// takes more of a line ahead than a file, or leaves less of it to some kinds than to others: there are more patterns then.
///
/// `line_of` is the line of each step, and `ahead` are the bits of a line that is too far ahead for other kinds.
pub(super) fn patterns(
    blueprint: &Blueprint,
    program: &SweepProgram,
    line_of: &dyn Fn(usize) -> usize,
    first: usize,
    ahead: &BTreeSet<usize>,
) -> Option<(Vec<f64>, Vec<usize>)> {
    let mut takers: Vec<(Takers, BTreeSet<BTreeSet<usize>>)> = Vec::new();
    let choices = || blueprint.steps[..=first].iter().flat_map(|step| &step.choices);
    let kinds: BTreeSet<usize> = choices().map(|choice| choice.kind).collect();
    for kind in kinds {
        let of = |choice: &KindChoice| -> BTreeSet<usize> {
            choice.set.iter().copied().filter(|bit| ahead.contains(bit)).collect()
        };
        let sets: BTreeSet<BTreeSet<usize>> =
            choices().filter(|choice| choice.kind == kind).map(of).filter(|set| !set.is_empty()).collect();
        let bits: BTreeSet<usize> = sets.iter().flatten().copied().collect();
        if bits.is_empty() {
            continue;
        }
        // Each bit belongs to one file.
        if sets.iter().map(BTreeSet::len).sum::<usize>() != bits.len() {
            return None;
        }
        let pieces = pieces_of(program, kind);
        match takers.iter_mut().find(|(_, others)| others.iter().flatten().any(|bit| bits.contains(bit))) {
            // They take the same files in the same way.
            Some((other, others)) if *others == sets => {
                other.kinds.push(kind);
                other.pieces = other.pieces.zip(pieces).map(|(one, other)| one + other);
            }
            Some(_) => return None,
            None => takers.push((Takers { kinds: vec![kind], files: sets.len(), pieces }, sets)),
        }
    }
    let steps = blueprint.steps.len();
    let lines = line_of(steps.checked_sub(1)?) + 1;
    let size = |step: usize| -> f64 {
        let line = line_of(step) + 1;
        takers.iter().map(|(takers, _)| takers.patterns(line, lines - line).max(1.0).ln()).sum()
    };
    let kinds = takers.iter().flat_map(|(takers, _)| takers.kinds.iter().copied()).collect();
    Some(((0..steps).map(size).collect(), kinds))
}

impl Takers {
    /// The patterns after some lines, with some more to come.
    fn patterns(&self, done: usize, left: usize) -> f64 {
        let most = self.pieces.unwrap_or(self.files).min(self.files).min(done);
        let least = self.pieces.map_or(0, |pieces| pieces.saturating_sub(left)).min(most);
        let of_number = |taken: usize| {
            (0..taken).map(|file| (self.files - file) as f64 / (file + 1) as f64).product::<f64>()
        };
        (least..=most).map(of_number).sum()
    }
}

/// The number of pieces of a kind, if it is a certain one; variables are numbered as kinds are where all are.
fn pieces_of(program: &SweepProgram, kind: usize) -> Option<usize> {
    let last = program.steps.last()?;
    let place = |of: &[usize]| of.iter().position(|&variable| variable == kind);
    let window = match place(&program.grouped) {
        Some(at) => last.groups.windows.get(at),
        None => last.weights.windows.get(place(&program.weighted)?),
    };
    window.filter(|&&(_, length)| length == 1).map(|&(number, _)| number as usize)
}
