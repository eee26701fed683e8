//! Counting the true variables with clauses: sequential counters.
//!
//! `s(i,j)` says that at least j of the first i variables are true. Carsten Sinz ("Towards an optimal CNF
//! encoding of Boolean cardinality constraints", 2005) lets these auxiliaries follow from the variables. Here
//! each is *equivalent* to its definition, `s(i,j) ⇔ s(i-1,j) ∨ (x(i) ∧ s(i-1,j-1))`. So a choice of the
//! variables determines the auxiliaries, and the number of models does not change. Many encodings in
//! libraries have no such second half, and a count of their models is useless.
//!
//! A statement that holds or fails in every model is written as a constant and has no variable. If k of n
//! variables are true, at least `k - (n-i)` of the first i are true; if exactly k are true, k + 1 never are.
//! The remaining band has about `k · (n-k)` auxiliaries.

use std::io;

/// A literal as in DIMACS, or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Literal {
    False,
    True,
    Of(i64),
}

use Literal::{False, Of, True};

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            False => True,
            True => False,
            Of(literal) => Of(-literal),
        }
    }
}

/// A callback that takes clauses.
pub(crate) type Clauses<'a> = dyn FnMut(&[i64]) -> io::Result<()> + 'a;

/// The number of variables that must be true.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cardinality {
    /// The number of variables.
    pub(crate) of: u64,
    /// The number of variables that must be true.
    pub(crate) number: u64,
    /// Whether more variables may be true.
    pub(crate) at_least: bool,
}

impl Cardinality {
    /// Returns the number of auxiliaries.
    pub(crate) fn auxiliaries(self) -> u64 {
        let Self { of, number, .. } = self;
        // A contradiction needs one auxiliary.
        if number > of { 1 } else { (1..=of).map(|i| self.band(i)).map(|(low, high)| high + 1 - low).sum() }
    }

    /// Returns the literal which says that at least j of the first i variables are true, or the constant
    /// truth of that statement.
    ///
    /// The auxiliaries are numbered from `first`.
    pub(crate) fn at_least(self, i: u64, j: u64, first: i64) -> Result<i64, bool> {
        let before: u64 = (1..i).map(|i| self.band(i)).map(|(low, high)| high + 1 - low).sum();
        let (low, high) = self.band(i);
        match j {
            _ if j < low => Err(true),
            _ if j > high => Err(false),
            _ => Ok(first + (before + j - low) as i64),
        }
    }

    /// Returns the first and the last j for which s(i,j) is not constant.
    ///
    /// If there is none, the last is one below the first.
    fn band(self, i: u64) -> (u64, u64) {
        let low = (self.number + i).saturating_sub(self.of) + 1;
        (low, self.number.min(i).max(low - 1))
    }

    /// Writes the clauses about the `of` variables `variables`, which are numbered from 1. The auxiliaries
    /// are numbered from `first`.
    pub(super) fn write(
        self,
        variables: impl Iterator<Item = i64>,
        first: i64,
        clauses: &mut Clauses<'_>,
    ) -> io::Result<()> {
        let Self { of, number, at_least } = self;
        if number > of {
            clauses(&[first])?;
            return clauses(&[-first]);
        }
        // The first auxiliary of the previous row, and of this row.
        let (mut before, mut here) = (first, first);
        for (i, variable) in (1..=of).zip(variables) {
            let literal = |row: u64, base: i64, j: u64| {
                let (low, high) = self.band(row);
                match j {
                    _ if j < low => True,
                    _ if j > high => False,
                    _ => Of(base + (j - low) as i64),
                }
            };
            let x = Of(variable);
            let more = u64::from(!at_least);
            for j in 1..=number + more {
                // `s` says that at least j of the first i variables are true. It may be constant.
                let s = literal(i, here, j);
                let without = literal(i - 1, before, j);
                let with = literal(i - 1, before, j - 1);
                clause([!without, s, False], clauses)?;
                clause([!x, !with, s], clauses)?;
                clause([!s, without, x], clauses)?;
                clause([!s, without, with], clauses)?;
            }
            let (low, high) = self.band(i);
            (before, here) = (here, here + (high + 1 - low) as i64);
        }
        Ok(())
    }
}

/// Writes a clause without its constants. A clause that always holds is left out.
fn clause(literals: [Literal; 3], clauses: &mut Clauses<'_>) -> io::Result<()> {
    if literals.contains(&True) {
        return Ok(());
    }
    let mut written = [0; 3];
    let mut length = 0;
    for literal in literals {
        if let Of(literal) = literal {
            written[length] = literal;
            length += 1;
        }
    }
    clauses(&written[..length])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All assignments to all variables are tried. Those that satisfy the clauses include exactly one for
    /// each choice of the wanted number of variables.
    #[test]
    fn a_choice_of_variables_leaves_one_of_the_auxiliaries() {
        for of in 0..=5u64 {
            for number in 0..=of + 1 {
                for at_least in [false, true] {
                    let counter = Cardinality { of, number, at_least };
                    let mut clauses: Vec<Vec<i64>> = Vec::new();
                    counter
                        .write(1..=of as i64, of as i64 + 1, &mut |clause| {
                            clauses.push(clause.to_vec());
                            Ok(())
                        })
                        .unwrap();
                    let all = of + counter.auxiliaries();
                    assert!(all <= 16, "{counter:?}: {all}");
                    let named = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max();
                    assert!(named.unwrap_or(0) <= all, "{counter:?}: {clauses:?}");
                    let holds = |model: u64, literal: &i64| {
                        (model >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0)
                    };
                    let is_model = |model: &u64| {
                        clauses.iter().all(|clause| clause.iter().any(|literal| holds(*model, literal)))
                    };
                    let models: Vec<u64> = (0..1 << all).filter(is_model).collect();
                    let fits = |choice: &u64| {
                        let ones = u64::from(choice.count_ones());
                        ones == number || at_least && ones > number
                    };
                    let mut choices: Vec<u64> = models.iter().map(|model| model & ((1 << of) - 1)).collect();
                    choices.sort_unstable();
                    let expected: Vec<u64> = (0..1 << of).filter(fits).collect();
                    assert_eq!(choices, expected, "{counter:?}: {clauses:?}");
                }
            }
        }
    }
}
