//! Compares streams with the tables that they replace.

use super::super::blueprint::Blueprint;
use super::super::field::Field;
use super::super::limits::SweepLimits;
use super::super::order::PointOrder;
use super::super::program::{SweepAim, SweepProgram};
use super::super::rest::{Handover, ground};
use super::super::shape::Variable;
use super::super::sweep::{Sweep, SweepStatus};
use super::window::Window;
use crate::problem::Problem;

const TEXTS: [&str; 9] = [
    "4x4 K* N*",
    "6x6 N*",
    "7x5 K*",
    "3x5/cylinder W* F*",
    "6x6-b2,e5 W*",
    "4x5/torus X* X=vW",
    "4x4 X* W* X=Z",
    "8x4 X* X=fWfN",
    "5x5/torus W*",
];

/// Visits all orders of all components of a problem. The first kind has from `least` to `most` pieces, if
/// these are given.
fn for_each_program(
    text: &str,
    asked: Option<(u32, u32)>,
    mut see: impl FnMut(&Field, &Blueprint, &SweepAim),
) {
    let problem: Problem = text.parse().unwrap();
    let successor = crate::engines::Engine::techniques().find_map(|(_, technique)| technique.successor());
    let field = Field { successor, ..Field::from_problem(&problem, false) };
    let variables: Vec<Variable> =
        asked.map(|(least, most)| Variable { kinds: vec![0], least, most }).into_iter().collect();
    for points in field.components() {
        for order in PointOrder::candidates(&field, &points) {
            let grouped = vec![false; variables.len()];
            let aim = SweepAim { variables: variables.clone(), grouped, maximal: false };
            see(&field, &Blueprint::new(&field, &order, false), &aim);
        }
    }
}

/// Returns a program with its states in tables, and the same program with its states in order.
fn pair(blueprint: &Blueprint, aim: &SweepAim) -> Option<(SweepProgram, SweepProgram, Window)> {
    let program = || SweepProgram::new(blueprint, aim, &|| false).ok();
    let (hashed, mut ordered) = (program()?, program()?);
    let window = ordered.make_window(blueprint)?;
    Some((hashed, ordered, window))
}

const ASKED: [Option<(u32, u32)>; 4] = [None, Some((0, u32::MAX)), Some((2, 4)), Some((3, 3))];

#[test]
fn the_same_states_are_reached_and_the_same_numbers() {
    let (mut programs, mut states) = (0, 0);
    for (text, asked) in TEXTS.iter().flat_map(|text| ASKED.map(|asked| (text, asked))) {
        for_each_program(text, asked, |_, blueprint, aim| {
            // The choice of a representative among equivalent states determines the states within a line, so
            // a second comparison goes without equivalences.
            let unlike = blueprint.clone().without_likeness();
            for (blueprint, has_likeness) in [(blueprint, true), (&unlike, false)] {
                let Some((hashed, _, _)) = pair(blueprint, aim) else { return };
                let mut expected = Sweep::new(hashed, None);
                assert_eq!(expected.run(&SweepLimits::single_threaded(usize::MAX)), SweepStatus::Finished);
                programs += 1;
                for (parallel, memory) in [(false, usize::MAX), (true, usize::MAX), (false, 1)] {
                    let (_, ordered, _) = pair(blueprint, aim).unwrap();
                    let mut sweep = Sweep::new(ordered, None);
                    let limits = SweepLimits {
                        parallel,
                        parallel_threshold: 0,
                        disc: true,
                        ..SweepLimits::single_threaded(memory)
                    };
                    assert_eq!(sweep.run(&limits), SweepStatus::Finished);
                    assert_eq!(sweep.numbers(), expected.numbers(), "{text} {asked:?}");
                    if !has_likeness {
                        // If the states were out of order, equal states would not meet.
                        assert_eq!(sweep.profile, expected.profile, "{text} {asked:?}");
                        // Tables drop states that lead to no requested number immediately; streams drop them
                        // after merging.
                        let least = asked.map_or(0, |(least, _)| least);
                        assert!(least > 0 || sweep.nodes() == expected.nodes(), "{text} {asked:?}");
                    }
                }
                states += expected.profile.iter().sum::<u64>();
            }
        });
    }
    assert!(programs > 80 && states > 100_000, "{programs} programs with {states} states");
}

#[test]
fn want_of_memory_pauses_and_handing_over_change_nothing() {
    for (text, asked) in [("6x6 N*", None), ("5x5 N6", Some((6, 6))), ("5x5 K* N*", None)] {
        for_each_program(text, asked, |field, blueprint, aim| {
            let Some((hashed, ..)) = pair(blueprint, aim) else { return };
            let mut expected = Sweep::new(hashed, None);
            assert_eq!(expected.run(&SweepLimits::single_threaded(usize::MAX)), SweepStatus::Finished);
            for (memory, disc) in
                [1, 3_000, 20_000].into_iter().flat_map(|memory| [(memory, false), (memory, true)])
            {
                let (_, ordered, window) = pair(blueprint, aim).unwrap();
                let rest = ground(field).and_then(|ground| Handover::new(&ground, blueprint, &aim.variables));
                assert_eq!(rest.is_some(), asked.is_some());
                let mut sweep = Sweep::new(ordered, rest.map(|rest| rest.with_window(Some(window))));
                let stopping =
                    SweepLimits { should_stop: &|| true, disc, ..SweepLimits::single_threaded(memory) };
                let pausing = SweepLimits { emissions: 400, disc, ..SweepLimits::single_threaded(memory) };
                loop {
                    assert_eq!(sweep.run(&stopping), SweepStatus::Stopped, "{text}");
                    match sweep.run(&pausing) {
                        SweepStatus::Paused => {}
                        SweepStatus::Finished => break,
                        // Nothing is handed over in a trial, so the rest is swept at once.
                        status => panic!("{status:?}"),
                    }
                    if sweep.profile.len() > 12 {
                        assert_eq!(
                            sweep.run(&SweepLimits { disc, ..SweepLimits::single_threaded(memory) }),
                            SweepStatus::Finished
                        );
                        break;
                    }
                }
                assert_eq!(sweep.numbers(), expected.numbers(), "{text}, memory {memory}");
            }
        });
    }
}
