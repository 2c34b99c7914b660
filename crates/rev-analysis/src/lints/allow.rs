//! `@allow(CODE, "reason")` before an item: which findings it silences, and what is wrong with it.

use super::levels::{LINTS, OF_COMPOSITION, OF_TABLES};
use crate::check::cx::mended;
use rev_diagnostics::{Diagnostic, Edit, FileId, Fix, Severity, codes, page};
use rev_syntax::ast::{self, Allow};

/// The findings of one item that are left, and those about its allows. Places count from the item's start.
pub(crate) struct Allows<'a> {
    tree: &'a ast::Item,
    used: Vec<bool>,
}

impl<'a> Allows<'a> {
    pub fn of(tree: &'a ast::Item) -> Self {
        Self {
            tree,
            used: vec![false; tree.allows.len()],
        }
    }

    /// Whether a finding is silenced. Errors cannot be.
    pub fn silence(&mut self, finding: &Diagnostic) -> bool {
        if finding.severity == Severity::Error {
            return false;
        }
        let allows = self.tree.allows.iter().zip(&mut self.used);
        for (allow, used) in allows {
            if allow.code.text == finding.code {
                *used = true;
                return true;
            }
        }
        false
    }

    /// What is wrong with the allows themselves. Where the item has errors, lints may have been left out.
    /// Whether those that are meant for the table silence anything is not known yet.
    pub fn findings(&self, has_errors: bool) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        for (allow, used) in self.tree.allows.iter().zip(&self.used) {
            let reasoned = allow
                .reason
                .as_ref()
                .is_some_and(|text| !text.value.trim().is_empty());
            if !is_lint(allow) {
                findings.push(no_lint(allow));
            } else if !reasoned {
                let code = &allow.code.text;
                let finding =
                    codes::missing_field(allow.span, format!("`@allow({code})`"), "reason");
                findings.push(finding.help(format!("say why: `@allow({code}, \"…\")`")));
            } else if !used && !has_errors && !is_later(allow) {
                findings.push(unused(allow));
            }
        }
        findings
    }

    /// Those that are meant for the table and silence nothing in it.
    pub fn unused_in_table(&self) -> Vec<Diagnostic> {
        self.unused_of(&OF_TABLES)
    }

    /// Those that are meant for what tools do together and silence nothing of it.
    pub fn unused_in_composition(&self) -> Vec<Diagnostic> {
        self.unused_of(&OF_COMPOSITION)
    }

    fn unused_of(&self, codes: &[&str]) -> Vec<Diagnostic> {
        let allows = self.tree.allows.iter().zip(&self.used);
        let unused_ones =
            allows.filter(|(allow, used)| !**used && codes.contains(&allow.code.text.as_str()));
        unused_ones.map(|(allow, _)| unused(allow)).collect()
    }
}

fn is_lint(allow: &Allow) -> bool {
    LINTS.iter().any(|(code, _)| *code == allow.code.text)
}

fn is_later(allow: &Allow) -> bool {
    let mut later = OF_TABLES.iter().chain(&OF_COMPOSITION);
    later.any(|code| *code == allow.code.text)
}

fn unused(allow: &Allow) -> Diagnostic {
    codes::unused_allow(allow.span, &allow.code.text).fix(remove(allow))
}

fn no_lint(allow: &Allow) -> Diagnostic {
    let code = &allow.code;
    let finding = codes::unknown_name(code.span, "lint", &code.text);
    if page(&code.text).is_some() {
        return finding
            .label("an error")
            .help("errors cannot be silenced: mend what it tells");
    }
    // Codes are alike; only one written in small letters, or a lint's name, says which one is meant.
    let by_name = LINTS
        .iter()
        .find(|(_, name)| name.replace('-', "_") == code.text.replace('-', "_"));
    let same = LINTS
        .iter()
        .find(|(other, _)| other.eq_ignore_ascii_case(&code.text));
    let near = by_name.or(same).map(|(code, _)| *code);
    match near {
        Some(near) => mended(finding, Some(near)),
        None => finding.help("`revc explain` lists the lints: their codes begin with `W`"),
    }
}

fn remove(allow: &Allow) -> Fix {
    Fix {
        title: "remove it".to_owned(),
        edits: vec![Edit {
            file: FileId(0),
            span: allow.span,
            text: String::new(),
        }],
        safe: true,
    }
}
