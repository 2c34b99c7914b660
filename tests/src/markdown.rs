//! A Markdown page to tests: headings name them, fenced blocks are their parts.

/// Which page is read, and so what it may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// A page of tests: every block is one of ours, so that a misspelt language cannot hide a test.
    Tests,
    /// A page for people, which may show other languages and fragments.
    Prose,
}

/// What stands under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The heading behind the headings it is nested in.
    pub name: String,
    pub blocks: Vec<Block>,
}

/// One file of a test. A further kind of block becomes a further variant here, an arm in `block` and one in `run`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Rev {
        /// The line of the page on which the text begins, from 1.
        line: usize,
        /// `file=a.rev`, for tests with several files that talk of each other.
        file: Option<String>,
        text: String,
        /// `unformatted`: a text about layout, kept as it is.
        unformatted: bool,
        /// `broken`: a fragment that does not check and need not announce why.
        broken: bool,
    },
}

/// The tests of a page, or what is wrong with the page.
pub fn tests(markdown: &str, page: Page) -> Result<Vec<Test>, String> {
    let mut tests: Vec<Test> = Vec::new();
    let mut headings: Vec<(usize, String)> = Vec::new();
    let mut new_heading = true;
    let mut lines = markdown.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if let Some(fence) = Fence::open(line) {
            let mut text = String::new();
            loop {
                let (line, _) = lines
                    .next()
                    .ok_or_else(|| format!("{number}: a block that is not closed"))?;
                if fence.is_closed_by(line) {
                    break;
                }
                text.push_str(fence.inside(line));
                text.push('\n');
            }
            let read = block(fence.info, number + 1, text, page)
                .map_err(|problem| format!("{number}: {problem}"))?;
            let Some(block) = read else { continue };
            match tests.last_mut().filter(|_| !new_heading) {
                Some(test) => test.blocks.push(block),
                None => tests.push(Test {
                    name: name(&headings),
                    blocks: vec![block],
                }),
            }
            new_heading = false;
        } else if let Some((depth, title)) = heading(line) {
            headings.retain(|(outer, _)| *outer < depth);
            headings.push((depth, title.to_owned()));
            new_heading = true;
        }
    }
    Ok(tests)
}

/// The block of an info string; none if it is not ours.
fn block(info: &str, line: usize, text: String, page: Page) -> Result<Option<Block>, String> {
    let mut words = info.split_whitespace();
    let language = words.next().unwrap_or_default();
    match (language, page) {
        ("rev", _) => {}
        (_, Page::Prose) => return Ok(None),
        (_, Page::Tests) => return Err(format!("`{language}` is not a kind of block")),
    }
    let (mut file, mut unformatted, mut broken) = (None, false, false);
    for word in words {
        match (word, word.strip_prefix("file=")) {
            (_, Some(name)) => file = Some(name.to_owned()),
            ("unformatted", _) => unformatted = true,
            ("broken", _) if page == Page::Prose => broken = true,
            _ => return Err(format!("`{word}` is not a word for a `rev` block")),
        }
    }
    Ok(Some(Block::Rev {
        line,
        file,
        text,
        unformatted,
        broken,
    }))
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let title = line.trim_start_matches('#');
    let depth = line.len() - title.len();
    (depth > 0 && title.starts_with(' ')).then(|| (depth, title.trim()))
}

fn name(headings: &[(usize, String)]) -> String {
    let titles: Vec<&str> = headings.iter().map(|(_, title)| title.as_str()).collect();
    titles.join(" / ")
}

/// The line that opens a block, which may be indented in a list.
struct Fence<'a> {
    indent: usize,
    length: usize,
    info: &'a str,
}

impl<'a> Fence<'a> {
    fn open(line: &'a str) -> Option<Self> {
        let fence = line.trim_start_matches(' ');
        let info = fence.trim_start_matches('`');
        let length = fence.len() - info.len();
        (length >= 3 && !info.contains('`')).then(|| Self {
            indent: line.len() - fence.len(),
            length,
            info: info.trim(),
        })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim();
        line.len() >= self.length && line.chars().all(|c| c == '`')
    }

    /// A line of the block without the indentation of the fence.
    fn inside<'b>(&self, line: &'b str) -> &'b str {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        line.get(self.indent.min(blanks)..).unwrap_or(line)
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    fn names(markdown: &str) -> Vec<(String, usize)> {
        tests(markdown, Page::Prose)
            .unwrap()
            .into_iter()
            .map(|test| (test.name, test.blocks.len()))
            .collect()
    }

    #[test]
    fn nested_headings_join_and_blocks_of_one_heading_belong_together() {
        let page = "# A\n## B\n```rev\n# no heading\n```\n```sh\nls\n```\n```rev\n```\n## C\ntext\n# D\n```rev\n```\n";
        assert_eq!(names(page), [("A / B".into(), 2), ("D".into(), 1)]);
    }

    #[test]
    fn the_text_keeps_its_lines_and_loses_the_indentation_of_its_fence() {
        let page = "- a list\n\n  ````rev file=a.rev\n  tool a {\n      ```\n  }\n  ````\n";
        let tests = tests(page, Page::Prose).unwrap();
        let Block::Rev {
            line, file, text, ..
        } = &tests[0].blocks[0];
        assert_eq!((*line, file.as_deref()), (4, Some("a.rev")));
        assert_eq!(text, "tool a {\n    ```\n}\n");
    }

    #[test]
    fn what_is_misspelt_is_not_left_out() {
        for page in [
            "```rev brokn\n```\n",
            "```rve\n```\n",
            "```\n```\n",
            "```rev broken\n```\n",
            "```rev\n",
        ] {
            assert!(tests(page, Page::Tests).is_err(), "{page}");
        }
    }
}
