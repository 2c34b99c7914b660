//! The order in which findings are shown, the same in every format.

use crate::{Diagnostic, FileId, Sources, Span};
use std::cmp::Ordering;

/// Sorts by file name, place, code and message, and removes findings that say the same thing twice. The order of
/// the files in the package and the order in which checks ran leave no trace.
pub fn sort_and_dedup(diagnostics: &mut Vec<Diagnostic>, sources: &Sources) {
    diagnostics.sort_by(|a, b| compare(a, b, sources));
    diagnostics.dedup();
}

/// Equal only for findings that are equal, so that duplicates meet and the order is one.
fn compare(a: &Diagnostic, b: &Diagnostic, sources: &Sources) -> Ordering {
    let primary = |d: &Diagnostic| (d.primary.file, d.primary.span);
    let place = |(file, span): (FileId, Span)| (sources.name(file), file, span);
    let labels = |d: &Diagnostic| -> Vec<_> {
        d.secondary
            .iter()
            .map(|label| place((label.file, label.span)))
            .collect()
    };
    place(primary(a))
        .cmp(&place(primary(b)))
        .then_with(|| (a.code, &a.message).cmp(&(b.code, &b.message)))
        .then_with(|| labels(a).cmp(&labels(b)))
        .then_with(|| (a.severity, &a.primary).cmp(&(b.severity, &b.primary)))
        .then_with(|| (&a.help, &a.secondary).cmp(&(&b.help, &b.secondary)))
        .then_with(|| a.fixes().cmp(b.fixes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes;

    #[test]
    fn by_name_place_code_and_message() {
        let mut sources = Sources::default();
        let z = sources.add("z.rev", "policy z 1.0.0\n");
        let a = sources.add("a.rev", "policy a 1.0.0\n");
        let sorted = [
            codes::syntax(Span::new(0, 1), "y").placed(a, 0),
            codes::unknown_field(Span::new(0, 1), "b", "w").placed(a, 0),
            codes::syntax(Span::new(4, 5), "b").placed(a, 0),
            codes::syntax(Span::new(4, 5), "c").placed(a, 0),
            codes::syntax(Span::new(4, 5), "c").placed(a, 0).help("h"),
            codes::syntax(Span::new(0, 1), "x").placed(z, 0),
        ];
        let mut shuffled: Vec<_> = sorted.iter().rev().chain(&sorted).cloned().collect();
        sort_and_dedup(&mut shuffled, &sources);
        assert_eq!(shuffled, sorted);
        shuffled.reverse();
        sort_and_dedup(&mut shuffled, &sources);
        assert_eq!(shuffled, sorted);
    }
}
