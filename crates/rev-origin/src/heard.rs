//! One result that the run has heard.

use crate::fold::skeleton;
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
    pub unendorsed: Unendorsed,
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
        part.is_found_in(&self.trusted, work) == Truth::True && !self.unendorsed.has(part, work)
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

/// What a call itself put in.
#[derive(Clone, Debug)]
pub(crate) struct Unendorsed {
    texts: Index,
    /// Their letters and digits alone, each text on a line: the tool may have read them more freely than a page is written.
    letters: String,
}

impl Unendorsed {
    pub fn of(texts: &[String]) -> Unendorsed {
        Unendorsed {
            texts: Index::of(texts.iter().map(String::as_str)),
            letters: texts
                .iter()
                .map(|text| skeleton(text) + "\n")
                .collect::<String>(),
        }
    }

    fn has(&self, part: &Part, work: &Work) -> bool {
        if part.may_come_from(&self.texts, work) {
            return true;
        }
        let letters = part.form().map(skeleton).unwrap_or_default();
        let told = !letters.is_empty() && !self.letters.is_empty();
        told && (!work.spend(self.letters.len() / 8 + 1) || self.letters.contains(&letters))
    }

    fn size(&self) -> usize {
        self.texts.size() + self.letters.len()
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
