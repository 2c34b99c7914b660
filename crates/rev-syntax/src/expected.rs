//! Says what was expected where a line cannot be read.
//!
//! The line is read again by the strict rule of its block. Where that gives up, the rules that it
//! tried there are what was expected; all words in the messages come from the grammar.

use crate::grammar::{Grammar, Rule, is_reserved, keyword};
use crate::habits::{CLOSES_NOTHING, Stop, advice, foreign_sign, innermost};
use crate::layout::CONTINUES;
use crate::tried::{begins_value, describe, goes_on, spread};
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use rev_diagnostics::{Diagnostic, Edit, FileId, Fix, Span, codes, suggest};

/// The kinds of block, whose lines are read one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockKind {
    Item,
    Tool,
    Reversal,
    Blast,
    Gate,
    Assumption,
    Rule,
    Boundary,
    Budget,
    Agent,
    Saga,
    Invariant,
    Test,
    Entry,
    Binding,
}

impl BlockKind {
    /// Whether what it has are entries, which begin with any name, and not fields.
    fn has_entries(self) -> bool {
        matches!(self, Self::Entry | Self::Binding)
    }
}

/// Every block with its strict rule and what it is called.
const BLOCKS: [(BlockKind, Rule, &str); 15] = [
    (BlockKind::Item, Rule::only_item, "a file"),
    (BlockKind::Tool, Rule::only_tool, "a tool"),
    (
        BlockKind::Reversal,
        Rule::only_reversal,
        "a reversal contract",
    ),
    (BlockKind::Blast, Rule::only_blast, "a blast radius"),
    (BlockKind::Gate, Rule::only_gate, "a gate"),
    (
        BlockKind::Assumption,
        Rule::only_assumption,
        "an assumption",
    ),
    (BlockKind::Rule, Rule::only_rule, "a rule"),
    (BlockKind::Boundary, Rule::only_boundary, "a boundary"),
    (BlockKind::Budget, Rule::only_budget, "a budget"),
    (BlockKind::Agent, Rule::only_agent, "an agent"),
    (BlockKind::Saga, Rule::only_saga, "a saga"),
    (BlockKind::Invariant, Rule::only_invariant, "an invariant"),
    (BlockKind::Test, Rule::only_test, "a test"),
    (BlockKind::Entry, Rule::only_entry, "a record"),
    (BlockKind::Binding, Rule::only_binding, "a record"),
];

const AN_ITEM: &str = "an item such as `tool`, `rule` or `agent`";

/// The finding for the line at `at`, which is none that a block of this kind has.
pub(crate) fn explain(text: &str, at: Span, kind: BlockKind) -> Diagnostic {
    let (strict, block) = strict_rule(kind);
    let line = at.of(text);
    // What `;` ends is a field; behind an entry it is the mistake.
    let code = match kind.has_entries() {
        true => line.trim_end_matches([' ', '\n']),
        false => line.trim_end_matches([' ', '\n', ';']),
    };
    let (offset, tried) = furthest(strict, code);
    let rest = code.get(offset..).unwrap_or("");
    // Where a blank is the mistake, as behind the dot of `a. b`, what stands behind it is what people see.
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    let rest = rest.get(blanks..).unwrap_or("");
    let start = at.start + (offset + blanks) as u32;
    let found = token(rest);
    let place = Span::new(start, start + found.len() as u32);

    if kind != BlockKind::Item
        && !kind.has_entries()
        && let Some(diagnostic) = unknown_field(text, at, kind, block, offset)
    {
        return diagnostic;
    }
    if let Some(diagnostic) = no_name(code, at.start, offset, &tried) {
        return diagnostic;
    }
    let stop = Stop {
        kind,
        before: code.get(..offset).unwrap_or(""),
        found,
        rest,
        tried: &tried,
    };
    if let Some(help) = foreign_sign(&stop) {
        return codes::syntax(place, format!("unexpected `{found}`")).help(help);
    }
    if let Some(diagnostic) = odd_name(code, at.start, offset) {
        return diagnostic;
    }
    let what = match found {
        "" => ended_by(text, at.start as usize + code.len()),
        _ => format!("`{}`", shortened(found)),
    };
    let expected = match in_bracket(&stop) {
        Some(expected) => expected.to_owned(),
        // Behind an item, on a line of its own.
        None if kind == BlockKind::Item && stop.before.trim_end_matches(' ').ends_with('\n') => {
            AN_ITEM.to_owned()
        }
        None => phrase(&tried, kind, offset),
    };
    // A word that continues the line before may stand on the next one; what is missing is missing before it.
    let place = match CONTINUES.contains(&found) {
        true => Span::at(at.start + stop.before.trim_end().len() as u32),
        false => place,
    };
    let diagnostic = codes::syntax(place, format!("expected {expected}, found {what}"));
    let words = tried.iter().filter_map(|&rule| keyword(rule));
    if let Some(word) = suggest::nearest(found, words) {
        return did_you_mean(diagnostic, place, word, true);
    }
    if let Some((from, word)) = misspelt_before(stop.before, &tried) {
        let end = stop.before.trim_end().len();
        let place = Span::new(at.start + from as u32, at.start + end as u32);
        return did_you_mean(
            codes::syntax(place, format!("unexpected `{}`", place.of(text))),
            place,
            word,
            true,
        );
    }
    if let Some(word) = meant(found, &tried) {
        return did_you_mean(diagnostic, place, word, false);
    }
    if offset == 0 && kind != BlockKind::Item && !kind.has_entries() {
        let words = listed(&first_words(kind), "and");
        return diagnostic.help(format!("{block} has {words}"));
    }
    if kind == BlockKind::Item && offset == 0 {
        return diagnostic.help(match block_with(found) {
            Some(block) => format!("`{found}` is a field of {block}"),
            None => format!("a file has {}", listed(&first_words(kind), "and")),
        });
    }
    match advice(&stop) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// The finding for what stands behind a field that has come to its end.
pub(crate) fn explain_behind(text: &str, junk: Span) -> Diagnostic {
    let found = token(junk.of(text));
    let place = Span::new(junk.start, junk.start + found.len() as u32);
    if found == "}" {
        return codes::syntax(place, "unexpected `}`").help(CLOSES_NOTHING);
    }
    let what = format!("expected the end of the line, found `{}`", shortened(found));
    codes::syntax(place, what)
}

/// What stands at `at`, where something ends: the sign that ends it, or nothing more on the line.
fn ended_by(text: &str, at: usize) -> String {
    let rest = text.get(at..).unwrap_or("").trim_start_matches(' ');
    match token(rest) {
        "" => "the end of the line".to_owned(),
        sign => format!("`{}`", shortened(sign)),
    }
}

/// How a line that ends too soon can go on with the next one.
pub(crate) fn how_to_go_on(line: &str) -> Option<String> {
    let line = line.trim_end_matches([' ', '\n', ';']);
    let word = line
        .rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .map_or(line, |at| line.get(at + 1..).unwrap_or(""));
    if word.is_empty() {
        let operators = ["==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "|"];
        let operator = operators.iter().find(|sign| line.ends_with(**sign))?;
        return Some(goes_on_with(operator));
    }
    match word {
        "and" | "or" | "in" | "has" | "like" | "under" | "runs" => Some(goes_on_with(word)),
        _ if CONTINUES.contains(&word) => Some(format!(
            "a line goes on when the next one begins with `{word}`: put it there"
        )),
        _ => Some(format!("write what belongs to `{word}` on its line")),
    }
}

fn goes_on_with(operator: &str) -> String {
    format!("a line goes on when the next one begins with the operator: put `{operator}` there")
}

/// The word that a block's line begins with, or that it most probably was meant to be.
pub(crate) fn meant_word(line: &str, kind: BlockKind) -> Option<&'static str> {
    let word = token(line);
    let words = first_words(kind);
    let exact = words.iter().copied().find(|known| *known == word);
    exact.or_else(|| suggest::nearest(word, words))
}

/// A word that was taken for the name before it: `dimension in INR`.
fn no_name(code: &str, start: u32, offset: usize, tried: &[Rule]) -> Option<Diagnostic> {
    let before = code.get(..offset)?.trim_end();
    let from = before.rfind(' ')? + 1;
    let word = before.get(from..)?;
    let is_tried = tried.iter().any(|&rule| keyword(rule) == Some(word));
    let head = before.get(..from)?.trim_end();
    // Behind a name it was not taken for one.
    let is_first = is_reserved(head.rsplit([' ', '\n', '{', ';']).next()?);
    let is_tried = is_tried && is_first;
    let place = Span::at(start + head.len() as u32);
    is_tried.then(|| codes::syntax(place, format!("expected a name, found `{word}`")))
}

/// The clause word that a line's first word most probably was meant to be; with its place, counted from the line.
pub(crate) fn meant_clause(line: &str) -> Option<(&str, &'static str)> {
    let word = token(line);
    let clauses = CONTINUES.into_iter().filter(|clause| clause.len() > 3);
    let near = suggest::nearest(word, clauses)?;
    (word != near).then_some((word, near))
}

/// A word that was taken for a name and most probably is a misspelt one of the language, with its place.
fn misspelt_before(before: &str, tried: &[Rule]) -> Option<(usize, &'static str)> {
    let before = before.trim_end();
    let (head, word) = before.rsplit_once(' ')?;
    if head.trim_end().ends_with(|c: char| c.is_ascii_digit()) {
        // Taken for a unit.
        let near = suggest::nearest(word, tried.iter().filter_map(|&rule| keyword(rule)))?;
        return (word != near).then_some((head.len() + 1, near));
    }
    let near = suggest::nearest(word, ["at_least"])?;
    (head.trim_end().ends_with(" is") && word != near).then_some((head.len() + 1, near))
}

/// What is expected behind a value in brackets.
fn in_bracket(stop: &Stop<'_>) -> Option<&'static str> {
    let value_ended = |&rule: &Rule| goes_on(rule) || rule == Rule::unit_name;
    if stop.tried.is_empty() || !stop.tried.iter().all(value_ended) {
        return None;
    }
    match innermost(stop.before)? {
        '[' => Some("`,` or `]`"),
        '(' => Some("`)`"),
        _ => None,
    }
}

/// A word of another language for one that would fit.
fn meant(found: &str, tried: &[Rule]) -> Option<&'static str> {
    let rule = match found {
        "if" => Rule::WHEN,
        _ => return None,
    };
    tried.contains(&rule).then(|| keyword(rule)).flatten()
}

fn strict_rule(kind: BlockKind) -> (Rule, &'static str) {
    let known = BLOCKS.iter().find(|(other, ..)| *other == kind);
    known.map_or((Rule::only_item, "a file"), |&(_, rule, name)| (rule, name))
}

/// How far the strict rule gets, and what it tried there.
fn furthest(rule: Rule, code: &str) -> (usize, Vec<Rule>) {
    match Grammar::parse(rule, code) {
        Ok(_) => (code.len(), Vec::new()),
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
            match error.variant {
                ErrorVariant::ParsingError { positives, .. } => (at, spread(positives)),
                ErrorVariant::CustomError { .. } => (at, Vec::new()),
            }
        }
    }
}

/// A line that begins with a word which is no field of its block.
fn unknown_field(
    text: &str,
    at: Span,
    kind: BlockKind,
    block: &str,
    offset: usize,
) -> Option<Diagnostic> {
    let code = at.of(text);
    let word = token(code);
    if !word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return None;
    }
    let words = first_words(kind);
    if words.contains(&word) {
        return None;
    }
    let near = suggest::nearest(word, words.iter().copied());
    let near = near.or_else(|| meant_clause(word).map(|(_, clause)| clause));
    // Some blocks have lines that begin with a name; then only a near miss tells.
    if offset > 0 && near.is_none() {
        return None;
    }
    let place = Span::new(at.start, at.start + word.len() as u32);
    let diagnostic = codes::unknown_field(place, block, word);
    if let Some(near) = near {
        return Some(did_you_mean(diagnostic, place, near, true));
    }
    Some(match block_with(word) {
        Some(name) => diagnostic.help(format!("`{word}` is a field of {name}")),
        None => diagnostic.help(format!("{block} has {}", listed(&words, "and"))),
    })
}

/// The first block that has lines which begin with this word.
pub(crate) fn block_with(word: &str) -> Option<&'static str> {
    BLOCKS
        .iter()
        .filter(|(kind, ..)| *kind != BlockKind::Item && !kind.has_entries())
        .find(|(kind, ..)| first_words(*kind).contains(&word))
        .map(|(_, _, name)| *name)
}

/// The words that lines of a block can begin with.
fn first_words(kind: BlockKind) -> Vec<&'static str> {
    let (strict, _) = strict_rule(kind);
    let (_, tried) = furthest(strict, "");
    tried.iter().filter_map(|&rule| keyword(rule)).collect()
}

/// `safe`: no other word is as near; a word of another language is only a guess.
pub(crate) fn did_you_mean(
    diagnostic: Diagnostic,
    place: Span,
    word: &str,
    safe: bool,
) -> Diagnostic {
    diagnostic.help(format!("did you mean `{word}`?")).fix(Fix {
        title: format!("write `{word}`"),
        edits: vec![Edit {
            file: FileId(0),
            span: place,
            text: word.to_owned(),
        }],
        safe,
    })
}

/// The rules that were tried, in the language's words.
fn phrase(tried: &[Rule], kind: BlockKind, offset: usize) -> String {
    if kind == BlockKind::Item && tried.contains(&Rule::TOOL) {
        return AN_ITEM.to_owned();
    }
    if offset == 0 && kind != BlockKind::Item && !kind.has_entries() {
        return format!("a field of {}", strict_rule(kind).1);
    }
    let at_value = tried.contains(&Rule::path) || tried.contains(&Rule::ALLOWED);
    let at_end = tried.contains(&Rule::EOI);
    let others = tried.iter().any(|&rule| !goes_on(rule));
    let mut phrases: Vec<&str> = Vec::new();
    for &rule in tried {
        let phrase = match rule {
            Rule::EOI => continue,
            _ if at_value && begins_value(rule) => "a value",
            // Where a condition could go on it could also end, and that is what is meant.
            _ if goes_on(rule) && (at_end || others) => continue,
            Rule::number if tried.contains(&Rule::integer) => continue,
            Rule::optional if tried.len() > 1 => continue,
            // Only entries of a `result` have these, and who wants them knows them.
            Rule::TRUSTED | Rule::YIELDS if kind == BlockKind::Entry && at_end => continue,
            _ => describe(rule),
        };
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    if at_end {
        phrases.push(match kind.has_entries() {
            true => "the end of the entry",
            false => "the end of the line",
        });
    }
    if phrases.is_empty() {
        // Nothing is worse than to expect nothing.
        phrases.extend(tried.iter().map(|&rule| describe(rule)));
        phrases.dedup();
    }
    match phrases.is_empty() {
        true => "something else".to_owned(),
        false => join(&phrases, "or"),
    }
}

/// A word that goes on with a character that names do not have: `create-issue`.
fn odd_name(code: &str, start: u32, offset: usize) -> Option<Diagnostic> {
    let before = code.get(..offset)?;
    let rest = code.get(offset..)?;
    if !rest.starts_with('-') || !before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
    {
        return None;
    }
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let head = before.len() - before.trim_end_matches(part).len();
    let tail = rest.len() - rest.trim_start_matches(part).len();
    let from = offset - head;
    let name = code.get(from..offset + tail)?;
    if name.ends_with('-') || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let place = Span::new(start + from as u32, start + (offset + tail) as u32);
    let what = format!("`{name}` is not a name: names have small letters, digits and `_`");
    Some(
        codes::syntax(place, what)
            .help(format!("write it in quotes: `\"{name}\"`"))
            .fix(Fix {
                title: format!("write `\"{name}\"`"),
                edits: vec![Edit {
                    file: FileId(0),
                    span: place,
                    text: format!("\"{name}\""),
                }],
                safe: true,
            }),
    )
}

/// The first word, number, text or sign of a text; empty at the end of a line.
pub(crate) fn token(rest: &str) -> &str {
    let length = match rest.chars().next() {
        None | Some('\n') => 0,
        Some(c) if c.is_ascii_digit() => rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
            .unwrap_or(rest.len()),
        Some(c) if c.is_alphanumeric() || c == '_' => rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len()),
        Some('"') => rest
            .get(1..)
            .and_then(|inner| inner.find(['"', '\n']))
            .map_or(rest.len(), |end| end + 2),
        Some(c) => {
            let two = rest.get(..2).unwrap_or("");
            match two {
                "==" | "!=" | "<=" | ">=" | "&&" | "||" => 2,
                _ => c.len_utf8(),
            }
        }
    };
    rest.get(..length).unwrap_or(rest)
}

/// A token as a message shows it: not too long, and what cannot be seen by its number.
fn shortened(token: &str) -> String {
    const MOST: usize = 40;
    let mut shown = String::new();
    for character in token.chars().take(MOST) {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    if token.chars().count() > MOST {
        shown.push('…');
    }
    shown
}

fn listed(words: &[&str], last: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
    join(&quoted, last)
}

fn join(phrases: &[&str], last: &str) -> String {
    match phrases {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [init @ .., end] => format!("{} {last} {end}", init.join(", ")),
    }
}
