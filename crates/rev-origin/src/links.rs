//! What conditions can ask for inside an argument: its fields, and the links in its texts.

use crate::parts::{Part, inside as field, parts};
use rev_eval::{Json, Shape};
use rev_table::{Table, Type};

/// So deep fields are looked at one by one. What lies deeper has the standing of the argument as a whole.
const DEEPEST: usize = 8;

/// Tells the parts of each field, and of the links of each text, under the name by which a policy asks for them:
/// `message.to`, `links(body)`.
pub(crate) fn inside(
    table: &Table,
    name: &str,
    json: Json<'_>,
    ty: Option<u32>,
    tell: &mut impl FnMut(String, Vec<Part>),
) {
    deeper(table, name, json, ty, DEEPEST, tell);
}

fn deeper(
    table: &Table,
    name: &str,
    json: Json<'_>,
    ty: Option<u32>,
    depth: usize,
    tell: &mut impl FnMut(String, Vec<Part>),
) {
    match json.shape() {
        Shape::Text => {
            let text = json.text().unwrap_or_default();
            let links = rev_text::links(&text).into_iter();
            let links = links.map(|(kind, link)| Part::link(kind, &link));
            tell(format!("links({name})"), links.collect());
        }
        Shape::Record if depth > 0 => {
            let ty = ty.and_then(|ty| unwrapped(table, ty));
            for (key, value) in json.entries().flatten() {
                // Only what the policy declares can be asked for.
                let Some(inner) = ty.and_then(|ty| field(table, ty, &key)) else {
                    continue;
                };
                let name = format!("{name}.{key}");
                let mut found = Vec::new();
                parts(table, value, Some(inner), &mut |part| found.push(part));
                tell(name.clone(), found);
                deeper(table, &name, value, Some(inner), depth - 1, tell);
            }
        }
        _ => {}
    }
}

fn unwrapped(table: &Table, ty: u32) -> Option<Type> {
    match table.ty(ty)? {
        Type::Optional(inner) => unwrapped(table, inner),
        ty => Some(ty),
    }
}
