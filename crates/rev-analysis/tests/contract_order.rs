//! The order of items and of the lines of a contract changes no finding.

use rev_analysis::{Database, Levels, Package, SourceFile, check};
use std::sync::Arc;

const LINES: [&str; 9] = [
    "by notes.delete { id: result.id, key: result.key }",
    "approval auto",
    "verify notes.delete { id: result.id } until seen.gone attempts 0",
    "expires 24h",
    "hold 5s",
    "cancel notes.stop { id: prior.id }",
    "capture notes.get { id: result.id } as prior",
    "assumes fresh { id: result.id }",
    "human",
];

const ITEMS: [&str; 7] = [
    "label external untrusted",
    "label mail implies external",
    "event notes.changed { id: text }",
    "assumption fresh { id: text; checked by notes.get { id: id } where seen.status == \"x\" }",
    "tool notes.delete undoes notes.create, notes.copy { args { id: text, key: text }; effect internal }",
    "tool notes.stop undoes notes.copy { args { id: text }; effect authority }",
    "tool notes.get { args { id: text }; result { body: text }; effect none }",
];

fn found(kind: &str, lines: &[&str], items: &[&str]) -> Vec<(String, String)> {
    let create = format!(
        "tool notes.create {{ result {{ id: text, key: text yields mail }}; effect internal
        reversal {kind} {{\n{}\n}}\nblast {{ calls 1 }} }}",
        lines.join("\n")
    );
    let copy =
        "tool notes.copy { effect public; reversal irreversible { human }; blast { calls 1 } }";
    let db = Database::default();
    let mut files = Vec::new();
    for text in items.iter().copied().chain([create.as_str(), copy]) {
        let name = files.len().to_string();
        files.push(SourceFile::new(&db, name, Arc::from(text)));
    }
    let package = Package::new(&db, files, Levels::default(), Vec::new());
    let mut found: Vec<(String, String)> = check(&db, package)
        .into_iter()
        .map(|finding| (finding.code.to_owned(), finding.message))
        .collect();
    found.sort();
    found
}

#[test]
fn shuffled_policies_have_the_same_findings() {
    for kind in ["reversible", "compensable", "irreversible"] {
        let expected = found(kind, &LINES, &ITEMS);
        assert!(expected.len() > 5, "{expected:#?}");
        let (mut lines, mut items) = (LINES, ITEMS);
        for _ in 0..LINES.len() {
            lines.rotate_left(1);
            items.rotate_left(1);
            assert_eq!(found(kind, &lines, &items), expected);
            lines.reverse();
            items.reverse();
            assert_eq!(found(kind, &lines, &items), expected);
            lines.reverse();
            items.reverse();
        }
    }
}
