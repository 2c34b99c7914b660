//! Texts in their one form, with the places of their words, leaves, amounts and addresses: built once, in time that grows
//! with the length, and asked in time that does not.

use crate::fold::{Edge, fold, joins};
use crate::{address, amount};
use rev_text::Truth;
use std::cell::Cell;

/// What an answer may cost. When it is spent, every further answer is unknown.
#[derive(Debug)]
pub(crate) struct Work(Cell<usize>);

impl Work {
    pub fn new(steps: usize) -> Work {
        Work(Cell::new(steps))
    }

    pub fn spend(&self, steps: usize) -> bool {
        let left = self.0.get().checked_sub(steps);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// Places, sorted by the hash of what stands there: the hash in the upper half of a number, the place in the lower. A hash
/// only narrows the search; what counts is what stands there.
#[derive(Clone, Debug, Default)]
struct Places(Vec<u64>);

impl Places {
    fn add(&mut self, what: &str, at: usize) {
        if let Ok(at) = u32::try_from(at) {
            self.0.push(u64::from(hash(what)) << 32 | u64::from(at));
        }
    }

    fn of(&self, what: &str) -> &[u64] {
        let wanted = hash(what);
        let half = |place: &u64| (place >> 32) as u32;
        let start = self.0.partition_point(|place| half(place) < wanted);
        let rest = self.0.get(start..).unwrap_or(&[]);
        let end = rest.partition_point(|place| half(place) == wanted);
        rest.get(..end).unwrap_or(&[])
    }
}

fn place(entry: &u64) -> usize {
    (entry & u64::from(u32::MAX)) as usize
}

/// FNV-1a.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// So far an amount is looked at again where it was found.
const LONGEST_AMOUNT: usize = 256;

/// Texts, one behind the other, with a line break behind each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    text: String,
    words: Places,
    leaves: Places,
    amounts: Places,
    addresses: Places,
}

impl Index {
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Index {
        let mut index = Index::default();
        for text in texts {
            index.add(text);
        }
        index.close();
        index
    }

    /// Adds a leaf.
    pub fn add(&mut self, text: &str) {
        let start = self.text.len();
        fold(text, &mut self.text);
        let added = self.text.get(start..).unwrap_or("");
        self.leaves.add(added, start);
        words(added, |at, word| self.words.add(word, start + at));
        amount::scan(added, |at, number| self.amounts.add(number, start + at));
        address::scan(added, |at, normal| {
            self.addresses.add(normal, start + at);
            if let Some(short) = address::short(normal) {
                self.addresses.add(short, start + at);
            }
        });
        self.text.push('\n');
    }

    /// Adds a leaf whose words stand in a text that was added before.
    pub fn leaf(&mut self, text: &str) {
        let start = self.text.len();
        fold(text, &mut self.text);
        self.leaves.add(self.text.get(start..).unwrap_or(""), start);
        self.text.push('\n');
    }

    /// Adds a number that is a leaf, as it is written.
    pub fn number(&mut self, digits: &str) {
        let Some(number) = amount::canonical(digits) else {
            return;
        };
        let start = self.text.len();
        self.text.push_str(&number);
        words(&number, |at, word| self.words.add(word, start + at));
        self.leaves.add(&number, start);
        self.amounts.add(&number, start);
        self.text.push('\n');
    }

    /// Everything was added: from now on it can be asked.
    pub fn close(&mut self) {
        for places in [
            &mut self.words,
            &mut self.leaves,
            &mut self.amounts,
            &mut self.addresses,
        ] {
            places.0.sort_unstable();
        }
    }

    /// Bytes that it keeps.
    pub fn size(&self) -> usize {
        self.text.len()
    }

    /// Whether a text in its one form stands here, with such edges.
    pub fn has_words(&self, text: &str, edge: Edge, work: &Work) -> Truth {
        self.stands(text, work, |before, after| edge.fits(text, before, after))
    }

    /// Whether a text in its one form is a whole leaf.
    pub fn has_leaf(&self, text: &str, work: &Work) -> Truth {
        self.any(self.leaves.of(text), work, |at, rest| {
            let after = rest.strip_prefix(text);
            let begins = at == 0 || self.text.get(..at).is_some_and(|it| it.ends_with('\n'));
            begins && after.is_some_and(|after| after.starts_with('\n'))
        })
    }

    /// Whether an amount in its one form stands here.
    pub fn has_amount(&self, number: &str, work: &Work) -> Truth {
        self.any(self.amounts.of(number), work, |at, rest| {
            // What is read here again is read with what stands around it.
            let from = self
                .text
                .get(..at)
                .map_or(0, |it| it.rfind('\n').map_or(0, |at| at + 1));
            let from = from.max(at.saturating_sub(8));
            let from = (from..=at)
                .find(|from| self.text.is_char_boundary(*from))
                .unwrap_or(at);
            let to = rest
                .find([' ', '\n'])
                .unwrap_or(rest.len())
                .min(LONGEST_AMOUNT);
            let to = (0..=to)
                .rev()
                .find(|to| rest.is_char_boundary(*to))
                .unwrap_or(0);
            let mut found = false;
            if let Some(near) = self.text.get(from..at + to) {
                amount::scan(near, |place, one| {
                    found |= from + place == at && one == number
                });
            }
            found
                || rest
                    .strip_prefix(number)
                    .is_some_and(|after| after.starts_with('\n'))
        })
    }

    /// Whether an e-mail or URL in its normal form, or in its short form, stands here.
    pub fn has_address(&self, normal: &str, work: &Work) -> Truth {
        self.any(self.addresses.of(normal), work, |_, rest| {
            let line = rest.get(..rest.find('\n').unwrap_or(rest.len()));
            let found = line.and_then(address::normal_at_start);
            found.is_some_and(|one| one == normal || address::short(&one) == Some(normal))
        })
    }

    /// Whether a URL stands here without its scheme, as people write it.
    pub fn has_short(&self, short: &str, work: &Work) -> Truth {
        self.stands(short, work, |before, after| {
            let after = after
                .strip_prefix('/')
                .filter(|_| !short.contains('/'))
                .unwrap_or(after);
            !before.ends_with('/') && Edge::Strict.fits(short, before, after)
        })
    }

    /// Whether a host or URL without its scheme stands here, also as the host of an e-mail.
    pub fn has_host(&self, short: &str, work: &Work) -> Truth {
        self.stands(short, work, |before, after| {
            let after = after
                .strip_prefix('/')
                .filter(|_| !short.contains('/'))
                .unwrap_or(after);
            let before = if before.ends_with('@') { "" } else { before };
            Edge::Strict.fits(short, before, after)
        })
    }

    fn any(&self, places: &[u64], work: &Work, fine: impl Fn(usize, &str) -> bool) -> Truth {
        for at in places.iter().map(place) {
            if !work.spend(4) {
                return Truth::Unknown;
            }
            if self.text.get(at..).is_some_and(|rest| fine(at, rest)) {
                return Truth::True;
            }
        }
        Truth::False
    }

    /// Whether a text stands here between texts that are fine.
    fn stands(&self, text: &str, work: &Work, fine: impl Fn(&str, &str) -> bool) -> Truth {
        if text.is_empty() || text.len() > self.text.len() {
            return Truth::False;
        }
        // The rarest of its words leads to it.
        let mut rarest: Option<(usize, &[u64])> = None;
        let mut shortest = usize::MAX;
        words(text, |at, word| {
            let places = self.words.of(word);
            if places.len() < shortest {
                shortest = places.len();
                rarest = Some((at, places));
            }
        });
        if !work.spend(text.len() / 8 + 1) {
            return Truth::Unknown;
        }
        let at_place = |at: usize| {
            let (before, rest) = self.text.split_at_checked(at)?;
            let after = rest.strip_prefix(text)?;
            fine(before, after).then_some(())
        };
        let Some((offset, places)) = rarest else {
            // Nothing but signs.
            if !work.spend(self.text.len()) {
                return Truth::Unknown;
            }
            let mut found = self.text.match_indices(text);
            return Truth::from(found.any(|(at, _)| at_place(at).is_some()));
        };
        for at in places.iter().map(place) {
            if !work.spend(text.len() / 32 + 1) {
                return Truth::Unknown;
            }
            let found = at.checked_sub(offset).and_then(at_place);
            if found.is_some() {
                return Truth::True;
            }
        }
        Truth::False
    }
}

/// Tells the words of a text in its one form, each with its place.
fn words<'a>(text: &'a str, mut tell: impl FnMut(usize, &'a str)) {
    let mut start = None;
    for (at, one) in text.char_indices() {
        match (joins(one), start) {
            (true, None) => start = Some(at),
            (true, Some(_)) => {}
            (false, begun) => {
                if let Some(word) = begun.and_then(|begun| Some((begun, text.get(begun..at)?))) {
                    tell(word.0, word.1);
                }
                start = None;
                // In a script without spaces every character is a word.
                if one.is_alphanumeric() {
                    let end = at + one.len_utf8();
                    tell(at, text.get(at..end).unwrap_or(""));
                }
            }
        }
    }
    if let Some(word) = start.and_then(|begun| Some((begun, text.get(begun..)?))) {
        tell(word.0, word.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::folded;
    use proptest::prelude::*;

    /// Texts in which words meet in every way.
    fn text() -> impl Strategy<Value = String> {
        const PIECES: &[&str] = &[
            "ann", "an", "n", "Ann", "é", "e\u{301}", "王", " ", "  ", "\n", "-", ".", "'", "\"",
            "@", "/", "4,000", "12", "_", "> ",
        ];
        let piece = prop::sample::select(PIECES);
        prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn the_index_finds_what_a_plain_search_finds(leaves in prop::collection::vec(text(), 0..4), wanted in text()) {
            let index = Index::of(leaves.iter().map(String::as_str));
            let wanted = folded(&wanted);
            prop_assume!(!wanted.is_empty());
            let work = Work::new(1 << 20);
            for edge in [Edge::Strict, Edge::Loose, Edge::Quotes] {
                let plain = leaves.iter().any(|leaf| {
                    let leaf = folded(leaf);
                    // Matches may overlap, so every place is tried.
                    (0..leaf.len()).any(|at| {
                        let fits = |(before, rest): (&str, &str)| {
                            let after = rest.strip_prefix(wanted.as_str());
                            after.is_some_and(|after| edge.fits(&wanted, before, after))
                        };
                        leaf.split_at_checked(at).is_some_and(fits)
                    })
                });
                prop_assert_eq!(index.has_words(&wanted, edge, &work), Truth::from(plain), "{:?}", edge);
            }
            let leaf = leaves.iter().any(|leaf| folded(leaf) == wanted);
            prop_assert_eq!(index.has_leaf(&wanted, &work), Truth::from(leaf));
        }

        #[test]
        fn every_amount_and_address_is_found_where_it_stands(leaf in text()) {
            let index = Index::of([leaf.as_str()]);
            let work = Work::new(1 << 20);
            let form = folded(&leaf);
            let mut found = Vec::new();
            amount::scan(&form, |_, number| found.push(number.to_owned()));
            for number in found {
                prop_assert_eq!(index.has_amount(&number, &work), Truth::True, "{}", number);
            }
            let mut found = Vec::new();
            address::scan(&form, |_, normal| found.push(normal.to_owned()));
            for normal in found {
                prop_assert_eq!(index.has_address(&normal, &work), Truth::True, "{}", normal);
            }
        }
    }

    #[test]
    fn when_the_work_is_spent_nothing_is_known() {
        let index = Index::of(["ann and ann and ann"]);
        assert_eq!(
            index.has_words("ann", Edge::Strict, &Work::new(0)),
            Truth::Unknown
        );
        assert_eq!(
            index.has_words("ann", Edge::Strict, &Work::new(9)),
            Truth::True
        );
    }
}
