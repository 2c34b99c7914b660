//! From the pages of `lang/decisions` to data. The verdicts, reason codes and gates that people wrote there are taken as
//! they are; where an argument came from is what the evaluator's reading of the prompt says.

use crate::markdown::{Block, Page, tests};
use rev_analysis::hir::{self, Expect, ExpectEvent, Outcome, StepKind};
use rev_analysis::{Checked, Database, Levels, Package, SourceFile, check_item, facts};
use rev_eval::{Call, Capability, Json, Run, Table};
use rev_origin::Tracker;
use rev_syntax::ast::Verdict;
use serde_json::{Map, Value, json};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The runs of a page, one for each `test` item. What announces a mistake is left out.
pub fn extract(page: &str) -> Result<Vec<Value>, String> {
    let mut runs = Vec::new();
    for test in tests(page, Page::Tests)? {
        let blocks = test.blocks.iter();
        let texts: Vec<&str> = blocks
            .map(|Block::Rev { text, .. }| text.as_str())
            .collect();
        if texts.iter().any(|text| text.contains("//~")) {
            continue;
        }
        of_package(&test.name, &texts, &mut runs);
    }
    Ok(runs)
}

fn of_package(name: &str, texts: &[&str], runs: &mut Vec<Value>) {
    let db = Database::default();
    let files = texts.iter().zip(1..);
    let files = files.map(|(text, n)| SourceFile::new(&db, format!("{n}.rev"), Arc::from(*text)));
    let package = Package::new(&db, files.collect(), Levels::default(), Vec::new());
    let Ok(lowered) = rev_lower::lower(&db, package) else {
        return;
    };
    let scale = |unit: &str| facts::unit_scale(&db, package, unit).unwrap_or(0);
    // Comments are for people; the tests themselves become the steps.
    let policy: Vec<String> = texts.iter().map(|text| without_tests(text)).collect();
    for item in facts::items(&db, package) {
        let Some(Checked::Test(test)) = &check_item(&db, package, item).hir else {
            continue;
        };
        let table: Table = lowered.table.clone().into();
        let Ok(run) = table.open(&test.agent, Capability::default()) else {
            continue;
        };
        let steps = Steps::of(test, &table, run, &scale);
        runs.push(json!({
            "name": format!("{name} / {}", test.title),
            "policy": policy,
            "agent": test.agent.as_str(),
            "steps": steps,
        }));
    }
}

/// A text without its `test` items.
fn without_tests(text: &str) -> String {
    let tree = rev_syntax::parse(text).tree;
    let mut out = String::new();
    let mut end = 0;
    for placed in &tree.items {
        if let rev_syntax::ast::ItemKind::Test(_) = placed.item.kind {
            let span = placed.item.span.shifted(placed.start);
            out.push_str(text.get(end..span.start as usize).unwrap_or_default());
            end = span.end as usize;
        }
    }
    out.push_str(text.get(end..).unwrap_or_default());
    format!("{}\n", out.trim_end())
}

struct Steps<'a> {
    table: &'a Table,
    /// Nothing has happened in it: only what the person said decides where an argument came from.
    run: Run,
    tracker: Tracker,
    now: u64,
    given: BTreeMap<SmolStr, Value>,
}

impl Steps<'_> {
    fn of(test: &hir::Test, table: &Table, run: Run, scale: &impl Fn(&str) -> u32) -> Vec<Value> {
        let mut steps = Steps {
            table,
            run,
            tracker: Tracker::new(),
            now: 0,
            given: BTreeMap::new(),
        };
        let all = test.steps.iter();
        all.filter_map(|step| steps.step(step, scale)).collect()
    }

    fn step(&mut self, step: &hir::Step, scale: &impl Fn(&str) -> u32) -> Option<Value> {
        match &step.kind {
            StepKind::Prompt(text) => {
                self.tracker.person_said(text);
                Some(json!({ "prompt": text.as_str() }))
            }
            StepKind::GivenContext(values) => Some(json!({ "context": record(values, scale) })),
            StepKind::GivenReturns { tool, value } => {
                self.given
                    .insert(tool.clone(), rev_script::json(value, scale));
                None
            }
            StepKind::Wait(time) => {
                self.now = self.now.saturating_add(*time);
                None
            }
            StepKind::Approve => Some(json!({ "approve": true })),
            StepKind::Call {
                call,
                outcome,
                expect,
            } => Some(self.call(call, outcome, expect, scale)),
            StepKind::Event {
                event,
                after,
                expect,
            } => {
                self.now = self.now.saturating_add(*after);
                Some(json!({
                    "event": { "name": event.target.as_str(), "fields": record(&event.args, scale) },
                    "at": self.now,
                    "expect": expected_recovery(expect, scale),
                }))
            }
        }
    }

    fn call(
        &self,
        call: &hir::Call,
        outcome: &Outcome,
        expect: &Expect,
        scale: &impl Fn(&str) -> u32,
    ) -> Value {
        let wire = rev_script::wire(self.table, &call.target);
        let args = record(&call.args, scale);
        let asked = Call::new(&wire, Json::Tree(&args));
        let traced = self.tracker.trace(self.table, &self.run, &asked);
        let said = traced.origins().into_iter();
        let said = said.filter(|(name, origin)| origin.said && args.get(name).is_some());
        let said = said.map(|(name, _)| (name.to_owned(), json!({ "said": true })));
        let returned = match outcome {
            Outcome::Returns(value) => Some(rev_script::json(value, scale)),
            Outcome::Given => Some(self.given.get(&call.target).cloned().unwrap_or(json!({}))),
            Outcome::Fails => None,
        };
        let mut step = json!({
            "call": {
                "tool": wire,
                "args": args,
                "origin": said.collect::<Map<String, Value>>(),
            },
            "outcome": match returned {
                Some(value) => json!({ "returned": value }),
                None => json!("failed"),
            },
            "expect": expected(expect),
        });
        if let Some(step) = step.as_object_mut() {
            if self.now > 0 {
                step.insert("at".to_owned(), json!(self.now));
            }
            if !self.given.is_empty() {
                let reads = self.given.iter();
                let reads = reads.map(|(name, value)| (name.to_string(), value.clone()));
                step.insert("reads".to_owned(), Value::Object(reads.collect()));
            }
        }
        step
    }
}

fn record(entries: &[(SmolStr, hir::Expr)], scale: &impl Fn(&str) -> u32) -> Value {
    let entries = entries.iter();
    let entries = entries.map(|(name, value)| (name.to_string(), rev_script::json(value, scale)));
    Value::Object(entries.collect())
}

/// What a person wrote of a call.
fn expected(expect: &Expect) -> Value {
    let verdict = match expect.verdict {
        Verdict::Allow => "allow",
        Verdict::Approval => "require_approval",
        Verdict::Deny => "deny",
    };
    let mut out = json!({ "verdict": verdict });
    let Some(entries) = out.as_object_mut() else {
        return out;
    };
    if !expect.because.is_empty() {
        let codes: Vec<&str> = expect.because.iter().map(|code| code.as_str()).collect();
        entries.insert("because".to_owned(), json!(codes));
    }
    if let Some((_, gate)) = &expect.gate {
        let gate = json!({
            "approvers": gate.approvers,
            "cooling": gate.cooling,
            "dry_run": gate.dry_run,
            "out_of_band": gate.out_of_band,
            "deny": gate.deny,
        });
        entries.insert("gate".to_owned(), gate);
    }
    out
}

fn expected_recovery(expect: &ExpectEvent, scale: &impl Fn(&str) -> u32) -> Value {
    match expect {
        ExpectEvent::Nothing => json!({ "recoveries": [] }),
        ExpectEvent::Manual => json!({ "recoveries": ["manual"] }),
        ExpectEvent::Recover { calls, approval } => {
            let calls = calls.iter();
            let calls = calls.map(
                |call| json!({ "tool": call.target.as_str(), "args": record(&call.args, scale) }),
            );
            let approval = match approval {
                hir::Approval::Auto => "auto",
                hir::Approval::Human => "human",
                hir::Approval::DualControl => "dual_control",
            };
            json!({ "recoveries": [{ "calls": calls.collect::<Vec<_>>(), "approval": approval }] })
        }
    }
}
