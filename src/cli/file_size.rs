//! Limits on the sizes of files (`ulimit -f`). Writing beyond a limit becomes an error, like a full disk.
//!
//! A process that writes beyond such a limit receives SIGXFSZ, which ends it without a message and loses
//! everything that it has counted. If the thread blocks this signal, the write fails instead. Threads inherit
//! the blocked signal from the thread that starts them.

/// Makes writes beyond a limit fail. Must be called before there is a second thread.
#[cfg(unix)]
pub(super) fn fail_past_limit() {
    use nix::sys::signal::{SigSet, Signal};
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    // If the signal cannot be blocked, a limit still ends the process.
    let _ = signals.thread_block();
}

/// Does nothing: this system has no such limits.
#[cfg(not(unix))]
pub(super) fn fail_past_limit() {}
