//! Features: properties of a problem or a question beyond the simplest case.
//!
//! Many ways to count, to list and to prove read only a part of the problem: for example, the moves of its
//! kinds and the sides of the board. Each of them names the features that it supports. It rejects every
//! problem that has another feature ([`Problem::has_only`](crate::Problem::has_only)), also one that did not
//! exist when it was written.
//!
//! The compiler ensures that no feature is forgotten. Features are found by destructuring boards, moves,
//! kinds, pieces, armies, problems and questions field by field. A developer who adds a field must say which
//! feature it makes, and a new feature is in no list.

/// A property of a problem or a question beyond the simplest case. In that case, an exact number of pieces of
/// one army may stand anywhere on a rectangle with four edges. Their attacks do not depend on other pieces,
/// and all placements count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// The board is too large for sets of squares.
    ManySquares,
    /// Edges of the board are joined.
    JoinedEdges,
    /// Edges of the board are joined with a twist.
    TwistedEdges,
    /// The board is not a rectangle, but is made of squares in ranks and files.
    OtherShape,
    /// The board is not made of squares in ranks and files.
    OtherLattice,
    /// The board has holes. Squares of the rectangle outside a shape are also holes.
    Holes,
    /// The problem has hoppers or lame leapers.
    Hops,
    /// The problem has kinds in any number.
    AnyNumber,
    /// The problem has kinds whose number is in a range.
    NumberRange,
    /// The problem has kinds whose number is to be maximised.
    LargestNumber,
    /// The problem has pre-placed pieces.
    GivenPieces,
    /// The problem has walls.
    Walls,
    /// The problem has several armies.
    Armies,
    /// The problem has several groups.
    Groups,
    /// Pieces can shield others.
    BlockedLines,
    /// The problem has squares that are reserved for some kinds, or for all.
    ClosedSquares,
    /// The problem has quotas, and all of them are met if no two pieces share a line of at most one.
    ExclusiveLines,
    /// The problem has quotas for which the pieces on lines must be counted.
    Quotas,
    /// Pieces may be attacked, and their number of attackers is prescribed.
    Degrees,
    /// Some placements count as equivalent.
    Sameness,
    /// Only maximal placements count, which no piece can extend.
    Maximal,
    /// Placements are also counted by numbers of pieces.
    ByNumber,
    /// Only placements count that a group of maps keeps.
    FixedByMaps,
    /// Pieces may attack each other, and must attack all squares.
    Dominating,
}

impl Feature {
    /// All features.
    pub const ALL: [Self; 24] = [
        Self::ManySquares,
        Self::JoinedEdges,
        Self::TwistedEdges,
        Self::OtherShape,
        Self::OtherLattice,
        Self::Holes,
        Self::GivenPieces,
        Self::ClosedSquares,
        Self::Armies,
        Self::Groups,
        Self::ExclusiveLines,
        Self::Walls,
        Self::BlockedLines,
        Self::Hops,
        Self::Quotas,
        Self::Degrees,
        Self::Dominating,
        Self::AnyNumber,
        Self::NumberRange,
        Self::LargestNumber,
        Self::ByNumber,
        Self::Maximal,
        Self::Sameness,
        Self::FixedByMaps,
    ];

    /// Returns the phrase for this feature in a message that rejects it, in terms of the text that was typed.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::ManySquares => "a board of more than 1024 squares",
            Self::JoinedEdges => "joined edges",
            Self::TwistedEdges => "twisted edges",
            Self::OtherShape => "a shape that is not a rectangle",
            Self::OtherLattice => "hexagons, triangles or layers",
            Self::Holes => "holes",
            Self::Hops => "hoppers or lame leapers",
            Self::AnyNumber => "any number of pieces (*)",
            Self::NumberRange => "ranges of numbers (like Q2..5)",
            Self::LargestNumber => "the maximum number of pieces (max)",
            Self::GivenPieces => "pre-placed pieces (@)",
            Self::Walls => "walls (#)",
            Self::Armies => "opposing armies (/)",
            Self::Groups => "groups (+)",
            Self::BlockedLines => "blocked lines",
            Self::ClosedSquares => "reserved squares (~) or squares for some pieces (:)",
            Self::ExclusiveLines | Self::Quotas => "quotas (rank=, file=, regions=, …)",
            Self::Degrees => "numbers of attacks (each=, pairs=)",
            Self::Sameness => "classes (--up-to)",
            Self::Maximal => "maximal placements (--maximal)",
            Self::ByNumber => "counts by number (--by-number)",
            Self::FixedByMaps => "placements fixed by maps (--fixed-by)",
            Self::Dominating => "dominating placements (--dominating)",
        }
    }

    /// Returns true if engines must support the feature themselves: it is neither in the instance that all of
    /// them read nor handled by planning.
    #[doc(hidden)]
    pub fn is_for_engines(self) -> bool {
        match self {
            Self::ManySquares
            | Self::BlockedLines
            | Self::Hops
            | Self::AnyNumber
            | Self::NumberRange
            | Self::LargestNumber
            | Self::Maximal
            | Self::Quotas
            | Self::Degrees
            | Self::Dominating => true,
            Self::JoinedEdges
            | Self::TwistedEdges
            | Self::OtherShape
            | Self::OtherLattice
            | Self::Holes
            | Self::GivenPieces
            | Self::Armies
            | Self::Groups
            | Self::ClosedSquares
            | Self::ExclusiveLines
            | Self::Walls
            | Self::Sameness
            | Self::ByNumber
            | Self::FixedByMaps => false,
        }
    }

    /// Returns true if, with this feature, pairs of pieces still decide what is a placement.
    #[doc(hidden)]
    pub fn is_pairwise(self) -> bool {
        match self {
            Self::BlockedLines | Self::Hops | Self::Quotas | Self::Degrees | Self::Dominating => false,
            Self::ManySquares
            | Self::JoinedEdges
            | Self::TwistedEdges
            | Self::OtherShape
            | Self::OtherLattice
            | Self::Holes
            | Self::AnyNumber
            | Self::NumberRange
            | Self::LargestNumber
            | Self::GivenPieces
            | Self::Walls
            | Self::Armies
            | Self::Groups
            | Self::ClosedSquares
            | Self::ExclusiveLines
            | Self::Sameness
            | Self::Maximal
            | Self::ByNumber
            | Self::FixedByMaps => true,
        }
    }
}

/// The features that an instance with exact numbers of pieces expresses in its sets of squares, conflicts and
/// numbers. Code that reads only these supports them.
#[doc(hidden)]
pub const IN_INSTANCES: &[Feature] = &[
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::GivenPieces,
    Feature::Armies,
    Feature::Groups,
    Feature::ClosedSquares,
    Feature::ExclusiveLines,
];

/// Like [`IN_INSTANCES`], but for code that counts one army, or groups, on a board of any size. It reads the
/// moves of the kinds, their squares, the board and the numbers.
#[doc(hidden)]
pub const OF_ONE_ARMY: &[Feature] = &[
    Feature::ManySquares,
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::GivenPieces,
    Feature::Groups,
    Feature::ClosedSquares,
];

/// The features that planning handles if engines count instances. Each case of walls is a board of its own,
/// classes are sums over symmetries, and placements that maps keep are placements on a smaller board.
#[doc(hidden)]
pub const BY_PLANNING: &[Feature] = &[Feature::Walls, Feature::Sameness, Feature::FixedByMaps];

/// Returns the features whose condition is true.
pub(crate) fn select_features(asked: &[(bool, Feature)]) -> Vec<Feature> {
    asked.iter().filter(|(is_there, _)| *is_there).map(|&(_, feature)| feature).collect()
}

/// Returns the first feature that is not among the known ones.
pub(crate) fn find_unsupported(features: &[Feature], known: &[Feature]) -> Option<Feature> {
    features.iter().copied().find(|feature| !known.contains(feature))
}
