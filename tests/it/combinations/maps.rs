//! Groups of maps by their words, and the classes of placements under them.

use super::board::{Board, BoardMap, IDENTITY, Matrix, is_turn};
use super::problem::{Number, Placement, Problem};
use std::collections::{BTreeMap, BTreeSet};

/// The images of squares and of kinds.
type Element = (Vec<usize>, Vec<usize>);

/// The words for maps, by feature.
pub const UP_TO: &[(&str, &[&str])] = &[
    ("up to symmetry", &["symmetry"]),
    ("up to turns", &["rotations", "half-turn", "quarter-turn"]),
    ("up to mirrors", &["horizontal", "vertical", "diagonal", "antidiagonal", "horizontal+vertical"]),
    (
        "up to armies",
        &["armies", "exchange", "half-turn-exchanged", "horizontal-exchanged", "vertical-exchanged"],
    ),
    ("up to shifts", &["shifts", "affine", "symmetry+shifts", "half-turn+affine"]),
    ("up to torus shifts", &["torus-shifts", "torus-affine", "symmetry+torus-shifts"]),
    ("up to translation", &["translation"]),
];

const HALF: Matrix = [[-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
const LEFT_RIGHT: Matrix = [[1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
const TOP_BOTTOM: Matrix = [[-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
const RISING: Matrix = [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
const FALLING: Matrix = [[0, -1, 0, 0], [-1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];

/// The classes of placements under the maps of some words.
pub struct Classes<'a> {
    problem: &'a Problem,
    /// The group of those that are maps of the board.
    group: BTreeSet<Element>,
    /// Whether translations that cross no edge also make placements equivalent.
    translates: bool,
}

impl<'a> Classes<'a> {
    /// Reads words with `+` between them; `None` if this file does not define them for the board. With `all`,
    /// a kind without pieces also counts.
    pub fn new(problem: &'a Problem, words: &str, all: bool) -> Option<Self> {
        let board = &problem.board;
        let is_straight = problem.is_flat() && !board.text.contains("klein");
        let is_straight =
            is_straight && !board.text.contains("moebius") && !board.text.contains("projective");
        let mut generators = Vec::new();
        let mut translates = false;
        for word in words.split('+') {
            match word {
                "symmetry" | "rotations" => {}
                "armies" | "exchange" if problem.is_flat() => {}
                "shifts" | "affine" if is_straight && !(word == "affine" && problem.hops()) => {}
                "torus-shifts" | "torus-affine" if board.is_plane() => {
                    let (ranks, files) = board.sides();
                    if (ranks * files) as usize != board.open.len() {
                        return None;
                    }
                }
                "translation" if board.is_plane() => translates = true,
                "shifts" | "affine" | "torus-shifts" | "torus-affine" | "translation" => return None,
                _ if problem.is_flat() => {}
                _ => return None,
            }
            generators.extend(Self::generators(problem, word, all));
        }
        let same = (0..board.open.len()).collect();
        let group = closed(&generators, (same, (0..=problem.pieces.len()).collect()));
        Some(Self { problem, group, translates })
    }

    fn generators(problem: &Problem, word: &str, all: bool) -> Vec<Element> {
        let board = &problem.board;
        let (word, exchanged) =
            word.strip_suffix("-exchanged").map_or((word, None), |word| (word, Some(true)));
        let dilations = |is_torus: bool| -> Vec<i32> {
            let (side, other) = board.sides();
            let coprime = |times: &i32| (2..=side).all(|d| side % d != 0 || times % d != 0);
            if is_torus && side == other { (1..=side.max(1)).filter(coprime).collect() } else { vec![1] }
        };
        let is_identity = |map: &BoardMap| map.images.iter().zip(0..).all(|(&image, at)| image == at);
        let same: Vec<usize> = (0..=problem.pieces.len()).collect();
        let whole = |images: Vec<Option<usize>>| images.into_iter().collect::<Option<Vec<usize>>>();
        match word {
            "shifts" | "affine" => {
                let times = if word == "affine" { dilations(board.is_torus()) } else { vec![1] };
                let shifts = board.shifts();
                let maps = times.iter().flat_map(|&by| shifts.iter().map(move |&shift| (by, shift)));
                let images = maps.filter_map(|(by, shift)| Some((by, whole(board.dilated(by, shift))?)));
                let kept = images.filter(|(by, images)| {
                    keeps_given(problem, images, &same, all)
                        && (*by == 1 || keeps_attacks(problem, board, images, all))
                });
                kept.map(|(_, images)| (images, same.clone())).collect()
            }
            "torus-shifts" | "torus-affine" => {
                let times = if word == "torus-affine" { dilations(true) } else { vec![1] };
                let (shifts, torus) = (board.torus_shifts(), board.on_torus());
                // They preserve the moves on the torus, not on the plane.
                let keeps = |&by: &i32| {
                    let images = whole(board.dilated(by, (0, 0)));
                    by == 1 || images.is_some_and(|images| keeps_attacks(problem, &torus, &images, all))
                };
                let times = times.into_iter().filter(keeps);
                let maps = times.flat_map(|by| shifts.iter().map(move |&shift| (by, shift)));
                maps.filter_map(|(by, shift)| Some((whole(board.dilated(by, shift))?, same.clone())))
                    .collect()
            }
            _ => {
                let exchanges = exchanges(problem);
                let maps = board.maps();
                let is_minus =
                    |matrix: &Matrix| (0..board.lattice.axes()).all(|axis| matrix[axis][axis] == -1);
                let is_wanted = |map: &BoardMap, kinds: &Vec<usize>| {
                    let stays = *kinds == same;
                    if word == "armies" || word == "translation" {
                        return true;
                    }
                    if word == "exchange" {
                        return is_identity(map) && map.matrix == IDENTITY && !stays;
                    }
                    if stays == exchanged.is_some() {
                        return false;
                    }
                    match word {
                        "symmetry" => true,
                        "rotations" => is_turn(board.lattice, &map.matrix),
                        "half-turn" if problem.is_flat() => map.matrix == HALF,
                        "half-turn" => is_minus(&map.matrix),
                        "quarter-turn" => map.matrix[0][0] == 0 && is_turn(board.lattice, &map.matrix),
                        "horizontal" => map.matrix == LEFT_RIGHT,
                        "vertical" => map.matrix == TOP_BOTTOM,
                        "diagonal" => map.matrix == RISING,
                        "antidiagonal" => map.matrix == FALLING,
                        _ => panic!("{word}"),
                    }
                };
                let all_of = maps.iter().flat_map(|map| exchanges.iter().map(move |kinds| (map, kinds)));
                let fitting = all_of.filter(|(map, kinds)| {
                    is_wanted(map, kinds)
                        && keeps_kinds(problem, &map.matrix, all)
                        && keeps_given(problem, &map.images, kinds, all)
                });
                fitting.map(|(map, kinds)| (map.images.clone(), kinds.clone())).collect()
            }
        }
    }

    pub fn order(&self) -> usize {
        self.group.len()
    }

    pub fn is_fixed(&self, placement: &Placement) -> bool {
        self.group.iter().all(|element| image(element, placement) == *placement)
    }

    /// Returns the number of the class of each placement.
    pub fn of(&self, placements: &[Placement]) -> Vec<usize> {
        let number: BTreeMap<&Placement, usize> = placements.iter().zip(0..).collect();
        let (ranks, files) = self.problem.board.sides();
        let shifts: Vec<Vec<Option<usize>>> = match self.translates {
            true => {
                let all = (-ranks..=ranks).flat_map(|rank| (-files..=files).map(move |file| (rank, file)));
                all.map(|shift| self.problem.board.shifted(shift)).collect()
            }
            false => Vec::new(),
        };
        let mut class: Vec<usize> = vec![usize::MAX; placements.len()];
        let mut classes = 0;
        for at in 0..placements.len() {
            if class[at] < usize::MAX {
                continue;
            }
            // The maps are a group, even if only some images are placements.
            for element in &self.group {
                let moved = image(element, &placements[at]);
                if let Some(&other) = number.get(&moved) {
                    class[other] = classes;
                }
                for shift in &shifts {
                    let shifted: Option<Placement> =
                        moved.iter().map(|&(kind, at)| Some((kind, shift[at]?))).collect();
                    let Some(mut shifted) = shifted else { continue };
                    shifted.sort_unstable();
                    if let Some(&other) = number.get(&shifted) {
                        class[other] = classes;
                    }
                }
            }
            classes += 1;
        }
        class
    }
}

fn image(element: &Element, placement: &Placement) -> Placement {
    let mut moved: Placement = placement.iter().map(|&(kind, at)| (element.1[kind], element.0[at])).collect();
    moved.sort_unstable();
    moved
}

fn keeps_kinds(problem: &Problem, matrix: &Matrix, all: bool) -> bool {
    let counts = |number| all || number != Number::Exactly(0);
    problem.pieces.iter().filter(|pieces| counts(pieces.number)).all(|pieces| pieces.kind.is_kept(matrix))
}

fn keeps_given(problem: &Problem, images: &[usize], kinds: &[usize], all: bool) -> bool {
    let moved = |squares: &BTreeSet<usize>| squares.iter().map(|&at| images[at]).collect::<BTreeSet<_>>();
    let counts = |number| all || number != Number::Exactly(0);
    let walls = problem.walls.as_ref().is_none_or(|walls| moved(&walls.1) == walls.1);
    let mut pieces = problem.pieces.iter().zip(kinds).filter(|(pieces, _)| counts(pieces.number));
    walls
        && problem.keeps_places(images, kinds, all)
        && pieces.all(|(pieces, &to)| moved(&pieces.given) == problem.pieces[to].given)
}

/// Returns whether a permutation of squares preserves all attacks of every kind.
fn keeps_attacks(problem: &Problem, board: &Board, images: &[usize], all: bool) -> bool {
    let counts = |number| all || number != Number::Exactly(0);
    problem.pieces.iter().filter(|pieces| counts(pieces.number)).all(|pieces| {
        let attacks = |from: usize, to: usize| {
            pieces.kind.attacks(board, (board.open[from], board.open[to]), &|_| false, &|_| false)
        };
        let all = 0..images.len();
        all.clone().all(|from| all.clone().all(|to| attacks(from, to) == attacks(images[from], images[to])))
    })
}

/// Returns the permutations of kinds that exchange equal armies, including the identity. Walls are not
/// exchanged.
fn exchanges(problem: &Problem) -> Vec<Vec<usize>> {
    let of = |army: usize| {
        let all = problem.pieces.iter().enumerate();
        all.filter(|(kind, _)| problem.army_of[*kind] == army).map(|(kind, _)| kind).collect::<Vec<_>>()
    };
    let told = |kind: usize| {
        let pieces = &problem.pieces[kind];
        (pieces.kind.letter, format!("{:?}", pieces.number), pieces.given.len())
    };
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..problem.armies {
        let longer = |order: &Vec<usize>| {
            let free = (0..problem.armies).filter(|army| !order.contains(army)).collect::<Vec<_>>();
            free.into_iter().map(|army| [&order[..], &[army]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let as_kinds = |order: &Vec<usize>| -> Option<Vec<usize>> {
        let mut kinds: Vec<usize> = (0..=problem.pieces.len()).collect();
        for (army, &to) in order.iter().enumerate() {
            for kind in of(army) {
                kinds[kind] = of(to).into_iter().find(|&other| told(other) == told(kind))?;
            }
            if of(army).len() != of(to).len() {
                return None;
            }
        }
        Some(kinds)
    };
    orders.iter().filter_map(as_kinds).collect()
}

/// Returns the group that some elements generate.
fn closed(generators: &[Element], identity: Element) -> BTreeSet<Element> {
    let after = |one: &[usize], two: &[usize]| one.iter().map(|&at| two[at]).collect::<Vec<_>>();
    let mut found = BTreeSet::from([identity.clone()]);
    let mut left = vec![identity];
    while let Some(element) = left.pop() {
        for generator in generators {
            let next = (after(&element.0, &generator.0), after(&element.1, &generator.1));
            if found.insert(next.clone()) {
                left.push(next);
            }
        }
    }
    found
}

/// Counts the placements that each common map fixes, by its word.
pub fn fixed_by_words(
    problem: &Problem,
    placements: &[Placement],
    all: bool,
) -> BTreeMap<&'static str, usize> {
    let words = ["horizontal", "vertical", "half-turn", "diagonal", "antidiagonal", "quarter-turn"];
    let mut fixed = BTreeMap::new();
    for word in words.into_iter().filter(|_| problem.is_flat()) {
        if let Some(classes) = Classes::new(problem, word, all).filter(|classes| classes.order() > 1) {
            fixed.insert(word, placements.iter().filter(|placement| classes.is_fixed(placement)).count());
        }
    }
    fixed
}
