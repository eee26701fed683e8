//! Placements, one after another.

use crate::counting::{sameness, time};
use crate::numbers::whole;
use crate::placement::Placement;
use crate::problem::{self, refused};
use crate::waiting::{Wait, expired};
use armistice::clock::Instant;
use armistice::plan::Observer;
use armistice::search::listing::{ListedPlacement, Listing, Selection, list_all, list_first_fail, list_lex};
use armistice::search::random::Sampler;
use armistice::search::{First, fault, find_first};
use armistice::{Demand, Problem, Quantity, UpTo};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The longest time to find a batch. The first placement is returned immediately, and later ones in batches.
const BATCH_TIME: Duration = Duration::from_millis(20);
const MAX_BATCH: usize = 4096;
/// The most placements in a sample. Further calls draw more.
const MAX_SAMPLE: u64 = u32::MAX as u64;

/// Placements of a problem, found as they are requested.
#[pyclass(frozen, module = "armistice")]
pub(crate) struct Placements {
    problem: Problem,
    by_class: bool,
    /// The time when the search is given up.
    end: Option<Instant>,
    state: Mutex<State>,
}

struct State {
    /// The list; `None` at its end, and while a call searches.
    listing: Option<Listing>,
    ready: VecDeque<ListedPlacement>,
    /// The number of placements in a batch.
    batch: usize,
    is_broken: bool,
}

#[pymethods]
impl Placements {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        let why = "Placements are a search that is going on, which cannot be pickled: pickle list(placements), or the problem";
        Err(PyTypeError::new_err(why))
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __len__(&self) -> PyResult<usize> {
        let why = "placements are found one at a time, so their number is not known: use count(problem), or len(list(placements)) \
                   to list them all first";
        Err(PyTypeError::new_err(why))
    }

    fn __repr__(&self) -> String {
        format!("<Placements of {}>", self.problem)
    }

    fn __next__(&self, python: Python<'_>) -> PyResult<Option<Placement>> {
        let lock = || self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (listing, batch) = {
            let mut state = lock();
            if let Some(listed) = state.ready.pop_front() {
                return self.shown(listed).map(Some);
            }
            if std::mem::replace(&mut state.is_broken, true) {
                let fault = "this search was interrupted, or another thread is at it: begin a new one";
                return Err(PyRuntimeError::new_err(fault));
            }
            (state.listing.take(), state.batch)
        };
        let Some(mut listing) = listing else {
            lock().is_broken = false;
            return Ok(None);
        };
        let timeout = self.end.map(|end| end.saturating_duration_since(Instant::now()));
        let answered = Wait { timeout, ..Wait::default() }.run(python, move |watch| {
            let (begun, mut found) = (Instant::now(), VecDeque::new());
            while found.len() < batch && begun.elapsed() < BATCH_TIME {
                match listing.advance(&|| watch.should_stop()) {
                    Some(listed) => found.push_back(listed),
                    None if watch.should_stop() => return None,
                    None => return Some((None, found)),
                }
            }
            Some((Some(listing), found))
        })?;
        let Some((listing, found)) = answered.flatten() else {
            return Err(expired(python, &self.problem, None, None));
        };
        let mut state = lock();
        state.listing = listing;
        state.ready = found;
        state.batch = (2 * batch).min(MAX_BATCH);
        state.is_broken = false;
        state.ready.pop_front().map(|listed| self.shown(listed)).transpose()
    }
}

impl Placements {
    fn shown(&self, ListedPlacement { placement, class_size, .. }: ListedPlacement) -> PyResult<Placement> {
        let class_size = self.by_class.then_some(class_size);
        checked(&self.problem, Demand::Nothing, placement, class_size)
    }
}

/// Checks placements before they are returned.
pub(crate) fn checked(
    problem: &Problem,
    demand: Demand,
    placement: armistice::Placement,
    class_size: Option<u64>,
) -> PyResult<Placement> {
    match fault(problem, demand, &placement) {
        None => Ok(Placement { problem: problem.clone(), placement, class_size }),
        Some(fault) => {
            let message = format!("internal check failed: {problem}: {fault}; please report this problem");
            Err(PyRuntimeError::new_err(message))
        }
    }
}

/// Begins a list.
#[pyfunction]
#[pyo3(signature = (problem, up_to, maximal, order, timeout))]
pub(crate) fn solve(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    up_to: Option<&str>,
    maximal: bool,
    order: Option<&str>,
    timeout: Option<f64>,
) -> PyResult<Placements> {
    let timeout = timeout.map(|seconds| time(seconds, "timeout")).transpose()?;
    let end = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let problem = problem::read(problem, Quantity::Exactly(1))?;
    let selection = Selection { up_to: sameness(up_to)?, maximal, ..Selection::default() };
    let order = order.map(str::to_owned);
    if let Some(order) = &order
        && !["lex", "first-fail"].contains(&order.as_str())
    {
        return Err(refused(format_args!("'{order}': expected one of lex, first-fail")));
    }
    if order.as_deref() == Some("first-fail") && selection != Selection::default() {
        return Err(refused("order first-fail: up_to and maximal need the order lex"));
    }
    let asked = problem.clone();
    let answered = Wait { timeout, ..Wait::default() }.run(python, move |watch| match order.as_deref() {
        Some("first-fail") => list_first_fail(&asked),
        Some(_) => list_lex(&asked, selection, watch),
        None => list_all(&asked, selection, watch),
    })?;
    let Some(listing) = answered else { return Err(expired(python, &problem, None, None)) };
    let state = State {
        listing: Some(listing.map_err(refused)?),
        ready: VecDeque::new(),
        batch: 1,
        is_broken: false,
    };
    let by_class = selection.up_to != UpTo::Nothing;
    Ok(Placements { problem, by_class, end, state: Mutex::new(state) })
}

/// Returns one placement, found with any engine; None if there is none.
#[pyfunction]
#[pyo3(signature = (problem, seed, timeout))]
pub(crate) fn find(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    timeout: Option<f64>,
) -> PyResult<Option<Placement>> {
    let timeout = timeout.map(|seconds| time(seconds, "timeout")).transpose()?;
    let seed = whole(seed, "seed", 0..=u64::MAX)?;
    let problem = problem::read(problem, Quantity::Exactly(1))?;
    let asked = problem.clone();
    let wait = Wait { timeout, ..Wait::default() };
    let found = wait.run(python, move |watch| find_first(&asked, seed, watch))?;
    match found.unwrap_or(Ok(First::Stopped)).map_err(refused)? {
        First::Found { placement, .. } => checked(&problem, Demand::Nothing, placement, None).map(Some),
        First::None { .. } => Ok(None),
        First::Stopped => Err(expired(python, &problem, None, None)),
    }
}

/// Returns random placements, and whether all placements were equally likely.
#[pyfunction]
#[pyo3(signature = (problem, number, seed, timeout))]
pub(crate) fn sample(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    number: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    timeout: Option<f64>,
) -> PyResult<(Vec<Placement>, bool)> {
    let timeout = timeout.map(|seconds| time(seconds, "timeout")).transpose()?;
    let number = whole(number, "k", 0..=MAX_SAMPLE)? as usize;
    let seed = whole(seed, "seed", 0..=u64::MAX)?;
    let problem = problem::read(problem, Quantity::Exactly(1))?;
    let asked = problem.clone();
    let drawn = Wait { timeout, ..Wait::default() }.run(python, move |watch| {
        let mut sampler = Sampler::new(&asked, seed, watch)?;
        let drawn = (sampler.draw(number, watch)?, sampler.is_uniform());
        Ok((!watch.should_stop()).then_some(drawn))
    })?;
    let drawn = drawn.unwrap_or(Ok(None)).map_err(|error: armistice::search::SearchError| refused(error))?;
    let Some((placements, is_uniform)) = drawn else { return Err(expired(python, &problem, None, None)) };
    let placements =
        placements.into_iter().map(|placement| checked(&problem, Demand::Nothing, placement, None));
    Ok((placements.collect::<PyResult<_>>()?, is_uniform))
}
