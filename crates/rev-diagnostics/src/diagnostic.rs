//! One finding: a code, a sentence, places, advice and, where it is mechanical, a fix.

use crate::{FileId, Span};
use std::fmt::Display;

/// A quoted word longer than this has been cut: whoever reads a finding wants the place, not a megabyte.
const LONGEST_WORD: usize = 1_000;

/// How bad it is. Errors cannot be silenced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The policy does not register.
    Error,
    /// The policy registers, and probably does not say what was meant.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    pub file: FileId,
    pub span: Span,
    /// May be empty, where the message says it all.
    pub text: String,
}

/// Replace the text at `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edit {
    pub file: FileId,
    pub span: Span,
    pub text: String,
}

/// A mechanical way to mend the mistake.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fix {
    /// What the fix does, in the imperative: "write `reversible`".
    pub title: String,
    pub edits: Vec<Edit>,
    /// Whether it needs no decision by a person and may be applied unseen.
    pub safe: bool,
}

/// One mistake. Made by the constructors in [`crate::codes`], completed with the methods here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The stable code, such as `E0301`.
    pub code: &'static str,
    pub severity: Severity,
    /// One sentence: lower case, no full stop, the user's words in backticks.
    pub message: String,
    /// The smallest place that shows the mistake.
    pub primary: Label,
    /// Places that the mistake has to do with, in any file.
    pub secondary: Vec<Label>,
    /// What to write instead.
    pub help: Option<String>,
    pub fix: Option<Fix>,
    /// Other ways to mend it. Which of them is right is for a person to say.
    pub other_fixes: Vec<Fix>,
}

impl Diagnostic {
    /// What the generated constructors fill in. An empty `help` is none.
    pub(crate) fn new(
        code: &'static str,
        severity: Severity,
        span: Span,
        message: String,
        label: String,
        help: String,
    ) -> Self {
        Self {
            code,
            severity,
            message,
            primary: Label {
                file: FileId(0),
                span,
                text: label,
            },
            secondary: Vec::new(),
            help: Some(help).filter(|help| !help.is_empty()),
            fix: None,
            other_fixes: Vec::new(),
        }
    }

    /// Says something at the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds a related place.
    pub fn related(mut self, file: FileId, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            file,
            span,
            text: text.into(),
        });
        self
    }

    /// Replaces the advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Offers an edit that mends the mistake.
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Offers another way to mend it.
    pub fn or_fix(mut self, fix: Option<Fix>) -> Self {
        self.other_fixes.extend(fix);
        self
    }

    /// Every way to mend it.
    pub fn fixes(&self) -> impl Iterator<Item = &Fix> {
        self.fix.iter().chain(&self.other_fixes)
    }

    /// Every way to mend it.
    pub fn fixes_mut(&mut self) -> impl Iterator<Item = &mut Fix> {
        self.fix.iter_mut().chain(&mut self.other_fixes)
    }

    /// The same finding in a text that has `by` more bytes in front, in file `file`.
    /// For findings made in one item, whose places count from the item's start.
    pub fn placed(mut self, file: FileId, by: u32) -> Self {
        let place = |at_file: &mut FileId, span: &mut Span| {
            *at_file = file;
            *span = span.shifted(by);
        };
        place(&mut self.primary.file, &mut self.primary.span);
        for label in &mut self.secondary {
            place(&mut label.file, &mut label.span);
        }
        for edit in self.fixes_mut().flat_map(|fix| &mut fix.edits) {
            place(&mut edit.file, &mut edit.span);
        }
        self
    }
}

/// A word for a message, cut if it is very long.
pub(crate) fn shortened(value: impl Display) -> String {
    let mut text = value.to_string();
    if let Some((cut, _)) = text.char_indices().nth(LONGEST_WORD) {
        text.truncate(cut);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::{Edit, FileId, Fix, Span, codes};

    #[test]
    fn placing_moves_every_place() {
        let at = Span::new(1, 2);
        let edit = |file, span| Edit {
            file,
            span,
            text: String::new(),
        };
        let fix = |file, span| Fix {
            title: "write it".to_owned(),
            edits: vec![edit(file, span)],
            safe: true,
        };
        let finding = codes::syntax(at, "x")
            .related(FileId(0), at, "y")
            .fix(fix(FileId(0), at));
        let placed = finding.placed(FileId(3), 10);
        let there = Span::new(11, 12);
        assert_eq!(
            (placed.primary.file, placed.primary.span),
            (FileId(3), there)
        );
        assert!(placed.secondary.iter().all(|label| label.span == there));
        assert_eq!(placed.fix, Some(fix(FileId(3), there)));
    }

    #[test]
    fn very_long_words_are_cut() {
        let finding = codes::unknown_field(Span::at(0), "a tool", "ü".repeat(1_000_000));
        assert!(finding.message.chars().count() < 1_100);
        assert!(finding.message.ends_with("ü…`"));
    }
}
