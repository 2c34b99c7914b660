//! Arguments that are worth a try: simple ones, and those that conditions on a tool name.

use crate::case::Case;
use rev_table::{FieldRecord, Kind, Node, Range, Table, Type, field, tool};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// So many calls of a tool are tried.
const MOST: usize = 48;

/// Calls of a tool: its name on the wire, and arguments.
pub(crate) fn calls(table: &Table, case: &Case<'_>) -> Vec<(String, Value)> {
    tried(table, case, &[], false)
}

/// The same, and every choice of every argument at least once; whatever is spent is also near these amounts, each with
/// its decimals.
pub(crate) fn calls_about(
    table: &Table,
    case: &Case<'_>,
    amounts: &[(i128, u32)],
) -> Vec<(String, Value)> {
    tried(table, case, amounts, true)
}

fn tried(
    table: &Table,
    case: &Case<'_>,
    amounts: &[(i128, u32)],
    each: bool,
) -> Vec<(String, Value)> {
    let wire = table.text(case.record.wire.get());
    let wire = match case.record.flags.get() & tool::GLOB {
        0 => wire.to_owned(),
        _ => wire.replace('*', "x"),
    };
    let Some(Type::Record { first, len, .. }) = table.ty(case.record.args.get()) else {
        return vec![(wire, Value::Object(Map::new()))];
    };
    let mut named = named(table, case);
    for (_, node) in table.pairs(case.facts.spends) {
        if let Some(field) = argument(table, node) {
            let words = named.entry(field).or_default();
            for (digits, scale) in amounts {
                near(*digits, *scale, words);
            }
        }
    }
    let fields = table.fields(first, len);
    let choices: Vec<Vec<Option<Value>>> = fields
        .iter()
        .zip(0_u16..)
        .map(|(field, number)| choices(table, field, named.get(&number)))
        .collect();
    let mut all: Vec<Map<String, Value>> = vec![Map::new()];
    for (field, choices) in fields.iter().zip(&choices) {
        let name = table.text(field.name.get());
        let mut next = Vec::new();
        for (choice, at) in choices.iter().zip(0_usize..) {
            // The first of each goes with everything; others only as long as there is room.
            for args in &all {
                if at > 0 && next.len() >= MOST {
                    break;
                }
                let mut args = args.clone();
                args.extend(choice.clone().map(|value| (name.to_owned(), value)));
                next.push(args);
            }
        }
        all = next;
    }
    if each && let Some(first) = all.first().cloned() {
        for (field, choices) in fields.iter().zip(&choices) {
            let name = table.text(field.name.get());
            for choice in choices.iter().skip(1) {
                let mut args = first.clone();
                match choice {
                    Some(value) => args.insert(name.to_owned(), value.clone()),
                    None => args.remove(name),
                };
                all.push(args);
            }
        }
    }
    let calls = all
        .into_iter()
        .map(|args| (wire.clone(), Value::Object(args)));
    calls.collect()
}

/// What a field may hold; `None` is a field that is left out.
fn choices(
    table: &Table,
    record: &FieldRecord,
    named: Option<&BTreeSet<Word>>,
) -> Vec<Option<Value>> {
    let mut all: Vec<Value> = Vec::new();
    for word in named.into_iter().flatten() {
        all.extend(fitted(table, record.ty.get(), word));
    }
    let plain = plain(table, record.ty.get());
    let mut choices: Vec<Option<Value>> = plain.into_iter().map(Some).collect();
    choices.extend(all.into_iter().map(Some));
    if record.flags.get() & field::OPTIONAL != 0 {
        choices.push(None);
    }
    let mut kept: Vec<Option<Value>> = Vec::new();
    for choice in choices {
        if !kept.contains(&choice) {
            kept.push(choice);
        }
    }
    kept
}

/// A value that a condition names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Word {
    Text(String),
    /// Digits and decimals.
    Number(i128, u32),
}

/// What the conditions on a tool compare each argument with.
fn named(table: &Table, case: &Case<'_>) -> BTreeMap<u16, BTreeSet<Word>> {
    let mut named: BTreeMap<u16, BTreeSet<Word>> = BTreeMap::new();
    for leaf in &case.leaves {
        let crate::case::Leaf::Node(node) = *leaf else {
            continue;
        };
        match table.node(node) {
            Node::Compare { left, right, .. } => {
                for (subject, other) in [(left, right), (right, left)] {
                    let mut words = BTreeSet::new();
                    constants(table, other, &mut words);
                    if let Some(field) = argument(table, subject) {
                        named.entry(field).or_default().extend(words);
                    }
                }
            }
            Node::Match {
                subject, patterns, ..
            } => {
                let texts = match table.node(patterns) {
                    Node::Patterns(texts) => texts,
                    _ => Range::EMPTY,
                };
                let words = table.refs(texts).map(|text| {
                    let text = table.text(text).replace("**", "x").replace('*', "x");
                    Word::Text(text)
                });
                if let Some(field) = argument(table, subject) {
                    named.entry(field).or_default().extend(words);
                }
            }
            _ => {}
        }
    }
    named
}

fn argument(table: &Table, node: u32) -> Option<u16> {
    match table.node(node) {
        Node::Arg { field, .. } => Some(field),
        Node::Size(inner) => argument(table, inner),
        Node::Sum { left, right, .. } => argument(table, left).or_else(|| argument(table, right)),
        _ => None,
    }
}

fn constants(table: &Table, node: u32, words: &mut BTreeSet<Word>) {
    match table.node(node) {
        Node::Text(text) => {
            words.insert(Word::Text(table.text(text).to_owned()));
        }
        Node::Int(value) => near(i128::from(value), 0, words),
        Node::Quantity {
            amount: digits,
            scale,
        }
        | Node::Decimal { digits, scale } => {
            if let Some(digits) = table.amount(digits) {
                near(digits, u32::from(scale), words);
            }
        }
        Node::List(nodes) => {
            for node in table.refs(nodes) {
                constants(table, node, words);
            }
        }
        _ => {}
    }
}

/// A number and its neighbours: what stands on either side of a comparison.
fn near(digits: i128, scale: u32, words: &mut BTreeSet<Word>) {
    for digits in [digits.saturating_sub(1), digits, digits.saturating_add(1)] {
        words.insert(Word::Number(digits, scale));
    }
}

/// A named value as one of a type.
fn fitted(table: &Table, ty: u32, word: &Word) -> Option<Value> {
    match (table.ty(ty)?, word) {
        (Type::Optional(inner) | Type::Like { base: inner, .. }, _) => fitted(table, inner, word),
        (Type::List(inner), _) => fitted(table, inner, word).map(|one| Value::from(vec![one])),
        (Type::Text | Type::Meaning(_) | Type::Texts(_) | Type::Json, Word::Text(text)) => {
            Some(Value::from(text.as_str()))
        }
        // The size of a text.
        (Type::Text, Word::Number(size, 0)) => {
            let size = usize::try_from(*size).ok().filter(|size| *size < 1_000)?;
            Some(Value::from("a".repeat(size)))
        }
        (Type::Int | Type::Duration | Type::Json, Word::Number(digits, 0)) => {
            i64::try_from(*digits).ok().map(Value::from)
        }
        (Type::Quantity { .. } | Type::Decimal, Word::Number(digits, scale)) => {
            Some(Value::from(decimal(*digits, *scale)))
        }
        _ => None,
    }
}

pub(crate) fn decimal(digits: i128, scale: u32) -> String {
    let tens = 10_i128.checked_pow(scale).unwrap_or(1);
    match scale {
        0 => digits.to_string(),
        _ => format!(
            "{}{}.{:0width$}",
            if digits < 0 { "-" } else { "" },
            (digits / tens).abs(),
            (digits % tens).abs(),
            width = scale as usize
        ),
    }
}

/// Simple values of a type.
fn plain(table: &Table, ty: u32) -> Vec<Value> {
    match table.ty(ty) {
        Some(Type::Bool) => vec![Value::from(true), Value::from(false)],
        Some(Type::Int | Type::Duration) => vec![Value::from(1), Value::from(0)],
        Some(Type::Decimal | Type::Quantity { .. }) => vec![Value::from("1"), Value::from("0")],
        Some(Type::Text) => vec![Value::from("abc"), Value::from("")],
        Some(Type::Time) => vec![Value::from("2020-01-01T00:00:00Z")],
        Some(Type::Json) => vec![Value::from("abc")],
        Some(Type::Meaning(kind)) => vec![Value::from(match kind {
            Kind::Url => "https://a.example/",
            Kind::Path => "/tmp/a",
            Kind::Command => "true",
            Kind::Email => "a@b.example",
            Kind::Host => "a.example",
        })],
        Some(Type::Like { pattern, .. }) => {
            let text = table.text(pattern).replace("**", "x").replace('*', "x");
            vec![Value::from(text)]
        }
        Some(Type::Texts(texts)) => {
            let texts = table.refs(texts).map(|text| Value::from(table.text(text)));
            texts.collect()
        }
        Some(Type::List(inner)) => {
            let one = plain(table, inner).into_iter().take(1).collect::<Vec<_>>();
            vec![Value::from(one), Value::from(Vec::<Value>::new())]
        }
        Some(Type::Map(_)) => vec![Value::Object(Map::new())],
        Some(Type::Optional(inner)) => {
            let mut all = plain(table, inner);
            all.push(Value::Null);
            all
        }
        Some(Type::Record { first, len, .. }) => {
            let fields = table.fields(first, len).iter();
            let entries = fields.filter_map(|field| {
                let value = plain(table, field.ty.get()).into_iter().next()?;
                Some((table.text(field.name.get()).to_owned(), value))
            });
            vec![Value::Object(entries.collect())]
        }
        None => Vec::new(),
    }
}
