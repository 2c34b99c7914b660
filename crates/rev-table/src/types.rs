//! Types, and how each stands in a record.

use crate::layout::{Range, TypeRecord};
use zerocopy::little_endian::{U16, U32};

/// What a value can be. Numbers name other types, texts or fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    Int,
    Decimal,
    Text,
    Duration,
    Time,
    Json,
    /// An amount in a unit with so many decimals.
    Quantity {
        unit: u32,
        scale: u16,
    },
    /// Text with meaning, normalised before anything matches it.
    Meaning(Kind),
    /// Text of the type `base` that a glob matches.
    Like {
        base: u32,
        pattern: u32,
    },
    /// A closed set of texts, sorted, in the pool of references.
    Texts(Range),
    List(u32),
    Map(u32),
    /// The value may be null.
    Optional(u32),
    /// Fields sorted by name, `first` and so many more, in the pool of fields.
    Record {
        first: u32,
        len: u32,
        open: bool,
    },
}

/// The kinds of text with meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Url,
    Path,
    Command,
    Email,
    Host,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 5] = [
        Kind::Url,
        Kind::Path,
        Kind::Command,
        Kind::Email,
        Kind::Host,
    ];

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Url => "url",
            Kind::Path => "path",
            Kind::Command => "command",
            Kind::Email => "email",
            Kind::Host => "host",
        }
    }

    pub(crate) fn number(self) -> u8 {
        match self {
            Kind::Url => 0,
            Kind::Path => 1,
            Kind::Command => 2,
            Kind::Email => 3,
            Kind::Host => 4,
        }
    }

    pub(crate) fn from_number(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number)).copied()
    }
}

impl Type {
    pub(crate) fn record(self) -> TypeRecord {
        let new = |tag, detail, scale, a, b| TypeRecord {
            tag,
            detail,
            scale: U16::new(scale),
            a: U32::new(a),
            b: U32::new(b),
        };
        match self {
            Type::Bool => new(0, 0, 0, 0, 0),
            Type::Int => new(1, 0, 0, 0, 0),
            Type::Decimal => new(2, 0, 0, 0, 0),
            Type::Text => new(3, 0, 0, 0, 0),
            Type::Duration => new(4, 0, 0, 0, 0),
            Type::Time => new(5, 0, 0, 0, 0),
            Type::Json => new(6, 0, 0, 0, 0),
            Type::Quantity { unit, scale } => new(7, 0, scale, unit, 0),
            Type::Meaning(kind) => new(8, kind.number(), 0, 0, 0),
            Type::Like { base, pattern } => new(9, 0, 0, base, pattern),
            Type::Texts(range) => new(10, 0, 0, range.start.get(), range.len.get()),
            Type::List(inner) => new(11, 0, 0, inner, 0),
            Type::Map(inner) => new(12, 0, 0, inner, 0),
            Type::Optional(inner) => new(13, 0, 0, inner, 0),
            Type::Record { first, len, open } => new(14, u8::from(open), 0, first, len),
        }
    }

    pub(crate) fn read(record: &TypeRecord) -> Option<Type> {
        let (a, b) = (record.a.get(), record.b.get());
        Some(match record.tag {
            0 => Type::Bool,
            1 => Type::Int,
            2 => Type::Decimal,
            3 => Type::Text,
            4 => Type::Duration,
            5 => Type::Time,
            6 => Type::Json,
            7 => Type::Quantity {
                unit: a,
                scale: record.scale.get(),
            },
            8 => Type::Meaning(Kind::from_number(record.detail)?),
            9 => Type::Like {
                base: a,
                pattern: b,
            },
            10 => Type::Texts(Range::new(a, b)),
            11 => Type::List(a),
            12 => Type::Map(a),
            13 => Type::Optional(a),
            14 => Type::Record {
                first: a,
                len: b,
                open: record.detail != 0,
            },
            _ => return None,
        })
    }
}
