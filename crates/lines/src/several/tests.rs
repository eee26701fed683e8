use super::count::SeveralArmiesCount;
use super::gauges::{FewGauges, PortableProfileLanes, ProfileLanes, WeightedBound, further_weights};
use super::geometry::{LANES, Profile};
use super::*;

/// Returns true if queens on two squares attack each other.
fn attack(cols: usize, one: usize, other: usize) -> bool {
    let (rows, cols) = ((one / cols).abs_diff(other / cols), (one % cols).abs_diff(other % cols));
    rows == 0 || cols == 0 || rows == cols
}

/// Decides by the definition: army after army, square after square.
fn brute(rows: usize, cols: usize, sizes: &[u32]) -> bool {
    fn place(cols: usize, sizes: &[u32], placed: u32, from: usize, free: &mut Vec<Vec<bool>>) -> bool {
        let Some((&size, later)) = sizes.split_first() else { return true };
        if placed == size {
            let rest = &mut free[1..].to_vec();
            return place(cols, later, 0, 0, rest);
        }
        (from..free[0].len()).any(|square| {
            if !free[0][square] {
                return false;
            }
            let before = free.clone();
            for army in &mut free[1..] {
                for (other, free) in army.iter_mut().enumerate() {
                    *free &= !attack(cols, square, other);
                }
            }
            let fits = place(cols, sizes, placed + 1, square + 1, free);
            *free = before;
            fits
        })
    }
    place(cols, sizes, 0, 0, &mut vec![vec![true; rows * cols]; sizes.len()])
}

/// Searches all units, checks their results, and returns whether there is a placement.
fn searched(several: &SeveralArmies, rows: usize, cols: usize, sizes: &[u32]) -> (bool, SeveralArmiesProof) {
    let mut proof = SeveralArmiesProof::default();
    let mut fits = false;
    for unit in 0..several.units() {
        let found = several.search(unit, &|| false);
        assert!(found.complete, "{rows}x{cols} {sizes:?}, unit {unit}");
        proof += found.proof;
        if let Some(armies) = found.witness {
            check(rows, cols, sizes, &armies);
            fits = true;
        }
    }
    (fits, proof)
}

fn check(rows: usize, cols: usize, sizes: &[u32], armies: &[Vec<usize>]) {
    let case = format!("{rows}x{cols} {sizes:?}: {armies:?}");
    assert_eq!(armies.iter().map(|army| army.len() as u32).collect::<Vec<_>>(), sizes, "{case}");
    for (number, army) in armies.iter().enumerate() {
        assert!(army.is_sorted_by(|one, other| one < other), "{case}");
        for &square in army {
            assert!(square < rows * cols, "{case}");
            for enemy in armies[..number].iter().flatten() {
                assert!(!attack(cols, square, *enemy), "{case}: {square} and {enemy}");
            }
        }
    }
}

#[test]
fn as_by_definition_on_small_boards() {
    for (rows, cols, most) in
        [(3, 3, 2), (3, 4, 3), (4, 3, 3), (4, 4, 4), (4, 5, 4), (5, 5, 4), (3, 6, 4), (6, 3, 4)]
    {
        for first in 0..=most {
            for second in 0..=most {
                for third in 0..=most {
                    let sizes = [first, second, third];
                    let Some(several) = SeveralArmies::new(rows, cols, &sizes) else {
                        assert!(
                            sizes.iter().filter(|&&size| size > 0).count() < 2,
                            "{rows}x{cols} {sizes:?}"
                        );
                        continue;
                    };
                    let fits = searched(&several, rows, cols, &sizes).0;
                    assert_eq!(fits, brute(rows, cols, &sizes), "{rows}x{cols} {sizes:?}");
                }
            }
        }
    }
}

#[test]
fn four_armies_as_by_definition() {
    for (rows, cols) in [(3, 4), (4, 4), (4, 5), (5, 5), (3, 7)] {
        for sizes in [[1, 1, 1, 1], [1, 1, 1, 2], [2, 1, 2, 1], [1, 1, 3, 1], [2, 2, 2, 1], [2, 2, 2, 2]] {
            let Some(several) = SeveralArmies::new(rows, cols, &sizes) else {
                panic!("{rows}x{cols} {sizes:?}")
            };
            let fits = searched(&several, rows, cols, &sizes).0;
            assert_eq!(fits, brute(rows, cols, &sizes), "{rows}x{cols} {sizes:?}");
        }
    }
}

/// The maximum equal sizes: OEIS A250000 for two armies and A328283 for three; for four, the numbers were
/// counted square by square.
#[test]
fn known_maxima() {
    let known: [(usize, usize, &[u32]); 3] =
        [(2, 3, &[1, 2, 4, 5, 7, 9, 12]), (3, 3, &[0, 1, 1, 2, 3, 4, 5]), (4, 4, &[1, 1, 2, 2, 3, 4])];
    for (armies, first, maxima) in known {
        for (size, &most) in (first..).zip(maxima) {
            for (queens, expected) in [(most, true), (most + 1, false)] {
                let sizes = vec![queens; armies];
                let Some(several) = SeveralArmies::new(size, size, &sizes) else {
                    assert_eq!(queens, 0, "{size}x{size} {sizes:?}");
                    continue;
                };
                let fits = searched(&several, size, size, &sizes).0;
                assert_eq!(fits, expected, "{size}x{size} {sizes:?}");
                let guess = several.guess(if expected { 20 } else { 1 }, &|| false);
                assert_eq!(guess.is_some(), expected, "{size}x{size} {sizes:?}");
                if let Some(armies) = guess {
                    check(size, size, &sizes, &armies);
                }
            }
        }
    }
}

/// These numbers were counted elsewhere: by the rules, square by square, and by lines.
#[test]
fn known_counts() {
    for (rows, cols, sizes, count) in [
        (3, 4, vec![1, 1, 1], 24),
        (5, 3, vec![1, 1, 2], 16),
        (4, 4, vec![1, 1, 1], 144),
        (4, 4, vec![1, 2, 2], 0),
        (4, 4, vec![1, 1, 1, 1], 48),
        (4, 5, vec![1, 1, 1], 432),
        (5, 4, vec![1, 2, 2], 52),
        (4, 5, vec![1, 1, 1, 1], 288),
        (5, 5, vec![1, 1, 1], 1224),
        (5, 5, vec![2, 2, 1], 1148),
        (5, 5, vec![3, 1, 2], 208),
        (6, 6, vec![2, 2, 2], 26136),
        (6, 6, vec![2, 2, 2, 2], 96),
        (7, 7, vec![3, 3, 3], 56856),
        (5, 5, vec![2, 3], 3504),
        (6, 6, vec![5, 5], 560),
        (7, 7, vec![6, 6], 89624),
        (8, 8, vec![9, 10], 24),
        (8, 8, vec![5, 5, 5], 0),
    ] {
        let Some(counting) = SeveralArmiesCount::new(rows, cols, &sizes) else {
            panic!("{rows}x{cols} {sizes:?}")
        };
        // The portable kernel takes ten times longer.
        for kernel in Kernel::available().filter(|&kernel| rows < 7 || kernel != Kernel::Portable) {
            let counting = counting.clone().with_kernel(kernel);
            let counted =
                (0..counting.units()).map(|unit| counting.count(unit, &|| false).placements.unwrap());
            assert_eq!(counted.sum::<u128>(), count, "{rows}x{cols} {sizes:?} {kernel}");
        }
    }
}

#[test]
fn kernels_do_the_same() {
    for (rows, cols, sizes) in
        [(8, 8, vec![5, 5, 5]), (7, 9, vec![4, 5, 4]), (8, 8, vec![3, 4, 3, 3]), (9, 9, vec![13, 13])]
    {
        let Some(several) = SeveralArmies::new(rows, cols, &sizes) else { panic!("{rows}x{cols} {sizes:?}") };
        let expected = searched(&several.clone().with_kernel(Kernel::Portable), rows, cols, &sizes);
        for kernel in Kernel::available() {
            let found = searched(&several.clone().with_kernel(kernel), rows, cols, &sizes);
            assert_eq!(found, expected, "{rows}x{cols} {sizes:?} {kernel}");
        }
    }
}

/// Computes the number of kept squares directly.
fn kept(held: &[Profile; 3], shots: &[Profile; 3], weights: [u8; 3], army: usize) -> u64 {
    let most = |lane: usize| {
        let squares =
            |other: usize| held[other].0[lane] + if other == army { shots[army].0[lane] } else { 0 };
        (0..3).map(|other| u64::from(squares(other)) * u64::from(weights[other])).max().unwrap_or(0)
    };
    let quarter = |number: usize| (16 * number..16 * (number + 1)).map(most).sum::<u64>();
    quarter(0).min(quarter(2)) + quarter(1).min(quarter(3))
}

#[test]
fn bounds_of_random_profiles() {
    let mut state = 1u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for round in 0..2000 {
        let mut profile = |below: u64| {
            let mut profile = Profile::EMPTY;
            for lane in 0..LANES {
                profile.0[lane] = random(below) as u8;
            }
            profile
        };
        let held: [Profile; 3] = std::array::from_fn(|_| profile(1 + round % 15));
        let shots: [Profile; 3] = std::array::from_fn(|_| profile(2));
        for weights in FewGauges::<3>::ALL.into_iter().take(FewGauges::<3>::COUNT).chain(further_weights()) {
            let mut expected = 0;
            for army in (0..3).filter(|&army| weights[army] > 0) {
                expected |= kept(&held, &shots, weights, army) << (16 * army);
            }
            assert_eq!(
                PortableProfileLanes.kept_squares(&held, &shots, weights),
                expected,
                "{held:?} {shots:?} {weights:?}"
            );
            #[cfg(target_arch = "x86_64")]
            if let Some(lanes) = Avx512::new() {
                assert_eq!(
                    lanes.kept_squares(&held, &shots, weights),
                    expected,
                    "{held:?} {shots:?} {weights:?}"
                );
            }
        }
    }
}

#[test]
fn a_gauge_stops_at_the_last_square() {
    // Two files for each of two armies on a 4x4 board; each army needs one square.
    let share = ArmyShare {
        armies: vec![0, 1],
        sizes: vec![1, 1],
        ranks: vec![2, 2],
        files: vec![2, 2],
        class: vec![0, 0],
        transposed: None,
    };
    let gauge = WeightedBound::<2>::new([1, 1], &share);
    // One file of each army is labelled and one square of them all is kept. The last file adds two: three
    // squares for two queens.
    let after = gauge.word - gauge.taken[0] - gauge.taken[1];
    let held = [Profile::EMPTY; 2];
    let mut shots = [Profile::EMPTY; 2];
    assert_eq!(
        PortableProfileLanes.admitted_armies(&held, &shots, [1, 1], after),
        0b11,
        "the last file keeps two"
    );
    let last = after - gauge.taken[0];
    assert_eq!(PortableProfileLanes.admitted_armies(&held, &shots, [1, 1], last), 0, "nothing is kept");
    for lane in [0, 32, 16, 48] {
        shots[1].0[lane] = 1;
    }
    assert_eq!(
        PortableProfileLanes.admitted_armies(&held, &shots, [1, 1], last),
        0b10,
        "two squares are kept"
    );
}

#[test]
fn guesses_on_a_board_that_is_turned() {
    let sizes = [3, 0, 4, 2];
    let Some(several) = SeveralArmies::new(11, 5, &sizes) else { panic!("11x5") };
    let Some(armies) = several.guess(20, &|| false) else { panic!("11x5 {sizes:?}") };
    check(11, 5, &sizes, &armies);
    assert_eq!(several.guess(20, &|| true), None);
}

#[test]
fn stops_when_asked() {
    let Some(several) = SeveralArmies::new(12, 12, &[11, 11, 11]) else { panic!("12x12") };
    let asked = std::cell::Cell::new(0u32);
    let mut stopped = 0;
    for unit in several.units() / 2..several.units() {
        let found = several.search(unit, &|| {
            asked.set(asked.get() + 1);
            true
        });
        assert!(found.witness.is_none(), "unit {unit}");
        stopped += u32::from(!found.complete);
        if stopped == 3 {
            break;
        }
    }
    assert_eq!(stopped, asked.get());
    assert!(stopped > 0);
    let Some(counting) = SeveralArmiesCount::new(10, 10, &[7, 7, 7]) else { panic!("10x10") };
    assert!((0..counting.units()).any(|unit| !counting.count(unit, &|| true).complete));
}

#[test]
fn what_is_not_supported() {
    for (rows, cols, sizes) in [
        (8, 8, vec![]),
        (8, 8, vec![3]),
        (8, 8, vec![3, 0, 0]),
        (8, 8, vec![1; 5]),
        (16, 17, vec![2, 2]),
        (0, 5, vec![1, 1]),
    ] {
        assert!(SeveralArmies::new(rows, cols, &sizes).is_none(), "{rows}x{cols} {sizes:?}");
        assert!(SeveralArmiesCount::new(rows, cols, &sizes).is_none(), "{rows}x{cols} {sizes:?}");
    }
    let Some(several) = SeveralArmies::new(3, 29, &[2, 0, 2, 1000]) else { panic!("3x29") };
    assert_eq!(several.units(), 0, "no board has so many squares");
    assert!(SeveralArmiesCount::new(16, 16, &[1; 4]).is_none(), "too many shares");
}
