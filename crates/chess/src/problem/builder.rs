//! Problems put together piece by piece, without text.

use super::{Degrees, Lines, Pieces, Problem, ProblemError, Quantity, Quota, Treaty};
use crate::board::{Board, Square};
use crate::piece::Kind;

/// A builder of a [`Problem`]: pieces for the first army, then perhaps [armies against it](Self::begin_army).
///
/// ```
/// use armistice::{Lines, Problem, Quantity, piece::Kind};
///
/// let knights = Problem::builder("8x8".parse()?).put('Q', 5).put('N', Quantity::Max).build()?;
/// assert_eq!(knights.to_string(), "8x8 Q5 Nmax");
///
/// let camelrider = Kind::from_betza('X', "CC")?;
/// let armies = Problem::builder("10x10/torus-c3".parse()?)
///     .put(camelrider, 2)
///     .put('K', 1)
///     .on_squares(["e5".parse()?])
///     .begin_army()
///     .put('R', 1)
///     .lines(Lines::Blocked)
///     .build()?;
/// assert_eq!(armies.to_string(), "10x10/torus-c3 K@e5 X2/R X=CC blocked");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct ProblemBuilder {
    problem: Problem,
    /// The pieces put last. They are added when their squares are known.
    last: Option<Pieces>,
    /// The first error.
    error: Option<ProblemError>,
}

impl Problem {
    /// Begins a problem on a board.
    pub fn builder(board: Board) -> ProblemBuilder {
        ProblemBuilder { problem: Self::new(board), last: None, error: None }
    }
}

impl ProblemBuilder {
    /// Puts pieces into the army: a [`Kind`] or the letter of a built-in kind, and their number.
    pub fn put<K>(mut self, kind: K, quantity: impl Into<Quantity>) -> Self
    where
        K: TryInto<Kind>,
        ProblemError: From<K::Error>,
    {
        self.add_last();
        match kind.try_into() {
            Ok(kind) => self.last = Some(Pieces::new(kind, quantity.into())),
            Err(error) => self.fail(error.into()),
        }
        self
    }

    /// Pre-places some of the pieces put last on these squares.
    pub fn on_squares(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        match &mut self.last {
            Some(pieces) => pieces.fixed.extend(squares),
            None => self.fail(ProblemError::NoPieces),
        }
        self
    }

    /// Bars the pieces put last from these squares. Lines pass over them.
    pub fn except(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        match &mut self.last {
            Some(pieces) => pieces.closed.extend(squares),
            None => self.fail(ProblemError::NoPieces),
        }
        self
    }

    /// Begins an army that opposes those before. Pieces that are put from now on belong to it.
    pub fn begin_army(self) -> Self {
        self.begin(Treaty::Armies)
    }

    /// Begins a group. Pieces that are put from now on must not attack each other, and ignore other groups.
    pub fn begin_group(self) -> Self {
        self.begin(Treaty::Groups)
    }

    fn begin(mut self, treaty: Treaty) -> Self {
        self.add_last();
        if self.is_army_empty() {
            self.fail(ProblemError::EmptyArmy);
        }
        if self.problem.armies().len() > 1 && self.problem.treaty() != treaty {
            self.fail(ProblemError::TwoTreaties);
        }
        self.problem.begin_army();
        self.problem = self.problem.with_treaty(treaty);
        self
    }

    /// Reserves squares: no piece may stand on them, but lines pass over them.
    pub fn reserve(self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.add_to_problem(|problem| problem.reserve(squares))
    }

    /// Adds a quota of pieces. Call it after all pieces are put.
    pub fn limit(self, quota: Quota) -> Self {
        self.add_to_problem(|problem| problem.limit(quota))
    }

    /// Draws regions, ranks from the top, a letter for each square. Each region has one piece unless a quota
    /// sets another number.
    pub fn regions(self, drawing: &str) -> Self {
        self.add_to_problem(|problem| problem.draw_regions(drawing.split(['/', '\n'])))
    }

    /// Prescribes numbers of attackers instead of forbidding attacks.
    pub fn degrees(self, degrees: Degrees) -> Self {
        self.add_to_problem(|problem| problem.ask_degrees(degrees))
    }

    fn add_to_problem(mut self, add: impl FnOnce(&mut Problem) -> Result<(), ProblemError>) -> Self {
        self.add_last();
        if let Err(error) = add(&mut self.problem) {
            self.fail(error);
        }
        self
    }

    /// Sets how riders see past other pieces.
    pub fn lines(mut self, lines: Lines) -> Self {
        self.problem = self.problem.with_lines(lines);
        self
    }

    /// Builds the problem.
    ///
    /// # Errors
    ///
    /// The first error of the calls before, and armies without pieces.
    pub fn build(mut self) -> Result<Problem, ProblemError> {
        self.add_last();
        if self.is_army_empty() {
            self.fail(ProblemError::EmptyArmy);
        }
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.problem),
        }
    }

    fn is_army_empty(&self) -> bool {
        self.problem.armies().last().is_none_or(|army| army.pieces().is_empty())
    }

    fn add_last(&mut self) {
        if let Some(pieces) = self.last.take()
            && let Err(error) = self.problem.add(pieces)
        {
            self.fail(error);
        }
    }

    fn fail(&mut self, error: ProblemError) {
        self.error.get_or_insert(error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_fault_is_the_one_that_is_reported() {
        let board = || Problem::builder("3x3".parse().unwrap());
        let square = |text: &str| [text.parse::<Square>().unwrap()];
        assert_eq!(board().build(), Err(ProblemError::EmptyArmy));
        assert_eq!(board().begin_army().put('K', 1).build(), Err(ProblemError::EmptyArmy));
        assert_eq!(board().put('K', 1).begin_army().build(), Err(ProblemError::EmptyArmy));
        assert_eq!(board().put('I', 1).put('K', 1).put('K', 2).build(), Err(ProblemError::NoKind('I')));
        assert_eq!(board().put('K', 1).put('K', 2).build(), Err(ProblemError::KindTwice('K')));
        assert_eq!(board().on_squares(square("a1")).put('K', 1).build(), Err(ProblemError::NoPieces));
        let far = board().put('K', 1).on_squares(square("d1")).build();
        assert_eq!(far, Err(ProblemError::Closed(square("d1")[0])));
        let many = board().put('K', 1).on_squares(square("a1")).on_squares(square("c3")).build();
        assert_eq!(many, Err(ProblemError::TooManyFixed { letter: 'K', fixed: 2, pieces: 1 }));
        let letter = board().put(Kind::from_betza('x', "W").unwrap(), 1).build();
        assert_eq!(letter, Err(ProblemError::NoLetter('x')));
    }

    /// A letter stands for its moves, in any notation.
    #[test]
    fn kinds_are_compared_by_their_moves() {
        for (letter, betza, text) in [
            ('Q', "RB", "5x5 Q3 Q=RB"),
            ('N', "(1,2)", "5x5 N3 N=(1,2)"),
            ('Z', "(2,3)", "5x5 Z3"),
            ('P', "fF", "5x5 P3"),
            ('p', "bF", "5x5 p3"),
        ] {
            let kind = Kind::from_betza(letter, betza).unwrap();
            let built = Problem::builder("5x5".parse().unwrap()).put(kind, 3).build();
            assert_eq!(built, Ok(text.parse().unwrap()), "{letter}={betza}");
        }
        let twice = |first: &str, second: &str| {
            let kind = |betza| Kind::from_betza('X', betza).unwrap();
            Problem::builder("5x5".parse().unwrap())
                .put(kind(first), 1)
                .begin_army()
                .put(kind(second), 1)
                .build()
        };
        assert_eq!(twice("RB", "Q").map(|problem| problem.to_string()), Ok("5x5 X/X X=RB".to_owned()));
        assert!(matches!(twice("RB", "R"), Err(ProblemError::TwoMeanings { .. })));
    }

    #[test]
    fn what_is_built_is_what_is_read() {
        let built = Problem::builder("4x6/cylinder-b2".parse().unwrap())
            .put('N', Quantity::Any)
            .put('Q', 2)
            .on_squares(["f4".parse().unwrap()])
            .build();
        assert_eq!(built, Ok("4x6/cylinder-b2 Q2@f4 N*".parse().unwrap()));
    }
}
