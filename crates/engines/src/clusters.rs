//! The clusters engine: few leapers on a large board, counted from small boards. The planner makes its plans
//! and counts; this file only describes the engine.

use crate::engines::feature::Feature;
use crate::engines::technique::Technique;

/// The name of the engine in results.
pub const NAME: &str = "clusters";
/// The version of the engine, raised whenever its counts change. Version 2 answers at once, with numbers of
/// any size.
pub const VERSION: u32 = 2;

/// The engine.
pub(crate) struct ClustersEngine;

impl Technique for ClustersEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "From smaller boards, for few leapers on large ones"
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[&[Feature::ManySquares, Feature::JoinedEdges, Feature::Armies, Feature::Sameness]]
    }

    fn has_kernels(&self) -> bool {
        false
    }

    fn misfit(&self) -> &'static str {
        "the clusters engine counts few leapers on boards with room for two clusters of all of them"
    }
}
