//! The syntax tree: what was written, with the place of every node.
//!
//! Places inside an item count from the item's own start, so that moving an item in its file
//! leaves its tree as it was. `Placed::start` says where the item stands.

mod expr;
mod fields;
mod items;
mod script;
mod types;

pub use expr::*;
pub use fields::*;
pub use items::*;
pub use script::*;
pub use types::*;

use rev_diagnostics::Span;
use smol_str::SmolStr;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The items that could be read, in the order in which they were written.
    pub items: Vec<Placed>,
}

/// An item and where in its file it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The byte of the file from which the item's own places count.
    pub start: u32,
    pub item: Item,
}

/// A name as the author wrote it, quotes removed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    pub text: SmolStr,
    /// With the quotes, where there are any.
    pub span: Span,
    pub quoted: bool,
}

/// A dotted path: a tool's name, a tool glob, an event, a reason code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// At least one.
    pub segments: Vec<Name>,
    pub span: Span,
}

impl Path {
    /// The dotted name, without quotes.
    pub fn dotted(&self) -> SmolStr {
        match self.segments.as_slice() {
            [one] => one.text.clone(),
            many => {
                let parts: Vec<&str> = many.iter().map(|name| name.text.as_str()).collect();
                SmolStr::from(parts.join("."))
            }
        }
    }

    /// Whether some segment that is not quoted has a `*`.
    pub fn is_glob(&self) -> bool {
        self.segments
            .iter()
            .any(|name| !name.quoted && name.text.contains('*'))
    }
}

/// A text literal, escapes resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    pub value: SmolStr,
    pub span: Span,
}

/// A word of a fixed set, such as the `public` of `effect public`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word<T> {
    pub value: T,
    pub span: Span,
}

/// Fields in braces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Block<T> {
    /// With the braces.
    pub span: Span,
    pub fields: Vec<Field<T>>,
    /// A field in here could not be read, so nothing can be said about what is missing.
    pub broken: bool,
}

/// One field, step or line of a block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field<T> {
    pub span: Span,
    /// The word that says which field it is.
    pub word: Span,
    pub docs: Vec<Doc>,
    pub kind: T,
}

/// One line of documentation, without `///`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Doc {
    pub text: SmolStr,
    pub span: Span,
}
