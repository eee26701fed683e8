//! On which threads a count runs.

use super::outcome::RunError;
use super::settings::Settings;

/// Threads of its own for each run, or those of the caller's rayon pool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pool {
    /// How many there are.
    pub(crate) threads: usize,
    is_callers: bool,
}

impl Pool {
    /// As the settings say: one thread for each core if they do not.
    pub(crate) fn of(settings: &Settings) -> Self {
        let asked = settings.threads.filter(|&threads| threads > 0);
        let there_are = || match settings.in_callers_pool {
            true => rayon::current_num_threads(),
            false => std::thread::available_parallelism().map_or(1, usize::from),
        };
        Self { threads: asked.unwrap_or_else(there_are), is_callers: settings.in_callers_pool }
    }

    /// Does work whose parallel loops are to run on these threads.
    pub(crate) fn install<T: Send>(self, work: impl FnOnce() -> T + Send) -> Result<T, RunError> {
        if self.is_callers {
            return Ok(work());
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        Ok(pool.map_err(|_| RunError::Threads(self.threads))?.install(work))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_threads_as_are_asked_for_and_else_as_many_as_there_are() {
        let of = |number: Option<usize>| Pool::of(&Settings::default().with_threads(number)).threads;
        assert_eq!([Some(1), Some(97)].map(of), [1, 97]);
        assert_eq!(of(None), std::thread::available_parallelism().map_or(1, usize::from));
        assert_eq!(of(Some(0)), of(None));
    }

    #[test]
    fn work_is_done_in_the_callers_pool_or_outside_it() {
        let callers = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for is_callers in [false, true] {
            let settings = Settings::default().with_callers_pool(is_callers);
            let settings = if is_callers { settings } else { settings.with_threads(2) };
            let (caller, (pool, worker)) = callers.install(|| {
                let pool = Pool::of(&settings);
                let worker = pool.install(|| std::thread::current().id()).unwrap();
                (std::thread::current().id(), (pool, worker))
            });
            assert_eq!(pool.threads, if is_callers { 3 } else { 2 });
            assert_eq!(worker == caller, is_callers);
        }
    }
}
