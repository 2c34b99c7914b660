//! Rev: the package compiled to a table, the table loaded, a run opened, calls decided. The only file here that knows the
//! compiler's and the evaluator's interfaces.
//!
//! Best and naive are the same: there is one way to use it. From bytes, and from a tree that is there already.

use crate::calls::{Asked, Verdict};
use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_diagnostics::Severity;
pub use rev_eval::Table;
use rev_eval::{Call, Capability, Decision, Json, LabelSet, Origin, Origins, Outcome, Run};
use std::error::Error;
use std::sync::Arc;

/// The table's bytes for a package of one file.
pub fn build(text: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let db = Database::default();
    let package = package(&db, text);
    match rev_lower::lower(&db, package) {
        Ok(lowered) => Ok(lowered.bytes),
        Err(errors) => Err(format!("the package has errors: {errors:?}").into()),
    }
}

/// Reads a text; what is wrong with it is part of the answer.
pub fn parse(text: &str) -> rev_syntax::Parsed {
    rev_syntax::parse(text)
}

/// Checks a package of one file.
pub fn check(text: &str) -> Result<(), Box<dyn Error>> {
    let db = Database::default();
    let package = package(&db, text);
    let found = rev_analysis::check(&db, package);
    match found.iter().any(|one| one.severity == Severity::Error) {
        true => Err(format!("the package has errors: {found:?}").into()),
        false => Ok(()),
    }
}

fn package(db: &Database, text: &str) -> Package {
    let file = SourceFile::new(db, "shops.rev".to_owned(), Arc::from(text));
    Package::new(db, vec![file], Levels::default(), Vec::new())
}

/// A table's data as JSON.
pub fn json(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    Ok(rev_table::json(&rev_table::Table::load(bytes)?)
        .to_string()
        .into_bytes())
}

/// A table, everything in it checked.
pub fn load(bytes: &[u8]) -> Result<Table, Box<dyn Error>> {
    Ok(Table::load(bytes)?)
}

/// A call with the run that it is asked in.
#[derive(Debug)]
pub struct Prepared {
    run: Run,
    origins: [(&'static str, Origin); 2],
}

/// Brings a run to where the call is asked.
pub fn prepare(table: &Table, asked: &Asked) -> Result<Prepared, Box<dyn Error>> {
    let mut run = Run::open(table, "bot", Capability::default())?;
    for (tool, args) in &asked.before {
        let call = Call::new(tool, Json::Tree(args));
        let decision = run.decide(table, &call);
        run.commit(table, &decision, Outcome::Sent);
    }
    let origin = Origin {
        said: asked.said,
        endorsed: asked.said,
        labels: asked.said.then_some(LabelSet::EMPTY),
    };
    Ok(Prepared {
        run,
        origins: [("order", origin), ("to", origin)],
    })
}

/// Decides from a tree.
#[inline]
pub fn from_tree(table: &Table, prepared: &Prepared, asked: &Asked) -> Verdict {
    let call = Call::new(&asked.tool, Json::Tree(&asked.args)).from(Origins(&prepared.origins));
    verdict(&prepared.run.decide(table, &call))
}

/// Decides from bytes.
#[inline]
pub fn from_bytes(table: &Table, prepared: &Prepared, bytes: &[u8]) -> Verdict {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Verdict::Deny;
    };
    let Ok(call) = Call::parse(text) else {
        return Verdict::Deny;
    };
    let call = call.from(Origins(&prepared.origins));
    verdict(&prepared.run.decide(table, &call))
}

fn verdict(decision: &Decision) -> Verdict {
    match decision.verdict {
        rev_eval::Verdict::Allow => Verdict::Allow,
        rev_eval::Verdict::RequireApproval => Verdict::Hold,
        rev_eval::Verdict::Deny => Verdict::Deny,
    }
}
