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
        Question::Secrets => secrets(&table, agent).map(|found| {
            let lines = found.paths.iter().map(|path| {
                let label = table.labels().get(path.label as usize);
                let label = label.map_or("", |label| table.text(label.name.get()));
                format!("`{label}`: {}", path.text(&table))
            });
            let kept = quoted(&found.kept);
            let no = match found.kept.as_slice() {
                [] => "no: its tools yield nothing confidential that is to be kept".to_owned(),
                [_] => format!("no: {kept} never leaves without a person"),
                _ => format!("no: {kept} never leave without a person"),
            };
            let mut answer = listed("yes, without a person:", lines.collect(), &no, agent);
            if !found.may_leave.is_empty() {
                let free = quoted(&found.may_leave);
                answer.push_str(&format!(
                    "  not looked at, since the policy lets it leave: {free}\n"
                ));
            }
            answer
        }),
        Question::Spend => spend(&table, agent).map(|spends| {
            let lines = spends.iter().map(rev_compose::Spend::text).collect();
            let none = "nothing that is counted: the policy has no dimension";
            listed("before a person is asked:", lines, none, agent)
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

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

fn unknown(table: &Table, agent: &str) -> Failure {
    let names = table.agents().iter();
    let names: Vec<&str> = names.map(|it| table.text(it.name.get())).collect();
    Failure::new(format!("there is no agent `{agent}`"))
        .help(format!("its agents are: {}", names.join(", ")))
}
