//! Questions and answers in the form that a page in a browser uses: JSON.
//!
//! A question is an object with the field `ask` and the fields that this question needs. The answer is an
//! object; it has the field `error` if the question has no answer. Numbers are written as the command writes
//! them. The page is the same wherever the library runs: compiled to WebAssembly, or in the command on the
//! reader's machine.

mod asked;
mod counting;
mod families;
mod listing;
mod position;
mod puzzles;
mod session;
mod squares;

pub use session::Session;

use crate::plan::{Observer, Settings};
use asked::{Fault, PageContext, PageQuestion};
use serde_json::Value;

/// Returns the answer to a question as a line of JSON.
///
/// The session is that of the page. Counts use `settings` and report their progress to `observer`.
///
/// ```
/// use armistice::page::{Session, answer};
/// use armistice::plan::{Settings, Silent};
///
/// let question = r#"{"ask": "find", "text": "4x4 Q4"}"#;
/// let answered = answer(question, &mut Session::default(), &Settings::default(), &Silent);
/// assert_eq!(answered, r#"{"placed":[[0,"c1"],[0,"a2"],[0,"d3"],[0,"b4"]]}"#);
/// ```
#[must_use]
pub fn answer(question: &str, session: &mut Session, settings: &Settings, observer: &dyn Observer) -> String {
    let mut means = PageContext { session, settings, observer };
    let asked = serde_json::from_str(question).map_err(Fault::from);
    let answered = asked.and_then(|asked: PageQuestion| dispatch(&asked, &mut means));
    answered.unwrap_or_else(|fault| fault.to_json()).to_string()
}

fn dispatch(asked: &PageQuestion, means: &mut PageContext<'_>) -> Result<Value, Fault> {
    match asked {
        PageQuestion::Kinds => Ok(position::kinds()),
        PageQuestion::Kind(kind) => position::kind(kind),
        PageQuestion::Problem(about) => position::problem(about),
        PageQuestion::Position(about) => position::position(about),
        PageQuestion::Picture(about) => position::picture(about),
        PageQuestion::Explain(about) => counting::explain(about, means),
        PageQuestion::Count(about) => counting::count(about, means),
        PageQuestion::Max(about) => counting::max(about, means),
        PageQuestion::Min(about) => counting::min(about, means),
        PageQuestion::Estimate(about) => counting::estimate(about, means),
        PageQuestion::Squares(about) => squares::squares(about, means),
        PageQuestion::Puzzle(about) => puzzles::puzzle(about, means),
        PageQuestion::Level(about) => puzzles::level(about, means),
        PageQuestion::Hint(about) => puzzles::hint(about, means),
        PageQuestion::Maps(about) => counting::maps(about, means),
        PageQuestion::Same(about) => counting::sort_group_words(about),
        PageQuestion::Find(about) => listing::find(about, means),
        PageQuestion::List(about) => listing::list(about, means),
        PageQuestion::More(about) => listing::next_placements(about, means),
        PageQuestion::Trace(about) => listing::trace(about),
        PageQuestion::Family(about) => families::family(about),
        PageQuestion::Member(about) => families::member(about),
        PageQuestion::Formula(about) => families::formula(about, means),
        PageQuestion::Identify { terms } => families::identify(terms),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Silent;
    use crate::sequences::layout::Layout;
    use crate::sequences::{Registry, RegistryEntry};
    use serde_json::json;

    fn ask_in(session: &mut Session, question: &Value) -> Value {
        let settings = Settings::default().with_threads(1);
        serde_json::from_str(&answer(&question.to_string(), session, &settings, &Silent)).unwrap()
    }

    fn ask(question: &Value) -> Value {
        ask_in(&mut Session::default(), question)
    }

    #[test]
    fn questions_have_answers() {
        assert_eq!(ask(&json!({ "ask": "count", "text": "8x8 Q8" }))["count"], "92");
        assert_eq!(ask(&json!({ "ask": "count", "text": "8x8 Q8", "upTo": "symmetry" }))["count"], "12");
        let completed = ask(&json!({ "ask": "count", "text": "8x8 Q8@a1" }));
        assert_eq!((&completed["count"], &completed["problem"]), (&json!("4"), &json!("8x8 Q8@a1")));
        assert_eq!(ask(&json!({ "ask": "max", "text": "8x8 Q5 N" }))["number"], 5);
        assert_eq!(ask(&json!({ "ask": "max", "text": "6x6 Q/Q" }))["largest"]["problem"], "6x6 Q5/Q5");
        let smallest = ask(&json!({ "ask": "min", "text": "8x8 Q" }));
        assert_eq!((&smallest["number"], &smallest["count"]), (&json!(5), &json!("728")));
        assert_eq!(smallest["placed"].as_array().unwrap().len(), 5);
        let dominating = ask(&json!({ "ask": "min", "text": "8x8 Q", "dominating": "dominating" }));
        assert_eq!((&dominating["number"], &dominating["count"]), (&json!(5), &json!("4860")));
        let position = ask(&json!({ "ask": "position", "text": "4x4 Q4", "placed": [[0, "a1"], [0, "b2"]] }));
        assert_eq!(position["conflicts"], json!([["a1", "b2"]]));
        assert!(position["fault"].is_string() && position["attacked"].as_array().unwrap().len() == 12);
        let session = &mut Session::default();
        let listed = ask_in(session, &json!({ "ask": "list", "text": "6x6 Q6", "number": 3 }));
        assert_eq!((listed["placements"].as_array().unwrap().len(), &listed["isOver"]), (3, &json!(false)));
        let more = ask_in(session, &json!({ "ask": "more", "number": 3 }));
        assert_eq!((more["placements"].as_array().unwrap().len(), &more["isOver"]), (1, &json!(true)));
        let formula = ask(&json!({ "ask": "formula", "text": "2x{n} K*" }));
        assert_eq!(formula["equation"], "a(n) = a(n-1) + 2*a(n-2)");
        assert!(
            formula["latex"]
                .as_str()
                .unwrap()
                .contains("\\[ a_n = a_{n-1} + 2a_{n-2} \\qquad (n \\ge 2) \\]")
        );
        assert_eq!(ask(&json!({ "ask": "member", "text": "{n}x{n} Q{n}", "value": 6 }))["problem"], "6x6 Q6");
        let terms: Vec<String> = [1, 0, 0, 2, 10, 4, 40, 92].map(|term: i32| term.to_string()).to_vec();
        assert_eq!(ask(&json!({ "ask": "identify", "terms": terms }))["sequences"][0]["id"], "A000170");
        // The orders that the page compares.
        for order in ["", "first-fail", "leftmost"] {
            let trace = ask(&json!({ "ask": "trace", "text": "6x6 Q6", "order": order }));
            assert!(trace["page"].as_str().unwrap().contains("<svg"), "{order}: {trace}");
        }
        assert!(
            ask(&json!({ "ask": "explain", "text": "16x16 Q16" }))["expected_seconds"].as_f64().unwrap()
                > 0.0
        );
        assert_eq!(
            ask(&json!({ "ask": "kinds" }))["kinds"].as_array().unwrap().len(),
            crate::piece::built_ins_on(crate::board::Lattice::Square).count()
        );
    }

    /// An estimate has its own sign and no field for a count. A question that was counted instead says so.
    #[test]
    fn estimates_are_no_counts() {
        let counted = ask(&json!({ "ask": "estimate", "text": "8x8 Q8", "seed": 1 }));
        assert_eq!(counted["about"], "exactly 92 (counting was quicker)");
        let refused = ask(&json!({ "ask": "estimate", "text": "8x8 Nmax" }));
        assert!(refused["error"].is_string(), "{refused}");
    }

    #[test]
    fn squares_have_numbers_and_colours() {
        let found = ask(&json!({ "ask": "squares", "text": "8x8 Q8" }));
        let queens = &found["kinds"][0];
        assert_eq!(
            (&found["count"], &queens["most"], &queens["isShare"]),
            (&json!("92"), &json!("18"), &json!(false))
        );
        let squares = queens["squares"].as_object().unwrap();
        let numbers =
            squares.values().map(|square| square["label"].as_str().unwrap().parse::<u32>().unwrap());
        assert_eq!((squares.len(), numbers.sum::<u32>()), (64, 92 * 8));
        assert_eq!(squares["a1"]["words"], "4 of 92 placements");
        assert_eq!((&squares["d1"]["isDark"], &squares["d4"]["isDark"]), (&json!(true), &json!(false)));
        assert!(queens["svg"].as_str().unwrap().starts_with("<svg"));
        let record: Value = serde_json::from_str(found["record"].as_str().unwrap()).unwrap();
        assert_eq!(record["schema"], "armistice.by-square/1");
        // A pre-placed piece has no numbers. The other pieces have those of their placements with it.
        let beside = ask(&json!({ "ask": "squares", "text": "8x8 Q8@d4" }));
        assert_eq!(
            (&beside["count"], &beside["kinds"][0]["squares"]["a5"]["label"]),
            (&json!("8"), &json!("4"))
        );
        assert!(beside["kinds"][0]["squares"]["d4"].is_null());
        // Long numbers are shares of the placements.
        let long = ask(&json!({ "ask": "squares", "text": "6x6 K* N" }));
        assert_eq!(
            (long["kinds"].as_array().unwrap().len(), &long["kinds"][0]["isShare"]),
            (2, &json!(true))
        );
        assert!(ask(&json!({ "ask": "squares", "text": "8x8 Q8", "upTo": "symmetry" }))["error"].is_string());
    }

    #[test]
    fn puzzles_are_made_rated_and_solved_by_hints() {
        for (text, each, level) in [
            ("8x8 Q8", 0, "medium"),
            ("5x5 N B R Q A", 0, ""),
            ("6x6 Q5/Q5", 0, ""),
            ("7x7 K7 rank=1 file=1", 1, "hard"),
        ] {
            let made =
                ask(&json!({ "ask": "puzzle", "text": text, "each": each, "level": level, "seed": 3 }));
            let puzzle = made["problem"].as_str().unwrap();
            assert_eq!(made["given"].as_array().unwrap().is_empty(), each > 0, "{made}");
            let rated = ask(&json!({ "ask": "level", "text": puzzle }));
            assert!(rated["hardness"].as_str().unwrap().starts_with(level), "{rated}");
            let fixed = |text: &str| -> Vec<(usize, String)> {
                let told = ask(&json!({ "ask": "problem", "text": text }));
                let pieces = told["pieces"].as_array().unwrap().iter().enumerate();
                let of = |(kind, piece): (usize, &Value)| -> Vec<(usize, String)> {
                    let squares = piece["fixed"].as_array().unwrap().iter();
                    squares.map(|square| (kind, square.as_str().unwrap().to_owned())).collect()
                };
                pieces.flat_map(of).collect()
            };
            let mut placed = fixed(puzzle);
            loop {
                let hint = ask(&json!({ "ask": "hint", "text": puzzle, "placed": placed }));
                assert_eq!(hint["wrong"], json!([]), "{puzzle}: {hint}");
                let Some(square) = hint["square"].as_str() else { break };
                assert!(hint["how"].as_str().unwrap().contains("left") || level == "extreme", "{hint}");
                placed.push((hint["piece"].as_u64().unwrap() as usize, square.to_owned()));
            }
            let position = ask(&json!({ "ask": "position", "text": puzzle, "placed": placed }));
            assert_eq!(position["fault"], Value::Null, "{puzzle}: {placed:?}");
        }
        let wrong =
            ask(&json!({ "ask": "hint", "text": "4x4 Q4@b1", "placed": [[0, "b1"], [0, "c3"], [0, "d2"]] }));
        assert_eq!(wrong, json!({ "wrong": ["c3"] }));
        let first = ask(&json!({ "ask": "hint", "text": "4x4 Q4@b1", "placed": [[0, "b1"]] }));
        assert_eq!(first["how"], "its rank has no other square left");
        for question in [
            json!({ "ask": "puzzle", "text": "8x8 Q*" }),
            json!({ "ask": "puzzle", "text": "8x8 Q8", "level": "very hard" }),
            json!({ "ask": "puzzle", "text": "8x8 Q8", "each": 3 }),
            json!({ "ask": "level", "text": "8x8 Q8" }),
            json!({ "ask": "hint", "text": "4x4 Q4" }),
        ] {
            assert!(ask(&question)["error"].is_string(), "{question}");
        }
    }

    #[test]
    fn groups_are_those_that_suit_the_board() {
        let names = |text: &str| -> Vec<String> {
            let answer = ask(&json!({ "ask": "maps", "text": text }));
            let maps = answer["maps"].as_array().unwrap().iter();
            maps.map(|map| map["name"].as_str().unwrap().to_owned()).collect()
        };
        for text in [
            "8x8 Q8",
            "4x6 K2",
            "5x5/torus Q5",
            "5x6/cylinder K2",
            "6x6/moebius K2",
            "4x4 Q2/Q2",
            "hexagon:3 K2",
        ] {
            for name in names(text) {
                let answer = ask(&json!({ "ask": "count", "text": text, "upTo": name }));
                assert!(answer["count"].is_string(), "{text} up to {name}: {answer}");
            }
        }
        assert!(names("5x5/torus Q5").contains(&"affine".to_owned()));
        assert!(!names("8x8 Q8").iter().any(|name| name == "shifts" || name == "exchange"));
        assert!(names("4x4 Q2/Q2").contains(&"exchange".to_owned()));
        let same = ask(&json!({ "ask": "same", "upTo": "shifts+half-turn+rotations" }));
        assert_eq!(same, json!({ "upTo": "rotations+shifts", "phrase": "up to rotations and shifts" }));
        assert_eq!(ask(&json!({ "ask": "count", "text": "8x8 Q8", "upTo": "rotations" }))["count"], "24");
    }

    /// The page puts texts together from these parts: a missing part would give another problem.
    #[test]
    fn a_problem_is_told_with_all_its_rules() {
        let told = |text: &str| ask(&json!({ "ask": "problem", "text": text }));
        let quotas = told("4x4~d4 K4~a1,b1 rank=1 file:K=..2 regions=aabb/aabb/ccdd/ccdd each=..1");
        assert_eq!(quotas["rules"], "rank=1 file:K=..2 regions=aabb/aabb/ccdd/ccdd each=..1");
        assert_eq!(
            (&quotas["reserved"], &quotas["pieces"][0]["closed"]),
            (&json!(["d4"]), &json!(["a1", "b1"]))
        );
        assert_eq!(quotas["regions"].as_array().unwrap().len(), 4);
        let armies = told("4x4 R N/B X X=NN blocked");
        assert_eq!((&armies["areEnemies"], &armies["rules"]), (&json!(true), &json!("blocked")));
        let groups = told("4x4 R + N");
        assert_eq!((&groups["areEnemies"], &groups["armies"]), (&json!(false), &json!(2)));
        assert_eq!((&groups["rules"], &groups["regions"]), (&json!(""), &json!([])));
    }

    #[test]
    fn lines_with_too_many_pieces_are_told() {
        let text = "4x4 K4 rank=1 regions=aabb/aabb/ccdd/ccdd";
        let placed = |squares: &[&str]| {
            let placed: Vec<_> = squares.iter().map(|square| json!([0, square])).collect();
            let position = ask(&json!({ "ask": "position", "text": text, "placed": placed }));
            [position["over"].clone(), position["full"].clone()]
        };
        // The conflict covers the rest of the rank and of the region.
        assert_eq!(placed(&["a1"]), [json!([]), json!(["b1", "c1", "d1", "a2", "b2"])]);
        let [over, full] = placed(&["a1", "d1"]);
        assert_eq!((over, full), (json!(["a1", "d1"]), json!(["b1", "c1", "a2", "b2", "c2", "d2"])));
    }

    #[test]
    fn boards_that_are_no_grid_are_shown_as_pictures() {
        for text in ["hexagon:3 K2", "triangle:4 K", "3x3x3 R9", "6x6/moebius K2", "5x5/projective N3@a1"] {
            let problem = ask(&json!({ "ask": "problem", "text": text }));
            assert_eq!(problem["isGrid"], false, "{text}");
            let found = ask(&json!({ "ask": "find", "text": text }));
            let picture = ask(&json!({ "ask": "picture", "text": text, "placed": found["placed"] }));
            assert!(picture["svg"].as_str().unwrap().starts_with("<svg"), "{text}");
            let position = ask(&json!({ "ask": "position", "text": text, "placed": found["placed"] }));
            assert_eq!((&position["fault"], &position["conflicts"]), (&Value::Null, &json!([])), "{text}");
            let listed = ask(&json!({ "ask": "list", "text": text, "number": 2, "upTo": "symmetry" }));
            assert!(listed["placements"].as_array().is_some_and(|list| !list.is_empty()), "{text}: {listed}");
        }
        assert_eq!(ask(&json!({ "ask": "problem", "text": "8x8/torus-a1 K" }))["isGrid"], true);
    }

    /// The fields for problems and for families read texts alike. Each names the meaning that the other field
    /// would find.
    #[test]
    fn problems_families_and_sequences_are_told_apart() {
        let meant = |ask_for: &str, text: &str| {
            let answer = ask(&json!({ "ask": ask_for, "text": text }));
            assert!(answer["error"].is_string(), "{text}: {answer}");
            (answer["meant"].as_str().map(str::to_owned), answer["family"].as_str().map(str::to_owned))
        };
        let family = |family: &str| (None, Some(family.to_owned()));
        for ask_for in ["problem", "count", "find"] {
            assert_eq!(meant(ask_for, "{n}x{n} Q{n}"), family("{n}x{n} Q{n}"));
            assert_eq!(meant(ask_for, "nxn Qn"), family("{n}x{n} Q{n}"));
            assert_eq!(meant(ask_for, "a170"), family("A000170"));
            assert_eq!(meant(ask_for, "Q8 8x8"), (Some("8x8 Q8".to_owned()), None));
            assert_eq!(meant(ask_for, "8x8 Y"), (None, None));
        }
        for ask_for in ["family", "member", "formula"] {
            assert_eq!(meant(ask_for, "nxn Qn"), family("{n}x{n} Q{n}"));
            assert_eq!(meant(ask_for, "{n}x{n Q"), (None, None));
        }
        let told = |text: &str| ask(&json!({ "ask": "family", "text": text }));
        assert_eq!(
            told("A000170"),
            json!({ "text": "{n}x{n} Q{n}", "variables": ["n"], "upTo": "", "maximal": false })
        );
        assert_eq!(told("a2562")["upTo"], "symmetry");
        assert_eq!(told("8x8 Q8")["variables"], json!([]));
        assert_eq!(told("{n}x{n} Q{n}")["upTo"], Value::Null);
        assert_eq!(ask(&json!({ "ask": "member", "text": "A000170", "value": 8 }))["problem"], "8x8 Q8");
        assert_eq!(ask(&json!({ "ask": "formula", "text": "A047659" }))["sequences"], json!(["A047659"]));
    }

    /// The table counts every sequence as it is published, or rejects it with a reason.
    #[test]
    fn tables_of_sequences_have_their_terms() {
        let mut counted = 0;
        for entry in Registry::built_in().entries() {
            let told = ask(&json!({ "ask": "family", "text": entry.id() }));
            let (RegistryEntry::Supported(sequence), Some(text)) = (entry, told["text"].as_str()) else {
                assert!(told["error"].is_string(), "{told}");
                continue;
            };
            if sequence.layout != Layout::List || told["variables"] != json!(["n"]) {
                continue;
            }
            // The boards are small; of several variables, all but one are 1.
            let n = sequence.offset.max(sequence.from_n.unwrap_or(3)).max(3);
            let Some(term) = usize::try_from(n - sequence.offset).ok().and_then(|at| sequence.terms.get(at))
            else {
                continue;
            };
            if !sequence.compares(n) || n > 4 {
                continue;
            }
            let member = ask(&json!({ "ask": "member", "text": text, "value": n }));
            let Some(problem) = member["problem"].as_str() else { continue };
            let question =
                json!({ "ask": "count", "text": problem, "upTo": told["upTo"], "maximal": told["maximal"] });
            let answer = ask(&question);
            // A sequence with walls or similar features is rejected.
            if answer["error"].is_null() {
                assert_eq!(answer["count"], term.to_string(), "{} at {n}", entry.id());
                counted += 1;
            }
        }
        assert!(counted > 100, "{counted}");
    }

    #[test]
    fn what_cannot_be_answered_is_an_error() {
        for question in [
            json!({ "ask": "what" }),
            json!({ "ask": "count", "text": "8x8 Y" }),
            json!({ "ask": "problem", "text": "1000000x1000000 Q2" }),
            json!({ "ask": "min", "text": "4x4 Q/Q" }),
            json!({ "ask": "min", "text": "4x4 Q2" }),
            json!({ "ask": "same", "upTo": "turns" }),
            json!({ "ask": "problem", "text": "8x8 Q9 #1" }),
            json!({ "ask": "trace", "text": "8x8/moebius K" }),
            json!({ "ask": "position", "text": "8x8 Q8", "placed": [[7, "a1"]] }),
            json!({ "ask": "picture", "text": "8x8 Q8", "placed": [[0, "z9"]] }),
            json!({ "ask": "member", "text": "{n}x{n Q" }),
            json!({ "ask": "kind", "letter": "X", "betza": "?" }),
            json!({ "ask": "count", "text": "8x8 Q9 #1" }),
            json!([1, 2]),
        ] {
            assert!(ask(&question)["error"].is_string(), "{question}");
        }
    }
}
