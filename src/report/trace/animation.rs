//! A search as a moving picture (GIF) for slides, with one frame for each step.
//!
//! Squares are blocks of one colour and pieces are discs with a letter, so a frame compresses well. For each
//! frame, only the rectangle that differs from the previous frame is kept.

use super::letters;
use super::scene::Scene;
use crate::Problem;
use crate::board::{Board, Square};
use crate::search::listing::{Event, Watcher};
use gif::{Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;

/// The approximate width of the longer side of a board, in dots.
const BOARD_DOTS: usize = 480;
/// The margin round the board, in dots.
const MARGIN: usize = 8;
/// The height of the counts below the board, in dots.
const CAPTION: usize = 24;
/// The duration of the last frame, in hundredths of a second.
const LAST_DELAY: u16 = 400;

/// The colours. The constants below give their numbers.
const PALETTE: [[u8; 3]; 13] = [
    [0xfa, 0xf7, 0xf2],
    [0x22, 0x26, 0x2b],
    [0xf1, 0xe4, 0xcf],
    [0xc9, 0xa8, 0x83],
    [0x44, 0x4a, 0x52],
    [0x9f, 0x97, 0x8a],
    [0x8b, 0x7a, 0x66],
    [0xee, 0x96, 0x57],
    [0xe0, 0x7f, 0x3d],
    [0xfd, 0xfb, 0xf6],
    [0xc2, 0x41, 0x0c],
    [0xb3, 0x26, 0x1e],
    [0x2f, 0x7d, 0x4f],
];
const PAPER: u8 = 0;
const INK: u8 = 1;
const OPEN: [u8; 2] = [3, 2];
const HOLE: u8 = 4;
const STRUCK: [u8; 2] = [6, 5];
const TAKEN: [u8; 2] = [8, 7];
const DISC: u8 = 9;
const NEWEST: u8 = 10;
const DEAD: u8 = 11;
const FOUND: u8 = 12;

/// Paints the search that it watches.
pub struct Animation {
    board: Board,
    scene: Scene,
    side: usize,
    width: usize,
    height: usize,
    /// The duration of a frame, in hundredths of a second.
    delay: u16,
    encoder: Option<Encoder<Vec<u8>>>,
    /// The dots that the picture shows until now.
    shown: Vec<u8>,
    /// The colour of the line below the board, if a step was followed that is not yet painted.
    pending: Option<u8>,
    fault: Option<EncodingError>,
}

impl Animation {
    /// Creates a picture of a search for the placements of a problem, with `delay` hundredths of a second for
    /// each step.
    ///
    /// The board should be one that [can be shown](super::check_board).
    ///
    /// # Errors
    /// Returns an error if the board is too large for a picture.
    pub fn new(problem: &Problem, delay: u16) -> Result<Self, EncodingError> {
        let board = problem.board().clone();
        let side = (BOARD_DOTS / board.rows().max(board.cols()).max(1)).clamp(2, 48);
        let (width, height) = (board.cols() * side + 2 * MARGIN, board.rows() * side + 2 * MARGIN + CAPTION);
        let narrow = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let mut encoder = Encoder::new(Vec::new(), narrow(width), narrow(height), PALETTE.as_flattened())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self {
            scene: Scene::new(problem),
            board,
            side,
            width,
            height,
            delay,
            encoder: Some(encoder),
            shown: Vec::new(),
            pending: Some(PAPER),
            fault: None,
        })
    }

    /// Returns the whole picture.
    ///
    /// # Errors
    /// Returns an error if the picture cannot be compressed.
    pub fn finish(mut self) -> Result<Vec<u8>, EncodingError> {
        self.pending = self.pending.or(Some(PAPER));
        self.paint(LAST_DELAY);
        match (self.fault, self.encoder) {
            (Some(fault), _) => Err(fault),
            (None, Some(encoder)) => Ok(encoder.into_inner()?),
            (None, None) => Ok(Vec::new()),
        }
    }

    /// Adds a frame, if there is something new.
    fn paint(&mut self, delay: u16) {
        let Some(line) = self.pending.take() else { return };
        let painted = self.picture(line);
        let (left, top, width, height) = self.difference(&painted);
        let rows = painted.chunks(self.width).skip(top).take(height);
        let part = rows.map(|row| &row[left..left + width]).collect::<Vec<_>>().concat();
        let narrow = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let frame = Frame {
            delay,
            left: narrow(left),
            top: narrow(top),
            width: narrow(width),
            height: narrow(height),
            buffer: Cow::Owned(part),
            ..Frame::default()
        };
        if let (None, Some(encoder)) = (&self.fault, &mut self.encoder) {
            self.fault = encoder.write_frame(&frame).err();
        }
        self.shown = painted;
    }

    /// Returns the rectangle in which a picture differs from the previous one: left, top, width, height.
    fn difference(&self, painted: &[u8]) -> (usize, usize, usize, usize) {
        if self.shown.is_empty() {
            return (0, 0, self.width, self.height);
        }
        let rows = painted.chunks(self.width).zip(self.shown.chunks(self.width)).enumerate();
        let changed: Vec<_> = rows.filter(|(_, (new, old))| new != old).collect();
        // A frame has at least one dot.
        let (Some((top, _)), Some((bottom, _))) = (changed.first(), changed.last()) else {
            return (0, 0, 1, 1);
        };
        let (mut left, mut right) = (self.width, 0);
        for (_, (new, old)) in &changed {
            let differs = |x: &usize| new[*x] != old[*x];
            left = (0..left).find(differs).unwrap_or(left);
            right = (right..self.width).rev().find(differs).unwrap_or(right);
        }
        (left, *top, right - left + 1, bottom - top + 1)
    }

    fn picture(&self, line: u8) -> Vec<u8> {
        let mut picture = vec![PAPER; self.width * self.height];
        for index in 0..self.board.squares() {
            let square = self.board.square(index);
            self.fill(&mut picture, square, self.colour(square));
        }
        for &(_, square) in self.scene.ruled_out() {
            self.fill(&mut picture, square, TAKEN[(square.row + square.col) % 2]);
        }
        let newest = self.scene.pieces().last().map(|piece| piece.1);
        for &(_, square) in self.scene.pieces() {
            let letter = self.scene.letter_on(square).unwrap_or(' ');
            self.piece(&mut picture, square, letter, Some(square) == newest);
        }
        let top = self.height - CAPTION;
        picture[(top - 2) * self.width..top * self.width].fill(line);
        let counts =
            [format!("CHOICES {}", self.scene.choices()), format!("FOUND {}", self.scene.placements())];
        for (place, text) in counts.iter().enumerate() {
            self.write(&mut picture, text, MARGIN + place * self.width * 3 / 5, top + 5, 2);
        }
        picture
    }

    fn colour(&self, square: Square) -> u8 {
        let shade = (square.row + square.col) % 2;
        match () {
            () if !self.board.is_open(square) => HOLE,
            () if self.scene.is_free(square) => OPEN[shade],
            () => STRUCK[shade],
        }
    }

    /// Returns the upper left corner of a square.
    fn corner(&self, square: Square) -> (usize, usize) {
        (MARGIN + square.col * self.side, MARGIN + (self.board.rows() - 1 - square.row) * self.side)
    }

    fn fill(&self, picture: &mut [u8], square: Square, colour: u8) {
        let (left, top) = self.corner(square);
        for y in top..top + self.side {
            picture[y * self.width + left..][..self.side].fill(colour);
        }
    }

    /// Paints a disc with a rim, and with the letter if there is room.
    fn piece(&self, picture: &mut [u8], square: Square, letter: char, is_newest: bool) {
        let (left, top) = self.corner(square);
        let has_letter = self.side >= 12;
        let rim = if is_newest { NEWEST } else { INK };
        // The distance from the middle is doubled to make it a whole number.
        let far = |x: usize, y: usize| {
            let from_middle = |at: usize| (2 * at + 1).abs_diff(self.side).pow(2);
            from_middle(x) + from_middle(y)
        };
        let outer = (self.side - self.side / 8).pow(2);
        let inner = (self.side - self.side / 8).saturating_sub(if has_letter { 4 } else { self.side }).pow(2);
        for y in 0..self.side {
            for x in 0..self.side {
                if far(x, y) <= outer {
                    let inside = has_letter && far(x, y) <= inner;
                    picture[(top + y) * self.width + left + x] = if inside { DISC } else { rim };
                }
            }
        }
        if has_letter {
            let scale = (self.side / 14).max(1);
            let (x, y) = (self.side - letters::WIDTH * scale, self.side - letters::HEIGHT * scale);
            self.write(picture, &letter.to_string(), left + x / 2, top + y / 2, scale);
        }
    }

    /// Writes as much of a text as fits. Each dot is a block of `scale` dots.
    fn write(&self, picture: &mut [u8], text: &str, left: usize, top: usize, scale: usize) {
        for (place, sign) in text.chars().enumerate() {
            for (col, row) in letters::dots(sign) {
                let start = left + (place * (letters::WIDTH + 1) + col) * scale;
                for y in 0..scale {
                    let from = (top + row * scale + y) * self.width;
                    if start + scale <= self.width {
                        picture[from + start..from + start + scale].fill(INK);
                    }
                }
            }
        }
    }
}

impl Watcher for Animation {
    fn on_event(&mut self, event: Event<'_>) {
        let line = match event {
            Event::DeadEnd { .. } => DEAD,
            Event::Found(_) => FOUND,
            _ => PAPER,
        };
        // The squares that a choice rules out come after it, so a step is painted when the next one begins.
        let is_step = matches!(
            event,
            Event::Choose { .. } | Event::DeadEnd { .. } | Event::Retreat { .. } | Event::Found(_)
        );
        if is_step {
            self.paint(self.delay);
        }
        if self.scene.follow(&event) {
            self.pending = Some(line);
        }
    }

    fn should_stop(&mut self) -> bool {
        self.fault.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::trace::{SearchStep, record};
    use crate::search::listing::Heuristic;

    #[test]
    fn a_picture_has_a_frame_for_each_step_and_one_before() {
        for text in ["4x3/torus-b2 K N", "3 Q3", "20x2 R2", "2 Q0"] {
            let problem: Problem = text.parse().unwrap();
            let mut picture = Animation::new(&problem, 25).unwrap();
            let recording = record(&problem, Heuristic::default(), Some(1), 50, &mut picture).unwrap();
            let bytes = picture.finish().unwrap();
            let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
            let (width, height) = (decoder.width(), decoder.height());
            let mut delays = Vec::new();
            while let Some(frame) = decoder.read_next_frame().unwrap() {
                assert!(frame.left + frame.width <= width && frame.top + frame.height <= height);
                delays.push(frame.delay);
            }
            assert_eq!(delays.len(), recording.steps.len() + 1, "{text}");
            assert_eq!(delays.last(), Some(&LAST_DELAY));
            assert!(delays[..delays.len() - 1].iter().all(|&delay| delay == 25));
        }
    }

    #[test]
    fn pieces_and_taken_squares_have_colours_of_their_own() {
        let problem: Problem = "2 R2".parse().unwrap();
        let mut picture = Animation::new(&problem, 25).unwrap();
        let recording = record(&problem, Heuristic::default(), Some(1), 1, &mut picture).unwrap();
        assert!(matches!(recording.steps[..], [SearchStep::Choose { .. }]));
        let painted = picture.picture(PAPER);
        let middle = |col: usize, row: usize| {
            painted[(MARGIN + (1 - row) * picture.side + 2) * picture.width + MARGIN + col * picture.side + 2]
        };
        assert_eq!(
            [middle(0, 0), middle(1, 0), middle(0, 1), middle(1, 1)],
            [TAKEN[0], TAKEN[1], TAKEN[1], OPEN[0]]
        );
        assert!(painted.contains(&NEWEST) && painted.contains(&DISC));
    }
}
