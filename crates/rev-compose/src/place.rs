//! Findings at the items that they are about.

use rev_analysis::{Db, Item, Kind, Package, SourceFile, facts};
use rev_diagnostics::{Diagnostic, FileId, Span};
use smol_str::SmolStr;
use std::collections::{BTreeMap, HashMap};

/// Where items stand.
pub(crate) struct Places<'db> {
    db: &'db dyn Db,
    items: BTreeMap<(Kind, SmolStr), Item<'db>>,
    files: HashMap<SourceFile, FileId>,
}

impl<'db> Places<'db> {
    pub(crate) fn new(db: &'db dyn Db, package: Package) -> Places<'db> {
        let mut items = BTreeMap::new();
        for item in facts::items(db, package) {
            let key = item.key(db);
            for name in &key.names {
                items.insert((key.kind, name.clone()), item);
            }
        }
        let files = package.files(db).iter().chain(package.foreign(db));
        Places {
            db,
            items,
            files: files.copied().zip((0..).map(FileId)).collect(),
        }
    }

    pub(crate) fn find(&self, kind: Kind, name: &str) -> Option<Item<'db>> {
        self.items.get(&(kind, name.into())).copied()
    }

    pub(crate) fn file(&self, item: Item<'_>) -> FileId {
        let file = self.files.get(&item.file(self.db)).copied();
        file.unwrap_or(FileId(0))
    }

    /// The place of an item's name in its file.
    pub(crate) fn name(&self, item: Item<'_>, name: &str) -> Span {
        facts::name_place(self.db, item, name).shifted(item.start(self.db))
    }

    /// Where an item begins in its file.
    pub(crate) fn start(&self, item: Item<'_>) -> u32 {
        item.start(self.db)
    }

    /// The word `confidential` at a label, in its file.
    pub(crate) fn confidential(&self, label: Item<'_>) -> Option<Span> {
        let word = facts::confidential_place(self.db, label)?;
        Some(word.shifted(label.start(self.db)))
    }

    /// The `effect` of a tool behind which it may say that it is contained, in its file.
    pub(crate) fn containable(&self, tool: Item<'_>) -> Option<Span> {
        let effect = facts::containable_place(self.db, tool)?;
        Some(effect.shifted(tool.start(self.db)))
    }

    /// A finding at the name of an item; it is made at a place of nowhere.
    pub(crate) fn at(&self, item: Item<'_>, name: &str, mut found: Diagnostic) -> Diagnostic {
        found.primary.file = self.file(item);
        found.primary.span = self.name(item, name);
        found
    }

    /// With the place where a tool is declared.
    pub(crate) fn related(
        &self,
        found: Diagnostic,
        kind: Kind,
        name: &str,
        text: String,
    ) -> Diagnostic {
        match self.find(kind, name) {
            Some(item) => found.related(self.file(item), self.name(item, name), text),
            None => found,
        }
    }
}
