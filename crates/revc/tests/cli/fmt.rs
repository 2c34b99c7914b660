//! `revc fmt`.

use crate::sandbox::Sandbox;
use std::fs;

const CROOKED: &str = "label    a   // kept\n";
const STRAIGHT: &str = "label a                           // kept\n";
const BROKEN: &str = "label    Upper\n";

#[test]
fn files_are_rewritten_in_place() {
    let sandbox = Sandbox::new(&[("a.rev", CROOKED), ("b/c.rev", STRAIGHT)]);
    let answer = sandbox.run(&["fmt"]);
    assert_eq!(answer.code, 0);
    assert_eq!(
        answer.out,
        "formatted a.rev\n1 file formatted, 1 file already formatted\n"
    );
    assert_eq!(sandbox.read("a.rev"), STRAIGHT);
    let names: Vec<_> = fs::read_dir(sandbox.path("")).unwrap().collect();
    assert_eq!(names.len(), 2, "something was left behind: {names:?}");
    assert_eq!(sandbox.run(&["fmt"]).out, "2 files already formatted\n");
}

#[test]
fn a_formatted_file_is_not_touched() {
    let sandbox = Sandbox::new(&[("a.rev", STRAIGHT)]);
    let modified = || {
        fs::metadata(sandbox.path("a.rev"))
            .unwrap()
            .modified()
            .unwrap()
    };
    let before = modified();
    assert_eq!(sandbox.run(&["fmt"]).code, 0);
    assert_eq!(modified(), before);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let sandbox = Sandbox::new(&[("real/a.rev", CROOKED)]);
    let real = sandbox.path("real/a.rev");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, sandbox.path("link.rev")).unwrap();
    assert_eq!(sandbox.run(&["fmt", "link.rev"]).code, 0);
    assert_eq!(sandbox.read("real/a.rev"), STRAIGHT);
    assert_eq!(
        fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert!(sandbox.path("link.rev").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_file_that_is_read_only_stays() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new(&[("a.rev", CROOKED)]);
    fs::set_permissions(sandbox.path("a.rev"), fs::Permissions::from_mode(0o444)).unwrap();
    let answer = sandbox.run(&["fmt"]);
    assert_eq!(answer.code, 2);
    assert_eq!(
        answer.err,
        "error: cannot write `a.rev`: it is read-only\nhelp: it was left as it is: make it writable first\n"
    );
    assert_eq!(sandbox.read("a.rev"), CROOKED);
}

#[test]
fn check_shows_a_diff_and_changes_nothing() {
    let sandbox = Sandbox::new(&[("a.rev", CROOKED), ("b.rev", STRAIGHT)]);
    let answer = sandbox.run(&["fmt", "--check"]);
    assert_eq!(answer.code, 1);
    for part in [
        "--- a.rev\n",
        "-label    a   // kept\n",
        "+label a                           // kept\n",
    ] {
        assert!(answer.out.contains(part), "{}", answer.out);
    }
    assert!(!answer.out.contains("b.rev"), "{}", answer.out);
    assert_eq!(sandbox.read("a.rev"), CROOKED);
    assert_eq!(sandbox.run(&["fmt", "--check", "b.rev"]).code, 0);
}

#[test]
fn a_file_with_mistakes_is_left_as_it_is() {
    let sandbox = Sandbox::new(&[("a.rev", BROKEN), ("b.rev", CROOKED)]);
    let answer = sandbox.run(&["fmt"]);
    assert_eq!(answer.code, 1);
    assert!(answer.out.contains("E0001"), "{}", answer.out);
    assert!(
        answer.out.contains("1 file left as before"),
        "{}",
        answer.out
    );
    assert_eq!(sandbox.read("a.rev"), BROKEN);
    assert_eq!(sandbox.read("b.rev"), STRAIGHT);
}

#[test]
fn bytes_that_are_not_text_are_left_alone() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("a.rev", b"label    a\xff\n");
    assert_eq!(sandbox.run(&["fmt"]).code, 1);
    assert_eq!(
        fs::read(sandbox.path("a.rev")).unwrap(),
        b"label    a\xff\n"
    );
}

#[test]
fn stray_bytes_go() {
    let sandbox = Sandbox::new(&[("a.rev", "\u{feff}label a\r\n")]);
    assert_eq!(sandbox.run(&["fmt"]).code, 0);
    assert_eq!(sandbox.read("a.rev"), "label a\n");
}

#[test]
fn from_the_standard_input_to_the_standard_output() {
    let sandbox = Sandbox::new(&[]);
    let run = |args: &[&str], input: &str| sandbox.run_with(args, &[], input.as_bytes());
    let answer = run(&["fmt", "-"], CROOKED);
    assert_eq!(
        (answer.code, answer.out.as_str(), answer.err.as_str()),
        (0, STRAIGHT, "")
    );
    let broken = run(&["fmt", "-"], BROKEN);
    assert_eq!((broken.code, broken.out.as_str()), (1, ""));
    assert!(broken.err.contains("E0001"), "{}", broken.err);
    assert_eq!(run(&["fmt", "-", "--check"], CROOKED).code, 1);
    assert_eq!(run(&["fmt", "-", "--check"], STRAIGHT).code, 0);
    assert_eq!(run(&["fmt", "-", "a.rev"], "").code, 2);
}

#[test]
fn a_path_that_does_not_exist() {
    assert_eq!(Sandbox::new(&[]).run(&["fmt", "a.rev"]).code, 2);
}

#[test]
fn a_reader_that_goes_away() {
    let sandbox = Sandbox::new(&[("a.rev", CROOKED)]);
    assert_eq!(sandbox.run_unread(&["fmt", "--check"]), (1, String::new()));
}
