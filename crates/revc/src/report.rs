//! From the bytes of a file to findings, and findings for people.

use crate::terminal;
use rev_diagnostics::{Diagnostic, FileId, HumanStyle, Sources, render_human};

/// Adds a file to the sources; tells what is wrong with its text.
pub fn read(sources: &mut Sources, name: &str, bytes: &[u8]) -> (FileId, Vec<Diagnostic>) {
    let (file, findings) = match rev_syntax::decode(bytes) {
        Ok(text) => (sources.add(name, text), rev_syntax::parse(text).errors),
        Err(finding) => (
            sources.add(name, String::from_utf8_lossy(bytes)),
            vec![*finding],
        ),
    };
    let placed = findings.into_iter().map(|finding| finding.placed(file, 0));
    (file, placed.collect())
}

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
