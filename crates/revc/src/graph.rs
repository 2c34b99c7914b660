//! `revc graph`: a package as a picture, with what its tools can do together.

use crate::failure::Failure;
use crate::options::{GraphFormat, GraphOptions};
use crate::{Outcome, build, terminal, write};

pub fn graph(options: &GraphOptions) -> Result<Outcome, Failure> {
    let loaded = build::whole(&options.paths)?;
    // Tools that leak together are what somebody wants to look at.
    let Some(table) = build::table_of(&loaded)? else {
        return Ok(Outcome::Findings);
    };
    let graph = rev_graph::graph(&table);
    if graph.is_empty() {
        return Err(
            Failure::new("there is nothing to show: no tool, agent, label or boundary")
                .help("give a folder with a policy that declares some"),
        );
    }
    let text = match options.format {
        GraphFormat::Svg => rev_graph::svg(&graph),
        GraphFormat::Dot => rev_graph::dot(&graph),
        GraphFormat::Html => rev_graph::html(&graph),
    };
    match &options.output {
        Some(file) => write::create(file, text.as_bytes())?,
        None => terminal::print(&text)?,
    }
    Ok(Outcome::Fine)
}
