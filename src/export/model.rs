//! The content that all formats share: variables, pairs in conflict, cliques among them, numbers.
//!
//! A variable is a kind of an army or a group on an open square. It is true if a piece of the kind stands
//! there. Two variables are in conflict if no placement has both: one attacks the other, or both are on one
//! square. Kinds without pieces have no variables, and neither have reserved squares. A variable for a square
//! that is closed only to its kind is false. Variables are numbered from 0: by army and kind in the order of
//! the problem's pieces, and then by square, a1, b1, ….
//!
//! **Pairs.** The conflicts of a variable are walked from its square, by the moves of its kind and the
//! reversed moves of the other kind ([`Moves::closed_with`]). So only the squares of one walk are in memory.
//! A table like [`Conflicts`](crate::conflict::Conflicts), with a bit for every pair, would take 12 MB for
//! each two kinds on a board of 100x100 squares and 125 GB on one of 1000x1000. A test compares both.
//!
//! **Rows.** If all pieces on a line ride it to its end, they exclude each other. They form a clique of the
//! conflict graph, which `a + b + c + … <= 1` expresses in one row instead of one row for each pair. The row
//! is also stronger. When solvers of integer programs relax variables to fractions, one half for every
//! variable satisfies all pairs, but not the cliques (Padberg, "On the facial structure of set packing
//! polyhedra", 1973). [`Model::rows`] has the lines, the squares, and the pairs that are in neither. Pieces
//! of the same army (of several) do not exclude each other, so armies have no lines. Groups have lines of
//! their own.
//!
//! **Full rows.** Eight queens on eight ranks have one queen on each. If the number of pieces that ride along
//! lines equals the number of lines, every line has exactly one piece. That follows from the other
//! constraints, but a solver that does not count finds it by trying: clingo lists nine queens in 0.02 s with
//! full rows, and in 10 s without them.

use super::error::{ExportError, MAX_SQUARES};
use crate::board::{Board, Square};
use crate::piece::{Moves, Range};
use crate::{Feature, Pieces, Problem, Quantity};
use std::io;

/// The variables of a problem, and the constraints between them.
#[derive(Debug)]
pub struct Model<'a> {
    problem: &'a Problem,
    sorts: Vec<Sort<'a>>,
    /// The squares on which pieces can stand, in increasing order.
    open: Vec<Square>,
    /// The open and the reserved squares, if there are reserved ones.
    passed: Option<Vec<Square>>,
    /// For each square of the board, its place among the open ones, if it is open.
    places: Vec<Option<usize>>,
    /// The variables of squares that are closed to their kind, in increasing order.
    closed: Vec<usize>,
    /// For each ordered pair of sorts, the moves that lead to their conflicts.
    walks: Vec<SortMoves>,
    lines: Vec<LeapLines>,
}

/// A kind of an army that has pieces.
#[derive(Debug)]
pub struct Sort<'a> {
    /// Its number among the problem's [pieces](Problem::pieces).
    pub kind: usize,
    /// The quantity and the kind of the pieces.
    pub pieces: &'a Pieces,
    /// Its name in files: its letter, followed by the number of its army, from 1, if there are several
    /// armies.
    pub name: String,
    /// The number of its army or group, from 0.
    pub army: usize,
}

/// Variables, at most one of which is true.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// The variables, each of them once.
    pub variables: &'a [usize],
    /// Whether one of the variables is true in every placement.
    pub is_full: bool,
}

/// The moves from a piece of one sort to the conflicting pieces of another sort.
#[derive(Debug)]
struct SortMoves {
    /// The moves. They are empty if the two sorts may attack each other.
    moves: Moves,
    /// For each ride of these moves, whether both sorts ride along all of its lines.
    is_line: Vec<bool>,
}

/// The lines of a leap, and the sorts that ride along them.
#[derive(Debug)]
struct LeapLines {
    step: (i32, i32),
    riders: Vec<usize>,
}

/// The features that a model supports.
const KNOWN: &[Feature] = &[
    Feature::ManySquares,
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::GivenPieces,
    Feature::AnyNumber,
    Feature::LargestNumber,
    Feature::Armies,
    Feature::Groups,
    Feature::ClosedSquares,
];

impl<'a> Model<'a> {
    /// Builds the model of a problem.
    ///
    /// # Errors
    /// Rejects blocked lines, hops, walls, conditions, and boards of more than [`MAX_SQUARES`] squares.
    pub fn new(problem: &'a Problem) -> Result<Self, ExportError> {
        match problem.find_unsupported(KNOWN) {
            Some(Feature::BlockedLines) => return Err(ExportError::Blocked),
            Some(Feature::Hops) => return Err(ExportError::Hops),
            Some(Feature::NumberRange) => return Err(ExportError::Ranges),
            Some(Feature::Walls) => return Err(ExportError::Walls),
            Some(other) => return Err(ExportError::Other(other)),
            None => {}
        }
        let board = problem.board();
        let squares = board.rows().saturating_mul(board.cols());
        if squares > MAX_SQUARES {
            return Err(ExportError::TooLarge(squares));
        }
        let all = || (0..squares).map(|index| board.square(index)).filter(|&square| board.is_open(square));
        let reserved = problem.reserved_squares();
        let open: Vec<Square> = all().filter(|square| reserved.binary_search(square).is_err()).collect();
        let passed = (!reserved.is_empty()).then(|| all().collect());
        let mut places = vec![None; squares];
        open.iter().enumerate().for_each(|(place, &square)| places[board.index(square)] = Some(place));
        let sorts = sorts(problem);
        let closed = sorts.iter().enumerate().flat_map(|(sort, of)| {
            let places = of.pieces.closed.iter().filter_map(|&square| places[board.index(square)]);
            places.map(|place| sort * open.len() + place).collect::<Vec<_>>()
        });
        let closed = closed.collect();
        let opposed = problem.opposition();
        // A line can cross itself on a board with twisted edges.
        let has_lines = !problem.has_enemies() && board.is_straight();
        let groups = if has_lines { problem.armies().len() } else { 0 };
        let lines: Vec<LeapLines> = (0..groups).flat_map(|group| lines(&sorts, group)).collect();
        let walk = |first: usize, second: usize| {
            let (one, other): (&Sort<'_>, &Sort<'_>) = (&sorts[first], &sorts[second]);
            if !opposed(one.kind, other.kind) {
                return SortMoves { moves: Moves::default(), is_line: Vec::new() };
            }
            let moves = one.pieces.kind.moves().closed_with(other.pieces.kind.moves());
            let along = |step: (i32, i32), lines: &LeapLines| {
                (lines.step == step || lines.step == reverse(step))
                    && lines.riders.contains(&first)
                    && lines.riders.contains(&second)
            };
            let is_line = moves
                .leaps()
                .map(|([rows, cols, ..], _)| lines.iter().any(|lines| along((rows, cols), lines)));
            SortMoves { is_line: is_line.collect(), moves }
        };
        let pairs = (0..sorts.len()).flat_map(|first| (0..sorts.len()).map(move |second| (first, second)));
        let walks = pairs.map(|(first, second)| walk(first, second)).collect();
        Ok(Self { problem, sorts, open, passed, places, closed, walks, lines })
    }

    /// Returns the problem.
    #[must_use]
    pub fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// Returns the kinds that have variables, by army and kind.
    #[must_use]
    pub fn sorts(&self) -> &[Sort<'a>] {
        &self.sorts
    }

    /// Returns the squares on which pieces can stand, in increasing order.
    #[must_use]
    pub fn open(&self) -> &[Square] {
        &self.open
    }

    /// Returns the squares that lines pass over, in increasing order: open and reserved ones.
    #[must_use]
    pub fn passed(&self) -> &[Square] {
        self.passed.as_deref().unwrap_or(&self.open)
    }

    /// Returns, for each line along a leap, the places of its squares among the open ones, in the order of the
    /// line.
    pub(crate) fn segments(&self, step: (i32, i32)) -> impl Iterator<Item = Vec<usize>> {
        let place = |square: Square| self.places[self.problem.board().index(square)];
        let lines = segments(self.problem.board(), self.passed(), step);
        let places = lines.map(move |line| line.into_iter().filter_map(place).collect::<Vec<_>>());
        places.filter(|line| !line.is_empty())
    }

    /// Returns the number of variables.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.sorts.len() * self.open.len()
    }

    /// Returns the variables of a sort.
    #[must_use]
    pub fn variables_of(&self, sort: usize) -> std::ops::Range<usize> {
        sort * self.open.len()..(sort + 1) * self.open.len()
    }

    /// Returns the sort and the square of a variable; `None` if there is no such variable.
    #[must_use]
    pub fn meaning(&self, variable: usize) -> Option<(&Sort<'a>, Square)> {
        let (sort, place) = (variable.checked_div(self.open.len())?, variable % self.open.len());
        Some((self.sorts.get(sort)?, self.open[place]))
    }

    /// Returns the variable of a sort on a square; `None` if no piece can stand there.
    #[must_use]
    pub fn variable(&self, sort: usize, square: Square) -> Option<usize> {
        let board = self.problem.board();
        let place = board.is_open(square).then(|| self.places[board.index(square)])??;
        (sort < self.sorts.len()).then(|| sort * self.open.len() + place)
    }

    /// Returns the variables of pre-placed pieces, which are true.
    pub fn preplaced_variables(&self) -> impl Iterator<Item = usize> {
        let sorts = self.sorts.iter().enumerate();
        sorts.flat_map(move |(sort, of)| {
            of.pieces.fixed.iter().filter_map(move |&square| self.variable(sort, square))
        })
    }

    /// Returns the variables of squares that are closed to their kind, which are false.
    #[must_use]
    pub fn closed_variables(&self) -> &[usize] {
        &self.closed
    }

    /// Returns whether a variable is [closed](Self::closed_variables).
    #[must_use]
    pub fn is_closed(&self, variable: usize) -> bool {
        self.closed.binary_search(&variable).is_ok()
    }

    /// Returns the variables whose sum the objective maximises.
    pub fn maximised_variables(&self) -> impl Iterator<Item = usize> {
        let is_max = |(_, of): &(usize, &Sort<'_>)| of.pieces.quantity == Quantity::Max;
        self.sorts.iter().enumerate().filter(is_max).flat_map(|(sort, _)| self.variables_of(sort))
    }

    /// Returns the variables in conflict with `variable`, in increasing order.
    pub fn conflicts(&self, variable: usize) -> impl Iterator<Item = usize> {
        self.walk(variable).into_iter().map(|(other, _)| other)
    }

    /// Like [`conflicts`](Self::conflicts), but each variable comes with whether a row for a line or a square
    /// has both.
    fn walk(&self, variable: usize) -> Vec<(usize, bool)> {
        let mut met = Vec::new();
        let Some((_, square)) = self.meaning(variable) else { return met };
        let (board, sort) = (self.problem.board(), variable / self.open.len());
        for (other, walk) in self.walks[sort * self.sorts.len()..][..self.sorts.len()].iter().enumerate() {
            let first = other * self.open.len();
            for (ride, &is_line) in walk.moves.rides_from(board, square).zip(&walk.is_line) {
                let places = ride.filter_map(|reached| self.places[board.index(reached)]);
                met.extend(places.map(|place| (first + place, is_line)));
            }
            if other != sort {
                met.extend(self.places[board.index(square)].map(|place| (first + place, true)));
            }
        }
        // Several ways may lead to a square round joined edges. One of them along a line is enough.
        met.sort_unstable_by_key(|&(other, is_line)| (other, !is_line));
        met.dedup_by_key(|(other, _)| *other);
        met
    }

    /// Calls `visit` with every pair of variables in conflict, the smaller first, in increasing order.
    ///
    /// # Errors
    /// Returns the errors of `visit`.
    pub fn pairs(&self, visit: &mut dyn FnMut(usize, usize) -> io::Result<()>) -> io::Result<()> {
        for variable in 0..self.variables() {
            let mut later = self.conflicts(variable).filter(|&other| other > variable);
            later.try_for_each(|other| visit(variable, other))?;
        }
        Ok(())
    }

    /// Calls `visit` with rows that together are equivalent to the pairs, and with which lines are full.
    ///
    /// # Errors
    /// Returns the errors of `visit`.
    pub fn rows(&self, visit: &mut dyn FnMut(Row<'_>) -> io::Result<()>) -> io::Result<()> {
        self.lines(visit)?;
        let mut set = |variables: &[usize]| visit(Row { variables, is_full: false });
        // A line that all sorts ride also covers the conflicts on its squares.
        if self.sorts.len() > 1 && !self.lines.iter().any(|lines| lines.riders.len() == self.sorts.len()) {
            let count = self.open.len();
            for place in 0..count {
                let on_square: Vec<usize> = (0..self.sorts.len()).map(|sort| sort * count + place).collect();
                set(&on_square)?;
            }
        }
        for variable in 0..self.variables() {
            let walk = self.walk(variable);
            let mut later = walk.into_iter().filter(|&(other, is_line)| other > variable && !is_line);
            later.try_for_each(|(other, _)| set(&[variable, other]))?;
        }
        Ok(())
    }

    /// Calls `visit` with the rows that are lines.
    ///
    /// # Errors
    /// Returns the errors of `visit`.
    pub fn lines(&self, visit: &mut dyn FnMut(Row<'_>) -> io::Result<()>) -> io::Result<()> {
        let count = self.open.len();
        for lines in &self.lines {
            let rows = || {
                self.segments(lines.step).map(|line| {
                    let of_sort = |&sort: &usize| line.iter().map(move |place| sort * count + place);
                    lines.riders.iter().flat_map(of_sort).collect::<Vec<usize>>()
                })
            };
            // A line of closed squares never has a piece.
            let has_room = |row: &Vec<usize>| row.iter().any(|&variable| !self.is_closed(variable));
            let number = self.number(&lines.riders);
            let are_full = number.is_some_and(|number| number == rows().filter(has_room).count());
            for row in rows() {
                let is_full = are_full && has_room(&row);
                if row.len() > 1 || is_full {
                    visit(Row { variables: &row, is_full })?;
                }
            }
        }
        Ok(())
    }

    /// Returns the total number of pieces of these sorts, if the problem gives the number of each sort.
    fn number(&self, sorts: &[usize]) -> Option<usize> {
        let numbers = sorts.iter().map(|&sort| match self.sorts[sort].pieces.quantity {
            Quantity::Exactly(number) => Some(number as usize),
            Quantity::Within(_) | Quantity::Any | Quantity::Max => None,
        });
        numbers.sum()
    }
}

fn sorts(problem: &Problem) -> Vec<Sort<'_>> {
    let is_one_army = problem.armies().len() == 1;
    let army_of = problem.army_of();
    let numbered = problem.pieces().zip(army_of).enumerate();
    let sorts = numbered.map(|(kind, (pieces, army))| {
        let letter = pieces.kind.letter();
        // Some solvers do not distinguish small and capital letters; `d` is for "down".
        let down = if letter.is_ascii_lowercase() { "d" } else { "" };
        let army_number = if is_one_army { String::new() } else { (army + 1).to_string() };
        let name = format!("{letter}{down}{army_number}");
        Sort { kind, pieces, name, army }
    });
    sorts.filter(|sort| sort.pieces.quantity != Quantity::Exactly(0)).collect()
}

/// Returns, for each leap, the sorts of a group that repeat it without limit.
///
/// Of two such pieces on one line, one is before the other and attacks it.
fn lines(sorts: &[Sort<'_>], group: usize) -> Vec<LeapLines> {
    let rides = |sort: &Sort<'_>, step| {
        sort.army == group && sort.pieces.kind.moves().rides().any(|ride| ride == (step, Range::Unlimited))
    };
    let mut all: Vec<LeapLines> = Vec::new();
    let mut steps: Vec<(i32, i32)> =
        sorts.iter().flat_map(|sort| sort.pieces.kind.moves().rides().map(|(step, _)| step)).collect();
    steps.sort_unstable();
    steps.dedup();
    for &step in steps.iter().rev() {
        let riders: Vec<usize> = (0..sorts.len()).filter(|&sort| rides(&sorts[sort], step)).collect();
        // The lines of the reversed leap are the same.
        let is_known = |lines: &LeapLines| lines.step == reverse(step) && lines.riders == riders;
        if !riders.is_empty() && !all.iter().any(is_known) {
            all.push(LeapLines { step, riders });
        }
    }
    all
}

fn reverse((rows, cols): (i32, i32)) -> (i32, i32) {
    (rows.wrapping_neg(), cols.wrapping_neg())
}

/// Returns the unbroken lines along a leap, such that each square is in one of them.
///
/// A line runs from edge to edge, from hole to hole, or round the board.
fn segments<'a>(
    board: &'a Board,
    open: &'a [Square],
    step: (i32, i32),
) -> impl Iterator<Item = Vec<Square>> + 'a {
    let next = move |at: Square, step| board.step(at, step).filter(|&square| board.is_open(square));
    let mut seen = vec![false; board.squares()];
    let mut line = move |from: Square| {
        let mut at = Some(from);
        let mut line = Vec::new();
        while let Some(square) = at.filter(|&square| !seen[board.index(square)]) {
            seen[board.index(square)] = true;
            line.push(square);
            at = next(square, step);
        }
        line
    };
    // The lines with an end come first. The remaining squares are on lines that go round.
    let is_end = move |from: &&Square| next(**from, reverse(step)).is_none();
    let starts = open.iter().filter(is_end).chain(open);
    starts.map(move |&from| line(from)).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conflict::Conflicts;

    const PROBLEMS: [&str; 18] = [
        "5x5~c3 Q3 N1",
        "4x5/cylinder-a1~b2,c4 R2~a2,b3 B1:c1,c2,d4",
        "4x4~b2 Q2 R1 + N2 + B2~a1,d4",
        "4x4/torus R2 B1 + Q2",
        "5x5 Q5",
        "4x6-b2,c3 Q2 N2 K1",
        "5x4/torus Q2 X2 X=fWlFF",
        "4x5/cylinder-a1 R* B2 P1",
        "6x6/torus H2 K0 X1 X=NN",
        "4x4 Q2/Q2",
        "4x5/cylinder Q1 N1/R1 B2/K1",
        "1x1-a1 K1",
        "3x3 Q4/K0",
        "6x5 X2 Y1 X=fR Y=bR",
        "6x5-c3 X2 Y1 V1 X=fR Y=R V=fRN",
        "7x3/torus X1 Y1 X=R3 Y=B2",
        "4x8/torus X2 R1 X=(0,4)0",
        "2x2 K4@a1,b2",
    ];

    fn conflict_table(problem: &Problem) -> Conflicts {
        Conflicts::of_problem(problem)
    }

    #[test]
    fn conflicts_are_those_of_the_table() {
        use crate::board::Set;
        for text in PROBLEMS {
            let problem: Problem = text.parse().unwrap();
            let model = Model::new(&problem).unwrap();
            let table = conflict_table(&problem);
            for variable in 0..model.variables() {
                let (sort, square) = model.meaning(variable).unwrap();
                let at = problem.board().index(square);
                let expected: Vec<usize> = (0..model.variables())
                    .filter(|&other| {
                        let (against, to) = model.meaning(other).unwrap();
                        let holds =
                            table.conflict_set(sort.kind, at, against.kind).holds(problem.board().index(to));
                        other != variable && holds
                    })
                    .collect();
                assert_eq!(model.conflicts(variable).collect::<Vec<_>>(), expected, "{text}: {variable}");
            }
        }
    }

    #[test]
    fn rows_say_what_pairs_say() {
        for text in PROBLEMS {
            let problem: Problem = text.parse().unwrap();
            let model = Model::new(&problem).unwrap();
            let mut pairs = Vec::new();
            model
                .pairs(&mut |first, second| {
                    pairs.push((first, second));
                    Ok(())
                })
                .unwrap();
            let mut in_rows = Vec::new();
            let mut visit = |row: Row<'_>| {
                for (place, &first) in row.variables.iter().enumerate() {
                    let others = row.variables[place + 1..].iter();
                    in_rows.extend(others.map(|&second| (first.min(second), first.max(second))));
                }
                Ok(())
            };
            model.rows(&mut visit).unwrap();
            in_rows.sort_unstable();
            in_rows.dedup();
            assert_eq!(in_rows, pairs, "{text}");
        }
    }

    /// The number of full rows. Each placement of the oracle has one piece in each of these rows.
    #[test]
    fn full_rows_have_a_piece_in_every_placement() {
        let cases = [
            ("6x6 Q6", 12),
            ("6x6 Q5", 0),
            ("4x4 Q1 R3", 8),
            ("4x4 R3 Q1@b2", 8),
            ("4x4 R4 Q*", 0),
            ("3x5 R3 N1", 3),
            ("5x5/torus Q5", 20),
            ("4x6/cylinder A4", 4),
            // Holes cut two ranks and two files in two.
            ("4x4-b2 R5", 10),
            ("3x3 X4 X=(0,2)0", 0),
            ("3x3 X6 X=(0,2)0", 12),
            // Lines of one square also count; there is no placement.
            ("2x2 B3", 6),
            ("4x4 Q4/Q4", 0),
            ("5x5 K5", 0),
            // A rank or file of nothing but reserved squares does not count.
            ("3x3~a1,b1,c1 R2", 2),
            ("4x4~b2 R4", 8),
            ("4x4 R3 B1 + R4", 8),
        ];
        for (text, expected) in cases {
            let problem: Problem = text.parse().unwrap();
            let model = Model::new(&problem).unwrap();
            let mut full = Vec::new();
            let mut visit = |row: Row<'_>| {
                full.extend(row.is_full.then(|| row.variables.to_vec()));
                Ok(())
            };
            model.rows(&mut visit).unwrap();
            assert_eq!(full.len(), expected, "{text}");
            crate::engines::naive::visit_placements(&problem, &|| false, &mut |placed| {
                let at = |(row, col): (i64, i64)| Square { row: row as usize, col: col as usize };
                let variables = placed.iter().filter_map(|&(kind, place)| model.variable(kind, at(place)));
                let all: Vec<usize> = variables.collect();
                for row in &full {
                    let held = row.iter().filter(|variable| all.contains(variable)).count();
                    assert_eq!(held, 1, "{text}: {row:?} in {all:?}");
                }
            });
        }
    }

    #[test]
    fn queens_have_a_row_for_each_line() {
        let problem: Problem = "8x8 Q8".parse().unwrap();
        let mut rows = 0;
        Model::new(&problem)
            .unwrap()
            .rows(&mut |_| {
                rows += 1;
                Ok(())
            })
            .unwrap();
        // Ranks, files, and diagonals of at least two squares.
        assert_eq!(rows, 8 + 8 + 13 + 13);
    }

    #[test]
    fn what_cannot_be_said_is_refused() {
        let refused = |text: &str| Model::new(&text.parse().unwrap()).err();
        assert_eq!(refused("4x4 Q N/Q N blocked"), Some(ExportError::Blocked));
        assert_eq!(refused("4x4 Q2/Q2 blocked"), None);
        let large = "2000x2000 Q5".parse::<Problem>().unwrap();
        assert_eq!(Model::new(&large).err(), Some(ExportError::TooLarge(4_000_000)));
    }
}
