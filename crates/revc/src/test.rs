//! `revc test`: the tests that a policy carries with it.

use crate::build::{compile, only, whole};
use crate::coverage::Coverage;
use crate::failure::Failure;
use crate::options::{TestFormat, TestOptions};
use crate::{Outcome, terminal};
use rev_diagnostics::FileId;
use rev_lower::Lowered;
use rev_script::{Failed, Reached, Tested};
use serde_json::{Value, json};
use std::fmt::Write;

/// A test and where it stands, or where it failed.
struct Placed<'db> {
    tested: Tested<'db>,
    file: String,
    line: u32,
    column: u32,
    /// The text of the test's first line, or of the step that failed.
    text: String,
}

pub fn test(options: &TestOptions) -> Result<Outcome, Failure> {
    let loaded = whole(&options.paths)?;
    let Some(Lowered { table, .. }) = compile(&loaded)? else {
        return Ok(Outcome::Findings);
    };
    let package = only(&loaded)?;
    let filter = options.filter.as_deref().unwrap_or("");
    let sources = loaded.sources();
    let tests: Vec<Placed<'_>> = rev_script::run(&loaded.db, package.input, &table, filter)
        .into_iter()
        .map(|tested| {
            let span = tested.failed.as_ref().map_or(0, |failed| failed.span.start);
            let file = tested.item.file(&loaded.db);
            let name = file.name(&loaded.db);
            let id = sources.files().find(|id| sources.name(*id) == name);
            let at = sources.position(
                id.unwrap_or(FileId(0)),
                span + tested.item.start(&loaded.db),
            );
            let lines = file.text(&loaded.db).lines().take(at.line as usize);
            Placed {
                tested,
                file: name.to_owned(),
                line: at.line,
                column: at.column,
                text: step(lines.collect()),
            }
        })
        .collect();
    let failed = tests
        .iter()
        .filter(|test| test.tested.failed.is_some())
        .count();
    let coverage = options.coverage.then(|| {
        let mut reached = Reached::default();
        tests
            .iter()
            .for_each(|test| reached.add(&test.tested.reached));
        Coverage::new(&table, &reached)
    });
    let out = match options.format {
        TestFormat::Human => human(&tests, failed, filter, coverage.as_ref()),
        TestFormat::Json => as_json(&tests, failed, coverage.as_ref()),
        TestFormat::Junit => junit(&tests, failed, coverage.as_ref()),
    };
    terminal::print(&out)?;
    let mut outcome = match failed {
        0 => Outcome::Fine,
        _ => Outcome::Findings,
    };
    if let (Some(coverage), Some(min)) = (&coverage, options.min)
        && coverage.percent() < min
    {
        let percent = coverage.percent();
        terminal::complain(&format!(
            "error: the tests reach {percent} %, and {min} % are asked for"
        ));
        outcome = Outcome::Findings;
    }
    Ok(outcome)
}

/// The text of the step that ends at the last of these lines.
fn step(lines: Vec<&str>) -> String {
    let begins = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("call ") || line.starts_with("event ") || line.starts_with("test ")
    };
    let first = lines.iter().rposition(begins).unwrap_or(0);
    let own = lines.get(first..).unwrap_or_default();
    own.iter()
        .map(|line| line.trim())
        .collect::<Vec<_>>()
        .join(" ")
}

fn human(tests: &[Placed<'_>], failed: usize, filter: &str, coverage: Option<&Coverage>) -> String {
    let mut out = String::new();
    for test in tests {
        let title = rev_diagnostics::visible(&test.tested.title);
        match &test.tested.failed {
            None => {
                let _ = writeln!(out, "ok      {title}");
            }
            Some(failed) => {
                let _ = writeln!(out, "FAILED  {title}");
                difference(&mut out, test, failed);
            }
        }
    }
    let passed = tests.len() - failed;
    let _ = match (tests.is_empty(), filter) {
        (true, "") => writeln!(
            out,
            "there are no tests: write `test \"…\" for AGENT {{ … }}`"
        ),
        (true, filter) => writeln!(out, "no test has `{filter}` in its title"),
        (false, _) => writeln!(out, "{passed} passed, {failed} failed"),
    };
    if let Some(coverage) = coverage {
        out.push_str(&coverage.human());
    }
    out
}

/// What was expected, what was found, and why.
fn difference(out: &mut String, test: &Placed<'_>, failed: &Failed) {
    let visible = |text: &str| rev_diagnostics::visible(text).into_owned();
    let _ = writeln!(
        out,
        "  {}:{}:{}: {}",
        test.file,
        test.line,
        test.column,
        visible(&test.text)
    );
    let _ = writeln!(out, "  expected  {}", visible(&failed.expected));
    let _ = writeln!(out, "  found     {}", visible(&failed.found));
    if !failed.missing.is_empty() {
        let _ = writeln!(out, "  missing   {}", failed.missing.join(", "));
    }
    for (line, head) in failed
        .why
        .iter()
        .zip(std::iter::once("why").chain(std::iter::repeat("")))
    {
        let _ = writeln!(out, "  {head:<9} {}", visible(line));
    }
}

fn as_json(tests: &[Placed<'_>], failed: usize, coverage: Option<&Coverage>) -> String {
    let listed: Vec<Value> = tests
        .iter()
        .map(|test| {
            let mut entry = json!({
                "title": test.tested.title.as_str(),
                "passed": test.tested.failed.is_none(),
                "file": test.file,
                "line": test.line,
                "column": test.column,
            });
            if let (Some(failed), Some(entry)) = (&test.tested.failed, entry.as_object_mut()) {
                entry.insert("expected".to_owned(), json!(failed.expected));
                entry.insert("found".to_owned(), json!(failed.found));
                entry.insert("missing".to_owned(), json!(failed.missing));
                entry.insert("why".to_owned(), json!(failed.why));
            }
            entry
        })
        .collect();
    let mut out = json!({
        "tests": listed,
        "summary": { "passed": tests.len() - failed, "failed": failed },
    });
    if let (Some(coverage), Some(out)) = (coverage, out.as_object_mut()) {
        out.insert("coverage".to_owned(), coverage.json());
    }
    format!("{out}\n")
}

fn junit(tests: &[Placed<'_>], failed: usize, coverage: Option<&Coverage>) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!(
        "tests=\"{}\" failures=\"{failed}\" errors=\"0\"",
        tests.len()
    );
    let _ = writeln!(out, "<testsuites {counts}>");
    let _ = writeln!(
        out,
        "  <testsuite name=\"revc test\" {counts} skipped=\"0\">"
    );
    if let Some(coverage) = coverage {
        let percent = coverage.percent();
        let _ = writeln!(
            out,
            "    <properties><property name=\"coverage\" value=\"{percent}\"/></properties>"
        );
    }
    for test in tests {
        let title = escaped(&test.tested.title);
        let file = escaped(&test.file);
        let head = format!(
            "    <testcase name=\"{title}\" classname=\"{file}\" file=\"{file}\" line=\"{}\"",
            test.line
        );
        match &test.tested.failed {
            None => {
                let _ = writeln!(out, "{head}/>");
            }
            Some(failed) => {
                let message = format!("expected {}, found {}", failed.expected, failed.found);
                let mut text = String::new();
                difference(&mut text, test, failed);
                let _ = writeln!(
                    out,
                    "{head}>\n      <failure type=\"expectation\" message=\"{}\">{}</failure>\n    </testcase>",
                    escaped(&message),
                    escaped(&text)
                );
            }
        }
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// A text inside XML; characters that XML does not have become a sign for them.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            control if control.is_control() => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}
