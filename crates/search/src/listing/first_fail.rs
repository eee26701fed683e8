//! First fail: the piece with the fewest free squares is placed next.
//!
//! Take eight queens, one to a column. A search that fills the columns from the left finds out late that a
//! queen near the left leaves a column near the right without a square. So after each queen all squares that
//! she attacks are struck out (*forward checking*). The next column is the one with the fewest squares left,
//! wherever it is. (This rule is *first fail*: "to succeed, try first where you are most likely to fail"; R.
//! M. Haralick and G. L. Elliott, Increasing tree search efficiency for constraint satisfaction problems,
//! 1980.) A column with one square left therefore comes next automatically, and a column with none is a dead
//! end at once. A hundred queens take 185 choices; from left to right they take impractically long.
//!
//! ```text
//! 8 queens. a1, b3 and c5 go to the leftmost columns, because no other column has less room.
//! The other columns have this number of free squares:
//!
//!     column   d e f g h
//!     squares  3 3 1 3 4      so the next queen is on f4, although d and e come first
//! ```
//!
//! # The rule
//!
//! The pieces are in *classes*. A class is a kind, some squares, and the number of pieces that must still be
//! placed on them.
//!
//! * If there is one kind, any two squares of a column exclude each other, and there are as many pieces as
//!   columns, then each column is a class with one piece. This is the rule of `labeling([ff], Qs)` in
//!   constraint logic programming over finite domains, and placements come in the same order.
//! * Otherwise each kind is a class with all its pieces on all its free squares.
//!
//! A class with fewer free squares than pieces is a dead end. Otherwise the next piece is from the class with
//! the fewest free squares for each piece (compared as fractions; on ties the leftmost column, or the first
//! kind in canonical order). It is placed on the lowest free square of the class. A
//! [heuristic](super::heuristic) can be another rule. When all placements with that piece were tried, the
//! square is struck out for its kind as long as the earlier pieces stay. Every placement either has this kind
//! on this square, and was found, or does not, and is found later. So each is found just once, and the pieces
//! of a kind are placed in increasing order.
//!
//! If one placement is wanted and no order is promised, ranks with one piece each are also classes, in
//! addition to the columns, as in [`FirstFail::by_lines`]. A rank without a free square is then a dead end,
//! however much room the columns have. For queens on a board of 56 ranks with three squares in four reserved,
//! this takes a hundredth of the choices, or fewer.
//!
//! There is no recursion. Squares that were struck out are on a *trail*, each choice records where its part
//! of the trail begins, and removing a piece restores that part.

use super::classes::{ClassLines, KindClasses, KindPieces, PieceClass};
use super::events::{Event, SilentWatcher, Watcher};
use super::heuristic::{Choice, Heuristic};
use crate::board::{Board, Square};
use crate::feature::{Feature, OF_ONE_ARMY};
use crate::piece::Moves;
use crate::placement::Placement;
use crate::plan::PlanError;
use crate::problem::Problem;
use crate::search::error::SearchError;
use std::cmp::Ordering;

/// The largest number of free squares of all kinds together: 32 MiB of bits.
const MAX_FREE_SQUARES: usize = 1 << 28;

/// A piece that was chosen.
struct ChosenPiece {
    kind: usize,
    square: usize,
    /// The length of the trail before the choice.
    trail: usize,
}

/// The state of the search between two placements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Pre-placed pieces are not placed yet.
    Start,
    /// The search is under way; `descended` is true after a choice and false after a retreat.
    Search { descended: bool },
    /// The current pieces are a placement that was reported.
    Found,
    /// All choices were tried.
    Over,
}

/// The result of comparing the classes.
enum Outlook {
    /// A class has fewer free squares than pieces to place.
    Dead(usize),
    /// This class is next.
    Next(usize),
    /// No class lacks a piece.
    Full,
}

/// The search: an iterator over the placements of a problem with one army and exact numbers.
///
/// ```
/// use armistice::{Problem, search::listing::FirstFail};
///
/// let problem: Problem = "8x8 Q8".parse()?;
/// let first = FirstFail::new(&problem)?.next().unwrap();
/// // From a to h; pieces are listed by rank.
/// let mut squares: Vec<_> = first.pieces().iter().map(|(_, square)| (square.col, square.row + 1)).collect();
/// squares.sort();
/// assert_eq!(squares.iter().map(|square| square.1).collect::<Vec<_>>(), [1, 5, 8, 6, 3, 7, 2, 4]);
/// assert_eq!(FirstFail::new(&problem)?.count(), 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FirstFail {
    board: Board,
    choice: Choice,
    /// The squares in the order in which they are tried; `None` for the order from the lowest on.
    sequence: Option<Vec<u32>>,
    /// The kinds that have pieces.
    kinds: Vec<usize>,
    /// For a placed kind and another one, by place in `kinds`, the moves by which they conflict.
    reach: Vec<Moves>,
    /// For each kind, the free squares as bits; empty for kinds without pieces.
    free: Vec<Vec<u64>>,
    classes: Vec<PieceClass>,
    /// For each kind, its classes.
    classes_of: Vec<KindClasses>,
    by_columns: bool,
    fixed: Vec<(usize, Square)>,
    chosen: Vec<ChosenPiece>,
    /// The kinds and squares that were struck out.
    trail: Vec<(u32, u32)>,
    /// A buffer for the squares that a piece reaches.
    struck: Vec<usize>,
    stage: Stage,
}

impl FirstFail {
    /// Makes the search that places next where there is the least room.
    ///
    /// # Errors
    /// Fails for several armies, for an open number, and for a board of too many squares.
    pub fn new(problem: &Problem) -> Result<Self, SearchError> {
        Self::with_heuristic(problem, Heuristic::default())
    }

    /// Makes a search with another rule for the next piece.
    ///
    /// # Errors
    /// Fails in the cases of [`new`](Self::new).
    pub fn with_heuristic(problem: &Problem, heuristic: Heuristic) -> Result<Self, SearchError> {
        Self::with_classes(problem, heuristic, false)
    }

    /// Makes a search that considers the lines of every kind, including ranks. It finds one placement sooner,
    /// in no particular order.
    pub(crate) fn by_lines(problem: &Problem) -> Result<Self, SearchError> {
        Self::with_classes(problem, Heuristic::default(), true)
    }

    fn with_classes(problem: &Problem, heuristic: Heuristic, any_order: bool) -> Result<Self, SearchError> {
        if problem.has_enemies() {
            return Err(SearchError::Armies(problem.armies().len()));
        }
        if problem.walls().is_some() {
            return Err(PlanError::NotHere(Feature::Walls).into());
        }
        let pieces: Vec<_> = problem.pieces().collect();
        if let Some(open) = problem.open_pieces().next() {
            return Err(SearchError::OpenNumber { letter: open.kind.letter() });
        }
        if let Some(feature) = problem.find_unsupported(OF_ONE_ARMY) {
            return Err(PlanError::NotHere(feature).into());
        }
        let number = |kind: usize| pieces[kind].quantity.exact_number() as usize;
        let kinds: Vec<usize> = (0..pieces.len()).filter(|&kind| number(kind) > 0).collect();
        let board = problem.board().clone();
        if board.squares().saturating_mul(kinds.len()) > MAX_FREE_SQUARES {
            let (squares, kinds) = (board.squares(), kinds.len());
            return Err(SearchError::ManySquares { squares, kinds, most: MAX_FREE_SQUARES });
        }
        let moves = |kind: usize| pieces[kind].kind.moves();
        let opposed = problem.opposition();
        let closure = |placed: usize, other: usize| match opposed(placed, other) {
            true => moves(placed).closed_with(moves(other)),
            false => Moves::default(),
        };
        let pairs = kinds.iter().flat_map(|&placed| kinds.iter().map(move |&other| (placed, other)));
        let reach: Vec<Moves> = pairs.map(|(placed, other)| closure(placed, other)).collect();
        let mut free: Vec<Vec<u64>> = pieces.iter().map(|_| Vec::new()).collect();
        kinds.iter().for_each(|&kind| free[kind] = problem.domain(pieces[kind]));
        let sorts: &[ClassLines] = match kinds[..] {
            _ if any_order => &[ClassLines::Columns, ClassLines::Ranks],
            [_] => &[ClassLines::Columns],
            _ => &[],
        };
        let mut classes_of = vec![KindClasses::default(); pieces.len()];
        let mut classes = Vec::new();
        let mut stage = Stage::Start;
        for (place, &kind) in kinds.iter().enumerate() {
            let (free, reach) = (&free[kind], &reach[place * kinds.len() + place]);
            let kind_pieces = KindPieces { board: &board, kind, number: number(kind), free, reach };
            match kind_pieces.divide(sorts, &mut classes) {
                Some(divided) => classes_of[kind] = divided,
                None => stage = Stage::Over,
            }
        }
        let by_columns = matches!(kinds[..], [kind] if classes_of[kind].has_columns());
        let fixed = |kind: usize| pieces[kind].fixed.iter().map(move |&square| (kind, square));
        let fixed = kinds.iter().flat_map(|&kind| fixed(kind)).collect();
        let (chosen, trail) = (Vec::new(), Vec::new());
        Ok(Self {
            sequence: heuristic.sequence(&board, by_columns),
            choice: heuristic.choice,
            board,
            kinds,
            reach,
            free,
            classes,
            classes_of,
            by_columns,
            fixed,
            chosen,
            trail,
            struck: Vec::new(),
            stage,
        })
    }

    /// Returns true if each column has one piece and is a class of its own.
    #[must_use]
    pub fn is_by_columns(&self) -> bool {
        self.by_columns
    }

    /// Returns true if all choices were tried: there are no more placements.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// Returns the next placement; `None` if there is no other, or if the watcher stopped the search.
    pub fn next_watched<W: Watcher + ?Sized>(&mut self, watcher: &mut W) -> Option<Placement> {
        loop {
            match self.stage {
                Stage::Over => return None,
                Stage::Start => self.place_fixed(watcher),
                Stage::Found => self.retreat(watcher),
                Stage::Search { descended } => match self.look() {
                    Outlook::Full => {
                        let placement = self.placement();
                        self.stage = Stage::Found;
                        watcher.on_event(Event::Found(&placement));
                        return Some(placement);
                    }
                    Outlook::Dead(class) => {
                        // After a retreat, a dead end is not reported again.
                        if descended {
                            self.tell_dead_end(class, watcher);
                        }
                        self.retreat(watcher);
                    }
                    Outlook::Next(class) => {
                        if watcher.should_stop() {
                            return None;
                        }
                        self.choose(class, watcher);
                    }
                },
            }
        }
    }

    fn place_fixed<W: Watcher + ?Sized>(&mut self, watcher: &mut W) {
        self.stage = Stage::Search { descended: true };
        for (kind, square) in self.fixed.clone() {
            let index = self.board.index(square);
            if !self.is_free(kind, index) {
                self.tell_dead_end(self.class_of(kind, index), watcher);
                self.stage = Stage::Over;
                return;
            }
            watcher.on_event(Event::Fix { kind, square });
            self.place(kind, index, watcher);
        }
    }

    /// Puts a piece of this class on its next free square.
    fn choose<W: Watcher + ?Sized>(&mut self, class: usize, watcher: &mut W) {
        let kind = self.classes[class].kind;
        let Some(square) = self.next_free(class) else { return };
        let trail = self.trail.len();
        self.chosen.push(ChosenPiece { kind, square, trail });
        watcher.on_event(Event::Choose { depth: self.chosen.len(), kind, square: self.board.square(square) });
        self.place(kind, square, watcher);
        self.stage = Stage::Search { descended: true };
    }

    /// Takes the last piece off and strikes out its square. The search is over if there is no piece to take
    /// off.
    fn retreat<W: Watcher + ?Sized>(&mut self, watcher: &mut W) {
        let depth = self.chosen.len();
        let Some(ChosenPiece { kind, square, trail }) = self.chosen.pop() else {
            self.stage = Stage::Over;
            return;
        };
        watcher.on_event(Event::Retreat { depth, kind, square: self.board.square(square) });
        self.classes_of(kind, square).for_each(|class| self.classes[class].lacking += 1);
        while self.trail.len() > trail {
            let Some((kind, square)) = self.trail.pop() else { break };
            let (kind, square) = (kind as usize, square as usize);
            self.free[kind][square / 64] |= 1 << (square % 64);
            self.classes_of(kind, square).for_each(|class| self.classes[class].free += 1);
            watcher.on_event(Event::Restore { kind, square: self.board.square(square) });
        }
        if self.strike(kind, square) {
            watcher.on_event(Event::RuleOut { kind, square: self.board.square(square) });
        }
        self.stage = Stage::Search { descended: false };
    }

    /// Strikes out the squares that a new piece takes from every kind.
    fn place<W: Watcher + ?Sized>(&mut self, kind: usize, index: usize, watcher: &mut W) {
        self.classes_of(kind, index).for_each(|class| self.classes[class].lacking -= 1);
        let square = self.board.square(index);
        let placed = self.kinds.iter().position(|&other| other == kind).unwrap_or(0);
        for other in 0..self.kinds.len() {
            let reach = &self.reach[placed * self.kinds.len() + other];
            let mut struck = std::mem::take(&mut self.struck);
            struck.push(index);
            struck
                .extend(reach.attacked_squares(&self.board, square).map(|reached| self.board.index(reached)));
            for square in struck.drain(..) {
                if self.strike(self.kinds[other], square) {
                    watcher
                        .on_event(Event::Take { kind: self.kinds[other], square: self.board.square(square) });
                }
            }
            self.struck = struck;
        }
    }

    /// Strikes a square out for a kind; returns whether it was free.
    fn strike(&mut self, kind: usize, square: usize) -> bool {
        let was_free = self.is_free(kind, square);
        if was_free {
            self.free[kind][square / 64] &= !(1 << (square % 64));
            self.classes_of(kind, square).for_each(|class| self.classes[class].free -= 1);
            // Boards have fewer squares than fit: see `MAX_FREE_SQUARES`.
            self.trail.push((kind as u32, square as u32));
        }
        was_free
    }

    fn is_free(&self, kind: usize, square: usize) -> bool {
        (self.free[kind][square / 64] >> (square % 64)) & 1 == 1
    }

    /// Returns the classes that contain a square for a kind.
    fn classes_of(&self, kind: usize, square: usize) -> impl Iterator<Item = usize> + use<> {
        self.classes_of[kind].classes(square, self.board.cols())
    }

    /// Returns the first class that contains a square for a kind.
    fn class_of(&self, kind: usize, square: usize) -> usize {
        self.classes_of(kind, square).next().unwrap_or_default()
    }

    /// Returns a dead end if there is one, and otherwise the class that is next.
    fn look(&self) -> Outlook {
        let mut next: Option<usize> = None;
        for (place, class) in self.classes.iter().enumerate().filter(|(_, class)| class.lacking > 0) {
            if class.free < class.lacking {
                return Outlook::Dead(place);
            }
            if next.is_none_or(|other| self.is_before(place, other)) {
                next = Some(place);
            }
        }
        match next {
            None => Outlook::Full,
            Some(next) if self.choice == Choice::Constrained => Outlook::Next(self.most_constrained(next)),
            Some(next) => Outlook::Next(next),
        }
    }

    /// Returns the first class of highest degree among those with as little room as this one.
    fn most_constrained(&self, least: usize) -> usize {
        let has_less = |place: usize, other: usize| self.by_room(place, other) == Ordering::Less;
        let open = (0..self.classes.len()).filter(|&place| self.classes[place].lacking > 0);
        let ties = open.filter(|&place| !has_less(least, place));
        // This finds the last of equal classes in reverse order.
        ties.rev().max_by_key(|&place| self.degree(place)).unwrap_or(least)
    }

    /// Compares two classes by the number of free squares for each piece.
    fn by_room(&self, place: usize, other: usize) -> Ordering {
        let (class, other) = (&self.classes[place], &self.classes[other]);
        (class.free * other.lacking).cmp(&(other.free * class.lacking))
    }

    /// Returns true if a class precedes one that comes earlier in the list.
    fn is_before(&self, place: usize, other: usize) -> bool {
        match self.choice {
            Choice::Fewest | Choice::Constrained => self.by_room(place, other) == Ordering::Less,
            Choice::Leftmost => false,
            Choice::Min => self.rank_of(self.lowest_free(place)) < self.rank_of(self.lowest_free(other)),
            Choice::Max => self.rank_of(self.highest_free(place)) > self.rank_of(self.highest_free(other)),
        }
    }

    /// Returns the number of other classes that lack pieces and have a free square that a piece of this class
    /// would take.
    fn degree(&self, place: usize) -> usize {
        let mut taken = vec![false; self.classes.len()];
        let kind = self.classes[place].kind;
        let placed = self.kinds.iter().position(|&other| other == kind).unwrap_or(0);
        for square in self.classes[place].squares(&self.board).filter(|&square| self.is_free(kind, square)) {
            let at = self.board.square(square);
            for (number, &other) in self.kinds.iter().enumerate() {
                let reach = &self.reach[placed * self.kinds.len() + number];
                let reached =
                    reach.attacked_squares(&self.board, at).map(|reached| self.board.index(reached));
                for reached in reached.filter(|&reached| self.is_free(other, reached)) {
                    taken[self.class_of(other, reached)] = true;
                }
            }
        }
        let is_other = |&other: &usize| other != place && taken[other] && self.classes[other].lacking > 0;
        (0..self.classes.len()).filter(is_other).count()
    }

    /// Returns the number by which squares of different classes are compared: the rank in a file, or the
    /// number among all squares.
    fn rank_of(&self, square: Option<usize>) -> Option<usize> {
        square.map(|square| if self.by_columns { square / self.board.cols() } else { square })
    }

    /// Returns the square that is tried next.
    fn next_free(&self, class: usize) -> Option<usize> {
        let Some(sequence) = &self.sequence else { return self.lowest_free(class) };
        let rows = self.board.rows();
        let own = if self.by_columns { &sequence[class * rows..(class + 1) * rows] } else { &sequence[..] };
        let kind = self.classes[class].kind;
        own.iter().map(|&square| square as usize).find(|&square| self.is_free(kind, square))
    }

    fn lowest_free(&self, class: usize) -> Option<usize> {
        let kind = self.classes[class].kind;
        if self.classes[class].line.is_some() {
            return self.classes[class].squares(&self.board).find(|&square| self.is_free(kind, square));
        }
        let (place, word) = self.free[kind].iter().enumerate().find(|(_, word)| **word != 0)?;
        Some(64 * place + word.trailing_zeros() as usize)
    }

    fn highest_free(&self, class: usize) -> Option<usize> {
        let kind = self.classes[class].kind;
        self.classes[class].squares(&self.board).rev().find(|&square| self.is_free(kind, square))
    }

    fn tell_dead_end<W: Watcher + ?Sized>(&self, class: usize, watcher: &mut W) {
        let column = self.by_columns.then_some(class);
        watcher.on_event(Event::DeadEnd { kind: self.classes[class].kind, column });
    }

    fn placement(&self) -> Placement {
        let chosen = self.chosen.iter().map(|chosen| (chosen.kind, self.board.square(chosen.square)));
        Placement::new(self.fixed.iter().copied().chain(chosen).collect())
    }
}

impl Iterator for FirstFail {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        self.next_watched(&mut SilentWatcher)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ranks of the queens from the first file on, in the notation of constraint programming.
    fn ranks(text: &str, most: usize) -> Vec<String> {
        let problem = text.parse::<Problem>().unwrap();
        let search = FirstFail::new(&problem).unwrap();
        let line = |placement: Placement| {
            assert_eq!(placement.fault(&problem), None);
            let mut squares: Vec<Square> = placement.pieces().iter().map(|&(_, square)| square).collect();
            squares.sort_by_key(|square| square.col);
            squares.iter().map(|square| (square.row + 1).to_string()).collect::<Vec<_>>().join(" ")
        };
        search.take(most).map(line).collect()
    }

    /// The order of answers agrees with `labeling([ff], Qs)` in SWI-Prolog.
    #[test]
    fn queens_come_as_from_a_constraint_solver() {
        assert_eq!(ranks("8 Q8", 2), ["1 5 8 6 3 7 2 4", "1 6 8 3 7 4 2 5"]);
        assert_eq!(ranks("20 Q20", 1), ["1 3 5 14 17 4 16 7 12 18 15 19 6 10 20 11 8 2 13 9"]);
        assert!(ranks("100 Q100", 1)[0].starts_with("1 3 5 57 59 4 64 7 58 "));
    }

    #[test]
    fn all_are_found() {
        let count = |text: &str| FirstFail::new(&text.parse().unwrap()).unwrap().count();
        assert_eq!(count("8 Q8"), 92);
        assert_eq!(count("5x5 N B R Q A"), 96);
        assert_eq!(count("4x4 Q0"), 1);
        assert_eq!(count("3x3 Q3"), 0);
        assert_eq!(count("8x8 Q8@a1"), 4);
        assert_eq!(count("8x8 Q8@a1,b1"), 0);
        assert_eq!(count("2x2 K5"), 0);
    }

    #[test]
    fn columns_are_classes_only_where_one_piece_stands_in_each() {
        let by_columns = |text: &str| FirstFail::new(&text.parse().unwrap()).unwrap().is_by_columns();
        for text in
            ["8 Q8", "4x6 R6", "5 A5", "5x5-a1,a2,a3,a4,a5 R4", "4x4-a1 R4", "4x3/torus-b2 R3", "4 X4 X=vR3"]
        {
            assert!(by_columns(text), "{text}");
        }
        for text in ["8 Q7", "4 B4", "3 N3", "4x4-b2 R4", "4 R3 Q1", "4 X4 X=sR", "4 X4 X=R2", "4 Q0"] {
            assert!(!by_columns(text), "{text}");
        }
    }

    #[test]
    fn placements_in_the_order_of_the_textbook() {
        let problem = "6 Q6".parse().unwrap();
        let search = |choice: Choice| FirstFail::with_heuristic(&problem, choice.into()).unwrap();
        let first = search(Choice::Leftmost).next().unwrap();
        assert_eq!(first.pieces()[0].1.to_string(), "d1");
        let lines = |choice| {
            let mut all: Vec<Placement> = search(choice).collect();
            all.sort();
            all
        };
        assert_eq!(lines(Choice::Leftmost), lines(Choice::Fewest));
    }

    #[test]
    fn what_cannot_be_listed_is_refused() {
        let fault = |text: &str| {
            let problem = text.parse::<Problem>().unwrap();
            FirstFail::new(&problem).err().unwrap().to_string()
        };
        assert_eq!(
            fault("4 Q/Q"),
            "the problem has 2 armies, separated by /, but the order first-fail and random placements support only one"
        );
        assert_eq!(fault("4 Q N*"), "how many N? write an exact number, like N8");
        assert_eq!(fault("4 Qmax"), "how many Q? write an exact number, like Q8");
        assert_eq!(
            fault("60000 K2"),
            "this board is too large to search: it has 3600000000 squares for 1 kinds, and at most 268435456 for all kinds together are supported"
        );
    }

    /// Free squares and placed pieces, kept up to date only by the events of the search.
    struct Mirror {
        free: Vec<Vec<bool>>,
        pieces: Vec<(usize, Square)>,
        cols: usize,
        choices: usize,
        most: usize,
    }

    impl Watcher for Mirror {
        fn on_event(&mut self, event: Event<'_>) {
            let cols = self.cols;
            let at = |square: Square| square.row * cols + square.col;
            match event {
                Event::Fix { kind, square } => self.pieces.push((kind, square)),
                Event::Choose { depth, kind, square } => {
                    assert!(self.free[kind][at(square)]);
                    self.pieces.push((kind, square));
                    self.choices += 1;
                    assert_eq!(depth, self.pieces.len());
                }
                Event::Take { kind, square } | Event::RuleOut { kind, square } => {
                    assert!(std::mem::replace(&mut self.free[kind][at(square)], false));
                }
                Event::Restore { kind, square } => {
                    assert!(!std::mem::replace(&mut self.free[kind][at(square)], true));
                }
                Event::Retreat { depth, kind, square } => {
                    assert_eq!(depth, self.pieces.len());
                    assert_eq!(self.pieces.pop(), Some((kind, square)));
                }
                Event::Found(placement) => assert_eq!(*placement, Placement::new(self.pieces.clone())),
                Event::DeadEnd { .. } => {}
            }
        }

        fn should_stop(&mut self) -> bool {
            self.choices == self.most
        }
    }

    #[test]
    fn a_watcher_hears_everything_and_can_stop() {
        let problem: Problem = "6 Q2 N3".parse().unwrap();
        let mut search = FirstFail::new(&problem).unwrap();
        let free = vec![vec![true; 36]; 2];
        let mut mirror = Mirror { free, pieces: Vec::new(), cols: 6, choices: 0, most: 7 };
        let mut found = 0;
        while !search.is_over() {
            found += usize::from(search.next_watched(&mut mirror).is_some());
            mirror.most += usize::from(mirror.choices == mirror.most) * 1000;
        }
        assert_eq!(found, FirstFail::new(&problem).unwrap().count());
        assert!(mirror.pieces.is_empty() && mirror.choices > 1000);
    }
}
