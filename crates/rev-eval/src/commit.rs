//! What happened: everything is counted when a call is sent, and nothing if it never was.

use crate::decision::Decision;
use crate::gate::Verdict;
use crate::json::{Json, Shape};
use crate::run::Run;
use rev_table::{LabelSet, NONE, Table, ToolRecord, Type, VariantRecord};

/// What became of a call.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<'a> {
    /// It was sent; what it returned is not known (yet).
    Sent,
    /// It was sent and returned this.
    Returned(Json<'a>),
    /// It was sent and failed.
    Failed,
    /// It never went out.
    NotSent,
}

/// Counts what a decided call did.
pub(crate) fn commit(table: &Table, run: &mut Run, decision: &Decision, outcome: Outcome<'_>) {
    if decision.verdict == Verdict::Deny {
        run.count_denied(decision.halts);
        return;
    }
    if let Outcome::NotSent = outcome {
        return;
    }
    run.calls = run.calls.saturating_add(1);
    for counter in &decision.counters {
        if let Some(count) = run.counters.get_mut(*counter as usize) {
            *count = count.saturating_add(1);
        }
    }
    for debit in &decision.debits {
        let at = debit.dimension as usize;
        // A sum that cannot be held was denied before; should it come to this, it stays at the most.
        if let Some(spent) = run.spent.get_mut(at) {
            *spent = spent.saturating_add(debit.amount);
        }
        if let Some(debited) = run.debited.get_mut(at) {
            *debited = debited.saturating_add(debit.debit);
        }
    }
    run.subjects.extend(decision.subjects.iter().copied());
    run.progress.take(&decision.steps);
    run.consents.extend(decision.consent);
    let mut labels = LabelSet::EMPTY;
    for part in &decision.parts {
        let Some(tool) = table.tool(part.tool) else {
            continue;
        };
        let counts = run.tools.entry(part.tool).or_default();
        counts.calls = counts.calls.saturating_add(1);
        counts.subjects.extend(decision.subjects.iter().copied());
        for debit in &decision.debits {
            let spent = counts.amounts.entry(debit.dimension).or_default();
            *spent = spent.saturating_add(debit.amount);
        }
        let facts = table.variants(tool).get(part.variant as usize);
        if let Some(facts) = facts {
            labels = labels.union(result_labels(table, tool, facts, decision.labels, outcome));
        }
    }
    run.label(labels);
}

/// What a result carries: what its tool and the fields that are there yield, and what the arguments carried, less what
/// the tool clears.
fn result_labels(
    table: &Table,
    tool: &ToolRecord,
    facts: &VariantRecord,
    arguments: LabelSet,
    outcome: Outcome<'_>,
) -> LabelSet {
    let all = table.label_set(tool.field_yields.get());
    let fields = match outcome {
        Outcome::Returned(json) => match tool.result.get() {
            NONE => LabelSet::EMPTY,
            ty => yields(table, json, ty).unwrap_or(all),
        },
        Outcome::Sent | Outcome::Failed | Outcome::NotSent => all,
    };
    let inherited = arguments.without(table.label_set(facts.clears.get()));
    table
        .label_set(facts.yields.get())
        .union(fields)
        .union(inherited)
}

/// What the declared fields that are there yield; `None` if the value does not fit, or has more than was declared.
fn yields(table: &Table, json: Json<'_>, ty: u32) -> Option<LabelSet> {
    if json.is_null() {
        return Some(LabelSet::EMPTY);
    }
    match table.ty(ty)? {
        Type::Optional(inner) | Type::Like { base: inner, .. } => yields(table, json, inner),
        structured @ (Type::List(_) | Type::Map(_) | Type::Record { .. }) => match json.shape() {
            // Text where a record or a list is declared is read as JSON.
            Shape::Text => {
                let text = json.text()?;
                let inner = Json::parse(&text).ok()?;
                match inner.shape() {
                    Shape::Text => None,
                    _ => inside(table, inner, structured),
                }
            }
            _ => inside(table, json, structured),
        },
        _ => Some(LabelSet::EMPTY),
    }
}

fn inside(table: &Table, json: Json<'_>, ty: Type) -> Option<LabelSet> {
    let mut labels = LabelSet::EMPTY;
    match (ty, json.shape()) {
        (Type::List(inner), Shape::List) => {
            for item in json.items() {
                labels = labels.union(yields(table, item.ok()?, inner)?);
            }
        }
        (Type::Map(inner), Shape::Record) => {
            for entry in json.entries() {
                labels = labels.union(yields(table, entry.ok()?.1, inner)?);
            }
        }
        (Type::Record { first, len, .. }, Shape::Record) => {
            let fields = table.fields(first, len);
            for entry in json.entries() {
                let (key, value) = entry.ok()?;
                let named = fields.binary_search_by(|field| table.text(field.name.get()).cmp(&key));
                let field = named.ok().and_then(|at| fields.get(at))?;
                if !value.is_null() {
                    labels = labels.union(table.label_set(field.yields.get()));
                    labels = labels.union(yields(table, value, field.ty.get())?);
                }
            }
        }
        _ => return None,
    }
    Some(labels)
}
