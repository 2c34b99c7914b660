//! The parts of an argument: what is looked for, one by one.

use crate::address;
use crate::amount;
use crate::fold::{Edge, folded};
use crate::index::{Index, Work};
use rev_eval::{Json, Shape};
use rev_table::{Kind, Table, Type};
use rev_text::Truth;

/// One part of a value, in all the forms in which it counts as the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Text {
        folded: String,
        /// Of an e-mail or a URL.
        normal: Option<String>,
    },
    /// The host of a link, or a URL for which its scheme does not count.
    Link(String),
    Amount(String),
    /// A flag, or something that cannot be read: nobody says such a thing in words.
    Wordless,
}

impl Part {
    pub fn text(text: &str) -> Part {
        let folded = folded(text);
        match folded.is_empty() {
            true => Part::Wordless,
            false => Part::Text {
                folded,
                normal: address::normal(text.trim()),
            },
        }
    }

    pub fn link(kind: rev_text::Kind, link: &str) -> Part {
        let link = link.to_lowercase();
        match kind {
            rev_text::Kind::Host => Part::Link(link),
            // Following it is writing to that address.
            _ if link.strip_prefix("mailto:").is_some_and(is_address) => Part::text(&link),
            _ => match address::short(&link) {
                Some(short) => Part::Link(short.to_owned()),
                None => Part::Text {
                    folded: link.clone(),
                    normal: Some(link),
                },
            },
        }
    }

    /// Whether a person's words contain it.
    pub fn is_said_in(&self, words: &Index, work: &Work) -> Truth {
        match self {
            Part::Wordless => Truth::False,
            Part::Amount(number) => words.has_amount(number, work),
            Part::Link(short) => words
                .has_address(short, work)
                .or(words.has_host(short, work)),
            Part::Text { folded, .. } => {
                let weak = folded.chars().count() < 3 || is_digits(folded);
                let edge = if weak { Edge::Quotes } else { Edge::Strict };
                let plain = words.has_words(folded, edge, work);
                plain.or(self.is_address_in(words, work))
            }
        }
    }

    fn is_address_in(&self, words: &Index, work: &Work) -> Truth {
        let Part::Text { folded, normal } = self else {
            return Truth::False;
        };
        // A host with the slash that browsers put behind it.
        if normal.is_none() && folded.ends_with('/') && !folded.contains(' ') {
            return words.has_short(folded.trim_end_matches('/'), work);
        }
        let Some(normal) = normal else {
            return Truth::False;
        };
        let short =
            address::short(normal).map_or(Truth::False, |short| words.has_short(short, work));
        words.has_address(normal, work).or(short)
    }

    /// Whether it is a whole leaf. A short number is one by chance.
    pub fn is_leaf_of(&self, index: &Index, work: &Work) -> Truth {
        match self {
            Part::Amount(number) if !amount::is_short(number) => index.has_leaf(number, work),
            Part::Text { folded, normal } if !(is_digits(folded) && amount::is_short(folded)) => {
                let normal = normal.as_deref().filter(|normal| normal != folded);
                let normal = normal.map_or(Truth::False, |normal| index.has_leaf(normal, work));
                index.has_leaf(folded, work).or(normal)
            }
            _ => Truth::False,
        }
    }

    /// Whether texts that can be relied on contain it. A short number does so by chance.
    pub fn is_found_in(&self, index: &Index, work: &Work) -> Truth {
        match self {
            Part::Wordless => Truth::False,
            Part::Amount(number) if amount::is_short(number) => Truth::False,
            Part::Amount(number) => index.has_amount(number, work),
            Part::Link(_) => self.is_said_in(index, work),
            Part::Text { folded, .. } if is_digits(folded) => match amount::is_short(folded) {
                true => Truth::False,
                false => index.has_words(folded, Edge::Strict, work),
            },
            Part::Text { folded, .. } if folded.chars().count() < 3 => index.has_leaf(folded, work),
            Part::Text { folded, .. } => {
                let plain = index.has_words(folded, Edge::Strict, work);
                plain.or(self.is_address_in(index, work))
            }
        }
    }

    /// Whether it may have come from these texts.
    pub fn may_come_from(&self, index: &Index, work: &Work) -> bool {
        let found = match self {
            Part::Wordless => Truth::False,
            Part::Amount(number) => index.has_amount(number, work),
            Part::Link(short) => {
                let address = index.has_address(short, work);
                address.or(index.has_words(short, Edge::Loose, work))
            }
            Part::Text { folded, .. } => {
                let plain = index.has_words(folded, Edge::Loose, work);
                plain.or(self.is_address_in(index, work))
            }
        };
        found != Truth::False
    }

    /// Its text, to be found again in the result of the call it is an argument of.
    pub fn form(&self) -> Option<&str> {
        match self {
            Part::Text { folded, .. } => Some(folded),
            Part::Amount(text) | Part::Link(text) => Some(text),
            Part::Wordless => None,
        }
    }
}

fn is_address(text: &str) -> bool {
    address::normal(text).is_some()
}

fn is_digits(text: &str) -> bool {
    text.chars().all(char::is_numeric)
}

/// Tells the parts of a value of a type; nothing of what is absent or empty.
pub(crate) fn parts(table: &Table, json: Json<'_>, ty: Option<u32>, tell: &mut impl FnMut(Part)) {
    let ty = ty.and_then(|ty| table.ty(ty));
    if let Some(Type::Optional(inner) | Type::Like { base: inner, .. }) = ty {
        return parts(table, json, Some(inner), tell);
    }
    match json.shape() {
        Shape::Null => {}
        Shape::Bool => tell(Part::Wordless),
        Shape::Number => tell(number(json).map_or(Part::Wordless, Part::Amount)),
        Shape::Text => match json.text() {
            None => tell(Part::Wordless),
            Some(text) if text.trim().is_empty() => {}
            Some(text) => tell(typed(&text, ty)),
        },
        Shape::List => {
            let inner = match ty {
                Some(Type::List(inner)) => Some(inner),
                _ => None,
            };
            for item in json.items() {
                match item {
                    Ok(item) => parts(table, item, inner, tell),
                    Err(_) => tell(Part::Wordless),
                }
            }
        }
        Shape::Record => {
            for entry in json.entries() {
                let Ok((key, value)) = entry else {
                    tell(Part::Wordless);
                    continue;
                };
                match ty.and_then(|ty| inside(table, ty, &key)) {
                    Some(inner) => parts(table, value, Some(inner), tell),
                    None => {
                        // A name that nobody declared can hold what a value can.
                        tell(Part::text(&key));
                        parts(table, value, None, tell);
                    }
                }
            }
        }
    }
}

/// The type of an entry that a record declares.
pub(crate) fn inside(table: &Table, ty: Type, key: &str) -> Option<u32> {
    match ty {
        Type::Record { first, len, .. } => {
            let fields = table.fields(first, len);
            let found = fields.binary_search_by(|field| table.text(field.name.get()).cmp(key));
            let field = found.ok().and_then(|at| fields.get(at))?;
            Some(field.ty.get())
        }
        _ => None,
    }
}

fn typed(text: &str, ty: Option<Type>) -> Part {
    match ty {
        Some(Type::Int | Type::Decimal | Type::Quantity { .. } | Type::Duration) => {
            amount::canonical(text).map_or(Part::Wordless, Part::Amount)
        }
        Some(Type::Meaning(Kind::Host)) => {
            let host = rev_text::host::normalise(text);
            host.map_or_else(|_| Part::text(text), |host| Part::text(&host))
        }
        _ => Part::text(text),
    }
}

/// A number in its one form.
pub(crate) fn number(json: Json<'_>) -> Option<String> {
    match json {
        Json::Text(text) | Json::Plain(text) => amount::canonical(text),
        Json::Tree(value) => amount::canonical(&value.to_string()),
    }
}
