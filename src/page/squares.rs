//! The positions of pieces in placements: numbers by square, with the colours that the page uses.

use super::asked::{About, Fault, PageContext};
use crate::BigUint;
use crate::report::by_square::{heat_maps, json as record};
use crate::report::numbers::group_digits;
use crate::report::svg::{self, HeatMap, Look, Theme};
use crate::search::{CountsBySquare, KindBySquare, by_square};
use serde_json::{Map, Value, json};

/// Numbers of at least this size are shown as shares, so that they fit into their squares.
const LONG: u32 = 10_000;

/// Counts, for each kind and each square, the placements with such a piece on that square.
pub(super) fn squares(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let found = by_square(&about.question()?, means.settings, &(), means.observer)?;
    if !found.complete {
        return Err(Fault::from("stopped"));
    }
    let record = record(&found);
    let (title, maps) = heat_maps(&record, None)?;
    let kinds = found.kinds.iter().zip(&maps).map(|(kind, map)| of_kind(&found, kind, map, &title));
    Ok(json!({ "count": found.count.to_string(), "record": record, "kinds": kinds.collect::<Vec<_>>() }))
}

fn of_kind(found: &CountsBySquare, kind: &KindBySquare, map: &HeatMap, title: &str) -> Value {
    let board = found.question.problem.board();
    let are_short = kind.numbers.iter().flatten().all(|number| *number < LONG.into());
    let count = group_digits(&found.count);
    let mut squares = Map::new();
    let mut most: Option<(&BigUint, String)> = None;
    for ((index, number), colour) in kind.numbers.iter().enumerate().zip(svg::heat_colours(map, Theme::Light))
    {
        let (Some(number), Some(colour), Some((share, _))) = (number, colour, &map.shares[index]) else {
            continue;
        };
        let percent = svg::percent(*share);
        let label = if are_short { number.to_string() } else { percent.trim_end_matches(" %").to_owned() };
        if most.as_ref().is_none_or(|(most, _)| number > *most) {
            most = Some((number, if are_short { group_digits(number) } else { percent }));
        }
        let share = if are_short { String::new() } else { format!("{label} %, ") };
        let entry = json!({
            "label": label,
            "words": format!("{share}{} of {count} placements", group_digits(number)),
            "colour": colour.code,
            "isDark": colour.is_dark,
        });
        squares.insert(board.square(index).to_string(), entry);
    }
    json!({
        "piece": kind.piece,
        "letter": kind.letter,
        "isShare": !are_short,
        "most": most.map(|(_, most)| most),
        "squares": squares,
        "svg": svg::heat(std::slice::from_ref(map), title, &Look::default()),
    })
}
