//! Plays a run of the data through the naive interpreter, which has no table: a second opinion on every decision.

use super::play::{differences, part};
use rev_analysis::hir::Class;
use rev_analysis::{Database, Levels, Package, SourceFile, facts};
use rev_naive::{Call, Caller, Capability, Decision, Gate, Origin, Outcome, Program, Run, Verdict};
use serde_json::{Value, json};
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a run came to.
#[derive(Debug, Default)]
pub struct Agreed {
    pub asked: usize,
    /// Steps that the interpreter does not know of: events, assumptions, and JSON that is none.
    pub left_out: usize,
    pub wrong: Vec<String>,
}

/// Plays one run.
pub fn naively(run: &Value) -> Result<Agreed, String> {
    let db = Database::default();
    let texts = run["policy"].as_array().ok_or("no `policy`")?;
    let files = texts.iter().zip(1..).map(|(text, number)| {
        let text = Arc::from(text.as_str().unwrap_or_default());
        SourceFile::new(&db, format!("{number}.rev"), text)
    });
    let package = Package::new(&db, files.collect(), Levels::default(), Vec::new());
    let mut side = Side {
        db: &db,
        package,
        program: Program::new(&db, package),
        run: Run::open(
            run["agent"].as_str().ok_or("no `agent`")?,
            capability(&run["capability"]),
        ),
    };
    let mut held: Option<&Value> = None;
    let mut agreed = Agreed::default();
    let steps = run["steps"].as_array().ok_or("no `steps`")?;
    for (step, number) in steps.iter().zip(1..) {
        if step.get("call").is_some() {
            let Some((mut decision, found)) = side.decide(step) else {
                // What is not JSON for the interpreter is a call that everybody denies.
                side.denied();
                agreed.left_out += 1;
                continue;
            };
            if by_assumption(step) {
                agreed.left_out += 1;
                decision.verdict = Verdict::Deny;
            } else {
                agreed.asked += 1;
                let whole = step.get("whole").unwrap_or(&Value::Null);
                let mut wrong = differences(&step["expect"], &found);
                wrong.extend(differences(whole, &found));
                let wrong = wrong.into_iter();
                agreed
                    .wrong
                    .extend(wrong.map(|what| format!("step {number}: {what}")));
            }
            match decision.verdict {
                Verdict::RequireApproval => held = Some(step),
                _ => side.sent(step, &decision),
            }
        } else if step.get("approve").is_some() {
            if let Some(step) = held.take()
                && let Some((decision, _)) = side.decide(step)
                && decision.verdict != Verdict::Deny
            {
                side.sent(step, &decision);
            }
        } else if step.get("event").is_some() {
            agreed.left_out += 1;
        } else if step.get("prompt").is_some() {
            side.run.person_spoke();
        } else {
            for (name, value) in step["context"].as_object().into_iter().flatten() {
                side.run.supply(name, value.clone());
            }
        }
    }
    Ok(agreed)
}

struct Side<'db> {
    db: &'db Database,
    package: Package,
    program: Program,
    run: Run,
}

impl Side<'_> {
    fn decide(&self, step: &Value) -> Option<(Decision, Value)> {
        let args = match part(step, "/call/args_json").as_str() {
            Some(text) => once(text)?,
            None => part(step, "/call/args").clone(),
        };
        let origins = part(step, "/call/origin").as_object().into_iter().flatten();
        let origins = origins.map(|(name, given)| (name.clone(), self.origin(given)));
        let call = Call {
            tool: part(step, "/call/tool").as_str()?.to_owned(),
            args,
            origins: origins.collect(),
        };
        let caller = match part(step, "/call/recovery").as_str() {
            None => Caller::Agent,
            Some(approval) => Caller::Recovery(Gate {
                approvers: match approval {
                    "auto" => 0,
                    "human" => 1,
                    _ => 2,
                },
                ..Gate::auto()
            }),
        };
        let decision = rev_naive::decide(&self.program, &self.run, &call, caller);
        let found = self.shown(&decision, step);
        Some((decision, found))
    }

    /// Counts a call that is denied whatever it says.
    fn denied(&mut self) {
        let call = Call {
            tool: String::new(),
            args: json!({}),
            origins: Default::default(),
        };
        let decision = rev_naive::decide(&self.program, &self.run, &call, Caller::Agent);
        self.run.commit(&self.program, &decision, Outcome::NotSent);
    }

    fn origin(&self, given: &Value) -> Origin {
        let flag = |name: &str| given[name].as_bool().unwrap_or(false);
        let labels = given["labels"].as_array().map(|names| {
            let names = names.iter().filter_map(Value::as_str);
            let implied = names.flat_map(|name| facts::implied_labels(self.db, self.package, name));
            implied.cloned().collect::<BTreeSet<SmolStr>>()
        });
        Origin {
            said: flag("said"),
            endorsed: flag("endorsed"),
            labels,
        }
    }

    fn sent(&mut self, step: &Value, decision: &Decision) {
        let outcome = match (step["outcome"].get("returned"), step["outcome"].as_str()) {
            (Some(result), _) => Outcome::Returned(result),
            (None, Some("failed")) => Outcome::Failed,
            (None, Some("not_sent")) => Outcome::NotSent,
            _ => Outcome::Sent,
        };
        self.run.commit(&self.program, decision, outcome);
    }

    /// A decision as the data tell it. The interpreter does not say how a call is taken back: that is taken over.
    fn shown(&self, decision: &Decision, step: &Value) -> Value {
        let verdict = match decision.verdict {
            Verdict::Allow => "allow",
            Verdict::RequireApproval => "require_approval",
            Verdict::Deny => "deny",
        };
        let reasons: Vec<Value> = decision
            .reasons
            .iter()
            .map(|reason| match reason.unknown {
                true => json!({ "code": reason.code, "unknown": true }),
                false => json!({ "code": reason.code }),
            })
            .collect();
        let gate = decision.gate;
        let reversal = [
            part(step, "/whole/reversal_class"),
            part(step, "/expect/reversal_class"),
        ];
        let reversal = reversal.into_iter().find(|class| !class.is_null());
        json!({
            "verdict": verdict,
            "gate": {
                "undo": gate.undo,
                "dry_run": gate.dry_run,
                "approvers": gate.approvers,
                "cooling": gate.cooling,
                "out_of_band": gate.out_of_band,
                "deny": gate.deny,
            },
            "class": decision.class.map(Class::word),
            "reversal_class": reversal,
            "reasons": reasons,
            "debits": self.debits(decision, step),
        })
    }

    fn debits(&self, decision: &Decision, step: &Value) -> Vec<Value> {
        let told = [part(step, "/whole/debits"), part(step, "/expect/debits")];
        let told = || told.into_iter().filter_map(Value::as_array).flatten();
        let mut debits: Vec<&rev_naive::Debit> = decision.debits.iter().collect();
        debits.sort();
        let debits = debits.into_iter().map(|debit| {
            // Which unit a dimension has is a matter of names, about which there is one opinion.
            let mut named = told().filter(|one| one["dimension"] == debit.dimension.as_str());
            let unit = named
                .next()
                .and_then(|one| one["unit"].as_str())
                .unwrap_or_default();
            let scale = facts::unit_scale(self.db, self.package, unit).unwrap_or(0);
            json!({
                "dimension": debit.dimension.as_str(),
                "amount": decimal(debit.amount, scale),
                "debit": decimal(debit.debit, scale + 3),
                "unit": unit,
            })
        });
        debits.collect()
    }
}

/// Arguments that a tree can hold, every key once.
fn once(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    // Written again, a tree without losses is as long as its text.
    (value.to_string().len() == text.len()).then_some(value)
}

/// Whether an assumption denies the call, which the reads before it tell.
fn by_assumption(step: &Value) -> bool {
    let reasons = part(step, "/whole/reasons")
        .as_array()
        .into_iter()
        .flatten();
    let mut codes = reasons.filter_map(|reason| reason["code"].as_str());
    codes.any(|code| code.starts_with("assumption."))
}

fn capability(given: &Value) -> Capability {
    let texts = |value: &Value| {
        let texts = value.as_array()?.iter();
        texts.map(|one| one.as_str().map(str::to_owned)).collect()
    };
    let ceilings = given["budget"].as_object().into_iter().flatten();
    let ceilings =
        ceilings.map(|(name, most)| (SmolStr::from(name), most.as_i64().unwrap_or(0).into()));
    Capability {
        may: texts(&given["may"]),
        up_to: given["up_to"].as_str().and_then(Class::from_word),
        budget: ceilings.collect(),
    }
}

/// Digits with a point before the last `scale` of them, without zeros at the end.
fn decimal(digits: i128, scale: u32) -> String {
    let scale = scale as usize;
    let text = format!("{digits:0>width$}", width = scale + 1);
    let (whole, rest) = text.split_at(text.len() - scale);
    match rest.trim_end_matches('0') {
        "" => whole.to_owned(),
        rest => format!("{whole}.{rest}"),
    }
}
