//! Hover: what the name under the cursor means.

use crate::{agent, small, tool, words};
use rev_analysis::facts;
use rev_analysis::hir::{Class, Effect};
use rev_analysis::{Db, Item, Kind, Mention, Package, SourceFile, file_items, mentions};
use rev_diagnostics::Span;
use smol_str::SmolStr;

/// What is shown over a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The name, in the file.
    pub range: Span,
    pub markdown: String,
}

/// What the name at this byte of a file means; `None` where no name stands, or one that means nothing.
pub fn hover(db: &dyn Db, package: Package, file: SourceFile, offset: u32) -> Option<Hover> {
    let items = file_items(db, file).items.iter();
    let (item, at) = items.copied().find_map(|item| {
        let at = offset.checked_sub(item.start(db))?;
        let span = item.tree(db).span;
        (span.start <= at && at <= span.end).then_some((item, at))
    })?;
    let mut all = own_names(db, item);
    all.extend(mentions(&item.tree(db).kind));
    let here = |one: &&Mention| one.span.start <= at && at <= one.span.end;
    let mut here: Vec<&Mention> = all.iter().filter(here).collect();
    // Of names inside names the smallest is meant. A name may be that of a type or of a unit: the one that is there.
    here.sort_by_key(|one| one.span.end - one.span.start);
    here.into_iter().find_map(|one| {
        let markdown = about(db, package, one.kind, &one.name)?;
        let range = one.span.shifted(item.start(db));
        Some(Hover { range, markdown })
    })
}

/// The names that an item declares.
fn own_names(db: &dyn Db, item: Item<'_>) -> Vec<Mention> {
    let key = item.key(db);
    let named = |name: &SmolStr| Mention {
        kind: key.kind,
        name: name.clone(),
        span: facts::name_place(db, item, name),
    };
    key.names.iter().map(named).collect()
}

fn about(db: &dyn Db, package: Package, kind: Kind, name: &str) -> Option<String> {
    match kind {
        Kind::Tool => match asked(db, package, name) {
            Some(text) => Some(text),
            None => tool::about(db, package, name),
        },
        Kind::Gate => small::gate(db, package, name),
        Kind::ClassGate => Some(small::class(db, package, Class::from_word(name)?)),
        Kind::Agent => agent::agent(db, package, facts::item_named(db, package, kind, name)?),
        Kind::Budget => agent::budget(db, package, facts::item_named(db, package, kind, name)?),
        _ => small::item(db, package, facts::item_named(db, package, kind, name)?),
    }
}

/// `call is` asks for a tool by its name, and for classes and effects by words that no tool has alone.
fn asked(db: &dyn Db, package: Package, name: &str) -> Option<String> {
    if let Some(class) = Class::from_word(name) {
        return Some(small::class(db, package, class));
    }
    let (what, means) = match name {
        "outbound" => (
            "call",
            "what it is given may leave: its effect is public, it takes an address, or it says so",
        ),
        "recovery" => ("call", "it takes back an earlier one"),
        _ => ("effect", effect(name)?),
    };
    Some(format!("{what} `{name}`: {means}"))
}

fn effect(word: &str) -> Option<&'static str> {
    let all = [
        Effect::None,
        Effect::Internal,
        Effect::Public,
        Effect::Authority,
    ];
    let effect = all
        .into_iter()
        .find(|effect| words::effect(*effect) == word)?;
    Some(match effect {
        Effect::None => "it changes nothing",
        Effect::Internal => "it changes what only we see",
        Effect::Public => "it changes what others see",
        Effect::Authority => "it changes who may do what",
    })
}
