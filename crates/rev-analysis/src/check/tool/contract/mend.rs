//! Lines that a contract lacks, written for the author to complete.

use rev_diagnostics::{Edit, FileId, Fix, Span};
use rev_syntax::ast::{Block, ReversalField};

/// The fix that writes a new line behind the field at `span`. What ended that field ends the new one.
pub(super) fn line_after(span: Span, line: &str) -> Fix {
    insert(span.end, format!("\n    {line}"), line)
}

/// The fix that adds a line to a contract.
pub(super) fn line_in(body: &Block<ReversalField>, line: &str) -> Fix {
    match body.fields.last() {
        Some(last) => insert(last.span.end, format!("\n        {line}"), line),
        None => insert(body.span.start + 1, format!(" {line} "), line),
    }
}

fn insert(at: u32, text: String, line: &str) -> Fix {
    Fix {
        title: format!("add `{line}`"),
        edits: vec![Edit {
            file: FileId(0),
            span: Span::at(at),
            text,
        }],
        // What it says has to be true, and only a person knows that.
        safe: false,
    }
}
