//! The workspace keeps its shape: dependencies point one way, and files stay small.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use walkdir::WalkDir;

/// What each crate may use directly; whatever those use, it may use too.
const MAY_USE: &[(&str, &[&str])] = &[
    ("rev-diagnostics", &[]),
    ("rev-syntax", &["rev-diagnostics"]),
    ("rev-text", &[]),
    ("rev-analysis", &["rev-syntax", "rev-text"]),
    ("rev-table", &[]),
    ("rev-json", &[]),
    ("rev-value", &["rev-json", "rev-table", "rev-text"]),
    ("rev-eval", &["rev-value"]),
    ("rev-explain", &["rev-eval"]),
    ("rev-lower", &["rev-analysis", "rev-table"]),
    ("rev-origin", &["rev-eval"]),
    ("rev-script", &["rev-lower", "rev-origin"]),
    ("rev-naive", &["rev-analysis"]),
    ("rev-agree", &["rev-naive", "rev-lower", "rev-eval"]),
    ("rev-compose", &["rev-lower", "rev-eval"]),
    ("rev-graph", &["rev-compose"]),
    ("rev-runtime", &["rev-origin"]),
    ("rev-ide", &["rev-analysis"]),
    ("rev-lsp", &["rev-ide"]),
    (
        "revc",
        &["rev-lsp", "rev-script", "rev-explain", "rev-graph"],
    ),
    ("revgate", &["rev-runtime"]),
    ("rev-tests", &["revc", "rev-naive"]),
    ("rev-bench", &["revc", "rev-runtime"]),
];

const LINES_OF_A_FILE: usize = 600;

/// The evaluator is small enough to be read in an afternoon by whoever embeds it.
const LINES_OF_THE_EVALUATOR: usize = 3_000;

#[test]
fn dependencies_point_one_way() {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let edges = edges(&metadata);
    assert!(!edges.is_empty(), "no crate depends on another");
    let wrong = wrong(&edges);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_crate_has_its_line_in_the_picture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let names = crates.map(|one| one.unwrap().file_name().into_string().unwrap());
    let lacking: Vec<String> = names
        .filter(|name| !page.contains(&format!("| `{name}` |")))
        .collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}

/// From each crate of the workspace to each that it names, whatever for.
fn edges(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = list(&metadata["packages"]);
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    packages
        .iter()
        .map(|package| {
            let uses = list(&package["dependencies"])
                .iter()
                .map(name)
                .filter(|name| ours.contains(name))
                .collect();
            (name(package), uses)
        })
        .collect()
}

fn wrong(edges: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (from, uses) in edges {
        let Some(allowed) = reachable(from) else {
            wrong.push(format!("`{from}` has no place in the list of crates here"));
            continue;
        };
        for to in uses.iter().filter(|to| !allowed.contains(to.as_str())) {
            wrong.push(format!("`{from}` must not depend on `{to}`"));
        }
    }
    wrong
}

fn reachable(from: &str) -> Option<BTreeSet<&'static str>> {
    let (_, direct) = MAY_USE.iter().find(|(name, _)| *name == from)?;
    let mut all = BTreeSet::new();
    for name in *direct {
        all.insert(*name);
        all.extend(reachable(name)?);
    }
    Some(all)
}

#[test]
fn a_wrong_edge_is_found() {
    let metadata = serde_json::json!({ "packages": [
        { "name": "rev-syntax", "dependencies": [{ "name": "rev-diagnostics" }, { "name": "pest" }] },
        { "name": "rev-diagnostics", "dependencies": [{ "name": "rev-syntax" }] },
        { "name": "rev-eval", "dependencies": [{ "name": "rev-syntax" }] },
        { "name": "rev-else", "dependencies": [] },
    ] });
    assert_eq!(
        wrong(&edges(&metadata)),
        [
            "`rev-diagnostics` must not depend on `rev-syntax`",
            "`rev-else` has no place in the list of crates here",
            "`rev-eval` must not depend on `rev-syntax`",
        ]
    );
}

#[test]
fn files_are_short() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let long: Vec<String> = WalkDir::new(crates)
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter(|path| path.components().any(|part| part.as_os_str() == "src"))
        .filter_map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            // Nobody reads a generated file from top to bottom.
            let lines = match text.contains("\n//! Generated from `codes/`") {
                true => 0,
                false => text.lines().count(),
            };
            let what = format!(
                "{} has {lines} lines, more than {LINES_OF_A_FILE}",
                path.display()
            );
            (lines > LINES_OF_A_FILE).then_some(what)
        })
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

fn evaluator() -> Vec<String> {
    let files = WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/rev-eval/src"));
    let files = files.sort_by_file_name().into_iter();
    files
        .filter_map(|entry| fs::read_to_string(entry.ok()?.path()).ok())
        .collect()
}

#[test]
fn the_evaluator_is_small() {
    let lines: usize = evaluator().iter().map(|text| text.lines().count()).sum();
    assert!(lines > 1_000, "these are not the files of the evaluator");
    assert!(lines < LINES_OF_THE_EVALUATOR, "rev-eval has {lines} lines");
}

/// Nothing that could make two decisions about the same call differ.
#[test]
fn the_evaluator_sees_nothing_but_its_inputs() {
    for text in evaluator() {
        for word in [
            "f32",
            "f64",
            "std::time",
            "std::fs",
            "std::io",
            "std::net",
            "std::thread",
            "std::env",
            "HashMap",
            "HashSet",
            "unsafe",
        ] {
            assert!(!text.contains(word), "rev-eval uses `{word}`");
        }
    }
}

/// What others can use shows how, in an example that runs.
#[test]
fn every_public_item_of_the_evaluator_has_an_example() {
    let mut seen = 0;
    let mut lacking = Vec::new();
    for text in evaluator() {
        let mut example = false;
        for line in text.lines().map(str::trim_start) {
            let public = ["pub fn ", "pub struct ", "pub enum ", "pub const "];
            match line {
                _ if line.starts_with("///") => example |= line == "/// ```",
                _ if line.starts_with("#[") => {}
                _ if public.iter().any(|word| line.starts_with(word)) => {
                    seen += 1;
                    if !example {
                        lacking.push(line.to_owned());
                    }
                    example = false;
                }
                _ => example = false,
            }
        }
    }
    // Those of types and functions that only the evaluator itself can name.
    let own = [
        "pub fn is_empty(self",
        "pub fn joins(",
        "pub fn new(bits",
        "pub fn fits(",
        "pub fn get(&self, bit",
        "pub fn take(",
        "pub fn new(look",
        "pub fn row(&mut self",
        "pub fn with(self",
    ];
    lacking.retain(|line| !own.iter().any(|start| line.starts_with(start)));
    assert!(seen > 40, "{seen}");
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

/// The table that the evaluator's examples run by is the one that the support example is compiled to.
#[test]
fn the_evaluators_table_is_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join("examples/support/support.rev")).unwrap();
    let table = rev_tests::table("support.rev", &text);
    let kept = root.join("crates/rev-eval/example.revt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&kept, &table).unwrap();
    }
    let same = fs::read(kept).unwrap() == table;
    assert!(
        same,
        "build it again with `UPDATE=1 cargo test -p rev-tests --test architecture`"
    );
}
