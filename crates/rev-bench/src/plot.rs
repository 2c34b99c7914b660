//! A plot of what a decision costs against the number of tools, both logarithmic, as SVG that suits light and dark pages.

use crate::decide::Size;
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 48.0;
/// Labels are no closer than this.
const LINE: f64 = 16.0;

/// How each is drawn: its name in the report, its label, its class.
const LINES: [(&str, &str, &str); 9] = [
    ("hand-written", "hand-written Rust", "hand"),
    ("Rev, from Value", "Rev", "rev"),
    ("serde_json parse", "parsing the call", "parse"),
    ("regorus", "regorus", "rego"),
    ("Cedar", "Cedar", "cedar"),
    ("casbin", "casbin", "casbin"),
    ("regorus, naive", "regorus, naive", "rego naive"),
    ("Cedar, naive", "Cedar, naive", "cedar naive"),
    ("casbin, naive", "casbin, naive", "casbin naive"),
];

const STYLE: &str = "
  text { font: 13px system-ui, sans-serif; fill: #444c56 }
  .title { font-weight: 600; font-size: 15px }
  .grid { stroke: #8b949e; stroke-opacity: .25 }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round }
  .naive { stroke-dasharray: 5 4; stroke-width: 1.5 }
  .hand { stroke: #8b949e } text.hand { stroke: none; fill: #6e7781 }
  .parse { stroke: #8b949e; stroke-dasharray: 2 3 } text.parse { stroke: none; fill: #6e7781 }
  .rev { stroke: #d1410c } path.rev { stroke-width: 3.5 } text.rev { stroke: none; fill: #d1410c; font-weight: 600 }
  .rego { stroke: #1a7f5a } text.rego { stroke: none; fill: #1a7f5a }
  .cedar { stroke: #2f6fd0 } text.cedar { stroke: none; fill: #2f6fd0 }
  .casbin { stroke: #8250df } text.casbin { stroke: none; fill: #8250df }
  @media (prefers-color-scheme: dark) {
    text { fill: #c9d1d9 }
    text.hand, text.parse { fill: #9aa4af }
    .rev { stroke: #ff7b45 } text.rev { fill: #ff7b45 }
    .rego { stroke: #4ac594 } text.rego { fill: #4ac594 }
    .cedar { stroke: #6cb0ff } text.cedar { fill: #6cb0ff }
    .casbin { stroke: #bc94ff } text.casbin { fill: #bc94ff }
  }
";

struct Label {
    text: &'static str,
    class: &'static str,
    wanted: f64,
    y: f64,
}

/// Draws it.
pub fn svg(sizes: &[Size]) -> String {
    let scale = Scale::of(sizes);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Time for one decision against the number of tools\">\n<style>{STYLE}</style>\n\
         <text class=\"title\" x=\"{LEFT}\" y=\"22\">Time for one decision, from a parsed call</text>\n"
    );
    grid(&mut out, &scale, sizes);
    let mut labels = Vec::new();
    for (name, text, class) in LINES {
        let points: Vec<(f64, f64)> = sizes
            .iter()
            .filter_map(|size| {
                let time = size.times.iter().find(|time| time.name == name)?;
                Some((scale.x(size.tools as f64), scale.y(time.nanoseconds.median)))
            })
            .collect();
        let Some((_, last)) = points.last() else {
            continue;
        };
        labels.push(Label {
            text,
            class,
            wanted: *last,
            y: *last,
        });
        let path: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1} {y:.1}"))
            .collect();
        let _ = writeln!(
            out,
            "<path class=\"line {class}\" d=\"M{}\"/>",
            path.join(" L")
        );
    }
    apart(&mut labels);
    let end = WIDTH - RIGHT;
    for Label {
        text,
        class,
        wanted,
        y,
    } in labels
    {
        let (from, to, middle) = (end + 4.0, end + 16.0, y + 4.5);
        if (wanted - y).abs() > 2.0 {
            let _ = writeln!(
                out,
                "<path class=\"grid\" d=\"M{from} {wanted:.1} L{to} {y:.1}\"/>"
            );
        }
        let x = end + 20.0;
        let _ = writeln!(
            out,
            "<text class=\"{class}\" x=\"{x}\" y=\"{middle:.1}\" style=\"stroke:none\">{text}</text>"
        );
    }
    out.push_str("</svg>\n");
    out
}

fn grid(out: &mut String, scale: &Scale, sizes: &[Size]) {
    let (end, floor) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let mut nanoseconds = scale.low;
    while nanoseconds <= scale.high * 1.01 {
        let (y, middle) = (scale.y(nanoseconds), scale.y(nanoseconds) + 4.5);
        let (label, before) = (duration(nanoseconds), LEFT - 8.0);
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1} H{end}\"/>\n\
             <text x=\"{before}\" y=\"{middle:.1}\" text-anchor=\"end\">{label}</text>"
        );
        nanoseconds *= 10.0;
    }
    for size in sizes {
        let x = scale.x(size.tools as f64);
        let below = floor + 20.0;
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{below}\" text-anchor=\"middle\">{}</text>",
            thousands(size.tools)
        );
    }
    let (middle, below) = ((LEFT + end) / 2.0, floor + 38.0);
    let _ = writeln!(
        out,
        "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">tools in the policy</text>"
    );
}

/// Moves labels apart, down first and then up, and keeps their order.
fn apart(labels: &mut [Label]) {
    labels.sort_by(|a, b| a.wanted.total_cmp(&b.wanted));
    let mut least = TOP;
    for label in labels.iter_mut() {
        label.y = label.y.max(least);
        least = label.y + LINE;
    }
    let mut most = HEIGHT - BOTTOM;
    for label in labels.iter_mut().rev() {
        label.y = label.y.min(most);
        most = label.y - LINE;
    }
}

struct Scale {
    few: f64,
    many: f64,
    low: f64,
    high: f64,
}

impl Scale {
    /// Whole powers of ten around everything.
    fn of(sizes: &[Size]) -> Scale {
        let tools = || sizes.iter().map(|size| size.tools as f64);
        let times = || {
            let all = sizes.iter().flat_map(|size| &size.times);
            all.map(|time| time.nanoseconds.median)
        };
        Scale {
            few: tools().fold(f64::INFINITY, f64::min),
            many: tools().fold(0.0, f64::max),
            low: 10_f64.powf(times().fold(f64::INFINITY, f64::min).log10().floor()),
            high: 10_f64.powf(times().fold(0.0, f64::max).log10().ceil()),
        }
    }

    fn x(&self, tools: f64) -> f64 {
        let share = (tools / self.few).log10() / (self.many / self.few).log10().max(1e-9);
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, nanoseconds: f64) -> f64 {
        let share = (nanoseconds / self.low).log10() / (self.high / self.low).log10().max(1e-9);
        HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
    }
}

fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        it if it < 999.0 => format!("{it:.0} ns"),
        it if it < 999_999.0 => format!("{:.0} µs", it / 1e3),
        it if it < 999_999_999.0 => format!("{:.0} ms", it / 1e6),
        it => format!("{:.0} s", it / 1e9),
    }
}

fn thousands(number: usize) -> String {
    match number {
        ..1_000 => number.to_string(),
        _ => format!("{},{:03}", number / 1_000, number % 1_000),
    }
}
