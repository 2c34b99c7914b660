//! `revc fmt`: files in the one style, in place; or a diff; or from the standard input to the standard output.

use crate::failure::Failure;
use crate::options::FmtOptions;
use crate::{Outcome, package, report, terminal, write};
use rev_diagnostics::{Diagnostic, Sources, visible};
use similar::TextDiff;
use std::io::{self, Read};
use std::path::Path;

pub fn fmt(options: &FmtOptions) -> Result<Outcome, Failure> {
    if options.paths.iter().any(|path| path == Path::new("-")) {
        if options.paths.len() > 1 {
            return Err(Failure::new("`-` cannot stand beside other paths")
                .help("format the standard input and the files in two commands"));
        }
        return stream(options.check);
    }

    let files = package::gather(&options.paths)?;
    let mut sources = Sources::default();
    let mut findings = Vec::new();
    let mut out = String::new();
    let (mut changed, mut broken) = (0, 0);
    for file in &files {
        let bytes = file.read()?;
        match formatted(&mut sources, &file.name, &bytes) {
            Err(errors) => {
                findings.extend(errors);
                broken += 1;
            }
            Ok(text) if text.as_bytes() == bytes => {}
            Ok(text) => {
                changed += 1;
                if options.check {
                    out.push_str(&diff(&file.name, &bytes, &text));
                } else {
                    write::must_be_writable(file)?;
                    write::replace(file, &text)?;
                    out.push_str(&format!("formatted {}\n", file.name));
                }
            }
        }
    }

    if broken > 0 {
        rev_diagnostics::sort_and_dedup(&mut findings, &sources);
        out.push_str(&report::human(&findings, &sources));
    }
    out.push_str(&summary(files.len(), changed, broken, options.check));
    terminal::print(&out)?;
    Ok(if broken > 0 || (options.check && changed > 0) {
        Outcome::Findings
    } else {
        Outcome::Fine
    })
}

/// The text in the one style, or why it is left as it is.
fn formatted(sources: &mut Sources, name: &str, bytes: &[u8]) -> Result<String, Vec<Diagnostic>> {
    let (file, result) = match rev_syntax::decode(bytes) {
        Ok(text) => (sources.add(name, text), rev_syntax::format(text)),
        Err(finding) => {
            let shown = String::from_utf8_lossy(bytes);
            (sources.add(name, shown), Err(vec![*finding]))
        }
    };
    result.map_err(|findings| {
        let placed = findings.into_iter().map(|finding| finding.placed(file, 0));
        placed.collect()
    })
}

/// `revc fmt -`. What is found goes to the standard error, because the standard output is the text.
fn stream(check: bool) -> Result<Outcome, Failure> {
    let mut bytes = Vec::new();
    io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::io("read", "standard input", &error))?;
    let mut sources = Sources::default();
    match formatted(&mut sources, "<stdin>", &bytes) {
        Err(findings) => {
            terminal::complain(report::human(&findings, &sources).trim_end());
            Ok(Outcome::Findings)
        }
        Ok(text) if !check => {
            terminal::print(&text)?;
            Ok(Outcome::Fine)
        }
        Ok(text) if text.as_bytes() == bytes => Ok(Outcome::Fine),
        Ok(text) => {
            terminal::print(&diff("<stdin>", &bytes, &text))?;
            Ok(Outcome::Findings)
        }
    }
}

fn diff(name: &str, before: &[u8], after: &str) -> String {
    let before = String::from_utf8_lossy(before);
    let diff = TextDiff::from_lines(before.as_ref(), after)
        .unified_diff()
        .context_radius(1)
        .header(name, &format!("{name} (formatted)"))
        .to_string();
    visible(&diff).into_owned()
}

fn summary(files: usize, changed: usize, broken: usize, check: bool) -> String {
    let mut parts = Vec::new();
    match (changed, check) {
        (0, _) => {}
        (_, true) => parts.push(format!("{} not formatted", report::files(changed))),
        (_, false) => parts.push(format!("{} formatted", report::files(changed))),
    }
    if broken > 0 {
        let them = if broken == 1 { "it" } else { "them" };
        let count = report::files(broken);
        parts.push(format!(
            "{count} left as before: mend {them} and run `revc fmt` again"
        ));
    }
    let same = files - changed - broken;
    if same > 0 {
        parts.push(format!("{} already formatted", report::files(same)));
    }
    format!("{}\n", parts.join(", "))
}
