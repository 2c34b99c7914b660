//! `revc explain`: the page of a code, or the list of all codes.

use crate::build::table_at;
use crate::failure::Failure;
use crate::load::STDIN;
use crate::options::ExplainOptions;
use crate::session::Session;
use crate::{Outcome, page, terminal};
use rev_diagnostics::{codes, suggest};
use std::path::Path;

pub fn explain(options: &ExplainOptions) -> Result<Outcome, Failure> {
    if let Some(file) = &options.call {
        return call(file, options);
    }
    match &options.code {
        Some(code) => terminal::print(&page_of(code)?)?,
        None => terminal::print(&list())?,
    }
    Ok(Outcome::Fine)
}

/// Why a call is decided as it is: the last of a file's lines, after those before it.
fn call(file: &Path, options: &ExplainOptions) -> Result<Outcome, Failure> {
    let Some(table) = table_at(&options.table)? else {
        return Ok(Outcome::Findings);
    };
    let name = file.display().to_string();
    let read = match file == Path::new(STDIN) {
        true => std::io::read_to_string(std::io::stdin()),
        false => std::fs::read_to_string(file),
    };
    let text = read.map_err(|error| Failure::io("read", &name, &error))?;
    let mut session = Session::open(&table, options.agent.as_deref())?;
    // A file may hold one call over several lines, or a call on each.
    let calls: Vec<&str> = match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(_) => vec![text.as_str()],
        Err(_) => text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect(),
    };
    let Some((last, before)) = calls.split_last() else {
        return Err(Failure::new(format!("`{name}` has no call")).help(SHAPE));
    };
    let wrong = |why: String| Failure::new(format!("`{name}` has no call: {why}")).help(SHAPE);
    for line in before {
        session.line(line).map_err(wrong)?;
    }
    let lines = session.explained(last).map_err(wrong)?;
    terminal::print(&rev_diagnostics::visible(&format!(
        "{}\n",
        lines.join("\n")
    )))?;
    Ok(Outcome::Fine)
}

/// What a call looks like.
const SHAPE: &str = "a call is `{\"tool\": …, \"args\": {…}}`";

fn page_of(code: &str) -> Result<String, Failure> {
    let wanted = code.to_uppercase();
    if let Some(found) = rev_diagnostics::page(&wanted) {
        return Ok(page::plain(found.text(), terminal::width()));
    }
    let failure = Failure::new(format!("there is no code `{code}`"));
    let codes = codes::PAGES.iter().map(|page| page.code);
    Err(match suggest::nearest(&wanted, codes) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help("`revc explain` lists all codes"),
    })
}

fn list() -> String {
    codes::PAGES
        .iter()
        .map(|page| format!("{}  {}\n", page.code, page.title))
        .collect()
}
