//! Patterns: checked and brought to a canonical text once, then matched on that text.

use crate::glob::{Extent, LONGEST, Stars, matches as glob};
use crate::{Context, Kind, Op, Truth, WhyNot, command, host, path, url};
use std::borrow::Cow;
use std::fmt;

/// A pattern in its canonical text, with what it is about.
///
/// ```
/// use rev_text::{Context, Kind, Op, Pattern, Truth};
/// let pattern = Pattern::parse(Kind::Path, Op::Under, "~/.ssh/").unwrap();
/// assert_eq!(pattern.to_string(), "~/.ssh");
/// let here = Context::default();
/// assert_eq!(pattern.matches("/home/u/.ssh/id_rsa", &here), Truth::True);
/// assert_eq!(pattern.matches(".ssh/id_rsa", &here), Truth::Unknown);
/// assert!(Pattern::parse(Kind::Host, Op::Is, "two words").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern<'a> {
    kind: Kind,
    op: Op,
    text: Cow<'a, str>,
}

impl<'a> Pattern<'a> {
    /// The canonical form of a pattern as its author wrote it.
    ///
    /// # Errors
    /// When no value of its kind can match it, or this kind has no such test; the sentence is for the author.
    pub fn parse(kind: Kind, op: Op, text: &'a str) -> Result<Pattern<'a>, WhyNot> {
        if text.len() > LONGEST {
            return Err(WhyNot::of(format!("a pattern has at most {LONGEST} bytes")));
        }
        if text.contains('\0') && kind != Kind::Text {
            return Err(WhyNot::new("no value has a zero byte"));
        }
        let stars = stars(kind, op);
        let canonical = match (kind, op) {
            (Kind::Path, Op::Is | Op::Like | Op::Under) => path::pattern(text, stars)?,
            (Kind::Url, Op::Is | Op::Like | Op::Under) => url::pattern(op, text)?,
            (Kind::Host, Op::Is) => host::normalise(text)?,
            (Kind::Email, Op::Is) => host::normalise_email(text)?,
            (Kind::Host, Op::Like) => host::pattern(text)?,
            (Kind::Email, Op::Like) => host::email_pattern(text)?,
            (Kind::Text | Kind::Command, Op::Is | Op::Like) => Cow::Borrowed(text),
            (Kind::Command, Op::Runs | Op::RunsOnly) => Cow::Owned(command::pattern(text)?),
            _ => {
                return Err(WhyNot::of(format!(
                    "`{}` cannot test a `{}`",
                    op.word(),
                    kind.word()
                )));
            }
        };
        let text = match stars {
            Stars::Plain => canonical,
            stars => fewer_stars(canonical, stars),
        };
        Ok(Pattern { kind, op, text })
    }

    /// A pattern whose text is canonical already, such as one from a table. Nothing is checked and nothing copied; a text
    /// that is not canonical matches something else or nothing.
    pub fn canonical(kind: Kind, op: Op, text: &'a str) -> Pattern<'a> {
        Pattern {
            kind,
            op,
            text: Cow::Borrowed(text),
        }
    }

    /// The canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it matches a value in its one spelling ([`crate::normalise`]). Of `runs only` it answers as if it were the
    /// only pattern; see [`command::Script::runs_only`].
    pub fn matches(&self, value: &str, context: &Context<'_>) -> Truth {
        if self.text.len() > LONGEST.saturating_mul(4) {
            return Truth::Unknown;
        }
        let stars = stars(self.kind, self.op);
        match (self.kind, self.op) {
            (_, Op::Runs) => command::read(value).runs(&self.text),
            (_, Op::RunsOnly) => command::read(value).runs_only([self.text()]),
            (Kind::Path, Op::Under) => {
                path::matches(&self.text, value, stars, Extent::Below, context)
            }
            (Kind::Path, _) => path::matches(&self.text, value, stars, Extent::Whole, context),
            (Kind::Url, _) => url::matches(self.op, &self.text, value),
            _ => Truth::from(glob(&self.text, value, stars, Extent::Whole)),
        }
    }
}

/// Whether plain text matches a pattern: the same as [`Pattern::matches`] of [`Kind::Text`] and [`Op::Like`].
///
/// ```
/// assert_eq!(rev_text::like("ord_*", "ord_1"), rev_text::Truth::True);
/// ```
pub fn like(pattern: &str, text: &str) -> Truth {
    match pattern.len() > LONGEST.saturating_mul(4) {
        true => Truth::Unknown,
        false => Truth::from(glob(pattern, text, Stars::Anything, Extent::Whole)),
    }
}

impl fmt::Display for Pattern<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn stars(kind: Kind, op: Op) -> Stars {
    match (kind, op) {
        (_, Op::Is | Op::Runs | Op::RunsOnly) => Stars::Plain,
        (Kind::Path | Kind::Url, _) => Stars::Segments,
        _ => Stars::Anything,
    }
}

/// Three stars in a row say nothing that two do not.
fn fewer_stars(text: Cow<'_, str>, stars: Stars) -> Cow<'_, str> {
    let (many, few) = match stars {
        Stars::Anything => ("**", "*"),
        _ => ("***", "**"),
    };
    let mut text = text;
    while text.contains(many) {
        text = Cow::Owned(text.replace(many, few));
    }
    text
}
