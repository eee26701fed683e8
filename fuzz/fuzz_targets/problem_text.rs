//! Reads any text as a problem. The reader rejects it in one short line, or the canonical form reads back as
//! the same problem.

#![no_main]

use armistice::Problem;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Problem>() {
        Ok(problem) => {
            let canonical = problem.to_string();
            let again: Problem = canonical.parse().expect("canonical text is a problem");
            assert_eq!(again, problem);
            assert_eq!(again.to_string(), canonical);
        }
        Err(error) => {
            let message = error.to_string();
            assert!(message.len() < 400 && !message.contains(char::is_control), "{message:?}");
            assert!(error.column <= text.chars().count() + 1);
        }
    }
});
