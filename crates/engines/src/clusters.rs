//! The engine clusters: few leapers on a large board, from small boards. Plans of these are the planner's to make, and so is the count;
//! here is what is known of it.

use crate::engines::feature::Feature;
use crate::engines::technique::Technique;

/// Its name in results.
pub const NAME: &str = "clusters";
/// Raised whenever what it counts changes. Version 2 answers at once, with numbers of any size.
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

    fn about(&self) -> &'static str {
        "From smaller boards, for few leapers on large ones"
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[&[Feature::ManySquares, Feature::JoinedEdges, Feature::Armies, Feature::Sameness]]
    }

    fn has_kernels(&self) -> bool {
        false
    }

    fn misfit(&self) -> &'static str {
        "the engine clusters is for few leapers on boards with room for two clusters of all of them"
    }
}
