//! How a call is taken back, bound when it is made and never reconstructed; and which recoveries an event calls for.

use crate::call::Origins;
use crate::look::{Look, Roots};
use crate::run::Run;
use rev_json::Json;
use rev_table::{
    AssumptionRecord, CallRecord, ContractRecord, NONE, Node, Root, Table, VariantRecord, approval,
    contract, reversal,
};
use rev_text::Truth;
use rev_value::{Args, Reader, Value as Seen};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A call that a contract makes, with its arguments as far as they are known.
/// ```
/// let (table, run, call) = rev_eval::example();
/// let decision = run.decide(&table, &call);
/// let plan = decision.planned(&table, &run, &call).unwrap();
/// assert_eq!(plan.by[0].waiting, ["refund"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bound {
    /// The tool, as the policy names it.
    pub tool: String,
    /// What is known already.
    pub args: Map<String, Value>,
    /// Arguments that wait for what the call returns, and those that cannot be computed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<String>,
}

/// How a call is taken back.
/// ```
/// let (table, run, call) = rev_eval::example();
/// let decision = run.decide(&table, &call);
/// let plan = decision.planned(&table, &run, &call).unwrap();
/// assert_eq!((plan.reversal, plan.approval), ("compensable", Some("human")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// `reversible`, `compensable` or `irreversible`.
    pub reversal: &'static str,
    /// Calls that take it back, in order.
    pub by: Vec<Bound>,
    /// Who must agree to that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<&'static str>,
    /// Milliseconds; `None` is for ever.
    pub within: Option<u64>,
    /// Milliseconds in which it can be cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<u64>,
    /// The call that cancels it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel: Option<Bound>,
    /// The read that shows that it was taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify: Option<Bound>,
    /// It cannot be taken back; a person decides.
    pub human: bool,
}

/// A call that was made, as the host keeps it.
/// ```
/// let (table, run, call) = rev_eval::example();
/// let decision = run.decide(&table, &call);
/// let mutation = decision.mutation(&call, None, 0).unwrap();
/// assert_eq!(mutation.tool, "payments.issue_refund");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mutation {
    /// The name on the wire.
    pub tool: String,
    /// The case that applied, by its number.
    pub case: u32,
    /// Its arguments.
    pub args: Value,
    /// What it returned, if that is known.
    pub result: Option<Value>,
    /// What was read before it, if its contract captures something.
    pub prior: Option<Value>,
    /// When it was made, in the host's milliseconds.
    pub at: u64,
}

/// What an event calls for, for one mutation.
/// ```
/// use rev_eval::Recovery;
/// let manual = Recovery::Manual { mutation: 0, why: "it is too late" };
/// assert!(matches!(manual, Recovery::Manual { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// Calls to make, in order, under this approval.
    Calls {
        /// The place of the mutation among those that were given.
        mutation: usize,
        /// With all their arguments.
        calls: Vec<Bound>,
        /// `auto`, `human` or `dual_control`.
        approval: &'static str,
    },
    /// A person has to see to it.
    Manual {
        /// The place of the mutation among those that were given.
        mutation: usize,
        /// A sentence.
        why: &'static str,
    },
}

/// A read that must be made before a call goes out, because the call takes something for granted.
/// ```
/// let (table, run, call) = rev_eval::example();
/// let decision = run.decide(&table, &call);
/// let mutation = decision.mutation(&call, None, 0).unwrap();
/// let checks = run.checks(&table, &mutation);
/// assert_eq!(checks[0].assumption, "order_not_shipped");
/// assert!(checks[0].holds(&table, Some(&serde_json::json!({ "status": "open" }))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is taken for granted.
    pub assumption: String,
    /// The read to make.
    pub call: Bound,
    when: u32,
    parameters: Value,
    seen: u32,
}

impl Check {
    /// Whether what the read returned bears the assumption out. A read that failed does not.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// let decision = run.decide(&table, &call);
    /// let mutation = decision.mutation(&call, None, 0).unwrap();
    /// assert!(!run.checks(&table, &mutation)[0].holds(&table, None));
    /// ```
    pub fn holds(&self, table: &Table, seen: Option<&Value>) -> bool {
        let Some(seen) = seen else { return false };
        let roots = Roots {
            seen: Some((Json::Tree(seen), self.seen)),
            parameters: Some(Json::Tree(&self.parameters)),
            ..Roots::default()
        };
        self.when == NONE || free(Reader::new(table), &roots).holds(self.when) == Truth::True
    }
}

static NO_ARGS: Args<'static> = Args::none();

/// A look that sees neither a call nor a run.
fn free<'a>(reader: Reader<'a>, roots: &'a Roots<'a>) -> Look<'a> {
    Look {
        reader,
        run: None,
        name: "",
        recovery: false,
        args: &NO_ARGS,
        args_type: NONE,
        origins: Origins::default(),
        crossing: &[],
        roots,
    }
}

/// The contract of a decided call with a look at its values, told to `with`.
fn with_contract<T>(
    table: &Table,
    mutation: &Mutation,
    run: Option<&Run>,
    with: impl FnOnce(Look<'_>, &ContractRecord, &VariantRecord) -> T,
) -> Option<T> {
    let declared = table.exact(&mutation.tool);
    let (_, tool) = declared.or_else(|| table.matching(&mutation.tool).next())?;
    let facts = table.variants(tool).get(mutation.case as usize)?;
    let contract = table.contract(facts.contract.get())?;
    let reader = Reader::new(table);
    let args = Args::check(reader, Json::Tree(&mutation.args), tool.args.get()).ok()?;
    let roots = Roots {
        result: mutation
            .result
            .as_ref()
            .map(|json| (Json::Tree(json), tool.result.get())),
        prior: mutation.prior.as_ref().map(Json::Tree),
        ..Roots::default()
    };
    let look = Look {
        run,
        args: &args,
        args_type: tool.args.get(),
        ..free(reader, &roots)
    };
    Some(with(look, contract, facts))
}

/// The plan of a call.
pub(crate) fn plan(table: &Table, run: &Run, mutation: &Mutation) -> Option<Plan> {
    with_contract(table, mutation, Some(run), |look, contract, facts| {
        let call = |number| table.call(number).map(|call| bind(look, call));
        Plan {
            reversal: word_of(facts.reversal),
            by: table.refs(contract.by).filter_map(call).collect(),
            approval: (contract.approval != approval::NONE).then(|| word(contract.approval)),
            within: (contract.within.get() != u64::MAX).then(|| contract.within.get()),
            hold: (contract.hold.get() > 0).then(|| contract.hold.get()),
            cancel: call(contract.cancel.get()),
            verify: call(contract.verify.get()),
            human: contract.flags & contract::HUMAN != 0,
        }
    })
}

/// The word of a reversal class.
pub(crate) fn word_of(reversal: u8) -> &'static str {
    reversal::WORDS
        .get(usize::from(reversal))
        .copied()
        .unwrap_or("")
}

fn word(number: u8) -> &'static str {
    let word = approval::WORDS.get(usize::from(number)).copied();
    word.unwrap_or("dual_control")
}

fn bind(look: Look<'_>, call: &CallRecord) -> Bound {
    let table = look.reader.table;
    let mut bound = Bound {
        tool: table.text(call.target.get()).to_owned(),
        args: Map::new(),
        waiting: Vec::new(),
    };
    for (name, node) in table.pairs(call.args) {
        let name = table.text(name).to_owned();
        match value(look, node) {
            Some(value) => {
                bound.args.insert(name, value);
            }
            None => bound.waiting.push(name),
        }
    }
    bound
}

/// A value as JSON; `None` where it cannot be computed (yet).
fn value(look: Look<'_>, node: u32) -> Option<Value> {
    let table = look.reader.table;
    match table.node(node) {
        Node::Record(pairs) => {
            let mut record = Map::new();
            for (name, node) in table.pairs(pairs) {
                record.insert(table.text(name).to_owned(), value(look, node)?);
            }
            return Some(Value::Object(record));
        }
        Node::List(nodes) => {
            let items = table.refs(nodes).map(|node| value(look, node));
            return items.collect::<Option<Vec<_>>>().map(Value::Array);
        }
        // What a call returned must be there: a plan is not bound to nothing.
        Node::Path { root, .. } if root != Root::Context => {
            if let Seen::Absent = look.value(node) {
                return None;
            }
        }
        _ => {}
    }
    Some(match look.value(node) {
        Seen::Absent => Value::Null,
        Seen::Bool(value) => json!(value),
        Seen::Number(number) => match number.whole() {
            Some(whole) if number.scale <= 0 => json!(whole),
            _ => {
                let mut text = String::new();
                number.decimal(&mut text);
                json!(text)
            }
        },
        Seen::Text(text, _) => json!(text),
        Seen::Json(json, _) => json.to_tree()?,
        Seen::List(_) | Seen::Links(_) | Seen::Unknown => return None,
    })
}

/// What a call takes for granted, each with its parameters; `None` for one that is not there.
fn assumed<'a>(
    look: Look<'a>,
    contract: &ContractRecord,
) -> impl Iterator<Item = Option<(&'a AssumptionRecord, Value)>> {
    let table = look.reader.table;
    let assumed = table.pairs(contract.assumes);
    assumed.map(move |(assumption, binding)| {
        let parameters = bind(look, table.call(binding)?).args;
        Some((table.assumption(assumption)?, Value::Object(parameters)))
    })
}

impl Run {
    /// The reads that must bear out, before a call goes out, what it takes for granted.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// let decision = run.decide(&table, &call);
    /// let mutation = decision.mutation(&call, None, 0).unwrap();
    /// assert_eq!(run.checks(&table, &mutation)[0].call.tool, "orders.get");
    /// ```
    pub fn checks(&self, table: &Table, mutation: &Mutation) -> Vec<Check> {
        let checks = with_contract(table, mutation, Some(self), |look, contract, _| {
            let mut checks = Vec::new();
            for (assumption, parameters) in assumed(look, contract).flatten() {
                for (call, when) in table.pairs(assumption.checked_by) {
                    let Some(call) = table.call(call) else {
                        continue;
                    };
                    let roots = Roots {
                        parameters: Some(Json::Tree(&parameters)),
                        ..Roots::default()
                    };
                    let tool = table.tool(call.tool.get());
                    checks.push(Check {
                        assumption: table.text(assumption.name.get()).to_owned(),
                        call: bind(free(look.reader, &roots), call),
                        when,
                        parameters: parameters.clone(),
                        seen: tool.map_or(NONE, |tool| tool.result.get()),
                    });
                }
            }
            checks
        });
        checks.unwrap_or_default()
    }
}

/// What an event calls for: every mutation that assumed what it breaks, newest first.
/// ```
/// let (table, run, call) = rev_eval::example();
/// let decision = run.decide(&table, &call);
/// let returned = serde_json::json!({ "refund_id": "r1", "psp_ref": "p1" });
/// let done = decision.mutation(&call, Some(returned), 0).unwrap();
/// let event = serde_json::json!({ "order": "ord_1" });
/// let found = rev_eval::recoveries(&table, &[done], "warehouse.shipped", &event, 90_000);
/// assert!(matches!(&found[0], rev_eval::Recovery::Calls { approval: "human", .. }));
/// ```
pub fn recoveries(
    table: &Table,
    mutations: &[Mutation],
    event: &str,
    fields: &Value,
    now: u64,
) -> Vec<Recovery> {
    let mut found = Vec::new();
    for (at, mutation) in mutations.iter().enumerate().rev() {
        let recovery = with_contract(table, mutation, None, |look, contract, _| {
            match broken(look, contract, event, fields) {
                Truth::False => None,
                Truth::Unknown => Some(Recovery::Manual {
                    mutation: at,
                    why: "whether the assumption still holds cannot be told",
                }),
                Truth::True => Some(recover(look, contract, at, now.saturating_sub(mutation.at))),
            }
        });
        found.extend(recovery.flatten());
    }
    found
}

/// Whether an event breaks something that a call took for granted.
fn broken(look: Look<'_>, contract: &ContractRecord, event: &str, fields: &Value) -> Truth {
    let table = look.reader.table;
    let mut answer = Truth::False;
    for found in assumed(look, contract) {
        let Some((assumption, parameters)) = found else {
            return Truth::Unknown;
        };
        let roots = Roots {
            event: Some(Json::Tree(fields)),
            parameters: Some(Json::Tree(&parameters)),
            ..Roots::default()
        };
        for (name, when) in table.pairs(assumption.broken_by) {
            if table.text(name) == event {
                answer = answer.or(match when {
                    NONE => Truth::True,
                    _ => free(look.reader, &roots).holds(when),
                });
            }
        }
    }
    answer
}

/// How a call is taken back so long after it was made.
fn recover(look: Look<'_>, contract: &ContractRecord, mutation: usize, age: u64) -> Recovery {
    let table = look.reader.table;
    let held = contract.hold.get() > 0 && age < contract.hold.get();
    let cancel = table.call(contract.cancel.get()).filter(|_| held);
    let (calls, approval) = match cancel {
        Some(cancel) => (vec![bind(look, cancel)], "auto"),
        None if contract.by.is_empty() => {
            let why = "it can no longer be cancelled, and nothing takes it back";
            return Recovery::Manual { mutation, why };
        }
        None => {
            let limit = match contract.expires.get() {
                0 => contract.within.get(),
                expires => contract.within.get().min(expires),
            };
            if age > limit {
                let why = "the time in which it can be taken back is over";
                return Recovery::Manual { mutation, why };
            }
            let calls = table
                .refs(contract.by)
                .filter_map(|number| table.call(number));
            (
                calls.map(|call| bind(look, call)).collect(),
                word(contract.approval),
            )
        }
    };
    if calls.iter().any(|call: &Bound| !call.waiting.is_empty()) {
        let why = "the call did not return what is needed to take it back";
        return Recovery::Manual { mutation, why };
    }
    Recovery::Calls {
        mutation,
        calls,
        approval,
    }
}
