//! The decision: what a call comes to in a run, by a table. The steps are those of the language's reference, in its order.

use crate::bounds::bounds;
use crate::call::Call;
use crate::decision::{Cause, Decision, Reason};
use crate::look::{Look, Roots};
use crate::progress::{self, Steps};
use crate::run::Run;
use crate::subject;
use rev_table::{
    CLASSES, Gate, LabelSet, NONE, Range, RowRecord, Table, ToolRecord, U64, VariantRecord, action,
    contract, tool, variant,
};
use rev_text::Truth;
use rev_value::{Args, Reader, Wrong};
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
    if !run.belongs_to(table) {
        return refused(Cause::OtherTable, caller);
    }
    let halted = run.halted() && caller == Caller::Agent;
    let reader = run.reader(table);
    let mut decision = Decision {
        recovery: caller != Caller::Agent,
        ..Decision::default()
    };
    // 1. The tool.
    if let Some((number, tool)) = table.exact(&call.tool) {
        if halted {
            return refused(Cause::Halted, caller);
        }
        // 2. Its arguments.
        let mut args = Args::none();
        if let Err(Wrong { name, why }) = args.read(reader, call.args, tool.args.get()) {
            return refused(Cause::Argument(name, why), caller);
        }
        let look = look(reader, run, call, tool, &args, decision.recovery);
        if !judge(&look, run, number, tool, caller, &mut decision) {
            return refused(Cause::Case, caller);
        }
        decision.counters.extend(table.refs(tool.counters));
        decision.labels = labels(&look, run);
    } else if let Err(cause) = by_globs(reader, run, call, caller, halted, &mut decision) {
        return refused(cause, caller);
    }
    decision.close(table);
    decision
}

/// What a call comes to that no tool declares by its name: all of what every glob says that means it.
#[cold]
fn by_globs<'a>(
    reader: Reader<'a>,
    run: &'a Run,
    call: &'a Call<'a>,
    caller: Caller,
    halted: bool,
    decision: &mut Decision,
) -> Result<(), Cause> {
    let table = reader.table;
    let matched: Vec<(u32, &ToolRecord)> = table.matching(&call.tool).collect();
    if matched.is_empty() {
        return Err(Cause::UnknownTool);
    }
    if halted {
        return Err(Cause::Halted);
    }
    let (mut checked, mut wrong) = (Vec::with_capacity(matched.len()), Vec::new());
    for (_, tool) in &matched {
        match Args::check(reader, call.args, tool.args.get()) {
            Ok(args) => checked.push(args),
            Err(one) => wrong.push(one),
        }
    }
    if let Some(Wrong { name, why }) = wrong.into_iter().min_by(Wrong::order) {
        return Err(Cause::Argument(name, why));
    }
    for ((number, tool), args) in matched.iter().zip(&checked) {
        let look = look(reader, run, call, tool, args, decision.recovery);
        if !judge(&look, run, *number, tool, caller, decision) {
            return Err(Cause::Case);
        }
        decision.set_apart();
        decision.labels = labels(&look, run);
    }
    decision.join_apart();
    decision.counters = table.counters_of(&call.tool).collect();
    Ok(())
}

/// Denied for one reason, and nothing else is said.
#[cold]
fn refused(cause: Cause, caller: Caller) -> Decision {
    let mut refused = Decision {
        recovery: caller != Caller::Agent,
        ..Decision::default()
    };
    let unknown = cause == Cause::Case;
    refused.joins(cause, Gate::DENY, unknown);
    refused
}

/// A look at a call that was checked.
pub(crate) fn look<'a>(
    reader: Reader<'a>,
    run: &'a Run,
    call: &'a Call<'a>,
    tool: &ToolRecord,
    args: &'a Args<'a>,
    recovery: bool,
) -> Look<'a> {
    Look {
        reader,
        run: Some(run),
        name: &call.tool,
        recovery,
        args,
        args_type: tool.args.get(),
        origins: call.origins,
        crossing: &[],
        roots: &Roots::NONE,
    }
}

/// The case that applies; `None` if that cannot be told.
fn case<'a>(look: &Look<'a>, tool: &ToolRecord) -> Option<(u32, &'a VariantRecord)> {
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

/// Steps 3 to 10, for one declaration; false where it cannot be told which case applies.
fn judge(
    look: &Look<'_>,
    run: &Run,
    number: u32,
    tool: &ToolRecord,
    caller: Caller,
    decision: &mut Decision,
) -> bool {
    let table = look.reader.table;
    // 3. The case.
    let Some((at, facts)) = case(look, tool) else {
        return false;
    };
    decision.parts.push((number, at));
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
    let gate = consent(look, run, number, facts, gate, &mut say);
    say.joins(Cause::Class(facts.class), gate, false);
    // 8. Boundaries, which rules may ask for.
    let mut crossing: SmallVec<[Truth; 16]> = SmallVec::new();
    if !facts.crossings.is_empty() {
        crossing.resize(table.boundaries().len(), Truth::False);
        boundaries(look, run, facts, window, &mut crossing, &mut say);
    }
    let look = &look.with(&crossing);
    // 5, 7 and 9. What is required, the tool's own gates, and rules: all are rows.
    rows(look, facts, window, &mut say);
    // 10. Blast radius and budget as they would be after this call.
    let subjects = match facts.subject.get() {
        NONE => SmallVec::new(),
        subject => subject::of(look, subject),
    };
    bounds(look, run, number, facts, &subjects, &mut say);
    for subject in subjects {
        if !say.decision.subjects.contains(&subject) {
            say.decision.subjects.push(subject);
        }
    }
    true
}

/// Where contributions go.
pub(crate) struct Say<'d> {
    pub decision: &'d mut Decision,
    /// Nothing shows what the call would do: two people take the place of a dry run.
    no_dry_run: bool,
}

impl Say<'_> {
    /// What a row or a boundary says.
    fn written(&mut self, table: &Table, number: u32, window: u64, unknown: bool) {
        let gate = table.reason(number).map_or(NONE, |it| it.gate.get());
        let gate = Gate::of(table.gate(gate), window);
        self.joins(Cause::Written(number), gate, unknown);
    }

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
    let is_glob = tool.flags.get() & tool::GLOB != 0;
    let may = match is_glob {
        true => table.agents_of(name).any(|agent| agent == run.agent()),
        false => table.refs(tool.agents).any(|agent| agent == run.agent()),
    };
    let capable = match &run.state.capability.may {
        Some(globs) => {
            let name = if is_glob {
                name
            } else {
                table.text(tool.name.get())
            };
            globs.iter().any(|glob| rev_table::names(glob, name))
        }
        None => true,
    };
    if !may || !capable || tool.flags.get() & tool::UNDOES != 0 {
        say.joins(Cause::May, Gate::DENY, false);
    }
    let class = usize::from(facts.class);
    let own = run.state.capability.up_to.as_deref();
    let capable = own.is_none_or(|up_to| {
        let place = CLASSES.iter().position(|class| *class == up_to);
        class <= place.unwrap_or(0)
    });
    if facts.class > agent.up_to || !capable {
        say.joins(Cause::UpTo, Gate::DENY, false);
    }
}

/// The class's gate, less one approver where everything that decides where the effect lands was said.
fn consent(
    look: &Look<'_>,
    run: &Run,
    tool: u32,
    facts: &VariantRecord,
    gate: Gate,
    say: &mut Say<'_>,
) -> Gate {
    let counts = facts.flags.get() & variant::CONSENT != 0
        && gate.approvers > 0
        && !gate.dry_run
        && !gate.out_of_band
        && !look.recovery;
    if !counts {
        return gate;
    }
    match subject::consent(look, tool, facts.consent) {
        Some(used) if !run.state.consents.contains(&used) => {
            say.decision.consents.push(used);
            let approvers = gate.approvers - 1;
            Gate { approvers, ..gate }
        }
        _ => gate,
    }
}

/// Which boundaries a call crosses, alone or as the next step of a composed one.
fn boundaries(
    look: &Look<'_>,
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
                progress::compose(table, &run.state.progress, record, now, &mut steps)
            }
            _ => {
                // What was worked out so far can be asked for; later boundaries cannot.
                look.with(crossing).holds(when)
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
        say.written(table, record.reason.get(), window, now == Truth::Unknown);
    }
}

/// The rows that fire: those that are not false.
fn rows(look: &Look<'_>, facts: &VariantRecord, window: u64, say: &mut Say<'_>) {
    let table = look.reader.table;
    let mut atoms = Atoms::new(look, facts);
    // Rows of one reason stand together; it is told once, and is known if one of them is true.
    let mut rows = table.rows(facts).iter().peekable();
    while let Some(row) = rows.next() {
        let mut fired = atoms.row(row);
        while let Some(next) = rows.next_if(|next| next.reason == row.reason) {
            if fired != Truth::True {
                fired = fired.or(atoms.row(next));
            }
        }
        if fired != Truth::False {
            say.written(table, row.reason.get(), window, fired == Truth::Unknown);
        }
    }
}

/// The conditions of a case, each worked out once, when it is first asked for.
pub(crate) struct Atoms<'l, 'a> {
    look: &'l Look<'a>,
    nodes: Range,
    yes: u128,
    no: u128,
    asked: u128,
}

impl<'l, 'a> Atoms<'l, 'a> {
    pub(crate) fn new(look: &'l Look<'a>, facts: &VariantRecord) -> Atoms<'l, 'a> {
        let nodes = facts.atoms;
        let (yes, no, asked) = (0, 0, 0);
        Atoms {
            look,
            nodes,
            yes,
            no,
            asked,
        }
    }

    pub(crate) fn row(&mut self, row: &RowRecord) -> Truth {
        let mask = |[low, high]: [U64; 2]| u128::from(low.get()) | u128::from(high.get()) << 64;
        let (wants, refuses) = (mask(row.yes), mask(row.no));
        let mut left = (wants | refuses) & !self.asked;
        while wants & self.no == 0 && refuses & self.yes == 0 {
            if left == 0 {
                let known = wants & !self.yes == 0 && refuses & !self.no == 0;
                return if known { Truth::True } else { Truth::Unknown };
            }
            let bit = left.trailing_zeros();
            left &= left - 1;
            self.asked |= 1 << bit;
            let node = Range::new(self.nodes.start.get() + bit, 1);
            let node = self.look.reader.table.refs(node).next();
            match node.map_or(Truth::Unknown, |node| self.look.holds(node)) {
                Truth::True => self.yes |= 1 << bit,
                Truth::False => self.no |= 1 << bit,
                Truth::Unknown => {}
            }
        }
        Truth::False
    }
}

/// What the arguments of a call carry together: what the host says of each, else all labels of the run.
fn labels(look: &Look<'_>, run: &Run) -> LabelSet {
    let origins = look.origins;
    let told = origins.0.iter().filter_map(|(_, origin)| origin.labels);
    let most = told.clone().fold(run.labels(), LabelSet::union);
    if most == LabelSet::EMPTY || told.count() == 0 {
        return most;
    }
    let mut labels = LabelSet::EMPTY;
    look.args.each(look.reader.table, |name, value| {
        let known = origins.of(name).and_then(|origin| origin.labels);
        if known == Some(LabelSet::EMPTY) || value.is_empty() {
            return;
        }
        let own = known.map(|own| look.reader.table.implied(own));
        labels = labels.union(own.unwrap_or_else(|| run.labels()));
    });
    labels
}

impl Decision {
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

    /// The verdict, and the reasons in their order.
    fn close(&mut self, table: &Table) {
        self.verdict = self.gate.verdict();
        if self.reasons.len() > 1 {
            self.reasons.sort_by(|a, b| a.order(b, table));
        }
    }
}
