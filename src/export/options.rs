//! What can be chosen about an export.

/// What can be chosen about an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Options {
    /// Pieces written `max` are not to be as many as possible, but at least so many in all.
    pub at_least: Option<u32>,
    /// Of graphs the complement: cliques then are what independent sets are otherwise.
    pub complement: bool,
}

impl Options {
    /// The same with a least number of the pieces written `max`.
    #[must_use]
    pub fn with_at_least(self, at_least: Option<u32>) -> Self {
        Self { at_least, ..self }
    }

    /// The same with the complement of the graph, or the graph.
    #[must_use]
    pub fn with_complement(self, complement: bool) -> Self {
        Self { complement, ..self }
    }
}
