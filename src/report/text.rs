//! Results as lines of text.

use super::numbers;
use crate::UpTo;
use crate::answer::Answer;
use crate::notation::{army_diagram, plural};
use crate::piece::{self, Kind};
use crate::plan::{NumberCount, Outcome, Stabilisers, Summary};
use crate::search::{CountsByPairs, Maximum, Minimum};
use crate::{Demand, Lines, Objective, Pieces, Placement, Problem, Quantity, Question, Span, Treaty};
use num_bigint::BigUint;
use std::time::Duration;

/// The style of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// The style for a person at a terminal: digits in groups, the meaning of letters that chess does not
    /// have, the time.
    Person,
    /// The style for a person who wants to know how the answer was found: engines, units, nodes, the steps of
    /// proofs.
    Verbose,
    /// The style for a pipe or a file: a line for each problem, plain digits.
    Plain,
    /// The number alone.
    Number,
}

impl Style {
    pub(super) fn number(self, count: &BigUint) -> String {
        if self.is_for_person() { numbers::group_digits(count) } else { count.to_string() }
    }

    pub(super) fn is_for_person(self) -> bool {
        matches!(self, Self::Person | Self::Verbose)
    }
}

/// Names several pieces of a kind: `queens`, `pieces X`.
pub(super) fn plural_of_kind(kind: &Kind) -> String {
    kind.name().map_or_else(|| format!("pieces {}", kind.letter()), plural)
}

/// Explains the letter of a kind: `X = NN`, `Q queen = Q`.
fn explain_letter(kind: &Kind) -> String {
    let name = piece::built_in(kind.letter()).map_or(String::new(), |entry| format!("{} ", entry.name));
    format!("{} {name}= {}", kind.letter(), kind.betza())
}

pub(super) fn meanings(problem: &Problem, is_told: impl Fn(&Kind) -> bool) -> String {
    let walls = problem.walls().map(|walls| format!("{} wall", walls.kind.letter()));
    let kinds = problem.kinds().into_iter().filter(|kind| is_told(kind));
    kinds.map(explain_letter).chain(walls).collect::<Vec<_>>().join(" · ")
}

/// The letters that every player of chess knows.
const CHESS: &str = "KQRBN";

/// Returns a line that explains the other letters, if there are any.
pub(super) fn legend(problem: &Problem) -> String {
    match meanings(problem, |kind| !CHESS.contains(kind.letter())) {
        nothing if nothing.is_empty() => nothing,
        meanings => format!("  {meanings}\n"),
    }
}

/// Writes numbers of pieces as in problem text: `N3 K0`.
fn write_numbers(problem: &Problem, numbers: &[u32]) -> String {
    let each = problem
        .open_pieces()
        .zip(numbers)
        .map(|(pieces, number)| format!("{}{number}", pieces.kind.letter()));
    each.collect::<Vec<_>>().join(" ")
}

/// Returns the adjective for the requested placements.
pub(super) fn adjective(maximal: bool, dominating: Demand) -> &'static str {
    match dominating {
        Demand::Nothing if maximal => "maximal ",
        Demand::Nothing => "",
        Demand::Dominating => "dominating ",
        Demand::Total => "totally dominating ",
    }
}

/// Returns the noun for this number.
pub(super) fn noun(count: &BigUint) -> &'static str {
    if *count == BigUint::from(1u32) { "placement" } else { "placements" }
}

/// Names the symmetries up to which placements count as one.
fn name_symmetries(up_to: UpTo, summary: &Summary) -> String {
    match (up_to, summary.exchanges_armies()) {
        (UpTo::Armies, false) => " up to symmetry, as no two armies have the same pieces".to_owned(),
        (UpTo::Translation, false) => " up to symmetry and translation".to_owned(),
        (up_to, _) => up_to.phrase(),
    }
}

/// States the rule of attack, if it affects the problem.
pub(super) fn rule(problem: &Problem) -> String {
    let rule = match problem.lines() {
        _ if !problem.lines_matter() => return String::new(),
        Lines::Sight => "sight: riders see along whole lines, past other pieces (the other rule: blocked)",
        Lines::Blocked => "blocked: riders see up to the first piece (the other rule: sight)",
    };
    format!("  lines {rule}\n")
}

/// States the rule of attack at the end of a line.
pub(super) fn by_lines(problem: &Problem) -> &'static str {
    match problem.lines() {
        _ if !problem.lines_matter() => "",
        Lines::Sight => ", with riders seeing along whole lines",
        Lines::Blocked => ", with lines blocked by pieces",
    }
}

/// Explains groups, which a reader may take for one mix of pieces; `None` for other problems.
///
/// An example is `3 queens and, apart from them, 3 rooks: none attacks another of its own group`.
#[must_use]
pub fn groups(problem: &Problem) -> Option<String> {
    if problem.armies().len() < 2 || problem.treaty() != Treaty::Groups {
        return None;
    }
    let named = |pieces: &Pieces| {
        let name = pieces.kind.name();
        let many = || plural_of_kind(&pieces.kind);
        match pieces.quantity {
            Quantity::Exactly(1) => {
                format!("1 {}", name.map_or_else(|| pieces.kind.letter().to_string(), str::to_owned))
            }
            Quantity::Exactly(number) => format!("{number} {}", many()),
            Quantity::Within(Span { least: 0, most: Some(most) }) => format!("at most {most} {}", many()),
            Quantity::Within(Span { least, most: Some(most) }) => format!("{least} to {most} {}", many()),
            Quantity::Within(Span { least, most: None }) => format!("at least {least} {}", many()),
            Quantity::Any => format!("any number of {}", many()),
            Quantity::Max => format!("as many {} as possible", many()),
        }
    };
    let groups =
        problem.armies().iter().map(|army| army.pieces().iter().map(named).collect::<Vec<_>>().join(", "));
    let groups = groups.collect::<Vec<_>>().join(" and, apart from them, ");
    Some(format!("{groups}: none attacks another of its own group"))
}

/// Returns the problem in which all pieces of all groups are one mix; `None` if a kind is in two groups.
fn mix(problem: &Problem) -> Option<Problem> {
    problem.to_string().replace(" + ", " ").parse().ok()
}

/// The planning time below which it is not mentioned.
const REPORTING_THRESHOLD: Duration = Duration::from_millis(500);

/// Reports a count in one line, or in more for a person or if it is divided.
#[must_use]
pub fn count(answer: &Answer, style: Style) -> String {
    let Answer { question, outcome, summary, division, planning, .. } = answer;
    let problem = &question.problem;
    let sign = if outcome.complete { "" } else { "≥ " };
    let number = style.number(&outcome.count);
    if style == Style::Number {
        return format!("{}{number}\n", sign.trim_end());
    }
    let mut text = String::new();
    if let Some(division) = division {
        for (square, part) in &division.parts {
            text += &format!("{} on {square}: {}\n", division.letter, style.number(part));
        }
    }
    for NumberCount { pieces, count } in outcome.by_number.iter().flatten() {
        text += &format!("{}: {}\n", write_numbers(problem, pieces), style.number(count));
    }
    let adjective = adjective(question.maximal, question.dominating);
    let noun = noun(&outcome.count);
    let most = outcome.maximum.map_or(String::new(), |maximum| format!("maximum {sign}{maximum}, "));
    let among = if most.is_empty() { "" } else { "in " };
    let nothing_fits = problem.objective() == Objective::Maximum && outcome.maximum.is_none();
    // Until its end, a sweep has no bound: none is shown instead of a bound of 0.
    let is_unknown = !outcome.complete
        && outcome.count == BigUint::ZERO
        && (summary.kernel.is_none() || division.is_some());
    text += &match nothing_fits && outcome.complete {
        true => format!("{problem}: no placement"),
        false if is_unknown => format!("{problem}: {most}nothing known yet"),
        false => format!("{problem}: {most}{among}{sign}{number} {adjective}{noun}"),
    };
    if !question.fixed_by.is_identity() {
        text += &format!(" fixed by {}", question.fixed_by);
    }
    if let Some(placements) = &outcome.placements {
        text += &format!(
            "{} ({sign}{} in all)",
            name_symmetries(question.up_to, summary),
            style.number(placements)
        );
    }
    text += by_lines(problem);
    let has_units = division.is_none() && summary.kernel.is_some();
    if !outcome.complete && !has_units {
        text += ", stopped before the end";
    } else if !outcome.complete {
        text += &format!(", stopped after {} of {} units", outcome.units_done, summary.units);
    }
    text.push('\n');
    if style.is_for_person() {
        text += &legend(problem);
        text += &rule(problem);
        if let Some(groups) = groups(problem) {
            text += &format!("  {groups}\n");
            text += &mix(problem).map_or_else(String::new, |mix| format!("  {mix} is the mix\n"));
        }
        // Planning is shown separately if it takes a noticeable time.
        let planned = match *planning >= REPORTING_THRESHOLD {
            true => format!(" (planned in {})", numbers::time(*planning)),
            false => String::new(),
        };
        let how = if style == Style::Verbose { how_counted(summary, outcome) } else { String::new() };
        text += &format!("  {how}{}{planned}\n", numbers::time(outcome.elapsed));
        if let Some(check) = answer.double_check() {
            let verdict = if check.agrees { "checked by" } else { "NOT confirmed by" };
            text += &format!("  {verdict} {}\n", check.by);
        }
    }
    text
}

/// Describes how the placements were counted: `halves 4 on avx512, 5 units, 189 nodes, `.
fn how_counted(summary: &Summary, outcome: &Outcome) -> String {
    let (engine, version) = summary.engine;
    let kernel = summary.kernel.map_or(String::new(), |kernel| format!(" on {kernel}"));
    let (units, nodes) = (numbers::count_noun(summary.units, "unit"), numbers::shorten(outcome.nodes as f64));
    format!("{engine} {version}{kernel}, {units}, {nodes} nodes, ")
}

/// Warns that two counts differ, if they do.
#[must_use]
pub fn alarm(answer: &Answer) -> Option<String> {
    let check = answer.double_check().filter(|check| !check.agrees)?;
    let number = |outcome: &Outcome| {
        let maximum = outcome.maximum.map_or(String::new(), |maximum| format!(" (maximum {maximum})"));
        format!("{}{maximum}", outcome.count)
    };
    let Summary { engine: (name, version), kernel, .. } = &answer.summary;
    let kernel = kernel.map_or(String::new(), |kernel| format!(" on {kernel}"));
    Some(format!(
        "{}: TWO COUNTS DIFFER: {} by {name} {version}{kernel}, {} by {}; please report this problem",
        answer.question.problem,
        number(&answer.outcome),
        number(&check.outcome),
        check.by
    ))
}

/// Reports placements by the number of attacking pairs: a line for each number, and one for all.
#[must_use]
pub fn by_pairs(found: &CountsByPairs, style: Style) -> String {
    let Question { problem, up_to, .. } = &found.question;
    let width = found.pairs.iter().map(|line| style.number(&line.1).chars().count()).max().unwrap_or(0);
    let line = |(pairs, count): &(u32, BigUint)| {
        let noun = if *pairs == 1 { "pair " } else { "pairs" };
        format!("{pairs:>3} attacking {noun}: {:>width$}\n", style.number(count))
    };
    let lines: String = found.pairs.iter().map(line).collect();
    let noun = noun(&found.count);
    let count = style.number(&found.count);
    let sign = if found.is_counted { "" } else { "≥ " };
    let stopped = match found.pairs.last() {
        _ if found.complete => String::new(),
        None if !found.is_counted && found.count == BigUint::ZERO => {
            return format!("{problem}: nothing known yet, stopped before the end\n");
        }
        None => ", stopped before the end".to_owned(),
        Some((pairs, _)) => {
            format!(", stopped after {}", numbers::count_noun(*pairs as usize, "attacking pair"))
        }
    };
    format!("{lines}{problem}: {sign}{count} {noun}{}, attacking or not{stopped}\n", up_to.phrase())
}

/// Reports placements by their symmetries: a line for all, and a table.
#[must_use]
pub fn by_symmetry(found: &Stabilisers, style: Style) -> String {
    let Question { problem, up_to, maximal, .. } = &found.question;
    let (sign, same) = (if found.complete { "" } else { "≥ " }, up_to.phrase());
    let adjective = if *maximal { "maximal " } else { "" };
    let number = |count: &BigUint| style.number(count);
    let placements = format!("{sign}{} {adjective}{}", number(&found.placements), noun(&found.placements));
    if !found.complete {
        let known = if found.placements == BigUint::ZERO { "nothing known yet" } else { &placements };
        return format!("{problem}: {known}, stopped before the end\n");
    }
    let mut rows =
        vec![["stabiliser", "symmetries", "conjugates", "fixed", "placements", "classes"].map(String::from)];
    rows.extend(found.stabilisers.iter().map(|one| {
        let numbers = [&one.fixed, &one.placements, &one.classes].map(number);
        let [fixed, placements, classes] = numbers;
        [one.name.clone(), one.order.to_string(), one.conjugates.to_string(), fixed, placements, classes]
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &[String; 6]| {
        let (name, numbers) = (&row[0], row[1..].iter().zip(&widths[1..]));
        let numbers: String = numbers.map(|(number, width)| format!("  {number:>width$}")).collect();
        format!("{name:<width$}{numbers}\n", width = widths[0])
    };
    let table: String = rows.iter().map(line).collect();
    format!("{problem}: {placements}, {}{same}\n{table}", number(&found.classes))
}

/// Returns a problem with `min` after the kinds whose number is minimised.
fn write_minimised(problem: &Problem) -> String {
    let text = problem.to_string();
    // The moves of a definition may contain a star.
    let words = text.split(' ').map(|word| match word.contains('=') {
        true => word.to_owned(),
        false => word.replace('*', "min").replace("max", "min"),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Reports the smallest sufficient number of pieces in a line, with a placement as a diagram below it.
#[must_use]
pub fn smallest(problem: &Problem, smallest: Option<&Minimum>, style: Style) -> String {
    let asked = write_minimised(problem);
    let Some(smallest) = smallest else {
        return match style {
            Style::Number => "unknown\n".to_owned(),
            _ => format!("{asked}: stopped before the smallest number was found\n"),
        };
    };
    let (Some(number), Some((given, placement))) = (smallest.number, &smallest.placement) else {
        return match style {
            Style::Number => "none\n".to_owned(),
            _ => format!("{asked}: no placement\n"),
        };
    };
    if style == Style::Number {
        return format!("{number}\n");
    }
    let attaining = adjective(smallest.demand == Demand::Nothing, smallest.demand);
    let of = |count| format!(", in {} {attaining}{}", style.number(count), noun(count));
    let stopped = || format!(", in ≥ 1 {attaining}placement, stopped before the end");
    let count = smallest.count.as_ref().map_or_else(stopped, of);
    let is_open = |pieces: &Pieces| !matches!(pieces.quantity, Quantity::Exactly(_));
    let each = of_each(problem, is_open, placement);
    let mut text = format!("{asked}: {number}{each}{count}\n");
    for line in army_diagram(given, placement, false) {
        text += &format!("{line}\n");
    }
    text += &how_found(problem, style, (smallest.engine, smallest.nodes), smallest.elapsed);
    text
}

/// Lists the number of pieces of each kind in a placement, if several were sought: ` (Q3 N5)`. Groups have
/// numbers of their own.
fn of_each(problem: &Problem, is_sought: impl Fn(&Pieces) -> bool, placement: &Placement) -> String {
    let number = |kind: usize| placement.pieces().iter().filter(|(other, _)| *other == kind).count();
    let sought = problem.pieces().enumerate().filter(|(_, pieces)| is_sought(pieces));
    let numbers: Vec<String> =
        sought.map(|(kind, pieces)| format!("{}{}", pieces.kind.letter(), number(kind))).collect();
    if numbers.len() > 1 { format!(" ({})", numbers.join(" ")) } else { String::new() }
}

/// Explains the letters and reports the effort of a search, for people only.
fn how_found(
    problem: &Problem,
    style: Style,
    ((engine, version), nodes): ((&str, u32), u64),
    elapsed: Duration,
) -> String {
    let how = match (style, nodes) {
        (Style::Plain | Style::Number, _) => return String::new(),
        (Style::Person, _) => String::new(),
        (Style::Verbose, 0) => format!("{engine} {version}, "),
        (Style::Verbose, nodes) => format!("{engine} {version}, {} nodes, ", numbers::shorten(nodes as f64)),
    };
    format!("{}  {how}{}\n", legend(problem), numbers::time(elapsed))
}

/// Reports the maximum in a line, with the placement as a diagram below it.
#[must_use]
pub fn largest(largest: &Maximum, style: Style) -> String {
    let (Question { problem, up_to, .. }, is_counted) = (&largest.question, largest.is_counted);
    let sign = if largest.proved { "" } else { "≥ " };
    let Some(number) = largest.number else {
        return match (style, largest.proved) {
            (Style::Number, true) => "none\n".to_owned(),
            (Style::Number, false) => "unknown\n".to_owned(),
            (_, true) => format!("{problem}: no placement\n"),
            (_, false) => format!("{problem}: stopped before a placement was found\n"),
        };
    };
    if style == Style::Number {
        let count = match &largest.outcome {
            Some(outcome) => format!(" {}", style.number(&outcome.count)),
            None if is_counted => " ≥1".to_owned(),
            None => String::new(),
        };
        return format!("{}{number}{count}\n", sign.trim_end());
    }
    let each = of_each(problem, |pieces| pieces.quantity == Quantity::Max, &largest.placement);
    let mut text = format!("{problem}: {sign}{number}{each}");
    if let Some(outcome) = &largest.outcome {
        text += &format!(", in {} {}", style.number(&outcome.count), noun(&outcome.count));
        if let Some(placements) = outcome.placements.as_ref().filter(|_| *up_to != UpTo::Nothing) {
            text += &format!("{} ({} in all)", up_to.phrase(), style.number(placements));
        }
    }
    let lacks_count = is_counted && largest.outcome.is_none();
    if largest.proved && lacks_count {
        text += ", in ≥ 1 placement, stopped before the end";
    } else if !largest.proved {
        let bound = largest.bound.map_or(String::new(), |bound| format!(" and ≤ {bound}"));
        text += &format!("{bound}, stopped before the end");
    }
    text.push('\n');
    for line in army_diagram(problem, &largest.placement, false) {
        text += &format!("{line}\n");
    }
    text += &how_found(problem, style, (largest.engine, largest.nodes), largest.elapsed);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::answer;
    use crate::plan::{Settings, Silent};

    #[test]
    fn counts_that_differ_raise_an_alarm() {
        let settings = Settings::default().with_double_check(true);
        let mut answer = answer(&"8x8 Q8".parse().unwrap(), &settings, &(), &Silent).unwrap();
        assert!(answer.agrees() == Some(true) && alarm(&answer).is_none());
        assert!(answer.double_check().unwrap().difference.is_independent());
        let Some(Ok(check)) = &mut answer.check else { panic!("{answer:?}") };
        (check.outcome.count, check.agrees) = (93u32.into(), false);
        let text = alarm(&answer).unwrap();
        assert!(text.starts_with("8x8 Q8: TWO COUNTS DIFFER: 92 by ") && text.contains(", 93 by "), "{text}");
    }
}
