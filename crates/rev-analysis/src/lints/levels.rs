//! How each lint is told.

use rev_diagnostics::{Diagnostic, Severity};
use std::collections::BTreeMap;

/// How a lint is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Not at all.
    Allow,
    Warn,
    /// As an error.
    Deny,
}

/// The levels that `rev.toml` sets, by code or by name; every other lint warns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Levels(pub BTreeMap<String, Level>);

/// Every lint by code and by name, which is that of its page.
pub const LINTS: [(&str, &str); 17] = [
    ("W1001", "unversioned-policy"),
    ("W1002", "stray-bytes"),
    ("W1003", "rule-never-fires"),
    ("W1004", "adds-nothing"),
    ("W1005", "unused"),
    ("W1006", "idle-boundary"),
    ("W1007", "unreachable-tool"),
    ("W1008", "glob-matches-nothing"),
    ("W1009", "tool-below-its-glob"),
    ("W1010", "sequence-never-starts"),
    ("W1011", "held-recovery"),
    ("W1012", "steered"),
    ("W1013", "untested-recovery"),
    ("W1014", "unused-allow"),
    ("W1015", "never-applies"),
    ("W1016", "boundary-out-of-reach"),
    ("W1017", "boundary-without-way-on"),
];

/// Lints about what tools do together, which take the table and every agent.
pub const OF_COMPOSITION: [&str; 3] = ["W1012", "W1016", "W1017"];

/// Lints that only the decision table can tell. Whether `@allow` silences one of them is known when there is a table.
pub const OF_TABLES: [&str; 2] = ["W1004", "W1015"];

impl Levels {
    /// How this lint is told. Its code counts before its name.
    pub fn of(&self, code: &str) -> Level {
        let name = LINTS.iter().find(|(other, _)| *other == code);
        let by_name = || self.0.get(name?.1);
        let level = self.0.get(code).or_else(by_name);
        level.copied().unwrap_or(Level::Warn)
    }

    /// The finding as it is told, if it is. Errors are always told.
    pub(crate) fn applied(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        if diagnostic.severity == Severity::Error {
            return Some(diagnostic);
        }
        match self.of(diagnostic.code) {
            Level::Allow => None,
            Level::Warn => Some(diagnostic),
            Level::Deny => {
                diagnostic.severity = Severity::Error;
                Some(diagnostic)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rev_diagnostics::{Span, codes};

    #[test]
    fn every_lint_has_a_name() {
        let known = LINTS.map(|(code, _)| code);
        let pages = codes::PAGES
            .iter()
            .filter(|page| page.code.starts_with('W'));
        for page in pages {
            assert!(known.contains(&page.code), "{} has no name", page.code);
        }
    }

    #[test]
    fn levels_are_set_by_code_or_by_name() {
        let level = |key: &str, level| Levels(BTreeMap::from([(key.to_owned(), level)]));
        let unused = || codes::unused(Span::at(0), "label", "x");
        assert_eq!(level("W1005", Level::Allow).applied(unused()), None);
        assert_eq!(level("unused", Level::Allow).applied(unused()), None);
        let denied = level("unused", Level::Deny).applied(unused());
        assert_eq!(denied.map(|told| told.severity), Some(Severity::Error));
        assert_eq!(Levels::default().applied(unused()), Some(unused()));
        let error = codes::unknown_name(Span::at(0), "label", "x");
        assert_eq!(
            level("E0101", Level::Allow).applied(error.clone()),
            Some(error)
        );
    }
}
