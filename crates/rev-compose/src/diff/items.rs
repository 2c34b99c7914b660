//! The facts of agents, labels and boundaries.

use super::fact::{About, Fact, Facts, Sense, at_most, gate_of};
use super::polarity::Polarity;
use super::tool::case;
use rev_table::{
    AgentRecord, CLASSES, Exact, NONE, Table, action, bound, boundary, label, names, tool,
};

/// What each agent may do, and what its budget bounds. Tools are told by name, so that globs that mean the same are the
/// same; globs tell where names are not known.
pub(super) fn agents(table: &Table, exact: &mut Exact<'_>, facts: &mut Facts) {
    // The cases of each tool by their conditions, once for all agents.
    let mut tools = Vec::new();
    for record in table.tools() {
        exact.tool(record);
        for (one, at) in table.variants(record).iter().zip(0..) {
            tools.push((record, one.class, case(exact, table, record, at)));
        }
    }
    let globs = |record: &rev_table::ToolRecord| record.flags.get() & tool::GLOB != 0;
    let some_glob = table.tools().iter().any(globs);
    for agent in table.agents() {
        let about = About::Agent(table.text(agent.name.get()).to_owned());
        let mut tell = |word: String, fact: Fact| {
            facts.insert((about.clone(), String::new(), word), fact);
        };
        let may: Vec<&str> = table.refs(agent.may).map(|glob| table.text(glob)).collect();
        if some_glob {
            for glob in &may {
                let fact = Fact::new("yes", Sense::Grant).codes(["agent.may"]);
                tell(format!("may {glob}"), fact);
            }
        }
        let up_to = CLASSES.get(usize::from(agent.up_to)).unwrap_or(&"?");
        let fact = Fact::new(*up_to, Sense::AtMost(agent.up_to.into()));
        tell("up_to".to_owned(), fact.codes(["agent.up_to"]));
        for (record, class, case) in &tools {
            let name = table.text(record.name.get());
            let meant = globs(record) || may.iter().any(|glob| names(glob, name));
            let undoes = record.flags.get() & tool::UNDOES != 0;
            if meant && !undoes && *class <= agent.up_to {
                let case = match case.as_str() {
                    "" => String::new(),
                    case => format!(" where {case}"),
                };
                let fact = Fact::new("yes", Sense::Grant);
                tell(
                    format!("reaches {name}{case}"),
                    fact.codes(["agent.may", "agent.up_to", "unknown_tool", "case"]),
                );
            }
        }
        budget(table, agent, exact, &mut tell);
    }
}

fn budget(
    table: &Table,
    agent: &AgentRecord,
    exact: &mut Exact<'_>,
    tell: &mut impl FnMut(String, Fact),
) {
    let budget = table.budget(agent.budget.get());
    let ceilings = budget.map(|budget| table.triples(budget.ceilings));
    for (dimension, amount, flags) in ceilings.into_iter().flatten() {
        let name = exact.dimension(dimension);
        let code = format!("budget.{name}");
        let sense = match amount {
            // People only: nothing without one.
            NONE => Sense::AtMost(0),
            amount => at_most(table, dimension, amount),
        };
        let text = exact.limit(dimension, amount, 0);
        tell(
            format!("budget {name}"),
            Fact::new(text, sense).codes([&code]),
        );
        if flags & bound::OR_DENY != 0 {
            let fact = Fact::new("yes", Sense::Guard).codes([&code]);
            tell(format!("budget {name} or deny"), fact);
        }
    }
    for (class, word) in (0_u32..).zip(CLASSES) {
        let weights = budget.map(|budget| table.triples(budget.weights));
        let mut weights = weights.into_iter().flatten();
        let (text, sense) = match weights.find(|(of, _, _)| *of == class) {
            Some((_, digits, scale)) => (exact.amount(digits, scale), weight(table, digits, scale)),
            // Where nothing is said, reversible effects weigh nothing and all others one.
            None => match word {
                "read_only" | "reversible_internal" => ("0".to_owned(), Sense::AtLeast(0)),
                "time_window_undoable" | "authority_modifying" => {
                    ("as it is taken back".to_owned(), Sense::Opaque)
                }
                _ => ("1".to_owned(), Sense::AtLeast(1_000_000_000)),
            },
        };
        let fact = Fact::new(text, sense).codes(["budget.*"]);
        tell(format!("weight {word}"), fact);
    }
}

/// In billionths, so that weights of different decimals compare.
fn weight(table: &Table, digits: u32, scale: u32) -> Sense {
    let tens = 9_u32
        .checked_sub(scale)
        .and_then(|left| 10_i128.checked_pow(left));
    let size = table.amount(digits).zip(tens);
    let size = size.and_then(|(digits, tens)| digits.checked_mul(tens));
    size.map_or(Sense::Opaque, Sense::AtLeast)
}

pub(super) fn labels(table: &Table, polarity: &Polarity, exact: &Exact<'_>, facts: &mut Facts) {
    for record in table.labels() {
        let name = table.text(record.name.get());
        let about = About::Label(name.to_owned());
        let mut tell = |word: String, fact: Fact| {
            let fact = fact.label(name);
            facts.insert((about.clone(), String::new(), word), fact);
        };
        // So that a label that says nothing is known to be there.
        tell("is a label".to_owned(), Fact::new("yes", Sense::Note));
        for (flag, word, sense) in [
            (label::CONFIDENTIAL, "confidential", Sense::Guard),
            (label::UNTRUSTED, "untrusted", Sense::Guard),
            (label::MAY_LEAVE, "may leave", Sense::Grant),
        ] {
            if record.flags.get() & flag != 0 {
                tell(word.to_owned(), Fact::new("yes", sense));
            }
        }
        for other in table.label_set(record.implies.get()).iter() {
            let other = exact.label(other);
            let sense = match polarity.guards(other) {
                true => Sense::Guard,
                false => Sense::Opaque,
            };
            if other != name {
                tell(format!("implies {other}"), Fact::new("yes", sense));
            }
        }
    }
}

/// What each boundary does, and what it is made of. What crosses it is told with the tools.
pub(super) fn boundaries(table: &Table, polarity: &Polarity, exact: &Exact<'_>, facts: &mut Facts) {
    for (record, number) in table.boundaries().iter().zip(0..) {
        let name = exact.boundary(number);
        let about = About::Boundary(name.clone());
        let code = format!("boundary.{name}");
        let mut tell = |word: &str, fact: Fact| {
            let key = (about.clone(), String::new(), word.to_owned());
            facts.insert(key, fact.codes([&code]));
        };
        let there = match polarity.boundaries {
            true => Sense::Opaque,
            false => Sense::Guard,
        };
        let made = match record.kind {
            boundary::SIMPLE => "of calls".to_owned(),
            _ => exact.made_of(record),
        };
        tell("is a boundary", Fact::new(made, there));
        if record.action == action::MARK {
            continue;
        }
        let reason = table.reason(record.reason.get());
        let gate = table.gate(reason.map_or(NONE, |reason| reason.gate.get()));
        let fact = Fact::new(exact.gate(gate), Sense::Gate(gate_of(gate)));
        tell("gate", fact);
        if record.action == action::HALT {
            tell("halts the run", Fact::new("yes", Sense::Guard));
        }
    }
}

/// What stands beside decisions as sentences.
pub(super) fn sentences(table: &Table, facts: &mut Facts) {
    for reason in table.reasons() {
        let code = table.text(reason.code.get());
        let about = match code.split_once('.') {
            Some(("rule", name)) => About::Rule(name.to_owned()),
            Some(("boundary", name)) => About::Boundary(name.to_owned()),
            _ => continue,
        };
        let Some(because) = table.optional_text(reason.because.get()) else {
            continue;
        };
        let key = (about, String::new(), "because".to_owned());
        facts.insert(key, Fact::new(because, Sense::Note));
    }
}
