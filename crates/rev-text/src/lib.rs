//! Texts with meaning: paths, URLs, hosts, e-mail addresses and commands, brought to one spelling and matched by patterns.
//!
//! A pattern in a policy is about a thing, and a thing can be spelt in many ways. So nothing is matched as it was written:
//! a value is normalised first ([`normalise`]), a pattern is brought to a canonical form when the policy is compiled
//! ([`Pattern::parse`]), and the canonical text itself is what a decision table stores and what is matched
//! ([`Pattern::canonical`]). Where an answer cannot be told it is [`Truth::Unknown`], never a guess.
//!
//! | kind | one spelling | `like`: `*` is | also |
//! |---|---|---|---|
//! | text | as it is | anything | |
//! | path | no `.`, `..`, doubled slashes; `~` is home, or any home while that is not known | within a segment; `**` crosses | `under` |
//! | URL | as browsers read it; escapes of plain letters decoded | within a segment of the path; anything in the host | `under` |
//! | host | lower case, IDNA, no trailing dot; addresses as numbers | anything | |
//! | e-mail | its domain as a host | anything | |
//! | command | as it is; read as a shell would | anything | `runs`, `runs only` |
//!
//! ```
//! use rev_text::{Context, Kind, Op, Pattern, Truth, normalise};
//! let context = Context::default();
//! let pattern = Pattern::parse(Kind::Url, Op::Like, "stripe.com/checkout/*").unwrap();
//! let value = normalise(Kind::Url, "HTTPS://Stripe.com:443/./%63heckout/1", &context).unwrap();
//! assert_eq!(pattern.matches(&value, &context), Truth::True);
//! let value = normalise(Kind::Url, "https://stripe.com@evil.example/checkout/1", &context).unwrap();
//! assert_eq!(pattern.matches(&value, &context), Truth::False);
//! ```
//!
//! # What it does not see
//!
//! Links between files, aliases of another session, what a script or a program does by itself, and whether a word that no
//! shell expands here names a file there. Letters that only look alike stay different: that is what makes them strangers.
//!
//! This crate knows nothing of the rest of the workspace. It has no input or output, no clock, no regular expressions; it
//! never panics, and its cost is bounded by the product of the lengths of pattern and value.

pub mod command;
mod glob;
pub mod host;
mod inside;
mod links;
pub mod path;
mod pattern;
mod percent;
mod shell;
mod truth;
pub mod url;
mod wrapped;

/// E-mail addresses.
pub mod email {
    pub use crate::host::normalise_email as normalise;
}

pub use glob::LONGEST as LONGEST_PATTERN;
pub use inside::inside;
pub use links::links;
pub use pattern::{Pattern, like};
pub use truth::Truth;

use std::borrow::Cow;
use std::fmt;

/// What a text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Nothing in particular.
    Text,
    /// A file or folder.
    Path,
    /// A URL with its scheme.
    Url,
    /// A domain or an address of a machine.
    Host,
    /// An e-mail address.
    Email,
    /// A command for a shell.
    Command,
}

impl Kind {
    /// The word for it in a policy.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Path => "path",
            Kind::Url => "url",
            Kind::Host => "host",
            Kind::Email => "email",
            Kind::Command => "command",
        }
    }
}

/// How a pattern tests a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// The same, with no stars.
    Is,
    /// A glob.
    Like,
    /// A folder, or something below it.
    Under,
    /// Some simple command of it.
    Runs,
    /// Every simple command of it.
    RunsOnly,
}

impl Op {
    /// The word for it in a policy.
    pub fn word(self) -> &'static str {
        match self {
            Op::Is => "is",
            Op::Like => "like",
            Op::Under => "under",
            Op::Runs => "runs",
            Op::RunsOnly => "runs only",
        }
    }
}

/// What a host may know about where a call runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Context<'a> {
    /// The home folder, as an absolute path.
    pub home: Option<&'a str>,
    /// The working folder.
    pub cwd: Option<&'a str>,
    /// The value was not declared to be of its kind but only tried as one: a relative path is compared as it stands.
    pub tried: bool,
}

/// The sentence that says why a text is not of its kind: lower case, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyNot(Cow<'static, str>);

impl WhyNot {
    const fn new(sentence: &'static str) -> WhyNot {
        WhyNot(Cow::Borrowed(sentence))
    }

    fn of(sentence: String) -> WhyNot {
        WhyNot(Cow::Owned(sentence))
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WhyNot {}

/// The one spelling of a value. Paths, hosts and addresses that are spelt so already are not copied.
///
/// ```
/// use rev_text::{Context, Kind, normalise};
/// let here = Context::default();
/// assert_eq!(normalise(Kind::Host, "EXAMPLE.org.", &here).unwrap(), "example.org");
/// assert_eq!(normalise(Kind::Email, "nobody", &here).unwrap_err().to_string(), "this is no e-mail address");
/// ```
///
/// # Errors
/// When it is no value of that kind.
pub fn normalise<'a>(
    kind: Kind,
    value: &'a str,
    context: &Context<'_>,
) -> Result<Cow<'a, str>, WhyNot> {
    match kind {
        Kind::Text => Ok(Cow::Borrowed(value)),
        Kind::Path => path::normalise(value, context),
        Kind::Url => url::normalise(value).map(Cow::Owned),
        Kind::Host => host::normalise(value),
        Kind::Email => host::normalise_email(value),
        Kind::Command if value.contains('\0') => Err(WhyNot::new("no command has a zero byte")),
        Kind::Command => Ok(Cow::Borrowed(value)),
    }
}
