//! A search in the terminal. It is drawn in one place, and disappears when it ends.
//!
//! The alternate screen of terminals (`ESC [ ? 1049 h`) shows the search. The former content is therefore
//! restored afterwards, also after Ctrl-C or a panic.

use super::exit::UsageError;
use super::{output, progress};
use crate::Problem;
use crate::board::Square;
use crate::clock::Instant;
use crate::notation::placement_diagram;
use crate::report::trace::Scene;
use crate::search::listing::{Event, Watcher};
use std::time::Duration;

const OPEN: &str = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J";
const CLOSE: &str = "\u{1b}[?25h\u{1b}[?1049l";
/// The longest time until an interruption is noticed.
const NAP: Duration = Duration::from_millis(50);

/// The terminal while it shows a search.
pub(super) struct Screen<'a> {
    problem: &'a Problem,
    scene: Scene,
    pause: Duration,
    is_open: bool,
    fault: Option<anyhow::Error>,
}

impl<'a> Screen<'a> {
    /// Switches to the alternate screen, in order to show `speed` steps a second.
    pub(super) fn open(problem: &'a Problem, speed: f64) -> anyhow::Result<Self> {
        if !output::is_terminal() {
            let fault = "--watch needs a terminal as standard output: make a page with -o trace.html";
            return Err(UsageError(fault.to_owned()).into());
        }
        let board = problem.board();
        let (wide, high) = (2 * board.cols() + 2, board.rows() + 4);
        if let Some((terminal_size::Width(has_wide), terminal_size::Height(has_high))) =
            terminal_size::terminal_size()
            && (usize::from(has_wide) < wide || usize::from(has_high) < high)
        {
            let fault = format!(
                "the terminal has {has_wide}x{has_high} characters, but this board needs {wide}x{high}: \
                 make a page with -o trace.html"
            );
            return Err(UsageError(fault).into());
        }
        output::write(OPEN)?;
        let scene = Scene::new(problem);
        let pause = Duration::try_from_secs_f64(1.0 / speed).unwrap_or_default();
        Ok(Self { problem, scene, pause, is_open: true, fault: None })
    }

    /// Restores the terminal, and writes the last board.
    pub(super) fn close(mut self) -> anyhow::Result<()> {
        self.show();
        self.leave();
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let letters: Vec<_> = (self.scene.pieces().iter())
            .filter_map(|&(_, square)| self.scene.letter_on(square).map(|letter| (letter, square)))
            .collect();
        let lines = placement_diagram(self.problem.board(), &letters);
        output::write(&format!("{}\n", lines.join("\n")))
    }

    fn leave(&mut self) {
        if std::mem::take(&mut self.is_open)
            && let Err(error) = output::write(CLOSE)
        {
            self.fault.get_or_insert(error);
        }
    }

    /// Draws a step, and waits until it is time for the next one.
    fn show(&mut self) {
        if self.fault.is_some() {
            return;
        }
        let text = self.picture();
        self.fault = output::write(&text).err();
        let until = Instant::now() + self.pause;
        while !progress::is_interrupted() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            std::thread::sleep(left.min(NAP));
        }
    }

    /// Draws the board. Free squares are dots, squares taken by the last choice are a red x, and the newest
    /// piece is highlighted.
    fn picture(&self) -> String {
        let (board, scene) = (self.problem.board(), &self.scene);
        let newest = scene.pieces().last().map(|piece| piece.1);
        let symbol = |square: Square| match scene.letter_on(square) {
            Some(letter) if Some(square) == newest => format!("\u{1b}[1;7m{letter}\u{1b}[0m"),
            Some(letter) => format!("\u{1b}[1m{letter}\u{1b}[0m"),
            None if !board.is_open(square) => "*".to_owned(),
            None if scene.ruled_out().iter().any(|taken| taken.1 == square) => {
                "\u{1b}[31mx\u{1b}[0m".to_owned()
            }
            None if scene.is_free(square) => ".".to_owned(),
            None => " ".to_owned(),
        };
        let mut text = format!("\u{1b}[H{}\u{1b}[K\r\n\u{1b}[K\r\n", self.problem);
        for row in (0..board.rows()).rev() {
            let line: Vec<String> = (0..board.cols()).map(|col| symbol(Square { row, col })).collect();
            text += &format!(" {}\u{1b}[K\r\n", line.join(" "));
        }
        text + &format!(
            "\u{1b}[K\r\n{} choices, {} found; {}\u{1b}[K\u{1b}[J",
            scene.choices(),
            scene.placements(),
            scene.said()
        )
    }
}

impl Watcher for Screen<'_> {
    fn on_event(&mut self, event: Event<'_>) {
        // The effects of a choice follow it as events, so a step is shown when the next one begins.
        let is_step = matches!(
            event,
            Event::Choose { .. } | Event::DeadEnd { .. } | Event::Retreat { .. } | Event::Found(_)
        );
        if is_step {
            self.show();
        }
        self.scene.follow(&event);
    }

    fn should_stop(&mut self) -> bool {
        progress::is_interrupted() || self.fault.is_some()
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        self.leave();
    }
}
