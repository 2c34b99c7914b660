//! Builds the tree of one item from what the grammar has matched.
//!
//! A function here takes the node of one rule and reads its parts in the rule's order. It answers
//! `None` only where grammar and tree disagree; the line is then reported as one that cannot be read,
//! so that nothing is lost without a word.

mod expr;
mod inside;
mod items;
mod script;
mod tool;
mod types;

use crate::ast::{Block, Doc, Field, Item, Name, Path, Text, Word};
use crate::expected::{self, BlockKind};
use crate::grammar::{Grammar, Rule, is_reserved};
use crate::layout::{Fault, FaultKind};
use crate::parse::MAX_ERRORS;
use pest::Parser;
use pest::iterators::{Pair, Pairs};
use rev_diagnostics::{Diagnostic, Edit, FileId, Fix, Span, codes};
use smol_str::SmolStr;

/// A field longer than this is not read again to say what could have followed it. Fields nest, and reading each one
/// again would take as many times as long as they are deep.
const MOST_READ_AGAIN: u32 = 64 * 1024;

pub(crate) type Node<'i> = Pair<'i, Rule>;

/// The item in a masked text, as far as it can be read, and the mistakes in it.
pub(crate) fn build(
    text: &str,
    docs: Vec<Doc>,
    faults: &[Fault],
) -> (Option<Item>, Vec<Diagnostic>) {
    let mut builder = Builder {
        text,
        docs: docs.into_iter(),
        next_doc: None,
        faults,
        errors: Vec::new(),
        heads_lost: 0,
    };
    let item = match Grammar::parse(Rule::chunk, text) {
        Ok(mut pairs) => pairs.next().and_then(|chunk| builder.chunk(chunk)),
        Err(_) => {
            let whole = Span::new(0, text.len() as u32);
            builder.unreadable(whole, BlockKind::Item);
            builder.inside(whole, BlockKind::Item);
            None
        }
    };
    (item, builder.errors)
}

pub(crate) struct Builder<'i> {
    text: &'i str,
    docs: std::vec::IntoIter<Doc>,
    next_doc: Option<Doc>,
    faults: &'i [Fault],
    errors: Vec<Diagnostic>,
    /// How many heads around this text could not be read.
    heads_lost: usize,
}

/// The parts of a node, read in order.
pub(crate) struct Parts<'i> {
    /// The next part: it is looked at more often than it is taken.
    ahead: Option<Node<'i>>,
    rest: Pairs<'i, Rule>,
}

impl<'i> Parts<'i> {
    pub(crate) fn of(node: Node<'i>) -> Self {
        let mut rest = node.into_inner();
        Self {
            ahead: rest.next(),
            rest,
        }
    }

    /// The next part, if it is of this rule.
    pub(crate) fn take(&mut self, rule: Rule) -> Option<Node<'i>> {
        (self.peek()? == rule).then(|| self.next()).flatten()
    }

    pub(crate) fn next(&mut self) -> Option<Node<'i>> {
        std::mem::replace(&mut self.ahead, self.rest.next())
    }

    pub(crate) fn peek(&self) -> Option<Rule> {
        self.ahead.as_ref().map(Node::as_rule)
    }

    /// Whether the next part is of this rule; then it is passed.
    pub(crate) fn skip(&mut self, rule: Rule) -> bool {
        self.take(rule).is_some()
    }
}

/// Where a node stands. Where a rule ends in something that may be left out, its match goes on over the
/// blanks up to where that would have been; they are no part of the node.
pub(crate) fn span(node: &Node<'_>) -> Span {
    let whole = node.as_span();
    let written = whole.as_str().as_bytes();
    let blanks = written
        .iter()
        .rev()
        .take_while(|b| matches!(b, b' ' | b'\n'));
    Span::new(whole.start() as u32, (whole.end() - blanks.count()) as u32)
}

impl<'i> Builder<'i> {
    /// Reads the lines of a block with `read`, which turns the node of one field into its kind.
    pub(crate) fn block<T>(
        &mut self,
        node: Node<'i>,
        kind: BlockKind,
        mut read: impl FnMut(&mut Self, Node<'i>) -> Option<T>,
    ) -> Block<T> {
        let mut block = Block {
            span: span(&node),
            fields: Vec::new(),
            broken: false,
        };
        block.broken = self.has_brace_fault(block.span);
        let mut field = block.span;
        // Where the line before ends too soon.
        let mut ended = None;
        for line in node.into_inner() {
            let at = span(&line);
            let too_soon = ended.take();
            match line.as_rule() {
                Rule::bad | Rule::bad_clause
                    if too_soon.is_some()
                        && expected::meant_word(at.of(self.text), kind).is_none() =>
                {
                    // Most probably it is the rest of that line.
                    match expected::meant_clause(at.of(self.text)) {
                        Some((word, clause)) => self.misspelt_clause(at, word, clause),
                        None => self.help_to_go_on(too_soon),
                    }
                }
                Rule::bad | Rule::bad_clause => {
                    self.unreadable(at, kind);
                    self.inside(at, kind);
                    ended = self.ended_too_soon(at);
                    block.broken = true;
                }
                Rule::junk | Rule::junk_clause => {
                    self.unreadable_behind(field, at, kind);
                    ended = self.ended_too_soon(field.to(at));
                    // The field was not read to its end, so what was read of it may not be what was meant.
                    block.fields.pop_if(|last| last.span == field);
                    block.broken = true;
                }
                _ => {
                    field = at;
                    let docs = self.docs_before(at.start);
                    let word = first_word(&line, at);
                    let told = self.errors.len();
                    match read(self, line) {
                        Some(kind) => block.fields.push(Field {
                            span: at,
                            word,
                            docs,
                            kind,
                        }),
                        None => {
                            // What is wrong in it may have been told already.
                            if self.errors.len() == told {
                                self.unreadable(at, kind);
                            }
                            block.broken = true;
                        }
                    }
                }
            }
        }
        block
    }

    /// The line at `at`, if what was told last is that it ends too soon.
    pub(crate) fn ended_too_soon(&self, at: Span) -> Option<Span> {
        let told = self.errors.last()?.primary.span;
        let behind = self.text.get(at.end as usize..).unwrap_or("");
        if !behind.trim_start_matches(' ').starts_with('\n') {
            return None;
        }
        (told.start >= at.end && told.start <= at.end + 1 && told.start == told.end).then_some(at)
    }

    /// Tells, instead of what was told last, that the line at `at` begins with a misspelt word.
    fn misspelt_clause(&mut self, at: Span, word: &str, clause: &str) {
        self.errors.pop();
        let place = Span::new(at.start, at.start + word.len() as u32);
        let finding = codes::syntax(place, format!("expected `{clause}`, found `{word}`"));
        self.tell(expected::did_you_mean(finding, place, clause, true));
    }

    /// Says with what was told last how a line can go on.
    pub(crate) fn help_to_go_on(&mut self, line: Option<Span>) {
        let help = line.and_then(|line| expected::how_to_go_on(line.of(self.text)));
        if let Some(last) = self.errors.last_mut()
            && help.is_some()
        {
            last.help = help;
        }
    }

    /// Tells that the text at `at` is not what a block of this kind can have.
    pub(crate) fn unreadable(&mut self, at: Span, kind: BlockKind) {
        if self.errors.len() > MAX_ERRORS {
            return;
        }
        let fault = self.first_fault(at);
        if fault.is_some_and(|fault| !Span::new(at.start, fault).of(self.text).contains('\n')) {
            return;
        }
        let finding = expected::explain(self.text, at, kind);
        // What is wrong on a line above is not the fault's doing.
        let above = |fault: u32| {
            let start = finding.primary.span.start;
            start < fault && Span::new(start, fault).of(self.text).contains('\n')
        };
        if fault.is_none_or(above) {
            self.errors.push(finding);
        }
    }

    /// The same for `junk`, which stands behind a field on its line.
    pub(crate) fn unreadable_behind(&mut self, field: Span, junk: Span, kind: BlockKind) {
        let last = self.errors.last().map(|error| error.primary.span.start);
        if let Some(last) = last
            && last >= field.start
            && !Span::new(last, junk.start).of(self.text).contains('\n')
        {
            // The line has a mistake already, which this is most probably part of.
            return;
        }
        let whole = field.to(junk);
        if self.has_fault(whole) && !self.is_around(whole, junk)
            || junk.end - field.start > MOST_READ_AGAIN && !self.has_fault(whole)
        {
            self.tell(expected::explain_behind(self.text, junk));
        } else if junk.end - field.start <= MOST_READ_AGAIN {
            self.unreadable(whole, kind);
        }
    }

    /// Whether what stands at `junk`, in `whole`, may be the doing of a mistake that the layout has told: one about
    /// braces, or one on its line.
    fn is_around(&self, whole: Span, junk: Span) -> bool {
        self.has_brace_fault(whole) || {
            let before = Span::new(whole.start, junk.start).of(self.text);
            let line = before
                .rfind('\n')
                .map_or(whole.start, |end| whole.start + end as u32 + 1);
            self.has_fault(Span::new(line, junk.end))
        }
    }

    /// Whether the layout has told a mistake at `at`.
    pub(crate) fn has_fault(&self, at: Span) -> bool {
        self.first_fault(at).is_some()
    }

    /// Where the layout has told the first mistake at `at`.
    fn first_fault(&self, at: Span) -> Option<u32> {
        let next = self
            .faults
            .partition_point(|fault| fault.span.start < at.start);
        let faults = self.faults.get(next..).unwrap_or_default().iter();
        // A brace too many was taken away; what is left of its line may say more.
        let mut faults = faults.take_while(|fault| fault.span.start < at.end);
        let first = faults.find(|fault| fault.kind != FaultKind::Surplus)?;
        Some(first.span.start)
    }

    /// Whether a brace is missing, or too many, at `at`: then what is in a block may not be what was meant to be.
    pub(crate) fn has_brace_fault(&self, at: Span) -> bool {
        let next = self
            .faults
            .partition_point(|fault| fault.span.start < at.start);
        let faults = self.faults.get(next..).unwrap_or_default().iter();
        faults
            .take_while(|fault| fault.span.start <= at.end)
            .any(|fault| fault.kind.is_about_braces())
    }

    /// Adds a finding, unless there are too many already.
    pub(crate) fn tell(&mut self, finding: Diagnostic) {
        if self.errors.len() <= MAX_ERRORS {
            self.errors.push(finding);
        }
    }

    /// The documentation that stands before `at` and after what came before.
    pub(crate) fn docs_before(&mut self, at: u32) -> Vec<Doc> {
        let mut docs = Vec::new();
        while let Some(doc) = self.next_doc.take().or_else(|| self.docs.next()) {
            if doc.span.start >= at {
                self.next_doc = Some(doc);
                break;
            }
            docs.push(doc);
        }
        docs
    }

    /// A name where one is used: not a reserved word, unless quoted. What is meant is not known,
    /// so quoting it is only a guess.
    pub(crate) fn name(&mut self, node: Node<'i>) -> Name {
        let name = self.any_word(node);
        self.not_reserved(&name, false);
        self.small_letters(&name, false);
        name
    }

    /// A name where it is declared: not a reserved word, unless quoted.
    pub(crate) fn new_name(&mut self, node: Node<'i>) -> Name {
        let name = self.any_word(node);
        self.not_reserved(&name, true);
        self.small_letters(&name, true);
        name
    }

    /// The name of a unit where it is used: it may have capitals.
    pub(crate) fn type_name(&mut self, node: Node<'i>) -> Name {
        let name = self.any_word(node);
        self.not_reserved(&name, false);
        name
    }

    /// The name of a type or a unit where it is declared.
    pub(crate) fn new_type_name(&mut self, node: Node<'i>) -> Name {
        let name = self.any_word(node);
        self.not_reserved(&name, true);
        name
    }

    /// A name of an entry, before `:`, where reserved words are ordinary.
    pub(crate) fn key(&mut self, node: Node<'i>) -> Name {
        let name = self.any_word(node);
        self.small_letters(&name, true);
        name
    }

    /// The name of a class or a gate, which may be a built-in one, or of anything else.
    pub(crate) fn any_word(&mut self, node: Node<'i>) -> Name {
        let span = span(&node);
        let written = node.as_str();
        if written.starts_with('"') {
            let text = self.unquote(written, span);
            if text.is_empty() {
                self.tell(codes::syntax(span, "a name cannot be empty"));
            }
            Name {
                text,
                span,
                quoted: true,
            }
        } else {
            Name {
                text: SmolStr::from(written),
                span,
                quoted: false,
            }
        }
    }

    /// A dotted name, in which reserved words are ordinary.
    pub(crate) fn dotted(&mut self, node: Node<'i>) -> Path {
        let path = self.path(node);
        if let [only] = path.segments.as_slice() {
            self.not_reserved(only, false);
        }
        path
    }

    /// The dotted name that an item declares.
    pub(crate) fn new_dotted(&mut self, node: Node<'i>) -> Path {
        let path = self.path(node);
        if let [only] = path.segments.as_slice() {
            self.not_reserved(only, true);
        }
        path
    }

    /// The segments of a dotted name, a glob or a path into arguments.
    pub(crate) fn path(&mut self, node: Node<'i>) -> Path {
        let span = span(&node);
        let segments: Vec<Name> = node.into_inner().map(|part| self.key(part)).collect();
        Path { segments, span }
    }

    pub(crate) fn text(&mut self, node: Node<'i>) -> Text {
        let span = span(&node);
        Text {
            value: self.unquote(node.as_str(), span),
            span,
        }
    }

    /// A literal as it was written: a number, a duration, a version.
    pub(crate) fn as_written(&mut self, node: Node<'i>) -> Text {
        Text {
            value: SmolStr::from(node.as_str()),
            span: span(&node),
        }
    }

    /// `because "…"`.
    pub(crate) fn because(&mut self, node: Node<'i>) -> Option<Text> {
        let mut parts = Parts::of(node);
        parts.take(Rule::BECAUSE)?;
        Some(self.text(parts.take(Rule::text)?))
    }

    /// A clause that its field has already.
    pub(crate) fn twice(&mut self, at: Span) {
        let what = format!("`{}` is there already", at.of(self.text));
        self.tell(codes::syntax(at, what).help("remove one of the two"));
    }

    /// The dimension that a bound is in. A word of the language there is a field that the block does not have.
    pub(crate) fn bounded(&mut self, node: Node<'i>, block: &str, words: &[&str]) -> Name {
        let name = self.any_word(node);
        if name.quoted || !is_reserved(&name.text) {
            self.small_letters(&name, false);
            return name;
        }
        let finding = codes::unknown_field(name.span, block, &name.text);
        let near = rev_diagnostics::suggest::nearest(&name.text, words.iter().copied());
        self.tell(match near {
            Some(near) => crate::expected::did_you_mean(finding, name.span, near, true),
            None => finding.help(format!(
                "a dimension of this name is written in quotes: `\"{}\"`",
                name.text
            )),
        });
        name
    }

    fn not_reserved(&mut self, name: &Name, declared: bool) {
        if !name.quoted && is_reserved(&name.text) {
            let what = format!(
                "`{}` is a word of the language, so it cannot be a name",
                name.text
            );
            self.push_quoting(name, what, declared);
        }
    }

    fn small_letters(&mut self, name: &Name, declared: bool) {
        let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_*".contains(&b);
        if !name.quoted && !name.text.bytes().all(allowed) {
            let what = format!(
                "`{}` is not a name: names have small letters, digits and `_`",
                name.text
            );
            self.push_quoting(name, what, declared);
        }
    }

    /// `safe`: a name is meant, because it is declared here or stands where only a name can.
    fn push_quoting(&mut self, name: &Name, what: String, safe: bool) {
        let quoted = format!("\"{}\"", name.text);
        let before = Span::new(0, name.span.start).of(self.text);
        let after_comma = before.trim_end_matches(' ').ends_with(',');
        let help = match after_comma && is_reserved(&name.text) {
            true => format!("remove the comma before it, or write it in quotes: `{quoted}`"),
            false => format!("write it in quotes: `{quoted}`"),
        };
        let fix = Fix {
            title: format!("write `{quoted}`"),
            edits: vec![Edit {
                file: FileId(0),
                span: name.span,
                text: quoted.clone(),
            }],
            // Behind a comma that should not be there, no name is meant.
            safe: safe && !after_comma,
        };
        self.tell(codes::syntax(name.span, what).help(help).fix(fix));
    }

    /// The characters that a text in quotes stands for. A missing quote is told by the layout.
    fn unquote(&mut self, written: &str, at: Span) -> SmolStr {
        let inner = written.strip_prefix('"').unwrap_or(written);
        let inner = match inner.strip_suffix('"') {
            Some(body) if !ends_escaped(body) => body,
            _ => inner,
        };
        if !inner.contains('\\') {
            return SmolStr::from(inner);
        }
        let mut value = String::with_capacity(inner.len());
        let mut rest = inner;
        while let Some(before) = rest.find('\\') {
            value.push_str(rest.get(..before).unwrap_or(""));
            let escape = rest.get(before..).unwrap_or("");
            let (character, length) = unescape(escape);
            match character {
                Some(character) => value.push(character),
                None => {
                    let start =
                        at.end - u32::from(written.len() > 1 + inner.len()) - rest.len() as u32
                            + before as u32;
                    let place = Span::new(start, start + length as u32);
                    let what = format!("`{}` is not an escape", place.of(self.text));
                    self.tell(
                        codes::syntax(place, what)
                            .help("the escapes are `\\\"`, `\\\\`, `\\n`, `\\t` and `\\u{…}` with up to six hexadecimal digits"),
                    );
                }
            }
            rest = escape.get(length..).unwrap_or("");
        }
        value.push_str(rest);
        SmolStr::from(value)
    }
}

/// Whether a closing quote after `body` would be escaped.
fn ends_escaped(body: &str) -> bool {
    body.bytes().rev().take_while(|&b| b == b'\\').count() % 2 == 1
}

/// The character that the escape at the start of `text` stands for, and the escape's length.
fn unescape(text: &str) -> (Option<char>, usize) {
    let mut characters = text.chars();
    characters.next();
    match characters.next() {
        Some('"') => (Some('"'), 2),
        Some('\\') => (Some('\\'), 2),
        Some('n') => (Some('\n'), 2),
        Some('t') => (Some('\t'), 2),
        Some('u') => {
            let body = text.get(2..).and_then(|rest| rest.strip_prefix('{'));
            match body.and_then(|body| body.split_once('}')) {
                Some((digits, _)) => {
                    let good = (1..=6).contains(&digits.len())
                        && digits.bytes().all(|b| b.is_ascii_hexdigit());
                    let code = u32::from_str_radix(digits, 16).ok().filter(|_| good);
                    (code.and_then(char::from_u32), 4 + digits.len())
                }
                None => (None, 2),
            }
        }
        Some(other) => (None, 1 + other.len_utf8()),
        None => (None, 1),
    }
}

/// The place of a field's word: its first part, or itself.
fn first_word(line: &Node<'_>, whole: Span) -> Span {
    line.clone()
        .into_inner()
        .next()
        .map_or(whole, |first| span(&first))
}

/// A word of a fixed set, by the rule that matched it.
pub(crate) fn word_of<T>(node: &Node<'_>, value: T) -> Word<T> {
    Word {
        value,
        span: span(node),
    }
}
