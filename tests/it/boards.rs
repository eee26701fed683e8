//! Boards of every geometry and shape: all engines and searches against the oracle, on random small problems,
//! and known counts.
//!
//! The oracle computes steps in its own way (`engines::naive`): it walks one square after another, across the
//! sides before the ends, whereas the library jumps.

use crate::common::{Random, answer, count_with, fewest, is_misfit, placement, plan, seeds, with_engine};
use armistice::board::{Board, Square};
use armistice::engines::{Engine, naive};
use armistice::plan::{PlanError, Settings, Silent};
use armistice::search::listing::{FirstFail, Selection, list_lex};
use armistice::search::random::Sampler;
use armistice::search::{ArmiesQuestion, Finder, First, find_first, largest, largest_armies, smallest};
use armistice::{Demand, Named, Placement, Problem, Quantity, Question, UpTo};
use num_bigint::BigUint;
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::AtomicBool;

/// The number of random problems.
const PROBLEMS: u64 = 2_000;
/// The most steps that the oracle may take for a problem.
const MAX_STEPS: u64 = 5_000;

/// Makes a small board of any type.
fn random_board(random: &mut Random) -> String {
    let side = |random: &mut Random, most: usize| random.between(1, most);
    let mut board = match random.between(0, 11) {
        0 => format!("hexagon:{}", random.pick(&[1, 2, 2, 3])),
        1 => format!("triangle:{}", side(random, 5)),
        2 => format!("staircase:{}", side(random, 5)),
        3 => format!("diamond:{}", side(random, 2)),
        4 => format!("cross:{},{}", side(random, 2), side(random, 2)),
        5 => format!("ring:{}x{},{}", side(random, 5), side(random, 5), side(random, 2)),
        6 => format!("quarter:{}", side(random, 4)),
        7 => format!("{}x{}x{}", side(random, 3), side(random, 3), side(random, 3)),
        8 => format!("{}x{}x2x{}", side(random, 2), side(random, 3), side(random, 2)),
        9 => {
            let (rows, cols) = (side(random, 4), side(random, 4));
            let rank = |random: &mut Random| (0..cols).map(|_| random.pick(&['.', '.', '.', 'x'])).collect();
            let ranks: Vec<String> = (0..rows).map(|_| rank(random)).collect();
            return format!("board={}", ranks.join("/"));
        }
        _ => {
            let topology = random.pick(&["moebius", "moebius", "klein", "projective", "roll"]);
            format!("{}x{}/{topology}", side(random, 5), side(random, 4))
        }
    };
    if random.chance(4) {
        let hole = random.pick(&["every:2", "dark", "a1", "b2", "every:2x3"]);
        board = format!("{board}-{hole}");
    }
    board
}

/// Makes a random problem with exact numbers, with `*` or `max`, of one army or of two.
fn random_problem(random: &mut Random) -> Problem {
    loop {
        let board = random_board(random);
        let is_in_space = board.split('/').next().is_some_and(|size| size.matches('x').count() > 1);
        let kinds: &[&str] = match is_in_space && !board.starts_with("board") {
            true => &["K", "Q", "R", "B", "N", "U", "W", "F", "X"],
            false => &["K", "Q", "R", "B", "N", "A", "F", "W", "D", "H", "X"],
        };
        let mut text = board;
        let mut used = HashSet::new();
        for place in 0..random.between(1, 3) {
            let letter = random.pick(kinds);
            // A kind occurs once in an army, and here once in all.
            if !used.insert(letter) {
                continue;
            }
            let sign = if place > 0 && random.chance(4) { "/" } else { " " };
            let number = random.pick(&["", "2", "2", "3", "*", "max"]);
            text = format!("{text}{sign}{letter}{number}");
        }
        if used.contains("X") {
            let moves =
                if is_in_space { &["(1,2,1)", "(1,1,1)W", "WW2"][..] } else { &["(1,3)", "WW2", "FF2W"] };
            text = format!("{text} X={}", random.pick(moves));
        }
        if random.chance(3) && !text.contains(['*', 'm']) {
            text += " blocked";
        }
        // The text may have holes off the board, or letters of other boards.
        if let Ok(problem) = text.parse::<Problem>() {
            return problem;
        }
    }
}

/// Returns all placements by the definition; `None` if that takes too long. For problems with `max`, returns
/// those with the most pieces.
fn by_definition(problem: &Problem, maximal: bool) -> Option<Vec<Placement>> {
    let steps = Cell::new(0);
    let is_too_long = || {
        steps.set(steps.get() + 1);
        steps.get() > MAX_STEPS
    };
    let is_sought: Vec<bool> = problem.pieces().map(|pieces| pieces.quantity == Quantity::Max).collect();
    let mut all: Vec<(usize, Placement)> = Vec::new();
    let finished = naive::visit_placements(problem, &is_too_long, &mut |placed| {
        if !maximal || naive::is_maximal(problem, placed) {
            let sought = placed.iter().filter(|(kind, _)| is_sought[*kind]).count();
            all.push((sought, placement(placed)));
        }
    });
    let most = all.iter().map(|(sought, _)| *sought).max();
    all.retain(|(sought, _)| Some(*sought) == most);
    let mut all: Vec<Placement> = all.into_iter().map(|(_, placement)| placement).collect();
    all.sort();
    finished.then_some(all)
}

/// Checks that every engine which supports a question finds the expected answer.
fn check_engines(
    seed: u64,
    question: &Question,
    expected: &BigUint,
    counted: &mut HashMap<&'static str, u64>,
) {
    let engines = Engine::ALL.iter().filter(|engine| engine.name() != "naive");
    for &engine in engines {
        let settings = Settings::default().with_engine(engine);
        match plan(question.clone(), &settings) {
            Err(PlanError::Refused { .. }) => continue,
            Err(error) if is_misfit(&error, engine.name()) => continue,
            _ => {}
        }
        match answer(question.clone(), &settings) {
            Ok((found, ..)) => {
                assert_eq!(found, *expected, "seed {seed}, {engine}: {question:?}");
                *counted.entry(engine.name()).or_default() += 1;
            }
            Err(PlanError::Refused { .. }) => {}
            Err(error) => panic!("{engine}: {}: {error}", question.problem),
        }
    }
}

#[test]
fn engines_and_searches_agree_with_the_oracle_on_every_board() {
    let mut counted: HashMap<&'static str, u64> = HashMap::new();
    let (mut compared, mut with_several, mut listed) = (0, 0, 0);
    for seed in seeds(PROBLEMS) {
        let problem = random_problem(&mut Random::new(seed ^ 0xb0a4d));
        let text = problem.to_string();
        let again = text.parse::<Problem>().map(|problem| problem.to_string());
        assert_eq!(again.as_ref(), Ok(&text), "seed {seed}");
        let maximal = seed % 5 == 0 && problem.armies().len() == 1;
        let Some(expected) = by_definition(&problem, maximal) else { continue };
        let number = BigUint::from(expected.len());
        let question = Question::from(&problem).with_maximal(maximal);
        check_engines(seed, &question, &number, &mut counted);
        compared += 1;
        with_several += u64::from(expected.len() > 1);
        assert!(expected.iter().all(|placement| placement.fault(&problem).is_none()), "seed {seed}: {text}");
        if maximal {
            continue;
        }
        if problem.armies().len() == 1 && problem.open_pieces().next().is_none() {
            let mut found: Vec<Placement> = FirstFail::new(&problem).unwrap().collect();
            found.sort();
            assert!(found == expected, "seed {seed}, first fail: {text}: {}", found.len());
            listed += 1;
        }
        if problem.open_pieces().next().is_none() {
            let first = find_first(&problem, 0, &Silent);
            let first = first.unwrap_or_else(|error| panic!("seed {seed}: {text}: {error}"));
            match first {
                First::Found { placement, .. } => {
                    assert!(expected.contains(&placement), "seed {seed}: {text}");
                }
                _ => assert!(expected.is_empty(), "seed {seed}: {text}"),
            }
        }
    }
    assert!(compared >= fewest(PROBLEMS * 2 / 3), "{compared}");
    assert!(with_several >= fewest(PROBLEMS / 3), "{with_several}");
    assert!(listed >= fewest(PROBLEMS / 10), "{listed}");
    for name in ["cells", "frontier", "best"] {
        assert!(
            counted.get(name).is_some_and(|&number| number >= fewest(PROBLEMS / 5)),
            "{name}: {counted:?}"
        );
    }
}

/// Returns the maps of a board that preserve the attacks between pieces, computed by the oracle.
fn kept(problem: &Problem) -> Vec<Vec<u16>> {
    let board = problem.board();
    let places: Vec<(i64, i64)> = (0..board.squares())
        .map(|index| board.square(index))
        .map(|square| (square.row as i64, square.col as i64))
        .collect();
    let maps = board.maps(false).into_iter().map(|map| map.images);
    let keeps = |images: &Vec<u16>| {
        problem.pieces().all(|pieces| {
            let attacks =
                |from: usize, to: usize| naive::attacks(board, pieces.kind.moves(), places[from], places[to]);
            let pairs = (0..places.len()).flat_map(|from| (0..places.len()).map(move |to| (from, to)));
            let open = |at: usize| board.is_open(board.square(at));
            pairs.filter(|&(from, to)| open(from) && open(to)).all(|(from, to)| {
                attacks(from, to) == attacks(usize::from(images[from]), usize::from(images[to]))
            })
        })
    };
    let mut seen = HashSet::new();
    maps.filter(keeps).filter(|images| seen.insert(images.clone())).collect()
}

#[test]
fn classes_agree_with_the_definition_on_every_board() {
    let mut counted: HashMap<&'static str, u64> = HashMap::new();
    let mut reduced = 0;
    for seed in seeds(PROBLEMS / 2) {
        let problem = random_problem(&mut Random::new(seed ^ 0xc1a55));
        let Some(all) = by_definition(&problem, false).filter(|all| !all.is_empty()) else { continue };
        let board = problem.board();
        let maps = kept(&problem);
        // Every placement is replaced by the least of its images.
        let least = |placement: &Placement| {
            let image = |images: &Vec<u16>| {
                let turned = |&(kind, square): &(usize, _)| {
                    (kind, board.square(usize::from(images[board.index(square)])))
                };
                Placement::new(placement.pieces().iter().map(turned).collect())
            };
            maps.iter().map(image).min()
        };
        let classes: HashSet<Option<Placement>> = all.iter().map(least).collect();
        reduced += u64::from(classes.len() < all.len());
        let question = Question::from(&problem).with_up_to(UpTo::Symmetry);
        check_engines(seed, &question, &classes.len().into(), &mut counted);
    }
    assert!(reduced >= fewest(PROBLEMS / 6), "{reduced}");
    assert!(counted.get("frontier").is_some_and(|&number| number >= fewest(PROBLEMS / 10)), "{counted:?}");
}

/// The counts are published, or can be worked out by hand.
#[test]
fn known_counts() {
    for (text, expected) in [
        // The rooks are on every second hexagon of the rim. These hexagons share no edge, but meet corner to
        // corner.
        ("hexagon:2 R3", "2"),
        ("hexagon:2 W3", "2"),
        // One bishop is in the middle, and one on each triangle of the rim.
        ("hexagon:2 B3", "9"),
        ("hexagon:1 K", "1"),
        // Two kings in a cube: A166540.
        ("3x3x3 K2", "193"),
        ("2x2x2 K2", "0"),
        // The eight squares of a cube have one unicorn diagonal for each of four pairs.
        ("2x2x2 U*", "81"),
        ("1x1/projective K", "1"),
    ] {
        let problem: Problem = text.parse().unwrap();
        let expected: BigUint = expected.parse().unwrap();
        assert_eq!(count_with(&problem, &with_engine("naive")), expected, "{text}");
        assert_eq!(count_with(&problem, &Settings::default()), expected, "{text}");
    }
}

/// Writes a board of squares as a rectangle with holes, and as a drawing.
fn rewritten(board: &Board) -> [String; 2] {
    let (rows, cols) = (board.rows(), board.cols());
    let holes: Vec<String> = board.holes().iter().map(Square::to_string).collect();
    let dash = if holes.is_empty() { "" } else { "-" };
    let sign = |row, col| if board.is_open(Square { row, col }) { '.' } else { '*' };
    let ranks: Vec<String> =
        (0..rows).rev().map(|row| (0..cols).map(|col| sign(row, col)).collect()).collect();
    [format!("{rows}x{cols}{dash}{}", holes.join(",")), format!("board={}", ranks.join("/"))]
}

/// A shape, the rectangle around it with holes, and a drawing are one board: all problems have the same
/// numbers on it.
#[test]
fn a_board_is_the_same_however_it_is_written() {
    let (mut compared, mut without_a_line) = (0, 0);
    for seed in seeds(250) {
        let mut random = Random::new(seed ^ 77);
        let mut text = match random.between(0, 4) {
            0 => format!("staircase:{}", random.between(2, 4)),
            1 => "diamond:2".to_owned(),
            2 => format!("cross:1,{}", random.between(1, 2)),
            3 => format!("ring:{}x{}", random.between(3, 4), random.between(3, 4)),
            _ => format!("quarter:{}", random.between(2, 3)),
        };
        let whole: Board = text.parse().unwrap();
        let open: Vec<Square> =
            (0..whole.squares()).map(|at| whole.square(at)).filter(|&at| whole.is_open(at)).collect();
        // A rank or a file may be missing.
        let gone = random.pick(&open);
        let sort = random.between(0, 5);
        let is_gone = |at: &Square| match sort {
            0 => at.row == gone.row,
            1 => at.col == gone.col,
            2 => *at == gone,
            _ => false,
        };
        let holes: BTreeSet<Square> = open.iter().copied().filter(is_gone).collect();
        if !holes.is_empty() && holes.len() < open.len() {
            let names: Vec<String> = holes.iter().map(Square::to_string).collect();
            text = format!("{text}-{}", names.join(","));
        }
        let board: Board = text.parse().unwrap();
        let letter = random.pick(&["K", "N", "B", "R", "W", "P"]);
        let mut rest = format!("{letter}{}", random.between(1, 3));
        for along in ["rank", "file", "diagonal", "antidiagonal", "main", "region"] {
            let is_square = board.rows() == board.cols();
            if random.chance(4) && (along != "main" || is_square) {
                rest += &format!(" {along}={}", random.pick(&["1..", "..1", "1", "0..2"]));
            }
        }
        if rest.contains("region") {
            let rank = |random: &mut Random| -> String {
                (0..board.cols()).map(|_| random.pick(&['a', 'b', 'c', '.'])).collect()
            };
            let ranks: Vec<String> = (0..board.rows()).map(|_| rank(&mut random)).collect();
            rest += &format!(" regions={}", ranks.join("/"));
        }
        let pairs = if random.chance(3) { " pairs=0.." } else { "" };
        let [rectangle, drawing] = rewritten(&board);
        let asked = |text: &str| -> Option<Vec<Result<BigUint, PlanError>>> {
            let problem: Problem = format!("{text} {rest}{pairs}").parse().ok()?;
            let question = Question::from(&problem);
            Some(vec![
                answer(&problem, &with_engine("naive")).map(|answer| answer.0),
                answer(&problem, &Settings::default()).map(|answer| answer.0),
                answer(question.clone().with_up_to(UpTo::Symmetry), &Settings::default())
                    .map(|answer| answer.0),
                answer(question.with_dominating(Demand::Dominating), &Settings::default())
                    .map(|answer| answer.0),
            ])
        };
        let of_shape = asked(&text);
        for other in [rectangle, drawing] {
            let told = format!("seed {seed}: {text} {rest}{pairs} and {other}");
            match (&of_shape, asked(&other)) {
                (None, None) => {}
                (Some(ours), Some(theirs)) => {
                    for (ours, theirs) in ours.iter().zip(&theirs) {
                        let (Ok(ours), Ok(theirs)) = (ours, theirs) else { continue };
                        assert_eq!(ours, theirs, "{told}");
                        compared += 1;
                    }
                    if let [Ok(naive), Ok(best), ..] = &theirs[..] {
                        assert_eq!(naive, best, "{told}");
                    }
                }
                _ => panic!("{told}: one is refused"),
            }
        }
        without_a_line += usize::from(holes.len() > 1);
    }
    assert!(
        compared >= fewest(500) && without_a_line >= fewest(20),
        "{compared} compared, {without_a_line} without a line"
    );
}

/// Returns the rejections of a problem by searches that are stopped immediately.
fn refusals(problem: &Problem) -> Vec<String> {
    let stop = AtomicBool::new(true);
    let (question, settings) = (Question::new(problem.clone()), Settings::default());
    let mut refusals = vec![
        find_first(problem, 1, &stop).err().map(|error| error.to_string()),
        list_lex(problem, Selection::default(), &stop).err().map(|error| error.to_string()),
        FirstFail::new(problem).err().map(|error| error.to_string()),
        Sampler::new(problem, 1, &stop).err().map(|error| error.to_string()),
        smallest(problem, Demand::Nothing, true, &settings, &stop).err().map(|error| error.to_string()),
    ];
    for finder in [Finder::Best, Finder::Bound] {
        for is_counted in [false, true] {
            let found = largest(&question, &settings, finder, is_counted, &stop);
            refusals.push(found.err().map(|error| error.to_string()));
        }
    }
    let armies = largest_armies(&question, &settings, ArmiesQuestion::default(), &stop);
    refusals.push(armies.err().map(|error| error.to_string()));
    refusals.into_iter().flatten().collect()
}

/// A board is larger than the size that its rejection names.
#[test]
fn the_sizes_that_refusals_name_are_exceeded() {
    let sides = ["31x33", "32x32", "33x32", "128x129", "1025x1", "60000x60000"];
    let pieces = ["N40", "N40~a1", "Qmax", "R20 + B3", "X2 K2 X=gQ", "Kmax Nmax", "N3/K", "Q*", "K2 #1"];
    for (side, pieces) in sides.iter().flat_map(|side| pieces.iter().map(move |pieces| (side, pieces))) {
        let (pieces, closed) = pieces.split_once('~').map_or((*pieces, ""), |_| ("N40", "~a1"));
        let Ok(problem) = format!("{side}{closed} {pieces}").parse::<Problem>() else { continue };
        let squares = problem.board().squares();
        for refusal in refusals(&problem) {
            let words: Vec<&str> = refusal.split_whitespace().collect();
            for said in words.windows(4) {
                let Ok(number) = said[2].parse::<usize>() else { continue };
                let choices = squares * problem.pieces().count();
                let is_exceeded = match said {
                    ["more", "than", _, "squares" | "squares:"] => squares > number,
                    // With several kinds, armies or walls, the reason may be another one.
                    ["up", "to", _, _] | ["at", "most", _, _] => {
                        choices > number || problem.pieces().count() > 1 || problem.walls().is_some()
                    }
                    _ => true,
                };
                assert!(
                    is_exceeded || refusal.contains("max supports a single kind"),
                    "{problem}: {refusal}"
                );
            }
        }
    }
}

/// On large boards, the maximum of a single kind is rejected only because of the size.
#[test]
fn the_largest_number_of_one_kind_is_refused_beyond_its_size() {
    let stop = AtomicBool::new(true);
    let is_refused = |text: &str| {
        let question = Question::new(text.parse().unwrap());
        largest(&question, &Settings::default(), Finder::Best, false, &stop).is_err()
    };
    for (text, expected) in
        [("128x128 Qmax", false), ("128x129 Qmax", true), ("33x33~a1 Kmax", false), ("129x127 Nmax", false)]
    {
        assert_eq!(is_refused(text), expected, "{text}");
    }
}
