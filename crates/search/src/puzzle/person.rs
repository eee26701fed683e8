//! The difficulty of a puzzle for a person: the techniques needed to solve it without guessing.
//!
//! A person is assumed to cross out at once the squares that each piece excludes, and then to look for the
//! easiest certain step:
//!
//! 1. *The only place left*: a rank, a file, a region or a kind has just as many squares as it needs.
//! 2. *Leaves too few*: a piece on a square would leave some line with too few squares, or with squares that
//!    exclude each other, so no piece is on that square.
//! 3. *Looking ahead*: a piece on a square leads, by places that are the only ones left, to a contradiction.
//! 4. *Looking ahead twice*: as before, but squares are also crossed out by looking ahead on the way.
//!
//! If more is needed, the technique is called a search. The hardest technique that is needed determines the
//! level. The steps of each technique are counted, one for every unit or square about which something is
//! concluded.

use super::grid::{Grid, State, Unit};
use crate::board::Set;
use armistice_base::named;
use std::ops::ControlFlow;

named! {
    /// The reasoning that a person needs to solve a puzzle, from the easiest on.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Technique {
        /// A line, region or kind has only as many squares left as it needs.
        Single = "only place left",
        /// A piece there would leave a line, region or kind with too few squares.
        Attack = "leaves too few",
        /// A piece there leads to something impossible.
        Ahead = "looking ahead",
        /// The same, looking ahead on the way.
        AheadTwice = "looking ahead twice",
        /// Nothing of this is enough.
        Search = "search",
    }
}

named! {
    /// How hard a puzzle is.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Level {
        /// There is always a line, region or kind with only as many squares left as it needs.
        Easy = "easy",
        /// Squares must be crossed out that would leave a line with too few.
        Medium = "medium",
        /// It takes looking ahead, once or twice.
        Hard = "hard",
        /// It takes more than that.
        Extreme = "extreme",
    }
}

impl Technique {
    /// Returns the level of puzzles for which this is the hardest technique needed.
    #[must_use]
    pub fn level(self) -> Level {
        match self {
            Self::Single => Level::Easy,
            Self::Attack => Level::Medium,
            Self::Ahead | Self::AheadTwice => Level::Hard,
            Self::Search => Level::Extreme,
        }
    }
}

/// The steps by which a person solves a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Steps {
    /// The number of steps of each technique, in the order of [`Technique`]. A search is one step and
    /// completes the solution.
    pub of: [u32; 5],
}

impl Steps {
    /// Returns the hardest technique that is needed; the easiest if nothing is left to do.
    #[must_use]
    pub fn hardest(&self) -> Technique {
        let all = [
            Technique::Single,
            Technique::Attack,
            Technique::Ahead,
            Technique::AheadTwice,
            Technique::Search,
        ];
        all.into_iter().rev().find(|&technique| self.number(technique) > 0).unwrap_or(Technique::Single)
    }

    /// Returns the number of steps of one technique.
    #[must_use]
    pub fn number(&self, technique: Technique) -> u32 {
        self.of[technique as usize]
    }

    /// Returns the level of difficulty.
    #[must_use]
    pub fn level(&self) -> Level {
        self.hardest().level()
    }
}

/// A contradiction in which a person gets stuck for good: the state cannot become a placement.
type DeadEnd = super::grid::Contradiction;

/// The search was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StopSignal;

/// Returns the steps by which a person solves a puzzle with one solution from this state, with nothing harder
/// than `most`. `None` if that is not enough, or if there is no solution.
pub(super) fn steps(
    grid: &Grid,
    state: State,
    most: Technique,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<Steps>, StopSignal> {
    let steps = all_steps(grid, state, most, should_stop);
    // An interrupted search proves nothing.
    if should_stop() { Err(StopSignal) } else { Ok(steps) }
}

fn all_steps(grid: &Grid, state: State, most: Technique, should_stop: &dyn Fn() -> bool) -> Option<Steps> {
    let mut steps = Steps::default();
    let state = walk(grid, state, most, should_stop, &mut |step, _, _| {
        steps.of[step.technique as usize] += 1;
        ControlFlow::Continue(())
    })?;
    if steps.number(Technique::Search) > 0 {
        return (most == Technique::Search).then_some(steps);
    }
    // With nothing left to try, every unit must have as many pieces as it needs.
    grid.tightest_unit(&state).is_none().then_some(steps)
}

/// A step, and the unit that is its reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) technique: Technique,
    /// The index of the unit that has only these places left, that would be left with too few, or that would
    /// be impossible; `None` for a search.
    pub(super) unit: Option<usize>,
}

/// A look at a step, with the states before and after it. It can end the walk.
pub(super) type Visit<'a> = &'a mut dyn FnMut(Step, &State, &State) -> ControlFlow<()>;

/// Takes the steps of a person one by one, until nothing is left to do, a search is needed, or `visit` ends
/// the walk. Returns the last state; `None` if the puzzle has no solution.
pub(super) fn walk(
    grid: &Grid,
    mut state: State,
    most: Technique,
    should_stop: &dyn Fn() -> bool,
    visit: Visit<'_>,
) -> Option<State> {
    grid.close(&mut state).ok()?;
    while !state.open.is_bare() {
        let before = state.clone();
        let step = step(grid, &mut state, most, should_stop).ok()?;
        let is_over = step.technique == Technique::Search;
        if visit(step, &before, &state).is_break() || is_over {
            break;
        }
        grid.close(&mut state).ok()?;
    }
    Some(state)
}

/// Takes the easiest possible step, or the easiest found until the search was stopped.
fn step(
    grid: &Grid,
    state: &mut State,
    most: Technique,
    should_stop: &dyn Fn() -> bool,
) -> Result<Step, DeadEnd> {
    let of = |technique, unit| Ok(Step { technique, unit });
    let single = grid.only_places(state).next();
    if let Some(unit) = single {
        grid.fill(state, unit)?;
        return of(Technique::Single, Some(unit));
    }
    let mut units = 0..grid.units.len();
    if most >= Technique::Attack
        && let Some(unit) = units.find(|&unit| leaves_too_few(grid, state, &grid.units[unit]))
    {
        return of(Technique::Attack, Some(unit));
    }
    for (technique, depth) in [(Technique::Ahead, 1), (Technique::AheadTwice, 2)] {
        if most >= technique
            && let Some(DeadEnd { unit }) = look_ahead(grid, state, depth, should_stop)
        {
            return of(technique, unit);
        }
    }
    of(Technique::Search, None)
}

/// Crosses out squares that would leave a unit with too few. Returns false if there are none.
fn leaves_too_few(grid: &Grid, state: &mut State, unit: &Unit) -> bool {
    let need = unit.least.saturating_sub(state.taken.count_shared(&unit.of));
    if need == 0 {
        return false;
    }
    let mut places = unit.of.clone();
    places.keep(&state.open);
    let open: Vec<usize> = state.open.squares().collect();
    let mut has_changed = false;
    for choice in open {
        let mut left = places.clone();
        left.subtract(grid.excluded_by(choice));
        for full in &grid.units {
            if full.of.holds(choice) && state.taken.count_shared(&full.of) + 1 == full.most {
                left.subtract(&full.of);
            }
        }
        let need = need - u32::from(unit.of.holds(choice)).min(need);
        if need > 0 && !fits(grid, &left, need) {
            state.open.remove_square(choice);
            has_changed = true;
        }
    }
    has_changed
}

/// The only number of pieces for which a person sees at a glance whether they fit together.
const GLANCE: u32 = 2;

/// Returns true if `need` pieces fit on these squares, as far as a person sees at a glance.
fn fits(grid: &Grid, places: &[u64], need: u32) -> bool {
    if places.size() < need {
        return false;
    }
    need != GLANCE || places.squares().any(|choice| places.count_outside(grid.excluded_by(choice)) > 0)
}

/// Crosses out the first square on which a piece leads to a contradiction, and returns the contradiction.
/// `None` if there is none, or if it was stopped before.
fn look_ahead(grid: &Grid, state: &mut State, depth: u32, should_stop: &dyn Fn() -> bool) -> Option<DeadEnd> {
    let open: Vec<usize> = state.open.squares().collect();
    for choice in open {
        if should_stop() {
            return None;
        }
        let mut with = state.clone();
        grid.take(&mut with, choice);
        let mut end = grid.settle(&mut with).err();
        while end.is_none() && depth > 1 && look_ahead(grid, &mut with, depth - 1, should_stop).is_some() {
            end = grid.settle(&mut with).err();
        }
        if end.is_some() {
            state.open.remove_square(choice);
            return end;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::backtrack::{Backtrack, End};
    use super::*;
    use crate::named::Named;
    use armistice_base::random::Random;

    fn of(text: &str) -> Option<Steps> {
        let grid = Grid::new(&text.parse().unwrap()).unwrap();
        let found = steps(&grid, grid.start([]).unwrap(), Technique::Search, &|| false);
        found.unwrap()
    }

    #[test]
    fn it_can_be_stopped() {
        let grid = Grid::new(&"20x20 Q20".parse().unwrap()).unwrap();
        assert_eq!(steps(&grid, grid.empty(), Technique::Search, &|| true), Err(StopSignal));
    }

    #[test]
    fn techniques_are_in_their_order() {
        assert_eq!(Technique::ALL.len(), Steps::default().of.len());
        assert!(Technique::ALL.windows(2).all(|pair| pair[0] < pair[1]));
        let steps = Steps { of: [3, 0, 1, 0, 0] };
        assert_eq!((steps.hardest(), steps.level()), (Technique::Ahead, Level::Hard));
    }

    #[test]
    fn examples_of_each_technique() {
        // On the second rank, three squares are already attacked, and so on.
        assert_eq!(of("4x4 Q4@b1"), Some(Steps { of: [3, 0, 0, 0, 0] }));
        assert_eq!(of("4x4 Q4@b1,d2,a3,c4"), Some(Steps::default()));
        // A queen on d4 would leave the lowest rank without squares.
        let steps = of("8x8 Q8").unwrap();
        assert_eq!(steps.hardest(), Technique::Search);
        let puzzle = of("5x5 K5 rank=1 file=1 regions=aabbb/aabcc/adbce/ddccc/ddddc").unwrap();
        assert!(puzzle.level() <= Level::Hard && puzzle.of[0] > 0, "{puzzle:?}");
        // A puzzle without a solution has no steps.
        assert_eq!(of("4x4 Q4@a1"), None);
    }

    /// No step crosses out a square of a solution, whatever pieces are pre-placed.
    #[test]
    fn every_step_is_sound() {
        let mut random = Random::new(11);
        for text in ["6x6 Q6", "8x8 Q8", "5x5 N B R Q A", "8x8 K16 rank=2 file=2", "4x4 R4 + B4", "6x6 N9"] {
            let grid = Grid::new(&text.parse().unwrap()).unwrap();
            let mut search = Backtrack::new(&grid, usize::MAX, &|| false);
            assert_eq!(search.run(grid.empty()), End::All);
            let solutions = search.found;
            for _ in 0..40.min(solutions.len()) {
                let solution = &solutions[random.draw_below(solutions.len())];
                let given: Vec<usize> = solution.squares().filter(|_| random.draw_below(3) == 0).collect();
                let mut state = grid.start(given).unwrap();
                let mut all: Vec<&Vec<u64>> = solutions.iter().collect();
                all.retain(|other| state.taken.count_outside(other) == 0);
                while !state.open.is_bare() {
                    let Ok(Step { technique, .. }) = step(&grid, &mut state, Technique::Search, &|| false)
                    else {
                        panic!("{text}")
                    };
                    let possible = |other: &&&Vec<u64>| {
                        state.taken.count_outside(other) == 0
                            && other.squares().all(|at| state.open.holds(at) || state.taken.holds(at))
                    };
                    assert_eq!(all.iter().filter(possible).count(), all.len(), "{text} {technique:?}");
                    if technique == Technique::Search {
                        break;
                    }
                    grid.close(&mut state).unwrap();
                }
            }
        }
    }
}
