//! A problem: a board, the armies on it, and the conditions of its placements.
//!
//! [`Display`](std::fmt::Display) writes the canonical text: the kinds of an army in catalogue order, custom
//! kinds after them by letter, definitions last. Two problems are equal if their canonical texts are equal,
//! and [`Problem::identity`] is the hash of that text. [`crate::notation`] reads the text.

mod builder;
mod quota;

pub use builder::ProblemBuilder;
pub use quota::QuotaKeeper;
#[doc(hidden)]
pub(crate) use quota::SIGNS;
pub use quota::{LineQuota, LineType, NoLines, Quota, Regions, RegionsError, Span};

use crate::board::{Board, Lattice, MAX_AREA, Set, Square, Topology};
use crate::feature::{Feature, find_unsupported, select_features};
use crate::named::{Named, named};
use crate::piece::{self, BetzaError, Kind, Range};
use std::convert::Infallible;
use std::fmt;

/// The number of pieces of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// An exact number.
    Exactly(u32),
    /// A number in a range, like `2..5` or `1..`. [`Problem::add`] writes `0..` as any number and `3..3` as an
    /// exact one. Any number is a variant of its own, because many engines count all numbers at once and
    /// none of them looks at bounds: only planning reads ranges.
    Within(Span),
    /// Any number, including zero; written `*`.
    Any,
    /// The maximum; written `max`.
    Max,
}

impl From<u32> for Quantity {
    fn from(number: u32) -> Self {
        Self::Exactly(number)
    }
}

impl From<Span> for Quantity {
    /// Returns the exact number or any number if the range means one of them.
    fn from(span: Span) -> Self {
        match span {
            Span { least: 0, most: None } => Self::Any,
            Span { least, most: Some(most) } if least == most => Self::Exactly(least),
            _ => Self::Within(span),
        }
    }
}

impl Quantity {
    /// Returns the exact number; 0 if there is none.
    #[must_use]
    pub fn exact_number(self) -> u32 {
        match self {
            Self::Exactly(number) => number,
            Self::Within(_) | Self::Any | Self::Max => 0,
        }
    }

    /// Returns the numbers that it accepts. The maximum may be any number.
    #[must_use]
    pub fn span(self) -> Span {
        match self {
            Self::Exactly(number) => Span::from_number(number),
            Self::Within(span) => span,
            Self::Any | Self::Max => Span { least: 0, most: None },
        }
    }

    /// Returns true for any number and for a range of numbers, which are sums over exact numbers.
    #[must_use]
    pub fn is_sum(self) -> bool {
        matches!(self, Self::Any | Self::Within(_))
    }
}

/// The pieces of one kind in one army.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pieces {
    /// Their kind.
    pub kind: Kind,
    /// Their number.
    pub quantity: Quantity,
    /// Squares of pre-placed pieces, in increasing order.
    pub fixed: Vec<Square>,
    /// Squares where none of them may stand, in increasing order. Lines pass over them.
    pub closed: Vec<Square>,
}

impl Pieces {
    /// Returns pieces that may stand anywhere.
    #[must_use]
    pub fn new(kind: Kind, quantity: Quantity) -> Self {
        Self { kind, quantity, fixed: Vec::new(), closed: Vec::new() }
    }

    /// Returns true if a quota with this letter counts these pieces.
    #[must_use]
    pub fn are_counted(&self, letter: Option<char>) -> bool {
        !self.kind.is_wall() && letter.is_none_or(|letter| letter == self.kind.letter())
    }

    /// Returns the number of pieces that are not pre-placed; 0 if there is no exact number.
    #[must_use]
    pub fn free_pieces(&self) -> u32 {
        self.quantity.exact_number().saturating_sub(self.fixed.len() as u32)
    }

    /// Returns their features beyond an exact number of pieces that may stand anywhere.
    fn features(&self) -> Vec<Feature> {
        let Self { kind, quantity, fixed, closed } = self;
        let own = select_features(&[
            (!closed.is_empty(), Feature::ClosedSquares),
            (*quantity == Quantity::Any, Feature::AnyNumber),
            (matches!(quantity, Quantity::Within(_)), Feature::NumberRange),
            (*quantity == Quantity::Max, Feature::LargestNumber),
            (!fixed.is_empty(), Feature::GivenPieces),
        ]);
        [kind.features(), own].concat()
    }
}

/// Pieces that stand together: all pieces of the problem, an army or a group, according to the
/// [treaty](Treaty).
///
/// In a single army, no piece may attack another. With several armies, pieces of the same army may attack
/// each other and pieces of different armies may not. With several groups, it is the other way round.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Army {
    /// The pieces in catalogue order, custom kinds after the built-in ones.
    pieces: Vec<Pieces>,
}

impl Army {
    /// Returns the pieces by kind, in canonical order.
    #[must_use]
    pub fn pieces(&self) -> &[Pieces] {
        &self.pieces
    }

    fn features(&self) -> Vec<Feature> {
        let Self { pieces } = self;
        pieces.iter().flat_map(Pieces::features).collect()
    }
}

named! {
    /// The question about the placements of a problem.
    pub enum Objective {
        /// The placements of just the given pieces.
        Exactly = "exactly",
        /// The placements of any number of some kinds.
        AnyNumber = "any number",
        /// The largest numbers that fit.
        Maximum = "maximum",
    }
}

named! {
    /// How far a rider sees, where that makes a difference between opposing armies.
    ///
    /// Within one army at peace, and between armies that hold one kind each, both rules allow the same placements: of two
    /// pieces on a line the nearest ones are in conflict already. Where an army mixes kinds, a piece that does not ride along
    /// a line can shield one behind it from a rider of another army.
    #[derive(Default, Hash)]
    pub enum Lines {
        /// Along the whole line, past other pieces.
        #[default]
        Sight = "sight",
        /// Up to the first piece.
        Blocked = "blocked",
    }
}

named! {
    /// Which pieces must not attack each other, if there is more than one [army](Army).
    #[derive(Default, Hash)]
    pub enum Treaty {
        /// Pieces of different armies.
        #[default]
        Armies = "armies",
        /// Pieces of the same group; groups ignore each other but for the squares they take.
        Groups = "groups",
    }
}

/// Prescribed numbers of attackers, which replace the rule that pieces do not attack each other. Only
/// attackers that the [treaty](Treaty) opposes to the piece count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Degrees {
    /// The number of attackers of each piece; `None` if it is free.
    pub each: Option<Span>,
    /// The number of pairs of pieces, at least one of which attacks the other; `None` if it is free.
    pub pairs: Option<Span>,
}

impl Degrees {
    /// Returns true if a number of attackers is prescribed. If not, opposed pieces must not attack each
    /// other.
    #[must_use]
    pub fn are_asked(self) -> bool {
        self != Self::default()
    }
}

/// The reasons why pieces or conditions cannot be added to a problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// A kind that occurs twice in one army.
    #[error("{0} is listed twice in this army: give one total")]
    KindTwice(char),
    /// A kind whose letter is not a capital letter.
    #[error("expected a letter from A to Z, not {0:?}")]
    NoLetter(char),
    /// A kind that does not exist on boards of this lattice.
    #[error("{letter}: {error}")]
    Kind {
        /// Its letter.
        letter: char,
        /// The reason.
        error: BetzaError,
    },
    /// A kind that distinguishes forwards or left on a board that does not.
    #[error(
        "{letter} cannot be used on the {topology} board: going round it would reflect the moves of this \
             kind"
    )]
    Mirrored {
        /// Its letter.
        letter: char,
        /// The topology of the board.
        topology: Topology,
    },
    /// A hopper or a lame leaper on a board with twisted edges.
    #[error(
        "{letter} is a hopper or a lame leaper, which cannot be used on the {topology} board because lines \
         cross themselves there"
    )]
    Hops {
        /// Its letter.
        letter: char,
        /// The topology of the board.
        topology: Topology,
    },
    /// A letter with two meanings.
    #[error("{letter} already means {first}: use another letter for {second}")]
    TwoMeanings {
        /// The letter.
        letter: char,
        /// Its first meaning, in Betza notation.
        first: String,
        /// Its second meaning, in Betza notation.
        second: String,
    },
    /// More pre-placed pieces than pieces.
    #[error("{fixed} squares are given for {pieces} of {letter}: at most one square a piece")]
    TooManyFixed {
        /// The kind's letter.
        letter: char,
        /// Number of squares of pre-placed pieces.
        fixed: usize,
        /// Number of pieces.
        pieces: u32,
    },
    /// A pre-placed piece off the board or on a hole.
    #[error("no piece can stand on {0}: it is off the board or a hole")]
    Closed(Square),
    /// Two pieces on one square.
    #[error("two pieces on {0}")]
    Occupied(Square),
    /// A letter that is not a built-in kind.
    #[error("no built-in kind has the letter {0:?}")]
    NoKind(char),
    /// An army without pieces.
    #[error("an army without pieces")]
    EmptyArmy,
    /// Walls without an exact number.
    #[error("walls have a number, like #2: it cannot be left open")]
    OpenWalls,
    /// Squares for pieces before any pieces.
    #[error("these squares belong to no pieces: write the pieces first")]
    NoPieces,
    /// A pre-placed piece on a square where it may not stand.
    #[error("a {letter} is pre-placed on {square}, where it may not stand")]
    GivenOnClosed {
        /// The kind's letter.
        letter: char,
        /// The square.
        square: Square,
    },
    /// A reserved square off the board.
    #[error("the reserved square {0} is off the board")]
    ReservedOffBoard(Square),
    /// Squares for some pieces that are off the board.
    #[error("{0} is off the board")]
    OffBoard(Square),
    /// A range that contains no number.
    #[error("no number is in {0}: expected a range like 1..2, ..1 or 2..")]
    EmptySpan(Span),
    /// A quota that occurs twice.
    #[error("{0} already has a quota")]
    QuotaTwice(String),
    /// A quota of a kind that the problem does not have.
    #[error("the quota names {0}, but the problem has none")]
    QuotaOfNobody(char),
    /// Lines that the board does not have.
    #[error(transparent)]
    NoLines(#[from] NoLines),
    /// A quota of regions in a problem without regions.
    #[error("a quota of regions without regions: draw them, like regions=aab/abb/ccc")]
    NoRegions,
    /// Regions that cannot be drawn on the board.
    #[error(transparent)]
    Regions(#[from] RegionsError),
    /// Regions that are drawn twice.
    #[error("the problem already has regions")]
    RegionsTwice,
    /// Quotas, regions or degrees on a board that is too large for them.
    #[error("quotas, regions and numbers of attackers are supported on boards of up to {MAX_AREA} squares")]
    LargeBoard,
    /// Armies and groups in one problem.
    #[error(
        "a problem has either / (armies against each other) or + (groups that ignore each other), not both"
    )]
    TwoTreaties,
    /// A degree that occurs twice.
    #[error("{0} is given twice")]
    DegreeTwice(&'static str),
}

impl From<Infallible> for ProblemError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl TryFrom<char> for Kind {
    type Error = ProblemError;

    /// Returns the built-in kind with this letter.
    fn try_from(letter: char) -> Result<Self, ProblemError> {
        piece::built_in(letter).map(|entry| entry.kind.clone()).ok_or(ProblemError::NoKind(letter))
    }
}

/// A board with armies of pieces, and the conditions of their placements.
///
/// ```
/// use armistice::Problem;
///
/// let problem: Problem = "8 8Q".parse()?;
/// assert_eq!(problem.to_string(), "8x8 Q8");
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Problem {
    board: Board,
    armies: Vec<Army>,
    /// The walls, if there are any. They belong to no army and follow its pieces among the
    /// [pieces](Problem::pieces).
    walls: Option<Box<Pieces>>,
    /// The treaty between the armies.
    treaty: Treaty,
    lines: Lines,
    /// Squares where no piece may stand, in increasing order. Lines pass over them.
    reserved: Vec<Square>,
    /// The quotas, ordered by their texts.
    quotas: Vec<Quota>,
    regions: Option<Box<Regions>>,
    degrees: Degrees,
}

impl Problem {
    /// Returns a problem with one army that has no pieces yet.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self {
            board,
            armies: vec![Army::default()],
            walls: None,
            treaty: Treaty::Armies,
            lines: Lines::Sight,
            reserved: Vec::new(),
            quotas: Vec::new(),
            regions: None,
            degrees: Degrees::default(),
        }
    }

    /// Returns this problem with another treaty between its armies.
    #[must_use]
    pub fn with_treaty(self, treaty: Treaty) -> Self {
        Self { treaty, ..self }
    }

    /// Returns the treaty: the pairs of armies or groups whose pieces must not attack each other.
    #[must_use]
    pub fn treaty(&self) -> Treaty {
        self.treaty
    }

    /// Returns true if there are opposing armies.
    #[must_use]
    pub fn has_enemies(&self) -> bool {
        self.armies.len() > 1 && self.treaty == Treaty::Armies
    }

    /// Returns the function that is true for two [pieces](Problem::pieces) that must not attack each other.
    pub fn opposition(&self) -> impl Fn(usize, usize) -> bool + Clone + use<> {
        let army_of = self.army_of();
        let (are_alone, treaty) = (self.armies.len() == 1, self.treaty);
        move |first: usize, second: usize| {
            are_alone || (army_of[first] == army_of[second]) == (treaty == Treaty::Groups)
        }
    }

    /// Reserves squares: no piece may stand on them. Unlike over holes, lines pass over them.
    ///
    /// # Errors
    ///
    /// A square off the board, and the square of a pre-placed piece.
    pub fn reserve(&mut self, squares: impl IntoIterator<Item = Square>) -> Result<(), ProblemError> {
        for square in squares {
            if !self.board.has(square) {
                return Err(ProblemError::ReservedOffBoard(square));
            }
            if let Some(pieces) = self.pieces().find(|pieces| pieces.fixed.contains(&square)) {
                return Err(ProblemError::GivenOnClosed { letter: pieces.kind.letter(), square });
            }
            if self.board.is_open(square) {
                self.reserved.push(square);
            }
        }
        self.reserved.sort_unstable();
        self.reserved.dedup();
        let reserved = &self.reserved;
        let pieces =
            self.armies.iter_mut().flat_map(|army| &mut army.pieces).chain(self.walls.as_deref_mut());
        pieces.for_each(|pieces| pieces.closed.retain(|square| reserved.binary_search(square).is_err()));
        Ok(())
    }

    /// Returns the reserved squares, which are not holes, in increasing order.
    #[must_use]
    pub fn reserved_squares(&self) -> &[Square] {
        &self.reserved
    }

    /// Adds a quota.
    ///
    /// # Errors
    ///
    /// A range without numbers, a second quota for the same lines and pieces, a quota for pieces or lines
    /// that do not exist, and a large board.
    pub fn limit(&mut self, quota: Quota) -> Result<(), ProblemError> {
        let Quota { along, letter, span } = quota;
        check_span(span)?;
        if self.board.is_large() {
            return Err(ProblemError::LargeBoard);
        }
        if let Some(letter) = letter
            && !self.kinds().iter().any(|kind| kind.letter() == letter)
        {
            return Err(ProblemError::QuotaOfNobody(letter));
        }
        if along == LineType::Region && self.regions.is_none() {
            return Err(ProblemError::NoRegions);
        }
        quota::lines(&self.board, self.regions.as_deref(), along)?;
        let lattice = self.board.lattice();
        let place_of = |quota: &Quota| (quota.along, quota.letter.map(|letter| rank(lattice, letter)));
        match self.quotas.binary_search_by_key(&place_of(&quota), place_of) {
            Ok(_) => Err(ProblemError::QuotaTwice(Quota { span: Span::from_number(1), ..quota }.to_string())),
            Err(place) => {
                self.quotas.insert(place, quota);
                Ok(())
            }
        }
    }

    /// Draws regions, ranks from the top. Each region has one piece unless a quota sets another number.
    ///
    /// # Errors
    ///
    /// A drawing of another board, a second drawing, and a large board.
    pub fn draw_regions<'a>(&mut self, ranks: impl IntoIterator<Item = &'a str>) -> Result<(), ProblemError> {
        if self.board.is_large() {
            return Err(ProblemError::LargeBoard);
        }
        if self.regions.is_some() {
            return Err(ProblemError::RegionsTwice);
        }
        self.regions = Some(Regions::draw(&self.board, ranks)?.into());
        Ok(())
    }

    /// Returns the regions, if they are drawn.
    #[must_use]
    pub fn regions(&self) -> Option<&Regions> {
        self.regions.as_deref()
    }

    /// Returns the quotas, including the implied quota of regions: one piece each.
    #[must_use]
    pub fn quotas(&self) -> Vec<Quota> {
        let is_of_regions = |quota: &Quota| quota.along == LineType::Region;
        let implied = self.regions.is_some() && !self.quotas.iter().any(is_of_regions);
        let one_each = Quota { along: LineType::Region, letter: None, span: Span::from_number(1) };
        self.quotas.iter().copied().chain(implied.then_some(one_each)).collect()
    }

    /// Returns the squares of each line, or region, along which a quota applies.
    #[must_use]
    pub fn lines_along(&self, along: LineType) -> Vec<Vec<usize>> {
        quota::lines(&self.board, self.regions.as_deref(), along).unwrap_or_default()
    }

    /// Returns every line, or region, that has a quota.
    #[must_use]
    pub fn line_quotas(&self) -> Vec<LineQuota> {
        let of_quota = |quota: Quota| {
            let Quota { along, letter, span } = quota;
            self.lines_along(along).into_iter().map(move |squares| LineQuota { squares, letter, span })
        };
        self.quotas().into_iter().flat_map(of_quota).collect()
    }

    /// Returns true if all quotas are met whenever no two pieces share a line of at most one. Then the quotas
    /// are conflicts, and pieces on lines need not be counted.
    #[must_use]
    pub fn has_only_exclusive_lines(&self) -> bool {
        self.quotas().iter().all(|quota| {
            let lines = self.lines_along(quota.along);
            let limited = || self.pieces().filter(|pieces| pieces.are_counted(quota.letter));
            let number = limited().try_fold(0u64, |number, pieces| match pieces.quantity {
                Quantity::Exactly(more) => Some(number + u64::from(more)),
                Quantity::Within(_) | Quantity::Any | Quantity::Max => None,
            });
            let on_lines: usize = lines.iter().map(Vec::len).sum();
            let is_everywhere = quota.along != LineType::Main && on_lines == self.board.open_area();
            let is_full = is_everywhere && number == Some(lines.len() as u64);
            quota.span.most == Some(1) && (quota.span.least == 0 || is_full)
        })
    }

    /// Prescribes numbers of attackers, in place of the rule that pieces do not attack each other.
    ///
    /// # Errors
    ///
    /// A range without numbers, a second range for the same number, and a large board.
    pub fn ask_degrees(&mut self, degrees: Degrees) -> Result<(), ProblemError> {
        if self.board.is_large() {
            return Err(ProblemError::LargeBoard);
        }
        for (name, new, old) in
            [("each", degrees.each, self.degrees.each), ("pairs", degrees.pairs, self.degrees.pairs)]
        {
            new.map_or(Ok(()), check_span)?;
            if new.is_some() && old.is_some() {
                return Err(ProblemError::DegreeTwice(name));
            }
        }
        self.degrees.each = self.degrees.each.or(degrees.each);
        self.degrees.pairs = self.degrees.pairs.or(degrees.pairs);
        Ok(())
    }

    /// Returns the prescribed numbers of attackers.
    #[must_use]
    pub fn degrees(&self) -> Degrees {
        self.degrees
    }

    /// Returns true if there are quotas or degrees: conditions other than conflicts and numbers of pieces.
    #[must_use]
    pub fn has_conditions(&self) -> bool {
        !self.quotas().is_empty() || self.degrees.are_asked()
    }

    /// Returns this problem with another rule for lines.
    #[must_use]
    pub fn with_lines(self, lines: Lines) -> Self {
        Self { lines, ..self }
    }

    /// Returns this problem with the number of pieces of each army multiplied by its factor; `None` if the
    /// board has fewer squares.
    ///
    /// Kinds without an exact number are unchanged.
    #[must_use]
    pub fn times(&self, times: &[u32]) -> Option<Self> {
        let mut other = self.clone();
        let mut total = 0u64;
        for (army, &times) in other.armies.iter_mut().zip(times) {
            for pieces in &mut army.pieces {
                if let Quantity::Exactly(number) = &mut pieces.quantity {
                    let product = u64::from(*number) * u64::from(times);
                    total += product;
                    *number = u32::try_from(product).ok()?;
                }
            }
        }
        (total <= self.board.open_area() as u64).then_some(other)
    }

    /// Returns this problem with one more of the [pieces](Problem::pieces) pre-placed, on `square`; `None` if
    /// it cannot stand there, or if all are pre-placed.
    #[must_use]
    pub fn with_fixed(&self, piece: usize, square: Square) -> Option<Self> {
        let may_stand = self.pieces().nth(piece).is_some_and(|pieces| self.may_stand(pieces, square));
        let is_free = may_stand && !self.pieces().any(|other| other.fixed.contains(&square));
        let mut other = self.clone();
        let pieces = other.armies.iter_mut().flat_map(|army| &mut army.pieces).nth(piece)?;
        let are_placed = pieces.quantity.span().most.is_some_and(|most| pieces.fixed.len() >= most as usize);
        if !is_free || are_placed {
            return None;
        }
        pieces.fixed.push(square);
        pieces.fixed.sort_unstable();
        Some(other)
    }

    /// Returns this problem with the exact number `number` of one of the [pieces](Problem::pieces); `None` if
    /// more of them are pre-placed, or the board has fewer squares.
    #[must_use]
    pub fn with_number(&self, piece: usize, number: u32) -> Option<Self> {
        let mut other = self.clone();
        let pieces = other.armies.iter_mut().flat_map(|army| &mut army.pieces).nth(piece)?;
        let is_fit = pieces.fixed.len() <= number as usize && number as usize <= self.board.open_area();
        pieces.quantity = Quantity::Exactly(number);
        is_fit.then_some(other)
    }

    /// Returns this problem with any number of one of the [pieces](Problem::pieces); `None` if there are no such
    /// pieces.
    #[must_use]
    #[doc(hidden)]
    pub fn with_any_number(&self, piece: usize) -> Option<Self> {
        let mut other = self.clone();
        other.armies.iter_mut().flat_map(|army| &mut army.pieces).nth(piece)?.quantity = Quantity::Any;
        Some(other)
    }

    /// Returns this problem with `*` in place of every `max`.
    #[must_use]
    #[doc(hidden)]
    pub fn with_open_numbers(&self) -> Self {
        self.with_quantities(|pieces| match pieces.quantity {
            Quantity::Max => Quantity::Any,
            quantity => quantity,
        })
    }

    /// Returns true if a number has a range.
    #[must_use]
    #[doc(hidden)]
    pub fn has_ranges(&self) -> bool {
        self.pieces().any(|pieces| matches!(pieces.quantity, Quantity::Within(_)))
    }

    /// Returns this problem with `*` in place of every range.
    #[must_use]
    #[doc(hidden)]
    pub fn without_ranges(&self) -> Self {
        self.with_quantities(|pieces| match pieces.quantity {
            Quantity::Within(_) => Quantity::Any,
            quantity => quantity,
        })
    }

    /// Returns this problem with the lowest number in place of every range: at least the pre-placed pieces.
    #[must_use]
    #[doc(hidden)]
    pub fn with_least_numbers(&self) -> Self {
        self.with_quantities(|pieces| match pieces.quantity {
            Quantity::Within(span) => Quantity::Exactly(span.least.max(pieces.fixed.len() as u32)),
            quantity => quantity,
        })
    }

    fn with_quantities(&self, quantity: impl Fn(&Pieces) -> Quantity) -> Self {
        let mut other = self.clone();
        let pieces = other.armies.iter_mut().flat_map(|army| &mut army.pieces);
        pieces.for_each(|pieces| pieces.quantity = quantity(pieces));
        other
    }

    /// Returns this problem with some squares closed to one of the [pieces](Problem::pieces).
    #[doc(hidden)]
    #[must_use]
    pub fn with_closed(&self, piece: usize, squares: &[u64]) -> Self {
        let mut other = self.clone();
        let is_new =
            |square: &Square| self.board.is_open(*square) && self.reserved.binary_search(square).is_err();
        let armies = other.armies.iter_mut().flat_map(|army| &mut army.pieces);
        if let Some(pieces) = armies.chain(other.walls.as_deref_mut()).nth(piece) {
            pieces.closed.extend(squares.squares().map(|index| self.board.square(index)).filter(is_new));
            pieces.closed.sort_unstable();
            pieces.closed.dedup();
        }
        other
    }

    /// Returns the squares where one of the [pieces](Problem::pieces) may stand: those that are neither holes
    /// nor reserved nor closed to it.
    #[must_use]
    pub fn domain(&self, pieces: &Pieces) -> Vec<u64> {
        let mut open = self.board.open_set();
        let closed = self.reserved.iter().chain(&pieces.closed);
        closed.for_each(|&square| open.remove_square(self.board.index(square)));
        open
    }

    /// Returns true if one of the [pieces](Problem::pieces) may stand on a square.
    #[must_use]
    pub fn may_stand(&self, pieces: &Pieces, square: Square) -> bool {
        let is_closed = |closed: &[Square]| closed.binary_search(&square).is_ok();
        self.board.is_open(square) && !is_closed(&self.reserved) && !is_closed(&pieces.closed)
    }

    /// Returns the walls, if there are any. Walls occupy squares, attack nothing and belong to no army. They
    /// stop rides like holes.
    ///
    /// ```
    /// use armistice::Problem;
    ///
    /// let problem: Problem = "8x8 Q10 #2@c3".parse()?;
    /// let walls = problem.walls().unwrap();
    /// assert_eq!((walls.free_pieces(), problem.pieces().last()), (1, Some(walls)));
    /// # Ok::<(), armistice::notation::TextError>(())
    /// ```
    #[must_use]
    pub fn walls(&self) -> Option<&Pieces> {
        self.walls.as_deref()
    }

    /// Returns the same pieces with walls on exactly these squares, which become holes. `None` if one of the
    /// squares is not open, a piece is pre-placed there, or a line that must have pieces loses its last
    /// square.
    #[doc(hidden)]
    pub fn with_walls(&self, squares: &[Square]) -> Option<Self> {
        let is_walled = |&square: &usize| squares.contains(&self.board.square(square));
        if self.line_quotas().iter().any(|line| line.span.least > 0 && line.squares.iter().all(is_walled)) {
            return None;
        }
        let bare = Self { walls: None, ..self.clone() };
        let board = squares.iter().try_fold(self.board.clone(), |board, &square| board.with_hole(square));
        bare.on_board(board.ok()?)
    }

    /// Reverses the order of the armies.
    pub fn reverse_armies(&mut self) {
        self.armies.reverse();
    }

    /// Returns the same armies on another board; `None` if it lacks the square of a pre-placed piece.
    #[must_use]
    pub fn on_board(&self, board: Board) -> Option<Self> {
        let is_open = |square: &Square| board.is_open(*square);
        let fits = self.pieces().all(|pieces| pieces.fixed.iter().all(is_open));
        let mut other = self.clone();
        other.reserved.retain(is_open);
        let pieces =
            other.armies.iter_mut().flat_map(|army| &mut army.pieces).chain(other.walls.as_deref_mut());
        pieces.for_each(|pieces| pieces.closed.retain(is_open));
        fits.then_some(Self { board, ..other })
    }

    /// Returns the rule for lines: how far riders see.
    #[must_use]
    pub fn lines(&self) -> Lines {
        self.lines
    }

    /// Returns true if the rules for lines can give different placements. Two conditions are needed: a kind
    /// that rides, and a piece that may stand between a rider and its target. Such pieces exist in an
    /// opposing army of several kinds, in another group, or with prescribed degrees.
    #[must_use]
    pub fn lines_matter(&self) -> bool {
        let stands = |pieces: &&Pieces| pieces.quantity != Quantity::Exactly(0);
        let is_mixed = |army: &Army| army.pieces.iter().filter(stands).count() > 1;
        let rides = |pieces: &Pieces| pieces.kind.moves().leaps().any(|(_, range)| range != Range::Times(1));
        let can_stand_between = match self.treaty {
            _ if self.degrees.are_asked() => true,
            Treaty::Armies => self.armies.iter().any(is_mixed),
            Treaty::Groups => true,
        };
        (self.armies.len() > 1 || self.degrees.are_asked())
            && can_stand_between
            && self.pieces().filter(stands).any(rides)
    }

    /// Returns true if a piece can shield another: lines are [blocked](Lines::Blocked), and the rule matters.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.lines == Lines::Blocked && self.lines_matter()
    }

    /// Returns true if the attacks of no kind depend on other pieces: there are no hoppers and no lame
    /// leapers.
    #[must_use]
    pub fn has_fixed_moves(&self) -> bool {
        self.pieces().all(|pieces| pieces.kind.moves().are_fixed())
    }

    /// Returns the features of the problem beyond exact numbers of pieces of one army that may stand anywhere
    /// on a rectangle with four edges. A feature may occur several times.
    #[must_use]
    pub fn features(&self) -> Vec<Feature> {
        // Blocked lines are a feature only if they matter.
        let Self { board, armies, walls, treaty, lines: _, reserved, quotas, regions, degrees } = self;
        let (has_quotas, is_exclusive) =
            (!quotas.is_empty() || regions.is_some(), self.has_only_exclusive_lines());
        let own = select_features(&[
            (walls.is_some(), Feature::Walls),
            (armies.len() > 1 && *treaty == Treaty::Armies, Feature::Armies),
            (armies.len() > 1 && *treaty == Treaty::Groups, Feature::Groups),
            (self.is_blocked(), Feature::BlockedLines),
            (!reserved.is_empty(), Feature::ClosedSquares),
            (has_quotas && is_exclusive, Feature::ExclusiveLines),
            (has_quotas && !is_exclusive, Feature::Quotas),
            (degrees.are_asked(), Feature::Degrees),
        ]);
        let mut features = [board.features(), own].concat();
        armies.iter().for_each(|army| features.extend(army.features()));
        walls.iter().for_each(|walls| features.extend(walls.features()));
        features
    }

    /// Returns true if the problem has only these [features](Self::features). A counter that reads only a
    /// part of the problem checks its support this way.
    ///
    /// ```
    /// use armistice::{Feature, Problem};
    ///
    /// let problem: Problem = "8x8/torus G2".parse()?;
    /// assert!(problem.has_only(&[Feature::JoinedEdges, Feature::Hops, Feature::Armies]));
    /// assert!(!problem.has_only(&[Feature::JoinedEdges]));
    /// # Ok::<(), armistice::notation::TextError>(())
    /// ```
    #[must_use]
    pub fn has_only(&self, known: &[Feature]) -> bool {
        self.find_unsupported(known).is_none()
    }

    /// Returns a [feature](Self::features) that is not among these, if there is one: the reason why code that
    /// supports only these rejects the problem.
    #[must_use]
    pub fn find_unsupported(&self, known: &[Feature]) -> Option<Feature> {
        find_unsupported(&self.features(), known)
    }

    /// Returns true if pairs of pieces decide what is a placement: whether two pieces are compatible does not
    /// depend on other pieces, apart from walls. This holds unless [lines are blocked](Self::is_blocked),
    /// [attacks depend on others](Self::has_fixed_moves), or pieces are counted along lines or by their
    /// attackers.
    #[must_use]
    pub fn is_pairwise(&self) -> bool {
        self.features().into_iter().all(Feature::is_pairwise)
    }

    /// Returns for each of the problem's [pieces](Problem::pieces) the number of its army. For walls it is
    /// the number of armies.
    #[must_use]
    pub fn army_of(&self) -> Vec<usize> {
        let armies = self.armies.iter().enumerate();
        let of_armies = armies.flat_map(|(army, of)| of.pieces.iter().map(move |_| army));
        of_armies.chain(self.walls.iter().map(|_| self.armies.len())).collect()
    }

    /// Begins another army, unless the last one is still empty. [`Problem::add`] adds to the last army.
    pub fn begin_army(&mut self) {
        if self.armies.last().is_none_or(|army| !army.pieces.is_empty()) {
            self.armies.push(Army::default());
        }
    }

    /// Adds the pieces of one kind to the last army, or [walls](Kind::wall) to no army.
    ///
    /// # Errors
    ///
    /// A kind that this army already has, a letter that is invalid or means another kind, or squares where
    /// the pieces cannot stand.
    pub fn add(&mut self, mut pieces: Pieces) -> Result<(), ProblemError> {
        let (letter, lattice) = (pieces.kind.letter(), self.board.lattice());
        if lattice != Lattice::Square {
            pieces.kind =
                pieces.kind.on_lattice(lattice).map_err(|error| ProblemError::Kind { letter, error })?;
        }
        if !pieces.kind.moves().are_kept_by_seams(&self.board) {
            return Err(ProblemError::Mirrored { letter, topology: self.board.topology() });
        }
        if !pieces.kind.moves().are_fixed() && self.board.topology().is_twisted() {
            return Err(ProblemError::Hops { letter, topology: self.board.topology() });
        }
        pieces.fixed.sort_unstable();
        if let Some(&square) = pieces.closed.iter().find(|square| !self.board.has(**square)) {
            return Err(ProblemError::OffBoard(square));
        }
        let is_new =
            |square: &Square| self.board.is_open(*square) && self.reserved.binary_search(square).is_err();
        pieces.closed.retain(is_new);
        pieces.closed.sort_unstable();
        pieces.closed.dedup();
        if let Quantity::Within(span) = pieces.quantity {
            check_span(span)?;
            pieces.quantity = span.into();
        }
        let fixed = pieces.fixed.len();
        if let Some(number) = pieces.quantity.span().most.filter(|&most| fixed > most as usize) {
            return Err(ProblemError::TooManyFixed { letter, fixed, pieces: number });
        }
        for (place, &square) in pieces.fixed.iter().enumerate() {
            if !self.board.is_open(square) {
                return Err(ProblemError::Closed(square));
            }
            if !self.may_stand(&pieces, square) {
                return Err(ProblemError::GivenOnClosed { letter, square });
            }
            let elsewhere = self.pieces().any(|other| other.fixed.contains(&square));
            if elsewhere || pieces.fixed[..place].contains(&square) {
                return Err(ProblemError::Occupied(square));
            }
        }
        if pieces.kind.is_wall() {
            return self.add_walls(pieces);
        }
        // The text alone must show the meaning of a letter.
        let same_letter = self.pieces().map(|other| &other.kind).find(|other| other.letter() == letter);
        let known = same_letter.or(piece::built_in_on(lattice, letter).map(|entry| &entry.kind));
        if known.is_none() && !letter.is_ascii_uppercase() {
            return Err(ProblemError::NoLetter(letter));
        }
        if let Some(other) = known {
            if other.moves() != pieces.kind.moves() {
                let (first, second) = (other.betza().to_owned(), pieces.kind.betza().to_owned());
                return Err(ProblemError::TwoMeanings { letter, first, second });
            }
            // Equal moves may have several texts.
            pieces.kind = other.clone();
        }
        let last = self.armies.len() - 1;
        let army = &mut self.armies[last];
        let place_of = |letter| rank(lattice, letter);
        match army.pieces.binary_search_by_key(&place_of(letter), |other| place_of(other.kind.letter())) {
            Ok(_) => Err(ProblemError::KindTwice(letter)),
            Err(place) => {
                army.pieces.insert(place, pieces);
                Ok(())
            }
        }
    }

    fn add_walls(&mut self, walls: Pieces) -> Result<(), ProblemError> {
        match walls.quantity {
            _ if self.walls.is_some() => Err(ProblemError::KindTwice(walls.kind.letter())),
            Quantity::Within(_) | Quantity::Any | Quantity::Max => Err(ProblemError::OpenWalls),
            Quantity::Exactly(0) => Ok(()),
            Quantity::Exactly(_) => {
                self.walls = Some(walls.into());
                Ok(())
            }
        }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the armies, in the order of the text.
    #[must_use]
    pub fn armies(&self) -> &[Army] {
        &self.armies
    }

    /// Returns the pieces of all armies, by army and kind, followed by the walls.
    pub fn pieces(&self) -> AllPieces<'_> {
        AllPieces { of_army: [].iter(), armies: self.armies.iter(), walls: self.walls() }
    }

    /// Returns the numbers of the wanted pieces among all [pieces](Problem::pieces).
    #[doc(hidden)]
    pub fn numbers_of(&self, is_wanted: impl Fn(&Pieces) -> bool) -> Vec<usize> {
        self.pieces().enumerate().filter(|(_, pieces)| is_wanted(pieces)).map(|(number, _)| number).collect()
    }

    /// Returns the numbers, among all [pieces](Problem::pieces), of those that a placement may have: all but `Q0`.
    #[doc(hidden)]
    pub fn placed_kinds(&self) -> Vec<usize> {
        self.numbers_of(|pieces| pieces.quantity != Quantity::Exactly(0))
    }

    /// Returns true if the board is plain, without holes and pre-placed pieces, so that placements can be
    /// shifted.
    #[doc(hidden)]
    pub fn is_bare(&self) -> bool {
        use Feature::{AnyNumber, Armies, BlockedLines, Hops, LargestNumber, ManySquares};
        self.has_only(&[ManySquares, Hops, AnyNumber, LargestNumber, Armies, BlockedLines])
    }

    /// Returns the total number of pieces of the kinds with an exact number.
    #[must_use]
    pub fn given_pieces(&self) -> u64 {
        self.pieces().map(|pieces| u64::from(pieces.quantity.exact_number())).sum()
    }

    /// Returns the pieces without an exact number, by army and kind. Counts by number follow this order.
    pub fn open_pieces(&self) -> impl Iterator<Item = &Pieces> {
        self.pieces().filter(|pieces| !matches!(pieces.quantity, Quantity::Exactly(_)))
    }

    /// Returns the kinds of the armies, each once, in canonical order.
    #[must_use]
    pub fn kinds(&self) -> Vec<&Kind> {
        let armies = self.armies.iter().flat_map(Army::pieces);
        let mut kinds: Vec<&Kind> = armies.map(|pieces| &pieces.kind).collect();
        kinds.sort_unstable_by_key(|kind| rank(self.board.lattice(), kind.letter()));
        kinds.dedup();
        kinds
    }

    /// Returns the objective: the maximum if any kind has `max`, otherwise any number if a kind has `*` or a
    /// range.
    #[must_use]
    pub fn objective(&self) -> Objective {
        match () {
            () if self.pieces().any(|pieces| pieces.quantity == Quantity::Max) => Objective::Maximum,
            () if self.pieces().any(|pieces| pieces.quantity.is_sum()) => Objective::AnyNumber,
            () => Objective::Exactly,
        }
    }

    /// Returns the hash of the canonical text: 64 hexadecimal digits, which never change for this problem.
    ///
    /// ```
    /// use armistice::Problem;
    ///
    /// let identity = |text: &str| text.parse::<Problem>().map(|problem| problem.identity());
    /// assert_eq!(identity("8 N Q"), identity("8x8 Q1 1N"));
    /// assert_ne!(identity("8 N Q"), identity("8 N B"));
    /// ```
    #[must_use]
    pub fn identity(&self) -> String {
        blake3::hash(self.to_string().as_bytes()).to_hex().to_string()
    }
}

/// An iterator over the [pieces](Problem::pieces) of a problem. It is written by hand because most of the
/// code uses it, and nested adapters would be compiled again for each use.
#[derive(Debug, Clone)]
pub struct AllPieces<'a> {
    of_army: std::slice::Iter<'a, Pieces>,
    /// The armies still to come.
    armies: std::slice::Iter<'a, Army>,
    walls: Option<&'a Pieces>,
}

impl<'a> Iterator for AllPieces<'a> {
    type Item = &'a Pieces;

    fn next(&mut self) -> Option<&'a Pieces> {
        loop {
            if let Some(pieces) = self.of_army.next() {
                return Some(pieces);
            }
            match self.armies.next() {
                Some(army) => self.of_army = army.pieces.iter(),
                None => return self.walls.take(),
            }
        }
    }
}

/// Returns the pre-placed pieces, each with the number of its kind.
#[doc(hidden)]
pub fn fixed_pieces<'a>(
    pieces: impl IntoIterator<Item = &'a Pieces>,
) -> impl Iterator<Item = (usize, Square)> {
    let pieces = pieces.into_iter().enumerate();
    pieces.flat_map(|(kind, pieces)| pieces.fixed.iter().map(move |&square| (kind, square)))
}

/// Returns the place of a letter in the canonical order on boards of a lattice: built-in kinds in catalogue
/// order, then the alphabet.
fn rank(lattice: Lattice, letter: char) -> (usize, char) {
    let mut built_in = piece::catalogue_on(lattice).iter().chain(piece::hoppers_on(lattice));
    let place = built_in.position(|entry| entry.kind.letter() == letter);
    (place.unwrap_or(usize::MAX), letter)
}

fn check_span(span: Span) -> Result<(), ProblemError> {
    let is_empty = span.most.is_some_and(|most| most < span.least);
    if is_empty { Err(ProblemError::EmptySpan(span)) } else { Ok(()) }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind.letter())?;
        match self.quantity {
            // A wall's sign without a number would be overlooked.
            Quantity::Exactly(1) if !self.kind.is_wall() => {}
            Quantity::Exactly(number) => write!(f, "{number}")?,
            Quantity::Within(span) => write!(f, "{span}")?,
            Quantity::Any => f.write_str("*")?,
            Quantity::Max => f.write_str("max")?,
        }
        write_squares(f, '@', &self.fixed)?;
        write_squares(f, '~', &self.closed)
    }
}

/// Writes squares after their sign; nothing if there are none.
fn write_squares(f: &mut fmt::Formatter<'_>, sign: char, squares: &[Square]) -> fmt::Result {
    for (place, square) in squares.iter().enumerate() {
        write!(f, "{}{square}", if place == 0 { sign } else { ',' })?;
    }
    Ok(())
}

impl Problem {
    /// Writes pieces with the squares that are closed to them, or with their open squares if these are fewer.
    fn write_pieces(&self, f: &mut fmt::Formatter<'_>, pieces: &Pieces) -> fmt::Result {
        if pieces.closed.is_empty() {
            return write!(f, "{pieces}");
        }
        let open: Vec<Square> = self.domain(pieces).squares().map(|index| self.board.square(index)).collect();
        if open.is_empty() || open.len() >= pieces.closed.len() {
            return write!(f, "{pieces}");
        }
        write!(f, "{}", Pieces { closed: Vec::new(), ..pieces.clone() })?;
        write_squares(f, ':', &open)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board)?;
        write_squares(f, '~', &self.reserved)?;
        for (army, pieces) in self.armies.iter().enumerate() {
            for (place, pieces) in pieces.pieces.iter().enumerate() {
                let before = match self.treaty {
                    _ if place > 0 || army == 0 => " ",
                    Treaty::Armies => "/",
                    Treaty::Groups => " + ",
                };
                write!(f, "{before}")?;
                self.write_pieces(f, pieces)?;
            }
        }
        if let Some(walls) = self.walls() {
            write!(f, " {walls}")?;
        }
        for kind in self.kinds() {
            if piece::built_in_on(self.board.lattice(), kind.letter()).is_none() {
                write!(f, " {}={}", kind.letter(), kind.betza())?;
            }
        }
        let quotas = self.quotas();
        let one_each = Quota { along: LineType::Region, letter: None, span: Span::from_number(1) };
        let has_others = quotas.iter().any(|quota| quota.along == LineType::Region && *quota != one_each);
        for quota in quotas.iter().filter(|&quota| has_others || *quota != one_each) {
            write!(f, " {quota}")?;
        }
        if let Some(regions) = self.regions() {
            write!(f, " regions={regions}")?;
        }
        for (name, span) in [("each", self.degrees.each), ("pairs", self.degrees.pairs)] {
            if let Some(span) = span {
                write!(f, " {name}={span}")?;
            }
        }
        if self.is_blocked() {
            write!(f, " {}", self.lines.name())?;
        }
        Ok(())
    }
}
