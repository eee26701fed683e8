//! Unit propagation: the consequences of the values so far, with their reasons.
//!
//! A clause watches two of its literals. For other constraints the slack is kept: the sum of weights that may
//! still be lost. If the slack is below the weight of an open literal, the constraint makes the literal true.
//! If the slack is below zero, the constraint is violated.

use super::linear::{LinearConstraint, Literal};

/// The values of variables; some variables are open.
#[derive(Debug)]
pub struct Assignment {
    /// The value of each literal: 1 if it is true, -1 if it is false, 0 if it is open.
    values: Vec<i8>,
}

impl Assignment {
    /// Returns true if the literal is true.
    #[inline]
    #[must_use]
    pub fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    /// Returns true if the literal is false.
    #[inline]
    #[must_use]
    pub fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    /// Returns true if the literal is neither true nor false.
    #[inline]
    #[must_use]
    pub fn is_open(&self, literal: Literal) -> bool {
        self.values[literal.index()] == 0
    }
}

/// The constraint that made a literal true or caused a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    Decision,
    Clause(u32),
    Linear(u32),
}

/// A clause whose first two literals are watched.
#[derive(Debug)]
pub(crate) struct WatchedClause {
    pub(crate) literals: Vec<Literal>,
    /// The number of the clause in the proof.
    pub(crate) number: u64,
    /// The number of levels in the clause when it was learned; 0 for a clause of the problem.
    pub(crate) levels: u32,
}

#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: if it is true, the clause needs no work.
    other: Literal,
}

#[derive(Debug)]
struct WeightedSum {
    linear: LinearConstraint,
    slack: i64,
}

/// Constraints and values, with the consequences of the values.
#[derive(Debug)]
pub(crate) struct Propagation {
    pub(crate) values: Assignment,
    pub(crate) trail: Vec<Literal>,
    /// The position on the trail at which each level begins.
    pub(crate) levels: Vec<usize>,
    pub(crate) level: Vec<u32>,
    place: Vec<u32>,
    pub(crate) reason: Vec<Reason>,
    head: usize,
    pub(crate) clauses: Vec<WatchedClause>,
    watches: Vec<Vec<Watch>>,
    weighted: Vec<WeightedSum>,
    /// For each literal, the constraints that lose its weight if it becomes false.
    losers: Vec<Vec<(u32, i64)>>,
}

impl Propagation {
    pub(crate) fn new(variables: usize) -> Self {
        Self {
            values: Assignment { values: vec![0; 2 * variables] },
            trail: Vec::new(),
            levels: Vec::new(),
            level: vec![0; variables],
            place: vec![0; variables],
            reason: vec![Reason::Decision; variables],
            head: 0,
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            weighted: Vec::new(),
            losers: vec![Vec::new(); 2 * variables],
        }
    }

    /// Adds a constraint before the first decision. Returns false if the constraint is violated.
    pub(crate) fn add(&mut self, linear: &LinearConstraint, number: u64) -> bool {
        if linear.degree <= 0 {
            return true;
        }
        let is_clause = linear.terms.iter().all(|&(_, weight)| weight >= linear.degree);
        let is_set = linear.terms.iter().any(|&(literal, _)| !self.values.is_open(literal));
        if is_clause && linear.terms.len() > 1 && !is_set {
            let literals = linear.terms.iter().map(|&(literal, _)| literal).collect();
            self.attach(WatchedClause { literals, number, levels: 0 });
            return true;
        }
        let at = self.weighted.len() as u32;
        let lost = |&(literal, weight): &(Literal, i64)| {
            let is_seen =
                self.values.is_false(literal) && (self.place[literal.variable()] as usize) < self.head;
            if is_seen { weight } else { 0 }
        };
        let all: i64 = linear.terms.iter().map(|&(_, weight)| weight).sum();
        let slack = all - linear.degree - linear.terms.iter().map(lost).sum::<i64>();
        for &(literal, weight) in &linear.terms {
            self.losers[literal.index()].push((at, weight));
        }
        self.weighted.push(WeightedSum { linear: linear.clone(), slack });
        slack >= 0 && {
            self.make_true(at);
            true
        }
    }

    /// Watches the first two literals of a clause of at least two literals.
    pub(crate) fn attach(&mut self, clause: WatchedClause) -> u32 {
        let at = self.clauses.len() as u32;
        let [first, second] = [clause.literals[0], clause.literals[1]];
        self.watches[first.index()].push(Watch { clause: at, other: second });
        self.watches[second.index()].push(Watch { clause: at, other: first });
        self.clauses.push(clause);
        at
    }

    pub(crate) fn assign(&mut self, literal: Literal, reason: Reason) {
        let variable = literal.variable();
        self.values.values[literal.index()] = 1;
        self.values.values[(!literal).index()] = -1;
        self.level[variable] = self.levels.len() as u32;
        self.place[variable] = self.trail.len() as u32;
        self.reason[variable] = reason;
        self.trail.push(literal);
    }

    /// Begins a level by making a literal true.
    pub(crate) fn decide(&mut self, literal: Literal) {
        self.levels.push(self.trail.len());
        self.assign(literal, Reason::Decision);
    }

    /// Takes back all levels after the first `level` ones. `undone` is called with each literal that is taken
    /// back.
    pub(crate) fn back_to(&mut self, level: usize, mut undone: impl FnMut(Literal)) {
        let Some(&end) = self.levels.get(level) else { return };
        for place in (end..self.trail.len()).rev() {
            let literal = self.trail[place];
            if place < self.head {
                for &(at, weight) in &self.losers[(!literal).index()] {
                    self.weighted[at as usize].slack += weight;
                }
            }
            self.values.values[literal.index()] = 0;
            self.values.values[(!literal).index()] = 0;
            undone(literal);
        }
        self.trail.truncate(end);
        self.levels.truncate(level);
        self.head = self.head.min(end);
    }

    /// Makes all literals true that a constraint needs.
    fn make_true(&mut self, at: u32) {
        let slack = self.weighted[at as usize].slack;
        for place in 0..self.weighted[at as usize].linear.terms.len() {
            let (literal, weight) = self.weighted[at as usize].linear.terms[place];
            if weight <= slack {
                break;
            }
            if self.values.is_open(literal) {
                self.assign(literal, Reason::Linear(at));
            }
        }
    }

    /// Propagates to the end, or returns the constraint that is violated.
    pub(crate) fn propagate(&mut self) -> Option<Reason> {
        while let Some(&literal) = self.trail.get(self.head) {
            self.head += 1;
            let mut broken = None;
            let losers = std::mem::take(&mut self.losers[(!literal).index()]);
            for &(at, weight) in &losers {
                let weighted = &mut self.weighted[at as usize];
                weighted.slack -= weight;
                if weighted.slack < 0 {
                    broken = Some(Reason::Linear(at));
                } else if broken.is_none()
                    && weighted.linear.terms.first().is_some_and(|&(_, most)| most > weighted.slack)
                {
                    self.make_true(at);
                }
            }
            self.losers[(!literal).index()] = losers;
            if broken.is_some() {
                return broken;
            }
            if let Some(clause) = self.visit_watches(!literal) {
                return Some(Reason::Clause(clause));
            }
        }
        None
    }

    /// Visits the clauses that watch a literal which has become false. Returns one that is violated, if there
    /// is one.
    fn visit_watches(&mut self, falsified: Literal) -> Option<u32> {
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        let mut kept = 0;
        let mut broken = None;
        for at in 0..watches.len() {
            let watch = watches[at];
            watches[kept] = watch;
            kept += 1;
            if broken.is_some() || self.values.is_true(watch.other) {
                continue;
            }
            let literals = &mut self.clauses[watch.clause as usize].literals;
            if literals[0] == falsified {
                literals.swap(0, 1);
            }
            let first = literals[0];
            if self.values.is_true(first) {
                watches[kept - 1].other = first;
                continue;
            }
            match (2..literals.len()).find(|&place| !self.values.is_false(literals[place])) {
                Some(place) => {
                    literals.swap(1, place);
                    let watched = literals[1];
                    kept -= 1;
                    self.watches[watched.index()].push(Watch { clause: watch.clause, other: first });
                }
                None if self.values.is_false(first) => broken = Some(watch.clause),
                None => self.assign(first, Reason::Clause(watch.clause)),
            }
        }
        watches.truncate(kept);
        self.watches[falsified.index()] = watches;
        broken
    }

    /// Collects the false literals that made the literal `made` true or, if it is `None`, violated the
    /// constraint.
    pub(crate) fn explain(&self, reason: Reason, made: Option<Literal>, into: &mut Vec<Literal>) {
        into.clear();
        match reason {
            Reason::Decision => {}
            Reason::Clause(at) => {
                let literals = &self.clauses[at as usize].literals;
                into.extend(literals.iter().copied().filter(|&literal| Some(literal) != made));
            }
            Reason::Linear(at) => self.explain_linear(&self.weighted[at as usize].linear, made, into),
        }
    }

    /// Like [`explain`](Self::explain), but for any constraint. It chooses as few and as early false literals
    /// as are sufficient.
    pub(crate) fn explain_linear(
        &self,
        linear: &LinearConstraint,
        made: Option<Literal>,
        into: &mut Vec<Literal>,
    ) {
        into.clear();
        let until = made.map_or(u32::MAX, |literal| self.place[literal.variable()]);
        let mut slack = -linear.degree;
        let mut limit = 0;
        let mut lost: Vec<(u32, Literal, i64)> = Vec::new();
        for &(literal, weight) in &linear.terms {
            let place = self.place[literal.variable()];
            if Some(literal) == made {
                limit = weight;
            }
            if self.values.is_false(literal) && place < until {
                lost.push((place, literal, weight));
            } else {
                slack += weight;
            }
        }
        // The weight that may still be lost while the slack stays below the limit.
        let mut spare = limit - 1 - slack;
        if spare > 0 {
            lost.sort_unstable_by_key(|&(place, ..)| std::cmp::Reverse(place));
            lost.retain(|&(.., weight)| {
                let is_kept = weight > spare;
                spare -= if is_kept { 0 } else { weight };
                is_kept
            });
        }
        into.extend(lost.iter().map(|&(_, literal, _)| literal));
    }

    /// Returns true if a constraint is violated.
    pub(crate) fn is_broken(&self, linear: &LinearConstraint) -> bool {
        let left = linear.terms.iter().filter(|&&(literal, _)| !self.values.is_false(literal));
        left.map(|&(_, weight)| weight).sum::<i64>() < linear.degree
    }

    /// Forgets the clauses that `is_kept` rejects. Clauses that are reasons must be kept.
    pub(crate) fn forget(
        &mut self,
        mut is_kept: impl FnMut(u32, &WatchedClause) -> bool,
    ) -> Vec<WatchedClause> {
        let mut forgotten = Vec::new();
        let mut kept: Vec<WatchedClause> = Vec::new();
        let mut renamed = vec![u32::MAX; self.clauses.len()];
        for (at, clause) in std::mem::take(&mut self.clauses).into_iter().enumerate() {
            if is_kept(at as u32, &clause) {
                renamed[at] = kept.len() as u32;
                kept.push(clause);
            } else {
                forgotten.push(clause);
            }
        }
        self.clauses = kept;
        for reason in &mut self.reason {
            if let Reason::Clause(at) = reason {
                *at = renamed.get(*at as usize).copied().unwrap_or(u32::MAX);
            }
        }
        for watches in &mut self.watches {
            watches.retain_mut(|watch| {
                watch.clause = renamed[watch.clause as usize];
                watch.clause != u32::MAX
            });
        }
        forgotten
    }
}
