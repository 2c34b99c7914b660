//! Sets of truth values, and conditions over leaves of which only such sets are known.

use std::rc::Rc;

/// Which of the three truth values are possible.
pub(crate) type Truths = u8;

pub(crate) const FALSE: Truths = 1;
pub(crate) const UNKNOWN: Truths = 2;
pub(crate) const TRUE: Truths = 4;
/// What is computed for certain, one way or the other.
pub(crate) const EITHER: Truths = FALSE | TRUE;
pub(crate) const ANY: Truths = FALSE | UNKNOWN | TRUE;

/// A condition; leaves by number.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Known(Truths),
    Leaf(usize),
    Not(Rc<Formula>),
    And(Vec<Rc<Formula>>),
    Or(Vec<Rc<Formula>>),
}

pub(crate) fn not(of: Truths) -> Truths {
    of & UNKNOWN | (of & FALSE) << 2 | (of & TRUE) >> 2
}

pub(crate) fn and(a: Truths, b: Truths) -> Truths {
    let some_unknown = a & UNKNOWN != 0 && b & (UNKNOWN | TRUE) != 0
        || b & UNKNOWN != 0 && a & (UNKNOWN | TRUE) != 0;
    let unknown = if some_unknown { UNKNOWN } else { 0 };
    (a | b) & FALSE | unknown | a & b & TRUE
}

pub(crate) fn or(a: Truths, b: Truths) -> Truths {
    not(and(not(a), not(b)))
}

impl Formula {
    /// The values that it may have, each leaf having one of those given. Leaves that occur twice are taken for two.
    pub(crate) fn truths(&self, leaves: &[Truths]) -> Truths {
        match self {
            Formula::Known(known) => *known,
            Formula::Leaf(at) => leaves.get(*at).copied().unwrap_or(ANY),
            Formula::Not(inner) => not(inner.truths(leaves)),
            Formula::And(parts) => {
                let mut all = TRUE;
                for part in parts {
                    all = and(all, part.truths(leaves));
                    if all == FALSE {
                        break;
                    }
                }
                all
            }
            Formula::Or(parts) => {
                let mut some = FALSE;
                for part in parts {
                    some = or(some, part.truths(leaves));
                    if some == TRUE {
                        break;
                    }
                }
                some
            }
        }
    }

    /// A leaf of which more than one value is possible.
    fn open_leaf(&self, leaves: &[Truths]) -> Option<usize> {
        match self {
            Formula::Known(_) => None,
            Formula::Leaf(at) => {
                let open = leaves.get(*at).is_some_and(|one| one.count_ones() > 1);
                open.then_some(*at)
            }
            Formula::Not(inner) => inner.open_leaf(leaves),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().find_map(|part| part.open_leaf(leaves))
            }
        }
    }
}

/// A condition, and the values that it is wanted to have.
pub(crate) type Wanted<'a> = (&'a Formula, Truths);

/// So many tries are made before everything is taken to be possible.
const MOST_TRIES: usize = 4_000;

/// Whether the leaves can have values, of those given, with which every condition has one of its wanted values. Says yes
/// where that would take too long to find out.
pub(crate) fn possible(leaves: &mut [Truths], wanted: &[Wanted<'_>]) -> bool {
    let mut open = Vec::new();
    for (formula, want) in wanted {
        let truths = formula.truths(leaves);
        if truths & want == 0 {
            return false;
        }
        if truths & !want != 0 {
            open.push((*formula, *want));
        }
    }
    let mut tries = 0;
    search(leaves, &open, &mut tries)
}

fn search(leaves: &mut [Truths], wanted: &[Wanted<'_>], tries: &mut usize) -> bool {
    let Some(((formula, want), rest)) = wanted.split_first() else {
        return true;
    };
    let truths = formula.truths(leaves);
    if truths & want == 0 {
        return false;
    }
    if truths & !want == 0 {
        return search(leaves, rest, tries);
    }
    *tries += 1;
    if *tries > MOST_TRIES {
        return true;
    }
    let Some(at) = formula.open_leaf(leaves) else {
        return false;
    };
    let before = leaves.get(at).copied().unwrap_or(ANY);
    for value in [FALSE, TRUE, UNKNOWN] {
        if before & value == 0 {
            continue;
        }
        if let Some(leaf) = leaves.get_mut(at) {
            *leaf = value;
        }
        if search(leaves, wanted, tries) {
            return true;
        }
    }
    if let Some(leaf) = leaves.get_mut(at) {
        *leaf = before;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Truths; 3] = [FALSE, UNKNOWN, TRUE];

    #[test]
    fn sets_join_as_their_members_do() {
        for a in 1..8 {
            for b in 1..8 {
                let (mut both, mut some) = (0, 0);
                for x in ALL.into_iter().filter(|x| a & x != 0) {
                    for y in ALL.into_iter().filter(|y| b & y != 0) {
                        both |= x.min(y);
                        some |= x.max(y);
                    }
                }
                assert_eq!((and(a, b), or(a, b)), (both, some), "{a} {b}");
            }
        }
    }

    #[test]
    fn two_rules_that_leave_no_argument_out_leave_nothing_possible() {
        let leaf = |at| Rc::new(Formula::Leaf(at));
        let (a, not_a) = (leaf(0), Rc::new(Formula::Not(leaf(0))));
        let rules = [
            Formula::And(vec![leaf(1), a]),
            Formula::And(vec![leaf(1), not_a]),
        ];
        let wanted: Vec<Wanted<'_>> = rules.iter().map(|rule| (rule, FALSE)).collect();
        assert!(!possible(&mut [EITHER, TRUE], &wanted));
        assert!(possible(&mut [EITHER, EITHER], &wanted));
    }
}
