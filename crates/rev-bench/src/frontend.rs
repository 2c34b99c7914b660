//! The parser: how many megabytes in a second, and whether ten times the text takes ten times as long.

use crate::clock::{self, Spread};
use crate::texts::{KINDS, Kind};
use serde::Serialize;
use std::fmt::Write;
use std::hint::black_box;

#[derive(Debug, Serialize)]
pub struct Report {
    rounds: usize,
    texts: Vec<Text>,
    /// Time for 10 MB over ten times the time for 1 MB, by kind of text: 1 is linear.
    growth: Vec<Growth>,
}

#[derive(Debug, Serialize)]
struct Text {
    kind: &'static str,
    bytes: usize,
    findings: usize,
    /// Megabytes (10⁶ bytes) in a second.
    median: f64,
    slowest: f64,
    fastest: f64,
}

#[derive(Debug, Serialize)]
struct Growth {
    kind: &'static str,
    ratio: f64,
}

struct Subject {
    kind: &'static str,
    text: String,
    findings: usize,
    /// Seconds for the whole text, by round.
    times: Vec<f64>,
}

/// Parses every text in each round, the fast ones so often that the clock can tell, so that a slow moment of the machine is shared by all of them.
pub fn measure(rounds: usize, only: &str, megabytes: &[usize]) -> Report {
    let mut subjects: Vec<Subject> = Vec::new();
    for Kind { name, text } in KINDS.iter().filter(|kind| kind.name.contains(only)) {
        for megabytes in megabytes {
            subjects.push(Subject {
                kind: name,
                text: text(megabytes * 1_000_000),
                findings: 0,
                times: Vec::new(),
            });
        }
    }
    for _ in 0..rounds.max(1) {
        for subject in &mut subjects {
            let seconds = clock::seconds(|| {
                let parsed = black_box(rev_syntax::parse(black_box(&subject.text)));
                subject.findings = parsed.errors.len();
            });
            subject.times.push(seconds);
        }
    }
    Report {
        rounds: rounds.max(1),
        growth: growth(&subjects),
        texts: subjects.iter().map(row).collect(),
    }
}

fn times(subject: &Subject) -> Spread {
    Spread::of(subject.times.iter().copied())
}

fn row(subject: &Subject) -> Text {
    let speed = |seconds: f64| subject.text.len() as f64 / 1e6 / seconds;
    let seconds = times(subject);
    Text {
        kind: subject.kind,
        bytes: subject.text.len(),
        findings: subject.findings,
        median: speed(seconds.median),
        slowest: speed(seconds.high),
        fastest: speed(seconds.low),
    }
}

fn growth(subjects: &[Subject]) -> Vec<Growth> {
    subjects
        .chunk_by(|a, b| a.kind == b.kind)
        .filter_map(|sizes| {
            let (small, large) = (sizes.first()?, sizes.last()?);
            let factor = large.text.len() as f64 / small.text.len() as f64;
            Some(Growth {
                kind: small.kind,
                ratio: times(large).median / times(small).median / factor,
            })
        })
        .collect()
}

/// The report for people.
pub fn table(report: &Report) -> String {
    let mut out = format!(
        "{:16} {:>6} {:>9} {:>12} {:>17}\n",
        "text", "MB", "findings", "MB/s median", "range"
    );
    for text in &report.texts {
        let range = format!("{:.1} – {:.1}", text.slowest, text.fastest);
        let megabytes = text.bytes as f64 / 1e6;
        let _ = writeln!(
            out,
            "{:16} {megabytes:>6.1} {:>9} {:>12.1} {range:>17}",
            text.kind, text.findings, text.median
        );
    }
    out.push_str("\ntime(10 MB) / time(1 MB) / 10, where 1 is linear:\n");
    for growth in &report.growth {
        let _ = writeln!(out, "{:16} {:>6.2}", growth.kind, growth.ratio);
    }
    let _ = writeln!(
        out,
        "\n{} rounds, interleaved, one core; time of the thread where the system tells it",
        report.rounds
    );
    out
}
