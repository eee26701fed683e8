//! The library for a page: questions and answers as JSON.
//!
//! A browser and WebAssembly share numbers and memory, and nothing else. The page therefore writes a question
//! as text into a [buffer](question) of the library. Then it calls [`answer`], which leaves another text for
//! the page to read. The page offers a clock, and functions for progress and faults. No tool generates code
//! for either side: this file contains the whole interface. [`armistice::page`] defines the questions and
//! answers.
//!
//! Everything runs on the one thread of a worker. The page stops a long question by ending the worker.

mod watch;

use armistice::page::{self, Session};
use armistice::plan::Settings;
use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};
use watch::Teller;

/// The memory for tables, in bytes: a quarter of what a page can have.
const MEMORY: u64 = 1 << 30;

thread_local! {
    /// The session of the only page.
    static SESSION: RefCell<Session> = RefCell::default();
}

/// The text of the question, and later of the answer.
static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn buffer<T>(work: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    work(&mut BUFFER.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Makes room for a question of `length` bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> *mut u8 {
    buffer(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the question, and returns the length of the answer in bytes.
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

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    buffer(|buffer| buffer.as_ptr())
}

/// Sets the clock, and reports panics to the page before they end the worker.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    watch::begin();
}
