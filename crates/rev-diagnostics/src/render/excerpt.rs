//! The lines around the places of a finding, in the form in which miette reads sources.
//!
//! miette is not given the files but a text made for it, which is all it can print: the lines around each place,
//! made visible, cut where they are too long, one chunk after the other whatever file they come from. So it draws
//! related places of other files like those of the same one, never reads a large file, and prints the line and
//! column that we give it.

use super::visible::{visible_char, visible_line};
use crate::{Diagnostic, FileId, Label, Sources, Span};
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::collections::{BTreeMap, BTreeSet};
use unicode_width::UnicodeWidthChar;

/// Lines shown before and after a place.
const CONTEXT: u32 = 1;
/// A place on more lines than this is shown by its first line.
const MOST_LINES: u32 = 8;
/// Columns shown at least on both sides of a place on a cut line.
const LEAST_AROUND: usize = 8;
pub(super) const TAB: usize = 4;

/// How an excerpt has to fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// Columns that a source line may take.
    pub columns: usize,
    /// Stands for what is left out.
    pub ellipsis: &'static str,
}

#[derive(Debug)]
pub(super) struct Excerpt {
    pub labels: Vec<LabeledSpan>,
    chunks: Vec<Chunk>,
}

/// Lines that follow each other in one file.
#[derive(Debug)]
struct Chunk {
    /// Where the chunk starts in the text of all chunks.
    start: usize,
    /// Every line ends with `\n`, also the last one, so that its end can be pointed at.
    text: String,
    /// From 1.
    first_line: u32,
    /// Where each byte that a label speaks of went, in the text of all chunks.
    moved: BTreeMap<u32, usize>,
    /// `file:line:column` of the places in `moved`.
    names: BTreeMap<usize, String>,
}

/// A place as it will be drawn.
struct Shown<'a> {
    label: &'a Label,
    primary: bool,
    start: u32,
    end: u32,
    first_line: u32,
    last_line: u32,
}

pub(super) fn excerpt(diagnostic: &Diagnostic, sources: &Sources, fit: Fit) -> Excerpt {
    let mut shown = vec![shown(&diagnostic.primary, true, sources)];
    for label in &diagnostic.secondary {
        shown.push(self::shown(label, false, sources));
    }
    let mut files: Vec<FileId> = Vec::new();
    for place in &shown {
        if !files.contains(&place.label.file) {
            files.push(place.label.file);
        }
    }
    let mut excerpt = Excerpt {
        labels: Vec::new(),
        chunks: Vec::new(),
    };
    let mut start = 0;
    for file in files {
        let here: Vec<_> = shown
            .iter()
            .filter(|place| place.label.file == file)
            .collect();
        for (first, last) in line_ranges(&here, sources.line_count(file)) {
            let inside: Vec<_> = here
                .iter()
                .filter(|place| first <= place.first_line && place.last_line <= last)
                .copied()
                .collect();
            let chunk = chunk(start, file, (first, last), &inside, sources, fit);
            start += chunk.text.len();
            for place in inside {
                let label = labeled(place, &chunk);
                if !excerpt.labels.contains(&label) {
                    excerpt.labels.push(label);
                }
            }
            excerpt.chunks.push(chunk);
        }
    }
    excerpt
}

/// Cuts a place down to what can be drawn: inside the text, on character boundaries, not on too many lines, and
/// without the line break at its end.
fn shown<'a>(label: &'a Label, primary: bool, sources: &Sources) -> Shown<'a> {
    let file = label.file;
    let line_of = |at| sources.position(file, at).line;
    let end_of = |line| sources.line(file, line).end;
    let start = sources.floor(file, label.span.start);
    let end = sources.floor(file, label.span.end).max(start);
    let first_line = line_of(start);
    let start = start.min(end_of(first_line));
    let mut last_line = line_of(end);
    if last_line > first_line && sources.line(file, last_line).start == end {
        last_line -= 1;
    }
    if last_line - first_line >= MOST_LINES {
        last_line = first_line;
    }
    Shown {
        label,
        primary,
        start,
        end: end.min(end_of(last_line)).max(start),
        first_line,
        last_line,
    }
}

/// First and last lines to show, in order, apart from each other.
fn line_ranges(places: &[&Shown<'_>], line_count: u32) -> Vec<(u32, u32)> {
    let mut ranges: Vec<_> = places
        .iter()
        .map(|place| {
            let first = place.first_line.saturating_sub(CONTEXT).max(1);
            // After the last line break there is an empty line, which is shown only if it is the place.
            let most = line_count.saturating_sub(1).max(place.last_line);
            (first, (place.last_line + CONTEXT).min(most))
        })
        .collect();
    ranges.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (first, last) in ranges {
        match merged.last_mut() {
            Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
            _ => merged.push((first, last)),
        }
    }
    merged
}

fn chunk(
    start: usize,
    file: FileId,
    (first_line, last_line): (u32, u32),
    places: &[&Shown<'_>],
    sources: &Sources,
    fit: Fit,
) -> Chunk {
    let points: BTreeSet<u32> = places
        .iter()
        .flat_map(|place| [place.start, place.end])
        .collect();
    let mut chunk = Chunk {
        start,
        text: String::new(),
        first_line,
        moved: BTreeMap::new(),
        names: BTreeMap::new(),
    };
    for line in first_line..=last_line {
        add_line(
            &mut chunk,
            sources.text(file),
            sources.line(file, line),
            &points,
            fit,
        );
    }
    for place in places {
        let at = sources.position(file, place.label.span.start);
        let name = visible_line(sources.name(file));
        if let Some(moved) = chunk.moved.get(&place.start) {
            chunk
                .names
                .entry(*moved)
                .or_insert_with(|| format!("{name}:{}:{}", at.line, at.column));
        }
    }
    chunk
}

/// Appends a line, cut around the points on it if it is too long.
fn add_line(chunk: &mut Chunk, text: &str, line: Span, points: &BTreeSet<u32>, fit: Fit) {
    let near = near(text, line, points, fit.columns);
    let windows = windows(text, line, &near, points, fit.columns);
    let mut column = 0;
    let mut cut = false;
    let leave_out = |chunk: &mut Chunk, cut: &mut bool| {
        if !std::mem::replace(cut, true) {
            chunk.text.push_str(fit.ellipsis);
        }
    };
    let mut before = line.start;
    for part in near {
        if part.start > before {
            leave_out(chunk, &mut cut);
        }
        column += (part.start - before) as usize;
        before = part.end;
        for (at, char) in chars(text, part) {
            if windows
                .iter()
                .any(|(from, to)| (*from..=*to).contains(&column))
            {
                if points.contains(&at) {
                    chunk.moved.insert(at, chunk.start + chunk.text.len());
                }
                chunk.text.push(visible_char(char));
                cut = false;
            } else {
                leave_out(chunk, &mut cut);
            }
            column += width(char);
        }
    }
    if before < line.end {
        leave_out(chunk, &mut cut);
    }
    if points.contains(&line.end) {
        chunk.moved.insert(line.end, chunk.start + chunk.text.len());
    }
    chunk.text.push('\n');
}

/// The parts of a line from which its windows are taken. A long line is not looked at as a whole: with many findings
/// on it, that would take as many times as long as there are findings.
fn near(text: &str, line: Span, points: &BTreeSet<u32>, columns: usize) -> Vec<Span> {
    // Characters without width take up bytes and no columns; beyond this many they are not worth showing.
    let around = u32::try_from(columns.saturating_mul(8)).unwrap_or(u32::MAX);
    if line.end - line.start <= 4 * around {
        return vec![line];
    }
    let floor = |at: u32| {
        let is_boundary = |at: &u32| text.is_char_boundary(*at as usize);
        (line.start..=at).rev().find(is_boundary).unwrap_or(at)
    };
    let mut parts: Vec<Span> = Vec::new();
    let mut points = points.range(line.start..=line.end).copied().peekable();
    if points.peek().is_none() {
        return vec![Span::new(line.start, floor(line.start + around))];
    }
    for point in points {
        let start = floor(point.saturating_sub(around).max(line.start));
        let end = floor(point.saturating_add(around).min(line.end));
        match parts.last_mut() {
            Some(last) if start <= last.end => last.end = end,
            _ => parts.push(Span::new(start, end)),
        }
    }
    parts
}

/// The columns of a line to show, as ranges that include their ends. A part that is not looked at counts its bytes.
fn windows(
    text: &str,
    line: Span,
    near: &[Span],
    points: &BTreeSet<u32>,
    columns: usize,
) -> Vec<(usize, usize)> {
    let mut total = 0;
    let mut at_points = Vec::new();
    let mut before = line.start;
    for part in near {
        total += (part.start - before) as usize;
        before = part.end;
        for (at, char) in chars(text, *part) {
            if points.contains(&at) {
                at_points.push(total);
            }
            total += width(char);
        }
    }
    total += (line.end - before) as usize;
    if total <= columns {
        return vec![(0, total)];
    }
    if points.contains(&line.end) {
        at_points.push(total);
    }
    let (first, last) = match (at_points.first(), at_points.last()) {
        (Some(first), Some(last)) => (*first, *last),
        _ => return vec![(0, columns)],
    };
    // Places that are near each other share one window, with what is around them on both sides.
    if last - first + 2 * LEAST_AROUND <= columns {
        let around = (columns - (last - first)) / 2;
        let from = first.saturating_sub(around);
        return vec![(from, from + columns)];
    }
    let around = (columns / (2 * at_points.len())).max(LEAST_AROUND);
    at_points
        .into_iter()
        .map(|column| (column.saturating_sub(around), column + around))
        .collect()
}

fn chars(text: &str, line: Span) -> impl Iterator<Item = (u32, char)> {
    let mut at = line.start;
    line.of(text).chars().map(move |char| {
        let here = at;
        at += u32::try_from(char.len_utf8()).unwrap_or_default();
        (here, char)
    })
}

/// Tabs are taken at their widest, which only cuts a line a little early.
fn width(char: char) -> usize {
    match char {
        '\t' => TAB,
        _ => visible_char(char).width().unwrap_or(0),
    }
}

fn labeled(place: &Shown<'_>, chunk: &Chunk) -> LabeledSpan {
    let moved = |at: u32| chunk.moved.get(&at).copied().unwrap_or(chunk.start);
    let start = moved(place.start);
    let span = SourceSpan::from(start..moved(place.end).max(start));
    let text = Some(visible_line(&place.label.text).into_owned()).filter(|text| !text.is_empty());
    match place.primary {
        true => LabeledSpan::new_primary_with_span(text, span),
        false => LabeledSpan::new_with_span(text, span),
    }
}

impl SourceCode for Excerpt {
    /// The chunk that the span is in. A span over two chunks is none, so that miette does not join them.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let chunk = self
            .chunks
            .iter()
            .find(|chunk| {
                let end = chunk.start + chunk.text.len();
                chunk.start <= span.offset() && span.offset() + span.len() < end
            })
            .ok_or(MietteError::OutOfBounds)?;
        Ok(Box::new(MietteSpanContents::new_named(
            chunk.names.get(&span.offset()).cloned().unwrap_or_default(),
            chunk.text.as_bytes(),
            SourceSpan::from(chunk.start..chunk.start + chunk.text.len()),
            chunk.first_line.saturating_sub(1) as usize,
            0,
            chunk.text.lines().count(),
        )))
    }
}
