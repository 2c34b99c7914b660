//! The one style, without options.
//!
//! `build` and its neighbours turn a tree into a [`doc`]: rows of pieces, with the comments where they
//! belong. `layout` decides where a row breaks, `align` which columns its words fill, `write` does it.
//! Nothing that the author wrote is lost on the way: names and literals are slices of the source, and
//! the comments are handed out one by one, in their order.

mod align;
mod boundaries;
mod build;
mod doc;
mod exprs;
mod fields;
mod items;
mod layout;
mod script;
mod types;
mod write;

use crate::parse::larger;
use rev_diagnostics::Diagnostic;

/// The text in the one style, or the errors that keep it as it is.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = crate::parse(text);
    if parsed.has_errors() {
        return Err(parsed.errors);
    }
    // Indentation can make a text so much longer that it could not be read again.
    let written = write::write(&build::build(text, &parsed));
    written.ok_or_else(|| {
        vec![larger(
            "this file would be larger than 16 MiB if it were formatted",
        )]
    })
}
