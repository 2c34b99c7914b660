//! Characters that do not belong into a policy, wherever they stand.

use rev_diagnostics::{Diagnostic, Span, codes};

/// Only so many are told for one file.
const MOST: usize = 20;

/// Control characters and characters that make a text look other than it is read; and what editors
/// add unasked, which is only worth a warning.
pub(crate) fn odd_characters(text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if text.starts_with('\u{feff}') {
        let what = "this file begins with a byte-order mark";
        found.push(codes::stray_bytes(Span::new(0, 3), what));
    }
    let bytes = text.as_bytes();
    if !bytes.chunks(64).any(has_odd) {
        return found;
    }
    let mut crlf = false;
    let mut last_end = usize::MAX;
    for (at, &byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1);
        let (length, name) = match byte {
            b'\n' | b'\t' | 0x20..=0x7e => continue,
            b'\r' if next == Some(&b'\n') => {
                if !crlf {
                    let what = "the lines of this file end in CRLF";
                    found.push(codes::stray_bytes(
                        Span::new(at as u32, at as u32 + 1),
                        what,
                    ));
                }
                crlf = true;
                continue;
            }
            0x00..=0x1f | 0x7f => (1, "a control character"),
            0xe2 => match (next, bytes.get(at + 2)) {
                // U+202A to U+202E and U+2066 to U+2069 turn the direction of the text around.
                (Some(0x80), Some(0xaa..=0xae)) | (Some(0x81), Some(0xa6..=0xa9)) => {
                    (3, "a character that turns the direction of the text")
                }
                // U+2028 and U+2029 look like line breaks and are none.
                (Some(0x80), Some(0xa8 | 0xa9)) => (3, "a separator that looks like a line break"),
                _ => continue,
            },
            _ => continue,
        };
        // A run of them is one mistake.
        if at != last_end {
            if found.len() >= MOST {
                break;
            }
            let span = Span::new(at as u32, (at + length) as u32);
            let number = span.of(text).chars().next().map_or(0, u32::from);
            let what = format!("{name} (U+{number:04X}) stands here");
            found
                .push(codes::syntax(span, what).help("remove it; in a text, write it as `\\u{…}`"));
        }
        last_end = at + length;
    }
    found
}

/// Whether some byte is neither printable ASCII nor a line break or tab. Without an early way out, so that many bytes
/// are looked at at once: nearly all texts have none.
fn has_odd(bytes: &[u8]) -> bool {
    let odd = |byte: &u8| !matches!(byte, b'\n' | b'\t' | 0x20..=0x7e);
    bytes.iter().fold(false, |found, byte| found | odd(byte))
}
