//! `revc replay`: recorded runs against a policy, a line for each and a summary.

use crate::build::table_at;
use crate::failure::Failure;
use crate::options::{Expected, ReplayFormat, ReplayOptions};
use crate::session::Session;
use crate::{Outcome, progress, terminal};
use rev_eval::Verdict;
use rev_script::{Called, Replayed};
use rev_table::Table;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// So many reasons for holding are told to people.
const MOST_FREQUENT: usize = 10;

pub fn replay(options: &ReplayOptions) -> Result<Outcome, Failure> {
    let Some(table) = table_at(&options.table)? else {
        return Ok(Outcome::Findings);
    };
    // An agent that is not there is told once, and not as a fault of the first trace.
    Session::open(&table, Some(&options.agent))?;
    let mut total = 0;
    for file in &options.traces {
        // A pipe can be read only once; how much is in it nobody knows before.
        if std::fs::metadata(file).map_or(true, |it| it.is_file()) {
            total += lines(file)?.filter(is_some).count();
        }
    }
    let progress = progress::on_stderr_of("replaying", "trace", total);
    let mut summary = Summary::default();
    let mut differing = 0;
    let mut done = 0;
    for file in &options.traces {
        for (line, number) in lines(file)?.zip(1_usize..) {
            let name = file.display();
            let line = line.map_err(|error| Failure::io("read", &name.to_string(), &error))?;
            if line.trim().is_empty() {
                continue;
            }
            let no_trace = |why: String| {
                Failure::new(format!("line {number} of `{name}` is no trace: {why}"))
                    .help("a line is `{\"id\": …, \"prompt\": …, \"calls\": [{\"tool\": …, \"args\": {…}, \"result\": …}]}`")
            };
            let trace: Value =
                serde_json::from_str(&line).map_err(|error| no_trace(error.to_string()))?;
            let replayed = rev_script::replay(&table, &options.agent, &trace).map_err(no_trace)?;
            let id = trace
                .get("id")
                .cloned()
                .unwrap_or_else(|| json!(format!("{name}:{number}")));
            summary.count(&table, &replayed);
            let differs = options.expect.is_some_and(|expected| match expected {
                Expected::Allow => replayed.verdict != Verdict::Allow,
                Expected::Held => replayed.verdict == Verdict::Allow,
            });
            differing += usize::from(differs);
            done += 1;
            progress.step(done);
            let shown = match options.format {
                ReplayFormat::Json => format!("{}\n", as_json(&table, &id, &replayed)),
                ReplayFormat::Human => in_words(&table, &id, &replayed, differs),
            };
            terminal::print(&shown)?;
        }
    }
    drop(progress);
    terminal::print(&match options.format {
        ReplayFormat::Json => format!("{}\n", json!({ "summary": summary.as_json() })),
        ReplayFormat::Human => summary.in_words(options.expect.map(|_| differing)),
    })?;
    match differing {
        0 => Ok(Outcome::Fine),
        _ => Ok(Outcome::Findings),
    }
}

fn lines(file: &Path) -> Result<impl Iterator<Item = std::io::Result<String>>, Failure> {
    let open = File::open(file);
    let open = open.map_err(|error| Failure::io("read", &file.display().to_string(), &error))?;
    Ok(BufReader::new(open).lines())
}

fn is_some(line: &std::io::Result<String>) -> bool {
    line.as_ref().map_or(true, |line| !line.trim().is_empty())
}

fn as_json(table: &Table, id: &Value, replayed: &Replayed) -> Value {
    let calls: Vec<Value> = replayed
        .calls
        .iter()
        .map(|call| call_json(table, call))
        .collect();
    json!({ "id": id, "verdict": replayed.verdict, "calls": calls })
}

fn call_json(table: &Table, call: &Called) -> Value {
    let decision = &call.decision;
    let reasons = decision.reasons.iter().map(|reason| {
        let mut out = Map::new();
        out.insert("code".to_owned(), json!(reason.code(table)));
        if let Some(because) = reason.because(table) {
            out.insert("because".to_owned(), json!(because));
        }
        if reason.unknown {
            out.insert("unknown".to_owned(), json!(true));
        }
        Value::Object(out)
    });
    json!({
        "tool": call.tool,
        "verdict": decision.verdict,
        "class": decision.class_word(),
        "gate": decision.gate,
        "reasons": reasons.collect::<Vec<Value>>(),
    })
}

/// A run that was left alone is a line; of any other, each call that was not.
fn in_words(table: &Table, id: &Value, replayed: &Replayed, differs: bool) -> String {
    let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
    let mut out = format!(
        "{:<8} {}",
        word(replayed.verdict),
        rev_diagnostics::visible(&id)
    );
    if differs {
        out.push_str("   (not as expected)");
    }
    out.push('\n');
    for (call, number) in replayed.calls.iter().zip(1..) {
        if call.decision.verdict == Verdict::Allow {
            continue;
        }
        let codes = stopping(table, call).join(", ");
        let tool = rev_diagnostics::visible(&call.tool);
        let verdict = word(call.decision.verdict);
        let _ = writeln!(
            out,
            "         call {number}, {tool}: {verdict} because {codes}"
        );
    }
    out
}

/// The codes of the reasons that keep a call from going on by itself.
fn stopping(table: &Table, call: &Called) -> Vec<String> {
    let reasons = call.decision.reasons.iter();
    let stopping = reasons.filter(|reason| reason.gate.verdict() != Verdict::Allow);
    stopping.map(|reason| reason.code(table)).collect()
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allowed",
        Verdict::RequireApproval => "held",
        Verdict::Deny => "denied",
    }
}

/// How often each verdict was given.
#[derive(Clone, Copy, Debug, Default)]
struct Verdicts {
    allow: usize,
    require_approval: usize,
    deny: usize,
}

impl Verdicts {
    fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Allow => self.allow += 1,
            Verdict::RequireApproval => self.require_approval += 1,
            Verdict::Deny => self.deny += 1,
        }
    }

    fn as_json(self) -> Value {
        json!({ "allow": self.allow, "require_approval": self.require_approval, "deny": self.deny })
    }

    fn in_words(self) -> String {
        format!(
            "{} allowed, {} held, {} denied",
            self.allow, self.require_approval, self.deny
        )
    }
}

#[derive(Debug, Default)]
struct Summary {
    traces: Verdicts,
    calls: Verdicts,
    tools: BTreeMap<String, Verdicts>,
    /// Why calls were held or denied: calls by code.
    reasons: BTreeMap<String, usize>,
    /// Those of held calls alone.
    holding: BTreeMap<String, usize>,
}

impl Summary {
    fn count(&mut self, table: &Table, replayed: &Replayed) {
        self.traces.count(replayed.verdict);
        for call in &replayed.calls {
            let verdict = call.decision.verdict;
            self.calls.count(verdict);
            self.tools
                .entry(call.tool.clone())
                .or_default()
                .count(verdict);
            for code in stopping(table, call) {
                if verdict == Verdict::RequireApproval {
                    *self.holding.entry(code.clone()).or_default() += 1;
                }
                *self.reasons.entry(code).or_default() += 1;
            }
        }
    }

    fn as_json(&self) -> Value {
        let tools = self
            .tools
            .iter()
            .map(|(tool, counts)| (tool.clone(), counts.as_json()));
        json!({
            "traces": self.traces.as_json(),
            "calls": self.calls.as_json(),
            "tools": tools.collect::<Map<String, Value>>(),
            "reasons": self.reasons,
        })
    }

    fn in_words(&self, differing: Option<usize>) -> String {
        let mut out = String::from("\n");
        let _ = writeln!(out, "runs   {}", self.traces.in_words());
        let _ = writeln!(out, "calls  {}", self.calls.in_words());
        if !self.tools.is_empty() {
            out.push_str("\nby tool\n");
        }
        for (tool, counts) in &self.tools {
            let _ = writeln!(
                out,
                "  {}: {}",
                rev_diagnostics::visible(tool),
                counts.in_words()
            );
        }
        table(&mut out, "by reason", &self.reasons, usize::MAX);
        table(
            &mut out,
            "most frequent reasons for holding",
            &self.holding,
            MOST_FREQUENT,
        );
        match differing {
            None => {}
            Some(0) => out.push_str("\nall as expected\n"),
            Some(some) => {
                let _ = writeln!(out, "\n{some} not as expected");
            }
        }
        out
    }
}

/// The most frequent first, then by code.
fn table(out: &mut String, title: &str, counts: &BTreeMap<String, usize>, most: usize) {
    let mut counts: Vec<(&String, &usize)> = counts.iter().collect();
    counts.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
    if !counts.is_empty() {
        let _ = writeln!(out, "\n{title}");
    }
    for (code, count) in counts.into_iter().take(most) {
        let _ = writeln!(out, "  {count:>6}  {}", rev_diagnostics::visible(code));
    }
}
