//! `revc diff`: what changed from one policy to another, each with a call that shows it.

use crate::build::baseline;
use crate::failure::Failure;
use crate::options::{DiffFormat, DiffOptions};
use crate::{Outcome, terminal};
use rev_compose::{Changes, Decided, Difference, Direction, Example, Past, changes, is_major};
use rev_table::Table;
use serde_json::{Value, json};

pub fn diff(options: &DiffOptions) -> Result<Outcome, Failure> {
    let old = baseline(&options.old)?;
    let new = baseline(&options.new)?;
    let changes = changes(&old, &new);
    let out = match options.format {
        DiffFormat::Human => human(&old, &new, &changes),
        DiffFormat::Json => format!("{:#}\n", report(&old, &new, &changes)),
    };
    terminal::print(&out)?;
    Ok(match changes.is_weaker() {
        true => Outcome::Findings,
        false => Outcome::Fine,
    })
}

fn named(table: &Table) -> String {
    format!("{} {}", table.policy(), table.version())
}

const TITLES: [(Direction, &str); 4] = [
    (Direction::Weaker, "weaker"),
    (
        Direction::Unknown,
        "counts as weaker, since nobody can tell which way it goes",
    ),
    (Direction::Stricter, "stricter"),
    (
        Direction::Note,
        "also changed; no call is decided otherwise",
    ),
];

fn human(old: &Table, new: &Table, changes: &Changes) -> String {
    let mut out = format!("from {} to {}\n", named(old), named(new));
    for (direction, title) in TITLES {
        let mut all = changes.differences.iter();
        let all: Vec<&Difference> = all
            .by_ref()
            .filter(|one| one.direction == direction)
            .collect();
        if all.is_empty() {
            continue;
        }
        out.push_str(&format!("\n{title}:\n"));
        for one in all {
            out.push_str(&format!("  {}\n", one.text()));
            match &one.example {
                Some(example) => {
                    out.push_str(&format!("      for example {}\n", example.call_text()));
                    out.push_str(&format!("      was {}\n", example.old.text()));
                    out.push_str(&format!("      is  {}\n", example.new.text()));
                }
                None if direction == Direction::Note => {}
                None => out.push_str(&format!("      {}\n", one.without_example())),
            }
        }
    }
    let weaker = changes.count(Direction::is_weaker);
    let stricter = changes.count(|one| one == Direction::Stricter);
    out.push('\n');
    out.push_str(&match (weaker, stricter) {
        (0, 0) => "no call is decided otherwise\n".to_owned(),
        (0, stricter) => format!("nothing is weaker, {stricter} stricter\n"),
        (weaker, 0) => format!("{weaker} weaker, nothing stricter\n"),
        (weaker, stricter) => format!("{weaker} weaker, {stricter} stricter\n"),
    });
    if weaker > 0 && !is_major(old.version(), new.version()) {
        out.push_str("the new version is no major one: `revc check --against` calls this E0801\n");
    }
    rev_diagnostics::visible(&out).to_string()
}

fn report(old: &Table, new: &Table, changes: &Changes) -> Value {
    let table = |table: &Table| json!({ "policy": table.policy(), "version": table.version(), "hash": table.hash() });
    let differences: Vec<Value> = changes.differences.iter().map(difference).collect();
    json!({
        "old": table(old),
        "new": table(new),
        "major": is_major(old.version(), new.version()),
        "differences": differences,
        "summary": {
            "weaker": changes.count(Direction::is_weaker),
            "stricter": changes.count(|one| one == Direction::Stricter),
            "notes": changes.count(|one| one == Direction::Note),
        },
    })
}

fn difference(one: &Difference) -> Value {
    let direction = match one.direction {
        Direction::Weaker | Direction::Unknown => "weaker",
        Direction::Stricter => "stricter",
        Direction::Note => "note",
    };
    json!({
        "direction": direction,
        // Where it cannot be told, it counts as weaker.
        "certain": one.direction != Direction::Unknown,
        "about": { "kind": one.about.kind(), "name": one.about.name() },
        "case": (!one.case.is_empty()).then_some(&one.case),
        "what": one.what,
        "tools": one.tools,
        "before": one.before,
        "after": one.after,
        "class_changed": one.class,
        "text": one.text(),
        "example": one.example.as_ref().map(example),
    })
}

fn example(one: &Example) -> Value {
    let made = |made: &rev_compose::Made| json!({ "tool": made.tool, "args": made.args, "said": made.said });
    let past = one.past.iter().map(|past| match past {
        Past::Read(label) => json!({ "read": label }),
        Past::Called(call, times) => json!({ "call": made(call), "times": times }),
    });
    json!({
        "agent": one.agent,
        "context": one.context,
        "past": past.collect::<Vec<_>>(),
        "call": made(&one.call),
        "old": decided(&one.old),
        "new": decided(&one.new),
    })
}

fn decided(one: &Decided) -> Value {
    json!({ "verdict": one.verdict, "gate": one.gate, "reasons": one.codes })
}
