//! Counting, listing, maximising and drawing non-attacking placements of chess pieces.
//!
//! How many ways are there to put eight queens on a chess board so that none attacks another? Ninety-two. How
//! many for two rooks, two bishops, two knights, a queen and a king; on a torus; with holes; with a piece of
//! your own? This crate answers such questions exactly, by exhaustive search that is fast enough to be a tool.
//!
//! ```
//! use armistice::{Problem, count};
//!
//! let problem: Problem = "8x8 Q8".parse()?;
//! assert_eq!(count(&problem)?, 92u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A worked example
//!
//! On a chess board, how many placements are there of as many queens and knights as you like, no two pieces attacking each
//! other? Which is the largest, and what does one look like? In graph theory: how many independent sets has the conflict
//! graph, by size, and what is its independence number?
//!
//! A [`Problem`] is a [`board`] and armies of [kinds](piece), read from [problem text](notation) or put together with
//! [`Problem::builder`]. A [`Question`] is what is to be known of it, [`Settings`] say how. [`answer`](fn@answer::answer) does all
//! that the command does for a question; a [`plan`](mod@plan) shows first how it will be found out:
//!
//! ```
//! use armistice::plan::{Deadline, plan};
//! use armistice::prelude::*;
//! use std::time::Duration;
//!
//! let problem = Problem::builder("5x5".parse()?).put('Q', Quantity::Any).put('N', Quantity::Any).build()?;
//! assert_eq!(problem.to_string(), "5x5 Q* N*");
//!
//! // Counts by the numbers of queens and knights: the independence polynomial in two variables.
//! let question = Question::from(&problem).with_by_number(true);
//! let planned = plan(&question, &Settings::default().with_threads(2))?;
//! assert!(planned.summary().seconds() < 60.0);
//! let outcome = planned.run(&Deadline::after(Duration::from_secs(60)))?;
//! assert!(outcome.complete, "else a lower bound");
//! let by_number = outcome.by_number.unwrap_or_default();
//! assert_eq!(by_number.iter().map(|each| &each.count).sum::<armistice::BigUint>(), outcome.count);
//! let queens_alone = by_number.iter().find(|each| each.pieces == [5, 0]);
//! assert_eq!(queens_alone.map(|each| each.count.to_string()).as_deref(), Some("10"));
//!
//! // The same up to symmetry: placements that a turn or a mirror carries to each other count once.
//! let classes = question.with_by_number(false).with_up_to(UpTo::Symmetry);
//! let outcome = plan(&classes, &Settings::default())?.run(&Silent)?;
//! assert!(Some(&outcome.count) < outcome.placements.as_ref());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`search`] finds placements: the [largest](search::largest), one at [random](search::random), [all of them](search::listing).
//! What is found is a [`Placement`], which can be checked against the rules of movement alone, shown and drawn:
//!
//! ```
//! use armistice::prelude::*;
//! use armistice::search::listing::{Selection, list_lex};
//!
//! let problem: Problem = "6x6 Q4 N2".parse()?;
//! let first = list_lex(&problem, Selection::default(), &Silent)?.next().ok_or("none")?.placement;
//! assert_eq!(first.fault(&problem), None);
//! println!("{}", first.display(&problem));   // squares
//! println!("{:#}", first.display(&problem)); // a board
//! # #[cfg(feature = "draw")] {
//! use armistice::report::svg::{Picture, picture};
//! let svg = picture(&Picture::new(&problem, &first));
//! assert!(svg.starts_with("<svg"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples` has four programs: counting in several ways, a kind of one's own, a gallery of placements, a sequence.
//!
//! # Where things are
//!
//! | module | what it has |
//! |---|---|
//! | [`board`], [`piece`] | boards and squares; kinds and their moves, Betza notation |
//! | [`notation`] | text of problems, families and placements; FEN; diagrams |
//! | [`answer`](mod@answer) | a question answered as the command answers it: begin here |
//! | [`plan`](mod@plan) | which engine counts, how long it will take, counting, stopping, counting a second time |
//! | [`search`] | first, all, random and largest placements; largest opposing armies |
//! | [`sequences`] | published sequences, and whether our counts agree |
//! | [`formula`](mod@formula), [`algebra`] | formulas of families, proved or fitted; exact polynomials and recurrences |
//! | [`export`] | problems for SAT solvers, model counters, ASP, integer programs, graph tools; their answers |
//! | [`certificate`] | claims about a problem that others can check |
//! | `report` | results as text, JSON and pictures |
//! | `run` | counts that are kept in a file and go on from it |
//! | `page` | questions and answers of the page in a browser |
//! | [`engines`], [`conflict`] | how it is counted; who attacks whom |
//! | [`clock`] | time, also where the system has none |
//! | [`prelude`] | the names that nearly every program needs |
//!
//! Engines are chosen among those that are built in: you cannot bring an engine of your own.
//!
//! The library never prints and never exits: it reports to an [observer](plan::Observer), which may also stop it. Runs use
//! threads of their own, or those of [the caller's rayon pool](plan::Settings::in_callers_pool).
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `draw` | `report::svg` and `report::latex`: boards as SVG, as pages, and for LaTeX |
//! | `png` | `report::png`, `report::pdf`: pictures as PNG and PDF |
//! | `json` | `report::json`: results as the command writes them |
//! | `text` | `report::text`, `report::formula` and others: results as the command writes them for people, formulas as programs |
//! | `page` | [`page`](mod@page): questions and answers as a page in a browser has them |
//! | `gif` | `report::trace::Animation`: searches as moving pictures |
//! | `journal` | [`run`]: counts that are kept in a file and go on from it |
//! | `serde` | problems, questions and placements in any format that serde knows |
//! | `cli` (default, with all of these) | the command; counts shared among machines |

#[doc(inline)]
pub use armistice_algebra as algebra;
pub use armistice_base::{clock, named::Named};
pub use armistice_chess::{
    Along, Army, Degrees, Demand, Feature, LineQuota, Lines, MapGroup, MapGroupError, MapName, NoLines,
    Objective, OtherMaps, Pieces, PlacedPiece, Placement, PlacementFault, Problem, ProblemBuilder,
    ProblemError, Quantity, Question, Quota, Regions, RegionsError, Span, Treaty, UpTo, board, conflict,
    notation, piece,
};
#[doc(inline)]
pub use armistice_engines as engines;
pub use armistice_families::{formula, sequences};
#[doc(inline)]
pub use armistice_plan as plan;
pub use armistice_plan::{CancelToken, Settings, Silent};
#[doc(inline)]
pub use armistice_search as search;
pub use armistice_search::answer::{self, count};
/// Counts are of this type.
pub use num_bigint::BigUint;

pub mod certificate;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod export;
#[cfg(feature = "page")]
pub mod page;
/// The names that nearly every program needs: `use armistice::prelude::*;`.
///
/// ```
/// use armistice::answer::answer;
/// use armistice::prelude::*;
///
/// let question = Question::new("6x6 Q6".parse()?).with_up_to(UpTo::Symmetry);
/// assert_eq!(answer(&question, &Settings::default(), &(), &Silent)?.outcome.count, 1u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod prelude {
    pub use crate::board::{Board, Square};
    pub use crate::piece::Kind;
    pub use crate::plan::Observer;
    pub use crate::{CancelToken, Named, Placement, Problem, Quantity, Question, Settings, Silent, UpTo};
}
#[cfg(any(feature = "draw", feature = "json"))]
pub mod report;
#[cfg(feature = "journal")]
pub mod run;
