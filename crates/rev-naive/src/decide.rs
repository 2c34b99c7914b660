//! The decision: ten steps, in the order of the reference.

use crate::bounds;
use crate::condition::See;
use crate::crossing::Crossings;
use crate::gate::{Gate, Verdict};
use crate::labels;
use crate::program::{Declared, Program, unquoted};
use crate::read::{Reader, Wrong};
use crate::run::{Call, Run};
use crate::settle::Fact;
use crate::value::{Truth, Value};
use rev_analysis::glob;
use rev_analysis::hir::{Action, Class, DryRun, Expr, ExprKind, Root, Variant, Window};
use rev_text::Context;
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// Who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    Agent,
    /// A recovery, with what its contract asks for.
    Recovery(Gate),
}

/// What was decided, and what is counted if the call is sent.
#[derive(Clone, Debug)]
pub struct Decision {
    pub verdict: Verdict,
    pub gate: Gate,
    pub class: Option<Class>,
    /// Strictest first, then by code; each once.
    pub reasons: Vec<Reason>,
    pub debits: Vec<Debit>,
    /// Milliseconds that the runtime keeps the call back.
    pub hold: u64,
    pub(crate) halts: bool,
    pub(crate) parts: Vec<Part>,
}

/// One contribution.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    pub gate: Gate,
    pub code: String,
    /// It fired because it could not be computed.
    pub unknown: bool,
}

/// What a call takes from a budget.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Debit {
    pub dimension: SmolStr,
    /// In the unit's smallest part.
    pub amount: i128,
    /// With its weight, in thousandths of it.
    pub debit: i128,
}

/// What one declaration of the call says will be counted.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its name or glob, for the counters of the tool.
    pub declared: SmolStr,
    /// As the policy names the call, for `run.calls(GLOB)`.
    pub name: String,
    pub variant: usize,
    pub subjects: BTreeSet<String>,
    pub debits: Vec<Debit>,
    pub crossings: Crossings,
    pub consent: Option<String>,
    /// What the arguments carry.
    pub labels: BTreeSet<SmolStr>,
}

/// What one declaration contributes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judgement {
    reasons: Vec<Reason>,
    pub debits: Vec<Debit>,
    pub subjects: BTreeSet<String>,
    consent: Option<String>,
    halts: bool,
    two_for_a_dry_run: bool,
}

impl Judgement {
    pub fn joins(&mut self, code: &str, gate: Gate, unknown: bool) {
        let gate = match self.two_for_a_dry_run {
            true => gate.with_two_in_place_of_a_dry_run(),
            false => gate,
        };
        if gate != Gate::auto() {
            self.reasons.push(Reason {
                gate,
                code: code.to_owned(),
                unknown,
            });
        }
    }

    /// What has fired unless it is false.
    fn unless_false(&mut self, truth: Truth, code: &str, gate: Gate) {
        if truth != Some(false) {
            self.joins(code, gate, truth.is_none());
        }
    }
}

/// Decides a call.
pub fn decide(program: &Program, run: &Run, call: &Call, caller: Caller) -> Decision {
    let declarations = program.declarations(&call.tool);
    if declarations.is_empty() {
        return denied("unknown_tool", false);
    }
    if run.halted && caller == Caller::Agent {
        return denied("halted", false);
    }
    let reader = Reader {
        program,
        context: Context {
            home: run.context_text("home"),
            cwd: run.context_text("cwd"),
            tried: false,
        },
    };
    let mut read = Vec::new();
    let mut wrong = BTreeSet::new();
    for declared in declarations {
        match reader.args(&call.args, &declared.tool.signature.args) {
            Ok(args) => read.push((declared, args)),
            Err(names) => wrong.extend(names),
        }
    }
    if let Some(Wrong::Is(name) | Wrong::Missing(name)) = wrong.first() {
        return match name.as_str() {
            "" => denied("args", false),
            name => denied(&format!("args.{name}"), false),
        };
    }
    let mut decision = denied("", false);
    decision.reasons.clear();
    for (declared, args) in &read {
        let Some(at) = case(reader, run, call, caller, *declared, args) else {
            return denied("case", true);
        };
        let Some(variant) = declared.tool.variants.get(at) else {
            return denied("case", true);
        };
        let name = name_of(*declared, call);
        let crossings = Crossings::default();
        let see = see(
            reader, run, call, caller, *declared, args, variant, &name, &crossings,
        );
        let crossings = Crossings::of(see);
        let see = See {
            crossings: &crossings,
            ..see
        };
        let judgement = judge(see, caller);
        decision.class = decision.class.max(Some(variant.class));
        decision.hold = decision.hold.max(queued(variant));
        decision.halts |= judgement.halts;
        decision.reasons.extend(judgement.reasons);
        most(&mut decision.debits, &judgement.debits);
        decision.parts.push(Part {
            declared: declared.name.clone(),
            name: name.clone(),
            variant: at,
            subjects: judgement.subjects,
            debits: judgement.debits,
            consent: judgement.consent,
            labels: labels::of_arguments(see),
            crossings,
        });
    }
    let strictest_first = |a: &Reason, b: &Reason| {
        let by_gate = b.gate.cmp(&a.gate);
        by_gate.then_with(|| (&a.code, a.unknown).cmp(&(&b.code, b.unknown)))
    };
    decision.reasons.sort_by(strictest_first);
    decision.reasons.dedup();
    let gates = decision.reasons.iter().map(|reason| reason.gate);
    decision.gate = gates.fold(Gate::auto(), Gate::join);
    decision.verdict = decision.gate.verdict();
    decision
}

/// Denied, and nothing else is said.
fn denied(code: &str, unknown: bool) -> Decision {
    let gate = Gate::deny();
    Decision {
        verdict: Verdict::Deny,
        gate,
        class: None,
        reasons: vec![Reason {
            gate,
            code: code.to_owned(),
            unknown,
        }],
        debits: Vec::new(),
        hold: 0,
        halts: false,
        parts: Vec::new(),
    }
}

/// Where several globs mean one call, it spends the most that one of them says.
fn most(all: &mut Vec<Debit>, more: &[Debit]) {
    for debit in more {
        let known = all
            .iter_mut()
            .find(|known| known.dimension == debit.dimension);
        match known {
            Some(known) => {
                known.amount = known.amount.max(debit.amount);
                known.debit = known.debit.max(debit.debit);
            }
            None => all.push(debit.clone()),
        }
    }
}

/// The name by which the policy knows a call.
fn name_of(declared: Declared<'_>, call: &Call) -> String {
    match declared.is_glob {
        true => call.tool.clone(),
        false => unquoted(declared.name),
    }
}

#[allow(clippy::too_many_arguments)]
fn see<'a>(
    reader: Reader<'a>,
    run: &'a Run,
    call: &'a Call,
    caller: Caller,
    declared: Declared<'a>,
    args: &'a BTreeMap<String, Value>,
    variant: &'a Variant,
    name: &'a str,
    crossings: &'a Crossings,
) -> See<'a> {
    See {
        fact: Fact {
            program: reader.program,
            declared,
            variant,
            name,
        },
        run,
        call,
        args,
        recovery: caller != Caller::Agent,
        reader,
        crossings,
    }
}

/// Step 3: the one case that applies.
fn case(
    reader: Reader<'_>,
    run: &Run,
    call: &Call,
    caller: Caller,
    declared: Declared<'_>,
    args: &BTreeMap<String, Value>,
) -> Option<usize> {
    let name = name_of(declared, call);
    let crossings = Crossings::default();
    let variants = declared.tool.variants.iter().enumerate();
    let mut true_ones = Vec::new();
    let mut otherwise = None;
    for (at, variant) in variants {
        let Some(when) = &variant.when else {
            otherwise = Some(at);
            continue;
        };
        let see = see(
            reader, run, call, caller, declared, args, variant, &name, &crossings,
        );
        if see.holds(when)? {
            true_ones.push(at);
        }
    }
    match true_ones.as_slice() {
        [] => otherwise,
        [one] => Some(*one),
        _ => None,
    }
}

/// Steps 4 to 10.
fn judge(see: See<'_>, caller: Caller) -> Judgement {
    let variant = see.fact.variant;
    let window = window(variant);
    let mut judgement = Judgement {
        two_for_a_dry_run: matches!(variant.dry_run, Some(DryRun::None(_))),
        ..Judgement::default()
    };
    match caller {
        Caller::Agent => reach(&see, &mut judgement),
        Caller::Recovery(gate) => judgement.joins("recovery", gate, false),
    }
    if variant.deny.is_some() {
        judgement.joins("deny", Gate::deny(), false);
    }
    for require in &variant.requires {
        let code = match &require.name {
            Some(name) => format!("require.{name}"),
            None => "require".to_owned(),
        };
        match see.holds(&require.condition) {
            Some(true) => {}
            truth => judgement.joins(&code, Gate::deny(), truth.is_none()),
        }
    }
    class_gate(&see, window, &mut judgement);
    for line in &variant.gates {
        let fires = match &line.when {
            Some(when) => see.holds(when),
            None => Some(true),
        };
        let code = format!("gate.{}", line.name);
        judgement.unless_false(fires, &code, Gate::written(line.gate, window));
    }
    for (name, boundary) in &see.reader.program.boundaries {
        let now = see.crossings.now(name);
        let gate = match &boundary.action {
            Action::Refuse | Action::Halt => Gate::deny(),
            Action::Gate(_, gate) => Gate::written(*gate, window),
            Action::Mark => continue,
        };
        judgement.unless_false(now, &format!("boundary.{name}"), gate);
        judgement.halts |= boundary.action == Action::Halt && now != Some(false);
    }
    for rule in &see.reader.program.rules {
        let fires = see.fires(&rule.when);
        let gate = Gate::written(rule.gate.1, window);
        judgement.unless_false(fires, &format!("rule.{}", rule.name), gate);
    }
    judgement.subjects = bounds::subjects(&see, variant);
    bounds::bounds(&see, &mut judgement);
    judgement
}

/// Step 4.
fn reach(see: &See<'_>, judgement: &mut Judgement) {
    let Some(agent) = see.reader.program.agents.get(&see.run.agent) else {
        return judgement.joins("agent.may", Gate::deny(), true);
    };
    let named = |one: &str| glob::matches(one, see.fact.name);
    let may = agent.may.iter().any(|one| named(one));
    let capability = &see.run.capability;
    let capable = match &capability.may {
        Some(globs) => globs.iter().any(|one| named(one)),
        None => true,
    };
    let undoes = !see.fact.declared.tool.signature.undoes.is_empty();
    if !may || !capable || undoes {
        judgement.joins("agent.may", Gate::deny(), false);
    }
    let class = see.fact.variant.class;
    let above = capability.up_to.is_some_and(|up_to| class > up_to);
    if class > agent.up_to || above {
        judgement.joins("agent.up_to", Gate::deny(), false);
    }
}

/// Step 6: the class's gate, less one approver where the person who spoke consents.
fn class_gate(see: &See<'_>, window: u64, judgement: &mut Judgement) {
    let variant = see.fact.variant;
    let written = see.reader.program.class_gate(variant.class);
    let mut gate = Gate::written(written, window);
    if gate.approvers > 0
        && !gate.dry_run
        && !gate.out_of_band
        && let Some(consent) = consent(see, variant)
        && !see.run.consents.contains(&consent)
    {
        gate.approvers -= 1;
        judgement.consent = Some(consent);
    }
    judgement.joins(&format!("class.{}", variant.class.word()), gate, false);
}

/// What the person who spoke consents to, if that is so: every value was said, and one of them is there.
fn consent(see: &See<'_>, variant: &Variant) -> Option<String> {
    let listed = variant.consent.as_ref()?;
    let said = listed.iter().all(|value| see.said(value));
    let values: BTreeMap<String, Value> = listed
        .iter()
        .map(|path| (shown(path), see.value(path)))
        .collect();
    let some = values.values().any(|value| !value.is_empty());
    let values = Value::Record(values).key();
    (said && some && !see.recovery).then(|| format!("{} {values}", see.fact.declared.name))
}

/// A path as it was written.
fn shown(path: &Expr) -> String {
    match &path.kind {
        ExprKind::Path { fields, .. } => fields.join("."),
        other => format!("{other:?}"),
    }
}

/// How long a call can be undone: as long as it can be cancelled, or something takes it back.
fn window(variant: &Variant) -> u64 {
    let Some(reversal) = &variant.reversal else {
        return 0;
    };
    let cancelled = match &reversal.cancel {
        Some(_) => reversal.hold.unwrap_or(0),
        None => 0,
    };
    let taken_back = match (reversal.by.is_empty(), reversal.within) {
        (true, _) => 0,
        (false, Window::Forever) => u64::MAX,
        (false, Window::For(time)) => time,
    };
    cancelled.max(taken_back)
}

/// How long the runtime keeps a call back: a hold that it can cancel without knowing what the call returned.
fn queued(variant: &Variant) -> u64 {
    let Some(reversal) = &variant.reversal else {
        return 0;
    };
    match (&reversal.cancel, reversal.hold) {
        (Some(cancel), Some(hold)) => {
            let from_result = cancel.args.iter().any(|(_, value)| reads_result(value));
            if from_result { 0 } else { hold }
        }
        _ => 0,
    }
}

fn reads_result(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Path { root, .. } => *root == Root::Result,
        ExprKind::List(items) => items.iter().any(reads_result),
        ExprKind::Record(pairs) => pairs.iter().any(|(_, value)| reads_result(value)),
        ExprKind::Arithmetic { left, right, .. } | ExprKind::Compare { left, right, .. } => {
            reads_result(left) || reads_result(right)
        }
        ExprKind::Size(inner) | ExprKind::Links(inner) | ExprKind::Not(inner) => {
            reads_result(inner)
        }
        _ => false,
    }
}
