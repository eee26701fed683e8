//! Sums of constraints that are broken before propagation sees it.

mod cover;
mod flow;
mod packing;
mod rivals;

pub use cover::{Asked, Clique, Cover};
pub use packing::{Item, Packing};
pub use rivals::Rivals;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::{Numbers, holds, refute};
    use crate::{Linear, Literal, Outcome};

    /// Pairs of so many variables, about one of `one_of`.
    fn pairs(random: &mut Numbers, variables: usize, one_of: i64) -> Vec<(usize, usize)> {
        let all = (0..variables).flat_map(|second| (0..second).map(move |first| (first, second)));
        all.filter(|_| random.below(one_of) == 0).collect()
    }

    fn literals(variables: &[usize]) -> impl Iterator<Item = Literal> {
        variables.iter().map(|&variable| Literal::of(variable))
    }

    /// The least and the most variables that are true where all constraints hold.
    fn extremes(variables: usize, all: &[Linear]) -> (u32, u32) {
        let fitting = (0..1u32 << variables).filter(|&bits| all.iter().all(|linear| holds(linear, bits)));
        let sizes: Vec<u32> = fitting.map(u32::count_ones).collect();
        (sizes.iter().copied().min().unwrap(), sizes.iter().copied().max().unwrap())
    }

    #[test]
    fn more_than_cliques_allow_is_refuted() {
        let mut random = Numbers(1);
        let mut sums = 0;
        for _ in 0..150 {
            let variables = 5 + random.below(7) as usize;
            let mut sets: Vec<Vec<usize>> = pairs(&mut random, variables, 3)
                .into_iter()
                .map(|(first, second)| vec![first, second])
                .collect();
            sets.push((0..variables).filter(|_| random.below(3) == 0).collect());
            let mut all: Vec<Linear> = sets.iter().map(|set| Linear::at_most(literals(set), 1)).collect();
            let (_, most) = extremes(variables, &all);
            for number in [most, most + 1] {
                let everything: Vec<usize> = (0..variables).collect();
                all.push(Linear::at_least(literals(&everything), number.into()));
                let asked = vec![(sets.len(), everything, number.into())];
                let mut cover = Cover::new(variables, asked, sets.iter().cloned().enumerate().collect());
                let (outcome, used) = refute(variables, &all, &mut cover);
                assert_eq!(matches!(outcome, Outcome::Refuted(_)), number > most, "{sets:?}");
                sums += used;
                all.pop();
            }
        }
        assert!(sums > 150, "{sums}");
    }

    #[test]
    fn fewer_than_squares_need_is_refuted() {
        let mut random = Numbers(2);
        let mut sums = 0;
        for _ in 0..150 {
            let variables = 5 + random.below(7) as usize;
            let sets: Vec<Vec<usize>> = (0..variables)
                .map(|own| (0..variables).filter(|&other| other == own || random.below(5) == 0).collect())
                .collect();
            let mut all: Vec<Linear> = sets.iter().map(|set| Linear::clause(literals(set))).collect();
            let (least, _) = extremes(variables, &all);
            for number in [i64::from(least), i64::from(least) - 1] {
                let everything: Vec<usize> = (0..variables).collect();
                all.push(Linear::at_most(literals(&everything), number));
                let items = sets.iter().cloned().enumerate().collect();
                let mut packing = Packing::new(variables, items, vec![sets.len()], number);
                let (outcome, used) = refute(variables, &all, &mut packing);
                assert_eq!(matches!(outcome, Outcome::Refuted(_)), number < least.into(), "{sets:?}");
                sums += used;
                all.pop();
            }
        }
        assert!(sums > 100, "{sums}");
    }

    #[test]
    fn larger_sides_than_fit_are_refuted() {
        let mut random = Numbers(3);
        let mut sums = 0;
        for _ in 0..100 {
            let squares = 3 + random.below(3) as usize;
            let mut of = vec![Vec::new(); squares];
            for line in 0..random.below(3) as usize {
                of.iter_mut().for_each(|of| of.extend((random.below(2) == 0).then_some(line)));
            }
            let mut together = Vec::new();
            for first in 0..squares {
                for second in 0..squares {
                    let is_common = of[first].iter().any(|line| of[second].contains(line));
                    if is_common || first == second || random.below(4) == 0 {
                        together.push((first, second));
                    }
                }
            }
            let sets = together.iter().map(|&(first, second)| vec![first, squares + second]);
            let mut all: Vec<Linear> = sets.map(|set| Linear::at_most(literals(&set), 1)).collect();
            let sides = [(0..squares).collect::<Vec<_>>(), (squares..2 * squares).collect()];
            let least = [1 + random.below(3), 1 + random.below(3)];
            for (side, least) in sides.iter().zip(least) {
                all.push(Linear::at_least(literals(side), least));
            }
            let fits = (0..1u32 << (2 * squares)).any(|bits| all.iter().all(|linear| holds(linear, bits)));
            let pairs = together.iter().copied().zip(0..).collect();
            let places = [(together.len(), least[0]), (together.len() + 1, least[1])];
            let (outcome, used) = refute(2 * squares, &all, &mut Rivals::new(of, pairs, places));
            assert_eq!(matches!(outcome, Outcome::Refuted(_)), !fits, "{together:?} {least:?}");
            sums += used;
        }
        assert!(sums > 30, "{sums}");
    }
}
