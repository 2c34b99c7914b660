//! Whose state changes, and who consented to it: values as short hashes, so that a run stays small.

use crate::look::Look;
use rev_json::Shape;
use rev_table::{NONE, Range, Type};
use rev_text::Truth;
use rev_value::{Key, Value, key};
use smallvec::SmallVec;

/// The subjects of a call; a list is many.
pub(crate) fn of(look: &Look<'_>, node: u32) -> SmallVec<[Key; 1]> {
    let mut subjects = SmallVec::new();
    if node == NONE {
        return subjects;
    }
    match look.value(node) {
        Value::Json(json, Type::List(inner)) if json.shape() == Shape::List => {
            for item in json.items().flatten() {
                subjects.push(key(look.reader, "", &[look.reader.read(item, inner)]));
            }
        }
        // One that is missing is one that nobody knows.
        other => subjects.push(key(look.reader, "", &[other])),
    }
    subjects.sort_unstable();
    subjects.dedup();
    subjects
}

/// What the person consents to, if every value was said and one at least is there.
pub(crate) fn consent(look: &Look<'_>, tool: u32, nodes: Range) -> Option<Key> {
    let table = look.reader.table;
    let mut some = false;
    let mut values: SmallVec<[Value<'_>; 4]> = SmallVec::new();
    for node in table.refs(nodes) {
        if look.said_last(node) != Truth::True {
            return None;
        }
        let value = look.value(node);
        some |= !value.is_empty();
        values.push(value);
    }
    some.then(|| key(look.reader, &tool.to_string(), &values))
}
