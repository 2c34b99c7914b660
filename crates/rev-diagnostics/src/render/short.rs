//! One line per finding, for logs and for editors that read compilers' output.

use super::visible::visible_line;
use crate::{Diagnostic, FileId, Severity, Sources};
use codespan_reporting::diagnostic::{self as codespan, Label};
use codespan_reporting::files::{Error, Files, Location};
use codespan_reporting::term::{Config, DisplayStyle, emit_into_string};
use std::borrow::Cow;
use std::ops::Range;

/// `file:line:column: error[E0301]: message`.
pub fn render_short(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let lines = diagnostics.iter();
    lines.map(|finding| short_line(finding, sources)).collect()
}

/// One finding, with its line break.
pub(super) fn short_line(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => codespan::Severity::Error,
        Severity::Warning => codespan::Severity::Warning,
    };
    let at = diagnostic.primary.span.start as usize;
    let line = codespan::Diagnostic::new(severity)
        .with_code(diagnostic.code)
        .with_message(visible_line(&diagnostic.message))
        .with_label(Label::primary(diagnostic.primary.file, at..at));
    let config = Config {
        display_style: DisplayStyle::Short,
        ..Config::default()
    };
    // It fails only where a file is not known, and ours answer for every number.
    emit_into_string(&config, &Places(sources), &line).unwrap_or_default()
}

/// Lines and columns are ours: every format counts them the same way.
struct Places<'a>(&'a Sources);

impl<'a> Files<'a> for Places<'_> {
    type FileId = FileId;
    type Name = Cow<'a, str>;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<Self::Name, Error> {
        Ok(visible_line(self.0.name(id)))
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(self.0.text(id))
    }

    fn line_index(&'a self, id: FileId, at: usize) -> Result<usize, Error> {
        Ok(self.location(id, at)?.line_number.saturating_sub(1))
    }

    fn line_range(&'a self, id: FileId, line: usize) -> Result<Range<usize>, Error> {
        let range = self.0.line(id, line as u32 + 1);
        Ok(range.start as usize..range.end as usize)
    }

    fn location(&'a self, id: FileId, at: usize) -> Result<Location, Error> {
        let position = self.0.position(id, at as u32);
        Ok(Location {
            line_number: position.line as usize,
            column_number: position.column as usize,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Span, codes};

    #[test]
    fn one_line_each() {
        let mut sources = Sources::default();
        let file = sources.add("a b.rev", "\tü名🎉x\n");
        let findings = [
            codes::syntax(Span::new(10, 11), "expected\n`}`\u{1b}[0m").placed(file, 0),
            codes::stray_bytes(Span::at(99), "lines end in CRLF").placed(file, 0),
        ];
        assert_eq!(
            render_short(&findings, &sources),
            "a b.rev:1:5: error[E0001]: expected `}`␛[0m\na b.rev:2:1: warning[W1002]: lines end in CRLF\n"
        );
    }
}
