//! What an expression can see at its place.

use crate::hir::{Record, Root, Type};

/// The values and words that exist where an expression stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    roots: Vec<RootEntry>,
    /// Names without a root: the parameters of an assumption.
    pub parameters: Option<Record>,
    /// `run`, `call`, `agent`, labels and boundaries: the state of a decision.
    pub decision: bool,
    /// `allowed`: what was decided.
    pub allowed: bool,
    /// Words that mean something elsewhere, and why they mean nothing here.
    lacking: Vec<(&'static str, &'static str)>,
}

#[derive(Clone, Debug)]
pub(crate) struct RootEntry {
    pub word: &'static str,
    pub root: Root,
    pub ty: Type,
    /// Whose it is, for messages: "`args` of `orders.get`".
    pub owner: String,
}

impl Env {
    /// Adds what `word` stands for.
    pub fn with(mut self, root: Root, ty: Type, owner: impl Into<String>) -> Self {
        let word = word(&root);
        self.roots.push(RootEntry {
            word,
            root,
            ty,
            owner: owner.into(),
        });
        self
    }

    /// Conditions of a decision see its state.
    pub fn deciding(mut self) -> Self {
        self.decision = true;
        self
    }

    /// Says why `word` cannot be seen here, for whoever asks for it.
    pub fn lacking(mut self, word: &'static str, why: &'static str) -> Self {
        self.lacking.push((word, why));
        self
    }

    /// Why a word that means something elsewhere means nothing here.
    pub fn why_not(&self, word: &str) -> Option<&'static str> {
        let known = self.lacking.iter().find(|(other, _)| *other == word);
        known.map(|(_, why)| *why)
    }

    pub fn root(&self, word: &str) -> Option<&RootEntry> {
        self.roots.iter().find(|entry| entry.word == word)
    }

    /// The words that could stand at the beginning of a path here.
    pub fn words(&self) -> Vec<&str> {
        let parameters = self.parameters.iter().flat_map(|record| &record.fields);
        let mut words: Vec<&str> = self.roots.iter().map(|entry| entry.word).collect();
        words.extend(parameters.map(|field| field.name.as_str()));
        if self.decision {
            words.push("run");
        }
        words
    }
}

/// The word of a root.
pub(crate) fn word(root: &Root) -> &'static str {
    match root {
        Root::Args => "args",
        Root::Result => "result",
        Root::Prior => "prior",
        Root::Seen => "seen",
        Root::Undone => "undone",
        Root::Event => "event",
        Root::Context => "context",
        Root::Parameter => "",
    }
}
