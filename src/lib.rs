//! Counting, listing, maximising and drawing non-attacking placements of chess pieces.
//!
//! How many ways are there to put eight queens on a chess board so that none attacks another? Ninety-two. How
//! many for two rooks, two bishops, two knights, a queen and a king; on a torus; with holes; with a piece of
//! your own? This crate answers such questions exactly, by an exhaustive search that is fast enough to be a
//! tool.
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
//! On a chess board, how many placements of queens and knights, in any numbers, are non-attacking? What is
//! the maximum number of pieces, and what does such a placement look like? In graph theory: how many
//! independent sets does the conflict graph have, by size, and what is its independence number?
//!
//! A [`Problem`] is a [`board`] and armies of [kinds](piece). It is read from [problem text](notation) or
//! built with [`Problem::builder`]. A [`Question`] adds the conditions on the placements, and [`Settings`]
//! select the method. [`answer`](fn@answer::answer) answers a question as the command does. A
//! [`plan`](mod@plan) first shows the method and its expected time:
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
//! let outcome = planned.run(&Deadline::from_now(Duration::from_secs(60)))?;
//! assert!(outcome.complete, "else a lower bound");
//! let by_number = outcome.by_number.unwrap_or_default();
//! assert_eq!(by_number.iter().map(|each| &each.count).sum::<armistice::BigUint>(), outcome.count);
//! let queens_alone = by_number.iter().find(|each| each.pieces == [5, 0]);
//! assert_eq!(queens_alone.map(|each| each.count.to_string()).as_deref(), Some("10"));
//!
//! // Up to symmetry, placements that a rotation or a reflection takes to each other count once.
//! let classes = question.with_by_number(false).with_up_to(UpTo::Symmetry);
//! let outcome = plan(&classes, &Settings::default())?.run(&Silent)?;
//! assert!(Some(&outcome.count) < outcome.placements.as_ref());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`search`] finds placements: one with the [maximum](search::largest), one at [random](search::random), or
//! [all of them](search::listing). The result is a [`Placement`], which can be checked against the rules of
//! movement alone, shown and drawn:
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
//! The folder `examples` has four programs: counting in several ways, your own piece, a gallery of placements,
//! a sequence.
//!
//! # Where things are
//!
//! | module | content |
//! |---|---|
//! | [`board`], [`piece`] | boards and squares; kinds and their moves, Betza notation |
//! | [`notation`] | text of problems, families and placements; FEN; diagrams |
//! | [`answer`](mod@answer) | answers to questions, as the command gives them: begin here if `count` is not enough |
//! | [`plan`](mod@plan) | the choice of an engine, the expected time, counting, stopping, recounting |
//! | [`search`] | first, all and random placements, the maximum; largest opposing armies |
//! | [`sequences`] | published sequences, and comparisons with our counts |
//! | [`formula`](mod@formula), [`algebra`] | formulas of families; exact polynomials and recurrences |
//! | [`export`] | problems for SAT solvers, model counters and other tools; their answers |
//! | [`certificate`] | claims about a problem that others can check |
//! | `report` | results as text, JSON and pictures |
//! | `run` | counts that are kept in a file and continued from it |
//! | `page` | questions and answers of the page in a browser |
//! | [`engines`], [`conflict`] | the methods of counting; the attacks between pieces |
//! | [`clock`] | time, also on systems without a clock |
//! | [`prelude`] | the names that nearly every program needs |
//!
//! Engines are chosen among those that are built in: you cannot bring an engine of your own.
//!
//! The library never prints and never exits. It reports to an [observer](plan::Observer), which may also stop
//! it. Runs use threads of their own, or those of [the caller's rayon pool](plan::Settings::in_callers_pool).
//!
//! # Features
//!
//! | feature | addition |
//! |---|---|
//! | `draw` | `report::svg` and `report::latex`: boards as SVG, as pages, and for LaTeX |
//! | `png` | `report::png`, `report::pdf`: pictures as PNG and PDF |
//! | `json` | `report::json`: results as the command writes them |
//! | `text` | `report::text`, `report::formula` and others: results as text for people, formulas as programs |
//! | `page` | [`page`](mod@page): questions and answers of the page in a browser |
//! | `gif` | `report::trace::Animation`: searches as moving pictures |
//! | `journal` | [`run`]: counts that are kept in a file and continued from it |
//! | `serde` | problems, questions and placements in any format that serde knows |
//! | `cli` (default, with `png`) | the command; counts shared among machines; all features above except `png` |

#[doc(inline)]
pub use armistice_algebra as algebra;
pub use armistice_base::{clock, named::Named};
pub use armistice_chess::{
    Army, Degrees, Demand, Feature, LineQuota, LineType, Lines, MapGroup, MapGroupError, MapName, NoLines,
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
/// The type of counts.
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
