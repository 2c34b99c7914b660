//! What was promised, what was measured, and whether the one keeps the other. Nothing fails on it.

use crate::clock::Spread;
use serde::Serialize;
use std::fmt::Write;

#[derive(Debug, Serialize)]
pub struct Bar {
    measure: String,
    bar: String,
    measured: Option<Spread>,
    unit: &'static str,
    met: Option<bool>,
}

impl Bar {
    pub fn at_most(measure: &str, most: f64, unit: &'static str, measured: Option<Spread>) -> Bar {
        Bar {
            measure: measure.to_owned(),
            bar: format!("≤ {most}{unit}"),
            met: measured.map(|measured| measured.median <= most),
            measured,
            unit,
        }
    }

    pub fn at_least(
        measure: &str,
        least: f64,
        unit: &'static str,
        measured: Option<Spread>,
    ) -> Bar {
        Bar {
            measure: measure.to_owned(),
            bar: format!("≥ {least}{unit}"),
            met: measured.map(|measured| measured.median >= least),
            measured,
            unit,
        }
    }
}

/// For people.
pub fn table(bars: &[Bar]) -> String {
    let mut out = format!(
        "{:60} {:>8} {:>10} {:>17}  {}\n",
        "measure", "bar", "median", "range", "met"
    );
    for bar in bars {
        let (median, range) = match &bar.measured {
            Some(it) => (
                format!("{:.2}{}", it.median, bar.unit),
                format!("{:.2} – {:.2}", it.low, it.high),
            ),
            None => ("–".to_owned(), String::new()),
        };
        let met = match bar.met {
            Some(true) => "yes",
            Some(false) => "NO",
            None => "not measured",
        };
        let _ = writeln!(
            out,
            "{:60} {:>8} {median:>10} {range:>17}  {met}",
            bar.measure, bar.bar
        );
    }
    out
}
