//! A loop over ranges or tables, on all threads or on one.

use rayon::prelude::*;

/// Returns the results of `make` for each number below `number`, computed on all threads or on one. It is
/// compiled once for each type of result.
pub(super) fn map_numbers<T: Send>(
    number: usize,
    parallel: bool,
    make: &(dyn Fn(usize) -> T + Sync),
) -> Vec<T> {
    if parallel { (0..number).into_par_iter().map(make).collect() } else { (0..number).map(make).collect() }
}
