//! Walls beside which everything is as it is without them.
//!
//! A wall stops what rides towards it. Leapers pass over no square, so to them a wall is a square that is taken, and the walls
//! stand on any squares that the pieces leave: of `n` pieces and `k` walls on `m` open squares there are as many placements as of
//! the pieces alone, times `m - n` choose `k`. Otherwise each choice of squares for the walls is a problem of its own
//! ([`cases`](mod@super::cases)); of `14x14 N10 #2` there are thousands of them.
//!
//! Of pieces in any number each number has its own factor, so these are counted by number. What symmetries make of walls and
//! pieces together is no such product: classes are counted case by case.

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

/// What a problem may have without walls being more to it than squares that are taken.
const KNOWN: &[Feature] = &[
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::AnyNumber,
    Feature::GivenPieces,
    Feature::Walls,
    Feature::Armies,
];

/// Walls, and what is left without them.
#[derive(Clone)]
pub(crate) struct IdleWalls {
    /// The same without the walls, by number if numbers are open.
    pub(crate) without: Question,
    /// How many have no place yet,
    walls: u32,
    /// and how many squares they can stand on if the pieces whose number is known leave them.
    room: u32,
}

impl IdleWalls {
    /// The walls of a question; `None` if it has none, or if they matter.
    pub(crate) fn of(question: &Question) -> Option<Self> {
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
        let bare = problem.walled(&walls.fixed)?;
        let room = bare.board().open_area() as u32;
        let by_number = bare.objective() == Objective::AnyNumber;
        Some(Self {
            room: room.saturating_sub(bare.given_pieces() as u32),
            walls: walls.free_pieces(),
            without: question.of(bare).with_by_number(by_number),
        })
    }

    /// What was counted without the walls, with them.
    pub(crate) fn beside(&self, found: Outcome) -> Outcome {
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

    /// The same as it is shown.
    pub(crate) fn outline(&self, without: Outline) -> Outline {
        let times = match self.without.by_number {
            false => format!("times {}, the ways to put up the walls", self.ways(0)),
            true => "by number, each times the ways to put up the walls".to_owned(),
        };
        let mut outline = Outline::leaf(times, without.seconds, without.memory);
        outline.parts = vec![without];
        outline
    }

    /// The ways to put them up beside so many pieces more.
    fn ways(&self, pieces: u32) -> BigUint {
        binomial(self.room.saturating_sub(pieces), self.walls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, plan};

    fn walls(text: &str) -> Option<IdleWalls> {
        IdleWalls::of(&Question::new(text.parse().unwrap()))
    }

    /// Squares that pieces and walls leave, counted by hand.
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

    /// One case for each choice of squares counts the same, and it is shown what is multiplied.
    #[test]
    fn cases_are_as_many() {
        for (text, count) in [("6x6 N4 #2", 26_133u32 * 496), ("2x2 K* #2", 6 + 4 * 3)] {
            let plan = plan(&Question::new(text.parse().unwrap()), &Settings::default()).unwrap();
            assert!(plan.outline().what.contains("walls"), "{text}");
            assert_eq!(plan.run(&crate::Silent).unwrap().count, count.into(), "{text}");
        }
    }
}
