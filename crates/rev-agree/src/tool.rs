//! Tools, as texts: arguments, facts, contracts, blast radius and cases.

use crate::condition::{Scope, condition};
use crate::dice::Dice;
use crate::words::{ARGS, GATES, LABELS, Word};
use std::fmt::Write as _;

/// A tool, and what calls of it need to know.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tool {
    /// Its name, or a glob.
    pub name: String,
    pub wire: Option<String>,
    /// With `?` where the key may be missing.
    pub args: Vec<(&'static str, Optional)>,
    pub open: bool,
    /// Some contract calls it.
    pub recovers: bool,
    /// The fields of its result.
    pub result: Vec<&'static str>,
    pub text: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Optional {
    #[default]
    No,
    Key,
    Value,
}

impl Tool {
    /// Its name on the wire.
    pub fn called(&self) -> &str {
        self.wire.as_deref().unwrap_or(&self.name)
    }

    /// Names of its arguments.
    pub fn readable(&self) -> Vec<&'static str> {
        self.args.iter().map(|(name, _)| *name).collect()
    }
}

/// A tool with any facts.
pub(crate) fn tool(dice: &mut Dice, name: &str, is_glob: bool, scope: &Scope) -> Tool {
    let mut tool = Tool {
        name: name.to_owned(),
        open: dice.percent(15),
        ..Tool::default()
    };
    let many = 1 + dice.below(5);
    for _ in 0..many {
        let Some(word) = ARGS.get(dice.below(ARGS.len())) else {
            continue;
        };
        if tool.args.iter().any(|(name, _)| *name == word.name) {
            continue;
        }
        let optional = match dice.below(10) {
            0 | 1 => Optional::Key,
            2 => Optional::Value,
            _ => Optional::No,
        };
        tool.args.push((word.name, optional));
    }
    if !is_glob && dice.percent(15) {
        tool.wire = Some(format!("wire-{}", name.replace('.', "-")));
    }
    let own = Scope {
        args: tool.readable(),
        ..scope.clone()
    };
    let mut text = format!("tool {name} {{\n{}", arguments(&tool));
    if let Some(wire) = &tool.wire {
        let _ = writeln!(text, "    wire \"{wire}\"");
    }
    if dice.percent(60) {
        tool.result = vec!["x", "note"];
        let yields = dice.one(LABELS);
        let _ = writeln!(
            text,
            "    result {{ x: text, note?: text yields {yields}, n?: int }}"
        );
    }
    if dice.percent(30) {
        let _ = writeln!(text, "    yields {}", dice.one(LABELS));
    }
    if dice.percent(15) {
        let _ = writeln!(text, "    clears {}", dice.one(LABELS));
    }
    for at in 0..dice.below(3) {
        let when = condition(dice, &own, 2);
        let name = if dice.percent(50) {
            format!("r{at}: ")
        } else {
            String::new()
        };
        let when = match scope.monotone {
            // What must hold must not hold because of more.
            true => format!("not ({when})"),
            false if dice.percent(80) => format!("({when}) or run.calls < 50"),
            false => when,
        };
        let _ = writeln!(text, "    require {name}{when} because \"r\"");
    }
    for _ in 0..dice.below(3) {
        let gate = dice.one(GATES);
        let when = match dice.percent(85) {
            true => format!(" when {}", condition(dice, &own, 2)),
            false => String::new(),
        };
        let gate = if when.is_empty() && gate == "deny" {
            "approval"
        } else {
            gate
        };
        let _ = writeln!(text, "    gate {gate}{when}");
    }
    if dice.percent(4) {
        text.push_str("    deny because \"never\"\n");
    }
    match cases(dice, &tool) {
        Some(heads) => {
            for head in heads {
                let facts = facts(dice, &tool, is_glob);
                let _ = write!(text, "    {head} {{\n{facts}    }}\n");
            }
        }
        None => text.push_str(&facts(dice, &tool, is_glob)),
    }
    text.push_str("}\n");
    tool.text = text;
    tool
}

fn arguments(tool: &Tool) -> String {
    let fields: Vec<String> = tool
        .args
        .iter()
        .map(|(name, optional)| {
            let ty = Word::named(name).map_or("text", |word| word.ty);
            match optional {
                Optional::No => format!("{name}: {ty}"),
                Optional::Key => format!("{name}?: {ty}"),
                Optional::Value if ty.contains(' ') && !ty.starts_with('{') => {
                    format!("{name}: {ty}")
                }
                Optional::Value => format!("{name}: {ty}?"),
            }
        })
        .collect();
    let open = if tool.open { " open" } else { "" };
    format!("    args{open} {{ {} }}\n", fields.join(", "))
}

/// Heads of cases that exclude each other.
fn cases(dice: &mut Dice, tool: &Tool) -> Option<Vec<&'static str>> {
    if !dice.percent(25) {
        return None;
    }
    let has = |name: &str| {
        tool.args
            .iter()
            .any(|(one, optional)| *one == name && *optional == Optional::No)
    };
    Some(match dice.below(5) {
        0 if has("mode") => vec![
            "case args.mode == \"fast\"",
            "case args.mode in [\"slow\", \"safe\"]",
        ],
        1 if has("count") => vec!["case args.count > 2", "case args.count <= 2", "otherwise"],
        2 if has("cmd") => vec![
            "case args.cmd runs only \"ls\", \"git status\"",
            "otherwise",
        ],
        3 if has("path") => vec!["case args.path under \"/srv\"", "otherwise"],
        _ => vec!["case context.env == \"dev\"", "otherwise"],
    })
}

/// Effect, contract, bounds and what belongs to them.
fn facts(dice: &mut Dice, tool: &Tool, is_glob: bool) -> String {
    let mut text = String::new();
    let has = |name: &str| tool.args.iter().any(|(one, _)| *one == name);
    let kind = dice.below(10);
    if kind < 3 {
        text.push_str("        effect none\n");
        return text;
    }
    let effect = match kind {
        3..6 => "internal",
        6..9 => "public",
        _ => "authority",
    };
    let _ = writeln!(text, "        effect {effect}");
    if effect == "public" && dice.percent(20) {
        text.push_str("        contained because \"inside\"\n");
    }
    let subjects: Vec<&str> = ["to", "cc", "id", "note", "count", "host", "path", "tags"]
        .into_iter()
        .filter(|name| has(name))
        .collect();
    let subject = (!subjects.is_empty() && dice.percent(70)).then(|| dice.one(&subjects));
    if let Some(subject) = subject {
        let _ = writeln!(text, "        subject args.{subject}");
    }
    let needed = |name: &str| tool.args.contains(&(name, Optional::No));
    let mut bounds = vec![format!("calls {}{}", 1 + dice.below(6), or_deny(dice))];
    if needed("amount") && dice.percent(60) {
        text.push_str("        spends money = args.amount\n");
        bounds.push(format!(
            "money {} INR{}",
            1 + dice.below(300),
            or_deny(dice)
        ));
    }
    if needed("msgs") && dice.percent(60) {
        let amount = dice.one(&["args.msgs", "args.msgs * 2", "args.msgs + 1 message"]);
        let _ = writeln!(text, "        spends messages = {amount}");
        bounds.push(format!(
            "messages {} message{}",
            1 + dice.below(9),
            or_deny(dice)
        ));
    } else if needed("cc") && dice.percent(30) {
        text.push_str("        spends messages = size(args.cc) * 1 message\n");
        bounds.push("messages 2 message".to_owned());
    }
    match dice.below(5) {
        0 if subject.is_some() => bounds.push(format!("scope single_subject{}", or_deny(dice))),
        1 if subject.is_some() => {
            bounds.push(format!("subjects {}{}", 1 + dice.below(4), or_deny(dice)))
        }
        2 if needed("note") => {
            text.push_str("        tenant args.note\n");
            bounds.push("scope tenant".to_owned());
        }
        3 => bounds.push("scope cross_tenant".to_owned()),
        _ => {}
    }
    let _ = writeln!(text, "        blast {{ {} }}", bounds.join("; "));
    text.push_str(&reversal(dice, tool, effect, is_glob));
    let lands: Vec<String> = ["to", "cc", "link", "host", "path", "rest"]
        .into_iter()
        .chain(subject)
        .filter(|name| has(name))
        .map(|name| format!("args.{name}"))
        .collect();
    let mut lands = lands;
    lands.sort();
    lands.dedup();
    if effect == "public"
        && (text.contains("{ human }") || text.contains("{ human;"))
        && !lands.is_empty()
        && dice.percent(70)
    {
        let _ = writeln!(text, "        consent {}", lands.join(", "));
    }
    text
}

fn or_deny(dice: &mut Dice) -> &'static str {
    if dice.percent(15) { " or deny" } else { "" }
}

fn reversal(dice: &mut Dice, tool: &Tool, effect: &str, is_glob: bool) -> String {
    let from_result = !tool.result.is_empty() && dice.percent(50);
    let id = if from_result { "result.x" } else { "\"x\"" };
    let revert = if is_glob { "revert_any" } else { "revert" };
    let hold = format!(
        "hold {}; cancel {revert} {{ id: {id} }}",
        dice.one(&["30s", "10m", "2h"])
    );
    let by = format!(
        "by {revert} {{ id: {id} }}; approval {}; verify look {{}} until seen absent attempts 2",
        dice.one(&["human", "human", "auto"])
    );
    let held = if dice.percent(30) {
        format!("; {hold}")
    } else {
        String::new()
    };
    let dry_run = match dice.below(3) {
        0 => "        dry_run none because \"cannot tell\"\n",
        _ => "        dry_run look {}\n",
    };
    let irreversible = match dice.below(3) {
        0 => format!("        reversal irreversible {{ {hold} }}\n"),
        1 => format!("{dry_run}        reversal irreversible {{ human }}\n"),
        _ => format!("{dry_run}        reversal irreversible {{ human; {hold} }}\n"),
    };
    match dice.below(3) {
        0 if effect != "public" => {
            let within = dice.one(&["", "; within 1h", "; within forever"]);
            format!("        reversal reversible {{ {by}{within}{held} }}\n")
        }
        1 => format!("        reversal compensable {{ {by}; within 72h{held} }}\n"),
        _ => irreversible,
    }
}
