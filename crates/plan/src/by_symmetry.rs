//! Counts of placements by their symmetry group.
//!
//! A placement's *stabiliser* is the group of all symmetries that fix the placement. Equivalent placements
//! have conjugate stabilisers, so a class of placements has a conjugacy class of subgroups. A class whose
//! stabiliser has `s` of the `g` symmetries has `g / s` placements. For one subgroup of each conjugacy class,
//! the placements that it fixes are counted ([`plan_fixed`]). Möbius inversion then gives the placements with
//! exactly this stabiliser ([`subgroups`](crate::symmetry::subgroups)).

use super::error::ONE_OF_THEM;
use super::make::plan_fixed;
use super::same::{MapWords, equivalence_symmetries, members};
use super::{Observer, Outcome, Plan, PlanError, Settings, plan_unless_stopped, unless_stopped};
use crate::feature::Feature;
use crate::question::Question;
use crate::symmetry::group::Group;
use crate::symmetry::subgroups::Subgroups;
use crate::symmetry::{Symmetry, symmetries};
use crate::up_to::{MapGroup, MapName, UpTo};
use num_bigint::BigUint;
use std::time::Duration;

/// A conjugacy class of subgroups, and the placements whose stabiliser is in the class.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stabiliser {
    /// The name of one of the subgroups: words of [`MapGroup`] if there are some, or else maps that generate
    /// it.
    pub name: String,
    /// This subgroup as a group that a question can name; `None` if no words name it.
    pub group: Option<MapGroup>,
    /// The number of symmetries in the subgroup.
    pub order: usize,
    /// The number of subgroups that are conjugate to it, including itself.
    pub conjugates: usize,
    /// The number of placements that one of these subgroups fixes, whatever else fixes them.
    pub fixed: BigUint,
    /// The number of placements whose stabiliser is one of these subgroups.
    pub placements: BigUint,
    /// The number of classes of these placements.
    pub classes: BigUint,
}

/// The placements of a question by stabiliser.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stabilisers {
    /// The question, up to the group whose subgroups are distinguished.
    pub question: Question,
    /// The number of symmetries in that group.
    pub order: usize,
    /// One entry for each conjugacy class of subgroups, smaller subgroups first. Empty if the count was
    /// stopped.
    pub stabilisers: Vec<Stabiliser>,
    /// The number of all placements.
    pub placements: BigUint,
    /// The number of their classes.
    pub classes: BigUint,
    /// Whether everything was counted.
    pub complete: bool,
    /// The number of partial placements that were made.
    pub nodes: u64,
    /// The wall time of the count.
    pub elapsed: Duration,
}

impl Stabilisers {
    /// Returns the stabiliser that the words of a group name.
    #[must_use]
    pub fn find(&self, group: MapGroup) -> Option<&Stabiliser> {
        self.stabilisers.iter().find(|one| one.group == Some(group))
    }
}

/// A prepared question about placements by stabiliser, made by [`by_symmetry`].
pub struct SymmetryPlan {
    question: Question,
    told_apart: UpTo,
    settings: Settings,
    symmetries: Vec<Symmetry>,
    subgroups: Subgroups,
    names: Vec<(String, Option<MapGroup>)>,
}

/// Prepares the placements of a question by their stabiliser in the group of its `up_to`. If the question
/// counts all placements, the group consists of the rotations and reflections of the board.
///
/// ```
/// use armistice::answer::by_symmetry;
/// use armistice::plan::{Settings, Silent};
///
/// let found = by_symmetry(&"8x8 Q8".parse()?, &Settings::default(), &(), &Silent)?;
/// let half_turn = found.find("half-turn".parse()?).map(|one| (one.placements.clone(), one.classes.clone()));
/// assert_eq!((found.classes, half_turn), (12u32.into(), Some((4u32.into(), 1u32.into()))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Groups that are too large; questions about the maximum, by number, about fixed placements, up to
/// translations of the plane, or with blocked lines.
pub fn by_symmetry(question: &Question, settings: &Settings) -> Result<SymmetryPlan, PlanError> {
    let Question { problem, up_to, maximal, .. } = question;
    if problem.board().is_large() {
        return Err(PlanError::LargeBoard);
    }
    let what = "placements by symmetry (--by-symmetry)";
    PlanError::refuse_unpaired(question, what)?;
    let refused = [Feature::LargestNumber, Feature::ByNumber, Feature::FixedByMaps];
    PlanError::refuse_together(question, what, &refused, ONE_OF_THEM)?;
    let symmetries = match up_to {
        UpTo::Nothing => symmetries(problem, *maximal, false),
        UpTo::Translation => return Err(PlanError::BySymmetryOfTranslation),
        _ => equivalence_symmetries(question)?,
    };
    let order = symmetries.len();
    let subgroups = Subgroups::from_symmetries(&symmetries).ok_or(PlanError::TooManySubgroups { order })?;
    let question = question.clone().with_up_to(UpTo::Nothing);
    let names = names(&question, *up_to, &symmetries, &subgroups)?;
    let told_apart = if *up_to == UpTo::Nothing { UpTo::Symmetry } else { *up_to };
    Ok(SymmetryPlan { question, told_apart, settings: settings.clone(), symmetries, subgroups, names })
}

/// The words in the order in which names use them: first those for one map, then for several, then for all.
const IN_ORDER: [MapName; 20] = [
    MapName::HalfTurn,
    MapName::Horizontal,
    MapName::Vertical,
    MapName::Diagonal,
    MapName::Antidiagonal,
    MapName::QuarterTurn,
    MapName::Reflections,
    MapName::Diagonals,
    MapName::Rotations,
    MapName::Symmetry,
    MapName::Exchange,
    MapName::HalfTurnExchanged,
    MapName::HorizontalExchanged,
    MapName::VerticalExchanged,
    MapName::DiagonalExchanged,
    MapName::AntidiagonalExchanged,
    MapName::QuarterTurnExchanged,
    MapName::Armies,
    MapName::Shifts,
    MapName::Affine,
];

/// The maximum number of words in a name.
const MOST_WORDS: usize = 3;

/// Returns the name of each class of subgroups.
fn names(
    question: &Question,
    up_to: UpTo,
    symmetries: &[Symmetry],
    subgroups: &Subgroups,
) -> Result<Vec<(String, Option<MapGroup>)>, PlanError> {
    let Question { problem, maximal, .. } = question;
    let words = MapWords::new(problem, *maximal, &up_to.group().names().collect::<Vec<_>>())?;
    let (all, group) = (Group::new(&words.all), Group::new(symmetries));
    // The place in the group of each symmetry that words can name.
    let places: Vec<Option<usize>> = words.all.iter().map(|symmetry| group.place(symmetry)).collect();
    let said: Vec<(MapName, Vec<usize>)> = (IN_ORDER.iter())
        .map(|&name| (name, words.elements(name)))
        .filter(|(_, elements)| elements.iter().any(|&element| element > 0))
        .collect();
    let mut names: Vec<Option<MapGroup>> = vec![None; subgroups.classes.len()];
    names[0] = Some(MapGroup::default());
    let mut combined: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..MOST_WORDS {
        let longer = combined.iter().flat_map(|before| {
            let first = before.last().map_or(0, |&last| last + 1);
            (first..said.len()).map(|next| [before.as_slice(), &[next]].concat())
        });
        combined = longer.collect();
        for words in &combined {
            if !names.contains(&None) {
                break;
            }
            let generators: Vec<usize> =
                words.iter().flat_map(|&word| said[word].1.iter().copied()).collect();
            let elements: Option<Vec<usize>> =
                all.generate(&generators).into_iter().map(|place| places[place]).collect();
            let Some(mut elements) = elements else { continue };
            elements.sort_unstable();
            if let Some(class) = subgroups.class_of(&elements) {
                let group =
                    || MapGroup::from_names(&words.iter().map(|&word| said[word].0).collect::<Vec<_>>());
                names[class].get_or_insert_with(group);
            }
        }
    }
    let generated = |class: usize| {
        let class = &subgroups.classes[class];
        let generators: Vec<String> =
            class.generators.iter().map(|&place| symmetries[place].name()).collect();
        generators.join(" and ")
    };
    let name = |(class, group): (usize, Option<MapGroup>)| {
        (group.map_or_else(|| generated(class), |group| group.to_string()), group)
    };
    Ok(names.into_iter().enumerate().map(name).collect())
}

impl SymmetryPlan {
    /// Returns the question that it answers, up to nothing.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Returns the number of symmetries in the group.
    #[must_use]
    pub fn order(&self) -> usize {
        self.symmetries.len()
    }

    /// Returns the name of one subgroup of each conjugacy class, smaller ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| name.as_str())
    }

    /// Plans the placements that a subgroup fixes; `None` if the observer stops the work before the plan is
    /// made.
    fn plan(&self, class: usize, observer: &dyn Observer) -> Result<Option<Plan>, PlanError> {
        if observer.should_stop() {
            return Ok(None);
        }
        let elements = &self.subgroups.classes[class].elements;
        if elements.len() == 1 {
            return plan_unless_stopped(&self.question, &self.settings, observer);
        }
        let group: Vec<Symmetry> = elements.iter().map(|&place| self.symmetries[place].clone()).collect();
        let (question, settings) = (self.question.clone(), self.settings.clone());
        let settings = settings.with_threads(Some(self.settings.pool().threads));
        unless_stopped(observer, move |cancel| plan_fixed(&question, &settings.with_cancel(cancel), &group))
            .transpose()
    }

    /// Counts each plan by `count`, beginning with all placements. If a subgroup fixes no placement, the
    /// subgroups that contain it are skipped. The observer may also stop the work between two counts.
    ///
    /// # Errors
    /// Plans that cannot be made, and the errors of `count`.
    pub fn run<E: From<PlanError>>(
        &self,
        observer: &dyn Observer,
        count: impl FnMut(&Plan) -> Result<Outcome, E>,
    ) -> Result<Stabilisers, E> {
        let all: Vec<usize> = (0..self.subgroups.classes.len()).collect();
        let (counts, found) = self.counts(&all, observer, count)?;
        let (nodes, elapsed, complete) = (found.nodes, found.elapsed, found.complete);
        let placements = counts[0].fixed.clone();
        let mut stabilisers = Vec::new();
        if complete {
            stabilisers =
                counts.iter().enumerate().map(|(class, count)| self.stabiliser_of(class, count)).collect();
        }
        let classes = stabilisers.iter().map(|one: &Stabiliser| &one.classes).sum();
        let (question, order) = (self.question.clone().with_up_to(self.told_apart), self.order());
        Ok(Stabilisers { question, order, stabilisers, placements, classes, complete, nodes, elapsed })
    }

    /// Counts the placements with one stabiliser. Only this subgroup and those that contain it are counted,
    /// so the count is fast even on a board with far too many placements. `None` if the problem has no
    /// symmetries with these names, or if the count was stopped.
    ///
    /// # Errors
    /// The errors of [`SymmetryPlan::run`].
    pub fn run_one<E: From<PlanError>>(
        &self,
        group: MapGroup,
        observer: &dyn Observer,
        count: impl FnMut(&Plan) -> Result<Outcome, E>,
    ) -> Result<Option<Stabiliser>, E> {
        let Some(class) = self.class(group) else { return Ok(None) };
        let above = self.subgroups.count_above(class);
        let is_looked_at = |other: &usize| *other == class || above[*other] > 0;
        let wanted: Vec<usize> = (0..above.len()).filter(is_looked_at).collect();
        let (counts, found) = self.counts(&wanted, observer, count)?;
        Ok(found.complete.then(|| self.stabiliser_of(class, &counts[0])))
    }

    /// Returns the class of the subgroup that words name.
    fn class(&self, group: MapGroup) -> Option<usize> {
        let Question { problem, maximal, .. } = &self.question;
        let whole = Group::new(&self.symmetries);
        let elements = members(problem, *maximal, group).ok()?;
        let mut elements = elements.iter().map(|one| whole.place(one)).collect::<Option<Vec<usize>>>()?;
        elements.sort_unstable();
        self.subgroups.class_of(&elements)
    }

    /// Counts the placements that the subgroups of some classes fix, and those with exactly these
    /// stabilisers. Also returns the nodes and the time of all counts. The classes must include all subgroups
    /// that contain one of theirs.
    fn counts<E: From<PlanError>>(
        &self,
        wanted: &[usize],
        observer: &dyn Observer,
        mut count: impl FnMut(&Plan) -> Result<Outcome, E>,
    ) -> Result<(Vec<FixedCounts>, Outcome), E> {
        let (classes, order) = (&self.subgroups.classes, self.symmetries.len());
        let above: Vec<Vec<usize>> = wanted.iter().map(|&class| self.subgroups.count_above(class)).collect();
        let mut found = Outcome::zero();
        let mut counts: Vec<FixedCounts> = Vec::new();
        for &class in wanted {
            let is_nought =
                above.iter().zip(&counts).any(|(above, lower)| above[class] > 0 && lower.is_nought());
            let mut fixed = BigUint::ZERO;
            if !is_nought && found.complete {
                match self.plan(class, observer)? {
                    Some(plan) => {
                        let outcome = count(&plan)?;
                        found.add(&outcome);
                        fixed = outcome.count;
                    }
                    None => found.complete = false,
                }
            }
            counts.push(FixedCounts { fixed, alone: BigUint::ZERO });
        }
        // The placements whose stabiliser is exactly one subgroup, from the largest subgroup downwards.
        for (place, &class) in wanted.iter().enumerate().rev().filter(|_| found.complete) {
            let of_others = |(&other, count): (&usize, &FixedCounts)| &count.alone * above[place][other];
            let others: BigUint = wanted.iter().zip(&counts).map(of_others).sum();
            let of_a_class = order / classes[class].elements.len();
            let own = (counts[place].fixed >= others).then(|| &counts[place].fixed - others);
            let own = own.filter(|own| own * classes[class].conjugates % of_a_class == BigUint::ZERO);
            counts[place].alone = own.ok_or(PlanError::Stabilisers)?;
        }
        Ok((counts, found))
    }

    fn stabiliser_of(&self, number: usize, count: &FixedCounts) -> Stabiliser {
        let class = &self.subgroups.classes[number];
        let placements = &count.alone * class.conjugates;
        let (name, group) = self.names[number].clone();
        Stabiliser {
            name,
            group,
            order: class.elements.len(),
            conjugates: class.conjugates,
            fixed: count.fixed.clone(),
            classes: &placements * class.elements.len() / self.symmetries.len(),
            placements,
        }
    }
}

/// The placements that one subgroup fixes.
struct FixedCounts {
    fixed: BigUint,
    /// Of these placements, those that no larger subgroup fixes.
    alone: BigUint,
}

impl FixedCounts {
    fn is_nought(&self) -> bool {
        self.fixed == BigUint::ZERO
    }
}
