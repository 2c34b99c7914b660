//! The canonical form of a call and its hash: what was decided is what goes upstream. RFC 8785, with amounts and decimals
//! as decimal text.

use crate::call::Call;
use crate::json::{Json, Shape};
use crate::number::Number;
use crate::typed::{Reader, Value};
use rev_table::{Table, Type};
use std::fmt::Write;

/// The canonical text of a call, `{"args":…,"tool":…}`; `None` for a tool that is not declared or arguments that are not
/// JSON. It was checked before.
pub(crate) fn canonical(table: &Table, call: &Call<'_>) -> Option<String> {
    let declared = table
        .exact(&call.tool)
        .or_else(|| table.matching(&call.tool).next());
    let reader = Reader {
        table,
        home: None,
        cwd: None,
    };
    let mut out = String::from("{\"args\":");
    match declared {
        Some((_, tool)) => write(reader, call.args, table.ty(tool.args.get())?, &mut out)?,
        None => write(reader, call.args, Type::Json, &mut out)?,
    }
    out.push_str(",\"tool\":");
    quoted(&call.tool, &mut out);
    out.push('}');
    Some(out)
}

/// The hash of a text, as people write it.
pub(crate) fn hash(text: &str) -> String {
    format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex())
}

fn write(reader: Reader<'_>, json: Json<'_>, ty: Type, out: &mut String) -> Option<()> {
    let table = reader.table;
    match (ty, json.shape()) {
        (Type::Optional(inner) | Type::Like { base: inner, .. }, _) => {
            return write(reader, json, table.ty(inner)?, out);
        }
        (_, Shape::Null) => out.push_str("null"),
        (_, Shape::Bool) => out.push_str(if json.bool()? { "true" } else { "false" }),
        (Type::Decimal | Type::Quantity { .. }, _) => match reader.typed(json, ty) {
            Value::Number(number) => {
                out.push('"');
                decimal(number, out);
                out.push('"');
            }
            _ => return None,
        },
        (Type::Meaning(_), Shape::Text) => match reader.typed(json, ty) {
            Value::Text(text, _) => quoted(&text, out),
            _ => return None,
        },
        (_, Shape::Number) => shortest(json.number()?, out),
        (_, Shape::Text) => quoted(&json.text()?, out),
        (_, Shape::List) => {
            let inner = match ty {
                Type::List(inner) => table.ty(inner)?,
                _ => Type::Json,
            };
            out.push('[');
            for (item, at) in json.items().zip(0_usize..) {
                if at > 0 {
                    out.push(',');
                }
                write(reader, item.ok()?, inner, out)?;
            }
            out.push(']');
        }
        (_, Shape::Record) => {
            let mut entries = Vec::new();
            for entry in json.entries() {
                entries.push(entry.ok()?);
            }
            entries.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            out.push('{');
            for ((key, value), at) in entries.into_iter().zip(0_usize..) {
                if at > 0 {
                    out.push(',');
                }
                quoted(&key, out);
                out.push(':');
                let inner = match ty {
                    Type::Map(inner) => table.ty(inner)?,
                    Type::Record { first, len, .. } => {
                        let field = reader.field(table.fields(first, len), &key);
                        field.map_or(Some(Type::Json), |(_, field)| table.ty(field.ty.get()))?
                    }
                    _ => Type::Json,
                };
                write(reader, value, inner, out)?;
            }
            out.push('}');
        }
    }
    Some(())
}

fn quoted(text: &str, out: &mut String) {
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
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

/// A number without exponent, without zeros at its end.
pub(crate) fn decimal(number: Number, out: &mut String) {
    let number = number.trimmed();
    let digits = number.digits.unsigned_abs().to_string();
    if number.digits < 0 {
        out.push('-');
    }
    match usize::try_from(number.scale) {
        Ok(0) => out.push_str(&digits),
        Ok(scale) => {
            let whole = digits.len().saturating_sub(scale);
            let (front, back) = digits.split_at_checked(whole).unwrap_or(("", &digits));
            let zeros = scale - back.len();
            let _ = write!(
                out,
                "{}.{}{back}",
                if front.is_empty() { "0" } else { front },
                "0".repeat(zeros)
            );
        }
        Err(_) => {
            out.push_str(&digits);
            out.push_str(&"0".repeat(number.scale.unsigned_abs() as usize));
        }
    }
}

/// A number as ECMAScript writes the double that it is: plain between 1e-7 and 1e21, else with an exponent.
fn shortest(number: Number, out: &mut String) {
    let number = number.trimmed();
    let digits = number.digits.unsigned_abs().to_string();
    let point = digits.len() as i32 - number.scale;
    if number.digits == 0 || (-5..=21).contains(&point) {
        return decimal(number, out);
    }
    if number.digits < 0 {
        out.push('-');
    }
    let (first, rest) = digits.split_at_checked(1).unwrap_or(("0", ""));
    out.push_str(first);
    if !rest.is_empty() {
        let _ = write!(out, ".{rest}");
    }
    let exponent = point - 1;
    let _ = write!(
        out,
        "e{}{}",
        if exponent < 0 { "-" } else { "+" },
        exponent.abs()
    );
}
