//! `revc explain`: the page of a code, or the list of all codes.

use crate::failure::Failure;
use crate::options::ExplainOptions;
use crate::{Outcome, page, terminal};
use rev_diagnostics::{codes, suggest};

pub fn explain(options: &ExplainOptions) -> Result<Outcome, Failure> {
    match &options.code {
        Some(code) => terminal::print(&page_of(code)?)?,
        None => terminal::print(&list())?,
    }
    Ok(Outcome::Fine)
}

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
