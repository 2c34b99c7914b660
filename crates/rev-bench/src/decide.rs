//! How long a decision takes, beside others who decide the same calls by the same policy.

use crate::agree::{self, Agreement};
use crate::bars::{self, Bar};
use crate::calls::{self, Asked, Mood, Verdict};
use crate::clock::Spread;
use crate::contestant::Contestant;
use crate::peers::Peers;
use crate::policy::Policy;
use crate::rounds::{self, Timed};
use crate::valgrind::{self, Count, From};
use crate::{hand, rev};
use serde::Serialize;
use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;

/// Calls on which everybody must agree.
const AGREED: usize = 4_000;
/// Calls that are timed.
const TIMED: usize = 256;

const PARSE: &str = "serde_json parse";
const BYTES: &str = "Rev, from bytes";
const TREE: &str = "Rev, from Value";
const HAND: &str = "hand-written";

#[derive(Debug, Serialize)]
pub struct Report {
    rounds: usize,
    sizes: Vec<Size>,
    /// How many of the calls a policy that is wrong on purpose was caught at, by contestant.
    control: Vec<Agreement>,
    counted: Vec<Counted>,
    bars: Vec<Bar>,
}

/// All that was measured with so many tools.
#[derive(Debug, Serialize)]
pub struct Size {
    pub tools: usize,
    agreement: Vec<Agreement>,
    /// Of the calls on which all agreed.
    verdicts: Verdicts,
    pub times: Vec<Time>,
    #[serde(skip)]
    timed: Vec<Timed>,
}

#[derive(Debug, Default, Serialize)]
struct Verdicts {
    allow: usize,
    hold: usize,
    deny: usize,
}

/// Nanoseconds for one call.
#[derive(Debug, Serialize)]
pub struct Time {
    pub name: &'static str,
    pub nanoseconds: Spread,
}

/// Told by valgrind, for one call.
#[derive(Debug, Serialize)]
struct Counted {
    what: String,
    tools: usize,
    count: f64,
}

impl Report {
    pub fn sizes(&self) -> &[Size] {
        &self.sizes
    }
}

/// Measures; an error if contestants do not agree, or a wrong policy is not noticed.
pub fn measure(rounds: usize, sizes: &[usize]) -> Result<Report, Box<dyn Error>> {
    let control = control()?;
    let mut measured = Vec::new();
    for tools in sizes {
        measured.push(size(*tools, rounds)?);
    }
    let counted = counted(sizes)?;
    let bars = bars(&measured, &counted);
    Ok(Report {
        rounds,
        sizes: measured,
        control,
        counted,
        bars,
    })
}

fn size(tools: usize, rounds: usize) -> Result<Size, Box<dyn Error>> {
    let policy = Policy::new(tools);
    let table = rev::load(&rev::build(&policy.text())?)?;
    let mut peers = Peers::new(&policy)?;

    let any = calls::draw(&policy, AGREED, Mood::Any);
    let usual = calls::draw(&policy, TIMED, Mood::Usual);
    let mut agreement = Vec::new();
    for calls in [&usual, &any] {
        let right: Vec<Verdict> = calls.iter().map(|it| hand::decide(&policy, it)).collect();
        let prepared = prepared(&table, calls)?;
        let mut all = ours(&table, &prepared);
        all.extend(peers.contestants());
        agreement = agree::compare(&mut all, calls, &right);
        for one in &agreement {
            if let Some(example) = &one.example {
                let (name, different) = (one.name, one.different);
                return Err(format!(
                    "{name} disagrees on {different} of {} calls with {tools} tools, first:\n{example}",
                    one.asked
                )
                .into());
            }
        }
    }
    let mut verdicts = Verdicts::default();
    for asked in &any {
        match hand::decide(&policy, asked) {
            Verdict::Allow => verdicts.allow += 1,
            Verdict::Hold => verdicts.hold += 1,
            Verdict::Deny => verdicts.deny += 1,
        }
    }

    let prepared = prepared(&table, &usual)?;
    let mut all = vec![
        Contestant::new(PARSE, |_, asked| {
            let parsed = serde_json::from_slice::<serde_json::Value>(black_box(&asked.bytes));
            black_box(&parsed);
            Verdict::Allow
        }),
        Contestant::new(HAND, |_, asked| hand::decide(&policy, asked)),
    ];
    all.extend(ours(&table, &prepared));
    all.extend(peers.contestants());
    let timed = rounds::time(&mut all, &usual, rounds);
    Ok(Size {
        tools: policy.len(),
        agreement,
        verdicts,
        times: timed
            .iter()
            .map(|timed| Time {
                name: timed.name,
                nanoseconds: Spread::of(timed.nanoseconds.iter().copied()),
            })
            .collect(),
        timed,
    })
}

fn prepared(table: &rev::Table, calls: &[Asked]) -> Result<Vec<rev::Prepared>, Box<dyn Error>> {
    calls
        .iter()
        .map(|asked| rev::prepare(table, asked))
        .collect()
}

fn ours<'a>(table: &'a rev::Table, prepared: &'a [rev::Prepared]) -> Vec<Contestant<'a>> {
    let tree = |number: usize, asked: &Asked| match prepared.get(number) {
        Some(prepared) => rev::from_tree(table, prepared, asked),
        None => Verdict::Deny,
    };
    let bytes = |number: usize, asked: &Asked| match prepared.get(number) {
        Some(prepared) => rev::from_bytes(table, prepared, &asked.bytes),
        None => Verdict::Deny,
    };
    vec![Contestant::new(TREE, tree), Contestant::new(BYTES, bytes)]
}

/// Everybody but the hand-written function gets a policy whose caps are one too low. Whoever is not caught at it has not
/// been compared at all.
fn control() -> Result<Vec<Agreement>, Box<dyn Error>> {
    let (policy, wrong) = (Policy::new(10), Policy::wrong(10, 1));
    let table = rev::load(&rev::build(&wrong.text())?)?;
    let calls = calls::draw(&policy, AGREED, Mood::Any);
    let right: Vec<Verdict> = calls.iter().map(|it| hand::decide(&policy, it)).collect();
    let prepared = prepared(&table, &calls)?;
    let mut peers = Peers::new(&wrong)?;
    let mut all = ours(&table, &prepared);
    all.extend(peers.contestants());
    let control = agree::compare(&mut all, &calls, &right);
    match control.iter().find(|one| one.different == 0) {
        Some(one) => Err(format!("a wrong policy of {} was not noticed", one.name).into()),
        None => Ok(control),
    }
}

fn counted(sizes: &[usize]) -> Result<Vec<Counted>, Box<dyn Error>> {
    let (Some(few), Some(many)) = (sizes.iter().min(), sizes.iter().max()) else {
        return Ok(Vec::new());
    };
    let folder = tempfile::tempdir()?;
    let mut counted = Vec::new();
    for tools in [*few, *many] {
        let table = folder.path().join(format!("{tools}.table"));
        std::fs::write(&table, rev::build(&Policy::new(tools).text())?)?;
        let mut add = |what: &str, count, from, allowed| {
            let found = valgrind::count(count, &table, tools, from, allowed)?;
            counted.extend(found.map(|count| Counted {
                what: what.to_owned(),
                tools,
                count,
            }));
            Ok::<(), Box<dyn Error>>(())
        };
        let (instructions, allocations) = (Count::Instructions, Count::Allocations);
        add("instructions, from Value", instructions, From::Tree, false)?;
        add("instructions, from bytes", instructions, From::Bytes, false)?;
        add(
            "instructions, hand-written",
            instructions,
            From::Hand,
            false,
        )?;
        add(
            "allocations if allowed, from Value",
            allocations,
            From::Tree,
            true,
        )?;
        add(
            "allocations if allowed, from bytes",
            allocations,
            From::Bytes,
            true,
        )?;
    }
    Ok(counted)
}

fn bars(sizes: &[Size], counted: &[Counted]) -> Vec<Bar> {
    let at = |tools: usize, name: &str| {
        let size = sizes.iter().find(|size| size.tools == tools)?;
        let timed = size.timed.iter().find(|timed| timed.name == name)?;
        Some(timed.nanoseconds.as_slice())
    };
    let ratio = |tools, over, under| Some(Spread::ratio(at(tools, over)?, at(tools, under)?));
    let exactly = |value: f64| Spread::of([value]);
    let count = |what: &str, tools: Option<usize>| {
        let found = counted
            .iter()
            .filter(|one| one.what.starts_with(what) && tools.is_none_or(|it| it == one.tools));
        found.map(|one| one.count).reduce(f64::max)
    };
    let growth = |what: &str| {
        let few = sizes.iter().map(|size| size.tools).min();
        let many = sizes.iter().map(|size| size.tools).max();
        Some(exactly(count(what, many)? / count(what, few)?))
    };
    let mut bars = Vec::new();
    for size in sizes {
        let tools = size.tools;
        bars.push(Bar::at_most(
            &format!("JSON bytes → decision / serde_json parse, {tools} tools"),
            1.0,
            "",
            ratio(tools, BYTES, PARSE),
        ));
        bars.push(Bar::at_most(
            &format!("Value → decision / hand-written, {tools} tools"),
            2.0,
            "",
            ratio(tools, TREE, HAND),
        ));
    }
    bars.push(Bar::at_least(
        "regorus / Rev, from Value, 100 tools",
        25.0,
        "×",
        ratio(100, "regorus", TREE),
    ));
    bars.push(Bar::at_least(
        "Cedar / Rev, from Value, 100 tools",
        40.0,
        "×",
        ratio(100, "Cedar", TREE),
    ));
    bars.push(Bar::at_most(
        "instructions from Value, most tools / fewest",
        1.2,
        "",
        growth("instructions, from Value"),
    ));
    bars.push(Bar::at_most(
        "instructions from bytes, most tools / fewest",
        1.2,
        "",
        growth("instructions, from bytes"),
    ));
    bars.push(Bar::at_most(
        "allocations of an allowed call",
        0.0,
        "",
        count("allocations", None).map(exactly),
    ));
    bars
}

/// The report for people.
pub fn table(report: &Report) -> String {
    let mut out = String::from("agreement with the hand-written function\n");
    for size in &report.sizes {
        let Verdicts { allow, hold, deny } = size.verdicts;
        let _ = writeln!(
            out,
            "  {:>6} tools: {allow} allowed, {hold} held, {deny} denied",
            size.tools
        );
        for one in &size.agreement {
            let _ = writeln!(
                out,
                "    {:18} {} of {} differ",
                one.name, one.different, one.asked
            );
        }
    }
    out.push_str("\nnegative control: caps one too low, with 10 tools\n");
    for one in &report.control {
        let _ = writeln!(
            out,
            "    {:18} caught at {} of {}",
            one.name, one.different, one.asked
        );
    }
    out.push_str("\nnanoseconds for a decision, median (range)\n");
    for size in &report.sizes {
        let _ = writeln!(out, "  {} tools", size.tools);
        for Time { name, nanoseconds } in &size.times {
            let Spread { median, low, high } = nanoseconds;
            let _ = writeln!(out, "    {name:18} {median:>12.0}   ({low:.0} – {high:.0})");
        }
    }
    out.push_str("\ncounted by valgrind, for a decision\n");
    if report.counted.is_empty() {
        out.push_str("    not counted: valgrind is not installed\n");
    }
    for one in &report.counted {
        let _ = writeln!(
            out,
            "    {:36} {:>6} tools {:>10.1}",
            one.what, one.tools, one.count
        );
    }
    let _ = writeln!(out, "\n{}", bars::table(&report.bars));
    let _ = writeln!(
        out,
        "{} rounds, interleaved, one core; ratios are taken round by round",
        report.rounds
    );
    out
}
