//! How much a long result costs: `cargo run --release -p rev-script --example long -- KIND MEGABYTES`. A result of that
//! length is heard once, and a call with a thousand values is traced. Without arguments, every kind of 1 and 10 MB; the
//! costs should stand in a ratio of about 10. For instructions, run one kind under `valgrind --tool=callgrind`.

use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_eval::{Call, Capability, Json, Origins, Run};
use rev_origin::Tracker;
use rev_table::Table;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

const POLICY: &str = r#"policy long 1.0.0

label secret confidential

tool read { effect none; yields secret; trusted }
tool use { args { values: list<text> }; effect none }

agent bot { may *; up_to read_only }
"#;

const KINDS: &[&str] = &["mail", "csv", "addresses", "same", "one"];

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let table = table()?;
    match (words.next(), words.next()) {
        (Some(kind), size) => {
            let size = size.and_then(|size| size.parse().ok()).unwrap_or(1);
            cost(&table, &kind, size)?;
        }
        (None, _) => {
            for kind in KINDS {
                let (once, ten) = (cost(&table, kind, 1)?, cost(&table, kind, 10)?);
                println!(
                    "  {kind}: ten times as much costs {:.1} times as long",
                    ten / once
                );
            }
        }
    }
    Ok(())
}

fn table() -> Result<Table, String> {
    let db = Database::default();
    let file = SourceFile::new(&db, "long.rev".to_owned(), Arc::from(POLICY));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    let lowered = rev_lower::lower(&db, package);
    lowered
        .map(|lowered| lowered.table)
        .map_err(|errors| format!("{errors:?}"))
}

/// Seconds for one result and one question.
fn cost(table: &Table, kind: &str, megabytes: usize) -> Result<f64, String> {
    let result = result(kind, megabytes << 20);
    let mut run =
        Run::open(table, "bot", Capability::default()).map_err(|error| error.to_string())?;
    let mut tracker = Tracker::new();
    tracker.person_said("Tell Ann Lee about order 7-4711 and the the the the");
    let none = json!({});
    let call = Call::new("read", Json::Tree(&none));
    let traced = tracker.trace(table, &run, &call);
    let decision = run.decide(table, &call);
    let start = Instant::now();
    let labels = tracker.returned(table, &decision, &traced, Json::Tree(&result));
    let heard = start.elapsed().as_secs_f64();
    run.label(table, labels);
    let values = (0..1000).map(|n| match n % 4 {
        0 => "Ann Lee".to_owned(),
        1 => format!("order 7-{n}"),
        2 => "the the the the".to_owned(),
        _ => format!("user{n}@example.org"),
    });
    let args = json!({ "values": values.collect::<Vec<String>>() });
    let call = Call::new("use", Json::Tree(&args));
    let start = Instant::now();
    let traced = tracker.trace(table, &run, &call);
    let asked = start.elapsed().as_secs_f64();
    let origins = traced.origins();
    let verdict = run.decide(table, &call.from(Origins(&origins))).verdict;
    println!(
        "{kind:<10} {megabytes:>3} MB: heard in {heard:.3} s, 1,000 values traced in {asked:.4} s, {verdict:?}"
    );
    Ok(heard + asked)
}

fn result(kind: &str, size: usize) -> Value {
    let mut text = String::with_capacity(size + 256);
    let mut records = Vec::new();
    let mut n = 0_u64;
    while text.len() < size {
        n += 1;
        let before = text.len();
        let _ = match kind {
            "mail" => write!(
                text,
                "Dear user{n}, the order 7-{n} of Ann is ready: see www.x{n}.example/a. "
            ),
            "csv" => writeln!(text, "{n},{}.5,item {n},{}", n * 7, n % 10),
            "addresses" => write!(text, "user{n}@example.org https://h{n}.example/p?q={n} "),
            "same" => write!(text, "the "),
            _ => write!(text, "x"),
        };
        if kind == "mail" {
            let body = text.get(before..).unwrap_or("");
            records.push(json!({ "id": n, "body": body, "sender": "Ann Lee" }));
        }
    }
    match kind {
        "mail" => Value::from(records),
        _ => Value::from(text),
    }
}
