//! A plan written down: what is counted, by whom, and how the counts are put together.
//!
//! A [`Tree`] says in data all that planning has decided, whether by comparing, by trials or by the machine. What it says of
//! leaves is enough to build them again anywhere; so whoever has the question and the tree has the same plan, with the same
//! units.
//!
//! *What* a leaf counts is one thing, its [`Target`], and *by whom* another, its [`Way`]. The targets, with how often each goes
//! into the whole, follow from the question and the [`Form`] of the tree: a tree that is read is compared with these, so it may
//! come from anywhere. The ways are free, as far as they count such a target.

use crate::engines::Engine;
use crate::engines::expression::{Expression, Over};
use crate::engines::kernel::Kernel;
use crate::engines::resumable::SweepRecipe;
use crate::named::named;

/// A plan, written down.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tree {
    /// The instructions by whose speed engines were chosen; others can count.
    pub kernel: Kernel,
    /// What is counted, and how the counts are put together.
    pub whole: Expression<Leaf>,
}

/// A count of a plan.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Leaf {
    /// What it counts of the question.
    pub counts: Target,
    /// By whom.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "earlier::way"))]
    pub by: Way,
    /// What its units take, over what the model says they cost; estimated again if nothing is said.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub calibration: Option<f64>,
    /// What came of it; nothing of a leaf that was not built yet.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub built: Option<Built>,
}

/// What the counter of a leaf is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Built {
    /// The name of its engine.
    pub engine: String,
    /// That engine's version.
    pub version: u32,
    /// How many units it has.
    pub units: usize,
    /// What the weighted sum over its units is divided by.
    pub divisor: u64,
    /// What the quotient is multiplied by, in digits.
    pub factor: String,
}

/// What a leaf counts of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Target {
    /// All placements, classes of them not considered.
    All,
    /// Those with these numbers of the kinds that may have any.
    Numbers(Vec<u32>),
    /// Those on a board that is smaller, of those up to shifts.
    Smaller {
        /// By this many rows,
        rows: usize,
        /// and this many columns.
        cols: usize,
    },
    /// Those that a symmetry leaves as they are.
    Fixed {
        /// The number of its class of conjugate symmetries.
        class: usize,
        /// On a board smaller by this many rows,
        rows: usize,
        /// and this many columns.
        cols: usize,
    },
    /// What must be added to all placements so that the sum is the number of classes, times the number of symmetries.
    Classes,
    /// Those in a part that interacts with no other one.
    Part {
        /// The number of the part, or of those that are like it.
        part: usize,
        /// Its numbers of pieces.
        numbers: Vec<u32>,
    },
}

/// By whom a leaf is counted.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Way {
    /// By an engine that goes through placements.
    Engine {
        /// Which; the one that suits the target best is called `best`.
        engine: Engine,
        /// No more units than about this many; as many as are usual for such a target if nothing is said.
        most_units: Option<usize>,
    },
    /// By engines on the quotient of the board, whose squares are cycles of squares.
    Quotient,
    /// Some pieces first, and for each choice of these a plan of its own for the rest.
    Leaders {
        /// The numbers of the kinds that go first.
        kinds: Vec<usize>,
        /// What is settled of them.
        settled: Settled,
    },
    /// From smaller boards, each number of pieces on them by a plan of its own.
    Clusters,
    /// Each number of some kinds by a plan of its own.
    EachNumber {
        /// The numbers of these kinds among all.
        kinds: Vec<usize>,
    },
    /// By a plan of its own, made when it is counted.
    Planned,
    /// Each class by its first placement, under maps that do not keep what is counted.
    Congruent,
    /// By an engine that reads the question itself.
    Direct {
        /// Which.
        engine: Engine,
    },
    /// Swept, in the ways that trials have chosen.
    Sweep(SweepRecipe),
}

named! {
    /// What is settled of the pieces that go first.
    #[derive(Default)]
    pub enum Settled {
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

/// How a question falls into counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// It does not.
    Leaf,
    /// A sum over numbers of pieces.
    Numbers,
    /// A product of parts that do not interact.
    Parts,
    /// All placements and what each symmetry fixes; up to shifts, on smaller boards too.
    Fixed,
    /// All placements and what must be added to them for classes.
    Classes,
}

impl Way {
    /// By an engine, with as many units as are usual.
    #[must_use]
    pub fn by(engine: Engine) -> Self {
        Self::Engine { engine, most_units: None }
    }
}

impl Leaf {
    /// A leaf that was not built yet.
    #[must_use]
    pub fn new(counts: Target, by: Way) -> Self {
        Self { counts, by, calibration: None, built: None }
    }
}

impl Form {
    /// The form that a tree has if it is a plan.
    pub(crate) fn of(tree: &Expression<Leaf>) -> Self {
        match tree {
            Expression::Leaf(_) => Self::Leaf,
            Expression::Product { .. } => Self::Parts,
            Expression::Sum { over: Over::Numbers, .. } => Self::Numbers,
            Expression::Sum { .. }
                if tree.leaves().iter().any(|(leaf, _)| leaf.counts == Target::Classes) =>
            {
                Self::Classes
            }
            Expression::Sum { .. } => Self::Fixed,
        }
    }
}

/// Ways as this version or an earlier one wrote them.
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

        /// The profile engine and the oracle had ways of their own before every engine that reads questions itself was told by
        /// its name.
        fn visit_str<E: Error>(self, name: &str) -> Result<Way, E> {
            match name {
                "profile" => Engine::named(name).map(|engine| Way::Direct { engine }),
                "oracle" => Some(Way::Direct { engine: Engine::ORACLE }),
                _ => return Way::deserialize(name.into_deserializer()),
            }
            .ok_or_else(|| E::custom("no such engine"))
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Way, A::Error> {
            Way::deserialize(MapAccessDeserializer::new(map))
        }
    }

    /// Reads a way. An untagged enum would hide what is wrong with it.
    pub(super) fn way<'de, D: Deserializer<'de>>(from: D) -> Result<Way, D::Error> {
        from.deserialize_any(WayVisitor)
    }
}
