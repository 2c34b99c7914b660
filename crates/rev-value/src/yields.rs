//! Which labels a result carries, by the fields that are there.

use crate::typed::Reader;
use rev_json::{Json, Shape};
use rev_table::{LabelSet, Table, Type};

/// What the declared fields that are there yield; `None` if the value does not fit, or has more than was declared.
pub fn yields(table: &Table, json: Json<'_>, ty: u32) -> Option<LabelSet> {
    if json.is_null() {
        return Some(LabelSet::EMPTY);
    }
    match table.ty(ty)? {
        Type::Optional(inner) => yields(table, json, inner),
        structured @ (Type::List(_) | Type::Map(_) | Type::Record { .. }) => match json.shape() {
            // Text where a record or a list is declared is read as JSON.
            Shape::Text => {
                let text = json.text()?;
                let inner = Json::parse(&text).ok()?;
                match inner.shape() {
                    Shape::Text => None,
                    _ => inside(table, inner, structured),
                }
            }
            _ => inside(table, json, structured),
        },
        _ => {
            let reader = Reader {
                table,
                home: None,
                cwd: None,
            };
            reader.check(json, ty).ok().map(|()| LabelSet::EMPTY)
        }
    }
}

fn inside(table: &Table, json: Json<'_>, ty: Type) -> Option<LabelSet> {
    let mut labels = LabelSet::EMPTY;
    match (ty, json.shape()) {
        (Type::List(inner), Shape::List) => {
            for item in json.items() {
                labels = labels.union(yields(table, item.ok()?, inner)?);
            }
        }
        (Type::Map(inner), Shape::Record) => {
            for entry in json.entries() {
                labels = labels.union(yields(table, entry.ok()?.1, inner)?);
            }
        }
        (Type::Record { first, len, .. }, Shape::Record) => {
            let fields = table.fields(first, len);
            for entry in json.entries() {
                let (key, value) = entry.ok()?;
                let named = fields.binary_search_by(|field| table.text(field.name.get()).cmp(&key));
                let field = named.ok().and_then(|at| fields.get(at))?;
                if !value.is_null() {
                    labels = labels.union(table.label_set(field.yields.get()));
                    labels = labels.union(yields(table, value, field.ty.get())?);
                }
            }
        }
        _ => return None,
    }
    Some(labels)
}
