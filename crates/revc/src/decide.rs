//! `revc decide`: one decision per line of the standard input, state carried along.

use crate::build::table_at;
use crate::failure::Failure;
use crate::options::DecideOptions;
use crate::{Outcome, terminal};
use rev_eval::{
    Call, Capability, Decision, Json, LabelSet, Origin, Origins, Outcome as Became, Run, Table,
    Verdict, Words,
};
use serde_json::{Value, json};
use std::io::BufRead;

pub fn decide(options: &DecideOptions) -> Result<Outcome, Failure> {
    let Some(table) = table_at(&options.table)? else {
        return Ok(Outcome::Findings);
    };
    let mut session = Session::open(&table, options.agent.as_deref())?;
    for (line, number) in std::io::stdin().lock().lines().zip(1..) {
        let line = line.map_err(|error| Failure::io("read", "standard input", &error))?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = session.line(&line).map_err(|why| {
            Failure::new(format!("line {number} is no call: {why}"))
                .help("a line is `{\"tool\": …, \"args\": {…}}`")
        })?;
        terminal::print(&format!("{answer}\n"))?;
    }
    Ok(Outcome::Fine)
}

/// A run with what the person has said.
pub struct Session<'t> {
    table: &'t Table,
    run: Run,
    words: Words,
}

impl<'t> Session<'t> {
    /// A run of this agent, or of the only one there is.
    pub fn open(table: &'t Table, agent: Option<&str>) -> Result<Session<'t>, Failure> {
        let names: Vec<&str> = table
            .agents()
            .iter()
            .map(|agent| table.text(agent.name.get()))
            .collect();
        let agent = match (agent, names.as_slice()) {
            (Some(agent), _) => agent,
            (None, [only]) => only,
            (None, _) => {
                return Err(Failure::new("the table has several agents, or none")
                    .help(format!("choose one with `--agent`: {}", names.join(", "))));
            }
        };
        let run = Run::open(table, agent, Capability::default()).map_err(|error| {
            Failure::new(error.to_string()).help(format!("it has {}", names.join(", ")))
        })?;
        Ok(Session {
            table,
            run,
            words: Words::default(),
        })
    }

    /// Decides the call of a line; an allowed call is then taken as done.
    pub fn line(&mut self, line: &str) -> Result<Value, String> {
        self.answered(line, |table, run, call, decision| {
            decision.to_json(table, run, call)
        })
    }

    /// Why the call of a line is decided as it is.
    pub fn explained(&mut self, line: &str) -> Result<Vec<String>, String> {
        self.answered(line, |table, run, call, decision| {
            decision.explain(table, run, call)
        })
    }

    fn answered<T>(
        &mut self,
        line: &str,
        answer: impl FnOnce(&Table, &Run, &Call<'_>, &Decision) -> T,
    ) -> Result<T, String> {
        let whole: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if let Some(prompt) = whole.get("prompt").and_then(Value::as_str) {
            self.words = Words::new(prompt);
            self.run.person_spoke();
        }
        let context = whole.get("context").and_then(Value::as_object);
        for (name, value) in context.into_iter().flatten() {
            self.run.supply(name, value.clone());
        }
        let call = Call::parse(line).map_err(|_| "it needs `tool`, once, and JSON".to_owned())?;
        let origins = self.origins(&whole)?;
        let origins = origins
            .iter()
            .map(|(name, origin)| (name.as_str(), *origin));
        let origins: Vec<(&str, Origin)> = origins.collect();
        let call = call.from(Origins(&origins));
        let decision = self.run.decide(self.table, &call);
        let answer = answer(self.table, &self.run, &call, &decision);
        match decision.verdict {
            Verdict::Allow => {
                let became = match whole.get("result") {
                    Some(result) => Became::Returned(Json::Tree(result)),
                    None => Became::Sent,
                };
                self.run.commit(self.table, &decision, became);
            }
            Verdict::Deny => self.run.commit(self.table, &decision, Became::NotSent),
            Verdict::RequireApproval => {}
        }
        Ok(answer)
    }

    /// Where each argument came from: what the line says, else what the person's words say.
    fn origins(&self, whole: &Value) -> Result<Vec<(String, Origin)>, String> {
        let mut origins = Vec::new();
        let given = whole.get("origin").and_then(Value::as_object);
        let args = whole.get("args").and_then(Value::as_object);
        for (name, value) in args.into_iter().flatten() {
            let origin = match given.and_then(|given| given.get(name)) {
                Some(given) => self.origin(given)?,
                None => Origin {
                    said: self.words.contain(value),
                    ..Origin::default()
                },
            };
            origins.push((name.clone(), origin));
        }
        Ok(origins)
    }

    fn origin(&self, given: &Value) -> Result<Origin, String> {
        let flag = |name: &str| given.get(name).and_then(Value::as_bool).unwrap_or(false);
        let labels = match given.get("labels").and_then(Value::as_array) {
            None => None,
            Some(names) => {
                let mut set = LabelSet::EMPTY;
                for name in names {
                    let name = name.as_str().unwrap_or("");
                    let mut labels = self.table.labels().iter();
                    let found = labels.find(|label| self.table.text(label.name.get()) == name);
                    let found =
                        found.ok_or_else(|| format!("there is no label {}", json!(name)))?;
                    set = set.union(self.table.label_set(found.implies.get()));
                }
                Some(set)
            }
        };
        Ok(Origin {
            said: flag("said"),
            endorsed: flag("endorsed"),
            labels,
        })
    }
}
