//! Reads any text as Betza notation. The reader rejects it with a position in the text, or returns moves that
//! a board can walk.

#![no_main]

use armistice::Named;
use armistice::board::{Board, Square, Topology};
use armistice::piece::betza;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match betza::parse(text) {
        Ok(moves) => {
            assert!(!moves.is_empty());
            for &topology in Topology::ALL {
                let board = Board::new(5, 4, topology).expect("a small board");
                let from = Square { row: 2, col: 1 };
                let attacked: Vec<Square> = moves.attacked(&board, from).collect();
                assert!(attacked.iter().all(|&square| board.is_open(square) && square != from));
            }
        }
        Err(error) => {
            assert!(error.position <= text.chars().count());
            assert!(!error.to_string().contains(char::is_control));
        }
    }
});
