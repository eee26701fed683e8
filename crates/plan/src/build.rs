//! Builds the counter of a leaf from its written description. New plans and plans read from files take the
//! same path.

use super::burnside::FixedPlacements;
use super::cases::{self, Split};
use super::check::{check_engine, misfit};
use super::choose;
use super::clusters::Clusters;
use super::congruent::CongruentCounter;
use super::error::PlanError;
use super::ground::{Ground, Site};
use super::leaders::Leaders;
use super::planned::DeferredPlan;
use super::settings::check_wanted;
use super::sweep::can_be_swept;
use super::term::Term;
use super::tree::{self, CounterFacts, SettledPart, Target, Way};
use crate::engines::Engine;
use crate::engines::instance::Instance;
use crate::engines::leaf::Leaf;
use crate::engines::technique::{LeafInstance, Limits, Task};
use crate::engines::tuning::{Granularity, Tuning};
use crate::engines::units::MAX_UNITS;
use crate::named::Named;
use crate::problem::Objective;
use crate::question::Question;
use crate::symmetry::Symmetry;
use crate::up_to::UpTo;

/// The usual number of units of one combination of numbers, if there are many combinations.
const UNITS_OF_A_NUMBER: usize = 1 << 10;
/// The total number of units of all parts together, roughly. Each part gets at least `MIN_UNITS_OF_A_PART`.
const UNITS_OF_PARTS: usize = 1 << 15;
const MIN_UNITS_OF_A_PART: usize = 1 << 8;

/// The largest accepted calibration factor. No model is further from the truth.
const MAX_CALIBRATION: f64 = 1e30;

/// Builds a leaf from its description.
///
/// # Errors
/// Ways that do not count the target, or that this program does not have.
pub(crate) fn build(ground: &Ground<'_>, leaf: &tree::Leaf) -> Result<Term, PlanError> {
    let tree::Leaf { counts, by, calibration, built } = leaf;
    let term = counter(ground, counts, by)?;
    check_version(built.as_ref(), term.counter.facts().engine)?;
    match *calibration {
        Some(factor) if !(0.0..=MAX_CALIBRATION).contains(&factor) => {
            Err(PlanError::OtherTree("what its units take is out of all proportion"))
        }
        Some(factor) => Ok(term.with_calibration(factor)),
        None => Ok(term),
    }
}

/// Rejects a leaf that was built by another engine or by another version of the engine.
pub(crate) fn check_version(then: Option<&CounterFacts>, now: (&str, u32)) -> Result<(), PlanError> {
    match then.filter(|then| (then.engine.as_str(), then.version) != now) {
        Some(CounterFacts { engine, version, .. }) => {
            let (then, now) = (format!("{engine} {version}"), format!("{} {}", now.0, now.1));
            Err(PlanError::OtherVersion { then, now })
        }
        None => Ok(()),
    }
}

fn counter(ground: &Ground<'_>, counts: &Target, by: &Way) -> Result<Term, PlanError> {
    match (counts, by) {
        (Target::Classes, &Way::Engine { engine, .. }) => class_counter(ground, engine),
        (_, &Way::Engine { engine, most_units }) => {
            let site = ground.site(counts).ok_or(OTHER_WAY)?;
            by_engine(ground, counts, &site, engine, most_units)
        }
        (Target::All, Way::Quotient) => quotient(ground),
        (&Target::Fixed { class, rows, cols }, Way::Quotient) => term_of_fixed(ground, class, (rows, cols)),
        (Target::All, Way::Leaders { kinds, settled }) => {
            Ok(plan_with_leaders(leaders(ground, kinds, *settled)?.ok_or(OTHER_WAY)?))
        }
        (Target::Classes, Way::Leaders { kinds, settled }) => {
            let leaders = leaders(ground, kinds, *settled)?.ok_or(OTHER_WAY)?;
            led_classes(ground, &leaders).ok_or(OTHER_WAY)
        }
        (Target::All, Way::Clusters) => {
            let clusters = if are_free(ground) {
                Clusters::new(ground.problem(), &ground.nested_planner())
            } else {
                None
            };
            Ok(clusters.ok_or(OTHER_WAY)?.term())
        }
        (Target::Part { .. }, Way::Planned) => {
            let site = ground.site(counts).ok_or(OTHER_WAY)?;
            let nested = ground.nested_planner().as_before(ground.settings);
            Ok(term_of_deferred_plan(
                ground,
                counts,
                &site,
                DeferredPlan::unplanned_leaf(site.problem.clone(), &nested),
            ))
        }
        (Target::Classes, Way::Congruent) if ground.is_congruent() => Ok(term_of_congruent_classes(ground)),
        _ => Err(OTHER_WAY),
    }
}

/// The error of a leaf whose way belongs to another plan.
const OTHER_WAY: PlanError = PlanError::OtherTree("a count is by a way that does not count it");

/// Returns true if plans of other problems can count all placements, as far as the notion of equivalence is
/// concerned.
fn are_free(ground: &Ground<'_>) -> bool {
    let is_known = matches!(ground.question.up_to, UpTo::Nothing | UpTo::Symmetry);
    is_known && ground.fixing.is_empty() && !ground.is_in_order() && !ground.has_cases_first()
}

/// Returns the leaf of all placements of a problem, by the named engine or by the best one.
pub(crate) fn by_engine(
    ground: &Ground<'_>,
    counts: &Target,
    site: &Site,
    engine: Engine,
    most_units: Option<usize>,
) -> Result<Term, PlanError> {
    check_wanted(ground.settings)?;
    if !ground.fixing.is_empty() || ground.has_cases_first() {
        return Err(OTHER_WAY);
    }
    let question = || Question::new(site.problem.clone()).with_dominating(site.dominating);
    engine.technique().map_or(Ok(()), |technique| check_engine(technique, &question()))?;
    let most_units = most_units.unwrap_or_else(|| usual_units(ground, counts));
    let granularity = Granularity { max_units: most_units.clamp(1, MAX_UNITS), ..ground.tuning.granularity };
    let counter = prepare_whole(&site.leaf_instance(), engine, Tuning { granularity, ..ground.tuning })?;
    let made = term_of_counter(ground, counts, site, counter, most_units);
    // For the best engine, this check is possible only now, because the engine is chosen above.
    if let Some(technique) = engine_of(&made).technique().filter(|_| engine == Engine::BEST) {
        check_engine(technique, &question())?;
    }
    Ok(made)
}

/// Returns the leaf of a counter that an engine has made.
pub(crate) fn term_of_counter(
    ground: &Ground<'_>,
    counts: &Target,
    site: &Site,
    counter: Box<dyn Leaf>,
    most_units: usize,
) -> Term {
    let engine = Engine::from_name(counter.facts().engine.0).unwrap_or(Engine::BEST);
    let by = Way::Engine { engine, most_units: Some(most_units) };
    Term::new(by, counter)
        .with_target(counts.clone(), description(ground, counts, site))
        .for_nested_plan(ground.settings.is_rest)
}

/// Returns the engine that makes the counter of a term.
pub(crate) fn engine_of(term: &Term) -> Engine {
    Engine::from_name(term.counter.facts().engine.0).unwrap_or(Engine::BEST)
}

/// Returns the usual limit for the number of units of a target.
pub(crate) fn usual_units(ground: &Ground<'_>, counts: &Target) -> usize {
    match counts {
        Target::Numbers(_) => UNITS_OF_A_NUMBER,
        Target::Part { .. } => {
            let counts = ground.parts().map_or(1, |parts| parts.counts().max(1));
            (UNITS_OF_PARTS / counts).max(MIN_UNITS_OF_A_PART)
        }
        Target::All | Target::Smaller { .. } | Target::Fixed { .. } | Target::Classes => MAX_UNITS,
    }
}

/// Describes in words what a leaf for all placements of a problem counts.
fn description(ground: &Ground<'_>, counts: &Target, site: &Site) -> String {
    match counts {
        Target::Numbers(_) => {
            let open = ground.by_numbers().kinds(ground.problem());
            let exact = site.problem.pieces().enumerate().filter(|(kind, _)| open.contains(kind));
            exact.map(|(_, pieces)| pieces.to_string()).collect::<Vec<_>>().join(" ")
        }
        Target::Smaller { .. } => {
            format!("on {}x{}", site.problem.board().rows(), site.problem.board().cols())
        }
        Target::Part { .. } => {
            ground.parts().map_or_else(String::new, |parts| parts.description(&site.problem))
        }
        Target::All | Target::Fixed { .. } | Target::Classes => "all placements".to_owned(),
    }
}

/// Prepares a whole problem, by the named engine or by the best one.
pub(crate) fn prepare_whole(
    ready: &LeafInstance<'_>,
    engine: Engine,
    tuning: Tuning,
) -> Result<Box<dyn Leaf>, PlanError> {
    let counter = match engine.technique() {
        Some(technique) => technique.placements(ready, tuning),
        None => choose::best_leaf(ready, tuning),
    };
    counter.ok_or_else(|| misfit(engine))
}

/// Returns the leaf that lists classes, by an engine that visits placements one by one.
pub(crate) fn class_counter(ground: &Ground<'_>, engine: Engine) -> Result<Term, PlanError> {
    let is_shifted = ground.question.up_to == UpTo::Translation;
    let counter = (engine.technique().filter(|_| !ground.has_cases_first() && !ground.is_congruent()))
        .and_then(|technique| {
            let task = Task::Classes { question: ground.question, group: &ground.same, is_shifted };
            technique.prepare(&task, &Limits::from_tuning(ground.tuning))
        });
    let what = if ground.is_in_order() { "symmetries that fix them" } else { "symmetries of classes" };
    let by = Way::Engine { engine, most_units: Some(MAX_UNITS) };
    let term = Term::new(by, counter.ok_or_else(|| misfit(engine))?);
    Ok(term.with_target(Target::Classes, what.to_owned()))
}

/// Returns the leaf of the placements that a symmetry fixes, on a board smaller by some rows and columns.
fn term_of_fixed(ground: &Ground<'_>, class: usize, smaller: (usize, usize)) -> Result<Term, PlanError> {
    let (symmetry, _) = ground.conjugates().nth(class).ok_or(OTHER_WAY)?;
    let (engine, tuning) = (ground.settings.engine, ground.tuning);
    let (what, fixed) = if ground.question.up_to == UpTo::Translation {
        let (problem, instance) = ground.smaller_instance(smaller.0, smaller.1).ok_or(OTHER_WAY)?;
        let symmetry = symmetry.on_board(problem.board()).ok_or(OTHER_WAY)?;
        let (rows, cols) = (problem.board().rows(), problem.board().cols());
        let what = format!("fixed by the {} on {rows}x{cols}", symmetry.name());
        (what, FixedPlacements::new(&problem, &instance, &[&symmetry], engine, tuning))
    } else {
        let (problem, instance) = (ground.problem(), ground.instance());
        let what = format!("fixed by the {}", symmetry.name());
        (what, FixedPlacements::new(problem, instance, &[symmetry], engine, tuning))
    };
    let map = symmetry.map.name();
    let fixed: Box<dyn Leaf> = Box::new(fixed.map_err(|ways| PlanError::TooManyWays { map, ways })?);
    Ok(Term::new(Way::Quotient, fixed)
        .with_target(Target::Fixed { class, rows: smaller.0, cols: smaller.1 }, what))
}

/// Returns the leaf of the placements that every symmetry in the question's `fixed_by` fixes, by the named
/// engine or by the best one.
pub(crate) fn quotient(ground: &Ground<'_>) -> Result<Term, PlanError> {
    let symmetries: Vec<&Symmetry> = ground.fixing.iter().skip(1).collect();
    if symmetries.is_empty() || ground.has_cases_first() || ground.is_in_order() {
        return Err(OTHER_WAY);
    }
    let (engine, tuning) = (ground.settings.engine, ground.tuning);
    let map = || ground.question.fixed_by.phrase();
    let fixed = FixedPlacements::new(ground.problem(), ground.instance(), &symmetries, engine, tuning)
        .map_err(|ways| PlanError::TooManyWays { map: map(), ways })?;
    let counter = fixed.single_way(tuning).unwrap_or_else(|| Box::new(fixed.named_by_engine()));
    Ok(Term::new(Way::Quotient, counter))
}

/// Prepares kinds that are placed first; `None` if they cannot lead.
///
/// # Errors
/// Too many ways to settle the cases that must be settled first.
pub(crate) fn leaders(
    ground: &Ground<'_>,
    kinds: &[usize],
    settled: SettledPart,
) -> Result<Option<Leaders>, PlanError> {
    if let Some(by) = Split::needed_split(ground.problem()) {
        let is_asked = settled == SettledPart::Walls && by.kinds(ground.problem()) == kinds;
        return if is_asked { needed_leaders(ground, by).map(Some) } else { Ok(None) };
    }
    // A kind in any number cannot be placed first.
    let leading = ground.problem().numbers_of(|pieces| pieces.free_pieces() > 0);
    let can_lead = !kinds.is_empty() && kinds.iter().all(|kind| leading.contains(kind));
    if settled == SettledPart::Walls || !are_free(ground) || !can_lead || ground.problem().board().is_large()
    {
        return Ok(None);
    }
    let instance = led_instance(ground);
    Ok(Leaders::new(ground.problem(), &instance, kinds.to_vec(), settled, &ground.nested_planner()))
}

/// Returns the cases that must be settled before anything else, as leaders.
///
/// # Errors
/// Too many ways to settle these cases.
pub(crate) fn needed_leaders(ground: &Ground<'_>, by: Split<'_>) -> Result<Leaders, PlanError> {
    let (problem, nested) = (ground.problem(), ground.nested_planner());
    if !ground.fixing.is_empty() {
        let leaders = Leaders::from_split(problem, by, &cases::images(&ground.fixing), &nested)?;
        return Ok(leaders.fixed_by(&ground.fixing));
    }
    if problem.objective() != Objective::Exactly && !can_be_swept(ground.question, &ground.same) {
        return Err(PlanError::ExchangeOfNumbers);
    }
    Leaders::from_split(problem, by, &case_maps(ground, by), &nested.as_before(ground.settings))
}

/// Returns the maps that make cases equivalent, for cases that must be settled first.
pub(crate) fn case_maps(ground: &Ground<'_>, by: Split<'_>) -> Vec<Vec<u16>> {
    match ground.question.up_to {
        UpTo::Nothing => by.maps(ground.problem()),
        _ => cases::images(&ground.same),
    }
}

/// Returns the instance from which leaders are chosen. Its maps are only those that make placements
/// equivalent.
pub(crate) fn led_instance(ground: &Ground<'_>) -> Instance {
    let instance = cases::instance(ground.problem());
    match ground.question.up_to {
        UpTo::Nothing => instance,
        _ => Instance { maps: cases::images(&ground.same).into(), ..instance },
    }
}

fn way_of(leaders: &Leaders) -> Way {
    Way::Leaders { kinds: leaders.kinds().to_vec(), settled: leaders.settled_part() }
}

/// Returns the leaf of all placements, led by some kinds.
pub(crate) fn plan_with_leaders(leaders: Leaders) -> Term {
    Term::new(way_of(&leaders), Box::new(leaders))
}

/// Returns the leaf of the placements that symmetries fix, by leaders; `None` if the leaders cannot count
/// them.
pub(crate) fn led_classes(ground: &Ground<'_>, leaders: &Leaders) -> Option<Term> {
    let is_mean = ground.question.up_to != UpTo::Nothing;
    let fixed = if is_mean { leaders.of_symmetries(&ground.same)? } else { return None };
    let what = "symmetries that fix the leaders".to_owned();
    Some(Term::new(way_of(leaders), Box::new(fixed)).with_target(Target::Classes, what))
}

/// Returns the leaf of a part with a plan of its own.
pub(crate) fn term_of_deferred_plan(
    ground: &Ground<'_>,
    counts: &Target,
    site: &Site,
    planned: DeferredPlan,
) -> Term {
    Term::new(Way::Planned, Box::new(planned)).with_target(counts.clone(), description(ground, counts, site))
}

/// Returns the leaf of classes under maps that do not preserve the problem.
pub(crate) fn term_of_congruent_classes(ground: &Ground<'_>) -> Term {
    let classes = CongruentCounter::new(ground.problem(), &ground.same, ground.tuning.kernel);
    Term::new(Way::Congruent, Box::new(classes))
        .with_target(Target::Classes, "the first of each class".to_owned())
}
