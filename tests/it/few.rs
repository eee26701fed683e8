//! Few pieces, leapers from small boards, and rook numbers: against the oracle, against each other, and on
//! boards too large for sets of squares.

use crate::common::{Random, count_with, fewest, first_seed, plan, sample, with_engine};
use armistice::plan::{Settings, Silent};
use armistice::{Problem, Question};
use num_bigint::BigUint;

/// Counts a problem with an engine; `None` if the engine does not support it.
fn by(engine: &str, text: &str) -> Option<BigUint> {
    let problem: Problem = text.parse().expect(text);
    let plan = plan(&problem, &with_engine(engine)).ok()?;
    Some(plan.run(&Silent).unwrap().count)
}

/// Mixes of kinds on boards of up to 1,024 squares agree with counts by other engines.
#[test]
fn few_pieces_are_as_many_as_others_count() {
    let mut random = Random::new(first_seed());
    let kinds = ["Q", "R", "B", "N", "K", "A", "H", "X", "Y"];
    let mut counted = 0;
    for _ in 0..sample(150) {
        let (rows, cols) = (random.between(3, 8), random.between(3, 8));
        let topology = random.pick(&["", "", "", "/torus", "/cylinder", "/roll"]);
        let (one, other) = (random.pick(&kinds), random.pick(&kinds));
        let number = random.between(1, 3);
        let mut text = format!("{rows}x{cols}{topology} {one}{number}");
        if one != other {
            text += &format!(" {other}{}", random.between(1, 2));
        }
        if text.contains('X') {
            text += " X=fRlNbrF";
        }
        if text.contains('Y') {
            text += " Y=brRrNflF";
        }
        let Some(found) = by("few", &text) else { continue };
        assert_eq!(Some(found), by("cells", &text), "{text}");
        counted += 1;
    }
    assert!(counted >= fewest(80), "{counted}");
}

/// Leapers on boards of more than 1,024 squares agree between displacements and smaller boards.
#[test]
fn large_boards_are_counted_in_two_ways() {
    let mut checked = 0;
    for text in [
        "33x33 K2",
        "40x60 N3",
        "100x30 K2 N",
        "50x50/torus N3",
        "60x37/cylinder K3",
        "37x60/roll W2 N",
        "41x41 K4",
        "70x50 N2 K2",
        "200x130 W4",
        "45x45 X3 X=flNrW",
        "1000x1000/torus K2",
        "100000x100000 N2",
    ] {
        assert_eq!(by("few", text).expect(text), by("clusters", text).expect(text), "{text}");
        checked += 1;
    }
    for text in ["40x40 R4", "70x70 B4", "130x70 R4", "100x100 B3", "50x50/torus R3", "300x200 R2"] {
        assert_eq!(by("few", text).expect(text), by("rooks", text).expect(text), "{text}");
        checked += 1;
    }
    assert_eq!(checked, 18);
}

/// Rook numbers with all supported options agree with sweeps.
#[test]
fn rook_numbers_are_as_many_as_others_count() {
    for text in
        ["9x9 R*", "8x10 R4", "8x8 B*", "5x9 B*", "9x5 B6", "8x8 Bmax", "7x8~a1,b2,c3 R*", "6x6~c3,c4 B5"]
    {
        assert_eq!(by("rooks", text).expect(text), by("frontier", text).expect(text), "{text}");
    }
    let question: Question = "7x6~b2,b3 R*".parse().unwrap();
    let question = question.with_by_number(true);
    let answer = |engine| {
        let plan = armistice::plan::plan(&question, &with_engine(engine)).unwrap();
        let outcome = plan.run(&Silent).unwrap();
        (outcome.count, outcome.by_number)
    };
    assert_eq!(answer("rooks"), answer("frontier"));
    assert!(answer("rooks").1.is_some_and(|numbers| numbers.len() == 7));
}

/// Planning chooses this engine for few pieces with much room, and the engine counts them.
#[test]
fn few_pieces_are_chosen_where_they_are_quicker() {
    for (text, engine) in [
        ("24x24 R2 B3", "few"),
        ("40x40 Q3", "few"),
        ("60x60/torus K6", "clusters"),
        ("100x100 B20", "rooks"),
    ] {
        let plan = plan(text.parse::<Question>().unwrap(), &Settings::default()).unwrap();
        assert_eq!(plan.summary().engine.0, engine, "{text}");
    }
    let question: Question = "16x16 Q4".parse().unwrap();
    assert_eq!(
        count_with(question.clone(), &with_engine("few")),
        count_with(question, &with_engine("cells"))
    );
}

/// Problems that no engine can count on a large board are rejected with a reason.
#[test]
fn what_is_too_large_is_refused() {
    for text in ["40x40 K40", "300x300 Q4", "40x40-a1 Q3", "40x40 G2", "40x40/torus Q4"] {
        let refused = plan(text.parse::<Question>().unwrap(), &Settings::default());
        assert!(refused.is_err_and(|error| error.to_string().contains("1024 squares")), "{text}");
    }
    // These are the largest problems that are not rejected.
    for (text, board) in
        [("40x40/torus Q4", "32x32/torus"), ("300x260 Q4", "255x221"), ("3000x7 K Q/R", "146x7")]
    {
        let smaller =
            armistice::plan::find_smaller_board(&text.parse().unwrap(), &Settings::default()).unwrap();
        // A busy machine has no time to consider all of them.
        let found = smaller.plan.problem().board();
        match smaller.is_largest {
            true => assert_eq!(found.to_string(), board, "{text}"),
            false => {
                assert!(found.rows() < board.split('x').next().unwrap().parse().unwrap(), "{text}: {found}");
            }
        }
    }
}
