//! What all parts of a lowering share: the table in the making, the names' numbers, and places.

use crate::names::Names;
use crate::settle::Settle;
use crate::term::{self, Term};
use rev_analysis::hir::{self, Call, Class, Gate, Record, Type, Undo};
use rev_analysis::{Db, Item, Package, SourceFile, facts};
use rev_diagnostics::{Diagnostic, FileId, Sources, Span};
use rev_table::{
    Builder, CLASSES, CallRecord, GateRecord, LabelSet, NONE, ReasonRecord, Source, U32, U64, gate,
};
use smol_str::SmolStr;
use std::collections::HashMap;

/// Names of arguments and what is bound to them.
pub(crate) type Bound = Vec<(SmolStr, Term)>;

pub(crate) struct Cx<'db> {
    pub db: &'db dyn Db,
    pub package: Package,
    pub names: Names,
    pub to: Builder,
    pub errors: Vec<Diagnostic>,
    sources: Sources,
    files: HashMap<SourceFile, FileId>,
}

impl<'db> Cx<'db> {
    pub(crate) fn new(db: &'db dyn Db, package: Package, names: Names) -> Cx<'db> {
        let mut sources = Sources::default();
        let mut files = HashMap::new();
        let own = package.files(db).iter().map(|file| file.name(db));
        let folder = common_folder(own).to_owned();
        for &file in package.files(db).iter().chain(package.foreign(db)) {
            let name = file.name(db);
            let name = name.strip_prefix(&folder).unwrap_or(name);
            let name = name.replace(std::path::MAIN_SEPARATOR, "/");
            files.insert(file, sources.add(name, file.text(db)));
        }
        Cx {
            db,
            package,
            names,
            to: Builder::default(),
            errors: Vec::new(),
            sources,
            files,
        }
    }

    /// The number of an item's file.
    pub(crate) fn file(&self, item: Item<'_>) -> FileId {
        let file = self.files.get(&item.file(self.db)).copied();
        file.unwrap_or(FileId(u32::MAX))
    }

    /// A place in an item.
    pub(crate) fn source(&mut self, item: Item<'_>, span: Span) -> U32 {
        let file = self.file(item);
        let at = self
            .sources
            .position(file, span.shifted(item.start(self.db)).start);
        let source = Source {
            file: self.sources.name(file).to_owned(),
            line: at.line,
            column: at.column,
        };
        U32::new(self.to.source(&source))
    }

    /// The place of an item's name.
    pub(crate) fn source_of(&mut self, item: Item<'_>, name: &str) -> U32 {
        let span = facts::name_place(self.db, item, name);
        self.source(item, span)
    }

    pub(crate) fn text(&mut self, text: &str) -> U32 {
        U32::new(self.to.text(text))
    }

    pub(crate) fn write(&mut self, term: &Term) -> U32 {
        U32::new(term::write(&mut self.to, term))
    }

    /// Labels and all that they imply.
    pub(crate) fn closed(&self, labels: &[SmolStr]) -> LabelSet {
        let mut set = LabelSet::EMPTY;
        for label in labels {
            let implied = facts::implied_labels(self.db, self.package, label);
            set = implied
                .iter()
                .filter_map(|name| self.names.label(name))
                .fold(set, LabelSet::with);
        }
        set
    }

    pub(crate) fn gate(&mut self, written: Gate) -> U32 {
        let flag = |on: bool, flag: u32| if on { flag } else { 0 };
        let undo = match written.undo {
            Undo::No | Undo::Window => 0,
            Undo::AtLeast(time) => time,
        };
        let flags = flag(written.dry_run, gate::DRY_RUN)
            | flag(written.out_of_band, gate::OUT_OF_BAND)
            | flag(written.deny, gate::DENY)
            | flag(written.undo != Undo::No, gate::UNDO_WINDOW);
        U32::new(self.to.gate(GateRecord {
            cooling: U64::new(written.cooling),
            undo: U64::new(undo),
            approvers: U32::new(written.approvers),
            flags: U32::new(flags),
        }))
    }

    pub(crate) fn reason(
        &mut self,
        item: Item<'_>,
        code: &str,
        written: &hir::Reason,
        gate: Gate,
    ) -> u32 {
        let record = ReasonRecord {
            code: self.text(code),
            because: U32::new(self.to.optional_text(written.because.as_deref())),
            gate: self.gate(gate),
            source: self.source(item, written.span),
        };
        self.to.reason(record)
    }

    /// A call of a tool with what is bound to its arguments; `args` are those of the tool that is being lowered.
    pub(crate) fn call(&mut self, call: &Call, args: &[SmolStr]) -> u32 {
        let tools = facts::tools_named(self.db, self.package, &call.target);
        let first = tools.first().and_then(|tool| signature(self, *tool));
        let parameters = first.map_or_else(Record::default, |tool| tool.signature.args.clone());
        let tool = self.names.tool(&call.target).unwrap_or(NONE);
        self.bind(call, args, &parameters, tool)
    }

    /// A call of a tool or an assumption with these parameters.
    pub(crate) fn bind(
        &mut self,
        call: &Call,
        args: &[SmolStr],
        parameters: &Record,
        tool: u32,
    ) -> u32 {
        let mut pairs = Vec::with_capacity(call.args.len() * 2);
        for (name, value) in self.bound(call, args, parameters) {
            pairs.push(self.to.text(&name));
            pairs.push(self.write(&value).get());
        }
        let record = CallRecord {
            target: self.text(&crate::settle::plain(&call.target)),
            tool: U32::new(tool),
            args: self.to.refs(&pairs),
        };
        self.to.call(record)
    }

    /// What a call binds, sorted by name.
    pub(crate) fn bound(&self, call: &Call, args: &[SmolStr], parameters: &Record) -> Bound {
        let settle = Settle {
            names: &self.names,
            args,
            case: None,
        };
        let bound = call.args.iter().map(|(name, value)| {
            let expected = parameters.get(name).map_or(&Type::Json, |field| &field.ty);
            (name.clone(), settle.bound(value, expected))
        });
        let mut bound: Bound = bound.collect();
        bound.sort();
        bound
    }
}

fn signature<'db>(cx: &Cx<'db>, tool: Item<'db>) -> Option<&'db hir::Tool> {
    match &rev_analysis::check_item(cx.db, cx.package, tool).hir {
        Some(rev_analysis::Checked::Tool(tool)) => Some(tool),
        _ => None,
    }
}

/// Where a class stands among all.
pub(crate) fn class_number(class: Class) -> u8 {
    let found = CLASSES.iter().position(|word| *word == class.word());
    let last = CLASSES.len() - 1;
    u8::try_from(found.unwrap_or(last)).unwrap_or(u8::MAX)
}

/// The folder of all these files with the slash behind it, so that a table does not tell where a package lies.
fn common_folder<'a>(mut names: impl Iterator<Item = &'a str>) -> &'a str {
    let folder_of = |name: &'a str| {
        let end = name.rfind(std::path::MAIN_SEPARATOR).map_or(0, |at| at + 1);
        name.get(..end).unwrap_or("")
    };
    let first = names.next().map_or("", folder_of);
    names.fold(first, |mut folder, name| {
        while !name.starts_with(folder) {
            let above = folder.strip_suffix(std::path::MAIN_SEPARATOR);
            folder = above.map_or("", folder_of);
        }
        folder
    })
}

#[cfg(test)]
mod tests {
    use super::common_folder;

    #[test]
    #[cfg(unix)]
    fn files_are_named_from_the_folder_that_they_share() {
        let folder = |names: &[&'static str]| common_folder(names.iter().copied());
        assert_eq!(folder(&["a/b/c.rev", "a/b/d/e.rev"]), "a/b/");
        assert_eq!(folder(&["a/b/c.rev", "a/bc/e.rev"]), "a/");
        assert_eq!(folder(&["/x/c.rev", "/y/c.rev"]), "/");
        assert_eq!(folder(&["c.rev", "y/c.rev"]), "");
        assert_eq!(folder(&["x/c.rev", "c.rev"]), "");
        assert_eq!(folder(&[]), "");
    }
}
