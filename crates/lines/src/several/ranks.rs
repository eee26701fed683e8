//! The labellings of the ranks, up to symmetry.

use super::shares::ArmyShare;
use std::cmp::Ordering;

/// The labels of lines in the order of [`super::geometry::Geometry::rank_order`].
pub(super) type Labels = Vec<u8>;

/// Calls `found` with the labellings of the ranks that have the share. Of labellings that agree up to a
/// reflection and the exchange of armies of one class, only the first is used. Stops once `found` says so.
///
/// The labellings are divided into `parts` parts, and only those of `part` are visited. All but the last
/// labels decide the part, so the other parts cost little.
pub(super) fn each_labelling(
    share: &ArmyShare,
    (part, parts): (usize, usize),
    found: &mut dyn FnMut(&[u8], MirrorOrder) -> bool,
) {
    let mut left = share.ranks.clone();
    let lines: usize = left.iter().sum();
    let mut dealt = 0;
    descend(share, &mut left, &mut Labels::with_capacity(lines), &mut |labels| {
        if labels.len() + LAST == lines || (labels.len() == lines && lines < LAST) {
            dealt += 1;
            if (dealt - 1) % parts != part {
                return NextStep::Back;
            }
        }
        if labels.len() < lines {
            return NextStep::On;
        }
        let order = match normal_form(share, &mirror_labels(labels)).as_slice().cmp(labels) {
            Ordering::Less => return NextStep::On,
            Ordering::Equal => MirrorOrder::Alike,
            Ordering::Greater => MirrorOrder::First,
        };
        if found(labels, order) { NextStep::On } else { NextStep::Stop }
    });
}

/// The comparison of a labelling with its mirror image, up to the exchange of armies of one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MirrorOrder {
    /// The labelling comes before its mirror image.
    First,
    /// The labelling is its own mirror image.
    Alike,
}

/// The number of last labels that do not decide the part.
const LAST: usize = 4;

/// The next step after some labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextStep {
    On,
    Back,
    Stop,
}

/// Calls `next` with `labels` and with the labellings that begin with them, in order. Returns true if the
/// search continues.
fn descend(
    share: &ArmyShare,
    left: &mut [usize],
    labels: &mut Labels,
    next: &mut dyn FnMut(&[u8]) -> NextStep,
) -> bool {
    match next(labels) {
        NextStep::On => {}
        NextStep::Back => return true,
        NextStep::Stop => return false,
    }
    for army in 0..left.len() {
        // Armies of a class are used in order, so that every labelling is its own normal form.
        let unused = |army: usize| left[army] == share.ranks[army];
        let earlier_unused = (0..army).any(|other| share.class[other] == share.class[army] && unused(other));
        if left[army] == 0 || (unused(army) && earlier_unused) {
            continue;
        }
        left[army] -= 1;
        labels.push(army as u8);
        let go_on = descend(share, left, labels, next);
        labels.pop();
        left[army] += 1;
        if !go_on {
            return false;
        }
    }
    true
}

/// Returns the place of the mirror image of the line at `place` among `lines` lines ordered from the middle
/// outwards.
pub(super) fn mirror(lines: usize, place: usize) -> usize {
    if lines.is_multiple_of(2) {
        place ^ 1
    } else if place == 0 {
        0
    } else {
        ((place - 1) ^ 1) + 1
    }
}

/// Returns the reflected labels.
fn mirror_labels(labels: &[u8]) -> Labels {
    (0..labels.len()).map(|place| labels[mirror(labels.len(), place)]).collect()
}

/// Returns the first of the labellings that differ by an exchange of armies of one class.
fn normal_form(share: &ArmyShare, labels: &[u8]) -> Labels {
    let mut renamer = Renamer::new(&share.class);
    labels.iter().map(|&label| renamer.rename(usize::from(label)) as u8).collect()
}

/// A renaming of armies such that those of a class appear in order.
#[derive(Debug, Clone)]
pub(super) struct Renamer {
    class: Vec<usize>,
    name: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl Renamer {
    pub(super) fn new(class: &[usize]) -> Self {
        Self { class: class.to_vec(), name: vec![None; class.len()], taken: vec![false; class.len()] }
    }

    pub(super) fn rename(&mut self, army: usize) -> usize {
        if let Some(name) = self.name[army] {
            return name;
        }
        let class = self.class[army];
        let name = (0..self.class.len())
            .find(|&other| self.class[other] == class && !self.taken[other])
            .unwrap_or(army);
        self.name[army] = Some(name);
        self.taken[name] = true;
        name
    }
}
