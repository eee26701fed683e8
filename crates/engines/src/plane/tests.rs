//! Proved bounds against known digits, and against bounds by another method.

use super::boxes::{self, Map, VectorBox};
use super::corners::Corners;
use super::enclosure::{Enclosure, enclosure};
use super::{LeapConflicts, Neighbours, PlaneConstant, has_settled, with_kept};
use crate::algebra::Decimal;
use crate::algebra::double_double::DoubleDouble;
use crate::engines::random::Random;
use num_bigint::BigInt;

/// The constant of hard squares, by R. J. Baxter, *Planar lattice gases with nearest-neighbour exclusion*,
/// 1999.
const SQUARES: &str = "1.5030480824753322643220663294755536";
/// The constant of non-attacking kings, by Y. Chan and A. Rechnitzer, 2012.
const KINGS: &str = "1.3426439511246012978517301618757403";

fn conflicts(kinds: &str) -> LeapConflicts {
    LeapConflicts::from_problem(&format!("9x9 {kinds}").parse().expect(kinds)).expect(kinds)
}

fn neighbours(kinds: &str) -> Neighbours {
    conflicts(kinds).neighbours().expect(kinds)
}

fn bounds(neighbours: &Neighbours, kept: &[usize]) -> PlaneConstant {
    with_kept(neighbours, kept, &|| false).expect("bounds")
}

fn decimal(text: &str) -> Decimal {
    let places = text.split_once('.').map_or(0, |(_, places)| places.len());
    Decimal::new(text.replace('.', "").parse().expect(text), places as u32)
}

fn encloses(found: &PlaneConstant, number: &Decimal) -> bool {
    let places = found.lower.places();
    let number = number.round(places);
    found.lower.units() <= number.units() && number.units() <= found.upper.units()
}

#[test]
fn known_digits_are_within_bounds_that_are_nested() {
    for (kinds, known, digits) in [("W*", SQUARES, 14), ("K*", KINGS, 10)] {
        let mut before: Option<PlaneConstant> = None;
        for last in 1..6 {
            let found = bounds(&neighbours(kinds), &[4, 8, 16, 24, 32][..last]);
            assert!(encloses(&found, &decimal(known)), "{kinds}: {found:?}");
            if let Some(before) = &before {
                assert!(
                    found.lower.units() >= before.lower.units()
                        && found.upper.units() <= before.upper.units()
                );
            }
            if let Some(estimate) = &found.estimate {
                let error = decimal(known).round(estimate.places()).units() - estimate.units();
                assert!(*error.magnitude() <= 1u32.into(), "{kinds}: {estimate}");
            }
            before = Some(found);
        }
        let found = before.expect("bounds");
        let width: BigInt = found.upper.units() - found.lower.units();
        assert!(width < BigInt::from(10).pow(found.upper.places() - digits), "{kinds}: {found:?}");
    }
}

/// Two lattices of wazirs have other corners, and the same constant.
#[test]
fn ferzes_have_the_constant_of_wazirs() {
    let found = bounds(&neighbours("F*"), &[4, 8, 16, 24]);
    assert!(encloses(&found, &decimal(SQUARES)), "{found:?}");
    for (kinds, leap, lattices) in [
        ("F*", (0, 1), 2),
        ("D*", (0, 1), 4),
        ("X* X=(2,2)", (0, 1), 8),
        ("L*", (1, 2), 2),
        ("N*", (1, 2), 1),
        ("Z*", (2, 3), 1),
        ("D* X* X=(2,2)", (0, 1), 4),
    ] {
        let (reduced, found) = conflicts(kinds).on_one_lattice();
        assert_eq!((reduced.own_leaps()[0].as_slice(), found), (&[leap][..], lattices), "{kinds}");
        assert_eq!(reduced.neighbours().is_some(), leap == (0, 1), "{kinds}");
    }
    assert_eq!(conflicts("K* N*").on_one_lattice(), (conflicts("K* N*"), 1));
    let two_kinds = conflicts("D* X* X=(2,2)").on_one_lattice().0.neighbours();
    assert_eq!(two_kinds.map(|neighbours| neighbours.contents()), Some(3));
    assert_eq!((conflicts("N*").neighbours(), conflicts("X* X=fW").neighbours()), (None, None));
    assert_eq!(conflicts("X* X=fW").reach(), 1);
}

/// Returns the growth factor for each row of a strip or ring, by definition.
fn factor(neighbours: &Neighbours, width: usize, is_ring: bool) -> f64 {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..width {
        let longer = |row: &Vec<usize>| {
            let (row, last) = (row.clone(), row.last().copied().unwrap_or(0));
            let next = (0..neighbours.contents())
                .filter(|&next| neighbours.can_adjoin(last, next))
                .collect::<Vec<_>>();
            next.into_iter().map(move |next| [&row[..], &[next]].concat()).collect::<Vec<_>>()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    let places = if is_ring { width } else { width - 1 };
    rows.retain(|row| !is_ring || neighbours.can_adjoin(row[width - 1], row[0]));
    let fits = |one: &[usize], other: &[usize]| {
        let next = |place: usize| (place + 1) % width;
        (0..width).all(|place| neighbours.can_adjoin(one[place], other[place]))
            && (0..places).all(|at| neighbours.face(one[at], one[next(at)], other[at], other[next(at)]))
    };
    let matrix: Vec<Vec<bool>> =
        rows.iter().map(|one| rows.iter().map(|other| fits(one, other)).collect()).collect();
    let mut numbers = vec![1.0; rows.len()];
    let mut factor = 0.0;
    for _ in 0..200 {
        let row = |row: &Vec<bool>| row.iter().zip(&numbers).filter(|(fits, _)| **fits).map(|(_, x)| x).sum();
        let next: Vec<f64> = matrix.iter().map(row).collect();
        factor = next.iter().copied().fold(0.0, f64::max);
        numbers = next.into_iter().map(|x| x / factor).collect();
    }
    factor
}

/// The transfer matrix is symmetric: quotients of strips are lower bounds, roots of even rings are upper
/// bounds (N. J. Calkin and H. S. Wilf 1998).
#[test]
fn random_kinds_agree_with_bounds_from_strips_and_rings() {
    let mut random = Random::new(5);
    let mut close = 0;
    for _ in 0..12 {
        let kinds = 1 + random.draw_below(2);
        let tables: Vec<bool> = (0..18).map(|_| random.draw_below(3) == 0).collect();
        let table = |from: usize| {
            let tables = tables.clone();
            move |one: usize, other: usize| tables[from + one.min(other) * 3 + one.max(other)]
        };
        let model = Neighbours::new(kinds, table(0), table(9));
        let (even, odd) = (factor(&model, 4, false), factor(&model, 3, false));
        let (low, high) = (even / odd, factor(&model, 4, true).powf(0.25));
        let Some(bounds) = with_kept(&model, &[4, 8, 16, 24], &|| false) else { continue };
        let float = |number: &Decimal| number.to_string().parse::<f64>().expect("a number");
        let (lower, upper) = (float(&bounds.lower), float(&bounds.upper));
        assert!(lower <= high + 1e-9 && upper >= low - 1e-9, "{model:?}: {bounds:?}, {low} to {high}");
        assert!(lower <= upper, "{model:?}: {bounds:?}");
        close += usize::from(upper - lower < 0.01);
    }
    assert!(close >= 6, "{close}");
}

/// The proof does not depend on the corners: if they are wrong, bounds are wide, or there are none.
#[test]
fn wrong_corners_prove_nothing_wrong() {
    let model = neighbours("W*");
    let mut corners = Corners::new(&model);
    assert!(has_settled(&mut corners, 16, &|| false));
    let right = enclosure(&corners, &|| false).expect("bounds");
    let known = (decimal(SQUARES).units() << Enclosure::BITS) / BigInt::from(10).pow(34);
    let encloses = |found: &Enclosure| {
        let distance: BigInt = &found.middle - &known;
        BigInt::from(distance.magnitude().clone()) <= found.spread()
    };
    assert!(encloses(&right));
    let mut random = Random::new(1);
    let mut narrower = 0;
    for round in 0..40 {
        let mut wrong =
            Corners { halves: corners.halves.clone(), bases: corners.bases.clone(), ..Corners::new(&model) };
        (wrong.weights, wrong.spectra) = (corners.weights.clone(), corners.spectra.clone());
        let (a, b) = [(0, 0), (0, 1), (1, 0)][random.draw_below(3)];
        let rows = if round % 2 == 0 { &mut wrong.halves[a][b] } else { &mut wrong.bases[a] };
        let (row, column) = (random.draw_below(2), random.draw_below(2));
        rows[row][column] = rows[row][column] + DoubleDouble::from(0.1f64.powi(2 + round / 4));
        let Some(found) = enclosure(&wrong, &|| false) else { continue };
        assert!(encloses(&found), "{round}: {found:?}");
        narrower += usize::from(found.spread() < right.spread());
    }
    assert_eq!(narrower, 0);
}

#[test]
fn vectors_stay_in_their_boxes() {
    let mut random = Random::new(9);
    let places = 40;
    for size in 2..6 {
        // A large first entry, so that there are boxes.
        let entry = |random: &mut Random, is_first: bool| {
            let number = ((random.draw_below(1 << 30) as i64) << 10) - (1 << 39);
            BigInt::from(if is_first { (3 << 40) + number } else { number >> 2 })
        };
        let matrix = |random: &mut Random| -> Vec<Vec<BigInt>> {
            (0..size).map(|row| (0..size).map(|column| entry(random, row + column == 0)).collect()).collect()
        };
        let matrices = [matrix(&mut random), matrix(&mut random)];
        let units: Vec<u32> = (0..size as u32).collect();
        let map = |rows: &Vec<Vec<BigInt>>| {
            Map::new((0, 0), rows, (places, &BigInt::ZERO), (&units, &units)).unwrap()
        };
        let maps: Vec<Map> = matrices.iter().map(map).collect();
        let mut start = vec![BigInt::ZERO; size];
        start[0] = BigInt::from(1);
        let start = VectorBox::point(&start, &units).unwrap();
        let Some(all) = boxes::invariant(&maps, &[start]) else { continue };
        let far = boxes::refine(&maps, &all).unwrap();
        assert!((0..size).all(|place| far[0].size(place) <= all[0].size(place) + 2));
        let mut vector = vec![0.0; size];
        vector[0] = 1.0;
        for step in 0..400 {
            let chosen = &matrices[random.draw_below(2)];
            let value = |number: &BigInt| i64::try_from(number).unwrap() as f64;
            let product = |row: &Vec<BigInt>| row.iter().zip(&vector).map(|(x, y)| value(x) * y).sum::<f64>();
            let next: Vec<f64> = chosen.iter().map(product).collect();
            vector = next.iter().map(|x| x / next[0]).collect();
            let inside = if step < 100 { &all[0] } else { &far[0] };
            for (place, x) in vector.iter().enumerate().skip(1) {
                let most =
                    inside.size(place) as f64 / f64::from(1 << boxes::COARSE) / f64::from(1 << units[place]);
                assert!(x.abs() <= most * (1.0 + 1e-9), "size {size}, step {step}, place {place}");
            }
        }
    }
}
