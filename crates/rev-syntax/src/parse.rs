//! `parse`: any text to a tree and the mistakes in it.

use crate::ast::{Item, Placed, Tree};
use crate::braces::one_per_line;
use crate::build::build;
use crate::expected::block_with;
use crate::expected::token;
use crate::layout::{Fault, FaultKind, MAX_DEPTH, mask, split};
use crate::nameless::nameless;
use crate::odd::odd_characters;
use rev_diagnostics::{Diagnostic, Severity, Span, codes};

/// What a text says, as far as it could be read, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    pub tree: Tree,
    /// Every comment, in the order of the text.
    pub comments: Vec<Comment>,
    /// Items that could not be read and whose name cannot be seen either: the word that each begins with, and nothing
    /// where that is missing as well.
    pub nameless: Vec<&'static str>,
    /// Sorted by place. Warnings are told, but keep nothing from being read.
    pub errors: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether something could not be read.
    pub fn has_errors(&self) -> bool {
        self.errors
            .iter()
            .any(|error| error.severity == Severity::Error)
    }
}

/// A `//` or `///` comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// From the first slash to the end of the line, without the line break.
    pub span: Span,
    /// Whether nothing but blanks, or a `;` that ends nothing, stands before it on its line.
    pub own_line: bool,
}

/// The largest file that is read.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// After so many mistakes in one file the rest is not told.
pub(crate) const MAX_ERRORS: usize = 1_000;

/// The text of a file, or why it cannot be one. The place counts in
/// `String::from_utf8_lossy(bytes)`, which is what can be shown of it.
pub fn decode(bytes: &[u8]) -> Result<&str, Box<Diagnostic>> {
    if bytes.len() > MAX_BYTES {
        return Err(Box::new(too_large()));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let what = format!("this file is not UTF-8: byte {} cannot be read", start + 1);
        // One replacement character stands at the place.
        let span = Span::new(start as u32, start as u32 + 3);
        Box::new(codes::syntax(span, what).help("save the file as UTF-8"))
    })
}

fn too_large() -> Diagnostic {
    larger("this file is larger than 16 MiB")
}

/// `what` is larger than a file may be.
pub(crate) fn larger(what: &str) -> Diagnostic {
    codes::syntax(Span::at(0), what).help("split it: all `.rev` files of a folder are one package")
}

/// Reads a text. Never fails and never panics: what cannot be read is told in `errors`, the rest is in `tree`.
/// The findings' file is `FileId(0)`; a caller with several files places them.
///
/// ```
/// let parsed = rev_syntax::parse("unit INR scale 2\nlabel secret confidental\n");
/// assert_eq!(parsed.tree.items.len(), 2);
/// assert_eq!(parsed.errors[0].help.as_deref(), Some("did you mean `confidential`?"));
/// ```
pub fn parse(text: &str) -> Parsed {
    if text.len() > MAX_BYTES {
        return Parsed {
            errors: vec![too_large()],
            ..Parsed::default()
        };
    }
    let split = split(text);
    let mut parsed = Parsed {
        tree: Tree::default(),
        comments: split.comments,
        nameless: Vec::new(),
        errors: odd_characters(text),
    };
    let odd = parsed.errors.len();
    for chunk in split.chunks {
        if chunk.crowded {
            parsed.errors.push(crowded(text, chunk.range.start));
        }
        if let Some(at) = chunk.too_deep {
            let what = format!("brackets are nested more than {MAX_DEPTH} deep");
            let span = Span::new(at as u32, at as u32 + 1);
            parsed.errors.push(codes::syntax(span, what));
        } else if let Some(code) = text.get(chunk.range.clone()) {
            let start = chunk.range.start as u32;
            let (item, errors) = parse_item(code);
            if item.is_none() {
                parsed.nameless.extend(nameless(code));
            }
            parsed
                .tree
                .items
                .extend(item.map(|item| Placed { start, item }));
            let placed = errors.into_iter().map(|error| {
                let file = error.primary.file;
                error.placed(file, start)
            });
            parsed.errors.extend(placed);
        }
        if parsed.errors.len() > MAX_ERRORS {
            parsed.errors.truncate(MAX_ERRORS);
            let rest = Span::new(chunk.range.end as u32, chunk.range.end as u32);
            let what =
                format!("more than {MAX_ERRORS} mistakes: the rest of this file was not read");
            parsed.errors.push(codes::syntax(rest, what));
            break;
        }
    }
    without_consequences(text, odd, &mut parsed.errors);
    parsed
        .errors
        .sort_by_key(|error| (error.primary.span, error.code));
    parsed
}

/// What cannot be read around one of the first `odd` findings, about odd characters, is most probably their doing.
fn without_consequences(text: &str, odd: usize, errors: &mut Vec<Diagnostic>) {
    let mut lines = Vec::new();
    for error in errors.iter().take(odd) {
        if error.severity == Severity::Error {
            let at = error.primary.span.start as usize;
            let start = text.get(..at).and_then(|before| before.rfind('\n'));
            let end = text.get(at..).and_then(|behind| behind.find('\n'));
            lines.push((start.unwrap_or(0), end.map_or(text.len(), |end| at + end)));
        }
    }
    let mut number = 0;
    errors.retain(|error| {
        number += 1;
        let at = error.primary.span.start as usize;
        number <= odd || !lines.iter().any(|&(start, end)| start <= at && at <= end)
    });
}

/// The item at `at` does not stand on lines of its own.
fn crowded(text: &str, at: usize) -> Diagnostic {
    let word = token(text.get(at..).unwrap_or(""));
    let span = Span::new(at as u32, (at + word.len()) as u32);
    codes::syntax(
        span,
        format!("expected the end of the line, found `{word}`"),
    )
    .help("every item stands on lines of its own")
}

/// Reads the text of one item, with the documentation before it. All places count from its start.
fn parse_item(text: &str) -> (Option<Item>, Vec<Diagnostic>) {
    let masked = mask(text);
    let (item, mut errors) = build(&masked.text, masked.docs, &masked.faults);
    let mut faults = masked.faults;
    one_per_line(text, &mut faults, &mut errors);
    errors.extend(
        faults
            .iter()
            .take(MAX_ERRORS + 1)
            .map(|fault| tell(text, fault)),
    );
    (item, errors)
}

fn tell(text: &str, fault: &Fault) -> Diagnostic {
    match fault.kind {
        FaultKind::UnclosedText => codes::syntax(fault.span, "this text is not closed")
            .help("a text ends on its line: add `\"`, and write `\\n` for a line break in it"),
        FaultKind::Unopened => codes::syntax(fault.span, "expected `{`, found the end of the line")
            .help("add the `{` that opens this block"),
        FaultKind::NextLine => codes::syntax(fault.span, "expected `{` on the line before")
            .help("a block is opened on the line that it belongs to: put the `{` at its end"),
        FaultKind::Surplus => codes::syntax(fault.span, "unexpected `}`")
            .help("by its indentation it closes nothing: remove it"),
        FaultKind::Headless => {
            let word = fault.span.of(text);
            let help = match block_with(word) {
                Some(block) => {
                    format!("`{word}` is a field of {block}: write the line that opens it")
                }
                None => "write the line that opens it, or remove the `}` that closes it".to_owned(),
            };
            codes::syntax(fault.span, "nothing opens the block of this line").help(help)
        }
        FaultKind::Unclosed(byte) => {
            let close = match byte {
                b'{' => '}',
                b'[' => ']',
                _ => ')',
            };
            codes::syntax(fault.span, format!("`{}` is not closed", char::from(byte)))
                .help(format!("add the `{close}` that belongs to it"))
        }
    }
}
