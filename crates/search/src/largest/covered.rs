//! The maximum of one kind on boards with too many squares for sets.
//!
//! Nothing is searched there. A cover of the board by cliques, lines of riders or blocks of kings, allows at
//! most as many pieces as it has cliques, so a placement of that number is a maximum. The placement is
//! [constructed](construct), or is a [matching](Network::most_by_matching) that is its own proof, or is
//! searched for by [local search](LocalSearch). A smaller number from local search is not proved.

use super::local::LocalSearch;
use super::network::Network;
use crate::board::Board;
use crate::feature::{Feature, OF_ONE_ARMY};
use crate::placement::Placement;
use crate::plan::Observer;
use crate::problem::{Pieces, Problem, Quantity};
use crate::search::error::{FEW_ATTACKS, MAX_COVERED, MAX_COVERED_BY_FEW};
use crate::search::first::construction::construct;

/// The features that the graph of squares supports, in addition to those of one army.
const ALSO_READ: &[Feature] = &[Feature::LargestNumber];
/// The number of looks at a vertex in local search: a few seconds.
const EFFORT: usize = 1_000_000_000;
/// The seed of local search.
const SEED: u64 = 1;

/// The bounds by a cover and a placement.
#[derive(Debug)]
pub(super) struct CoverBounds {
    /// The number of pieces of the placement; `None` if none was found.
    pub(super) number: Option<u32>,
    pub(super) placement: Placement,
    /// An upper bound of the number.
    pub(super) bound: u32,
}

/// Finds the bounds. `None` if more than one kind is to be maximised, or if more matters than the attacked
/// squares.
pub(super) fn by_cover(problem: &Problem, observer: &dyn Observer) -> Option<CoverBounds> {
    let pieces = only_kind(problem)?;
    let should_stop = || observer.should_stop();
    let Some(network) = network(problem, pieces, &should_stop) else {
        let bound = problem.board().open_area() as u32;
        return Some(CoverBounds { number: None, placement: Placement::default(), bound });
    };
    let mut bound = network.bound(&should_stop) as u32;
    observer.bounds(None, Some(bound));
    let numbered = problem.with_number(0, bound);
    let constructed = numbered.as_ref().and_then(construct);
    let squares = constructed.or_else(|| {
        let matched = network.most_by_matching(&should_stop);
        if let Some(matched) = &matched {
            bound = matched.len() as u32;
        }
        let found =
            matched.or_else(|| LocalSearch::new(&network, SEED).run(bound as usize, EFFORT, &should_stop))?;
        let square = |vertex: usize| problem.board().square(network.vertices[vertex].square);
        Some(found.into_iter().map(square).collect())
    });
    let number = squares.as_ref().map(|squares| squares.len() as u32);
    let placed = squares.unwrap_or_default().into_iter().map(|square| (0, square));
    let placement = Placement::new(placed.collect());
    Some(CoverBounds { number, placement, bound })
}

/// Returns the only kind of a problem, if it is to be maximised, none is pre-placed, and the graph supports
/// all features.
fn only_kind(problem: &Problem) -> Option<&Pieces> {
    let mut kinds = problem.pieces();
    let (pieces, None) = (kinds.next()?, kinds.next()) else { return None };
    let is_known = problem.has_only(&[OF_ONE_ARMY, ALSO_READ].concat());
    let is_alone = pieces.quantity == Quantity::Max && pieces.fixed.is_empty();
    (is_known && is_alone && has_room(problem.board(), pieces)).then_some(pieces)
}

/// Returns true if the graph of these pieces is small enough: its conflicts take memory, so a kind that attacks
/// few squares may have a larger board.
fn has_room(board: &Board, pieces: &Pieces) -> bool {
    let has_few = |at: usize| {
        let attacked = pieces.kind.moves().attacked_squares(board, board.square(at));
        attacked.take(FEW_ATTACKS + 1).count() <= FEW_ATTACKS
    };
    let squares = board.squares();
    squares <= MAX_COVERED || squares <= MAX_COVERED_BY_FEW && (0..squares).all(has_few)
}

/// Returns the squares of the kind with the attacks between them; `None` if it was stopped before.
fn network(problem: &Problem, pieces: &Pieces, should_stop: &dyn Fn() -> bool) -> Option<Network> {
    let board = problem.board();
    let squares = (0..board.squares()).filter(|&at| problem.may_stand(pieces, board.square(at)));
    let squares: Vec<usize> = squares.collect();
    let mut vertex_on = vec![None; board.squares()];
    squares.iter().enumerate().for_each(|(vertex, &at)| vertex_on[at] = Some(vertex));
    let mut neighbours = vec![Vec::new(); squares.len()];
    for (vertex, &at) in squares.iter().enumerate() {
        if should_stop() {
            return None;
        }
        for attacked in pieces.kind.moves().attacked_squares(board, board.square(at)) {
            if let Some(other) = vertex_on[board.index(attacked)].filter(|&other| other != vertex) {
                neighbours[vertex].push(other);
                neighbours[other].push(vertex);
            }
        }
    }
    for near in &mut neighbours {
        near.sort_unstable();
        near.dedup();
    }
    Some(Network::of_one_kind(board, squares, neighbours, should_stop))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::engines::strips::witness::largest_placement;
    use crate::plan::Silent;

    fn covered(text: &str) -> Option<CoverBounds> {
        by_cover(&text.parse().unwrap(), &Silent)
    }

    /// Known values: half of the squares, a quarter, and so on.
    #[test]
    fn what_is_known_of_whole_boards_is_found() {
        let known = [
            ("40x40 Nmax", 800),
            ("17x61 Nmax", 519),
            ("33x33 Kmax", 289),
            ("40x40 Bmax", 78),
            ("36x36 Qmax", 36),
            ("34x40 Rmax", 34),
            // More squares than other kinds may have.
            ("130x130 Nmax", 8450),
            ("40x40 Kmax~a1,b2", 400),
        ];
        for (text, number) in known {
            let found = covered(text).unwrap();
            assert_eq!((found.number, found.bound), (Some(number), number), "{text}");
            assert_eq!(text.parse::<Problem>().unwrap().to_string(), text);
        }
    }

    /// The numbers are those of a program of its own, which matches runs of ranks and files.
    #[test]
    fn rooks_and_bishops_among_holes_are_matched() {
        let squares = (0..40).flat_map(|rank| (0..40).map(move |file| Square { row: rank, col: file }));
        let is_hole = |at: &Square| (at.row * at.row * at.col + 5 * at.row + 3 * at.col * at.col) % 11 < 2;
        let holes: Vec<String> = squares.filter(is_hole).map(|at| at.to_string()).collect();
        for (kind, number) in [("R", 179), ("B", 259)] {
            let found = covered(&format!("40x40-{} {kind}max", holes.join(","))).unwrap();
            assert_eq!((found.number, found.bound), (Some(number), number), "{kind}");
        }
    }

    #[test]
    fn strips_have_no_more_and_no_less() {
        for text in [
            "6x180 Kmax",
            "4x300 Nmax",
            "3x350 Wmax",
            "5x210 Fmax",
            "260x4/cylinder Kmax",
            "3x350 Xmax X=fWfF",
        ] {
            let problem: Problem = text.parse().unwrap();
            let (number, _) = largest_placement(&problem, &|| false).unwrap();
            let found = by_cover(&problem, &Silent).unwrap();
            assert!(found.number <= Some(number) && found.bound >= number, "{text}: {found:?}");
        }
    }

    #[test]
    fn more_than_one_kind_is_left_to_others() {
        for text in ["40x40 Kmax Nmax", "40x40 Kmax@a1", "40x40 Kmax N2", "40x40 K* Nmax", "130x130 Rmax"] {
            assert!(covered(text).is_none(), "{text}");
        }
    }
}
