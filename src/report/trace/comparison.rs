//! The same search by every heuristic, in numbers: the end of a lesson about heuristics.

use crate::Problem;
use crate::report::numbers::group_digits;
use crate::search::SearchError;
use crate::search::listing::{Choice, Event, FirstFail, Heuristic, Values, Watcher};
use crate::{BigUint, Named};

/// The effort of a search by one heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// The number of pieces that were placed.
    pub choices: u64,
    /// The number of times that the remaining pieces had too few squares.
    pub dead_ends: u64,
    /// The number of placements that were found.
    pub placements: u64,
    /// Whether the search was cut off before its end.
    pub is_cut: bool,
}

/// A watcher that counts steps, and ends the search if it takes too long.
struct Meter<'a> {
    effort: Effort,
    most_choices: u64,
    watcher: &'a mut dyn Watcher,
}

impl Watcher for Meter<'_> {
    fn on_event(&mut self, event: Event<'_>) {
        match event {
            Event::Choose { .. } => self.effort.choices += 1,
            Event::DeadEnd { .. } => self.effort.dead_ends += 1,
            Event::Found(_) => self.effort.placements += 1,
            _ => {}
        }
    }

    fn should_stop(&mut self) -> bool {
        self.effort.is_cut |= self.effort.choices >= self.most_choices || self.watcher.should_stop();
        self.effort.is_cut
    }
}

/// Measures searches by every choice of the next file or kind and every order of its squares.
///
/// Each search ends when `most_placements` placements are found (all, if not given).
///
/// # Errors
/// Returns an error if the placements of the problem cannot be listed.
pub fn compare(
    problem: &Problem,
    seed: u64,
    most_placements: Option<u64>,
    most_choices: u64,
    watcher: &mut dyn Watcher,
) -> Result<Vec<(Heuristic, Effort)>, SearchError> {
    let pairs =
        Choice::ALL.iter().flat_map(|&choice| Values::ALL.iter().map(move |&values| (choice, values)));
    let mut efforts = Vec::new();
    for (choice, values) in pairs {
        let heuristic = Heuristic { choice, values, seed };
        let mut search = FirstFail::with_heuristic(problem, heuristic)?;
        let mut meter = Meter { effort: Effort::default(), most_choices, watcher: &mut *watcher };
        while most_placements.is_none_or(|most| meter.effort.placements < most)
            && search.next_watched(&mut meter).is_some()
        {}
        efforts.push((heuristic, meter.effort));
    }
    Ok(efforts)
}

/// Returns a table with a row for each choice of the next file or kind, and a column for each order of
/// squares.
#[must_use]
pub fn table(efforts: &[(Heuristic, Effort)]) -> String {
    let cell = |effort: &Effort| {
        let more = if effort.is_cut { ">" } else { "" };
        let number = |count: u64| format!("{more}{}", group_digits(&BigUint::from(count)));
        format!("{} / {}", number(effort.dead_ends), number(effort.choices))
    };
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(Values::ALL.iter().map(|values| values.name().to_owned()));
    for choice in Choice::ALL {
        let of = efforts.iter().filter(|(heuristic, _)| heuristic.choice == *choice);
        let cells = of.map(|(_, effort)| cell(effort));
        rows.push(std::iter::once(choice.name().to_owned()).chain(cells).collect());
    }
    let width = |column: usize| rows.iter().filter_map(|row| Some(row.get(column)?.len())).max().unwrap_or(0);
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().enumerate().map(|(column, cell)| match column {
            0 => format!("{cell:<0$}", width(0)),
            _ => format!("{cell:>0$}", width(column)),
        });
        text += &cells.collect::<Vec<_>>().join("  ");
        text += "\n";
    }
    text
}
