//! What people write for pieces and boards that is none, and what they mean by it.
//!
//! Reading is strict: one text has one meaning. Where a reader would still see what was meant, as in `Q8N2` or `8 x 8`, the
//! fault says which slip it is and how the text would read without it. Guesses are made only here, and only after a text
//! was refused; whether the mended text can be read is looked at before it is shown.
//!
//! | file | slips of |
//! |---|---|
//! | `board` | boards, and what belongs to them |
//! | `pieces` | pieces, by the words around them |
//! | `squares` | squares beside a piece |
//! | `token` | several pieces in one word |
//! | `words` | what words mean that stand for nothing where they are typed |
//! | `family` | texts that mean many problems |

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
