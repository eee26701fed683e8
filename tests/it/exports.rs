//! Problems in the formats of other solvers, against the oracle.
//!
//! Every file is read back by a small solver of its own, whose solutions correspond one to one to the
//! placements of the problem. `scripts/test-solvers` runs the real solvers.

use crate::common::armies::{ArmiesShape, random_armies};
use crate::common::{
    Random, Shape, closed_in_places, first_seed, placement, random_open_parts, random_parts,
};
use armistice::board::Square;
use armistice::engines::naive;
use armistice::export::{Export, ExportError, Format, Options, Reader, SolverAnswer};
use armistice::{Named, Placement, Problem, Quantity};
use std::collections::{BTreeMap, BTreeSet};

/// The most placements of a problem in these tests.
const MAX_PLACEMENTS: usize = 400;

const SHAPE: Shape = Shape {
    sides: &[(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3)],
    most_kinds: 3,
    most_ways: 20_000.0,
};

const ARMIES: ArmiesShape = ArmiesShape {
    sides: &[(1, 3), (2, 2), (2, 3), (3, 3), (3, 4)],
    topologies: &["plane", "plane", "cylinder", "torus"],
    most_armies: 3,
    most_kinds: 2,
    most_ways: 20_000.0,
};

/// Returns small random problems, each with its placements by the definition. Pieces written `max` count in
/// any number.
fn problems(of_each: usize) -> Vec<(Problem, BTreeSet<Placement>)> {
    let mut problems = Vec::new();
    for seed in first_seed().. {
        let mut random = Random::new(seed);
        let problem = match seed % 3 {
            0 => random_parts(&mut random, &SHAPE).problem(),
            1 => random_open_parts(&mut random, &Shape { most_ways: 2_000.0, ..SHAPE }).problem(),
            _ => random_armies(&mut random, &ARMIES).problem(),
        };
        let problem = if seed % 2 == 0 { closed_in_places(&mut random, problem) } else { problem };
        let mut placements = BTreeSet::new();
        let mut visited = 0;
        naive::visit_placements(&problem, &|| false, &mut |placed| {
            visited += 1;
            if visited <= MAX_PLACEMENTS {
                placements.insert(placement(placed));
            }
        });
        if visited <= MAX_PLACEMENTS {
            problems.push((problem, placements));
        }
        if problems.len() == 3 * of_each {
            break;
        }
    }
    problems
}

fn exported(problem: &Problem, format: Format, options: Options) -> Result<String, ExportError> {
    let mut file = Vec::new();
    Export::new(problem, format, options)?.write(&mut file).unwrap();
    Ok(String::from_utf8(file).unwrap())
}

fn is_maximum(problem: &Problem) -> bool {
    problem.pieces().any(|pieces| pieces.quantity == Quantity::Max)
}

/// Counts the pieces of the kinds written `max`.
fn number(problem: &Problem, placement: &Placement) -> usize {
    let quantities: Vec<Quantity> = problem.pieces().map(|pieces| pieces.quantity).collect();
    placement.pieces().iter().filter(|(kind, _)| quantities[*kind] == Quantity::Max).count()
}

/// Returns the placements with the most pieces written `max`.
fn largest(problem: &Problem, placements: &BTreeSet<Placement>) -> BTreeSet<Placement> {
    let most = placements.iter().map(|placement| number(problem, placement)).max();
    let is_largest = |placement: &&Placement| Some(number(problem, placement)) == most;
    placements.iter().filter(is_largest).cloned().collect()
}

/// Returns the kind with this name in files: a letter, and the army if there are several.
fn kind(problem: &Problem, name: &str) -> usize {
    let (letter, army) = name.split_at(1);
    let army = if army.is_empty() { 0 } else { army.parse::<usize>().unwrap() - 1 };
    let letter = letter.to_ascii_uppercase().chars().next().unwrap();
    let mut kinds = problem.pieces().zip(problem.army_of());
    kinds.position(|(pieces, of)| pieces.kind.letter() == letter && of == army).unwrap()
}

/// Reads the comments of DIMACS files about variables and vertices: `c 1 Q a1`.
fn comments(problem: &Problem, file: &str) -> Vec<(usize, Square)> {
    let mut pieces = Vec::new();
    for line in file.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["c", number, name, square] = words[..]
            && let Ok(number) = number.parse::<usize>()
        {
            pieces.push((kind(problem, name), square.parse().unwrap()));
            assert_eq!(number, pieces.len());
        }
    }
    pieces
}

/// Finds all models of clauses by splitting and unit propagation only.
fn models(clauses: &[Vec<i64>], values: Vec<Option<bool>>, found: &mut Vec<Vec<bool>>) {
    let mut values = values;
    loop {
        let mut unit = None;
        for clause in clauses {
            let value = |literal: i64| {
                values[literal.unsigned_abs() as usize - 1].map(|value| value == (literal > 0))
            };
            if clause.iter().any(|&literal| value(literal) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&literal| value(literal).is_none());
            match (open.next(), open.next()) {
                (None, _) => return,
                (Some(&literal), None) => unit = Some(literal),
                _ => {}
            }
        }
        match unit {
            Some(literal) => values[literal.unsigned_abs() as usize - 1] = Some(literal > 0),
            None => break,
        }
    }
    match values.iter().position(Option::is_none) {
        None => found.push(values.into_iter().flatten().collect()),
        Some(open) => {
            for value in [true, false] {
                let mut values = values.clone();
                values[open] = Some(value);
                models(clauses, values, found);
            }
        }
    }
}

/// Returns the placements that are models of a formula, and the number of models.
fn placements_of_cnf(problem: &Problem, file: &str) -> (BTreeSet<Placement>, usize) {
    let pieces = comments(problem, file);
    let head: Vec<usize> = file
        .lines()
        .find_map(|line| line.strip_prefix("p cnf "))
        .unwrap()
        .split(' ')
        .map(|number| number.parse().unwrap())
        .collect();
    let lines = file.lines().filter(|line| !line.starts_with(['c', 'p']));
    let clause = |line: &str| {
        let mut clause: Vec<i64> = line.split(' ').map(|literal| literal.parse().unwrap()).collect();
        assert_eq!(clause.pop(), Some(0));
        clause
    };
    let clauses: Vec<Vec<i64>> = lines.map(clause).collect();
    assert_eq!(clauses.len(), head[1]);
    let projected = (1..=pieces.len()).map(|number| format!(" {number}")).collect::<String>();
    assert!(file.contains(&format!("\nc p show{projected} 0\n")) && file.contains("\nc t mc\n"));
    let mut found = Vec::new();
    models(&clauses, vec![None; head[0]], &mut found);
    let placement = |model: &Vec<bool>| {
        Placement::new(
            pieces.iter().zip(model).filter(|(_, value)| **value).map(|(piece, _)| *piece).collect(),
        )
    };
    (found.iter().map(placement).collect(), found.len())
}

#[test]
fn models_are_placements_one_for_one() {
    let mut counted = 0;
    for (problem, all) in problems(40) {
        let cnf = |options| exported(&problem, Format::Cnf, options);
        if !is_maximum(&problem) {
            let (placements, models) = placements_of_cnf(&problem, &cnf(Options::default()).unwrap());
            assert_eq!((&placements, models), (&all, all.len()), "{problem}");
            counted += models;
            continue;
        }
        assert_eq!(cnf(Options::default()), Err(ExportError::Maximum), "{problem}");
        let most = all.iter().map(|placement| number(&problem, placement)).max().unwrap_or(1);
        for least in [0, most / 2, most, most + 1] {
            let file = cnf(Options::default().with_at_least(Some(least as u32))).unwrap();
            let (placements, models) = placements_of_cnf(&problem, &file);
            let has_number = |placement: &&Placement| number(&problem, placement) >= least;
            let expected: BTreeSet<Placement> = all.iter().filter(has_number).cloned().collect();
            assert_eq!((&placements, models), (&expected, expected.len()), "{problem}: {least}");
            counted += models;
        }
    }
    assert!(counted > 1000, "{counted} models");
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    AtMost,
    AtLeast,
    Equal,
}

/// Variables with values 0 and 1, sums of them, and an objective to maximise.
#[derive(Debug, Default)]
struct Program {
    pieces: Vec<(usize, Square)>,
    rows: Vec<(Vec<usize>, Relation, usize)>,
    maximised: Vec<usize>,
}

impl Program {
    /// Returns all solutions, even if they do not maximise the objective.
    fn solutions(&self) -> BTreeSet<Placement> {
        let mut found = BTreeSet::new();
        self.extend(&mut Vec::new(), &mut found);
        found
    }

    fn extend(&self, values: &mut Vec<bool>, found: &mut BTreeSet<Placement>) {
        let is_whole = values.len() == self.pieces.len();
        let may_hold = |(row, relation, bound): &(Vec<usize>, Relation, usize)| {
            let sum = row.iter().filter(|&&variable| values.get(variable) == Some(&true)).count();
            let open = row.iter().filter(|&&variable| variable >= values.len()).count();
            (*relation == Relation::AtLeast || sum <= *bound)
                && (*relation == Relation::AtMost || sum + open >= *bound)
        };
        if !self.rows.iter().all(may_hold) {
            return;
        }
        if is_whole {
            let held = self.pieces.iter().zip(values.iter()).filter(|(_, value)| **value);
            found.insert(Placement::new(held.map(|(piece, _)| *piece).collect()));
            return;
        }
        for value in [false, true] {
            values.push(value);
            self.extend(values, found);
            values.pop();
        }
    }

    fn variable(&self, piece: (usize, Square)) -> usize {
        self.pieces.iter().position(|other| *other == piece).unwrap()
    }
}

/// Reads the part of the LP form that the export uses.
fn program_of_lp(problem: &Problem, file: &str) -> Program {
    assert!(file.lines().all(|line| line.len() < 255), "{file}");
    let mut program = Program::default();
    let piece = |name: &str| {
        let (name, square) = name.strip_prefix("at_").unwrap().split_once('_').unwrap();
        (kind(problem, name), square.parse::<Square>().unwrap())
    };
    let binary = file.split_once("\nBinary\n").unwrap().1.strip_suffix("End\n").unwrap();
    let names = binary.lines().map(str::trim).filter(|name| *name != "nothing");
    program.pieces = names.map(piece).collect();
    let body = file.split_once("\nMaximize\n").unwrap().1.split_once("\nBinary\n").unwrap().0;
    let (objective, rows) = body.split_once("\nSubject To\n").unwrap();
    // The variables have the factor one.
    let terms = |sum: &str| {
        let terms = sum.split('+').map(str::trim).filter(|term| !term.starts_with("0 "));
        terms.map(|term| program.variable(piece(term))).collect::<Vec<_>>()
    };
    let maximised = terms(objective.split_once(':').unwrap().1);
    let mut read = Vec::new();
    for row in rows.replace("\n ", " ").split(':').skip(1).flat_map(|row| {
        // The name of the next row follows the number.
        ["<=", ">=", "="].iter().find_map(|sign| row.split_once(sign).map(|(sum, bound)| (sum, *sign, bound)))
    }) {
        let (sum, sign, bound) = row;
        let relation = match sign {
            "<=" => Relation::AtMost,
            ">=" => Relation::AtLeast,
            _ => Relation::Equal,
        };
        let bound = bound.split_whitespace().next().unwrap().parse().unwrap();
        read.push((terms(sum), relation, bound));
    }
    Program { rows: read, maximised, ..program }
}

/// Reads the part of the OPB form that the export uses.
fn program_of_opb(problem: &Problem, file: &str) -> Program {
    let mut program = Program::default();
    let mut lines = file.lines();
    let head = lines.next().unwrap();
    for line in lines {
        if let Some(words) = line.strip_prefix("* x") {
            let words: Vec<&str> = words.split(' ').collect();
            assert_eq!(words[0], (program.pieces.len() + 1).to_string());
            program.pieces.push((kind(problem, words[1]), words[2].parse().unwrap()));
        } else if let Some(sum) = line.strip_suffix(" ;").filter(|line| !line.starts_with('*')) {
            let (terms, bound) = sum.split_once('=').map_or((sum, None), |(terms, bound)| {
                (terms.trim_end_matches('>'), Some(bound.trim().parse::<i64>().unwrap()))
            });
            let words: Vec<&str> = terms.trim_start_matches("min:").split_whitespace().collect();
            let signs: BTreeSet<&str> =
                words.iter().copied().step_by(2).filter(|sign| *sign != "+0").collect();
            let number = |name: &str| name[1..].parse::<usize>().unwrap() - 1;
            let is_there = |at: &usize| words[at - 1] != "+0";
            let row = (1..words.len()).step_by(2).filter(is_there).map(|at| number(words[at])).collect();
            assert!(signs.len() <= 1, "{line}");
            match (bound, signs.first()) {
                (None, _) => program.maximised = row,
                (Some(bound), Some(&"-1")) => {
                    program.rows.push((row, Relation::AtMost, usize::try_from(-bound).unwrap()));
                }
                (Some(bound), _) => {
                    let relation = if sum.contains(">=") { Relation::AtLeast } else { Relation::Equal };
                    program.rows.push((row, relation, usize::try_from(bound).unwrap()));
                }
            }
        }
    }
    let expected = format!("* #variable= {} #constraint= {}", program.pieces.len(), program.rows.len());
    assert_eq!(head, expected);
    program
}

/// Reads the part of logic programs that the export uses.
fn program_of_asp(problem: &Problem, file: &str) -> Program {
    let board = problem.board();
    let squares = (0..board.squares()).map(|index| board.square(index));
    let holes: Vec<Square> = file.lines().filter_map(|line| Some(at(line.strip_prefix("hole(")?))).collect();
    let squares: Vec<Square> = squares.filter(|square| !holes.contains(square)).collect();
    let size = if holes.is_empty() {
        format!("square(1..{},1..{}).", board.cols(), board.rows())
    } else {
        format!("square(F,R) :- F = 1..{}, R = 1..{}, not hole(F,R).", board.cols(), board.rows())
    };
    assert!(file.lines().any(|line| line == size), "{file}");
    let mut program = Program::default();
    let all_of = |text: &str| -> Vec<(usize, Square)> {
        let names = text.split("at(").skip(1).map(|rest| kind(problem, rest.split_once(",F,R)").unwrap().0));
        names.flat_map(|kind| squares.iter().map(move |&square| (kind, square))).collect()
    };
    for line in file.lines() {
        if let Some((atoms, number)) = line.strip_prefix("{ ").and_then(|rest| rest.split_once(" }")) {
            let first = program.pieces.len();
            program.pieces.extend(all_of(atoms));
            if let Some(number) = number.strip_prefix(" = ") {
                let number = number.trim_end_matches('.').parse().unwrap();
                program.rows.push(((first..program.pieces.len()).collect(), Relation::Equal, number));
            }
        } else if let Some(sum) = line.strip_prefix("#maximize ") {
            program.maximised = all_of(sum).into_iter().map(|piece| program.variable(piece)).collect();
        } else if let Some(body) = line.strip_prefix(":- ") {
            if let Some((atoms, least)) = body.split_once(" } < ") {
                let row = all_of(atoms).into_iter().map(|piece| program.variable(piece)).collect();
                program.rows.push((row, Relation::AtLeast, least.trim_end_matches('.').parse().unwrap()));
                continue;
            }
            let pieces = body.split("at(").skip(1).map(|atom| {
                let (name, place) = atom.split_once(',').unwrap();
                (kind(problem, name), at(place))
            });
            let row: Vec<usize> = pieces.map(|piece| program.variable(piece)).collect();
            let is_full = body.starts_with("not 1 { ") && body.ends_with(" } 1.");
            assert!(is_full || body.starts_with("2 { ") || row.len() < 3, "{line}");
            let is_one = body.starts_with("not ");
            // If the kind cannot stand on the other squares, the row has a single atom.
            let most = usize::from(row.len() > 1);
            program.rows.push(if is_one { (row, Relation::Equal, 1) } else { (row, Relation::AtMost, most) });
        }
    }
    program
}

/// Reads the square of `3,1)` and the rest.
fn at(text: &str) -> Square {
    let (file, rank) = text.split_once(')').unwrap().0.split_once(',').unwrap();
    let number = |text: &str| text.parse::<usize>().unwrap() - 1;
    Square { row: number(rank), col: number(file) }
}

/// Reads the part of MiniZinc that the export uses.
fn program_of_mzn(problem: &Problem, file: &str) -> Program {
    let mut program = Program::default();
    let mut squares: Vec<Square> = Vec::new();
    let mut first_of: BTreeMap<String, usize> = BTreeMap::new();
    for line in file.lines() {
        if let Some((_, list)) = line.split_once("of string: squares = [") {
            let names = list.trim_end_matches("];").split(", ").filter(|name| !name.is_empty());
            squares = names.map(|name| name.trim_matches('"').parse().unwrap()).collect();
        } else if let Some((_, name)) = line.split_once("of var 0..1: ") {
            let name = name.trim_end_matches(';');
            first_of.insert(name.to_owned(), program.pieces.len());
            program.pieces.extend(squares.iter().map(|&square| (kind(problem, name), square)));
        }
    }
    let terms = |sum: &str| -> Vec<usize> {
        let term = |term: &str| match term.strip_prefix("sum(") {
            Some(name) => {
                let first = first_of[name.trim_end_matches(')')];
                (first..first + squares.len()).collect::<Vec<_>>()
            }
            None => {
                let (name, number) = term.trim_end_matches(']').split_once('[').unwrap();
                vec![first_of[name] + number.parse::<usize>().unwrap() - 1]
            }
        };
        sum.split(" + ").flat_map(|one| term(one.trim())).collect()
    };
    for line in file.lines().map(|line| line.trim_end_matches(';')) {
        if let Some(sum) = line.strip_prefix("solve maximize ") {
            program.maximised = terms(sum);
        } else if let Some(row) = line.strip_prefix("constraint ") {
            let (sign, relation) = match () {
                () if row.contains("<=") => ("<=", Relation::AtMost),
                () if row.contains(">=") => (">=", Relation::AtLeast),
                () => ("=", Relation::Equal),
            };
            let (sum, bound) = row.split_once(sign).unwrap();
            program.rows.push((terms(sum), relation, bound.trim().parse().unwrap()));
        }
    }
    program
}

#[test]
fn programs_have_the_placements_as_solutions() {
    type Read = fn(&Problem, &str) -> Program;
    let formats: [(Format, Read); 4] = [
        (Format::Lp, program_of_lp),
        (Format::Asp, program_of_asp),
        (Format::Minizinc, program_of_mzn),
        (Format::Opb, program_of_opb),
    ];
    let mut maximised = 0;
    for (problem, all) in problems(20) {
        for (format, read) in formats {
            let file = exported(&problem, format, Options::default()).unwrap();
            let program = read(&problem, &file);
            assert_eq!(program.solutions(), all, "{problem}: {format}: {file}");
            let is_max = |kind: usize| problem.pieces().nth(kind).unwrap().quantity == Quantity::Max;
            let variables = 0..program.pieces.len();
            let expected: Vec<usize> =
                variables.filter(|&variable| is_max(program.pieces[variable].0)).collect();
            assert_eq!(program.maximised, expected, "{problem}: {format}");
            if !is_maximum(&problem) {
                continue;
            }
            maximised += 1;
            let most = all.iter().map(|placement| number(&problem, placement)).max().unwrap_or(1);
            let options = Options::default().with_at_least(Some(most as u32));
            let program = read(&problem, &exported(&problem, format, options).unwrap());
            assert!(program.maximised.is_empty(), "{problem}: {format}");
            assert_eq!(program.solutions(), largest(&problem, &all), "{problem}: {format}, at least {most}");
        }
    }
    assert!(maximised > 10, "{maximised} with max");
}

/// The edges, numbered from 0, with the smaller vertex first.
type Edges = BTreeSet<(usize, usize)>;

fn graph_of_dimacs(file: &str) -> (usize, Edges) {
    let numbers = |rest: &str| -> (usize, usize) {
        let (first, second) = rest.split_once(' ').unwrap();
        (first.parse().unwrap(), second.parse().unwrap())
    };
    let (vertices, count) = numbers(file.lines().find_map(|line| line.strip_prefix("p edge ")).unwrap());
    let edges: Vec<(usize, usize)> =
        file.lines().filter_map(|line| Some(numbers(line.strip_prefix("e ")?))).collect();
    assert_eq!(edges.len(), count);
    let edges: Edges = edges.into_iter().map(|(first, second)| (first - 1, second - 1)).collect();
    assert!(edges.len() == count && edges.iter().all(|(first, second)| first < second && *second < vertices));
    (vertices, edges)
}

fn graph_of_graph6(file: &str) -> (usize, Edges) {
    let bytes = file.strip_suffix('\n').unwrap().as_bytes();
    assert!(bytes.iter().all(|byte| (63..127).contains(byte)));
    let six = |byte: &u8| usize::from(byte - 63);
    let (vertices, rest) = match bytes {
        [126, number @ ..] if number.len() >= 3 => {
            (number[..3].iter().fold(0, |all, byte| all << 6 | six(byte)), &number[3..])
        }
        [number, rest @ ..] => (six(number), rest),
        [] => panic!("no graph"),
    };
    let pairs = (0..vertices).flat_map(|second| (0..second).map(move |first| (first, second)));
    let is_edge = |place: usize| six(&rest[place / 6]) >> (5 - place % 6) & 1 == 1;
    let edges = pairs.enumerate().filter(|(place, _)| is_edge(*place)).map(|(_, pair)| pair).collect();
    assert_eq!(rest.len(), (vertices * vertices.saturating_sub(1) / 2).div_ceil(6));
    (vertices, edges)
}

/// Returns independent sets of at most `size` vertices, each with vertices from `from` on.
fn independent_sets(vertices: usize, edges: &Edges, size: usize) -> Vec<Vec<usize>> {
    let mut sets = vec![Vec::new()];
    let mut next = 0;
    while let Some(set) = sets.get(next).cloned() {
        let from = set.last().map_or(0, |last| last + 1);
        let fits = |vertex: &usize| set.iter().all(|&other| !edges.contains(&(other, *vertex)));
        if set.len() < size {
            sets.extend((from..vertices).filter(fits).map(|vertex| [&set[..], &[vertex]].concat()));
        }
        next += 1;
    }
    sets
}

/// Returns the independent sets that the file asks for, as placements.
fn placements_of_graph(problem: &Problem, file: &str) -> Vec<Placement> {
    let pieces = comments(problem, file);
    let (vertices, edges) = graph_of_dimacs(file);
    assert_eq!(pieces.len(), vertices);
    let line = file.lines().find(|line| line.contains("independent sets")).unwrap();
    let size = line.split_whitespace().find_map(|word| word.parse::<usize>().ok());
    let mut sets = independent_sets(vertices, &edges, size.unwrap_or(usize::MAX));
    let most = sets.iter().map(Vec::len).max().unwrap();
    match size {
        Some(size) => sets.retain(|set| set.len() == size),
        None if line.contains("largest") => sets.retain(|set| set.len() == most),
        None => assert!(line.contains("any size")),
    }
    let given: Vec<(usize, Square)> = problem
        .pieces()
        .enumerate()
        .flat_map(|(kind, pieces)| pieces.fixed.iter().map(move |&square| (kind, square)))
        .collect();
    let placement = |set: &Vec<usize>| {
        Placement::new(set.iter().map(|&vertex| pieces[vertex]).chain(given.iter().copied()).collect())
    };
    sets.iter().map(placement).collect()
}

#[test]
fn sets_of_vertices_are_placements_one_for_one() {
    let mut counts = BTreeMap::new();
    for (problem, all) in problems(40) {
        let file = match exported(&problem, Format::Graph, Options::default()) {
            Ok(file) => file,
            Err(ExportError::GivenAttack(_)) => {
                assert!(all.is_empty(), "{problem}");
                continue;
            }
            Err(ExportError::MixedNumbers(_)) => {
                *counts.entry("mixed").or_insert(0) += 1;
                continue;
            }
            Err(error) => panic!("{problem}: {error}"),
        };
        let expected = if is_maximum(&problem) { largest(&problem, &all) } else { all };
        let (vertices, edges) = graph_of_dimacs(&file);
        if vertices > 60 {
            continue;
        }
        let found = placements_of_graph(&problem, &file);
        assert_eq!(found.len(), expected.len(), "{problem}: {file}");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{problem}: {file}");
        let form = if file.contains("any size") { "any" } else { "sized" };
        *counts.entry(form).or_insert(0) += 1;
        let graph6 = |options| graph_of_graph6(&exported(&problem, Format::Graph6, options).unwrap());
        assert_eq!(graph6(Options::default()), (vertices, edges.clone()), "{problem}");
        let complement = Options::default().with_complement(true);
        let other = exported(&problem, Format::Graph, complement).unwrap();
        assert!(other.contains("cliques"), "{other}");
        let (_, others) = graph_of_dimacs(&other);
        assert_eq!(graph6(complement), (vertices, others.clone()), "{problem}");
        assert!(edges.is_disjoint(&others), "{problem}");
        assert_eq!(edges.len() + others.len(), vertices * vertices.saturating_sub(1) / 2, "{problem}");
    }
    assert!(counts.len() == 3 && counts["sized"] > 30 && counts["any"] > 3, "{counts:?}");
}

/// A graph with more than 62 vertices has a longer head.
#[test]
fn graphs_of_many_vertices() {
    for text in ["8x8 Q*", "7x9 N*", "31x2 K*", "20x20/torus B*"] {
        let problem: Problem = text.parse().unwrap();
        let file = |format| exported(&problem, format, Options::default()).unwrap();
        assert_eq!(graph_of_graph6(&file(Format::Graph6)), graph_of_dimacs(&file(Format::Graph)), "{text}");
    }
}

/// The output that solvers would print for every placement is read as the placements.
#[test]
fn what_solvers_print_is_read_back() {
    for (problem, all) in problems(20) {
        let cnf = exported(
            &problem,
            Format::Cnf,
            Options::default().with_at_least(is_maximum(&problem).then_some(0)),
        );
        let pieces = comments(&problem, &cnf.unwrap());
        let several = problem.armies().len() > 1;
        let army_of = problem.army_of();
        let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
        let name = |kind: usize| match several {
            true => format!("{}{}", letters[kind], army_of[kind] + 1),
            false => letters[kind].to_string(),
        };
        for format in [Format::Cnf, Format::Asp, Format::Lp, Format::Minizinc] {
            let said = |placement: &Placement| {
                let held = |piece: &(usize, Square)| placement.pieces().contains(piece);
                let words: Vec<String> = match format {
                    Format::Cnf => {
                        let numbered = pieces.iter().enumerate();
                        let word =
                            |(number, piece)| format!("{}{}", if held(piece) { "" } else { "-" }, number + 1);
                        return format!("v {} 0\n", numbered.map(word).collect::<Vec<_>>().join(" "));
                    }
                    Format::Minizinc => {
                        let squares = armistice::notation::placement_squares(&problem, placement);
                        return format!("placement: {squares}\n----------\n");
                    }
                    Format::Asp => {
                        let atom = |&(kind, at): &(usize, Square)| {
                            format!("at({},{},{})", name(kind).to_ascii_lowercase(), at.col + 1, at.row + 1)
                        };
                        placement.pieces().iter().map(atom).collect()
                    }
                    _ => {
                        let value = |piece: &(usize, Square)| {
                            format!("at_{}_{} {}", name(piece.0), piece.1, u8::from(held(piece)))
                        };
                        pieces.iter().map(value).collect()
                    }
                };
                let head = if format == Format::Asp { "Answer: 1" } else { "Model status" };
                format!("{head}\n{}\n", words.join(" "))
            };
            let output: String = all.iter().map(said).collect();
            let mut reader = Reader::new(&problem, None).unwrap();
            let mut read = Vec::new();
            for line in output.lines() {
                read.extend(reader.line(line).unwrap());
            }
            read.extend(reader.end().unwrap());
            // A program without variables has no line that distinguishes this output.
            if !(format == Format::Lp && pieces.is_empty()) {
                let expected: Vec<SolverAnswer> = all.iter().cloned().map(SolverAnswer::Placement).collect();
                assert_eq!(read, expected, "{problem}: {format}: {output}");
            }
        }
    }
}

#[test]
fn what_a_format_cannot_say_is_refused() {
    let refused = |text: &str, format: Format, options: Options| {
        let problem = text.parse::<Problem>().unwrap();
        Export::new(&problem, format, options).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let plain = Options::default();
    for &format in Format::ALL {
        assert!(refused("4x4 Q N/Q N blocked", format, plain).contains("blocked lines"), "{format}");
        assert_eq!(refused("4x4 Q2/Q2 blocked", format, plain), "", "{format}");
        assert!(refused("2000x2000 Q5", format, plain).contains("4000000 squares"), "{format}");
        assert!(refused("4x4 Q2", format, plain.with_at_least(Some(1))).contains("needs a kind with max"));
    }
    assert!(refused("4x4 Nmax", Format::Cnf, plain).contains("--at-least"));
    assert!(
        refused("4x4 Nmax", Format::Graph, plain.with_at_least(Some(2)))
            .contains("does not apply to a graph")
    );
    assert!(refused("4x4 Q2", Format::Lp, plain.with_complement(true)).contains("not to lp"));
    for text in ["4x4 Q2 N*", "4x4 Q2 Nmax", "4x4 Q* Nmax", "4x4 Q2/N*"] {
        assert!(refused(text, Format::Graph, plain).contains("independent sets"), "{text}");
        assert!(refused(text, Format::Graph6, plain).contains("graph6: independent sets"), "{text}");
    }
    assert!(
        refused("4x4 Q4@a1,a2", Format::Graph, plain).contains("the pre-placed pieces attack each other")
    );
    assert!(refused("600x600 Q600", Format::Graph6, plain).contains("more than 258047"));
    assert!(refused("1000x1000 Q50000", Format::Cnf, plain).contains("more than"));
    assert_eq!(refused("600x600 Q600", Format::Cnf, plain), "");
}
