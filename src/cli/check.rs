//! The same number once more, for `--double-check`: what two counts say of each other.

use crate::Problem;
use crate::plan::{self, Outcome, Second, Summary};
use crate::report::CheckRecord;

/// A second count that was made.
pub(super) struct Check {
    pub(super) record: CheckRecord,
    /// Whether it is by another engine or of another board.
    pub(super) is_independent: bool,
    /// The line about two counts that differ, if they do.
    pub(super) alarm: Option<String>,
}

/// Compares a complete count with the second one, if that is complete, too.
pub(super) fn compare(
    problem: &Problem,
    summary: &Summary,
    first: &Outcome,
    second: &Second,
    checked: Outcome,
) -> Option<Check> {
    if !checked.complete {
        return None;
    }
    let agrees = plan::agree(first, &checked);
    let by = second.to_string();
    let alarm = (!agrees).then(|| differ(problem, summary, first, &by, &checked));
    let is_independent = second.difference().is_independent();
    Some(Check { record: CheckRecord { by, count: checked.count, agrees }, is_independent, alarm })
}

fn differ(problem: &Problem, summary: &Summary, first: &Outcome, by: &str, second: &Outcome) -> String {
    let number = |outcome: &Outcome| {
        let maximum = outcome.maximum.map_or(String::new(), |maximum| format!(" (maximum {maximum})"));
        format!("{}{maximum}", outcome.count)
    };
    let (name, version) = summary.engine;
    let kernel = summary.kernel.map_or(String::new(), |kernel| format!(" on {kernel}"));
    format!(
        "{problem}: TWO COUNTS DIFFER: {} by {name} {version}{kernel}, {} by {by}; please report this problem",
        number(first),
        number(second)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Silent;
    use crate::plan::second;
    use crate::plan::{Settings, plan};

    #[test]
    fn counts_that_differ_raise_an_alarm() {
        let (problem, settings): (Problem, _) = ("8x8 Q8".parse().unwrap(), Settings::default());
        let plan = plan(&(&problem).into(), &settings).unwrap();
        let second = second(plan.question(), &settings, plan.summary()).unwrap();
        let (first, checked) = (plan.run(&Silent).unwrap(), second.run(&Silent).unwrap());
        let check = compare(&problem, plan.summary(), &first, &second, checked.clone()).unwrap();
        assert!(check.record.agrees && check.is_independent && check.alarm.is_none());
        let mut wrong = checked.clone();
        wrong.count = 93u32.into();
        let check = compare(&problem, plan.summary(), &first, &second, wrong).unwrap();
        let alarm = check.alarm.unwrap();
        assert!(
            alarm.starts_with("8x8 Q8: TWO COUNTS DIFFER: 92 by ") && alarm.contains(", 93 by "),
            "{alarm}"
        );
        assert!(!check.record.agrees);
        let mut cut = checked;
        cut.complete = false;
        assert!(compare(&problem, plan.summary(), &first, &second, cut).is_none());
    }
}
