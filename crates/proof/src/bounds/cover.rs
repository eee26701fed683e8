//! A bound from a cover by cliques, for a maximum or for exact numbers.
//!
//! At most one variable of a clique is true. The search must therefore turn back if fewer cliques than the
//! required number cover the open variables. Two covers are tried. One has whole cliques, chosen one by one;
//! at the end, each clique covers a pair of variables. The other has fractions of cliques, found by the
//! greedy method with weights that fall with each choice (Young, "Randomized rounding without solving the
//! linear program", 1995).

use crate::{Assignment, Bound, Literal, ViolatedSum};

/// The required numbers of true variables, and the cliques of which at most one variable is true.
#[derive(Debug)]
pub struct Cover {
    asked: Vec<CoverConstraint>,
    cliques: Vec<Clique>,
    /// For each variable, the cliques that contain it.
    of: Vec<Vec<usize>>,
}

/// A constraint that requires a number of true variables: its index, its variables, and the number.
pub type CoverConstraint = (usize, Vec<usize>, i64);
/// A constraint that allows one true variable: its index and its variables.
pub type Clique = (usize, Vec<usize>);

/// Cliques are divided into at most this number of parts.
const PARTS: usize = 12;
/// The factor by which the weight of a variable falls when the variable is covered.
const FALL: f64 = 0.6;

impl Cover {
    /// Makes a bound for this number of variables.
    #[must_use]
    pub fn new(variables: usize, asked: Vec<CoverConstraint>, cliques: Vec<Clique>) -> Self {
        let mut of = vec![Vec::new(); variables];
        for (at, (_, clique)) in cliques.iter().enumerate() {
            clique.iter().for_each(|&variable| of[variable].push(at));
        }
        Self { asked, cliques, of }
    }

    /// Writes to `parts` a sum of some of the constraints in `asked` that require more than the cliques
    /// allow.
    fn broken_by(&self, asked: &[&CoverConstraint], values: &Assignment, parts: &mut Vec<(usize, i64)>) {
        let mut is_left = vec![false; self.of.len()];
        for &variable in asked.iter().flat_map(|(_, variables, _)| variables) {
            is_left[variable] = !values.is_false(Literal::from_variable(variable));
        }
        let alone = (0..is_left.len()).filter(|&variable| is_left[variable] && self.of[variable].is_empty());
        let need = asked.iter().map(|&&(_, _, number)| number).sum::<i64>() - alone.count() as i64;
        if need <= 0 {
            return;
        }
        let whole = self.covering_cliques(&is_left);
        let found = if (whole.len() as i64) < need {
            Some((whole.into_iter().map(|clique| (clique, 1)).collect(), 1))
        } else {
            self.fractions(&is_left, need)
        };
        if let Some((cliques, times)) = found {
            parts.extend(asked.iter().map(|(place, ..)| (*place, times)));
            parts.extend(
                cliques.into_iter().map(|(clique, times): (usize, i64)| (self.cliques[clique].0, times)),
            );
        }
    }

    /// Returns cliques that cover all open variables.
    fn covering_cliques(&self, is_left: &[bool]) -> Vec<usize> {
        let mut is_left = is_left.to_vec();
        let mut sizes: Vec<usize> =
            self.cliques.iter().map(|(_, clique)| count_open(clique, &is_left)).collect();
        let mut chosen = Vec::new();
        while let Some(best) =
            (0..sizes.len()).max_by_key(|&clique| (sizes[clique], std::cmp::Reverse(clique)))
        {
            if sizes[best] < 3 {
                break;
            }
            chosen.push(best);
            for &variable in &self.cliques[best].1 {
                if std::mem::take(&mut is_left[variable]) {
                    self.of[variable].iter().for_each(|&clique| sizes[clique] -= 1);
                }
            }
        }
        self.pairs(&is_left, &mut chosen);
        chosen
    }

    /// Covers the open variables two at a time by a clique, as many pairs as augmenting paths find, and the
    /// others one at a time.
    fn pairs(&self, is_left: &[bool], chosen: &mut Vec<usize>) {
        let mut mate: Vec<Option<(usize, usize)>> = vec![None; is_left.len()];
        for variable in (0..is_left.len()).filter(|&variable| is_left[variable]) {
            if mate[variable].is_none() {
                let mut seen = vec![false; is_left.len()];
                self.augment(variable, is_left, &mut mate, &mut seen);
            }
        }
        for variable in (0..is_left.len()).filter(|&variable| is_left[variable]) {
            match mate[variable] {
                Some((other, clique)) if variable < other => chosen.push(clique),
                None => chosen.extend(self.of[variable].first()),
                Some(_) => {}
            }
        }
    }

    /// Finds another partner for a variable; if necessary, its own partner gets another one.
    fn augment(
        &self,
        variable: usize,
        is_left: &[bool],
        mate: &mut [Option<(usize, usize)>],
        seen: &mut [bool],
    ) -> bool {
        seen[variable] = true;
        for &clique in &self.of[variable] {
            for &other in &self.cliques[clique].1 {
                if other == variable || !is_left[other] || std::mem::replace(&mut seen[other], true) {
                    continue;
                }
                let is_free = match mate[other] {
                    None => true,
                    Some((third, _)) => {
                        !seen[third] && {
                            mate[third] = None;
                            let is_moved = self.augment(third, is_left, mate, seen);
                            if !is_moved {
                                mate[third] = mate[other].map(|(_, clique)| (other, clique));
                            }
                            is_moved
                        }
                    }
                };
                if is_free {
                    mate[variable] = Some((other, clique));
                    mate[other] = Some((variable, clique));
                    return true;
                }
            }
        }
        false
    }

    /// Returns cliques with multiplicities that cover each open variable the same number of times, and that
    /// number.
    fn fractions(&self, is_left: &[bool], need: i64) -> Option<(Vec<(usize, i64)>, i64)> {
        let mut weights: Vec<f64> = is_left.iter().map(|&is_left| f64::from(u8::from(is_left))).collect();
        let is_asked = |variable: &usize| is_left[*variable] && !self.of[*variable].is_empty();
        let left: Vec<usize> = (0..is_left.len()).filter(is_asked).collect();
        let mut covered = vec![0i64; is_left.len()];
        let mut times = vec![0i64; self.cliques.len()];
        for chosen in 1..need * PARTS as i64 {
            let weight = |clique: usize| self.cliques[clique].1.iter().map(|&at| weights[at]).sum::<f64>();
            let (best, _) = (0..self.cliques.len())
                .map(|clique| (clique, weight(clique)))
                .max_by(|first, second| first.1.total_cmp(&second.1))?;
            times[best] += 1;
            for &variable in &self.cliques[best].1 {
                covered[variable] += 1;
                weights[variable] *= FALL;
            }
            let least = left.iter().map(|&variable| covered[variable]).min()?;
            if chosen < least * need {
                let cliques = times.into_iter().enumerate().filter(|&(_, times)| times > 0);
                return Some((cliques.collect(), least));
            }
        }
        None
    }
}

/// Returns the number of open variables in a clique.
fn count_open(clique: &[usize], is_left: &[bool]) -> usize {
    clique.iter().filter(|&&variable| is_left[variable]).count()
}

impl Bound for Cover {
    fn find_violated(&mut self, values: &Assignment, _: &[Literal], broken: &mut ViolatedSum) {
        let parts = &mut broken.parts;
        let all: Vec<_> = self.asked.iter().collect();
        if all.is_empty() {
            return;
        }
        self.broken_by(&all, values, parts);
        if all.len() > 1 {
            for asked in &self.asked {
                if parts.is_empty() {
                    self.broken_by(&[asked], values, parts);
                }
            }
        }
    }
}
