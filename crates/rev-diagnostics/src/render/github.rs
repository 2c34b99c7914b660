//! Workflow commands that GitHub shows as annotations beside the lines of a change.

use crate::{Diagnostic, Sources};
use std::fmt::Write;

/// One `::error …::message` or `::warning …::message` per line.
pub fn render_github(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let primary = &diagnostic.primary;
        let (start, end) = sources.positions(primary.file, primary.span);
        // Columns of a place on several lines are refused.
        let columns = match start.line == end.line {
            true => format!(",col={},endColumn={}", start.column, end.column),
            false => String::new(),
        };
        let _ = writeln!(
            out,
            "::{} file={},line={},endLine={}{columns},title={}::{}",
            diagnostic.severity.word(),
            property(sources.name(primary.file)),
            start.line,
            end.line,
            property(diagnostic.code),
            data(&message(diagnostic)),
        );
    }
    out
}

/// The message with the advice, which has no place of its own in an annotation.
fn message(diagnostic: &Diagnostic) -> String {
    match &diagnostic.help {
        Some(help) => format!("{}\nhelp: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    }
}

/// The escapes that the runner undoes in the text after `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The escapes that the runner undoes in `key=value`.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Span, codes};

    #[test]
    fn marks_are_escaped() {
        let mut sources = Sources::default();
        let file = sources.add("a,b:100%.rev", "🎉 x\ny\n");
        let findings = [
            codes::syntax(Span::new(5, 6), "100%: expected\n::error::`x`, y").placed(file, 0),
            codes::stray_bytes(Span::new(0, 8), "more").placed(file, 0),
        ];
        assert_eq!(
            render_github(&findings, &sources),
            "::error file=a%2Cb%3A100%25.rev,line=1,endLine=1,col=3,endColumn=4,title=E0001\
             ::100%25: expected%0A::error::`x`, y\n\
             ::warning file=a%2Cb%3A100%25.rev,line=1,endLine=2,title=W1002::more%0Ahelp: `revc fmt` removes it\n"
        );
    }
}
