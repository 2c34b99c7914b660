//! `revc explain`.

use crate::sandbox::Sandbox;

#[test]
fn a_page() {
    let answer = Sandbox::new(&[]).run(&["explain", "E0001"]);
    assert_eq!(answer.code, 0);
    assert!(answer.out.starts_with("E0001: syntax\n"), "{}", answer.out);
    assert!(!answer.out.contains("```"), "{}", answer.out);
    assert!(
        answer
            .out
            .lines()
            .any(|line| line.starts_with("    policy")),
        "{}",
        answer.out
    );
}

#[test]
fn small_letters_do() {
    let sandbox = Sandbox::new(&[]);
    assert_eq!(
        sandbox.run(&["explain", "e0001"]).out,
        sandbox.run(&["explain", "E0001"]).out
    );
}

#[test]
fn a_code_that_does_not_exist() {
    let sandbox = Sandbox::new(&[]);
    let near = sandbox.run(&["explain", "E00011"]);
    assert_eq!((near.code, near.out.as_str()), (2, ""));
    assert_eq!(
        near.err,
        "error: there is no code `E00011`\nhelp: did you mean `E0001`?\n"
    );
    let far = sandbox.run(&["explain", "nonsense"]);
    assert_eq!(far.code, 2);
    assert!(
        far.err.contains("`revc explain` lists all codes"),
        "{}",
        far.err
    );
}

#[test]
fn the_list_of_codes() {
    let answer = Sandbox::new(&[]).run(&["explain"]);
    assert_eq!(answer.code, 0);
    assert!(answer.out.contains("E0001  syntax\n"), "{}", answer.out);
    assert!(answer.out.lines().is_sorted());
}

#[test]
fn a_reader_that_goes_away() {
    let sandbox = Sandbox::new(&[]);
    assert_eq!(
        sandbox.run_unread(&["explain", "E0001"]),
        (0, String::new())
    );
    assert_eq!(sandbox.run_unread(&["explain"]), (0, String::new()));
}
