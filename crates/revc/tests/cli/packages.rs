//! Packages: `rev.toml`, dependencies, and which files belong together.

use crate::sandbox::{Answer, Sandbox};

const FORMATS: [&str; 5] = ["human", "short", "json", "sarif", "github"];

/// Uses a label and a tool that a dependency declares.
const APP: &str = "\
policy app 1.0.0
tool orders.get { args { order: text }; effect none; yields pii }
agent bot { may orders.*, vault.*; up_to read_only }
";
const SHARED: &str = "\
policy shared 3.0.0
label pii
tool vault.read { args { key: text }; effect none; yields pii }
agent librarian { may vault.*; up_to read_only }
";
const ON_SHARED: &str = "[dependencies]\nshared = { path = \"../shared\" }\n";

fn short(sandbox: &Sandbox, paths: &[&str]) -> Answer {
    sandbox.run(&[&["check", "--format", "short"], paths].concat())
}

/// The errors alone, so that lints do not matter here.
fn errors(sandbox: &Sandbox, paths: &[&str]) -> Vec<String> {
    let answer = short(sandbox, paths);
    assert_eq!(answer.err, "");
    let lines = answer.out.lines().filter(|line| line.contains("error"));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_dependency_brings_its_names() {
    let sandbox = Sandbox::new(&[
        ("app/a.rev", APP),
        ("app/rev.toml", ON_SHARED),
        ("shared/s.rev", SHARED),
    ]);
    assert_eq!(errors(&sandbox, &["app"]), Vec::<String>::new());
    sandbox.write("app/rev.toml", b"");
    let alone = errors(&sandbox, &["app"]);
    assert!(
        alone
            .iter()
            .any(|line| line.contains("E0101") && line.contains("pii")),
        "{alone:?}"
    );
}

#[test]
fn warnings_of_a_dependency_are_its_own_business_but_its_errors_leave_no_table() {
    let sandbox = Sandbox::new(&[
        ("app/a.rev", APP),
        ("app/rev.toml", ON_SHARED),
        ("shared/s.rev", SHARED),
        ("shared/t.rev", "label never_used\n"),
    ]);
    assert_eq!(errors(&sandbox, &["app"]), Vec::<String>::new());
    let own = sandbox.run(&["check", "shared", "--format", "short"]).out;
    assert!(own.contains("shared/t.rev:1:"), "{own}");
    let seen = sandbox.run(&["check", "app", "--format", "short"]).out;
    assert!(!seen.contains("shared/t.rev"), "{seen}");
    sandbox.write("shared/t.rev", b"dimension money in NOTHING\n");
    let found = errors(&sandbox, &["app"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("shared/t.rev:1:"), "{found:?}");
    sandbox.write("shared/t.rev", b"dimension money of INR\n");
    let found = errors(&sandbox, &["app"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("shared/t.rev:1:"), "{found:?}");
}

#[test]
fn one_name_in_the_package_and_in_a_dependency() {
    let sandbox = Sandbox::new(&[
        ("app/a.rev", &format!("{APP}label pii\n")),
        ("app/rev.toml", ON_SHARED),
        ("shared/s.rev", SHARED),
    ]);
    let answer = sandbox.run(&["check", "app", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let all = report["diagnostics"].as_array().unwrap();
    let twice: Vec<_> = all.iter().filter(|it| it["code"] == "E0102").collect();
    assert_eq!(twice.len(), 1, "{}", answer.out);
    assert_eq!(
        (&twice[0]["file"], &twice[0]["range"]["start"]["line"]),
        (&"app/a.rev".into(), &4.into())
    );
    let labels = twice[0]["labels"].as_array().unwrap();
    assert!(
        labels.iter().any(|label| label["file"] == "shared/s.rev"),
        "{}",
        answer.out
    );
}

#[test]
fn one_name_in_two_dependencies() {
    let sandbox = Sandbox::new(&[
        ("app/a.rev", APP),
        (
            "app/rev.toml",
            "[dependencies]\na = { path = \"../shared\" }\nb = { path = \"../other\" }\n",
        ),
        ("shared/s.rev", SHARED),
        ("other/o.rev", "label pii\n"),
    ]);
    let found = errors(&sandbox, &["app"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("E0102"), "{found:?}");
}

#[test]
fn a_dependency_that_is_not_there() {
    let sandbox = Sandbox::new(&[
        ("app/a.rev", "policy app 1.0.0\n"),
        (
            "app/rev.toml",
            "[dependencies]\nshared = { path = \"../shraed\" }\n",
        ),
        ("shared/s.rev", SHARED),
        ("empty/notes.md", ""),
    ]);
    for format in FORMATS {
        let answer = sandbox.run(&["check", "app", "--format", format]);
        assert_eq!(answer.code, 1, "{format}: {}", answer.out);
        assert!(answer.out.contains("E0101"), "{format}: {}", answer.out);
        assert!(answer.out.contains("rev.toml"), "{format}: {}", answer.out);
    }
    let found = errors(&sandbox, &["app"]);
    assert!(found[0].starts_with("app/rev.toml:2:19"), "{found:?}");
    let human = sandbox.run(&["check", "app"]).out;
    assert!(human.contains("did you mean `../shared`?"), "{human}");
    for path in ["../empty", "a.rev"] {
        sandbox.write(
            "app/rev.toml",
            format!("[dependencies]\nx = {{ path = \"{path}\" }}\n").as_bytes(),
        );
        let found = errors(&sandbox, &["app"]);
        assert!(found.len() == 1 && found[0].contains("E0201"), "{found:?}");
    }
}

#[test]
fn circles_are_told_once() {
    let on = |path: &str| format!("[dependencies]\nnext = {{ path = \"{path}\" }}\n");
    let sandbox = Sandbox::new(&[
        ("a/a.rev", "policy a 1.0.0\n"),
        ("a/rev.toml", &on("../b")),
        ("b/b.rev", "policy b 1.0.0\n"),
        ("b/rev.toml", &on("../c")),
        ("c/c.rev", "policy c 1.0.0\n"),
        ("c/rev.toml", &on("../a")),
        ("self/s.rev", "policy s 1.0.0\n"),
        ("self/rev.toml", &on(".")),
    ]);
    let found = errors(&sandbox, &["a"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("c/rev.toml:2:"), "{found:?}");
    assert_eq!(errors(&sandbox, &["a", "b", "c"]).len(), 1);
    assert_eq!(errors(&sandbox, &["self"]).len(), 1);
}

#[test]
fn a_diamond_is_loaded_once() {
    let sandbox = Sandbox::new(&[
        ("app/a.rev", APP),
        (
            "app/rev.toml",
            "[dependencies]\nl = { path = \"../l\" }\nr = { path = \"../r\" }\n",
        ),
        ("l/l.rev", "label left\n"),
        ("l/rev.toml", ON_SHARED),
        ("r/r.rev", "label right\n"),
        ("r/rev.toml", ON_SHARED),
        ("shared/s.rev", SHARED),
    ]);
    assert_eq!(errors(&sandbox, &["app"]), Vec::<String>::new());
}

#[test]
fn a_folder_with_a_manifest_is_a_package_of_its_own() {
    let sandbox = Sandbox::new(&[
        ("examples/one/p.rev", SHARED),
        ("examples/one/rev.toml", ""),
        ("examples/two/p.rev", SHARED),
        ("examples/two/rev.toml", ""),
    ]);
    assert_eq!(errors(&sandbox, &["examples"]), Vec::<String>::new());
    let once = sandbox.run(&["check", "examples/one/rev.toml", "examples/one"]);
    assert!(once.out.ends_with("in 2 files\n"), "{}", once.out);
    std::fs::remove_file(sandbox.path("examples/two/rev.toml")).unwrap();
    std::fs::remove_file(sandbox.path("examples/one/rev.toml")).unwrap();
    assert!(!errors(&sandbox, &["examples"]).is_empty());
}

#[test]
fn every_path_is_a_package_of_its_own() {
    let sandbox = Sandbox::new(&[("a.rev", SHARED), ("b.rev", SHARED), ("p/c.rev", SHARED)]);
    assert_eq!(
        errors(&sandbox, &["a.rev", "b.rev", "p", "p/c.rev"]),
        Vec::<String>::new()
    );
    assert!(!errors(&sandbox, &["."]).is_empty());
}

#[test]
fn levels_of_lints() {
    let stray = "policy p 1.0.0\r\n";
    let sandbox = Sandbox::new(&[
        ("a.rev", stray),
        ("rev.toml", "[lints]\nW1002 = \"allow\"\n"),
    ]);
    assert_eq!(sandbox.run(&["check", "--deny", "warnings"]).code, 0);
    sandbox.write("rev.toml", b"[lints]\nW1002 = \"deny\"\n");
    let denied = short(&sandbox, &[]);
    assert_eq!(denied.code, 1);
    assert!(denied.out.contains("error"), "{}", denied.out);
    sandbox.write("rev.toml", b"[lints]\nW1002 = \"warn\"\n");
    assert_eq!(short(&sandbox, &[]).code, 0);
    // One file alone has no `rev.toml`.
    sandbox.write("rev.toml", b"[lints]\nW1002 = \"deny\"\n");
    assert_eq!(short(&sandbox, &["a.rev"]).code, 0);
}

#[test]
fn mistakes_in_the_manifest_have_their_place() {
    for (manifest, code, place) in [
        ("[lints\n", "E0001", "rev.toml:1:"),
        ("\n[lintz]\n", "E0202", "rev.toml:2:2"),
        ("[lints]\nE0301 = \"allow\"\n", "E0201", "rev.toml:2:1"),
        ("[lints]\nü = \"allow\"\n", "E0001", "rev.toml:2:1"),
        ("[lints]\nW9999 = \"allow\"\n", "E0101", "rev.toml:2:1"),
        ("[dependencies]\n\"ü\" = {}\n", "E0203", "rev.toml:2:1"),
    ] {
        let sandbox = Sandbox::new(&[("a.rev", "policy p 1.0.0\n"), ("rev.toml", manifest)]);
        let answer = short(&sandbox, &[]);
        assert_eq!(answer.code, 1, "{manifest}");
        assert!(answer.out.contains(code), "{manifest}: {}", answer.out);
        assert!(answer.out.starts_with(place), "{manifest}: {}", answer.out);
        for format in FORMATS {
            let answer = sandbox.run(&["check", "--format", format]);
            assert!(answer.out.contains("rev.toml"), "{format}: {}", answer.out);
        }
    }
    let sandbox = Sandbox::new(&[("a.rev", "policy p 1.0.0\n")]);
    sandbox.write("rev.toml", b"[lints]\n\xff\n");
    assert!(short(&sandbox, &[]).out.contains("E0001"));
}

#[test]
fn a_file_that_is_no_text_does_not_make_others_wrong() {
    let sandbox = Sandbox::new(&[("a.rev", APP)]);
    sandbox.write("b.rev", b"label pii\n\xff\n");
    let found = errors(&sandbox, &[]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("b.rev:2:"), "{found:?}");
}

#[test]
fn what_each_agent_may_call() {
    let sandbox = Sandbox::new(&[
        ("app/a.rev", APP),
        ("app/rev.toml", ON_SHARED),
        ("shared/s.rev", SHARED),
    ]);
    let quiet = sandbox.run(&["check", "app"]);
    let told = sandbox.run(&["check", "app", "-v"]);
    assert!(told.out.starts_with(quiet.out.trim_end()), "{}", told.out);
    assert!(
        told.out.contains("\nbot may call 2 tools: 2 read_only\n"),
        "{}",
        told.out
    );
    assert!(!told.out.contains("librarian"), "{}", told.out);
    for format in &FORMATS[1..] {
        let args = ["check", "app", "--format", format];
        assert_eq!(
            sandbox.run(&args).out,
            sandbox.run(&[&args[..], &["--verbose"]].concat()).out
        );
    }
}
