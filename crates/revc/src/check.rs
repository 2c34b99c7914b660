//! `revc check`: everything that can be known before running.

use crate::failure::Failure;
use crate::load::{Loaded, LoadedPackage, Overlay, STDIN};
use crate::options::{CheckOptions, Deny, Format};
use crate::{Outcome, build, fixes, load, progress, report, terminal, verbose};
use rev_analysis::{diagnostics, foreign_diagnostics};
use rev_diagnostics::{
    Diagnostic, FileId, Severity, render_github, render_json, render_sarif, render_short,
};
use rev_table::Table;
use serde_json::{Value, json};
use std::path::Path;

pub fn check(options: &CheckOptions) -> Result<Outcome, Failure> {
    let stdin = options.paths.iter().any(|path| path == Path::new(STDIN));
    if stdin && options.fix {
        return Err(Failure::new("`--fix` cannot write the standard input")
            .help("give the file's path instead of `-`"));
    }
    let baseline = options.against.as_ref().map(build::baseline).transpose()?;
    let mut loaded = load::load(&options.paths, &Overlay::new());
    let mut found = findings(&loaded);
    let mut fixed = None;
    // Where something could not be read, what mends the rest is not known.
    if options.fix && loaded.failures.is_empty() {
        let outcome = fixes::apply(&options.paths, loaded, found)?;
        (loaded, found) = (outcome.loaded, outcome.left);
        fixed = Some(outcome.fixed);
    }
    if let Some(baseline) = &baseline {
        compared(&loaded, baseline, &mut found)?;
    }
    let sources = loaded.sources();
    let mut out = match options.format {
        Format::Human => report::human(&found, &sources),
        Format::Short => render_short(&found, &sources),
        Format::Json => render_json(&found, &sources),
        Format::Sarif => render_sarif(&found, &sources),
        Format::Github => render_github(&found, &sources),
    };
    out = with_failures(out, options.format, &loaded.failures);
    let for_people = options.format == Format::Human;
    if let Some(fixed) = &fixed {
        match for_people {
            true => out.insert_str(0, &fixed.told()),
            // The standard output is for the program that asked.
            false => terminal::complain(fixed.told().trim_end()),
        }
    }
    if options.verbose && for_people {
        out.push_str(&verbose::agents(&loaded));
    }
    // Of nothing there is nothing to say to a person; a program that asked gets its answer.
    if !for_people || !loaded.files.is_empty() {
        terminal::print(&out)?;
    }
    if loaded.failures.is_empty() {
        return Ok(outcome(&found, options.deny));
    }
    for failure in &loaded.failures {
        failure.tell();
    }
    Ok(Outcome::Failed)
}

/// Adds what is weaker than a baseline. A package without a table has nothing that could be compared; its errors are told.
fn compared(loaded: &Loaded, baseline: &Table, found: &mut Vec<Diagnostic>) -> Result<(), Failure> {
    let package = build::only(loaded)?;
    let sound = package.readable
        && without_tables(loaded)
            .iter()
            .all(|it| it.severity != Severity::Error);
    if !sound {
        return Ok(());
    }
    if let Ok(lowered) = rev_lower::lower(&loaded.db, package.input) {
        let told = rev_compose::against(&loaded.db, package.input, &lowered.table, baseline);
        found.extend(in_package(package, told));
        rev_diagnostics::sort_and_dedup(found, &loaded.sources());
    }
    Ok(())
}

/// Puts into a report for programs what could not be read, so that none takes what was read for all there is.
fn with_failures(out: String, format: Format, failures: &[Failure]) -> String {
    let told: Vec<String> = failures.iter().map(Failure::to_string).collect();
    if told.is_empty() || !matches!(format, Format::Json | Format::Sarif) {
        return out;
    }
    let Ok(mut report) = serde_json::from_str::<Value>(&out) else {
        return out;
    };
    let place = match format {
        Format::Json => report.as_object_mut(),
        _ => report.pointer_mut("/runs/0").and_then(Value::as_object_mut),
    };
    if let Some(place) = place {
        match format {
            Format::Json => place.insert("failures".to_owned(), json!(told)),
            _ => {
                let note = |text: &String| json!({ "level": "error", "message": { "text": text } });
                let notes: Vec<Value> = told.iter().map(note).collect();
                let failed =
                    json!([{ "executionSuccessful": false, "toolExecutionNotifications": notes }]);
                place.insert("invocations".to_owned(), failed)
            }
        };
    }
    format!("{report}\n")
}

/// Everything that is wrong, sorted.
pub fn findings(loaded: &Loaded) -> Vec<Diagnostic> {
    looked_at(loaded, true)
}

/// The same without what only the tables can tell, for whoever makes them.
pub fn without_tables(loaded: &Loaded) -> Vec<Diagnostic> {
    looked_at(loaded, false)
}

fn looked_at(loaded: &Loaded, tables: bool) -> Vec<Diagnostic> {
    let mut findings = loaded.findings.clone();
    let total = loaded.packages.iter().map(|package| package.ids.len());
    let progress = progress::on_stderr(total.sum());
    let mut done = 0;
    for package in &loaded.packages {
        let mut found = Vec::new();
        for (&id, number) in package.ids.iter().zip(0..) {
            progress.step(done);
            done += 1;
            found.extend(of_file(loaded, package, id, number));
        }
        let sound = !found.iter().any(|it| it.severity == Severity::Error);
        // What only the table can tell: what adds nothing, what tools can do together, and that a package is more than
        // a table can hold.
        if tables && sound && package.readable {
            let told = match rev_lower::lower(&loaded.db, package.input) {
                Ok(lowered) => {
                    let together = rev_compose::compose(&loaded.db, package.input, &lowered.table);
                    [lowered.warnings, together].concat()
                }
                Err(told) => told,
            };
            found.extend(in_package(package, told));
        }
        findings.extend(found);
    }
    drop(progress);
    rev_diagnostics::sort_and_dedup(&mut findings, &loaded.sources());
    findings
}

/// What is wrong with the file of this number in its package.
fn of_file(loaded: &Loaded, package: &LoadedPackage, id: FileId, number: usize) -> Vec<Diagnostic> {
    let Some(file) = loaded.file(id) else {
        return Vec::new();
    };
    let Some(input) = file.input else {
        return Vec::new();
    };
    if !package.readable {
        // Names may be missing that others use: only what each file says of itself is certain.
        let errors = rev_syntax::parse(&file.text).errors;
        return errors
            .into_iter()
            .map(|error| error.placed(id, 0))
            .collect();
    }
    let db = &loaded.db;
    let found = match number < package.input.files(db).len() {
        true => diagnostics(db, package.input, input),
        false => foreign_diagnostics(db, package.input, input),
    };
    found
        .iter()
        .map(|it| renumbered(it, &package.ids))
        .collect()
}

/// Findings whose files are numbers of a package.
pub fn in_package(package: &LoadedPackage, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found
        .iter()
        .map(|it| renumbered(it, &package.ids))
        .collect()
}

/// The same finding with the numbers of all files instead of those of one package.
fn renumbered(finding: &Diagnostic, ids: &[FileId]) -> Diagnostic {
    let mut finding = finding.clone();
    let renumber = |file: &mut FileId| {
        if let Some(id) = ids.get(file.0 as usize) {
            *file = *id;
        }
    };
    renumber(&mut finding.primary.file);
    for label in &mut finding.secondary {
        renumber(&mut label.file);
    }
    for edit in finding.fixes_mut().flat_map(|fix| &mut fix.edits) {
        renumber(&mut edit.file);
    }
    finding
}

fn outcome(findings: &[Diagnostic], deny: Option<Deny>) -> Outcome {
    let counts =
        |finding: &Diagnostic| finding.severity == Severity::Error || deny == Some(Deny::Warnings);
    if findings.iter().any(counts) {
        Outcome::Findings
    } else {
        Outcome::Fine
    }
}
