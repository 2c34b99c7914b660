//! Sets of values that a condition admits: listed texts, globs or ranges of numbers, and whether absence is among them.

use crate::text_glob;
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
    /// Texts that are not listed.
    Open(Open),
    /// Closed ranges, sorted, apart from each other. Numbers with decimals are doubled, so that an odd number stands
    /// for everything between its neighbours, and an open end is a closed one.
    Ranges(Vec<(i128, i128)>),
}

/// Every text but some.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Open {
    /// Not these.
    pub but: BTreeSet<SmolStr>,
    /// Of each of these, one glob matches.
    pub like: BTreeSet<BTreeSet<SmolStr>>,
    /// None of these globs matches.
    pub unlike: BTreeSet<SmolStr>,
}

impl Open {
    pub fn but(but: BTreeSet<SmolStr>) -> Self {
        Self {
            but,
            ..Self::default()
        }
    }

    pub fn like(globs: BTreeSet<SmolStr>) -> Self {
        Self {
            like: [globs].into(),
            ..Self::default()
        }
    }

    pub fn admits(&self, text: &str) -> bool {
        let matches = |glob: &SmolStr| text_glob::matches(glob, text);
        !self.but.contains(text)
            && self.like.iter().all(|globs| globs.iter().any(matches))
            && !self.unlike.iter().any(matches)
    }

    /// What both admit.
    fn and(&self, other: &Open) -> Open {
        Open {
            but: self.but.union(&other.but).cloned().collect(),
            like: self.like.union(&other.like).cloned().collect(),
            unlike: self.unlike.union(&other.unlike).cloned().collect(),
        }
    }

    /// Whether it surely admits nothing.
    fn is_empty(&self) -> bool {
        let refused = |globs: &BTreeSet<SmolStr>| globs.is_subset(&self.unlike);
        let apart = |a: &BTreeSet<SmolStr>, b: &BTreeSet<SmolStr>| {
            a.iter().all(|a| b.iter().all(|b| text_glob::apart(a, b)))
        };
        self.like.iter().any(|one| {
            let mut others = self.like.iter();
            refused(one) || others.any(|other| apart(one, other))
        })
    }

    /// Every other text, where that can be said.
    fn complement(&self) -> Option<Values> {
        let mut like = self.like.iter();
        Some(match (like.next(), like.next()) {
            (None, None) if self.unlike.is_empty() => Values::Only(self.but.clone()),
            (None, None) if self.but.is_empty() => Values::Open(Open::like(self.unlike.clone())),
            (Some(globs), None) if self.but.is_empty() && self.unlike.is_empty() => {
                Values::Open(Open {
                    unlike: globs.clone(),
                    ..Open::default()
                })
            }
            _ => return None,
        })
    }
}

impl Set {
    /// What is in both. Values of different kinds are not compared: `None`.
    pub fn and(&self, other: &Set) -> Option<Set> {
        use Values::{Only, Ranges};
        let values = match (&self.values, &other.values) {
            (Only(a), Only(b)) => Only(a.intersection(b).cloned().collect()),
            (Only(a), Values::Open(b)) | (Values::Open(b), Only(a)) => {
                Only(a.iter().filter(|text| b.admits(text)).cloned().collect())
            }
            (Values::Open(a), Values::Open(b)) => Values::Open(a.and(b)),
            (Ranges(a), Ranges(b)) => Ranges(both(a, b)),
            (Only(_) | Values::Open(_), Ranges(_)) | (Ranges(_), Only(_) | Values::Open(_)) => {
                return None;
            }
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
            Values::Open(texts) => texts.is_empty(),
            Values::Ranges(ranges) => ranges.is_empty(),
        };
        nothing && !self.absent
    }

    /// Everything else, where that can be said. `all` are the texts that exist, where that is known; `optional`,
    /// whether it can be absent.
    pub fn complement(&self, all: Option<&BTreeSet<SmolStr>>, optional: bool) -> Option<Set> {
        let values = match (&self.values, all) {
            (Values::Only(texts), Some(all)) => {
                Values::Only(all.difference(texts).cloned().collect())
            }
            (Values::Only(texts), None) => Values::Open(Open::but(texts.clone())),
            (Values::Open(texts), Some(all)) => {
                let others = all.iter().filter(|text| !texts.admits(text));
                Values::Only(others.cloned().collect())
            }
            (Values::Open(texts), None) => texts.complement()?,
            (Values::Ranges(ranges), _) => Values::Ranges(gaps(ranges)),
        };
        Some(Set {
            values,
            absent: optional && !self.absent,
        })
    }
}

/// What is in both.
pub(super) fn both(a: &[(i128, i128)], b: &[(i128, i128)]) -> Vec<(i128, i128)> {
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
    fn globs_that_no_text_can_satisfy() {
        let globs = |globs: &[&str]| globs.iter().map(|it| SmolStr::from(*it)).collect();
        let (a, b) = (Open::like(globs(&["a*", "b*"])), Open::like(globs(&["c*"])));
        assert!(a.and(&b).is_empty() && !a.is_empty());
        assert!(!a.and(&Open::like(globs(&["*z"]))).is_empty());
        let Some(Values::Open(not_a)) = a.complement() else {
            panic!("it can be said");
        };
        assert!(a.and(&not_a).is_empty() && !b.and(&not_a).is_empty());
        assert_eq!(not_a.complement(), Some(Values::Open(a.clone())));
        assert_eq!(a.and(&b).complement(), None);
    }

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
