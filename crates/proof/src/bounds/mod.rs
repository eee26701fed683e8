//! Sums of constraints that are violated before propagation sees it.

mod cover;
mod flow;
mod packing;
mod rivals;

pub use cover::{Clique, Cover, CoverConstraint};
pub use packing::{Item, Packing};
pub use rivals::{Rivals, Sides};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::{Numbers, holds, refute, refute_of};
    use crate::{LinearConstraint, Literal, Outcome};
    use std::collections::BTreeMap;

    /// Returns random pairs of `variables` variables, about one of `one_of` possible ones.
    fn pairs(random: &mut Numbers, variables: usize, one_of: i64) -> Vec<(usize, usize)> {
        let all = (0..variables).flat_map(|second| (0..second).map(move |first| (first, second)));
        all.filter(|_| random.draw_below(one_of) == 0).collect()
    }

    fn literals(variables: &[usize]) -> impl Iterator<Item = Literal> {
        variables.iter().map(|&variable| Literal::from_variable(variable))
    }

    /// Returns the minimum and the maximum number of true variables among all solutions.
    fn extremes(variables: usize, all: &[LinearConstraint]) -> (u32, u32) {
        let fitting = (0..1u32 << variables).filter(|&bits| all.iter().all(|linear| holds(linear, bits)));
        let sizes: Vec<u32> = fitting.map(u32::count_ones).collect();
        (sizes.iter().copied().min().unwrap(), sizes.iter().copied().max().unwrap())
    }

    #[test]
    fn more_than_cliques_allow_is_refuted() {
        let mut random = Numbers(1);
        let mut sums = 0;
        for _ in 0..150 {
            let variables = 5 + random.draw_below(7) as usize;
            let mut sets: Vec<Vec<usize>> = pairs(&mut random, variables, 3)
                .into_iter()
                .map(|(first, second)| vec![first, second])
                .collect();
            sets.push((0..variables).filter(|_| random.draw_below(3) == 0).collect());
            let mut all: Vec<LinearConstraint> =
                sets.iter().map(|set| LinearConstraint::at_most(literals(set), 1)).collect();
            let (_, most) = extremes(variables, &all);
            for number in [most, most + 1] {
                let everything: Vec<usize> = (0..variables).collect();
                all.push(LinearConstraint::at_least(literals(&everything), number.into()));
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
            let variables = 5 + random.draw_below(7) as usize;
            let sets: Vec<Vec<usize>> = (0..variables)
                .map(|own| {
                    (0..variables).filter(|&other| other == own || random.draw_below(5) == 0).collect()
                })
                .collect();
            let mut all: Vec<LinearConstraint> =
                sets.iter().map(|set| LinearConstraint::clause(literals(set))).collect();
            let (least, _) = extremes(variables, &all);
            for number in [i64::from(least), i64::from(least) - 1] {
                let everything: Vec<usize> = (0..variables).collect();
                all.push(LinearConstraint::at_most(literals(&everything), number));
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
        let mut by_lines = 0;
        for round in 0..200 {
            let squares = 3 + random.draw_below(3) as usize;
            let mut some = || (0..squares).filter(|_| random.draw_below(2) == 0).collect::<Vec<usize>>();
            let lines: Vec<Vec<usize>> = (0..round % 4).map(|_| some()).collect();
            // If lines are to cover every exclusion, each square must be on a line, because it excludes
            // itself.
            let lines =
                if round < 100 { lines } else { lines.into_iter().chain([(0..squares).collect()]).collect() };
            let is_common = |first, second| {
                lines.iter().any(|line: &Vec<usize>| line.contains(&first) && line.contains(&second))
            };
            let mut pairs = BTreeMap::new();
            for (first, second) in
                (0..squares).flat_map(|first| (0..squares).map(move |second| (first, second)))
            {
                if is_common(first, second) || first == second || round < 100 && random.draw_below(4) == 0 {
                    pairs.insert((first, second), pairs.len());
                }
            }
            let mut all: Vec<LinearConstraint> = vec![LinearConstraint::clause([]); pairs.len()];
            for (&(first, second), &place) in &pairs {
                all[place] = LinearConstraint::at_most(literals(&[first, squares + second]), 1);
            }
            let wanted = [1 + random.draw_below(3), 1 + random.draw_below(3)];
            let places = [0, 1].map(|side| Some((pairs.len() + side, wanted[side])));
            let sides = [(0..squares).collect::<Vec<_>>(), (squares..2 * squares).collect()];
            all.extend(
                sides
                    .iter()
                    .zip(wanted)
                    .map(|(side, least)| LinearConstraint::at_least(literals(side), least)),
            );
            let fits = (0..1u32 << (2 * squares)).any(|bits| all.iter().all(|linear| holds(linear, bits)));
            let first_line = 2 * squares;
            for (at, line) in lines.iter().enumerate() {
                let is_first = Literal::from_variable(first_line + at);
                for &square in line {
                    all.push(LinearConstraint::clause([!Literal::from_variable(square), is_first]));
                    all.push(LinearConstraint::clause([
                        !Literal::from_variable(squares + square),
                        !is_first,
                    ]));
                }
            }
            let variables = first_line + lines.len();
            let sides = Sides { squares, first_line, lines, pairs, least: places };
            // If lines cover every exclusion, it is enough to decide the lines.
            let is_by_lines = sides.are_of_lines();
            let decided = if is_by_lines { first_line..variables } else { 0..variables };
            let added = if is_by_lines { 0..0 } else { 0..all.len() };
            let (outcome, used) = refute_of(variables, &all, added, decided, &mut Rivals::new(sides));
            assert_eq!(matches!(outcome, Outcome::Refuted(_)), !fits, "{all:?}");
            sums += used;
            by_lines += usize::from(is_by_lines && !fits);
        }
        assert!(sums > 100 && by_lines > 30, "{sums} {by_lines}");
    }
}
