//! Types as written.

use super::{Doc, Name, Text, Yields};
use rev_diagnostics::Span;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// With the `?`.
    pub span: Span,
    pub kind: TypeKind,
    /// `T?`: the value may be null.
    pub optional: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// A built-in type, a unit or a declared type.
    Named(Name),
    /// `text like "ord_*"`
    Like {
        base: Name,
        pattern: Text,
    },
    List(Box<Type>),
    Map(Box<Type>),
    /// `"GET" | "POST"`
    Texts(Vec<Text>),
    Record(RecordType),
}

/// `{ a: T, b?: T }`, also the body of `args`, `event` and `context`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordType {
    pub span: Span,
    pub entries: Vec<Entry>,
    /// An entry in here could not be read.
    pub broken: bool,
}

/// `note?: text yields external`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    pub span: Span,
    pub docs: Vec<Doc>,
    pub name: Name,
    /// `b?: T`: the key may be missing.
    pub optional: bool,
    pub ty: Type,
    pub marks: Vec<EntryMark>,
}

/// What a field of a `result` may add.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EntryMark {
    pub span: Span,
    pub kind: EntryMarkKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EntryMarkKind {
    Yields(Yields),
    Trusted,
}
