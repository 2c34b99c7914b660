//! What every check needs: the database, the findings so far, and names with "did you mean".

use crate::db::{Db, Package};
use crate::finding::Finding;
use crate::hir::{Class, Gate};
use crate::item::{Item, Kind};
use crate::scope::{self, Meant};
use crate::{gates, units};
use rev_diagnostics::{Diagnostic, Edit, FileId, Fix, Span, codes, suggest};
use rev_syntax::ast::{Name, Path};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// One check under way.
pub(crate) struct Cx<'db> {
    pub db: &'db dyn Db,
    pub package: Package,
    pub findings: Vec<Finding>,
    /// There were more of them.
    pub left_out: bool,
    /// Whose values nothing declares, and who has been told so.
    pub bare: Vec<String>,
}

/// The most that is told of one item.
pub(crate) const MOST_FINDINGS: usize = 1_000;

impl<'db> Cx<'db> {
    pub fn new(db: &'db dyn Db, package: Package) -> Self {
        Self {
            db,
            package,
            findings: Vec::new(),
            left_out: false,
            bare: Vec::new(),
        }
    }

    /// Tells a finding, up to so many: nobody reads more of one item, and looking for them takes time.
    pub fn push(&mut self, finding: impl Into<Finding>) {
        match self.is_full() {
            true => self.left_out = true,
            false => self.findings.push(finding.into()),
        }
    }

    fn is_full(&self) -> bool {
        self.findings.len() >= MOST_FINDINGS
    }

    /// Tells a line that stands in a block twice. `seen` are the lines before it.
    pub fn once(&mut self, seen: &mut Vec<(SmolStr, Span)>, key: &str, at: Span) {
        match seen.iter().find(|(other, _)| *other == key) {
            Some((_, first)) => {
                let finding = codes::declared_twice(at, format!("`{key}` is given"));
                let finding = crate::finding::here(finding, *first, "first here");
                self.push(finding);
            }
            None => seen.push((key.into(), at)),
        }
    }

    /// Tells a name that stands in a list twice.
    pub fn names_once(&mut self, names: &[Path]) {
        let mut seen: BTreeMap<SmolStr, Span> = BTreeMap::new();
        for path in names {
            let name = crate::glob::pattern(path);
            match seen.get(&name) {
                Some(first) => {
                    let finding = codes::declared_twice(path.span, format!("`{name}` is given"));
                    self.push(crate::finding::here(finding, *first, "first here"));
                }
                None => {
                    seen.insert(name, path.span);
                }
            }
        }
    }

    /// The item that a name means; a name that means nothing is told.
    pub fn named(&mut self, kind: Kind, name: &str, span: Span) -> Option<Item<'db>> {
        match scope::find(self.db, self.package, kind, name) {
            Meant::One(item) => Some(item),
            Meant::Twice => None,
            Meant::Nothing => {
                self.unknown(kind, name, span);
                None
            }
        }
    }

    /// Tells that nothing of this kind has this name.
    pub fn unknown(&mut self, kind: Kind, name: &str, span: Span) {
        if self.is_full() {
            self.left_out = true;
            return;
        }
        if scope::is_lost(self.db, self.package, kind, name) {
            return;
        }
        let names = scope::names_of(self.db, self.package, kind).map(SmolStr::as_str);
        let near = suggest::nearest(name, names);
        let finding = codes::unknown_name(span, kind.word(), name);
        self.push(guessed(finding, near));
    }

    /// Whether an item of this name may be among what could not be read.
    pub fn is_lost(&self, kind: Kind, name: &Name) -> bool {
        scope::is_lost(self.db, self.package, kind, &name.text)
    }

    /// A label's name, if it is declared.
    pub fn label(&mut self, name: &Name) -> Option<SmolStr> {
        self.named(Kind::Label, &name.text, name.span)?;
        Some(name.text.clone())
    }

    pub fn labels(&mut self, names: &[Name]) -> Vec<SmolStr> {
        let mut seen: Vec<(SmolStr, Span)> = Vec::new();
        for name in names {
            self.once(&mut seen, &name.text, name.span);
        }
        let mut labels: Vec<SmolStr> = names.iter().filter_map(|name| self.label(name)).collect();
        labels.sort();
        labels.dedup();
        labels
    }

    pub fn class(&mut self, name: &Name) -> Option<Class> {
        let class = Class::from_word(&name.text);
        if class.is_none() {
            let near = suggest::nearest(&name.text, Class::ALL.map(Class::word));
            self.push(mended(
                codes::unknown_name(name.span, "class", &name.text),
                near,
            ));
        }
        class
    }

    /// A gate by name: declared, built in, or that of a class.
    pub fn gate(&mut self, name: &Name) -> Option<(SmolStr, Gate)> {
        match gates::named(self.db, self.package, &name.text) {
            gates::Named::Gate(gate) => Some((name.text.clone(), gate)),
            gates::Named::Twice => None,
            gates::Named::Nothing if self.is_lost(Kind::Gate, name) => None,
            gates::Named::Nothing => {
                let declared = scope::names_of(self.db, self.package, Kind::Gate);
                let words = declared
                    .map(SmolStr::as_str)
                    .chain(Gate::BUILT_IN.map(|(word, _)| word))
                    .chain(Class::ALL.map(Class::word));
                let near = suggest::nearest(&name.text, words);
                self.push(guessed(
                    codes::unknown_name(name.span, "gate", &name.text),
                    near,
                ));
                None
            }
        }
    }

    /// The unit of a dimension, and that unit's scale.
    pub fn dimension(&mut self, name: &Name) -> Option<(SmolStr, u32)> {
        let item = self.named(Kind::Dimension, &name.text, name.span)?;
        let unit = units::unit_of(self.db, item)?;
        let scale = units::scale(self.db, self.package, &unit)?;
        Some((unit, scale))
    }
}

/// The same finding with "did you mean", if a word is near.
pub(crate) fn mended(diagnostic: Diagnostic, near: Option<&str>) -> Diagnostic {
    let Some(near) = near else { return diagnostic };
    let span = diagnostic.primary.span;
    diagnostic
        .help(format!("did you mean `{near}`?"))
        .fix(write_instead(span, near))
}

/// The same where the word names an item: one that is nearly right may still be another's, and a contract must not be
/// rewired unseen.
pub(crate) fn guessed(diagnostic: Diagnostic, near: Option<&str>) -> Diagnostic {
    let mut guessed = mended(diagnostic, near);
    if let Some(fix) = &mut guessed.fix {
        fix.safe = false;
    }
    guessed
}

/// The fix that writes `text` at `span`.
pub(crate) fn write_instead(span: Span, text: &str) -> Fix {
    Fix {
        title: format!("write `{text}`"),
        edits: vec![Edit {
            file: FileId(0),
            span,
            text: text.to_owned(),
        }],
        safe: true,
    }
}
