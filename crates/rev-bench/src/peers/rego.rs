//! Rego, by `regorus`. The arguments, what the host has counted and the tool's cap are the input; the verdict is a rule.
//!
//! Best: a package for each kind of tool, compiled once for the register machine (RVM) with an entry point each, which
//! the host chooses by the tool's name; the machine is kept from call to call; the names in the input are made
//! beforehand, and the input is built without a detour through JSON. Naive: two rules for each tool in one package,
//! interpreted, and the input converted by the library.

use crate::calls::{Asked, Verdict};
use crate::policy::{BUDGET, Kind, LETTERS, NAMES, NOTES, Policy, REFUNDS, Tool};
use ::regorus::languages::rego::compiler::Compiler;
use ::regorus::rvm::vm::RegoVM;
use ::regorus::{Engine, Rc, Value};
use serde_json::json;
use std::error::Error;
use std::fmt::Write;

/// The packages that can be called, in the order of their entry points.
const KINDS: [(Kind, &str); 6] = [
    (Kind::Get, "get"),
    (Kind::Key, "key"),
    (Kind::Refund, "refund"),
    (Kind::Send, "send"),
    (Kind::Delete, "delete"),
    (Kind::Note, "note"),
];

pub struct Best<'p> {
    policy: &'p Policy,
    machine: RegoVM,
    words: Words,
}

impl std::fmt::Debug for Best<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Best").finish_non_exhaustive()
    }
}

impl<'p> Best<'p> {
    pub fn new(policy: &'p Policy) -> Result<Best<'p>, Box<dyn Error>> {
        let mut engine = Engine::new();
        for (kind, name) in KINDS {
            engine.add_policy(format!("{name}.rego"), package(kind, name))?;
        }
        let entries: Vec<String> = KINDS
            .iter()
            .map(|(_, name)| format!("data.{name}.verdict"))
            .collect();
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
        let first: Rc<str> = entries.first().copied().unwrap_or_default().into();
        let compiled = engine.compile_with_entrypoint(&first)?;
        let mut machine = RegoVM::new();
        machine.load_program(Compiler::compile_from_policy(&compiled, &entries)?);
        Ok(Best {
            policy,
            machine,
            words: Words::default(),
        })
    }

    pub fn decide(&mut self, asked: &Asked) -> Verdict {
        let Some(tool) = self.policy.tools.get(&asked.tool) else {
            return Verdict::Deny;
        };
        let Some(entry) = KINDS.iter().position(|(kind, _)| *kind == tool.kind) else {
            return Verdict::Deny;
        };
        self.machine.set_input(self.words.input(*tool, asked));
        verdict(self.machine.execute_entry_point_by_index(entry).ok())
    }
}

pub struct Naive<'p> {
    policy: &'p Policy,
    engine: Engine,
}

impl std::fmt::Debug for Naive<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Naive").finish_non_exhaustive()
    }
}

impl<'p> Naive<'p> {
    pub fn new(policy: &'p Policy) -> Result<Naive<'p>, Box<dyn Error>> {
        let mut engine = Engine::new();
        for (kind, name) in KINDS {
            engine.add_policy(format!("{name}.rego"), package(kind, name))?;
        }
        engine.add_policy("shops.rego".to_owned(), rules_per_tool(policy))?;
        Ok(Naive { policy, engine })
    }

    pub fn decide(&mut self, asked: &Asked) -> Verdict {
        let tool = self.policy.tools.get(&asked.tool);
        let used = tool.map_or_else(Default::default, |tool| asked.run.of(tool.number));
        let run = &asked.run;
        let input = json!({
            "tool": asked.tool, "args": asked.args,
            "run": {
                "secret": run.secret, "external": run.external, "said": asked.said,
                "calls": used.calls, "spent": used.spent, "spent_in_all": run.spent,
            },
            "cap": tool.map(|tool| tool.cap),
        });
        self.engine.set_input(input.into());
        verdict(self.engine.eval_rule("data.shops.verdict".to_owned()).ok())
    }
}

fn verdict(value: Option<Value>) -> Verdict {
    match value {
        Some(Value::String(word)) if &*word == "allow" => Verdict::Allow,
        Some(Value::String(word)) if &*word == "hold" => Verdict::Hold,
        _ => Verdict::Deny,
    }
}

/// Names of the input, made once.
#[derive(Debug)]
struct Words {
    args: Value,
    run: Value,
    cap: Value,
    secret: Value,
    external: Value,
    said: Value,
    calls: Value,
    spent: Value,
    spent_in_all: Value,
}

impl Default for Words {
    fn default() -> Words {
        Words {
            args: "args".into(),
            run: "run".into(),
            cap: "cap".into(),
            secret: "secret".into(),
            external: "external".into(),
            said: "said".into(),
            calls: "calls".into(),
            spent: "spent".into(),
            spent_in_all: "spent_in_all".into(),
        }
    }
}

impl Words {
    fn input(&self, tool: Tool, asked: &Asked) -> Value {
        let (used, run) = (asked.run.of(tool.number), &asked.run);
        let counted = record([
            (self.secret.clone(), run.secret.into()),
            (self.external.clone(), run.external.into()),
            (self.said.clone(), asked.said.into()),
            (self.calls.clone(), used.calls.into()),
            (self.spent.clone(), used.spent.into()),
            (self.spent_in_all.clone(), run.spent.into()),
        ]);
        record([
            (self.args.clone(), converted(&asked.args)),
            (self.run.clone(), counted),
            (self.cap.clone(), tool.cap.into()),
        ])
    }
}

fn record<const N: usize>(entries: [(Value, Value); N]) -> Value {
    let entries: std::collections::BTreeMap<Value, Value> = entries.into();
    entries.into()
}

fn converted(value: &serde_json::Value) -> Value {
    match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(it) => (*it).into(),
        serde_json::Value::Number(it) => match it.as_i64() {
            Some(it) => it.into(),
            None => it.as_f64().map_or(Value::Undefined, Value::from),
        },
        serde_json::Value::String(it) => it.as_str().into(),
        serde_json::Value::Array(items) => items.iter().map(converted).collect::<Vec<_>>().into(),
        serde_json::Value::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(name, value)| (name.as_str().into(), converted(value)));
            entries
                .collect::<std::collections::BTreeMap<Value, Value>>()
                .into()
        }
    }
}

fn package(kind: Kind, name: &str) -> String {
    let (fits, held) = conditions(kind);
    let mut text = format!(
        "package {name}\n\ndefault verdict := \"deny\"\n\nverdict := \"hold\" if {{ fits; held }}\nelse := \"allow\" if fits\n\n"
    );
    for fits in fits {
        let _ = writeln!(text, "fits if {{ {fits} }}");
    }
    text.push_str("default held := false\n");
    for held in held {
        let _ = writeln!(text, "held if {{ {held} }}");
    }
    text
}

/// One way of several must hold, for each.
fn conditions(kind: Kind) -> (Vec<String>, Vec<String>) {
    let list = |ways: &[&str]| ways.iter().map(|way| (*way).to_owned()).collect();
    let order = "is_string(input.args.order); startswith(input.args.order, \"ord_\")";
    match kind {
        Kind::Get => (
            vec![
                format!("count(input.args) == 1; {order}"),
                format!("count(input.args) == 2; {order}; is_number(input.args.page)"),
            ],
            Vec::new(),
        ),
        Kind::Key => (
            list(&["count(input.args) == 1; input.args.name in {\"signing\", \"payment\"}"]),
            Vec::new(),
        ),
        Kind::Refund => (
            vec![format!(
                "count(input.args) == 3; {order}; is_number(input.args.amount); input.args.amount >= 0; input.args.amount <= input.cap; input.args.reason in {{\"damaged\", \"late\", \"other\"}}"
            )],
            vec![
                "not input.run.said".to_owned(),
                format!("input.run.calls + 1 > {REFUNDS}"),
                "input.run.spent + input.args.amount > 2 * input.cap".to_owned(),
                format!("input.run.spent_in_all + input.args.amount > {BUDGET}"),
            ],
        ),
        Kind::Send => (
            vec![
                format!("count(input.args) == 3; {LETTER}"),
                format!("count(input.args) == 4; {LETTER}; {TAGS}"),
                format!("count(input.args) == 4; {LETTER}; is_boolean(input.args.urgent)"),
                format!("count(input.args) == 5; {LETTER}; {TAGS}; is_boolean(input.args.urgent)"),
            ],
            vec![
                "input.run.secret".to_owned(),
                "input.run.external; not input.run.said".to_owned(),
                "not endswith(input.args.to, \"@example.com\")".to_owned(),
                format!("input.run.calls + 1 > {LETTERS}"),
            ],
        ),
        Kind::Delete => (
            vec![format!("count(input.args) == 1; {order}")],
            list(&["true"]),
        ),
        Kind::Note => (
            vec![format!(
                "count(input.args) == 2; {order}; is_string(input.args.text)"
            )],
            vec![format!("input.run.calls + 1 > {NOTES}")],
        ),
        Kind::Grant | Kind::Undo => (Vec::new(), Vec::new()),
    }
}

const LETTER: &str = "is_string(input.args.to); contains(input.args.to, \"@\"); is_string(input.args.subject); is_string(input.args.body)";
const TAGS: &str = "is_array(input.args.tags); every tag in input.args.tags { is_string(tag) }";

fn rules_per_tool(policy: &Policy) -> String {
    let mut text = String::from("package shops\n\ndefault verdict := \"deny\"\n\n");
    for shop in 0..policy.shops {
        for (name, kind) in NAMES {
            if matches!(kind, Kind::Grant | Kind::Undo) {
                continue;
            }
            let _ = writeln!(
                text,
                "verdict := \"hold\" if {{ input.tool == \"shop_{shop}.{name}\"; data.{name}.verdict == \"hold\" }}\n\
                 verdict := \"allow\" if {{ input.tool == \"shop_{shop}.{name}\"; data.{name}.verdict == \"allow\" }}"
            );
        }
    }
    text
}
