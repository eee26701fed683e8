//! Random arrangements compared with counts of their points, and known arrangements.

use super::super::modular::tests::Dice;
use super::faces::Indices;
use super::start::stable_from;
use super::{Arrangement, Line};
use num_bigint::BigInt;

/// Rows and columns.
type Step = (i64, i64);

/// Returns the arrangement with lines in some directions between every two of `points` points.
fn complete(points: usize, steps: &[Step]) -> Arrangement {
    let pairs = (0..points).flat_map(|other| (0..other).map(move |one| (one, other)));
    let line = |points| move |&step: &Step| Line { points, step, constant: 0 };
    Arrangement {
        points: vec![1; points],
        lines: pairs.flat_map(|pair| steps.iter().map(line(pair))).collect(),
    }
}

/// Returns the annihilator of the numbers of placements of `pieces` pieces with lines in some directions.
fn annihilator(pieces: usize, steps: &[Step], sides: Step) -> Vec<(usize, usize)> {
    let indices = Indices::from_arrangement(&complete(pieces, steps), sides, &|| false).unwrap();
    indices.annihilator(pieces).factors().to_vec()
}

const BISHOP: &[Step] = &[(1, 1), (1, -1)];
const ROOK: &[Step] = &[(1, 0), (0, 1)];
const QUEEN: &[Step] = &[(1, 0), (0, 1), (1, 1), (1, -1)];
const NIGHTRIDER: &[Step] = &[(1, 2), (2, 1), (1, -2), (2, -1)];

/// Published formulas of these pieces have exactly these periods in these powers.
#[test]
fn no_more_coefficients_are_unknown_than_there_are() {
    assert_eq!(annihilator(2, QUEEN, (1, 1)), [(1, 5)]);
    assert_eq!(annihilator(3, QUEEN, (1, 1)), [(1, 7), (2, 2)]);
    assert_eq!(annihilator(4, QUEEN, (1, 1)), [(1, 9), (2, 4), (3, 2)]);
    assert_eq!(annihilator(3, BISHOP, (1, 1)), [(1, 7), (2, 1)]);
    assert_eq!(annihilator(4, BISHOP, (1, 1)), [(1, 9), (2, 3)]);
    assert_eq!(annihilator(5, BISHOP, (1, 1)), [(1, 11), (2, 5)]);
    assert_eq!(annihilator(4, ROOK, (1, 1)), [(1, 9)]);
    assert_eq!(annihilator(2, NIGHTRIDER, (1, 1)), [(1, 5), (2, 2)]);
    let nightriders = [(1, 7), (2, 4), (3, 1), (4, 1), (5, 2), (10, 2)];
    assert_eq!(annihilator(3, NIGHTRIDER, (1, 1)), nightriders);
}

/// Equations that concern disjoint sets of pieces are combined.
#[test]
fn pieces_apart_have_the_least_common_multiple() {
    // Steps (1, 2) and (1, 3) make periods 2 and 3, each of two pieces.
    let lines = [((0, 1), (1, 2)), ((2, 3), (1, 3))];
    let lines = lines.map(|(points, step)| Line { points, step, constant: 0 }).to_vec();
    let apart = Arrangement { points: vec![1; 4], lines };
    let found = Indices::from_arrangement(&apart, (1, 1), &|| false).unwrap().annihilator(4);
    assert_eq!(found.factors(), [(1, 9), (2, 6), (3, 6), (6, 3)]);
}

#[test]
fn it_stops_where_it_should() {
    assert_eq!(Indices::from_arrangement(&complete(3, QUEEN), (1, 1), &|| true), None);
    let box_of = ((1, -1), (1, -1));
    assert_eq!(stable_from(&complete(3, QUEEN), &[box_of; 3], 1, &|| true), None);
    assert_eq!(Indices::from_arrangement(&complete(7, BISHOP), (1, 1), &|| false), None);
}

/// Returns the number of points off all lines for two pieces, each in its own box.
fn count(arrangement: &Arrangement, upper: &[(Step, Step)], n: i64) -> i64 {
    let last = |(slope, constant): Step| slope * n + constant;
    let points = |upper: (Step, Step)| {
        let (rows, cols) = (last(upper.0), last(upper.1));
        (0..=rows).flat_map(move |row| (0..=cols).map(move |col| (row, col))).collect::<Vec<_>>()
    };
    let (first, second) = (points(upper[0]), points(upper[1]));
    let is_off = |one: Step, other: Step| {
        let way = (other.0 - one.0, other.1 - one.1);
        arrangement.lines.iter().all(|line| way.0 * line.step.1 - way.1 * line.step.0 != line.constant)
    };
    first.iter().map(|&one| second.iter().filter(|&&other| is_off(one, other)).count() as i64).sum()
}

/// Two points in their own boxes, off random lines with constants. From the computed start on, the computed
/// annihilator annihilates the numbers. Mostly no smaller one does, and often it does not do so from n = 0
/// on.
#[test]
fn random_pairs_of_points_obey_their_annihilator() {
    let mut dice = Dice::new(41);
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (1, 3), (3, 2), (2, -3)];
    let (mut sharp, mut late, mut compared) = (0, 0, 0);
    while compared < 120 {
        let line = |dice: &mut Dice| {
            let step = steps[dice.draw_below(steps.len() as u64) as usize];
            Line { points: (0, 1), step, constant: dice.signed(3) }
        };
        let mut lines: Vec<Line> = (0..1 + dice.draw_below(3)).map(|_| line(&mut dice)).collect();
        lines.sort_unstable();
        lines.dedup();
        let arrangement = Arrangement { points: vec![1, 1], lines };
        let slopes = (1 + dice.draw_below(2) as i64, 1 + dice.draw_below(2) as i64);
        let own = |dice: &mut Dice| ((slopes.0, dice.signed(2)), (slopes.1, dice.signed(2)));
        let upper = [own(&mut dice), own(&mut dice)];
        let found = Indices::from_arrangement(&arrangement, slopes, &|| false).unwrap().annihilator(2);
        let from = stable_from(&arrangement, &upper, 0, &|| false).unwrap();
        if from + found.order() as i64 + 2 > 24 / slopes.0.max(slopes.1) {
            continue;
        }
        let terms = |from: i64| -> Vec<BigInt> {
            let last = from + found.order() as i64 + 1;
            (from..=last).map(|n| BigInt::from(count(&arrangement, &upper, n))).collect()
        };
        let own = terms(from);
        assert_eq!(found.zeros(&own), 2, "{arrangement:?} {upper:?} {from} {found:?}");
        sharp += usize::from(found.clone().reduce(&own) == found);
        late += usize::from(found.zeros(&terms(0)) < 2);
        compared += 1;
    }
    assert!(sharp > 60 && late > 10, "{sharp} sharp, {late} late");
}
