//! What is wrong with the composition of a package, as findings at its agents and invariants.

use crate::boundaries;
use crate::case::cases;
use crate::mend;
use crate::paths::{Danger, Path, paths};
use crate::place::Places;
use crate::prove::{Answer, Proof, prove};
use crate::reach::{Reach, reach};
use rev_analysis::{Db, Item, Kind, Package, told_later};
use rev_diagnostics::{Diagnostic, Span, codes};
use rev_table::Table;

/// Everything that only a package's tools together can tell. The table is that of the package.
pub fn compose(db: &dyn Db, package: Package, table: &Table) -> Vec<Diagnostic> {
    let places = Places::new(db, package);
    let cases = cases(table);
    let agents = (0..).zip(table.agents()).map(|(number, _)| number);
    let reaches: Vec<Reach<'_, '_>> = agents.map(|agent| reach(table, &cases, agent)).collect();
    let mut found = Vec::new();
    for reach in &reaches {
        for path in paths(reach, Danger::Leak) {
            found.extend(leak(&places, table, &path));
        }
        for path in paths(reach, Danger::Steering) {
            found.extend(steering(&places, table, &path));
        }
    }
    found.extend(boundaries::check(db, package, &places, table, &reaches));
    for proof in prove(db, package) {
        found.extend(invariant(&places, &proof));
    }
    told_later(db, package, found)
}

/// The names of a path's agent and label, and of its tools.
fn names<'t>(table: &'t Table, path: &Path) -> [&'t str; 4] {
    let tool = |number: u32| {
        let tool = table.tool(number);
        tool.map_or("", |tool| table.text(tool.name.get()))
    };
    let agent = table.agent(path.agent);
    let label = table.labels().get(path.label as usize);
    [
        agent.map_or("", |agent| table.text(agent.name.get())),
        label.map_or("", |label| table.text(label.name.get())),
        tool(path.from),
        tool(path.to),
    ]
}

fn leak<'db>(places: &Places<'db>, table: &Table, path: &Path) -> Option<(Item<'db>, Diagnostic)> {
    let [agent, label, from, to] = names(table, path);
    let item = places.find(Kind::Agent, agent)?;
    let found = codes::leak(Span::at(0), agent, label, path.text(table));
    let found = places.at(item, agent, found);
    let found = places.related(found, Kind::Tool, from, format!("yields `{label}`"));
    let found = places.related(found, Kind::Tool, to, "leaves here".to_owned());
    let found = found
        .fix(mend::rule_for_label(places, item, label))
        .or_fix(mend::contained(places, to))
        .or_fix(mend::may_leave(places, label));
    Some((item, found))
}

fn steering<'db>(
    places: &Places<'db>,
    table: &Table,
    path: &Path,
) -> Option<(Item<'db>, Diagnostic)> {
    let [agent, label, from, to] = names(table, path);
    let item = places.find(Kind::Agent, agent)?;
    let found = codes::steered(Span::at(0), label, agent, path.text(table), to);
    let found = places.at(item, agent, found);
    let found = places.related(found, Kind::Tool, from, format!("yields `{label}`"));
    let found = places.related(found, Kind::Tool, to, "can be steered".to_owned());
    let found = match mend::rule_for_target(places, table, item, path) {
        Some(fix) => found.fix(fix),
        None => found,
    };
    Some((item, found))
}

fn invariant<'db>(places: &Places<'db>, proof: &Proof) -> Option<(Item<'db>, Diagnostic)> {
    let name = &proof.invariant;
    let (what, help) = match &proof.answer {
        Answer::Holds => return None,
        Answer::Broken(found) => (
            format!(
                "`{name}` is broken for `{}`: `{}`",
                proof.agent,
                found.text()
            ),
            "these calls were decided by the table of this package; add a rule or a gate that stops the last of them",
        ),
        Answer::NotShown(why) => (
            format!("`{name}` cannot be shown for `{}`: {why}", proof.agent),
            "say it more plainly, or make the rules that it relies on hold for every argument",
        ),
    };
    let item = places.find(Kind::Invariant, name)?;
    let found = codes::invariant(Span::at(0), what).help(help);
    Some((item, places.at(item, name, found)))
}
