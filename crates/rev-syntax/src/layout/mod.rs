//! Layout: what is settled about a text before the grammar reads it.
//!
//! `split` cuts a file into items, `mask` settles which line breaks of an item mean something.
//! Both look at the text through `scan`, which knows only comments, texts, brackets and line breaks.

mod mask;
mod scan;
mod split;

pub(crate) use mask::{Fault, FaultKind, mask};
pub(crate) use scan::{PieceKind, leading_word, scan};
pub(crate) use split::{item_word, split};

/// The deepest nesting of brackets that is read.
pub(crate) const MAX_DEPTH: usize = 128;

/// A line that begins with one of these words continues the line before it.
pub(crate) const CONTINUES: [&str; 21] = [
    "absent", "after", "and", "as", "attempts", "because", "endorsed", "every", "expect", "has",
    "in", "like", "or", "present", "returns", "runs", "said", "then", "under", "until", "where",
];
