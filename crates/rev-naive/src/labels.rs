//! Labels: what arguments carry, and what results do.

use crate::condition::See;
use crate::decide::Part;
use crate::program::Program;
use crate::read::Reader;
use rev_analysis::hir::{Record, Tool, Type, Variant};
use serde_json::Value as Json;
use smol_str::SmolStr;
use std::collections::BTreeSet;

type Labels = BTreeSet<SmolStr>;

/// What the arguments of a call carry together: what the host says of each, else all labels of the run.
pub(crate) fn of_arguments(see: See<'_>) -> Labels {
    let mut labels = Labels::new();
    for (name, value) in see.args {
        let origin = see.call.origins.get(name);
        match origin.and_then(|origin| origin.labels.as_ref()) {
            _ if value.is_empty() => {}
            Some(own) => labels.extend(see.reader.program.implied(own)),
            None => labels.extend(see.run.labels.iter().cloned()),
        }
    }
    labels
}

/// What the result of a call carries: what its tool yields, what the fields that are there yield, and what its arguments
/// carried, less what the tool clears. `None`: it is not known what it returned.
pub(crate) fn of_result(
    reader: Reader<'_>,
    tool: &Tool,
    variant: &Variant,
    part: &Part,
    result: Option<&Json>,
) -> Labels {
    let every = tool.signature.result.as_ref().map(every_field);
    let every = every.unwrap_or_default();
    let fields = match (result, &tool.signature.result) {
        (None, _) => every,
        (Some(_), None) => Labels::new(),
        (Some(json), Some(ty)) => of_fields(reader, json, ty).unwrap_or(every),
    };
    let mut labels = part.labels.clone();
    labels.retain(|label| !variant.clears.contains(label));
    labels.extend(fields);
    labels.extend(variant.yields.iter().cloned());
    reader.program.implied(&labels)
}

/// What some field of a type yields, at any depth.
fn every_field(ty: &Type) -> Labels {
    match ty {
        Type::Record(record) => {
            let fields = record.fields.iter();
            fields
                .flat_map(|field| field.yields.iter().cloned().chain(every_field(&field.ty)))
                .collect()
        }
        Type::List(inner) | Type::Map(inner) | Type::Optional(inner) => every_field(inner),
        _ => Labels::new(),
    }
}

/// What the declared fields that are there yield; `None` if the value does not fit, or has a field that is not declared.
fn of_fields(reader: Reader<'_>, json: &Json, ty: &Type) -> Option<Labels> {
    let many = |items: &mut dyn Iterator<Item = &Json>, inner: &Type| {
        let each: Option<Vec<Labels>> = items.map(|item| of_fields(reader, item, inner)).collect();
        Some(each?.into_iter().flatten().collect())
    };
    match (ty, json) {
        (_, Json::Null) => Some(Labels::new()),
        (Type::Optional(inner), _) => of_fields(reader, json, inner),
        // Text where a record or a list is declared is read as JSON.
        (Type::Record(_) | Type::List(_) | Type::Map(_), Json::String(text)) => {
            match serde_json::from_str(text).ok()? {
                Json::String(_) => None,
                inner => of_fields(reader, &inner, ty),
            }
        }
        (Type::List(inner), Json::Array(items)) => many(&mut items.iter(), inner),
        (Type::Map(inner), Json::Object(entries)) => many(&mut entries.values(), inner),
        (Type::Record(record), Json::Object(entries)) => {
            let mut labels = Labels::new();
            for (name, value) in entries {
                labels.extend(field(reader, record, name, value)?);
            }
            Some(labels)
        }
        _ => reader.read(json, ty).ok().map(|_| Labels::new()),
    }
}

fn field(reader: Reader<'_>, record: &Record, name: &str, value: &Json) -> Option<Labels> {
    let declared = record.get(name)?;
    if value.is_null() {
        return Some(Labels::new());
    }
    let mut labels = of_fields(reader, value, &declared.ty)?;
    labels.extend(declared.yields.iter().cloned());
    Some(labels)
}

/// The labels of a program, for hosts that supply some.
impl Program {
    pub fn labels(&self) -> impl Iterator<Item = &SmolStr> {
        self.labels.keys()
    }
}
