//! The same for each range or table, on all threads or on one.

use rayon::prelude::*;

/// What is made for each number below this one, on all threads or on one. Compiled once for each kind of result.
pub(super) fn each<T: Send>(number: usize, parallel: bool, make: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    if parallel { (0..number).into_par_iter().map(make).collect() } else { (0..number).map(make).collect() }
}
