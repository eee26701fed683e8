//! The known counts, counted by the command: a batch for each type of equivalence.

use crate::common::program::feed;
use crate::counts::{ARMIES, LANDMARKS, SEQUENCES, known};
use armistice::UpTo;

#[test]
fn the_command_counts_what_is_known() {
    let known: Vec<_> = [LANDMARKS, SEQUENCES, ARMIES].into_iter().flat_map(known).collect();
    for up_to in [UpTo::Nothing, UpTo::Symmetry, UpTo::Armies, UpTo::Translation] {
        let known: Vec<_> = known.iter().filter(|known| known.up_to == up_to).collect();
        let problems: String = known.iter().map(|known| format!("{}\n", known.problem)).collect();
        let same = up_to.to_string();
        let arguments: &[&str] = match up_to {
            UpTo::Nothing => &["count", "-q", "-"],
            _ => &["count", "-q", "--up-to", &same, "-"],
        };
        let (answer, error, code) = feed(arguments, problems);
        assert_eq!((error.as_str(), code), ("", 0));
        assert_eq!(answer.lines().count(), known.len());
        for (found, known) in answer.lines().zip(known) {
            assert_eq!(found, known.count.to_string(), "{}: {}, up to {up_to:?}", known.place, known.problem);
        }
    }
}
