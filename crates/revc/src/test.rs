//! `revc test`: the tests that a policy carries with it.

use crate::build::{compile, only, whole};
use crate::failure::Failure;
use crate::options::{TestFormat, TestOptions};
use crate::{Outcome, terminal};
use rev_diagnostics::FileId;
use rev_eval::Table;
use rev_lower::Lowered;
use rev_script::Tested;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A test and where it stands: file, line and column.
struct Placed<'db> {
    tested: Tested<'db>,
    place: String,
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
            let name = tested.item.file(&loaded.db).name(&loaded.db);
            let id = sources.files().find(|id| sources.name(*id) == name);
            let at = sources.position(
                id.unwrap_or(FileId(0)),
                span + tested.item.start(&loaded.db),
            );
            let place = format!("{name}:{}:{}", at.line, at.column);
            Placed { tested, place }
        })
        .collect();
    let failed = tests
        .iter()
        .filter(|test| test.tested.failed.is_some())
        .count();
    let coverage = options.coverage.then(|| coverage(&table, &tests));
    let out = match options.format {
        TestFormat::Human => human(&tests, failed, coverage.as_ref()),
        TestFormat::Json => as_json(&tests, failed, coverage.as_ref()),
        TestFormat::Junit => junit(&tests, failed),
    };
    terminal::print(&out)?;
    let too_little = match (&coverage, options.min) {
        (Some(coverage), Some(min)) => coverage.percent() < min,
        _ => false,
    };
    match failed > 0 || too_little {
        true => Ok(Outcome::Findings),
        false => Ok(Outcome::Fine),
    }
}

/// Which reasons of the table no test has met.
struct Coverage {
    reached: usize,
    missed: Vec<(String, Option<String>)>,
}

impl Coverage {
    fn percent(&self) -> u32 {
        let all = self.reached + self.missed.len();
        match all {
            0 => 100,
            _ => u32::try_from(self.reached * 100 / all).unwrap_or(0),
        }
    }
}

fn coverage(table: &Table, tests: &[Placed<'_>]) -> Coverage {
    let met: BTreeSet<&str> = tests
        .iter()
        .flat_map(|test| test.tested.reached.iter().map(String::as_str))
        .collect();
    let mut seen = BTreeSet::new();
    let mut coverage = Coverage {
        reached: 0,
        missed: Vec::new(),
    };
    for reason in table.reasons() {
        let code = table.text(reason.code.get());
        if !seen.insert(code) {
            continue;
        }
        match met.contains(code) {
            true => coverage.reached += 1,
            false => {
                let place = table.source(reason.source.get());
                let place = place.map(|(file, line, _)| format!("{file}:{line}"));
                coverage.missed.push((code.to_owned(), place));
            }
        }
    }
    coverage
}

fn human(tests: &[Placed<'_>], failed: usize, coverage: Option<&Coverage>) -> String {
    let mut out = String::new();
    for Placed { tested, place } in tests {
        match &tested.failed {
            None => {
                let _ = writeln!(out, "ok      {}", tested.title);
            }
            Some(failed) => {
                let _ = writeln!(out, "FAILED  {}", tested.title);
                let _ = writeln!(out, "  at {place}");
                let _ = writeln!(out, "  expected  {}", failed.expected);
                let _ = writeln!(out, "  found     {}", failed.found);
                for line in &failed.why {
                    let _ = writeln!(out, "            {line}");
                }
            }
        }
    }
    if let Some(coverage) = coverage {
        let all = coverage.reached + coverage.missed.len();
        let percent = coverage.percent();
        let _ = writeln!(
            out,
            "\nreached {} of {all} rules, gates, requirements and boundaries ({percent} %)",
            coverage.reached
        );
        for (code, place) in &coverage.missed {
            let place = place.as_deref().unwrap_or("");
            let _ = writeln!(out, "  no test reaches {code} ({place})");
        }
    }
    let passed = tests.len() - failed;
    let _ = match tests.is_empty() {
        true => writeln!(
            out,
            "there are no tests: write `test \"…\" for AGENT {{ … }}`"
        ),
        false => writeln!(out, "{passed} passed, {failed} failed"),
    };
    out
}

fn as_json(tests: &[Placed<'_>], failed: usize, coverage: Option<&Coverage>) -> String {
    let listed: Vec<serde_json::Value> = tests
        .iter()
        .map(|Placed { tested, place }| match &tested.failed {
            None => json!({ "title": tested.title.as_str(), "passed": true, "at": place }),
            Some(failed) => json!({
                "title": tested.title.as_str(),
                "passed": false,
                "at": place,
                "expected": failed.expected,
                "found": failed.found,
                "why": failed.why,
            }),
        })
        .collect();
    let mut out = json!({
        "tests": listed,
        "summary": { "passed": tests.len() - failed, "failed": failed },
    });
    if let (Some(coverage), Some(out)) = (coverage, out.as_object_mut()) {
        let missed: Vec<&str> = coverage
            .missed
            .iter()
            .map(|(code, _)| code.as_str())
            .collect();
        let coverage = json!({ "percent": coverage.percent(), "missed": missed });
        out.insert("coverage".to_owned(), coverage);
    }
    format!("{out}\n")
}

fn junit(tests: &[Placed<'_>], failed: usize) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<testsuite name=\"revc test\" tests=\"{}\" failures=\"{failed}\">",
        tests.len()
    );
    for Placed { tested, place } in tests {
        let title = escaped(&tested.title);
        let place = escaped(place);
        match &tested.failed {
            None => {
                let _ = writeln!(out, "  <testcase name=\"{title}\" classname=\"{place}\"/>");
            }
            Some(failed) => {
                let message = format!("expected {}, found {}", failed.expected, failed.found);
                let _ = writeln!(out, "  <testcase name=\"{title}\" classname=\"{place}\">");
                let _ = writeln!(
                    out,
                    "    <failure message=\"{}\">{}</failure>",
                    escaped(&message),
                    escaped(&failed.why.join("\n"))
                );
                out.push_str("  </testcase>\n");
            }
        }
    }
    out.push_str("</testsuite>\n");
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
            control if control.is_control() => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}
