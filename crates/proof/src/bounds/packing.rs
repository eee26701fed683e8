//! A bound for a minimum: the remaining pieces cannot attack all remaining squares.
//!
//! Squares that are not yet attacked receive weights such that no piece attacks a total weight of more than
//! one. The number of pieces is then at least the sum of the weights. The weights are found as in a game: the
//! best square is the one whose attackers already attack the least weight (Plotkin, Shmoys and Tardos, "Fast
//! approximation algorithms for fractional packing and covering problems", 1995).

use crate::{Assignment, Bound, Literal, ViolatedSum};

/// The items to attack, the variables that attack each one, and the limit on the number of pieces.
#[derive(Debug)]
pub struct Packing {
    items: Vec<Item>,
    /// The items of each variable.
    of: Vec<Vec<usize>>,
    /// The constraints that limit the number of pieces.
    limits: Vec<usize>,
    /// The number of pieces that these constraints allow together.
    limit: i64,
}

/// A constraint that requires one of several variables, for example a square that must be attacked: its index
/// and its variables.
pub type Item = (usize, Vec<usize>);

/// The factor by which the price of a piece rises with each square.
const RISE: f64 = 1.25;
/// The bound gives up once a piece attacks more than this number of items, counted with their multiplicity.
const PARTS: i64 = 12;

impl Packing {
    /// Makes a bound for this number of variables. The constraints at `limits` together allow at most `limit`
    /// pieces.
    #[must_use]
    pub fn new(variables: usize, items: Vec<Item>, limits: Vec<usize>, limit: i64) -> Self {
        let mut of = vec![Vec::new(); variables];
        for (at, (_, item)) in items.iter().enumerate() {
            item.iter().for_each(|&variable| of[variable].push(at));
        }
        Self { items, of, limits, limit }
    }
}

impl Bound for Packing {
    fn find_violated(&mut self, values: &Assignment, _: &[Literal], broken: &mut ViolatedSum) {
        let parts = &mut broken.parts;
        let placed =
            (0..self.of.len()).filter(|&variable| values.is_true(Literal::from_variable(variable))).count();
        let left = self.limit - placed as i64;
        let is_attacked =
            |item: &[usize]| item.iter().any(|&variable| values.is_true(Literal::from_variable(variable)));
        let mut costs: Vec<f64> = Vec::with_capacity(self.items.len());
        let mut prices = vec![1.0f64; self.of.len()];
        let is_open = |variable: usize| values.is_open(Literal::from_variable(variable));
        for (_, item) in &self.items {
            let open = item.iter().filter(|&&variable| is_open(variable)).count();
            costs.push(if is_attacked(item) { f64::INFINITY } else { open as f64 });
        }
        let mut loads = vec![0i64; self.of.len()];
        let mut times = vec![0i64; self.items.len()];
        let mut most = 0;
        let mut chosen = 0;
        while most <= PARTS {
            let best = (0..costs.len()).min_by(|&first, &second| costs[first].total_cmp(&costs[second]));
            let Some(best) = best.filter(|&best| costs[best].is_finite()) else { return };
            times[best] += 1;
            chosen += 1;
            for &variable in &self.items[best].1 {
                if !is_open(variable) {
                    continue;
                }
                loads[variable] += 1;
                most = most.max(loads[variable]);
                let rise = prices[variable] * (RISE - 1.0);
                prices[variable] += rise;
                self.of[variable].iter().for_each(|&item| costs[item] += rise);
            }
            if chosen > most * left {
                parts.extend(self.limits.iter().map(|&place| (place, most.max(1))));
                let items = self.items.iter().zip(&times).filter(|&(_, &times)| times > 0);
                parts.extend(items.map(|((place, _), &times)| (*place, times)));
                return;
            }
        }
    }
}
