//! The evidence for a rule: a proof, a fit, or a guess.

/// The evidence for a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// The rule is proved for all terms.
    Proved(Reason),
    /// A rule of this type is expected, and a rule with `unknown` coefficients agrees with `further`
    /// additional terms.
    Fitted {
        /// The number of unknown coefficients.
        unknown: usize,
        /// The number of nonzero terms that agree, apart from as many terms as there are coefficients.
        further: usize,
    },
    /// No rule is expected, but this one agrees with `further` additional terms.
    Guessed {
        /// The number of unknown coefficients.
        unknown: usize,
        /// The number of nonzero terms that agree, apart from those that determine the coefficients.
        further: usize,
    },
}

/// The reason why a rule holds for all terms.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The strip has `states` boundary states, in `classes` classes with the same future. So the order is at
    /// most `classes`.
    Closure {
        /// The number of boundary states.
        states: usize,
        /// The number of classes.
        classes: usize,
    },
    /// Boards with at least these sides have room for every cluster of pieces that are joined by conflicts.
    Clusters {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        cols: usize,
    },
    /// The strip has `states` boundary states. For placements with the maximum number of pieces, or a
    /// constant number less, the walks between the states obey a recurrence of order at most `order`.
    Largest {
        /// The number of boundary states.
        states: usize,
        /// The bound of the order.
        order: usize,
    },
    /// The strip has `states` boundary states of all placements and of those that each symmetry fixes. The
    /// sum obeys a recurrence of order at most `order`.
    Symmetries {
        /// The number of boundary states.
        states: usize,
        /// The bound of the order.
        order: usize,
    },
    /// On the strip, clusters span at most `ranks` ranks beyond the first.
    ShortClusters {
        /// The number of ranks.
        ranks: usize,
    },
    /// Placements are integer points of polytopes that grow with the board. The faces of the polytopes bound
    /// the period and the number of coefficients. The counted terms determine all coefficients, and some more
    /// terms agree.
    Polytopes {
        /// A multiple of the period.
        period: usize,
        /// The maximum number of unknown coefficients.
        coefficients: usize,
        /// The value of the variable from which the bound holds.
        from: i64,
        /// The number of terms from there on that were counted.
        terms: usize,
    },
}
