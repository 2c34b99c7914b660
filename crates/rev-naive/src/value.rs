//! Values as conditions see them, and three-valued truth.

use crate::number::Decimal;
use rev_text::Kind;
use std::collections::BTreeMap;

/// A value that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Missing, or null.
    Absent,
    /// It cannot be computed.
    Unknown,
    Bool(bool),
    Number(Decimal),
    /// In the normal form of its kind. A text with meaning keeps that in comparisons.
    Text(String, Kind),
    List(Vec<Value>),
    /// Records, maps and objects.
    Record(BTreeMap<String, Value>),
}

impl Value {
    /// Absent values, empty texts, lists and records.
    pub fn is_empty(&self) -> bool {
        match self {
            Value::Absent => true,
            Value::Text(text, _) => text.is_empty(),
            Value::List(items) => items.is_empty(),
            Value::Record(entries) => entries.is_empty(),
            Value::Unknown | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    /// A text that two values share only if they are the same.
    pub fn key(&self) -> String {
        match self {
            Value::Absent => "absent".to_owned(),
            Value::Unknown => "unknown".to_owned(),
            Value::Bool(value) => format!("{value}"),
            Value::Number(number) => format!("number {number}"),
            Value::Text(text, _) => format!("{text:?}"),
            Value::List(items) => {
                let keys: Vec<String> = items.iter().map(Value::key).collect();
                format!("[{}]", keys.join(", "))
            }
            Value::Record(entries) => {
                let keys: Vec<String> = entries
                    .iter()
                    .map(|(name, value)| format!("{name:?}: {}", value.key()))
                    .collect();
                format!("{{{}}}", keys.join(", "))
            }
        }
    }
}

/// True, false, or unknown.
pub(crate) type Truth = Option<bool>;

pub(crate) fn not(truth: Truth) -> Truth {
    truth.map(|holds| !holds)
}

/// False if one is false, true if all are true.
pub(crate) fn all(truths: impl IntoIterator<Item = Truth>) -> Truth {
    let truths: Vec<Truth> = truths.into_iter().collect();
    if truths.contains(&Some(false)) {
        Some(false)
    } else if truths.contains(&None) {
        None
    } else {
        Some(true)
    }
}

/// True if one is true, false if all are false.
pub(crate) fn any(truths: impl IntoIterator<Item = Truth>) -> Truth {
    not(all(truths.into_iter().map(not)))
}
