//! What changed between two tables: what became weaker, stricter, reachable, each with a call that shows it.
//!
//! All that two tables say is compared fact by fact, so that nothing that differs in meaning is left out. Where the
//! direction of a difference cannot be told, it counts as weaker. Then the evaluator is asked for a call that it decides
//! otherwise by the one than by the other.

mod example;
mod fact;
mod items;
mod literal;
mod polarity;
mod rows;
mod schema;
mod structure;
mod tool;
mod version;
mod words;

pub use example::{Decided, Example, Past};
pub use fact::{About, Direction};
pub use version::{against, is_major};

use rev_table::Table;

/// Something that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub direction: Direction,
    pub about: About,
    /// The case of the tool, by its condition; empty where there is none.
    pub case: String,
    /// What differs, in a word or two of the language.
    pub what: String,
    /// The tools that it concerns, by name.
    pub tools: Vec<String>,
    pub before: Option<String>,
    pub after: Option<String>,
    /// A class that is another.
    pub class: bool,
    /// A call that the two tables decide differently; where none is found, no single call shows it.
    pub example: Option<Example>,
    /// The reasons in which a decision shows it.
    codes: Vec<String>,
    /// The label that it is about.
    label: Option<String>,
}

/// Everything that differs, weaker first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub differences: Vec<Difference>,
}

impl Changes {
    pub fn is_weaker(&self) -> bool {
        let mut all = self.differences.iter();
        all.any(|one| one.direction.is_weaker())
    }

    /// How many go this way.
    pub fn count(&self, of: impl Fn(Direction) -> bool) -> usize {
        let all = self.differences.iter();
        all.filter(|one| of(one.direction)).count()
    }
}

/// What changed from one table to another.
pub fn changes(old: &Table, new: &Table) -> Changes {
    // One meaning, one identity.
    if old.identity() == new.identity() {
        return Changes::default();
    }
    let mut differences = structure::differences(old, new);
    example::find(old, new, &mut differences);
    differences.sort_by(|a, b| {
        let key = |one: &Difference| (one.direction, one.about.clone(), one.case.clone());
        key(a).cmp(&key(b)).then_with(|| a.what.cmp(&b.what))
    });
    Changes { differences }
}
