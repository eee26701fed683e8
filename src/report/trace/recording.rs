//! The steps of a search, up to a given number.
//!
//! The squares that a choice rules out are not recorded one by one. They follow from the rules of movement,
//! and the player of the recording derives them again. Only their number is kept, to check that both agree.
//! So a step is a number or two, and twenty thousand steps make a page of a few hundred kilobytes.

use crate::Placement;
use crate::Problem;
use crate::board::Square;
use crate::search::SearchError;
use crate::search::listing::{Event, FirstFail, Heuristic, Watcher};
use armistice_base::named;

/// A step of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchStep {
    /// A piece is put on a square.
    Choose {
        /// The kind of the piece, as the problem numbers it.
        kind: usize,
        /// The square of the piece.
        square: Square,
        /// The number of squares that the choice rules out for all kinds, including that of the piece.
        taken: u32,
    },
    /// The remaining pieces have too few squares.
    DeadEnd,
    /// The last piece is taken off, and its square is not tried again in this position.
    Retreat,
    /// All pieces are placed.
    Found,
}

named! {
    /// Why a recording ends.
    pub enum Ending {
        /// Everything is tried.
        Exhausted = "exhausted",
        /// The wanted number of placements is found.
        Enough = "enough",
        /// There were more steps than were to be recorded.
        Cut = "cut",
        /// The user stopped it.
        Stopped = "stopped",
    }
}

/// The record of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// The heuristic by which the search chose.
    pub heuristic: Heuristic,
    /// Whether the search considered each column separately.
    pub by_columns: bool,
    /// The steps, first to last.
    pub steps: Vec<SearchStep>,
    /// The reason why there are no more steps.
    pub ending: Ending,
    /// The number of pieces that were placed.
    pub choices: u64,
    /// The number of placements that were found.
    pub placements: u64,
    /// The last placement that was found.
    pub last: Option<Placement>,
}

/// Searches and records, until this many placements are found (all, if no number is given) or this many steps
/// are made.
///
/// The watcher gets exactly the events that are recorded, and may stop the search.
///
/// # Errors
/// Returns an error if the placements of the problem cannot be listed.
pub fn record(
    problem: &Problem,
    heuristic: Heuristic,
    most_placements: Option<u64>,
    most_steps: usize,
    watcher: &mut dyn Watcher,
) -> Result<Recording, SearchError> {
    let mut search = FirstFail::with_heuristic(problem, heuristic)?;
    let mut recorder = Recorder { steps: Vec::new(), most_steps, is_cut: false, is_stopped: false, watcher };
    let (mut placements, mut last) = (0, None);
    while most_placements.is_none_or(|most| placements < most) {
        let found = search.next_watched(&mut recorder);
        if found.is_none() || recorder.is_cut {
            break;
        }
        placements += 1;
        last = found;
    }
    let ending = match () {
        () if recorder.is_cut => Ending::Cut,
        () if recorder.is_stopped => Ending::Stopped,
        () if search.is_over() => Ending::Exhausted,
        () => Ending::Enough,
    };
    let by_columns = search.is_by_columns();
    let steps = recorder.steps;
    let choices = steps.iter().filter(|step| matches!(step, SearchStep::Choose { .. })).count() as u64;
    Ok(Recording { heuristic, by_columns, steps, ending, choices, placements, last })
}

struct Recorder<'a> {
    steps: Vec<SearchStep>,
    most_steps: usize,
    is_cut: bool,
    is_stopped: bool,
    watcher: &'a mut dyn Watcher,
}

impl Watcher for Recorder<'_> {
    fn on_event(&mut self, event: Event<'_>) {
        let step = match event {
            Event::Choose { kind, square, .. } => Some(SearchStep::Choose { kind, square, taken: 0 }),
            Event::DeadEnd { .. } => Some(SearchStep::DeadEnd),
            Event::Retreat { .. } => Some(SearchStep::Retreat),
            Event::Found(_) => Some(SearchStep::Found),
            Event::Take { .. } | Event::Fix { .. } | Event::Restore { .. } | Event::RuleOut { .. } => None,
        };
        self.is_cut |= step.is_some() && self.steps.len() >= self.most_steps;
        if self.is_cut {
            return;
        }
        self.steps.extend(step);
        if let (Event::Take { .. }, Some(SearchStep::Choose { taken, .. })) = (event, self.steps.last_mut()) {
            *taken += 1;
        }
        self.watcher.on_event(event);
    }

    fn should_stop(&mut self) -> bool {
        // The recording stops before one more choice, and states that there would have been one.
        self.is_cut |= self.steps.len() >= self.most_steps;
        self.is_stopped = !self.is_cut && self.watcher.should_stop();
        self.is_cut || self.is_stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::listing::SilentWatcher;

    fn recorded(text: &str, most_placements: Option<u64>, most_steps: usize) -> Recording {
        record(&text.parse().unwrap(), Heuristic::default(), most_placements, most_steps, &mut SilentWatcher)
            .unwrap()
    }

    #[test]
    fn a_search_is_recorded_to_its_end() {
        let all = recorded("8 Q8", None, 100_000);
        assert_eq!((all.placements, all.choices, all.ending), (92, 1360, Ending::Exhausted));
        let count = |wanted: SearchStep| all.steps.iter().filter(|&&step| step == wanted).count() as u64;
        assert_eq!((count(SearchStep::Found), count(SearchStep::Retreat)), (92, 1360));
        // The rank, the file and the diagonal of a1 have 7 other squares each, and a1 is one more.
        assert!(matches!(all.steps[0], SearchStep::Choose { taken: 22, .. }));
        assert_eq!(recorded("8 Q8", Some(92), 100_000).ending, Ending::Enough);
        assert_eq!(recorded("8 Q8", Some(93), 100_000).ending, Ending::Exhausted);
    }

    #[test]
    fn a_recording_has_no_more_steps_than_asked_for() {
        for most in 1..60 {
            let cut = recorded("6 Q6", None, most);
            assert_eq!((cut.steps.len(), cut.ending), (most, Ending::Cut));
            let found = cut.steps.iter().filter(|step| matches!(step, SearchStep::Found)).count();
            assert_eq!(found as u64, cut.placements);
        }
        let whole = recorded("6 Q6", None, 10_000);
        assert_eq!(recorded("6 Q6", None, whole.steps.len()).ending, Ending::Exhausted);
        assert_eq!(recorded("6 Q6", None, whole.steps.len() - 1).ending, Ending::Cut);
    }

    #[test]
    fn no_placement_and_the_empty_one() {
        let none = recorded("3 Q3", None, 1000);
        assert_eq!((none.placements, none.last, none.ending), (0, None, Ending::Exhausted));
        let fixed = recorded("3 Q3@a1,b1", Some(1), 1000);
        assert_eq!((fixed.steps, fixed.ending), (vec![SearchStep::DeadEnd], Ending::Exhausted));
        assert_eq!(recorded("3 Q0", Some(1), 1000).steps, [SearchStep::Found]);
    }
}
