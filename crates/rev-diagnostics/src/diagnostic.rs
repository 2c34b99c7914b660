//! One finding: a code, a sentence, places, advice and, where it is mechanical, a fix.

use crate::{FileId, Span};

/// How bad it is. Errors cannot be silenced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The policy does not register.
    Error,
    /// The policy registers, and probably does not say what was meant.
    Warning,
}

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    pub file: FileId,
    pub span: Span,
    /// May be empty, where the message says it all.
    pub text: String,
}

/// Replace the text at `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    pub file: FileId,
    pub span: Span,
    pub text: String,
}

/// A mechanical way to mend the mistake.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
}

impl Diagnostic {
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
        if let Some(fix) = &mut self.fix {
            for edit in &mut fix.edits {
                place(&mut edit.file, &mut edit.span);
            }
        }
        self
    }
}
