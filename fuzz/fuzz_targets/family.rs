//! Reads any text as a family. The reader rejects it in one short line, or returns a family that reads back
//! and whose problems have short errors.

#![no_main]

use armistice::notation::Family;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Family>() {
        Ok(family) => {
            let canonical = family.to_string();
            let again: Family = canonical.parse().expect("canonical text is a family");
            assert_eq!(again.to_string(), canonical);
            for value in [-1, 0, 1, 8, i64::MAX] {
                let values: Vec<(char, i64)> =
                    family.variables().into_iter().map(|name| (name, value)).collect();
                assert_eq!(again.text_at(&values).ok(), family.text_at(&values).ok());
                if let Err(error) = family.problem_at(&values) {
                    let message = error.to_string();
                    assert!(message.len() < 800 && !message.contains(char::is_control), "{message:?}");
                }
            }
        }
        Err(error) => {
            let message = error.to_string();
            assert!(message.len() < 400 && !message.contains(char::is_control), "{message:?}");
            assert!(error.column <= text.chars().count() + 1);
        }
    }
});
