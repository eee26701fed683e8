//! How the edges of a board meet: each pair of opposite edges has a *seam*.
//!
//! Past an *edge* there is nothing. At a *joined* seam, a piece that leaves on one side enters on the other.
//! At a *twisted* seam, left and right are exchanged: the piece enters in another line, and with its heading
//! mirrored. Such a board is a band that was given half a turn before its ends were glued.

use crate::named::named;

/// The neighbour of a side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seam {
    /// No square: the board ends.
    Edge,
    /// The opposite side.
    Joined,
    /// The opposite side, reversed.
    Twisted,
}

named! {
    /// How the edges of a board meet.
    #[derive(PartialOrd, Ord, Hash, Default)]
    pub enum Topology {
        /// Four edges.
        #[default]
        Plane = "plane",
        /// The first and the last file are neighbours.
        Cylinder = "cylinder",
        /// The first and the last rank are neighbours.
        Roll = "roll",
        /// The first and the last file are neighbours, and so are the first and the last rank.
        Torus = "torus",
        /// The first and the last file are neighbours, turned over: the lowest square of one is beside the highest of the other.
        Moebius = "moebius",
        /// As Möbius's band, and the first and the last rank are neighbours as well.
        Klein = "klein",
        /// Both pairs of edges are joined turned over: the projective plane.
        Projective = "projective",
    }
}

impl Topology {
    /// Returns the seam between the last rank and the first one.
    #[must_use]
    pub fn of_ranks(self) -> Seam {
        match self {
            Self::Plane | Self::Cylinder | Self::Moebius => Seam::Edge,
            Self::Roll | Self::Torus | Self::Klein => Seam::Joined,
            Self::Projective => Seam::Twisted,
        }
    }

    /// Returns the seam between the last file and the first one.
    #[must_use]
    pub fn of_files(self) -> Seam {
        match self {
            Self::Plane | Self::Roll => Seam::Edge,
            Self::Cylinder | Self::Torus => Seam::Joined,
            Self::Moebius | Self::Klein | Self::Projective => Seam::Twisted,
        }
    }

    /// Returns true if the ranks wrap round, so that a piece leaves at the top and enters at the bottom.
    #[must_use]
    pub fn rows_wrap(self) -> bool {
        self.of_ranks() != Seam::Edge
    }

    /// Returns true if the files wrap round.
    #[must_use]
    pub fn cols_wrap(self) -> bool {
        self.of_files() != Seam::Edge
    }

    /// Returns true if a way round the board can mirror a piece.
    #[must_use]
    pub fn is_twisted(self) -> bool {
        self.of_ranks() == Seam::Twisted || self.of_files() == Seam::Twisted
    }
}
