//! How many decisions were compared, and of which kinds.

use crate::case::Said;
use std::collections::BTreeMap;

/// Counts of verdicts and of reasons.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub packages: usize,
    pub discarded: usize,
    /// Codes of what was wrong with those.
    pub mistakes: BTreeMap<String, usize>,
    pub decisions: usize,
    pub verdicts: BTreeMap<String, usize>,
    /// By code; names of rules and the like are left out.
    pub reasons: BTreeMap<String, usize>,
    pub unknown: usize,
    pub debits: usize,
}

impl Tally {
    pub fn add(&mut self, said: &Said) {
        self.decisions += 1;
        *self
            .verdicts
            .entry(format!("{:?}", said.verdict))
            .or_default() += 1;
        for (_, code, unknown) in &said.reasons {
            let (family, name) = code.split_once('.').unwrap_or((code, ""));
            let shown = match family {
                "rule" | "boundary" | "args" | "require" | "gate" => family.to_owned(),
                _ => format!("{family}{}{name}", if name.is_empty() { "" } else { "." }),
            };
            *self.reasons.entry(shown).or_default() += 1;
            self.unknown += usize::from(*unknown);
        }
        self.debits += usize::from(!said.debits.is_empty());
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "{} packages, {} discarded as unsound",
            self.packages, self.discarded
        )?;
        for (code, count) in &self.mistakes {
            writeln!(f, "    {count:>9} {code}")?;
        }
        writeln!(f, "{} decisions", self.decisions)?;
        for (verdict, count) in &self.verdicts {
            writeln!(f, "    {count:>9} {verdict}")?;
        }
        writeln!(
            f,
            "reasons, {} of them because something was unknown",
            self.unknown
        )?;
        let mut reasons: Vec<(&String, &usize)> = self.reasons.iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(a.1));
        for (reason, count) in reasons {
            writeln!(f, "    {count:>9} {reason}")?;
        }
        writeln!(f, "{} decisions with debits", self.debits)
    }
}
