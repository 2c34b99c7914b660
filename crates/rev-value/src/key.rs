//! Values as short keys, so that what a run has met can be kept and found again.

use crate::typed::{Reader, Value, dynamic};
use rev_table::Type;

/// Stands for one or several values: a short text as it is, everything else by its hash.
pub type Key = [u8; 32];

/// The key of values, and of what they are for. Two different lists never have the same.
pub fn key(reader: Reader<'_>, of: &str, values: &[Value<'_>]) -> Key {
    if let ("", [Value::Text(text, _)]) = (of, values)
        && let Some(key) = short(text)
    {
        return key;
    }
    let mut hasher = blake3::Hasher::new();
    feed(&mut hasher, "of", of);
    for value in values {
        add(reader, &mut hasher, value);
    }
    let mut key = *hasher.finalize().as_bytes();
    // No short text has this length.
    let [length, ..] = &mut key;
    *length = u8::MAX;
    key
}

/// A text that is short enough to be its own key: its length, and itself.
fn short(text: &str) -> Option<Key> {
    let mut key = Key::default();
    let (length, rest) = key.split_first_mut()?;
    *length = u8::try_from(text.len()).ok()?;
    rest.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
    Some(key)
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
            let number = number.trimmed();
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
                None => dynamic(json),
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
