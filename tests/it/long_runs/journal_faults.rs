//! Journals with faults: cut off anywhere, with changed bytes, with lines missing, repeated, reordered or of
//! another count.
//!
//! The result is the right number, or a line that reports the fault.

use crate::common::armies::{ArmiesShape, random_armies};
use crate::common::program::{Folder, assert_refused, run};
use crate::common::runs::Whole;
use crate::common::{Random, Shape, engine, first_seed, random_parts, with_engine};
use armistice::answer::AnswerError;
use armistice::plan::{Observer, Outcome, Settings, Silent, UnitDone};
use armistice::run::{Record, RecordError, answer_in_file};
use armistice::{BigUint, Question, UpTo};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Mutex;

/// Returns a small problem in hundreds of units, some of which represent several.
fn whole() -> Whole {
    let settings = with_engine("cells").with_finest_units(true);
    let whole = Whole::count(&"7x7 Q3 N2".parse().unwrap(), &settings).unwrap();
    assert!(whole.units.len() > 100, "{} units", whole.units.len());
    whole
}

/// Returns a journal with three quarters of the units.
fn journal(whole: &Whole, random: &mut Random) -> String {
    let units: Vec<usize> = (0..whole.units.len()).filter(|_| !random.chance(4)).collect();
    whole.journal(&units, random)
}

/// Returns the result of a count that continues a journal.
fn go_on(bytes: &[u8], settings: &Settings) -> Result<Outcome, RecordError> {
    let (plan, known) = Record::parse(bytes)?.plan_again(settings)?;
    Ok(plan.units().unwrap().run_from(&known, &Silent).unwrap())
}

/// Returns the number of the line, from 1, that contains a byte.
fn line_of(bytes: &[u8], place: usize) -> usize {
    bytes[..place].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// Continues a journal, and asserts that the result is right, or that the reported fault is in one of some
/// lines.
fn assert_right_or_named(whole: &Whole, bytes: &[u8], lines: &[usize], told: &str) -> bool {
    match go_on(bytes, &whole.settings) {
        Ok(outcome) => {
            assert_eq!(
                (&outcome.count, outcome.nodes),
                (&whole.outcome.count, whole.outcome.nodes),
                "{told}"
            );
            true
        }
        Err(error) => {
            let error = error.to_string();
            let is_named = lines.iter().any(|line| error.starts_with(&format!("line {line} is ")));
            assert!(is_named && error.lines().count() == 1, "{told}: lines {lines:?}: {error}");
            false
        }
    }
}

/// An observer that asks for the same count in the same file during the count.
struct Meanwhile<'a>(&'a Question, &'a Path, Mutex<Vec<Result<BigUint, AnswerError>>>);

impl Observer for Meanwhile<'_> {
    fn unit_done(&self, _: &UnitDone) {
        let answered = answer_in_file(self.0, &with_engine("rows").with_threads(1), self.1, &Silent);
        self.2.lock().unwrap().push(answered.map(|(answer, _)| answer.outcome.count));
    }
}

/// An error of the disk or of a lock is distinguished from a file that was read and is wrong.
#[test]
fn a_file_that_cannot_be_used_now_has_a_kind() {
    let folder = Folder::new("kinds");
    let settings = with_engine("rows").with_threads(1);
    let question: Question = "10x10 Q10".parse().unwrap();
    fs::write(folder.file("wrong.jsonl"), "something else\n").unwrap();
    fs::create_dir(folder.file("folder")).unwrap();
    let refused = |name: &str| {
        let file = folder.file(name);
        let error = answer_in_file(&question, &settings, Path::new(&file), &Silent).unwrap_err();
        assert!(error.to_string().starts_with(&file), "{error}");
        error
    };
    assert!(matches!(refused("wrong.jsonl"), AnswerError::Ledger(_)));
    assert!(matches!(refused("folder"), AnswerError::File { kind: ErrorKind::IsADirectory, .. }));
    assert!(matches!(refused("none/queens.jsonl"), AnswerError::File { kind: ErrorKind::NotFound, .. }));
    let file = folder.file("queens.jsonl");
    let meanwhile = Meanwhile(&question, Path::new(&file), Mutex::default());
    let (answer, is_kept) = answer_in_file(&question, &settings, Path::new(&file), &meanwhile).unwrap();
    assert_eq!((answer.outcome.count, is_kept), (724u32.into(), true));
    let others = meanwhile.2.into_inner().unwrap();
    let is_busy = |other: &_| matches!(other, Err(AnswerError::File { kind: ErrorKind::ResourceBusy, .. }));
    assert!(!others.is_empty() && others.iter().all(is_busy), "{others:?}");
}

#[test]
fn a_journal_that_was_cut_goes_on() {
    let whole = whole();
    let seed = first_seed();
    let mut random = Random::new(seed);
    let text = journal(&whole, &mut random);
    let head = text.find('\n').unwrap() + 1;
    let mut cuts: Vec<usize> = (0..200).map(|_| random.between(0, text.len())).collect();
    cuts.extend([0, 1, head - 1, head, head + 1, text.len() - 1, text.len()]);
    for cut in cuts {
        let told = format!("seed {seed}, {}, cut at byte {cut}", whole.problem);
        let bytes = &text.as_bytes()[..cut];
        if cut < head {
            assert!(matches!(go_on(bytes, &whole.settings), Err(RecordError::Empty)), "{told}");
            continue;
        }
        assert!(assert_right_or_named(&whole, bytes, &[], &told), "{told}");
        // Zeros replace the unwritten end, as after a power cut.
        let zeros = [bytes, &vec![0; random.between(1, 5000)]].concat();
        assert!(assert_right_or_named(&whole, &zeros, &[], &told), "{told}, zeros");
        // If a line was begun after the zeros, its rest is not a valid line.
        let line = line_of(bytes, cut);
        assert!(
            !assert_right_or_named(&whole, &[&zeros, &b"\n"[..]].concat(), &[line], &told),
            "{told}, zeros"
        );
    }
}

#[test]
fn a_changed_byte_is_seen() {
    let whole = whole();
    let seed = first_seed() ^ 1;
    let mut random = Random::new(seed);
    let text = journal(&whole, &mut random);
    let mut seen = 0;
    for _ in 0..400 {
        let mut bytes = text.clone().into_bytes();
        let place = random.between(0, bytes.len() - 1);
        let value = random.between(0, 255) as u8;
        let told = format!("seed {seed}, {}, byte {place} from {} to {value}", whole.problem, bytes[place]);
        let line = line_of(&bytes, place);
        let is_same = std::mem::replace(&mut bytes[place], value) == value;
        let is_last = place == bytes.len() - 1;
        let is_right = assert_right_or_named(&whole, &bytes, &[line], &told);
        // Only the end of the last line can be missing without being noticed.
        assert_eq!(is_right, is_same || is_last, "{told}");
        seen += usize::from(!is_right);
    }
    assert!(seen > 300);
    // Changes affect several consecutive bytes, mostly digits that become other digits.
    for _ in 0..400 {
        let mut bytes = text.clone().into_bytes();
        let place = random.between(0, bytes.len() - 5);
        for byte in &mut bytes[place..place + 4] {
            if byte.is_ascii_digit() {
                *byte = b'0' + random.between(0, 9) as u8;
            }
        }
        let told = format!("seed {seed}, {}, four bytes from {place}", whole.problem);
        let line = line_of(&bytes, place);
        assert_right_or_named(&whole, &bytes, &[line, line + 1], &told);
    }
}

/// Lines are independent: they may be missing, repeated, or in another order.
#[test]
fn lines_may_be_gone_doubled_and_in_another_order() {
    let whole = whole();
    let seed = first_seed() ^ 2;
    let mut random = Random::new(seed);
    let text = journal(&whole, &mut random);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for round in 0..100 {
        let mut changed = lines.clone();
        let mut told = format!("seed {seed}, {}, round {round}:", whole.problem);
        for _ in 0..random.between(1, 8) {
            let [from, to] = [0; 2].map(|_| random.between(1, changed.len() - 1));
            match random.between(1, 3) {
                1 => drop(changed.remove(from)),
                2 => changed.insert(to, changed[from]),
                _ => changed.swap(from, to),
            }
            told += &format!(" {from}-{to}");
        }
        assert!(assert_right_or_named(&whole, changed.concat().as_bytes(), &[], &told), "{told}");
    }
    // The head is the exception: it must be first and occur once.
    let told = format!("seed {seed}, {}", whole.problem);
    for (changed, line) in [
        ([&lines[1..]].concat(), 1),
        ([&lines[1..2], &lines[..1], &lines[2..]].concat(), 1),
        ([&lines[..2], &lines[..1], &lines[2..]].concat(), 3),
        ([&lines[..], &lines[..]].concat(), lines.len() + 1),
    ] {
        assert!(
            !assert_right_or_named(&whole, changed.concat().as_bytes(), &[line], &told),
            "{told}, line {line}"
        );
    }
}

/// A line of another journal is rejected: one of another problem, or one of another plan of the same problem,
/// whose units have the same numbers.
// With the numbers of units alone, units of another plan would be mistaken for units of this one.
#[test]
fn a_line_of_another_journal_is_refused() {
    let cells = with_engine("cells");
    let finest = cells.clone().with_finest_units(true);
    // On boards without symmetry every unit represents itself, so the weights of plans do not differ.
    let plans = [
        ("6x6-a1,c2 Q3 N2", UpTo::Nothing, &finest),
        ("6x6-a1,c2 Q3 N2", UpTo::Nothing, &cells),
        ("6x6-a1,c3 Q3 N2", UpTo::Nothing, &finest),
        ("6x6-a1,c2 Q3 N", UpTo::Nothing, &finest),
        ("6x6-a1,c2 Q3", UpTo::Symmetry, &finest),
        ("6x6 Q3 N2", UpTo::Nothing, &finest),
    ];
    let wholes = plans.map(|(text, up_to, settings)| {
        Whole::count(&text.parse::<Question>().unwrap().with_up_to(up_to), settings).unwrap()
    });
    let seed = first_seed() ^ 3;
    let mut random = Random::new(seed);
    for (own, whole) in wholes.iter().enumerate() {
        for (number, other) in wholes.iter().enumerate().filter(|&(number, _)| number != own) {
            for round in 0..5 {
                let units: Vec<usize> = (0..whole.units.len()).filter(|_| random.chance(2)).collect();
                let text = whole.journal(&units, &mut random);
                let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
                let some: Vec<usize> = (0..other.units.len()).filter(|_| random.chance(4)).collect();
                let block = other.blocks(&some[..some.len().min(8)]);
                let Some(block) = block.split_inclusive('\n').next() else { continue };
                let place = random.between(1, lines.len());
                lines.insert(place, block);
                let told = format!(
                    "seed {seed}, {}, round {round}, a line of plan {number}: {block}",
                    whole.problem
                );
                let every_line: Vec<usize> = (place + 1..=lines.len()).collect();
                assert_right_or_named(whole, lines.concat().as_bytes(), &every_line, &told);
            }
        }
    }
}

/// The command explains files that are no longer journals, or never were.
#[test]
fn the_command_says_what_is_wrong_with_a_journal() {
    let folder = Folder::new("faults");
    let whole = Whole::count(&"8x8 R2 B2 N2 Q K".parse().unwrap(), &Settings::default()).unwrap();
    let number = format!("{}\n", whole.outcome.count);
    let seed = first_seed() ^ 4;
    let mut random = Random::new(seed);
    let text = journal(&whole, &mut random);
    let journal = folder.file("pieces.jsonl");
    let resume = ["count", "--resume", &journal, "-q"];
    // If the file is cut off anywhere after the head, the command continues and removes the incomplete line.
    let head = text.find('\n').unwrap() + 1;
    for _ in 0..12 {
        let cut = random.between(head, text.len());
        fs::write(&journal, &text[..cut]).unwrap();
        let told = format!("seed {seed}, {}, cut at byte {cut}", whole.problem);
        assert_eq!(run(&resume), (number.clone(), String::new(), 0), "{told}");
        let whole = Record::read(journal.as_ref()).unwrap();
        assert!(!whole.is_torn, "{told}");
        assert_eq!(run(&resume), (number.clone(), String::new(), 0), "{told}, again");
    }
    for _ in 0..12 {
        let mut bytes = text.clone().into_bytes();
        let place = random.between(0, bytes.len() - 2);
        bytes[place] ^= random.between(1, 255) as u8;
        fs::write(&journal, &bytes).unwrap();
        assert_refused(&resume, &format!("line {} is ", line_of(text.as_bytes(), place)));
        assert_eq!(fs::read(&journal).unwrap(), bytes, "seed {seed}: what is refused is not touched");
        // Without that line the units are counted again, as the message says.
        let line = line_of(text.as_bytes(), place);
        if line > 1 {
            let rest: Vec<&str> = text.split_inclusive('\n').collect();
            fs::write(&journal, [&rest[..line - 1], &rest[line..]].concat().concat()).unwrap();
            assert_eq!(run(&resume), (number.clone(), String::new(), 0), "seed {seed}, without line {line}");
        }
    }
    let lines = text.lines().count();
    let garbage: Vec<u8> = (0..5000).map(|_| random.between(0, 255) as u8).collect();
    let long = vec![b'x'; 20_000_000];
    let result = whole.result(armistice::run::CountPart { part: 0, of: 1 }, "whole", &[0]);
    for (bytes, expected) in [
        (Vec::new(), "nothing was written to it before the run was interrupted".to_owned()),
        (vec![0; 4096], "nothing was written to it before the run was interrupted".to_owned()),
        (b"\n".to_vec(), "line 1 is damaged".to_owned()),
        (b"{}\n".to_vec(), "line 1 is damaged".to_owned()),
        ([&garbage[..], b"\n"].concat(), "line 1 is damaged".to_owned()),
        (text.replace('\n', "\r\n").into_bytes(), "line 1 is damaged".to_owned()),
        (b"\xef\xbb\xbf".iter().copied().chain(text.bytes()).collect(), "line 1 is damaged".to_owned()),
        ([text.as_bytes(), &long, b"\n"].concat(), format!("line {} is damaged", lines + 1)),
        ([text.as_bytes(), b"\n"].concat(), format!("line {} is damaged", lines + 1)),
        (
            text.lines().skip(1).flat_map(|line| format!("{line}\n").into_bytes()).collect(),
            "line 1 is ".to_owned(),
        ),
        (result.into_bytes(), "this is a finished result: armistice merge adds results up".to_owned()),
    ] {
        fs::write(&journal, bytes).unwrap();
        assert_refused(&resume, &expected);
        let (answer, error, code) = run(&["status", &journal]);
        assert!(error.lines().count() <= 1 && (code == 0 || answer.is_empty()), "{answer}{error}");
    }
    // A line without an end is incomplete, however long it is.
    for torn in
        [&long[..], &garbage.iter().copied().filter(|&byte| byte != b'\n').collect::<Vec<_>>(), &[0; 4096]]
    {
        fs::write(&journal, [text.as_bytes(), torn].concat()).unwrap();
        assert_eq!(run(&resume), (number.clone(), String::new(), 0), "seed {seed}");
        assert!(!Record::read(journal.as_ref()).unwrap().is_torn, "seed {seed}: something is left of it");
    }
}

/// For any known units, in any order of writing, the sum is that of a plain run.
#[test]
fn any_units_in_any_order_give_the_same_sum() {
    const MEDIUM: Shape = Shape { sides: &[(5, 5), (4, 6), (6, 6), (3, 8)], most_kinds: 3, most_ways: 3e6 };
    const ARMIES: ArmiesShape = ArmiesShape {
        sides: &[(3, 3), (4, 4), (3, 5)],
        topologies: &["plane", "plane", "cylinder", "torus"],
        most_armies: 3,
        most_kinds: 2,
        most_ways: 1e6,
    };
    let (mut several_terms, mut weighted, mut partial, mut wrapped) = (0, 0, 0, 0);
    for seed in first_seed()..first_seed() + 90 {
        let mut random = Random::new(seed ^ 5);
        let is_armies = random.chance(3);
        let text = match is_armies {
            true => random_armies(&mut random, &ARMIES).text(),
            false => random_parts(&mut random, &MEDIUM).text(),
        };
        let up_to = random.pick(&[
            UpTo::Nothing,
            UpTo::Symmetry,
            if is_armies { UpTo::Armies } else { UpTo::Nothing },
        ]);
        let question = text.parse::<Question>().unwrap().with_up_to(up_to);
        let settings = Settings::default().with_finest_units(random.chance(2));
        let engine = engine(if is_armies { "armies" } else { "cells" });
        // The best engine may be one that has no units.
        let whole = Whole::count(&question, &settings)
            .or_else(|| Whole::count(&question, &settings.clone().with_engine(engine)));
        let Some(whole) = whole else { continue };
        let (plan, problem) = (whole.unit_plan(), &question.problem);
        several_terms += usize::from(plan.terms() > 1);
        weighted += usize::from((0..plan.units()).any(|unit| plan.weight(unit) > 1));
        wrapped += usize::from(text.contains("/torus") || text.contains("/cylinder"));
        for round in 0..3 {
            let one_in = random.between(1, 4);
            let units: Vec<usize> = match round {
                0 => (0..plan.units()).collect(),
                _ => (0..plan.units()).filter(|_| random.chance(one_in)).collect(),
            };
            partial += usize::from(!units.is_empty() && units.len() < plan.units());
            let text = whole.journal(&units, &mut random);
            let told = format!("seed {seed}, {problem}, up to {up_to}, round {round}");
            let again = whole.settings.clone().with_threads(random.between(1, 2));
            let outcome = go_on(text.as_bytes(), &again).unwrap_or_else(|error| panic!("{told}: {error}"));
            let numbers =
                |outcome: &Outcome| (outcome.count.clone(), outcome.placements.clone(), outcome.nodes);
            assert_eq!(numbers(&outcome), numbers(&whole.outcome), "{told}");
            assert!(outcome.complete, "{told}");
            // The known counts are a lower bound.
            let bound = plan.add_up(&whole.counted(&units)).unwrap();
            assert!(bound.count <= outcome.count && bound.nodes <= outcome.nodes, "{told}");
            assert_eq!(bound.complete, units.len() == plan.units(), "{told}");
        }
    }
    let seen = [several_terms, weighted, partial, wrapped];
    assert!(seen.iter().all(|&number| number > 10), "too few of a kind: {seen:?}");
}
