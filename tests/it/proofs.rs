//! Proofs against the oracle: true claims are proved, and false ones are not. `scripts/test-proofs` runs the
//! checkers.

use crate::common::armies::{ArmiesShape, random_armies};
use crate::common::{
    Random, Shape, closed_in_places, first_seed, placement, random_open_parts, random_parts,
};
use armistice::certificate::{Certificate, CertificateError, Claim};
use armistice::engines::naive;
use armistice::plan::{CancelToken, Settings, Silent};
use armistice::search::{ArmiesQuestion, largest_armies, smallest};
use armistice::{Demand, Named, Placement, Problem, Quantity, Question};
use std::cell::Cell;
use std::collections::BTreeMap;

const SHAPE: Shape = Shape {
    sides: &[(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)],
    most_kinds: 2,
    most_ways: 20_000.0,
};

const ARMIES: ArmiesShape = ArmiesShape {
    sides: &[(1, 3), (2, 2), (2, 3), (3, 3), (3, 4)],
    topologies: &["plane", "plane", "cylinder", "torus"],
    most_armies: 2,
    most_kinds: 1,
    most_ways: 20_000.0,
};

/// Returns the proof with its conclusion; `None` if the claim cannot be expressed.
fn proved(problem: &Problem, claim: Claim<'_>) -> Option<Result<String, CertificateError>> {
    let certificate = match Certificate::new(problem, claim) {
        Ok(certificate) => certificate,
        Err(
            CertificateError::Export(_)
            | CertificateError::Armies
            | CertificateError::Numbers
            | CertificateError::Nothing,
        ) => {
            return None;
        }
        Err(error) => panic!("{problem}: {error}"),
    };
    Some(written(&certificate))
}

fn written(certificate: &Certificate<'_>) -> Result<String, CertificateError> {
    let (mut claim, mut proof) = (Vec::new(), Vec::new());
    certificate.write_claim(&mut claim)?;
    let size = certificate.write_proof(&mut proof, u64::MAX, &Silent)?;
    assert_eq!(size, proof.len() as u64);
    Ok(String::from_utf8(proof).unwrap())
}

/// Makes a problem with kinds in any number, of one army or of groups, sometimes with closed squares.
fn random_open(random: &mut Random) -> Problem {
    let problem = random_open_parts(random, &SHAPE).problem();
    if random.chance(2) {
        return problem;
    }
    // Each kind is a group of its own.
    let problem = closed_in_places(random, problem);
    let text = problem.to_string();
    let is_split = random.chance(3) && problem.pieces().count() == 2;
    let mut split = text.splitn(3, ' ');
    match (is_split, split.next(), split.next(), split.next()) {
        (true, Some(board), Some(first), Some(rest)) => format!("{board} {first} + {rest}").parse().unwrap(),
        _ => problem,
    }
}

/// Returns a placement for each total of the pieces written `max`.
fn by_number(problem: &Problem) -> BTreeMap<usize, Placement> {
    let maximised: Vec<bool> = problem.pieces().map(|pieces| pieces.quantity == Quantity::Max).collect();
    let mut found = BTreeMap::new();
    naive::visit_placements(problem, &|| false, &mut |placed| {
        let placement = placement(placed);
        let number = placement.pieces().iter().filter(|(kind, _)| maximised[*kind]).count();
        found.entry(number).or_insert(placement);
    });
    found
}

#[test]
fn none_is_proved_where_there_is_none() {
    let (mut none, mut some) = (0, 0);
    for seed in first_seed().. {
        let mut random = Random::new(seed);
        let problem = match seed % 2 {
            0 => random_parts(&mut random, &SHAPE).problem(),
            _ => random_armies(&mut random, &ARMIES).problem(),
        };
        let problem = if seed % 3 > 0 { closed_in_places(&mut random, problem) } else { problem };
        let is_exact = |quantity: Quantity| matches!(quantity, Quantity::Exactly(_));
        if !problem.pieces().all(|pieces| is_exact(pieces.quantity)) {
            continue;
        }
        let has_one = Cell::new(false);
        naive::visit_placements(&problem, &|| has_one.get(), &mut |_| has_one.set(true));
        let has_one = has_one.get();
        let clauses = Certificate::of_clauses(&problem).map(|certificate| written(&certificate));
        let (Some(sums), Ok(clauses)) = (proved(&problem, Claim::None), clauses) else { continue };
        for (proof, end) in [(sums, "conclusion UNSAT"), (clauses, "\n0\n")] {
            match proof {
                Ok(proof) => {
                    assert!(!has_one && format!("\n{proof}").contains(end), "seed {seed}: {problem}");
                }
                Err(CertificateError::Disproved) => assert!(has_one, "seed {seed}: {problem}"),
                Err(error) => panic!("seed {seed}: {problem}: {error}"),
            }
        }
        *if has_one { &mut some } else { &mut none } += 1;
        if none >= 60 && some >= 60 {
            break;
        }
    }
}

#[test]
fn the_largest_number_is_proved_and_no_other() {
    let mut tried = 0;
    for seed in first_seed().. {
        let mut random = Random::new(seed);
        let problem = random_open(&mut random);
        if !problem.pieces().any(|pieces| pieces.quantity == Quantity::Max) {
            continue;
        }
        let found = by_number(&problem);
        let Some((most, placement)) = found.last_key_value() else {
            let proof = proved(&problem, Claim::Largest(None));
            // Without a square there is nothing to maximise.
            let is_proved =
                |proof: String| proof.contains("BOUNDS INF") || proof.contains("conclusion UNSAT");
            assert!(proof.is_none_or(|proof| is_proved(proof.unwrap())), "{problem}");
            continue;
        };
        let Some(proof) = proved(&problem, Claim::Largest(Some(placement))) else { continue };
        let proof = proof.unwrap_or_else(|error| panic!("seed {seed}: {problem}: {error}"));
        assert!(proof.contains(&format!("conclusion BOUNDS -{most} : ")) || *most == 0, "{problem}: {proof}");
        for (number, smaller) in found.iter().filter(|(number, _)| *number < most) {
            let proof = proved(&problem, Claim::Largest(Some(smaller)));
            assert!(matches!(proof, Some(Err(CertificateError::Disproved))), "{problem}: {number}");
        }
        tried += 1;
        if tried == 80 {
            break;
        }
    }
}

#[test]
fn the_smallest_number_is_proved_and_no_other() {
    let mut tried = 0;
    for seed in first_seed().. {
        let mut random = Random::new(seed);
        let problem = random_open(&mut random);
        for demand in Demand::ALL.iter().copied() {
            let Ok(Some(found)) = smallest(&problem, demand, true, &Settings::default(), &Silent) else {
                continue;
            };
            let placement = found.placement.as_ref().map(|(_, placement)| placement);
            let Some(proof) = proved(&problem, Claim::Smallest(demand, placement)) else { continue };
            let proof = proof.unwrap_or_else(|error| panic!("seed {seed}: {problem} {demand}: {error}"));
            let end = found.number.map_or("INF".to_owned(), |number| number.to_string());
            assert!(proof.contains(&format!("conclusion BOUNDS {end} : ")), "{problem}: {proof}");
            // The placement takes every square, which is more than necessary, so the claim is not proved.
            tried += 1;
        }
        if tried > 150 {
            break;
        }
    }
    let problem: Problem = "4x4 Q*".parse().unwrap();
    let four = Placement::new("a1 b3 c4 d2".split(' ').map(|square| (0, square.parse().unwrap())).collect());
    let proof = proved(&problem, Claim::Smallest(Demand::Dominating, Some(&four)));
    assert!(matches!(proof, Some(Err(CertificateError::Disproved))));
}

#[test]
fn the_largest_equal_armies_are_proved_and_no_others() {
    let mut tried = 0;
    for (sides, kinds) in [
        ("4x4", "Q/Q"),
        ("4x5", "R/R"),
        ("5x5", "B/B"),
        ("4x4", "N/N"),
        ("4x5/torus", "K/K"),
        ("4x4", "Q/N"),
        ("5x5-c3", "Q/Q"),
        ("3x5", "R/B"),
        ("4x4/cylinder", "Q/R"),
        ("5x4", "X/Q X=fR"),
        ("5x5~c3", "Q/Q"),
        ("5x5", "Q:light/Q"),
        ("4x5~a1,b2", "R~c3,d4/B"),
        ("4x4", "Q@b2/Q"),
    ] {
        let problem: Problem = format!("{sides} {kinds}").parse().unwrap();
        let found = largest_armies(
            &Question::from(&problem),
            &Settings::default(),
            ArmiesQuestion::default(),
            &Silent,
        )
        .unwrap();
        let Some(largest) = found.largest else { continue };
        let proof = proved(&problem, Claim::EqualArmies(&largest.placement)).unwrap();
        let proof = proof.unwrap_or_else(|error| panic!("{problem}: {error}"));
        assert!(proof.contains(&format!("conclusion BOUNDS -{} : ", found.number)), "{problem}");
        // Each army has one piece less.
        let mut fewer = largest.placement.pieces().to_vec();
        for army in 0..2 {
            fewer.remove(fewer.iter().position(|&(kind, _)| kind == army).unwrap());
        }
        let fewer = Placement::new(fewer);
        let proof = proved(&problem, Claim::EqualArmies(&fewer));
        assert!(matches!(proof, Some(Err(CertificateError::Disproved))), "{problem}");
        tried += 1;
    }
    assert!(tried >= 9, "{tried}");
}

#[test]
fn proofs_stop_when_they_are_told_to() {
    let problem: Problem = "9x9 Q10/Q15".parse().unwrap();
    let certificate = Certificate::new(&problem, Claim::None).unwrap();
    let limited = certificate.write_proof(&mut Vec::new(), 1000, &Silent);
    assert!(matches!(limited, Err(CertificateError::TooLarge(1000))), "{limited:?}");
    let stopped = CancelToken::new();
    stopped.cancel();
    let stopped = certificate.write_proof(&mut Vec::new(), u64::MAX, &stopped);
    assert!(matches!(stopped, Err(CertificateError::Stopped(_))), "{stopped:?}");
}
