//! Trees of several engines that are stopped, continued, and counted in parts.

use crate::common::program::{Folder, kill_at_random, run};
use crate::common::{Random, first_seed};

/// A sum over numbers, pieces placed first, few leapers by small boards, and independent parts; with their
/// counts.
///
/// The tests of trees confirm the counts by other engines (for the third one cells, in 166 seconds).
const TREES: [(&str, &str); 4] = [
    ("12x12 Q*", "633443407"),
    ("10x10 N20 R", "1090725157895400"),
    ("20x20 N7", "213938387868416"),
    ("8x18-i1,j1,i2,j2,i3,j3,i4,j4,i5,j5,i6,j6,i7,j7,i8,j8 R6 N6", "1314750621298104"),
];

/// Returns whether a journal has any lines. A journal that was killed before its first line is removed,
/// because there is nothing to resume.
#[cfg(unix)]
fn is_begun(journal: &str) -> bool {
    let bytes = std::fs::metadata(journal).map(|file| file.len());
    if bytes.as_ref().is_ok_and(|&bytes| bytes == 0) {
        std::fs::remove_file(journal).unwrap();
    }
    bytes.is_ok_and(|bytes| bytes > 0)
}

/// A count that is killed at any time continues from its journal and gives the same number.
#[cfg(unix)]
#[test]
fn a_killed_tree_goes_on() {
    let folder = Folder::new("killed-trees");
    for (problem, expected) in TREES {
        let journal = folder.file(&format!("{}.journal", problem.replace([' ', '*'], "-")));
        let mut random = Random::new(first_seed() ^ 0x7ee);
        let begin = ["count", problem, "--quiet", "--threads", "1", "--journal", journal.as_str()];
        let resume = ["count", "--resume", journal.as_str(), "--quiet", "--threads", "1"];
        let mut kills = 0;
        for attempt in 0..5 {
            let is_begun = is_begun(&journal);
            let arguments: &[&str] = if is_begun { &resume } else { &begin };
            let (was_killed, output) = kill_at_random(arguments, &mut random, 300 * (attempt + 1));
            kills += u32::from(was_killed);
            if !was_killed && output.status.success() {
                break;
            }
        }
        assert!(kills > 0, "{problem} was never killed");
        let is_begun = is_begun(&journal);
        let (answer, error, code) = run(if is_begun { &resume } else { &begin });
        assert_eq!((answer.trim(), code), (expected, 0), "{problem}: {error}");
    }
}

/// The parts of a tree are counted separately and combined again.
#[test]
fn parts_of_a_tree_add_up() {
    for (problem, expected) in TREES {
        let folder = Folder::new("parts-of-trees");
        let pieces = folder.file("pieces");
        let (_, error, code) = run(&["plan", problem, "--parts", "3", "--out", &pieces]);
        assert_eq!((error.as_str(), code), ("", 0), "{problem}");
        for part in ["2", "0", "1"] {
            let (answer, error, code) = run(&["shard", "--part", part, "--out", &pieces]);
            assert_eq!((answer.as_str(), code), ("", 0), "{problem}, part {part}: {error}");
        }
        let (answer, error, code) = run(&["merge", &pieces, "--quiet"]);
        assert_eq!((answer.trim(), code), (expected, 0), "{problem}: {error}");
    }
}
