//! The library for a page: questions and answers as JSON.
//!
//! A browser and WebAssembly share numbers and memory, and nothing else. So a question is text that the page writes into a
//! [buffer](question) here, and [`answer`] leaves another text for it to read. What the page offers in turn is a clock and an
//! ear for progress. No tool has to write code between the two, and this file is all that knows how they talk; what is asked
//! and answered is in [`armistice::page`].
//!
//! Everything runs on the one thread of a worker. A question that takes too long is ended by ending the worker.

mod watch;

use armistice::page::{self, Session};
use armistice::plan::Settings;
use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};
use watch::Teller;

/// Tables may take so many bytes: a quarter of what a page can have at most.
const MEMORY: u64 = 1 << 30;

thread_local! {
    /// That of the one page there is.
    static SESSION: RefCell<Session> = RefCell::default();
}

/// The text of the question, and then that of the answer.
static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn buffer<T>(work: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    work(&mut BUFFER.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Makes room for a question of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> *mut u8 {
    buffer(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the question, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let question = buffer(std::mem::take);
    // A worker has no other thread.
    let settings = Settings::default().with_threads(1).with_memory(MEMORY);
    let answer = SESSION.with_borrow_mut(|session| {
        page::answer(&String::from_utf8_lossy(&question), session, &settings, &Teller::new()).into_bytes()
    });
    buffer(|buffer| {
        *buffer = answer;
        buffer.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    buffer(|buffer| buffer.as_ptr())
}

/// Begins: sets the clock, and has panics told to the page before they end everything.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    watch::begin();
}
