//! How long the checks of a composition take: 1,000 tools, 40 labels, 20 agents, and 50 to 400 rules.
//!
//! `cargo run --release -p rev-compose --example wide`

use rev_analysis::{Database, Levels, Package, SourceFile};
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

const TOOLS: usize = 1_000;
const LABELS: usize = 40;
const AGENTS: usize = 20;

fn main() -> ExitCode {
    println!("{TOOLS} tools, {LABELS} labels, {AGENTS} agents");
    for rules in [50, 100, 200, 400] {
        for leaky in [false, true] {
            if !measure(rules, leaky) {
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Whether there is something to measure.
fn measure(rules: usize, leaky: bool) -> bool {
    let text = package(rules, leaky);
    let db = Database::default();
    let file = SourceFile::new(&db, "p.rev".to_owned(), Arc::from(text.as_str()));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    let lowered = match rev_lower::lower(&db, package) {
        Ok(lowered) => lowered,
        Err(errors) => {
            for error in errors.iter().take(3) {
                eprintln!("{} {}", error.code, error.message);
            }
            return false;
        }
    };
    let start = Instant::now();
    let found = rev_compose::compose(&db, package, &lowered.table);
    let took = start.elapsed();
    let count = |code: &str| found.iter().filter(|one| one.code == code).count();
    println!(
        "{rules} rules: {took:.2?}, {} leaks, {} steered, {} invariants broken or not shown",
        count("E0601"),
        count("W1012"),
        count("E0602")
    );
    true
}

/// A third of the tools read, a third write here, a third write to others. Each rule is about one label, and about
/// arguments of a part of the tools.
fn package(rules: usize, leaky: bool) -> String {
    let mut text = "policy big 1.0.0\n".to_owned();
    let mut add = |line: String| {
        let _ = writeln!(text, "{line}");
    };
    for label in 0..LABELS {
        let kind = if label % 4 == 3 {
            "untrusted"
        } else {
            "confidential"
        };
        add(format!("label l{label} {kind}"));
    }
    for tool in 0..TOOLS {
        let group = tool % 10;
        add(match tool % 3 {
            0 => format!(
                "tool g{group}.read{tool} {{ args {{ id: text, n: int }}; result {{ v: text }}; effect none; yields l{} }}",
                tool / 3 % LABELS
            ),
            1 => format!(
                "tool g{group}.post{tool} {{ args {{ to: email, text: text, n: int }}; result {{ id: text }}; effect public; subject args.to; reversal irreversible {{ hold 1m; cancel undo{tool} {{ id: result.id }} }}; blast {{ calls 9 }} }}\ntool undo{tool} undoes g{group}.post{tool} {{ args {{ id: text }}; effect internal }}"
            ),
            _ => format!(
                "tool g{group}.note{tool} {{ args {{ text: text, n: int }}; result {{ id: text }}; effect internal; reversal reversible {{ by undo{tool} {{ id: result.id }}; approval auto; verify g0.read0 {{ id: result.id, n: 1 }} until seen absent attempts 2 }}; blast {{ calls 9 }} }}\ntool undo{tool} undoes g{group}.note{tool} {{ args {{ id: text }}; effect internal }}"
            ),
        });
    }
    for rule in 0..rules {
        let label = rule % LABELS;
        // The first rule of each label closes it; the others look at arguments.
        let when = match rule / LABELS {
            0 if leaky => format!("run has l{label} and call is outbound and args.n > {rule}"),
            0 => format!("run has l{label} and call is outbound"),
            _ => format!(
                "run has l{label} and call is g{}.* and args.n > {rule}",
                rule % 10
            ),
        };
        add(format!("rule r{rule} {{ when {when}; gate approval }}"));
    }
    for agent in 0..AGENTS {
        add(format!(
            "agent a{agent} {{ may g{}.*, g{}.*, g{}.*; up_to time_window_undoable }}",
            agent % 10,
            (agent + 1) % 10,
            (agent + 5) % 10
        ));
        add(format!(
            "invariant i{agent} {{ for a{agent}; never run has l{agent} and call is outbound and allowed }}"
        ));
    }
    text
}
