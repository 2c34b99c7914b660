//! Real calls: runs that the evaluator decides, to show that an invariant is broken.

use crate::case::{Case, Leaf};
use crate::reach::Reach;
use crate::values::calls;
use rev_eval::{Call, Capability, Json, Origin, Origins, Outcome, Run, Verdict};
use rev_lower::watched_code;
use rev_table::{Node, Table, Type};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// So many runs are followed at once.
const MOST_RUNS: usize = 64;
/// So many calls are decided in a search without a way to follow.
const MOST_DECISIONS: usize = 20_000;
/// So many calls make a run in such a search.
const LONGEST: usize = 4;

/// Calls that lead to what an invariant rules out. A held call is taken to be agreed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    pub agent: String,
    /// What the host supplies.
    pub context: Map<String, Value>,
    pub calls: Vec<Made>,
}

/// A call of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its name on the wire.
    pub tool: String,
    pub args: Value,
    /// Whether the person's own words contain its arguments.
    pub said: bool,
    pub verdict: Verdict,
}

impl Counterexample {
    /// `vault.read {} → email.send {"to":"a@b.example"}`
    pub fn text(&self) -> String {
        let calls = self.calls.iter().map(|call| {
            let held = match call.verdict {
                Verdict::RequireApproval => " (agreed to)",
                Verdict::Deny => " (denied)",
                Verdict::Allow => "",
            };
            format!("{} {}{held}", call.tool, call.args)
        });
        calls.collect::<Vec<_>>().join(" → ")
    }
}

impl Made {
    /// Decides the call in a run.
    pub fn decide(&self, table: &Table, run: &Run) -> rev_eval::Decision {
        let origin = Origin {
            said: self.said,
            endorsed: self.said,
            labels: None,
        };
        let names = self.args.as_object().into_iter().flat_map(Map::keys);
        let origins: Vec<(&str, Origin)> = names.map(|name| (name.as_str(), origin)).collect();
        let call = Call::new(&self.tool, Json::Tree(&self.args)).from(Origins(&origins));
        run.decide(table, &call)
    }
}

/// A run on its way.
#[derive(Clone)]
struct Walk {
    run: Run,
    made: Vec<Made>,
}

/// Follows a way with calls that the evaluator decides.
pub(crate) fn along(
    reach: &Reach<'_, '_>,
    invariant: &str,
    way: &[(u32, bool)],
) -> Option<Counterexample> {
    // A recovery is not the agent's to make.
    if way.iter().any(|(_, recovery)| *recovery) {
        return None;
    }
    let (last, before) = way.split_last()?;
    for (run, context) in opened(reach)? {
        let mut walks = vec![Walk {
            run,
            made: Vec::new(),
        }];
        for (tool, _) in before {
            walks = stepped(reach, &walks, &|case| case.tool == *tool, &mut 0);
        }
        for walk in &walks {
            let found = broken(reach, invariant, walk, &|case| case.tool == last.0, &mut 0);
            if let Some(calls) = found {
                return Some(counterexample(reach, context, calls));
            }
        }
    }
    None
}

/// Looks for calls that break an invariant, shortest first.
pub(crate) fn search(reach: &Reach<'_, '_>, invariant: &str) -> Option<Counterexample> {
    let mut decided = 0;
    for (run, context) in opened(reach)? {
        let mut walks = vec![Walk {
            run,
            made: Vec::new(),
        }];
        for _ in 0..LONGEST {
            for walk in &walks {
                if let Some(calls) = broken(reach, invariant, walk, &|_| true, &mut decided) {
                    return Some(counterexample(reach, context, calls));
                }
            }
            walks = stepped(reach, &walks, &|_| true, &mut decided);
            if decided > MOST_DECISIONS {
                break;
            }
        }
    }
    None
}

fn counterexample(
    reach: &Reach<'_, '_>,
    context: Map<String, Value>,
    calls: Vec<Made>,
) -> Counterexample {
    Counterexample {
        agent: name(reach).to_owned(),
        context,
        calls,
    }
}

fn name<'t>(reach: &Reach<'_, 't>) -> &'t str {
    let agent = reach.table.agent(reach.agent);
    agent.map_or("", |agent| reach.table.text(agent.name.get()))
}

/// Fresh runs: without context, and with some.
fn opened(reach: &Reach<'_, '_>) -> Option<Vec<(Run, Map<String, Value>)>> {
    let table = reach.table;
    let fresh = Run::open(table, name(reach), Capability::default()).ok()?;
    let mut runs = vec![(fresh.clone(), Map::new())];
    for choice in 0..3 {
        let mut context = Map::new();
        for one in table.contexts() {
            let value = match table.ty(one.ty.get()) {
                Some(Type::Texts(texts)) => {
                    let texts: Vec<u32> = table.refs(texts).collect();
                    let text = texts.get(choice % texts.len().max(1)).copied();
                    text.map(|text| Value::from(table.text(text)))
                }
                Some(Type::Bool) => Some(Value::from(choice == 0)),
                Some(Type::Int) => Some(Value::from(choice)),
                _ => None,
            };
            context.extend(value.map(|value| (table.text(one.name.get()).to_owned(), value)));
        }
        if context.is_empty() {
            break;
        }
        let mut run = fresh.clone();
        for (name, value) in &context {
            run.supply(name, value.clone());
        }
        runs.push((run, context));
    }
    Some(runs)
}

/// Every run with one more call of these cases, those that are the same left out.
fn stepped(
    reach: &Reach<'_, '_>,
    walks: &[Walk],
    meant: &dyn Fn(&Case<'_>) -> bool,
    decided: &mut usize,
) -> Vec<Walk> {
    let mut next = Vec::new();
    let mut seen = BTreeSet::new();
    let tries_count = asks_for_denied(reach);
    for walk in walks {
        for mut made in made(reach, meant) {
            *decided += 1;
            if *decided > MOST_DECISIONS {
                return next;
            }
            let decision = made.decide(reach.table, &walk.run);
            // What is denied changes a run only where somebody asks how much was.
            if decision.verdict == Verdict::Deny && !tries_count {
                continue;
            }
            made.verdict = decision.verdict;
            let mut walk = walk.clone();
            walk.run.commit(reach.table, &decision, Outcome::Sent);
            walk.made.push(made);
            let state = walk.run.store(b"");
            if seen.insert(state) && next.len() < MOST_RUNS {
                next.push(walk);
            }
        }
    }
    next
}

/// Whether some condition on the agent's calls asks how many were denied.
fn asks_for_denied(reach: &Reach<'_, '_>) -> bool {
    let table = reach.table;
    let asks = |leaf: &Leaf| match *leaf {
        Leaf::Node(node) => denied_in(table, node),
        Leaf::Bit(_) => false,
    };
    reach.cases.iter().any(|case| case.leaves.iter().any(asks))
}

fn denied_in(table: &Table, node: u32) -> bool {
    match table.node(node) {
        Node::RunDenied => true,
        Node::Compare { left, right, .. } | Node::Sum { left, right, .. } => {
            denied_in(table, left) || denied_in(table, right)
        }
        _ => false,
    }
}

/// The calls of a run and one more that breaks the invariant.
fn broken(
    reach: &Reach<'_, '_>,
    invariant: &str,
    walk: &Walk,
    meant: &dyn Fn(&Case<'_>) -> bool,
    decided: &mut usize,
) -> Option<Vec<Made>> {
    for mut made in made(reach, meant) {
        *decided += 1;
        if *decided > MOST_DECISIONS {
            return None;
        }
        let decision = made.decide(reach.table, &walk.run);
        if decision.verdict == Verdict::Deny {
            continue;
        }
        let code = watched_code(invariant, decision.verdict == Verdict::Allow);
        if decision.codes(reach.table).contains(&code) {
            made.verdict = decision.verdict;
            let mut calls = walk.made.clone();
            calls.push(made);
            return Some(calls);
        }
    }
    None
}

/// Calls of the agent's cases that are worth a try.
fn made<'a>(reach: &'a Reach<'_, '_>, meant: &dyn Fn(&Case<'_>) -> bool) -> Vec<Made> {
    let mut tools: BTreeSet<u32> = BTreeSet::new();
    let mut all = Vec::new();
    // What is always denied is worth a call only where that is counted.
    let cases = match asks_for_denied(reach) {
        true => &reach.named,
        false => &reach.cases,
    };
    for case in cases.iter().filter(|case| meant(case)) {
        if !tools.insert(case.tool) {
            continue;
        }
        for (tool, args) in calls(reach.table, case) {
            for said in [false, true] {
                all.push(Made {
                    tool: tool.clone(),
                    args: args.clone(),
                    said,
                    verdict: Verdict::Deny,
                });
            }
        }
    }
    all
}
