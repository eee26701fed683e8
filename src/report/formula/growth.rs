//! The growth of strips by width, and the resulting factor for each square.

use crate::algebra::Decimal;
use crate::formula::{BoundMethod, ConstantBounds, GrowthByWidth};
use crate::report::numbers;
use serde_json::json;
use std::time::Duration;

/// The digits that are shown of the growth of a strip.
const SHOWN: u32 = 30;

/// The digits of the difference of bounds if the lower bound is some hundred times closer to the constant.
const LOPSIDED: u32 = 5;

/// Returns a line for each width, and the known bounds on the factor for each square.
#[must_use]
pub fn growth_text(found: &GrowthByWidth, time: Duration) -> String {
    let width = if found.are_rings { "ring" } else { "width" };
    let mut text = format!("{}\n{width:>5} {:>6}  factor per extra rank (proved)\n", found.family, "order");
    for strip in &found.widths {
        text += &format!("{:>5} {:>6}  {}\n", strip.width, strip.order, strip.factor.round(SHOWN));
    }
    if let Some(lattices) = &found.lattices {
        let of_kind = |leaps: &Vec<(i64, i64)>| {
            leaps.iter().map(|(rows, cols)| format!("({rows},{cols})")).collect::<String>()
        };
        let leaps: Vec<String> = lattices.leaps.iter().map(of_kind).collect();
        text += &format!(
            "{} lattices without conflicts, each like leaps {}\n",
            lattices.number,
            leaps.join(" and ")
        );
    }
    if let Some(bounds) = &found.bounds {
        let (lower, upper) = round_bounds(bounds);
        text += &format!("per extra square, proved:\n  at least {lower}\n  at most  {upper}\n");
    }
    text += &match &found.constant {
        Some(constant) => format!("per extra square, estimated: {constant}\n"),
        None => "per extra square, no estimate: too few widths, or they do not converge evenly\n".to_owned(),
    };
    text + &format!("took {}\n", numbers::time(time))
}

/// Rounds bounds outward to two digits of their difference, or to more if the lower one is much closer to the
/// constant.
fn round_bounds(bounds: &ConstantBounds) -> (Decimal, Decimal) {
    let difference = bounds.upper.units() - bounds.lower.units();
    let digits = difference.magnitude().to_string().len() as u32;
    let shown = if bounds.by == BoundMethod::Colours { LOPSIDED } else { 2 };
    let places = (bounds.upper.places() + shown).saturating_sub(digits).min(bounds.upper.places());
    (bounds.lower.rounded_down(places), bounds.upper.rounded_up(places))
}

/// Returns the growth as one object on one line, `armistice.growth/1`.
#[must_use]
pub fn growth_json(found: &GrowthByWidth, time: Duration) -> String {
    let widths: Vec<_> = found
        .widths
        .iter()
        .map(|strip| {
            let factor = strip.factor.round(SHOWN).to_string();
            json!({ "width": strip.width, "order": strip.order, "factor": factor })
        })
        .collect();
    let mut value = json!({
        "schema": "armistice.growth/1",
        "family": found.family.to_string(),
        "rings": found.are_rings,
        "widths": widths,
        "seconds": time.as_secs_f64(),
    });
    if let Some(lattices) = &found.lattices {
        value["lattices"] = json!({ "number": lattices.number, "leaps": lattices.leaps });
    }
    if let Some(bounds) = &found.bounds {
        let (lower, upper) = round_bounds(bounds);
        let (lower, upper, by) = (lower.to_string(), upper.to_string(), bounds.by.name());
        value["bounds"] = json!({ "lower": lower, "upper": upper, "by": by });
    }
    if let Some(constant) = &found.constant {
        value["constant"] = json!(constant.to_string());
    }
    format!("{value}\n")
}
