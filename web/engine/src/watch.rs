//! Functions of the page: a clock, and reports of progress and faults.

use armistice::clock::Instant;
use armistice::plan::{Gauge, Observer, UnitDone};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The shortest time between two reports of progress.
const TOLD: Duration = Duration::from_millis(50);

#[cfg(target_family = "wasm")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Returns the milliseconds since a fixed moment.
        pub(super) safe fn now() -> f64;
        /// Reports progress: the share that is done, and the number of placements found. Unknown numbers are
        /// negative.
        pub(super) safe fn progress(share: f64, found: f64);
        /// Reports a fault of the library, after which it stops. The text has `length` bytes.
        pub(super) safe fn fault(text: *const u8, length: usize);
    }
}

/// A replacement for the page in programs without one.
#[cfg(not(target_family = "wasm"))]
mod page {
    pub(super) fn progress(_share: f64, _found: f64) {}
}

/// Sets the clock and the panic hook.
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

/// An observer that reports the progress of a run to the page.
pub(crate) struct Teller {
    gauge: Gauge,
    /// The time of the last report.
    told: Mutex<Instant>,
}

impl Teller {
    pub(crate) fn new() -> Self {
        Self { gauge: Gauge::default(), told: Mutex::new(Instant::now()) }
    }

    fn tell(&self) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() >= TOLD {
            *told = Instant::now();
            page::progress(self.gauge.share(), self.gauge.lower_bound());
        }
    }
}

impl Observer for Teller {
    fn search_begins(&self, what: &str) {
        self.gauge.search_begins(what);
        self.tell();
    }

    fn goes_on(&self, share: f64, found: f64) {
        self.gauge.goes_on(share, found);
        self.tell();
    }

    fn unit_done(&self, unit: &UnitDone) {
        self.gauge.unit_done(unit);
        self.tell();
    }

    /// Never stops the run: the page ends the worker instead. But engines call this often, which lets it
    /// report progress.
    fn should_stop(&self) -> bool {
        self.tell();
        false
    }
}
