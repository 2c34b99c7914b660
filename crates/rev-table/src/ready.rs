//! Fields as every call asks for them, worked out once when a table is loaded.

use crate::layout::{FieldRecord, Range, field};
use crate::load::Table;
use crate::types::Type;

/// A field of a record: where its name stands, and how a value of it is told from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    start: u32,
    end: u32,
    /// Its type.
    pub ty: u32,
    pub test: Test,
    /// The key may be missing.
    pub may_miss: bool,
}

/// What most values are declared to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    Text,
    Bool,
    Int,
    Quantity {
        scale: u16,
    },
    /// Text that a glob matches.
    Like(u32),
    /// One of these texts.
    Texts(Range),
    /// Whatever its type says.
    Other,
}

impl Field {
    pub(crate) fn new(table: &Table, record: &FieldRecord) -> Field {
        let name = table.texts.get(record.name.get() as usize);
        let (start, len) = name.map_or((0, 0), |name| (name.at.get(), name.len.get()));
        let test = match table.ty(record.ty.get()) {
            Some(Type::Text) => Test::Text,
            Some(Type::Bool) => Test::Bool,
            Some(Type::Int) => Test::Int,
            Some(Type::Quantity { scale, .. }) => Test::Quantity { scale },
            Some(Type::Texts(texts)) => Test::Texts(texts),
            Some(Type::Like { base, pattern }) if table.ty(base) == Some(Type::Text) => {
                Test::Like(pattern)
            }
            _ => Test::Other,
        };
        Field {
            start,
            end: start.saturating_add(len),
            ty: record.ty.get(),
            test,
            may_miss: record.flags.get() & field::OPTIONAL != 0,
        }
    }

    /// Whether this is its name.
    #[inline]
    pub fn is_named(&self, table: &Table, name: &str) -> bool {
        let named = table
            .text
            .as_bytes()
            .get(self.start as usize..self.end as usize);
        named == Some(name.as_bytes())
    }

    /// Its name.
    pub fn name<'t>(&self, table: &'t Table) -> &'t str {
        let named = table.text.get(self.start as usize..self.end as usize);
        named.unwrap_or("")
    }
}

impl Table {
    /// The fields of a record type, sorted by name, ready to be asked for.
    #[inline]
    pub fn ready(&self, first: u32, len: u32) -> &[Field] {
        let first = first as usize;
        let fields = self
            .ready_fields
            .get(first..first.saturating_add(len as usize));
        fields.unwrap_or(&[])
    }
}
