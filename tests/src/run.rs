//! One test: what was announced against what is found.

use crate::announce::{Announced, announced};
use crate::markdown::{Block, Test};
use rev_analysis::{Database, Levels, Package, SourceFile, diagnostics};
use rev_diagnostics::Diagnostic;
use rev_table::Table;
use std::sync::Arc;

/// A finding as a test sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line of its file, from 1.
    pub line: usize,
    pub code: String,
    pub message: String,
}

/// How the files of a test are looked at: the findings of each.
pub type Find<'a> = &'a dyn Fn(&[&str]) -> Vec<Vec<Finding>>;

/// What can be known of each text by itself.
pub fn syntax(texts: &[&str]) -> Vec<Vec<Finding>> {
    let one = |text: &&str| findings(text, &rev_syntax::parse(text).errors);
    texts.iter().map(one).collect()
}

/// What is wrong with the texts as one package.
pub fn checked(texts: &[&str]) -> Vec<Vec<Finding>> {
    compared(None, texts)
}

/// The same, compared with a baseline, as `revc check --against` does it.
pub fn compared(baseline: Option<&Table>, texts: &[&str]) -> Vec<Vec<Finding>> {
    let db = Database::default();
    let files: Vec<SourceFile> = texts
        .iter()
        .zip(1..)
        .map(|(text, number)| SourceFile::new(&db, format!("{number}.rev"), Arc::from(*text)))
        .collect();
    let package = Package::new(&db, files.clone(), Levels::default(), Vec::new());
    let one = |(file, text): (&SourceFile, &&str)| findings(text, diagnostics(&db, package, *file));
    let mut all: Vec<Vec<Finding>> = files.iter().zip(texts).map(one).collect();
    // What is sound has a table, or is told why not; and the table tells what its tools can do together.
    let sound = !all
        .iter()
        .flatten()
        .any(|found| found.code.starts_with('E'));
    if sound {
        let told = match rev_lower::lower(&db, package) {
            Ok(lowered) => {
                let together = rev_compose::compose(&db, package, &lowered.table);
                let weaker = baseline.map_or(Vec::new(), |baseline| {
                    rev_compose::against(&db, package, &lowered.table, baseline)
                });
                [lowered.warnings, together, weaker].concat()
            }
            Err(told) => told,
        };
        for one in told {
            let number = one.primary.file.0 as usize;
            if let (Some(text), Some(found)) = (texts.get(number), all.get_mut(number)) {
                found.extend(findings(text, &[one]));
            }
        }
    }
    all
}

/// The same without lints, for tests about something else.
pub fn errors(texts: &[&str]) -> Vec<Vec<Finding>> {
    let mut all = checked(texts);
    for findings in &mut all {
        findings.retain(|finding| finding.code.starts_with('E'));
    }
    all
}

/// The bytes of the table that a sound text is compiled to; nothing of another.
pub fn table(name: &str, text: &str) -> Vec<u8> {
    let db = Database::default();
    let file = SourceFile::new(&db, name.to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    rev_lower::lower(&db, package).map_or(Vec::new(), |lowered| lowered.bytes)
}

/// The whole way from text to decision: errors, and the tests in the texts that come out otherwise than they say, as
/// findings with the code `test` on the line of the step.
pub fn decided(texts: &[&str]) -> Vec<Vec<Finding>> {
    let mut all = errors(texts);
    if all.iter().any(|findings| !findings.is_empty()) {
        return all;
    }
    let db = Database::default();
    let files: Vec<SourceFile> = texts
        .iter()
        .zip(1..)
        .map(|(text, number)| SourceFile::new(&db, format!("{number}.rev"), Arc::from(*text)))
        .collect();
    let package = Package::new(&db, files.clone(), Levels::default(), Vec::new());
    let table = match rev_lower::lower(&db, package) {
        Ok(lowered) => lowered.table,
        Err(errors) => {
            return texts.iter().map(|text| findings(text, &errors)).collect();
        }
    };
    for tested in rev_script::run(&db, package, &table, "") {
        let Some(failed) = tested.failed else {
            continue;
        };
        let number = files.iter().position(|file| *file == tested.item.file(&db));
        let at = failed.span.start + tested.item.start(&db);
        if let Some((number, text)) = number.and_then(|at| Some((at, texts.get(at)?)))
            && let Some(findings) = all.get_mut(number)
        {
            findings.push(Finding {
                line: line_of(text, at),
                code: "test".to_owned(),
                message: format!("expected {}, found {}", failed.expected, failed.found),
            });
        }
    }
    all
}

/// The line of a place, from 1.
fn line_of(text: &str, at: u32) -> usize {
    let before = text.bytes().take(at as usize);
    1 + before.filter(|byte| *byte == b'\n').count()
}

fn findings(text: &str, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    diagnostics
        .iter()
        .map(|diagnostic| Finding {
            line: line_of(text, diagnostic.primary.span.start),
            code: diagnostic.code.to_owned(),
            message: diagnostic.message.clone(),
        })
        .collect()
}

/// Everything in which the test and the language disagree, each with its line of the page.
pub fn run(test: &Test, find: Find<'_>) -> Vec<(usize, String)> {
    let mut problems = Vec::new();
    let texts: Vec<&str> = test
        .blocks
        .iter()
        .map(|Block::Rev { text, .. }| text.as_str())
        .collect();
    for (block, found) in test.blocks.iter().zip(find(&texts)) {
        match block {
            Block::Rev {
                line,
                file: _,
                text,
                unformatted,
                broken,
            } => {
                let here = match (broken, found.is_empty()) {
                    (true, true) => vec![(1, "`broken`, and nothing is wrong with it".to_owned())],
                    (true, false) => Vec::new(),
                    (false, _) => [compare(text, found), style(text, *unformatted)].concat(),
                };
                problems.extend(here.into_iter().map(|(at, what)| (line + at - 1, what)));
            }
        }
    }
    problems
}

/// What is announced and not found, and the reverse, with lines of the text.
fn compare(text: &str, found: Vec<Finding>) -> Vec<(usize, String)> {
    let mut expected = match announced(text) {
        Ok(expected) => expected,
        Err(line) => return vec![(line, "an announcement that cannot be read".to_owned())],
    };
    // The most particular first, so that a bare code does not take another's finding.
    expected.sort_by_key(|one| std::cmp::Reverse(one.part.len()));
    let mut left = found;
    let mut problems = Vec::new();
    for one in expected {
        match left.iter().position(|finding| answers(finding, &one)) {
            Some(at) => {
                left.remove(at);
            }
            None => problems.push((
                one.line,
                format!("not found: {} \"{}\"", one.code, one.part),
            )),
        }
    }
    problems.extend(left.into_iter().map(|finding| {
        let what = format!("not announced: {} \"{}\"", finding.code, finding.message);
        (finding.line, what)
    }));
    problems.sort();
    problems
}

fn answers(finding: &Finding, one: &Announced) -> bool {
    finding.line == one.line && finding.code == one.code && finding.message.contains(&one.part)
}

/// Whether a text that can be read is in the one style, or has a reason not to be.
fn style(text: &str, unformatted: bool) -> Vec<(usize, String)> {
    if !rev_syntax::parse(text).errors.is_empty() {
        return Vec::new();
    }
    let Ok(formatted) = rev_syntax::format(text) else {
        return vec![(1, "parses, and cannot be formatted".to_owned())];
    };
    match (formatted == text, unformatted) {
        (true, false) | (false, true) => Vec::new(),
        (true, true) => vec![(1, "`unformatted`, and it is formatted".to_owned())],
        (false, false) => {
            let same = text
                .lines()
                .zip(formatted.lines())
                .take_while(|(a, b)| a == b)
                .count();
            let better = formatted.lines().nth(same).unwrap_or("(the end)");
            vec![(same + 1, format!("not formatted, should be: {better}"))]
        }
    }
}

#[cfg(test)]
mod unit {
    use super::*;
    use crate::markdown::{Page, tests};

    /// A language in which every line with `bad` is a mistake.
    fn bad_lines(texts: &[&str]) -> Vec<Vec<Finding>> {
        texts.iter().map(|text| bad_lines_of(text)).collect()
    }

    fn bad_lines_of(text: &str) -> Vec<Finding> {
        text.lines()
            .zip(1..)
            .filter(|(line, _)| line.contains("bad"))
            .map(|(_, line)| Finding {
                line,
                code: "E0001".into(),
                message: "not good".into(),
            })
            .collect()
    }

    fn problems(text: &str) -> Vec<(usize, String)> {
        let page = format!("# A\n```rev\n{text}```\n");
        let tests = tests(&page, Page::Tests).unwrap();
        run(&tests[0], &bad_lines)
    }

    #[test]
    fn what_is_announced_and_found_passes() {
        assert_eq!(problems("bad //~ E0001 \"not g\"\n"), []);
        assert_eq!(problems("bad\n//~^ E0001\n"), []);
    }

    #[test]
    fn what_is_announced_and_missing_fails() {
        assert_eq!(
            problems("policy p 1.0.0 //~ E0001\n")[0].1,
            "not found: E0001 \"\""
        );
    }

    #[test]
    fn what_is_found_and_not_announced_fails() {
        assert_eq!(
            problems("x\nbad\n"),
            [(4, "not announced: E0001 \"not good\"".to_owned())]
        );
    }

    #[test]
    fn another_line_code_or_message_fails() {
        for text in [
            "bad\n//~ E0001\n",
            "bad //~ E0202\n",
            "bad //~ E0001 \"very good\"\n",
            "bad //~ E0001 //~ E0001\n",
            "bad //~ nonsense\n",
        ] {
            assert!(!problems(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_word_that_asks_for_leniency_needs_a_reason() {
        let run = |page: &str| run(&tests(page, Page::Prose).unwrap()[0], &bad_lines);
        assert_eq!(run("```rev broken\nbad\n```\n"), []);
        assert!(!run("```rev broken\npolicy p 1.0.0\n```\n").is_empty());
        assert!(!run("```rev unformatted\npolicy p 1.0.0\n```\n").is_empty());
    }

    #[test]
    fn findings_have_lines() {
        let mut text = "policy p 1.0.0\n".repeat(3);
        text.push_str("tool {\n");
        assert!(
            syntax(&[&text])
                .iter()
                .flatten()
                .all(|finding| finding.line >= 4)
        );
    }
}
