//! Cedar. An action for each tool, whose context is the arguments and what the host has counted; `permit` lets a tool be
//! called, every `forbid` says in an annotation whether it denies or holds.
//!
//! Best: policies parsed and validated beforehand, those of each tool in a set of their own, which the host chooses by
//! the tool's name; entity names made beforehand; the context built without a detour through JSON, and the request
//! validated against the schema, which is what makes arguments closed and typed. Naive: one set with all policies, and
//! the context read from JSON, as the first page of the manual does it.

use crate::calls::{Asked, Verdict};
use crate::policy::{BUDGET, Kind, LETTERS, NAMES, NOTES, Policy, REFUNDS};
use cedar_policy::{
    Authorizer, Context, Decision, Entities, EntityUid, PolicySet, Request, Response,
    RestrictedExpression, Schema, ValidationMode, Validator,
};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::error::Error;
use std::fmt::Write;
use std::ops::Range;
use std::str::FromStr;

/// The policy in Cedar's words.
#[derive(Debug)]
struct Text {
    schema: String,
    policies: String,
    /// The policies of each tool.
    by_tool: Vec<(String, String)>,
}

/// Texts that can be validated on their own, with a hundred tools each. The validator looks at every policy for every
/// action of the schema, so that one text with all of them would take the square of the time.
pub fn parts(policy: &Policy) -> Parts {
    let firsts = (0..policy.shops).step_by(SHOPS_OF_A_PART);
    let part = |first: usize| text(policy, first..policy.shops.min(first + SHOPS_OF_A_PART));
    Parts(firsts.map(part).collect())
}

const SHOPS_OF_A_PART: usize = 10;

#[derive(Debug)]
pub struct Parts(Vec<Text>);

impl Parts {
    /// Bytes of all texts.
    pub fn len(&self) -> usize {
        let bytes = self.0.iter().map(|it| it.schema.len() + it.policies.len());
        bytes.sum()
    }

    /// Reads and validates, as it is done once when a host starts.
    pub fn compile(&self) -> Result<(), Box<dyn Error>> {
        self.0.iter().try_for_each(Text::validate)
    }
}

fn text(policy: &Policy, shops: Range<usize>) -> Text {
    let mut schema = String::from(SCHEMA);
    let mut policies = String::new();
    let mut by_tool = Vec::new();
    for shop in shops {
        for (name, kind) in NAMES {
            let tool = format!("shop_{shop}.{name}");
            let _ = write!(
                schema,
                "action \"{tool}\" appliesTo {{ principal: Agent, resource: House, context: {{ {}run: Run }} }};\n",
                arguments(kind)
            );
            let own = policies_of(&tool, kind, policy.cap(shop));
            policies.push_str(&own);
            by_tool.push((tool, own));
        }
    }
    Text {
        schema,
        policies,
        by_tool,
    }
}

impl Text {
    fn validate(&self) -> Result<(), Box<dyn Error>> {
        let (schema, _) = Schema::from_cedarschema_str(&self.schema)?;
        let policies = PolicySet::from_str(&self.policies)?;
        let result = Validator::new(schema).validate(&policies, ValidationMode::Strict);
        match result.validation_passed() {
            true => Ok(()),
            false => Err(result.to_string().into()),
        }
    }
}

#[derive(Debug)]
pub struct Cedar<'p> {
    policy: &'p Policy,
    schema: Schema,
    all: PolicySet,
    by_tool: FxHashMap<String, (EntityUid, PolicySet)>,
    agent: EntityUid,
    house: EntityUid,
    entities: Entities,
    authorizer: Authorizer,
}

impl<'p> Cedar<'p> {
    pub fn new(policy: &'p Policy) -> Result<Cedar<'p>, Box<dyn Error>> {
        parts(policy).compile()?;
        let text = text(policy, 0..policy.shops);
        let (schema, _) = Schema::from_cedarschema_str(&text.schema)?;
        let all = PolicySet::from_str(&text.policies)?;
        let mut by_tool = FxHashMap::default();
        for (tool, own) in &text.by_tool {
            let action = EntityUid::from_str(&format!("Action::\"{tool}\""))?;
            by_tool.insert(tool.clone(), (action, PolicySet::from_str(own)?));
        }
        Ok(Cedar {
            policy,
            schema,
            all,
            by_tool,
            agent: EntityUid::from_str("Agent::\"bot\"")?,
            house: EntityUid::from_str("House::\"here\"")?,
            entities: Entities::empty(),
            authorizer: Authorizer::new(),
        })
    }

    pub fn best(&self, asked: &Asked) -> Verdict {
        let Some((action, policies)) = self.by_tool.get(&asked.tool) else {
            return Verdict::Deny;
        };
        let Some(context) = self.context(asked) else {
            return Verdict::Deny;
        };
        self.ask(action.clone(), context, policies)
    }

    pub fn naive(&self, asked: &Asked) -> Verdict {
        let Some((action, _)) = self.by_tool.get(&asked.tool) else {
            return Verdict::Deny;
        };
        let mut context = asked.args.clone();
        let Some(entries) = context.as_object_mut() else {
            return Verdict::Deny;
        };
        let (used, run) = (self.used(asked), &asked.run);
        let counted = json!({
            "secret": run.secret, "external": run.external, "said": asked.said,
            "calls": used.calls, "spent": used.spent, "spentInAll": run.spent,
        });
        if entries.insert("run".to_owned(), counted).is_some() {
            return Verdict::Deny;
        }
        match Context::from_json_value(context, Some((&self.schema, action))) {
            Ok(context) => self.ask(action.clone(), context, &self.all),
            Err(_) => Verdict::Deny,
        }
    }

    fn used(&self, asked: &Asked) -> crate::calls::Used {
        let tool = self.policy.tools.get(&asked.tool);
        tool.map_or_else(Default::default, |tool| asked.run.of(tool.number))
    }

    fn context(&self, asked: &Asked) -> Option<Context> {
        let args = asked.args.as_object()?;
        let (used, run) = (self.used(asked), &asked.run);
        let counted = RestrictedExpression::new_record([
            (
                "secret".to_owned(),
                RestrictedExpression::new_bool(run.secret),
            ),
            (
                "external".to_owned(),
                RestrictedExpression::new_bool(run.external),
            ),
            (
                "said".to_owned(),
                RestrictedExpression::new_bool(asked.said),
            ),
            (
                "calls".to_owned(),
                RestrictedExpression::new_long(used.calls),
            ),
            (
                "spent".to_owned(),
                RestrictedExpression::new_long(used.spent),
            ),
            (
                "spentInAll".to_owned(),
                RestrictedExpression::new_long(run.spent),
            ),
        ])
        .ok()?;
        let mut pairs = Vec::with_capacity(args.len() + 1);
        pairs.push(("run".to_owned(), counted));
        for (name, value) in args {
            pairs.push((name.clone(), expression(value)?));
        }
        // An argument called `run` would be there twice, which is an error.
        Context::from_pairs(pairs).ok()
    }

    fn ask(&self, action: EntityUid, context: Context, policies: &PolicySet) -> Verdict {
        let request = Request::new(
            self.agent.clone(),
            action,
            self.house.clone(),
            context,
            Some(&self.schema),
        );
        let Ok(request) = request else {
            return Verdict::Deny;
        };
        let response = self
            .authorizer
            .is_authorized(&request, policies, &self.entities);
        verdict(&response, policies)
    }
}

/// Denied by nobody in particular, or by one that says so, or after an error: deny. Else whoever forbids only holds.
fn verdict(response: &Response, policies: &PolicySet) -> Verdict {
    if response.diagnostics().errors().next().is_some() {
        return Verdict::Deny;
    }
    if response.decision() == Decision::Allow {
        return Verdict::Allow;
    }
    let mut verdict = Verdict::Deny;
    for reason in response.diagnostics().reason() {
        match policies.annotation(reason, "verdict") {
            Some("hold") => verdict = Verdict::Hold,
            _ => return Verdict::Deny,
        }
    }
    verdict
}

fn expression(value: &Value) -> Option<RestrictedExpression> {
    match value {
        Value::Bool(it) => Some(RestrictedExpression::new_bool(*it)),
        Value::Number(it) => it.as_i64().map(RestrictedExpression::new_long),
        Value::String(it) => Some(RestrictedExpression::new_string(it.clone())),
        Value::Array(items) => {
            let items: Option<Vec<_>> = items.iter().map(expression).collect();
            Some(RestrictedExpression::new_set(items?))
        }
        Value::Object(entries) => {
            let entries: Option<Vec<_>> = entries
                .iter()
                .map(|(name, value)| Some((name.clone(), expression(value)?)))
                .collect();
            RestrictedExpression::new_record(entries?).ok()
        }
        Value::Null => None,
    }
}

fn arguments(kind: Kind) -> &'static str {
    match kind {
        Kind::Get => "order: String, page?: Long, ",
        Kind::Key => "name: String, ",
        Kind::Refund => "order: String, amount: Long, reason: String, ",
        Kind::Send => {
            "to: String, subject: String, body: String, tags?: Set<String>, urgent?: Bool, "
        }
        Kind::Delete => "order: String, ",
        Kind::Grant => "who: String, role: String, ",
        Kind::Note => "order: String, text: String, ",
        Kind::Undo => "",
    }
}

fn policies_of(tool: &str, kind: Kind, cap: i64) -> String {
    let scope = format!("(principal == Agent::\"bot\", action == Action::\"{tool}\", resource)");
    let order = "context.order like \"ord_*\"";
    let deny_unless = match kind {
        Kind::Get | Kind::Delete | Kind::Note => order.to_owned(),
        Kind::Key => "[\"signing\", \"payment\"].contains(context.name)".to_owned(),
        Kind::Refund => format!(
            "{order} && context.amount >= 0 && context.amount <= {cap} && [\"damaged\", \"late\", \"other\"].contains(context.reason)"
        ),
        Kind::Send => "context.to like \"*@*\"".to_owned(),
        // Nothing permits them, so they are denied.
        Kind::Grant | Kind::Undo => return String::new(),
    };
    let hold_when = match kind {
        Kind::Get | Kind::Key | Kind::Grant | Kind::Undo => None,
        Kind::Refund => Some(format!(
            "!context.run.said || context.run.calls + 1 > {REFUNDS} || context.run.spent + context.amount > {} || context.run.spentInAll + context.amount > {BUDGET}",
            2 * cap
        )),
        Kind::Send => Some(format!(
            "context.run.secret || (context.run.external && !context.run.said) || !(context.to like \"*@example.com\") || context.run.calls + 1 > {LETTERS}"
        )),
        Kind::Delete => Some("true".to_owned()),
        Kind::Note => Some(format!("context.run.calls + 1 > {NOTES}")),
    };
    let mut text = format!("permit {scope};\n");
    let _ = writeln!(
        text,
        "@verdict(\"deny\")\nforbid {scope}\nunless {{ {deny_unless} }};"
    );
    if let Some(hold_when) = hold_when {
        let _ = writeln!(
            text,
            "@verdict(\"hold\")\nforbid {scope}\nwhen {{ {hold_when} }};"
        );
    }
    text.push('\n');
    text
}

const SCHEMA: &str = "entity Agent;
entity House;
type Run = { secret: Bool, external: Bool, said: Bool, calls: Long, spent: Long, spentInAll: Long };
";
