//! Plays a run of the data through the evaluator, step by step.

use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_eval::{
    Call, Capability, Decision, Gate, Json, LabelSet, Mutation, Origin, Origins, Outcome, Recovery,
    Run, Table, Verdict, recoveries,
};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What a run came to.
#[derive(Debug, Default)]
pub struct Played {
    /// How many decisions and recoveries were asked for.
    pub asked: usize,
    /// For each step, what was decided; nothing for steps that decide nothing.
    pub answers: Vec<Option<Value>>,
    /// Where an answer differs from what is expected.
    pub wrong: Vec<String>,
}

/// The table of a run's policy.
pub fn lowered(run: &Value) -> Result<Table, String> {
    let db = Database::default();
    let texts = run["policy"].as_array().ok_or("no `policy`")?;
    let mut files = Vec::new();
    for (text, number) in texts.iter().zip(1..) {
        let text = text.as_str().ok_or("`policy` holds texts")?;
        let name = format!("{number}.rev");
        files.push(SourceFile::new(&db, name, Arc::from(text)));
    }
    let package = Package::new(&db, files, Levels::default(), Vec::new());
    match rev_lower::lower(&db, package) {
        Ok(lowered) => Ok(lowered.table.into()),
        Err(errors) => {
            let messages: Vec<String> = errors.into_iter().map(|one| one.message).collect();
            Err(messages.join("; "))
        }
    }
}

/// A call that waits for a person: its step.
type Held<'v> = Option<&'v Value>;

/// Plays one run.
pub fn play(run: &Value) -> Result<Played, String> {
    let table = lowered(run)?;
    let agent = run["agent"].as_str().ok_or("no `agent`")?;
    let mut state = Run::open(&table, agent, capability(&run["capability"]))
        .map_err(|error| error.to_string())?;
    let mut mutations: Vec<Mutation> = Vec::new();
    let mut held: Held<'_> = None;
    let mut played = Played::default();
    for (step, number) in run["steps"].as_array().ok_or("no `steps`")?.iter().zip(1..) {
        let mut answer = None;
        if step.get("call").is_some() {
            let (decision, found) = decide(&table, &state, step)?;
            match decision.verdict {
                Verdict::Allow => sent(&table, &mut state, step, &decision, &mut mutations)?,
                Verdict::RequireApproval => held = Some(step),
                Verdict::Deny => state.commit(&table, &decision, Outcome::NotSent),
            }
            answer = Some(found);
        } else if step.get("approve").is_some() {
            if let Some(waiting) = held.take() {
                let (decision, _) = decide(&table, &state, waiting)?;
                if decision.verdict != Verdict::Deny {
                    sent(&table, &mut state, waiting, &decision, &mut mutations)?;
                }
            }
        } else if let Some(event) = step.get("event") {
            let name = event["name"].as_str().unwrap_or_default();
            let now = step["at"].as_u64().unwrap_or_default();
            let found = recoveries(&table, &mutations, name, &event["fields"], now);
            let mut done: Vec<usize> = found.iter().map(of).collect();
            done.sort_unstable();
            // What was taken back once is not taken back again.
            for at in done.into_iter().rev() {
                if at < mutations.len() {
                    mutations.remove(at);
                }
            }
            let shown: Vec<Value> = found.iter().map(recovery).collect();
            answer = Some(json!({ "recoveries": shown }));
        } else if step.get("prompt").is_some() {
            state.person_spoke();
        } else if let Some(values) = step["context"].as_object() {
            for (name, value) in values {
                state.supply(name, value.clone());
            }
        } else {
            return Err(format!("step {number} is none that is known: {step}"));
        }
        if let Some(found) = &answer {
            played.asked += 1;
            let mut wrong = differences(&step["expect"], found);
            if let Some(whole) = step.get("whole") {
                wrong.extend(differences(whole, found));
            }
            let wrong = wrong
                .into_iter()
                .map(|what| format!("step {number}: {what}"));
            played.wrong.extend(wrong);
        }
        played.answers.push(answer);
    }
    Ok(played)
}

/// In what an answer differs from what is expected. `because` names some of the reasons; every other entry is the whole.
pub(super) fn differences(expected: &Value, found: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let reasons = || found["reasons"].as_array().into_iter().flatten();
    let codes: Vec<&Value> = reasons().map(|reason| &reason["code"]).collect();
    for (name, wanted) in expected.as_object().into_iter().flatten() {
        let fits = match name.as_str() {
            "because" => wanted
                .as_array()
                .is_some_and(|wanted| wanted.iter().all(|code| codes.contains(&code))),
            "unknown" => {
                let unknown = reasons().filter(|reason| reason["unknown"] == true);
                let mut unknown: Vec<&Value> = unknown.map(|reason| &reason["code"]).collect();
                unknown.sort_by_key(|code| code.as_str());
                json!(unknown) == *wanted
            }
            "fired" => json!(codes.len()) == *wanted,
            "gate" => wanted.as_object().is_some_and(|wanted| {
                wanted
                    .iter()
                    .all(|(name, value)| found["gate"].get(name) == Some(value))
            }),
            _ => found.get(name) == Some(wanted),
        };
        if !fits {
            wrong.push(format!(
                "`{name}` should be {wanted}, and this was decided: {found}"
            ));
        }
    }
    wrong
}

fn capability(given: &Value) -> Capability {
    let texts = |value: &Value| {
        let texts = value.as_array()?.iter();
        texts.map(|one| one.as_str().map(str::to_owned)).collect()
    };
    let ceilings = given["budget"].as_object().into_iter().flatten();
    let ceilings = ceilings.map(|(name, most)| (name.clone(), most.as_i64().unwrap_or(0).into()));
    Capability {
        may: texts(&given["may"]),
        up_to: given["up_to"].as_str().map(str::to_owned),
        budget: ceilings.collect(),
    }
}

/// What stands at a place of the data; null where nothing does.
pub(super) fn part<'v>(data: &'v Value, place: &str) -> &'v Value {
    data.pointer(place).unwrap_or(&Value::Null)
}

/// The arguments as JSON text: written out where they could not stand in the data otherwise.
fn arguments(step: &Value) -> String {
    match part(step, "/call/args_json").as_str() {
        Some(text) => text.to_owned(),
        None => part(step, "/call/args").to_string(),
    }
}

/// Asks about the call of a step; the decision, and what the data say of one.
fn decide(table: &Table, run: &Run, step: &Value) -> Result<(Decision, Value), String> {
    let tool = part(step, "/call/tool")
        .as_str()
        .ok_or("a call without `tool`")?;
    let text = arguments(step);
    let mut origins: Vec<(&str, Origin)> = Vec::new();
    for (name, given) in part(step, "/call/origin").as_object().into_iter().flatten() {
        origins.push((name, origin(table, given)?));
    }
    let call = Call::new(tool, Json::Text(&text)).from(Origins(&origins));
    let now = step["at"].as_u64().unwrap_or_default();
    let decision = match part(step, "/call/recovery").as_str() {
        None => {
            let read = |tool: &str| step["reads"].get(tool);
            rev_script::decide(table, run, &call, now, read)
        }
        Some(approval) => {
            let approvers = match approval {
                "auto" => 0,
                "human" => 1,
                "dual_control" => 2,
                other => return Err(format!("no approval is called {other}")),
            };
            let gate = Gate {
                approvers,
                ..Gate::AUTO
            };
            run.decide_recovery(table, &call, gate)
        }
    };
    let whole = decision.to_json(table, run, &call);
    Ok((decision, shown(&whole)))
}

/// What the data say of a decision.
fn shown(whole: &Value) -> Value {
    let reasons = whole["reasons"].as_array().into_iter().flatten();
    let reasons: Vec<Value> = reasons
        .map(|reason| {
            let mut kept = Map::new();
            for name in ["code", "unknown"] {
                let value = reason
                    .get(name)
                    .map(|value| (name.to_owned(), value.clone()));
                kept.extend(value);
            }
            Value::Object(kept)
        })
        .collect();
    json!({
        "verdict": whole["verdict"],
        "gate": whole["gate"],
        "class": whole["class"],
        "reversal_class": whole["reversal_class"],
        "reasons": reasons,
        "debits": whole["debits"],
    })
}

fn origin(table: &Table, given: &Value) -> Result<Origin, String> {
    let flag = |name: &str| given[name].as_bool().unwrap_or(false);
    let mut labels = None;
    for name in given["labels"].as_array().into_iter().flatten() {
        let mut known = table.labels().iter();
        let found = known.find(|label| Some(table.text(label.name.get())) == name.as_str());
        let found = found.ok_or_else(|| format!("there is no label {name}"))?;
        let implied = table.label_set(found.implies.get());
        labels = Some(labels.unwrap_or(LabelSet::EMPTY).union(implied));
    }
    if given["labels"].as_array().is_some_and(Vec::is_empty) {
        labels = Some(LabelSet::EMPTY);
    }
    Ok(Origin {
        said: flag("said"),
        endorsed: flag("endorsed"),
        labels,
    })
}

/// Counts a call that went out.
fn sent(
    table: &Table,
    run: &mut Run,
    step: &Value,
    decision: &Decision,
    mutations: &mut Vec<Mutation>,
) -> Result<(), String> {
    let result = step["outcome"].get("returned");
    let outcome = match (result, step["outcome"].as_str()) {
        (Some(result), _) => Outcome::Returned(Json::Tree(result)),
        (None, Some("failed")) => Outcome::Failed,
        (None, Some("not_sent")) => Outcome::NotSent,
        (None, Some("sent") | None) => Outcome::Sent,
        (None, Some(other)) => return Err(format!("no outcome is called {other}")),
    };
    run.commit(table, decision, outcome);
    if matches!(outcome, Outcome::Returned(_) | Outcome::Sent) {
        let text = arguments(step);
        let tool = part(step, "/call/tool").as_str().unwrap_or_default();
        let call = Call::new(tool, Json::Text(&text));
        let now = step["at"].as_u64().unwrap_or_default();
        mutations.extend(decision.mutation(&call, result.cloned(), now));
    }
    Ok(())
}

fn of(recovery: &Recovery) -> usize {
    match recovery {
        Recovery::Calls { mutation, .. } | Recovery::Manual { mutation, .. } => *mutation,
    }
}

fn recovery(found: &Recovery) -> Value {
    match found {
        Recovery::Manual { .. } => json!("manual"),
        Recovery::Calls {
            calls, approval, ..
        } => {
            let calls = calls.iter();
            let calls = calls.map(|call| json!({ "tool": call.tool, "args": call.args }));
            json!({ "calls": calls.collect::<Vec<_>>(), "approval": approval })
        }
    }
}
