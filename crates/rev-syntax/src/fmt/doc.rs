//! What the writer writes: rows, the pieces they are made of, and the comments between them.

/// Columns that a line may take.
pub(super) const LIMIT: usize = 100;
/// Columns of one step of indentation.
pub(super) const STEP: usize = 4;

/// A comment on a line of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remark<'a> {
    pub text: &'a str,
    /// Whether a blank line stands before it.
    pub blank: bool,
}

impl Remark<'_> {
    /// Whether it documents what follows.
    pub fn is_doc(&self) -> bool {
        self.text.starts_with("///") && !self.text.starts_with("////")
    }
}

/// A field, entry, step, element or item.
#[derive(Debug, Default)]
pub(super) struct Row<'a> {
    /// The comments above it.
    pub lead: Vec<Remark<'a>>,
    /// Whether a blank line stands between it and what is above.
    pub blank: bool,
    /// The words in front that are aligned with those of other rows. None: the row is not aligned.
    pub cells: Vec<&'a str>,
    /// The columns that are left for the first of them, however short the words are.
    pub least: usize,
    pub pieces: Vec<Piece<'a>>,
    /// The comment at its end.
    pub trailing: Option<&'a str>,
}

impl Row<'_> {
    /// Columns of the row on one line, where it can stand on one.
    pub fn width(&self) -> Option<usize> {
        let cells: usize = self.cells.iter().map(|cell| columns(cell) + 1).sum();
        let pieces: Option<usize> = self.pieces.iter().map(Piece::width).sum();
        pieces.map(|pieces| cells + pieces)
    }

    /// Whether a blank line stands above it or among the comments above it.
    pub fn after_blank(&self) -> bool {
        self.blank || self.lead.iter().any(|remark| remark.blank)
    }

    /// Whether a comment belongs to the row itself.
    pub fn is_remarked(&self) -> bool {
        self.trailing.is_some() || !self.lead.is_empty()
    }
}

#[derive(Debug)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    Break(Break<'a>),
    Group(Group<'a>),
}

impl Piece<'_> {
    /// Columns of the piece on one line, where it can stand on one.
    pub fn width(&self) -> Option<usize> {
        match self {
            Self::Text(text) => Some(columns(text)),
            Self::Break(at) if at.forced => None,
            Self::Break(at) => Some(usize::from(at.level != Level::Closing)),
            Self::Group(group) => group.flat,
        }
    }
}

/// A place where the line may end and go on in the next.
#[derive(Debug)]
pub(super) struct Break<'a> {
    pub level: Level,
    /// The author broke the line here, or a comment does.
    pub forced: bool,
    /// The comment that ends the line.
    pub trailing: Option<&'a str>,
    /// Comments between the two lines.
    pub lead: Vec<Remark<'a>>,
}

/// What a long line is broken at, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Before a clause; all of them at once.
    Clause,
    /// Before `and` and `or` of a condition that is not in parentheses; all of them at once.
    Logic,
    /// After commas and the like, as few as it takes.
    Fill,
    /// Only where the author did.
    Kept,
    /// Before a closing parenthesis, only where a comment stands.
    Closing,
}

/// Rows in brackets.
#[derive(Debug)]
pub(super) struct Group<'a> {
    pub kind: GroupKind,
    pub rows: Vec<Row<'a>>,
    /// The comment behind the opening bracket.
    pub opening: Option<&'a str>,
    /// The comments before the closing bracket.
    pub tail: Vec<Remark<'a>>,
    /// Columns on one line; none where it takes several.
    pub flat: Option<usize>,
}

impl Group<'_> {
    /// Whether a comment stands directly in it.
    pub fn is_remarked(&self) -> bool {
        self.opening.is_some() || !self.tail.is_empty() || self.rows.iter().any(Row::is_remarked)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupKind {
    /// `{ a; b }`
    Fields,
    /// `{ a: x, b: y }`
    Entries,
    /// `[a, b]`
    List,
}

impl GroupKind {
    pub fn open(self) -> &'static str {
        if self == Self::List { "[" } else { "{" }
    }

    pub fn close(self) -> &'static str {
        if self == Self::List { "]" } else { "}" }
    }

    /// What stands between the brackets and their content on one line.
    pub fn inner(self) -> &'static str {
        if self == Self::List { "" } else { " " }
    }

    /// What stands between two rows on one line.
    pub fn between(self) -> &'static str {
        if self == Self::Fields { "; " } else { ", " }
    }

    /// What ends a row on a line of its own.
    pub fn after(self) -> &'static str {
        if self == Self::List { "," } else { "" }
    }
}

/// Columns that a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}
