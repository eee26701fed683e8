//! What a search has considered, in numbers.

use std::ops::AddAssign;

/// How pairs of white rows and columns were refuted, and what that took.
///
/// Each pair is in one of `area`, `families`, `flow`, `one_colour` and `both_colours`, or among those [many at a
/// time](Self::together).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TwoArmiesProof {
    /// Pairs up to the board's symmetries and, if the armies are equally large, a swap of their colours.
    pub(crate) pairs: u64,
    /// Those with too few squares for an army.
    pub(crate) area: u64,
    /// Those refuted by bounds of one family of diagonals.
    pub(crate) families: u64,
    /// Those refuted by a flow through both families.
    pub(crate) flow: u64,
    /// Those of which one square colour cannot be labelled well enough, as its search showed.
    pub(crate) one_colour: u64,
    /// Those whose other square colour was searched as well.
    pub(crate) both_colours: u64,
    /// Sets of columns that were looked at, those with some undecided among them.
    pub(crate) sets: u64,
    /// Labellings of one square colour's diagonals that were looked at, most of them partial.
    pub(crate) labellings: u64,
}

impl TwoArmiesProof {
    /// The pairs that were refuted many at a time, with some columns undecided. Of a search that ended early, also
    /// those that were not reached.
    pub(crate) fn together(&self) -> u64 {
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
    /// Column sets and labellings that were looked at.
    pub fn nodes(&self) -> u64 {
        self.sets + self.labellings
    }

    /// What was refuted how, a line each.
    pub fn steps(&self) -> Vec<String> {
        let Self { pairs, area, families, flow, one_colour, both_colours, sets, labellings } = self;
        let together = self.together();
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
