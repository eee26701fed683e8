//! The engine against known counts, the oracle and halves.

use super::counter::prepare;
use crate::engines::halves::HalvesEngine;
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Leaf, count_unit};
use crate::engines::naive;
use crate::engines::tally::UnitCount;
use crate::engines::technique::{LeafInstance, Technique};
use crate::engines::tuning::Tuning;
use crate::problem::Problem;

/// Prepares a problem; `None` if it does not have the form.
fn ready(text: &str, kernel: Kernel, finest: bool) -> Option<Box<dyn Leaf>> {
    let problem: Problem = text.parse().unwrap();
    let tuning = Tuning::single_threaded(kernel, finest);
    prepare(problem.board(), &Instance::new(&problem).merge_classes(), tuning, ("colours", 1))
}

fn found(leaf: &dyn Leaf) -> Vec<UnitCount> {
    (0..leaf.facts().units.len()).map(|unit| count_unit(leaf, unit, &|| false)).collect()
}

fn sum(leaf: &dyn Leaf) -> u128 {
    found(leaf).iter().map(|count| count.placements).sum()
}

fn halves(text: &str) -> u128 {
    let problem: Problem = text.parse().unwrap();
    let instance = Instance::new(&problem).merge_classes();
    let ready = LeafInstance::part(problem.board(), &instance);
    let engine: &dyn Technique = &HalvesEngine;
    sum(&*engine.placements(&ready, Tuning::single_threaded(Kernel::best(), false)).unwrap())
}

/// The numbers of placements of n queens, <https://oeis.org/A000170>.
#[test]
fn queens_are_as_many_as_known() {
    let known = [2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596];
    for (side, known) in (4..).zip(known) {
        for kernel in Kernel::available() {
            for finest in [false, true] {
                if side > 10 && (finest || kernel == Kernel::Portable && side > 12) {
                    continue;
                }
                let leaf = ready(&format!("{side}x{side} Q{side}"), kernel, finest).unwrap();
                assert_eq!(sum(&*leaf), known, "{side} queens, {kernel}, finest {finest}");
            }
        }
    }
}

/// Kinds whose moves keep the colour, boards with fewer symmetries, with holes, and with pre-placed pieces.
#[test]
fn every_kind_agrees_with_the_oracle_and_with_halves() {
    for text in [
        "2x2 R2",
        "3x3 R3",
        "4x4 R4",
        "5x5 R5",
        "6x6 R6",
        "6x6 Q6",
        "6x6 X6 X=RF",
        "6x6 X6 X=RA",
        "6x6 X6 X=RD",
        "6x6 X6 X=RC",
        "7x7 X7 X=RC",
        "6x6 X6 X=RflbrB",
        "7x7 X7 X=RflbrB",
        "6x6 X6 X=RfF",
        "7x7 X7 X=RfF",
        "6x6 X6 X=RsA",
        "6x6 Q6@b1",
        "7x7 Q7@d4",
        "7x7 Q7@d2",
        "6x6-a1 Q6",
        "7x7-a1 Q7",
        "6x6-a1,f1,a6,f6 Q6",
        "6x6-a1,f6 Q6",
        "7x7-a1,g1,a7,g7 Q7",
        "6x6/torus Q6",
        "6x6/torus X6 X=RF",
        "6x6/cylinder X6 X=RF",
        "5x5-a1,b1,c1,d1,e1,a2,a3,a4,a5 R4",
        "6x6~c3 Q6",
        "5x5-e1,e2,e3,e4,e5,a5,b5,c5,d5 Q4",
    ] {
        let Some(_) = ready(text, Kernel::Portable, false) else { panic!("{text} does not fit") };
        let expected = naive::count(&text.parse().unwrap(), &|| false).0;
        for kernel in Kernel::available() {
            for finest in [false, true] {
                let leaf = ready(text, kernel, finest).unwrap();
                assert_eq!(sum(&*leaf), expected, "{text}, {kernel}, finest {finest}");
            }
        }
        assert_eq!(halves(text), expected, "{text}");
    }
}

/// Larger boards: several blocks of lanes, words and vectors, and numbers of more than sixteen bits.
#[test]
fn larger_boards_agree_with_halves() {
    for text in [
        "12x12 X12 X=RF",
        "14x14 X14 X=RF",
        "13x13 X13 X=RFAC",
        "12x12 X12 X=RflbrB",
        "11x11 X11 X=RflbrB",
        "12x12 R12",
        "12x12-a1,b1,l1 Q12",
        "13x13 Q13@a1",
        "12x12 X12 X=QCC",
    ] {
        let expected = halves(text);
        let mut before = None;
        for kernel in Kernel::available().filter(|&kernel| kernel != Kernel::Portable) {
            let found = found(&*ready(text, kernel, false).unwrap());
            assert_eq!(
                found.iter().map(|count| count.placements).sum::<u128>(),
                expected,
                "{text}, {kernel}"
            );
            assert_eq!(before.get_or_insert_with(|| found.clone()), &found, "{text}, {kernel}");
        }
    }
}

/// Other shapes, and kinds that leap to the other colour, are refused.
#[test]
fn other_shapes_are_refused() {
    for text in [
        "1x1 R",
        "4x5 R4",
        "5x5 R4",
        "5x5 Q4 R",
        "5x5 B5",
        "5x5 A5",
        "6x6 X6 X=RN",
        "7x7/torus Q7",
        "29x29 Q29",
    ] {
        assert!(ready(text, Kernel::Portable, false).is_none(), "{text}");
    }
}
