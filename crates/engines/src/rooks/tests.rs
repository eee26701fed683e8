//! Compares rook numbers with the definition.

use super::*;
use crate::engines::leaf::count_unit;
use crate::engines::naive;
use crate::engines::random::Random;
use crate::up_to::UpTo;

fn asked(text: &str) -> Question {
    Question::new(text.parse().unwrap())
}

/// Returns the oracle's answer to a question.
fn tried(question: &Question) -> Counts {
    naive::answer(&question.problem, false, &|| false)
}

fn found(question: &Question) -> Option<Counts> {
    RookCount::new(question)?.count(0, &Run::without_reports(&|| false)).ok()
}

/// Rooks and bishops in various numbers on small boards, with closed squares, agree with the oracle.
#[test]
fn random_boards_are_as_the_oracle_says() {
    let mut random = Random::new(7);
    let (mut closed, mut not_zero) = (0, 0);
    for _ in 0..500 {
        let (rows, cols) = (1 + random.draw_below(5), 1 + random.draw_below(5));
        let mut text = format!("{rows}x{cols}");
        let squares = random.draw_below(4);
        for place in 0..squares {
            let square = (b'a' + random.draw_below(cols) as u8) as char;
            let separator = if place == 0 { '~' } else { ',' };
            text += &format!("{separator}{square}{}", 1 + random.draw_below(rows));
        }
        closed += usize::from(squares > 0);
        let kind = ["R", "B", "X", "Y"][random.draw_below(4)];
        let number = ["0", "1", "2", "3", "4", "5", "*", "max"][random.draw_below(8)];
        let definition = match kind {
            "X" => " X=frR",
            "Y" => " Y=fB",
            _ => "",
        };
        let text = format!("{text} {kind}{number}{definition}");
        let Ok(problem) = text.parse::<Problem>() else { continue };
        let is_open =
            !matches!(problem.pieces().next().map(|pieces| pieces.quantity), Some(Quantity::Exactly(_)));
        let question = Question::new(problem).with_by_number(is_open);
        let mut expected = tried(&question);
        if !is_open {
            expected.by_number = Vec::new();
        }
        not_zero += usize::from(expected.count > BigUint::ZERO);
        assert_eq!(found(&question), Some(expected), "{text}");
    }
    assert!(closed > 100 && not_zero > 150, "{closed} {not_zero}");
}

/// Rooks on any squares together with other pieces, holes and joined edges agree with a search.
#[test]
fn grids_are_as_the_oracle_says() {
    let mut random = Random::new(14);
    let (mut grids, mut not_zero) = (0, 0);
    for _ in 0..1500 {
        let (rows, cols) = (1 + random.draw_below(5), 1 + random.draw_below(5));
        let mut square =
            || format!("{}{}", (b'a' + random.draw_below(cols) as u8) as char, 1 + random.draw_below(rows));
        let (closed, hole, beside) = (square(), square(), square());
        let closed = [String::new(), format!("~{closed}")][random.draw_below(2)].clone();
        let hole = [String::new(), format!("-{hole}")][random.draw_below(2)].clone();
        let edges = ["", "", "/torus", "/cylinder"][random.draw_below(4)];
        let kind = ["R", "R", "R", "Q", "W"][random.draw_below(5)];
        let other = ["B", "N", "K"][random.draw_below(3)];
        let text = format!(
            "{rows}x{cols}{edges}{hole}{closed} {kind}{} {other}1@{beside}",
            1 + random.draw_below(5)
        );
        let Ok(problem) = text.parse::<Problem>() else { continue };
        let instance = crate::engines::instance::Instance::new(&problem).merge_classes();
        if instance.is_hopeless() {
            continue;
        }
        let Some(grid) = Grid::new(problem.board(), &instance, (NAME, VERSION), Kernel::Portable) else {
            assert!(kind != "R" || !edges.is_empty() || !hole.is_empty(), "{text}");
            continue;
        };
        let expected = naive::answer(&problem, false, &|| false).count;
        let found = count_unit(&grid, 0, &|| false);
        assert_eq!((found.placements.into(), found.complete), (expected.clone(), true), "{text}");
        grids += 1;
        not_zero += usize::from(expected != BigUint::ZERO);
    }
    assert!(grids > 300 && not_zero > 100, "{grids} {not_zero}");
}

/// Counts on large boards agree with formulas: full sets of rooks are permutations, and rooks off a diagonal
/// are derangements.
#[test]
fn large_boards_have_known_counts() {
    let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
    let count = |text: &str| found(&asked(text)).unwrap().count;
    assert_eq!(count("100x100 R100"), factorial(100));
    assert_eq!(count("3x1000 R2"), (3u64 * 1000 * 999).into());
    let diagonal: Vec<String> =
        (0..12).map(|place| format!("{}{}", (b'a' + place) as char, place + 1)).collect();
    assert_eq!(count(&format!("12x12~{} R12", diagonal.join(","))), 176_214_841u64.into());
    // Two bishops stand on one diagonal in n(n-1)(2n-1)/3 ordered ways.
    let n = 200u64;
    assert_eq!(count("200x200 B2"), (n * n * (n * n - 1) / 2 - n * (n - 1) * (2 * n - 1) / 3).into());
    let bishops = found(&asked("50x50 Bmax")).unwrap();
    assert_eq!((bishops.maximum, bishops.count), (Some(98), BigUint::from(2u32).pow(50)));
    assert_eq!(count("6x2000 B1"), 12_000u32.into());
}

/// Other problems are rejected.
#[test]
fn what_is_not_read_is_refused() {
    for other in [
        "6x6/torus B3",
        "6x6-a1 B3",
        "6x6-a1 R3",
        "6x6 B2 N",
        "6x6 Q3",
        "6x6 B2@a1",
        "6x6 B/B",
        "6x6 R3 #1",
        "6x6 X5 X=flbrB",
        "6x6 X3 X=BgR",
        "6x6 X3 X=BnD",
        "6x6/klein R3",
        "6x6 R3 each=1",
        "40x41 B3",
        "40x40~a1 B3",
    ] {
        assert!(found(&asked(other)).is_none(), "{other}");
    }
    assert!(found(&asked("6x6/torus R3")).is_some());
    assert!(found(&asked("6x6 B3").with_up_to(UpTo::Symmetry)).is_none());
    assert!(found(&asked("6x6 B3").with_maximal(true)).is_none());
}

/// A count can be stopped.
#[test]
fn counts_can_be_stopped() {
    let count = RookCount::new(&asked("50x50 B*")).unwrap();
    assert_eq!(count.count(0, &Run::without_reports(&|| true)), Ok(Counts::default()));
}
