//! One tool as a list of what is known of it, for whoever shows it in a place of its own.

use super::facts::{facts, row_words};
use super::words::{Words, gate};
use crate::layout::*;
use crate::load::Table;

/// What a tool says of itself, case by case, and each of its rows: what it asks for, when, and why.
///
/// ```
/// # #[cfg(feature = "show")] {
/// let table = rev_table::Table::default();
/// assert!(table.tools().iter().all(|tool| !rev_table::about(&table, tool).is_empty()));
/// # }
/// ```
pub fn about(table: &Table, one: &ToolRecord) -> Vec<(String, String)> {
    let mut words = Words::new(table, Some(one));
    let mut all: Vec<(String, String)> = Vec::new();
    let mut say = |word: &str, text: String| all.push((word.to_owned(), text));
    let wire = table.text(one.wire.get());
    if wire != table.text(one.name.get()) {
        say("wire", wire.to_owned());
    }
    if one.flags.get() & tool::UNDOES != 0 {
        say("undoes", "only a recovery may call it".to_owned());
    }
    let cases = table.variants(one);
    for case in cases {
        if cases.len() > 1 && case.when.get() == NONE {
            say("otherwise", String::new());
        }
        for (word, text) in facts(&mut words, case) {
            say(word, text);
        }
        for row in table.rows(case) {
            let when = row_words(&mut words, case, row);
            let reason = table.reason(row.reason.get());
            let asks = reason.map_or("deny".to_owned(), |it| gate(table.gate(it.gate.get())));
            let because = reason.and_then(|it| table.optional_text(it.because.get()));
            let because = because.map_or(String::new(), |it| format!(", because {it}"));
            let code = reason.map_or("?", |it| table.text(it.code.get()));
            say(code, format!("{asks} when {when}{because}"));
        }
    }
    say("args", words.ty(one.args.get()));
    if one.result.get() != NONE {
        say("result", words.ty(one.result.get()));
    }
    all
}
