//! Items of which not even the name can be seen: whatever is not found by its name may be one of them.

use crate::grammar::is_reserved;
use crate::layout::{item_word, leading_word};

/// The word that an item begins with which could not be read, where no name stands behind it; the empty word where the
/// item has lost its first line. `None` where its name can be seen.
pub(crate) fn nameless(text: &str) -> Option<&'static str> {
    let is_code =
        |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with('@');
    let line = text.lines().map(str::trim).find(is_code)?;
    let word = leading_word(line);
    let Some(item) = item_word(word) else {
        // A block's last brace, and nothing that opens it.
        let unopened = !line.contains('{') && text.trim_end().ends_with("\n}");
        return (is_reserved(word) || unopened).then_some("");
    };
    let rest = line.get(word.len()..).unwrap_or("").trim_start();
    let ends_name = |c: char| c.is_whitespace() || "{=(:;,".contains(c);
    let name = rest.split(ends_name).next().unwrap_or("");
    let whole = !name.is_empty() && !name.starts_with('.') && !name.ends_with('.');
    (!whole || is_reserved(name)).then_some(item)
}
