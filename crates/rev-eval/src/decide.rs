//! The decision: what a call comes to in a run, by a table. The steps are those of the language's reference, in its order.

use crate::bounds;
use crate::call::{Args, Call, Wrong};
use crate::decision::{Cause, Decision, Part, Reason};
use crate::gate::{Gate, Verdict};
use crate::look::{Look, Roots};
use crate::progress::{self, Steps};
use crate::run::Run;
use crate::subject;
use crate::typed::Reader;
use rev_table::{
    CLASSES, LabelSet, NONE, Table, ToolRecord, VariantRecord, action, contract, tool, variant,
};
use rev_text::Truth;
use smallvec::SmallVec;

/// Who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    Agent,
    /// A recovery, with what its contract asks for.
    Recovery(Gate),
}

/// Decides a call.
pub(crate) fn decide<'a>(
    table: &'a Table,
    run: &'a Run,
    call: &'a Call<'a>,
    caller: Caller,
) -> Decision {
    let mut decision = Decision::new(caller != Caller::Agent);
    if !run.belongs_to(table) {
        return decision.refused(Cause::OtherTable);
    }
    // 1. The tool.
    let exact = table.exact(&call.tool);
    let matched: SmallVec<[(u32, &ToolRecord); 2]> = match exact {
        Some(found) => SmallVec::from_iter([found]),
        None => table.matching(&call.tool).collect(),
    };
    if matched.is_empty() {
        return decision.refused(Cause::UnknownTool);
    }
    if run.halted() && caller == Caller::Agent {
        return decision.refused(Cause::Halted);
    }
    // 2. Its arguments, by every declaration that means it.
    let text = |name| run.context().get(name).and_then(|value| value.as_str());
    let reader = Reader {
        table,
        home: text("home"),
        cwd: text("cwd"),
    };
    let check = |(_, tool): &(u32, &ToolRecord)| Args::check(reader, call.args, tool.args.get());
    // One declaration is what most calls fall under; it costs no allocation.
    let (one, many);
    let checked: Result<&[Args<'_>], Wrong> = match matched.as_slice() {
        [only] => {
            one = check(only);
            one.as_ref().map(std::slice::from_ref).map_err(Wrong::clone)
        }
        all => {
            many = all.iter().map(check).collect::<Result<Vec<_>, _>>();
            many.as_deref().map_err(Wrong::clone)
        }
    };
    let checked = match checked {
        Ok(checked) => checked,
        Err(Wrong { name, why }) => return decision.refused(Cause::Argument(name, why)),
    };
    for ((number, tool), args) in matched.iter().zip(checked) {
        let look = Look {
            reader,
            run: Some(run),
            name: &call.tool,
            recovery: decision.recovery,
            args,
            args_type: tool.args.get(),
            origins: call.origins,
            crossing: &[],
            roots: Roots::default(),
        };
        // 3. The case.
        let Some((at, facts)) = case(look, tool) else {
            return decision.refused_as_unknown(Cause::Case);
        };
        decision.parts.push(Part {
            tool: *number,
            variant: at,
        });
        judge(look, *number, tool, facts, caller, &mut decision);
    }
    decision.counters = counters(table, &call.tool);
    decision.labels = labels(table, run, call);
    decision.close(table)
}

/// The case that applies; `None` if that cannot be told.
fn case<'a>(look: Look<'a>, tool: &ToolRecord) -> Option<(u32, &'a VariantRecord)> {
    let mut otherwise = None;
    let mut chosen = None;
    for (facts, at) in look.reader.table.variants(tool).iter().zip(0..) {
        if facts.when.get() == NONE {
            otherwise = Some((at, facts));
            continue;
        }
        match look.holds(facts.when.get()) {
            Truth::Unknown => return None,
            Truth::True if chosen.is_some() => return None,
            Truth::True => chosen = Some((at, facts)),
            Truth::False => {}
        }
    }
    chosen.or(otherwise)
}

/// Steps 4 to 10, for one declaration.
fn judge(
    look: Look<'_>,
    number: u32,
    tool: &ToolRecord,
    facts: &VariantRecord,
    caller: Caller,
    decision: &mut Decision,
) {
    let table = look.reader.table;
    let Some(run) = look.run else { return };
    let contract = table.contract(facts.contract.get());
    // Undo is offered as long as the call can be cancelled, or something takes it back.
    let window = contract.map_or(0, |contract| match contract.by.is_empty() {
        true => contract.hold.get(),
        false => contract.hold.get().max(contract.within.get()),
    });
    decision.class = decision.class.max(Some(facts.class));
    decision.reversal = decision.reversal.max(Some(facts.reversal));
    if let Some(contract) = contract.filter(|it| it.flags & contract::QUEUED != 0) {
        decision.hold = decision.hold.max(contract.hold.get());
    }
    let mut say = Say {
        decision,
        no_dry_run: facts.flags.get() & variant::NO_DRY_RUN != 0,
    };
    // 4. Reach.
    match caller {
        Caller::Agent => reach(table, run, look.name, tool, facts, &mut say),
        Caller::Recovery(gate) => say.joins(Cause::Recovery, gate, false),
    }
    // 6. The class's gate, less one approver where the person who spoke consents.
    let gate = Gate::of(table.class_gate(facts.class), window);
    let gate = consent(look, number, facts, gate, &mut say);
    say.joins(Cause::Class(facts.class), gate, false);
    // 8. Boundaries, which rules may ask for.
    let mut crossing: SmallVec<[Truth; 16]> = SmallVec::new();
    if !facts.crossings.is_empty() {
        crossing.resize(table.boundaries().len(), Truth::False);
        boundaries(look, run, facts, window, &mut crossing, &mut say);
    }
    let look = Look {
        crossing: &crossing,
        ..look
    };
    // 5, 7 and 9. What is required, the tool's own gates, and rules: all are rows.
    rows(look, facts, window, &mut say);
    // 10. Blast radius and budget as they would be after this call.
    let subjects = subject::of(look, facts.subject.get());
    bounds::blast(look, number, facts, &subjects, &mut say);
    bounds::budget(look, facts, &mut say);
    for subject in subjects {
        if !say.decision.subjects.contains(&subject) {
            say.decision.subjects.push(subject);
        }
    }
}

/// Where contributions go.
pub(crate) struct Say<'d> {
    pub decision: &'d mut Decision,
    /// Nothing shows what the call would do: two people take the place of a dry run.
    no_dry_run: bool,
}

impl Say<'_> {
    pub fn joins(&mut self, cause: Cause, gate: Gate, unknown: bool) {
        let gate = match self.no_dry_run {
            true => gate.without_dry_run(),
            false => gate,
        };
        if gate != Gate::AUTO {
            self.decision.joins(cause, gate, unknown);
        }
    }
}

fn reach(
    table: &Table,
    run: &Run,
    name: &str,
    tool: &ToolRecord,
    facts: &VariantRecord,
    say: &mut Say<'_>,
) {
    let Some(agent) = table.agent(run.agent()) else {
        return say.joins(Cause::May, Gate::DENY, true);
    };
    // Agents and capabilities name tools as the policy does; a glob's own name is the one on the wire.
    let name = match tool.flags.get() & tool::GLOB {
        0 => table.text(tool.name.get()),
        _ => name,
    };
    let named = |glob: &str| rev_table::names(glob, name);
    let may = table.refs(agent.may).any(|glob| named(table.text(glob)));
    let capable = match &run.capability.may {
        Some(globs) => globs.iter().any(|glob| named(glob)),
        None => true,
    };
    if !may || !capable || tool.flags.get() & tool::UNDOES != 0 {
        say.joins(Cause::May, Gate::DENY, false);
    }
    let limit = run.capability.up_to.as_deref().map(|word| {
        let place = CLASSES.iter().position(|class| *class == word);
        place
            .and_then(|place| u8::try_from(place).ok())
            .unwrap_or(0)
    });
    let up_to = limit.map_or(agent.up_to, |limit| limit.min(agent.up_to));
    if facts.class > up_to {
        say.joins(Cause::UpTo, Gate::DENY, false);
    }
}

/// The class's gate, less one approver where everything that decides where the effect lands was said.
fn consent(
    look: Look<'_>,
    tool: u32,
    facts: &VariantRecord,
    gate: Gate,
    say: &mut Say<'_>,
) -> Gate {
    let two_in_its_place = gate.dry_run && say.no_dry_run;
    let counts = facts.flags.get() & variant::CONSENT != 0
        && gate.approvers > 0
        && !gate.dry_run
        && !gate.out_of_band
        && !two_in_its_place
        && !look.recovery;
    let (Some(run), true) = (look.run, counts) else {
        return gate;
    };
    match subject::consent(look, tool, facts.consent) {
        Some(used) if !run.consents.contains(&used) => {
            say.decision.consent = Some(used);
            Gate {
                approvers: gate.approvers - 1,
                ..gate
            }
        }
        _ => gate,
    }
}

/// Which boundaries a call crosses, alone or as the next step of a composed one.
fn boundaries(
    look: Look<'_>,
    run: &Run,
    facts: &VariantRecord,
    window: u64,
    crossing: &mut [Truth],
    say: &mut Say<'_>,
) {
    let table = look.reader.table;
    for (number, when) in table.pairs(facts.crossings) {
        let Some(record) = table.boundary(number) else {
            continue;
        };
        let mut steps = Steps::new();
        let now = match when {
            NONE => {
                let now = |part: u32| {
                    let now = crossing.get(part as usize);
                    now.copied().unwrap_or(Truth::False)
                };
                progress::compose(table, &run.progress, record, now, &mut steps)
            }
            _ => {
                // What was worked out so far can be asked for; later boundaries cannot.
                let look = Look { crossing, ..look };
                look.holds(when)
            }
        };
        if let Some(place) = crossing.get_mut(number as usize) {
            *place = now;
        }
        say.decision.steps.extend(steps);
        if now == Truth::False {
            continue;
        }
        say.decision.steps.push((record.first_bit.get(), now));
        if record.action == action::MARK {
            continue;
        }
        say.decision.halts |= record.action == action::HALT;
        let gate = table
            .reason(record.reason.get())
            .map(|reason| reason.gate.get());
        let gate = Gate::of(table.gate(gate.unwrap_or(NONE)), window);
        say.joins(
            Cause::Written(record.reason.get()),
            gate,
            now == Truth::Unknown,
        );
    }
}

/// The rows that fire: those that are not false.
fn rows(look: Look<'_>, facts: &VariantRecord, window: u64, say: &mut Say<'_>) {
    let table = look.reader.table;
    let (mut yes, mut no) = (0_u128, 0_u128);
    for (node, bit) in table.refs(facts.atoms).zip(0_u32..) {
        match look.holds(node) {
            Truth::True => yes |= 1 << bit,
            Truth::False => no |= 1 << bit,
            Truth::Unknown => {}
        }
    }
    let mask =
        |[low, high]: [rev_table::U64; 2]| u128::from(low.get()) | u128::from(high.get()) << 64;
    // Rows of one reason stand together; it is told once, and is known if one of them is true.
    let mut rows = table.rows(facts).iter().peekable();
    while let Some(row) = rows.next() {
        let mut fired: Option<bool> = None;
        let mut look_at = |row: &rev_table::RowRecord| {
            let (wants, refuses) = (mask(row.yes), mask(row.no));
            if wants & no == 0 && refuses & yes == 0 {
                let known = wants & !yes == 0 && refuses & !no == 0;
                fired = Some(fired.unwrap_or(false) || known);
            }
        };
        look_at(row);
        while let Some(next) = rows.next_if(|next| next.reason == row.reason) {
            look_at(next);
        }
        if let Some(known) = fired {
            let number = row.reason.get();
            let gate = table
                .reason(number)
                .map_or(NONE, |reason| reason.gate.get());
            say.joins(
                Cause::Written(number),
                Gate::of(table.gate(gate), window),
                !known,
            );
        }
    }
}

/// The counters that a call of this name raises.
fn counters(table: &Table, name: &str) -> SmallVec<[u32; 4]> {
    let counters = table.counters().iter().zip(0..);
    let counted =
        counters.filter(|(counter, _)| rev_table::names(table.text(counter.glob.get()), name));
    counted.map(|(_, number)| number).collect()
}

/// What the arguments of a call carry together.
fn labels(table: &Table, run: &Run, call: &Call<'_>) -> LabelSet {
    let mut labels = LabelSet::EMPTY;
    let Some((_, tool)) = table.exact(&call.tool) else {
        return run.labels();
    };
    let Some(rev_table::Type::Record { first, len, open }) = table.ty(tool.args.get()) else {
        return run.labels();
    };
    if open {
        return run.labels();
    }
    for field in table.fields(first, len) {
        let origin = call.origins.of(table.text(field.name.get()));
        match origin.and_then(|origin| origin.labels) {
            Some(own) => labels = labels.union(own),
            None => return run.labels(),
        }
    }
    labels
}

impl Decision {
    fn new(recovery: bool) -> Decision {
        Decision {
            verdict: Verdict::Deny,
            gate: Gate::AUTO,
            class: None,
            reversal: None,
            reasons: SmallVec::new(),
            debits: SmallVec::new(),
            hold: 0,
            parts: SmallVec::new(),
            subjects: SmallVec::new(),
            steps: Steps::new(),
            counters: SmallVec::new(),
            labels: LabelSet::EMPTY,
            consent: None,
            halts: false,
            recovery,
        }
    }

    pub(crate) fn joins(&mut self, cause: Cause, gate: Gate, unknown: bool) {
        self.gate = self.gate.join(gate);
        let reason = Reason {
            cause,
            gate,
            unknown,
        };
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// Denied for one reason, and nothing else is said.
    fn refused(mut self, cause: Cause) -> Decision {
        self.reasons.clear();
        self.gate = Gate::AUTO;
        self.joins(cause, Gate::DENY, false);
        self.class = None;
        self.reversal = None;
        self.parts.clear();
        self.halts = false;
        self
    }

    fn refused_as_unknown(self, cause: Cause) -> Decision {
        let mut decision = self.refused(cause);
        for reason in &mut decision.reasons {
            reason.unknown = true;
        }
        decision
    }

    /// The verdict, and the reasons in their order.
    fn close(mut self, table: &Table) -> Decision {
        self.verdict = self.gate.verdict();
        if self.reasons.len() > 1 {
            self.reasons.sort_by(|a, b| {
                let by_gate = b.gate.strictness().cmp(&a.gate.strictness());
                by_gate.then_with(|| a.code(table).cmp(&b.code(table)))
            });
        }
        self
    }
}
