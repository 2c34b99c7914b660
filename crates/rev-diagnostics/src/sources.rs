//! The files of a package, and where a byte offset stands in them for people and for editors.
//!
//! Lines and columns are computed here and nowhere else, so that every output tells the same place. A line ends
//! with `\n`; a `\r` before it belongs to the line break.

use crate::{FileId, Span};
use std::ops::Range;
use std::sync::Arc;

/// A place for people: both count from 1, columns in characters (Unicode scalar values).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// A place for editors: both count from 0, characters in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Utf16Position {
    pub line: u32,
    pub character: u32,
}

/// The texts that findings speak of. A file that is not among them has no name and no text.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<File>,
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    text: Arc<str>,
    /// Where each line starts. Never empty: an empty text has one empty line.
    lines: Vec<u32>,
    /// Every character of more than one byte, so that a column is found without reading a long line again.
    wide: Vec<Wide>,
}

/// A character of more than one byte.
#[derive(Clone, Copy, Debug)]
struct Wide {
    start: u32,
    end: u32,
    /// By how much bytes outnumber characters from the start of the text up to `end`.
    over_chars: u32,
    /// The same for UTF-16 units.
    over_utf16: u32,
}

impl Sources {
    /// Adds a file under the name that outputs show.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(offset(self.files.len()));
        self.files.push(File::new(name.into(), text.into()));
        id
    }

    /// Every file, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        (0..offset(self.files.len())).map(FileId)
    }

    /// The name that outputs show.
    pub fn name(&self, file: FileId) -> &str {
        self.file(file).map_or("", |file| &file.name)
    }

    /// The whole text.
    pub fn text(&self, file: FileId) -> &str {
        self.file(file).map_or("", |file| &file.text)
    }

    /// Line and column of an offset. One past the end is the end, one inside a character is its start.
    pub fn position(&self, file: FileId, at: u32) -> Position {
        let Some(file) = self.file(file) else {
            return Position { line: 1, column: 1 };
        };
        let at = file.floor(at);
        let (line, start) = file.line_of(at);
        let over = file.over(at, |wide| wide.over_chars) - file.over(start, |wide| wide.over_chars);
        Position {
            line: line + 1,
            column: at - start - over + 1,
        }
    }

    /// Line and column of the start and of the end.
    pub fn positions(&self, file: FileId, span: Span) -> (Position, Position) {
        (
            self.position(file, span.start),
            self.position(file, span.end),
        )
    }

    /// The place of an offset as editors count. A place in a line break is the end of its line.
    pub fn utf16_position(&self, file: FileId, at: u32) -> Utf16Position {
        let Some(file) = self.file(file) else {
            return Utf16Position {
                line: 0,
                character: 0,
            };
        };
        let at = file.floor(at);
        let (line, start) = file.line_of(at);
        let at = at.min(file.line_range(line).end);
        let over = file.over(at, |wide| wide.over_utf16) - file.over(start, |wide| wide.over_utf16);
        Utf16Position {
            line,
            character: at - start - over,
        }
    }

    /// The offset of a place as editors count: past the end of a line its end, past the last line the end of the
    /// text, inside a surrogate pair the start of its character.
    pub fn offset_of_utf16(&self, file: FileId, position: Utf16Position) -> u32 {
        let Some(file) = self.file(file) else {
            return 0;
        };
        if position.line >= offset(file.lines.len()) {
            return file.end();
        }
        let range = file.line_range(position.line);
        let mut at = range.start;
        let mut units = 0;
        for char in Span::new(range.start, range.end).of(&file.text).chars() {
            units += offset(char.len_utf16());
            if units > position.character {
                break;
            }
            at += offset(char.len_utf8());
        }
        at
    }

    /// The offset, moved back to the end of the text or to the start of the character it is in.
    pub(crate) fn floor(&self, file: FileId, at: u32) -> u32 {
        self.file(file).map_or(0, |file| file.floor(at))
    }

    /// The bytes of a line (from 1) without its line break; empty at the end of the text if there is no such line.
    pub(crate) fn line(&self, file: FileId, line: u32) -> Span {
        self.file(file).map_or_else(Span::default, |file| {
            let range = file.line_range(line.saturating_sub(1));
            Span::new(range.start, range.end)
        })
    }

    pub(crate) fn line_count(&self, file: FileId) -> u32 {
        self.file(file).map_or(1, |file| offset(file.lines.len()))
    }

    fn file(&self, file: FileId) -> Option<&File> {
        self.files.get(file.0 as usize)
    }
}

impl File {
    fn new(name: String, text: Arc<str>) -> Self {
        let mut lines = vec![0];
        let mut wide = Vec::new();
        let (mut over_chars, mut over_utf16) = (0, 0);
        for (start, char) in text.char_indices() {
            let start = offset(start);
            let len = offset(char.len_utf8());
            if char == '\n' {
                lines.push(start + 1);
            } else if len > 1 {
                over_chars += len - 1;
                over_utf16 += len - offset(char.len_utf16());
                wide.push(Wide {
                    start,
                    end: start + len,
                    over_chars,
                    over_utf16,
                });
            }
        }
        Self {
            name,
            text,
            lines,
            wide,
        }
    }

    fn end(&self) -> u32 {
        offset(self.text.len())
    }

    fn floor(&self, at: u32) -> u32 {
        let at = at.min(self.end());
        match self.last_wide_before(at) {
            Some(wide) if wide.end > at => wide.start,
            _ => at,
        }
    }

    /// The line (from 0) that an offset is on, and where the line starts.
    fn line_of(&self, at: u32) -> (u32, u32) {
        let line = self
            .lines
            .partition_point(|start| *start <= at)
            .saturating_sub(1);
        (offset(line), self.lines.get(line).copied().unwrap_or(0))
    }

    /// The bytes of a line (from 0) without its line break.
    fn line_range(&self, line: u32) -> Range<u32> {
        let line = line as usize;
        let Some(start) = self.lines.get(line).copied() else {
            return self.end()..self.end();
        };
        let next = self.lines.get(line + 1).copied().unwrap_or(self.end());
        let text = Span::new(start, next).of(&self.text);
        let text = text
            .strip_suffix("\r\n")
            .or_else(|| text.strip_suffix('\n'))
            .unwrap_or(text);
        start..start + offset(text.len())
    }

    /// By how much bytes outnumber something in front of `at`, which is no place inside a character.
    fn over(&self, at: u32, count: impl Fn(&Wide) -> u32) -> u32 {
        self.last_wide_before(at).map_or(0, count)
    }

    fn last_wide_before(&self, at: u32) -> Option<&Wide> {
        let index = self.wide.partition_point(|wide| wide.start < at);
        self.wide.get(index.checked_sub(1)?)
    }
}

/// Offsets have 32 bits. What lies beyond 4 GiB is told to be at the end.
fn offset(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "ab\r\n\tü 名前 🎉!\n\r\nend\rno break";

    fn one(text: &str) -> (Sources, FileId) {
        let mut sources = Sources::default();
        let file = sources.add("a.rev", text);
        (sources, file)
    }

    /// Counted the slow way: character by character from the start.
    fn slow(text: &str, at: usize) -> (Position, u32) {
        let before = text.get(..at).unwrap();
        let line = before.rsplit('\n').next().unwrap();
        let position = Position {
            line: before.matches('\n').count() as u32 + 1,
            column: line.chars().count() as u32 + 1,
        };
        (position, line.encode_utf16().count() as u32)
    }

    #[test]
    fn agrees_with_counting() {
        let (sources, file) = one(TEXT);
        for (at, _) in TEXT.char_indices().chain([(TEXT.len(), ' ')]) {
            let (position, utf16) = slow(TEXT, at);
            assert_eq!(sources.position(file, at as u32), position, "at {at}");
            let editor = sources.utf16_position(file, at as u32);
            assert_eq!(editor.line + 1, position.line, "at {at}");
            let in_break = TEXT
                .get(at.saturating_sub(1)..)
                .is_some_and(|t| t.starts_with("\r\n"));
            if !in_break {
                assert_eq!(editor.character, utf16, "at {at}");
                assert_eq!(sources.offset_of_utf16(file, editor), at as u32);
            }
        }
    }

    #[test]
    fn inside_a_character_is_its_start() {
        let (sources, file) = one("a🎉b");
        for at in 1..5 {
            assert_eq!(sources.position(file, at), Position { line: 1, column: 2 });
        }
        assert_eq!(sources.position(file, 5), Position { line: 1, column: 3 });
        let inside = Utf16Position {
            line: 0,
            character: 2,
        };
        assert_eq!(sources.offset_of_utf16(file, inside), 1);
    }

    #[test]
    fn past_the_end_is_the_end() {
        let (sources, file) = one("ab\n");
        assert_eq!(sources.position(file, 3), Position { line: 2, column: 1 });
        assert_eq!(
            sources.position(file, u32::MAX),
            Position { line: 2, column: 1 }
        );
        let (empty, file) = one("");
        assert_eq!(empty.position(file, 7), Position { line: 1, column: 1 });
    }

    #[test]
    fn past_the_end_of_a_line_is_its_end() {
        let (sources, file) = one("ab\r\ncd\n");
        let at = |line, character| sources.offset_of_utf16(file, Utf16Position { line, character });
        assert_eq!(at(0, 99), 2);
        assert_eq!(at(1, 99), 6);
        assert_eq!(at(2, 0), 7);
        assert_eq!(at(3, 0), 7);
        let inside_break = sources.utf16_position(file, 3);
        assert_eq!((inside_break.line, inside_break.character), (0, 2));
    }

    #[test]
    fn a_file_that_is_not_there() {
        let (sources, _) = one("ab");
        let other = FileId(9);
        assert_eq!((sources.name(other), sources.text(other)), ("", ""));
        assert_eq!(sources.position(other, 4), Position { line: 1, column: 1 });
        assert_eq!(sources.utf16_position(other, 4).line, 0);
    }

    #[test]
    fn many_columns_on_a_long_line() {
        let (sources, file) = one(&"ü".repeat(500_000));
        let last = sources.position(file, 999_998);
        assert_eq!(
            last,
            Position {
                line: 1,
                column: 500_000
            }
        );
    }
}
