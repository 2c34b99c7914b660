//! Every heading of the Markdown in this repository that has a `rev` block under it is a test; so is every page of the
//! catalogue and every `.rev` file.

use libtest_mimic::{Arguments, Failed, Trial};
use rev_diagnostics::codes;
use rev_table::Table;
use rev_tests::{
    Block, Find, Page, Test, checked, compared, decided, errors, run, syntax, table, tests,
};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use walkdir::WalkDir;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("this package has a folder above it")?;
    let mut trials = Vec::new();
    let mut unformatted = 0;
    let pages = [
        ("tests/lang", Page::Tests),
        ("docs", Page::Prose),
        ("README.md", Page::Prose),
        ("CONTRIBUTING.md", Page::Prose),
    ];
    for (place, page) in pages {
        for path in files(&root.join(place), "md") {
            // The page that explains the tests to people is not one of them.
            let is_readme = path.ends_with("README.md");
            let page = if is_readme { Page::Prose } else { page };
            let name = name(root, &path);
            let read = tests(&fs::read_to_string(&path)?, page)
                .map_err(|problem| format!("{name}:{problem}"))?;
            unformatted += read
                .iter()
                .flat_map(|test| &test.blocks)
                .filter(|block| is_unformatted(block))
                .count();
            let find = looked_at(&name);
            trials.extend(read.into_iter().map(|test| trial(&name, test, find)));
        }
    }
    for page in codes::PAGES {
        let name = format!("codes/{}", page.code);
        trials.push(Trial::test(name, move || catalogue(page)));
    }
    for place in ["crates", "editors", "examples", "tests"] {
        for path in files(&root.join(place), "rev") {
            let text = fs::read_to_string(&path)?;
            // A package is a folder; here every file of the examples stands for itself.
            trials.push(trial(&name(root, &path), whole_file(text), &syntax));
        }
    }

    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    println!("{unformatted} blocks are about layout and left unformatted");
    Ok(conclusion.exit_code())
}

/// Files with this extension in a folder, or the file itself; none if it is not there.
fn files(place: &Path, extension: &str) -> Vec<PathBuf> {
    WalkDir::new(place)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.file_name() != "node_modules")
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect()
}

fn name(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    below.to_string_lossy().replace('\\', "/")
}

fn is_unformatted(block: &Block) -> bool {
    let Block::Rev { unformatted, .. } = block;
    *unformatted
}

/// A `.rev` file is a test without a heading.
fn whole_file(text: String) -> Test {
    Test {
        name: String::new(),
        blocks: vec![Block::Rev {
            line: 1,
            file: None,
            text,
            unformatted: false,
            broken: false,
        }],
    }
}

/// Every failing example gives what it announces, the code among it; every other example is sound.
fn catalogue(page: &'static rev_diagnostics::Page) -> Result<(), Failed> {
    let examples = page.examples();
    for fails in [true, false] {
        if !examples.iter().any(|example| example.fails == fails) {
            let kind = if fails { "failing" } else { "mended" };
            return Err(format!("the page of {} has no {kind} example", page.code).into());
        }
    }
    let baseline = match page.baseline() {
        Some(example) => {
            verdict(page.code, &whole_file(example.text.clone()), &checked)?;
            Some(Table::load(&table("baseline.rev", &example.text)).map_err(|it| it.to_string())?)
        }
        None => None,
    };
    let look = |texts: &[&str]| compared(baseline.as_ref(), texts);
    for (number, example) in examples.into_iter().enumerate() {
        let of_its_own = |text: &str| {
            let found = look(&[text]);
            found.iter().flatten().any(|found| found.code == page.code)
        };
        if example.fails && !of_its_own(&example.text) {
            return Err(format!("example {} does not show {}", number + 1, page.code).into());
        }
        let place = format!("{} example {}", page.code, number + 1);
        verdict(&place, &whole_file(example.text), &look)?;
    }
    Ok(())
}

/// How the tests of a page are looked at, by its folder.
fn looked_at(name: &str) -> &'static (dyn Fn(&[&str]) -> Vec<Vec<rev_tests::Finding>> + Sync) {
    match name {
        _ if name.starts_with("tests/lang/syntax/") => &syntax,
        // Tests of one check need no agent for every tool; those of the lints do.
        _ if name.starts_with("tests/lang/lints/") => &checked,
        // Here, the tests that stand in the texts are run.
        _ if name.starts_with("tests/lang/decisions/") => &decided,
        _ if name.starts_with("tests/lang/") => &errors,
        _ => &checked,
    }
}

fn trial(
    file: &str,
    test: Test,
    find: &'static (dyn Fn(&[&str]) -> Vec<Vec<rev_tests::Finding>> + Sync),
) -> Trial {
    let file = file.to_owned();
    let name = match test.name.as_str() {
        "" => file.clone(),
        heading => format!("{file}: {heading}"),
    };
    Trial::test(name, move || verdict(&file, &test, find))
}

fn verdict(file: &str, test: &Test, find: Find<'_>) -> Result<(), Failed> {
    let problems: Vec<String> = run(test, find)
        .into_iter()
        .map(|(line, what)| format!("{file}:{line}: {what}"))
        .collect();
    if problems.is_empty() {
        return Ok(());
    }
    Err(Failed::from(problems.join("\n")))
}
