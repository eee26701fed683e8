//! Walls that do not affect the pieces.
//!
//! A wall stops riders. Leapers pass over no square, so for them a wall is only an occupied square, and the
//! walls may stand on any squares that the pieces leave. For `n` pieces and `k` walls on `m` open squares,
//! the number of placements is that of the pieces alone, times `m - n` choose `k`. With other pieces, each
//! choice of squares for the walls is a problem of its own ([`cases`](mod@super::cases)); `14x14 N10 #2` has
//! thousands of them.
//!
//! For pieces in any number, each number has its own factor, so these are counted by number. Up to symmetry,
//! the number of classes is not such a product, so classes are counted case by case.

use super::outcome::Outcome;
use crate::engines::binomial::binomial;
use crate::engines::expression::Outline;
use crate::engines::tally::NumberCount;
use crate::feature::Feature;
use crate::piece::Range;
use crate::problem::{Objective, Pieces};
use crate::question::{Demand, Question};
use crate::up_to::UpTo;
use num_bigint::BigUint;

/// The features of problems in which a wall may be only an occupied square.
const KNOWN: &[Feature] = &[
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::AnyNumber,
    Feature::NumberRange,
    Feature::GivenPieces,
    Feature::Walls,
    Feature::Armies,
];

/// The walls, and the problem without them.
#[derive(Clone)]
pub(crate) struct IdleWalls {
    /// The question without the walls, by number if numbers are open.
    pub(crate) without: Question,
    /// The number of walls that are not pre-placed.
    walls: u32,
    /// The number of squares that are open to the walls if the pieces with known numbers are placed.
    room: u32,
}

impl IdleWalls {
    /// Returns the walls of a question; `None` if it has none, or if they affect the pieces.
    pub(crate) fn from_question(question: &Question) -> Option<Self> {
        let Question { problem, up_to, maximal, by_number, fixed_by, dominating } = question;
        let walls = problem.walls()?;
        let leaps = |pieces: &Pieces| pieces.kind.moves().leaps().all(|(_, range)| range == Range::Times(1));
        let is_plain = *up_to == UpTo::Nothing
            && *dominating == Demand::Nothing
            && !maximal
            && !by_number
            && fixed_by.is_identity()
            && problem.has_fixed_moves()
            && problem.has_only(KNOWN);
        if !is_plain || !problem.pieces().all(leaps) {
            return None;
        }
        let bare = problem.with_walls(&walls.fixed)?;
        let room = bare.board().open_area() as u32;
        let by_number = bare.objective() == Objective::AnyNumber;
        Some(Self {
            room: room.saturating_sub(bare.given_pieces() as u32),
            walls: walls.free_pieces(),
            without: question.with_problem(bare).with_by_number(by_number),
        })
    }

    /// Turns a count without the walls into one with the walls.
    pub(crate) fn add_walls(&self, found: Outcome) -> Outcome {
        let count = match &found.by_number {
            None => found.count * self.ways(0),
            Some(listed) => {
                let with =
                    |NumberCount { pieces, count }: &NumberCount| count * self.ways(pieces.iter().sum());
                listed.iter().map(with).sum()
            }
        };
        Outcome { count, by_number: None, ..found }
    }

    /// Returns the outline of the plan with the walls.
    pub(crate) fn outline(&self, without: Outline) -> Outline {
        let times = match self.without.by_number {
            false => format!("times {}, the ways to put up the walls", self.ways(0)),
            true => "by number, each times the ways to put up the walls".to_owned(),
        };
        let mut outline = Outline::leaf(times, without.seconds, without.memory);
        outline.parts = vec![without];
        outline
    }

    /// Returns the number of ways to place the walls if `pieces` more pieces are placed.
    fn ways(&self, pieces: u32) -> BigUint {
        binomial(self.room.saturating_sub(pieces), self.walls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, plan};

    fn walls(text: &str) -> Option<IdleWalls> {
        IdleWalls::from_question(&Question::new(text.parse().unwrap()))
    }

    /// The squares that pieces and walls leave, counted by hand.
    #[test]
    fn walls_stand_where_pieces_do_not() {
        let ways = |text: &str, more| walls(text).unwrap().ways(more);
        assert_eq!(ways("4x4 K3 #2", 0), (13u32 * 12 / 2).into());
        assert_eq!(ways("4x4-a1 K3@b2 #2@c3", 0), 11u32.into());
        assert_eq!(ways("3x3 N* K2 #1", 3), 4u32.into());
        assert_eq!(ways("2x2 K2 #3", 0), 0u32.into());
        assert_eq!(ways("2x2 K2/K1 #1", 0), 1u32.into());
        for text in ["4x4 K3", "4x4 Q2 #1", "4x4 K2 R #1", "4x4~a1 K2 #1", "4x4 K2 each=1 #1", "4x4 G2 #1"] {
            assert!(walls(text).is_none(), "{text}");
        }
    }

    /// One case for each choice of squares gives the same count, and the outline shows the factor.
    #[test]
    fn cases_are_as_many() {
        for (text, count) in [("6x6 N4 #2", 26_133u32 * 496), ("2x2 K* #2", 6 + 4 * 3)] {
            let plan = plan(&Question::new(text.parse().unwrap()), &Settings::default()).unwrap();
            assert!(plan.outline().what.contains("walls"), "{text}");
            assert_eq!(plan.run(&crate::Silent).unwrap().count, count.into(), "{text}");
        }
    }
}
