//! The growth of strips by width, and what it comes to for each square.

use crate::formula::GrowthByWidth;
use crate::report::numbers;
use serde_json::json;
use std::time::Duration;

/// Digits that are shown of the growth of a strip.
const SHOWN: u32 = 30;

/// A line for each width, and the estimate for each square.
#[must_use]
pub fn growth_text(found: &GrowthByWidth, time: Duration) -> String {
    let mut text =
        format!("{}\n{:>5} {:>6}  factor per extra rank (proved)\n", found.family, "width", "order");
    for strip in &found.widths {
        text += &format!("{:>5} {:>6}  {}\n", strip.width, strip.order, strip.factor.rounded(SHOWN));
    }
    text += &match &found.constant {
        Some(constant) => format!("per extra square, estimated: {constant}\n"),
        None => "per extra square: too few widths, or they do not converge evenly\n".to_owned(),
    };
    text + &format!("took {}\n", numbers::time(time))
}

/// The same as one object on one line, `armistice.growth/1`.
#[must_use]
pub fn growth_json(found: &GrowthByWidth, time: Duration) -> String {
    let widths: Vec<_> = found
        .widths
        .iter()
        .map(|strip| {
            let factor = strip.factor.rounded(SHOWN).to_string();
            json!({ "width": strip.width, "order": strip.order, "factor": factor })
        })
        .collect();
    let mut value = json!({
        "schema": "armistice.growth/1",
        "family": found.family.to_string(),
        "widths": widths,
        "seconds": time.as_secs_f64(),
    });
    if let Some(constant) = &found.constant {
        value["constant"] = json!(constant.to_string());
    }
    format!("{value}\n")
}
