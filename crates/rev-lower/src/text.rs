//! The one place where texts of a policy take the form in which values are compared with them.

use rev_table::{Kind, MatchOp};
use rev_text::{Context, Op, Pattern, normalise};
use smol_str::SmolStr;

/// A pattern behind `like`, `under`, `runs` or `is`, for values of this kind; without a kind, of plain text. One that
/// nothing can match was told; as it is, it matches nothing.
pub(crate) fn pattern(kind: Option<Kind>, op: MatchOp, text: &SmolStr) -> SmolStr {
    let op = match op {
        MatchOp::Like => Op::Like,
        MatchOp::Under => Op::Under,
        MatchOp::Runs => Op::Runs,
        MatchOp::RunsOnly => Op::RunsOnly,
        MatchOp::Is => Op::Is,
    };
    let found = Pattern::parse(text_kind(kind), op, text);
    found.map_or_else(|_| text.clone(), |found| found.text().into())
}

/// A text that is compared with a value of this kind, or bound to an argument of it. One that is no such value was told;
/// as it is, nothing equals it.
pub(crate) fn literal(kind: Kind, text: &SmolStr) -> SmolStr {
    let found = normalise(text_kind(Some(kind)), text, &Context::default());
    found.map_or_else(|_| text.clone(), |found| found.as_ref().into())
}

fn text_kind(kind: Option<Kind>) -> rev_text::Kind {
    match kind {
        None => rev_text::Kind::Text,
        Some(Kind::Url) => rev_text::Kind::Url,
        Some(Kind::Path) => rev_text::Kind::Path,
        Some(Kind::Command) => rev_text::Kind::Command,
        Some(Kind::Email) => rev_text::Kind::Email,
        Some(Kind::Host) => rev_text::Kind::Host,
    }
}
