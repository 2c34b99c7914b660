//! The one style.

use rev_diagnostics::Diagnostic;

/// The text in the one style, or the syntax errors that keep it as it is.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = crate::parse(text);
    if parsed.errors.is_empty() {
        Ok(text.to_owned())
    } else {
        Err(parsed.errors)
    }
}
