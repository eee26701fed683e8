//! All pairs of pieces that attack each other.

use super::numbers::count_noun;
use crate::{PlacedPiece, Placement, PlacementFault, Problem};
use serde::Serialize;

/// The pairs of pieces that attack each other against the treaty. In each pair, the first piece attacks the second.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct AttackList {
    /// The letters and squares of both pieces, like `Qa1`.
    pub pairs: Vec<(String, String)>,
}

impl AttackList {
    /// Lists the attacks of a placement with this fault; `None` if a piece is not on a square of its own.
    #[must_use]
    pub fn new(problem: &Problem, placement: &Placement, fault: Option<&PlacementFault>) -> Option<Self> {
        let is_off = matches!(
            fault,
            Some(PlacementFault::NoKind(_) | PlacementFault::Closed(_) | PlacementFault::Shared(..))
        );
        if is_off {
            return None;
        }
        let name = |piece: PlacedPiece| format!("{}{}", piece.letter, piece.square);
        let pairs = placement.attacking_pairs(problem).into_iter();
        Some(Self { pairs: pairs.map(|(first, second)| (name(first), name(second))).collect() })
    }

    /// Returns a line with the number of pairs, and a line for each pair.
    #[must_use]
    pub fn text(&self) -> String {
        let count = count_noun(self.pairs.len(), "attacking pair");
        let pairs = self.pairs.iter().map(|(first, second)| format!("    {first} {second}\n"));
        std::iter::once(format!("  {count}\n")).chain(pairs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::placement_from_squares;

    fn list(problem: &str, squares: &str) -> AttackList {
        let problem: Problem = problem.parse().unwrap();
        let placement = placement_from_squares(&problem, squares).unwrap();
        AttackList::new(&problem, &placement, placement.fault(&problem).as_ref()).unwrap()
    }

    #[test]
    fn each_pair_occurs_once() {
        let queens = list("4x4 Q4", "Qa1,b2,c4,d4");
        assert_eq!(
            queens.text(),
            "  4 attacking pairs\n    Qa1 Qb2\n    Qa1 Qd4\n    Qb2 Qd4\n    Qc4 Qd4\n"
        );
        assert_eq!(list("4x4 Q4", "Qb1,d2,a3,c4").text(), "  0 attacking pairs\n");
        // The rook attacks the knight, and the knight does not attack the rook.
        assert_eq!(list("3x3 R1 N1", "Rc1 Na1").pairs, [("Rc1".to_owned(), "Na1".to_owned())]);
    }
}
