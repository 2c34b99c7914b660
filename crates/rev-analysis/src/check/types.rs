//! Types as written to types.

use super::cx::guessed;
use super::{Cx, nesting};
use crate::db::{Db, Package};
use crate::finding::Finding;
use crate::hir::{Field, Meaning, Record, Type};
use crate::item::{Item, Kind};
use crate::scope::{self, Meant, Wanted};
use rev_diagnostics::{Span, codes, suggest};
use rev_syntax::ast;
use rev_syntax::ast::{EntryMarkKind, ItemKind, TypeKind, Yields};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// A type with more parts than this is a mistake, or an attack on whoever reads it.
const MOST_PARTS: usize = 4_096;

/// The words of the language that are types.
const BUILT_IN: [(&str, Type); 12] = [
    ("bool", Type::Bool),
    ("int", Type::Int),
    ("decimal", Type::Decimal),
    ("text", Type::Text),
    ("duration", Type::Duration),
    ("time", Type::Time),
    ("json", Type::Json),
    ("url", Type::Meaning(Meaning::Url)),
    ("path", Type::Meaning(Meaning::Path)),
    ("command", Type::Meaning(Meaning::Command)),
    ("email", Type::Meaning(Meaning::Email)),
    ("host", Type::Meaning(Meaning::Host)),
];

/// What a declared type stands for, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Alias {
    pub ty: Type,
    pub findings: Vec<Finding>,
}

/// Never asked for a type that contains itself, or that nests too deep: see `depth`.
#[salsa::tracked]
pub(crate) fn alias<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Alias {
    let mut cx = Cx::new(db, package);
    let ty = match &item.tree(db).kind {
        ItemKind::Type(alias) => cx.ty(&alias.ty),
        _ => Type::Unknown,
    };
    Alias {
        ty,
        findings: cx.findings,
    }
}

/// How deep declared types nest in this one; `None` if one of them contains itself.
#[salsa::tracked(returns(copy))]
pub(crate) fn depth<'db>(db: &'db dyn Db, package: Package, wanted: Wanted<'db>) -> Option<u32> {
    depths(db, package).get(wanted.name(db)).copied()
}

#[salsa::tracked]
fn depths(db: &dyn Db, package: Package) -> BTreeMap<SmolStr, u32> {
    nesting::order(type_parts(db, package))
        .into_iter()
        .collect()
}

/// Every declared type with the names in it.
#[salsa::tracked]
pub(crate) fn type_parts(db: &dyn Db, package: Package) -> nesting::Parts {
    let mut parts = nesting::Parts::new();
    for declared in scope::scope(db, package).of_kind(Kind::Type) {
        let names = parts.entry(declared.name.clone()).or_default();
        for item in &declared.items {
            if let ItemKind::Type(alias) = &item.tree(db).kind {
                names_in(&alias.ty, &mut |name| names.push(name.text.clone()));
            }
        }
    }
    parts
}

/// Every name in a type that may be that of a declared type or of a unit.
fn names_in<'a>(ty: &'a ast::Type, tell: &mut dyn FnMut(&'a ast::Name)) {
    match &ty.kind {
        TypeKind::Named(name) | TypeKind::Like { base: name, .. } => tell(name),
        TypeKind::List(inner) | TypeKind::Map(inner) => names_in(inner, tell),
        TypeKind::Record(record) => {
            for entry in &record.entries {
                names_in(&entry.ty, tell);
            }
        }
        TypeKind::Texts(_) => {}
    }
}

impl Cx<'_> {
    /// The type that was written; what is wrong with it is told, and stands for `Unknown`.
    pub fn ty(&mut self, written: &ast::Type) -> Type {
        let ty = match &written.kind {
            TypeKind::Named(name) => self.named_type(name),
            TypeKind::Like { base, pattern } => self.like_type(base, pattern),
            TypeKind::List(inner) => Type::List(Box::new(self.ty(inner))),
            TypeKind::Map(inner) => Type::Map(Box::new(self.ty(inner))),
            TypeKind::Texts(texts) => self.texts(texts),
            TypeKind::Record(record) => Type::Record(self.record_type(record)),
        };
        if parts(&ty) > MOST_PARTS {
            let what = format!("this type has more than {MOST_PARTS} parts");
            self.push(
                codes::type_mismatch(written.span, what)
                    .help("use `json` for what is not decided on"),
            );
            return Type::Unknown;
        }
        match written.optional {
            true => ty.optional(),
            false => ty,
        }
    }

    fn named_type(&mut self, name: &ast::Name) -> Type {
        if let Some((_, ty)) = BUILT_IN.iter().find(|(word, _)| *word == name.text)
            && !name.quoted
        {
            return ty.clone();
        }
        match scope::find(self.db, self.package, Kind::Type, &name.text) {
            Meant::One(item) => {
                let wanted = Wanted::new(self.db, Kind::Type, name.text.clone());
                return match depth(self.db, self.package, wanted) {
                    Some(depth) if depth <= nesting::DEEPEST => {
                        alias(self.db, self.package, item).ty.clone()
                    }
                    // It is told where it is declared.
                    _ => Type::Unknown,
                };
            }
            Meant::Twice => return Type::Unknown,
            Meant::Nothing => {}
        }
        match scope::find(self.db, self.package, Kind::Unit, &name.text) {
            Meant::One(_) => Type::Quantity(name.text.clone()),
            Meant::Twice => Type::Unknown,
            Meant::Nothing if self.is_lost(Kind::Type, name) || self.is_lost(Kind::Unit, name) => {
                Type::Unknown
            }
            Meant::Nothing => {
                let (db, package) = (self.db, self.package);
                let types = scope::names_of(db, package, Kind::Type);
                let units = scope::names_of(db, package, Kind::Unit);
                let words = types.chain(units).map(SmolStr::as_str);
                let words = words.chain(BUILT_IN.iter().map(|(word, _)| *word));
                let near = suggest::nearest(&name.text, words);
                let finding = codes::unknown_name(name.span, "type or unit", &name.text);
                self.push(guessed(finding, near));
                Type::Unknown
            }
        }
    }

    fn like_type(&mut self, base: &ast::Name, pattern: &ast::Text) -> Type {
        let ty = self.named_type(base);
        match ty.base() {
            Type::Unknown => Type::Unknown,
            Type::Text | Type::Meaning(_) => Type::Like(Box::new(ty), pattern.value.clone()),
            _ => {
                let what = format!(
                    "only text can be refined by `like`, and `{}` is none",
                    base.text
                );
                self.push(codes::type_mismatch(base.span, what).help("write `text like \"…\"`"));
                Type::Unknown
            }
        }
    }

    fn texts(&mut self, texts: &[ast::Text]) -> Type {
        let mut values: BTreeSet<SmolStr> = BTreeSet::new();
        for text in texts {
            if !values.insert(text.value.clone()) {
                let what = format!("`\"{}\"` is given", text.value);
                self.push(codes::declared_twice(text.span, what));
            }
        }
        Type::Texts(values.into_iter().collect())
    }

    /// The fields of a record; a field given twice is told.
    pub fn record_type(&mut self, written: &ast::RecordType) -> Record {
        let mut record = Record {
            fields: Vec::new(),
            open: false,
            broken: written.broken,
        };
        let mut seen: BTreeMap<&SmolStr, Span> = BTreeMap::new();
        for entry in &written.entries {
            let field = self.field(entry);
            let name = &entry.name;
            if let Some(first) = seen.get(&name.text) {
                let what = format!("`{}` is declared", name.text);
                let finding = codes::declared_twice(name.span, what);
                self.push(crate::finding::here(finding, *first, "first here"));
                // Which of the two was meant is not known.
                let twice = |field: &&mut Field| field.name == name.text;
                if let Some(field) = record.fields.iter_mut().find(twice) {
                    field.ty = Type::Unknown;
                }
                continue;
            }
            seen.insert(&name.text, name.span);
            record.fields.push(field);
        }
        record
    }

    fn field(&mut self, entry: &ast::Entry) -> Field {
        let ty = self.ty(&entry.ty);
        let mut field = Field {
            name: entry.name.text.clone(),
            ty,
            optional: entry.optional,
            yields: Vec::new(),
            yields_nothing: false,
            trusted: false,
        };
        for mark in &entry.marks {
            let again = match &mark.kind {
                EntryMarkKind::Trusted => std::mem::replace(&mut field.trusted, true),
                EntryMarkKind::Yields(Yields::Nothing) => {
                    let again = field.yields_nothing || !field.yields.is_empty();
                    field.yields_nothing = true;
                    again
                }
                EntryMarkKind::Yields(Yields::Labels(names)) => {
                    let again = field.yields_nothing || !field.yields.is_empty();
                    field.yields = self.labels(names);
                    again
                }
            };
            if again {
                let what = format!("what `{}` is marked with is given", entry.name.text);
                self.push(codes::declared_twice(mark.span, what));
            }
        }
        field
    }
}

/// How many parts a type has, nested ones included.
fn parts(ty: &Type) -> usize {
    match ty {
        Type::List(inner) | Type::Map(inner) | Type::Optional(inner) | Type::Like(inner, _) => {
            1 + parts(inner)
        }
        Type::Record(record) => {
            1 + record
                .fields
                .iter()
                .map(|field| parts(&field.ty))
                .sum::<usize>()
        }
        Type::Texts(texts) => texts.len(),
        _ => 1,
    }
}
