//! From the text of a package to its table, beside Cedar's way from texts to a validated policy set.

use crate::bars::Bar;
use crate::clock::{Spread, Stopwatch};
use crate::policy::Policy;
use crate::{peers, rev};
use serde::Serialize;
use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;

#[derive(Debug, Serialize)]
pub struct Report {
    rounds: usize,
    tools: usize,
    work: Vec<Work>,
    pub bars: Vec<Bar>,
}

/// Something done with a text.
#[derive(Debug, Serialize)]
struct Work {
    name: &'static str,
    bytes: usize,
    /// Milliseconds for a megabyte (10⁶ bytes) of text.
    milliseconds: Spread,
    #[serde(skip)]
    rounds: Vec<f64>,
}

const BUILD: &str = "Rev, build";
const CEDAR: &str = "Cedar, parse and validate";

/// Times everything once in each round.
pub fn measure(rounds: usize, tools: usize) -> Result<Report, Box<dyn Error>> {
    let policy = Policy::new(tools);
    let text = policy.text();
    let other = peers::source(&policy);
    let (mut parsed, mut checked, mut built, mut theirs) = (vec![], vec![], vec![], vec![]);
    let megabytes = |text: &str| text.len() as f64 / 1e6;
    for _ in 0..rounds.max(1) {
        parsed.push(milliseconds(|| Ok(rev::parse(&text)))? / megabytes(&text));
        checked.push(milliseconds(|| rev::check(&text))? / megabytes(&text));
        built.push(milliseconds(|| rev::build(&text))? / megabytes(&text));
        if let Some(other) = &other {
            theirs.push(milliseconds(|| other.compile())? / other.len() as f64 * 1e6);
        }
    }
    let work = |name, bytes, rounds: Vec<f64>| Work {
        name,
        bytes,
        milliseconds: Spread::of(rounds.iter().copied()),
        rounds,
    };
    let mut all = vec![
        work("Rev, parse", text.len(), parsed),
        work("Rev, parse and check", text.len(), checked),
        work(BUILD, text.len(), built),
    ];
    if let Some(other) = &other {
        all.push(work(CEDAR, other.len(), theirs));
    }
    let find = |name| all.iter().find(|work| work.name == name);
    let ratio = find(BUILD)
        .zip(find(CEDAR))
        .map(|(rev, cedar)| Spread::ratio(&rev.rounds, &cedar.rounds));
    let bar = format!("build of {tools} tools / Cedar's parse and validate, per MB");
    Ok(Report {
        rounds: rounds.max(1),
        tools,
        bars: vec![Bar::at_most(&bar, 1.0, "", ratio)],
        work: all,
    })
}

fn milliseconds<T>(work: impl Fn() -> Result<T, Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let start = Stopwatch::start();
    let done = black_box(work()?);
    let elapsed = start.elapsed().as_secs_f64() * 1e3;
    drop(done);
    Ok(elapsed)
}

/// The report for people.
pub fn table(report: &Report) -> String {
    let mut out = format!(
        "a package of {} tools\n\n{:28} {:>6} {:>14} {:>19}\n",
        report.tools, "work", "MB", "ms/MB median", "range"
    );
    for work in &report.work {
        let Spread { median, low, high } = work.milliseconds;
        let range = format!("{low:.0} – {high:.0}");
        let megabytes = work.bytes as f64 / 1e6;
        let _ = writeln!(
            out,
            "{:28} {megabytes:>6.2} {median:>14.0} {range:>19}",
            work.name
        );
    }
    let _ = writeln!(
        out,
        "\n{}\n{} rounds, interleaved",
        crate::bars::table(&report.bars),
        report.rounds
    );
    out
}
