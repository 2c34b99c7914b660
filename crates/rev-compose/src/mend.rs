//! The usual ways to mend a dangerous path. Which of them is right is for a person to say, so none is applied unseen.

use crate::case::cases;
use crate::paths::{Path, landing};
use crate::place::Places;
use rev_analysis::{Item, Kind};
use rev_diagnostics::{Edit, Fix, Span};
use rev_table::{Table, Type};
use std::collections::BTreeSet;

/// A rule that asks a person before anything goes out of a run that has the label.
pub(crate) fn rule_for_label(places: &Places<'_>, agent: Item<'_>, label: &str) -> Fix {
    let name = free_name(places, &format!("no_{label}_leaves"));
    let text = format!(
        "rule {name} {{\n    when    run has {label} and call is outbound\n    gate    approval\n    because \"what others have read cannot be unread\"\n}}\n\n"
    );
    let title = format!("ask a person before `{label}` leaves");
    decision(title, before(places, agent, text))
}

/// The tool says that nothing of what it is told leaves.
pub(crate) fn contained(places: &Places<'_>, tool: &str) -> Option<Fix> {
    let item = places.find(Kind::Tool, tool)?;
    let effect = places.containable(item)?;
    let edit = Edit {
        file: places.file(item),
        span: Span::at(effect.end),
        text: "\n    contained because \"say here why nothing of it leaves\"".to_owned(),
    };
    let title = format!("write `contained because \"…\"` in `{tool}`, if nothing of it leaves");
    Some(decision(title, edit))
}

/// The label says that it may leave.
pub(crate) fn may_leave(places: &Places<'_>, label: &str) -> Option<Fix> {
    let item = places.find(Kind::Label, label)?;
    let word = places.confidential(item)?;
    let edit = Edit {
        file: places.file(item),
        span: Span::at(word.end),
        text: " may leave".to_owned(),
    };
    let title = format!("write `may leave` at `{label}`, if it is meant to");
    Some(decision(title, edit))
}

/// A rule that asks a person where nobody said what decides where the effect lands. None where a name would have to be
/// quoted, or where there is no argument to ask about.
pub(crate) fn rule_for_target(
    places: &Places<'_>,
    table: &Table,
    agent: Item<'_>,
    path: &Path,
) -> Option<Fix> {
    let tool = table.tool(path.to)?;
    let Some(Type::Record { first, len, .. }) = table.ty(tool.args.get()) else {
        return None;
    };
    let cases = cases(table);
    let own = cases.iter().filter(|case| case.tool == path.to);
    let deciding: BTreeSet<u16> = own.flat_map(|case| landing(table, case)).collect();
    let fields = table.fields(first, len).iter().zip(0_u16..);
    let asked: Vec<&str> = fields
        .filter(|(_, number)| deciding.is_empty() || deciding.contains(number))
        .map(|(field, _)| table.text(field.name.get()))
        .collect();
    let name = table.text(tool.name.get());
    let plain = |text: &str| {
        let fine = |one: char| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '_';
        !text.is_empty() && text.chars().all(fine)
    };
    if asked.is_empty() || !asked.iter().all(|name| plain(name)) || !name.split('.').all(plain) {
        return None;
    }
    let tests: Vec<String> = asked
        .iter()
        .map(|name| format!("not args.{name} said"))
        .collect();
    let tests = match tests.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(" or ")),
    };
    let rule = free_name(
        places,
        &format!("{}_where_the_person_said", name.replace('.', "_")),
    );
    let text = format!(
        "rule {rule} {{\n    when    call is {name} and {tests}\n    gate    approval\n    because \"only a stranger's text named where this lands\"\n}}\n\n"
    );
    let title = format!("ask a person where nobody said where `{name}` lands");
    Some(decision(title, before(places, agent, text)))
}

fn decision(title: String, edit: Edit) -> Fix {
    Fix {
        title,
        edits: vec![edit],
        safe: false,
    }
}

/// In front of an item.
fn before(places: &Places<'_>, item: Item<'_>, text: String) -> Edit {
    Edit {
        file: places.file(item),
        span: Span::at(places.start(item)),
        text,
    }
}

fn free_name(places: &Places<'_>, plain: &str) -> String {
    let numbered = (2..).map(|number| format!("{plain}_{number}"));
    let mut names = std::iter::once(plain.to_owned()).chain(numbered);
    let free = names.find(|name| places.find(Kind::Rule, name).is_none());
    free.unwrap_or_else(|| plain.to_owned())
}
