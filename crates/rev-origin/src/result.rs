//! A result, read by what its tool declares: what in it can be relied on, what cannot, and which labels it brings.

use crate::index::Index;
use crate::parts::{inside, number};
use crate::yaml;
use rev_eval::{Json, Shape};
use rev_table::{
    FieldRecord, Kind, LabelSet, Table, ToolRecord, Type, VariantRecord, field, variant,
};
use rev_text::{Context, Op, Pattern, Truth, normalise};

/// What a result says.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    /// The operator's own data.
    pub trusted: Index,
    pub other: Index,
    pub labels: Labels,
    /// It has more text than may be kept.
    pub too_long: bool,
}

/// What its declared fields yield.
#[derive(Debug)]
pub(crate) struct Labels(pub LabelSet);

impl Default for Labels {
    fn default() -> Labels {
        Labels(LabelSet::EMPTY)
    }
}

/// Reads a result by the declarations that its call fell under.
pub(crate) fn read(
    table: &Table,
    declared: &[(&ToolRecord, &VariantRecord)],
    result: Json<'_>,
    most: usize,
) -> Contents {
    let mut walk = Walk {
        table,
        yields: LabelSet::EMPTY,
        most,
        contents: Contents::default(),
    };
    match declared {
        [(tool, facts)] => {
            walk.yields = table.label_set(tool.field_yields.get());
            let ty = table.ty(tool.result.get()).map(|_| tool.result.get());
            let trusted = facts.flags.get() & variant::TRUSTED != 0;
            match ty {
                Some(ty) if !fits(table, result, ty) => {
                    walk.contents.labels.0 = walk.yields;
                    walk.whole(result, None, false);
                }
                ty => walk.whole(result, ty, trusted),
            }
        }
        several => {
            // Each must agree that it can be relied on; what one declares of a field another may not.
            let mut all = LabelSet::EMPTY;
            let mut trusted = !several.is_empty();
            for (tool, facts) in several {
                all = all.union(table.label_set(tool.field_yields.get()));
                trusted &= facts.flags.get() & variant::TRUSTED != 0
                    && table.ty(tool.result.get()).is_none();
            }
            walk.contents.labels.0 = all;
            walk.whole(result, None, trusted);
        }
    }
    walk.contents.trusted.close();
    walk.contents.other.close();
    walk.contents
}

struct Walk<'t> {
    table: &'t Table,
    /// What an entry that nobody declared carries.
    yields: LabelSet,
    most: usize,
    contents: Contents,
}

impl Walk<'_> {
    /// A whole result. One that is text may be JSON or YAML.
    fn whole(&mut self, json: Json<'_>, ty: Option<u32>, trusted: bool) {
        let text = match json.shape() {
            Shape::Text => json.text(),
            _ => None,
        };
        let Some(text) = text else {
            return self.value(json, ty, trusted);
        };
        if let Some(inner) = as_json(&text) {
            return self.value(inner, ty, trusted);
        }
        self.value(json, ty, trusted);
        if !self.contents.too_long {
            let index = self.index(trusted);
            yaml::leaves(&text, &mut |leaf, written| match written {
                true => index.leaf(leaf),
                false => index.add(leaf),
            });
        }
    }

    fn index(&mut self, trusted: bool) -> &mut Index {
        match trusted {
            true => &mut self.contents.trusted,
            false => &mut self.contents.other,
        }
    }

    fn value(&mut self, json: Json<'_>, ty: Option<u32>, trusted: bool) {
        if self.contents.trusted.size() + self.contents.other.size() > self.most {
            self.contents.too_long = true;
            return;
        }
        let ty = ty.and_then(|ty| self.table.ty(ty));
        if let Some(Type::Optional(inner) | Type::Like { base: inner, .. }) = ty {
            return self.value(json, Some(inner), trusted);
        }
        match json.shape() {
            Shape::Null | Shape::Bool => {}
            Shape::Number => {
                if let Some(number) = number(json) {
                    self.index(trusted).number(&number);
                }
            }
            Shape::Text => {
                let text = json.text().unwrap_or_default();
                let structured =
                    matches!(ty, Some(Type::List(_) | Type::Map(_) | Type::Record { .. }));
                match structured.then(|| as_json(&text)).flatten() {
                    Some(inner) => self.structure(inner, ty, trusted),
                    None => self.index(trusted).add(&text),
                }
            }
            Shape::List | Shape::Record => self.structure(json, ty, trusted),
        }
    }

    fn structure(&mut self, json: Json<'_>, ty: Option<Type>, trusted: bool) {
        for item in json.items().flatten() {
            let inner = match ty {
                Some(Type::List(inner)) => Some(inner),
                _ => None,
            };
            self.value(item, inner, trusted);
        }
        for (key, value) in json.entries().flatten() {
            match ty {
                Some(Type::Record { first, len, .. }) => {
                    match named(self.table, first, len, &key) {
                        Some(_) if value.is_null() => {}
                        Some(declared) => {
                            let yields = self.table.label_set(declared.yields.get());
                            self.contents.labels.0 = self.contents.labels.0.union(yields);
                            let own = declared.flags.get() & field::TRUSTED != 0;
                            self.value(value, Some(declared.ty.get()), trusted || own);
                        }
                        None => {
                            self.contents.labels.0 = self.contents.labels.0.union(self.yields);
                            self.contents.other.add(&key);
                            self.value(value, None, false);
                        }
                    }
                }
                Some(Type::Map(inner)) => {
                    self.index(trusted).add(&key);
                    self.value(value, Some(inner), trusted);
                }
                _ => {
                    self.index(trusted).add(&key);
                    self.value(value, None, trusted);
                }
            }
        }
    }
}

fn named<'t>(table: &'t Table, first: u32, len: u32, key: &str) -> Option<&'t FieldRecord> {
    let fields = table.fields(first, len);
    let found = fields.binary_search_by(|field| table.text(field.name.get()).cmp(key));
    found.ok().and_then(|at| fields.get(at))
}

/// The list or record that a text is.
fn as_json(text: &str) -> Option<Json<'_>> {
    let trimmed = text.trim_start();
    if !trimmed.starts_with(['{', '[']) {
        return None;
    }
    let json = Json::parse(text).ok()?;
    is_whole(json).then_some(json)
}

/// Whether JSON can be read to its end.
fn is_whole(json: Json<'_>) -> bool {
    match json.shape() {
        Shape::List => json.items().all(|item| item.is_ok_and(is_whole)),
        Shape::Record => json
            .entries()
            .all(|entry| entry.is_ok_and(|(_, value)| is_whole(value))),
        Shape::Text => json.text().is_some(),
        _ => true,
    }
}

/// Whether a result is what its tool declares. Results are open, and may leave fields out.
fn fits(table: &Table, json: Json<'_>, ty: u32) -> bool {
    let Some(ty) = table.ty(ty) else {
        return false;
    };
    let text = || json.text();
    match ty {
        Type::Optional(_) if json.is_null() => true,
        Type::Optional(inner) => fits(table, json, inner),
        Type::Json => is_whole(json),
        Type::Bool => json.bool().is_some(),
        Type::Int | Type::Duration => is_number(json, true) && json.shape() == Shape::Number,
        Type::Decimal | Type::Quantity { .. } => is_number(json, false),
        Type::Text | Type::Time => text().is_some(),
        Type::Texts(set) => text().is_some_and(|text| {
            let mut set = table.refs(set);
            set.any(|one| table.text(one) == text)
        }),
        Type::Meaning(kind) => {
            text().is_some_and(|text| normalise(kind_of(kind), &text, &Context::default()).is_ok())
        }
        Type::Like { base, pattern } => {
            fits(table, json, base)
                && text().is_some_and(|text| {
                    let kind = match table.ty(base) {
                        Some(Type::Meaning(kind)) => kind_of(kind),
                        _ => rev_text::Kind::Text,
                    };
                    let context = Context::default();
                    let Ok(normal) = normalise(kind, &text, &context) else {
                        return false;
                    };
                    Pattern::canonical(kind, Op::Like, table.text(pattern))
                        .matches(&normal, &context)
                        == Truth::True
                })
        }
        Type::List(_) | Type::Map(_) | Type::Record { .. } => match json.shape() {
            Shape::Text => text().is_some_and(|text| {
                as_json(&text).is_some_and(|inner| structure_fits(table, inner, ty))
            }),
            _ => structure_fits(table, json, ty),
        },
    }
}

fn structure_fits(table: &Table, json: Json<'_>, ty: Type) -> bool {
    match (ty, json.shape()) {
        (Type::List(inner), Shape::List) => json
            .items()
            .all(|item| item.is_ok_and(|item| fits(table, item, inner))),
        (Type::Map(inner), Shape::Record) => json
            .entries()
            .all(|entry| entry.is_ok_and(|(_, value)| fits(table, value, inner))),
        (Type::Record { .. }, Shape::Record) => json.entries().all(|entry| {
            entry.is_ok_and(|(key, value)| match inside(table, ty, &key) {
                Some(inner) => value.is_null() || fits(table, value, inner),
                None => is_whole(value),
            })
        }),
        _ => false,
    }
}

fn is_number(json: Json<'_>, whole: bool) -> bool {
    let number = match json.shape() {
        Shape::Number => number(json),
        Shape::Text => json.text().and_then(|text| crate::amount::canonical(&text)),
        _ => None,
    };
    number.is_some_and(|number| !whole || !number.contains('.'))
}

fn kind_of(kind: Kind) -> rev_text::Kind {
    match kind {
        Kind::Url => rev_text::Kind::Url,
        Kind::Path => rev_text::Kind::Path,
        Kind::Command => rev_text::Kind::Command,
        Kind::Email => rev_text::Kind::Email,
        Kind::Host => rev_text::Kind::Host,
    }
}
