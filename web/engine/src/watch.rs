//! What the page offers: a clock, an ear for progress and one for faults.

use armistice::clock::Instant;
use armistice::plan::{Gauge, Observer, UnitDone};
use std::sync::{Mutex, PoisonError};
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
pub(crate) struct Teller {
    gauge: Gauge,
    /// When it was told last.
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
            page::progress(self.gauge.share(), self.gauge.found());
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

    /// Not here: the page ends the worker. But it is asked often, and so the page learns that work goes on.
    fn should_stop(&self) -> bool {
        self.tell();
        false
    }
}
