//! `revc check --fix`: edits that need no decision, applied until nothing more can be mended.

use crate::check::findings;
use crate::failure::Failure;
use crate::load::{File, Loaded, Overlay};
use crate::{load, package, report, write};
use rev_analysis::manifest;
use rev_diagnostics::{Diagnostic, Edit, FileId, Fix, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One fix can uncover the next mistake; but two that undo each other must not go on for ever.
const MOST_ROUNDS: usize = 10;

/// What is left after mending, and what was mended.
#[derive(Debug)]
pub struct Mended {
    pub loaded: Loaded,
    pub left: Vec<Diagnostic>,
    pub fixed: Fixed,
}

/// How many mistakes were mended in each file.
#[derive(Debug, Default)]
pub struct Fixed {
    files: BTreeMap<String, usize>,
}

impl Fixed {
    /// A line for each file and one that sums up.
    pub fn told(&self) -> String {
        let mut out = String::new();
        for (name, count) in &self.files {
            out.push_str(&format!("fixed {name}: {}\n", mistakes(*count)));
        }
        let count: usize = self.files.values().sum();
        out.push_str(&match count {
            0 => "nothing could be fixed without a decision\n".to_owned(),
            _ => format!(
                "{} fixed in {}\n",
                mistakes(count),
                report::files(self.files.len())
            ),
        });
        out
    }
}

fn mistakes(count: usize) -> String {
    match count {
        1 => "1 mistake".to_owned(),
        _ => format!("{count} mistakes"),
    }
}

/// Applies every safe fix of `found` and of what is found after that, and writes the files.
pub fn apply(
    paths: &[PathBuf],
    mut loaded: Loaded,
    mut found: Vec<Diagnostic>,
) -> Result<Mended, Failure> {
    let mut overlay = Overlay::new();
    let mut fixed = Fixed::default();
    for _ in 0..MOST_ROUNDS {
        let chosen = chosen(&loaded, &found);
        let mut changed = false;
        for (id, fixes) in chosen {
            let Some(file) = loaded.file(id) else {
                continue;
            };
            let (text, count) = edited(file, &fixes);
            if count > 0 {
                *fixed.files.entry(file.source.name.clone()).or_default() += count;
                overlay.insert(file.real.clone(), text);
                changed = true;
            }
        }
        if !changed {
            break;
        }
        loaded = load::load(paths, &overlay);
        if !loaded.failures.is_empty() {
            return Err(loaded.failures.swap_remove(0));
        }
        found = findings(&loaded);
    }
    let changed: Vec<&File> = loaded
        .files
        .iter()
        .filter(|file| overlay.contains_key(&file.real))
        .collect();
    for file in &changed {
        write::must_be_writable(&file.source)?;
    }
    for file in &changed {
        write::replace(&file.source, &file.text)?;
    }
    Ok(Mended {
        left: found,
        loaded,
        fixed,
    })
}

/// The fixes of this round by file. Where two would change the same place, the first wins; the other is looked at again
/// in the next round, if its mistake is still there.
fn chosen<'a>(loaded: &Loaded, found: &'a [Diagnostic]) -> BTreeMap<FileId, Vec<&'a Fix>> {
    let mut taken: BTreeMap<FileId, BTreeSet<(u32, u32)>> = BTreeMap::new();
    let mut chosen: BTreeMap<FileId, Vec<&Fix>> = BTreeMap::new();
    for fix in found.iter().filter_map(|finding| finding.fix.as_ref()) {
        let Some(first) = fix.edits.first().filter(|_| fix.safe) else {
            continue;
        };
        let id = first.file;
        let own = loaded.file(id).is_some_and(|file| file.own);
        let in_one_file = fix.edits.iter().all(|edit| edit.file == id);
        let taken = taken.entry(id).or_default();
        if own && in_one_file && fix.edits.iter().all(|edit| is_free(taken, edit)) {
            taken.extend(
                fix.edits
                    .iter()
                    .map(|edit| (edit.span.start, edit.span.end)),
            );
            chosen.entry(id).or_default().push(fix);
        }
    }
    chosen
}

/// Whether no edit so far touches the place. The places in `taken` do not overlap.
fn is_free(taken: &BTreeSet<(u32, u32)>, edit: &Edit) -> bool {
    let before = taken.range(..=(edit.span.end, u32::MAX)).next_back();
    before.is_none_or(|(_, end)| *end < edit.span.start)
}

/// The text with every fix that does not make it harder to read, and how many those are.
///
/// What mends a mistake of reading must leave one fewer: else it was none, or it made another.
fn edited(file: &File, fixes: &[&Fix]) -> (Arc<str>, usize) {
    let reading = unreadable(&file.source.path, &file.text);
    let is_better = |text: &str, fixes: &[&Fix]| {
        let of_reading = |fix: &&&Fix| reading.iter().any(|it| is_same(&it.fix, fix));
        let mended = fixes.iter().filter(of_reading).count();
        unreadable(&file.source.path, text).len() + mended <= reading.len()
    };
    if let Some(text) = with(&file.text, fixes)
        && is_better(&text, fixes)
    {
        return (text.into(), fixes.len());
    }
    // One of them does harm: they are tried one by one, each together with those that did none.
    let mut kept: Vec<&Fix> = Vec::new();
    let mut best: Arc<str> = Arc::clone(&file.text);
    for fix in fixes {
        let mut more = kept.clone();
        more.push(fix);
        if let Some(text) = with(&file.text, &more)
            && is_better(&text, &more)
        {
            (kept, best) = (more, text.into());
        }
    }
    (best, kept.len())
}

/// The text with these edits, which do not overlap; nothing if a place is not in the text.
fn with(text: &str, fixes: &[&Fix]) -> Option<String> {
    let mut edits: Vec<&Edit> = fixes.iter().flat_map(|fix| &fix.edits).collect();
    edits.sort();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(text.get(at..edit.span.start as usize)?);
        out.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

/// What of a text cannot be read.
fn unreadable(path: &Path, text: &str) -> Vec<Diagnostic> {
    let errors = match package::is_manifest(path) {
        true => manifest::parse(text).1,
        false => rev_syntax::parse(text).errors,
    };
    let is_error = |it: &Diagnostic| it.severity == Severity::Error;
    errors.into_iter().filter(is_error).collect()
}

/// Whether a fix does the same, whatever number its file has.
fn is_same(one: &Option<Fix>, other: &Fix) -> bool {
    let edits = |fix: &Fix| -> Vec<_> {
        let edits = fix.edits.iter();
        edits.map(|edit| (edit.span, edit.text.clone())).collect()
    };
    one.as_ref().is_some_and(|one| edits(one) == edits(other))
}
