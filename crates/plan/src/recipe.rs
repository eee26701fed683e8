//! What a plan settled by the clock or the machine, so that the same plan can be made again anywhere.

use crate::engines::frontier::SweepRecipe;
use crate::engines::kernel::Kernel;
use crate::named::named;

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
    /// part, too, whether it is a plan of its own. Of other problems whether descents have shown another engine to be quicker
    /// than the usual one; if not, nothing.
    pub by_lines: Vec<bool>,
    /// Whether the whole problem is counted by an engine.
    pub tree: Tree,
    /// The calibration factor of each term: what its units take, over what the model says they cost.
    pub calibration: Vec<f64>,
}

impl UnitRecipe {
    /// That of a leaf, or of leaves, about which there was nothing to settle; with the calibration factors that are known.
    pub(crate) fn plain(kernel: Kernel, calibration: Vec<f64>) -> Self {
        Self { kernel, by_lines: Vec::new(), tree: Tree::Engines, calibration }
    }
}

named! {
    /// What is settled of the pieces that go first.
    #[derive(Default)]
    pub enum Settled {
        /// The square of each.
        #[default]
        Squares = "squares",
        /// Which files they stand on, one on each; these exclude everything else.
        Files = "files",
        /// Which ranks.
        Ranks = "ranks",
        /// The square of each wall, which is a hole for the rest.
        Walls = "walls",
    }
}

/// What counts a whole problem.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Tree {
    /// An engine, or a sum over what engines count.
    #[default]
    Engines,
    /// The kinds with these numbers go first, and this is settled of them.
    Leaders(Vec<usize>, Settled),
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

    /// The same for what is chosen once, and rarely: only that it is will be noted, with [`Choices::note`].
    pub(crate) fn choose_rarely<T>(
        &mut self,
        given: impl FnOnce() -> Option<T>,
        measure: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        match &mut self.given {
            Some(it) => it.next().filter(|&&is_chosen| is_chosen).and_then(|_| given()),
            None => measure(),
        }
    }

    /// Notes what was chosen rarely.
    pub(crate) fn note(&mut self) {
        self.made.push(true);
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
