//! Linear constraints on Boolean variables.

use std::ops::Not;

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// Returns the literal that is true if this variable is true.
    #[must_use]
    pub fn from_variable(variable: usize) -> Self {
        Self((variable as u32) << 1)
    }

    /// Returns the variable of the literal.
    #[inline]
    #[must_use]
    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns true if the literal is the negation of its variable.
    #[inline]
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the index of the literal, below twice the number of variables.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A constraint: the weighted sum of some literals is at least the degree. All weights are above 0, and no
/// variable occurs twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinearConstraint {
    /// The literals with their weights, the heaviest first.
    pub terms: Vec<(Literal, i64)>,
    /// The least value that the weighted sum may have.
    pub degree: i64,
}

impl LinearConstraint {
    /// Returns the constraint that at least one of these literals is true.
    #[must_use]
    pub fn clause(literals: impl IntoIterator<Item = Literal>) -> Self {
        Self::at_least(literals, 1)
    }

    /// Returns the constraint that at least `degree` of these literals are true.
    #[must_use]
    pub fn at_least(literals: impl IntoIterator<Item = Literal>, degree: i64) -> Self {
        Self { terms: literals.into_iter().map(|literal| (literal, 1)).collect(), degree }
    }

    /// Returns the constraint that at most `most` of these literals are true.
    #[must_use]
    pub fn at_most(literals: impl IntoIterator<Item = Literal>, most: i64) -> Self {
        let terms: Vec<_> = literals.into_iter().map(|literal| (!literal, 1)).collect();
        let degree = terms.len() as i64 - most;
        Self { terms, degree }
    }

    /// Makes a constraint from weights of any sign; a variable may occur in several terms.
    #[must_use]
    pub fn from_terms(terms: impl IntoIterator<Item = (Literal, i64)>, degree: i64) -> Self {
        let mut sorted: Vec<(Literal, i64)> = Vec::new();
        let mut degree = degree;
        for (literal, weight) in terms {
            // w(1 - x) replaces w times the negation of x.
            if literal.is_negated() {
                degree -= weight;
                sorted.push((!literal, -weight));
            } else {
                sorted.push((literal, weight));
            }
        }
        sorted.sort_unstable_by_key(|&(literal, _)| literal);
        let mut merged: Vec<(Literal, i64)> = Vec::with_capacity(sorted.len());
        for (literal, weight) in sorted {
            match merged.last_mut() {
                Some((last, sum)) if *last == literal => *sum += weight,
                _ => merged.push((literal, weight)),
            }
        }
        merged.retain(|&(_, weight)| weight != 0);
        for (literal, weight) in &mut merged {
            if *weight < 0 {
                (*literal, *weight) = (!*literal, -*weight);
                degree += *weight;
            }
        }
        merged.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        Self { terms: merged, degree }
    }
}

/// Returns the sum of constraints, each multiplied by its factor.
pub fn sum<'a>(parts: impl IntoIterator<Item = (&'a LinearConstraint, i64)>) -> LinearConstraint {
    let mut terms = Vec::new();
    let mut degree = 0;
    for (part, times) in parts {
        terms.extend(part.terms.iter().map(|&(literal, weight)| (literal, weight * times)));
        degree += part.degree * times;
    }
    LinearConstraint::from_terms(terms, degree)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_hold_where_their_parts_do() {
        let [a, b, c] = [0, 1, 2].map(Literal::from_variable);
        let first = LinearConstraint::at_least([a, b, !c], 2);
        let second = LinearConstraint::clause([!a, c]);
        let both = sum([(&first, 1), (&second, 2)]);
        // a + b + (1-c) + 2(1-a) + 2c >= 4, which is b + c - a >= 1.
        assert_eq!(both.degree, 2);
        let mut terms = both.terms;
        terms.sort_unstable();
        assert_eq!(terms, [(!a, 1), (b, 1), (c, 1)]);
    }
}
