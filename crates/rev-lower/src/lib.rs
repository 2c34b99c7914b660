//! From a checked program to its decision table.
//!
//! Items are visited by kind and name, never in the order of files, so that shuffling a package changes nothing in its
//! table but the section of places. This crate knows nothing of files and of how a call is decided.

mod boundary;
mod conditions;
mod contract;
mod cx;
mod idle;
mod names;
mod never;
mod program;
mod rows;
mod settle;
mod small;
mod term;
mod text;
mod tool;
mod types;

use conditions::Conditions;
use cx::Cx;
use names::Names;
use program::Program;
use rev_analysis::{Db, Package, check, diagnostics, table_lints};
use rev_diagnostics::{Diagnostic, FileId, Severity, Span, codes};
use rev_table::Table;

/// A table, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    pub bytes: Vec<u8>,
    /// The same, loaded.
    pub table: Table,
    /// What only the rows could tell.
    pub warnings: Vec<Diagnostic>,
}

/// The decision table of a package. One with errors has none: the errors are returned instead.
pub fn lower(db: &dyn Db, package: Package) -> Result<Lowered, Vec<Diagnostic>> {
    table(db, package, false)
}

/// The same, in which a decision also tells, by the code [`watched_code`], where what an invariant rules out comes about.
/// Verdicts are those of the table itself.
pub fn lower_watched(db: &dyn Db, package: Package) -> Result<Lowered, Vec<Diagnostic>> {
    table(db, package, true)
}

/// The reason by which a watched table tells that a call does what an invariant rules out: one for calls that are
/// allowed, one for those that are not.
pub fn watched_code(invariant: &str, allowed: bool) -> String {
    let decided = if allowed { "allowed" } else { "not_allowed" };
    format!("invariant.{invariant}.{decided}")
}

fn table(db: &dyn Db, package: Package, watched: bool) -> Result<Lowered, Vec<Diagnostic>> {
    let mut errors = check(db, package);
    // Rules and boundaries of dependencies decide, too, so they have to be sound as well.
    for &file in package.foreign(db) {
        errors.extend(diagnostics(db, package, file).iter().cloned());
    }
    errors.retain(|one| one.severity == Severity::Error);
    if !errors.is_empty() {
        return Err(errors);
    }
    let program = Program::new(db, package);
    let (boundaries, numbers) = boundary::ordered(&program);
    let names = Names::new(&program, numbers);
    let mut cx = Cx::new(db, package, names);
    cx.small(&program);
    for (item, assumption) in &program.assumptions {
        cx.assumption(*item, assumption);
    }
    cx.boundaries(&boundaries);
    let mut conditions = Conditions::new(&mut cx, &program);
    if watched {
        conditions.watch(&mut cx, &program);
    }
    tool::tools(&mut cx, &program, &boundaries, &mut conditions);
    if !cx.errors.is_empty() {
        return Err(cx.errors);
    }
    // A watched table has rows that say nothing of the policy.
    let warnings = match watched {
        true => Vec::new(),
        false => table_lints(db, package, &conditions.idle.findings(db)),
    };
    // A lint that is denied is a mistake like any other.
    if warnings.iter().any(|one| one.severity == Severity::Error) {
        return Err(warnings);
    }
    let bytes = cx.to.finish();
    // Whoever loads the table looks at it in the same way; what would not be let through is better told here.
    match Table::load(&bytes) {
        Ok(table) => Ok(Lowered {
            bytes,
            table,
            warnings,
        }),
        Err(error) => {
            let what = format!("the package is more than a table can hold: {error}");
            let told = codes::too_many_conditions(Span::at(0), what);
            Err(vec![told.placed(FileId(0), 0)])
        }
    }
}
