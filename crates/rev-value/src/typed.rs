//! JSON against types: whether a value is what was declared, and what it is then.

use crate::text;
use rev_json::{Json, Number, Shape};
use rev_table::{Field, FieldRecord, Kind, Range, Table, Test, Type, field};
use rev_text::Truth;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A value as conditions see it.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// Missing, or null.
    Absent,
    /// True or false.
    Bool(bool),
    /// Ints, decimals, amounts (in their unit), durations and times (in milliseconds).
    Number(Number),
    /// In the normal form of its kind.
    Text(Cow<'a, str>, Option<Kind>),
    /// A list, map or record with its type, or JSON of any shape.
    Json(Json<'a>, Type),
    /// A list that was written out in the policy.
    List(Range),
    /// URLs and hosts found in a text.
    Links(Vec<String>),
    /// It cannot be computed.
    Unknown,
}

/// Why a value is not what was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It is not declared.
    Undeclared,
    /// It is declared, and not there.
    Missing,
    /// It stands there twice.
    Twice,
    /// It has another type.
    Type,
    /// It is no valid url, path, command, host or e-mail.
    NotNormal,
    /// A number that cannot be held exactly.
    Inexact,
    /// An amount below nothing.
    Negative,
    /// It is not among the texts that are declared.
    NotInSet,
    /// The arguments are not JSON.
    NotJson,
}

impl Misfit {
    /// What is wrong, behind the argument's name.
    pub fn sentence(self) -> &'static str {
        match self {
            Misfit::Undeclared => "is not declared",
            Misfit::Missing => "is missing",
            Misfit::Twice => "is given twice",
            Misfit::Type => "has another type than is declared",
            Misfit::NotNormal => "is not a valid value of its kind",
            Misfit::Inexact => "is a number that cannot be held exactly",
            Misfit::Negative => "is a negative amount",
            Misfit::NotInSet => "is none of the texts that are declared",
            Misfit::NotJson => "is not JSON",
        }
    }
}

/// What every look at a value needs: the table, and what the host said of paths.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// Whose types are meant.
    pub table: &'a Table,
    /// The home folder, if the host knows it.
    pub home: Option<&'a str>,
    /// The working folder, if the host knows it.
    pub cwd: Option<&'a str>,
}

impl<'a> Reader<'a> {
    /// A reader that knows nothing of folders.
    pub fn new(table: &'a Table) -> Reader<'a> {
        Reader {
            table,
            home: None,
            cwd: None,
        }
    }

    /// Whether a value has a type.
    pub fn check(self, json: Json<'a>, ty: u32) -> Result<(), Misfit> {
        let Some(ty) = self.table.ty(ty) else {
            return Err(Misfit::Type);
        };
        match ty {
            Type::Optional(_) if json.is_null() => Ok(()),
            Type::Optional(inner) => self.check(json, inner),
            Type::Bool => json.bool().map(|_| ()).ok_or(Misfit::Type),
            Type::Text => is_text(json),
            Type::Like { base, pattern } => {
                self.check(json, base)?;
                let fits = match self.read(json, base) {
                    Value::Text(text, kind) => {
                        text::like(kind, self.table.text(pattern), &text, self)
                    }
                    _ => Truth::Unknown,
                };
                in_set(fits == Truth::True)
            }
            Type::Texts(set) => self.is_one_of(json, set),
            Type::Meaning(kind) => {
                let text = json.text().ok_or(Misfit::Type)?;
                match text::is_normal(kind, &text, self) {
                    true => Ok(()),
                    false => Err(Misfit::NotNormal),
                }
            }
            Type::Int | Type::Decimal | Type::Duration | Type::Time | Type::Quantity { .. } => {
                self.number(json, ty).map(|_| ())
            }
            Type::Json => self.any(json),
            Type::List(inner) => match json.shape() {
                Shape::List => json.items().try_for_each(|item| {
                    let item = item.map_err(|_| Misfit::NotJson)?;
                    self.check(item, inner)
                }),
                _ => Err(Misfit::Type),
            },
            Type::Map(inner) => match json.shape() {
                Shape::Record => self.entries(json, |_, value| self.check(value, inner)),
                _ => Err(Misfit::Type),
            },
            Type::Record { first, len, open } => match json.shape() {
                Shape::Record => self.record(json, self.table.fields(first, len), open),
                _ => Err(Misfit::Type),
            },
        }
    }

    /// A record that stands inside an argument.
    fn record(self, json: Json<'a>, fields: &[FieldRecord], open: bool) -> Result<(), Misfit> {
        self.entries(json, |key, value| match self.field(fields, key) {
            Some((_, found)) => match is_optional(found) && value.is_null() {
                true => Ok(()),
                false => self.check(value, found.ty.get()),
            },
            None if open => self.any(value),
            None => Err(Misfit::Undeclared),
        })?;
        for needed in fields.iter().filter(|one| !self.may_miss(one)) {
            if json.get(self.table.text(needed.name.get())).is_none() {
                return Err(Misfit::Missing);
            }
        }
        Ok(())
    }

    /// Whether a key may be left out.
    pub fn may_miss(self, field: &FieldRecord) -> bool {
        is_optional(field)
    }

    /// The field of this name and its number.
    #[inline]
    pub fn field<'f>(
        self,
        fields: &'f [FieldRecord],
        name: &str,
    ) -> Option<(usize, &'f FieldRecord)> {
        let named = |field: &FieldRecord| self.table.text(field.name.get()).cmp(name);
        let at = fields.binary_search_by(named).ok()?;
        fields.get(at).map(|field| (at, field))
    }

    /// Every entry of a record, none of them twice.
    pub fn entries(
        self,
        json: Json<'a>,
        mut one: impl FnMut(&str, Json<'a>) -> Result<(), Misfit>,
    ) -> Result<(), Misfit> {
        let is_tree = matches!(json, Json::Tree(_));
        let mut keys: BTreeSet<Cow<'a, str>> = BTreeSet::new();
        for entry in json.entries() {
            let (key, value) = entry.map_err(|_| Misfit::NotJson)?;
            one(&key, value)?;
            // A tree has each key once.
            if !is_tree && !keys.insert(key) {
                return Err(Misfit::Twice);
            }
        }
        Ok(())
    }

    /// JSON of any shape: texts are texts, keys stand once, and numbers would be written again as they are.
    pub fn any(self, json: Json<'a>) -> Result<(), Misfit> {
        match json.shape() {
            Shape::Null | Shape::Bool => Ok(()),
            Shape::Text => json.is_text().then_some(()).ok_or(Misfit::NotJson),
            Shape::Number => match json.number().is_some_and(Number::is_exact) {
                true => Ok(()),
                false => Err(Misfit::Inexact),
            },
            Shape::List => json
                .items()
                .try_for_each(|item| self.any(item.map_err(|_| Misfit::NotJson)?)),
            Shape::Record => self.entries(json, |_, value| self.any(value)),
        }
    }

    /// The number that a value is, in the measure of its type.
    fn number(self, json: Json<'a>, ty: Type) -> Result<Number, Misfit> {
        match ty {
            Type::Int => {
                let number = json.number().ok_or(Misfit::Type)?;
                number.whole().map(Number::int).ok_or(Misfit::Type)
            }
            Type::Duration => {
                let number = json.number().ok_or(Misfit::Type)?;
                let whole = number.whole().ok_or(Misfit::Type)?;
                match whole >= 0 {
                    true => Ok(Number::int(whole)),
                    false => Err(Misfit::Negative),
                }
            }
            Type::Time => match json.shape() {
                Shape::Number => {
                    let whole = json.number().and_then(Number::whole);
                    whole.map(Number::int).ok_or(Misfit::Type)
                }
                _ => {
                    let text = json.text().ok_or(Misfit::Type)?;
                    text::time(&text).map(Number::int).ok_or(Misfit::Type)
                }
            },
            Type::Decimal => written(json),
            Type::Quantity { scale, .. } => quantity(json, scale),
            _ => Err(Misfit::Type),
        }
    }

    fn is_one_of(self, json: Json<'a>, set: Range) -> Result<(), Misfit> {
        let text = json.text().ok_or(Misfit::Type)?;
        let mut texts = self.table.refs(set);
        in_set(texts.any(|one| self.table.text(one) == text))
    }

    /// Whether a value is what a field is declared to be: the same as by its type, and shorter for what most fields are.
    #[inline]
    pub fn fits(self, json: Json<'a>, field: &Field) -> Result<(), Misfit> {
        match field.test {
            Test::Text => is_text(json),
            Test::Like(pattern) => {
                let text = json.text().ok_or(Misfit::Type)?;
                in_set(rev_text::like(self.table.text(pattern), &text) == Truth::True)
            }
            Test::Texts(set) => self.is_one_of(json, set),
            Test::Int => self.number(json, Type::Int).map(|_| ()),
            Test::Quantity { scale } => quantity(json, scale).map(|_| ()),
            Test::Bool => json.bool().map(|_| ()).ok_or(Misfit::Type),
            Test::Other => self.check(json, field.ty),
        }
    }

    /// The value of a field that was checked before.
    #[inline]
    fn value_of(self, json: Json<'a>, field: &Field) -> Value<'a> {
        let text = || {
            json.text()
                .map_or(Value::Unknown, |text| Value::Text(text, None))
        };
        match field.test {
            _ if json.is_null() => Value::Absent,
            Test::Text | Test::Like(_) | Test::Texts(_) => text(),
            Test::Quantity { scale } => quantity(json, scale).map_or(Value::Unknown, Value::Number),
            Test::Int | Test::Bool | Test::Other => self.read(json, field.ty),
        }
    }

    /// The value that was checked before; whatever does not fit is unknown.
    #[inline]
    pub fn read(self, json: Json<'a>, ty: u32) -> Value<'a> {
        match self.table.ty(ty) {
            Some(ty) => self.typed(json, ty),
            None => Value::Unknown,
        }
    }

    /// The same, of a type that was looked up.
    #[inline]
    pub fn typed(self, json: Json<'a>, ty: Type) -> Value<'a> {
        if json.is_null() {
            return Value::Absent;
        }
        match ty {
            Type::Optional(inner) => self.read(json, inner),
            Type::Like { base, .. } => self.read(json, base),
            Type::Bool => json.bool().map_or(Value::Unknown, Value::Bool),
            Type::Text | Type::Texts(_) => json
                .text()
                .map_or(Value::Unknown, |text| Value::Text(text, None)),
            Type::Meaning(kind) => {
                let text = json.text().and_then(|text| text::normal(kind, text, self));
                text.map_or(Value::Unknown, |text| Value::Text(text, Some(kind)))
            }
            Type::Int | Type::Decimal | Type::Duration | Type::Time | Type::Quantity { .. } => {
                self.number(json, ty).map_or(Value::Unknown, Value::Number)
            }
            Type::Json => dynamic(json),
            Type::List(_) | Type::Map(_) | Type::Record { .. } => Value::Json(json, ty),
        }
    }

    /// The value that is reached through names of fields.
    pub fn path(self, json: Option<Json<'a>>, ty: Type, path: Range) -> Value<'a> {
        let here = match json {
            Some(json) => self.typed(json, ty),
            None => Value::Absent,
        };
        self.inside(here, path)
    }

    /// The same from a field on, whose value was checked before.
    #[inline]
    pub(crate) fn path_of(self, json: Option<Json<'a>>, field: &Field, path: Range) -> Value<'a> {
        let here = match json {
            Some(json) => self.value_of(json, field),
            None => Value::Absent,
        };
        match path.is_empty() {
            true => here,
            false => self.inside(here, path),
        }
    }

    fn inside(self, mut here: Value<'a>, path: Range) -> Value<'a> {
        for name in self.table.refs(path) {
            let name = self.table.text(name);
            here = match here {
                Value::Absent => return Value::Absent,
                Value::Json(json, ty) => {
                    let inner = match ty {
                        Type::Record { first, len, .. } => {
                            let found = self.field(self.table.fields(first, len), name);
                            found.map(|(_, field)| field.ty.get())
                        }
                        Type::Map(inner) => Some(inner),
                        _ => None,
                    };
                    match (json.get(name), inner) {
                        (None, _) if json.shape() == Shape::Record => return Value::Absent,
                        (None, _) => return Value::Unknown,
                        (Some(value), Some(ty)) => self.read(value, ty),
                        (Some(value), None) => dynamic(value),
                    }
                }
                _ => return Value::Unknown,
            };
        }
        here
    }
}

fn is_text(json: Json<'_>) -> Result<(), Misfit> {
    json.is_text().then_some(()).ok_or(Misfit::Type)
}

fn in_set(is_in: bool) -> Result<(), Misfit> {
    is_in.then_some(()).ok_or(Misfit::NotInSet)
}

/// A number, or a text that says one.
#[inline]
fn written(json: Json<'_>) -> Result<Number, Misfit> {
    match json.shape() {
        Shape::Number => json.number().ok_or(Misfit::Inexact),
        Shape::Text => {
            let text = json.text().ok_or(Misfit::NotJson)?;
            Number::read(&text).ok_or(Misfit::Type)
        }
        _ => Err(Misfit::Type),
    }
}

/// An amount in the smallest part of its unit.
#[inline]
fn quantity(json: Json<'_>, scale: u16) -> Result<Number, Misfit> {
    let number = written(json)?;
    if number.digits < 0 {
        return Err(Misfit::Negative);
    }
    let parts = number.parts(scale).ok_or(Misfit::Inexact)?;
    Ok(Number {
        digits: parts,
        scale: i32::from(scale),
    })
}

fn is_optional(field: &FieldRecord) -> bool {
    field.flags.get() & field::OPTIONAL != 0
}

/// JSON whose type nobody declared.
pub fn dynamic(json: Json<'_>) -> Value<'_> {
    match json.shape() {
        Shape::Null => Value::Absent,
        Shape::Bool => json.bool().map_or(Value::Unknown, Value::Bool),
        Shape::Number => json.number().map_or(Value::Unknown, Value::Number),
        Shape::Text => json
            .text()
            .map_or(Value::Unknown, |text| Value::Text(text, None)),
        Shape::List | Shape::Record => Value::Json(json, Type::Json),
    }
}
