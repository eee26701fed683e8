//! Solutions of a puzzle, in depth: the unit with the fewest choices to spare is next.

use super::grid::{Grid, State};
use crate::board::Set;
use armistice_base::random::Random;

/// A search that ends with the solutions that are wanted, or that there are.
pub(super) struct Backtrack<'a> {
    pub(super) grid: &'a Grid,
    /// It ends with this many.
    pub(super) wanted: usize,
    /// It gives up after this many steps in all.
    pub(super) end: u64,
    pub(super) should_stop: &'a dyn Fn() -> bool,
    /// Choices are tried in an order that is drawn, if there is one.
    pub(super) random: Option<&'a mut Random>,
    pub(super) nodes: u64,
    /// The solutions found, each as what is taken.
    pub(super) found: Vec<Vec<u64>>,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// There is no other solution.
    All,
    /// With those that were wanted.
    Enough,
    /// It gave up, or was stopped.
    Stopped,
}

/// Steps between two looks at whether to stop.
const LOOK: u64 = 1 << 8;

impl<'a> Backtrack<'a> {
    /// A search for so many solutions, which asks now and then whether to stop.
    pub(super) fn new(grid: &'a Grid, wanted: usize, should_stop: &'a dyn Fn() -> bool) -> Self {
        Self { grid, wanted, end: u64::MAX, should_stop, random: None, nodes: 0, found: Vec::new() }
    }

    /// Finds solutions from here on.
    pub(super) fn run(&mut self, mut state: State) -> End {
        loop {
            self.nodes += 1;
            if self.nodes > self.end || (self.nodes.is_multiple_of(LOOK) && (self.should_stop)()) {
                return End::Stopped;
            }
            if self.grid.settle(&mut state).is_err() {
                return End::All;
            }
            let Some(unit) = self.grid.tightest(&state) else {
                self.found.push(state.taken);
                return if self.found.len() >= self.wanted { End::Enough } else { End::All };
            };
            let mut open = unit.of.clone();
            open.keep(&state.open);
            let choice = match &mut self.random {
                Some(random) => open.squares().nth(random.below(open.size() as usize)),
                None => open.lowest(),
            };
            // A unit that needs more than it has is a contradiction, which has been seen.
            let Some(choice) = choice else { return End::All };
            let mut with = state.clone();
            self.grid.take(&mut with, choice);
            match self.run(with) {
                End::All => {}
                end => return end,
            }
            // Nothing else has it: one choice fewer.
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

    /// As many as the engines count, each found once.
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
