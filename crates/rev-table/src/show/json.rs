//! A table as JSON for programs: the same words as the text, with places.

use super::facts::{facts, row_words};
use super::words::{Words, gate};
use crate::layout::*;
use crate::load::Table;
use serde_json::{Map, Value, json as value};

/// The table as one JSON value.
pub fn json(table: &Table) -> Value {
    let mut words = Words::new(table, None);
    let classes = CLASSES.iter().zip(0..);
    let classes: Map<String, Value> = classes
        .map(|(word, number)| ((*word).to_owned(), gate_json(table.class_gate(number))))
        .collect();
    let labels = table.labels().iter();
    let labels = labels.map(|one| {
        let flags = one.flags.get();
        value!({
            "name": table.text(one.name.get()),
            "confidential": flags & label::CONFIDENTIAL != 0,
            "untrusted": flags & label::UNTRUSTED != 0,
            "may_leave": flags & label::MAY_LEAVE != 0,
            "implies": words.labels(one.implies.get()),
        })
    });
    let labels: Vec<Value> = labels.collect();
    let dimensions = table.dimensions().iter().map(|one| {
        value!({
            "name": table.text(one.name.get()),
            "unit": table.text(one.unit.get()),
            "scale": one.scale.get(),
        })
    });
    let dimensions: Vec<Value> = dimensions.collect();
    let context = table
        .contexts()
        .iter()
        .map(|one| value!({ "name": table.text(one.name.get()), "type": words.ty(one.ty.get()) }));
    let context: Vec<Value> = context.collect();
    value!({
        "policy": table.policy(),
        "version": table.version(),
        "hash": table.hash(),
        "classes": classes,
        "labels": labels,
        "dimensions": dimensions,
        "context": context,
        "budgets": budgets(&words),
        "agents": agents(table),
        "boundaries": boundaries(&words),
        "tools": table.tools().iter().map(|one| tool(table, one)).collect::<Vec<_>>(),
    })
}

fn gate_json(record: &GateRecord) -> Value {
    let flags = record.flags.get();
    value!({
        "undo_window": flags & gate::UNDO_WINDOW != 0,
        "undo": record.undo.get(),
        "dry_run": flags & gate::DRY_RUN != 0,
        "approvers": record.approvers.get(),
        "cooling": record.cooling.get(),
        "out_of_band": flags & gate::OUT_OF_BAND != 0,
        "deny": flags & gate::DENY != 0,
        "words": gate(record),
    })
}

fn budgets(words: &Words<'_>) -> Vec<Value> {
    let table = words.table;
    let all = (0..).map_while(|number| table.budget(number));
    all.map(|one| {
        let ceilings = table
            .triples(one.ceilings)
            .map(|(dimension, amount, flags)| {
                let amount = table.amount(amount).map(|amount| amount.to_string());
                value!({
                    "dimension": words.dimension(dimension),
                    // In the unit's smallest part, as text: it may be more than a JSON number can hold.
                    "amount": amount,
                    "or_deny": flags & bound::OR_DENY != 0,
                })
            });
        let ceilings: Vec<Value> = ceilings.collect();
        let weights = table.triples(one.weights).map(|(class, digits, scale)| {
            let class = CLASSES.get(class as usize).copied().unwrap_or("?");
            (class.to_owned(), Value::from(words.amount(digits, scale)))
        });
        let weights: Map<String, Value> = weights.collect();
        value!({
            "name": table.text(one.name.get()),
            "ceilings": ceilings,
            "weights": weights,
            "source": source(table, one.source.get()),
        })
    })
    .collect()
}

fn agents(table: &Table) -> Vec<Value> {
    let all = table.agents().iter();
    all.map(|one| {
        let may: Vec<&str> = table.refs(one.may).map(|glob| table.text(glob)).collect();
        let budget = table.budget(one.budget.get());
        value!({
            "name": table.text(one.name.get()),
            "may": may,
            "up_to": CLASSES.get(usize::from(one.up_to)),
            "budget": budget.map(|budget| table.text(budget.name.get())),
            "source": source(table, one.source.get()),
        })
    })
    .collect()
}

fn boundaries(words: &Words<'_>) -> Vec<Value> {
    let table = words.table;
    let all = table.boundaries().iter().zip(0..);
    all.map(|(one, number)| {
        let kind = ["simple", "and", "then", "or"];
        let action = ["mark", "refuse", "halt", "gate"];
        let parts: Vec<String> = table.refs(one.parts).map(|it| words.boundary(it)).collect();
        value!({
            "name": words.boundary(number),
            "kind": kind.get(usize::from(one.kind)),
            "action": action.get(usize::from(one.action)),
            "parts": parts,
            "steps": one.steps.get(),
            "reason": reason(table, one.reason.get()),
        })
    })
    .collect()
}

fn tool(table: &Table, one: &ToolRecord) -> Value {
    let mut words = Words::new(table, Some(one));
    let flags = one.flags.get();
    let result = (one.result.get() != NONE).then(|| words.ty(one.result.get()));
    let args = words.ty(one.args.get());
    let cases = table.variants(one).iter();
    let cases: Vec<Value> = cases.map(|it| case(&mut words, it)).collect();
    value!({
        "name": table.text(one.name.get()),
        "wire": table.text(one.wire.get()),
        "glob": flags & tool::GLOB != 0,
        "undoes": flags & tool::UNDOES != 0,
        "args": args,
        "result": result,
        "cases": cases,
        "source": source(table, one.source.get()),
    })
}

fn case(words: &mut Words<'_>, one: &VariantRecord) -> Value {
    let table = words.table;
    // A word that is said several times has a list.
    let mut said: Map<String, Value> = Map::new();
    for (word, text) in facts(words, one) {
        if matches!(word, "class" | "gate") {
            continue;
        }
        let text = Value::from(text);
        match said.get_mut(word) {
            None => {
                said.insert(word.to_owned(), Value::Array(vec![text]));
            }
            Some(Value::Array(all)) => all.push(text),
            Some(_) => {}
        }
    }
    let atoms: Vec<u32> = table.refs(one.atoms).collect();
    let atoms: Vec<String> = atoms.into_iter().map(|atom| words.node(atom)).collect();
    let rows = table.rows(one).iter().map(|row| {
        value!({
            "when": row_words(words, one, row),
            "yes": bits(row.yes),
            "no": bits(row.no),
            "reason": reason(table, row.reason.get()),
        })
    });
    let rows: Vec<Value> = rows.collect();
    value!({
        "class": CLASSES.get(usize::from(one.class)),
        "effect": effect::WORDS.get(usize::from(one.effect)),
        "reversal": reversal::WORDS.get(usize::from(one.reversal)),
        "outbound": one.flags.get() & variant::OUTBOUND != 0,
        "weight": one.weight,
        "facts": said,
        "atoms": atoms,
        "rows": rows,
        "source": source(table, one.source.get()),
    })
}

/// The numbers of the atoms in a mask.
fn bits(masks: [zerocopy::little_endian::U64; 2]) -> Vec<usize> {
    let has = |at: &usize| {
        let mask = masks.get(at / 64).map_or(0, |mask| mask.get());
        mask >> (at % 64) & 1 == 1
    };
    (0..MOST_ATOMS).filter(has).collect()
}

fn reason(table: &Table, number: u32) -> Value {
    let Some(one) = table.reason(number) else {
        return Value::Null;
    };
    value!({
        "code": table.text(one.code.get()),
        "because": table.optional_text(one.because.get()),
        "gate": gate_json(table.gate(one.gate.get())),
        "source": source(table, one.source.get()),
    })
}

fn source(table: &Table, number: u32) -> Value {
    match table.source(number) {
        Some((file, line, column)) => value!({ "file": file, "line": line, "column": column }),
        None => Value::Null,
    }
}
