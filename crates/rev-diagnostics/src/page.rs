//! The catalogue's pages: what `revc explain` shows, and the examples that tests run.

use crate::{Severity, codes::PAGES};

/// One code's page in `codes/`.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub code: &'static str,
    pub title: &'static str,
    pub severity: Severity,
    /// The whole file, front matter included.
    pub markdown: &'static str,
}

/// A policy from a page: one file that is a package of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Whether a line announces a finding with `//~ CODE`. If not, the policy is sound.
    pub fails: bool,
    pub text: String,
}

/// The page of a code.
pub fn page(code: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.code == code)
}

impl Page {
    /// The page without its front matter, as Markdown.
    pub fn text(&self) -> &'static str {
        self.markdown
            .strip_prefix("---\n")
            .and_then(|rest| rest.split_once("\n---\n"))
            .map_or(self.markdown, |(_, text)| text.trim_start_matches('\n'))
    }

    /// Every `rev` block, in the order of the page.
    ///
    /// Two things cannot be seen in Markdown, so a block writes them visibly, and here they become real: the
    /// escape `\u{feff}` at the very start of a block is a byte-order mark, and `␍` (U+240D) at the end of a line
    /// is a carriage return.
    pub fn examples(&self) -> Vec<Example> {
        self.blocks("```rev")
    }

    /// What the examples are compared with, where the code is about a comparison: the block `rev baseline`.
    pub fn baseline(&self) -> Option<Example> {
        self.blocks("```rev baseline").into_iter().next()
    }

    fn blocks(&self, fence: &str) -> Vec<Example> {
        let mut examples = Vec::new();
        let mut block: Option<Vec<&str>> = None;
        for line in self.text().lines() {
            block = match block.take() {
                None if line == fence => Some(Vec::new()),
                None => None,
                Some(lines) if line == "```" => {
                    examples.push(example(&lines));
                    None
                }
                Some(mut lines) => {
                    lines.push(line);
                    Some(lines)
                }
            };
        }
        examples
    }
}

fn example(lines: &[&str]) -> Example {
    let mut text = String::new();
    for line in lines {
        match line.strip_suffix('␍') {
            Some(line) => text.extend([line, "\r\n"]),
            None => text.extend([line, "\n"]),
        }
    }
    if let Some(rest) = text.strip_prefix("\\u{feff}") {
        text = format!("\u{feff}{rest}");
    }
    Example {
        fails: text.contains("//~"),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_become_files() {
        let page = Page {
            code: "E0000",
            title: "",
            severity: Severity::Error,
            markdown: "---\ncode: E0000\n---\n\n# E0000\n\n```rev\n\\u{feff}a //~ E0000\n```\n\n\
                       ```text\nnot rev\n```\n\n```rev\n\nb␍\n  \\u{feff} ␍ c\n```\n",
        };
        assert!(page.text().starts_with("# E0000\n"));
        let examples = page.examples();
        assert_eq!(
            examples,
            [
                Example {
                    fails: true,
                    text: "\u{feff}a //~ E0000\n".to_owned()
                },
                Example {
                    fails: false,
                    text: "\nb\r\n  \\u{feff} ␍ c\n".to_owned()
                },
            ]
        );
    }

    #[test]
    fn a_page_by_its_code() {
        assert_eq!(page("E0001").map(|page| page.title), Some("syntax"));
        assert!(page("E9999").is_none());
    }
}
