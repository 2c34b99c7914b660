//! Of several sources each is told for itself, though the others leave more behind.

use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_compose::together;
use std::sync::Arc;

const POLICY: &str = r#"policy p 1.0.0

label marked
label secret confidential

tool a.read { effect none; yields secret, marked }
tool b.read { effect none; yields secret, marked }
tool c.read { effect none; yields secret }
tool web.get { args { at: url }; effect none }

rule ask { when run has marked and call is outbound; gate approval }

agent bot { may *; up_to read_only }
"#;

#[test]
fn two_sources_that_leave_more_behind_do_not_hide_a_third() {
    let db = Database::default();
    let file = SourceFile::new(&db, "p.rev".to_owned(), Arc::from(POLICY));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    let table = rev_lower::lower(&db, package).unwrap().table;
    let found = together(&table);
    let [way] = found.ways.as_slice() else {
        panic!("one way: {:#?}", found.ways);
    };
    let from: Vec<&str> = way
        .from
        .iter()
        .map(|tool| table.text(table.tool(*tool).unwrap().name.get()))
        .collect();
    assert!(way.open);
    assert_eq!(from, ["c.read"]);
}
