//! One test, step by step.

use crate::assumed;
use crate::value::json;
use rev_analysis::hir::{self, Approval, Expect, ExpectEvent, Outcome as Answer, StepKind, Test};
use rev_analysis::{Checked, Db, Item, Package, check_item, file_items};
use rev_diagnostics::Span;
use rev_eval::{
    Call, Capability, Cause, Decision, Gate, Json, Mutation, Origins, Outcome, Reason, Recovery,
    Run, Verdict, recoveries,
};
use rev_origin::{Traced, Tracker};
use rev_syntax::ast::Verdict as Expected;
use rev_table::Table;
use serde_json::{Map, Value};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// A test that was run.
#[derive(Clone, Debug)]
pub struct Tested<'db> {
    pub item: Item<'db>,
    pub title: SmolStr,
    /// The first step that came out otherwise than expected.
    pub failed: Option<Failed>,
    /// What its calls touched in the table.
    pub reached: Reached,
}

/// What calls touched in a table, by the numbers there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    pub reasons: BTreeSet<u32>,
    pub rows: BTreeSet<u32>,
    /// Tools, and the case of each.
    pub cases: BTreeSet<(u32, u32)>,
}

impl Reached {
    /// Adds what another test reached.
    pub fn add(&mut self, other: &Reached) {
        self.reasons.extend(&other.reasons);
        self.rows.extend(&other.rows);
        self.cases.extend(&other.cases);
    }
}

/// A step that came out otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// Counts from the item's start.
    pub span: Span,
    pub expected: String,
    pub found: String,
    /// Reasons that were expected and are not among those that were found.
    pub missing: Vec<String>,
    /// Why it was decided so, a line each.
    pub why: Vec<String>,
}

/// Runs every test of a package whose title contains `filter`, in the order of their titles.
pub fn run<'db>(
    db: &'db dyn Db,
    package: Package,
    table: &Table,
    filter: &str,
) -> Vec<Tested<'db>> {
    let mut units: BTreeMap<SmolStr, u32> = BTreeMap::new();
    let mut tests: Vec<(Item<'db>, &Test)> = Vec::new();
    let files = package.files(db).iter().chain(package.foreign(db));
    for &file in files {
        let own = package.files(db).contains(&file);
        for &item in &file_items(db, file).items {
            match &check_item(db, package, item).hir {
                Some(Checked::Unit(unit)) => {
                    units.insert(unit.name.clone(), unit.scale);
                }
                Some(Checked::Test(test)) if own && test.title.contains(filter) => {
                    tests.push((item, test));
                }
                _ => {}
            }
        }
    }
    tests.sort_by(|a, b| a.1.title.cmp(&b.1.title));
    let scale = |unit: &str| units.get(unit).copied().unwrap_or(0);
    let tests = tests.into_iter();
    tests
        .map(|(item, test)| one(table, item, test, &scale))
        .collect()
}

/// What a test has come to.
struct State<'a> {
    table: &'a Table,
    run: Run,
    tracker: Tracker,
    now: u64,
    given: BTreeMap<SmolStr, Value>,
    mutations: Vec<Mutation>,
    /// The last call that was held.
    held: Option<Held>,
    reached: Reached,
}

/// A call that waits for a person.
struct Held {
    wire: String,
    args: Value,
    /// As it was when the call was made.
    traced: Traced,
    result: Option<Value>,
}

fn one<'db>(
    table: &Table,
    item: Item<'db>,
    test: &Test,
    scale: &impl Fn(&str) -> u32,
) -> Tested<'db> {
    let tested = |failed, reached| Tested {
        item,
        title: test.title.clone(),
        failed,
        reached,
    };
    let run = match Run::open(table, &test.agent, Capability::default()) {
        Ok(run) => run,
        Err(error) => {
            let failed = Failed {
                span: Span::at(0),
                expected: format!("a run of `{}`", test.agent),
                found: error.to_string(),
                missing: Vec::new(),
                why: Vec::new(),
            };
            return tested(Some(failed), Reached::default());
        }
    };
    let mut state = State {
        table,
        run,
        tracker: Tracker::new(),
        now: 0,
        given: BTreeMap::new(),
        mutations: Vec::new(),
        held: None,
        reached: Reached::default(),
    };
    for step in &test.steps {
        if let Err(failed) = state.step(step, scale) {
            return tested(Some(failed), state.reached);
        }
    }
    tested(None, state.reached)
}

impl State<'_> {
    fn step(&mut self, step: &hir::Step, scale: &impl Fn(&str) -> u32) -> Result<(), Failed> {
        match &step.kind {
            StepKind::Prompt(text) => {
                self.tracker.person_said(text);
                self.run.person_spoke();
            }
            StepKind::GivenContext(values) => {
                for (name, value) in values {
                    self.run.supply(name, json(value, scale));
                }
            }
            StepKind::GivenReturns { tool, value } => {
                self.given.insert(tool.clone(), json(value, scale));
            }
            StepKind::Call {
                call,
                outcome,
                expect,
            } => self.call(call, outcome, expect, scale)?,
            StepKind::Approve => self.approve(),
            StepKind::Event {
                event,
                after,
                expect,
            } => {
                self.now = self.now.saturating_add(*after);
                self.event(step.span, event, expect, scale)?;
            }
            StepKind::Wait(time) => self.now = self.now.saturating_add(*time),
        }
        Ok(())
    }

    fn call(
        &mut self,
        call: &hir::Call,
        outcome: &Answer,
        expect: &Expect,
        scale: &impl Fn(&str) -> u32,
    ) -> Result<(), Failed> {
        let wire = wire(self.table, &call.target);
        let args = record(&call.args, scale);
        let traced = self.trace(&wire, &args);
        let result = match outcome {
            Answer::Returns(value) => Some(json(value, scale)),
            Answer::Given => self.given.get(&call.target).cloned(),
            Answer::Fails => None,
        };
        let decision = self.decide(&wire, &args, &traced);
        self.note(&wire, &args, &traced, &decision);
        expected(self.table, expect, &decision)?;
        match decision.verdict {
            Verdict::Allow => {
                let fails = matches!(outcome, Answer::Fails);
                self.sent(&wire, &args, &decision, &traced, result, fails);
            }
            Verdict::RequireApproval => {
                self.held = Some(Held {
                    wire,
                    args,
                    traced,
                    result,
                })
            }
            Verdict::Deny => self.run.commit(self.table, &decision, Outcome::NotSent),
        }
        Ok(())
    }

    /// Where the arguments of a call come from.
    fn trace(&self, wire: &str, args: &Value) -> Traced {
        let call = Call::new(wire, Json::Tree(args));
        self.tracker.trace(self.table, &self.run, &call)
    }

    /// Notes what a decision touched.
    fn note(&mut self, wire: &str, args: &Value, traced: &Traced, decision: &Decision) {
        let origins = traced.origins();
        let call = Call::new(wire, Json::Tree(args)).from(Origins(&origins));
        let reasons = decision.reasons.iter();
        self.reached
            .reasons
            .extend(reasons.filter_map(|reason| match reason.cause {
                Cause::Written(number) => Some(number),
                _ => None,
            }));
        self.reached.cases.extend(decision.cases());
        let fired = decision.fired(self.table, &self.run, &call);
        self.reached.rows.extend(fired);
    }

    /// A decision, with what the reads before a call would show.
    fn decide(&self, wire: &str, args: &Value, traced: &Traced) -> Decision {
        let origins = traced.origins();
        let call = Call::new(wire, Json::Tree(args)).from(Origins(&origins));
        assumed::decide(self.table, &self.run, &call, self.now, |tool| {
            self.given.get(tool)
        })
    }

    fn sent(
        &mut self,
        wire: &str,
        args: &Value,
        decision: &Decision,
        traced: &Traced,
        result: Option<Value>,
        fails: bool,
    ) {
        let returned = result.as_ref().map_or(Json::Text("{}"), Json::Tree);
        let outcome = match fails {
            true => Outcome::Failed,
            false => Outcome::Returned(returned),
        };
        self.run.commit(self.table, decision, outcome);
        if !fails {
            let labels = self
                .tracker
                .returned(self.table, decision, traced, returned);
            self.run.label(self.table, labels);
        }
        let call = Call::new(wire, Json::Tree(args));
        if !fails {
            let mutation = decision.mutation(&call, result, self.now);
            self.mutations.extend(mutation);
        }
    }

    /// The last held call goes on, as if a person had agreed.
    fn approve(&mut self) {
        if let Some(held) = self.held.take() {
            let Held {
                wire,
                args,
                traced,
                result,
            } = held;
            let decision = self.decide(&wire, &args, &traced);
            if decision.verdict != Verdict::Deny {
                self.sent(&wire, &args, &decision, &traced, result, false);
            }
        }
    }

    fn event(
        &mut self,
        span: Span,
        event: &hir::Call,
        expect: &ExpectEvent,
        scale: &impl Fn(&str) -> u32,
    ) -> Result<(), Failed> {
        let fields = record(&event.args, scale);
        let found = recoveries(
            self.table,
            &self.mutations,
            &event.target,
            &fields,
            self.now,
        );
        // What was taken back once is not taken back again.
        let mut done: Vec<usize> = found.iter().map(of).collect();
        done.sort_unstable();
        let fine = match expect {
            ExpectEvent::Nothing => found.is_empty(),
            ExpectEvent::Manual => found
                .iter()
                .any(|one| matches!(one, Recovery::Manual { .. })),
            ExpectEvent::Recover { calls, approval } => {
                let calls: Vec<(SmolStr, Value)> = calls
                    .iter()
                    .map(|call| (call.target.clone(), record(&call.args, scale)))
                    .collect();
                found.iter().any(|one| recovers(one, &calls, *approval))
            }
        };
        for at in done.into_iter().rev() {
            if at < self.mutations.len() {
                self.mutations.remove(at);
            }
        }
        match fine {
            true => Ok(()),
            false => Err(Failed {
                span,
                expected: wanted(expect),
                found: match found.is_empty() {
                    true => "nothing".to_owned(),
                    false => found.iter().map(shown).collect::<Vec<_>>().join("; "),
                },
                missing: Vec::new(),
                why: Vec::new(),
            }),
        }
    }
}

fn of(recovery: &Recovery) -> usize {
    match recovery {
        Recovery::Calls { mutation, .. } | Recovery::Manual { mutation, .. } => *mutation,
    }
}

/// The name under which calls of a tool arrive.
pub fn wire(table: &Table, name: &str) -> String {
    let mut tools = table.tools().iter();
    let found = tools.find(|tool| table.text(tool.name.get()) == name);
    found
        .map_or(name, |tool| table.text(tool.wire.get()))
        .to_owned()
}

fn record(args: &[(SmolStr, hir::Expr)], scale: &impl Fn(&str) -> u32) -> Value {
    let entries = args
        .iter()
        .map(|(name, value)| (name.to_string(), json(value, scale)));
    Value::Object(entries.collect::<Map<String, Value>>())
}

/// Whether a decision is what was expected.
fn expected(table: &Table, expect: &Expect, decision: &Decision) -> Result<(), Failed> {
    let verdict = match expect.verdict {
        Expected::Allow => Verdict::Allow,
        Expected::Approval => Verdict::RequireApproval,
        Expected::Deny => Verdict::Deny,
    };
    let codes = decision.codes(table);
    let because = expect
        .because
        .iter()
        .all(|code| codes.contains(&code.to_string()));
    let gate = expect
        .gate
        .as_ref()
        .is_none_or(|(_, gate)| matches_gate(*gate, decision.gate));
    if decision.verdict == verdict && because && gate {
        return Ok(());
    }
    let mut wanted = word(verdict).to_owned();
    if let Some((name, _)) = &expect.gate {
        wanted.push_str(&format!(" gate {name}"));
    }
    let named: Vec<&str> = expect.because.iter().map(|code| code.as_str()).collect();
    if !named.is_empty() {
        wanted.push_str(&format!(" because {}", named.join(", ")));
    }
    let mut found = word(decision.verdict).to_owned();
    if expect.gate.is_some() && decision.gate != Gate::AUTO {
        found.push_str(&format!(" ({})", decision.gate.words()));
    }
    if !codes.is_empty() {
        found.push_str(&format!(" because {}", codes.join(", ")));
    }
    Err(Failed {
        span: expect.span,
        expected: wanted,
        found,
        missing: named
            .into_iter()
            .filter(|code| !codes.iter().any(|found| found == code))
            .map(str::to_owned)
            .collect(),
        why: decision
            .reasons
            .iter()
            .map(|reason| why(table, reason))
            .collect(),
    })
}

/// Whether a decision's gate asks for what a named gate asks for, and for no more people.
fn matches_gate(wanted: hir::Gate, found: Gate) -> bool {
    let undo = match wanted.undo {
        hir::Undo::No => true,
        hir::Undo::Window => found.undo > 0,
        hir::Undo::AtLeast(time) => found.undo >= time,
    };
    undo && wanted.dry_run == found.dry_run
        && wanted.approvers == found.approvers
        && wanted.cooling == found.cooling
        && wanted.out_of_band == found.out_of_band
        && wanted.deny == found.deny
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allow",
        Verdict::RequireApproval => "approval",
        Verdict::Deny => "deny",
    }
}

fn why(table: &Table, reason: &Reason) -> String {
    let mut line = reason.code(table);
    if let Some(because) = reason.because(table) {
        line.push_str(&format!(": {because}"));
    }
    if reason.unknown {
        line.push_str(" (it could not be computed, so it counts)");
    }
    if let Some((file, at, _)) = reason.source(table) {
        line.push_str(&format!(" ({file}:{at})"));
    }
    line
}

fn recovers(found: &Recovery, wanted: &[(SmolStr, Value)], approval: Approval) -> bool {
    let Recovery::Calls {
        calls,
        approval: found,
        ..
    } = found
    else {
        return false;
    };
    let same = |wanted: &Value, found: &Map<String, Value>| {
        let mut entries = wanted.as_object().into_iter().flatten();
        entries.all(|(name, value)| found.get(name) == Some(value))
    };
    *found == approval_word(approval)
        && calls.len() == wanted.len()
        && calls
            .iter()
            .zip(wanted)
            .all(|(call, (tool, args))| call.tool == *tool && same(args, &call.args))
}

fn approval_word(approval: Approval) -> &'static str {
    match approval {
        Approval::Auto => "auto",
        Approval::Human => "human",
        Approval::DualControl => "dual_control",
    }
}

fn wanted(expect: &ExpectEvent) -> String {
    match expect {
        ExpectEvent::Nothing => "nothing".to_owned(),
        ExpectEvent::Manual => "manual".to_owned(),
        ExpectEvent::Recover { calls, approval } => {
            let names: Vec<&str> = calls.iter().map(|call| call.target.as_str()).collect();
            format!(
                "recover {} approval {}",
                names.join(" then "),
                approval_word(*approval)
            )
        }
    }
}

fn shown(recovery: &Recovery) -> String {
    match recovery {
        Recovery::Manual { why, .. } => format!("manual: {why}"),
        Recovery::Calls {
            calls, approval, ..
        } => {
            let calls = calls.iter().map(|call| {
                let args = Value::Object(call.args.clone());
                format!("{} {args}", call.tool)
            });
            format!(
                "recover {} approval {approval}",
                calls.collect::<Vec<_>>().join(" then ")
            )
        }
    }
}
