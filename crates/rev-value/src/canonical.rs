//! The canonical form of a call and its hash: what was decided is what goes upstream. RFC 8785, with amounts and decimals
//! as decimal text.

use crate::typed::{Reader, Value};
use rev_json::{Json, Shape, quoted, sorted};
use rev_table::{Table, Type};

/// The canonical text of a call, `{"args":…,"tool":…}`; `None` for arguments that are not JSON. It was checked before.
/// Where the tool is not declared, its arguments are JSON of any shape.
pub fn canonical(table: &Table, tool: &str, args: Json<'_>) -> Option<String> {
    let declared = table.exact(tool).or_else(|| table.matching(tool).next());
    let mut out = String::from("{\"args\":");
    let ty = match declared {
        Some((_, tool)) => table.ty(tool.args.get())?,
        None => Type::Json,
    };
    write(Reader::new(table), args, ty, &mut out)?;
    out.push_str(",\"tool\":");
    quoted(tool, &mut out);
    out.push('}');
    Some(out)
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
                number.decimal(out);
                out.push('"');
            }
            _ => return None,
        },
        (Type::Meaning(_), Shape::Text) => match reader.typed(json, ty) {
            Value::Text(text, _) => quoted(&text, out),
            _ => return None,
        },
        (_, Shape::Number) => json.number()?.shortest(out),
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
            out.push('{');
            for ((key, value), at) in sorted(json)?.into_iter().zip(0_usize..) {
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
