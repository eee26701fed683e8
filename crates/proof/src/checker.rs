//! A small checker for tests: it accepts only steps of a proof that follow from the earlier ones.

use crate::linear::sum;
use crate::{Bound, LinearConstraint, Literal, Log, Outcome, Search};
use std::io;
use std::ops::Range;

/// A checker that keeps all constraints so far and accepts only constraints that follow from them.
#[derive(Default)]
pub(crate) struct Checker {
    variables: usize,
    constraints: Vec<Option<LinearConstraint>>,
    pub(crate) sums: usize,
}

impl Checker {
    /// Returns true if unit propagation from all known constraints and `assumed` reaches a contradiction.
    fn is_refuted(&self, assumed: &LinearConstraint) -> bool {
        let mut values: Vec<Option<bool>> = vec![None; self.variables];
        let is_false = |values: &[Option<bool>], literal: Literal| {
            values[literal.variable()] == Some(literal.is_negated())
        };
        loop {
            let mut is_changed = false;
            for linear in self.constraints.iter().flatten().chain([assumed]) {
                let left = linear.terms.iter().filter(|&&(literal, _)| !is_false(&values, literal));
                let slack = left.map(|&(_, weight)| weight).sum::<i64>() - linear.degree;
                if slack < 0 {
                    return true;
                }
                for &(literal, weight) in &linear.terms {
                    if weight > slack && values[literal.variable()].is_none() {
                        values[literal.variable()] = Some(!literal.is_negated());
                        is_changed = true;
                    }
                }
            }
            if !is_changed {
                return false;
            }
        }
    }
}

impl Log for Checker {
    fn sum(&mut self, parts: &[(u64, i64)]) -> io::Result<u64> {
        let part = |number: u64| self.constraints[number as usize].as_ref().expect("not deleted");
        let all = sum(parts.iter().map(|&(number, times)| (part(number), times)));
        self.constraints.push(Some(all));
        self.sums += 1;
        Ok(self.constraints.len() as u64 - 1)
    }

    fn clause(&mut self, literals: &[Literal]) -> io::Result<u64> {
        let negated = literals.iter().map(|&literal| !literal);
        assert!(self.is_refuted(&LinearConstraint::at_least(negated, literals.len() as i64)), "{literals:?}");
        self.constraints.push(Some(LinearConstraint::clause(literals.iter().copied())));
        Ok(self.constraints.len() as u64 - 1)
    }

    fn delete(&mut self, number: u64, _: &[Literal]) -> io::Result<()> {
        assert!(self.constraints[number as usize].take().is_some());
        Ok(())
    }

    fn size(&self) -> u64 {
        0
    }
}

/// Runs the search on these constraints and checks each step of its proof. Returns the outcome and the number
/// of sums in the proof.
pub(crate) fn refute(variables: usize, all: &[LinearConstraint], bound: &mut dyn Bound) -> (Outcome, usize) {
    refute_of(variables, all, 0..all.len(), 0..variables, bound)
}

/// Like [`refute`], but adds only some of the constraints to the search and decides only some variables.
pub(crate) fn refute_of(
    variables: usize,
    all: &[LinearConstraint],
    added: Range<usize>,
    decided: Range<usize>,
    bound: &mut dyn Bound,
) -> (Outcome, usize) {
    let mut checker = Checker { variables, constraints: all.iter().cloned().map(Some).collect(), sums: 0 };
    let mut search = Search::new(variables, vec![decided.collect()], vec![true; variables]);
    for (place, linear) in all.iter().enumerate() {
        let number = place as u64;
        if added.contains(&place) {
            search.add(linear.clone(), number)
        } else {
            search.note(linear.clone(), number)
        };
    }
    let outcome = search.run(bound, &mut checker, &mut |_| false).unwrap();
    if let Outcome::Refuted(number) = outcome {
        assert_eq!(checker.constraints[number as usize], Some(LinearConstraint::clause([])));
    }
    (outcome, checker.sums)
}

/// Returns true if a constraint holds for these values of the variables.
pub(crate) fn holds(linear: &LinearConstraint, bits: u32) -> bool {
    let is_true = |literal: Literal| (bits >> literal.variable() & 1 == 1) != literal.is_negated();
    let reached = linear.terms.iter().filter(|&&(literal, _)| is_true(literal));
    reached.map(|&(_, weight)| weight).sum::<i64>() >= linear.degree
}

/// A generator of pseudo-random numbers.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn draw_below(&mut self, limit: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as i64).rem_euclid(limit)
    }
}
