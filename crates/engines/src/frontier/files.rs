//! The factor by which rooks on files of their own multiply the states: the patterns of files already taken.
//!
//! Suppose that the files of the rooks are settled first, and that no other piece stands on these files. Then
//! a rook affects the lines far ahead only by taking its *file*. After `l` lines any `j` of the files can be
//! taken, if at most one piece stands on a line. These patterns do not depend on the rest of the board, and
//! their number is known before the sweep begins. An exact number of pieces bounds the files taken: from
//! above by itself, and from below by the number of lines to come.
//!
//! Nothing else stands on the line of a rook. If nearly as many files are taken as there are lines behind,
//! rooks also stand on the last lines, and other kinds then distinguish fewer states there.

use super::blueprint::{Blueprint, KindChoice};
use super::program::SweepProgram;
use std::collections::BTreeSet;

/// Kinds that have files of their own.
pub(super) struct FileTakers {
    kinds: BTreeSet<usize>,
    files: usize,
    /// The exact number of pieces, if there is one.
    pieces: Option<usize>,
}

impl FileTakers {
    /// Returns those of the kinds that have files of their own, if other kinds are also present. `None` if
    /// some kind takes more than a file of a line ahead, or if its files are shared.
    ///
    /// The choices are those of the first line. `ahead` holds the bits of a line that is too far ahead for
    /// other kinds.
    pub(super) fn new<'a>(
        blueprint: &Blueprint,
        program: &SweepProgram,
        choices: impl Iterator<Item = &'a KindChoice>,
        ahead: &BTreeSet<usize>,
    ) -> Option<Self> {
        let (mut kinds, mut others): (BTreeSet<usize>, BTreeSet<usize>) = Default::default();
        let mut files: BTreeSet<Vec<usize>> = BTreeSet::new();
        for choice in choices {
            let file: Vec<usize> = choice.set.iter().copied().filter(|bit| ahead.contains(bit)).collect();
            let of = if file.is_empty() { &mut others } else { &mut kinds };
            of.insert(choice.kind);
            files.extend((!file.is_empty()).then_some(file));
        }
        let bits: BTreeSet<usize> = files.iter().flatten().copied().collect();
        let is_taken_by = |kind: &usize| kinds.contains(kind);
        let is_own = |bit: &usize| kinds.iter().any(|&kind| blueprint.bits_of_kind[kind].contains(bit));
        let are_apart = files.iter().map(Vec::len).sum::<usize>() == bits.len();
        let are_own = !others.iter().any(is_taken_by) && ahead.iter().all(is_own);
        if files.is_empty() || others.is_empty() || !are_apart || !are_own {
            return None;
        }
        let pieces = kinds.iter().map(|&kind| pieces_of(blueprint, program, kind)).sum();
        Some(Self { kinds, files: files.len(), pieces })
    }

    /// True if a kind is one of them.
    pub(super) fn has(&self, kind: usize) -> bool {
        self.kinds.contains(&kind)
    }

    /// Returns the patterns after `done` lines, with `left` lines to come. They are grouped by the share of
    /// the last `near` lines that is left to other kinds.
    pub(super) fn patterns(&self, done: usize, left: usize, near: usize) -> Vec<(f64, f64)> {
        let most = self.pieces.unwrap_or(self.files).min(self.files).min(done);
        let least = self.pieces.map_or(0, |pieces| pieces.saturating_sub(left)).min(most);
        let of_number = |taken: usize| -> f64 {
            (0..taken).map(|file| (self.files - file) as f64 / (file + 1) as f64).product()
        };
        let near = near.clamp(1, done.max(1));
        let share = |taken: usize| {
            let on_near = (taken + near).saturating_sub(done.max(near)).min(near);
            (near - on_near) as f64 / near as f64
        };
        (least..=most).map(|taken| (of_number(taken), share(taken))).collect()
    }
}

/// Returns the exact number of pieces of a kind, if there is one.
fn pieces_of(blueprint: &Blueprint, program: &SweepProgram, kind: usize) -> Option<usize> {
    // If each kind has a variable, variables are numbered like kinds.
    let variables = program.grouped.len() + program.weighted.len();
    let last = program.steps.last().filter(|_| variables == blueprint.bits_of_kind.len())?;
    let place = |of: &[usize]| of.iter().position(|&variable| variable == kind);
    let window = match place(&program.grouped) {
        Some(at) => last.groups.windows.get(at),
        None => last.weights.windows.get(place(&program.weighted)?),
    };
    window.filter(|&&(_, length)| length == 1).map(|&(number, _)| number as usize)
}
