//! A brace or a quote too many or too few, and what cannot be read on its line because of it, are one mistake.

use crate::layout::{Fault, FaultKind};
use crate::parse::MAX_ERRORS;
use rev_diagnostics::Diagnostic;

/// Leaves one finding of those about the same line, where one of them is about a brace or a text that is not closed.
pub(crate) fn one_per_line(text: &str, faults: &mut Vec<Fault>, errors: &mut Vec<Diagnostic>) {
    if faults.is_empty() {
        return;
    }
    faults.truncate(MAX_ERRORS + 1);
    let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let line_of = |at: u32| breaks.partition_point(|&end| end < at as usize);
    let texts: Vec<usize> = (faults.iter())
        .filter(|fault| fault.kind == FaultKind::UnclosedText)
        .map(|fault| line_of(fault.span.start))
        .collect();
    errors.retain(|error| {
        texts
            .binary_search(&line_of(error.primary.span.start))
            .is_err()
    });
    faults.retain(|fault| {
        let line = line_of(fault.span.start);
        if !fault.kind.is_about_braces() {
            return true;
        }
        if texts.binary_search(&line).is_ok() {
            return false;
        }
        let here = |error: &Diagnostic| line_of(error.primary.span.start) == line;
        let better = errors
            .iter()
            .position(|error| here(error) && says_more(error, fault.kind));
        let mut at = 0;
        errors.retain(|error| {
            at += 1;
            !here(error) || better == Some(at - 1)
        });
        better.is_none()
    });
}

/// Whether a finding says better than the fault itself what is wrong on its line.
fn says_more(error: &Diagnostic, fault: FaultKind) -> bool {
    match fault {
        // Nothing but the brace is in the way.
        FaultKind::Unclosed(_) => error.message.ends_with("found `{`"),
        FaultKind::Surplus => true,
        _ => false,
    }
}
