//! Numbers by square against the oracle: all placements are listed by the definition, and the pieces on each
//! square counted.

use super::*;
use crate::answer::CountedPart;
use crate::engines::naive;
use crate::plan::Silent;
use crate::question::Demand;
use crate::up_to::UpTo;
use armistice_base::random::Random;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts by the definition, for each piece and square, the placements with that piece there, and all
/// placements. If `beside` is given, only placements with a piece of that kind on that square count.
fn by_definition(question: &Question, beside: Option<(usize, Square)>) -> (Vec<Vec<u32>>, u32) {
    let problem = &question.problem;
    let pieces: Vec<_> = problem.pieces().collect();
    let mut all: Vec<(u32, Vec<(usize, usize)>)> = Vec::new();
    naive::visit_asked(question, &|| false, &mut |placed| {
        let is_largest = |piece: usize| pieces[piece].quantity == Quantity::Max;
        let number = placed.iter().filter(|placed| is_largest(placed.0)).count() as u32;
        let square =
            |(row, col): (i64, i64)| problem.board().index(Square { row: row as usize, col: col as usize });
        all.push((number, placed.iter().map(|&(piece, place)| (piece, square(place))).collect()));
    });
    let most = all.iter().map(|placement| placement.0).max().unwrap_or(0);
    let beside = beside.map(|(piece, square)| (piece, problem.board().index(square)));
    let is_asked = |placed: &Vec<(usize, usize)>| beside.is_none_or(|beside| placed.contains(&beside));
    let (mut numbers, mut count) = (vec![vec![0; problem.board().squares()]; pieces.len()], 0);
    for (_, placed) in all.iter().filter(|(number, placed)| *number == most && is_asked(placed)) {
        placed.iter().for_each(|&(piece, index)| numbers[piece][index] += 1);
        count += 1;
    }
    (numbers, count)
}

fn assert_numbers(found: &CountsBySquare, (numbers, count): (Vec<Vec<u32>>, u32), about: &str) {
    assert!(found.complete && found.is_counted, "{about}");
    assert_eq!(found.count, count.into(), "{about}");
    for kind in &found.kinds {
        let expected: Vec<_> = numbers[kind.piece].iter().map(|&number| Some(number.into())).collect();
        assert_eq!(kind.numbers, expected, "{about}: {} of army {}", kind.letter, kind.army);
    }
}

/// Returns a problem with several features, as text; some of these texts are invalid.
fn random_text(random: &mut Random) -> String {
    let mut pick = |from: &[&str]| from[random.draw_below(from.len())].to_owned();
    let boards = [
        "2x3",
        "3x3",
        "3x3",
        "4x3",
        "4x4",
        "4x4",
        "3x3/torus",
        "4x3/cylinder",
        "3x4/torus",
        "3x3/klein",
        "3x3-b2",
        "4x4-a1,d4",
        "4x4~a1,b3",
        "3x3/torus-a1",
        "hexagon:2",
        "2x2x2",
        "diamond:2",
        "3x4/moebius",
    ];
    let mut text = pick(&boards);
    let letters = ["K", "Q", "R", "B", "N", "W", "F", "P", "X", "G"];
    let mut has_own = false;
    for place in 0..2 {
        if place == 1 {
            text += &pick(&["", " ", " ", "/", "/", " + "]);
            if text.ends_with(|sign: char| sign.is_ascii_alphanumeric() || sign == '*') {
                break;
            }
        } else {
            text.push(' ');
        }
        let letter = pick(&letters);
        has_own |= letter == "X";
        text += &letter;
        text += &pick(&["1", "1", "2", "2", "3", "4", "0", "*", "*", "max"]);
        text += &pick(&["", "", "", "", "@a1", "@b2", "~a1,a2", "@b1~c1"]);
    }
    text += &pick(&["", "", "", "", "", " #1"]);
    if has_own {
        text += &pick(&[" X=fW", " X=NN", " X=RrF", " X=fNbA"]);
    }
    text + &pick(&[
        "",
        "",
        "",
        "",
        " rank=..1",
        " rank=1",
        " file=..2",
        " each=1",
        " each=..1",
        " pairs=1",
        " blocked",
    ])
}

#[test]
fn numbers_are_those_of_the_definition_whatever_features_meet() {
    let mut random = Random::new(43);
    let (mut answered, mut refused, mut beside, mut above_zero) = (0, 0, 0, 0);
    while answered < 150 {
        let text = random_text(&mut random);
        let Ok(problem) = text.parse::<Problem>() else { continue };
        let dominating = match random.draw_below(12) {
            0 => Demand::Dominating,
            1 => Demand::Total,
            _ => Demand::Nothing,
        };
        let question =
            Question::new(problem).with_maximal(random.draw_below(8) == 0).with_dominating(dominating);
        let settings = Settings::default().with_threads(1);
        let about = format!("{text}, maximal {}, {dominating}", question.maximal);
        match by_square(&question, &settings, &(), &Silent) {
            Ok(found) => {
                assert_numbers(&found, by_definition(&question, None), &about);
                above_zero += usize::from(found.count != BigUint::ZERO);
            }
            Err(error) => {
                assert!(error.is_refusal(), "{about}: {error}");
                refused += 1;
                continue;
            }
        }
        answered += 1;
        if answered % 4 == 0 {
            let board = question.problem.board();
            let square = board.square(random.draw_below(board.squares()));
            let piece = random.draw_below(question.problem.pieces().count());
            let about = format!("{about}, beside {piece} on {square}");
            let Some(found) = by_square_beside(&question, (piece, square), &settings, &(), &Silent).unwrap()
            else {
                continue;
            };
            assert_numbers(&found, by_definition(&question, Some((piece, square))), &about);
            beside += 1;
        }
    }
    assert!(refused < 150 && beside > 15 && above_zero > 60, "{refused} {beside} {above_zero}");
}

/// A ledger that keeps complete counts and lets a number of further counts finish.
#[derive(Default)]
struct MemoryLedger {
    counts: RefCell<HashMap<String, CountedTerm>>,
    parts: RefCell<HashMap<CountedPart, Vec<BigUint>>>,
    left: Cell<usize>,
    kept: Cell<usize>,
}

impl Ledger for MemoryLedger {
    fn count(
        &self,
        plan: &crate::plan::Plan,
        observer: &dyn Observer,
    ) -> Result<crate::plan::Outcome, AnswerError> {
        let mut outcome = plan.run(observer)?;
        outcome.complete = self.left.get() > 0;
        self.left.set(self.left.get().saturating_sub(1));
        Ok(outcome)
    }

    fn known_number(&self, question: &Question) -> Option<CountedTerm> {
        self.counts.borrow().get(&question.problem.to_string()).cloned()
    }

    fn keep(&self, question: &Question, counted: &CountedTerm) {
        let before = self.counts.borrow_mut().insert(question.problem.to_string(), counted.clone());
        assert_eq!(before, None, "{} was counted twice", question.problem);
        self.kept.set(self.kept.get() + 1);
    }

    fn known_part(&self, _question: &Question, part: CountedPart) -> Option<Vec<BigUint>> {
        self.parts.borrow().get(&part).cloned()
    }

    fn keep_part(&self, _question: &Question, part: CountedPart, numbers: &[BigUint]) {
        let before = self.parts.borrow_mut().insert(part, numbers.to_vec());
        assert_eq!(before, None, "part {} was counted twice", part.part);
    }
}

/// Whatever features are combined, and however often the count is stopped: kept numbers need not be counted
/// again, and the results agree.
#[test]
fn what_is_kept_goes_on_to_the_same_numbers() {
    let mut random = Random::new(44);
    let (mut answered, mut stopped) = (0, 0);
    while answered < 60 {
        let text = random_text(&mut random);
        let Ok(problem) = text.parse::<Problem>() else { continue };
        let question = Question::new(problem).with_maximal(random.draw_below(8) == 0);
        let settings = Settings::default().with_threads(1);
        let about = format!("{text}, maximal {}", question.maximal);
        let ledger = MemoryLedger::default();
        let mut rounds = 0;
        let found = loop {
            ledger.left.set(random.draw_below(4));
            match by_square(&question, &settings, &ledger, &Silent) {
                Ok(found) if found.complete => break Some(found),
                Ok(found) => {
                    assert!(found.orbits_done < ledger.kept.get().max(1), "{about}");
                    stopped += 1;
                }
                Err(error) => {
                    assert!(error.is_refusal(), "{about}: {error}");
                    break None;
                }
            }
            rounds += 1;
            assert!(rounds < 1000, "{about}");
        };
        let Some(found) = found else { continue };
        assert_numbers(&found, by_definition(&question, None), &about);
        answered += 1;
    }
    assert!(stopped > 60, "{stopped}");
}

/// An observer that stops after a number of units.
struct StopsAfterUnits(usize, AtomicUsize);

impl Observer for StopsAfterUnits {
    fn unit_done(&self, _unit: &crate::plan::UnitDone) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

/// An engine that records the squares of the pieces has the same numbers, however often it is stopped and
/// continued.
#[test]
fn all_squares_at_once_have_the_same_numbers() {
    for text in [
        "8x8 Q8",
        "7x7-a1 Q7",
        "6x6 Q6@b1",
        "7x7 Q7@d2",
        "7x7 Q7~a1",
        "6x6~b2,c3 R6",
        "8x8 A8",
        "9x9 X9 X=RN",
        "7x7 X7 X=RflbrB",
        "7x7/cylinder X7 X=RfN",
        "7x7 X7 X=RFfN",
    ] {
        let question = Question::new(text.parse().unwrap());
        let orbits = orbits(&question);
        let expected = |numbers: &[Vec<u32>]| -> Vec<BigUint> {
            orbits.iter().map(|orbit| numbers[orbit[0].0][orbit[0].1].into()).collect()
        };
        let (numbers, count) = by_definition(&question, None);
        let whole = |count: u32| CountedTerm {
            count: count.into(),
            maximum: None,
            engine: ("halves".to_owned(), 0),
            is_checked: false,
        };
        for threads in [1, 2] {
            let settings = Settings::default().with_threads(threads);
            let ledger = MemoryLedger::default();
            let mut rounds = 0;
            let found = loop {
                let observer = StopsAfterUnits(3 + 40 * rounds, 0.into());
                let whole = whole(count);
                let all = (&orbits[..], &whole);
                let found =
                    joined::count_orbits_together(&question, &settings, all, &ledger, &observer).unwrap();
                rounds += 1;
                if let Some(found) = found {
                    break found;
                }
                assert!(rounds < 1000, "{text}");
            };
            assert_eq!(found, expected(&numbers), "{text}");
            assert!(rounds > 1 || ledger.parts.borrow().len() < 9, "{text}: {rounds}");
        }
        let other = whole(count + 1);
        let other = (&orbits[..], &other);
        let found = joined::count_orbits_together(&question, &Settings::default(), other, &(), &Silent);
        assert!(matches!(found, Err(AnswerError::Run(RunError::Check { .. }))), "{text}");
    }
    // The engine has no numbers for two kinds, and is not used if single counts are quicker.
    for (text, engine) in [("6x6 Q3 N2", "cells"), ("15x15 R15", "rooks"), ("18x18/torus Q18", "halves")] {
        let question = Question::new(text.parse().unwrap());
        let engine = (engine.to_owned(), 0);
        let whole = CountedTerm { count: 1u32.into(), maximum: None, engine, is_checked: false };
        let all = (&orbits(&question)[..], &whole);
        let found = joined::count_orbits_together(&question, &Settings::default(), all, &(), &Silent);
        assert_eq!(found, Ok(None), "{text}");
    }
}

/// The backward pass of a sweep gives the numbers of single counts, whatever its parts and numbers.
#[test]
fn a_sweep_read_backwards_has_the_same_numbers() {
    for text in [
        "4x4 N*",
        "5x5 K4",
        "4x5 N3",
        "3x4 W* N2",
        "4x4 B*",
        "4x4 B3",
        "5x4 B2 W*@b2",
        "4x4-b2 K*/W2",
        "3x5/cylinder W*",
        "5x5 D3",
        "5x5 D2 A2",
    ] {
        let question = Question::new(text.parse().unwrap());
        let settings = Settings::default().with_threads(1).with_engine("frontier".parse().unwrap());
        let orbits = orbits(&question);
        let (numbers, count) = by_definition(&question, None);
        let found = swept::sweep_orbits(&question, &settings, (&orbits, &count.into()), &Silent).unwrap();
        let expected: Vec<BigUint> =
            orbits.iter().map(|orbit| numbers[orbit[0].0][orbit[0].1].into()).collect();
        assert_eq!(found, Some(expected), "{text}");
        let other = swept::sweep_orbits(&question, &settings, (&orbits, &(count + 1).into()), &Silent);
        assert!(matches!(other, Err(RunError::Check { .. })), "{text}");
    }
}

#[test]
fn a_torus_has_one_orbit_and_armies_that_are_alike_share_theirs() {
    let orbits = |text: &str| orbits(&Question::new(text.parse().unwrap())).len();
    for (text, number) in [
        ("8x8 Q8", 10),
        ("8x8 Q8@a1", 35),
        ("7x7/torus Q5", 1),
        ("7x7/torus Q5 N", 2),
        ("4x4 Q2/Q2", 3),
        ("4x4 Q2/Q3", 6),
        ("4x4 P2", 8),
        ("4x4 Q2@a1,b3", 0),
        ("4x4 Q2 N0", 3),
    ] {
        assert_eq!(orbits(text), number, "{text}");
    }
}

/// The queens in the first rank of n x n boards agree with OEIS A059963.
#[test]
fn queens_of_the_first_rank_are_those_published() {
    for (side, published) in [
        (4, &[0, 1, 1, 0][..]),
        (5, &[2, 2, 2, 2, 2]),
        (8, &[4, 8, 16, 18, 18, 16, 8, 4]),
        (10, &[64, 48, 65, 93, 92, 92, 93, 65, 48, 64]),
    ] {
        let question = Question::new(format!("{side}x{side} Q{side}").parse().unwrap());
        let found = by_square(&question, &Settings::default(), &(), &Silent).unwrap();
        let first: Vec<_> = found.kinds[0].numbers[..side].iter().flatten().cloned().collect();
        assert_eq!(first, published.iter().map(|&number: &u32| number.into()).collect::<Vec<BigUint>>());
    }
}

#[test]
fn other_questions_are_refused_by_name() {
    let question = Question::new("4x4 Q4".parse().unwrap());
    let any = Question::new("4x4 Q*".parse().unwrap());
    for question in [
        question.clone().with_up_to(UpTo::Symmetry),
        question.clone().with_fixed_by("half-turn".parse().unwrap()),
        any.with_by_number(true),
        Question::new("40x40 Q2".parse().unwrap()),
    ] {
        let error = by_square(&question, &Settings::default(), &(), &Silent).unwrap_err();
        let is_named =
            error.to_string().starts_with("numbers by square (--by-square) cannot be combined with ");
        assert!(is_named, "{}: {error}", question.problem);
    }
}

/// A ledger that lets some counts finish, and no further one.
struct StopsAfter(usize, Cell<usize>);

impl Ledger for StopsAfter {
    fn count(
        &self,
        plan: &crate::plan::Plan,
        observer: &dyn Observer,
    ) -> Result<crate::plan::Outcome, AnswerError> {
        self.1.set(self.1.get() + 1);
        let mut outcome = plan.run(observer)?;
        outcome.complete = self.1.get() <= self.0;
        Ok(outcome)
    }
}

#[test]
fn what_was_stopped_says_which_squares_are_known() {
    let question = Question::new("6x6 N6@c1~a2".parse().unwrap());
    let stopped = |counts: usize| {
        let ledger = StopsAfter(counts, 0.into());
        by_square(&question, &Settings::default(), &ledger, &Silent).unwrap()
    };
    let whole = stopped(usize::MAX);
    assert!(whole.complete && whole.is_counted && whole.orbits_done == whole.orbits);
    // One count is for all placements, and one for each square.
    let few = stopped(4);
    assert!(few.is_counted && !few.complete);
    assert_eq!((few.orbits, few.orbits_done, &few.count), (whole.orbits, 3, &whole.count));
    let known = few.kinds[0].numbers.iter().zip(&whole.kinds[0].numbers).filter(|(few, _)| few.is_some());
    // The question with the piece pre-placed, the one with the square reserved, and the three counts.
    assert_eq!(known.inspect(|(few, all)| assert_eq!(few, all)).count(), 5);
    let none = stopped(0);
    assert!(!none.is_counted && !none.complete);
    assert_eq!(none.kinds[0].numbers.iter().flatten().count(), 1);
}

/// An engine that is wrong is found out.
#[test]
fn numbers_that_do_not_add_up_are_errors() {
    let question = Question::new("5x5 Q5".parse().unwrap());
    let found = by_square(&question, &Settings::default(), &(), &Silent).unwrap();
    assert_eq!(sums::check(&question, &found.kinds, &found.count), Ok(()));
    // One more here and one less there: only the sums over ranks detect this.
    let mut other = found.kinds.clone();
    for (index, number) in [(0, 3u32), (5, 1)] {
        other[0].numbers[index] = Some(number.into());
    }
    assert!(matches!(sums::check(&question, &other, &found.count), Err(RunError::Check { .. })));
    assert!(matches!(sums::check(&question, &found.kinds, &11u32.into()), Err(RunError::Check { .. })));
    // With knights, ranks may be empty; only the sum over all squares must be right.
    let knights = Question::new("3x3 N2".parse().unwrap());
    let mut found = by_square(&knights, &Settings::default(), &(), &Silent).unwrap();
    assert_eq!(sums::check(&knights, &found.kinds, &found.count), Ok(()));
    found.kinds[0].numbers[0] = Some(BigUint::ZERO);
    assert!(matches!(sums::check(&knights, &found.kinds, &found.count), Err(RunError::Check { .. })));
}
