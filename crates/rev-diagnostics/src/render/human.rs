//! Findings for people: the source with underlines, related places, advice.

use super::excerpt::{Excerpt, Fit, TAB, excerpt};
use super::short::short_line;
use super::summary;
use super::visible::{visible, visible_line};
use crate::{Diagnostic, Severity, Sources};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use std::fmt;

/// What the reader's terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanStyle {
    pub colour: bool,
    /// Lines and arrows beyond ASCII.
    pub unicode: bool,
    /// In columns. Less than 40 is taken as 40.
    pub width: usize,
}

/// Every finding with its source, and a last line that counts them.
pub fn render_human(diagnostics: &[Diagnostic], sources: &Sources, style: HumanStyle) -> String {
    let style = HumanStyle {
        width: style.width.max(40),
        ..style
    };
    let mut out = String::new();
    for diagnostic in diagnostics {
        let text = render_one(diagnostic, sources, style);
        for line in text.lines() {
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out.push('\n');
    }
    out.push_str(&summary(diagnostics, sources).to_string());
    out.push('\n');
    out
}

fn render_one(diagnostic: &Diagnostic, sources: &Sources, style: HumanStyle) -> String {
    let fit = Fit {
        // The line number, the bar and the blanks around them go off the width.
        columns: style.width - 10,
        ellipsis: if style.unicode { "…" } else { "..." },
    };
    let report = Report {
        code: format!("{}[{}]", diagnostic.severity.word(), diagnostic.code),
        severity: diagnostic.severity,
        message: visible(&diagnostic.message).into_owned(),
        help: diagnostic
            .help
            .as_deref()
            .map(|help| visible(help).into_owned()),
        excerpt: excerpt(diagnostic, sources, fit),
    };
    let mut out = String::new();
    let theme = match (style.unicode, style.colour) {
        (true, true) => GraphicalTheme::unicode(),
        (true, false) => GraphicalTheme::unicode_nocolor(),
        (false, true) => GraphicalTheme::ascii(),
        (false, false) => GraphicalTheme::none(),
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(style.width)
        .with_links(false)
        .without_primary_span_start()
        .without_syntax_highlighting()
        .tab_width(TAB);
    if handler.render_report(&mut out, &report).is_err() {
        out = short_line(diagnostic, sources);
    }
    for (fix, word) in diagnostic
        .fixes()
        .zip(["fix"].into_iter().chain(std::iter::repeat(" or")))
    {
        let (on, off) = if style.colour {
            ("\u{1b}[36m", "\u{1b}[0m")
        } else {
            ("", "")
        };
        out.push_str(&format!(
            "   {on}{word}:{off} {}\n",
            visible_line(&fix.title)
        ));
    }
    out
}

/// A finding in the words of miette.
#[derive(Debug)]
struct Report {
    code: String,
    severity: Severity,
    message: String,
    help: Option<String>,
    excerpt: Excerpt,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.excerpt.labels.iter().cloned()))
    }
}
