//! `revc graph`: what is drawn, where it goes, and what cannot be drawn.

use crate::sandbox::Sandbox;
use std::path::Path;

const TOGETHER: &str = include_str!("../../../../examples/exfiltration/together/policy.rev");
const UNSOUND: &str = "policy notes 1.0.0\n\ntool notes.read { args { id: text } }\n";

#[test]
fn a_package_is_drawn_in_three_ways() {
    let sandbox = Sandbox::new(&[("a.rev", TOGETHER)]);
    for (args, start) in [
        (&["graph"][..], "<svg xmlns="),
        (&["graph", "a.rev", "--format", "svg"], "<svg xmlns="),
        (&["graph", "--format", "dot"], "digraph rev {"),
        (&["graph", "--format", "html"], "<!doctype html>"),
    ] {
        let answer = sandbox.run(args);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{args:?}");
        assert!(
            answer.out.starts_with(start),
            "{args:?}: {:.80}",
            answer.out
        );
        assert!(answer.out.contains("send_email"), "{args:?}");
    }
}

#[test]
fn a_picture_can_go_to_a_file() {
    let sandbox = Sandbox::new(&[("a.rev", TOGETHER)]);
    let answer = sandbox.run(&["graph", "-o", "a.svg"]);
    assert_eq!(
        (answer.code, answer.out.as_str(), answer.err.as_str()),
        (0, "", "")
    );
    assert_eq!(sandbox.read("a.svg"), sandbox.run(&["graph"]).out);
    let nowhere = sandbox.run(&["graph", "-o", "no/where/a.svg"]);
    assert_eq!(nowhere.code, 2);
    assert!(nowhere.err.contains("no/where/a.svg"), "{}", nowhere.err);
}

/// A leak fails `check` and `build`, and is drawn; with the rule it is drawn as closed.
#[test]
fn a_leak_is_what_is_drawn() {
    let sandbox = Sandbox::new(&[("a.rev", TOGETHER)]);
    assert_eq!(sandbox.run(&["check"]).code, 1);
    let open = sandbox.run(&["graph"]);
    assert_eq!(open.code, 0);
    let told = "secret leaks through send_email: open for assistant, from read_secret";
    assert!(open.out.contains(told), "{}", open.out);

    let rule = "\nrule stays { when run has secret and call is outbound; gate approval }\n";
    sandbox.write("a.rev", format!("{TOGETHER}{rule}").as_bytes());
    let closed = sandbox.run(&["graph"]);
    assert_eq!(closed.code, 0);
    let told = "closed for assistant by rule.stays (one approver)";
    assert!(closed.out.contains(told), "{}", closed.out);
    assert!(
        !closed.out.contains("class=\"e leak open\" data-e"),
        "{}",
        closed.out
    );
}

#[test]
fn other_mistakes_are_told_and_nothing_is_drawn() {
    let sandbox = Sandbox::new(&[("a.rev", UNSOUND), ("a.svg", "as it was")]);
    let answer = sandbox.run(&["graph", "-o", "a.svg"]);
    assert_eq!((answer.code, answer.err.as_str()), (1, ""));
    assert!(answer.out.contains("E0203"), "{}", answer.out);
    assert_eq!(sandbox.read("a.svg"), "as it was");
}

#[test]
fn where_there_is_nothing_to_draw_it_says_so() {
    let empty = Sandbox::new(&[]).run(&["graph"]);
    assert_eq!((empty.code, empty.out.as_str()), (2, ""));
    assert!(empty.err.contains("no `.rev` files"), "{}", empty.err);
    let bare = Sandbox::new(&[("a.rev", "policy p 1.0.0\n")]).run(&["graph"]);
    assert_eq!((bare.code, bare.out.as_str()), (2, ""));
    assert!(
        bare.err.contains("there is nothing to show"),
        "{}",
        bare.err
    );
    let missing = Sandbox::new(&[]).run(&["graph", "nowhere"]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("nowhere"), "{}", missing.err);
}

/// The README's picture is the one that its command draws.
#[test]
fn the_picture_in_the_readme_is_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sandbox = Sandbox::new(&[("policy.rev", TOGETHER)]);
    let drawn = sandbox.run(&["graph"]).out;
    let kept = root.join("docs/together.svg");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&kept, &drawn).unwrap();
    }
    let same = std::fs::read_to_string(kept).unwrap() == drawn;
    assert!(
        same,
        "draw it again with `UPDATE=1 cargo test -p revc graph`"
    );
}
