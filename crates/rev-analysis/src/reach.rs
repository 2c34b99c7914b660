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
use std::fmt;

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
    let mut reach: Vec<Reach> = agents.map(|&agent| reach_of(db, package, agent)).collect();
    reach.sort_by(|a, b| a.agent.cmp(&b.agent));
    reach
}

/// `support_bot may call 9 tools: 5 read_only, 2 compensating; 1 above its `up_to``
impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count: usize = self.classes.iter().map(|(_, count)| count).sum();
        match count {
            0 => write!(f, "{} may call no tool", self.agent)?,
            1 => write!(f, "{} may call 1 tool", self.agent)?,
            _ => write!(f, "{} may call {count} tools", self.agent)?,
        }
        let classes = self.classes.iter();
        let parts: Vec<String> = classes
            .map(|(class, count)| format!("{count} {}", class.word()))
            .collect();
        if !parts.is_empty() {
            write!(f, ": {}", parts.join(", "))?;
        }
        match self.above {
            0 => Ok(()),
            above => write!(f, "; {above} above its `up_to`"),
        }
    }
}

/// The reach of one agent.
pub fn reach_of<'db>(db: &'db dyn Db, package: Package, agent: Item<'db>) -> Reach {
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
