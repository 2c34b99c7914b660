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
    ("rev-eval", &["rev-table", "rev-text"]),
    ("rev-lower", &["rev-analysis", "rev-table"]),
    ("rev-script", &["rev-lower", "rev-eval"]),
    ("rev-naive", &["rev-analysis"]),
    ("rev-agree", &["rev-naive", "rev-lower", "rev-eval"]),
    ("rev-runtime", &["rev-eval"]),
    ("rev-ide", &["rev-analysis"]),
    ("rev-lsp", &["rev-ide"]),
    ("revc", &["rev-lsp", "rev-script"]),
    ("revgate", &["rev-runtime"]),
    ("rev-tests", &["revc", "rev-naive"]),
    ("rev-bench", &["revc", "rev-runtime"]),
];

const LINES_OF_A_FILE: usize = 600;

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
