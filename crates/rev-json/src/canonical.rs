//! JSON in the one form that RFC 8785 gives it.

use crate::json::{Json, Shape};
use std::borrow::Cow;

/// A value in its canonical form; `None` if it is not JSON, or has a number that this form would change.
///
/// ```
/// use rev_json::{Json, canonical};
/// assert_eq!(canonical(Json::parse("[1e2, 1e-7]").unwrap()).unwrap(), "[100,1e-7]");
/// assert_eq!(canonical(Json::parse("[9007199254740993]").unwrap()), None);
/// ```
pub fn canonical(json: Json<'_>) -> Option<String> {
    let mut out = String::new();
    write(json, &mut out)?;
    Some(out)
}

fn write(json: Json<'_>, out: &mut String) -> Option<()> {
    match json.shape() {
        Shape::Null => out.push_str("null"),
        Shape::Bool => out.push_str(if json.bool()? { "true" } else { "false" }),
        Shape::Number => {
            let number = json.number().filter(|number| number.is_exact())?;
            number.shortest(out);
        }
        Shape::Text => quoted(&json.text()?, out),
        Shape::List => {
            out.push('[');
            for (item, at) in json.items().zip(0_usize..) {
                if at > 0 {
                    out.push(',');
                }
                write(item.ok()?, out)?;
            }
            out.push(']');
        }
        Shape::Record => {
            out.push('{');
            for ((key, value), at) in sorted(json)?.into_iter().zip(0_usize..) {
                if at > 0 {
                    out.push(',');
                }
                quoted(&key, out);
                out.push(':');
                write(value, out)?;
            }
            out.push('}');
        }
    }
    Some(())
}

/// The entries of a record in their canonical order, that of UTF-16; `None` if it is not JSON.
pub fn sorted(json: Json<'_>) -> Option<Vec<(Cow<'_, str>, Json<'_>)>> {
    let mut entries = json.entries().collect::<Result<Vec<_>, _>>().ok()?;
    entries.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
    Some(entries)
}

/// Writes a text in quotes, with the escapes that it needs.
pub fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            control if control < ' ' => {
                out.push_str(&format!("\\u{:04x}", u32::from(control)));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
