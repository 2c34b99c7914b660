//! Sets of rows: one bit for each row of a package, so that a rule over ten thousand tools stays cheap.

/// Some of the rows of a package.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RowSet {
    words: Vec<u64>,
    rows: usize,
}

impl RowSet {
    pub fn none(rows: usize) -> Self {
        Self {
            words: vec![0; rows.div_ceil(64)],
            rows,
        }
    }

    pub fn all(rows: usize) -> Self {
        let mut words = vec![u64::MAX; rows.div_ceil(64)];
        if let (Some(last), used @ 1..) = (words.last_mut(), rows % 64) {
            *last = (1 << used) - 1;
        }
        Self { words, rows }
    }

    pub fn insert(&mut self, row: usize) {
        if let Some(word) = self.words.get_mut(row / 64) {
            *word |= 1 << (row % 64);
        }
    }

    pub fn take(&mut self, row: usize) {
        if let Some(word) = self.words.get_mut(row / 64) {
            *word &= !(1 << (row % 64));
        }
    }

    pub fn contains(&self, row: usize) -> bool {
        let word = self.words.get(row / 64);
        word.is_some_and(|word| word & (1 << (row % 64)) != 0)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Adds those of `other`.
    pub fn add(&mut self, other: &RowSet) {
        self.each(other, |a, b| a | b);
    }

    /// Keeps only those that `other` has, too.
    pub fn keep(&mut self, other: &RowSet) {
        self.each(other, |a, b| a & b);
    }

    /// Takes those of `other` away.
    pub fn remove(&mut self, other: &RowSet) {
        self.each(other, |a, b| a & !b);
    }

    /// The rows, in their order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self
            .words
            .iter()
            .enumerate()
            .filter(|(_, word)| **word != 0);
        let rows = words.flat_map(|(at, word)| {
            let bits = (0..64).filter(move |bit| word & (1 << bit) != 0);
            bits.map(move |bit| at * 64 + bit)
        });
        rows.filter(|row| *row < self.rows)
    }

    fn each(&mut self, other: &RowSet, combine: fn(u64, u64) -> u64) {
        for (word, with) in self.words.iter_mut().zip(&other.words) {
            *word = combine(*word, *with);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RowSet;

    #[test]
    fn sets_of_more_rows_than_a_word_has_bits() {
        let mut odd = RowSet::none(130);
        for row in (1..130).step_by(2) {
            odd.insert(row);
        }
        let mut even = RowSet::all(130);
        even.remove(&odd);
        assert_eq!(even.iter().count(), 65);
        assert!(even.contains(128) && !even.contains(129));
        even.keep(&odd);
        assert!(even.is_empty());
        even.add(&odd);
        assert_eq!(even, odd);
    }
}
