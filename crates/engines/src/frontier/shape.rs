//! The layout of the weight of a state: a number for every count of pieces that can still matter.
//!
//! A weight is a polynomial in one or more *variables*. The exponent of a variable is the number of pieces of
//! its kinds placed so far. All coefficients are whole numbers with the same number of 64-bit words. At every
//! step only a *window* of exponents can occur and still lead to a requested number; only these coefficients
//! are kept.

/// The requested numbers of some pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variable {
    /// The kinds whose pieces the variable counts.
    pub(super) kinds: Vec<usize>,
    /// The smallest requested number.
    pub(super) least: u32,
    /// The largest requested number.
    pub(super) most: u32,
}

/// The coefficients that are kept after a step: for each variable, the smallest exponent and the number of
/// exponents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct WeightShape {
    pub(super) windows: Vec<(u32, u32)>,
}

/// Consecutive coefficients that move together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) length: usize,
}

impl WeightShape {
    /// Returns the number of coefficients; 0 if no requested number can be reached any more.
    pub(super) fn coefficients(&self) -> usize {
        self.windows.iter().map(|&(_, length)| length as usize).product()
    }

    /// Returns the exponent of a variable that a coefficient represents. (The last variable is the
    /// innermost.)
    #[inline]
    pub(super) fn exponent(&self, coefficient: usize, variable: usize) -> u32 {
        let inner: usize = self.windows[variable + 1..].iter().map(|window| window.1 as usize).product();
        let (low, length) = self.windows[variable];
        low + (coefficient / inner % length as usize) as u32
    }

    /// Returns the destinations of the coefficients if the next shape is `next` and the exponent of variable
    /// `grown.0` grows by `grown.1`.
    pub(super) fn stretches(&self, next: &Self, grown: Option<(usize, u32)>) -> Vec<Stretch> {
        let mut stretches = vec![Stretch { from: 0, to: 0, length: 1 }];
        for (variable, (&(low, length), &(next_low, next_length))) in
            self.windows.iter().zip(&next.windows).enumerate()
        {
            let by = grown.map_or(0, |(which, by)| if which == variable { by } else { 0 });
            // The range covers the exponents e of this shape that become exponents of the next one.
            let first = low.max(next_low.saturating_sub(by));
            let end = (low + length).min((next_low + next_length).saturating_sub(by));
            let run = Stretch {
                from: first.saturating_sub(low) as usize,
                to: (first + by).saturating_sub(next_low) as usize,
                length: end.saturating_sub(first) as usize,
            };
            let scaled = |outer: &Stretch, at: usize| Stretch {
                from: outer.from * length as usize + run.from + at,
                to: outer.to * next_length as usize + run.to + at,
                length: 1,
            };
            let is_last = variable + 1 == self.windows.len();
            stretches = (stretches.iter())
                .flat_map(|outer| {
                    let steps = if is_last { usize::from(run.length > 0) } else { run.length };
                    (0..steps).map(move |at| (outer, at)).collect::<Vec<_>>()
                })
                .map(|(outer, at)| Stretch {
                    length: if is_last { run.length } else { 1 },
                    ..scaled(outer, at)
                })
                .collect();
        }
        stretches
    }
}

/// Adds coefficients of `words` words each.
#[inline]
pub(super) fn add(to: &mut [u64], from: &[u64], words: usize) {
    if words == 1 {
        for (to, &from) in to.iter_mut().zip(from) {
            // The words are enough for every sum; otherwise the coefficients would have been widened.
            *to = to.wrapping_add(from);
        }
        return;
    }
    for (to, from) in to.chunks_exact_mut(words).zip(from.chunks_exact(words)) {
        let mut carry = false;
        for (to, &from) in to.iter_mut().zip(from) {
            let (sum, first) = to.overflowing_add(from);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *to = sum;
            carry = first | second;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_move_the_exponents_that_both_shapes_have() {
        let from = WeightShape { windows: vec![(1, 3), (0, 4)] };
        let to = WeightShape { windows: vec![(2, 2), (1, 2)] };
        for grown in [None, Some((0, 1)), Some((1, 2))] {
            let mut moved = Vec::new();
            for stretch in from.stretches(&to, grown) {
                moved.extend((0..stretch.length).map(|at| (stretch.from + at, stretch.to + at)));
            }
            let mut expected = Vec::new();
            for a in 1..4u32 {
                for b in 0..4u32 {
                    let by = |which| grown.map_or(0, |(variable, by)| if variable == which { by } else { 0 });
                    let (c, d) = (a + by(0), b + by(1));
                    if (2..4).contains(&c) && (1..3).contains(&d) {
                        expected.push((((a - 1) * 4 + b) as usize, ((c - 2) * 2 + d - 1) as usize));
                    }
                }
            }
            moved.sort_unstable();
            expected.sort_unstable();
            assert_eq!(moved, expected, "{grown:?}");
        }
    }

    #[test]
    fn carries_run_through_all_words() {
        let mut to = [u64::MAX, u64::MAX, 0, 1, 0, 0];
        add(&mut to, &[1, 0, 0, 1, 0, 7], 3);
        assert_eq!(to, [0, 0, 1, 2, 0, 7]);
    }
}
