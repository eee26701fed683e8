//! Placements by the symmetries that they have.
//!
//! A placement's *stabiliser* is the group of all symmetries that leave it as it is. Placements that symmetries carry to each
//! other have conjugate stabilisers, so a class of placements has a conjugacy class of subgroups; a class whose stabiliser has
//! `s` of the `g` symmetries has `g / s` placements. For one subgroup of each conjugacy class the placements that it fixes are
//! counted ([`fixed`]), and by Möbius inversion those that have it and no more
//! ([`subgroups`](crate::symmetry::subgroups)).

use super::error::ONE_OF_THEM;
use super::make::fixed;
use super::same::{MapWords, members, same};
use super::{Observer, Outcome, Plan, PlanError, Settings, plan_unless_stopped, unless_stopped};
use crate::feature::Feature;
use crate::question::Question;
use crate::symmetry::group::Group;
use crate::symmetry::subgroups::Subgroups;
use crate::symmetry::{Symmetry, symmetries};
use crate::up_to::{MapGroup, MapName, UpTo};
use num_bigint::BigUint;
use std::time::Duration;

/// A conjugacy class of subgroups, and the placements whose stabiliser is one of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stabiliser {
    /// One of the subgroups: by words that [`MapGroup`] knows if there are some, or by maps that generate it.
    pub name: String,
    /// The same as a group that can be asked for; `None` if no words say it.
    pub group: Option<MapGroup>,
    /// How many symmetries it has.
    pub order: usize,
    /// How many subgroups are conjugate to it, itself included.
    pub conjugates: usize,
    /// How many placements one of these subgroups fixes, whatever else does.
    pub fixed: BigUint,
    /// How many placements have one of these subgroups as their stabiliser.
    pub placements: BigUint,
    /// How many classes of placements they are.
    pub classes: BigUint,
}

/// The placements of a question by stabiliser.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stabilisers {
    /// What was asked, up to the group whose subgroups are told apart.
    pub question: Question,
    /// How many symmetries that group has.
    pub order: usize,
    /// One for each conjugacy class of subgroups, smaller subgroups first. Of a count that was stopped, nothing.
    pub stabilisers: Vec<Stabiliser>,
    /// How many placements there are.
    pub placements: BigUint,
    /// How many classes of them.
    pub classes: BigUint,
    /// Whether everything was counted.
    pub complete: bool,
    /// Partial placements made.
    pub nodes: u64,
    /// Time for counting.
    pub elapsed: Duration,
}

impl Stabilisers {
    /// The stabilisers conjugate to a group that the words of a group say.
    #[must_use]
    pub fn find(&self, group: MapGroup) -> Option<&Stabiliser> {
        self.stabilisers.iter().find(|one| one.group == Some(group))
    }
}

/// A question about placements by stabiliser, made ready. Made by [`by_symmetry`].
pub struct BySymmetry {
    question: Question,
    told_apart: UpTo,
    settings: Settings,
    symmetries: Vec<Symmetry>,
    subgroups: Subgroups,
    names: Vec<(String, Option<MapGroup>)>,
}

/// The placements of a question by their stabiliser in the group that it counts up to: the turns and mirrors of the board if
/// it counts all placements.
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
/// Groups that are too large, and questions about the largest number, by number, about fixed placements, up to translations of
/// the plane, or with blocked lines.
pub fn by_symmetry(question: &Question, settings: &Settings) -> Result<BySymmetry, PlanError> {
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
        _ => same(question)?,
    };
    let order = symmetries.len();
    let subgroups = Subgroups::of(&symmetries).ok_or(PlanError::TooManySubgroups { order })?;
    let question = question.clone().with_up_to(UpTo::Nothing);
    let names = names(&question, *up_to, &symmetries, &subgroups)?;
    let told_apart = if *up_to == UpTo::Nothing { UpTo::Symmetry } else { *up_to };
    Ok(BySymmetry { question, told_apart, settings: settings.clone(), symmetries, subgroups, names })
}

/// Words for a single map come first, then for several, then for all.
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

/// At most so many words are put together to a name.
const MOST_WORDS: usize = 3;

/// What each class of subgroups is called.
fn names(
    question: &Question,
    up_to: UpTo,
    symmetries: &[Symmetry],
    subgroups: &Subgroups,
) -> Result<Vec<(String, Option<MapGroup>)>, PlanError> {
    let Question { problem, maximal, .. } = question;
    let words = MapWords::new(problem, *maximal, &up_to.group().names().collect::<Vec<_>>())?;
    let (all, group) = (Group::new(&words.all), Group::new(symmetries));
    // Where each symmetry that words speak of is in the group.
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
                all.generated(&generators).into_iter().map(|place| places[place]).collect();
            let Some(mut elements) = elements else { continue };
            elements.sort_unstable();
            if let Some(class) = subgroups.class_of(&elements) {
                let group = || MapGroup::of(&words.iter().map(|&word| said[word].0).collect::<Vec<_>>());
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

impl BySymmetry {
    /// What it answers, up to nothing.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// How many symmetries the group has.
    #[must_use]
    pub fn order(&self) -> usize {
        self.symmetries.len()
    }

    /// The name of one subgroup of each conjugacy class, smaller ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| name.as_str())
    }

    /// The plan for the placements that a subgroup fixes; `None` if the observer says to stop before it is made.
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
        unless_stopped(observer, move |cancel| fixed(&question, &settings.with_cancel(cancel), &group))
            .transpose()
    }

    /// Counts, each plan by `count`: the one for all placements first. Where a subgroup fixes none, those above it are not
    /// looked at. Between two counts the observer may stop it, too.
    ///
    /// # Errors
    /// Plans that cannot be made, and what `count` says.
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

    /// The placements with one stabiliser: only this subgroup and those above it are looked at, so that a board on which all
    /// placements are far too many is quick. `None` if the problem has no symmetries that these words say, or the count was
    /// stopped.
    ///
    /// # Errors
    /// Those of [`BySymmetry::run`].
    pub fn run_one<E: From<PlanError>>(
        &self,
        group: MapGroup,
        observer: &dyn Observer,
        count: impl FnMut(&Plan) -> Result<Outcome, E>,
    ) -> Result<Option<Stabiliser>, E> {
        let Some(class) = self.class(group) else { return Ok(None) };
        let above = self.subgroups.above(class);
        let is_looked_at = |other: &usize| *other == class || above[*other] > 0;
        let wanted: Vec<usize> = (0..above.len()).filter(is_looked_at).collect();
        let (counts, found) = self.counts(&wanted, observer, count)?;
        Ok(found.complete.then(|| self.stabiliser_of(class, &counts[0])))
    }

    /// The class of the subgroup that words say.
    fn class(&self, group: MapGroup) -> Option<usize> {
        let Question { problem, maximal, .. } = &self.question;
        let whole = Group::new(&self.symmetries);
        let elements = members(problem, *maximal, group).ok()?;
        let mut elements = elements.iter().map(|one| whole.place(one)).collect::<Option<Vec<usize>>>()?;
        elements.sort_unstable();
        self.subgroups.class_of(&elements)
    }

    /// What subgroups of some classes, with all that are above them, fix, and what they have alone; with all that it took.
    fn counts<E: From<PlanError>>(
        &self,
        wanted: &[usize],
        observer: &dyn Observer,
        mut count: impl FnMut(&Plan) -> Result<Outcome, E>,
    ) -> Result<(Vec<Fixed>, Outcome), E> {
        let (classes, order) = (&self.subgroups.classes, self.symmetries.len());
        let above: Vec<Vec<usize>> = wanted.iter().map(|&class| self.subgroups.above(class)).collect();
        let mut found = Outcome::zero();
        let mut counts: Vec<Fixed> = Vec::new();
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
            counts.push(Fixed { fixed, alone: BigUint::ZERO });
        }
        // What one subgroup has alone, from the largest downwards.
        for (place, &class) in wanted.iter().enumerate().rev().filter(|_| found.complete) {
            let of_others = |(&other, count): (&usize, &Fixed)| &count.alone * above[place][other];
            let others: BigUint = wanted.iter().zip(&counts).map(of_others).sum();
            let of_a_class = order / classes[class].elements.len();
            let own = (counts[place].fixed >= others).then(|| &counts[place].fixed - others);
            let own = own.filter(|own| own * classes[class].conjugates % of_a_class == BigUint::ZERO);
            counts[place].alone = own.ok_or(PlanError::Stabilisers)?;
        }
        Ok((counts, found))
    }

    fn stabiliser_of(&self, number: usize, count: &Fixed) -> Stabiliser {
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

/// Placements that one subgroup fixes.
struct Fixed {
    fixed: BigUint,
    /// Those of them that nothing else fixes.
    alone: BigUint,
}

impl Fixed {
    fn is_nought(&self) -> bool {
        self.fixed == BigUint::ZERO
    }
}
