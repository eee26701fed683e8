//! What a problem or a question can have beyond the simplest there is.
//!
//! Many ways to count, to list and to prove read less than the whole of a problem: the moves of its kinds, say, and the sides of
//! the board. Each of them names the features that it knows, and has nothing to do with a problem that has another one
//! ([`Problem::has_only`](crate::Problem::has_only)): what it has never heard of, it refuses.
//!
//! That none is forgotten is seen to by the compiler. Features are found by taking boards, moves, kinds, pieces, armies,
//! problems and questions apart field by field; whoever adds a field has to say which feature it makes, and a new feature is in
//! nobody's list.

/// Something that a problem or a question can have beyond exact numbers of pieces of one army that may stand anywhere on a
/// rectangle with four edges, of kinds whose attack does not depend on where others stand, all placements counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// The board has more squares than there are sets of squares for.
    ManySquares,
    /// Edges of the board are joined.
    JoinedEdges,
    /// Edges of the board are joined the other way round.
    TwistedEdges,
    /// The board is no rectangle, but made of squares in ranks and files.
    OtherShape,
    /// The board is not made of squares in ranks and files.
    OtherLattice,
    /// The board has holes. Squares of the rectangle that a shape leaves out are holes too.
    Holes,
    /// There are hoppers or lame leapers.
    Hops,
    /// There are kinds in any number.
    AnyNumber,
    /// There are kinds of which there are to be as many as possible.
    LargestNumber,
    /// Squares of some pieces are given.
    GivenPieces,
    /// There are walls.
    Walls,
    /// There are several armies.
    Armies,
    /// There are several groups.
    Groups,
    /// Pieces can shield others.
    BlockedLines,
    /// Squares are closed to some kinds, or to all.
    ClosedSquares,
    /// There are quotas, and all of them are met where no two pieces share a line of at most one.
    ExclusiveLines,
    /// There are quotas, and it must be counted how many pieces lines have.
    Quotas,
    /// Pieces may be attacked, and it is said how often.
    Degrees,
    /// Some placements are the same.
    Sameness,
    /// Only placements count that cannot be extended.
    Maximal,
    /// Placements are counted by numbers of pieces as well.
    ByNumber,
    /// Only placements count that some maps leave as they are.
    FixedByMaps,
    /// Pieces may attack each other, and must attack all squares.
    Dominating,
}

impl Feature {
    /// All there are.
    pub const ALL: [Self; 23] = [
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
        Self::LargestNumber,
        Self::ByNumber,
        Self::Maximal,
        Self::Sameness,
        Self::FixedByMaps,
    ];

    /// What it is called where it is refused, in terms of what is typed.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::ManySquares => "a board of more than 1024 squares",
            Self::JoinedEdges => "joined edges",
            Self::TwistedEdges => "twisted edges",
            Self::OtherShape => "a shape that is no rectangle",
            Self::OtherLattice => "hexagons, triangles or layers",
            Self::Holes => "holes",
            Self::Hops => "hoppers or lame leapers",
            Self::AnyNumber => "any number of pieces (*)",
            Self::LargestNumber => "the largest number of pieces (max)",
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

    /// Whether engines must know of it, since it is neither in the instance that all of them read nor seen to by planning.
    #[doc(hidden)]
    pub fn is_for_engines(self) -> bool {
        match self {
            Self::ManySquares
            | Self::BlockedLines
            | Self::Hops
            | Self::AnyNumber
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

    /// Whether it leaves it to pairs of pieces what is a placement.
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

/// What is in the sets of squares, the conflicts and the numbers of an instance with exact numbers of pieces: whoever reads these
/// alone knows of it.
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

/// The same of one army, or of groups, on a board of any size: what is in the moves of its kinds, their squares, the board, and the numbers.
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

/// What planning sees to where engines count instances: each case of walls is a board of its own, classes are sums over symmetries,
/// and what maps fix are placements on a smaller board.
#[doc(hidden)]
pub const BY_PLANNING: &[Feature] = &[Feature::Walls, Feature::Sameness, Feature::FixedByMaps];

/// Those that there are.
pub(crate) fn those(asked: &[(bool, Feature)]) -> Vec<Feature> {
    asked.iter().filter(|(is_there, _)| *is_there).map(|&(_, feature)| feature).collect()
}

/// The first that is not among those that are known.
pub(crate) fn beyond(features: &[Feature], known: &[Feature]) -> Option<Feature> {
    features.iter().copied().find(|feature| !known.contains(feature))
}
