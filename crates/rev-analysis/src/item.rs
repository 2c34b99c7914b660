//! The items of a file, each with an identity that survives edits elsewhere in the file.

use crate::db::{Db, SourceFile};
use rev_diagnostics::{Diagnostic, Severity, Span};
use rev_syntax::ast::{self, ItemKind};
use smol_str::SmolStr;
use std::sync::Arc;

/// One item as written. Where it stands is kept apart from what it says: moving it changes only `start`.
#[salsa::tracked(debug)]
pub struct Item<'db> {
    #[returns(copy)]
    pub file: SourceFile,
    #[returns(ref)]
    pub key: ItemKey,
    #[tracked]
    #[returns(deref)]
    pub tree: Arc<ast::Item>,
    #[tracked]
    #[returns(copy)]
    pub start: u32,
}

/// What kind of item, and its names as written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemKey {
    pub kind: Kind,
    /// More than one for `tool a, b`.
    pub names: Vec<SmolStr>,
}

/// Each kind of item has names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Policy,
    Unit,
    Dimension,
    Label,
    Type,
    Event,
    Assumption,
    Tool,
    Gate,
    ClassGate,
    Rule,
    Boundary,
    Budget,
    Agent,
    Saga,
    Invariant,
    Context,
    Test,
}

impl Kind {
    /// The word that such an item begins with.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Policy => "policy",
            Kind::Unit => "unit",
            Kind::Dimension => "dimension",
            Kind::Label => "label",
            Kind::Type => "type",
            Kind::Event => "event",
            Kind::Assumption => "assumption",
            Kind::Tool => "tool",
            Kind::Gate => "gate",
            Kind::ClassGate => "class",
            Kind::Rule => "rule",
            Kind::Boundary => "boundary",
            Kind::Budget => "budget",
            Kind::Agent => "agent",
            Kind::Saga => "saga",
            Kind::Invariant => "invariant",
            Kind::Context => "context",
            Kind::Test => "test",
        }
    }
}

/// A file, read.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct FileItems<'db> {
    pub items: Vec<Item<'db>>,
    /// What could not be read; places count from the start of the file.
    pub errors: Vec<Diagnostic>,
    /// Words of the lines that could not be read: an item of that name may be among what was lost.
    pub lost: Vec<SmolStr>,
    /// The words that items begin with whose name was lost, too; nothing for one that may be of any kind.
    pub nameless: Vec<&'static str>,
}

/// The items of a file and its syntax errors.
#[salsa::tracked]
pub fn file_items(db: &dyn Db, file: SourceFile) -> FileItems<'_> {
    let parsed = rev_syntax::parse(file.text(db));
    let items = parsed.tree.items.into_iter().map(|placed| {
        let key = key(&placed.item.kind);
        Item::new(db, file, key, Arc::new(placed.item), placed.start)
    });
    FileItems {
        items: items.collect(),
        lost: lost(file.text(db), &parsed.errors),
        errors: parsed.errors,
        nameless: parsed.nameless,
    }
}

fn lost(text: &str, errors: &[Diagnostic]) -> Vec<SmolStr> {
    let mut words: Vec<SmolStr> = Vec::new();
    let mut done = 0;
    for error in errors {
        let at = error.primary.span.start as usize;
        if error.severity != Severity::Error || at < done {
            continue;
        }
        let start = text
            .get(..at)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |end| end + 1);
        let line = text
            .get(start..)
            .and_then(|rest| rest.lines().next())
            .unwrap_or("");
        done = start + line.len();
        let in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let names = line
            .split(|c: char| !in_name(c))
            .filter(|word| !word.is_empty());
        words.extend(names.map(SmolStr::from));
    }
    words.sort();
    words.dedup();
    words
}

fn key(kind: &ItemKind) -> ItemKey {
    let (kind, names) = match kind {
        ItemKind::Policy(item) => (Kind::Policy, vec![item.name.text.clone()]),
        ItemKind::Unit(item) => (Kind::Unit, vec![item.name.text.clone()]),
        ItemKind::Dimension(item) => (Kind::Dimension, vec![item.name.text.clone()]),
        ItemKind::Label(item) => (Kind::Label, vec![item.name.text.clone()]),
        ItemKind::Type(item) => (Kind::Type, vec![item.name.text.clone()]),
        ItemKind::Event(item) => (Kind::Event, vec![item.name.dotted()]),
        ItemKind::Assumption(item) => (Kind::Assumption, vec![item.name.text.clone()]),
        ItemKind::Tool(item) => (
            Kind::Tool,
            item.names.iter().map(crate::glob::pattern).collect(),
        ),
        ItemKind::Gate(item) => (Kind::Gate, vec![item.name.text.clone()]),
        ItemKind::ClassGate(item) => (Kind::ClassGate, vec![item.class.text.clone()]),
        ItemKind::Rule(item) => (Kind::Rule, vec![item.name.text.clone()]),
        ItemKind::Boundary(item) => (Kind::Boundary, vec![item.name.text.clone()]),
        ItemKind::Budget(item) => (Kind::Budget, vec![item.name.text.clone()]),
        ItemKind::Agent(item) => (Kind::Agent, vec![item.name.text.clone()]),
        ItemKind::Saga(item) => (Kind::Saga, vec![item.name.text.clone()]),
        ItemKind::Invariant(item) => (Kind::Invariant, vec![item.name.text.clone()]),
        ItemKind::Context(_) => (Kind::Context, Vec::new()),
        ItemKind::Test(item) => (Kind::Test, vec![item.title.value.clone()]),
    };
    ItemKey { kind, names }
}

/// The place of an item's name, or of its word where it has none.
pub fn name_span(item: &ast::Item, name: &str) -> Span {
    match &item.kind {
        ItemKind::Policy(it) => it.name.span,
        ItemKind::Unit(it) => it.name.span,
        ItemKind::Dimension(it) => it.name.span,
        ItemKind::Label(it) => it.name.span,
        ItemKind::Type(it) => it.name.span,
        ItemKind::Event(it) => it.name.span,
        ItemKind::Assumption(it) => it.name.span,
        ItemKind::Tool(it) => {
            let named = it
                .names
                .iter()
                .find(|path| crate::glob::pattern(path) == name);
            named
                .or(it.names.first())
                .map_or(item.word, |path| path.span)
        }
        ItemKind::Gate(it) => it.name.span,
        ItemKind::ClassGate(it) => it.class.span,
        ItemKind::Rule(it) => it.name.span,
        ItemKind::Boundary(it) => it.name.span,
        ItemKind::Budget(it) => it.name.span,
        ItemKind::Agent(it) => it.name.span,
        ItemKind::Saga(it) => it.name.span,
        ItemKind::Invariant(it) => it.name.span,
        ItemKind::Context(_) => item.word,
        ItemKind::Test(it) => it.title.span,
    }
}
