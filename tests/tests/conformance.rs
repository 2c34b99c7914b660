//! The suite in `conformance/`, through the evaluator; and that it says what the pages of `lang/decisions` say.
//!
//! `UPDATE=1 cargo test -p rev-tests --test conformance` writes anew what comes from those pages.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "only tests")]

use rev_tests::conformance::{extract, naively, play};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The page on what is worked out from the results of a run: in the data it is given with each call.
const OF_THE_TRACKER: &str = "origin";

fn folder(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// Every file of the suite with its name.
fn suite() -> Vec<(String, Value)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder("conformance"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        (name, serde_json::from_str(&text).unwrap())
    };
    files.into_iter().map(read).collect()
}

fn runs(file: &Value) -> impl Iterator<Item = &Value> {
    file["runs"].as_array().unwrap().iter()
}

#[test]
fn every_run_is_decided_as_it_says() {
    let mut asked = 0;
    let mut wrong = Vec::new();
    for (name, file) in suite() {
        assert_eq!(file["format"], "rev-conformance 1", "{name}");
        for run in runs(&file) {
            let title = format!("{name}: {}", run["name"].as_str().unwrap());
            match play(run) {
                Ok(played) => {
                    asked += played.asked;
                    wrong.extend(
                        played
                            .wrong
                            .into_iter()
                            .map(|what| format!("{title}, {what}")),
                    );
                }
                Err(why) => wrong.push(format!("{title}: {why}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{asked} decisions and recoveries");
    assert!(asked >= 300, "only {asked} decisions and recoveries");
}

/// The same by an interpreter that knows no table.
#[test]
fn a_second_opinion_agrees() {
    let (mut asked, mut left_out) = (0, 0);
    let mut wrong = Vec::new();
    for (name, file) in suite() {
        for run in runs(&file) {
            let title = format!("{name}: {}", run["name"].as_str().unwrap());
            let agreed = naively(run).unwrap();
            asked += agreed.asked;
            left_out += agreed.left_out;
            let here = agreed.wrong.into_iter();
            wrong.extend(here.map(|what| format!("{title}, {what}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{asked} decisions alike, {left_out} left out");
    assert!(asked >= 300, "only {asked} decisions");
    assert!(left_out <= asked / 10, "{left_out} of {asked} left out");
}

/// What people wrote on the pages is what the data expect. The rest of a decision, which the pages do not tell, is written
/// beside it; `whole` in the data.
#[test]
fn the_data_say_what_the_pages_say() {
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    for entry in fs::read_dir(folder("lang/decisions")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if name == OF_THE_TRACKER {
            println!("{name}.md is about where values come from, which the data give as an input");
            continue;
        }
        let mut written = extract(&fs::read_to_string(&path).unwrap()).unwrap();
        let file = folder("conformance").join(format!("{name}.json"));
        if update {
            for run in &mut written {
                record(run);
            }
            let subject = format!("from the page `decisions/{name}.md`");
            let data = json!({ "format": "rev-conformance 1", "about": subject, "runs": written });
            fs::write(&file, format!("{data:#}\n")).unwrap();
            continue;
        }
        let stored: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let stored: Vec<Value> = runs(&stored).cloned().map(without_whole).collect();
        assert!(
            stored == written,
            "{name}.json differs from its page: run this test with UPDATE=1"
        );
    }
}

/// Adds to each step all of what is decided there.
fn record(run: &mut Value) {
    let played = play(run).unwrap();
    assert!(
        played.wrong.is_empty(),
        "{}: {:?}",
        run["name"],
        played.wrong
    );
    let steps = run["steps"].as_array_mut().unwrap();
    for (step, answer) in steps.iter_mut().zip(played.answers) {
        if let Some(answer) = answer
            && step.get("call").is_some()
        {
            step["whole"] = answer;
        }
    }
}

fn without_whole(mut run: Value) -> Value {
    for step in run["steps"].as_array_mut().unwrap() {
        step.as_object_mut().unwrap().remove("whole");
    }
    run
}

/// Nothing that a decision can say is left out of the suite.
#[test]
fn the_suite_reaches_everything() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for (_, file) in suite() {
        for step in runs(&file).flat_map(|run| run["steps"].as_array().unwrap()) {
            for whole in [&step["whole"], &step["expect"]] {
                for reason in whole["reasons"].as_array().into_iter().flatten() {
                    let code = reason["code"].as_str().unwrap();
                    let kind = code.split('.').next().unwrap();
                    seen.insert(kind.to_owned());
                    seen.insert(code.to_owned());
                    if reason["unknown"] == true {
                        seen.insert(format!("unknown {kind}"));
                    }
                }
                seen.extend(
                    whole["class"]
                        .as_str()
                        .map(|class| format!("class {class}")),
                );
                seen.extend(
                    whole["reversal_class"]
                        .as_str()
                        .map(|class| format!("reversal {class}")),
                );
                seen.extend(whole["verdict"].as_str().map(str::to_owned));
            }
        }
    }
    let wanted = [
        "unknown_tool",
        "halted",
        "args",
        "case",
        "assumption",
        "recovery",
        "agent.may",
        "agent.up_to",
        "require",
        "deny",
        "class",
        "gate",
        "boundary",
        "rule",
        "blast.calls",
        "blast.subjects",
        "blast.scope",
        "blast",
        "budget",
        "unknown case",
        "unknown require",
        "unknown gate",
        "unknown boundary",
        "unknown rule",
        "unknown assumption",
        "class read_only",
        "class reversible_internal",
        "class compensating",
        "class time_window_undoable",
        "class irreversible_internal",
        "class irreversible_public",
        "class authority_modifying",
        "reversal reversible",
        "reversal compensable",
        "reversal irreversible",
        "allow",
        "require_approval",
    ];
    let missing: Vec<&str> = wanted
        .into_iter()
        .filter(|one| !seen.contains(*one))
        .collect();
    assert!(missing.is_empty(), "no case has {missing:?}");
    for gate in [
        "undo_window",
        "approval",
        "dry_run",
        "cooling",
        "two_person",
        "out_of_band",
        "deny",
    ] {
        assert!(
            seen.contains(&format!("gate.{gate}")),
            "no case has the gate {gate}"
        );
    }
}
