//! This machine, and this process on it, as journals and tables name them.

use super::record::Process;
use crate::Named;
use crate::engines::Kernel;
use crate::plan::Settings;

/// Returns the processor (or its architecture, if the system does not name it) and its cores: `AMD EPYC 7B13
/// (8 cores)`.
pub(crate) fn machine() -> String {
    let known = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = known.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == "model name").then(|| value.split_whitespace().collect::<Vec<_>>().join(" "))
    });
    let processor = processor.filter(|name| !name.is_empty());
    let processor =
        processor.unwrap_or_else(|| format!("{} {}", std::env::consts::OS, std::env::consts::ARCH));
    let cores = cores();
    format!("{processor} ({cores} core{})", if cores == 1 { "" } else { "s" })
}

/// Describes this process, for a count with these settings.
pub(crate) fn session(settings: &Settings) -> Process {
    let kernel = settings.kernel.unwrap_or_else(Kernel::best);
    Process::describe(machine(), kernel.name(), settings.threads.unwrap_or_else(cores))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command and programs that use the library describe the machine alike.
    #[test]
    fn every_session_names_the_machine_alike() {
        let session = session(&Settings::default().with_threads(3));
        assert_eq!((session.machine, session.threads), (machine(), 3));
        assert!(machine().ends_with(" core)") || machine().ends_with(" cores)"), "{}", machine());
    }
}
