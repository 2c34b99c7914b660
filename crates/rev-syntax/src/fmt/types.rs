//! Types, and the entries of records of them.

use super::build::Builder;
use super::doc::{GroupKind, Level};
use crate::ast::{Entry, EntryMarkKind, RecordType, Type, TypeKind, Yields};

impl<'a> Builder<'a> {
    pub fn ty(&mut self, ty: &'a Type) {
        match &ty.kind {
            TypeKind::Named(name) => self.leaf(name.span),
            TypeKind::Like { base, pattern } => {
                self.leaf(base.span);
                self.word(" ");
                self.documentation_ends_line(pattern.span.start);
                self.word("like ");
                self.leaf(pattern.span);
            }
            TypeKind::List(element) => self.in_angles("list", element, ty.span.end),
            TypeKind::Map(element) => self.in_angles("map", element, ty.span.end),
            TypeKind::Texts(texts) => {
                let mut end = None;
                for text in texts {
                    if let Some(end) = end {
                        self.line_may_end(Level::Fill, end, text.span.start);
                        self.word("| ");
                    }
                    self.leaf(text.span);
                    end = Some(text.span.end);
                }
            }
            TypeKind::Record(record) => self.record_type(record),
        }
        if ty.optional {
            self.word("?");
        }
    }

    fn in_angles(&mut self, kind: &'static str, element: &'a Type, end: u32) {
        self.word(kind);
        self.documentation_ends_line(element.span.start);
        self.word("<");
        self.ty(element);
        self.documentation_ends_line(end);
        self.word(">");
    }

    pub fn record_type(&mut self, record: &'a RecordType) {
        self.group(
            GroupKind::Entries,
            record.span,
            &record.entries,
            |entry| entry.span,
            |b, entry| b.entry(entry),
        );
    }

    pub fn entry(&mut self, entry: &'a Entry) {
        self.leaf(entry.name.span);
        self.word(if entry.optional { "?: " } else { ": " });
        self.ty(&entry.ty);
        for mark in &entry.marks {
            match &mark.kind {
                EntryMarkKind::Trusted => self.word(" trusted"),
                EntryMarkKind::Yields(yields) => {
                    self.word(" yields ");
                    self.yields(yields);
                }
            }
        }
    }

    pub fn yields(&mut self, yields: &'a Yields) {
        match yields {
            Yields::Nothing => self.word("nothing"),
            Yields::Labels(labels) => self.names(labels),
        }
    }
}
