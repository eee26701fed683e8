//! Sets of numbers as people and schedulers write them: `3,17,40-44`.

/// Writes numbers in increasing order as ranges.
pub(crate) fn write(numbers: &[usize]) -> String {
    let mut ranges: Vec<String> = Vec::new();
    for run in numbers.chunk_by(|a, b| *b == a + 1) {
        ranges.push(match run {
            [first, .., last] => format!("{first}-{last}"),
            [only] => only.to_string(),
            [] => continue,
        });
    }
    ranges.join(",")
}

/// Reads the numbers of such a text.
///
/// `None` if they are not in increasing order without repetition, or if there are more than `most`.
pub(crate) fn read(text: &str, most: usize) -> Option<Vec<usize>> {
    let mut numbers: Vec<usize> = Vec::new();
    if text.is_empty() {
        return Some(numbers);
    }
    for range in text.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (number(first)?, number(last)?);
        let follows = numbers.last().is_none_or(|&before| before < first);
        if !follows || last < first || last - first >= most - numbers.len() {
            return None;
        }
        numbers.extend(first..=last);
    }
    Some(numbers)
}

/// Reads a number that consists of digits only.
fn number(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(write(&[3, 17, 40, 41, 42]), "3,17,40-42");
        for numbers in [vec![], vec![0], vec![3, 17, 40, 41, 42], vec![0, 1], vec![5, 7, 9, 10]] {
            assert_eq!(read(&write(&numbers), 5), Some(numbers));
        }
        for text in [
            "x",
            "1,",
            "3-2",
            "1,1",
            "5,3",
            "+1",
            "1-",
            "-",
            "1-3,3",
            "1-6",
            "1-3,5-7",
            "1 2",
            "99999999999999999999999",
        ] {
            assert_eq!(read(text, 5), None, "{text}");
        }
    }
}
