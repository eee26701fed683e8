//! The precision of an estimate: `1%`, `0.5 %`, or its time: `30s`, `5min`.

use crate::cli::time;
use std::str::FromStr;
use std::time::Duration;

/// The condition under which an estimate ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::cli) enum EstimateArgument {
    /// The half width of the interval, as a share of the estimate.
    Relative(f64),
    /// A time limit.
    Time(Duration),
}

impl FromStr for EstimateArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || {
            "expected a precision like 1%, more than 0 and up to 100%, or a time with its unit, like 30s"
                .to_owned()
        };
        if let Some(percent) = text.trim().strip_suffix('%') {
            let percent: f64 = percent.trim().parse().map_err(|_| fault())?;
            return if percent > 0.0 && percent <= 100.0 {
                Ok(Self::Relative(percent / 100.0))
            } else {
                Err(fault())
            };
        }
        // A number alone could be a precision or a time.
        match text.trim().ends_with(|last: char| last.is_ascii_alphabetic()) {
            true => time::parse(text).map(Self::Time).map_err(|_| fault()),
            false => Err(fault()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precisions_and_times_are_told_apart() {
        let of = |text: &str| text.parse::<EstimateArgument>();
        assert_eq!(of("1%"), Ok(EstimateArgument::Relative(0.01)));
        assert_eq!(of("0.5 %"), Ok(EstimateArgument::Relative(0.005)));
        assert_eq!(of("1min30s"), Ok(EstimateArgument::Time(Duration::from_secs(90))));
        for text in ["1", "", "%", "0%", "-1%", "101%", "nan%", "inf%", "0s", "s", "1e3 %%", "soon"] {
            assert!(of(text).is_err(), "{text}");
        }
    }
}
