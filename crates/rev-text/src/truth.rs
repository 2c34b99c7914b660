//! Three truth values, joined as in strong Kleene logic: what is unknown stays unknown until something settles it.

use std::ops::Not;

/// The answer to a test: it may be that it cannot be told.
///
/// Ordered `False < Unknown < True`, so that `and` is the lesser and `or` the greater of two.
///
/// ```
/// use rev_text::Truth::{self, False, True, Unknown};
/// assert_eq!(False.and(Unknown), False);
/// assert_eq!(True.or(Unknown), True);
/// assert_eq!(!Unknown, Unknown);
/// assert_eq!(Truth::any([False, Unknown]), Unknown);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// It does not hold.
    False,
    /// It cannot be told.
    Unknown,
    /// It holds.
    True,
}

impl Truth {
    /// Both hold.
    #[must_use]
    pub fn and(self, other: Truth) -> Truth {
        self.min(other)
    }

    /// One of the two holds.
    #[must_use]
    pub fn or(self, other: Truth) -> Truth {
        self.max(other)
    }

    /// One of them holds; `False` of none. Stops at the first that does.
    pub fn any(truths: impl IntoIterator<Item = Truth>) -> Truth {
        let mut answer = Truth::False;
        for truth in truths {
            answer = answer.or(truth);
            if answer == Truth::True {
                break;
            }
        }
        answer
    }

    /// Every one of them holds; `True` of none. Stops at the first that does not.
    pub fn all(truths: impl IntoIterator<Item = Truth>) -> Truth {
        let mut answer = Truth::True;
        for truth in truths {
            answer = answer.and(truth);
            if answer == Truth::False {
                break;
            }
        }
        answer
    }
}

impl Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
            Truth::True => Truth::False,
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Truth {
        match holds {
            true => Truth::True,
            false => Truth::False,
        }
    }
}
