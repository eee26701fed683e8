//! The work of a search for a placement.

use std::ops::AddAssign;

/// The work done to find a placement, or to show that there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeveralArmiesProof {
    /// The number of labellings of all ranks, up to symmetry.
    pub(crate) rank_labellings: u64,
    /// The number of labels given to files, each with all ranks and the files before it labelled.
    pub(crate) file_labels: u64,
    /// The number of file labels refuted because the diagonals do not keep enough squares of all armies
    /// together.
    pub(crate) refuted_by_all: u64,
    /// The number of file labels refuted because the diagonals do not keep enough squares of some of the
    /// armies, or with some armies counted twice.
    pub(crate) refuted_by_some: u64,
    /// The number of file labels refuted in the same way with more weights, among the last files only.
    pub(crate) refuted_at_last: u64,
    /// The number of labellings of all ranks and files that were not refuted before their diagonals.
    pub(crate) pairs: u64,
    /// The number of partial labellings of the diagonals of one colour.
    pub(crate) diagonal_nodes: u64,
}

impl SeveralArmiesProof {
    /// Returns the number of labels of files and diagonals that were tried.
    pub fn nodes(&self) -> u64 {
        self.file_labels + self.diagonal_nodes
    }

    /// Returns the number of refutations of each type, one line each.
    pub fn steps(&self) -> Vec<String> {
        if self.rank_labellings == 0 {
            return vec!["no distribution of ranks and files gives each army enough squares".to_owned()];
        }
        let Self {
            rank_labellings,
            file_labels,
            refuted_by_all,
            refuted_by_some,
            refuted_at_last,
            pairs,
            ..
        } = self;
        vec![
            format!(
                "{rank_labellings} labellings of the ranks up to symmetry, extended by {file_labels} labels of files:"
            ),
            format!(
                "{refuted_by_all} excluded by what the diagonals leave to all armies together, {refuted_by_some} to some,"
            ),
            format!("{refuted_at_last} with other weights for the last files; {pairs} searched to the end"),
        ]
    }
}

impl AddAssign for SeveralArmiesProof {
    fn add_assign(&mut self, other: Self) {
        self.rank_labellings += other.rank_labellings;
        self.file_labels += other.file_labels;
        self.refuted_by_all += other.refuted_by_all;
        self.refuted_by_some += other.refuted_by_some;
        self.refuted_at_last += other.refuted_at_last;
        self.pairs += other.pairs;
        self.diagonal_nodes += other.diagonal_nodes;
    }
}
