//! The leaves of a text that is YAML or a plain list: its lines, without the marks of a list, and what stands behind a name
//! in them. A line of prose is a leaf that hardly anything equals.

use std::borrow::Cow;

/// Tells each leaf, and whether its words stand in the text as they are.
pub(crate) fn leaves(text: &str, tell: &mut impl FnMut(&str, bool)) {
    let mut open: Option<Open<'_>> = None;
    for written in text.lines() {
        let mut line = written.trim_start();
        let mut indent = written.len() - line.len();
        line = line.trim_end();
        if let Some(begun) = &mut open {
            let quoted = is_open(begun.first);
            let deeper = indent > begun.indent;
            let plain = !is_item(line) && entry(line).is_none();
            if deeper && !line.is_empty() && (begun.block || quoted || plain) {
                begun.more.push(line);
            } else {
                open.take().into_iter().for_each(|open| open.tell(tell));
            }
        }
        let within = open.as_ref().is_some_and(|open| !open.more.is_empty());
        let dash = indent;
        while let Some(item) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
            let item = item.trim_start();
            indent += line.len() - item.len();
            line = item;
        }
        let value = entry(line);
        leaf(line, tell);
        leaf(value.unwrap_or(""), tell);
        if !within {
            open = Some(Open {
                // What continues an entry stands deeper than its name; what continues an item, than its dash.
                indent: if value.is_some() { indent } else { dash },
                first: value.unwrap_or(line),
                block: value.unwrap_or(line).starts_with(['|', '>']),
                more: Vec::new(),
            });
        }
    }
    open.into_iter().for_each(|open| open.tell(tell));
}

/// A value that may go on in the next line.
struct Open<'t> {
    indent: usize,
    first: &'t str,
    /// Its lines are all behind the first.
    block: bool,
    more: Vec<&'t str>,
}

impl Open<'_> {
    fn tell(self, tell: &mut impl FnMut(&str, bool)) {
        if self.more.is_empty() {
            return;
        }
        let first = if self.block { "" } else { self.first };
        let mut whole = first.to_owned();
        for more in self.more {
            match whole.strip_suffix('\\') {
                Some(before) => whole.truncate(before.len()),
                None => whole.push(' '),
            }
            whole.push_str(more);
        }
        leaf(whole.trim_start(), tell);
    }
}

/// A leaf without its quotes; a list on one line has several.
fn leaf(text: &str, tell: &mut impl FnMut(&str, bool)) {
    let inside = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if let Some(inside) = inside {
        pieces(inside, &mut |piece| leaf(piece.trim(), tell));
        return;
    }
    match unquoted(text) {
        Cow::Borrowed("") => {}
        Cow::Borrowed(plain) => tell(plain, true),
        Cow::Owned(plain) => tell(&plain, false),
    }
}

/// Splits a list at the commas that no quotes and no brackets enclose. Nothing of a list in a list.
fn pieces<'t>(inside: &'t str, tell: &mut impl FnMut(&'t str)) {
    let mut quote = None;
    let mut start = 0;
    for (at, one) in inside.char_indices() {
        match (one, quote) {
            ('[' | ']', None) => return,
            ('"' | '\'', None) if inside.get(start..at).unwrap_or("").trim().is_empty() => {
                quote = Some(one);
            }
            (one, Some(open)) if one == open => quote = None,
            (',', None) => {
                tell(inside.get(start..at).unwrap_or(""));
                start = at + 1;
            }
            _ => {}
        }
    }
    tell(inside.get(start..).unwrap_or(""));
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ") || line.starts_with("* ")
}

/// Whether a quote is begun and not ended.
fn is_open(value: &str) -> bool {
    value.starts_with(['"', '\'']) && quoted(value, '"').or(quoted(value, '\'')).is_none()
}

fn quoted(text: &str, sign: char) -> Option<&str> {
    text.strip_prefix(sign)?.strip_suffix(sign)
}

fn unquoted(text: &str) -> Cow<'_, str> {
    if let Some(inside) = quoted(text, '"') {
        return match inside.contains('\\') {
            true => Cow::Owned(unescaped(inside)),
            false => Cow::Borrowed(inside),
        };
    }
    match quoted(text, '\'') {
        Some(inside) if inside.contains("''") => Cow::Owned(inside.replace("''", "'")),
        Some(inside) => Cow::Borrowed(inside),
        None => Cow::Borrowed(text),
    }
}

/// The characters that YAML writes by number or letter.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let mut signs = after.chars();
        let sign = signs.next();
        rest = signs.as_str();
        let digits = match sign {
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            Some('n' | 't' | 'r' | ' ') => {
                plain.push(' ');
                continue;
            }
            other => {
                plain.extend(other);
                continue;
            }
        };
        let number = rest.get(..digits).map(|hex| u32::from_str_radix(hex, 16));
        if let Some(one) = number.and_then(Result::ok).and_then(char::from_u32) {
            plain.push(one);
            rest = rest.get(digits..).unwrap_or("");
        }
    }
    plain.push_str(rest);
    plain
}

/// What stands behind the name of an entry: `name: value`.
fn entry(line: &str) -> Option<&str> {
    let (name, value) = line.split_once(": ")?;
    let is_name = |one: char| one.is_alphanumeric() || matches!(one, '_' | '-' | ' ' | '"' | '\'');
    let fine = !name.is_empty() && name.chars().all(is_name);
    fine.then(|| value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_of_a_text() {
        for (text, wanted) in [
            ("- Alice\n- Bob\n", &["Alice", "Bob"][..]),
            (
                "name: Ann Lee\nmail: 'ann@x.example'\ntags:\n  - a b\n",
                &[
                    "name: Ann Lee",
                    "Ann Lee",
                    "mail: 'ann@x.example'",
                    "ann@x.example",
                    "tags:",
                    "a b",
                ],
            ),
            (
                "Hotels: Sea View\nOld Mill",
                &["Hotels: Sea View", "Sea View", "Old Mill"],
            ),
            (
                "- id: 1\n  at: 12 Long\n    Road\n  to: [a, 'b, c']\n",
                &[
                    "id: 1",
                    "1",
                    "at: 12 Long",
                    "12 Long",
                    "Road",
                    "12 Long Road",
                    "to: [a, 'b, c']",
                    "a",
                    "b, c",
                ],
            ),
            (
                "at: \"Caf\\xE9\\\n  \\ Nord\"\nit: 'Bo''s'\n",
                &[
                    "at: \"Caf\\xE9\\",
                    "\"Caf\\xE9\\",
                    "\\ Nord\"",
                    "Café Nord",
                    "it: 'Bo''s'",
                    "Bo's",
                ],
            ),
            (
                "note: |\n  a: b\n  - c\nend",
                &["note: |", "|", "a: b", "b", "c", "a: b - c", "end"],
            ),
            ("She said (so): no.", &["She said (so): no."]),
            ("", &[]),
        ] {
            let mut found = Vec::new();
            leaves(text, &mut |leaf, _| found.push(leaf.to_owned()));
            assert_eq!(found, wanted, "{text}");
        }
    }
}
