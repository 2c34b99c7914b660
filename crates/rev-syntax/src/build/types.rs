//! Types, and the entries of records.

use super::{Builder, Node, Parts, span};
use crate::ast::*;
use crate::expected::BlockKind;
use crate::grammar::Rule;
use rev_diagnostics::codes;

impl<'i> Builder<'i> {
    /// A type in which no entry says what it `yields`.
    pub(super) fn ty(&mut self, node: Node<'i>) -> Option<Type> {
        let ty = self.result_type(node)?;
        self.no_marks_in(&ty);
        Some(ty)
    }

    /// A type, whose entries may be marked.
    pub(super) fn result_type(&mut self, node: Node<'i>) -> Option<Type> {
        let span = span(&node);
        let mut parts = Parts::of(node);
        let kind = self.type_kind(parts.next()?)?;
        let optional = parts.skip(Rule::optional);
        Some(Type {
            span,
            kind,
            optional,
        })
    }

    fn type_kind(&mut self, node: Node<'i>) -> Option<TypeKind> {
        let rule = node.as_rule();
        if rule == Rule::record_type {
            return Some(TypeKind::Record(self.marked_record(node)?));
        }
        let mut parts = Parts::of(node);
        Some(match rule {
            Rule::list_type => {
                parts.take(Rule::LIST)?;
                parts.take(Rule::angle_open)?;
                TypeKind::List(Box::new(self.result_type(parts.next()?)?))
            }
            Rule::map_type => {
                parts.take(Rule::MAP)?;
                parts.take(Rule::angle_open)?;
                TypeKind::Map(Box::new(self.result_type(parts.next()?)?))
            }
            Rule::text_set => TypeKind::Texts(self.texts(&mut parts)),
            Rule::named_type => {
                let name = self.any_word(parts.next()?);
                match parts.skip(Rule::LIKE) {
                    true => TypeKind::Like {
                        base: name,
                        pattern: self.text(parts.next()?),
                    },
                    false => TypeKind::Named(name),
                }
            }
            _ => return None,
        })
    }

    /// Texts up to the first part that is none.
    pub(super) fn texts(&mut self, parts: &mut Parts<'i>) -> Vec<Text> {
        std::iter::from_fn(|| Some(self.text(parts.take(Rule::text)?))).collect()
    }

    /// The body of `args`, `event` or `context`.
    pub(super) fn record_type(&mut self, node: Node<'i>) -> Option<RecordType> {
        let record = self.marked_record(node)?;
        self.no_marks(&record);
        Some(record)
    }

    fn marked_record(&mut self, node: Node<'i>) -> Option<RecordType> {
        let mut record = RecordType {
            span: span(&node),
            entries: Vec::new(),
            broken: false,
        };
        record.broken = self.has_brace_fault(record.span);
        // Where the entry before ends too soon.
        let mut ended = None;
        // A record that has one `;` for a comma has more of them; that is one mistake.
        let mut semicolon = false;
        for part in node.into_inner() {
            let at = span(&part);
            let too_soon = ended.take();
            if part.as_rule() == Rule::semicolon && std::mem::replace(&mut semicolon, true) {
                continue;
            }
            if matches!(part.as_rule(), Rule::bad_entry | Rule::semicolon) {
                if too_soon.is_some() && !at.of(self.text).contains(':') {
                    self.help_to_go_on(too_soon);
                    continue;
                }
                // Behind an entry on its line it is one with that entry.
                let behind = record.entries.last().map(|entry| entry.span);
                let text = behind.map(|entry| rev_diagnostics::Span::new(entry.end, at.start));
                let same = text.is_some_and(|gap| gap.of(self.text).bytes().all(|b| b == b' '));
                match behind.filter(|_| same) {
                    Some(entry) => self.unreadable_behind(entry, at, BlockKind::Entry),
                    None => self.unreadable(at, BlockKind::Entry),
                }
                ended = self.ended_too_soon(at);
                record.broken = true;
            } else {
                match self.entry(part) {
                    Some(entry) => record.entries.push(entry),
                    None => {
                        self.unreadable(at, BlockKind::Entry);
                        record.broken = true;
                    }
                }
            }
        }
        Some(record)
    }

    pub(super) fn entry(&mut self, node: Node<'i>) -> Option<Entry> {
        let at = span(&node);
        let docs = self.docs_before(at.start);
        let mut parts = Parts::of(node);
        let name = self.key(parts.take(Rule::name)?);
        let optional = parts.skip(Rule::optional);
        parts.take(Rule::colon)?;
        let ty = self.result_type(parts.next()?)?;
        let mut marks = Vec::new();
        while let Some(node) = parts.next() {
            let span = span(&node);
            let kind = match node.as_rule() {
                Rule::TRUSTED => EntryMarkKind::Trusted,
                Rule::entry_yields => {
                    let mut parts = Parts::of(node);
                    parts.take(Rule::YIELDS)?;
                    EntryMarkKind::Yields(self.yields(&mut parts))
                }
                _ => return None,
            };
            marks.push(EntryMark { span, kind });
        }
        Some(Entry {
            span: at,
            docs,
            name,
            optional,
            ty,
            marks,
        })
    }

    fn no_marks(&mut self, record: &RecordType) {
        for entry in &record.entries {
            if let Some(mark) = entry.marks.first() {
                let what =
                    "only a field of a `result` can say what it yields or that it is trusted";
                self.tell(
                    codes::syntax(mark.span, what)
                        .help("remove it here; labels start where data is read, in a `result`"),
                );
            }
            self.no_marks_in(&entry.ty);
        }
    }

    fn no_marks_in(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Record(record) => self.no_marks(record),
            TypeKind::List(inner) | TypeKind::Map(inner) => self.no_marks_in(inner),
            TypeKind::Named(_) | TypeKind::Like { .. } | TypeKind::Texts(_) => {}
        }
    }
}
