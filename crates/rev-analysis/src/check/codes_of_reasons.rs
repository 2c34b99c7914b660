//! Reason codes in tests: `because blast.money`. What no decision can say is told.

use super::Cx;
use super::cx::mended;
use super::tool::signature::signature;
use crate::hir::Call;
use crate::item::{Item, Kind};
use rev_diagnostics::{codes, suggest};
use rev_syntax::ast::{self, ItemKind, ToolBlock, ToolField};
use smol_str::SmolStr;

/// The first words of all codes.
const FIRST: [&str; 15] = [
    "agent",
    "args",
    "assumption",
    "blast",
    "boundary",
    "budget",
    "case",
    "class",
    "deny",
    "gate",
    "halted",
    "recovery",
    "require",
    "rule",
    "unknown_tool",
];

/// Checks one code of a call that `items` declare.
pub(super) fn check(cx: &mut Cx<'_>, code: &ast::Path, call: &Call, items: &[Item<'_>]) {
    let Some((first, rest)) = code.segments.split_first() else {
        return;
    };
    match (first.text.as_str(), rest) {
        ("unknown_tool" | "halted" | "case" | "recovery" | "require" | "deny", []) => {}
        ("agent", [name]) => one_of(cx, name, "reason", "agent", &["may", "up_to"]),
        ("args", [name]) => argument(cx, name, call, items),
        ("require", [name]) => requirement(cx, name, items),
        ("class", [name]) => {
            cx.class(name);
        }
        ("gate", [name]) => {
            cx.gate(name);
        }
        ("assumption", [name]) => declared(cx, Kind::Assumption, name),
        ("boundary", [name]) => declared(cx, Kind::Boundary, name),
        ("rule", [name]) => declared(cx, Kind::Rule, name),
        ("budget", [name]) => declared(cx, Kind::Dimension, name),
        ("blast", [name]) => {
            if !["calls", "subjects", "scope"].contains(&name.text.as_str()) {
                declared(cx, Kind::Dimension, name);
            }
        }
        (word, _) if FIRST.contains(&word) => {
            let finding = codes::unknown_name(code.span, "reason", code.dotted());
            cx.push(finding.help(shape(word)));
        }
        (word, _) => {
            let near = suggest::nearest(word, FIRST);
            let finding = codes::unknown_name(first.span, "reason", word);
            cx.push(match near {
                Some(_) => mended(finding, near),
                None => finding.help(format!("a reason begins with one of {}", FIRST.join(", "))),
            });
        }
    }
}

/// How a code with this first word looks.
fn shape(word: &str) -> String {
    match word {
        "unknown_tool" | "halted" | "case" | "recovery" | "deny" => {
            format!("nothing stands behind `{word}`")
        }
        "agent" => "write `agent.may` or `agent.up_to`".to_owned(),
        "blast" => {
            "write `blast.calls`, `blast.subjects`, `blast.scope` or `blast.DIMENSION`".to_owned()
        }
        "budget" => "write `budget.DIMENSION`".to_owned(),
        _ => format!("write `{word}.NAME`"),
    }
}

fn declared(cx: &mut Cx<'_>, kind: Kind, name: &ast::Name) {
    cx.named(kind, &name.text, name.span);
}

fn one_of(cx: &mut Cx<'_>, name: &ast::Name, kind: &str, first: &str, words: &[&str]) {
    if !words.contains(&name.text.as_str()) {
        let near = suggest::nearest(&name.text, words.iter().copied());
        let whole = format!("{first}.{}", name.text);
        let finding = codes::unknown_name(name.span, kind, whole);
        cx.push(match near {
            Some(_) => mended(finding, near),
            None => finding.help(shape(first)),
        });
    }
}

/// An argument that the tool declares, or that the call has.
fn argument(cx: &mut Cx<'_>, name: &ast::Name, call: &Call, items: &[Item<'_>]) {
    let mut known: Vec<SmolStr> = call.args.iter().map(|(name, _)| name.clone()).collect();
    for item in items {
        let args = &signature(cx.db, cx.package, *item).args;
        if args.broken {
            return;
        }
        known.extend(args.fields.iter().map(|field| field.name.clone()));
    }
    // Of a tool that is not declared, nothing but `unknown_tool` is said.
    if !items.is_empty() {
        let known: Vec<&str> = known.iter().map(SmolStr::as_str).collect();
        one_of_names(cx, name, "argument", &known);
    }
}

/// A `require` with this name in the tool.
fn requirement(cx: &mut Cx<'_>, name: &ast::Name, items: &[Item<'_>]) {
    let mut known: Vec<SmolStr> = Vec::new();
    for item in items {
        if let ItemKind::Tool(tool) = &item.tree(cx.db).kind {
            if tool.body.broken {
                return;
            }
            requirements(&tool.body, &mut known);
        }
    }
    if !items.is_empty() {
        let known: Vec<&str> = known.iter().map(SmolStr::as_str).collect();
        one_of_names(cx, name, "`require` named", &known);
    }
}

fn requirements(block: &ToolBlock, known: &mut Vec<SmolStr>) {
    for field in &block.fields {
        match &field.kind {
            ToolField::Require {
                name: Some(name), ..
            } => known.push(name.text.clone()),
            ToolField::Case { body, .. } | ToolField::Otherwise(body) => requirements(body, known),
            _ => {}
        }
    }
}

fn one_of_names(cx: &mut Cx<'_>, name: &ast::Name, kind: &str, known: &[&str]) {
    if !known.contains(&name.text.as_str()) {
        let near = suggest::nearest(&name.text, known.iter().copied());
        cx.push(mended(
            codes::unknown_name(name.span, kind, &name.text),
            near,
        ));
    }
}
