//! Text with meaning: what `rev-text` knows, asked in the table's words.

use crate::typed::Reader;
use rev_table::{Kind, MatchOp};
use rev_text::{Context, Op, Pattern, Truth, command, normalise};
use std::borrow::Cow;

fn kind_of(kind: Option<Kind>) -> rev_text::Kind {
    match kind {
        None => rev_text::Kind::Text,
        Some(Kind::Url) => rev_text::Kind::Url,
        Some(Kind::Path) => rev_text::Kind::Path,
        Some(Kind::Command) => rev_text::Kind::Command,
        Some(Kind::Email) => rev_text::Kind::Email,
        Some(Kind::Host) => rev_text::Kind::Host,
    }
}

fn op_of(op: MatchOp) -> Op {
    match op {
        MatchOp::Like => Op::Like,
        MatchOp::Under => Op::Under,
        MatchOp::Runs => Op::Runs,
        MatchOp::RunsOnly => Op::RunsOnly,
        MatchOp::Is => Op::Is,
    }
}

fn context(reader: Reader<'_>) -> Context<'_> {
    Context {
        home: reader.home,
        cwd: reader.cwd,
        tried: false,
    }
}

/// The normal form of a text; `None` if it is not of this kind.
pub(crate) fn normal<'a>(
    kind: Kind,
    text: Cow<'a, str>,
    reader: Reader<'_>,
) -> Option<Cow<'a, str>> {
    let kind = kind_of(Some(kind));
    match text {
        Cow::Borrowed(text) => normalise(kind, text, &context(reader)).ok(),
        Cow::Owned(text) => {
            let found = normalise(kind, &text, &context(reader)).ok();
            found.map(|found| Cow::Owned(found.into_owned()))
        }
    }
}

pub(crate) fn is_normal(kind: Kind, text: &str, reader: Reader<'_>) -> bool {
    normalise(kind_of(Some(kind)), text, &context(reader)).is_ok()
}

/// Whether a text in its normal form is like a pattern.
pub(crate) fn like(kind: Option<Kind>, pattern: &str, text: &str, reader: Reader<'_>) -> Truth {
    let pattern = Pattern::canonical(kind_of(kind), Op::Like, pattern);
    pattern.matches(text, &context(reader))
}

/// Whether a text in its normal form matches some pattern; of `runs only`, whether every command is one of them.
pub fn any_match<'p>(
    op: MatchOp,
    kind: Option<Kind>,
    patterns: impl Iterator<Item = &'p str>,
    text: &str,
    reader: Reader<'_>,
) -> Truth {
    any_in(op, kind_of(kind), patterns, text, &context(reader))
}

fn any_in<'p>(
    op: MatchOp,
    kind: rev_text::Kind,
    patterns: impl Iterator<Item = &'p str>,
    text: &str,
    context: &Context<'_>,
) -> Truth {
    let one = |pattern| Pattern::canonical(kind, op_of(op), pattern).matches(text, context);
    match op {
        // The command is read once for all patterns.
        MatchOp::Runs => {
            let script = command::read(text);
            Truth::any(patterns.map(|pattern| script.runs(pattern)))
        }
        MatchOp::RunsOnly => command::read(text).runs_only(patterns),
        MatchOp::Like | MatchOp::Under | MatchOp::Is => Truth::any(patterns.map(one)),
    }
}

/// Whether a value in a text, of its kind or inside it, is of the kind that is asked for and matches.
pub(crate) fn inside<'p>(
    op: MatchOp,
    declared: Option<Kind>,
    wanted: Kind,
    patterns: impl Iterator<Item = &'p str> + Clone,
    text: &str,
    reader: Reader<'_>,
) -> Truth {
    let context = context(reader);
    let mut found = Truth::False;
    if declared == Some(wanted) {
        found = match normalise(kind_of(declared), text, &context) {
            Ok(text) => any_in(op, kind_of(declared), patterns.clone(), &text, &context),
            // Its type was checked before; what cannot be read now is not known.
            Err(_) => Truth::Unknown,
        };
    }
    let tried = Context {
        tried: true,
        ..context
    };
    for (kind, value) in rev_text::inside(kind_of(declared), text, &context) {
        if kind == kind_of(Some(wanted)) && found != Truth::True {
            found = found.or(any_in(op, kind, patterns.clone(), &value, &tried));
        }
    }
    found
}

/// The URLs and hosts in a text, in their normal form.
pub fn links(text: &str) -> Vec<String> {
    let links = rev_text::links(text).into_iter();
    links.map(|(_, link)| link).collect()
}

/// Milliseconds since 1970 of a time such as `2026-01-31T12:00:00Z`.
pub(crate) fn time(text: &str) -> Option<i64> {
    let (date, clock) = text.split_once(['T', 't', ' '])?;
    let mut date = date.splitn(3, '-').map(digits);
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let (clock, offset) = match clock.find(['Z', 'z', '+', '-']) {
        Some(at) => clock.split_at_checked(at)?,
        None => return None,
    };
    let mut clock = clock.splitn(3, ':');
    let (hour, minute) = (digits(clock.next()?)?, digits(clock.next()?)?);
    let seconds = clock.next()?;
    let (second, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let second = digits(second)?;
    let fine = (1..=12).contains(&month) && (1..=31).contains(&day);
    if !fine || year > 9999 || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let millis = match fraction.get(..fraction.len().min(3))? {
        "" => 0,
        some => digits(some)? * 10_i64.pow(3 - some.len() as u32),
    };
    let offset = match offset {
        "Z" | "z" => 0,
        _ => {
            let (sign, rest) = offset.split_at_checked(1)?;
            let (hours, minutes) = rest.split_once(':')?;
            let minutes = digits(hours)? * 60 + digits(minutes)?;
            if sign == "-" { -minutes } else { minutes }
        }
    };
    // Days since 1970, counted in years that begin in March, so that a leap day is the last.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * month + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    let seconds = days * 86_400 + hour * 3_600 + (minute - offset) * 60 + second;
    Some(seconds * 1_000 + millis)
}

fn digits(text: &str) -> Option<i64> {
    let fine =
        !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    if fine { text.parse().ok() } else { None }
}
