//! Parts that do not interact, for every engine: the pieces are shared among the parts in all ways.
//!
//! A bishop never leaves the squares of its colour, and neither do a ferz, a camel and an alfil. So bishops
//! and camels on light squares do not interact with those on dark squares. A placement of both is therefore a
//! placement on the light squares together with one on the dark squares. In general, join two squares if
//! pieces on them can be in conflict; the *parts* are the connected components. Let `P(x, y)` be the
//! polynomial whose coefficients count the placements in a part by the numbers of bishops and of camels. The
//! polynomial of the board is the product of those of its parts, and the count is one of its coefficients.
//! Six bishops and six camels need 49 coefficients of each part. Each is a count of its own, by the engine
//! that suits it. Parts that are images of each other under the symmetries of the problem are counted once,
//! for example both colours of squares on boards with an even side.
//!
//! (I. Gutman and F. Harary, *Generalizations of the matching polynomial*, Utilitas Mathematica 24, 1983,
//! begin with the theorem that the independence polynomial of a graph is the product of those of its
//! components.)
//!
//! The frontier engine does this within a sweep, for all numbers at once. Engines that place pieces gain
//! more: a search through `a` placements of one part and `b` of the other takes `a + b` steps instead of
//! `a * b`.
//!
//! A part is also a problem. It has the same pieces on a board whose other squares are holes. If a line of
//! holes cuts a board in two, it is a smaller board without them. The code checks that nothing else has
//! changed: it compares the two tables of conflicts, and does not split off parts whose tables differ.

use super::tree::Target;
use crate::board::{Board, Set, Square, Topology};
use crate::engines::expression::{Expression, NumberedPart, Portion};
use crate::engines::instance::Instance;
use crate::feature::IN_INSTANCES;
use crate::problem::Problem;

/// The engine's name in results.
pub(crate) const NAME: &str = "parts";
/// The version, raised whenever its leaves or their numbers change.
pub(crate) const VERSION: u32 = 1;

/// The maximum number of counts.
const MAX_COUNTS: usize = 1 << 10;
/// The maximum number of coefficients that are kept.
const MAX_COEFFICIENTS: usize = 1 << 10;

/// A problem in parts.
pub(crate) struct PartedProblem {
    /// The kinds that have pieces to place, by their numbers in the problem.
    kinds: Vec<usize>,
    /// The number of pieces to place of each of these kinds.
    numbers: Vec<u32>,
    portions: Vec<IdenticalParts>,
}

/// A set of identical parts.
struct IdenticalParts {
    times: usize,
    /// One of the parts, with the numbers of pieces of the whole problem.
    problem: Problem,
    squares: u32,
    /// The numbers of pieces that the part can hold while the others hold the rest, largest first.
    counts: Vec<Vec<u32>>,
}

/// A part whose numbers of pieces are not yet known.
struct IndependentPart {
    times: usize,
    problem: Problem,
    squares: u32,
    /// The maximum number of pieces of each class that fit.
    most: Vec<u32>,
}

impl PartedProblem {
    /// Returns the parts of a problem with exact numbers and unmerged classes. `None` if it has only one
    /// part, or if there would be too many counts. With `is_other` no part represents another, and boards
    /// keep their size, for a double-check.
    pub(crate) fn new(problem: &Problem, instance: &Instance, is_other: bool) -> Option<Self> {
        if !problem.has_only(IN_INSTANCES) || instance.is_hopeless() {
            return None;
        }
        let components = components(instance);
        if components.len() < 2 {
            return None;
        }
        let parts = parts(problem, instance, &components, is_other)?;
        let numbers: Vec<u32> = instance.classes.iter().map(|class| class.pieces).collect();
        let coefficients =
            numbers.iter().try_fold(1usize, |all, &number| all.checked_mul(number as usize + 1))?;
        if coefficients > MAX_COEFFICIENTS {
            return None;
        }
        let all: Vec<u32> = (0..numbers.len())
            .map(|class| parts.iter().map(|part| part.most[class] * part.times as u32).sum())
            .collect();
        let mut portions = Vec::new();
        for IndependentPart { times, problem, squares, most } in parts {
            let least = |class: usize| numbers[class].saturating_sub(all[class] - most[class]);
            let least: Vec<u32> = (0..numbers.len()).map(least).collect();
            let counts = number_combinations(&least, &most, squares)?;
            portions.push(IdenticalParts { times, problem, squares, counts });
        }
        let kinds = problem.numbers_of(|pieces| pieces.free_pieces() > 0);
        let parts = Self { kinds, numbers, portions };
        (1..=MAX_COUNTS).contains(&parts.counts()).then_some(parts)
    }

    /// Returns the number of counts that the product needs.
    pub(crate) fn counts(&self) -> usize {
        self.portions.iter().map(|portion| portion.counts.len()).sum()
    }

    /// Returns the number of squares of the largest board of a part.
    pub(crate) fn largest_board(&self) -> usize {
        self.portions.iter().map(|portion| portion.problem.board().squares()).max().unwrap_or(0)
    }

    /// Returns the product, with a leaf for each count.
    pub(crate) fn product(&self) -> Expression<Target> {
        let portion = |(part, IdenticalParts { times, squares, counts, .. }): (usize, &IdenticalParts)| {
            let holding = |numbers: &Vec<u32>| {
                let node = Expression::Leaf(Target::Part { part, numbers: numbers.clone() });
                NumberedPart { numbers: numbers.clone(), node }
            };
            Portion { squares: *squares, times: *times, counts: counts.iter().map(holding).collect() }
        };
        let portions = self.portions.iter().enumerate().map(portion).collect();
        Expression::Product { numbers: self.numbers.clone(), portions }
    }

    /// Returns the problem of a part with these numbers of pieces.
    pub(crate) fn problem(&self, part: usize, numbers: &[u32]) -> Option<Problem> {
        self.with_numbers(&self.portions.get(part)?.problem, numbers)
    }

    /// Describes the pieces in such a part.
    pub(crate) fn description(&self, placed: &Problem) -> String {
        let what: Vec<String> = (placed.pieces().enumerate())
            .filter(|(kind, pieces)| self.kinds.contains(kind) && pieces.free_pieces() > 0)
            .map(|(_, pieces)| pieces.to_string())
            .collect();
        what.join(" ")
    }

    /// Returns a part with these numbers of pieces to place.
    fn with_numbers(&self, part: &Problem, numbers: &[u32]) -> Option<Problem> {
        self.kinds.iter().zip(numbers).try_fold(part.clone(), |problem, (&kind, &number)| {
            let given = problem.pieces().nth(kind)?.fixed.len() as u32;
            problem.with_number(kind, given + number)
        })
    }
}

/// Returns all combinations of numbers between `least` and `most`, except all zeros, with a sum of at most
/// `squares`; largest first. `None` if there are too many.
fn number_combinations(least: &[u32], most: &[u32], squares: u32) -> Option<Vec<Vec<u32>>> {
    let mut all = vec![Vec::new()];
    for (&least, &most) in least.iter().zip(most) {
        let longer = |numbers: &Vec<u32>| {
            let numbers = numbers.clone();
            (least..=most).map(move |number| numbers.iter().copied().chain([number]).collect::<Vec<_>>())
        };
        all = all.iter().flat_map(longer).collect();
        if all.len() > MAX_COUNTS {
            return None;
        }
    }
    all.retain(|numbers| (1..=squares).contains(&numbers.iter().sum()));
    all.sort_by(|one, other| other.iter().sum::<u32>().cmp(&one.iter().sum()).then_with(|| other.cmp(one)));
    Some(all)
}

/// Returns the squares where pieces can stand, divided into sets such that pieces in different sets are never
/// in conflict. Two pieces on one square always are.
fn components(instance: &Instance) -> Vec<Vec<u64>> {
    let (classes, width) = (instance.classes.len(), instance.conflicts.width());
    let mut left = vec![0; width];
    instance.classes.iter().for_each(|class| left.add(&class.allowed));
    let mut components = Vec::new();
    while let Some(first) = left.lowest() {
        let mut component = vec![0; width];
        component.add_square(first);
        left.remove_square(first);
        let mut open = vec![first];
        while let Some(square) = open.pop() {
            for class in (0..classes).filter(|&class| instance.classes[class].allowed.holds(square)) {
                for (other, of_other) in instance.classes.iter().enumerate() {
                    let mut near = of_other.allowed.clone();
                    near.keep(instance.conflicts.conflict_set(class, square, other));
                    near.keep(&left);
                    left.subtract(&near);
                    component.add(&near);
                    open.extend(near.squares());
                }
            }
        }
        components.push(component);
    }
    components
}

/// Returns the components as problems, with identical ones listed once; `None` if a component cannot be
/// written as a problem.
fn parts(
    problem: &Problem,
    instance: &Instance,
    components: &[Vec<u64>],
    is_other: bool,
) -> Option<Vec<IndependentPart>> {
    let mut used = vec![0; instance.conflicts.width()];
    let mut component_of = vec![usize::MAX; instance.conflicts.squares()];
    for (number, component) in components.iter().enumerate() {
        used.add(component);
        component.squares().for_each(|square| component_of[square] = number);
    }
    let mut parts: Vec<IndependentPart> = Vec::new();
    // The number of the part of each component.
    let mut part_of: Vec<usize> = Vec::new();
    for (number, component) in components.iter().enumerate() {
        // Maps send components to components, so one square determines the image.
        let first = component.lowest()?;
        let image = instance.maps.iter().map(|map| component_of[usize::from(map[first])]).min();
        let earlier = image.filter(|&image| image < number && !is_other);
        if let Some(part) = earlier.map(|earlier| part_of[earlier]) {
            parts[part].times += 1;
            part_of.push(part);
            continue;
        }
        let mut part = part(problem, instance, component, &used, is_other)?;
        part.most.iter_mut().zip(&instance.classes).for_each(|(most, class)| *most = class.pieces.min(*most));
        match parts.iter().position(|other| other.problem == part.problem).filter(|_| !is_other) {
            Some(same) => {
                parts[same].times += 1;
                part_of.push(same);
            }
            None => {
                part_of.push(parts.len());
                parts.push(part);
            }
        }
    }
    Some(parts)
}

/// Returns a component as a problem: on a board of its own if that is equivalent, or else with holes on all
/// other squares.
fn part(
    problem: &Problem,
    instance: &Instance,
    component: &[u64],
    used: &[u64],
    is_other: bool,
) -> Option<IndependentPart> {
    let board = problem.board();
    let whole = || {
        let others = used.squares().filter(|&square| !component.holds(square));
        let holes = others.map(|square| board.square(square));
        let board = holes.into_iter().try_fold(board.clone(), Board::with_hole).ok()?;
        compared(problem, instance, component, board, Square { row: 0, col: 0 })
    };
    let is_free = problem.pieces().all(|pieces| pieces.fixed.is_empty());
    let own = (is_free && !is_other).then(|| {
        let (board, corner) = own_board(board, component)?;
        compared(problem, instance, component, board, corner)
    });
    own.flatten().or_else(whole)
}

/// Returns the smallest plain board around a component, with holes on the squares outside the component; and
/// its lowest corner.
fn own_board(board: &Board, component: &[u64]) -> Option<(Board, Square)> {
    let squares = || component.squares().map(|square| board.square(square));
    let rows = (squares().map(|square| square.row).min()?, squares().map(|square| square.row).max()?);
    let cols = (squares().map(|square| square.col).min()?, squares().map(|square| square.col).max()?);
    let corner = Square { row: rows.0, col: cols.0 };
    let mut own = Board::new(rows.1 - rows.0 + 1, cols.1 - cols.0 + 1, Topology::Plane).ok()?;
    for index in 0..own.squares() {
        let Square { row, col } = own.square(index);
        if !component.holds(board.index(Square { row: row + corner.row, col: col + corner.col })) {
            own = own.with_hole(Square { row, col }).ok()?;
        }
    }
    Some((own, corner))
}

/// Returns the part on a board whose lowest corner is a square of the whole board. `None` if the open squares
/// or the conflicts differ there.
fn compared(
    problem: &Problem,
    instance: &Instance,
    component: &[u64],
    board: Board,
    corner: Square,
) -> Option<IndependentPart> {
    let part = problem.on_board(board)?;
    let kinds = part.numbers_of(|pieces| pieces.free_pieces() > 0);
    let own = Instance::with_kinds(&part, &|_| true).select(&kinds);
    let board = part.board();
    let of_whole = |square: usize| {
        let Square { row, col } = board.square(square);
        problem.board().index(Square { row: row + corner.row, col: col + corner.col })
    };
    let lifted = |set: &[u64]| {
        let mut lifted = vec![0; component.len()];
        set.squares().for_each(|square| lifted.add_square(of_whole(square)));
        lifted
    };
    let met = |set: &[u64], other: &[u64]| {
        let mut met = set.to_vec();
        met.keep(other);
        met
    };
    for (class, of_class) in own.classes.iter().enumerate() {
        let allowed = met(&instance.classes[class].allowed, component);
        if lifted(&of_class.allowed) != allowed {
            return None;
        }
        for square in of_class.allowed.squares() {
            for (other, of_other) in own.classes.iter().enumerate() {
                let here = lifted(&met(own.conflicts.conflict_set(class, square, other), &of_other.allowed));
                let there = instance.conflicts.conflict_set(class, of_whole(square), other);
                if here != met(&met(there, &instance.classes[other].allowed), component) {
                    return None;
                }
            }
        }
    }
    let most = |class| own.cliques(class).min(own.classes[class].allowed.size());
    let most = (0..own.classes.len()).map(most).collect();
    Some(IndependentPart { times: 1, squares: component.size(), most, problem: part })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of counts and parts, and the boards: images are counted once, and lines of holes make
    /// smaller boards.
    #[test]
    fn problems_fall_apart() {
        for (text, expected) in [
            // Both colours of a board with an even side, and of one with odd sides.
            ("4x4 B3", "2 x 8 on 4x4, 3 counts"),
            ("5x5 B3", "13 on 5x5, 3 counts; 12 on 5x5, 3 counts"),
            // Boards of two sizes, and boards that are identical although no symmetry exchanges them.
            ("3x6-c1,c2,c3 Q2", "6 on 3x2, 2 counts; 9 on 3x3, 2 counts"),
            ("2x8-c1,c2,f1,f2 Q2", "3 x 4 on 2x2, 1 count"),
            // Alfils have four sets of squares on each colour.
            ("4x4 E2 B1", "2 x 8 on 4x4, 5 counts"),
            ("4x4 E2", "8 x 2 on 3x3, 1 count"),
            // In opposing armies, pieces of one army do not conflict, but no square holds two pieces.
            ("4x4 B2/B2", "2 x 8 on 4x4, 8 counts"),
            // With a pre-placed bishop, each colour has its own squares, and boards keep their size.
            ("4x4 B3@b1", "8 on 4x4, 2 counts; 4 on 4x4, 2 counts"),
        ] {
            let problem: Problem = text.parse().unwrap();
            let parts = PartedProblem::new(&problem, &Instance::new(&problem), false).expect(text);
            let shown = |likes: &IdenticalParts| {
                let board = likes.problem.board();
                let times = if likes.times == 1 { String::new() } else { format!("{} x ", likes.times) };
                let plural = if likes.counts.len() == 1 { "" } else { "s" };
                let size = format!("{}x{}", board.rows(), board.cols());
                format!("{times}{} on {size}, {} count{plural}", likes.squares, likes.counts.len())
            };
            let found: Vec<String> = parts.portions.iter().map(shown).collect();
            assert_eq!(found.join("; "), expected, "{text}");
        }
        for text in
            ["8x8 Q8", "4x4 B2 N1", "1x1 K", "3x4-b1,b2 K2", "4x4 B9", "12x12 B9 E9 L9 F9", "4x4 B3 #1"]
        {
            let problem: Problem = text.parse().unwrap();
            let parts = PartedProblem::new(&problem, &Instance::new(&problem), false);
            assert!(parts.is_none(), "{text}");
        }
    }

    /// For a double-check, every part is counted separately, on its original board.
    #[test]
    fn another_count_takes_no_images() {
        let problem: Problem = "3x7-d1,d2,d3 Q2".parse().unwrap();
        let parts = |is_other| PartedProblem::new(&problem, &Instance::new(&problem), is_other).unwrap();
        assert_eq!((parts(false).portions.len(), parts(false).counts()), (1, 2));
        assert_eq!((parts(true).portions.len(), parts(true).counts()), (2, 4));
        assert_eq!(parts(true).portions[0].problem.board().squares(), 21);
    }
}
