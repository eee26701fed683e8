//! Questions by name.
//!
//! A question is an object with the field `ask` and whatever that wants; the answer is an object, with `error` if there is
//! none.

use crate::{counting, families, listing, position};
use armistice::notation::excerpt;
use serde::Deserialize;
use serde_json::{Value, json};

/// What the page asks of a problem.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Asked {
    pub(crate) ask: String,
    /// Problem text, or that of a family.
    pub(crate) text: String,
    /// Pieces on the board: number of the kind in the problem, and square.
    pub(crate) placed: Vec<(usize, String)>,
    pub(crate) up_to: String,
    pub(crate) maximal: bool,
    pub(crate) by_number: bool,
    /// How many.
    pub(crate) number: usize,
    pub(crate) seed: u64,
    /// A kind of one's own.
    pub(crate) letter: String,
    pub(crate) betza: String,
    /// The value of the variable.
    pub(crate) value: i64,
    /// Terms of a sequence, in decimal.
    pub(crate) terms: Vec<String>,
    /// The order of a search.
    pub(crate) order: String,
}

/// Why there is no answer.
pub(crate) struct Fault(String);

impl<E: ToString> From<E> for Fault {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// The answer to a question.
pub(crate) fn answer(question: &str) -> String {
    let answered = serde_json::from_str(question).map_err(Fault::from).and_then(|asked| dispatch(&asked));
    let answer = answered.unwrap_or_else(|Fault(error)| json!({ "error": error }));
    answer.to_string()
}

fn dispatch(asked: &Asked) -> Result<Value, Fault> {
    match asked.ask.as_str() {
        "kinds" => Ok(position::kinds()),
        "kind" => position::kind(asked),
        "problem" => position::problem(asked),
        "position" => position::position(asked),
        "picture" => position::picture(asked),
        "explain" => counting::explain(asked),
        "count" => counting::count(asked),
        "max" => counting::max(asked),
        "find" => listing::find(asked),
        "list" => listing::list(asked),
        "more" => listing::more(asked),
        "trace" => listing::trace(asked),
        "family" => families::family(asked),
        "member" => families::member(asked),
        "formula" => families::formula(asked),
        "identify" => families::identify(asked),
        other => Err(Fault::from(format!("\"{}\": no question of this name", excerpt(other, 20)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(question: &Value) -> Value {
        serde_json::from_str(&answer(&question.to_string())).unwrap()
    }

    #[test]
    fn questions_have_answers() {
        assert_eq!(ask(&json!({ "ask": "count", "text": "8x8 Q8" }))["count"], "92");
        assert_eq!(ask(&json!({ "ask": "count", "text": "8x8 Q8", "upTo": "symmetry" }))["count"], "12");
        let completed = ask(&json!({ "ask": "count", "text": "8x8 Q8", "placed": [[0, "a1"]] }));
        assert_eq!((&completed["count"], &completed["problem"]), (&json!("4"), &json!("8x8 Q8@a1")));
        assert_eq!(ask(&json!({ "ask": "max", "text": "8x8 Q5 N" }))["number"], 5);
        assert_eq!(ask(&json!({ "ask": "max", "text": "6x6 Q/Q" }))["armies"], json!([5, 5]));
        let position = ask(&json!({ "ask": "position", "text": "4x4 Q4", "placed": [[0, "a1"], [0, "b2"]] }));
        assert_eq!(position["conflicts"], json!([["a1", "b2"]]));
        assert!(position["fault"].is_string() && position["attacked"].as_array().unwrap().len() == 11);
        let listed = ask(&json!({ "ask": "list", "text": "6x6 Q6", "number": 3 }));
        assert_eq!((listed["placements"].as_array().unwrap().len(), &listed["isOver"]), (3, &json!(false)));
        let more = ask(&json!({ "ask": "more", "number": 3 }));
        assert_eq!((more["placements"].as_array().unwrap().len(), &more["isOver"]), (1, &json!(true)));
        let formula = ask(&json!({ "ask": "formula", "text": "2x{n} K*" }));
        assert_eq!(formula["equation"], "a(n) = a(n-1) + 2*a(n-2)");
        assert_eq!(ask(&json!({ "ask": "member", "text": "{n}x{n} Q{n}", "value": 6 }))["problem"], "6x6 Q6");
        let terms: Vec<String> = [1, 0, 0, 2, 10, 4, 40, 92].map(|term: i32| term.to_string()).to_vec();
        assert_eq!(ask(&json!({ "ask": "identify", "terms": terms }))["sequences"][0]["id"], "A000170");
        assert!(ask(&json!({ "ask": "trace", "text": "6x6 Q6" }))["page"].as_str().unwrap().contains("<svg"));
        assert!(
            ask(&json!({ "ask": "explain", "text": "16x16 Q16" }))["expectedSeconds"].as_f64().unwrap() > 0.0
        );
        assert_eq!(
            ask(&json!({ "ask": "kinds" }))["kinds"].as_array().unwrap().len(),
            armistice::piece::catalogue().len()
        );
    }

    #[test]
    fn what_cannot_be_answered_is_an_error() {
        for question in [
            json!({ "ask": "what" }),
            json!({ "ask": "count", "text": "8x8 Y" }),
            json!({ "ask": "count", "text": "8x8 Q8", "placed": [[7, "a1"]] }),
            json!({ "ask": "count", "text": "8x8 Q8", "placed": [[0, "z9"]] }),
            json!({ "ask": "member", "text": "{n}x{n Q" }),
            json!({ "ask": "kind", "letter": "X", "betza": "?" }),
            json!([1, 2]),
        ] {
            assert!(ask(&question)["error"].is_string(), "{question}");
        }
    }
}
