//! What happens in a run, by chance: calls with right and wrong arguments, where they came from, what became of them, and
//! what the host tells.

use crate::dice::Dice;
use crate::package::Package;
use crate::tool::{Optional, Tool};
use crate::words::{LABELS, Word, anything};
use serde_json::{Map, Value as Json, json};

/// One step of a run.
#[derive(Clone, Debug)]
pub enum Step {
    Call(Told),
    /// The host supplies a value of `context`.
    Supply(&'static str, Json),
    /// The host knows the run to carry a label.
    Label(&'static str),
    /// The person speaks.
    Spoke,
}

/// A call, and what becomes of it.
#[derive(Clone, Debug)]
pub struct Told {
    pub tool: String,
    pub args: Json,
    /// Name, said, endorsed, labels.
    pub origins: Vec<(String, bool, bool, Option<Vec<&'static str>>)>,
    /// A recovery, with so many approvers.
    pub recovery: Option<u32>,
    /// A person approves it if it is held.
    pub approved: bool,
    pub outcome: Became,
}

/// What becomes of a call.
#[derive(Clone, Debug)]
pub enum Became {
    Sent,
    Returned(Json),
    Failed,
    NotSent,
}

impl Step {
    /// Any step.
    pub fn roll(dice: &mut Dice, package: &Package) -> Step {
        match dice.below(40) {
            0 | 1 => Step::Spoke,
            2 => Step::Label(dice.one(LABELS)),
            3..6 => supply(dice),
            _ => Step::Call(Told::roll(dice, package)),
        }
    }
}

fn supply(dice: &mut Dice) -> Step {
    let (name, values): (&'static str, Vec<Json>) = match dice.below(6) {
        0 => (
            "env",
            vec![json!("prod"), json!("dev"), json!("other"), json!(1)],
        ),
        1 => ("tenant", vec![json!("hello"), json!("x"), json!("t1")]),
        2 => ("level", vec![json!(1), json!(2), json!(5), json!("5")]),
        3 => ("safe", vec![json!(true), json!(false), json!("yes")]),
        4 => ("home", vec![json!("/home/u"), json!("/root")]),
        _ => ("cwd", vec![json!("/srv/app"), json!("~/.ssh")]),
    };
    Step::Supply(name, dice.one(&values))
}

impl Told {
    /// A call of which nobody knows where its arguments came from. It is sent, if need be after an approval.
    pub fn new(tool: &str, args: Json) -> Told {
        Told {
            tool: tool.to_owned(),
            args,
            origins: Vec::new(),
            recovery: None,
            approved: true,
            outcome: Became::Sent,
        }
    }

    pub fn roll(dice: &mut Dice, package: &Package) -> Told {
        let tool = package.tools.get(dice.below(package.tools.len()));
        let tool = tool.cloned().unwrap_or_default();
        let odd = dice.percent(3);
        let name = match (odd, &tool.wire) {
            (true, _) => dice
                .one(&["nothing", "shop", "shop.buy.more", "Look", ""])
                .to_owned(),
            (false, Some(wire)) if !dice.percent(5) => wire.clone(),
            _ => concrete(dice, &tool.name),
        };
        let args = arguments(dice, &tool, package, &name);
        let names: Vec<String> = args
            .as_object()
            .map(|it| it.keys().cloned().collect())
            .unwrap_or_default();
        let mut origins = Vec::new();
        let all_said = dice.percent(30);
        for name in names {
            if all_said || dice.percent(50) {
                let labels = dice.percent(30).then(|| dice.some(LABELS, 30));
                origins.push((name, all_said || dice.percent(50), dice.percent(30), labels));
            }
        }
        let recovery = match tool.recovers {
            true if dice.percent(70) => Some(u32::try_from(dice.below(3)).unwrap_or(0)),
            _ => None,
        };
        Told {
            tool: name,
            args,
            origins,
            recovery,
            approved: dice.percent(60),
            outcome: became(dice),
        }
    }
}

/// A name that a glob means.
fn concrete(dice: &mut Dice, name: &str) -> String {
    let star = dice.one(&["fetch", "put", "page.fetch", "page.x"]);
    name.replace('*', star)
}

fn arguments(dice: &mut Dice, tool: &Tool, package: &Package, name: &str) -> Json {
    if dice.percent(1) {
        return json!([1]);
    }
    // A call that several globs mean has the arguments of all.
    let mut fields: Vec<(&'static str, Optional)> = tool.args.clone();
    if tool.name.contains('*') && dice.percent(90) {
        let others = package.tools.iter().filter(|other| {
            other.name.contains('*') && rev_analysis::glob::matches(&other.name, name)
        });
        fields.extend(others.flat_map(|other| other.args.iter().copied()));
    }
    let mut args = Map::new();
    for (field, optional) in fields {
        let left_out = match optional {
            Optional::Key => dice.percent(40),
            _ => dice.percent(1),
        };
        if left_out || args.contains_key(field) {
            continue;
        }
        let null = match optional {
            Optional::No => false,
            Optional::Key | Optional::Value => dice.percent(20),
        };
        let wrong = dice.percent(2);
        let value = match Word::named(field) {
            Some(word) if !null => word.value(dice, wrong),
            _ => Json::Null,
        };
        args.insert(field.to_owned(), value);
    }
    if dice.percent(if tool.open { 50 } else { 2 }) {
        args.insert("extra".to_owned(), anything(dice));
    }
    Json::Object(args)
}

fn became(dice: &mut Dice) -> Became {
    match dice.below(10) {
        0 => Became::NotSent,
        1 => Became::Failed,
        2..5 => Became::Sent,
        _ => {
            let results = [
                json!({"x": "1"}),
                json!({"x": "1", "note": "n"}),
                json!({"x": "1", "note": null, "n": 3}),
                json!({"x": "1", "other": 1}),
                json!({"x": 5}),
                json!({"x": "1", "n": "three"}),
                json!("{\"x\": \"1\", \"note\": \"t\"}"),
                json!("{\"x\": \"1\"}"),
                json!("text"),
                json!([]),
                Json::Null,
            ];
            Became::Returned(dice.one(&results))
        }
    }
}
