//! Findings for people.

use crate::terminal;
use rev_diagnostics::{Diagnostic, HumanStyle, Sources, render_human};

/// Excerpts and a line that sums up.
pub fn human(findings: &[Diagnostic], sources: &Sources) -> String {
    if findings.is_empty() {
        return format!("no findings in {}\n", files(sources.files().count()));
    }
    let style = HumanStyle {
        colour: terminal::colour(),
        unicode: terminal::unicode(),
        width: terminal::width(),
    };
    render_human(findings, sources, style)
}

/// "1 file", "3 files".
pub fn files(count: usize) -> String {
    match count {
        1 => "1 file".to_owned(),
        _ => format!("{count} files"),
    }
}
