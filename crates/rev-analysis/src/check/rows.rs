//! The tools of a package as rows: one for each name, or glob, and case. What `call is` asks is answered row by row.

use super::tool::signature::signature;
use crate::db::{Db, Package};
use crate::glob;
use crate::hir::{Approval, Class, DryRunKind, Effect, Type};
use crate::item::Item;
use crate::scope;
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
    pub class: Class,
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
    let named = named_by_contracts(db, package);
    let mut rows = Vec::new();
    for &item in scope::tools(db, package) {
        let signature = signature(db, package, item);
        for name in &signature.names {
            let is_glob = glob::is_glob(name);
            let found = match is_glob {
                false => named.get(name).cloned(),
                true => {
                    let meant = named.iter().filter(|(other, _)| glob::matches(name, other));
                    meant.map(|(_, automatic)| automatic.clone()).max()
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
                class: variant.class,
                outbound: variant.outbound,
                dry_run: variant.dry_run,
                recovery,
                automatic_for: found.clone().flatten(),
                broken: signature.broken,
            }));
        }
    }
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    rows
}

/// Tools that contracts call to take something back, each with a tool whose contract does so without asking.
fn named_by_contracts(db: &dyn Db, package: Package) -> BTreeMap<SmolStr, Option<SmolStr>> {
    let mut named: BTreeMap<SmolStr, Option<SmolStr>> = BTreeMap::new();
    for &item in scope::tools(db, package) {
        let signature = signature(db, package, item);
        for variant in &signature.variants {
            for name in &variant.recovers_by {
                let automatic = named.entry(name.clone()).or_default();
                if variant.approval == Some(Approval::Auto) && automatic.is_none() {
                    *automatic = signature.names.first().cloned();
                }
            }
        }
    }
    named
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
    for (at, row) in rows(db, package).iter().enumerate() {
        for field in &signature(db, package, row.item).args.fields {
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
