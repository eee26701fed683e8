//! The search: decide, propagate, learn from conflicts, restart.
//!
//! Conflicts are analysed back to the first unique implication point (Marques-Silva and Sakallah, "GRASP",
//! 1999). Variables are chosen by the number of recent conflicts that they were part of (Moskewicz and
//! others, "Chaff", 2001). The lengths of the runs follow Luby, Sinclair and Zuckerman (1993). Clauses with
//! literals of many levels are forgotten (Audemard and Simon, "Predicting learnt clauses quality", 2009).

use super::linear::{LinearConstraint, Literal, sum};
use super::log::Log;
use super::propagation::{Assignment, Propagation, Reason, WatchedClause};
use std::io;

/// A test whether the values violate a sum of constraints. Propagation does not see such sums.
pub trait Bound {
    /// Writes a violated sum to `broken`, if there is one; `trail` has the true literals in the order in
    /// which they became true.
    fn find_violated(&mut self, values: &Assignment, trail: &[Literal], broken: &mut ViolatedSum);
}

/// A sum that is violated.
#[derive(Debug, Default)]
pub struct ViolatedSum {
    /// Constraints of the [`Search`], by index, each with its factor. If their sum is violated, the search
    /// turns back. The list is empty if no violated sum was found.
    pub parts: Vec<(usize, i64)>,
    /// False literals whose consequences alone violate the sum. If they are not given, the search looks for
    /// them in the sum.
    pub because: Option<Vec<Literal>>,
}

/// The absence of a bound.
impl Bound for () {
    fn find_violated(&mut self, _: &Assignment, _: &[Literal], _: &mut ViolatedSum) {}
}

/// The end of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// There is no solution. The number is that of the contradiction in the proof.
    Refuted(u64),
    /// A solution: the value of each variable.
    Solution(Vec<bool>),
    /// The search was stopped without a result.
    Stopped,
}

/// The number of conflicts in the shortest run.
const RUN: u64 = 100;
/// The number of learned clauses before some are first forgotten, and the increase of that number each time.
const KEPT: (usize, usize) = (4000, 600);
/// Clauses with literals of at most this number of levels are kept.
const GOOD: u32 = 2;
/// The number of nodes between two calls of `should_stop`.
const ASKED: u64 = 256;

/// A problem with the clauses learned from it.
#[derive(Debug)]
pub struct Search {
    state: Propagation,
    /// All constraints that were added, with their numbers in the proof.
    constraints: Vec<(LinearConstraint, u64)>,
    is_broken: bool,
    /// Groups of variables to decide. The first group with an open variable comes first.
    groups: Vec<Vec<usize>>,
    phase: Vec<bool>,
    activity: Vec<f64>,
    step: f64,
    seen: Vec<bool>,
    nodes: u64,
    conflicts: u64,
}

impl Search {
    /// Makes a search over this number of variables. It decides the groups in turn; variables in no group
    /// only follow. Each variable is first tried with its value in `first`.
    #[must_use]
    pub fn new(variables: usize, groups: Vec<Vec<usize>>, first: Vec<bool>) -> Self {
        Self {
            state: Propagation::new(variables),
            constraints: Vec::new(),
            is_broken: false,
            groups,
            phase: first,
            activity: vec![0.0; variables],
            step: 1.0,
            seen: vec![false; variables],
            nodes: 0,
            conflicts: 0,
        }
    }

    /// Adds a constraint that has this number in the proof. Returns its index.
    pub fn add(&mut self, linear: LinearConstraint, number: u64) -> usize {
        self.is_broken |= !self.state.add(&linear, number);
        self.constraints.push((linear, number));
        self.constraints.len() - 1
    }

    /// Adds a constraint for use in sums only: it is not propagated. Returns its index.
    pub fn note(&mut self, linear: LinearConstraint, number: u64) -> usize {
        self.constraints.push((linear, number));
        self.constraints.len() - 1
    }

    /// Returns the constraints that were added.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = &LinearConstraint> {
        self.constraints.iter().map(|(linear, _)| linear)
    }

    /// Returns the number of nodes and of conflicts so far.
    #[must_use]
    pub fn work(&self) -> (u64, u64) {
        (self.nodes, self.conflicts)
    }

    /// Searches for a solution and writes the learned clauses to `log`. The search calls `should_stop` at
    /// intervals, with the size of the proof.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    pub fn run(
        &mut self,
        bound: &mut dyn Bound,
        log: &mut dyn Log,
        should_stop: &mut dyn FnMut(u64) -> bool,
    ) -> io::Result<Outcome> {
        if self.is_broken {
            return Ok(Outcome::Refuted(log.clause(&[])?));
        }
        let mut left = RUN;
        let mut runs = 0;
        let mut limit = KEPT.0;
        let mut learned = 0;
        let mut broken = ViolatedSum::default();
        loop {
            let mut conflict = Vec::new();
            let mut spent = None;
            if let Some(reason) = self.state.propagate() {
                self.state.explain(reason, None, &mut conflict);
            } else {
                broken.parts.clear();
                bound.find_violated(&self.state.values, &self.state.trail, &mut broken);
                if self.is_broken(&mut broken, &mut conflict) {
                    let numbered =
                        broken.parts.iter().map(|&(place, times)| (self.constraints[place].1, times));
                    spent = Some(log.sum(&numbered.collect::<Vec<_>>())?);
                } else {
                    if left == 0 {
                        runs += 1;
                        left = RUN * luby(runs);
                        self.back_to(0);
                        if learned > limit {
                            limit += KEPT.1;
                            learned = self.forget(log)?;
                        }
                        continue;
                    }
                    match self.choose() {
                        None => return Ok(Outcome::Solution(self.solution())),
                        Some(literal) => self.state.decide(literal),
                    }
                    self.nodes += 1;
                    if self.nodes.is_multiple_of(ASKED) && should_stop(log.size()) {
                        return Ok(Outcome::Stopped);
                    }
                    continue;
                }
            }
            self.conflicts += 1;
            left = left.saturating_sub(1);
            learned += 1;
            if let Some(number) = self.learn(conflict, log)? {
                return Ok(Outcome::Refuted(number));
            }
            if let Some(number) = spent {
                log.delete(number, &[])?;
            }
        }
    }

    /// Returns true if the sum is really violated, and collects the literals that violate it.
    fn is_broken(&self, broken: &mut ViolatedSum, conflict: &mut Vec<Literal>) -> bool {
        let because = broken.because.take();
        if broken.parts.is_empty() {
            return false;
        }
        if let Some(because) = because {
            *conflict = because;
            return true;
        }
        let all = sum(broken.parts.iter().map(|&(place, times)| (&self.constraints[place].0, times)));
        let is_broken = self.state.is_broken(&all);
        if is_broken {
            self.state.explain_linear(&all, None, conflict);
        }
        is_broken
    }

    fn back_to(&mut self, level: usize) {
        let phase = &mut self.phase;
        self.state.back_to(level, |literal| phase[literal.variable()] = !literal.is_negated());
    }

    fn solution(&self) -> Vec<bool> {
        (0..self.phase.len())
            .map(|variable| self.state.values.is_true(Literal::from_variable(variable)))
            .collect()
    }

    /// Chooses a variable of the first group with an open one: that with the most recent conflicts.
    fn choose(&self) -> Option<Literal> {
        let is_open = |&&variable: &&usize| self.state.values.is_open(Literal::from_variable(variable));
        let liveliest = |group: &Vec<usize>| {
            let open = group.iter().filter(is_open).copied();
            open.reduce(|best, other| if self.activity[other] > self.activity[best] { other } else { best })
        };
        let variable = self.groups.iter().find_map(liveliest)?;
        let literal = Literal::from_variable(variable);
        Some(if self.phase[variable] { literal } else { !literal })
    }

    /// Learns a clause from literals that are all false, and goes back to the level at which the clause
    /// propagates. Returns its number if it is the empty clause.
    fn learn(&mut self, conflict: Vec<Literal>, log: &mut dyn Log) -> io::Result<Option<u64>> {
        let level_of = |state: &Propagation, literal: Literal| state.level[literal.variable()];
        let top = conflict.iter().map(|&literal| level_of(&self.state, literal)).max().unwrap_or(0);
        if top == 0 {
            return log.clause(&[]).map(Some);
        }
        self.back_to(top as usize);
        let mut clause = self.first_implication_point(conflict, top);
        // The second literal has the highest level below, so that it is watched.
        for place in 2..clause.len() {
            if level_of(&self.state, clause[place]) > level_of(&self.state, clause[1]) {
                clause.swap(1, place);
            }
        }
        let number = log.clause(&clause)?;
        let mut levels: Vec<u32> = clause.iter().map(|&literal| level_of(&self.state, literal)).collect();
        levels.sort_unstable();
        levels.dedup();
        let first = clause[0];
        match clause.get(1) {
            None => {
                self.back_to(0);
                self.state.assign(first, Reason::Decision);
            }
            Some(&second) => {
                self.back_to(level_of(&self.state, second) as usize);
                let levels = levels.len() as u32;
                let at = self.state.attach(WatchedClause { literals: clause, number, levels });
                self.state.assign(first, Reason::Clause(at));
            }
        }
        self.step /= 0.95;
        if self.step > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.step *= 1e-100;
        }
        Ok(None)
    }

    /// Returns the learned clause, with the literal of the highest level first.
    fn first_implication_point(&mut self, conflict: Vec<Literal>, top: u32) -> Vec<Literal> {
        let mut clause = vec![conflict[0]];
        let mut why = conflict;
        let mut open = 0;
        let mut place = self.state.trail.len();
        let mut met = Vec::new();
        loop {
            for &literal in &why {
                let variable = literal.variable();
                let level = self.state.level[variable];
                if self.seen[variable] || level == 0 {
                    continue;
                }
                self.seen[variable] = true;
                met.push(variable);
                self.activity[variable] += self.step;
                if level == top {
                    open += 1;
                } else {
                    clause.push(literal);
                }
            }
            let literal = loop {
                place -= 1;
                let literal = self.state.trail[place];
                if self.seen[literal.variable()] {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                clause[0] = !literal;
                break;
            }
            self.state.explain(self.state.reason[literal.variable()], Some(literal), &mut why);
        }
        // Literals that follow from the others are omitted.
        let mut kept = vec![clause[0]];
        for &literal in &clause[1..] {
            let reason = self.state.reason[literal.variable()];
            self.state.explain(reason, Some(!literal), &mut why);
            let is_met =
                |other: &Literal| self.seen[other.variable()] || self.state.level[other.variable()] == 0;
            if reason == Reason::Decision || !why.iter().all(is_met) {
                kept.push(literal);
            }
        }
        met.into_iter().for_each(|variable| self.seen[variable] = false);
        kept
    }

    /// Forgets the half of the clauses with the most levels. Returns the number of learned clauses that
    /// remain.
    fn forget(&mut self, log: &mut dyn Log) -> io::Result<usize> {
        let mut levels: Vec<u32> = self.state.clauses.iter().map(|clause| clause.levels).collect();
        levels.retain(|&levels| levels > GOOD);
        levels.sort_unstable();
        let limit = levels.get(levels.len() / 2).copied().unwrap_or(u32::MAX);
        let mut reasons: Vec<u32> = Vec::new();
        for &literal in &self.state.trail {
            if let Reason::Clause(at) = self.state.reason[literal.variable()] {
                reasons.push(at);
            }
        }
        let forgotten = self.state.forget(|at, clause| clause.levels < limit || reasons.contains(&at));
        for clause in &forgotten {
            log.delete(clause.number, &clause.literals)?;
        }
        Ok(self.state.clauses.iter().filter(|clause| clause.levels > 0).count())
    }
}

/// Returns the terms of the sequence 1, 1, 2, 1, 1, 2, 4, 1, …, beginning at place 1.
fn luby(mut place: u64) -> u64 {
    loop {
        let size = u64::BITS - place.leading_zeros();
        if place == (1 << size) - 1 {
            return 1 << (size - 1);
        }
        place -= (1 << (size - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::{Numbers, holds, refute};

    #[test]
    fn what_is_learned_follows_and_what_is_found_holds() {
        let mut random = Numbers(7);
        let mut refuted = 0;
        for _ in 0..600 {
            let variables = 4 + random.draw_below(7) as usize;
            let all: Vec<LinearConstraint> = (0..2 + random.draw_below(10))
                .map(|_| {
                    let mut literal = || Literal::from_variable(random.draw_below(variables as i64) as usize);
                    let literals = [literal(), literal(), literal()];
                    let terms = literals.map(|literal| (literal, random.draw_below(7) - 3));
                    LinearConstraint::from_terms(terms, random.draw_below(4) - 1)
                })
                .collect();
            let has_solution =
                (0..1u32 << variables).any(|bits| all.iter().all(|linear| holds(linear, bits)));
            let (outcome, _) = refute(variables, &all, &mut ());
            match &outcome {
                Outcome::Refuted(_) => refuted += 1,
                Outcome::Solution(values) => {
                    let bits = values.iter().rev().fold(0, |bits, &value| bits << 1 | u32::from(value));
                    assert!(all.iter().all(|linear| holds(linear, bits)), "{all:?}");
                }
                Outcome::Stopped => panic!("nobody stopped it"),
            }
            assert_eq!(has_solution, !matches!(outcome, Outcome::Refuted(_)), "{all:?}");
        }
        assert!((100..500).contains(&refuted), "{refuted} refuted");
    }

    /// Without sums, the pigeonhole problem has no short proof: there is one more pigeon than holes. With
    /// clauses alone, the search learns and forgets many of them.
    #[test]
    fn clauses_are_forgotten_and_searches_begin_anew() {
        let holes = 8;
        let literal = |pigeon: usize, hole: usize| Literal::from_variable(pigeon * holes + hole);
        let variables = (holes + 1) * holes;
        let mut all = Vec::new();
        for pigeon in 0..=holes {
            all.push(LinearConstraint::clause((0..holes).map(|hole| literal(pigeon, hole))));
            for other in 0..pigeon {
                all.extend(
                    (0..holes).map(|hole| {
                        LinearConstraint::clause([!literal(pigeon, hole), !literal(other, hole)])
                    }),
                );
            }
        }
        let mut search = Search::new(variables, vec![(0..variables).collect()], vec![true; variables]);
        for (number, linear) in (0..).zip(&all) {
            search.add(linear.clone(), number);
        }
        let mut written = crate::Drat::begin(Vec::new());
        let outcome = search.run(&mut (), &mut written, &mut |_| false).unwrap();
        assert_eq!(outcome, Outcome::Refuted(0));
        let proof = String::from_utf8(written.end().unwrap()).unwrap();
        assert!(proof.ends_with("\n0\n") && proof.contains("\nd "), "{} lines", proof.lines().count());
        assert!(search.work().1 > KEPT.0 as u64, "{:?}", search.work());
    }

    #[test]
    fn runs_are_as_long_as_luby_says() {
        assert_eq!((1..=15).map(luby).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
