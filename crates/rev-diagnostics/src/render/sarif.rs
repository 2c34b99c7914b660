//! SARIF 2.1.0, for code scanning and for viewers that know it.

use crate::{Diagnostic, Fix, Label, Severity, Sources, Span, page};
use serde_json::Value;
use serde_sarif::sarif;
use std::collections::BTreeSet;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// One run in one compact document and a line break. The rules are the pages of the codes that occur.
pub fn render_sarif(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let codes: BTreeSet<&str> = diagnostics.iter().map(|d| d.code).collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let driver = sarif::ToolComponent::builder()
        .name("revc")
        .version(env!("CARGO_PKG_VERSION"))
        .rules(codes.iter().map(|code| rule(code)).collect::<Vec<_>>())
        .build();
    let results: Vec<_> = diagnostics
        .iter()
        .map(|d| result(d, &codes, sources))
        .collect();
    let run = sarif::Run::builder()
        .tool(sarif::Tool::from(driver))
        .column_kind(value(&sarif::ResultColumnKind::UnicodeCodePoints))
        .results(results)
        .build();
    let log = sarif::Sarif::builder()
        .schema(SCHEMA)
        .version(value(&sarif::Version::V2_1_0))
        .runs(vec![run])
        .build();
    // Maps with text keys and no custom serializers: this cannot fail.
    let mut out = serde_json::to_string(&log).unwrap_or_default();
    out.push('\n');
    out
}

fn rule(code: &str) -> sarif::ReportingDescriptor {
    let Some(page) = page(code) else {
        return sarif::ReportingDescriptor::builder().id(code).build();
    };
    let level = match page.severity {
        Severity::Error => sarif::ReportingConfigurationLevel::Error,
        Severity::Warning => sarif::ReportingConfigurationLevel::Warning,
    };
    let title = sarif::MultiformatMessageString::builder()
        .text(page.title)
        .build();
    let help = sarif::MultiformatMessageString::builder()
        .text(page.text())
        .markdown(page.text())
        .build();
    let configuration = sarif::ReportingConfiguration::builder()
        .level(value(&level))
        .build();
    sarif::ReportingDescriptor::builder()
        .id(code)
        .short_description(title)
        .help(help)
        .default_configuration(configuration)
        .build()
}

fn result(diagnostic: &Diagnostic, codes: &[&str], sources: &Sources) -> sarif::Result {
    // A rule's help is the same for all its results, so the advice for this one goes with the message.
    let text = match &diagnostic.help {
        Some(help) => format!("{}\nhelp: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let level = match diagnostic.severity {
        Severity::Error => sarif::ResultLevel::Error,
        Severity::Warning => sarif::ResultLevel::Warning,
    };
    let related = diagnostic.secondary.iter().zip(1..);
    let rule = codes.iter().position(|code| *code == diagnostic.code);
    let mut result = sarif::Result::builder()
        .rule_id(diagnostic.code)
        .level(level)
        .message(message(&text))
        .locations(vec![location(&diagnostic.primary, None, sources)])
        .build();
    result.rule_index = rule.and_then(|index| i64::try_from(index).ok());
    result.related_locations = Some(
        related
            .map(|(label, id)| location(label, Some(id), sources))
            .collect::<Vec<_>>(),
    )
    .filter(|locations| !locations.is_empty());
    let fixes = diagnostic.fixes().filter(|fix| !fix.edits.is_empty());
    let fixes: Vec<sarif::Fix> = fixes.map(|fix| self::fix(fix, sources)).collect();
    result.fixes = Some(fixes).filter(|fixes| !fixes.is_empty());
    result
}

fn location(label: &Label, id: Option<i64>, sources: &Sources) -> sarif::Location {
    let physical = sarif::PhysicalLocation::builder()
        .artifact_location(artifact(sources.name(label.file)))
        .region(region(label.file, label.span, sources))
        .build();
    let mut location = sarif::Location::builder()
        .physical_location(physical)
        .build();
    location.id = id;
    location.message = Some(label.text.as_str())
        .filter(|text| !text.is_empty())
        .map(message);
    location
}

/// Edits of one file go into one change, files in the order in which the fix names them.
fn fix(fix: &Fix, sources: &Sources) -> sarif::Fix {
    let mut files = Vec::new();
    for edit in &fix.edits {
        if !files.contains(&edit.file) {
            files.push(edit.file);
        }
    }
    let changes = files.into_iter().map(|file| {
        let replacements = fix
            .edits
            .iter()
            .filter(|edit| edit.file == file)
            .map(|edit| {
                sarif::Replacement::builder()
                    .deleted_region(region(file, edit.span, sources))
                    .inserted_content(
                        sarif::ArtifactContent::builder()
                            .text(edit.text.as_str())
                            .build(),
                    )
                    .build()
            });
        sarif::ArtifactChange::builder()
            .artifact_location(artifact(sources.name(file)))
            .replacements(replacements.collect::<Vec<_>>())
            .build()
    });
    sarif::Fix::builder()
        .description(message(&fix.title))
        .artifact_changes(changes.collect::<Vec<_>>())
        .build()
}

fn region(file: crate::FileId, span: Span, sources: &Sources) -> sarif::Region {
    let (start, end) = sources.positions(file, span);
    sarif::Region::builder()
        .start_line(i64::from(start.line))
        .start_column(i64::from(start.column))
        .end_line(i64::from(end.line))
        .end_column(i64::from(end.column))
        .build()
}

fn artifact(name: &str) -> sarif::ArtifactLocation {
    sarif::ArtifactLocation::builder().uri(uri(name)).build()
}

fn message(text: &str) -> sarif::Message {
    sarif::Message::builder().text(text).build()
}

/// The types leave these fields open, but have an enum for what may stand there.
fn value(word: &impl std::fmt::Display) -> Value {
    Value::String(word.to_string())
}

/// The name as a relative reference: everything percent-encoded but the characters that never mean anything in a
/// URI, and the slash. A colon has to be, or what stands before it would be read as a scheme.
fn uri(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_uri_references() {
        assert_eq!(uri("a/b-c_1.rev"), "a/b-c_1.rev");
        assert_eq!(uri("a b/ü:%#.rev"), "a%20b/%C3%BC%3A%25%23.rev");
    }
}
