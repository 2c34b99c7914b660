//! Everything of a package that is no tool: rules, boundaries, budgets, agents.

use crate::condition::{Scope, condition};
use crate::dice::Dice;
use crate::tool::Tool;
use crate::words::{CLASSES, GATES};
use std::fmt::Write as _;

/// Labels, units and what a host supplies.
pub(crate) fn base(dice: &mut Dice) -> String {
    let mut text = String::from(
        "unit INR scale 2\nunit message\ndimension money in INR\ndimension messages in message\n\
         label pii\nlabel secret confidential may leave implies pii\nlabel external untrusted\n\
         label board confidential may leave implies secret\nlabel plain\n\
         context { env: \"prod\" | \"dev\", tenant: text, level: int, safe: bool }\n\
         gate slow { cooling 5m; undo 10m }\ngate board { approvers 3; cooling 1h }\n\
         tool look { args { id?: text }; effect none }\n\
         tool revert_any { args { id?: text }; effect internal; reversal reversible { by redo { id: \"x\" }; \
         approval auto; verify look {} until seen absent attempts 2 }; blast { calls 4 } }\n\
         tool redo undoes revert_any { args { id?: text }; effect internal }\n",
    );
    if dice.percent(20) {
        text.push_str("class irreversible_public gate board\n");
    }
    if dice.percent(20) {
        text.push_str("class compensating gate slow\n");
    }
    if dice.percent(10) {
        text.push_str("class read_only gate undo_window\n");
    }
    text
}

/// A rule about named tools, about whoever declares an argument, or about the run.
pub(crate) fn rule(dice: &mut Dice, name: &str, tools: &[Tool], scope: &Scope) -> String {
    let one = tools.get(dice.below(tools.len()));
    let args = one.map(Tool::readable).unwrap_or_default();
    let (head, args) = match (dice.below(4), one) {
        (0 | 1, Some(tool)) => (format!("call is {} and ", tool.name), args),
        (2, Some(_)) => (String::new(), args.into_iter().take(1).collect()),
        _ => (String::new(), Vec::new()),
    };
    let own = Scope {
        // Without a test on the call of its own, whatever it says of arguments would be about other tools.
        tools: if args.is_empty() {
            scope.tools.clone()
        } else {
            Vec::new()
        },
        args,
        ..scope.clone()
    };
    let when = match own.args.is_empty() || !head.is_empty() {
        true => condition(dice, &own, 3),
        false => condition(
            dice,
            &Scope {
                run: false,
                ..own.clone()
            },
            2,
        ),
    };
    let what = match dice.percent(10) {
        true => "deny".to_owned(),
        false => format!("gate {}", dice.one(GATES)),
    };
    let what = if what == "gate dry_run" {
        "gate approval".to_owned()
    } else {
        what
    };
    format!("rule {name} {{ when {head}({when}); {what} }}\n")
}

/// A boundary of its own lines, or of others.
pub(crate) fn boundary(dice: &mut Dice, name: &str, tools: &[Tool], scope: &Scope) -> String {
    let action = dice.one(&[
        "",
        "",
        "",
        "",
        "refuse",
        "refuse",
        "halt",
        "gate approval",
        "gate approval",
        "gate two_person",
        "gate slow",
        "gate undo_window",
    ]);
    let known = &scope.boundaries;
    if known.len() >= 2 && dice.percent(55) {
        let parts = composed(dice, known, 2);
        return match action {
            "" => format!("boundary {name} = {parts}\n"),
            action => format!("boundary {name} = {parts} {{ {action} }}\n"),
        };
    }
    let mut lines = Vec::new();
    for _ in 0..1 + dice.below(2) {
        lines.push(match dice.below(8) {
            0..5 => dice
                .one(&[
                    "path under \"~/.ssh\", \"/root\"",
                    "path like \"**/*.txt\", \"/srv/**\"",
                    "path is \"/home/u/.ssh/id\"",
                    "url like \"*.example/**\"",
                    "url under \"stripe.com/checkout\"",
                    "host like \"*.example\"",
                    "host is \"evil.example\"",
                    "email like \"*@evil.example\", \"ann@*\"",
                    "command runs \"rm -rf\"",
                    "command runs \"curl\", \"git\"",
                ])
                .to_owned(),
            5 => format!("tool {}", dice.one(&scope.tools)),
            _ => match tools.get(dice.below(tools.len())) {
                Some(tool) => {
                    let own = Scope {
                        args: tool.readable(),
                        tools: Vec::new(),
                        ..scope.clone()
                    };
                    format!("tool {} where {}", tool.name, condition(dice, &own, 1))
                }
                None => "host is \"evil.example\"".to_owned(),
            },
        });
    }
    if dice.percent(30) {
        let own = Scope {
            args: Vec::new(),
            ..scope.clone()
        };
        lines.push(format!("when {}", condition(dice, &own, 1)));
    }
    if !action.is_empty() {
        lines.push(action.to_owned());
    }
    format!("boundary {name} {{ {} }}\n", lines.join("; "))
}

fn composed(dice: &mut Dice, known: &[&'static str], depth: usize) -> String {
    if depth == 0 || dice.percent(40) {
        return dice.one(known).to_owned();
    }
    let many = 2 + dice.below(2);
    let parts: Vec<String> = (0..many)
        .map(|_| composed(dice, known, depth - 1))
        .collect();
    let word = dice.one(&[" then ", " then ", " and ", " or "]);
    match depth {
        2 => parts.join(word),
        _ => format!("({})", parts.join(word)),
    }
}

/// Two agents, and what they may spend.
pub(crate) fn agents(dice: &mut Dice, tools: &[String]) -> String {
    let mut text = String::new();
    for name in ["careful", "people"] {
        let _ = writeln!(text, "budget {name} {{ {} }}", ceilings(dice).join("; "));
    }
    for (name, wide) in [("bot", 85), ("clerk", 50)] {
        let may = match dice.percent(wide) {
            true => "*".to_owned(),
            false => tools.join(", "),
        };
        let up_to = match dice.percent(75) {
            true => "authority_modifying",
            false => dice.one(CLASSES),
        };
        let budget = match dice.percent(70) {
            true => format!("; budget {}", dice.one(&["careful", "people"])),
            false => String::new(),
        };
        let _ = writeln!(text, "agent {name} {{ may {may}; up_to {up_to}{budget} }}");
    }
    text
}

fn ceilings(dice: &mut Dice) -> Vec<String> {
    let mut lines = Vec::new();
    for (dimension, unit) in [("money", "INR"), ("messages", "message")] {
        let deny = if dice.percent(20) { " or deny" } else { "" };
        lines.push(match dice.percent(15) {
            true => format!("{dimension} human_only{deny}"),
            false => format!("{dimension} {} {unit}{deny}", dice.below(400)),
        });
    }
    let weighed = [
        "compensating",
        "time_window_undoable",
        "irreversible_public",
        "reversible_internal",
    ];
    for class in weighed {
        if dice.percent(25) {
            lines.push(format!(
                "weight {class} {}",
                dice.one(&["0.1", "0.0003", "2", "1.5", "0"])
            ));
        }
    }
    lines
}
