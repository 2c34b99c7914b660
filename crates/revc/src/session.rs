//! A run, line by line: each call is decided after those before it, and what goes out is counted.

use crate::failure::Failure;
use crate::line::{self, Became, Line};
use rev_eval::{Call, Capability, Decision, Json, Origins, Outcome, Run, Verdict};
use rev_origin::{Traced, Tracker};
use rev_table::Table;
use serde_json::Value;

/// A run with what the person has said, and what its calls returned.
pub struct Session<'t> {
    table: &'t Table,
    run: Run,
    tracker: Tracker,
    /// The last line whose call was held, and where its arguments came from.
    held: Option<(String, Traced)>,
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
            (None, []) => {
                return Err(
                    Failure::new("the table has no agent, so nobody may call anything")
                        .help("declare one: `agent NAME { may …; up_to … }`"),
                );
            }
            (None, _) => {
                return Err(Failure::new("the table has several agents")
                    .help(format!("choose one with `--agent`: {}", names.join(", "))));
            }
        };
        let run = Run::open(table, agent, Capability::default()).map_err(|error| {
            Failure::new(error.to_string()).help(match names.is_empty() {
                true => "it has none".to_owned(),
                false => format!("it has {}", names.join(", ")),
            })
        })?;
        Ok(Session {
            table,
            run,
            tracker: Tracker::new(),
            held: None,
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
            rev_explain::explain(decision, table, run, call)
        })
    }

    fn answered<T>(
        &mut self,
        line: &str,
        answer: impl FnOnce(&Table, &Run, &Call<'_>, &Decision) -> T,
    ) -> Result<T, String> {
        if is_approval(line) {
            let (held, origins) = self.held.take().ok_or("no call is held that could go on")?;
            let read = line::read(self.table, &held)?;
            return Ok(self.judged(&held, &read, origins, true, answer));
        }
        let mut read = line::read(self.table, line)?;
        if let Some(prompt) = &read.prompt {
            self.tracker.person_said(prompt);
            self.run.person_spoke();
        }
        for (name, value) in std::mem::take(&mut read.context) {
            self.run.supply(&name, value);
        }
        let origins = self.origins(&read);
        Ok(self.judged(line, &read, origins, false, answer))
    }

    /// Decides, answers, and counts what goes out.
    fn judged<T>(
        &mut self,
        line: &str,
        read: &Line<'_>,
        traced: Traced,
        approved: bool,
        answer: impl FnOnce(&Table, &Run, &Call<'_>, &Decision) -> T,
    ) -> T {
        let named = traced.origins();
        let call = read.call.clone().from(Origins(&named));
        let decision = match (read.recovery, &read.reads) {
            (Some(approval), _) => self.run.decide_recovery(self.table, &call, approval),
            (None, Some(reads)) => {
                rev_script::decide(self.table, &self.run, &call, 0, |tool| reads.get(tool))
            }
            (None, None) => self.run.decide(self.table, &call),
        };
        let answer = answer(self.table, &self.run, &call, &decision);
        let became = match &read.became {
            Became::Sent => Outcome::Sent,
            Became::Returned(result) => Outcome::Returned(Json::Tree(result)),
            Became::Failed => Outcome::Failed,
            Became::NotSent => Outcome::NotSent,
        };
        let goes_out = match decision.verdict {
            Verdict::Allow => true,
            Verdict::RequireApproval => approved,
            Verdict::Deny => false,
        };
        match decision.verdict {
            _ if goes_out => self.run.commit(self.table, &decision, became),
            Verdict::Deny => self.run.commit(self.table, &decision, Outcome::NotSent),
            _ => {}
        }
        if let (Became::Returned(result), true) = (&read.became, goes_out) {
            let result = Json::Tree(result);
            let labels = self
                .tracker
                .returned(self.table, &decision, &traced, result);
            self.run.label(self.table, labels);
        }
        if decision.verdict == Verdict::RequireApproval && !goes_out {
            self.held = Some((line.to_owned(), traced));
        }
        answer
    }

    /// Where each argument came from: what the line says, else what the run was told.
    fn origins(&self, read: &Line<'_>) -> Traced {
        let mut traced = self.tracker.trace(self.table, &self.run, &read.call);
        for (name, origin) in &read.origin {
            traced.supply(&self.run, name, *origin);
        }
        traced
    }
}

/// `{"approve": true}`: the last held call goes on.
fn is_approval(line: &str) -> bool {
    let Ok(whole) = Json::parse(line) else {
        return false;
    };
    let alone = whole.entries().count() == 1;
    alone && whole.get("approve").and_then(Json::bool) == Some(true)
}
