//! What each agent may do, in numbers: tools in reach by class, and what its budget admits.

use crate::admits::{Admitted, admits};
use crate::check::tool::signature::signature;
use crate::db::{Db, Package};
use crate::glob;
use crate::hir::Class;
use crate::item::{Item, Kind};
use crate::package::reach::reach as named_by;
use crate::report::is_foreign;
use crate::scope;
use smol_str::SmolStr;

/// The reach of one agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    pub agent: SmolStr,
    /// How many tools of each class, in the order of the classes; only those with any.
    pub classes: Vec<(Class, usize)>,
    /// Tools that it names and that lie above its `up_to`.
    pub above: usize,
    /// What it can spend without a person, per dimension and class.
    pub admitted: Vec<Admitted>,
}

/// The reach of every agent of a package, by name. A glob that declares tools counts once.
pub fn reach(db: &dyn Db, package: Package) -> Vec<Reach> {
    let items = scope::scope(db, package).items.iter();
    let agents = items
        .filter(|item| item.key(db).kind == Kind::Agent && !is_foreign(db, package, item.file(db)));
    let mut reach: Vec<Reach> = agents.map(|&agent| one(db, package, agent)).collect();
    reach.sort_by(|a, b| a.agent.cmp(&b.agent));
    reach
}

fn one<'db>(db: &'db dyn Db, package: Package, agent: Item<'db>) -> Reach {
    let named = named_by(db, agent);
    let up_to = named.up_to.unwrap_or(Class::ReadOnly);
    let mut counts = Class::ALL.map(|class| (class, 0));
    let mut above = 0;
    for &tool in scope::tools(db, package) {
        let signature = signature(db, package, tool);
        if signature.is_recovery_tool() {
            continue;
        }
        let is_meant = |name: &&SmolStr| named.may.iter().any(|glob| glob::overlap(glob, name));
        let names = tool.key(db).names.iter().filter(is_meant).count();
        let class = signature.class();
        match counts.iter_mut().find(|(other, _)| *other == class) {
            Some((_, count)) if class <= up_to => *count += names,
            _ => above += names,
        }
    }
    Reach {
        agent: named.name.clone(),
        classes: counts.into_iter().filter(|(_, count)| *count > 0).collect(),
        above,
        admitted: admits(db, package, agent),
    }
}
