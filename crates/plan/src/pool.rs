//! The threads of a count.

use super::outcome::RunError;
use std::sync::OnceLock;

/// New threads for each run, or those of the caller's rayon pool.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub struct Pool {
    /// The number of threads.
    pub threads: usize,
    is_callers: bool,
}

impl Pool {
    /// Returns a pool with the requested number of threads, or else one for each core, or as many as the
    /// caller's pool has.
    #[doc(hidden)]
    pub fn new(asked: Option<usize>, is_callers: bool) -> Self {
        let there_are = || match is_callers {
            true => rayon::current_num_threads(),
            false => processors(),
        };
        Self { threads: asked.filter(|&threads| threads > 0).unwrap_or_else(there_are), is_callers }
    }

    /// Runs work whose parallel loops use these threads.
    #[doc(hidden)]
    pub fn install<T: Send>(self, work: impl FnOnce() -> T + Send) -> Result<T, RunError> {
        // WebAssembly has no threads for a pool; there rayon's loops run on the calling thread.
        if self.is_callers || cfg!(target_family = "wasm") {
            return Ok(work());
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        Ok(pool.map_err(|_| RunError::Threads(self.threads))?.install(work))
    }
}

/// Returns the number of threads that can run at a time. It is cached, because the system reads several files
/// to answer.
fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_threads_as_are_asked_for_and_else_as_many_as_there_are() {
        let of = |number: Option<usize>| Pool::new(number, false).threads;
        assert_eq!([Some(1), Some(97)].map(of), [1, 97]);
        assert_eq!(of(None), std::thread::available_parallelism().map_or(1, usize::from));
        assert_eq!(of(Some(0)), of(None));
    }

    #[test]
    fn work_is_done_in_the_callers_pool_or_outside_it() {
        let callers = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for is_callers in [false, true] {
            let (caller, (pool, worker)) = callers.install(|| {
                let pool = Pool::new((!is_callers).then_some(2), is_callers);
                let worker = pool.install(|| std::thread::current().id()).unwrap();
                (std::thread::current().id(), (pool, worker))
            });
            assert_eq!(pool.threads, if is_callers { 3 } else { 2 });
            assert_eq!(worker == caller, is_callers);
        }
    }
}
