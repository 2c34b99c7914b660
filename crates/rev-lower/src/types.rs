//! Types, with the fields of records sorted by name.

use crate::cx::Cx;
use crate::settle::kind;
use rev_analysis::hir::{Field, Meaning, Record, Type};
use rev_table::{FieldRecord, Kind, LabelSet, Range, U32, field};
use smol_str::SmolStr;
use std::collections::BTreeSet;

impl Cx<'_> {
    pub(crate) fn ty(&mut self, ty: &Type) -> u32 {
        let ty = match ty {
            Type::Bool => rev_table::Type::Bool,
            Type::Int => rev_table::Type::Int,
            Type::Decimal => rev_table::Type::Decimal,
            Type::Text => rev_table::Type::Text,
            Type::Duration => rev_table::Type::Duration,
            Type::Time => rev_table::Type::Time,
            Type::Json => rev_table::Type::Json,
            Type::Quantity(unit) => match self.names.scale(unit) {
                Some(scale) => rev_table::Type::Quantity {
                    unit: self.to.text(unit),
                    scale,
                },
                None => NOTHING,
            },
            Type::Meaning(meaning) => rev_table::Type::Meaning(kind(*meaning)),
            Type::Like(base, pattern) => rev_table::Type::Like {
                base: self.ty(base),
                pattern: self.to.text(&like(base, pattern)),
            },
            Type::Texts(texts) => {
                let mut texts: Vec<&SmolStr> = texts.iter().collect();
                texts.sort();
                texts.dedup();
                let numbers: Vec<u32> = texts.iter().map(|text| self.to.text(text)).collect();
                rev_table::Type::Texts(self.to.refs(&numbers))
            }
            Type::List(inner) => rev_table::Type::List(self.ty(inner)),
            Type::Map(inner) => rev_table::Type::Map(self.ty(inner)),
            Type::Optional(inner) => rev_table::Type::Optional(self.ty(inner)),
            Type::Record(record) => return self.record(record),
            Type::Unknown => NOTHING,
        };
        self.to.ty(ty)
    }

    /// A record type.
    pub(crate) fn record(&mut self, record: &Record) -> u32 {
        let mut fields: Vec<&Field> = record.fields.iter().collect();
        fields.sort_by(|a, b| a.name.cmp(&b.name));
        let mut records = Vec::with_capacity(fields.len());
        for field in fields {
            let yields = self.closed(&field.yields);
            let optional = if field.optional { field::OPTIONAL } else { 0 };
            let trusted = if field.trusted { field::TRUSTED } else { 0 };
            records.push(FieldRecord {
                name: self.text(&field.name),
                ty: U32::new(self.ty(&field.ty)),
                yields: U32::new(self.to.label_set(yields)),
                flags: U32::new(optional | trusted),
            });
        }
        self.to.record_type(&records, record.open)
    }

    /// All labels that fields of a type yield, at any depth.
    pub(crate) fn field_yields(&self, ty: &Type) -> LabelSet {
        match ty {
            Type::Record(record) => record.fields.iter().fold(LabelSet::EMPTY, |set, field| {
                set.union(self.closed(&field.yields))
                    .union(self.field_yields(&field.ty))
            }),
            Type::List(inner) | Type::Map(inner) | Type::Optional(inner) => {
                self.field_yields(inner)
            }
            _ => LabelSet::EMPTY,
        }
    }
}

/// What could not be resolved is a type that nothing has.
const NOTHING: rev_table::Type = rev_table::Type::Texts(Range::EMPTY);

/// The glob of a refined text, in the form of what it refines.
fn like(base: &Type, pattern: &SmolStr) -> SmolStr {
    let kind = match base.base() {
        Type::Meaning(meaning) => Some(kind(*meaning)),
        _ => None,
    };
    crate::text::pattern(kind, rev_table::MatchOp::Like, pattern)
}

/// The kinds of values that can stand somewhere in the arguments, values inside values included.
pub(crate) fn kinds_in(args: &Record) -> BTreeSet<Kind> {
    let mut kinds = BTreeSet::new();
    add_fields(args, &mut kinds);
    kinds
}

fn add_fields(record: &Record, kinds: &mut BTreeSet<Kind>) {
    if record.open {
        kinds.extend(Kind::ALL);
    }
    for field in &record.fields {
        add(&field.ty, kinds);
    }
}

fn add(ty: &Type, kinds: &mut BTreeSet<Kind>) {
    match ty {
        Type::Meaning(meaning) => kinds.extend(inside(*meaning)),
        Type::Json | Type::Map(_) | Type::Unknown => kinds.extend(Kind::ALL),
        Type::Like(inner, _) | Type::List(inner) | Type::Optional(inner) => add(inner, kinds),
        Type::Record(record) => add_fields(record, kinds),
        Type::Bool
        | Type::Int
        | Type::Decimal
        | Type::Text
        | Type::Duration
        | Type::Time
        | Type::Quantity(_)
        | Type::Texts(_) => {}
    }
}

/// What a value of this kind is also tried as.
fn inside(meaning: Meaning) -> &'static [Kind] {
    match meaning {
        Meaning::Command => &Kind::ALL,
        Meaning::Url => &[Kind::Url, Kind::Host, Kind::Path, Kind::Email],
        Meaning::Email => &[Kind::Email, Kind::Host],
        Meaning::Path => &[Kind::Path],
        Meaning::Host => &[Kind::Host],
    }
}
