//! `revc build`: what is written where, and what is printed.

use crate::sandbox::Sandbox;
use rev_table::Table;
use std::fs;

const SOUND: &str = "policy notes 1.0.0\n\ntool notes.read { args { id: text }; effect none }\n\nagent clerk { may notes.*; up_to read_only }\n";
const UNSOUND: &str = "policy notes 1.0.0\n\ntool notes.read { args { id: text } }\n";

#[test]
fn a_table_is_written_and_its_hash_is_printed() {
    let sandbox = Sandbox::new(&[("a.rev", SOUND)]);
    let answer = sandbox.run(&["build", "-o", "a.table"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    let bytes = fs::read(sandbox.path("a.table")).unwrap();
    let table = Table::load(&bytes).unwrap();
    assert_eq!(answer.out, format!("{}\n", table.hash()));
    assert_eq!(
        (table.policy(), table.version(), table.tools().len()),
        ("notes", "1.0.0", 1)
    );
}

/// The same texts in another folder, under the same names, are the same bytes.
#[test]
fn a_copy_elsewhere_has_the_same_bytes() {
    let sandbox = Sandbox::new(&[("x/a.rev", SOUND), ("deep/down/a.rev", SOUND)]);
    for (from, to) in [("x", "1"), ("deep/down", "2"), ("deep/down/a.rev", "3")] {
        assert_eq!(sandbox.run(&["build", from, "-o", to]).code, 0);
    }
    let bytes = |name| fs::read(sandbox.path(name)).unwrap();
    assert_eq!(bytes("1"), bytes("2"));
    assert_eq!(bytes("1"), bytes("3"));
}

#[test]
fn what_a_table_says_goes_to_the_standard_output_or_a_file() {
    let sandbox = Sandbox::new(&[("a.rev", SOUND)]);
    let text = sandbox.run(&["build", "--emit", "text"]);
    assert_eq!(text.code, 0);
    assert!(text.out.starts_with("policy notes 1.0.0\nhash   blake3:"));
    assert!(text.out.contains("\ntool notes.read\n"), "{}", text.out);

    let json = sandbox.run(&["build", "--emit", "json", "-o", "a.json"]);
    assert_eq!(json.code, 0);
    let value: serde_json::Value = serde_json::from_str(&sandbox.read("a.json")).unwrap();
    assert_eq!(value["hash"].as_str().unwrap(), json.out.trim_end());
    assert_eq!(value["tools"][0]["name"], "notes.read");
    assert_eq!(value["tools"][0]["source"]["file"], "a.rev");
    assert_eq!(value["tools"][0]["source"]["line"], 3);
}

#[test]
fn a_table_is_not_printed() {
    let answer = Sandbox::new(&[("a.rev", SOUND)]).run(&["build"]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(
        answer.err.contains("`revc build -o policy.revt`"),
        "{}",
        answer.err
    );
}

#[test]
fn a_package_with_mistakes_has_no_table() {
    let sandbox = Sandbox::new(&[("a.rev", UNSOUND), ("a.table", "as it was")]);
    let answer = sandbox.run(&["build", "-o", "a.table"]);
    assert_eq!((answer.code, answer.err.as_str()), (1, ""));
    assert!(answer.out.contains("E0203"), "{}", answer.out);
    assert_eq!(sandbox.read("a.table"), "as it was");
}

#[test]
fn one_package_makes_one_table() {
    let sandbox = Sandbox::new(&[("a.rev", SOUND), ("b.rev", SOUND)]);
    let answer = sandbox.run(&["build", "a.rev", "b.rev", "-o", "t"]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("one package"), "{}", answer.err);
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    let answer = Sandbox::new(&[("a.rev", SOUND)]).run(&["build", "-o", "no/where/t"]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("no/where/t"), "{}", answer.err);
}

/// What only the table can tell is told by `check`, too.
#[test]
fn too_many_conditions_are_told_by_both() {
    let pairs: Vec<String> = (1..=11)
        .map(|n| format!("(args.id == \"a{n}\" or args.id == \"b{n}\")"))
        .collect();
    let rule = format!("rule r {{ when {}; gate approval }}\n", pairs.join(" and "));
    let sandbox = Sandbox::new(&[("a.rev", &format!("{SOUND}\n{rule}"))]);
    for command in [&["check"][..], &["build", "-o", "t"]] {
        let answer = sandbox.run(command);
        assert_eq!(answer.code, 1, "{}", answer.out);
        assert!(answer.out.contains("E0802"), "{}", answer.out);
        assert!(answer.out.contains("rule `r`"), "{}", answer.out);
    }
}

const SUPPORT: &str = include_str!("../../../../examples/support/support.rev");

/// The items of a text, each with the comments before it.
fn items(text: &str) -> Vec<String> {
    let tree = rev_syntax::parse(text).tree;
    let mut ends: Vec<usize> = tree
        .items
        .iter()
        .map(|placed| placed.item.span.shifted(placed.start).end as usize)
        .collect();
    ends.insert(0, 0);
    ends.windows(2)
        .map(|ends| text.get(ends[0]..ends[1]).unwrap().trim().to_owned())
        .collect()
}

/// The example, taken apart and laid out anew in another folder, is the same table: the hash is the same, and so is every
/// byte that decides. Only where things were written is different, which has a section and a hash of its own.
#[test]
fn a_shuffled_copy_in_another_folder_is_the_same_table() {
    let sandbox = Sandbox::new(&[("here/support.rev", SUPPORT)]);
    let items = items(SUPPORT);
    assert!(items.len() > 20, "{}", items.len());
    for (number, item) in items.iter().rev().enumerate() {
        let folder = ["", "more/", "more/of/it/"][number % 3];
        sandbox.write(
            &format!("there/far/off/{folder}{number}.rev"),
            format!("// Moved.\n\n\n{item}\n").as_bytes(),
        );
    }
    let here = sandbox.run(&["build", "here", "-o", "1"]);
    let there = sandbox.run(&["build", "there/far/off", "-o", "2"]);
    assert_eq!((here.code, there.code), (0, 0), "{}{}", here.out, there.out);
    assert!(here.out.starts_with("blake3:"), "{}", here.out);
    assert_eq!(here.out, there.out);
    let (one, two) = (
        fs::read(sandbox.path("1")).unwrap(),
        fs::read(sandbox.path("2")).unwrap(),
    );
    assert_ne!(one, two, "the places are different");
    let (one, two) = (Table::load(&one).unwrap(), Table::load(&two).unwrap());
    assert_eq!(one.identity(), two.identity());
    // A table of one is good for runs of the other, and says the same of a call.
    let call = br#"{"tool":"payments.issue_refund","args":{"order":"ord_1","amount":6000}}"#;
    let answers = ["1", "2"].map(|table| {
        let answer = sandbox.run_with(&["decide", "--table", table], &[], call);
        let mut decision: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        for reason in decision["reasons"].as_array_mut().unwrap() {
            let place = reason.as_object_mut().unwrap();
            place.remove("file");
            place.remove("line");
        }
        decision.as_object_mut().unwrap().remove("brief");
        decision
    });
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0]["verdict"], "deny");
}
