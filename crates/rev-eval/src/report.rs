//! A decision in words and as JSON: the same fields wherever it is shown. No text that a model wrote frames anything here;
//! argument values stand in it as quoted data.

use crate::call::Call;
use crate::decision::{Debit, Decision, Reason};
use crate::plan::{Bound, Plan, plan, word_of};
use crate::run::Run;
use rev_json::Number;
use rev_table::Verdict;
use rev_table::{Table, duration};
use rev_value::canonical;
use serde_json::{Map, Value, json};

impl Decision {
    /// Everything that a decision carries.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// let json = run.decide(&table, &call).to_json(&table, &run, &call);
    /// assert_eq!((&json["verdict"], &json["class"]), (&"require_approval".into(), &"compensating".into()));
    /// ```
    pub fn to_json(&self, table: &Table, run: &Run, call: &Call<'_>) -> Value {
        let mut out = Map::new();
        let mut put = |name: &str, value: Value| out.insert(name.to_owned(), value);
        put("verdict", json!(self.verdict));
        put("gate", json!(self.gate));
        put("class", json!(self.class_word()));
        put("reversal_class", json!(self.reversal.map(word_of)));
        let reasons = self.reasons.iter().map(|reason| reason.to_json(table));
        put("reasons", reasons.collect());
        let debits = self.debits.iter().map(|debit| debit.to_json(table));
        put("debits", debits.collect());
        put("distance", distances(table, run));
        put("hold", json!(self.hold));
        put("delay", json!(self.delay()));
        let plan = self.planned(table, run, call);
        put("plan", json!(plan));
        if self.verdict == Verdict::RequireApproval {
            put("brief", json!(self.brief(table, run, call)));
        }
        put("table", json!(table.hash()));
        put("call", json!(self.call_hash(table, call)));
        Value::Object(out)
    }

    /// The hash of the canonical call; `None` for arguments that have no canonical form.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// assert!(run.decide(&table, &call).call_hash(&table, &call).unwrap().starts_with("blake3:"));
    /// ```
    pub fn call_hash(&self, table: &Table, call: &Call<'_>) -> Option<String> {
        canonical(table, &call.tool, call.args)
            .map(|text| format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex()))
    }

    /// How the call would be taken back.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// let plan = run.decide(&table, &call).planned(&table, &run, &call).unwrap();
    /// assert_eq!(plan.by[0].tool, "payments.reverse_refund");
    /// ```
    pub fn planned(&self, table: &Table, run: &Run, call: &Call<'_>) -> Option<Plan> {
        plan(table, run, &self.mutation(call, None, 0)?)
    }

    /// What a person is shown who has to decide: lines made from the table and the call alone.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// let brief = run.decide(&table, &call).brief(&table, &run, &call);
    /// assert_eq!(brief[0], r#"would call payments.issue_refund with {"amount":4000,"order":"ord_1"}"#);
    /// ```
    pub fn brief(&self, table: &Table, run: &Run, call: &Call<'_>) -> Vec<String> {
        let mut lines = vec![format!("would call {} with {}", call.tool, shown(call))];
        let facts = self.parts.first().and_then(|(tool, case)| {
            let tool = table.tool(*tool)?;
            table.variants(tool).get(*case as usize)
        });
        if let Some(class) = self.class_word() {
            lines.push(format!("it is {class}"));
        }
        for reason in &self.reasons {
            let mut line = format!("held by {}", reason.code(table));
            if let Some(because) = reason.because(table) {
                line.push_str(&format!(": {because}"));
            }
            if reason.unknown {
                line.push_str(" (it could not be computed, so it counts)");
            }
            if let Some((file, at, _)) = reason.source(table) {
                line.push_str(&format!(" ({file}:{at})"));
            }
            lines.push(line);
        }
        for debit in &self.debits {
            let (_, unit, scale) = debit.measure(table);
            lines.push(format!("costs {} {unit}", amount(debit.amount, scale)));
        }
        lines.push(match self.planned(table, run, call) {
            Some(plan) => taken_back(&plan),
            None => "changes nothing that would have to be taken back".to_owned(),
        });
        lines.push(so_far(table, run));
        if let Some(facts) = facts {
            let instead = table.refs(facts.instead).map(|name| table.text(name));
            let instead: Vec<&str> = instead.collect();
            if !instead.is_empty() {
                lines.push(format!("instead, there is {}", instead.join(", ")));
            }
        }
        lines
    }
}

fn shown(call: &Call<'_>) -> String {
    call.args
        .to_tree()
        .map_or("arguments that are not JSON".to_owned(), |args| {
            args.to_string()
        })
}

fn taken_back(plan: &Plan) -> String {
    let names = |calls: &[Bound]| {
        let names: Vec<&str> = calls.iter().map(|call| call.tool.as_str()).collect();
        names.join(", then ")
    };
    let window = match plan.within {
        Some(within) => format!("within {}", duration(within)),
        None => "at any time".to_owned(),
    };
    match (plan.by.is_empty(), &plan.cancel, plan.hold) {
        (false, _, _) => {
            let approval = plan.approval.unwrap_or("auto");
            format!(
                "can be taken back {window} by {} (approval {approval})",
                names(&plan.by)
            )
        }
        (true, Some(cancel), Some(hold)) => {
            format!(
                "can be cancelled for {} by {}, then it is final",
                duration(hold),
                cancel.tool
            )
        }
        _ => "cannot be taken back".to_owned(),
    }
}

fn so_far(table: &Table, run: &Run) -> String {
    let spent = table
        .dimensions()
        .iter()
        .zip(0..)
        .filter(|(_, at)| run.spent(*at) > 0);
    let spent: Vec<String> = spent
        .map(|(dimension, at)| {
            let amount = amount(run.spent(at), dimension.scale.get());
            format!("{amount} {}", table.text(dimension.unit.get()))
        })
        .collect();
    let spent = match spent.is_empty() {
        true => "nothing spent".to_owned(),
        false => format!("{} spent", spent.join(", ")),
    };
    format!(
        "so far: {} calls sent, {} denied, {spent}",
        run.calls(),
        run.denied()
    )
}

/// The boundaries that a run has started towards, and the steps left to each.
fn distances(table: &Table, run: &Run) -> Value {
    let named = table.boundaries().iter().zip(0..);
    let started = named.filter_map(|(boundary, at)| {
        let name = table.text(boundary.name.get());
        let left = run.distance(table, at);
        let begun = left != Some(boundary.steps.get());
        (!name.is_empty() && begun).then(|| json!({ "boundary": name, "steps": left }))
    });
    started.collect()
}

/// An amount of a unit with so many decimals, as decimal text.
/// ```
/// assert_eq!(rev_eval::amount(1250, 2), "12.5");
/// ```
pub fn amount(parts: i128, scale: u32) -> String {
    let mut text = String::new();
    let scale = i32::try_from(scale).unwrap_or(0);
    let digits = parts;
    Number { digits, scale }.decimal(&mut text);
    text
}

impl Debit {
    /// The names of its dimension and its unit, and the unit's decimals.
    fn measure<'t>(&self, table: &'t Table) -> (&'t str, &'t str, u32) {
        let dimension = table.dimensions().get(self.dimension as usize);
        dimension.map_or(("", "", 0), |found| {
            let text = |number: rev_table::U32| table.text(number.get());
            (text(found.name), text(found.unit), found.scale.get())
        })
    }

    fn to_json(self, table: &Table) -> Value {
        let (dimension, unit, scale) = self.measure(table);
        let (amount, debit) = (amount(self.amount, scale), amount(self.debit, scale + 3));
        json!({ "dimension": dimension, "amount": amount, "debit": debit, "unit": unit })
    }
}

impl Reason {
    /// Its code, its sentence, and where it was written.
    fn to_json(&self, table: &Table) -> Value {
        let mut out = Map::new();
        out.insert("code".to_owned(), json!(self.code(table)));
        if let Some(because) = self.because(table) {
            out.insert("because".to_owned(), json!(because));
        }
        if self.unknown {
            out.insert("unknown".to_owned(), json!(true));
        }
        if let Some((file, line, _)) = self.source(table) {
            out.insert("file".to_owned(), json!(file));
            out.insert("line".to_owned(), json!(line));
        }
        Value::Object(out)
    }
}
