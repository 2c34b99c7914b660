//! The findings of a file, placed: item by item, then what only the whole package can tell.

use crate::check::check_item;
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::item::{Item, file_items, name_span};
use crate::lints::{self, allow::Allows};
use crate::package::{Told, told_in};
use crate::scope::{self, ToolsMeant};
use crate::{item::Kind, scope::Meant};
use rev_diagnostics::{Diagnostic, FileId, Severity, Span, codes};
use std::collections::{BTreeMap, HashMap};

/// The findings of one file. A finding's files are numbers into the package's list of files, dependencies last.
pub type FileDiagnostics = Vec<Diagnostic>;

/// Everything that is wrong with a file of a package, as its lint levels say.
#[salsa::tracked]
pub fn diagnostics<'db>(db: &'db dyn Db, package: Package, file: SourceFile) -> FileDiagnostics {
    let here = number(db, package, file);
    let read = file_items(db, file);
    let mut all: Vec<Diagnostic> = Vec::new();
    if lints::is_unversioned(db, package, file) {
        all.push(codes::unversioned_policy(Span::at(0)).placed(here, 0));
    }
    let mut told: HashMap<Item<'db>, Vec<&Told<'db>>> = HashMap::new();
    for one in told_in(db, package, file) {
        told.entry(one.item).or_default().push(one);
    }
    let broken = read.errors.iter().any(is_error);
    for &item in &read.items {
        let told = told.get(&item).map_or(&[][..], Vec::as_slice);
        of_item(db, package, item, told, broken, &mut all);
    }
    not_at(&read.errors, &mut all);
    all.extend(
        read.errors
            .iter()
            .map(|error| error.clone().placed(here, 0)),
    );
    let levels = package.levels(db);
    all.into_iter()
        .filter_map(|one| levels.applied(one))
        .collect()
}

/// A word that could not be read as what it is has no further faults.
fn not_at(unread: &[Diagnostic], all: &mut Vec<Diagnostic>) {
    let places: BTreeMap<u32, u32> = unread
        .iter()
        .filter(|error| !error.primary.span.is_empty())
        .map(|error| (error.primary.span.start, error.primary.span.end))
        .collect();
    all.retain(|finding| {
        let span = finding.primary.span;
        let before = places.range(..span.end.max(span.start + 1)).next_back();
        before.is_none_or(|(_, end)| *end <= span.start)
    });
}

/// What is told at one item: what `@allow` leaves over, and what is wrong with that.
fn of_item<'db>(
    db: &'db dyn Db,
    package: Package,
    item: Item<'db>,
    told: &[&Told<'db>],
    broken: bool,
    all: &mut Vec<Diagnostic>,
) {
    let mut allows = Allows::of(item.tree(db));
    let mut has_errors = broken;
    for finding in &check_item(db, package, item).findings {
        has_errors |= is_error(&finding.diagnostic);
        if !allows.silence(&finding.diagnostic) {
            all.push(place(db, package, item, finding));
        }
    }
    for told in told {
        has_errors |= is_error(&told.finding.diagnostic);
        if allows.silence(&told.finding.diagnostic) {
            continue;
        }
        all.push(place_told(db, package, told));
    }
    for finding in allows.findings(has_errors) {
        all.push(place(db, package, item, &Finding::from(finding)));
    }
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// Findings about what tools do together, already placed, as the levels of the package and the `@allow`s of their items leave them over, and
/// those of these allows that silence nothing.
pub fn told_later<'db>(
    db: &'db dyn Db,
    package: Package,
    found: Vec<(Item<'db>, Diagnostic)>,
) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    let mut by_item: HashMap<Item<'db>, Vec<Diagnostic>> = HashMap::new();
    for (item, finding) in found {
        by_item.entry(item).or_default().push(finding);
    }
    for &item in &scope::scope(db, package).items {
        let found = by_item.remove(&item).unwrap_or_default();
        let tree = item.tree(db);
        if found.is_empty() && tree.allows.is_empty() || is_foreign(db, package, item.file(db)) {
            continue;
        }
        let mut allows = Allows::of(tree);
        all.extend(found.into_iter().filter(|one| !allows.silence(one)));
        for finding in allows.unused_in_composition() {
            all.push(place(db, package, item, &Finding::from(finding)));
        }
    }
    let levels = package.levels(db);
    all.into_iter()
        .filter_map(|one| levels.applied(one))
        .collect()
}

/// Everything that is wrong with the files of a package, in the order of its files; those of dependencies are
/// their own business.
pub fn check(db: &dyn Db, package: Package) -> Vec<Diagnostic> {
    let files = package.files(db).iter();
    files
        .flat_map(|&file| diagnostics(db, package, file))
        .cloned()
        .collect()
}

/// What is wrong with a file of a dependency and keeps the package from being understood: what could not be read
/// there, and names that two dependencies share.
#[salsa::tracked]
pub fn foreign_diagnostics(db: &dyn Db, package: Package, file: SourceFile) -> FileDiagnostics {
    let here = number(db, package, file);
    let errors = file_items(db, file).errors.iter().cloned();
    let mut all: Vec<Diagnostic> = errors.map(|error| error.placed(here, 0)).collect();
    for told in told_in(db, package, file) {
        all.push(place_told(db, package, told));
    }
    all.retain(|finding| finding.severity == Severity::Error);
    all
}

/// The lints that only the table of a sound package can tell, as its lint levels and `@allow` say. Dependencies have
/// lints of their own.
pub fn table_lints<'db>(
    db: &'db dyn Db,
    package: Package,
    found: &[(Item<'db>, Finding)],
) -> Vec<Diagnostic> {
    let mut by_item: HashMap<Item<'db>, Vec<&Finding>> = HashMap::new();
    for (item, finding) in found {
        by_item.entry(*item).or_default().push(finding);
    }
    let mut all = Vec::new();
    for &file in package.files(db) {
        for &item in &file_items(db, file).items {
            let mut found = by_item.remove(&item).unwrap_or_default();
            // One mistake, one finding: what is about no call was told as that.
            let about_nothing = |it: &Finding| ["W1003", "W1008"].contains(&it.diagnostic.code);
            let mut own = check_item(db, package, item).findings.iter();
            if own.any(about_nothing) {
                found.clear();
            }
            let mut allows = Allows::of(item.tree(db));
            let left = found
                .into_iter()
                .filter(|finding| !allows.silence(&finding.diagnostic));
            all.extend(left.map(|finding| place(db, package, item, finding)));
            for finding in allows.unused_in_table() {
                all.push(place(db, package, item, &Finding::from(finding)));
            }
        }
    }
    let levels = package.levels(db);
    all.into_iter()
        .filter_map(|one| levels.applied(one))
        .collect()
}

/// Whether a file is one of a dependency.
pub(crate) fn is_foreign(db: &dyn Db, package: Package, file: SourceFile) -> bool {
    number(db, package, file).0 as usize >= package.files(db).len()
}

fn place_told(db: &dyn Db, package: Package, told: &Told<'_>) -> Diagnostic {
    let mut placed = place(db, package, told.item, &told.finding);
    for other in &told.others {
        let span = name_span(other.item.tree(db), &other.name).shifted(other.item.start(db));
        let number = number(db, package, other.item.file(db));
        placed = placed.related(number, span, &other.text);
    }
    placed
}

/// A finding with its places in files.
fn place(db: &dyn Db, package: Package, item: Item<'_>, finding: &Finding) -> Diagnostic {
    let file = number(db, package, item.file(db));
    let mut placed = finding.diagnostic.clone().placed(file, item.start(db));
    for related in &finding.related {
        let items = match related.kind {
            Kind::Tool => match scope::find_tool(db, package, &related.name) {
                ToolsMeant::Some(items) => items.clone(),
                ToolsMeant::Twice | ToolsMeant::Nothing => Vec::new(),
            },
            kind => match scope::find(db, package, kind, &related.name) {
                Meant::One(item) => vec![item],
                Meant::Twice | Meant::Nothing => Vec::new(),
            },
        };
        for other in items {
            let span = name_span(other.tree(db), &related.name).shifted(other.start(db));
            placed = placed.related(number(db, package, other.file(db)), span, &related.text);
        }
    }
    placed
}

/// The number of a file in its package.
fn number(db: &dyn Db, package: Package, file: SourceFile) -> FileId {
    FileId(numbers(db, package).get(&file).copied().unwrap_or(0))
}

#[salsa::tracked]
fn numbers(db: &dyn Db, package: Package) -> HashMap<SourceFile, u32> {
    let files = package.files(db).iter().chain(package.foreign(db));
    files.copied().zip(0..).collect()
}
