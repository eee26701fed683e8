//! The registry of published sequences: every definition against a count by hand, and the engines against the
//! terms.

use crate::common::{Patience, fewest, one_in};
use armistice::answer::{AnswerError, Ledger};
use armistice::clock::Instant;
use armistice::engines::naive;
use armistice::plan::{Observer, Outcome, Plan, Settings, Silent, StoppingObserver};
use armistice::sequences::layout::{Layout, TermGroup};
use armistice::sequences::{
    OmissionReason, Registry, RegistryEntry, Sequence, Stop, Term, Verification, verify,
};
use armistice::{Demand, Objective, Problem, Quantity, Question, UpTo};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

fn sequences() -> impl Iterator<Item = &'static Sequence> {
    Registry::built_in().entries().iter().filter_map(|entry| match entry {
        RegistryEntry::Supported(sequence) => Some(&**sequence),
        RegistryEntry::Unsupported(_) => None,
    })
}

#[test]
fn the_registry_is_read_whole() {
    assert_eq!(Registry::built_in_faults(), []);
    let entries = Registry::built_in().entries();
    let unsupported = entries.iter().filter(|entry| matches!(entry, RegistryEntry::Unsupported(_))).count();
    assert_eq!((entries.len(), unsupported), (860, 78));
    let ids: Vec<&str> = entries.iter().map(RegistryEntry::id).collect();
    assert!(ids.is_sorted() && ids.iter().all(|id| id.len() == 7 && id.starts_with('A')));
    let header = include_str!("../../crates/families/src/sequences/registry.txt");
    assert!(header.contains("The OEIS Foundation") && header.contains("CC BY-SA 4.0"));
}

/// A search for placements by the definition, without the engines: each square in turn stays empty or takes a
/// piece.
struct ByHand<'a> {
    problem: &'a Problem,
    /// For each kind and square, the squares that a piece there attacks.
    attacked: Vec<Vec<BTreeSet<usize>>>,
    quantities: Vec<Quantity>,
    /// The kind on each square.
    board: Vec<Option<usize>>,
    found: Vec<Vec<Option<usize>>>,
    nodes_left: u32,
}

/// The most nodes of a term by hand, so that a test of hundreds of sequences takes seconds. The first term of
/// a sequence may take more, so that every sequence has a term.
const MAX_NODES: u32 = 60_000;
const MAX_FIRST_NODES: u32 = 5_000_000;

impl<'a> ByHand<'a> {
    fn new(problem: &'a Problem, nodes_left: u32) -> Self {
        let board = problem.board();
        let pieces: Vec<_> = problem.pieces().collect();
        let attacked = |square: usize, kind: &armistice::piece::Kind| {
            kind.moves().attacked_squares(board, board.square(square)).map(|to| board.index(to)).collect()
        };
        let squares = 0..board.squares();
        Self {
            problem,
            attacked: pieces
                .iter()
                .map(|pieces| squares.clone().map(|square| attacked(square, &pieces.kind)).collect())
                .collect(),
            quantities: pieces.iter().map(|pieces| pieces.quantity).collect(),
            board: vec![None; board.squares()],
            found: Vec::new(),
            nodes_left,
        }
    }

    fn fits(&self, kind: usize, square: usize) -> bool {
        let board = self.problem.board();
        board.is_open(board.square(square))
            && self.board[square].is_none()
            && self.board.iter().enumerate().all(|(other, piece)| {
                piece.is_none_or(|piece| {
                    let army_of = self.problem.army_of();
                    (self.problem.armies().len() > 1 && army_of[kind] == army_of[piece])
                        || !self.attacked[kind][square].contains(&other)
                            && !self.attacked[piece][other].contains(&square)
                })
            })
    }

    /// Returns whether no piece hops onto another one, by the oracle's walk.
    fn is_hop_peace(&self) -> bool {
        let board = self.problem.board();
        let place = |at: usize| (board.square(at).row as i64, board.square(at).col as i64);
        let is_taken = |at: (i64, i64)| {
            (0..self.board.len()).any(|other| place(other) == at && self.board[other].is_some())
        };
        let standing = || (0..self.board.len()).filter(|&at| self.board[at].is_some());
        self.problem.has_fixed_moves()
            || self.problem.pieces().enumerate().all(|(kind, pieces)| {
                standing().filter(|&at| self.board[at] == Some(kind)).all(|from| {
                    let moves = pieces.kind.moves();
                    standing()
                        .all(|to| to == from || !naive::hops(board, moves, place(from), place(to), &is_taken))
                })
            })
    }

    fn missing(&self, kind: usize) -> usize {
        match self.quantities[kind] {
            Quantity::Exactly(number) => {
                number as usize - self.board.iter().filter(|piece| **piece == Some(kind)).count()
            }
            Quantity::Within(_) | Quantity::Any | Quantity::Max => 0,
        }
    }

    /// Collects all placements; `None` if there are too many to try.
    fn place(&mut self, square: usize) -> Option<()> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let missing: usize = (0..self.quantities.len()).map(|kind| self.missing(kind)).sum();
        if missing > self.board.len() - square {
            return Some(());
        }
        if square == self.board.len() {
            if self.is_hop_peace() {
                self.found.push(self.board.clone());
            }
            return Some(());
        }
        for kind in 0..self.quantities.len() {
            let wanted = !matches!(self.quantities[kind], Quantity::Exactly(_)) || self.missing(kind) > 0;
            if wanted && self.fits(kind, square) {
                self.board[square] = Some(kind);
                self.place(square + 1)?;
                self.board[square] = None;
            }
        }
        self.place(square + 1)
    }

    /// Returns whether no piece can be added.
    fn is_maximal(&mut self, placement: &[Option<usize>]) -> bool {
        self.board = placement.to_vec();
        let kinds = 0..self.quantities.len();
        !kinds.into_iter().any(|kind| (0..self.board.len()).any(|square| self.fits(kind, square)))
    }

    /// Returns the images of squares under a map of the board: bits for rotations and reflections, a
    /// dilation, and shifts.
    fn squares_of(&self, (map, times, down, across): (usize, usize, usize, usize)) -> Vec<usize> {
        let (rows, cols) = (self.problem.board().rows(), self.problem.board().cols());
        let image = |index: usize| {
            let (mut row, mut col) = (index / cols, index % cols);
            if map & 1 > 0 {
                row = rows - 1 - row;
            }
            if map & 2 > 0 {
                col = cols - 1 - col;
            }
            if map & 4 > 0 {
                (row, col) = (col, row);
            }
            (row * times + down) % rows * cols + (col * times + across) % cols
        };
        (0..rows * cols).map(image).collect()
    }

    /// Returns the images of squares under the maps of a named group: those of square boards that occur in
    /// sequences.
    fn group(&self, name: &str) -> BTreeSet<Vec<usize>> {
        let (name, more) = name.split_once('+').unwrap_or((name, ""));
        assert!(["", "shifts", "torus-shifts", "torus-affine"].contains(&more), "{more}");
        let is_shifted = !more.is_empty();
        let maps: &[usize] = match name {
            "identity" => &[0],
            "half-turn" => &[0, 3],
            "horizontal" => &[0, 2],
            "diagonal" => &[0, 4],
            "reflections" => &[0, 1, 2, 3],
            "diagonals" => &[0, 3, 4, 7],
            "quarter-turn" | "rotations" => &[0, 3, 5, 6],
            "symmetry" => &[0, 1, 2, 3, 4, 5, 6, 7],
            _ => panic!("{name}"),
        };
        let board = self.problem.board();
        let shifts = |side: usize| if is_shifted { 0..side } else { 0..1 };
        let shifts =
            shifts(board.rows()).flat_map(|down| shifts(board.cols()).map(move |across| (down, across)));
        // Multiplication by these numbers permutes the ranks.
        let is_unit = |times: &usize| {
            (0..board.rows()).map(|row| row * times % board.rows()).collect::<BTreeSet<_>>().len()
                == board.rows()
        };
        let units: Vec<usize> =
            if more == "torus-affine" { (1..=board.rows()).filter(is_unit).collect() } else { vec![1] };
        shifts
            .flat_map(|shift| units.iter().map(move |&times| (times, shift)))
            .flat_map(|(times, (down, across))| maps.iter().map(move |&map| (map, times, down, across)))
            .map(|map| self.squares_of(map))
            .collect()
    }

    fn image(placement: &[Option<usize>], squares: &[usize]) -> Vec<Option<usize>> {
        let mut image = vec![None; placement.len()];
        placement.iter().zip(squares).for_each(|(&piece, &square)| image[square] = piece);
        image
    }

    /// Returns whether a placement has exactly the symmetries of a group, up to conjugation.
    fn has_just(&self, group: &BTreeSet<Vec<usize>>, placement: &[Option<usize>]) -> bool {
        let all = self.group("symmetry");
        all.iter().any(|by| {
            let turned = Self::image(placement, by);
            let own = all.iter().filter(|squares| Self::image(&turned, squares) == turned);
            own.cloned().collect::<BTreeSet<_>>() == *group
        })
    }

    /// Like [`class`](Self::class), but also exchanges the pieces of two armies of one kind each.
    fn class_of_two(&self, placement: &[Option<usize>]) -> Vec<Option<usize>> {
        let exchanged: Vec<_> = placement.iter().map(|piece| piece.map(|army| 1 - army)).collect();
        self.class(placement).min(self.class(&exchanged))
    }

    /// Returns the least image of a placement under rotations and reflections. They preserve the moves of all
    /// kinds here.
    fn class(&self, placement: &[Option<usize>]) -> Vec<Option<usize>> {
        let board = self.problem.board();
        let (rows, cols) = (board.rows(), board.cols());
        let maps = (0..8).filter(|map| rows == cols || map & 4 == 0).map(|map| {
            let mut image = vec![None; placement.len()];
            for (index, &piece) in placement.iter().enumerate() {
                let (mut row, mut col) = (index / cols, index % cols);
                if map & 1 > 0 {
                    row = rows - 1 - row;
                }
                if map & 2 > 0 {
                    col = cols - 1 - col;
                }
                if map & 4 > 0 {
                    (row, col) = (col, row);
                }
                image[row * cols + col] = piece;
            }
            image
        });
        maps.min().unwrap()
    }
}

/// Returns the term of a sequence of largest opposing armies, by hand.
fn armies_by_hand(sequence: &Sequence, problem: &Problem, most_nodes: u32) -> Option<BigUint> {
    let found = |times: &[u32]| -> Option<BTreeSet<Vec<Option<usize>>>> {
        let Some(problem) = problem.times(times) else { return Some(BTreeSet::new()) };
        let mut hand = ByHand::new(&problem, most_nodes);
        hand.place(0)?;
        let found = std::mem::take(&mut hand.found);
        let is_of_two = sequence.up_to == UpTo::Armies;
        Some(
            found
                .into_iter()
                .map(|placed| if is_of_two { hand.class_of_two(&placed) } else { placed })
                .collect(),
        )
    };
    let (mut times, mut largest) = (vec![0; problem.armies().len()], BTreeSet::from([Vec::new()]));
    loop {
        let next: Vec<u32> = times.iter().map(|times| times + 1).collect();
        let placements = found(&next)?;
        if placements.is_empty() {
            break;
        }
        (times, largest) = (next, placements);
    }
    while sequence.term == Term::Aggressor && times[0] > 0 && !found(&[times[0], times[1] + 1])?.is_empty() {
        times[1] += 1;
    }
    Some(match sequence.term {
        Term::LargestCount => largest.len().into(),
        Term::Aggressor => times[1].into(),
        _ => times[0].into(),
    })
}

/// Returns all placements with walls, which act as holes for the other pieces.
fn beside_walls(problem: &Problem, walls: usize, most_nodes: u32) -> Option<Vec<Vec<Option<usize>>>> {
    let text = problem.to_string();
    let bare: Vec<&str> = text.split(' ').filter(|word| !word.starts_with('#')).collect();
    let bare: Problem = bare.join(" ").parse().unwrap();
    let (board, mut nodes_left, mut all) = (problem.board(), most_nodes, Vec::new());
    let mut choices = vec![Vec::new()];
    for _ in 0..walls {
        let longer = |choice: &Vec<usize>| {
            let next = choice.last().map_or(0, |last| last + 1)..board.squares();
            next.map(|square| [choice.as_slice(), &[square]].concat()).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    for choice in choices {
        let walled =
            choice.iter().try_fold(board.clone(), |walled, &wall| walled.with_hole(board.square(wall)));
        let Ok(walled) = walled else { continue };
        let rest = bare.on_board(walled).unwrap();
        let mut hand = ByHand::new(&rest, nodes_left);
        hand.place(0)?;
        nodes_left = hand.nodes_left;
        for mut placed in std::mem::take(&mut hand.found) {
            choice.iter().for_each(|&wall| placed[wall] = Some(hand.quantities.len()));
            all.push(placed);
        }
    }
    Some(all)
}

/// Returns the most pieces of the last army: the number of squares that the other armies leave to it, because
/// pieces of one army do not attack each other.
fn largest_beside(problem: &Problem, most_nodes: u32) -> Option<usize> {
    let last = problem.pieces().count() - 1;
    let given = problem.with_number(last, 0).unwrap();
    let mut hand = ByHand::new(&given, most_nodes);
    hand.place(0)?;
    let found = std::mem::take(&mut hand.found);
    let left = found.into_iter().map(|placed| {
        hand.board = placed;
        (0..hand.board.len()).filter(|&square| hand.fits(last, square)).count()
    });
    Some(left.max().unwrap_or(0))
}

/// Returns the placements of a problem with features that this file does not support, from the oracle's
/// definition.
fn by_definition(sequence: &Sequence, problem: &Problem, most_nodes: u32) -> Option<Vec<Vec<Option<usize>>>> {
    let nodes = Cell::new(0);
    let is_too_much = || {
        nodes.set(nodes.get() + 1);
        nodes.get() > most_nodes / 10
    };
    let question =
        Question::new(problem.clone()).with_maximal(sequence.maximal).with_dominating(sequence.dominating);
    let (board, mut found) = (problem.board(), Vec::new());
    let complete = naive::visit_asked(&question, &is_too_much, &mut |placed| {
        let mut placement = vec![None; board.squares()];
        for &(kind, (row, col)) in placed {
            placement[row as usize * board.cols() + col as usize] = Some(kind);
        }
        found.push(placement);
    });
    complete.then_some(found)
}

/// Returns the term of a problem by hand, if that is little work.
fn by_hand(sequence: &Sequence, problem: &Problem, most_nodes: u32) -> Option<BigUint> {
    let is_number = matches!(sequence.term, Term::Largest | Term::OtherSquares);
    let has_places = !problem.quotas().is_empty() || !problem.reserved_squares().is_empty();
    let is_least = matches!(sequence.term, Term::Smallest | Term::SmallestCount);
    let is_by_definition = has_places
        || is_least
        || problem.degrees().are_asked()
        || sequence.dominating != Demand::Nothing
        || problem.pieces().any(|pieces| !pieces.closed.is_empty());
    if problem.armies().len() > 1 && problem.objective() == Objective::Maximum && is_number {
        let largest = largest_beside(problem, most_nodes)?;
        let squares = problem.board().squares();
        return Some(if sequence.term == Term::Largest { largest } else { squares - largest }.into());
    }
    if problem.armies().len() > 1 && problem.objective() != Objective::Maximum {
        return armies_by_hand(sequence, problem, most_nodes);
    }
    let fixed: Vec<_> = problem.pieces().flat_map(|pieces| pieces.fixed.clone()).collect();
    let mut hand = ByHand::new(problem, most_nodes);
    let mut found = match problem.walls() {
        None if is_by_definition => by_definition(sequence, problem, most_nodes)?,
        None => hand.place(0).map(|()| std::mem::take(&mut hand.found))?,
        Some(walls) => beside_walls(problem, walls.quantity.exact_number() as usize, most_nodes)?,
    };
    let board = problem.board();
    found.retain(|placement| fixed.iter().all(|square| placement[board.index(*square)].is_some()));
    let is_open =
        |kind: &&usize| hand.quantities.get(**kind).is_some_and(|of| !matches!(of, Quantity::Exactly(_)));
    let number = |placement: &Vec<Option<usize>>| placement.iter().flatten().filter(is_open).count();
    let largest = found.iter().map(number).max().unwrap_or(0);
    if hand.quantities.contains(&Quantity::Max) {
        found.retain(|placement| number(placement) == largest);
    }
    let smallest = found.iter().map(number).min().unwrap_or(0);
    if is_least {
        found.retain(|placement| number(placement) == smallest);
    }
    if sequence.maximal && !is_by_definition {
        found.retain(|placement| hand.is_maximal(placement));
    }
    let mut count = found.len();
    let named = sequence.fixed_by.to_string();
    if named != "identity" {
        let group = hand.group(&named);
        let is_fixed = |placement: &&Vec<Option<usize>>| {
            group.iter().all(|squares| ByHand::image(placement, squares) == **placement)
        };
        count = found.iter().filter(is_fixed).count();
    }
    if let Some(stabiliser) = sequence.stabiliser {
        let group = hand.group(&stabiliser.to_string());
        found.retain(|placement| hand.has_just(&group, placement));
    }
    if let UpTo::Maps(maps) = sequence.up_to {
        let group = hand.group(&maps.group().to_string());
        let least = |placement: &Vec<Option<usize>>| {
            group.iter().map(|squares| ByHand::image(placement, squares)).min()
        };
        count = found.iter().map(least).collect::<BTreeSet<_>>().len();
    } else if sequence.up_to != UpTo::Nothing || sequence.stabiliser.is_some() {
        count = found.iter().map(|placement| hand.class(placement)).collect::<BTreeSet<_>>().len();
    }
    Some(match sequence.term {
        Term::Count | Term::SmallestCount => count.into(),
        Term::Smallest => smallest.into(),
        Term::Largest | Term::LargestCount | Term::Aggressor => largest.into(),
        Term::OtherSquares => (board.squares() - board.holes().len() - largest).into(),
        Term::AttackingPairs => {
            let squares = board.squares() - board.holes().len();
            (squares * squares.saturating_sub(1) / 2 - count).into()
        }
    })
}

/// Checks the terms of a sequence in order. A row of unknown length ends with its last placement.
fn check_by_hand(sequence: &Sequence) -> usize {
    let mut place = 0;
    let mut checked = 0;
    let problem = |n: i64, k: Option<i64>| {
        let known = [Some(('n', n)), k.map(|k| ('k', k))];
        let variables = sequence.family.variables();
        let known = known.into_iter().flatten().filter(|(name, _)| variables.contains(name));
        match sequence.family.problem_at(&known.collect::<Vec<_>>()) {
            Ok(problem) => Some(problem),
            Err(error) => {
                assert!(error.is_empty_board(), "{}: {error}", sequence.id);
                None
            }
        }
    };
    for group in sequence.layout.groups(sequence.offset) {
        let (n, ks): (i64, Box<dyn Iterator<Item = Option<i64>>>) = match group {
            TermGroup::One { n, k } => (n, Box::new(std::iter::once(k))),
            TermGroup::Row { n, first, last } => (n, Box::new((first..=last.unwrap_or(i64::MAX)).map(Some))),
        };
        let ends_with_nought = matches!(group, TermGroup::Row { last: None, .. });
        for k in ks {
            if place == sequence.terms.len() || (!sequence.compares(n) && ends_with_nought) {
                return checked;
            }
            let ours = match sequence.compares(n).then(|| problem(n, k)) {
                None => None,
                Some(Some(problem)) => {
                    let most = if checked == 0 { MAX_FIRST_NODES } else { MAX_NODES };
                    match by_hand(sequence, &problem, most) {
                        Some(term) => Some((problem.to_string(), term)),
                        None => return checked,
                    }
                }
                Some(None) => {
                    let empty = sequence.empty.clone();
                    let nought = k.is_some_and(|k| k > 0) && sequence.for_every_k.is_some();
                    let empty = if nought { Some(0u32.into()) } else { empty };
                    empty.map(|term| ("the empty board".to_owned(), term))
                }
            };
            if let Some((problem, term)) = ours {
                if ends_with_nought && term == 0u32.into() {
                    break;
                }
                let published = &sequence.terms[place];
                assert_eq!(term, *published, "{} at n = {n}, k = {k:?}: {problem}", sequence.id);
                checked += usize::from(problem != "the empty board");
            }
            place += 1;
        }
    }
    checked
}

/// Every family, convention and offset of the registry gives the published terms when it is counted by hand.
#[test]
fn definitions_are_those_of_the_published_terms() {
    let (mut checked, mut noughts) = (0, Vec::new());
    for sequence in sequences().step_by(one_in() as usize) {
        let terms = check_by_hand(sequence);
        // The first board with two or three kings on each rank and file is too large.
        assert!(
            terms > 0 || ["A389766", "A389770"].contains(&sequence.id.as_str()),
            "{}: no term by hand",
            sequence.id
        );
        // Many pieces fit on no board this small. Only the engines can then check the sequence.
        if terms > 0 && sequence.terms.iter().take(terms).all(|term| *term == BigUint::ZERO) {
            noughts.push(&sequence.id);
        }
        checked += terms;
    }
    assert!(checked >= fewest(4500) && noughts.len() < 40, "{checked} terms; nought by hand: {noughts:?}");
}

/// A runner that never begins a count that is expected to take long.
struct Patient;

impl Ledger for Patient {
    /// Looks for the maximum on small boards, and only briefly on others.
    fn watch<T>(
        &self,
        question: &Question,
        observer: &dyn Observer,
        search: impl FnOnce(&dyn Observer) -> T,
    ) -> T {
        let is_beside =
            question.problem.objective() == Objective::Maximum && question.problem.armies().len() > 1;
        let most = if is_beside { 64 } else { 49 };
        let end = (question.problem.board().squares() > most).then(Instant::now);
        search(&StoppingObserver { observer, end })
    }

    fn count(&self, plan: &Plan, _observer: &dyn Observer) -> Result<Outcome, AnswerError> {
        let is_long = plan.summary().estimate.seconds > 0.01;
        Ok(if is_long { plan.run(&Patience::new(0)) } else { plan.run(&Silent) }?)
    }
}

fn single() -> Settings {
    Settings::default().with_threads(1)
}

#[test]
fn engines_agree_with_the_first_terms() {
    let agreeing = |sequence: &Sequence| {
        let result = verify(sequence, &single(), 16, &Patient, &Silent);
        assert_eq!(result.differences, [], "{}", sequence.id);
        if let Some(Stop::Refused(reason) | Stop::Failed(reason)) = &result.stop {
            panic!("{}: {reason}", sequence.id);
        }
        // Three kings on each rank and file first fit on a board that takes longer.
        assert!(result.agree > 0 || sequence.id == "A389770", "{}: {result:?}", sequence.id);
        result.agree
    };
    // This is the longest test of the library and one of the last to begin, so it runs on all cores.
    let agree: usize = sequences().step_by(one_in() as usize).par_bridge().map(agreeing).sum();
    assert!(agree >= fewest(2500), "{agree}");
}

fn own(row: &str) -> Sequence {
    let (registry, faults) = Registry::read(row);
    assert_eq!(faults, [], "{row}");
    match &registry.entries()[0] {
        RegistryEntry::Supported(sequence) => (**sequence).clone(),
        RegistryEntry::Unsupported(_) => panic!("{row}"),
    }
}

#[test]
fn differences_name_the_place_and_both_terms() {
    let queens = own("T | 0 | {n}x{n} Q{n} | empty=1 | queens | wrong at 4 | 1 1 0 0 3 10");
    let result = verify(&queens, &single(), 6, &Patient, &Silent);
    assert_eq!((result.agree, result.by_convention, result.not_reached), (4, 1, 0));
    let difference = &result.differences[0];
    assert_eq!((difference.n, difference.problem.as_str()), (4, "4x4 Q4"));
    assert_eq!((&difference.ours, &difference.published), (&2u32.into(), &3u32.into()));
    // The terms before the difference are consecutive.
    let (first, terms) = result.verified.unwrap();
    assert_eq!((first, terms.len()), (0, 4));
}

/// An offset that is wrong by one is detected, and so is a table read along the wrong diagonals.
#[test]
fn a_wrong_offset_or_layout_differs() {
    let differs = |row: &str| !verify(&own(row), &single(), 9, &Patient, &Silent).differences.is_empty();
    assert!(!differs("T | 4 | {n}x{n} Q{n} | - | queens | right | 2 10 4 40 92"));
    assert!(differs("T | 3 | {n}x{n} Q{n} | - | queens | wrong | 2 10 4 40 92"));
    assert!(!differs("T | 1 | {k}x{n} N2 | antidiagonals(n=2,k=1) | knights | right | 1 6 3 13 13 6"));
    assert!(differs("T | 1 | {k}x{n} N2 | antidiagonals(n=1,k=1) | knights | wrong | 1 6 3 13 13 6"));
}

/// The smallest number, the number of placements that attain it, and their classes are recounted. Past the
/// list, no second method can confirm them.
#[test]
fn smallest_numbers_are_recounted() {
    for (family, words, terms) in [
        ("{n}x{n} Q*", "dominating smallest", "1 1 1 2 3 3"),
        ("{n}x{n} Q*", "dominating smallest-count", "1 4 1 12 186 4"),
        ("{n}x{n} Q*", "dominating smallest-count up-to-symmetry", "1 1 1 3 37 1"),
        ("{n}x{n} Q*", "maximal smallest-count", "1 4 1 16 16 120"),
        ("{n}x{n} K*", "total smallest-count", "0 6 8 35 1"),
    ] {
        let row = format!("T | 1 | {family} | {words} | queens | smallest | {terms}");
        let result = verify(&own(&row), &single(), usize::MAX, &Patient, &Silent);
        assert_eq!((result.differences.as_slice(), result.not_reached), (&[][..], 0), "{row}");
        assert_eq!(
            (result.beyond.as_slice(), result.unshown),
            (&[][..], Some(OmissionReason::OneMethod)),
            "{row}"
        );
    }
    let wrong = own("T | 5 | {n}x{n} Q* | dominating smallest-count | queens | one too many | 187");
    let difference = &verify(&wrong, &single(), 1, &Patient, &Silent).differences[0];
    assert_eq!((&difference.ours, difference.problem.as_str()), (&186u32.into(), "5x5 Q*"));
    let alone = own("T | 1 | {n}x{n} K* | total smallest | kings | a king does not attack itself | 1");
    let stop = verify(&alone, &single(), 1, &Patient, &Silent).stop;
    assert!(matches!(stop, Some(Stop::Refused(reason)) if reason == "no placement has a smallest number"));
}

/// A runner that counts the runs of plans, falsifies some of them, and stops after a certain number.
struct Counting {
    runs: AtomicUsize,
    most: usize,
    lies: &'static [usize],
}

impl Counting {
    fn up_to(most: usize) -> Self {
        Self { runs: AtomicUsize::new(0), most, lies: &[] }
    }

    /// Returns the number of a run, from 0.
    fn next(&self) -> usize {
        self.runs.fetch_add(1, Relaxed)
    }
}

impl Ledger for Counting {
    fn watch<T>(
        &self,
        question: &Question,
        _observer: &dyn Observer,
        search: impl FnOnce(&dyn Observer) -> T,
    ) -> T {
        self.next();
        Patient.watch(question, &Silent, search)
    }

    fn count(&self, plan: &Plan, _observer: &dyn Observer) -> Result<Outcome, AnswerError> {
        let is_lie = self.lies.contains(&self.next());
        let mut outcome = Patient.count(plan, &Silent)?;
        outcome.count += u32::from(is_lie);
        Ok(outcome)
    }
}

impl Observer for Counting {
    fn should_stop(&self) -> bool {
        self.runs.load(Relaxed) >= self.most
    }
}

#[test]
fn rows_of_a_table_end_with_the_pieces_that_fit() {
    let table =
        own("T | 0 | {n}x{n} K{k} | rows(n=0,k=0..max) empty=1 | kings | T(n,k) | 1 1 1 1 4 1 9 16 8 1");
    let runner = Counting::up_to(40);
    let result = verify(&table, &single(), 10, &runner, &runner);
    assert_eq!((result.agree, result.by_convention, result.differences.len()), (9, 1, 0), "{result:?}");
    // The boards 1x1, 2x2 and 3x3 need one count by number each.
    assert_eq!(runner.runs.load(Relaxed), 3);
    let skipped =
        own("T | 0 | {n}x{n} K{k} | rows(n=1,k=0..max) n!=2 | kings | T(n,k) | 1 1 99 99 1 9 16 8 1");
    let result = verify(&skipped, &single(), 10, &Patient, &Silent);
    assert_eq!((result.agree, result.not_compared), (7, 2), "{result:?}");
}

/// A term past a list is never shown if the first or the second count is wrong. A wrong term of the list is a
/// difference, and no term is shown after a count that failed.
#[test]
fn a_count_that_lies_is_not_shown() {
    let queens = own("T | 6 | {n}x{n} Q{n} | next=8 | queens | short | 4");
    let verified = |lies| {
        let counting = Counting { lies, ..Counting::up_to(9) };
        verify(&queens, &single(), 16, &counting, &counting)
    };
    // The term of the list needs one count, and each further term needs two: runs 1 and 2 are those of 7
    // queens.
    let honest = verified(&[]);
    assert_eq!((honest.agree, honest.beyond.len()), (1, 4), "{honest:?}");
    for lies in [&[1], &[2]] {
        let result = verified(lies);
        assert_eq!((result.agree, result.beyond.len()), (1, 0), "{result:?}");
        let Some(Stop::Failed(fault)) = &result.stop else { panic!("{result:?}") };
        assert!(fault.contains("7x7 Q7 is 4") && fault.contains("internal check failed"), "{fault}");
    }
    let result = verified(&[4]);
    assert_eq!(result.beyond.iter().map(|term| term.n).collect::<Vec<_>>(), [7], "{result:?}");
    assert!(matches!(result.stop, Some(Stop::Failed(_))), "{result:?}");
    let result = verified(&[0]);
    assert_eq!((result.agree, result.differences.len()), (0, 1), "{result:?}");
}

/// Terms past a list are shown only if two methods have counted them.
#[test]
fn terms_past_the_list_are_counted_twice() {
    let queens = own("T | 6 | {n}x{n} Q{n} | next=8 | queens | short | 4");
    let runner = Counting::up_to(40);
    let result = verify(&queens, &single(), usize::MAX, &runner, &runner);
    assert_eq!((result.agree, result.not_reached), (1, 0));
    let values: Vec<_> = result.beyond.iter().take(3).map(|term| (term.n, term.value.to_string())).collect();
    assert_eq!(values, [(7, "40".to_owned()), (8, "92".to_owned()), (9, "352".to_owned())]);
    assert!(result.beyond.iter().all(|term| term.first != term.second));
    assert_eq!(result.verified.as_ref().map(|(_, terms)| terms.len()), Some(result.beyond.len() + 1));
    assert!(result.beyond.iter().all(|term| !term.second.contains(',')), "by other engines: {result:?}");
}

/// If no other engine is fast enough, the reflected board is counted. A board that equals its reflection
/// gives no independent recount.
#[test]
fn a_board_turned_over_is_a_second_count() {
    let strips = own("T | 3 | 5x{n} K* | - | kings | short | 269");
    let counting = Counting::up_to(40);
    let result = verify(&strips, &single(), usize::MAX, &counting, &counting);
    assert_eq!((result.agree, result.differences.len()), (1, 0));
    assert_eq!((result.beyond[0].n, result.beyond[0].value.to_string().as_str()), (4, "1213"));
    assert_eq!(result.beyond[0].second, format!("{}, rows and columns exchanged", result.beyond[0].first));
    // The board of 5x5 K* equals its reflection.
    let squares: Vec<i64> = result.beyond.iter().map(|term| term.n).collect();
    assert_eq!(squares, [4]);
}

/// On boards that are too large for every engine nothing is compared. The fault of a family is reported once.
#[test]
fn what_cannot_be_counted_is_said() {
    for large in [
        "T | 33 | {n}x{n} R* N* | - | rooks | large | 1 1",
        "T | 1000001 | {n}x1 R0 | - | rooks | larger than boards can be | 1 1",
        "T | 32 | {n}x{n} R{k} N* | rows(n=33,k=0..max) | rooks | large, and in rows of no known length | 1 1 1",
    ] {
        let sequence = own(large);
        let Verification { differences, stop, not_reached, .. } =
            verify(&sequence, &single(), usize::MAX, &Patient, &Silent);
        assert_eq!((differences.as_slice(), stop, not_reached), (&[][..], None, 0), "{large}");
    }
    let unknown = own("T | 1 | {n}x1 Y | - | none | unknown | 1 1");
    let result = verify(&unknown, &single(), 2, &Patient, &Silent);
    assert!(
        matches!(result.stop, Some(Stop::Refused(reason)) if reason.contains("no kind has the letter Y"))
    );
    let no_largest = own("T | 1 | {n}x1 R1 | largest | rooks | no maximum | 1 1");
    let result = verify(&no_largest, &single(), 2, &Patient, &Silent);
    assert!(matches!(result.stop, Some(Stop::Refused(reason)) if reason.contains("no largest number")));
    assert_eq!(own("T | 1 | {n}x1 R | - | rooks | n | 1").layout, Layout::List);
}

/// Tables without end and rows without terms also come to an end.
#[test]
fn odd_tables_are_no_trap() {
    for row in [
        "T | 0 | {n}x{n} K{k} | rows(n=1,k=0..n^9) | kings | long rows | 1 1 0 0",
        "T | 0 | {n}x{n} K{k} | rows(n=1,k=5..0) | kings | no rows | 1 1",
        "T | 0 | {n}x{n} K{k} | rows(n=1,k=0..n/2) | kings | every second row | 1 4",
        "T | 0 | {n}x{n} K{k} | rows(n=30,k=0..max) | kings | large | 1 900 1 1 1 1 1",
        "T | -3 | {n}x{n} K{n} | - | kings | negative | 1 900 1 1 1 1 1",
        "T | 4294967295 | {n}x{n} K{n} | - | kings | far away | 1 900",
    ] {
        let sequence = own(row);
        let counting = Counting::up_to(40);
        let result = verify(&sequence, &single(), usize::MAX, &counting, &counting);
        assert!(result.agree <= sequence.terms.len(), "{row}: {result:?}");
    }
}
