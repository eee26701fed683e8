//! What the page offers: a clock, an ear for progress and one for faults.

use armistice::clock::Instant;
use armistice::plan::{Observer, UnitDone};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

/// Progress is told no more often than this.
const TOLD: Duration = Duration::from_millis(50);

#[cfg(target_family = "wasm")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since some moment.
        pub(super) safe fn now() -> f64;
        /// How far the work is: the share that is done and the placements found; negative if that is not known.
        pub(super) safe fn progress(share: f64, found: f64);
        /// The library has a fault, told in so many bytes of text, and goes on no more.
        pub(super) safe fn fault(text: *const u8, length: usize);
    }
}

/// Where there is no page.
#[cfg(not(target_family = "wasm"))]
mod page {
    pub(super) fn progress(_share: f64, _found: f64) {}
}

/// Sets the clock and the ear for faults.
pub(crate) fn begin() {
    #[cfg(target_family = "wasm")]
    {
        armistice::clock::set(|| Duration::from_secs_f64(page::now().max(0.0) / 1000.0));
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            page::fault(text.as_ptr(), text.len());
        }));
    }
}

/// Tells the page how far a run is.
pub(crate) struct Teller(Mutex<Told>);

struct Told {
    share: f64,
    found: f64,
    last: Instant,
}

impl Teller {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Told { share: 0.0, found: 0.0, last: Instant::now() }))
    }

    fn told(&self, change: impl FnOnce(&mut Told)) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut told);
        if told.last.elapsed() >= TOLD {
            told.last = Instant::now();
            page::progress(told.share.min(1.0), told.found);
        }
    }
}

impl Observer for Teller {
    fn search_begins(&self, _what: &str) {
        self.told(|told| told.share = 0.0);
    }

    fn unit_done(&self, unit: &UnitDone) {
        self.told(|told| {
            told.share += unit.share;
            told.found += unit.found;
        });
    }

    /// Not here: the page ends the worker. But it is asked often, and so the page learns that work goes on.
    fn should_stop(&self) -> bool {
        self.told(|_| {});
        false
    }
}
