//! What a sweep takes, by what it does and not by a clock.
//!
//! A clock also shows what else the machine does, and a plan that was chosen by it would be another one on another day. So all
//! choices are made by these prices: the same sweep has the same price in every run and on every machine. The figures are
//! rough: they were taken from the processor time of six whole sweeps in a build without full optimisation, divided by three.

use super::blueprint::Blueprint;
use super::level::SweepLevel;
use super::program::{StateSymmetry, SweepStep};

/// Seconds for an emission with a key of one word, without a weight; and how that grows with the words.
const EMISSION: f64 = 30e-9;
const WORDS_POWER: f64 = 1.2;
/// Seconds more for each word of the weight.
const WEIGHT_WORD: f64 = 3.5e-9;
/// Seconds more for each map or bundle that a state is tried under, and for each clique that is looked at.
const MAP: f64 = 15e-9;
const BUNDLE: f64 = 10e-9;
const CLIQUE: f64 = 1e-9;
/// Seconds for an emission where states are kept in order, without a weight.
const STREAM_EMISSION: f64 = 25e-9;
/// How much longer a step takes where states are in files.
pub(super) const DISC: f64 = 4.0;

/// Seconds for a step of a level that emits this often.
pub(super) fn of_step(step: &SweepStep, level: &SweepLevel, emissions: f64) -> f64 {
    let on_disc = if level.on_disc.is_some() { DISC } else { 1.0 };
    on_disc * emissions * of_emission(step, level.words)
}

fn of_emission(step: &SweepStep, weight_words: usize) -> f64 {
    let words = step.kept.width() as f64;
    let weight = WEIGHT_WORD * (step.weights.coefficients() * weight_words) as f64;
    if step.shift > 0 {
        return STREAM_EMISSION + weight;
    }
    let likeness = match &step.likeness {
        StateSymmetry::None => 0.0,
        StateSymmetry::Maps(maps, _) => MAP * maps.len() as f64,
        StateSymmetry::Twins(classes) => {
            BUNDLE * classes.iter().map(|(_, bundles)| bundles.len()).sum::<usize>() as f64
        }
    };
    let cliques = step.bounds.iter().map(|bound| bound.cliques.len()).sum::<usize>() as f64;
    EMISSION * words.powf(WORDS_POWER) + weight + likeness + CLIQUE * words * cliques
}

/// Seconds for making a blueprint: most are for what each step looks for among all points, and for the bits that choices set.
pub(super) fn of_blueprint(blueprint: &Blueprint) -> f64 {
    let (steps, kinds) = (blueprint.steps.len() as f64, blueprint.bits_of_kind.len() as f64);
    let choices = blueprint.steps.iter().flat_map(|step| &step.choices);
    let set = choices.map(|choice| choice.set.len()).sum::<usize>() as f64;
    LOOK * steps * steps * kinds + SET * kinds * set
}

const LOOK: f64 = 5e-9;
const SET: f64 = 10e-9;

/// Seconds for making a program that takes about this many bytes.
pub(super) fn of_program(bytes: f64) -> f64 {
    PROGRAM_BYTE * bytes
}

const PROGRAM_BYTE: f64 = 1e-9;
