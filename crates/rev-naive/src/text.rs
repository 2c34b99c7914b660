//! Texts with meaning, asked for by the words of the program.

use crate::value::{Truth, any};
use rev_analysis::hir::Meaning;
use rev_text::{Context, Kind, Op, Pattern, command};
use smol_str::SmolStr;

pub(crate) fn kind(meaning: Meaning) -> Kind {
    match meaning {
        Meaning::Url => Kind::Url,
        Meaning::Path => Kind::Path,
        Meaning::Command => Kind::Command,
        Meaning::Email => Kind::Email,
        Meaning::Host => Kind::Host,
    }
}

pub(crate) fn truth(truth: rev_text::Truth) -> Truth {
    match truth {
        rev_text::Truth::True => Some(true),
        rev_text::Truth::False => Some(false),
        rev_text::Truth::Unknown => None,
    }
}

/// Whether a text in its normal form matches some pattern as the author wrote it.
pub(crate) fn matches(
    kind: Kind,
    op: Op,
    patterns: &[SmolStr],
    text: &str,
    context: &Context<'_>,
) -> Truth {
    let parsed: Vec<Pattern<'_>> = patterns
        .iter()
        .filter_map(|pattern| Pattern::parse(kind, op, pattern).ok())
        .collect();
    if op == Op::RunsOnly {
        let texts = parsed.iter().map(Pattern::text);
        return truth(command::read(text).runs_only(texts));
    }
    any(parsed
        .iter()
        .map(|pattern| truth(pattern.matches(text, context))))
}
