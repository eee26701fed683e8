//! A rule as a formula for people, and its generating function.

use super::dialect::{Dialect, factor};
use crate::algebra::{Part, Polynomial, QuasiPolynomial, factorise};
use crate::formula::{Formula, GeneratingFunction, Rule};
use num_bigint::{BigInt, Sign};

/// Returns the right side of `a(n) = …`, or an equation; `None` if the rule is too long to be written out.
fn right_side(formula: &Formula, dialect: Dialect) -> Option<String> {
    let variable = formula.variables.first().copied().unwrap_or('n').to_string();
    match &formula.rule {
        Rule::Recurrence(recurrence) => Some(dialect.recurrence(recurrence.coefficients(), &variable)),
        Rule::QuasiPolynomial(found) => Some(quasi_polynomial(found, dialect, &variable)),
        Rule::Bivariate(found) => {
            let (numerators, denominator) = found.over_one_denominator();
            let second = formula.variables.get(1).copied().unwrap_or('m').to_string();
            Some(dialect.bivariate(&numerators, &denominator, [&variable, &second]))
        }
        Rule::Holonomic(found) => Some(dialect.holonomic(&found.coefficients, &variable)),
        _ => None,
    }
}

/// Returns the whole equation: `a(n) = …`.
pub(super) fn equation(formula: &Formula, dialect: Dialect) -> Option<String> {
    let right = right_side(formula, dialect)?;
    let names: Vec<String> = formula.variables.iter().map(char::to_string).collect();
    let left = match dialect {
        Dialect::Latex if names.len() > 1 => format!("a_{{{}}}", names.join(",")),
        Dialect::Latex => format!("a_{}", names.concat()),
        _ => format!("a({})", names.join(", ")),
    };
    Some(format!("{left} = {right}"))
}

/// Returns the bound for each variable from which a rule holds: `n >= 3`.
pub(super) fn bounds(formula: &Formula, sign: &str, joint: &str) -> String {
    let bounds = formula.variables.iter().zip(&formula.from);
    bounds.map(|(name, from)| format!("{name} {sign} {from}")).collect::<Vec<_>>().join(joint)
}

/// Writes a polynomial as a product, if it is one; `None` for rules of other types.
pub(super) fn product(formula: &Formula, dialect: Dialect) -> Option<String> {
    let Rule::QuasiPolynomial(found) = &formula.rule else { return None };
    if found.period() > 1 {
        return None;
    }
    let parts = factorise(&found.mean());
    let variable = formula.variables.first().copied().unwrap_or('n').to_string();
    let times = if dialect == Dialect::Program { "*" } else { " " };
    if parts.powers.len() < 2 {
        return None;
    }
    let (above, below) = &parts.constant;
    let factors = parts.powers.iter().map(|(base, power)| factor(dialect, base, &variable, *power, false));
    let number = (*above != BigInt::from(1)).then(|| above.to_string());
    let all: Vec<String> = number.into_iter().chain(factors).collect();
    Some(dialect.quotient(&all.join(times), below, false))
}

/// Writes a quasi-polynomial: its mean, and the term that is added for each period.
fn quasi_polynomial(found: &QuasiPolynomial, dialect: Dialect, variable: &str) -> String {
    let mut text = dialect.polynomial(&found.mean(), variable);
    for part in found.parts().iter().filter(|part| part.period > 1) {
        text += &match (part.period, part.classes.first()) {
            (2, Some(even)) => write_alternating(even, dialect, variable),
            _ => format!(" + {}", by_class(part, dialect, variable)),
        };
    }
    text
}

/// Writes an alternating term: `+ (-1)^n (…)`.
fn write_alternating(even: &Polynomial, dialect: Dialect, variable: &str) -> String {
    let is_negative = even.leading_coefficient().0.sign() == Sign::Minus;
    let sign = if is_negative { " - " } else { " + " };
    let size = if is_negative { Polynomial::zero().minus(even) } else { even.clone() };
    let power = match dialect {
        Dialect::Latex => format!("(-1)^{{{variable}}}"),
        _ => format!("(-1)^{variable}"),
    };
    if size == Polynomial::one() {
        return format!("{sign}{power}");
    }
    if size.numerators() == Polynomial::one().numerators() && dialect != Dialect::Latex {
        return format!("{sign}{power}/{}", size.denominator());
    }
    let text = dialect.polynomial(&size, variable);
    let times = if dialect == Dialect::Program { "*" } else { " " };
    let is_quotient = dialect != Dialect::Latex && text.starts_with('(') || !text.contains(' ');
    match is_quotient || dialect == Dialect::Latex && text.starts_with("\\frac") {
        true => format!("{sign}{power}{times}{text}"),
        false => format!("{sign}{power}{times}({text})"),
    }
}

/// Writes a term by residue class: `[0, n/3, -n/3](n mod 3)`.
fn by_class(part: &Part, dialect: Dialect, variable: &str) -> String {
    let classes: Vec<String> = part.classes.iter().map(|class| dialect.polynomial(class, variable)).collect();
    match dialect {
        Dialect::Latex => format!(
            "\\begin{{cases}}{}\\end{{cases}}",
            classes
                .iter()
                .enumerate()
                .map(|(class, text)| format!("{text} & {variable} \\equiv {class} \\pmod{{{}}}", part.period))
                .collect::<Vec<_>>()
                .join(" \\\\ ")
        ),
        _ => format!("[{}][{variable} mod {}]", classes.join(", "), part.period),
    }
}

/// Writes a generating function as a quotient, with the denominator in factors if it has several.
pub(super) fn quotient(function: &GeneratingFunction, dialect: Dialect) -> String {
    // The denominator begins with 1, and so do its factors.
    let parts = factorise(&function.denominator).with_positive_ends();
    let times = if dialect == Dialect::Program { "*" } else { " " };
    let factors: Vec<String> =
        parts.powers.iter().map(|(base, power)| factor(dialect, base, "x", *power, true)).collect();
    let above = dialect.series(&function.numerator, "x");
    if factors.is_empty() {
        return above;
    }
    let below = factors.join(times);
    if below.is_empty() {
        return above;
    }
    match dialect {
        Dialect::Latex => format!("\\frac{{{above}}}{{{below}}}"),
        _ => {
            let above = if above.contains(' ') { format!("({above})") } else { above };
            let below = if factors.len() > 1 { format!("({below})") } else { below };
            format!("{above}/{below}")
        }
    }
}
