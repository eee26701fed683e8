//! What stands behind a rule: a proof, a fit, or a guess.

/// What stands behind a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// It holds for ever.
    Proved(Reason),
    /// A rule of this sort is expected; so many coefficients were unknown, and so many further terms agree.
    Fitted {
        /// Unknown coefficients.
        unknown: usize,
        /// Terms other than zero that agree beyond as many.
        further: usize,
    },
    /// No rule is expected, but so many further terms agree with this one.
    Guessed {
        /// Unknown coefficients.
        unknown: usize,
        /// Terms other than zero that agree beyond those that determine them.
        further: usize,
    },
}

/// Why a rule holds for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A strip has so many boundary states, and so many classes of them with the same future: the order is at most that.
    Closure {
        /// Boundary states.
        states: usize,
        /// Classes.
        classes: usize,
    },
    /// Boards of at least these sides have room for every cluster of pieces that are joined by conflicts.
    Clusters {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// A strip has so many boundary states; of placements with the largest number of pieces, or always so many fewer, the walks
    /// between them obey a recurrence of at most this order.
    Largest {
        /// Boundary states.
        states: usize,
        /// The bound of the order.
        order: usize,
    },
    /// A strip has so many boundary states of all placements, and of those that each symmetry fixes; the sum obeys a recurrence
    /// of at most this order.
    Symmetries {
        /// Boundary states.
        states: usize,
        /// The bound of the order.
        order: usize,
    },
    /// On a strip clusters span at most so many ranks beyond the first.
    ShortClusters {
        /// Ranks.
        ranks: usize,
    },
    /// Placements are integer points of polytopes that grow with the board; their faces bound the period and the number of
    /// coefficients, and so many terms from a value on agree, as many as coefficients and some more.
    Polytopes {
        /// What the period divides.
        period: usize,
        /// How many coefficients are unknown at most.
        coefficients: usize,
        /// From which value on that holds.
        from: i64,
        /// How many terms from there on were counted.
        terms: usize,
    },
}
