//! Whose state changes, and who consented to it: values as short hashes, so that a run stays small.

use crate::json::Shape;
use crate::look::Look;
use crate::typed::{Reader, Value};
use rev_table::{NONE, Range, Type};
use rev_text::Truth;
use smallvec::SmallVec;

/// The subjects of a call; a list is many.
pub(crate) fn of(look: Look<'_>, node: u32) -> SmallVec<[u128; 2]> {
    let mut subjects = SmallVec::new();
    if node == NONE {
        return subjects;
    }
    match look.value(node) {
        Value::Json(json, Type::List(inner)) if json.shape() == Shape::List => {
            for item in json.items().flatten() {
                subjects.push(hash(
                    look.reader,
                    "subject",
                    &[look.reader.read(item, inner)],
                ));
            }
        }
        // One that is missing is one that nobody knows.
        other => subjects.push(hash(look.reader, "subject", &[other])),
    }
    subjects.sort_unstable();
    subjects.dedup();
    subjects
}

/// What the person consents to, if every value was said and one at least is there.
pub(crate) fn consent(look: Look<'_>, tool: u32, nodes: Range) -> Option<u128> {
    let table = look.reader.table;
    let mut some = false;
    let mut values: SmallVec<[Value<'_>; 4]> = SmallVec::new();
    for node in table.refs(nodes) {
        if look.said(node) != Truth::True {
            return None;
        }
        some |= !look.is_empty(node);
        values.push(look.value(node));
    }
    some.then(|| hash(look.reader, &tool.to_string(), &values))
}

/// A hash of values, each with its kind and length, so that two different lists never look the same.
fn hash(reader: Reader<'_>, of: &str, values: &[Value<'_>]) -> u128 {
    let mut hasher = blake3::Hasher::new();
    feed(&mut hasher, "of", of);
    for value in values {
        add(reader, &mut hasher, value);
    }
    let mut first = [0; 16];
    hasher.finalize_xof().fill(&mut first);
    u128::from_le_bytes(first)
}

fn feed(hasher: &mut blake3::Hasher, kind: &str, text: &str) {
    hasher.update(kind.as_bytes());
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

fn add(reader: Reader<'_>, hasher: &mut blake3::Hasher, value: &Value<'_>) {
    match value {
        Value::Absent => feed(hasher, "absent", ""),
        Value::Unknown | Value::List(_) | Value::Links(_) => feed(hasher, "unknown", ""),
        Value::Bool(value) => feed(hasher, "bool", if *value { "true" } else { "false" }),
        Value::Number(number) => {
            hasher.update(b"number");
            hasher.update(&number.digits.to_le_bytes());
            hasher.update(&number.scale.to_le_bytes());
        }
        Value::Text(text, _) => feed(hasher, "text", text),
        Value::Json(json, ty) => {
            let inner = |name: &str| match *ty {
                Type::List(inner) | Type::Map(inner) => Some(inner),
                Type::Record { first, len, .. } => {
                    let found = reader.field(reader.table.fields(first, len), name);
                    found.map(|(_, field)| field.ty.get())
                }
                _ => None,
            };
            let read = |json, ty: Option<u32>| match ty {
                Some(ty) => reader.read(json, ty),
                None => crate::typed::dynamic(json),
            };
            feed(hasher, "many", "");
            for item in json.items().flatten() {
                add(reader, hasher, &read(item, inner("")));
            }
            // The order of entries means nothing.
            let mut entries: Vec<_> = json.entries().flatten().collect();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            for (key, item) in entries {
                feed(hasher, "key", &key);
                add(reader, hasher, &read(item, inner(&key)));
            }
            feed(hasher, "end", "");
        }
    }
}
