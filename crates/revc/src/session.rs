//! A run, line by line: each call is decided after those before it, and what goes out is counted.

use crate::failure::Failure;
use crate::line::{self, Became, Line};
use rev_eval::{Call, Capability, Decision, Json, Origin, Origins, Outcome, Run, Verdict, Words};
use rev_table::Table;
use rev_table::Type;
use serde_json::Value;

/// A run with what the person has said.
pub struct Session<'t> {
    table: &'t Table,
    run: Run,
    words: Words,
    /// The last line whose call was held, and where its arguments came from.
    held: Option<(String, Vec<(String, Origin)>)>,
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
            words: Words::default(),
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
            self.words = Words::new(prompt);
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
        origins: Vec<(String, Origin)>,
        approved: bool,
        answer: impl FnOnce(&Table, &Run, &Call<'_>, &Decision) -> T,
    ) -> T {
        let named: Vec<(&str, Origin)> = origins
            .iter()
            .map(|(name, origin)| (name.as_str(), *origin))
            .collect();
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
        match decision.verdict {
            Verdict::Allow => self.run.commit(self.table, &decision, became),
            Verdict::RequireApproval if approved => self.run.commit(self.table, &decision, became),
            Verdict::RequireApproval => self.held = Some((line.to_owned(), origins)),
            Verdict::Deny => self.run.commit(self.table, &decision, Outcome::NotSent),
        }
        answer
    }

    /// Where each argument came from: what the line says, else what the person's words say.
    fn origins(&self, read: &Line<'_>) -> Vec<(String, Origin)> {
        let mut origins = read.origin.clone();
        for entry in read.call.args.entries() {
            let Ok((name, value)) = entry else { break };
            if origins.iter().any(|(given, _)| *given == *name) {
                continue;
            }
            let said = value.to_tree().is_some_and(|value| match &value {
                Value::String(digits) if self.is_amount(&read.call.tool, &name) => {
                    self.words.contain_amount(digits)
                }
                value => self.words.contain(value),
            });
            let origin = Origin {
                said,
                ..Origin::default()
            };
            origins.push((name.into_owned(), origin));
        }
        origins
    }

    /// Whether an argument is an amount or a decimal, which may come as text.
    fn is_amount(&self, tool: &str, argument: &str) -> bool {
        let table = self.table;
        let fields = table
            .exact(tool)
            .and_then(|(_, tool)| table.ty(tool.args.get()));
        let Some(Type::Record { first, len, .. }) = fields else {
            return false;
        };
        let mut fields = table.fields(first, len).iter();
        let found = fields.find(|field| table.text(field.name.get()) == argument);
        let mut ty = found.and_then(|field| table.ty(field.ty.get()));
        if let Some(Type::Optional(inner)) = ty {
            ty = table.ty(inner);
        }
        matches!(ty, Some(Type::Quantity { .. } | Type::Decimal))
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
