//! The growth of counts: bars in text, and a plot in SVG. Both show the logarithm to base 10.
//!
//! A count of zero has no logarithm: it is a bar of length zero, and in the plot a cross below the axis.
//! Lower bounds are marked `≥`, and in the plot are hollow.

use num_bigint::BigUint;
use std::fmt::Write;

/// A value of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// The line of the plot that the point belongs to: the value of the first of two variables.
    pub line: Option<i64>,
    /// The value of the variable along the line.
    pub at: i64,
    /// The count that is drawn.
    pub value: BigUint,
    /// Whether the count is complete, and not just a lower bound.
    pub complete: bool,
}

/// The values of a table, with a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plot {
    /// The description of the values.
    pub title: String,
    /// The variable along the lines.
    pub along: char,
    /// The variable whose values each have a line, if there are two variables.
    pub line: Option<char>,
    /// The values, in the order of the table.
    pub points: Vec<Point>,
}

/// Returns the logarithm to base 10, precise to a few digits; `None` for zero.
fn log10(value: &BigUint) -> Option<f64> {
    let digits = value.to_string();
    let first = &digits[..digits.len().min(17)];
    let first: f64 = first.parse().ok().filter(|&first| first > 0.0)?;
    Some(first.log10() + (digits.len() - digits.len().min(17)) as f64)
}

/// The shapes of the last cell of a bar, by eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Draws bars in text, one line for each value, at most `width` columns wide.
#[must_use]
pub fn chart(plot: &Plot, width: usize) -> String {
    let label = |point: &Point| match point.line {
        Some(line) => format!("{line},{}", point.at),
        None => point.at.to_string(),
    };
    let number = |point: &Point| {
        let sign = if point.complete { "" } else { "≥ " };
        log10(&point.value).map_or_else(|| format!("{sign}zero"), |log| format!("{sign}{log:.1}"))
    };
    let widest = |text: &dyn Fn(&Point) -> String| {
        plot.points.iter().map(|point| text(point).chars().count()).max().unwrap_or_default()
    };
    let (labels, numbers) = (widest(&label), widest(&number));
    let longest = width.saturating_sub(labels + numbers + 2).max(8);
    let most = plot.points.iter().filter_map(|point| log10(&point.value)).fold(1e-9, f64::max);
    let names = plot.line.map_or_else(|| plot.along.to_string(), |line| format!("{line},{}", plot.along));
    let mut text = format!("{names:>labels$} log10 of {}\n", plot.title);
    for point in &plot.points {
        let share = log10(&point.value).unwrap_or_default() / most;
        let eighths = (share * (longest * 8) as f64).round() as usize;
        let bar = "█".repeat(eighths / 8) + EIGHTHS[eighths % 8];
        let space = if bar.is_empty() { "" } else { " " };
        let _ = writeln!(text, "{:>labels$} {bar}{space}{}", label(point), number(point));
    }
    text
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 60.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 56.0;
/// The room between the axis and the crosses that stand for zero.
const ZERO: f64 = 18.0;
/// The dash patterns of lines with the same colour, once the colours repeat.
const DASHES: [&str; 4] =
    ["", " stroke-dasharray=\"7 3\"", " stroke-dasharray=\"2 3\"", " stroke-dasharray=\"9 3 2 3\""];
/// The colours of lines, which colour-blind readers can also distinguish, on light and on dark ground.
const COLOURS: [&str; 6] = ["#3b7dd8", "#d9822b", "#2a9d6f", "#c44e8a", "#8a7a2f", "#7a6ad0"];

/// The positions of values in the picture.
struct Scale {
    first: f64,
    last: f64,
    decades: f64,
}

impl Scale {
    fn x(&self, at: i64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (at as f64 - self.first) / (self.last - self.first).max(1.0)
    }

    fn y(&self, log: f64) -> f64 {
        HEIGHT - BOTTOM - ZERO - (HEIGHT - TOP - BOTTOM - ZERO) * log / self.decades
    }

    fn zero(&self) -> f64 {
        HEIGHT - BOTTOM
    }
}

/// Returns steps of 1, 2 or 5 times a power of ten, such that there are at most `most` steps.
fn step(range: f64, most: f64) -> f64 {
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].iter().cycle() {
        if range / step <= most {
            break;
        }
        step *= factor;
    }
    step
}

/// Plots the values against the variable, as a picture in SVG without a fixed size.
#[must_use]
pub fn svg(plot: &Plot) -> String {
    let logs = plot.points.iter().filter_map(|point| log10(&point.value));
    let scale = Scale {
        first: plot.points.iter().map(|point| point.at).min().unwrap_or_default() as f64,
        last: plot.points.iter().map(|point| point.at).max().unwrap_or_default() as f64,
        decades: logs.fold(1.0, f64::max).ceil(),
    };
    let title = escape(&plot.title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n\
         <title>{title}</title>\n\
         <style>.ground{{fill:#fff}}text{{font-family:sans-serif;font-size:13px;fill:#333}}.small{{font-size:9px}}\
         .grid{{stroke:#ddd;stroke-width:1}}.curve{{fill:none;stroke-width:1.6;stroke-linejoin:round}}\
         .hollow{{fill:#fff;stroke-width:1.6}}.name{{paint-order:stroke;stroke:#fff;stroke-width:4px}}.middle{{text-anchor:middle}}.end{{text-anchor:end}}\
         @media (prefers-color-scheme:dark){{.ground,.hollow{{fill:#16191d}}text{{fill:#d8d8d8}}.grid{{stroke:#3a3f46}}.name{{stroke:#16191d}}}}\
         </style>\n<rect class=\"ground\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
         <text class=\"middle\" x=\"{}\" y=\"24\">{title}</text>\n",
        WIDTH / 2.0
    );
    axes(&mut svg, plot, &scale);
    let mut lines: Vec<Option<i64>> = plot.points.iter().map(|point| point.line).collect();
    lines.dedup();
    let names = names(plot, &lines, &scale);
    for (place, &line) in lines.iter().enumerate() {
        let points: Vec<&Point> = plot.points.iter().filter(|point| point.line == line).collect();
        let stroke = (COLOURS[place % COLOURS.len()], DASHES[place / COLOURS.len() % DASHES.len()]);
        curve(&mut svg, plot, &points, &scale, stroke);
        if let Some((x, y, name)) = names.get(place).and_then(Option::as_ref) {
            let _ = writeln!(svg, "<text class=\"name\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>");
        }
    }
    svg + "</svg>\n"
}

fn axes(svg: &mut String, plot: &Plot, scale: &Scale) {
    let (left, right) = (LEFT - 8.0, WIDTH - RIGHT + 8.0);
    let decades = step(scale.decades, 8.0);
    for mark in 0..=(scale.decades / decades) as usize {
        let exponent = mark as f64 * decades;
        let y = scale.y(exponent);
        let name = match exponent as u32 {
            0 => "1".to_owned(),
            1 => "10".to_owned(),
            exponent => format!("10<tspan class=\"small\" dy=\"-6\">{exponent}</tspan>"),
        };
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{left} {y:.1}H{right}\"/><text class=\"end\" x=\"{}\" y=\"{:.1}\">{name}</text>",
            left - 6.0,
            y + 4.5
        );
    }
    if plot.points.iter().any(|point| point.value == BigUint::ZERO) {
        let _ = writeln!(
            svg,
            "<text class=\"end\" x=\"{}\" y=\"{:.1}\">0</text>",
            left - 6.0,
            scale.zero() + 4.5
        );
    }
    let by = step(scale.last - scale.first, 16.0) as usize;
    for at in (scale.first as i64..=scale.last as i64).step_by(by.max(1)) {
        let (x, y) = (scale.x(at), HEIGHT - BOTTOM + 24.0);
        let _ = writeln!(svg, "<text class=\"middle\" x=\"{x:.1}\" y=\"{y}\">{at}</text>");
    }
    let (x, y) = (WIDTH / 2.0, HEIGHT - 10.0);
    let _ = writeln!(svg, "<text class=\"middle\" x=\"{x}\" y=\"{y}\">{}</text>", plot.along);
}

/// Returns the position of the name of each line: at its last value, or none if another name is already
/// there.
fn names(plot: &Plot, lines: &[Option<i64>], scale: &Scale) -> Vec<Option<(f64, f64, String)>> {
    let mut taken: Vec<(f64, f64)> = Vec::new();
    // The last lines are usually the longest, so they choose first.
    let mut names: Vec<Option<(f64, f64, String)>> = vec![None; lines.len()];
    for (place, line) in lines.iter().enumerate().rev() {
        let (Some(variable), Some(value)) = (plot.line, line) else { continue };
        let points = plot.points.iter().filter(|point| point.line == *line);
        let last = points.filter_map(|point| log10(&point.value).map(|log| (point.at, log))).next_back();
        let Some((x, y)) = last.map(|(at, log)| (scale.x(at) + 8.0, scale.y(log) + 4.0)) else { continue };
        if taken.iter().all(|(other_x, other_y)| (x - other_x).abs() > 48.0 || (y - other_y).abs() > 12.0) {
            taken.push((x, y));
            names[place] = Some((x, y, format!("{variable} = {value}")));
        }
    }
    names
}

fn curve(svg: &mut String, plot: &Plot, points: &[&Point], scale: &Scale, (colour, dashes): (&str, &str)) {
    let mut path = String::new();
    let mut pen = 'M';
    for point in points {
        // A zero interrupts the line.
        match log10(&point.value) {
            Some(log) => {
                let _ = write!(path, "{pen}{:.1} {:.1}", scale.x(point.at), scale.y(log));
                pen = 'L';
            }
            None => pen = 'M',
        }
    }
    let _ = writeln!(svg, "<path class=\"curve\" stroke=\"{colour}\"{dashes} d=\"{path}\"/>");
    for point in points {
        let x = scale.x(point.at);
        let line = match (plot.line, point.line) {
            (Some(name), Some(value)) => format!("{name} = {value}, "),
            _ => String::new(),
        };
        let sign = if point.complete { "" } else { "≥ " };
        let title = format!("<title>{line}{} = {}: {sign}{}</title>", plot.along, point.at, point.value);
        let _ = match log10(&point.value) {
            Some(log) if point.complete => {
                let y = scale.y(log);
                writeln!(
                    svg,
                    "<circle fill=\"{colour}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\">{title}</circle>"
                )
            }
            Some(log) => {
                let y = scale.y(log);
                let class = format!("class=\"hollow\" stroke=\"{colour}\"");
                writeln!(svg, "<circle {class} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\">{title}</circle>")
            }
            None => {
                let y = scale.zero();
                let cross = format!("M{:.1} {:.1}l7 7m0-7l-7 7", x - 3.5, y - 3.5);
                writeln!(svg, "<path class=\"curve\" stroke=\"{colour}\" d=\"{cross}\">{title}</path>")
            }
        };
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(values: &[u64]) -> Plot {
        let point = |(place, &value): (usize, &u64)| Point {
            line: None,
            at: place as i64 + 1,
            value: value.into(),
            complete: place + 1 < values.len(),
        };
        let points = values.iter().enumerate().map(point).collect();
        Plot { title: "placements of <{n}>".to_owned(), along: 'n', line: None, points }
    }

    #[test]
    fn logarithms_hold_at_every_size() {
        assert_eq!(log10(&BigUint::ZERO), None);
        assert_eq!(log10(&1u32.into()), Some(0.0));
        let large = BigUint::from(10u32).pow(500) * 2u32;
        assert!((log10(&large).unwrap() - 500.30103).abs() < 1e-8);
    }

    #[test]
    fn bars_are_as_long_as_their_logarithms() {
        let chart = chart(&plot(&[1, 0, 100, 10_000]), 20);
        assert_eq!(
            chart,
            "n log10 of placements of <{n}>\n1 0.0\n2 zero\n3 ██████ 2.0\n4 ████████████ ≥ 4.0\n"
        );
        assert!(chart.lines().skip(1).all(|line| line.chars().count() <= 20));
    }

    #[test]
    fn a_plot_is_well_formed_and_shows_every_value() {
        for values in [&[][..], &[0], &[1], &[1, 0, 0, 2, 10, 4], &[92; 100]] {
            let svg = svg(&plot(values));
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
            assert_eq!(svg.matches("<title>").count(), 1 + values.len());
            assert!(svg.contains("placements of &lt;{n}&gt;"));
        }
    }
}
