//! Names: which item a name means, in a package and its dependencies.

use crate::db::{Db, Package};
use crate::glob;
use crate::item::{Item, Kind, file_items};
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// Every declared name with its items; more than one is a mistake that is told elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub struct Scope<'db> {
    /// Sorted by kind and name.
    pub names: Vec<Declared<'db>>,
    /// Tool globs, sorted, with the item that declares each.
    pub globs: Vec<Glob<'db>>,
    /// All items, by file and in the order of each file.
    pub items: Vec<Item<'db>>,
}

/// The items that declare one name.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Declared<'db> {
    pub kind: Kind,
    pub name: SmolStr,
    pub items: Vec<Item<'db>>,
}

/// A tool glob and the item that declares it.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Glob<'db> {
    pub glob: SmolStr,
    pub item: Item<'db>,
}

impl<'db> Scope<'db> {
    /// The items that declare this name, in the order of their files.
    pub fn declared(&self, kind: Kind, name: &str) -> &[Item<'db>] {
        let wanted = (kind, name);
        let found = (self.names).binary_search_by(|one| (one.kind, one.name.as_str()).cmp(&wanted));
        let declared = found.ok().and_then(|at| self.names.get(at));
        declared.map_or(&[], |declared| &declared.items)
    }

    /// All names of a kind, sorted.
    pub fn of_kind(&self, kind: Kind) -> &[Declared<'db>] {
        let start = self.names.partition_point(|one| one.kind < kind);
        let end = self.names.partition_point(|one| one.kind <= kind);
        self.names.get(start..end).unwrap_or(&[])
    }

    /// What a name means. Whoever looks through a whole file asks here; a single item asks `find`, which is kept per
    /// name.
    pub fn meant(&self, kind: Kind, name: &str) -> Meant<'db> {
        match self.declared(kind, name) {
            [] => Meant::Nothing,
            [one] => Meant::One(*one),
            _ => Meant::Twice,
        }
    }

    /// The items that declare a tool of this name: its own, else every glob that matches.
    pub fn tools_meant(&self, name: &str) -> ToolsMeant<'db> {
        match self.meant(Kind::Tool, name) {
            Meant::One(item) => return ToolsMeant::Some(vec![item]),
            Meant::Twice => return ToolsMeant::Twice,
            Meant::Nothing => {}
        }
        let mut items: Vec<Item<'db>> = Vec::new();
        for Glob { glob, item } in &self.globs {
            if glob::matches(glob, name) && !items.contains(item) {
                items.push(*item);
            }
        }
        match items.is_empty() {
            true => ToolsMeant::Nothing,
            false => ToolsMeant::Some(items),
        }
    }
}

/// All names of a package.
#[salsa::tracked]
pub fn scope<'db>(db: &'db dyn Db, package: Package) -> Scope<'db> {
    let mut scope = Scope::default();
    let mut names: Vec<(Kind, &SmolStr, Item<'db>)> = Vec::new();
    let own = package.files(db).len();
    let files = package.files(db).iter().chain(package.foreign(db));
    for (&file, number) in files.zip(0..) {
        for &item in &file_items(db, file).items {
            let key = item.key(db);
            // A package has one name and version, its own.
            if key.kind == Kind::Policy && number >= own {
                continue;
            }
            scope.items.push(item);
            for name in &key.names {
                if key.kind == Kind::Tool && glob::is_glob(name) {
                    let glob = name.clone();
                    scope.globs.push(Glob { glob, item });
                } else {
                    names.push((key.kind, name, item));
                }
            }
        }
    }
    scope.globs.sort_by(|a, b| a.glob.cmp(&b.glob));
    // The items of one name stay in the order of their files.
    names.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
    for (kind, name, item) in names {
        match scope.names.last_mut() {
            Some(last) if last.kind == kind && last.name == *name => last.items.push(item),
            _ => scope.names.push(Declared {
                kind,
                name: name.clone(),
                items: vec![item],
            }),
        }
    }
    scope
}

/// A name that some item was asked for. Answers are kept per name, so that a new item re-checks only those who
/// asked for its name.
#[salsa::interned]
pub struct Wanted<'db> {
    #[returns(copy)]
    pub kind: Kind,
    #[returns(ref)]
    pub name: SmolStr,
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub enum Meant<'db> {
    One(Item<'db>),
    /// Declared twice, which is told where it is declared; nothing more is said about it.
    Twice,
    Nothing,
}

#[salsa::tracked(returns(copy))]
fn meant<'db>(db: &'db dyn Db, package: Package, wanted: Wanted<'db>) -> Meant<'db> {
    scope(db, package).meant(wanted.kind(db), wanted.name(db))
}

/// The item of this kind and name.
pub fn find<'db>(db: &'db dyn Db, package: Package, kind: Kind, name: &str) -> Meant<'db> {
    meant(db, package, Wanted::new(db, kind, SmolStr::from(name)))
}

/// The items that declare a tool of this name: its own, else every glob that matches.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub enum ToolsMeant<'db> {
    Some(Vec<Item<'db>>),
    Twice,
    Nothing,
}

#[salsa::tracked]
fn tools_meant<'db>(db: &'db dyn Db, package: Package, wanted: Wanted<'db>) -> ToolsMeant<'db> {
    scope(db, package).tools_meant(wanted.name(db))
}

/// The items that declare a tool of this name.
pub fn find_tool<'db>(db: &'db dyn Db, package: Package, name: &str) -> &'db ToolsMeant<'db> {
    tools_meant(
        db,
        package,
        Wanted::new(db, Kind::Tool, SmolStr::from(name)),
    )
}

#[salsa::tracked(returns(copy))]
fn matched<'db>(db: &'db dyn Db, package: Package, wanted: Wanted<'db>) -> bool {
    let pattern = wanted.name(db);
    let mut names = names_of(db, package, Kind::Tool);
    let mut globs = scope(db, package).globs.iter();
    names.any(|name| glob::matches(pattern, name))
        || globs.any(|other| glob::overlap(pattern, &other.glob))
}

/// Whether a glob means some tool. Kept per glob, so that a new item re-checks only those for whom this changes.
pub fn some_tool_matches(db: &dyn Db, package: Package, pattern: &str) -> bool {
    matched(
        db,
        package,
        Wanted::new(db, Kind::Tool, SmolStr::from(pattern)),
    )
}

/// All tools, globs included, each item once, in the order of their first names.
#[salsa::tracked]
pub fn tools<'db>(db: &'db dyn Db, package: Package) -> Vec<Item<'db>> {
    let mut tools = items_of(db, package, Kind::Tool);
    tools.sort_by(|a, b| a.key(db).cmp(b.key(db)));
    tools
}

/// Names of a kind that are declared, for "did you mean".
pub fn names_of(db: &dyn Db, package: Package, kind: Kind) -> impl Iterator<Item = &SmolStr> {
    let names = scope(db, package).of_kind(kind).iter();
    names.map(|declared| &declared.name)
}

/// The fields of all `context { … }` items.
#[salsa::tracked]
pub fn context_items<'db>(db: &'db dyn Db, package: Package) -> Vec<Item<'db>> {
    items_of(db, package, Kind::Context)
}

/// All items of a kind, in the order of their files.
pub fn items_of<'db>(db: &'db dyn Db, package: Package, kind: Kind) -> Vec<Item<'db>> {
    let items = scope(db, package).items.iter().copied();
    items.filter(|item| item.key(db).kind == kind).collect()
}

/// Whether a name stands on a line that could not be read, or some item of its kind has lost its name: then it may well
/// be declared there, and that it is not is no news.
pub fn is_lost(db: &dyn Db, package: Package, kind: Kind, name: &str) -> bool {
    lost(db, package).contains(name) || is_nameless(db, package, kind)
}

/// Whether an item of this kind could not be read, and its name not be seen.
fn is_nameless(db: &dyn Db, package: Package, kind: Kind) -> bool {
    let mut words = nameless(db, package).iter();
    words.any(|word| word.is_empty() || *word == kind.word())
}

#[salsa::tracked]
fn nameless(db: &dyn Db, package: Package) -> BTreeSet<&'static str> {
    let files = package.files(db).iter().chain(package.foreign(db));
    files
        .flat_map(|&file| file_items(db, file).nameless.iter().copied())
        .collect()
}

/// Whether a glob matches such a name.
pub fn is_some_lost(db: &dyn Db, package: Package, pattern: &str) -> bool {
    let mut names = lost(db, package).iter();
    names.any(|name| glob::matches(pattern, name)) || is_nameless(db, package, Kind::Tool)
}

#[salsa::tracked]
fn lost(db: &dyn Db, package: Package) -> BTreeSet<SmolStr> {
    let files = package.files(db).iter().chain(package.foreign(db));
    files
        .flat_map(|&file| file_items(db, file).lost.iter().cloned())
        .collect()
}
