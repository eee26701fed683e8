//! From the results of populations to a number and its interval.
//!
//! Populations are independent, and the mean of each is the true number. This also holds for the mean of all
//! populations, and Student's interval bounds its error (W. S. Gosset, 1908). On large boards single
//! populations scatter by factors. Their logarithms are then nearly normal, because they are sums over many
//! steps, and the interval is that of the mean of a log-normal distribution (D. R. Cox, in C. E. Land, 1971).

/// A number as its logarithm, with an interval at a confidence of 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Interval {
    /// The natural logarithm of the estimate.
    pub logarithm: f64,
    /// The logarithm of the lower end; minus infinity for zero.
    pub low: f64,
    /// The logarithm of the upper end.
    pub high: f64,
}

/// The largest scatter, relative to the mean, of populations that are averaged directly.
const NARROW: f64 = 0.3;
/// The largest scatter for an interval if some populations found nothing.
const MAX_SCATTER: f64 = 1.5;
/// The least number of populations for an interval if some of them found nothing.
const MIN_WITH_NONE: usize = 24;

/// Returns the interval of the samples, which are logarithms; `None` if they are too few or scatter too much.
pub(super) fn interval(samples: &[f64]) -> Option<Interval> {
    let number = samples.len() as f64;
    let (scatter, logarithm) = scatter(samples)?;
    if samples.len() < 2 {
        return None;
    }
    let quantile = student(samples.len() - 1);
    let are_all_found = samples.iter().all(|sample| sample.is_finite());
    if scatter > NARROW && are_all_found {
        let mean = samples.iter().sum::<f64>() / number;
        let variance = samples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / (number - 1.0);
        let error = (variance / number + variance * variance / (2.0 * (number - 1.0))).sqrt();
        let logarithm = mean + variance / 2.0;
        return Some(Interval::new(logarithm, logarithm - quantile * error, logarithm + quantile * error));
    }
    if !are_all_found && (scatter > MAX_SCATTER || samples.len() < MIN_WITH_NONE) {
        return None;
    }
    let half = quantile * scatter / number.sqrt();
    Some(Interval::new(logarithm, logarithm + (1.0 - half).max(0.0).ln(), logarithm + half.ln_1p()))
}

/// Returns the relative standard deviation of the numbers whose logarithms the samples are, and the logarithm
/// of their mean; `None` if all are zero.
pub(super) fn scatter(samples: &[f64]) -> Option<(f64, f64)> {
    let most = samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return None;
    }
    let number = samples.len() as f64;
    let values = samples.iter().map(|sample| (sample - most).exp());
    let mean = values.clone().sum::<f64>() / number;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (number - 1.0).max(1.0);
    Some((variance.sqrt() / mean, most + mean.ln()))
}

/// The precision of logarithms, relative to their size.
const ROUNDING: f64 = 1e-13;

impl Interval {
    /// Makes an interval with these ends, widened by possible rounding errors. If all arrangements of rooks
    /// are placements, the samples do not scatter at all.
    fn new(logarithm: f64, low: f64, high: f64) -> Self {
        let rounding = ROUNDING * logarithm.abs().max(1.0);
        Self { logarithm, low: low - rounding, high: high + rounding }
    }

    /// Returns the larger of the two distances between the estimate and the ends, relative to the estimate.
    #[must_use]
    pub fn relative_error(&self) -> f64 {
        let above = (self.high - self.logarithm).exp_m1();
        let below = -(self.low - self.logarithm).exp_m1();
        above.max(below)
    }
}

/// Returns the 97.5 % quantile of Student's distribution with `freedom` degrees of freedom.
pub(super) fn student(freedom: usize) -> f64 {
    const FEW: [f64; 8] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306];
    if let Some(&quantile) = freedom.checked_sub(1).and_then(|place| FEW.get(place)) {
        return quantile;
    }
    // The expansion of R. A. Fisher and E. A. Cornish (1960) about the normal quantile.
    let (z, n) = (1.959_964_f64, freedom as f64);
    let terms = [
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
    ];
    z + terms[0] / n + terms[1] / n.powi(2) + terms[2] / n.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::random::Random;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (freedom, quantile) in [(1, 12.706), (9, 2.262), (10, 2.228), (30, 2.042), (120, 1.980)] {
            assert!((student(freedom) - quantile).abs() < 1.1e-3, "{freedom}: {}", student(freedom));
        }
    }

    /// Log-normal samples of all widths with a known mean: 19 of 20 intervals must contain it.
    #[test]
    fn intervals_have_the_mean_as_often_as_they_say() {
        let mut random = Random::new(5);
        let mut normal = || {
            let (one, two) = (1.0 - random.fraction(), random.fraction());
            (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * two).cos()
        };
        for (width, number) in [(0.02, 32), (0.15, 32), (0.25, 32), (0.5, 16), (1.0, 16), (1.5, 32)] {
            let mut hits = 0;
            for _ in 0..2000 {
                let samples: Vec<f64> = (0..number).map(|_| 900.0 + width * normal()).collect();
                let found = interval(&samples).unwrap();
                let mean = 900.0 + width * width / 2.0;
                hits += u32::from(found.low <= mean && mean <= found.high);
            }
            assert!((1860..=1960).contains(&hits), "{width}: {hits}");
        }
    }

    #[test]
    fn nothing_is_said_of_what_is_not_known() {
        let nothing = f64::NEG_INFINITY;
        assert_eq!(interval(&[]), None);
        assert_eq!(interval(&[5.0]), None);
        assert_eq!(interval(&[nothing; 40]), None);
        assert_eq!(interval(&[nothing, 1.0, 2.0]), None);
        // One sample in forty scatters too much.
        let rare: Vec<f64> = (0..40).map(|place| if place == 0 { 3.0 } else { nothing }).collect();
        assert_eq!(interval(&rare), None);
        let often: Vec<f64> = (0..40).map(|place| if place % 2 == 0 { 3.0 } else { nothing }).collect();
        let found = interval(&often).unwrap();
        assert!((found.logarithm - (3.0_f64 - 2.0_f64.ln())).abs() < 1e-9 && found.low.is_finite());
    }
}
