//! Assumptions: what breaks them, and how they are checked.

use super::small::event_fields;
use super::{Cx, Env};
use crate::db::{Db, Package};
use crate::glob;
use crate::hir::{self, BrokenBy, CheckedBy, Record, Root, Type};
use crate::item::{Item, Kind};
use rev_diagnostics::codes;
use rev_syntax::ast::{self, AssumptionField, ItemKind, RecordType};

/// What a contract may know of an assumption. It has no places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Declared {
    pub parameters: Record,
    /// It has a `checked by`, so it is looked at before a call is dispatched.
    pub checked: bool,
}

#[salsa::tracked]
pub(crate) fn declared<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Declared {
    match &item.tree(db).kind {
        ItemKind::Assumption(written) => Declared {
            parameters: parameters(&mut Cx::new(db, package), written),
            checked: written
                .body
                .fields
                .iter()
                .any(|field| matches!(field.kind, AssumptionField::CheckedBy { .. })),
        },
        _ => Declared {
            parameters: Record::default(),
            checked: false,
        },
    }
}

pub(super) fn check(
    cx: &mut Cx<'_>,
    _item: &ast::Item,
    written: &ast::Assumption,
) -> Option<hir::Assumption> {
    let name = &written.name;
    let parameters = parameters(cx, written);
    let mut env = Env::default();
    env.parameters = Some(parameters.clone());
    let mut broken_by = Vec::new();
    let mut checked_by = Vec::new();
    for field in &written.body.fields {
        match &field.kind {
            AssumptionField::Parameter(entry) => {
                for mark in &entry.marks {
                    let what =
                        "labels and trust are declared where a value comes from, in a `result`";
                    cx.push(codes::type_mismatch(mark.span, what).help("remove it"));
                }
            }
            AssumptionField::BrokenBy { event, condition } => {
                broken_by.extend(broken(cx, event, condition.as_ref(), &env));
            }
            AssumptionField::CheckedBy { call, condition } => {
                checked_by.extend(checked(cx, call, condition.as_ref(), &env));
            }
        }
    }
    let only_parameters = written
        .body
        .fields
        .iter()
        .all(|field| matches!(field.kind, AssumptionField::Parameter(_)));
    if only_parameters && !written.body.broken {
        let finding = codes::missing_field(name.span, format!("`{}`", name.text), "broken by");
        let help = "add `broken by EVENT where …` or `checked by TOOL { … } where …`: without either nothing shows that it no longer holds";
        cx.push(finding.help(help));
    }
    Some(hir::Assumption {
        name: name.text.clone(),
        parameters,
        broken_by,
        checked_by,
    })
}

fn parameters(cx: &mut Cx<'_>, written: &ast::Assumption) -> Record {
    let entries = written.body.fields.iter();
    cx.record_type(&RecordType {
        span: written.body.span,
        entries: entries
            .filter_map(|field| match &field.kind {
                AssumptionField::Parameter(entry) => Some(entry.clone()),
                _ => None,
            })
            .collect(),
        broken: written.body.broken,
    })
}

/// `broken by EVENT where …`
fn broken(
    cx: &mut Cx<'_>,
    event: &ast::Path,
    condition: Option<&ast::Expr>,
    env: &Env,
) -> Option<BrokenBy> {
    let name = event.dotted();
    let found = cx.named(Kind::Event, &name, event.span);
    let ty = match found {
        Some(item) => Type::Record(event_fields(cx.db, cx.package, item).clone()),
        None => Type::Unknown,
    };
    let env = env
        .clone()
        .with(Root::Event, ty, format!("the event `{name}`"));
    let when = condition.map(|condition| cx.condition(condition, &env));
    found.map(|_| BrokenBy { event: name, when })
}

/// `checked by TOOL { … } where …`
fn checked(
    cx: &mut Cx<'_>,
    call: &ast::Call,
    condition: Option<&ast::Expr>,
    env: &Env,
) -> Option<CheckedBy> {
    let target = glob::pattern(&call.target);
    let seen = cx.read(&call.target);
    let checked = cx.reading_call(call, env, "checked by");
    let env = env
        .clone()
        .with(Root::Seen, seen, format!("the result of `{target}`"));
    let when = condition.map(|condition| cx.condition(condition, &env));
    Some(CheckedBy {
        call: checked?,
        when,
    })
}
