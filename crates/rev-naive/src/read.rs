//! JSON against types: a value that fits is read, one that does not is refused.

use crate::number::Decimal;
use crate::program::Program;
use crate::text;
use crate::value::Value;
use rev_analysis::hir::{Record, Type};
use rev_text::{Context, Kind, Op, normalise};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// A value does not have its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Misfit;

/// An argument that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wrong {
    Is(String),
    Missing(String),
}

/// What reading depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    pub program: &'a Program,
    pub context: Context<'a>,
}

impl Reader<'_> {
    /// The arguments of a call, or all that are wrong: what stands there first, then what is missing, each by name. One
    /// without a name is the whole.
    pub fn args(
        self,
        json: &Json,
        declared: &Record,
    ) -> Result<BTreeMap<String, Value>, BTreeSet<Wrong>> {
        let Json::Object(entries) = json else {
            return Err(BTreeSet::from([Wrong::Is(String::new())]));
        };
        let mut args = BTreeMap::new();
        let mut wrong = BTreeSet::new();
        for (name, value) in entries {
            match self.entry(name, value, declared) {
                Ok(value) => drop(args.insert(name.clone(), value)),
                Err(Misfit) => drop(wrong.insert(Wrong::Is(name.clone()))),
            }
        }
        for field in declared.fields.iter().filter(|field| !field.optional) {
            if !entries.contains_key(field.name.as_str()) {
                wrong.insert(Wrong::Missing(field.name.to_string()));
            }
        }
        if wrong.is_empty() {
            Ok(args)
        } else {
            Err(wrong)
        }
    }

    fn entry(self, name: &str, value: &Json, declared: &Record) -> Result<Value, Misfit> {
        match declared.get(name) {
            Some(field) if field.optional && value.is_null() => Ok(Value::Absent),
            Some(field) => self.read(value, &field.ty),
            None if declared.open => self.any(value),
            None => Err(Misfit),
        }
    }

    /// A value of a type.
    pub fn read(self, json: &Json, ty: &Type) -> Result<Value, Misfit> {
        match ty {
            Type::Optional(_) if json.is_null() => Ok(Value::Absent),
            Type::Optional(inner) => self.read(json, inner),
            Type::Bool => json.as_bool().map(Value::Bool).ok_or(Misfit),
            Type::Text => match json {
                Json::String(text) => Ok(Value::Text(text.clone(), Kind::Text)),
                _ => Err(Misfit),
            },
            Type::Texts(set) => match json {
                Json::String(text) if set.iter().any(|one| one == text) => {
                    Ok(Value::Text(text.clone(), Kind::Text))
                }
                _ => Err(Misfit),
            },
            Type::Meaning(meaning) => {
                let kind = text::kind(*meaning);
                let text = json.as_str().ok_or(Misfit)?;
                let normal = normalise(kind, text, &self.context).map_err(|_| Misfit)?;
                Ok(Value::Text(normal.into_owned(), kind))
            }
            Type::Like(base, pattern) => {
                let value = self.read(json, base)?;
                let Value::Text(text, kind) = &value else {
                    return Err(Misfit);
                };
                let patterns = std::slice::from_ref(pattern);
                match text::matches(*kind, Op::Like, patterns, text, &self.context) {
                    Some(true) => Ok(value),
                    Some(false) | None => Err(Misfit),
                }
            }
            Type::Int => {
                let number = json_number(json).ok_or(Misfit)?;
                number.whole().ok_or(Misfit)?;
                Ok(Value::Number(number))
            }
            Type::Duration => {
                let number = json_number(json).ok_or(Misfit)?;
                match number.whole() {
                    Some(0..) => Ok(Value::Number(number)),
                    Some(_) | None => Err(Misfit),
                }
            }
            Type::Time => self.time(json),
            Type::Decimal => decimal(json).map(Value::Number).ok_or(Misfit),
            Type::Quantity(unit) => {
                let number = decimal(json).ok_or(Misfit)?;
                let scale = self.program.units.get(unit).ok_or(Misfit)?;
                if number.is_negative() || number.parts(*scale).is_none() {
                    return Err(Misfit);
                }
                Ok(Value::Number(number))
            }
            Type::Json => self.any(json),
            Type::List(inner) => {
                let items = json.as_array().ok_or(Misfit)?.iter();
                let items: Result<Vec<Value>, Misfit> =
                    items.map(|item| self.read(item, inner)).collect();
                Ok(Value::List(items?))
            }
            Type::Map(inner) => {
                let entries = json.as_object().ok_or(Misfit)?.iter();
                let entries: Result<BTreeMap<String, Value>, Misfit> = entries
                    .map(|(name, value)| Ok((name.clone(), self.read(value, inner)?)))
                    .collect();
                Ok(Value::Record(entries?))
            }
            Type::Record(record) => match self.args(json, record) {
                Ok(entries) => Ok(Value::Record(entries)),
                Err(_) => Err(Misfit),
            },
            Type::Unknown => Err(Misfit),
        }
    }

    /// JSON of any shape. A number must be one that RFC 8785 writes as the same decimal value.
    pub fn any(self, json: &Json) -> Result<Value, Misfit> {
        Ok(match json {
            Json::Null => Value::Absent,
            Json::Bool(value) => Value::Bool(*value),
            Json::Number(_) => {
                let number = json_number(json).ok_or(Misfit)?;
                let double: f64 = json.to_string().parse().map_err(|_| Misfit)?;
                if !double.is_finite() || Decimal::parse(&format!("{double:e}")) != Some(number) {
                    return Err(Misfit);
                }
                Value::Number(number)
            }
            Json::String(text) => Value::Text(text.clone(), Kind::Text),
            Json::Array(items) => {
                let items: Result<Vec<Value>, Misfit> =
                    items.iter().map(|item| self.any(item)).collect();
                Value::List(items?)
            }
            Json::Object(entries) => {
                let entries: Result<BTreeMap<String, Value>, Misfit> = entries
                    .iter()
                    .map(|(name, value)| Ok((name.clone(), self.any(value)?)))
                    .collect();
                Value::Record(entries?)
            }
        })
    }

    /// Milliseconds since 1970, or a time written out in UTC: `2026-01-31T12:00:00Z`.
    fn time(self, json: &Json) -> Result<Value, Misfit> {
        let millis = match json {
            Json::Number(_) => json_number(json).and_then(Decimal::whole).ok_or(Misfit)?,
            Json::String(text) => written_time(text).ok_or(Misfit)?,
            _ => return Err(Misfit),
        };
        Ok(Value::Number(Decimal::int(millis)))
    }
}

fn json_number(json: &Json) -> Option<Decimal> {
    match json {
        Json::Number(number) => Decimal::parse(&number.to_string()),
        _ => None,
    }
}

/// A JSON number, or a text that is written as one.
fn decimal(json: &Json) -> Option<Decimal> {
    match json {
        Json::String(text) => Decimal::parse(text),
        _ => json_number(json),
    }
}

/// Counts days one year and one month at a time.
fn written_time(text: &str) -> Option<i64> {
    let text = text.strip_suffix('Z')?;
    let (date, clock) = text.split_once('T')?;
    let number = |text: &str| text.parse::<i64>().ok();
    let date: Vec<i64> = date.split('-').map(number).collect::<Option<_>>()?;
    let clock: Vec<i64> = clock.split(':').map(number).collect::<Option<_>>()?;
    let ([year, month, day], [hour, minute, second]) = (date.as_slice(), clock.as_slice()) else {
        return None;
    };
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let months = |year: i64| {
        let february = if leap(year) { 29 } else { 28 };
        [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    };
    let before = usize::try_from(*month - 1).ok()?;
    let of_month = months(*year).get(before).copied()?;
    let fine = (1..=of_month).contains(day)
        && (1970..=9999).contains(year)
        && (0..24).contains(hour)
        && (0..60).contains(minute)
        && (0..=60).contains(second);
    if !fine {
        return None;
    }
    let years: i64 = (1970..*year)
        .map(|year| if leap(year) { 366 } else { 365 })
        .sum();
    let days = years + months(*year).iter().take(before).sum::<i64>() + day - 1;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000)
}
