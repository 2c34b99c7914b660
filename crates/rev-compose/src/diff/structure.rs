//! Two tables fact by fact: everything in which they differ in meaning.

use super::fact::{About, Direction, Fact, Facts, Sense, direction};
use super::polarity::Polarity;
use super::rows::{self, Changed};
use super::schema::{self, Two};
use super::tool::{Teller, case};
use super::{Difference, items};
use rev_table::{Exact, NONE, Table, ToolRecord, names, tool};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn differences(old: &Table, new: &Table) -> Vec<Difference> {
    let polarity = Polarity::of([old, new]);
    let mut all = Vec::new();
    let mut a = facts(old, &polarity);
    let mut b = facts(new, &polarity);
    let (was, is) = (tools(old), tools(new));
    let (mut one, mut two) = (Exact::new(old), Exact::new(new));
    let shared = shared_boundaries(old, new, &one, &two);
    let mut pair = Pair {
        old,
        new,
        a: &mut one,
        b: &mut two,
        shared: &shared,
        polarity: &polarity,
    };
    for (name, tool) in &was {
        match is.get(name) {
            Some(other) => both(&mut pair, tool, other, &mut all),
            None => all.push(gone(new, name, tool, old)),
        }
    }
    for (name, tool) in is.iter().filter(|(name, _)| !was.contains_key(*name)) {
        all.push(came(old, name, tool, new));
    }
    only_shared(&mut a, &mut b, &was, &is, &mut all);
    let keys: BTreeSet<_> = a.keys().chain(b.keys()).cloned().collect();
    for key in keys {
        let (old, new) = (a.get(&key), b.get(&key));
        let Some(direction) = direction(old, new) else {
            continue;
        };
        let fact = new.or(old);
        let (about, case, what) = key;
        let text = |text: &str| (text != "yes").then(|| text.to_owned());
        let tools = match (&about, what.strip_prefix("reaches ")) {
            (About::Tool(name), _) => vec![name.clone()],
            (_, Some(reached)) => {
                let name = reached.split(" where ").next().unwrap_or(reached);
                vec![name.to_owned()]
            }
            _ => Vec::new(),
        };
        all.push(Difference {
            direction,
            class: what == "class",
            codes: fact.map(|fact| fact.codes.clone()).unwrap_or_default(),
            label: fact.and_then(|fact| fact.label.clone()),
            before: old.and_then(|fact| text(&fact.text)),
            after: new.and_then(|fact| text(&fact.text)),
            what: worded(what, old.is_some(), new.is_some()),
            about,
            case,
            tools,
            example: None,
        });
    }
    grouped(all)
}

/// What came and what is gone says so; what is another tells both.
fn worded(what: String, was: bool, is: bool) -> String {
    match (was, is) {
        (true, false) => format!("no longer: {what}"),
        (false, true) => format!("now: {what}"),
        _ => what,
    }
}

fn tools(table: &Table) -> BTreeMap<&str, &ToolRecord> {
    let tools = table.tools().iter();
    tools
        .map(|tool| (table.text(tool.name.get()), tool))
        .collect()
}

fn facts(table: &Table, polarity: &Polarity) -> Facts {
    let mut facts = Facts::new();
    let mut exact = Exact::new(table);
    items::agents(table, &mut exact, &mut facts);
    items::labels(table, polarity, &exact, &mut facts);
    items::boundaries(table, polarity, &exact, &mut facts);
    items::sentences(table, &mut facts);
    for record in table.tools() {
        let mut teller = Teller {
            table,
            exact: &mut exact,
            polarity,
            facts: &mut facts,
            name: table.text(record.name.get()).to_owned(),
            case: String::new(),
        };
        teller.tool(record);
    }
    for context in table.contexts() {
        let about = About::Context(table.text(context.name.get()).to_owned());
        let fact = Fact::new(exact.ty(context.ty.get()), Sense::Opaque);
        facts.insert((about, String::new(), "type".to_owned()), fact);
    }
    facts
}

/// Leaves what belongs to something that only one of them has: that it came or is gone is told once.
fn only_shared(
    a: &mut Facts,
    b: &mut Facts,
    was: &BTreeMap<&str, &ToolRecord>,
    is: &BTreeMap<&str, &ToolRecord>,
    all: &mut Vec<Difference>,
) {
    let abouts = |facts: &Facts| -> BTreeSet<About> {
        let keys = facts.keys();
        keys.map(|(about, _, _)| about.clone()).collect()
    };
    let (before, after) = (abouts(a), abouts(b));
    for (about, there) in before
        .iter()
        .map(|it| (it, false))
        .chain(after.iter().map(|it| (it, true)))
    {
        if before.contains(about) && after.contains(about) {
            continue;
        }
        if matches!(about, About::Agent(_)) {
            let (direction, what) = match there {
                true => (Direction::Weaker, "a new agent"),
                false => (Direction::Stricter, "the agent is gone"),
            };
            all.push(Difference {
                direction,
                ..Difference::plain(about.clone(), what)
            });
        }
    }
    let keep = |key: &(About, String, String)| {
        let (about, _, what) = key;
        let shared = match about {
            About::Tool(name) => was.contains_key(name.as_str()) && is.contains_key(name.as_str()),
            About::Boundary(_) => what == "is a boundary" || both_have(&before, &after, about),
            // A rule that came or is gone is told by its rows, a label by who yields it.
            // What asks for a value of context tells where that came or is gone.
            About::Agent(_) | About::Rule(_) | About::Label(_) | About::Context(_) => {
                both_have(&before, &after, about)
            }
        };
        // A tool that came or is gone tells by itself who reaches it.
        let reached = what.strip_prefix("reaches ");
        let reached = reached.map(|it| it.split(" where ").next().unwrap_or(it));
        shared && reached.is_none_or(|name| was.contains_key(name) && is.contains_key(name))
    };
    let keys: BTreeSet<_> = a.keys().chain(b.keys()).cloned().collect();
    for key in keys {
        if !keep(&key) {
            a.remove(&key);
            b.remove(&key);
        }
    }
}

fn both_have(before: &BTreeSet<About>, after: &BTreeSet<About>, about: &About) -> bool {
    before.contains(about) && after.contains(about)
}

impl Difference {
    pub(super) fn plain(about: About, what: impl Into<String>) -> Difference {
        Difference {
            direction: Direction::Unknown,
            about,
            case: String::new(),
            what: what.into(),
            tools: Vec::new(),
            before: None,
            after: None,
            class: false,
            example: None,
            codes: Vec::new(),
            label: None,
        }
    }
}

fn is_glob(record: &ToolRecord) -> bool {
    record.flags.get() & tool::GLOB != 0
}

/// The globs of a table that mean a tool, or that may share names with it.
fn globs<'t>(table: &'t Table, of: &ToolRecord, wire: &str) -> Vec<&'t str> {
    let globs = table.tools().iter().filter(|one| is_glob(one));
    let globs = globs.map(|one| table.text(one.wire.get()));
    globs
        .filter(|glob| is_glob(of) || names(glob, wire))
        .collect()
}

fn came(old: &Table, name: &str, record: &ToolRecord, new: &Table) -> Difference {
    let shared = globs(old, record, new.text(record.wire.get()));
    let plain = Difference {
        tools: vec![name.to_owned()],
        codes: vec!["*".to_owned()],
        ..Difference::plain(About::Tool(name.to_owned()), "newly reachable: a new tool")
    };
    if record.flags.get() & tool::UNDOES != 0 {
        // Only the contracts that name it call it, which is told with them.
        return Difference {
            direction: Direction::Note,
            what: "a new tool for recoveries".to_owned(),
            ..plain
        };
    }
    if let (false, [glob, ..]) = (is_glob(record), shared.as_slice()) {
        return Difference {
            what: "declared by itself".to_owned(),
            before: Some(format!("declared by `{glob}`")),
            ..plain
        };
    }
    let reached = is_glob(record) || reachers(new, record, name).next().is_some();
    match reached {
        true => Difference {
            direction: Direction::Weaker,
            ..plain
        },
        false => Difference {
            direction: Direction::Note,
            what: "a new tool that no agent reaches".to_owned(),
            ..plain
        },
    }
}

fn gone(new: &Table, name: &str, record: &ToolRecord, old: &Table) -> Difference {
    let shared = globs(new, record, old.text(record.wire.get()));
    let plain = Difference {
        tools: vec![name.to_owned()],
        codes: vec!["*".to_owned()],
        ..Difference::plain(
            About::Tool(name.to_owned()),
            "unreachable: the tool is gone",
        )
    };
    match shared.as_slice() {
        [] if reachers(old, record, name).next().is_none() => Difference {
            direction: Direction::Note,
            what: "the tool is gone; no agent reached it".to_owned(),
            ..plain
        },
        [] => Difference {
            direction: Direction::Stricter,
            ..plain
        },
        // What it asked for is not asked for any more where another glob means the same name.
        [glob, ..] => Difference {
            what: "no longer declared by itself".to_owned(),
            after: Some(format!("declared by `{glob}`")),
            ..plain
        },
    }
}

/// The agents that may call a tool, in some case.
pub(super) fn reachers<'t>(
    table: &'t Table,
    record: &'t ToolRecord,
    name: &'t str,
) -> impl Iterator<Item = &'t str> {
    let agents = table.agents().iter().filter(move |agent| {
        let mut may = table.refs(agent.may).map(|glob| table.text(glob));
        let mut cases = table.variants(record).iter();
        record.flags.get() & tool::UNDOES == 0
            && (is_glob(record) || may.any(|glob| names(glob, name)))
            && cases.any(|one| one.class <= agent.up_to)
    });
    agents.map(|agent| table.text(agent.name.get()))
}

/// Two tables, and what spells them out.
struct Pair<'p, 't> {
    old: &'t Table,
    new: &'t Table,
    a: &'p mut Exact<'t>,
    b: &'p mut Exact<'t>,
    /// Boundaries that both have.
    shared: &'p BTreeSet<String>,
    polarity: &'p Polarity,
}

/// Arguments, rows and crossings of a tool that both have.
fn both(pair: &mut Pair<'_, '_>, was: &ToolRecord, is: &ToolRecord, all: &mut Vec<Difference>) {
    let (old, new) = (pair.old, pair.new);
    let name = new.text(is.name.get()).to_owned();
    arguments(old, new, was, is, &name, all);
    pair.a.tool(was);
    pair.b.tool(is);
    let others: Vec<String> = (0..new.variants(is).len())
        .map(|at| case(pair.b, new, is, at))
        .collect();
    for (facts, at) in old.variants(was).iter().zip(0..) {
        let named = case(pair.a, old, was, at);
        let place = others.iter().position(|other| *other == named);
        let Some(other) = place.and_then(|at| new.variants(is).get(at)) else {
            continue;
        };
        let mut changed = rows::compare((old, pair.a, facts), (new, pair.b, other));
        changed.extend(rows::compare_crossings(
            (old, pair.a, facts),
            (new, pair.b, other),
            pair.shared,
            !pair.polarity.boundaries,
        ));
        let told = changed.into_iter();
        all.extend(told.map(|one| condition(new, one, &name, &named)));
    }
}

fn shared_boundaries(old: &Table, new: &Table, a: &Exact<'_>, b: &Exact<'_>) -> BTreeSet<String> {
    let named = |table: &Table, exact: &Exact<'_>| -> BTreeSet<String> {
        let all = table.boundaries().iter().zip(0..);
        all.map(|(_, number)| exact.boundary(number)).collect()
    };
    let (old, new) = (named(old, a), named(new, b));
    old.intersection(&new).cloned().collect()
}

/// A condition is told at the rule or boundary that it comes from, or at the tool.
fn condition(new: &Table, one: Changed, tool: &str, case: &str) -> Difference {
    let still = |code: &str| {
        let mut reasons = new.reasons().iter();
        reasons.any(|reason| new.text(reason.code.get()) == code)
    };
    let (about, word) = match one.code.split_once('.') {
        Some(("rule", name)) => (About::Rule(name.to_owned()), "what it asks for"),
        Some(("boundary", name)) => (About::Boundary(name.to_owned()), "what crosses it"),
        _ => (About::Tool(tool.to_owned()), one.code.as_str()),
    };
    let rule = matches!(about, About::Rule(_));
    let what = match (&one.before, &one.after) {
        (Some(_), None) if rule && !still(&one.code) => "the rule is gone".to_owned(),
        (Some(_), None) if rule => "no longer fires".to_owned(),
        (None, Some(_)) if rule => "fires now".to_owned(),
        (was, is) => worded(word.to_owned(), was.is_some(), is.is_some()),
    };
    let case = match about {
        About::Tool(_) => case.to_owned(),
        _ => String::new(),
    };
    Difference {
        direction: one.direction,
        case,
        tools: vec![tool.to_owned()],
        before: one.before,
        after: one.after,
        codes: vec![one.code.clone()],
        ..Difference::plain(about, what)
    }
}

fn arguments(
    old: &Table,
    new: &Table,
    was: &ToolRecord,
    is: &ToolRecord,
    name: &str,
    all: &mut Vec<Difference>,
) {
    let (a, b) = (was.args.get(), is.args.get());
    if a == NONE && b == NONE {
        return;
    }
    let change = schema::compare(Two { old, new }, a, b);
    for (direction, what, lines) in [
        (Direction::Weaker, "takes more arguments", change.wider),
        (
            Direction::Stricter,
            "takes fewer arguments",
            change.narrower,
        ),
        (Direction::Unknown, "takes other arguments", change.other),
    ] {
        if !lines.is_empty() {
            let what = format!("{what}: {}", lines.join("; "));
            all.push(Difference {
                direction,
                tools: vec![name.to_owned()],
                codes: vec!["args.*".to_owned()],
                ..Difference::plain(About::Tool(name.to_owned()), what)
            });
        }
    }
}

/// What a rule, a boundary or an agent does to many tools is told once.
fn grouped(all: Vec<Difference>) -> Vec<Difference> {
    let mut kept: Vec<Difference> = Vec::new();
    let mut places: BTreeMap<(About, Direction, String), usize> = BTreeMap::new();
    for one in all {
        if matches!(one.about, About::Tool(_) | About::Label(_)) {
            kept.push(one);
            continue;
        }
        let what = match one.what.contains("reaches ") {
            true => match one.direction {
                Direction::Weaker => "newly reachable".to_owned(),
                _ => "unreachable".to_owned(),
            },
            false => one.what.clone(),
        };
        let key = (one.about.clone(), one.direction, what.clone());
        match places.get(&key).and_then(|at| kept.get_mut(*at)) {
            Some(first) => {
                first.tools.extend(one.tools);
                first.tools.sort();
                first.tools.dedup();
            }
            None => {
                places.insert(key, kept.len());
                kept.push(Difference { what, ..one });
            }
        }
    }
    kept
}
