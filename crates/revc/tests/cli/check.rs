//! `revc check`.

use crate::sandbox::Sandbox;
use serde_json::Value;

const CLEAN: &str = "policy p 1.0.0\n";
const EMPTY: &str = "// nothing yet\n";
const WRONG: &str = "policy p 1.0.0\ntool a { efect none }\nagent b { may a; up_to read_only }\n";
const STRAY: &str = "policy p 1.0.0\r\n";
const FORMATS: [&str; 5] = ["human", "short", "json", "sarif", "github"];

#[test]
fn a_sound_package() {
    let sandbox = Sandbox::new(&[("a.rev", CLEAN), ("b/c.rev", EMPTY)]);
    let answer = sandbox.run(&["check"]);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (0, "no findings in 2 files\n")
    );
    assert_eq!(answer.err, "");
}

#[test]
fn findings_in_every_format() {
    let sandbox = Sandbox::new(&[("p/a.rev", WRONG)]);
    for format in FORMATS {
        let answer = sandbox.run(&["check", "p", "--format", format]);
        assert_eq!(answer.code, 1, "{format}");
        assert!(answer.out.contains("E0202"), "{format}: {}", answer.out);
        assert!(answer.out.contains("p/a.rev"), "{format}: {}", answer.out);
        assert_eq!(answer.err, "", "{format}");
    }
}

#[test]
fn soundness_in_every_format() {
    let sandbox = Sandbox::new(&[("a.rev", CLEAN)]);
    for format in FORMATS {
        let answer = sandbox.run(&["check", "--format", format]);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{format}");
    }
}

#[test]
fn json_tells_places_and_a_summary() {
    let sandbox = Sandbox::new(&[("a.rev", WRONG), ("b.rev", EMPTY)]);
    let answer = sandbox.run(&["check", "--format", "json"]);
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    let finding = &report["diagnostics"][0];
    assert_eq!(finding["code"], "E0202");
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["file"], "a.rev");
    assert_eq!(finding["range"]["start"]["line"], 2);
    assert_eq!(finding["range"]["start"]["column"], 10);
    assert_eq!(report["summary"]["errors"], 1);
    assert_eq!(report["summary"]["files"], 2);
}

#[test]
fn sarif_is_a_log_of_one_run() {
    let sandbox = Sandbox::new(&[("a.rev", WRONG)]);
    let answer = sandbox.run(&["check", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "E0202");
}

#[test]
fn github_annotates() {
    let sandbox = Sandbox::new(&[("a.rev", WRONG)]);
    let answer = sandbox.run(&["check", "--format", "github"]);
    assert!(answer.out.starts_with("::error "), "{}", answer.out);
}

#[test]
fn people_get_a_last_line_that_sums_up() {
    let sandbox = Sandbox::new(&[("a.rev", WRONG), ("b.rev", EMPTY)]);
    let answer = sandbox.run(&["check"]);
    assert!(
        answer.out.ends_with("\n1 error in 2 files\n"),
        "{}",
        answer.out
    );
}

#[test]
fn warnings_are_findings_only_when_denied() {
    let sandbox = Sandbox::new(&[("a.rev", STRAY)]);
    let answer = sandbox.run(&["check", "--format", "short"]);
    assert_eq!(answer.code, 0);
    assert!(answer.out.contains("W1002"), "{}", answer.out);
    assert_eq!(sandbox.run(&["check", "--deny", "warnings"]).code, 1);
}

#[test]
fn names_are_as_given() {
    let sandbox = Sandbox::new(&[("p/a.rev", WRONG), ("p/b.rev", WRONG)]);
    let first = |path: &str| {
        let answer = sandbox.run(&["check", path, "--format", "short"]);
        answer.out.split(':').next().unwrap().to_owned()
    };
    assert_eq!(first("."), "p/a.rev");
    assert_eq!(first("./p/"), "p/a.rev");
    assert_eq!(first("p/b.rev"), "p/b.rev");
    let whole = sandbox.path("p/b.rev");
    assert_eq!(first(whole.to_str().unwrap()), whole.to_str().unwrap());
}

#[test]
fn a_file_given_twice_is_checked_once() {
    let sandbox = Sandbox::new(&[("p/a.rev", CLEAN)]);
    let answer = sandbox.run(&["check", "p", "p/a.rev", "./p/../p/a.rev"]);
    assert_eq!(answer.out, "no findings in 1 file\n");
}

#[test]
fn an_empty_folder_gets_something_to_paste() {
    let sandbox = Sandbox::new(&[("notes.md", "")]);
    let answer = sandbox.run(&["check"]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(
        answer.err.contains("no `.rev` files in the current folder"),
        "{}",
        answer.err
    );
    assert!(answer.err.contains("revc help"), "{}", answer.err);

    let pasted: String = answer
        .err
        .lines()
        .filter_map(|line| Some(format!("{}\n", line.strip_prefix("    ")?)))
        .collect();
    assert_eq!(pasted.lines().count(), 3);
    sandbox.write("policy.rev", pasted.as_bytes());
    assert_eq!(sandbox.run(&["check", "--deny", "warnings"]).code, 0);
}

#[test]
fn a_path_that_does_not_exist() {
    let sandbox = Sandbox::new(&[("examples/support/a.rev", CLEAN)]);
    let answer = sandbox.run(&["check", "exmaples/support"]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert_eq!(
        answer.err,
        "error: `exmaples/support` does not exist\nhelp: did you mean `examples/support`?\n"
    );
    assert_eq!(sandbox.run(&["check", "quite_different"]).code, 2);
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read() {
    let sandbox = Sandbox::new(&[("a.rev", CLEAN)]);
    std::os::unix::fs::symlink("nowhere", sandbox.path("b.rev")).unwrap();
    let answer = sandbox.run(&["check"]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(answer.err.contains("cannot read `b.rev`"), "{}", answer.err);
}

#[test]
fn bytes_that_are_not_text() {
    let sandbox = Sandbox::new(&[("b.rev", CLEAN)]);
    sandbox.write("a.rev", b"label a\nlabel \xff\n");
    for format in FORMATS {
        let answer = sandbox.run(&["check", "--format", format]);
        assert_eq!(answer.code, 1, "{format}: {}", answer.out);
        assert!(answer.out.contains("E0001"), "{format}: {}", answer.out);
    }
}

#[test]
fn a_file_that_is_too_large() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("a.rev", &vec![b'\n'; 16 * 1024 * 1024 + 1]);
    let answer = sandbox.run(&["check", "--format", "short"]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    assert!(answer.out.contains("E0001"), "{}", answer.out);
}

#[test]
fn no_colour_without_a_terminal() {
    let sandbox = Sandbox::new(&[("a.rev", WRONG)]);
    let plain = sandbox.run(&["check"]);
    let refused = sandbox.run_with(&["check"], &[("NO_COLOR", "1")], b"");
    assert!(!plain.out.contains('\u{1b}'), "{}", plain.out);
    assert_eq!(plain.out, refused.out);
}

#[test]
fn a_reader_that_goes_away() {
    let sandbox = Sandbox::new(&[("a.rev", &WRONG.repeat(2000))]);
    for format in FORMATS {
        let (code, err) = sandbox.run_unread(&["check", "--format", format]);
        assert_eq!((code, err.as_str()), (1, ""), "{format}");
    }
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let sandbox = Sandbox::new(&[("a.rev", "\u{1b}[31m\n")]);
    let answer = sandbox.run(&["check"]);
    assert_eq!(answer.code, 1);
    assert!(!answer.out.contains('\u{1b}'), "{}", answer.out);
    let missing = sandbox.run(&["check", "\u{1b}[31m"]);
    assert!(!missing.err.contains('\u{1b}'), "{}", missing.err);
}

#[test]
fn a_path_that_cannot_be_read_hides_nothing_of_the_others() {
    let sandbox = Sandbox::new(&[("a.rev", "policy a 1.0.0\n\ntool x { effect nothing }\n")]);
    let answer = sandbox.run(&["check", "--format", "json", "gone.rev", "a.rev", "lost.rev"]);
    assert_eq!(answer.code, 2);
    let found: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert!(answer.out.contains("a.rev"), "{found:#}");
    assert!(answer.err.contains("`gone.rev` does not exist"));
    assert!(answer.err.contains("`lost.rev` does not exist"));

    let nothing = sandbox.run(&["check", "--format", "json", "gone.rev"]);
    assert_eq!(nothing.code, 2);
    let report: Value = serde_json::from_str(&nothing.out).unwrap();
    let failure = report["failures"][0].as_str().unwrap();
    assert!(failure.contains("`gone.rev` does not exist"), "{failure}");

    let nothing = sandbox.run(&["check", "--format", "sarif", "gone.rev"]);
    let log: Value = serde_json::from_str(&nothing.out).unwrap();
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let note = &invocation["toolExecutionNotifications"][0]["message"]["text"];
    assert!(note.as_str().unwrap().contains("`gone.rev` does not exist"));
    let people = sandbox.run(&["check", "gone.rev"]);
    assert_eq!((people.code, people.out.as_str()), (2, ""));
}

const IDLE: &str = "policy p 1.0.0\n\ntool clock.now { effect none }\n\nrule a { when run.calls > 3; gate approval }\n\nrule b { when run.calls > 3; gate approval }\n\nagent x { may clock.*; up_to read_only }\n";

/// What only the table can tell obeys lint levels, `@allow` and `--deny` like every other lint.
#[test]
fn lints_of_the_table_are_lints_like_all_others() {
    let sandbox = Sandbox::new(&[("a.rev", IDLE)]);
    let told = sandbox.run(&["check", "--format", "short"]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert!(
        told.out.contains("a.rev:7:6: warning[W1004]"),
        "{}",
        told.out
    );
    assert_eq!(sandbox.run(&["check", "--deny", "warnings"]).code, 1);
    assert_eq!(sandbox.run(&["build", "-o", "t"]).code, 0);

    for level in ["W1004 = \"deny\"", "adds-nothing = \"deny\""] {
        sandbox.write("rev.toml", format!("[lints]\n{level}\n").as_bytes());
        let denied = sandbox.run(&["check", "--format", "short"]);
        assert_eq!(denied.code, 1, "{}", denied.out);
        assert!(denied.out.contains("error[W1004]"), "{}", denied.out);
        assert_eq!(sandbox.run(&["build", "-o", "t"]).code, 1);
    }
    sandbox.write("rev.toml", b"[lints]\nadds-nothing = \"allow\"\n");
    assert_eq!(sandbox.run(&["check", "--deny", "warnings"]).code, 0);

    let allowed = IDLE.replace("rule b", "@allow(W1004, \"two teams\")\nrule b");
    let sandbox = Sandbox::new(&[("a.rev", &allowed)]);
    let answer = sandbox.run(&["check", "--deny", "warnings"]);
    assert_eq!(answer.code, 0, "{}", answer.out);
    let unused = allowed.replace("rule b { when run.calls > 3", "rule b { when run.calls > 2");
    let sandbox = Sandbox::new(&[("a.rev", &unused)]);
    let answer = sandbox.run(&["check", "--deny", "warnings", "--format", "short"]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    assert!(answer.out.contains("W1014"), "{}", answer.out);
}
