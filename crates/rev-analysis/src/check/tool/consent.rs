//! `consent`: the arguments that decide where the effect lands.

use super::This;
use super::facts::Facts;
use crate::check::Cx;
use crate::gates;
use crate::hir::{Class, Expr, ExprKind, Meaning, Record, Root, Type, Variant};
use rev_diagnostics::{Edit, FileId, Fix, Span, codes};
use smol_str::SmolStr;

/// An argument, or a part of one: the names after `args`.
type Argument = Vec<SmolStr>;

pub(super) fn check(
    cx: &mut Cx<'_>,
    this: This<'_>,
    facts: &Facts<'_>,
    variant: &Variant,
    settled: bool,
) -> Option<Vec<Expr>> {
    let (word, written) = facts.consent()?;
    let env = this.before(cx);
    let mut listed: Vec<Argument> = Vec::new();
    let mut sound = true;
    let mut consent = Vec::new();
    for expr in written {
        let value = cx.value(expr, &env);
        match &value.kind {
            _ if value.ty == Type::Unknown => sound = false,
            ExprKind::Path { root, fields } if *root == Root::Args && !fields.is_empty() => {
                if listed.contains(fields) {
                    let what = format!("`{}` is listed", shown(fields));
                    cx.push(codes::declared_twice(value.span, what));
                }
                listed.push(fields.clone());
            }
            _ => {
                let what = "`consent` lists arguments of the call, and this is none";
                cx.push(codes::type_mismatch(value.span, what).help("write `args.NAME`"));
                sound = false;
            }
        }
        consent.push(value);
    }
    if !could_help(cx, this, word, variant, settled) {
        let what = format!(
            "`consent` changes nothing for `{}`: its class asks for nobody whom the speaker could stand in for",
            this.name()
        );
        let help = "remove it: it takes the place of one approver, and never that of a dry run or of another channel";
        cx.push(codes::consent_incomplete(word, what).help(help));
    } else if sound && !facts.broken && !this.signature.args.broken {
        let missing = missing(&this.signature.args, variant, &listed);
        if !missing.is_empty() {
            let end = written.last().map_or(word, |last| last.span).end;
            leaves_out(cx, word, end, &missing);
        }
    }
    Some(consent)
}

/// Whether the class of some case in which this line holds has an approver whom the speaker can stand in for. Of
/// cases whose class is not known, nothing is said.
fn could_help(cx: &Cx<'_>, this: This<'_>, word: Span, variant: &Variant, settled: bool) -> bool {
    let helps = |class: Class| {
        let gate = gates::of_class(cx.db, cx.package, class);
        gate.approvers > 0 && !gate.dry_run && !gate.out_of_band && !gate.deny
    };
    let of_the_tool = this.tree.body.fields.iter().any(|field| field.word == word);
    if this.has_too_many_cases() {
        return true;
    }
    if !of_the_tool {
        return !settled || helps(variant.class);
    }
    let mut cases = this.signature.variants.iter();
    cases.any(|case| !case.settled || helps(case.class))
}

/// What decides where the effect lands and is not listed, each once, in the order of the arguments.
fn missing(args: &Record, variant: &Variant, listed: &[Argument]) -> Vec<Argument> {
    let mut needed: Vec<Argument> = Vec::new();
    for field in &args.fields {
        places(&field.ty, &mut vec![field.name.clone()], &mut needed);
    }
    if let Some(subject) = &variant.subject {
        arguments(subject, &mut needed);
    }
    let mut missing: Vec<Argument> = Vec::new();
    for argument in needed {
        let covers = |other: &Argument| argument.starts_with(other);
        if !listed.iter().any(covers) && !missing.iter().any(covers) {
            missing.push(argument);
        }
    }
    missing
}

/// The parts of an argument that are addresses or paths. A list or a map is listed as a whole.
fn places(ty: &Type, at: &mut Argument, found: &mut Vec<Argument>) {
    match ty.base() {
        Type::Record(record) => {
            for field in &record.fields {
                at.push(field.name.clone());
                places(&field.ty, at, found);
                at.pop();
            }
        }
        other if is_place(other) => found.push(at.clone()),
        _ => {}
    }
}

fn is_place(ty: &Type) -> bool {
    match ty.base() {
        Type::Meaning(meaning) => *meaning != Meaning::Command,
        Type::List(inner) | Type::Map(inner) => is_place(inner),
        Type::Record(record) => record.fields.iter().any(|field| is_place(&field.ty)),
        _ => false,
    }
}

/// The arguments that an expression reads.
fn arguments(expr: &Expr, found: &mut Vec<Argument>) {
    match &expr.kind {
        ExprKind::Path { root, fields } if *root == Root::Args && !fields.is_empty() => {
            found.push(fields.clone());
        }
        ExprKind::List(elements) => elements.iter().for_each(|it| arguments(it, found)),
        ExprKind::Record(fields) => fields.iter().for_each(|(_, it)| arguments(it, found)),
        ExprKind::Arithmetic { left, right, .. } => {
            arguments(left, found);
            arguments(right, found);
        }
        ExprKind::Size(inner) | ExprKind::Links(inner) => arguments(inner, found),
        _ => {}
    }
}

fn leaves_out(cx: &mut Cx<'_>, word: Span, end: u32, missing: &[Argument]) {
    let names: Vec<String> = missing.iter().map(shown).collect();
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let what = match quoted.as_slice() {
        [one] => format!("`consent` leaves out {one}, which decides where the effect lands"),
        many => format!(
            "`consent` leaves out {}, which decide where the effect lands",
            many.join(", ")
        ),
    };
    let finding = codes::consent_incomplete(word, what);
    let finding = finding.help(format!("list it too: `{}`", names.join(", ")));
    cx.push(finding.fix(Fix {
        title: format!("add `{}`", names.join(", ")),
        edits: vec![Edit {
            file: FileId(0),
            span: Span::at(end),
            text: format!(", {}", names.join(", ")),
        }],
        safe: true,
    }));
}

/// An argument as it is written, quoted where it must be.
fn shown(argument: &Argument) -> String {
    let mut text = "args".to_owned();
    for name in argument {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let is_name = name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit());
        text.push('.');
        match is_name && !name.is_empty() {
            true => text.push_str(name),
            false => {
                let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
                text.push_str(&format!("\"{escaped}\""));
            }
        }
    }
    text
}
