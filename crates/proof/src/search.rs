//! The search: decide, propagate, learn from conflicts, start again.
//!
//! Conflicts are analysed back to the first unique implication point (Marques-Silva and Sakallah, "GRASP", 1999), variables are
//! chosen by how often conflicts met them of late (Moskewicz and others, "Chaff", 2001), runs are as long as Luby, Sinclair and
//! Zuckerman say (1993), and clauses in which many levels met are forgotten (Audemard and Simon, "Predicting learnt clauses
//! quality", 2009).

use super::linear::{Linear, Literal, sum};
use super::log::Log;
use super::propagation::{Assignment, Propagation, Reason, Watched};
use std::io;

/// Looks at values whether a sum of constraints is broken that propagation does not see.
pub trait Bound {
    /// What is broken now, if anything; `trail` is what was made true, in that order.
    fn broken(&mut self, values: &Assignment, trail: &[Literal], broken: &mut Broken);
}

/// A sum that is broken.
#[derive(Debug, Default)]
pub struct Broken {
    /// Constraints of the [`Search`], by their places, each with how often it is taken: if their sum is broken the search turns
    /// back. None if there is nothing to be said.
    pub parts: Vec<(usize, i64)>,
    /// Literals that are false, and break it by what follows from them alone. They are looked for in the sum if they are not given.
    pub because: Option<Vec<Literal>>,
}

/// No bound.
impl Bound for () {
    fn broken(&mut self, _: &Assignment, _: &[Literal], _: &mut Broken) {}
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// There is no solution; the number of the contradiction in the proof.
    Refuted(u64),
    /// A solution: the value of each variable.
    Solution(Vec<bool>),
    /// Nothing is known: it was stopped.
    Stopped,
}

/// Conflicts in the shortest run.
const RUN: u64 = 100;
/// Clauses that are learned before some are forgotten, at first and how many more each time.
const KEPT: (usize, usize) = (4000, 600);
/// Clauses of so few levels are kept.
const GOOD: u32 = 2;
/// How often it is asked whether to stop, in nodes.
const ASKED: u64 = 256;

/// A problem, and what was learned of it.
#[derive(Debug)]
pub struct Search {
    state: Propagation,
    /// All constraints that were added, with their numbers in the proof.
    constraints: Vec<(Linear, u64)>,
    is_broken: bool,
    /// Variables to be decided, in groups of which the first with an open one comes first.
    groups: Vec<Vec<usize>>,
    phase: Vec<bool>,
    activity: Vec<f64>,
    step: f64,
    seen: Vec<bool>,
    nodes: u64,
    conflicts: u64,
}

impl Search {
    /// A search over so many variables, decided in groups in turn; of those in no group it is enough that they follow. Each
    /// is tried with its value of `first` first.
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

    /// Adds a constraint that has this number in the proof: its place.
    pub fn add(&mut self, linear: Linear, number: u64) -> usize {
        self.is_broken |= !self.state.add(&linear, number);
        self.constraints.push((linear, number));
        self.constraints.len() - 1
    }

    /// Adds a constraint for sums alone, from which nothing follows without one: its place.
    pub fn note(&mut self, linear: Linear, number: u64) -> usize {
        self.constraints.push((linear, number));
        self.constraints.len() - 1
    }

    /// The constraints that were added.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = &Linear> {
        self.constraints.iter().map(|(linear, _)| linear)
    }

    /// Nodes and conflicts so far.
    #[must_use]
    pub fn work(&self) -> (u64, u64) {
        (self.nodes, self.conflicts)
    }

    /// Searches for a solution, and writes what it learns. `should_stop` is asked now and then, with the size of the proof.
    ///
    /// # Errors
    /// What cannot be written.
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
        let mut broken = Broken::default();
        loop {
            let mut conflict = Vec::new();
            let mut spent = None;
            if let Some(reason) = self.state.propagate() {
                self.state.explain(reason, None, &mut conflict);
            } else {
                broken.parts.clear();
                bound.broken(&self.state.values, &self.state.trail, &mut broken);
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

    /// Whether a sum is broken indeed, and the literals that break it.
    fn is_broken(&self, broken: &mut Broken, conflict: &mut Vec<Literal>) -> bool {
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
        (0..self.phase.len()).map(|variable| self.state.values.is_true(Literal::of(variable))).collect()
    }

    /// The open variable of the first group with one that conflicts met most of late.
    fn choose(&self) -> Option<Literal> {
        let is_open = |&&variable: &&usize| self.state.values.is_open(Literal::of(variable));
        let liveliest = |group: &Vec<usize>| {
            let open = group.iter().filter(is_open).copied();
            open.reduce(|best, other| if self.activity[other] > self.activity[best] { other } else { best })
        };
        let variable = self.groups.iter().find_map(liveliest)?;
        let literal = Literal::of(variable);
        Some(if self.phase[variable] { literal } else { !literal })
    }

    /// Learns a clause from literals that are all false, and goes back to where it says something; the number of the
    /// empty clause if it is that.
    fn learn(&mut self, conflict: Vec<Literal>, log: &mut dyn Log) -> io::Result<Option<u64>> {
        let level_of = |state: &Propagation, literal: Literal| state.level[literal.variable()];
        let top = conflict.iter().map(|&literal| level_of(&self.state, literal)).max().unwrap_or(0);
        if top == 0 {
            return log.clause(&[]).map(Some);
        }
        self.back_to(top as usize);
        let mut clause = self.first_implication_point(conflict, top);
        // The second is of the highest level below, so that it is watched.
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
                let at = self.state.attach(Watched { literals: clause, number, levels });
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

    /// The clause that is learned, the literal of the highest level first.
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
        // What follows from the others is left out.
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

    /// Forgets half of the clauses, those in which most levels met: how many are left of those learned.
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

/// 1, 1, 2, 1, 1, 2, 4, 1, …, from 1 on.
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
            let variables = 4 + random.below(7) as usize;
            let all: Vec<Linear> = (0..2 + random.below(10))
                .map(|_| {
                    let mut literal = || Literal::of(random.below(variables as i64) as usize);
                    let literals = [literal(), literal(), literal()];
                    let terms = literals.map(|literal| (literal, random.below(7) - 3));
                    Linear::of(terms, random.below(4) - 1)
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

    /// The most that has no short proof without sums: one more pigeon than holes. With clauses alone many are learned and forgotten.
    #[test]
    fn clauses_are_forgotten_and_searches_begin_anew() {
        let holes = 8;
        let literal = |pigeon: usize, hole: usize| Literal::of(pigeon * holes + hole);
        let variables = (holes + 1) * holes;
        let mut all = Vec::new();
        for pigeon in 0..=holes {
            all.push(Linear::clause((0..holes).map(|hole| literal(pigeon, hole))));
            for other in 0..pigeon {
                all.extend(
                    (0..holes).map(|hole| Linear::clause([!literal(pigeon, hole), !literal(other, hole)])),
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
