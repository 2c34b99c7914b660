//! `revc ask`: a reviewer's questions about one agent, answered in plain words.

use crate::failure::Failure;
use crate::options::{AskOptions, Question};
use crate::{Outcome, build, terminal};
use rev_compose::{irreversible, secrets, spend};
use rev_table::Table;

pub fn ask(options: &AskOptions) -> Result<Outcome, Failure> {
    let loaded = build::whole(std::slice::from_ref(&options.path))?;
    let Some(table) = build::table_of(&loaded)? else {
        return Ok(Outcome::Findings);
    };
    let agent = options.agent.as_str();
    let answer = match options.question {
        Question::Secrets => secrets(&table, agent).map(|paths| {
            let lines = paths.iter().map(|path| {
                let label = table.labels().get(path.label as usize);
                let label = label.map_or("", |label| table.text(label.name.get()));
                format!("`{label}`: {}", path.text(&table))
            });
            let no = "no: nothing confidential leaves without a person";
            listed("yes, without a person:", lines.collect(), no, agent)
        }),
        Question::Spend => spend(&table, agent).map(|spends| {
            let lines = spends.iter().map(rev_compose::Spend::text).collect();
            listed("before a person is asked:", lines, "nothing", agent)
        }),
        Question::Irreversible => irreversible(&table, agent).map(|calls| {
            let lines = calls.iter().map(rev_compose::Irreversible::text).collect();
            let none = "none: every call can be taken back";
            listed("can never be taken back:", lines, none, agent)
        }),
    };
    match answer {
        Some(answer) => terminal::print(&answer).map(|()| Outcome::Fine),
        None => Err(unknown(&table, agent)),
    }
}

fn listed(title: &str, lines: Vec<String>, nothing: &str, agent: &str) -> String {
    if lines.is_empty() {
        return format!("{agent}: {nothing}\n");
    }
    let mut answer = format!("{agent}: {title}\n");
    for line in lines {
        answer.push_str(&format!("  {line}\n"));
    }
    answer
}

fn unknown(table: &Table, agent: &str) -> Failure {
    let names = table.agents().iter();
    let names: Vec<&str> = names.map(|it| table.text(it.name.get())).collect();
    Failure::new(format!("there is no agent `{agent}`"))
        .help(format!("its agents are: {}", names.join(", ")))
}
