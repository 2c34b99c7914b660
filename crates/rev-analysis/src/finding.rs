//! Findings while they are made: places count from the item's start, related places name other items.

use crate::item::Kind;
use rev_diagnostics::{Diagnostic, Span};
use smol_str::SmolStr;

/// A finding in one item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// Its places count from the start of the item it was found in.
    pub diagnostic: Diagnostic,
    /// Places in other items, each at the item's name.
    pub related: Vec<Related>,
}

/// The name of another item, with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Related {
    pub kind: Kind,
    pub name: SmolStr,
    pub text: String,
}

impl From<Diagnostic> for Finding {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostic,
            related: Vec::new(),
        }
    }
}

impl Finding {
    /// Adds the place where another item is declared.
    pub fn related(mut self, kind: Kind, name: &str, text: impl Into<String>) -> Self {
        self.related.push(Related {
            kind,
            name: name.into(),
            text: text.into(),
        });
        self
    }
}

/// A place in the item itself.
pub fn here(diagnostic: Diagnostic, span: Span, text: &str) -> Diagnostic {
    let file = diagnostic.primary.file;
    diagnostic.related(file, span, text)
}
