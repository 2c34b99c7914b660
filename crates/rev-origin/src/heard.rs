//! One result that the run has heard.

use crate::index::{Index, Work};
use crate::parts::Part;
use rev_table::{LabelSet, Table, label};
use rev_text::Truth;

#[derive(Clone, Debug)]
pub(crate) struct Heard {
    /// The operator's own data in it.
    pub trusted: Index,
    pub other: Index,
    /// The confidential labels that it carries.
    pub confidential: LabelSet,
    /// Arguments of its call that nobody vouched for: what the call itself put in, it cannot vouch for.
    pub unendorsed: Index,
    /// Its call had an argument, and the person said every one.
    pub looked_up: bool,
    /// How often the person had spoken by then.
    pub prompts: usize,
}

impl Heard {
    /// Whether the person said a part by asking for the result that it is a whole leaf of.
    pub fn says(&self, part: &Part, work: &Work) -> bool {
        self.looked_up && part.is_leaf_of(&self.trusted, work) == Truth::True
    }

    pub fn endorses(&self, part: &Part, work: &Work) -> bool {
        part.is_found_in(&self.trusted, work) == Truth::True
            && !part.may_come_from(&self.unendorsed, work)
    }

    /// What a part that may have come from it carries.
    pub fn labels(&self, part: &Part, work: &Work) -> LabelSet {
        let none = self.confidential.is_empty();
        let found =
            || part.may_come_from(&self.trusted, work) || part.may_come_from(&self.other, work);
        match !none && found() {
            true => self.confidential,
            false => LabelSet::EMPTY,
        }
    }

    /// Bytes that it keeps.
    pub fn size(&self) -> usize {
        self.trusted.size() + self.other.size() + self.unendorsed.size()
    }
}

/// The confidential ones of some labels, with what they imply.
pub(crate) fn confidential(table: &Table, labels: LabelSet) -> LabelSet {
    let mut kept = LabelSet::EMPTY;
    for number in labels.iter() {
        let record = table.labels().get(number as usize);
        if let Some(record) = record.filter(|it| it.flags.get() & label::CONFIDENTIAL != 0) {
            kept = kept
                .with(number)
                .union(table.label_set(record.implies.get()));
        }
    }
    kept
}
