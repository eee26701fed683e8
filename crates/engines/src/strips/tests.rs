//! Known results for strips: sizes of closures, and counts by the engines.

use super::characteristic::{characteristic, power_sums};
use super::classes::Quotient;
use super::closure::{NoClosure, Transfer};
use super::largest::largest_numbers;
use super::moves::{GrowingSide, Strip};
use super::proof;
use super::recurrence::{NoRecurrence, StripLimits, StripRecurrence, recurrence};
use super::state::StateReplacement;
use super::terms::{IntegerRing, LANES, ModularRing, Ring, Steps, terms};
use super::traces::{ring, ring_recurrence};
use crate::algebra::modular::Modulus;
use crate::board::{Board, PointMap, Topology};
use crate::engines::naive;
use crate::engines::random::Random;
use crate::engines::tally::{Counts, NumberCount};
use crate::piece::{Kind, Moves, Range};
use crate::problem::{Problem, Quantity};
use crate::question::Question;
use num_bigint::BigInt;

pub(super) fn strip(text: &str) -> Strip {
    Strip::new(&text.parse().expect(text), GrowingSide::Ranks).expect(text)
}

pub(super) fn transfer(text: &str, merging: StateReplacement) -> Transfer {
    Transfer::new(&strip(text), merging, 1 << 22, &|| false).expect(text)
}

/// The numbers of boundary states, unmerged and merged, from width 2 on.
#[test]
fn closures_have_the_known_sizes() {
    let plain: &[(&str, &[usize])] = &[
        ("K*", &[2, 4, 6, 10, 15, 24, 37, 58, 90]),
        ("W*", &[3, 5, 8, 13, 21, 34, 55, 89, 144]),
        ("F*", &[4, 4, 9, 16, 25, 49, 81, 144]),
        ("N*", &[16, 20, 38, 112, 305, 627, 1340]),
        ("K* N*", &[20, 26, 64, 206, 545]),
        ("W* N*", &[20, 28, 68, 230, 620]),
        ("B*", &[4, 16, 64, 256, 1024]),
        ("R*", &[4, 8, 16, 32, 64, 128]),
    ];
    let mirror = StateReplacement { canonical: false, mirror: true };
    let merged: &[(&str, &[usize])] = &[
        ("K*", &[2, 3, 4, 7, 9, 15, 21, 34, 49, 78, 116]),
        ("W*", &[2, 4, 5, 9, 12, 21, 30, 51, 76]),
        ("N*", &[10, 16, 22, 63, 162, 329, 690]),
        ("K* N*", &[12, 21, 36, 113, 284]),
        ("W* N*", &[12, 22, 38, 126, 322]),
    ];
    let all: &[(&str, &[usize])] = &[("Q*", &[4, 12, 34, 143, 628])];
    let canonical = StateReplacement { canonical: true, mirror: false };
    let largest: &[(&str, &[usize])] = &[("Q*", &[6, 18, 64, 270, 1241])];
    for (merging, table) in [
        (StateReplacement::NONE, plain),
        (mirror, merged),
        (StateReplacement::ALL, all),
        (canonical, largest),
    ] {
        for (kinds, sizes) in table {
            for (width, &size) in (2..).zip(*sizes) {
                let text = format!("1x{width} {kinds}");
                assert_eq!(transfer(&text, merging).states(), size, "{text} {merging:?}");
            }
        }
    }
}

/// The numbers of classes, from width 2 on.
#[test]
fn quotients_have_the_known_sizes() {
    let known: &[(&str, &[usize])] = &[
        ("K*", &[2, 3, 4, 7, 9, 15, 21]),
        ("F*", &[3, 4, 6, 9, 15, 25, 45, 64]),
        ("N*", &[9, 16, 22, 63, 162]),
        ("B*", &[3, 9, 36, 100, 528]),
        ("R*", &[3, 4, 5, 6, 7, 8, 9, 10]),
        ("Q*", &[4, 10, 28, 112, 496]),
        ("H*", &[9, 43]),
    ];
    for (kinds, sizes) in known {
        for (width, &size) in (2..).zip(*sizes) {
            for merging in [StateReplacement::NONE, StateReplacement::ALL] {
                let text = format!("1x{width} {kinds}");
                let quotient = Quotient::new(&transfer(&text, merging), u64::MAX, &|| false).expect(&text);
                assert_eq!(quotient.classes(), size, "{text} {merging:?}");
            }
        }
    }
    for (text, size) in [("1x14/cylinder W*", 49), ("1x14/cylinder K*", 33), ("1x10/cylinder N*", 277)] {
        let quotient =
            Quotient::new(&transfer(text, StateReplacement::ALL), u64::MAX, &|| false).expect(text);
        assert_eq!(quotient.classes(), size, "{text}");
    }
}

/// Problems of all types on `n` ranks of a strip: unusual leapers, riders of limited and unlimited range,
/// joined edges.
pub(super) const STRIPS: &[&str] = &[
    "1 K*",
    "1 R*",
    "1 N*",
    "2 K*",
    "2 N*",
    "3 W*",
    "3 F*",
    "4 K*",
    "3 N*",
    "4 B*",
    "3 R*",
    "4 Q*",
    "3 H*",
    "2 A*",
    "3 T*",
    "3 P*",
    "3 Q* N*",
    "3 K* N*",
    "2 B* R* N*",
    "4 Qmax",
    "3 Nmax K*",
    "3/cylinder Q*",
    "4/cylinder N*",
    "3/cylinder W*",
    "1/cylinder K*",
    "2/cylinder B*",
    "4/cylinder R* N*",
    "3/cylinder H*",
    "5/cylinder K*",
    "3 X* X=fWlN",
    "4 X* X=W2F3",
    "3 X* X=DD",
    "3 X* W* X=fFF",
    "4 X* Y* X=fR Y=lbB",
    "3 X* Y* X=(1,3)(3,0)0 Y=fsW",
    "3/cylinder X* X=fFF",
    "4/cylinder X* Y* X=rfNN Y=vW",
    "3/cylinder X* X=W2F2N2",
    "4 X* B* X=R2",
];

/// Counts placements by the plans of the public library: searches and sweeps, on small boards.
pub(super) fn counted(problem: &Problem) -> BigInt {
    asked(&Question::new(problem.clone()))
}

/// Counts the placements of a question in the same way.
pub(super) fn asked(question: &Question) -> BigInt {
    let plan = armistice::plan::plan(question, &armistice::plan::Settings::default()).expect("a plan");
    plan.run(&armistice::plan::Silent).expect("a number").count.into()
}

pub(super) fn on_ranks(text: &str, ranks: usize) -> Problem {
    format!("{ranks}x{text}").parse().expect(text)
}

/// The fast method, [`terms`] modulo primes over the quotient, and its slow twin, [`Transfer::exact_terms`],
/// against the oracle.
#[test]
fn terms_are_those_of_the_oracle() {
    let moduli: Vec<Modulus> = Modulus::descending().take(LANES).collect();
    let ring = ModularRing::new(std::array::from_fn(|lane| moduli[lane]));
    for text in STRIPS {
        let width = strip(&format!("1x{text}")).width;
        let count = 1 + 14 / width.max(2);
        let expected: Vec<BigInt> = std::iter::once(BigInt::from(1))
            .chain((1..count).map(|ranks| naive::answer(&on_ranks(text, ranks), false, &|| false)).map(all))
            .collect();
        for merging in [StateReplacement::NONE, StateReplacement::ALL] {
            let transfer = transfer(&format!("1x{text}"), merging);
            assert_eq!(transfer.exact_terms(count, &|| false), Some(expected.clone()), "{text} {merging:?}");
            let quotient = Quotient::new(&transfer, u64::MAX, &|| false).expect(text);
            let forms = |modulus: &Modulus| expected.iter().map(|term| modulus.form_big(term)).collect();
            let lanes: Vec<Vec<u64>> = moduli.iter().map(forms).collect();
            for found in
                [terms(&transfer, &ring, count, &|| false), terms(&quotient, &ring, count, &|| false)]
            {
                let found = found.expect(text);
                for (lane, expected) in lanes.iter().enumerate() {
                    let lane: Vec<u64> = found.iter().map(|term| term[lane]).collect();
                    assert_eq!(lane, *expected, "{text} {merging:?}");
                }
            }
        }
    }
}

/// Returns the number of all placements, whatever their numbers of pieces.
pub(super) fn all(answer: Counts) -> BigInt {
    answer.by_number.into_iter().map(|number| BigInt::from(number.count)).sum()
}

/// A weight appears in the sum over numbers of pieces.
#[test]
fn weighted_terms_are_sums_by_number() {
    let weight = BigInt::from(12_345);
    for text in ["3 K*", "3 N* W*", "4 Q* N*", "3/cylinder W* B*"] {
        let transfer = transfer(&format!("1x{text}"), StateReplacement::ALL);
        let found = transfer.terms_with_weight(&IntegerRing, &weight, 5, &|| false).expect(text);
        for (ranks, found) in found.into_iter().enumerate().skip(1) {
            let answer = naive::answer(&on_ranks(text, ranks), false, &|| false);
            let weighted =
                |number: NumberCount| weight.pow(number.pieces.iter().sum()) * BigInt::from(number.count);
            let expected: BigInt = answer.by_number.into_iter().map(weighted).sum();
            assert_eq!(found, expected, "{text} on {ranks} ranks");
        }
    }
}

/// Returns the first terms by a recurrence.
fn of(found: &StripRecurrence, count: usize) -> Vec<BigInt> {
    found.recurrence.as_ref().expect("short").terms().take(count).collect()
}

/// Orders agree with measured ones, from width 2 on, and every recurrence continues the exact terms.
#[test]
fn recurrences_have_the_known_orders() {
    let known: &[(&str, &[usize])] = &[
        ("K*", &[2, 3, 4, 6, 8, 14, 19, 32]),
        ("W*", &[2, 4, 5, 9, 11, 21, 30]),
        ("F*", &[3, 4, 6, 9, 15, 25, 45]),
        ("N*", &[8, 16, 21, 43]),
        ("K* N*", &[10, 21, 33]),
        ("W* N*", &[12, 21, 32]),
        ("B*", &[3, 9, 36, 100]),
        ("R*", &[3, 4, 5, 6, 7]),
        ("H*", &[8, 27]),
    ];
    for (kinds, orders) in known {
        for (width, &order) in (2..).zip(*orders) {
            let text = format!("1x{width} {kinds}");
            let found = recurrence(&strip(&text), &StripLimits::default(), &|| false).expect(&text);
            assert_eq!((found.order, found.exceptions), (order, 0), "{text}");
            let further = transfer(&text, StateReplacement::ALL).exact_terms(2 * order + 9, &|| false);
            assert_eq!(Some(of(&found, 2 * order + 9)), further, "{text}");
        }
    }
    // Queens are a polynomial of degree w from floor(w^2 / 2) - 1 on.
    for (width, length) in (3..).zip([7, 12, 17, 24]) {
        let text = format!("1x{width} Q*");
        let found = recurrence(&strip(&text), &StripLimits::default(), &|| false).expect(&text);
        assert_eq!((found.order, found.exceptions), (width + 1, length - width - 1), "{text}");
    }
}

#[test]
fn kings_on_two_files_are_known_to_everybody() {
    let found = recurrence(&strip("1x2 K*"), &StripLimits::default(), &|| false).expect("kings");
    assert_eq!(
        found.recurrence.as_ref().map(|found| found.coefficients().to_vec()),
        Some([1, 2].map(BigInt::from).to_vec())
    );
    assert_eq!(of(&found, 6), [1, 3, 5, 11, 21, 43].map(BigInt::from));
}

/// A wrong candidate does not pass the proof, and a right one with an additional factor does.
#[test]
fn wrong_recurrences_are_refuted() {
    let steps = transfer("1x3 K*", StateReplacement::ALL);
    let found = recurrence(&strip("1x3 K*"), &StripLimits::default(), &|| false).expect("kings");
    let recurrence = found.recurrence.expect("short");
    let one = std::iter::once(BigInt::from(1));
    let coefficients: Vec<BigInt> = one.chain(recurrence.coefficients().iter().map(|c| -c)).collect();
    let holds = |coefficients: &[BigInt]| proof::holds(&steps, coefficients, 0, found.classes, &|| false);
    assert_eq!(holds(&coefficients), Some(true));
    for place in 1..coefficients.len() {
        let mut wrong = coefficients.clone();
        wrong[place] += 1;
        assert_eq!(holds(&wrong), Some(false));
    }
    let shifted = [BigInt::ZERO].into_iter().chain(coefficients.iter().cloned());
    let longer: Vec<BigInt> =
        coefficients.iter().cloned().chain([BigInt::ZERO]).zip(shifted).map(|(a, b)| a + b).collect();
    assert_eq!(holds(&longer), Some(true));
}

#[test]
fn limits_and_stops_are_kept() {
    let kings = strip("1x12 K*");
    let small = StripLimits { max_states: 50, ..StripLimits::default() };
    assert_eq!(recurrence(&kings, &small, &|| false), Err(NoRecurrence::Closure(NoClosure::States)));
    assert_eq!(recurrence(&kings, &StripLimits::default(), &|| true), Err(NoRecurrence::Stopped));
    let short = StripLimits { max_order: 9, ..StripLimits::default() };
    let found = recurrence(&strip("1x7 K*"), &short, &|| false).expect("kings");
    assert_eq!((found.order, found.recurrence), (14, None));
    let far = "1x3 X* X=(999,1)".parse().expect("a leaper");
    let far = Strip::new(&far, GrowingSide::Ranks).expect("a strip");
    assert_eq!(
        recurrence(&far, &StripLimits::default(), &|| false),
        Err(NoRecurrence::Closure(NoClosure::Reach))
    );
    assert_eq!(
        ring_recurrence(&strip("3x3/torus R*"), &StripLimits::default(), &|| false),
        Err(NoRecurrence::Endless)
    );
    for text in ["3x3 K2", "3x3 K*@a1", "3x3-b2 K*", "3x3 K*/N*"] {
        assert_eq!(Strip::new(&text.parse().expect(text), GrowingSide::Ranks), None, "{text}");
    }
}

/// The strip is the same, whichever side grows.
#[test]
fn either_side_can_grow() {
    for (by_ranks, by_files) in [("1x3 X* X=fWlN", "3x1 X* X=lWfN"), ("1x3 X* X=fFF", "3x1 X* X=lFF")] {
        let files = Strip::new(&by_files.parse().expect(by_files), GrowingSide::Files).expect(by_files);
        let [first, second] = [strip(by_ranks), files].map(|strip| {
            let transfer = Transfer::new(&strip, StateReplacement::ALL, 1 << 20, &|| false).expect(by_ranks);
            transfer.exact_terms(9, &|| false)
        });
        assert_eq!(first, second, "{by_ranks}");
    }
    for text in ["3x5 X* X=fWlN", "3x4/cylinder N*", "2x6 P* W*"] {
        let problem: Problem = text.parse().expect(text);
        let expected = all(naive::answer(&problem, false, &|| false));
        let strip = Strip::new(&problem, GrowingSide::Files).expect(text);
        let found = match strip.is_ring {
            false => Transfer::new(&strip, StateReplacement::ALL, 1 << 20, &|| false)
                .map(|transfer| transfer.exact_terms(1 + problem.board().cols(), &|| false)),
            true => Ok(traces(
                &ring(&strip, 1 << 20, &|| false).expect(text).0,
                &IntegerRing,
                1 + problem.board().cols(),
                &|| false,
            )),
        };
        assert_eq!(found.expect(text).expect(text).last(), Some(&expected), "{text}");
    }
}

/// Traces against the oracle on tori, and their recurrences against traces.
#[test]
fn traces_are_those_of_the_oracle() {
    for text in
        ["2 N*", "3 K*", "2 W*", "1 K*", "3 F*", "4 N*", "2 X* Y* X=fWlN Y=fW2", "3 D* W*", "2 X* X=(1,2)3"]
    {
        let torus = text.replacen(' ', "/torus ", 1);
        let strip = strip(&format!("1x{torus}"));
        let (transfer, first) = ring(&strip, 1 << 20, &|| false).expect(text);
        let count = 1 + 14 / strip.width.max(2);
        let found = traces(&transfer, &IntegerRing, count, &|| false).expect(text);
        for (ranks, found) in found.iter().enumerate().skip(first) {
            let expected = all(naive::answer(&on_ranks(&torus, ranks), false, &|| false));
            assert_eq!(*found, expected, "{torus} on {ranks} ranks");
        }
    }
    // Bishops and nightriders leave a strip that is not joined across its width: rings of files.
    for text in
        ["3x5/cylinder B*", "3x1/cylinder B*", "2x6/cylinder B* N*", "3x4/cylinder H*", "2x3/cylinder H*"]
    {
        let problem: Problem = text.parse().expect(text);
        let strip = Strip::new(&problem, GrowingSide::Files).expect(text);
        let (transfer, first) = ring(&strip, 1 << 20, &|| false).expect(text);
        let found = traces(&transfer, &IntegerRing, 1 + problem.board().cols(), &|| false).expect(text);
        assert!(first <= problem.board().cols());
        assert_eq!(found.last(), Some(&all(naive::answer(&problem, false, &|| false))), "{text}");
    }
    // Orders agree with measured ones, and further terms with the recurrences.
    for (text, order) in
        [("4x9/cylinder W*", 8), ("6x9/cylinder W*", 21), ("4x9/cylinder K*", 6), ("4x4/cylinder N*", 36)]
    {
        let strip = Strip::new(&text.parse().expect(text), GrowingSide::Files).expect(text);
        let found = ring_recurrence(&strip, &StripLimits::default(), &|| false).expect(text);
        assert_eq!(found.order, order, "{text}");
        let (transfer, _) = ring(&strip, 1 << 20, &|| false).expect(text);
        assert_eq!(
            Some(of(&found, 2 * order + 5)),
            traces(&transfer, &IntegerRing, 2 * order + 5, &|| false),
            "{text}"
        );
    }
}

/// The fast method, [`characteristic`] with [`power_sums`], and its slow twin, [`traces`].
#[test]
fn power_sums_are_traces() {
    let modulus = Modulus::descending().next().expect("a prime");
    let ring_of = ModularRing::new([modulus; LANES]);
    for text in ["1x1/torus K*", "1x3/torus N* W*", "1x4/torus K*", "1x2/torus N*", "1x3/torus X* X=fWlN"] {
        let (transfer, _) = ring(&strip(text), 1 << 20, &|| false).expect(text);
        let matrix = Quotient::from_matrix(&transfer, u64::MAX, &|| false).expect(text).dense(&modulus);
        let polynomial = characteristic(&modulus, matrix, &|| false).expect(text);
        let count = 2 * transfer.states() + 3;
        let slow = traces(&transfer, &ring_of, count, &|| false).expect(text);
        let slow: Vec<u64> = slow.iter().map(|trace| trace[0]).collect();
        assert_eq!(power_sums(&modulus, &polynomial, count), slow, "{text}");
    }
}

/// Period, gain and start agree with measured ones, and all terms with the oracle.
#[test]
fn largest_numbers_repeat() {
    let known = [
        ("1x3 Kmax", (2, 2, 0)),
        ("1x8 Kmax", (2, 4, 0)),
        ("1x4 Wmax", (1, 2, 0)),
        ("1x7 Wmax", (2, 7, 0)),
        ("1x5 Fmax", (1, 3, 4)),
        ("1x8 Fmax", (2, 8, 0)),
        ("1x6 Nmax", (1, 3, 3)),
        ("1x5 Bmax", (1, 1, 6)),
        ("1x3 Hmax", (1, 1, 1)),
        ("1x4 Qmax", (1, 0, 4)),
        ("1x4 Zmax", (6, 12, 0)),
    ];
    for (text, (period, gain, start)) in known {
        let found = largest_numbers(&transfer(text, StateReplacement::ALL), 10_000, &|| false).expect(text);
        assert_eq!((found.period, found.gain, found.start), (period, gain, start), "{text}");
    }
    for text in STRIPS.iter().filter(|text| !text.contains("max")) {
        let text = text.replacen('*', "max", 1);
        let found = largest_numbers(&transfer(&format!("1x{text}"), StateReplacement::ALL), 1_000, &|| false);
        let found = found.expect(&text);
        let width = strip(&format!("1x{text}")).width;
        for ranks in 1..=12 / width.max(2) {
            let expected = naive::answer(&on_ranks(&text, ranks), false, &|| false).maximum;
            assert_eq!(found.maximum(ranks), expected.map(u64::from), "{text} on {ranks} ranks");
        }
    }
}

/// Returns a random width, and a function that makes problems on strips of that width. They have `kinds`
/// random kinds, made symmetric under a map that is its own inverse; the first kind has the given quantity.
pub(super) fn random_problem(
    random: &mut Random,
    kinds: usize,
    map: PointMap,
) -> (usize, impl Fn(usize, Quantity) -> Problem + use<>) {
    let mut below = |limit: u64| random.next() % limit;
    let width = 1 + below(4) as usize;
    let mut kind = |letter: char| {
        let rides = 1 + below(4);
        let ride = |_| {
            let mut step = (0, 0);
            while step == (0, 0) {
                step = (below(4) as i32 - below(3) as i32, below(4) as i32 - below(4) as i32);
            }
            let range = if below(3) == 0 { Range::Unlimited } else { Range::Times(1 + below(2) as u32) };
            (step, range)
        };
        let moves: Moves = (0..rides).map(ride).collect();
        let moves: Moves = moves.rides().chain(moves.map(map).rides()).collect();
        Kind::from_moves(letter, moves).expect("short leaps")
    };
    let kinds: Vec<Kind> = ['X', 'Y'].into_iter().take(kinds).map(&mut kind).collect();
    let topology = [Topology::Plane, Topology::Cylinder, Topology::Torus][below(3) as usize];
    let on = move |ranks: usize, quantity: Quantity| {
        let board = Board::new(ranks, width, topology).expect("a small board");
        let builder = Problem::builder(board).put(kinds[0].clone(), quantity);
        let builder = match kinds.get(1) {
            Some(other) => builder.put(other.clone(), Quantity::Any),
            None => builder,
        };
        builder.build().expect("kinds with letters of their own")
    };
    (width, on)
}

/// Random kinds on random strips: counts, maxima and traces against the oracle.
#[test]
fn random_kinds_are_counted_as_by_the_oracle() {
    let mut random = Random::new(7);
    let mut compared = 0;
    for round in 0..120 {
        let (width, on) = random_problem(&mut random, if round % 3 == 0 { 2 } else { 1 }, PointMap::IDENTITY);
        let strip = Strip::new(&on(1, Quantity::Max), GrowingSide::Ranks).expect("a strip");
        let count = 1 + 12 / width.max(2);
        let (first, found) = if strip.is_ring {
            match ring(&strip, 20_000, &|| false) {
                Ok((transfer, first)) if transfer.states() < 200 => {
                    (first, traces(&transfer, &IntegerRing, count, &|| false))
                }
                _ => continue,
            }
        } else {
            let Ok(transfer) = Transfer::new(&strip, StateReplacement::ALL, 200_000, &|| false) else {
                continue;
            };
            let largest = largest_numbers(&transfer, 1_000, &|| false).expect("a period");
            for ranks in 1..count {
                let problem = on(ranks, Quantity::Max);
                let most = naive::answer(&problem, false, &|| false).maximum;
                assert_eq!(largest.maximum(ranks), most.map(u64::from), "{problem}");
            }
            (1, transfer.exact_terms(count, &|| false))
        };
        for (ranks, found) in found.expect("terms").iter().enumerate().skip(first) {
            compared += 1;
            let problem = on(ranks, Quantity::Any);
            assert_eq!(*found, all(naive::answer(&problem, false, &|| false)), "{problem}");
        }
    }
    assert!(compared > 300, "{compared} counts");
}

/// Recurrences against counts by the engines, on boards that the oracle does not reach.
#[test]
fn recurrences_continue_the_counts_of_the_engines() {
    for (text, ranks) in [
        ("4 K*", 14),
        ("5 N*", 8),
        ("4 B*", 9),
        ("4 Q*", 12),
        ("3 K* N*", 9),
        ("4/cylinder W*", 12),
        ("3 X* X=fNN", 9),
    ] {
        let found = recurrence(&strip(&format!("1x{text}")), &StripLimits::default(), &|| false).expect(text);
        for ranks in [ranks - 1, ranks] {
            let expected = counted(&on_ranks(text, ranks));
            assert_eq!(of(&found, ranks + 1).pop(), Some(expected), "{text} on {ranks} ranks");
        }
    }
    let kings = ring_recurrence(&strip("1x6/torus K*"), &StripLimits::default(), &|| false).expect("kings");
    let expected = counted(&on_ranks("6/torus K*", 9));
    assert_eq!(of(&kings, 10).pop(), Some(expected));
}

/// Returns the traces of `M^0, M^1, ...`; `None` if stopped.
fn traces<R: Ring>(
    transfer: &Transfer,
    ring: &R,
    count: usize,
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<R::Number>> {
    let states = Transfer::states(transfer);
    let mut sums = vec![ring.zero(); count];
    for state in 0..states {
        let mut numbers = vec![ring.zero(); states];
        *numbers.get_mut(state)? = ring.one();
        for (power, sum) in sums.iter_mut().enumerate() {
            if power > 0 {
                numbers = transfer.step(ring, &numbers);
            }
            ring.add(sum, numbers.get(state)?);
        }
        if should_stop() {
            return None;
        }
    }
    Some(sums)
}
