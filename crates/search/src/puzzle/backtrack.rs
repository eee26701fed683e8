//! Solutions of a puzzle by depth-first search: the unit with the fewest choices to spare is next.

use super::grid::{Grid, State};
use crate::board::Set;
use armistice_base::random::Random;

/// A search that ends with the requested number of solutions, or with all of them.
pub(super) struct Backtrack<'a> {
    pub(super) grid: &'a Grid,
    /// The number of solutions at which the search ends.
    pub(super) wanted: usize,
    /// The total number of steps after which the search gives up.
    pub(super) end: u64,
    pub(super) should_stop: &'a dyn Fn() -> bool,
    /// The source of a random order of choices, if the order is random.
    pub(super) random: Option<&'a mut Random>,
    pub(super) nodes: u64,
    /// The solutions found, each as its taken choices.
    pub(super) found: Vec<Vec<u64>>,
}

/// The end of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// There is no other solution.
    All,
    /// The requested number of solutions was found.
    Enough,
    /// The search gave up, or was stopped.
    Stopped,
}

/// The number of steps between two calls of `should_stop`.
const LOOK: u64 = 1 << 8;

impl<'a> Backtrack<'a> {
    /// Makes a search for `wanted` solutions, which calls `should_stop` at intervals.
    pub(super) fn new(grid: &'a Grid, wanted: usize, should_stop: &'a dyn Fn() -> bool) -> Self {
        Self { grid, wanted, end: u64::MAX, should_stop, random: None, nodes: 0, found: Vec::new() }
    }

    /// Finds solutions from this state on.
    pub(super) fn run(&mut self, mut state: State) -> End {
        loop {
            self.nodes += 1;
            if self.nodes > self.end || (self.nodes.is_multiple_of(LOOK) && (self.should_stop)()) {
                return End::Stopped;
            }
            if self.grid.settle(&mut state).is_err() {
                return End::All;
            }
            let Some(unit) = self.grid.tightest_unit(&state) else {
                self.found.push(state.taken);
                return if self.found.len() >= self.wanted { End::Enough } else { End::All };
            };
            let mut open = unit.of.clone();
            open.keep(&state.open);
            let choice = match &mut self.random {
                Some(random) => open.squares().nth(random.draw_below(open.size() as usize)),
                None => open.lowest(),
            };
            // A unit that needs more choices than it has is a contradiction, which was found earlier.
            let Some(choice) = choice else { return End::All };
            let mut with = state.clone();
            self.grid.take(&mut with, choice);
            match self.run(with) {
                End::All => {}
                end => return end,
            }
            // No other solution has this choice.
            state.open.remove_square(choice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Settings, Silent};
    use crate::search::answer::answer;

    fn number(text: &str) -> usize {
        let problem = text.parse().unwrap();
        let grid = Grid::new(&problem).unwrap();
        let mut search = Backtrack::new(&grid, usize::MAX, &|| false);
        let Ok(start) = grid.start([]) else { return 0 };
        assert_eq!(search.run(start), End::All);
        for found in &search.found {
            assert_eq!(grid.placement(&problem, found).fault(&problem), None, "{text}");
        }
        search.found.sort_unstable();
        search.found.dedup();
        search.found.len()
    }

    /// The search finds as many solutions as the engines count, each once.
    #[test]
    fn all_solutions_are_found_once() {
        for text in [
            "6x6 Q6",
            "8x8 Q8@a1",
            "5x5 N B R Q A",
            "4x4 Q2/Q2",
            "3x3 R3 + R3",
            "5x5/torus Q5",
            "5x5-c3~a1 K4 N2",
            "hexagon:3 K3",
            "5x5 K5 rank=1 file=1 regions=aabbb/aabcc/adbce/ddccc/ddddc",
            "6x6 R12 rank=2 file=2 main=..2",
            "4x4 B3 R2 rank=1..2 file:B=..1",
            "4x4 N8:light",
            "3x3 Q3",
            "4x4 Q0",
        ] {
            let counted = answer(&text.parse().unwrap(), &Settings::default(), &(), &Silent);
            let counted: Result<String, _> = counted.map(|answer| answer.outcome.count.to_string());
            assert_eq!(counted, Ok(number(text).to_string()), "{text}");
        }
    }

    #[test]
    fn it_ends_when_it_should() {
        let problem = "8x8 Q8".parse().unwrap();
        let grid = Grid::new(&problem).unwrap();
        let mut random = Random::new(1);
        let mut search = Backtrack { random: Some(&mut random), ..Backtrack::new(&grid, 2, &|| false) };
        assert_eq!(search.run(grid.empty()), End::Enough);
        assert_eq!(search.found.len(), 2);
        let mut search = Backtrack { end: 3, ..Backtrack::new(&grid, 100, &|| false) };
        assert_eq!(search.run(grid.empty()), End::Stopped);
    }
}
