//! The options of an export.

/// The options of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Options {
    /// If given, pieces written `max` are not maximised; their total is at least this number.
    pub at_least: Option<u32>,
    /// Whether a graph is replaced by its complement, whose cliques are the independent sets of the graph.
    pub complement: bool,
}

impl Options {
    /// Returns these options with a least number of the pieces written `max`.
    #[must_use]
    pub fn with_at_least(self, at_least: Option<u32>) -> Self {
        Self { at_least, ..self }
    }

    /// Returns these options with the complement of the graph, or the graph itself.
    #[must_use]
    pub fn with_complement(self, complement: bool) -> Self {
        Self { complement, ..self }
    }
}
