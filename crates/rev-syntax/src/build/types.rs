//! Types, and the entries of records.

use super::{Builder, Node, Parts, span};
use crate::ast::*;
use crate::expected::{BlockKind, token};
use crate::grammar::{Rule, is_reserved};
use rev_diagnostics::{Edit, FileId, Fix, Span, codes, suggest};

/// Reserved words that stand where a type does. A `list` or `map` without its type is told as a name that is unknown.
const TYPES: [&str; 14] = [
    "bool", "command", "decimal", "duration", "email", "host", "int", "json", "list", "map",
    "path", "text", "time", "url",
];

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
                if is_reserved(&name.text) && !TYPES.contains(&name.text.as_str()) {
                    let word = &name.text;
                    let what =
                        format!("`{word}` is a word of the language, so it cannot be a type");
                    self.tell(codes::syntax(name.span, what).help(format!(
                        "write a type such as `text`; in quotes, `\"{word}\"` is a text that stands for itself"
                    )));
                    return None;
                }
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
        // Where the entry before stands, and where it ends too soon.
        let mut before: Option<Span> = None;
        let mut ended = None;
        // Commas behind a comma are one mistake, and so are the labels behind a misspelt `yields`.
        let (mut commas, mut labels) = (false, false);
        // A record that has one `;` for a comma has more of them; that is one mistake.
        let mut semicolon = false;
        for part in node.into_inner() {
            let at = span(&part);
            let too_soon = ended.take();
            if part.as_rule() == Rule::stray_comma {
                if !std::mem::replace(&mut commas, true) {
                    self.stray_comma(at);
                }
                continue;
            }
            commas = false;
            if part.as_rule() == Rule::semicolon && std::mem::replace(&mut semicolon, true) {
                continue;
            }
            if matches!(part.as_rule(), Rule::bad_entry | Rule::semicolon) {
                if too_soon.is_some() && !at.of(self.text).contains(':') {
                    self.help_to_go_on(too_soon);
                    continue;
                }
                if labels && !at.of(self.text).contains(':') {
                    continue;
                }
                // Behind an entry on its line it is one with that entry.
                let behind = before;
                let text = behind.map(|entry| Span::new(entry.end, at.start));
                let same = text.is_some_and(|gap| gap.of(self.text).bytes().all(|b| b == b' '));
                match behind.filter(|_| same) {
                    Some(entry) => {
                        self.unreadable_behind(entry, at, BlockKind::Entry);
                        labels = suggest::nearest(token(at.of(self.text)), ["yields"]).is_some();
                    }
                    None => self.unreadable(at, BlockKind::Entry),
                }
                if same && part.as_rule() == Rule::bad_entry {
                    // What was read of it may not be what was meant, as the `list` of `list<`.
                    record.entries.pop_if(|last| Some(last.span) == behind);
                }
                ended = self.ended_too_soon(at);
                record.broken = true;
            } else {
                labels = false;
                before = Some(at);
                let told = self.errors.len();
                match self.entry(part) {
                    Some(entry) => record.entries.push(entry),
                    None => {
                        if self.errors.len() == told {
                            self.unreadable(at, BlockKind::Entry);
                        }
                        record.broken = true;
                    }
                }
            }
        }
        Some(record)
    }

    /// A comma that ends nothing.
    pub(super) fn stray_comma(&mut self, at: Span) {
        if self.has_fault(at) {
            return;
        }
        let fix = Fix {
            title: "remove the comma".to_owned(),
            edits: vec![Edit {
                file: FileId(0),
                span: at,
                text: String::new(),
            }],
            safe: true,
        };
        let what = "unexpected `,`: there is no entry before it";
        self.tell(codes::syntax(at, what).help("remove it").fix(fix));
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
