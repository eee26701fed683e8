//! The work of a search, in numbers.

use std::ops::AddAssign;

/// How pairs of white rows and columns were refuted, and the work that this took.
///
/// Each pair is counted in one of `area`, `families`, `flow`, `one_colour` and `both_colours`, or is among
/// those refuted [many at a time](Self::count_refuted_together).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TwoArmiesProof {
    /// The number of pairs up to the board's symmetries and, if the armies are equally large, a swap of their
    /// colours.
    pub(crate) pairs: u64,
    /// The number of pairs with too few squares for an army.
    pub(crate) area: u64,
    /// The number of pairs refuted by bounds of one family of diagonals.
    pub(crate) families: u64,
    /// The number of pairs refuted by a flow through both families.
    pub(crate) flow: u64,
    /// The number of pairs refuted by the search of one square colour: its diagonals have no sufficient
    /// labelling.
    pub(crate) one_colour: u64,
    /// The number of pairs whose other square colour was also searched.
    pub(crate) both_colours: u64,
    /// The number of column sets that were visited, including those with undecided columns.
    pub(crate) sets: u64,
    /// The number of labellings of one square colour's diagonals that were visited, most of them partial.
    pub(crate) labellings: u64,
}

impl TwoArmiesProof {
    /// Returns the number of pairs that were refuted many at a time, with some columns undecided. If the
    /// search ended early, the number includes the pairs that it did not reach.
    pub(crate) fn count_refuted_together(&self) -> u64 {
        self.pairs - self.area - self.families - self.flow - self.one_colour - self.both_colours
    }
}

impl AddAssign for TwoArmiesProof {
    fn add_assign(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.area += other.area;
        self.families += other.families;
        self.flow += other.flow;
        self.one_colour += other.one_colour;
        self.both_colours += other.both_colours;
        self.sets += other.sets;
        self.labellings += other.labellings;
    }
}

impl TwoArmiesProof {
    /// Returns the number of column sets and labellings that were visited.
    pub fn nodes(&self) -> u64 {
        self.sets + self.labellings
    }

    /// Returns the number of refutations of each type, one line each.
    pub fn steps(&self) -> Vec<String> {
        let Self { pairs, area, families, flow, one_colour, both_colours, sets, labellings } = self;
        let together = self.count_refuted_together();
        vec![
            format!("{pairs} pairs (set of ranks, set of files) for one army, up to symmetry:"),
            format!("{area} too small for an army, {together} excluded in groups by {sets} bounds,"),
            format!(
                "{families} excluded by one direction of diagonals, {flow} by a flow through both directions,"
            ),
            format!(
                "{one_colour} by search on one square colour, {both_colours} on both ({labellings} labellings of diagonals)"
            ),
        ]
    }
}
