//! The arguments of a call, checked against the record that declares them.

use crate::text;
use crate::typed::{Misfit, Reader, Value};
use rev_json::{Json, Shape};
use rev_table::{Field, Kind, MatchOp, Range, Table, Type};
use rev_text::Truth;
use std::borrow::Cow;

/// So many arguments cost no allocation.
const FEW: usize = 8;
/// Fields are halved beyond so many.
const MANY: usize = 12;

/// The arguments of a call by the number of their field.
#[derive(Clone, Debug, Default)]
pub struct Args<'a> {
    few: [Option<Json<'a>>; FEW],
    /// Those of a tool with more than a few.
    more: Vec<Option<Json<'a>>>,
    fields: &'a [Field],
    /// Arguments that the tool does not declare, if it lets them pass.
    undeclared: Vec<(Cow<'a, str>, Json<'a>)>,
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
            fields: &[],
            undeclared: Vec::new(),
        }
    }

    /// Reads and checks the arguments against their type, a record.
    pub fn check(reader: Reader<'a>, json: Json<'a>, ty: u32) -> Result<Args<'a>, Wrong> {
        let mut args = Args::none();
        args.read(reader, json, ty)?;
        Ok(args)
    }

    /// The same in place, into arguments of no call.
    pub fn read(&mut self, reader: Reader<'a>, json: Json<'a>, ty: u32) -> Result<(), Wrong> {
        let Some(Type::Record { first, len, open }) = reader.table.ty(ty) else {
            return Err(wrong("", Misfit::Type));
        };
        if json.shape() != Shape::Record {
            return Err(wrong("", Misfit::Type));
        }
        let fields = reader.table.ready(first, len);
        self.fields = fields;
        if fields.len() > FEW {
            self.more.resize(fields.len() - FEW, None);
        }
        let mut reading = Reading {
            reader,
            fields,
            open,
            next: 0,
            told: None,
        };
        let read = json.each(|key, value| reading.entry(self, key, value));
        if read.is_err() {
            return Err(wrong("", Misfit::NotJson));
        }
        reading.end(self)?;
        for (slot, field) in self.slots().zip(fields) {
            if slot.is_none() && !field.may_miss {
                return Err(wrong(field.name(reader.table), Misfit::Missing));
            }
        }
        Ok(())
    }

    /// The value of an argument, or of a part of it, as conditions see it.
    #[inline]
    pub fn value(&self, reader: Reader<'a>, field: u16, path: Range) -> Value<'a> {
        match self.fields.get(usize::from(field)) {
            Some(known) => reader.path_of(self.get(field), known, path),
            None => Value::Unknown,
        }
    }

    /// The name of an argument.
    pub fn name(&self, reader: Reader<'a>, field: u16) -> Option<&'a str> {
        let field = self.fields.get(usize::from(field))?;
        Some(field.name(reader.table))
    }

    /// Tells every argument with its name.
    pub fn each(&self, table: &Table, mut tell: impl FnMut(&str, Json<'a>)) {
        for (slot, field) in self.slots().zip(self.fields) {
            if let Some(json) = slot {
                tell(field.name(table), *json);
            }
        }
        for (key, json) in &self.undeclared {
            tell(key, *json);
        }
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
        self.few.iter().chain(&self.more).take(self.fields.len())
    }

    /// Whether some value in the call, or inside one, is of a kind and matches.
    pub fn any_match<'p>(
        &self,
        reader: Reader<'a>,
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
        for (slot, field) in self.slots().zip(self.fields) {
            if let Some(json) = slot {
                texts_in(reader, *json, field.ty, &mut tell);
            }
        }
        for (_, json) in &self.undeclared {
            any_texts(*json, &mut tell);
        }
        found
    }
}

fn wrong(name: &str, why: Misfit) -> Wrong {
    Wrong {
        name: name.to_owned(),
        why,
    }
}

/// Arguments while they are read.
struct Reading<'a> {
    reader: Reader<'a>,
    fields: &'a [Field],
    open: bool,
    /// The field behind the last one: many write arguments in one order.
    next: usize,
    /// Of several that are wrong the first by name is told, whatever their order in the call; then what is missing.
    told: Option<Wrong>,
}

impl<'a> Reading<'a> {
    #[inline]
    fn entry(&mut self, args: &mut Args<'a>, key: Cow<'a, str>, value: Json<'a>) {
        let Some((at, field)) = self.field(&key) else {
            return self.undeclared(args, key, value);
        };
        self.next = at + 1;
        match args.slot(at) {
            None => self.note(&key, Misfit::Type),
            Some(slot) => {
                if slot.replace(value).is_some() {
                    self.note(&key, Misfit::Twice);
                }
            }
        }
        if let Err(why) = self.reader.fits(value, field)
            && !(value.is_null() && field.may_miss)
        {
            self.note(&key, why);
        }
    }

    /// The field of this name, looked for where it is likely to stand.
    #[inline]
    fn field(&self, name: &str) -> Option<(usize, &'a Field)> {
        let is_named = |field: &&Field| field.is_named(self.reader.table, name);
        if let Some(field) = self.fields.get(self.next).filter(is_named) {
            return Some((self.next, field));
        }
        // Few are looked through faster than they are halved.
        if self.fields.len() > MANY {
            let named = |field: &Field| field.name(self.reader.table).cmp(name);
            let at = self.fields.binary_search_by(named).ok()?;
            return self.fields.get(at).map(|field| (at, field));
        }
        (0..).zip(self.fields).find(|(_, field)| is_named(field))
    }

    fn undeclared(&mut self, args: &mut Args<'a>, key: Cow<'a, str>, value: Json<'a>) {
        if !self.open {
            self.note(&key, Misfit::Undeclared);
        } else if let Err(why) = self.reader.any(value) {
            self.note(&key, why);
        }
        args.undeclared.push((key, value));
    }

    #[cold]
    fn note(&mut self, name: &str, why: Misfit) {
        let known = self.told.as_ref();
        if known.is_none_or(|known| name < known.name.as_str()) {
            self.told = Some(wrong(name, why));
        }
    }

    /// What is wrong with what was there.
    fn end(mut self, args: &Args<'a>) -> Result<(), Wrong> {
        if args.undeclared.len() > 1 {
            let mut others: Vec<&str> = args.undeclared.iter().map(|(key, _)| &**key).collect();
            others.sort_unstable();
            if let Some([twice, _]) = others.array_windows().find(|[a, b]| a == b) {
                self.note(twice, Misfit::Twice);
            }
        }
        self.told.map_or(Ok(()), Err)
    }
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
