//! How long a large package takes: 10,000 tools in 100 files, checked from nothing and after an edit.
//!
//! `cargo run --release -p rev-analysis --example big [FOLDER]` writes the package into a folder instead, if one is given.

use rev_analysis::{Database, Levels, Package, SourceFile, check, diagnostics};
use salsa::Setter;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const FILES: usize = 100;
/// Each of ten tools.
const GROUPS: usize = 10;

fn main() -> std::io::Result<()> {
    let texts: Vec<String> = (0..FILES).map(file).collect();
    if let Some(folder) = std::env::args().nth(1) {
        return write(Path::new(&folder), &texts);
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    let mut db = Database::default();
    let files: Vec<SourceFile> = texts
        .iter()
        .enumerate()
        .map(|(n, text)| SourceFile::new(&db, format!("{n}.rev"), Arc::from(text.as_str())))
        .collect();
    let package = Package::new(&db, files.clone(), Levels::default(), Vec::new());

    let start = Instant::now();
    let found = check(&db, package);
    let cold = start.elapsed();
    let speed = bytes as f64 / 1e6 / cold.as_secs_f64();
    println!(
        "{} tools, {FILES} files, {:.1} MB",
        FILES * GROUPS * 10,
        bytes as f64 / 1e6
    );
    println!(
        "cold check: {cold:.2?}, {speed:.1} MB/s, {} findings",
        found.len()
    );
    for finding in found.iter().take(3) {
        println!("    {} {}", finding.code, finding.message);
    }
    println!("peak memory: {} MiB", peak_memory() / 1024);

    let middle = files.get(FILES / 2).copied();
    let Some(edited) = middle else { return Ok(()) };
    for (what, from, to) in [
        ("a comment", "\ntool ", "\n// a comment\ntool "),
        ("a body", "calls 3", "calls 4"),
        (
            "a signature",
            "args   { order: text }",
            "args   { order: text, more?: bool }",
        ),
        ("an effect", "effect internal }", "effect public }"),
        (
            "a new tool",
            "\ntool ",
            "\ntool fresh { effect none }\ntool ",
        ),
        ("a new item", "\ntool ", "\nlabel fresh\ntool "),
        ("a misspelt label", "yields pii", "yields pij"),
    ] {
        let text = edited.text(&db).replacen(from, to, 1);
        assert_ne!(text, edited.text(&db), "{what} changes the text");
        let mut took: Vec<Duration> = Vec::new();
        let original: Arc<str> = Arc::from(edited.text(&db));
        for round in 0..11 {
            let text: Arc<str> = match round % 2 {
                0 => Arc::from(text.as_str()),
                _ => Arc::clone(&original),
            };
            edited.set_text(&mut db).to(text);
            let start = Instant::now();
            diagnostics(&db, package, edited);
            took.push(start.elapsed());
        }
        edited.set_text(&mut db).to(original);
        let whole = Instant::now();
        check(&db, package);
        let whole = whole.elapsed();
        took.sort();
        let (median, worst) = (took.get(took.len() / 2), took.last());
        println!(
            "after {what}: {median:.2?}, at worst {worst:.2?}; the whole package: {whole:.2?}"
        );
    }
    println!("peak memory: {} MiB", peak_memory() / 1024);
    Ok(())
}

fn write(folder: &Path, texts: &[String]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, text) in texts.iter().enumerate() {
        std::fs::write(folder.join(format!("service_{number}.rev")), text)?;
    }
    Ok(())
}

/// One service: ten groups of ten tools, with rules and an agent of its own.
fn file(number: usize) -> String {
    let mut out = String::new();
    if number == 0 {
        out.push_str(
            "policy big 1.0.0\n\nunit INR scale 2\nunit message\ndimension money in INR\n\
             dimension messages in message\nlabel pii\nlabel external untrusted\n\
             label secret confidential\n\nbudget careful { money 50_000 INR; messages 20 message }\n",
        );
    }
    for group in 0..GROUPS {
        // Writing into a text cannot fail.
        let _ = write!(
            out,
            "{}",
            GROUP
                .replace("NAME", &format!("s{number}.g{group}"))
                .replace("FLAT", &format!("s{number}_g{group}"))
        );
    }
    let _ = write!(
        out,
        "\nagent bot_{number} {{\n    may    s{number}.*\n    up_to  time_window_undoable\n    budget careful\n}}\n"
    );
    out
}

const GROUP: &str = r#"
event NAME.shipped { order: text }

/// True while the warehouse still has the parcel.
assumption FLAT_open {
    order: text
    broken by NAME.shipped where event.order == order
    checked by NAME.get { order: order } where seen.status == "open"
}

/// Look an order up.
tool NAME.get {
    args   { order: text }
    result { status: "open" | "shipped", total: INR, note: text yields external }
    effect none
    yields pii
}

tool NAME.list {
    args   { page?: int, size?: int }
    result { orders: list<text> }
    effect none
}

/// Refund an order through the payment provider.
tool NAME.refund {
    args   { order: text, amount: INR }
    result { refund_id: text, psp_ref: text }

    effect    public
    contained because "an order and an amount leave, nothing else"
    subject   args.order
    spends    money = args.amount
    require   args.amount <= 5_000 INR because "larger refunds are made by a person"

    reversal compensable {
        by       NAME.reverse { refund: result.refund_id }
        within   72h
        handle   result.psp_ref
        approval human
        verify   NAME.get_refund { refund: result.refund_id }
                 until seen.status == "reversed" attempts 5
        assumes  FLAT_open { order: args.order }
    }

    blast {
        calls 3
        money 5_000 INR
        scope single_subject
    }
}

tool NAME.reverse undoes NAME.refund {
    args   { refund: text }
    effect public
}

tool NAME.get_refund {
    args   { refund: text }
    result { status: "pending" | "settled" | "reversed" }
    effect none
}

tool NAME.send {
    args     { to: email, subject: text, body: text }
    result   { outbox_id: text }
    effect   public
    subject  args.to
    spends   messages = 1 message
    instead  NAME.draft
    reversal irreversible {
        hold   10m
        cancel NAME.cancel { id: result.outbox_id }
    }
    blast { calls 2; messages 2 message; scope single_subject }
}

tool NAME.cancel undoes NAME.send { args { id: text }; effect internal }

tool NAME.draft {
    args     { to: email, subject: text, body: text }
    result   { id: text }
    effect   internal
    contained because "a draft stays here"
    reversal reversible {
        by       NAME.discard { id: result.id }
        approval auto
        verify   NAME.get_draft { id: result.id } until seen absent attempts 3
    }
    blast { calls 10 }
}

tool NAME.discard undoes NAME.draft { args { id: text }; effect internal }
tool NAME.get_draft { args { id: text }; effect none }

rule FLAT_letters_go_where_the_person_said {
    when    call is NAME.send and not args.to said
    gate    approval
    because "an address that only a stranger's text named"
}
"#;

/// In KiB; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
