//! Every rank gives another placement: the ranks give a list, which is compared with the list of a search.

use super::*;
use crate::engines::Engine;
use crate::named::Named;
use crate::plan::{Silent, plan};
use std::collections::HashSet;

const LIMIT: Duration = Duration::from_secs(60);

/// Returns all placements of a problem by search.
fn all_of(problem: &Problem) -> HashSet<Placement> {
    let listing = list_lex(problem, Selection::default(), &Silent).unwrap();
    listing.map(|listed| listed.placement).collect()
}

fn assert_ranks_list_all(text: &str, problem: &Problem, way: UnrankingMethod) {
    let mut sampler = Sampler { problem: problem.clone(), way, seed: 1, random: Random::new(1), drawn: 0 };
    let count = u32::try_from(sampler.count().unwrap()).unwrap();
    let ranks: Vec<BigUint> = (0..count).map(BigUint::from).collect();
    let by_rank = sampler.of_ranks(&ranks, &Silent).unwrap();
    assert_eq!(by_rank.len(), count as usize, "{text}");
    let set: HashSet<Placement> = by_rank.iter().cloned().collect();
    assert_eq!(set, all_of(problem), "{text}");
    assert_eq!(set.len(), by_rank.len(), "{text}");
    // The ranks come in any order, and repeatedly.
    if count > 1 {
        let some = [count / 2, 0, count - 1, count / 2].map(BigUint::from);
        let picked = sampler.of_ranks(&some, &Silent).unwrap();
        let expected = [count / 2, 0, count - 1, count / 2].map(|rank| by_rank[rank as usize].clone());
        assert_eq!(picked, expected, "{text}");
    }
}

#[test]
fn ranks_in_cases_are_all_placements() {
    for text in [
        "4x4 Q3 #1",
        "4x4-a1 K2 #1",
        "3x4/torus R2 #2@b2",
        "4x4 R2/R #1",
        "3x3 K* #1",
        "3x5 B2 N #2",
        "2x2 K3 #2",
    ] {
        let problem: Problem = text.parse().unwrap();
        assert_ranks_list_all(text, &problem, way(&problem, &Silent).unwrap());
    }
}

#[test]
fn ranks_of_a_sweep_are_all_placements() {
    let texts = [
        "4x4 K*",
        "5x5 N5",
        "5x4 K2 N3",
        "6x6 B7",
        "6x6 Q6",
        "4x4/torus W*",
        "5x3/cylinder K2 F1",
        "4x4-b2,c3 R* N1",
        "5x5 Q2@a1 N3",
        "4x4 R4",
        "3x3 K9",
        "2x2 K1@a1 N1@b2",
        "1x1 K*",
        "4x4 X3 X=vW",
        "3x4 K* N*",
    ];
    let settings = Settings::default().with_engine(Engine::from_name("frontier").unwrap());
    for text in texts {
        let problem: Problem = text.parse().unwrap();
        let plan = plan(&(&problem).into(), &settings).unwrap();
        let ranked = plan.rank_placements(usize::MAX, &Silent).unwrap();
        assert_ranks_list_all(text, &problem, UnrankingMethod::Swept(ranked));
    }
}

#[test]
fn ranks_of_parts_are_all_placements() {
    let texts = [
        "6x6 Q6",
        "7x7 Q7",
        "5x5 K2 Q1 N2",
        "6x6 B7",
        "4x4 N4/N4",
        "5x5 Q2@a1 N3",
        "4x6/torus R3 N2",
        "5x5-c3 B2 R2 K1",
        "4x4 Q4@a1",
        "2x2 K1@a1 N1@b2",
        "3x3 Q4",
        "5x5 R3 B1/Q2",
        "6x4 X3 N4 X=NN",
        "9x9 A2 C1",
    ];
    for text in texts {
        let problem: Problem = text.parse().unwrap();
        let parts = PrefixTree::new(&problem, LIMIT, &Silent).unwrap().unwrap();
        assert_ranks_list_all(text, &problem, UnrankingMethod::Parts(Box::new(parts)));
    }
}

/// Each number below a bound is drawn about equally often.
#[test]
fn numbers_are_drawn_alike() {
    let mut random = Random::new(5);
    for bound in [1u32, 2, 3, 7, 10] {
        let mut times = vec![0u32; bound as usize];
        for _ in 0..bound * 1000 {
            times[usize::try_from(draw_below(&mut random, &bound.into())).unwrap()] += 1;
        }
        let chi_squared: f64 = times.iter().map(|&times| (f64::from(times) - 1000.0).powi(2) / 1000.0).sum();
        // With 9 degrees of freedom or fewer, 99.99 % are below 34.
        assert!(chi_squared < 34.0, "{bound}: {times:?}");
    }
    let bound = BigUint::from(3u32) << 100;
    let high = (0..3000).filter(|_| draw_below(&mut random, &bound) >> 101 == BigUint::from(1u32)).count();
    assert!((850..1150).contains(&high), "{high}");
}
