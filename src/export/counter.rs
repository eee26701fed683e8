//! How many of some variables are true, in clauses: sequential counters.
//!
//! `s(i,j)` says that of the first i variables at least j are true. Carsten Sinz ("Towards an optimal CNF encoding of Boolean
//! cardinality constraints", 2005) lets these auxiliaries follow from the variables; here each is *equivalent* to its
//! definition, `s(i,j) ⇔ s(i-1,j) ∨ (x(i) ∧ s(i-1,j-1))`, so that a choice of the variables leaves one choice of the auxiliaries,
//! and the number of models stays what it was. Many an encoding found in libraries has no such second half, and a count of its
//! models is of no use.
//!
//! What must hold for every model is written as a constant and has no variable: there are k in all, so of the first i at least
//! `k - (n-i)`; and if there are k exactly, never k + 1. That leaves a band of `k · (n-k)` auxiliaries about.

use std::io;

/// A literal as DIMACS has it, or a constant.
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

/// What takes clauses.
pub(crate) type Clauses<'a> = dyn FnMut(&[i64]) -> io::Result<()> + 'a;

/// A number of variables that is to be true.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cardinality {
    /// How many variables there are.
    pub(crate) of: u64,
    /// How many are to be true.
    pub(crate) number: u64,
    /// Whether more may be.
    pub(crate) at_least: bool,
}

impl Cardinality {
    /// How many auxiliaries it takes.
    pub(crate) fn auxiliaries(self) -> u64 {
        let Self { of, number, .. } = self;
        // One for a contradiction.
        if number > of { 1 } else { (1..=of).map(|i| self.band(i)).map(|(low, high)| high + 1 - low).sum() }
    }

    /// That of the first i variables at least j are true, with auxiliaries from `first` on: a literal, or whether it always is.
    pub(crate) fn at_least(self, i: u64, j: u64, first: i64) -> Result<i64, bool> {
        let before: u64 = (1..i).map(|i| self.band(i)).map(|(low, high)| high + 1 - low).sum();
        let (low, high) = self.band(i);
        match j {
            _ if j < low => Err(true),
            _ if j > high => Err(false),
            _ => Ok(first + (before + j - low) as i64),
        }
    }

    /// The first and the last j for which s(i,j) is no constant; if there is none the last is one below the first.
    fn band(self, i: u64) -> (u64, u64) {
        let low = (self.number + i).saturating_sub(self.of) + 1;
        (low, self.number.min(i).max(low - 1))
    }

    /// The clauses about variables `variables` (as many as it is of, from 1), with auxiliaries from `first` on.
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
        // The first auxiliary of the row before, and of this one.
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
                // At least k of the first i, as said or not at all.
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

/// A clause without its constants; one that holds always is none.
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

    /// All assignments to all variables are tried: of those that satisfy the clauses, there is one for each choice of as many
    /// variables as wanted.
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
