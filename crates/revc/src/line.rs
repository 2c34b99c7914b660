//! A line of calls: a JSON object with a call and what the host knows of it. It is read whole before anything is changed,
//! so that a line with a mistake leaves a run as it was.

use rev_eval::{Call, Gate, Json, LabelSet, Origin, Shape};
use rev_table::Table;
use serde_json::{Map, Value};

/// What a line says besides its call.
pub struct Line<'a> {
    pub call: Call<'a>,
    pub prompt: Option<String>,
    pub context: Map<String, Value>,
    /// Where arguments came from, by name.
    pub origin: Vec<(String, Origin)>,
    /// What the reads that assumptions are checked by return, if they are made.
    pub reads: Option<Map<String, Value>>,
    pub became: Became,
    /// A recovery, under this approval.
    pub recovery: Option<Gate>,
}

/// What becomes of the call if it goes out.
pub enum Became {
    Sent,
    Returned(Value),
    Failed,
    NotSent,
}

/// Reads a line. Entries that mean nothing here are let pass: leaving one out never makes a decision weaker.
pub fn read<'a>(table: &Table, line: &'a str) -> Result<Line<'a>, String> {
    let whole = Json::parse(line).map_err(|_| "this is not JSON".to_owned())?;
    if whole.shape() != Shape::Record {
        return Err("a call is a JSON object".to_owned());
    }
    let call = Call::parse(line)
        .map_err(|_| "a call needs `tool`, a text, and every entry once".to_owned())?;
    let mut read = Line {
        call,
        prompt: None,
        context: Map::new(),
        origin: Vec::new(),
        reads: None,
        became: Became::Sent,
        recovery: None,
    };
    let mut seen: Vec<String> = Vec::new();
    for entry in whole.entries() {
        let (name, value) = entry.map_err(|_| "this is not JSON".to_owned())?;
        if seen.iter().any(|before| *before == *name) {
            return Err(format!("`{name}` is given twice"));
        }
        seen.push(name.to_string());
        match &*name {
            "tool" | "args" => {}
            "prompt" => read.prompt = Some(text(value, &name)?),
            "context" => read.context = record(value, &name)?,
            "origin" => read.origin = origins(table, value)?,
            "reads" => read.reads = Some(record(value, &name)?),
            "result" => read.became = Became::Returned(tree(value, &name)?),
            "outcome" => read.became = outcome(&text(value, &name)?)?,
            "recovery" => read.recovery = Some(approval(&text(value, &name)?)?),
            _ => {}
        }
    }
    Ok(read)
}

fn tree(value: Json<'_>, name: &str) -> Result<Value, String> {
    let told = || format!("`{name}` has a number or a key that cannot be kept as it is");
    value.to_tree().ok_or_else(told)
}

fn text(value: Json<'_>, name: &str) -> Result<String, String> {
    let found = match value.shape() {
        Shape::Text => value.text(),
        _ => None,
    };
    found
        .map(|text| text.into_owned())
        .ok_or_else(|| format!("`{name}` is a text"))
}

fn record(value: Json<'_>, name: &str) -> Result<Map<String, Value>, String> {
    match tree(value, name)? {
        Value::Object(entries) => Ok(entries),
        _ => Err(format!("`{name}` is an object")),
    }
}

fn outcome(word: &str) -> Result<Became, String> {
    match word {
        "sent" => Ok(Became::Sent),
        "failed" => Ok(Became::Failed),
        "not_sent" => Ok(Became::NotSent),
        _ => Err(
            "`outcome` is `sent`, `failed` or `not_sent`; what was returned is `result`".to_owned(),
        ),
    }
}

fn approval(word: &str) -> Result<Gate, String> {
    let approvers = match word {
        "auto" => 0,
        "human" => 1,
        "dual_control" => 2,
        _ => return Err("`recovery` is `auto`, `human` or `dual_control`".to_owned()),
    };
    Ok(Gate {
        approvers,
        ..Gate::AUTO
    })
}

/// `{"to": {"said": true, "endorsed": false, "labels": ["pii"]}}`
fn origins(table: &Table, value: Json<'_>) -> Result<Vec<(String, Origin)>, String> {
    let mut origins = Vec::new();
    for (name, given) in record(value, "origin")? {
        let Value::Object(given) = given else {
            return Err(format!("the `origin` of `{name}` is an object"));
        };
        let mut origin = Origin::default();
        for (word, value) in given {
            match (word.as_str(), value) {
                ("said", Value::Bool(said)) => origin.said = said,
                ("endorsed", Value::Bool(endorsed)) => origin.endorsed = endorsed,
                ("labels", Value::Array(names)) => origin.labels = Some(labels(table, &names)?),
                _ => {
                    return Err(format!(
                        "`{word}` of `{name}`: an `origin` has `said` and `endorsed`, true or false, and a list of `labels`"
                    ));
                }
            }
        }
        origins.push((name, origin));
    }
    Ok(origins)
}

/// Labels with all that they imply.
fn labels(table: &Table, names: &[Value]) -> Result<LabelSet, String> {
    let mut set = LabelSet::EMPTY;
    for name in names {
        let mut known = table.labels().iter();
        let found = known.find(|label| Some(table.text(label.name.get())) == name.as_str());
        let found = found.ok_or_else(|| format!("there is no label {name}"))?;
        set = set.union(table.label_set(found.implies.get()));
    }
    Ok(set)
}
