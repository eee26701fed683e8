//! Techniques: the engines that count, each in a module of its own, and the registry of them.
//!
//! An engine is a folder and an entry in [`Engine::ALL`]. Other code accesses it only through its
//! `technique`. Most engines make a counter of an `instance`: a problem reduced to squares, sets and numbers,
//! split into weighted units that are independent and numbered in the same way everywhere.
//!
//! | module | engine |
//! |---|---|
//! | `armies` | armies: army by army, the last one counted |
//! | `cells` | piece by piece over masks, the last two counted together; for any mix |
//! | `clusters` | few leapers on a large board, from small boards, by plans of these |
//! | `colours` | as a sum of products over the two colours of squares; for one piece in every row and column |
//! | `cover` | items and places that cover them, by the item with the fewest places; for domination |
//! | `few` | a few pieces by lines and displacements, on boards of any size |
//! | `frontier` | square by square, with equivalent states merged; for many pieces, any number, the maximum |
//! | `halves` | pairs of half boards, counted 512 at a time; for one piece in every row and column |
//! | `hurdles` | in reading order, for hoppers and lame leapers |
//! | `lines` | lines: by the lines that each army may have |
//! | `maximal` | the search of `cover`, for placements that cannot be extended |
//! | `plane` | not an engine: the constant of the plane, from corners of it, or its two colours |
//! | `profile` | square by square, with numbers in its states; for quotas, degrees and domination |
//! | `rooks` | rooks and bishops by rook numbers, on boards of any size |
//! | `rows` | row by row, with every row to come in one register; for one kind with a rook's moves |
//! | `shields` | in reading order, for pieces that block lines |
//! | `strips` | by the boundary states of a strip; for thin boards of any length |
//! | `tallies` | in reading order, for conditions on numbers |
//! | [`naive`] | the definition, tried out; the oracle with which the others are compared |
//!
//! Except for `cover` and `halves`, no engine's module uses another one. Common code has modules of its own. `units`
//! splits the first placements, `model` and `estimate` forecast the cost of a search, `kernel` chooses the
//! instructions, and `tally` adds up. `reading` is the search to which hurdles, shields and tallies give
//! their rules. `cover` is also the search of `maximal` and of the search for minimum numbers, and `colours` uses the grid
//! of `halves`.

#![allow(rustdoc::private_intra_doc_links, reason = "readers of private items have their documentation, too")]

#[doc(hidden)]
pub mod armies;
#[doc(hidden)]
pub mod binomial;
#[doc(hidden)]
pub mod cells;
#[doc(hidden)]
pub mod clusters;
#[doc(hidden)]
pub mod colours;
#[doc(hidden)]
pub mod cover;
#[doc(hidden)]
pub mod estimate;
#[doc(hidden)]
pub mod expression;
#[doc(hidden)]
pub mod few;
#[doc(hidden)]
pub mod frontier;
#[doc(hidden)]
pub mod halves;
#[doc(hidden)]
pub mod hurdles;
#[doc(hidden)]
pub mod instance;
#[cfg(feature = "serde")]
mod interchange;
#[doc(hidden)]
pub mod leaf;
#[doc(hidden)]
pub mod lines;
#[doc(hidden)]
pub mod maximal;
#[doc(hidden)]
pub mod model;
pub mod naive;
#[doc(hidden)]
pub mod plane;
#[doc(hidden)]
pub mod profile;
#[doc(hidden)]
pub mod reading;
#[doc(hidden)]
pub mod resumable;
#[doc(hidden)]
pub mod rooks;
#[doc(hidden)]
pub mod rows;
#[doc(hidden)]
pub mod run;
#[doc(hidden)]
pub mod shields;
#[doc(hidden)]
pub mod strips;
#[doc(hidden)]
pub mod tallies;
#[doc(hidden)]
pub mod tally;
#[doc(hidden)]
pub mod technique;
#[doc(hidden)]
pub mod tuning;
#[doc(hidden)]
pub mod units;

pub use estimate::Estimate;
pub use kernel::Kernel;
pub use run::RunError;
pub use tally::{Counts, Tally, UnitCount};

#[doc(hidden)]
pub use armistice_base::{kernel, random};

use crate as engines;
use armistice_algebra as algebra;
use armistice_base::{named, work};
use armistice_chess::{
    board, conflict, feature, piece, problem, question, symmetry, up_to, with_mask, with_words,
};
use named::{Named, NoName};
use std::fmt;
use std::str::FromStr;
use technique::Technique;
use tuning::EngineSet;

/// The engine that counts.
///
/// ```
/// use armistice::{Named, engines::Engine};
///
/// let rows = Engine::from_name("rows").unwrap();
/// assert_eq!(rows.description(), "Row by row, for one kind with a rook's moves");
/// assert_eq!(Engine::default(), Engine::BEST);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Engine(Option<&'static dyn Technique>);

impl Engine {
    /// The engine expected to be fastest.
    pub const BEST: Self = Self(None);
    /// The oracle, which tries out the definition. It answers any question about a single problem. It is so
    /// slow that it is used only by name, or to double-check.
    pub const ORACLE: Self = Self(Some(&naive::OracleEngine));

    /// The engine that sweeps the board, with a state that can be kept, and numbers of any size.
    pub const SWEEP: Self = Self(Some(&frontier::FrontierEngine));
    /// The engine that counts from smaller boards, each by a plan of its own.
    pub const CLUSTERS: Self = Self(Some(&clusters::ClustersEngine));

    /// Returns all engines that can be named, the oracle last.
    #[doc(hidden)]
    pub fn techniques() -> impl DoubleEndedIterator<Item = (Self, &'static dyn Technique)> {
        Self::ALL.iter().filter_map(|&engine| Some((engine, engine.0?)))
    }

    /// Returns these engines without some, in the same order.
    #[doc(hidden)]
    pub fn techniques_without(
        left_out: EngineSet,
    ) -> impl DoubleEndedIterator<Item = (Self, &'static dyn Technique)> {
        let all = Self::ALL.iter().enumerate().filter(move |(place, _)| !left_out.has(*place));
        all.filter_map(|(_, &engine)| Some((engine, engine.0?)))
    }

    /// Returns the technique of the engine; `None` for [`Engine::BEST`].
    #[doc(hidden)]
    pub fn technique(self) -> Option<&'static dyn Technique> {
        self.0
    }

    /// True if the engine counts units of an instance, which are added up. For [`Engine::BEST`] this does not
    /// matter.
    #[doc(hidden)]
    pub fn has_units(self) -> bool {
        !self.reads_questions() && self != Self::SWEEP && self != Self::CLUSTERS
    }

    /// True if the engine reads questions itself.
    #[doc(hidden)]
    pub fn reads_questions(self) -> bool {
        self.0.is_some_and(|technique| technique.suits_questions().is_some())
    }
}

impl Named for Engine {
    const ALL: &'static [Self] = &[
        Self::BEST,
        Self(Some(&armies::ArmiesEngine)),
        Self(Some(&cells::CellsEngine)),
        Self::CLUSTERS,
        Self(Some(&colours::ColoursEngine)),
        Self(Some(&cover::CoverEngine)),
        Self(Some(&few::FewEngine)),
        Self::SWEEP,
        Self(Some(&halves::HalvesEngine)),
        Self(Some(&hurdles::ENGINE)),
        Self(Some(&lines::LinesEngine)),
        Self(Some(&maximal::MaximalEngine)),
        Self(Some(&profile::ProfileEngine)),
        Self(Some(&rooks::RooksEngine)),
        Self(Some(&rows::RowsEngine)),
        Self(Some(&shields::ENGINE)),
        Self(Some(&strips::StripsEngine)),
        Self(Some(&tallies::ENGINE)),
        Self::ORACLE,
    ];

    fn name(self) -> &'static str {
        self.0.map_or("best", Technique::name)
    }

    fn description(self) -> &'static str {
        self.0.map_or("The engine expected to be fastest", Technique::description)
    }
}

impl PartialEq for Engine {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Engine {}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Engine {
    type Err = NoName;

    fn from_str(name: &str) -> Result<Self, NoName> {
        named::parse(name)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
