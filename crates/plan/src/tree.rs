//! A written plan: its targets, the way to count each, and the expression that combines the counts.
//!
//! A [`Tree`] records all decisions of planning, which depend on comparisons, trials and the machine. The
//! descriptions of its leaves are enough to build them again on any machine. So a question and a tree give
//! the same plan with the same units.
//!
//! The [`Target`] of a leaf says which placements it counts, and its [`Way`] how. The targets and their
//! multiplicities follow from the question and the [`Form`] of the tree. A tree that is read is compared with
//! them, so it may come from anywhere. The ways are free, as long as they count the target.

use crate::engines::Engine;
use crate::engines::expression::{Expression, SumSubject};
use crate::engines::kernel::Kernel;
use crate::engines::resumable::SweepRecipe;
use crate::named::named;

/// A written plan.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tree {
    /// The instruction set for whose speed engines were chosen; another one may count.
    pub kernel: Kernel,
    /// The leaves, and the expression that combines their counts.
    pub whole: Expression<Leaf>,
}

/// A count in a plan.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Leaf {
    /// The placements of the question that it counts.
    pub counts: Target,
    /// The way to count them.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "earlier::way"))]
    pub by: Way,
    /// The time of the units divided by their cost in the model; `None` if it must be estimated again.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub calibration: Option<f64>,
    /// Facts about the built counter; `None` if the leaf has not been built.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub built: Option<CounterFacts>,
}

/// Facts about the counter of a leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CounterFacts {
    /// The name of its engine.
    pub engine: String,
    /// The version of the engine.
    pub version: u32,
    /// The number of units.
    pub units: usize,
    /// The divisor of the weighted sum over the units.
    pub divisor: u64,
    /// The factor of the quotient, in digits.
    pub factor: String,
}

/// The placements of a question that a leaf counts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Target {
    /// All placements, without merging classes.
    All,
    /// The placements with these numbers of the kinds that may have any number.
    Numbers(Vec<u32>),
    /// The placements on a smaller board, for counts up to shifts.
    Smaller {
        /// The number of rows by which the board is smaller.
        rows: usize,
        /// The number of columns by which the board is smaller.
        cols: usize,
    },
    /// The placements that a symmetry fixes.
    Fixed {
        /// The number of the symmetry's conjugacy class.
        class: usize,
        /// The number of rows by which the board is smaller.
        rows: usize,
        /// The number of columns by which the board is smaller.
        cols: usize,
    },
    /// The number that, added to all placements, gives the number of classes times the number of symmetries.
    Classes,
    /// The placements in a part that interacts with no other part.
    Part {
        /// The number of the part, or of the set of identical parts.
        part: usize,
        /// The numbers of pieces in the part.
        numbers: Vec<u32>,
    },
}

/// The way to count a leaf.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Way {
    /// An engine that visits placements counts it.
    Engine {
        /// The engine; `best` means the one that suits the target best.
        engine: Engine,
        /// The approximate maximum number of units; `None` for the usual number for such a target.
        most_units: Option<usize>,
    },
    /// Engines count the placements on the quotient of the board, whose squares are cycles of squares.
    Quotient,
    /// Some pieces are placed first, and for each choice of them the rest has a plan of its own.
    Leaders {
        /// The numbers of the kinds that go first.
        kinds: Vec<usize>,
        /// The settled part of their placement.
        settled: SettledPart,
    },
    /// The count is derived from smaller boards, where each number of pieces has a plan of its own.
    Clusters,
    /// Each number of some kinds has a plan of its own.
    EachNumber {
        /// The numbers of these kinds among those of the problem.
        kinds: Vec<usize>,
    },
    /// The leaf has a plan of its own, made when it is counted.
    Planned,
    /// Each class is counted by its first placement, under maps that do not preserve the problem.
    Congruent,
    /// An engine that reads the question itself counts it.
    Direct {
        /// The engine.
        engine: Engine,
    },
    /// It is swept, by a recipe that trials have chosen.
    Sweep(SweepRecipe),
}

named! {
    /// The lines or squares of the pieces that go first.
    #[derive(Default)]
    pub enum SettledPart {
        /// The square of each.
        #[default]
        Squares = "squares",
        /// Which files they stand on, one on each; these exclude everything else.
        Files = "files",
        /// Which ranks.
        Ranks = "ranks",
        /// The square of each wall, which is a hole for the rest.
        Walls = "walls",
    }
}

/// The way in which a question is split into counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A single leaf.
    Leaf,
    /// A sum over numbers of pieces.
    Numbers,
    /// A product of parts that do not interact.
    Parts,
    /// All placements and those that each symmetry fixes; up to shifts, also on smaller boards.
    Fixed,
    /// All placements and a single leaf that completes them to classes.
    Classes,
}

impl Way {
    /// Returns the way by an engine, with the usual number of units.
    #[must_use]
    pub fn from_engine(engine: Engine) -> Self {
        Self::Engine { engine, most_units: None }
    }
}

impl Leaf {
    /// Returns a leaf that was not built yet.
    #[must_use]
    pub fn new(counts: Target, by: Way) -> Self {
        Self { counts, by, calibration: None, built: None }
    }
}

impl Form {
    /// Returns the form of a tree, if it is a plan.
    pub(crate) fn from_tree(tree: &Expression<Leaf>) -> Self {
        match tree {
            Expression::Leaf(_) => Self::Leaf,
            Expression::Product { .. } => Self::Parts,
            Expression::Sum { over: SumSubject::Numbers, .. } => Self::Numbers,
            Expression::Sum { .. }
                if tree.leaves().iter().any(|(leaf, _)| leaf.counts == Target::Classes) =>
            {
                Self::Classes
            }
            Expression::Sum { .. } => Self::Fixed,
        }
    }
}

/// Reads ways that this version or an earlier one wrote.
#[cfg(feature = "serde")]
mod earlier {
    use super::Way;
    use crate::engines::Engine;
    use crate::named::Named;
    use serde::de::value::MapAccessDeserializer;
    use serde::de::{Error, IntoDeserializer, MapAccess, Visitor};
    use serde::{Deserialize, Deserializer};
    use std::fmt;

    struct WayVisitor;

    impl<'de> Visitor<'de> for WayVisitor {
        type Value = Way;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a way to count")
        }

        /// Reads a way without data. The profile engine and the oracle had ways of their own in earlier
        /// versions; now [`Way::Direct`] names every engine that reads questions itself.
        fn visit_str<E: Error>(self, name: &str) -> Result<Way, E> {
            match name {
                "profile" => Engine::from_name(name).map(|engine| Way::Direct { engine }),
                "oracle" => Some(Way::Direct { engine: Engine::ORACLE }),
                _ => return Way::deserialize(name.into_deserializer()),
            }
            .ok_or_else(|| E::custom("no such engine"))
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Way, A::Error> {
            Way::deserialize(MapAccessDeserializer::new(map))
        }
    }

    /// Reads a way. An untagged enum would hide the fault of an incorrect one.
    pub(super) fn way<'de, D: Deserializer<'de>>(from: D) -> Result<Way, D::Error> {
        from.deserialize_any(WayVisitor)
    }
}
