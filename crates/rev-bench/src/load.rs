//! How long it takes to load a table, with everything in it checked, beside a plain parse of the same data as JSON.

use crate::bars::{self, Bar};
use crate::clock::{self, Spread};
use crate::policy::Policy;
use crate::rev;
use serde::Serialize;
use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;

#[derive(Debug, Serialize)]
pub struct Report {
    rounds: usize,
    sizes: Vec<Size>,
    bars: Vec<Bar>,
}

#[derive(Debug, Serialize)]
struct Size {
    tools: usize,
    table_bytes: usize,
    json_bytes: usize,
    /// Milliseconds to load the table.
    load: Spread,
    /// Milliseconds to parse the same data, as `revc build --emit json` writes it but without white space.
    parse: Spread,
    /// The one over the other.
    ratio: Spread,
}

/// Measures; an error if a damaged table is loaded, since then loading has not checked anything.
pub fn measure(rounds: usize, sizes: &[usize]) -> Result<Report, Box<dyn Error>> {
    let sizes: Vec<Size> = sizes
        .iter()
        .map(|tools| size(*tools, rounds.max(1)))
        .collect::<Result<_, _>>()?;
    let bars = match sizes.iter().max_by_key(|size| size.tools) {
        Some(most) => vec![
            Bar::at_most(
                &format!("loading {} tools, verified", most.tools),
                2.0,
                " ms",
                Some(most.load),
            ),
            Bar::at_most(
                &format!("loading {} tools / serde_json parse", most.tools),
                1.0,
                "",
                Some(most.ratio),
            ),
        ],
        None => Vec::new(),
    };
    Ok(Report {
        rounds: rounds.max(1),
        sizes,
        bars,
    })
}

fn size(tools: usize, rounds: usize) -> Result<Size, Box<dyn Error>> {
    let policy = Policy::new(tools);
    let table = rev::build(&policy.text())?;
    let json = rev::json(&table)?;
    rev::load(&table)?;
    serde_json::from_slice::<serde_json::Value>(&json)?;
    // One bit in the middle.
    let mut damaged = table.clone();
    if let Some(byte) = damaged.get_mut(table.len() / 2) {
        *byte ^= 1;
    }
    if rev::load(&damaged).is_ok() {
        return Err("a damaged table was loaded".into());
    }
    let (mut loads, mut parses) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let load = || drop(black_box(rev::load(black_box(&table))));
        loads.push(clock::seconds(load) * 1e3);
        let parse = || {
            drop(black_box(serde_json::from_slice::<serde_json::Value>(
                black_box(&json),
            )))
        };
        parses.push(clock::seconds(parse) * 1e3);
    }
    Ok(Size {
        tools: policy.len(),
        table_bytes: table.len(),
        json_bytes: json.len(),
        ratio: Spread::ratio(&loads, &parses),
        load: Spread::of(loads),
        parse: Spread::of(parses),
    })
}

/// The report for people.
pub fn table(report: &Report) -> String {
    let mut out = format!(
        "{:>6} {:>12} {:>12} {:>24} {:>26} {:>20}\n",
        "tools", "table, bytes", "JSON, bytes", "load, ms", "serde_json, ms", "ratio"
    );
    let spread = |it: &Spread| format!("{:.3} ({:.3} – {:.3})", it.median, it.low, it.high);
    for size in &report.sizes {
        let _ = writeln!(
            out,
            "{:>6} {:>12} {:>12} {:>24} {:>26} {:>20}",
            size.tools,
            size.table_bytes,
            size.json_bytes,
            spread(&size.load),
            spread(&size.parse),
            spread(&size.ratio)
        );
    }
    let _ = writeln!(
        out,
        "\n{}\n{} rounds, interleaved, one core",
        bars::table(&report.bars),
        report.rounds
    );
    out
}
