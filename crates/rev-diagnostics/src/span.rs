//! Places in a text, as byte offsets.

/// Which file of a package, in the order in which the package lists them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A range of bytes. Always on character boundaries of the text it speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` up to, not including, `end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self {
            start,
            end: end.max(start),
        }
    }

    /// The empty range at `at`.
    pub fn at(at: u32) -> Self {
        Self::new(at, at)
    }

    /// The smallest range that covers both.
    pub fn to(self, other: Span) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The same range in a text that has `by` more bytes in front.
    pub fn shifted(self, by: u32) -> Self {
        Self::new(self.start.saturating_add(by), self.end.saturating_add(by))
    }

    /// Whether no byte is in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The text in this range; empty if the range is not one of this text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or("")
    }
}
