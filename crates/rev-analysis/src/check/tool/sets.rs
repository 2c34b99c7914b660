//! Sets of values that a condition admits: listed texts or ranges of numbers, and whether absence is among them.

use smol_str::SmolStr;
use std::collections::BTreeSet;

/// What one value may be where a condition is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub values: Values,
    /// The value may be absent.
    pub absent: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// These texts.
    Only(BTreeSet<SmolStr>),
    /// Every text but these.
    AllBut(BTreeSet<SmolStr>),
    /// Closed ranges, sorted, apart from each other. Numbers with decimals are doubled, so that an odd number stands
    /// for everything between its neighbours, and an open end is a closed one.
    Ranges(Vec<(i128, i128)>),
}

impl Set {
    /// What is in both. Values of different kinds are not compared: `None`.
    pub fn and(&self, other: &Set) -> Option<Set> {
        use Values::{AllBut, Only, Ranges};
        let values = match (&self.values, &other.values) {
            (Only(a), Only(b)) => Only(a.intersection(b).cloned().collect()),
            (Only(a), AllBut(b)) | (AllBut(b), Only(a)) => Only(a.difference(b).cloned().collect()),
            (AllBut(a), AllBut(b)) => AllBut(a.union(b).cloned().collect()),
            (Ranges(a), Ranges(b)) => Ranges(both(a, b)),
            (Only(_) | AllBut(_), Ranges(_)) | (Ranges(_), Only(_) | AllBut(_)) => return None,
        };
        Some(Set {
            values,
            absent: self.absent && other.absent,
        })
    }

    /// Whether no value is in it.
    pub fn is_empty(&self) -> bool {
        let nothing = match &self.values {
            Values::Only(texts) => texts.is_empty(),
            Values::AllBut(_) => false,
            Values::Ranges(ranges) => ranges.is_empty(),
        };
        nothing && !self.absent
    }

    /// Everything else. `all` are the texts that exist, where that is known; `optional`, whether it can be absent.
    pub fn complement(&self, all: Option<&BTreeSet<SmolStr>>, optional: bool) -> Set {
        let values = match (&self.values, all) {
            (Values::Only(texts), Some(all)) => {
                Values::Only(all.difference(texts).cloned().collect())
            }
            (Values::Only(texts), None) => Values::AllBut(texts.clone()),
            (Values::AllBut(texts), Some(all)) => {
                Values::Only(all.intersection(texts).cloned().collect())
            }
            (Values::AllBut(texts), None) => Values::Only(texts.clone()),
            (Values::Ranges(ranges), _) => Values::Ranges(gaps(ranges)),
        };
        Set {
            values,
            absent: optional && !self.absent,
        }
    }
}

fn both(a: &[(i128, i128)], b: &[(i128, i128)]) -> Vec<(i128, i128)> {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut found = Vec::new();
    while let (Some(&&one), Some(&&other)) = (a.peek(), b.peek()) {
        let (low, high) = (one.0.max(other.0), one.1.min(other.1));
        if low <= high {
            found.push((low, high));
        }
        match one.1 <= other.1 {
            true => a.next(),
            false => b.next(),
        };
    }
    found
}

/// What lies between and around ranges.
fn gaps(ranges: &[(i128, i128)]) -> Vec<(i128, i128)> {
    let mut found = Vec::new();
    let mut next = Some(i128::MIN);
    for (low, high) in ranges {
        if let (Some(from), Some(to)) = (next, low.checked_sub(1))
            && from <= to
        {
            found.push((from, to));
        }
        next = high.checked_add(1);
    }
    if let Some(from) = next {
        found.push((from, i128::MAX));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_their_gaps_never_meet_and_leave_nothing_out() {
        for ranges in [
            vec![],
            vec![(3, 5)],
            vec![(i128::MIN, 5), (7, 7)],
            vec![(0, i128::MAX)],
            vec![(i128::MIN, i128::MAX)],
        ] {
            let rest = gaps(&ranges);
            assert_eq!(both(&ranges, &rest), []);
            assert_eq!(gaps(&rest), ranges);
        }
        assert_eq!(both(&[(1, 4), (6, 9)], &[(4, 7)]), [(4, 4), (6, 7)]);
    }
}
