//! Our SARIF is SARIF: it is held against the published schema.
//!
//! `sarif-2.1.0.schema.json` is the schema of the OASIS SARIF Technical Committee
//! (<https://docs.oasis-open.org/sarif/sarif/v2.1.0/>, Copyright © OASIS Open), unchanged as the crate `serde-sarif` 0.8.0 carries it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "only tests")]

use rev_diagnostics::{Diagnostic, Edit, Fix, Sources, Span, codes, render_sarif};
use serde_json::{Value, json};

#[test]
fn fits_the_schema() {
    let schema = mended(include_str!("sarif-2.1.0.schema.json"));
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap();
    let (sources, findings) = findings();
    for findings in [&findings[..], &[]] {
        let log: Value = serde_json::from_str(&render_sarif(findings, &sources)).unwrap();
        let errors: Vec<_> = validator
            .iter_errors(&log)
            .map(|e| format!("{e}: {}", e.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
    // The validator does see what is wrong.
    assert!(!validator.is_valid(&json!({ "version": "2.1.0", "runs": [{ "tool": {} }] })));
}

/// The published schema has a bracket too many in its pattern for languages, which a strict reader of patterns refuses
/// although nothing here has a language. Only that bracket is taken out.
fn mended(schema: &str) -> Value {
    let wrong = "-[a-zA-Z]{2}]?$";
    assert_eq!(schema.matches(wrong).count(), 2);
    serde_json::from_str(&schema.replace(wrong, "-[a-zA-Z]{2}?$")).unwrap()
}

#[test]
fn says_what_the_findings_say() {
    let (sources, findings) = findings();
    let log: Value = serde_json::from_str(&render_sarif(&findings, &sources)).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules: Vec<_> = run["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .collect();
    assert_eq!(
        rules.iter().map(|rule| &rule["id"]).collect::<Vec<_>>(),
        ["E0202", "W1002"]
    );
    assert!(
        rules[0]["help"]["markdown"]
            .as_str()
            .unwrap()
            .starts_with("# E0202")
    );
    let first = &run["results"][0];
    assert_eq!(first["ruleIndex"], 0);
    assert_eq!(first["level"], "error");
    assert_eq!(
        first["locations"][0]["physicalLocation"],
        json!({
            "artifactLocation": { "uri": "my%20policy/a.rev" },
            "region": { "startLine": 1, "startColumn": 5, "endLine": 1, "endColumn": 11 },
        })
    );
    let related = &first["relatedLocations"][0];
    assert_eq!(related["message"]["text"], "as here");
    assert_eq!(
        related["physicalLocation"]["artifactLocation"]["uri"],
        "b.rev"
    );
    let change = &first["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], "within");
    assert_eq!(run["results"][1]["level"], "warning");
    assert_eq!(run["results"][1]["ruleIndex"], 1);
}

fn findings() -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let a = sources.add("my policy/a.rev", "\"🎉\" wihtin 3h\n");
    let b = sources.add("b.rev", "within 3h\n");
    let span = Span::new(7, 13);
    let fix = Fix {
        title: "write `within`".to_owned(),
        edits: vec![Edit {
            file: a,
            span,
            text: "within".to_owned(),
        }],
        safe: false,
    };
    let field = codes::unknown_field(span, "a `reversal`", "wihtin")
        .help("did you mean `within`?")
        .fix(fix)
        .related(b, Span::new(0, 6), "as here");
    let stray =
        codes::stray_bytes(Span::at(99), "the file begins with a byte-order mark").placed(b, 0);
    (sources, vec![field, stray])
}
