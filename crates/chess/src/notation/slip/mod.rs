//! Invalid texts that people write for pieces and boards, and their probable meaning.
//!
//! Reading is strict: one text has one meaning. If the intention is still clear, as in `Q8N2` or `8 x 8`, the
//! fault names the slip and gives the mended text. Only this module guesses, and only after the reader has
//! rejected a text. A mended text is shown only if it can be read.
//!
//! | file | slips of |
//! |---|---|
//! | `board` | boards and their parts |
//! | `pieces` | pieces, by the words around them |
//! | `squares` | squares after a piece |
//! | `token` | several pieces in one word |
//! | `words` | words that have no meaning in their place |
//! | `family` | texts for many problems |

mod board;
mod family;
mod pieces;
mod squares;
mod token;
mod words;

pub(super) use board::{bare_board, board, spaced_board};
pub(super) use family::braces;
pub(super) use pieces::PieceWords;
pub(super) use token::definition;
pub(super) use words::{SIZE_SIGNS, colour_of_holes, topology_meant};

pub use words::{is_board_size, is_board_word};
