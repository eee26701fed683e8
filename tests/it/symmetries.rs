//! Groups of maps, straight from the definition: all placements are listed, and every map of the board is
//! tried on each of them.
//!
//! The maps here are integer matrices on coordinates. The test uses none of the library's boards, symmetries
//! or groups, except for the texts of the words.

use crate::common::armies::{list, placements_by_definition};
use crate::common::{
    Parts, Random, Shape, count_with, fewest, is_together, plan, random_parts, seeds, with_engine,
};
use armistice::board::{PointMap, Square};
use armistice::engines::naive;
use armistice::plan::{self, PlanError, Settings, Silent, Stabilisers};
use armistice::{Feature, MapGroup, Named, Placement, Problem, Quantity, Question, UpTo};
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashMap, HashSet};

const PROBLEMS: u64 = 240;

const SMALL: Shape = Shape {
    sides: &[(3, 3), (4, 4), (4, 4), (5, 5), (3, 4), (4, 5), (2, 5), (1, 6), (2, 2)],
    most_kinds: 2,
    most_ways: 20_000.0,
};

/// The shape of problems that also have a wall.
const FEW: Shape = Shape {
    sides: &[(3, 3), (3, 3), (3, 4), (4, 4), (2, 5), (1, 6), (2, 2)],
    most_kinds: 2,
    most_ways: 400.0,
};

/// A map of squares and of kinds, by their numbers.
type Element = (Vec<usize>, Vec<usize>);

/// A map with its properties.
#[derive(Clone)]
struct Map {
    /// The images of the step to the next row and to the next column.
    matrix: [(i64, i64); 2],
    times: i64,
    shift: (i64, i64),
    element: Element,
}

const IDENTITY: [(i64, i64); 2] = [(1, 0), (0, 1)];
const HALF: [(i64, i64); 2] = [(-1, 0), (0, -1)];
const QUARTERS: [[(i64, i64); 2]; 2] = [[(0, 1), (-1, 0)], [(0, -1), (1, 0)]];
const LEFT_RIGHT: [(i64, i64); 2] = [(1, 0), (0, -1)];
const TOP_BOTTOM: [(i64, i64); 2] = [(-1, 0), (0, 1)];
const RISING: [(i64, i64); 2] = [(0, 1), (1, 0)];
const FALLING: [(i64, i64); 2] = [(0, -1), (-1, 0)];

impl Map {
    fn is_central(&self) -> bool {
        self.times == 1 && self.shift == (0, 0)
    }

    fn keeps_kinds(&self) -> bool {
        self.element.1.iter().enumerate().all(|(kind, &image)| kind == image)
    }

    /// Returns whether a word names this map.
    fn is(&self, word: &str) -> bool {
        if let Some(word) = word.strip_suffix("-exchanged") {
            return !self.keeps_kinds()
                && Self { element: (Vec::new(), Vec::new()), ..self.clone() }.is(word);
        }
        let is_one_of = |matrices: &[[(i64, i64); 2]]| self.is_central() && matrices.contains(&self.matrix);
        match word {
            "armies" => return self.is_central(),
            "exchange" => return is_one_of(&[IDENTITY]) && !self.keeps_kinds(),
            _ if !self.keeps_kinds() => return false,
            _ => {}
        }
        match word {
            "symmetry" => self.is_central(),
            "rotations" => is_one_of(&[IDENTITY, HALF, QUARTERS[0], QUARTERS[1]]),
            "reflections" => is_one_of(&[LEFT_RIGHT, TOP_BOTTOM, HALF]),
            "diagonals" => is_one_of(&[RISING, FALLING, HALF]),
            "half-turn" => is_one_of(&[HALF]),
            "quarter-turn" => is_one_of(&QUARTERS),
            "horizontal" => is_one_of(&[LEFT_RIGHT]),
            "vertical" => is_one_of(&[TOP_BOTTOM]),
            "diagonal" => is_one_of(&[RISING]),
            "antidiagonal" => is_one_of(&[FALLING]),
            "shifts" => self.matrix == IDENTITY && self.times == 1,
            "affine" => self.matrix == IDENTITY,
            _ => panic!("{word}"),
        }
    }
}

/// Returns all maps of a board that preserve a problem, with all exchanges of armies.
fn maps(problem: &Problem) -> Vec<Map> {
    let board = problem.board();
    let (rows, cols) = (board.rows() as i64, board.cols() as i64);
    let (rows_wrap, cols_wrap) = (board.topology().rows_wrap(), board.topology().cols_wrap());
    let is_square = rows == cols && rows_wrap == cols_wrap;
    let gcd = |mut a: i64, mut b: i64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let units: Vec<i64> = match is_square && rows_wrap {
        true => (1..=rows.max(1)).filter(|&unit| gcd(unit, rows) == 1).collect(),
        false => vec![1],
    };
    let shifts = |wraps: bool, side: i64| if wraps { 0..side } else { 0..1 };
    let mut maps = Vec::new();
    for matrix in [IDENTITY, HALF, QUARTERS[0], QUARTERS[1], LEFT_RIGHT, TOP_BOTTOM, RISING, FALLING] {
        if matrix[0].0 == 0 && !is_square {
            continue;
        }
        for &times in &units {
            for down in shifts(rows_wrap, rows) {
                for across in shifts(cols_wrap, cols) {
                    let image = |row: i64, col: i64| {
                        let (row, col) = (row * times % rows, col * times % cols);
                        // A coordinate that a map reverses is counted from the other end.
                        let part = |toward: (i64, i64), side: i64| {
                            let sum = toward.0 * row + toward.1 * col;
                            if toward.0 + toward.1 < 0 { side - 1 + sum } else { sum }
                        };
                        let row_of = (matrix[0].0, matrix[1].0);
                        let col_of = (matrix[0].1, matrix[1].1);
                        let row = (part(row_of, rows) + down).rem_euclid(rows);
                        let col = (part(col_of, cols) + across).rem_euclid(cols);
                        (row * cols + col) as usize
                    };
                    let images: Vec<usize> = (0..rows * cols).map(|at| image(at / cols, at % cols)).collect();
                    for kinds in exchanges(problem) {
                        let map =
                            Map { matrix, times, shift: (down, across), element: (images.clone(), kinds) };
                        if keeps(problem, &map) {
                            maps.push(map);
                        }
                    }
                }
            }
        }
    }
    maps
}

/// Returns the permutations of kinds that exchange one or two armies of the same pieces.
fn exchanges(problem: &Problem) -> Vec<Vec<usize>> {
    let same: Vec<usize> = (0..problem.pieces().count()).collect();
    let told = |army: usize| {
        let pieces = problem.armies()[army].pieces().iter();
        pieces.map(|p| (p.kind.clone(), p.quantity, p.fixed.len())).collect::<Vec<_>>()
    };
    match problem.armies().len() {
        2 if told(0) == told(1) => {
            // Walls are not exchanged.
            let moving = problem.armies().iter().map(|army| army.pieces().len()).sum();
            let exchanged = |&kind: &usize| if kind < moving { (kind + moving / 2) % moving } else { kind };
            vec![same.clone(), same.iter().map(exchanged).collect()]
        }
        1 | 2 => vec![same],
        _ => panic!("up to two armies here"),
    }
}

fn keeps(problem: &Problem, map: &Map) -> bool {
    let board = problem.board();
    let (images, kinds) = &map.element;
    let place = |at: usize| ((at / board.cols()) as i64, (at % board.cols()) as i64);
    let of = |squares: &[Square]| -> BTreeSet<usize> {
        squares.iter().map(|square| square.row * board.cols() + square.col).collect()
    };
    let moved = |squares: &BTreeSet<usize>| squares.iter().map(|&at| images[at]).collect::<BTreeSet<_>>();
    let holes = of(board.holes());
    let pieces: Vec<_> = problem.pieces().collect();
    let keeps_moves = |moves: &armistice::piece::Moves| {
        if map.times == 1 {
            let image = |(down, across): (i32, i32)| {
                let [row, col] = map.matrix;
                let (down, across) = (i64::from(down), i64::from(across));
                (down * row.0 + across * col.0, down * row.1 + across * col.1)
            };
            let as_wide = |(down, across): (i32, i32)| (i64::from(down), i64::from(across));
            let rides: HashSet<_> = moves.rides().map(|(step, range)| (as_wide(step), range)).collect();
            return moves.rides().all(|(step, range)| rides.contains(&(image(step), range)));
        }
        let all = 0..board.squares();
        all.clone().filter(|at| !holes.contains(at)).all(|from| {
            all.clone().all(|to| {
                let attacks = |from, to| naive::attacks(board, moves, place(from), place(to));
                attacks(from, to) == attacks(images[from], images[to])
            })
        })
    };
    moved(&holes) == holes
        && pieces.iter().zip(kinds).filter(|(pieces, _)| pieces.quantity != Quantity::Exactly(0)).all(
            |(of_kind, &image)| {
                keeps_moves(of_kind.kind.moves()) && moved(&of(&of_kind.fixed)) == of(&pieces[image].fixed)
            },
        )
}

/// Returns the closure of some elements under composition.
fn closed(generators: &[Element], identity: Element) -> BTreeSet<Element> {
    let after = |first: &Element, second: &Element| -> Element {
        let one = |first: &[usize], second: &[usize]| first.iter().map(|&at| second[at]).collect();
        (one(&first.0, &second.0), one(&first.1, &second.1))
    };
    let mut found = BTreeSet::from([identity.clone()]);
    let mut left = vec![identity];
    while let Some(element) = left.pop() {
        for generator in generators {
            let product = after(&element, generator);
            if found.insert(product.clone()) {
                left.push(product);
            }
        }
    }
    found
}

/// Returns the group that words name; `None` if one of them is a single map that does not preserve the
/// problem.
fn group(maps: &[Map], words: &str) -> Option<BTreeSet<Element>> {
    let mut generators = Vec::new();
    for word in words.split('+').filter(|word| *word != "identity") {
        let own: Vec<Element> =
            maps.iter().filter(|map| map.is(word)).map(|map| map.element.clone()).collect();
        let is_single = word.contains('-')
            || ["horizontal", "vertical", "diagonal", "antidiagonal", "exchange"].contains(&word);
        if own.is_empty() && is_single {
            return None;
        }
        generators.extend(own);
    }
    Some(closed(&generators, maps[0].element.clone()))
}

/// The kinds with their squares, in order.
type Pieces = Vec<(usize, usize)>;

fn pieces(problem: &Problem, placement: &Placement) -> Pieces {
    let square = |&(kind, square): &(usize, Square)| (kind, square.row * problem.board().cols() + square.col);
    let mut pieces: Pieces = placement.pieces().iter().map(square).collect();
    pieces.sort_unstable();
    pieces
}

fn image((images, kinds): &Element, pieces: &Pieces) -> Pieces {
    let mut image: Pieces = pieces.iter().map(|&(kind, square)| (kinds[kind], images[square])).collect();
    image.sort_unstable();
    image
}

/// Makes problems with one or two armies, most of them symmetric.
fn random_problem(random: &mut Random, shape: &Shape) -> (String, Problem) {
    let mut parts: Parts = random_parts(random, shape);
    if !random.chance(3) {
        parts.holes.clear();
        parts.pieces.iter_mut().for_each(|part| part.fixed.clear());
    }
    for part in &mut parts.pieces {
        if !random.chance(3) && part.moves.is_some() {
            part.moves = Some(random.pick(&["W", "NN", "FF", "DD", "sN", "vWW", "(0,4)"]).to_owned());
        }
    }
    let mut text = parts.text();
    if random.chance(3) && parts.holes.is_empty() {
        let army = random.pick(&["Q2", "K2", "N2 K", "R", "P2", "B2"]);
        let board = format!("{}x{}/{}", parts.rows, parts.cols, parts.topology);
        text = match random.between(1, 4) {
            1 => format!("{board} {army}/K"),
            2 => format!("{board} {army}/{army}"),
            3 => format!("{board} K@a1/K"),
            _ => format!("{board} K@a1/K@r{}c{}", parts.rows, parts.cols),
        };
    }
    match text.parse() {
        Ok(problem) => (text, problem),
        // Two armies have a pre-placed piece on the same square.
        Err(_) => random_problem(random, shape),
    }
}

const WORDS: [&str; 34] = [
    "symmetry",
    "rotations",
    "reflections",
    "diagonals",
    "half-turn",
    "quarter-turn",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "armies",
    "exchange",
    "half-turn-exchanged",
    "quarter-turn-exchanged",
    "horizontal-exchanged",
    "vertical-exchanged",
    "diagonal-exchanged",
    "antidiagonal-exchanged",
    "shifts",
    "affine",
    "horizontal+diagonal",
    "horizontal+exchange",
    "rotations+exchange",
    "symmetry+exchange",
    "half-turn+shifts",
    "symmetry+shifts",
    "rotations+shifts",
    "armies+shifts",
    "horizontal+shifts",
    "symmetry+affine",
    "rotations+affine",
    "armies+affine",
    "diagonals+half-turn-exchanged",
    "identity",
];

/// Returns whether the library has to reject these words on this board.
fn is_refused(problem: &Problem, words: &str) -> bool {
    let topology = problem.board().topology();
    let is_square = problem.board().rows() == problem.board().cols();
    (words.contains("shifts") && !topology.cols_wrap())
        || (words.contains("affine") && !(topology.rows_wrap() && is_square))
}

#[test]
fn groups_by_name_are_those_of_the_definition() {
    let (mut counted, mut merged, mut fixed_some, mut refused) = (0, 0, 0, 0);
    for seed in seeds(PROBLEMS) {
        let mut random = Random::new(seed ^ 0x5e77);
        let (text, problem) = random_problem(&mut random, &SMALL);
        let all: Vec<Pieces> =
            placements_by_definition(&problem).iter().map(|placement| pieces(&problem, placement)).collect();
        let maps = maps(&problem);
        for words in (0..6).map(|_| random.pick(&WORDS)) {
            let place = format!("seed {seed}: {text}, {words}");
            let named: MapGroup = words.parse().unwrap();
            let same = Question::from(&problem).with_up_to(UpTo::from_group(named));
            let fixed = Question::from(&problem).with_fixed_by(named);
            let group = group(&maps, words).filter(|_| !is_refused(&problem, words));
            let Some(group) = group else {
                for question in [same, fixed] {
                    let error = plan(question, &Settings::default()).err();
                    let is_right = matches!(
                        error,
                        Some(PlanError::NoSuchSymmetry { .. } | PlanError::NoShifts | PlanError::NoDilations)
                    );
                    assert!(is_right, "{place}: {error:?}");
                }
                refused += 1;
                continue;
            };
            let firsts: HashSet<Pieces> = all
                .iter()
                .map(|pieces| group.iter().map(|element| image(element, pieces)).min().unwrap())
                .collect();
            let of_fixed =
                all.iter().filter(|pieces| group.iter().all(|element| image(element, pieces) == **pieces));
            let of_fixed = of_fixed.count();
            let keeps_armies =
                group.iter().all(|(_, kinds)| kinds.iter().enumerate().all(|(kind, &image)| kind == image));
            for engine in ["best", "cells", "frontier"] {
                if engine == "frontier" && !(keeps_armies && problem.armies().len() == 1) {
                    continue;
                }
                let settings = with_engine(engine);
                assert_eq!(count_with(same.clone(), &settings), firsts.len().into(), "{engine}, {place}");
                assert_eq!(count_with(fixed.clone(), &settings), of_fixed.into(), "{engine}, fixed, {place}");
            }
            let listed = list(&problem, UpTo::from_group(named));
            assert_eq!(listed.len(), firsts.len(), "listed, {place}");
            let sizes: u64 = listed.iter().map(|listed| listed.class_size).sum();
            assert_eq!(sizes, all.len() as u64, "sizes of classes, {place}");
            counted += 1;
            merged += u64::from(firsts.len() < all.len());
            fixed_some += u64::from(of_fixed > 0 && of_fixed < all.len());
        }
    }
    assert!(
        counted >= fewest(PROBLEMS) && refused >= fewest(PROBLEMS / 4),
        "{counted} counted, {refused} refused"
    );
    assert!(
        merged >= fewest(PROBLEMS / 2) && fixed_some >= fewest(PROBLEMS / 8),
        "{merged} merged, {fixed_some} fixed some"
    );
}

/// Placements of the plane are counted up to maps of the torus, which do not preserve them. Two placements
/// are equivalent if a map takes one to the other.
#[test]
fn placements_are_congruent_on_the_torus_by_definition() {
    let mut merged = 0;
    for seed in seeds(PROBLEMS / 4) {
        let mut random = Random::new(seed ^ 0x7025);
        let board = random.pick(&["4x4", "5x5", "3x4", "5x4", "1x5", "3x3"]);
        let kinds = random.pick(&["Q3", "K2", "R3", "N2 K", "B3", "P2", "Q0", "X2 Y X=flNbW Y=W"]);
        let text = format!("{board}/torus {kinds}");
        let words =
            random.pick(&["torus-shifts", "symmetry+torus-shifts", "torus-affine", "rotations+torus-affine"]);
        let place = format!("seed {seed}: {text}, {words}");
        let problem: Problem = text.replace("/torus", "").parse().unwrap();
        let question = Question::from(&problem).with_up_to(words.parse().unwrap());
        let is_square = problem.board().rows() == problem.board().cols();
        if words.contains("affine") && !is_square {
            assert_eq!(plan(question, &Settings::default()).err(), Some(PlanError::NoTorus), "{place}");
            continue;
        }
        let group = group(&maps(&text.parse().unwrap()), &words.replace("torus-", "")).unwrap();
        let all = placements_by_definition(&problem);
        let least = |placement: &Placement| {
            let pieces = pieces(&problem, placement);
            group.iter().map(|element| image(element, &pieces)).min().unwrap()
        };
        let expected = all.iter().map(least).collect::<HashSet<_>>().len();
        assert_eq!(count_with(question, &Settings::default()), expected.into(), "{place}");
        merged += u64::from(expected < all.len());
    }
    assert!(merged >= fewest(PROBLEMS / 16), "{merged}");
}

fn by_symmetry(question: &Question) -> Result<Stabilisers, PlanError> {
    let division = plan::by_symmetry(question, &Settings::default().with_threads(1))?;
    division.run(&Silent, |plan| Ok(plan.run(&Silent).unwrap()))
}

/// Checks each placement's stabiliser and the classes of a stabiliser against the definition. Returns the
/// result and the number of different stabilisers.
fn assert_stabilisers(place: &str, problem: &Problem, words: &str) -> (Stabilisers, usize) {
    let maps = maps(problem);
    let whole = group(&maps, words).unwrap();
    let question = Question::from(problem).with_up_to(words.parse().unwrap());
    let found = by_symmetry(&question).unwrap();
    let all: Vec<Pieces> =
        placements_by_definition(problem).iter().map(|placement| pieces(problem, placement)).collect();
    // The key has the elements of the stabiliser.
    let mut expected: HashMap<BTreeSet<Element>, usize> = HashMap::new();
    for pieces in &all {
        let own = whole.iter().filter(|element| image(element, pieces) == *pieces);
        *expected.entry(own.cloned().collect()).or_default() += 1;
    }
    let inverse = |element: &Element| {
        let inverse = |images: &[usize]| {
            let mut inverse = vec![0; images.len()];
            images.iter().enumerate().for_each(|(at, &image)| inverse[image] = at);
            inverse
        };
        (inverse(&element.0), inverse(&element.1))
    };
    let conjugate = |elements: &BTreeSet<Element>, by: &Element| -> BTreeSet<Element> {
        let back = inverse(by);
        let one = |element: &Element| {
            let part = |back: &[usize], of: &[usize], by: &[usize]| {
                back.iter().map(|&at| by[of[at]]).collect::<Vec<_>>()
            };
            (part(&back.0, &element.0, &by.0), part(&back.1, &element.1, &by.1))
        };
        elements.iter().map(one).collect()
    };
    for stabiliser in &found.stabilisers {
        let Some(named) = stabiliser.group else { continue };
        let elements = group(&maps, &named.to_string()).unwrap();
        assert_eq!(elements.len(), stabiliser.order, "{named}, {place}");
        let conjugates: HashSet<Vec<Element>> =
            whole.iter().map(|by| conjugate(&elements, by).into_iter().collect()).collect();
        assert_eq!(conjugates.len(), stabiliser.conjugates, "{named}, {place}");
        let placements: usize = expected
            .iter()
            .filter(|(own, _)| conjugates.contains(&own.iter().cloned().collect::<Vec<_>>()))
            .map(|(_, number)| number)
            .sum();
        assert_eq!(stabiliser.placements, placements.into(), "{named}, {place}");
        let fixed = all.iter().filter(|pieces| elements.iter().all(|one| image(one, pieces) == **pieces));
        assert_eq!(stabiliser.fixed, fixed.count().into(), "{named}, {place}");
    }
    // Stabilisers are compared by order, whatever their names. By the laws, everything is counted once, and
    // the number of classes is the mean.
    for order in 1..=whole.len() {
        let placements: usize =
            expected.iter().filter(|(own, _)| own.len() == order).map(|(_, number)| number).sum();
        let of_order = found.stabilisers.iter().filter(|one| one.order == order);
        let of_order: BigUint = of_order.map(|one| &one.placements).sum();
        assert_eq!(of_order, placements.into(), "order {order}, {place}");
    }
    let sum: BigUint = found.stabilisers.iter().map(|one| &one.placements).sum();
    assert_eq!((&sum, &found.placements), (&found.placements, &all.len().into()), "{place}");
    let mean: usize =
        all.iter().map(|pieces| whole.iter().filter(|one| image(one, pieces) == *pieces).count()).sum();
    assert_eq!(found.classes, (mean / whole.len()).into(), "{place}");
    assert_eq!(found.classes, count_with(question, &Settings::default()), "{place}");
    (found, expected.len())
}

#[test]
fn stabilisers_are_those_of_the_definition() {
    let (mut kinds_of, mut several) = (HashMap::new(), 0);
    for seed in seeds(PROBLEMS) {
        let mut random = Random::new(seed ^ 0x57ab);
        let (text, problem) = random_problem(&mut random, &SMALL);
        let words = random.pick(&[
            "symmetry",
            "symmetry",
            "rotations",
            "armies",
            "armies",
            "shifts",
            "symmetry+shifts",
            "symmetry+affine",
        ]);
        let place = format!("seed {seed}: {text}, {words}");
        if is_refused(&problem, words) {
            continue;
        }
        let (found, different) = assert_stabilisers(&place, &problem, words);
        for stabiliser in &found.stabilisers {
            *kinds_of.entry(stabiliser.name.clone()).or_insert(0) +=
                usize::from(stabiliser.placements != 0u32.into());
        }
        several += usize::from(different > 1);
    }
    assert!(several >= fewest(40), "{several}");
    let seen = |name: &str| kinds_of.get(name).copied().unwrap_or(0) >= fewest(1);
    for name in [
        "identity",
        "half-turn",
        "horizontal",
        "vertical",
        "diagonal",
        "reflections",
        "diagonals",
        "symmetry",
    ] {
        assert!(seen(name), "{name}: {kinds_of:?}");
    }
}

/// A wall stops the pieces that ride towards it, for all images under the symmetries.
#[test]
fn stabilisers_beside_walls_are_those_of_the_definition() {
    let (mut several, mut fixed) = (0, 0);
    for seed in seeds(PROBLEMS / 2) {
        let mut random = Random::new(seed ^ 0x3a115);
        let text = match random.chance(3) {
            true => random_problem(&mut random, &FEW).0,
            // The problem is preserved by many maps.
            false => {
                let boards = [
                    "3x3",
                    "4x4",
                    "3x4",
                    "2x5",
                    "1x6",
                    "3x3/torus",
                    "4x4/torus",
                    "4x4/cylinder",
                    "3x5/torus",
                ];
                let armies = ["Q2", "R2", "B2", "W3", "F2", "N2", "K2", "R B", "H2", "R/R", "B/B", "R*"];
                format!("{} {}", random.pick(&boards), random.pick(&armies))
            }
        };
        let words =
            random.pick(&["symmetry", "symmetry", "rotations", "armies", "shifts", "symmetry+shifts"]);
        let wall = random.pick(&["#1", "#1", "#2", "#1@b1", "#1@b2", "#2@a1"]);
        let text = format!("{text} {wall}");
        // A wall may be on a hole or on a piece.
        let Ok(problem) = text.parse::<Problem>() else { continue };
        if is_refused(&problem, words) {
            continue;
        }
        let (found, different) =
            assert_stabilisers(&format!("seed {seed}: {text}, {words}"), &problem, words);
        several += usize::from(different > 1);
        // The numbers agree with those of the questions in words.
        for one in &found.stabilisers {
            let Some(group) = one.group else { continue };
            let question = Question::from(&problem).with_fixed_by(group);
            let counted = count_with(question, &Settings::default());
            assert_eq!(counted, one.fixed, "seed {seed}: {text}, {words}, {group}");
        }
        fixed += usize::from(found.stabilisers.iter().skip(1).any(|one| one.fixed > 0u32.into()));
    }
    assert!(several >= fewest(15) && fixed >= fewest(15), "{several} {fixed}");
    let (found, _) = assert_stabilisers("4x4 F4 #1", &"4x4 F4 #1".parse().unwrap(), "symmetry");
    assert_eq!(found.classes, 997u32.into());
    let affine = Question::new("5x5/torus Q2 #1".parse().unwrap()).with_up_to("affine".parse().unwrap());
    assert_eq!(by_symmetry(&affine), Err(PlanError::NoDilations));
}

/// Any numbers of pieces, maximal placements, and counts by number are swept on the quotient.
#[test]
fn open_numbers_are_fixed_too() {
    let mut fixed_some = 0;
    for seed in seeds(PROBLEMS / 8) {
        let mut random = Random::new(seed ^ 0x09e2);
        let board = random.pick(&["3x3", "4x4", "3x4", "4x3/cylinder", "3x3/torus", "4x4-b2,c3"]);
        let pieces = random.pick(&["K*", "N*", "Q*", "W* N", "B*", "R* K*", "X* X=flNbW"]);
        let text = format!("{board} {pieces}");
        let problem: Problem = text.parse().unwrap();
        let (maximal, words) = (random.chance(2), random.pick(&WORDS[..10]));
        let place = format!("seed {seed}: {text}, {words}, maximal {maximal}");
        let maps = maps(&problem);
        let Some(group) = group(&maps, words) else { continue };
        let (mut all, mut of_fixed) = (0u32, 0u32);
        naive::visit_placements(&problem, &|| false, &mut |placed| {
            if maximal && !naive::is_maximal(&problem, placed) {
                return;
            }
            let cols = problem.board().cols() as i64;
            let mut own: Pieces =
                placed.iter().map(|&(kind, (row, col))| (kind, (row * cols + col) as usize)).collect();
            own.sort_unstable();
            all += 1;
            of_fixed += u32::from(group.iter().all(|element| image(element, &own) == own));
        });
        let question = Question::from(&problem).with_maximal(maximal);
        let fixed = question.clone().with_fixed_by(words.parse().unwrap());
        assert_eq!(count_with(fixed.clone(), &Settings::default()), of_fixed.into(), "{place}");
        let by_number = plan(fixed.with_by_number(true), &Settings::default()).unwrap().run(&Silent).unwrap();
        let sum: BigUint = by_number.by_number.unwrap().iter().map(|each| &each.count).sum();
        assert_eq!(sum, of_fixed.into(), "by number, {place}");
        let found = by_symmetry(&question).unwrap();
        assert_eq!(found.placements, all.into(), "{place}");
        let classes = question.with_up_to(UpTo::Symmetry);
        assert_eq!(found.classes, count_with(classes, &Settings::default()), "{place}");
        fixed_some += u64::from(of_fixed > 0 && of_fixed < all);
    }
    assert!(fixed_some >= fewest(PROBLEMS / 40), "{fixed_some}");
}

/// Each rejection is one line that names an accepted alternative.
#[test]
fn what_cannot_be_counted_is_refused() {
    let question = |text: &str, up_to: &str, fixed_by: &str| {
        let question: Question = text.parse().unwrap();
        question.with_up_to(up_to.parse().unwrap()).with_fixed_by(fixed_by.parse().unwrap())
    };
    for (text, up_to, fixed_by, expected) in [
        ("4x6 Q4", "quarter-turn", "identity", "expected half-turn, horizontal, vertical"),
        ("4x6 Q4", "nothing", "diagonal", "expected half-turn, horizontal, vertical"),
        ("4x4-a1,b1,d2 Q4", "nothing", "half-turn", "it has none"),
        ("4x4 Q4", "shifts", "identity", "on a torus or a cylinder"),
        ("4x4/cylinder Q4", "affine", "identity", "a square torus"),
        ("4x4 Q4", "symmetry", "half-turn", "either fixed-by or up-to"),
        ("4x4 Qmax", "nothing", "half-turn", "with the maximum number of pieces (max)"),
        ("4x4 Q K/R K blocked", "nothing", "half-turn", "with blocked lines"),
        ("4x4/torus Q4", "torus-shifts", "identity", "cannot be combined with joined edges"),
        ("4x4 Q4", "nothing", "torus-shifts", "only by --up-to of a count"),
        ("32x32/torus Q2", "symmetry+affine", "identity", "at most 65536"),
    ] {
        let error = plan(question(text, up_to, fixed_by), &Settings::default()).err();
        let error = error.unwrap_or_else(|| panic!("{text} is not refused")).to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{text}: {error}");
    }
    for (text, up_to, expected) in [
        ("4x4 Q4", "translation", "translation is not one of them"),
        ("4x4 Qmax", "nothing", "the maximum number of pieces (max)"),
        ("13x13/torus Q13", "symmetry+shifts", "use a smaller group"),
    ] {
        let error = by_symmetry(&question(text, up_to, "identity")).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{text}: {error}");
    }
    let by_number: Question = "4x4 Q*".parse().unwrap();
    assert!(is_together(by_symmetry(&by_number.with_by_number(true)).err(), Feature::ByNumber));
}

/// Queens: A033148 (fixed by a quarter turn), A032522 (by a half turn), and 12 classes of 8 queens, 11 of
/// them asymmetric and one with a half turn.
#[test]
fn queens_are_as_published() {
    let fixed = |n: u32, by: &str| {
        let question: Question = format!("{n}x{n} Q{n}").parse().unwrap();
        count_with(question.with_fixed_by(by.parse().unwrap()), &Settings::default())
    };
    for (n, quarter) in
        [(4, 2u32), (5, 2), (8, 0), (12, 8), (13, 8), (16, 64), (17, 128), (20, 480), (24, 3328)]
    {
        assert_eq!(fixed(n, "quarter-turn"), quarter.into(), "{n}");
    }
    for (n, half) in [(4, 2u32), (5, 2), (6, 4), (7, 8), (8, 4), (9, 16), (10, 12), (11, 48), (12, 80)] {
        assert_eq!(fixed(n, "half-turn"), half.into(), "{n}");
    }
    let found = by_symmetry(&"8x8 Q8".parse().unwrap()).unwrap();
    let classes = |name: &str| found.find(name.parse().unwrap()).unwrap().classes.clone();
    assert_eq!(
        [classes("identity"), classes("half-turn"), classes("quarter-turn")],
        [11u32, 1, 0].map(Into::into)
    );
    assert_eq!(
        found.stabilisers.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(" "),
        "identity horizontal half-turn diagonal reflections diagonals quarter-turn symmetry"
    );
    assert_eq!(MapGroup::default(), found.stabilisers[0].group.unwrap());
    assert!(armistice::MapName::ALL.iter().all(|name| name.name().parse::<MapGroup>().is_ok()));
}

/// Symmetries take reserved squares to reserved squares, even if no piece could stand there.
#[test]
fn reserved_squares_are_kept() {
    for (text, classes) in
        [("3x3~a1 K:a2,c2", 2), ("3x3-a1 K:a2,c2", 2), ("3x3 K:a2,c2", 1), ("3x3~a1 K0", 1)]
    {
        let problem: Problem = text.parse().unwrap();
        let question = Question::from(&problem).with_up_to(UpTo::Symmetry);
        assert_eq!(count_with(question, &Settings::default()), BigUint::from(classes as u32), "{text}");
    }
    let mut are_hidden = 0;
    for seed in seeds(120) {
        let mut random = Random::new(seed ^ 99);
        let side = random.between(2, 4);
        let squares: Vec<Square> =
            (0..side * side).map(|at| Square { row: at / side, col: at % side }).collect();
        let some = |random: &mut Random, one_in: usize| -> BTreeSet<Square> {
            squares.iter().copied().filter(|_| random.chance(one_in)).collect()
        };
        let reserved = some(&mut random, 4);
        let closed = some(&mut random, 2);
        let list = |sign: &str, of: &BTreeSet<Square>| {
            let names: Vec<String> = of.iter().map(Square::to_string).collect();
            if names.is_empty() { String::new() } else { format!("{sign}{}", names.join(",")) }
        };
        let number = random.between(0, 2);
        let text = format!("{side}x{side}{} K{number}{}", list("~", &reserved), list("~", &closed));
        let problem: Problem = text.parse().unwrap();
        let image = |map: PointMap, of: &BTreeSet<Square>| -> BTreeSet<Square> {
            of.iter().map(|&square| map.apply_to_square(square, (side, side))).collect()
        };
        let places = &reserved | &closed;
        let is_kept = |map: &PointMap| {
            image(*map, &reserved) == reserved && (number == 0 || image(*map, &places) == places)
        };
        let maps: Vec<PointMap> = PointMap::all().into_iter().filter(is_kept).collect();
        let by_places = PointMap::all().into_iter().filter(|map| image(*map, &places) == places).count();
        are_hidden += usize::from(maps.len() < by_places);
        let placements: Vec<BTreeSet<Square>> = placements_by_definition(&problem)
            .into_iter()
            .map(|placement| placement.pieces().iter().map(|piece| piece.1).collect())
            .collect();
        let least =
            |placement: &BTreeSet<Square>| maps.iter().map(|&map| image(map, placement)).min().unwrap();
        let classes: BTreeSet<BTreeSet<Square>> = placements.iter().map(least).collect();
        let question = Question::from(&problem).with_up_to(UpTo::Symmetry);
        let counted = count_with(question, &Settings::default());
        assert_eq!(counted, BigUint::from(classes.len()), "seed {seed}: {text}");
    }
    assert!(are_hidden >= fewest(5), "{are_hidden}");
}
