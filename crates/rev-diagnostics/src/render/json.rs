//! The JSON of `check --format json`. Its field names are a contract with programs that read it.

use super::{Summary, summary};
use crate::{Diagnostic, FileId, Position, Sources, Span};
use serde::Serialize;

/// One compact document and a line break. Lines and columns count from 1.
pub fn render_json(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let report = Report {
        diagnostics: diagnostics.iter().map(|d| finding(d, sources)).collect(),
        summary: summary(diagnostics, sources),
    };
    // Maps with text keys and no custom serializers: this cannot fail.
    let mut out = serde_json::to_string(&report).unwrap_or_default();
    out.push('\n');
    out
}

#[derive(Serialize)]
struct Report<'a> {
    diagnostics: Vec<Finding<'a>>,
    summary: Summary,
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    labels: Vec<Label<'a>>,
    help: Option<&'a str>,
    fix: Option<Fix<'a>>,
    /// Only where there are several ways to mend it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_fixes: Vec<Fix<'a>>,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    range: Range,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Label<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
}

#[derive(Serialize)]
struct Fix<'a> {
    title: &'a str,
    safe: bool,
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    #[serde(rename = "newText")]
    new_text: &'a str,
}

fn finding<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Finding<'a> {
    let primary = &diagnostic.primary;
    // The finding's own place is given above; here it only comes with words.
    let with_words = Some(primary).filter(|label| !label.text.is_empty());
    let labels = with_words.into_iter().chain(&diagnostic.secondary);
    Finding {
        code: diagnostic.code,
        severity: diagnostic.severity.word(),
        message: &diagnostic.message,
        place: place(primary.file, primary.span, sources),
        labels: labels
            .map(|label| Label {
                place: place(label.file, label.span, sources),
                text: &label.text,
            })
            .collect(),
        help: diagnostic.help.as_deref(),
        fix: diagnostic.fix.as_ref().map(|it| fix(it, sources)),
        other_fixes: diagnostic
            .other_fixes
            .iter()
            .map(|it| fix(it, sources))
            .collect(),
    }
}

fn fix<'a>(fix: &'a crate::Fix, sources: &'a Sources) -> Fix<'a> {
    let edits = fix.edits.iter().map(|edit| Edit {
        place: place(edit.file, edit.span, sources),
        new_text: &edit.text,
    });
    Fix {
        title: &fix.title,
        safe: fix.safe,
        edits: edits.collect(),
    }
}

fn place(file: FileId, span: Span, sources: &Sources) -> Place<'_> {
    let (start, end) = sources.positions(file, span);
    Place {
        file: sources.name(file),
        range: Range { start, end },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edit, Fix, codes};

    #[test]
    fn every_field_is_there() {
        let mut sources = Sources::default();
        let a = sources.add("a.rev", "wihtin \"🎉\" x\n");
        let b = sources.add("b.rev", "within\n");
        let span = Span::new(0, 6);
        let fix = Fix {
            title: "write `within`".to_owned(),
            edits: vec![Edit {
                file: a,
                span,
                text: "within".to_owned(),
            }],
            safe: false,
        };
        let first = codes::unknown_field(span, "a `reversal`", "wihtin")
            .help("did you mean `within`?")
            .fix(fix)
            .related(b, span, "as here");
        let second = codes::stray_bytes(Span::new(14, 15), "a stray byte");
        insta::assert_snapshot!(render_json(&[first, second], &sources), @r#"{"diagnostics":[{"code":"E0202","severity":"error","message":"a `reversal` has no field `wihtin`","file":"a.rev","range":{"start":{"line":1,"column":1},"end":{"line":1,"column":7}},"labels":[{"file":"a.rev","range":{"start":{"line":1,"column":1},"end":{"line":1,"column":7}},"text":"not known here"},{"file":"b.rev","range":{"start":{"line":1,"column":1},"end":{"line":1,"column":7}},"text":"as here"}],"help":"did you mean `within`?","fix":{"title":"write `within`","safe":false,"edits":[{"file":"a.rev","range":{"start":{"line":1,"column":1},"end":{"line":1,"column":7}},"newText":"within"}]}},{"code":"W1002","severity":"warning","message":"a stray byte","file":"a.rev","range":{"start":{"line":1,"column":12},"end":{"line":1,"column":13}},"labels":[],"help":"`revc fmt` removes it","fix":null}],"summary":{"errors":1,"warnings":1,"files":2}}"#);
        insta::assert_snapshot!(render_json(&[], &Sources::default()), @r#"{"diagnostics":[],"summary":{"errors":0,"warnings":0,"files":0}}"#);
    }
}
