//! Whether a type lets more through than another.

use rev_table::{Exact, FieldRecord, Table, Type, field};
use std::collections::{BTreeMap, BTreeSet};

/// The old and the new table.
#[derive(Clone, Copy)]
pub(super) struct Two<'t> {
    pub old: &'t Table,
    pub new: &'t Table,
}

/// What may pass now and could not before, and the reverse. Where that cannot be told, both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    pub wider: Vec<String>,
    pub narrower: Vec<String>,
    /// Places where it cannot be told.
    pub other: Vec<String>,
}

/// Compares the types of the arguments.
pub(super) fn compare(two: Two<'_>, old: u32, new: u32) -> Change {
    let mut change = Change::default();
    ty(two, old, new, "args", &mut change);
    change
}

fn words(table: &Table, number: u32) -> String {
    Exact::new(table).ty(number)
}

fn ty(two: Two<'_>, old: u32, new: u32, at: &str, change: &mut Change) {
    let (was, is) = (two.old.ty(old), two.new.ty(new));
    match (was, is) {
        (
            Some(Type::Record {
                first: a,
                len: b,
                open: was,
            }),
            Some(Type::Record {
                first: c,
                len: d,
                open: is,
            }),
        ) => {
            match (was, is) {
                (false, true) => change
                    .wider
                    .push(format!("`{at}` takes undeclared entries")),
                (true, false) => change
                    .narrower
                    .push(format!("`{at}` no longer takes undeclared entries")),
                _ => {}
            }
            let (old, new) = (two.old.fields(a, b), two.new.fields(c, d));
            fields(two, old, new, was || is, at, change);
        }
        (Some(Type::List(a)), Some(Type::List(b))) | (Some(Type::Map(a)), Some(Type::Map(b))) => {
            ty(two, a, b, at, change);
        }
        (Some(Type::Optional(a)), Some(Type::Optional(b))) => ty(two, a, b, at, change),
        (Some(Type::Optional(a)), Some(_)) => {
            change.narrower.push(format!("`{at}` may not be null"));
            ty(two, a, new, at, change);
        }
        (Some(_), Some(Type::Optional(b))) => {
            change.wider.push(format!("`{at}` may be null"));
            ty(two, old, b, at, change);
        }
        (Some(Type::Texts(a)), Some(Type::Texts(b))) => {
            let set = |table: &Table, range| -> BTreeSet<String> {
                let texts = table.refs(range);
                texts.map(|text| table.text(text).to_owned()).collect()
            };
            let (a, b) = (set(two.old, a), set(two.new, b));
            for text in b.difference(&a) {
                change.wider.push(format!("`{at}` may be {text:?}"));
            }
            for text in a.difference(&b) {
                change.narrower.push(format!("`{at}` may not be {text:?}"));
            }
        }
        _ => {
            let (was, is) = (words(two.old, old), words(two.new, new));
            let same = was == is && !was.contains(rev_table::TOO_LARGE);
            let what = format!("`{at}` is `{is}` and was `{was}`");
            match (two.old.ty(old), two.new.ty(new)) {
                _ if same => {}
                (Some(Type::Like { base, .. }), Some(_)) if words(two.old, base) == is => {
                    change.wider.push(what);
                }
                (Some(_), Some(Type::Like { base, .. })) if words(two.new, base) == was => {
                    change.narrower.push(what);
                }
                (Some(Type::Texts(_)), Some(Type::Text)) => change.wider.push(what),
                (Some(Type::Text), Some(Type::Texts(_))) => change.narrower.push(what),
                _ => change.other.push(what),
            }
        }
    }
}

fn fields(
    two: Two<'_>,
    old: &[FieldRecord],
    new: &[FieldRecord],
    open: bool,
    at: &str,
    change: &mut Change,
) {
    fn named<'t>(
        table: &'t Table,
        fields: &'t [FieldRecord],
    ) -> BTreeMap<&'t str, &'t FieldRecord> {
        let fields = fields.iter();
        fields
            .map(|field| (table.text(field.name.get()), field))
            .collect()
    }
    let optional = |one: &FieldRecord| one.flags.get() & field::OPTIONAL != 0;
    let (old, new) = (named(two.old, old), named(two.new, new));
    let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    for name in names {
        let at = format!("{at}.{name}");
        match (old.get(name), new.get(name)) {
            (Some(was), Some(is)) => {
                match (optional(was), optional(is)) {
                    (true, false) => change.narrower.push(format!("`{at}` may not be left out")),
                    (false, true) => change.wider.push(format!("`{at}` may be left out")),
                    _ => {}
                }
                ty(two, was.ty.get(), is.ty.get(), &at, change);
            }
            // With a place for what is not declared, it is not more and not less.
            (None, Some(_)) | (Some(_), None) if open => {
                change
                    .other
                    .push(format!("`{at}` is declared in one of them"));
            }
            (None, Some(is)) => {
                change.wider.push(format!("`{at}` is taken"));
                if !optional(is) {
                    change.narrower.push(format!("`{at}` is required"));
                }
            }
            (Some(was), None) => {
                change.narrower.push(format!("`{at}` is no longer taken"));
                if !optional(was) {
                    change.wider.push(format!("`{at}` is not required"));
                }
            }
            (None, None) => {}
        }
    }
}
