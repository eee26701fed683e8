//! Threads that work while Python waits.
//!
//! They are kept for the next piece of work, because starting a thread takes longer than counting on a small
//! board.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

type Job = Box<dyn FnOnce() + Send>;

/// The threads that wait for work.
struct Idle {
    /// The process that they belong to. A forked process has none of them.
    process: u32,
    workers: Vec<Sender<Job>>,
}

static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, workers: Vec::new() });

/// Gives some work to a thread.
///
/// # Errors
/// Returns an error if no thread is idle and none can be started.
pub(crate) fn begin(job: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut job: Job = Box::new(job);
    loop {
        let Some(worker) = idle().workers.pop() else { break };
        match worker.send(job) {
            Ok(()) => return Ok(()),
            // That thread has ended, which only a panic causes.
            Err(unsent) => job = unsent.0,
        }
    }
    let (sender, jobs) = channel::<Job>();
    std::thread::Builder::new().name("armistice".to_owned()).spawn(move || {
        job();
        idle().workers.push(sender.clone());
        while let Ok(job) = jobs.recv() {
            job();
            idle().workers.push(sender.clone());
        }
    })?;
    Ok(())
}

/// Returns the list of this process.
fn idle() -> MutexGuard<'static, Idle> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if idle.process != process {
        *idle = Idle { process, workers: Vec::new() };
    }
    idle
}
