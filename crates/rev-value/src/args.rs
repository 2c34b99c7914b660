//! The arguments of a call, checked against the record that declares them.

use crate::text;
use crate::typed::{Misfit, Reader};
use rev_json::{Json, Shape};
use rev_table::{FieldRecord, Kind, MatchOp, Table, Type};
use rev_text::Truth;

/// So many arguments cost no allocation.
const FEW: usize = 8;

/// The arguments of a call by the number of their field.
#[derive(Clone, Debug, Default)]
pub struct Args<'a> {
    few: [Option<Json<'a>>; FEW],
    /// Those of a tool with more than a few.
    more: Vec<Option<Json<'a>>>,
    declared: usize,
    /// Arguments that the tool does not declare, if it lets them pass.
    undeclared: Vec<Json<'a>>,
}

/// An argument that does not fit, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The argument's name; nothing where the arguments as a whole are meant.
    pub name: String,
    /// What is wrong with it.
    pub why: Misfit,
}

impl Wrong {
    /// What stands in the call is told before what is missing, then by name.
    pub fn order(&self, other: &Wrong) -> std::cmp::Ordering {
        let missing = |wrong: &Wrong| wrong.why == Misfit::Missing;
        let first = missing(self).cmp(&missing(other));
        first.then_with(|| self.name.cmp(&other.name))
    }
}

impl<'a> Args<'a> {
    /// Of no call.
    pub const fn none() -> Args<'a> {
        Args {
            few: [None; FEW],
            more: Vec::new(),
            declared: 0,
            undeclared: Vec::new(),
        }
    }

    /// Reads and checks the arguments against their type, a record.
    pub fn check(reader: Reader<'a>, json: Json<'a>, ty: u32) -> Result<Args<'a>, Wrong> {
        let wrong = |name: &str, why| Wrong {
            name: name.to_owned(),
            why,
        };
        let Some(Type::Record { first, len, open }) = reader.table.ty(ty) else {
            return Err(wrong("", Misfit::Type));
        };
        if json.shape() != Shape::Record {
            return Err(wrong("", Misfit::Type));
        }
        let fields = reader.table.fields(first, len);
        let mut args = Args {
            declared: fields.len(),
            ..Args::default()
        };
        args.more.resize(fields.len().saturating_sub(FEW), None);
        let mut others: Vec<std::borrow::Cow<'a, str>> = Vec::new();
        // Of several that are wrong the first by name is told, whatever their order in the call; then what is missing.
        let mut told: Option<Wrong> = None;
        let mut note = |name: &str, why| {
            let known = told.as_ref();
            if known.is_none_or(|known| name < known.name.as_str()) {
                told = Some(wrong(name, why));
            }
        };
        for entry in json.entries() {
            let Ok((key, value)) = entry else {
                return Err(wrong("", Misfit::NotJson));
            };
            let Some((at, field)) = reader.field(fields, &key) else {
                if !open {
                    note(&key, Misfit::Undeclared);
                } else if let Err(why) = reader.any(value) {
                    note(&key, why);
                }
                args.undeclared.push(value);
                others.push(key);
                continue;
            };
            let slot = args.slot(at).ok_or_else(|| wrong(&key, Misfit::Type))?;
            if slot.replace(value).is_some() {
                note(&key, Misfit::Twice);
            }
            if !(value.is_null() && reader.may_miss(field))
                && let Err(why) = reader.check(value, field.ty.get())
            {
                note(&key, why);
            }
        }
        others.sort();
        if let Some([twice, _]) = others.array_windows().find(|[a, b]| a == b) {
            note(twice, Misfit::Twice);
        }
        if let Some(told) = told {
            return Err(told);
        }
        for (slot, field) in args.slots().zip(fields) {
            if slot.is_none() && !reader.may_miss(field) {
                return Err(wrong(name(reader.table, field), Misfit::Missing));
            }
        }
        Ok(args)
    }

    /// The argument of a field.
    #[inline]
    pub fn get(&self, field: u16) -> Option<Json<'a>> {
        let at = usize::from(field);
        let slot = match at.checked_sub(FEW) {
            None => self.few.get(at),
            Some(at) => self.more.get(at),
        };
        slot.copied().flatten()
    }

    fn slot(&mut self, at: usize) -> Option<&mut Option<Json<'a>>> {
        match at.checked_sub(FEW) {
            None => self.few.get_mut(at),
            Some(at) => self.more.get_mut(at),
        }
    }

    fn slots(&self) -> impl Iterator<Item = &Option<Json<'a>>> {
        self.few.iter().chain(&self.more).take(self.declared)
    }

    /// Whether some value in the call, or inside one, is of a kind and matches.
    pub fn any_match<'p>(
        &self,
        reader: Reader<'a>,
        ty: u32,
        (op, kind): (MatchOp, Kind),
        patterns: impl Iterator<Item = &'p str> + Clone,
    ) -> Truth {
        let mut found = Truth::False;
        let mut tell = |declared, value: &str| {
            if found != Truth::True {
                let inside = text::inside(op, declared, kind, patterns.clone(), value, reader);
                found = found.or(inside);
            }
        };
        if let Some(Type::Record { first, len, .. }) = reader.table.ty(ty) {
            for (slot, field) in self.slots().zip(reader.table.fields(first, len)) {
                if let Some(json) = slot {
                    texts_in(reader, *json, field.ty.get(), &mut tell);
                }
            }
        }
        for json in &self.undeclared {
            any_texts(*json, &mut tell);
        }
        found
    }
}

fn name<'a>(table: &'a Table, field: &FieldRecord) -> &'a str {
    table.text(field.name.get())
}

/// Tells every text in which a value of some kind may stand: with its kind, or with none where it may be of any.
fn texts_in(
    reader: Reader<'_>,
    json: Json<'_>,
    ty: u32,
    tell: &mut impl FnMut(Option<Kind>, &str),
) {
    match reader.table.ty(ty) {
        Some(Type::Meaning(kind)) => {
            if let Some(text) = json.text() {
                tell(Some(kind), &text);
            }
        }
        Some(Type::Optional(inner) | Type::Like { base: inner, .. }) => {
            texts_in(reader, json, inner, tell);
        }
        Some(Type::List(inner)) => {
            for item in json.items().flatten() {
                texts_in(reader, item, inner, tell);
            }
        }
        Some(Type::Record { first, len, open }) => {
            let fields = reader.table.fields(first, len);
            for (key, value) in json.entries().flatten() {
                match reader.field(fields, &key) {
                    Some((_, field)) => texts_in(reader, value, field.ty.get(), tell),
                    None if open => any_texts(value, tell),
                    None => {}
                }
            }
        }
        Some(Type::Json | Type::Map(_)) | None => any_texts(json, tell),
        Some(_) => {}
    }
}

/// Every text in a value of any shape.
fn any_texts(json: Json<'_>, tell: &mut impl FnMut(Option<Kind>, &str)) {
    if let Some(text) = json.text() {
        tell(None, &text);
    }
    for item in json.items().flatten() {
        any_texts(item, tell);
    }
    for (key, value) in json.entries().flatten() {
        // A key can hold what a value can.
        tell(None, &key);
        any_texts(value, tell);
    }
}
