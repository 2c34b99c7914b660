//! The parser that `grammar/rev.pest` describes, and what its rules are called in messages.

use std::sync::OnceLock;

#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/rev.pest"]
pub(crate) struct Grammar;

/// The word that a rule in capitals stands for.
pub(crate) fn keyword(rule: Rule) -> Option<&'static str> {
    quoted_keyword(rule).map(|quoted| quoted.trim_matches('`'))
}

/// The same between backticks, as messages show it.
pub(crate) fn quoted_keyword(rule: Rule) -> Option<&'static str> {
    let (_, quoted) = keywords().iter().find(|(other, _)| *other == rule)?;
    Some(quoted)
}

/// Whether a word is reserved: then it is a name only in quotes, or in a dotted name.
pub(crate) fn is_reserved(word: &str) -> bool {
    static SORTED: OnceLock<Vec<&'static str>> = OnceLock::new();
    SORTED
        .get_or_init(|| {
            let words = keywords()
                .iter()
                .map(|(_, quoted)| quoted.trim_matches('`'));
            let mut words: Vec<&str> = words.collect();
            words.sort_unstable();
            words
        })
        .binary_search(&word)
        .is_ok()
}

/// All words of the language, from the grammar.
fn keywords() -> &'static [(Rule, String)] {
    static KEYWORDS: OnceLock<Vec<(Rule, String)>> = OnceLock::new();
    KEYWORDS.get_or_init(|| {
        let rules = Rule::all_rules()
            .iter()
            .map(|&rule| (rule, format!("{rule:?}")));
        let capitals = |name: &str| name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
        rules
            .filter(|(rule, name)| capitals(name) && !matches!(rule, Rule::EOI | Rule::WHITESPACE))
            .map(|(rule, name)| (rule, format!("`{}`", name.to_ascii_lowercase())))
            .collect()
    })
}
