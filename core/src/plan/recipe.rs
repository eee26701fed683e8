//! What a plan settled by the clock or the machine, so that the same plan can be made again anywhere.

use crate::engines::frontier::SweepRecipe;
use crate::engines::kernel::Kernel;

/// How the same plan is made again.
#[derive(Debug, Clone, PartialEq)]
pub enum Recipe {
    /// Of units.
    Units(UnitRecipe),
    /// A sweep, whatever the engine that is asked for.
    Sweep(SweepRecipe),
}

/// What a plan of units settled.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitRecipe {
    /// The instructions by whose speed an engine was chosen; others can count.
    pub kernel: Kernel,
    /// For each time that armies could be counted by their lines, whether they are: both ways were timed. For each count of a
    /// part, too, whether it is a plan of its own.
    pub by_lines: Vec<bool>,
    /// Whether the whole problem is counted by an engine.
    pub tree: Tree,
    /// The calibration factor of each term: what its units take, over what the model says they cost.
    pub calibration: Vec<f64>,
}

/// What counts a whole problem.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Tree {
    /// An engine, or a sum over what engines count.
    #[default]
    Engines,
    /// The kinds with these numbers are placed first.
    Leaders(Vec<usize>),
    /// It is made from smaller boards.
    Clusters,
    /// It is a product of parts that do not interact.
    Parts,
}

/// Choices that are made by the clock, or as a recipe says.
pub(crate) struct Choices<'a> {
    given: Option<std::slice::Iter<'a, bool>>,
    /// Those made so far.
    pub(crate) made: Vec<bool>,
}

impl<'a> Choices<'a> {
    pub(crate) fn new(recipe: Option<&'a UnitRecipe>) -> Self {
        Self { given: recipe.map(|recipe| recipe.by_lines.iter()), made: Vec::new() }
    }

    /// Whether a recipe says what is chosen.
    pub(crate) fn are_given(&self) -> bool {
        self.given.is_some()
    }

    /// As the recipe says, which has an end if it is one for another problem; else what is measured.
    pub(crate) fn choose(&mut self, measure: impl FnOnce() -> bool) -> bool {
        let chosen = match &mut self.given {
            Some(given) => given.next().copied().unwrap_or(false),
            None => measure(),
        };
        self.made.push(chosen);
        chosen
    }
}
