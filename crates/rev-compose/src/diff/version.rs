//! Weaker than the baseline, or of another class, without a major version.

use super::{About, Changes, changes};
use crate::place::Places;
use rev_analysis::{Db, Kind, Package};
use rev_diagnostics::{Diagnostic, FileId, Span, codes};
use rev_table::Table;

/// Whether one version is a major step after another. Before 1.0 the minor number is the major one, as in semver.
pub fn is_major(old: &str, new: &str) -> bool {
    let (Some(old), Some(new)) = (numbers(old), numbers(new)) else {
        return false;
    };
    match (old, new) {
        ([0, was, _], [0, is, _]) => is > was,
        ([was, ..], [is, ..]) => is > was,
    }
}

fn numbers(version: &str) -> Option<[u64; 3]> {
    let plain = version.split(['-', '+']).next()?;
    let mut parts = plain.split('.').map(|part| part.parse().ok());
    let all = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(all)
}

/// What is weaker in a package than in a baseline, or of another class, unless its version says so.
pub fn against(db: &dyn Db, package: Package, table: &Table, baseline: &Table) -> Vec<Diagnostic> {
    if is_major(baseline.version(), table.version()) {
        return Vec::new();
    }
    let places = Places::new(db, package);
    let Changes { differences } = changes(baseline, table);
    let counted = differences
        .iter()
        .filter(|one| one.direction.is_weaker() || one.class);
    // Nothing silences an error, and what is weaker in a dependency is weaker here.
    let mut told = Vec::new();
    for one in counted {
        let found = codes::weaker_than_baseline(Span::at(0), one.text(), baseline.version());
        let found = match &one.example {
            Some(example) => found.help(format!("for example {}", example.text())),
            None => found,
        };
        let name = one.about.name();
        // What is gone has no place; then what it was for has, or else the policy.
        let place = kind(&one.about).and_then(|kind| Some((places.find(kind, name)?, name)));
        let tool = || {
            let mut tools = one.tools.iter();
            tools.find_map(|tool| Some((places.find(Kind::Tool, tool)?, tool.as_str())))
        };
        let policy = || Some((places.find(Kind::Policy, table.policy())?, table.policy()));
        match place.or_else(tool).or_else(policy) {
            Some((item, name)) => told.push(places.at(item, name, found)),
            None => told.push(found.placed(FileId(0), 0)),
        }
    }
    told
}

fn kind(about: &About) -> Option<Kind> {
    Some(match about {
        About::Agent(_) => Kind::Agent,
        About::Tool(_) => Kind::Tool,
        About::Rule(_) => Kind::Rule,
        About::Boundary(_) => Kind::Boundary,
        About::Label(_) => Kind::Label,
        About::Context(_) => return None,
    })
}
