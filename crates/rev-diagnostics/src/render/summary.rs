//! How many findings there are, in one line.

use crate::{Diagnostic, Severity, Sources};
use std::fmt;

/// How many errors and warnings were found, and in how many files was looked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Summary {
    pub errors: usize,
    pub warnings: usize,
    pub files: usize,
}

/// Counts.
pub fn summary(diagnostics: &[Diagnostic], sources: &Sources) -> Summary {
    let count = |severity| {
        diagnostics
            .iter()
            .filter(|d| d.severity == severity)
            .count()
    };
    Summary {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        files: sources.files().count(),
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = many(self.errors, "error");
        let warnings = many(self.warnings, "warning");
        match (self.errors, self.warnings) {
            (0, 0) => f.write_str("no errors and no warnings")?,
            (_, 0) => f.write_str(&errors)?,
            (0, _) => f.write_str(&warnings)?,
            _ => write!(f, "{errors} and {warnings}")?,
        }
        write!(f, " in {}", many(self.files, "file"))
    }
}

fn many(count: usize, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {word}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many() {
        let text = |errors, warnings, files| {
            Summary {
                errors,
                warnings,
                files,
            }
            .to_string()
        };
        assert_eq!(text(2, 1, 3), "2 errors and 1 warning in 3 files");
        assert_eq!(text(1, 0, 1), "1 error in 1 file");
        assert_eq!(text(0, 2, 1), "2 warnings in 1 file");
        assert_eq!(text(0, 0, 2), "no errors and no warnings in 2 files");
    }
}
