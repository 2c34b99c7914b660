//! Advice for what other languages, or haste, have taught the hand.

use crate::expected::{BlockKind, token};
use crate::grammar::Rule;
use crate::layout::{PieceKind, scan};
use rev_diagnostics::suggest;

/// Where reading stopped.
pub(crate) struct Stop<'a> {
    pub kind: BlockKind,
    /// What was read of the line.
    pub before: &'a str,
    /// The token that does not fit; empty at the end of the line.
    pub found: &'a str,
    /// The line from that token on.
    pub rest: &'a str,
    /// What would have fitted.
    pub tried: &'a [Rule],
}

impl Stop<'_> {
    fn wants(&self, rule: Rule) -> bool {
        // Where any value can stand, the grammar looks at the first character and tries nothing else.
        let is_value = matches!(rule, Rule::number | Rule::duration | Rule::text);
        self.tried.contains(&rule) || (is_value && self.tried.contains(&Rule::ALLOWED))
    }

    /// The first character behind the token.
    fn next(&self) -> Option<char> {
        self.rest.get(self.found.len()..)?.chars().next()
    }
}

/// The advice about a bracket that closes nothing.
pub(crate) const CLOSES_NOTHING: &str = "nothing that is open here is closed by it: remove it";

/// What to write instead of a sign that the language does not have here.
pub(crate) fn foreign_sign(stop: &Stop<'_>) -> Option<&'static str> {
    Some(match stop.found {
        "&&" => "write `and`",
        "||" => "write `or`",
        "!" => "write `not`",
        "=" if stop.wants(Rule::colon) => "a name and its value have `:` between them",
        "=" if stop.next() == Some('<') => "write `<=`",
        "=" if stop.next() == Some('>') => "write `>=`",
        "=" if stop.wants(Rule::compare_op) => "values are compared with `==`",
        "'" | "`" => "texts are written in double quotes",
        "#" => "a comment begins with `//`",
        "-" if stop.next() == Some('-') => "a comment begins with `//`",
        "/" if stop.next() == Some('*') => "there are no block comments: begin each line with `//`",
        "\u{201c}" | "\u{201d}" | "\u{201e}" | "\u{2018}" | "\u{2019}" | "\u{ab}" | "\u{bb}" => {
            "texts are written in straight double quotes: `\"…\"`"
        }
        "\u{a0}" | "\u{200b}" | "\u{feff}" => "this blank is not an ordinary one: type it anew",
        ")" | "]" | "}" if !is_open(stop.before, stop.found) => CLOSES_NOTHING,
        _ => return None,
    })
}

/// The bracket that was opened last and is not closed. Texts are passed over.
pub(crate) fn innermost(before: &str) -> Option<char> {
    let mut open = Vec::new();
    for piece in scan(before, 0) {
        match piece.kind {
            PieceKind::Open(byte) => open.push(char::from(byte)),
            PieceKind::Close(_) => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// Whether a bracket is open that `close` would close. Texts are passed over.
fn is_open(before: &str, close: &str) -> bool {
    let opener = match close {
        ")" => '(',
        "]" => '[',
        _ => '{',
    };
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for character in before.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            _ if character == opener => depth += 1,
            _ if close.starts_with(character) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth > 0
}

/// What to do about it, where the expected rules alone do not say.
pub(crate) fn advice(stop: &Stop<'_>) -> Option<String> {
    in_type(stop)
        .or_else(|| in_list(stop))
        .or_else(|| number(stop))
        .or_else(|| sign(stop).map(str::to_owned))
}

/// Types with a type inside that are written another way.
fn in_type(stop: &Stop<'_>) -> Option<String> {
    let before = stop.before.trim_end();
    let start = before
        .rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .map_or(0, |at| at + 1);
    let word = before.get(start..)?;
    let is_word = stop.found.starts_with(|c: char| c.is_ascii_alphabetic());
    match stop.found {
        "," if stop.wants(Rule::angle_close)
            && before.get(..start)?.trim_end().ends_with("map<") =>
        {
            let (values, _) = stop.rest.get(1..)?.split_once('>')?;
            Some(format!("a map's keys are texts: `map<{}>`", values.trim()))
        }
        "<" => {
            let near = suggest::nearest(word, ["list", "map"])?;
            (word != near).then(|| format!("did you mean `{near}<…>`?"))
        }
        found if is_word && stop.wants(Rule::angle_open) => Some(format!(
            "the type inside stands in `<…>`: `{word}<{found}>`"
        )),
        _ => None,
    }
}

/// Lists that are written another way.
fn in_list(stop: &Stop<'_>) -> Option<String> {
    match innermost(stop.before)? {
        '[' if !matches!(stop.found, "" | "," | "]") => {
            Some("the elements of a list have commas between them".to_owned())
        }
        '(' if stop.found == "," => {
            let (head, first) = stop.before.rsplit_once('(')?;
            let (others, _) = stop.rest.split_once(')')?;
            let is_list = head.trim_end().ends_with(" in");
            is_list.then(|| format!("a list is written in brackets: `[{first}{others}]`"))
        }
        _ => None,
    }
}

/// Numbers, amounts and durations that are written another way.
fn number(stop: &Stop<'_>) -> Option<String> {
    let found = stop.found;
    let digit = |c: char| c.is_ascii_digit();
    if stop.wants(Rule::duration) && !stop.wants(Rule::number) {
        let help = "durations are written `500ms`, `30s`, `10m`, `72h` or `7d`";
        let number = found.starts_with(digit) || found == "-";
        return number.then(|| help.to_owned());
    }
    if found == "," && stop.before.ends_with(digit) && stop.next().is_some_and(digit) {
        return Some("thousands are parted by `_`, as in `5_000`".to_owned());
    }
    if found == "." && stop.wants(Rule::number) && stop.next().is_some_and(digit) {
        return Some("a number begins with a digit, as in `0.5`".to_owned());
    }
    if !stop.wants(Rule::number) {
        return None;
    }
    if found.starts_with(digit) {
        let unit = found.trim_start_matches(|c: char| c.is_ascii_digit() || "._".contains(c));
        let number = found.strip_suffix(unit).filter(|_| !unit.is_empty())?;
        return Some(format!("a unit has a blank before it: `{number} {unit}`"));
    }
    let behind = stop.rest.get(found.len()..)?.trim_start();
    let number = token(behind);
    let is_word = found.starts_with(|c: char| c.is_ascii_alphabetic());
    let swapped = is_word && number.starts_with(digit) && !stop.wants(Rule::path);
    swapped.then(|| format!("the number stands before its unit: `{number} {found}`"))
}

fn sign(stop: &Stop<'_>) -> Option<&'static str> {
    let ends = stop.wants(Rule::EOI);
    Some(match (stop.found, stop.kind) {
        ("(", _) if stop.wants(Rule::record) || stop.wants(Rule::bindings) => {
            "arguments are bound in braces, as in `{ order: args.order }`"
        }
        ("[", BlockKind::Entry) => "a list is written `list<…>`",
        ("<", BlockKind::Entry) => {
            "only `list<…>` and `map<…>` have a type inside; `T?` may be null, `name?: T` may be left out"
        }
        ("|", BlockKind::Entry) => {
            "only texts can stand side by side, as in `\"open\" | \"closed\"`"
        }
        ("", _) if stop.before.trim_end().ends_with(',') => {
            "remove the comma, or write what comes after it"
        }
        ("", _) => return None,
        (";", BlockKind::Entry | BlockKind::Binding) => {
            "entries end with a comma or a new line, not with `;`"
        }
        (_, BlockKind::Entry | BlockKind::Binding) if ends => {
            "entries have a comma or a new line between them"
        }
        (word, BlockKind::Item) if ends => {
            let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
            return is_word.then_some("every item stands on lines of its own");
        }
        (",", _) if ends => "fields have no comma between them: remove it",
        _ if ends => "a field ends at a new line or `;`, and lists have commas",
        _ => return None,
    })
}
