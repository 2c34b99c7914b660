//! A run is stored and taken up again: the same decisions follow, and nothing else than what was stored is taken up.

use rev_eval::{
    Call, Capability, Decision, EXAMPLE, Json, OpenError, Outcome, Run, Table, example,
};

const SECRET: &[u8] = b"only the host knows this";

/// A run that has done something of everything.
fn busy() -> (Table, Run) {
    let (table, mut run, refund) = example();
    run.supply("home", "/home/me".into());
    for (tool, args) in [
        ("orders.get", r#"{"order": "ord_1"}"#),
        ("payments.get_key", "{}"),
        ("nothing.like.it", "{}"),
    ] {
        let decision = run.decide(&table, &Call::new(tool, Json::Text(args)));
        run.commit(&table, &decision, Outcome::Sent);
    }
    let decision = run.decide(&table, &refund);
    run.commit(&table, &decision, Outcome::Sent);
    (table, run)
}

fn told(table: &Table, decision: &Decision) -> (Vec<String>, String) {
    let codes = decision.codes(table);
    (codes, format!("{:?} {:?}", decision.gate, decision.debits))
}

#[test]
fn a_stored_run_decides_as_it_did() {
    let (table, run) = busy();
    let again = Table::load(EXAMPLE).unwrap();
    let later = again.resume(&run.store(SECRET), SECRET).unwrap();
    assert_eq!(later, run);
    let (_, _, refund) = example();
    let expected = told(&table, &run.decide(&table, &refund));
    assert!(
        expected.0.contains(&"blast.money".to_owned()),
        "{expected:?}"
    );
    assert_eq!(told(&again, &later.decide(&again, &refund)), expected);
}

#[test]
fn every_changed_byte_is_refused() {
    let (table, run) = busy();
    let stored = run.store(SECRET);
    for at in 0..stored.len() {
        let mut changed = stored.clone();
        changed[at] ^= 1;
        assert_eq!(
            table.resume(&changed, SECRET),
            Err(OpenError::Damaged),
            "{at}"
        );
        assert_eq!(
            table.resume(&stored[..at], SECRET),
            Err(OpenError::Damaged),
            "{at}"
        );
    }
    assert_eq!(table.resume(&stored, b"guessed"), Err(OpenError::Damaged));
    assert_eq!(table.resume(&[], SECRET), Err(OpenError::Damaged));
}

#[test]
fn a_run_of_another_table_is_refused_and_denied() {
    let (table, run) = busy();
    let other = Table::default();
    assert_eq!(
        other.resume(&run.store(SECRET), SECRET),
        Err(OpenError::OtherTable)
    );
    let (_, _, refund) = example();
    let decision = run.decide(&other, &refund);
    assert_eq!(decision.codes(&table), ["other_table"]);
    assert!(decision.gate.deny);
}

#[test]
fn a_capability_gives_less_and_never_more() {
    let (table, _, refund) = example();
    let with = |capability: Capability| {
        let run = table.open("support_bot", capability).unwrap();
        run.decide(&table, &refund).codes(&table)
    };
    let own = with(Capability::default());
    let may = Some(vec!["*".to_owned()]);
    let up_to = Some("authority_modifying".to_owned());
    let budget = [("money".to_owned(), 1 << 64)].into();
    assert_eq!(with(Capability { may, up_to, budget }), own);
    let may = Some(vec!["orders.*".to_owned()]);
    assert!(
        with(Capability {
            may,
            ..Capability::default()
        })
        .contains(&"agent.may".to_owned())
    );
    let budget = [("money".to_owned(), 1)].into();
    assert!(
        with(Capability {
            budget,
            ..Capability::default()
        })
        .contains(&"budget.money".to_owned())
    );
}

/// From bytes, from a tree, and from bytes that are spelt otherwise: one call, one decision, one hash.
#[test]
fn a_call_is_the_same_from_bytes_and_from_a_tree() {
    let (table, run, _) = example();
    let plain = r#"{"tool":"payments.issue_refund","args":{"order":"ord_1","amount":40.50}}"#;
    let odd = " { \"args\" : {\"amount\":\"4.05e1\" ,\"order\":\"ord\\u005f1\"} , \"tool\":\"payments.issue_refund\"}\n";
    let tree: serde_json::Value = serde_json::from_str(plain).unwrap();
    let calls = [
        Call::from_bytes(plain.as_bytes()).unwrap(),
        Call::parse(odd).unwrap(),
        Call::new("payments.issue_refund", Json::Tree(&tree["args"])),
    ];
    let told: Vec<_> = calls
        .iter()
        .map(|call| {
            let decision = run.decide(&table, call);
            (
                told(&table, &decision),
                decision.call_hash(&table, call).unwrap(),
            )
        })
        .collect();
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0], told[2]);
}
