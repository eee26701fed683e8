//! The engine clusters: few leapers on a large board, from small boards. Plans of these are the planner's to make, and so is the count;
//! here is what is known of it.

use crate::engines::feature::Feature;
use crate::engines::question::{Ask, Question};
use crate::engines::technique::{Manner, Technique};

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

    fn manner(&self) -> Manner {
        Manner::Nested
    }

    fn answers(&self, ask: Ask) -> bool {
        ask == Ask::ManySquares
    }

    fn refuses(&self, question: &Question) -> Option<&'static str> {
        let known = [Feature::ManySquares, Feature::JoinedEdges, Feature::Armies, Feature::Sameness];
        (!question.has_only(&known))
            .then_some("the engine clusters counts leapers of exact numbers on rectangles without holes")
    }

    fn refuses_kernels(&self) -> Option<&'static str> {
        Some("the engine clusters has no kernels: name none")
    }

    fn misfit(&self) -> &'static str {
        "the engine clusters is for few leapers on boards with room for two clusters of all of them"
    }
}
