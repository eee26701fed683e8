//! Limits on the sizes of files (`ulimit -f`): what does not fit is an error, like a full disk.
//!
//! Whoever writes past such a limit is sent SIGXFSZ, which ends a process without a word, with all that it has counted. A
//! thread that does not receive it is told by the write that failed instead. All threads of a process inherit that from the
//! one that begins them.

/// Has writes past a limit fail; to be called before there is a second thread.
#[cfg(unix)]
pub(super) fn fail_past_limit() {
    use nix::sys::signal::{SigSet, Signal};
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    // Where that is refused, a limit ends the process, as it would have.
    let _ = signals.thread_block();
}

/// There are no such limits here.
#[cfg(not(unix))]
pub(super) fn fail_past_limit() {}
