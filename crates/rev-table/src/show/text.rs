//! A table as text that a person can review. It says nothing of places, so that equal tables read the same.

use super::facts::{Fact, facts, limit, row_words};
use super::words::{Words, gate, quoted};
use crate::layout::*;
use crate::load::Table;

/// The table in words: what holds everywhere first, then every tool with its facts and its rows.
///
/// ```
/// # #[cfg(feature = "show")] {
/// let table = rev_table::Table::default();
/// assert!(rev_table::text(&table).starts_with("policy"));
/// # }
/// ```
pub fn text(table: &Table) -> String {
    let mut out = Out::default();
    let mut words = Words::new(table, None);
    out.line(&format!("policy {} {}", table.policy(), table.version()));
    out.line(&format!("hash   {}", table.hash()));
    let classes = CLASSES.iter().zip(0..);
    let gates = classes.map(|(word, number)| [(*word).to_owned(), gate(table.class_gate(number))]);
    out.table("classes", &gates.collect::<Vec<_>>());
    out.table("labels", &labels(&words));
    out.table("dimensions", &dimensions(table));
    let context = table.contexts().iter().map(|one| {
        let name = table.text(one.name.get()).to_owned();
        [name, words.ty(one.ty.get())]
    });
    out.table("context", &context.collect::<Vec<_>>());
    out.table("budgets", &budgets(&words));
    out.table("agents", &agents(table));
    out.table("boundaries", &boundaries(&words));
    out.table("assumptions", &assumptions(&mut words));
    for tool in table.tools() {
        tool_text(&mut out, table, tool);
    }
    out.text
}

fn labels(words: &Words<'_>) -> Vec<[String; 2]> {
    let table = words.table;
    let all = table.labels().iter().zip(0..);
    all.map(|(one, number)| {
        let flags = one.flags.get();
        let mut marks: Vec<String> = [
            (label::CONFIDENTIAL, "confidential"),
            (label::UNTRUSTED, "untrusted"),
            (label::MAY_LEAVE, "may leave"),
        ]
        .into_iter()
        .filter(|(flag, _)| flags & flag != 0)
        .map(|(_, word)| word.to_owned())
        .collect();
        let implied = table.label_set(one.implies.get()).iter();
        let implied: Vec<&str> = implied
            .filter(|other| *other != number)
            .map(|other| words.label(other))
            .collect();
        if !implied.is_empty() {
            marks.push(format!("implies {}", implied.join(", ")));
        }
        [table.text(one.name.get()).to_owned(), marks.join(", ")]
    })
    .collect()
}

fn dimensions(table: &Table) -> Vec<[String; 2]> {
    let all = table.dimensions().iter();
    all.map(|one| {
        let unit = table.text(one.unit.get());
        let decimals = match one.scale.get() {
            0 => String::new(),
            scale => format!(", {scale} decimals"),
        };
        [
            table.text(one.name.get()).to_owned(),
            format!("in {unit}{decimals}"),
        ]
    })
    .collect()
}

fn budgets(words: &Words<'_>) -> Vec<[String; 2]> {
    let table = words.table;
    let all = (0..).map_while(|number| table.budget(number));
    all.map(|one| {
        let ceilings = table.triples(one.ceilings);
        let mut parts: Vec<String> = ceilings
            .map(|(dimension, amount, flags)| limit(words, dimension, amount, flags))
            .collect();
        for (class, digits, scale) in table.triples(one.weights) {
            let class = CLASSES.get(class as usize).copied().unwrap_or("?");
            parts.push(format!("weight {class} {}", words.amount(digits, scale)));
        }
        [table.text(one.name.get()).to_owned(), parts.join("; ")]
    })
    .collect()
}

fn agents(table: &Table) -> Vec<[String; 2]> {
    let all = table.agents().iter();
    all.map(|one| {
        let may: Vec<&str> = table.refs(one.may).map(|glob| table.text(glob)).collect();
        let up_to = CLASSES.get(usize::from(one.up_to)).copied().unwrap_or("?");
        let budget = match table.budget(one.budget.get()) {
            Some(budget) => format!("; budget {}", table.text(budget.name.get())),
            None => String::new(),
        };
        [
            table.text(one.name.get()).to_owned(),
            format!("may {}; up_to {up_to}{budget}", may.join(", ")),
        ]
    })
    .collect()
}

fn boundaries(words: &Words<'_>) -> Vec<[String; 4]> {
    let table = words.table;
    let all = table.boundaries().iter().zip(0..);
    all.map(|(one, number)| {
        let by = match one.kind {
            boundary::AND => " and ",
            boundary::THEN => " then ",
            boundary::OR => " or ",
            _ => "",
        };
        let parts: Vec<String> = table.refs(one.parts).map(|it| words.boundary(it)).collect();
        let reason = table.reason(one.reason.get());
        let acts = match one.action {
            action::REFUSE => "refuse".to_owned(),
            action::HALT => "halt".to_owned(),
            action::GATE => reason.map_or("deny".to_owned(), |it| gate(table.gate(it.gate.get()))),
            _ => "mark".to_owned(),
        };
        let steps = match one.steps.get() {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        };
        let made = match parts.is_empty() {
            true => steps,
            false => format!("{steps}: {}", parts.join(by)),
        };
        [words.boundary(number), acts, made, because(table, reason)]
    })
    .collect()
}

fn assumptions(words: &mut Words<'_>) -> Vec<[String; 2]> {
    let table = words.table;
    let mut all = Vec::new();
    for one in (0..).map_while(|number| table.assumption(number)) {
        let mut name = table.text(one.name.get()).to_owned();
        for (event, when) in table.pairs(one.broken_by) {
            let when = condition(words, when);
            let text = format!("broken by {}{when}", table.text(event));
            all.push([std::mem::take(&mut name), text]);
        }
        for (call, when) in table.pairs(one.checked_by) {
            let when = condition(words, when);
            let text = format!("checked by {}{when}", words.call(call));
            all.push([std::mem::take(&mut name), text]);
        }
    }
    all
}

fn condition(words: &mut Words<'_>, when: u32) -> String {
    match when {
        NONE => String::new(),
        when => format!(" where {}", words.node(when)),
    }
}

fn tool_text(out: &mut Out, table: &Table, one: &ToolRecord) {
    let mut words = Words::new(table, Some(one));
    let (name, wire) = (table.text(one.name.get()), table.text(one.wire.get()));
    out.line("");
    out.line(&format!("tool {name}"));
    let mut head: Vec<Fact> = Vec::new();
    if wire != name {
        head.push(("wire", quoted(wire)));
    }
    if one.flags.get() & tool::UNDOES != 0 {
        head.push(("undoes", "only a recovery may call it".to_owned()));
    }
    head.push(("args", words.ty(one.args.get())));
    if one.result.get() != NONE {
        head.push(("result", words.ty(one.result.get())));
    }
    out.facts("  ", &head);
    let cases = table.variants(one);
    for case in cases {
        let indent = match cases.len() {
            1 => "  ",
            _ => {
                if case.when.get() == NONE {
                    out.line("  otherwise");
                }
                "    "
            }
        };
        let mut said = facts(&mut words, case);
        if let Some(at) = said.iter().position(|(word, _)| *word == "case") {
            let (_, when) = said.remove(at);
            out.line(&format!("  case {when}"));
        }
        out.facts(indent, &said);
        let mut rows = vec![["asks".to_owned(), "when".to_owned(), "because".to_owned()]];
        for row in table.rows(case) {
            let reason = table.reason(row.reason.get());
            let asks = reason.map_or("deny".to_owned(), |it| gate(table.gate(it.gate.get())));
            let code = reason.map_or("?", |it| table.text(it.code.get()));
            let said = because(table, reason);
            let code = match said.is_empty() {
                true => code.to_owned(),
                false => format!("{code} {said}"),
            };
            rows.push([asks, row_words(&mut words, case, row), code]);
        }
        if rows.len() > 1 {
            out.columns(&format!("{indent}  "), &rows);
        }
    }
}

fn because(table: &Table, reason: Option<&ReasonRecord>) -> String {
    let text = reason.and_then(|it| table.optional_text(it.because.get()));
    text.map_or(String::new(), quoted)
}

/// Lines and columns.
#[derive(Default)]
struct Out {
    text: String,
}

impl Out {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn facts(&mut self, indent: &str, facts: &[Fact]) {
        for (word, said) in facts {
            self.line(&format!("{indent}{word:<9} {said}"));
        }
    }

    /// A heading and its rows; nothing where there are none.
    fn table<const N: usize>(&mut self, heading: &str, rows: &[[String; N]]) {
        if !rows.is_empty() {
            self.line("");
            self.line(heading);
            self.columns("  ", rows);
        }
    }

    fn columns<const N: usize>(&mut self, indent: &str, rows: &[[String; N]]) {
        // One very long cell does not push all others away.
        let widest = 64;
        let mut widths = [0; N];
        for row in rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                let own = cell.chars().count();
                *width = (*width).max(if own > widest { 0 } else { own });
            }
        }
        for row in rows {
            let mut line = indent.to_owned();
            for (cell, width) in row.iter().zip(widths) {
                line.push_str(&format!("{cell:<width$}  "));
            }
            self.line(&line);
        }
    }
}
