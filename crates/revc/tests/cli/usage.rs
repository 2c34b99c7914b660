//! What every command has in common: help, misspellings, completions.

use crate::sandbox::Sandbox;

#[test]
fn a_misspelt_command_is_corrected() {
    let answer = Sandbox::new(&[]).run(&["chekc"]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(answer.err.contains("'check'"), "{}", answer.err);
}

#[test]
fn a_misspelt_option_or_value_is_corrected() {
    let sandbox = Sandbox::new(&[("a.rev", "")]);
    for (args, meant) in [
        (["check", "--fromat", "json"], "--format"),
        (["check", "--format", "jsno"], "json"),
        (["check", "--deny", "warning"], "warnings"),
    ] {
        let answer = sandbox.run(&args);
        assert_eq!(answer.code, 2);
        assert!(answer.err.contains(meant), "{}", answer.err);
    }
}

#[test]
fn only_what_works_is_offered() {
    let answer = Sandbox::new(&[]).run(&["help"]);
    assert_eq!(answer.code, 0);
    let commands: Vec<&str> = answer
        .out
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let offered = "check build test decide replay diff fmt explain ask graph completions help";
    assert_eq!(commands.join(" "), offered);
}

#[test]
fn version() {
    let answer = Sandbox::new(&[]).run(&["--version"]);
    assert_eq!(answer.code, 0);
    assert_eq!(answer.out, format!("revc {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn nothing_to_do_is_told() {
    let answer = Sandbox::new(&[]).run(&[]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("Usage: revc"), "{}", answer.err);
}

#[test]
fn completions_for_every_shell() {
    let sandbox = Sandbox::new(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let answer = sandbox.run(&["completions", shell]);
        assert_eq!(answer.code, 0, "{shell}");
        assert!(answer.out.contains("explain"), "{shell}");
    }
    assert_eq!(sandbox.run(&["completions", "tcsh"]).code, 2);
}

#[test]
fn a_reader_that_goes_away() {
    let sandbox = Sandbox::new(&[]);
    for args in [&["help"][..], &["--version"], &["completions", "bash"]] {
        assert_eq!(sandbox.run_unread(args), (0, String::new()), "{args:?}");
    }
}

#[test]
fn nobody_reads_what_went_wrong() {
    let sandbox = Sandbox::new(&[("a.rev", "labl a\n")]);
    for (args, code) in [
        (&["chekc"][..], 2),
        (&["check", "nowhere"], 2),
        (&["explain", "E9999"], 2),
        (&["fmt", "-"], 0),
        (&["check"], 1),
    ] {
        assert_eq!(sandbox.run_unheard(args), code, "{args:?}");
    }
}
