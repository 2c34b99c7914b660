//! The conformance suite through `revc build` and `revc decide`. What the command line cannot say is left out, and
//! counted: events, and runs with less than their agent has.

use crate::sandbox::Sandbox;
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;

/// A line for `decide`, and the step whose call it makes; an approval has none.
type Lines<'v> = Vec<(String, Option<&'v Value>)>;

#[test]
fn the_suite_is_decided_alike_on_the_command_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance");
    let (mut asked, mut left_out) = (0, 0);
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "json") {
            continue;
        }
        let file: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        for run in file["runs"].as_array().unwrap() {
            let (lines, left) = lines(run);
            left_out += left;
            asked += lines.iter().filter(|(_, step)| step.is_some()).count();
            for what in decided(run, &lines) {
                wrong.push(format!("{}: {}, {what}", path.display(), run["name"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{asked} decisions alike, {left_out} left out");
    assert!(asked >= 300, "only {asked} decisions");
    assert!(left_out <= asked / 20, "{left_out} of {asked} left out");
}

/// A run as lines, and how many of its questions cannot be asked.
fn lines(run: &Value) -> (Lines<'_>, usize) {
    let steps = run["steps"].as_array().unwrap();
    let questions = |step: &&Value| step.get("expect").is_some();
    if run.get("capability").is_some() {
        return (Vec::new(), steps.iter().filter(questions).count());
    }
    let mut lines: Lines<'_> = Vec::new();
    let mut left_out = 0;
    let mut before = Map::new();
    for step in steps {
        if step.get("call").is_some() {
            lines.push((line(step, std::mem::take(&mut before)), Some(step)));
        } else if step.get("approve").is_some() {
            lines.push((r#"{"approve":true}"#.to_owned(), None));
        } else if step.get("event").is_some() {
            left_out += 1;
        } else if let Some(prompt) = step.get("prompt") {
            before.insert("prompt".to_owned(), prompt.clone());
        } else {
            let context = before.entry("context").or_insert_with(|| Map::new().into());
            let more = step["context"].as_object().unwrap().clone();
            context.as_object_mut().unwrap().extend(more);
        }
    }
    (lines, left_out)
}

/// The call of a step with what was said and known since the one before.
fn line(step: &Value, mut entries: Map<String, Value>) -> String {
    let call = &step["call"];
    entries.insert("tool".to_owned(), call["tool"].clone());
    // Nothing is read from the prompt: the data say where each argument came from.
    let mut origin = call["origin"].as_object().unwrap().clone();
    for name in call["args"]
        .as_object()
        .into_iter()
        .flat_map(|args| args.keys())
    {
        origin.entry(name).or_insert_with(|| Map::new().into());
    }
    entries.insert("origin".to_owned(), origin.into());
    if let Some(recovery) = call.get("recovery") {
        entries.insert("recovery".to_owned(), recovery.clone());
    }
    entries.insert(
        "reads".to_owned(),
        step.get("reads").cloned().unwrap_or(Map::new().into()),
    );
    match step["outcome"].get("returned") {
        Some(result) => entries.insert("result".to_owned(), result.clone()),
        None if step.get("outcome").is_some() => {
            entries.insert("outcome".to_owned(), step["outcome"].clone())
        }
        None => None,
    };
    let head = Value::Object(entries).to_string();
    let args = match call["args_json"].as_str() {
        Some(text) => text.to_owned(),
        None => call["args"].to_string(),
    };
    format!("{},\"args\":{args}}}", head.strip_suffix('}').unwrap())
}

/// Everything that was decided otherwise than a run says.
fn decided(run: &Value, lines: &Lines<'_>) -> Vec<String> {
    if lines.is_empty() {
        return Vec::new();
    }
    let sandbox = Sandbox::new(&[]);
    for (text, number) in run["policy"].as_array().unwrap().iter().zip(1..) {
        sandbox.write(
            &format!("policy/{number}.rev"),
            text.as_str().unwrap().as_bytes(),
        );
    }
    let built = sandbox.run(&["build", "policy", "-o", "t.revt"]);
    assert_eq!(built.code, 0, "{}", built.out);
    let input: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
    let agent = run["agent"].as_str().unwrap();
    let args = ["decide", "--table", "t.revt", "--agent", agent];
    let answer = sandbox.run_with(&args, &[], input.as_bytes());
    let answers: Vec<&str> = answer.out.lines().collect();
    assert_eq!(answers.len(), lines.len(), "{}", answer.err);
    let mut wrong = Vec::new();
    for ((line, step), answer) in lines.iter().zip(answers) {
        let found: Value = serde_json::from_str(answer).unwrap();
        let step = step.unwrap_or(&Value::Null);
        for expected in [&step["expect"], &step["whole"]] {
            let entries = expected.as_object().into_iter().flatten();
            let other = entries.filter(|(name, wanted)| !fits(name, wanted, &found));
            wrong.extend(
                other.map(|(name, wanted)| format!("{line}: `{name}` is not {wanted} in {answer}")),
            );
        }
    }
    wrong
}

fn fits(name: &str, wanted: &Value, found: &Value) -> bool {
    let reasons = || found["reasons"].as_array().into_iter().flatten();
    match name {
        "because" => {
            let mut wanted = wanted.as_array().unwrap().iter();
            wanted.all(|code| reasons().any(|reason| reason["code"] == *code))
        }
        "unknown" => {
            let unknown = reasons().filter(|reason| reason["unknown"] == true);
            unknown.count() == wanted.as_array().unwrap().len()
        }
        "fired" => wanted.as_u64() == u64::try_from(reasons().count()).ok(),
        "gate" => {
            let mut wanted = wanted.as_object().unwrap().iter();
            wanted.all(|(name, value)| found["gate"].get(name) == Some(value))
        }
        "reasons" => {
            let same = |(a, b): (&Value, &Value)| {
                a["code"] == b["code"] && a.get("unknown") == b.get("unknown")
            };
            let wanted = wanted.as_array().unwrap();
            wanted.len() == reasons().count() && reasons().zip(wanted).all(same)
        }
        _ => found.get(name) == Some(wanted),
    }
}
