//! Declared means enforced: each field of an invariant changes what is told of it. The other fields of the language are
//! changed one by one in `rev-lower`, by what the checks and the table say; invariants leave nothing in a table.

use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_compose::{Answer, prove};
use std::sync::Arc;

const POLICY: &str = r#"policy p 1.0.0

tool notes.read { effect none }
tool notes.list { effect none }

agent reader { may notes.read; up_to read_only }
agent lister { may notes.list; up_to read_only }

invariant reads_nothing {
    for   lister
    never call is notes.read
}
"#;

/// For whom the invariant holds, and for whom it does not.
fn told(text: &str) -> Vec<(String, bool)> {
    let db = Database::default();
    let file = SourceFile::new(&db, "p.rev".to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    let proofs = prove(&db, package).into_iter();
    proofs
        .map(|proof| (proof.agent, proof.answer == Answer::Holds))
        .collect()
}

#[test]
fn every_field_of_an_invariant_shows() {
    assert_eq!(told(POLICY), [("lister".to_owned(), true)]);
    for (from, to, wanted) in [
        ("for   lister", "for   reader", ("reader".to_owned(), false)),
        (
            "never call is notes.read",
            "never call is notes.list",
            ("lister".to_owned(), false),
        ),
    ] {
        let changed = POLICY.replace(from, to);
        assert_ne!(changed, POLICY, "{from}");
        assert_eq!(told(&changed), [wanted], "{to}");
    }
}
