//! The tools of a package as rows: one for each name, or glob, and case. What `call is` asks is answered row by row.

use super::tool::signature::declared_in;
use crate::db::{Db, Package};
use crate::glob;
use crate::hir::{Class, DryRunKind, Effect, Signature, Type};
use crate::item::Item;
use crate::package::callers::{Caller, callers, callers_of};
use smol_str::SmolStr;
use std::collections::{BTreeMap, HashMap};

/// One case of one tool.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Row<'db> {
    /// A name, or a glob.
    pub name: SmolStr,
    pub is_glob: bool,
    pub item: Item<'db>,
    pub effect: Effect,
    /// `None` where it is not known, which is told at the tool.
    pub class: Option<Class>,
    pub outbound: bool,
    pub dry_run: DryRunKind,
    pub recovery: Recovery,
    /// The tool whose contract calls this one without asking anybody, if there is one.
    pub automatic_for: Option<SmolStr>,
    /// Something in the tool could not be read: nobody is told about consequences.
    pub broken: bool,
}

/// Whether calls of a tool are recoveries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Recovery {
    /// No contract names it.
    Never,
    /// Contracts name it, and agents call it, too.
    Sometimes,
    /// It is an `undoes` tool.
    Always,
}

/// Every row of a package, sorted by name; the cases of a tool in their order.
#[salsa::tracked]
pub(crate) fn rows<'db>(db: &'db dyn Db, package: Package) -> Vec<Row<'db>> {
    let callers = callers(db, package);
    let mut rows = Vec::new();
    for (item, signature) in signatures(db, package) {
        for name in &signature.names {
            let is_glob = glob::is_glob(name);
            let found = match is_glob {
                false => automatic(db, callers_of(callers, name)),
                true => {
                    let meant = |caller: &&Caller<'_>| glob::matches(name, &caller.name);
                    automatic(db, callers.iter().filter(meant))
                }
            };
            let recovery = match (signature.is_recovery_tool(), &found) {
                (true, _) => Recovery::Always,
                (false, Some(_)) => Recovery::Sometimes,
                (false, None) => Recovery::Never,
            };
            rows.extend(signature.variants.iter().map(|variant| Row {
                name: name.clone(),
                is_glob,
                item,
                effect: variant.effect,
                class: variant.settled.then_some(variant.class),
                outbound: variant.outbound,
                dry_run: variant.dry_run,
                recovery,
                automatic_for: found.clone().flatten(),
                broken: signature.broken,
            }));
        }
    }
    // Two declarations of one name stand in the order of their items, whatever file they are in.
    rows.sort_by(|a, b| {
        let items = || a.item.key(db).cmp(b.item.key(db));
        a.name.cmp(&b.name).then_with(items)
    });
    rows
}

/// Rows that are looked for among all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Those of globs.
    pub globs: Vec<usize>,
    /// Those that some contract calls without asking anybody.
    pub automatic: Vec<usize>,
}

#[salsa::tracked]
pub(crate) fn found(db: &dyn Db, package: Package) -> Found {
    let mut found = Found::default();
    for (at, row) in rows(db, package).iter().enumerate() {
        if row.is_glob {
            found.globs.push(at);
        }
        if row.automatic_for.is_some() {
            found.automatic.push(at);
        }
    }
    found
}

/// The rows that a name or a glob could mean: those that begin as it does, and those of globs. All others it does not
/// mean.
pub(crate) fn near<'a>(
    rows: &'a [Row<'_>],
    found: &'a Found,
    pattern: &str,
) -> impl Iterator<Item = usize> + 'a {
    let head = match pattern.find(['*', '\\']) {
        Some(end) => pattern.get(..end).unwrap_or(""),
        None => pattern,
    };
    let start = rows.partition_point(|row| row.name.as_str() < head);
    let rest = rows.get(start..).unwrap_or(&[]);
    let many = rest.partition_point(|row| row.name.starts_with(head));
    (start..start + many).chain(found.globs.iter().copied())
}

/// Every tool of a package with its signature, by file.
fn signatures<'db>(
    db: &'db dyn Db,
    package: Package,
) -> impl Iterator<Item = (Item<'db>, &'db Signature)> {
    let files = package.files(db).iter().chain(package.foreign(db));
    let tools = files.flat_map(move |&file| &declared_in(db, package, file).tools);
    tools.map(|(item, declared)| (*item, &*declared.signature))
}

/// Of contracts that call a tool, if there are any, one that does so without asking.
fn automatic<'a, 'db: 'a>(
    db: &'db dyn Db,
    callers: impl IntoIterator<Item = &'a Caller<'db>>,
) -> Option<Option<SmolStr>> {
    let mut found = None;
    for caller in callers {
        let automatic = found.get_or_insert(None);
        if caller.automatic && automatic.is_none() {
            *automatic = caller.owner.key(db).names.first().cloned();
        }
    }
    found
}

/// An argument's name that some condition asks about.
#[salsa::interned]
pub(crate) struct ArgumentName<'db> {
    #[returns(ref)]
    pub name: SmolStr,
}

/// The rows that declare an argument with one type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Taking {
    pub ty: Type,
    pub rows: Vec<usize>,
}

/// Which rows declare this argument, by its type.
#[salsa::tracked]
pub(crate) fn taking<'db>(
    db: &'db dyn Db,
    package: Package,
    name: ArgumentName<'db>,
) -> Vec<Taking> {
    let arguments = arguments(db, package);
    arguments.get(name.name(db)).cloned().unwrap_or_default()
}

/// All arguments of all tools.
#[salsa::tracked]
pub(crate) fn arguments(db: &dyn Db, package: Package) -> BTreeMap<SmolStr, Vec<Taking>> {
    let mut arguments: BTreeMap<SmolStr, Vec<Taking>> = BTreeMap::new();
    let mut groups: HashMap<(SmolStr, Type), usize> = HashMap::new();
    let signatures: HashMap<Item<'_>, &Signature> = signatures(db, package).collect();
    for (at, row) in rows(db, package).iter().enumerate() {
        let signature = signatures.get(&row.item);
        for field in signature.iter().flat_map(|it| &it.args.fields) {
            let takings = arguments.entry(field.name.clone()).or_default();
            let key = (field.name.clone(), field.read_type());
            let group = *groups.entry(key).or_insert_with(|| {
                takings.push(Taking {
                    ty: field.read_type(),
                    rows: Vec::new(),
                });
                takings.len() - 1
            });
            if let Some(taking) = takings.get_mut(group) {
                taking.rows.push(at);
            }
        }
    }
    arguments
}
