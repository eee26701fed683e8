//! The truth of rejections: the features that they name are in the problem or the question, and the limits
//! that they name are exceeded.

use armistice::{Feature, Problem};

/// The features that rejections can name.
const FEATURES: [Feature; 23] = [
    Feature::ManySquares,
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::Hops,
    Feature::AnyNumber,
    Feature::NumberRange,
    Feature::LargestNumber,
    Feature::GivenPieces,
    Feature::Walls,
    Feature::Armies,
    Feature::Groups,
    Feature::BlockedLines,
    Feature::ClosedSquares,
    Feature::Quotas,
    Feature::Degrees,
    Feature::Sameness,
    Feature::Maximal,
    Feature::ByNumber,
    Feature::FixedByMaps,
    Feature::Dominating,
];

/// Returns the false part of the reason for rejecting these words; `None` if the reason is true.
pub fn untrue(arguments: &[&str], error: &str) -> Option<String> {
    let has = |word: &str| arguments.contains(&word);
    let engine = arguments.iter().position(|word| *word == "--engine").and_then(|at| arguments.get(at + 1));
    let error = error.trim_start_matches("error: ").trim_end();
    if error.contains("engine best") || error.contains("omit the engine") && engine.is_none() {
        return Some("the user chose no engine that could be left out".to_owned());
    }
    if let Some(able) = error.strip_prefix("only the engine") {
        let names: Vec<&str> = able.split([' ', ',']).take_while(|word| *word != "count").collect();
        return engine
            .filter(|engine| names.contains(engine))
            .map(|engine| format!("{engine} is among them"));
    }
    if let Some((_, limit)) = error.split_once("this takes about ") {
        let (needed, allowed) = limit.split_once(", but ")?;
        let allowed = allowed.split(" are allowed").next()?;
        return (!has("--memory") || bytes(needed) <= bytes(allowed))
            .then(|| "so much is allowed".to_owned());
    }
    if let Some((maps, most)) = error.split_once(" maps of the board, but at most ") {
        let most: usize = most.split(' ').next()?.parse().ok()?;
        return (maps.rsplit(' ').next()?.parse::<usize>().ok()? <= most)
            .then(|| "this number of maps is supported".to_owned());
    }
    let (what, named) = match error.split_once(" cannot be combined with ") {
        Some((what, named)) => (Some(what), named),
        None => (None, error.split_once("this does not support ")?.1),
    };
    let named = named.split_once(": ").map_or(named, |(named, _)| named);
    let there = features(arguments);
    let is_there = |words: &str| there.iter().any(|feature| feature.words() == words);
    if !is_there(named) {
        return Some(format!("\"{named}\" is not there"));
    }
    let what = what?;
    let option = what.split_once("(--").and_then(|(_, option)| option.split_once(')'));
    match option {
        _ if is_there(what) || what.contains(&format!("({})", arguments[0])) => None,
        Some((option, _)) if has(&format!("--{option}")) => None,
        _ => Some(format!("\"{what}\" is not asked")),
    }
}

/// Returns the features of the problem and of the question.
fn features(arguments: &[&str]) -> Vec<Feature> {
    let verbs = if arguments.first() == Some(&"solve") { 1..=2 } else { 1..=1 };
    let problem = verbs.filter_map(|at| arguments.get(at)?.parse::<Problem>().ok()).next();
    let mut features = problem.map_or_else(Vec::new, |problem| problem.features());
    let exclusive = Feature::ExclusiveLines;
    let asked = [
        // A kind without a number is one piece for commands that count, and any number for others.
        (arguments[0] == "max", Feature::LargestNumber),
        (arguments[0] == "min", Feature::AnyNumber),
        // The fewest pieces are those of maximal placements, unless they must dominate the board.
        (arguments[0] == "min", Feature::Maximal),
        (arguments.contains(&"blocked"), Feature::BlockedLines),
        (arguments.contains(&"--up-to"), Feature::Sameness),
        (arguments.contains(&"--maximal"), Feature::Maximal),
        (arguments.contains(&"--by-number"), Feature::ByNumber),
        (arguments.contains(&"--fixed-by"), Feature::FixedByMaps),
        (arguments.iter().any(|word| word.starts_with("--dominating")), Feature::Dominating),
        (features.contains(&exclusive), Feature::Quotas),
    ];
    features.extend(asked.iter().filter(|(is_asked, _)| *is_asked).map(|(_, feature)| *feature));
    features
}

fn bytes(text: &str) -> f64 {
    let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
    let times = match unit {
        "GB" => 1e9,
        "MB" => 1e6,
        "kB" => 1e3,
        _ => 1.0,
    };
    number.parse::<f64>().map_or(f64::NAN, |number| number * times)
}

#[test]
fn all_features_are_told_apart() {
    for text in [
        "40x40/torus-a1 Q*@c3 N1..",
        "9x9~b2 G2 + N #1 each=1 rank=..1",
        "ring:3 Qmax K/Q blocked",
        "hexagon:2 K",
    ] {
        let problem: Problem = text.parse().unwrap();
        for feature in problem.features() {
            let with_its_words = FEATURES.iter().filter(|known| known.words() == feature.words());
            assert_eq!(with_its_words.count(), 1, "{feature:?}");
        }
    }
}

#[test]
fn untrue_reasons_are_seen() {
    let said = |arguments: &[&str], error: &str| untrue(arguments, error).is_some();
    let by_symmetry = "error: placements by symmetry (--by-symmetry) cannot be combined with dominating placements (--dominating): x";
    assert!(!said(&["count", "4x4 K4", "--dominating", "--by-symmetry"], by_symmetry));
    assert!(said(&["count", "4x4 K4", "--by-symmetry"], by_symmetry));
    assert!(said(&["count", "4x4 K4", "--dominating"], by_symmetry));
    let least =
        "error: the minimum number of pieces (min) cannot be combined with hoppers or lame leapers: x";
    assert!(!said(&["min", "4x4 G"], least) && said(&["count", "4x4 G4"], least));
    let hops = "error: this does not support hoppers or lame leapers: count";
    assert!(said(&["trace", "4x4 K4"], hops) && !said(&["trace", "4x4 G4"], hops));
    assert!(said(&["count", "4x4 K4"], "error: the rows engine counts: use the engine best"));
    let memory = "error: this takes about 12 MB, but 10 MB are allowed: x";
    assert!(!said(&["count", "9x9 K9", "--memory", "10M"], memory) && said(&["count", "9x9 K9"], memory));
}
