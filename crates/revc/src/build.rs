//! `revc build`: the decision table of a package.

use crate::check;
use crate::failure::Failure;
use crate::load::{self, Loaded, LoadedPackage, Overlay};
use crate::options::{BuildOptions, Emit};
use crate::{Outcome, report, terminal, write};
use rev_diagnostics::Severity;
use rev_lower::Lowered;
use rev_table::Table;
use std::path::{Path, PathBuf};

pub fn build(options: &BuildOptions) -> Result<Outcome, Failure> {
    let loaded = whole(&options.paths)?;
    let Some(Lowered { bytes, table, .. }) = compile(&loaded)? else {
        return Ok(Outcome::Findings);
    };
    let view = match options.emit {
        Emit::Table => None,
        Emit::Json => Some(format!("{:#}\n", rev_table::json(&table))),
        Emit::Text => Some(rev_table::text(&table)),
    };
    match (&options.output, view) {
        (None, Some(view)) => return terminal::print(&view).map(|()| Outcome::Fine),
        (None, None) => {
            return Err(Failure::new("a table is not for the terminal")
                .help("say where to write it: `revc build -o policy.revt`")
                .help("or look at it: `revc build --emit text`"));
        }
        (Some(file), Some(view)) => write::create(file, view.as_bytes())?,
        (Some(file), None) => write::create(file, &bytes)?,
    }
    terminal::print(&format!("{}\n", table.hash()))?;
    Ok(Outcome::Fine)
}

/// Reads a package; what cannot be read in part has no table.
pub fn whole(paths: &[PathBuf]) -> Result<Loaded, Failure> {
    let mut loaded = load::load(paths, &Overlay::new());
    match loaded.failures.is_empty() {
        true => Ok(loaded),
        false => Err(loaded.failures.remove(0)),
    }
}

/// The table of the one package that was given; `None` if it has errors, which are printed.
pub fn compile(loaded: &Loaded) -> Result<Option<Lowered>, Failure> {
    let Some(lowered) = lowered(loaded)? else {
        return Ok(None);
    };
    let package = only(loaded)?;
    // A table whose tools leak together, or whose invariants are not shown, is not for anybody's use.
    let mut told = rev_compose::compose(&loaded.db, package.input, &lowered.table);
    told.retain(|finding| finding.severity == Severity::Error);
    if told.is_empty() {
        return Ok(Some(lowered));
    }
    let told = check::in_package(package, told);
    terminal::print(&report::human(&told, &loaded.sources()))?;
    Ok(None)
}

/// The same, whatever its tools can do together: for whoever asks just that.
pub fn table_of(loaded: &Loaded) -> Result<Option<Table>, Failure> {
    Ok(lowered(loaded)?.map(|lowered| lowered.table))
}

fn lowered(loaded: &Loaded) -> Result<Option<Lowered>, Failure> {
    let mut found = check::without_tables(loaded);
    found.retain(|finding| finding.severity == Severity::Error);
    let package = only(loaded)?;
    if found.is_empty() {
        match rev_lower::lower(&loaded.db, package.input) {
            Ok(lowered) => return Ok(Some(lowered)),
            // Its files are those of the package.
            Err(errors) => found = check::in_package(package, errors),
        }
    }
    terminal::print(&report::human(&found, &loaded.sources()))?;
    Ok(None)
}

/// The one package that was given.
pub fn only(loaded: &Loaded) -> Result<&LoadedPackage, Failure> {
    match loaded.packages.as_slice() {
        [only] => Ok(only),
        [] => Err(Failure::new("there is no policy here").help("give a folder with `.rev` files")),
        _ => Err(
            Failure::new("a table is made of one package, and these are several")
                .help("build them one by one, or let one depend on the others in its `rev.toml`"),
        ),
    }
}

/// A table from a file, or built from the package at a path.
pub fn table_at(path: &PathBuf) -> Result<Option<Table>, Failure> {
    if is_policy(path) {
        let lowered = compile(&whole(std::slice::from_ref(path))?)?;
        return Ok(lowered.map(|lowered| lowered.table));
    }
    loaded(path).map(Some)
}

/// One side of a comparison: the same, whatever its tools can do together. What is wrong with it is told by `check`.
pub fn baseline(path: &PathBuf) -> Result<Table, Failure> {
    if !is_policy(path) {
        return loaded(path);
    }
    let package = whole(std::slice::from_ref(path))?;
    let input = only(&package)?.input;
    let wrong = check::without_tables(&package);
    let sound = !wrong.iter().any(|it| it.severity == Severity::Error);
    let lowered = sound.then(|| rev_lower::lower(&package.db, input).ok());
    let table = lowered.flatten().map(|lowered| lowered.table);
    table.ok_or_else(|| {
        let shown = path.display();
        Failure::new(format!(
            "`{shown}` has errors, so there is nothing to compare"
        ))
        .help(format!("`revc check {shown}` tells them"))
    })
}

fn is_policy(path: &Path) -> bool {
    let written = |it: &std::ffi::OsStr| it == "rev" || it == "toml";
    path.is_dir() || path.extension().is_some_and(written)
}

fn loaded(path: &Path) -> Result<Table, Failure> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| Failure::io("read", &name, &error))?;
    let table = Table::load(&bytes);
    let failure = |error: rev_table::LoadError| {
        Failure::new(format!("cannot use `{}`: {error}", path.display()))
    };
    table.map_err(failure)
}
