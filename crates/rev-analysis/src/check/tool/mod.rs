//! Tools: their facts, case by case.

mod atoms;
mod blast;
mod cases;
mod cells;
pub(crate) mod class;
pub(super) mod conditions;
mod consent;
mod contract;
pub(crate) mod facts;
mod idle;
mod present;
pub(crate) mod reads;
mod sets;
pub(crate) mod signature;
mod trusted;
mod undoes;

use self::facts::Facts;
use super::{Cx, Env, context_type};
use crate::glob;
use crate::hir::{
    self, Call, DryRun, GateLine, Reason, Record, Require, Root, Signature, Spend, Tool, Type,
    Variant,
};
use crate::item::{Item, Kind};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{self, ToolField};
use smol_str::SmolStr;

/// The tool under check: what every part of the check needs to know of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct This<'a> {
    pub tree: &'a ast::Tool,
    pub signature: &'a Signature,
    /// The keyword `tool`.
    pub word: Span,
}

impl This<'_> {
    /// The tool's name for messages; the first of several.
    pub fn name(&self) -> SmolStr {
        self.signature.names.first().cloned().unwrap_or_default()
    }

    /// The place of the tool's name.
    pub fn name_span(&self) -> Span {
        self.tree.names.first().map_or(self.word, |path| path.span)
    }

    /// What the conditions and values of this tool see before the call.
    pub fn before(&self, cx: &Cx<'_>) -> Env {
        let owner = format!("`args` of `{}`", self.name());
        Env::default()
            .with(Root::Args, Type::Record(self.signature.args.clone()), owner)
            .with(Root::Context, context_type(cx), "the context")
    }

    /// What can be seen once the call has been made.
    pub fn after(&self, cx: &Cx<'_>) -> Env {
        self.before(cx).with(
            Root::Result,
            result_type(self.signature),
            format!("the result of `{}`", self.name()),
        )
    }
}

/// What a call of this tool returns; an empty record where no `result` is declared.
pub(crate) fn result_type(signature: &Signature) -> Type {
    let nothing = Record {
        broken: signature.broken,
        ..Record::default()
    };
    let declared = signature.result.clone();
    declared.unwrap_or(Type::Record(nothing))
}

pub(crate) fn check<'db>(
    cx: &mut Cx<'db>,
    item: Item<'db>,
    tree: &ast::Item,
    tool: &ast::Tool,
) -> Tool {
    let declared = signature::declared(cx.db, cx.package, item);
    cx.findings.extend(declared.findings.iter().cloned());
    let this = This {
        tree: tool,
        signature: &declared.signature,
        word: tree.word,
    };
    once(cx, &tool.body);
    undoes::check(cx, this);
    let facts = facts::cases(tool);
    let mut variants = Vec::new();
    for (facts, signature) in facts.iter().zip(&declared.signature.variants) {
        variants.push(variant(cx, this, facts, signature));
    }
    cases::check(cx, this, &variants);
    Tool {
        signature: Signature::clone(&declared.signature),
        wire: facts.first().and_then(|facts| {
            facts.first(|field| match field {
                ToolField::Wire(text) => Some(text.value.clone()),
                _ => None,
            })
        }),
        variants,
    }
}

/// A field given twice is told, but for those that add up.
fn once(cx: &mut Cx<'_>, block: &ast::ToolBlock) {
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    for field in &block.fields {
        if let Some(key) = key(&field.kind) {
            cx.once(&mut seen, &key, field.word);
        }
    }
}

/// What a field says, where it can be said only once.
pub(crate) fn key(field: &ToolField) -> Option<SmolStr> {
    Some(match field {
        ToolField::Args { .. } => "args".into(),
        ToolField::Result(_) => "result".into(),
        ToolField::Wire(_) => "wire".into(),
        ToolField::Effect(_) => "effect".into(),
        ToolField::Outbound => "outbound".into(),
        ToolField::Contained { .. } => "contained".into(),
        ToolField::Subject(_) => "subject".into(),
        ToolField::Tenant(_) => "tenant".into(),
        ToolField::Spends { dimension, .. } => format!("spends {}", dimension.text).into(),
        ToolField::Yields(_) => "yields".into(),
        ToolField::Trusted => "trusted".into(),
        ToolField::Clears(_) => "clears".into(),
        ToolField::DryRun(_) | ToolField::DryRunNone { .. } => "dry_run".into(),
        ToolField::Instead(_) => "instead".into(),
        ToolField::Consent(_) => "consent".into(),
        ToolField::Deny { .. } => "deny".into(),
        ToolField::Reversal { .. } => "reversal".into(),
        ToolField::Blast(_) => "blast".into(),
        ToolField::Class(_) => "class".into(),
        ToolField::Otherwise(_) => "otherwise".into(),
        ToolField::Require { .. } | ToolField::Gate { .. } | ToolField::Case { .. } => return None,
    })
}

/// A tool that only undoes others is none that an agent could call instead.
fn alternative(cx: &mut Cx<'_>, path: &ast::Path) {
    let items = cx.tools(path);
    let mut tools = items
        .iter()
        .map(|item| signature::signature(cx.db, cx.package, *item));
    if !items.is_empty() && tools.all(Signature::is_recovery_tool) {
        let finding = codes::glob_matches_nothing(path.span, glob::pattern(path));
        let label = "it only undoes other calls, so no agent may call it";
        cx.push(
            finding
                .label(label)
                .help("name a tool that agents call, such as one that drafts"),
        );
    }
}

fn variant(
    cx: &mut Cx<'_>,
    this: This<'_>,
    facts: &Facts<'_>,
    signature: &hir::VariantSignature,
) -> Variant {
    let narrowed = present::narrowed(this.signature, facts);
    let whole = this;
    let this = This {
        signature: narrowed.as_ref().unwrap_or(this.signature),
        ..this
    };
    let before = this.before(cx);
    let deciding = before.clone().deciding();
    if facts.effect().is_none() && !facts.broken {
        let finding =
            codes::missing_field(this.name_span(), format!("`{}`", this.name()), "effect");
        let help = "say what it changes: `effect none`, `internal`, `public` or `authority`";
        cx.push(finding.help(help));
    }
    let when = facts.when.map(|condition| {
        let told = cx.findings.len();
        let when = cx.condition(condition, &whole.before(cx));
        match cx.findings.len() == told {
            true => when,
            // What it admits is not known, and nothing is said about what it leaves out.
            false => hir::Expr {
                span: when.span,
                ty: Type::Unknown,
                kind: hir::ExprKind::Broken,
            },
        }
    });
    let mut variant = Variant {
        when,
        span: facts.block.span,
        effect: signature.effect,
        class: signature.class,
        outbound: signature.outbound,
        subject: None,
        tenant: None,
        spends: Vec::new(),
        requires: Vec::new(),
        yields: signature.yields.clone(),
        trusted: signature.trusted,
        clears: signature.clears.clone(),
        dry_run: None,
        instead: Vec::new(),
        consent: None,
        gates: Vec::new(),
        deny: None,
        reversal: None,
        blast: None,
    };
    for field in &facts.fields {
        let reason = |because: &Option<ast::Text>| Reason {
            span: field.span,
            because: because.as_ref().map(|text| text.value.clone()),
        };
        match &field.kind {
            ToolField::Subject(expr) => variant.subject = Some(subject(cx, expr, &before)),
            ToolField::Tenant(expr) => {
                variant.tenant = Some(cx.value_for(expr, &before, &Type::Text, "a tenant"));
            }
            ToolField::Spends { dimension, amount } => {
                variant.spends.extend(spend(cx, dimension, amount, &before));
            }
            ToolField::Require {
                name,
                condition,
                because,
            } => {
                because_is_there(cx, because, field, "require …");
                variant.requires.push(Require {
                    name: name.as_ref().map(|name| name.text.clone()),
                    condition: cx.condition(condition, &deciding),
                    reason: reason(because),
                });
            }
            ToolField::Gate {
                gate,
                condition,
                because,
            } => {
                let when = condition.as_ref().map(|it| cx.condition(it, &deciding));
                if let Some((name, gate)) = cx.gate(gate) {
                    variant.gates.push(GateLine {
                        name,
                        gate,
                        when,
                        reason: reason(because),
                    });
                }
            }
            ToolField::Deny { because } => {
                because_is_there(cx, because, field, "deny");
                variant.deny = Some(reason(because));
            }
            ToolField::DryRun(call) => {
                variant.dry_run = cx.reading_call(call, &before, "dry_run").map(DryRun::Call);
            }
            ToolField::DryRunNone { because } => {
                because_is_there(cx, because, field, "dry_run none");
                variant.dry_run = Some(DryRun::None(reason(because)));
            }
            ToolField::Contained { because } => because_is_there(cx, because, field, "contained"),
            ToolField::Instead(tools) => {
                cx.names_once(tools);
                for path in tools {
                    alternative(cx, path);
                    variant.instead.push(glob::pattern(path));
                }
            }
            ToolField::Yields(ast::Yields::Labels(names)) | ToolField::Clears(names) => {
                cx.labels(names);
            }
            _ => {}
        }
    }
    idle::check(cx, this, facts, signature);
    variant.consent = consent::check(cx, this, facts, &variant, signature.settled);
    class::check(cx, this, facts, &variant, signature.settled);
    trusted::check(cx, this, facts);
    variant.reversal = contract::check(cx, this, facts, &variant);
    variant.blast = blast::check(cx, this, facts, &variant);
    variant
}

/// Whose state changes: a text, or a list of them.
fn subject(cx: &mut Cx<'_>, written: &ast::Expr, env: &Env) -> hir::Expr {
    let expr = cx.value(written, env);
    let one = |ty: &Type| ty.is_text() || matches!(ty.base(), Type::Int | Type::Json);
    let fine = match expr.ty.base() {
        Type::List(element) => one(element),
        _ => one(&expr.ty),
    };
    if !fine {
        let what = format!(
            "a subject is a text, a number or a list of them, and this is `{}`",
            expr.ty.shown()
        );
        cx.push(codes::type_mismatch(expr.span, what));
    }
    expr
}

fn spend(cx: &mut Cx<'_>, dimension: &ast::Name, amount: &ast::Expr, env: &Env) -> Option<Spend> {
    let found = cx.dimension(dimension);
    let written = amount.span;
    let place = format!("`{}`", dimension.text);
    let amount = match &found {
        Some((unit, _)) => cx.value_for(amount, env, &Type::Quantity(unit.clone()), &place),
        None => cx.value(amount, env),
    };
    if matches!(amount.kind, hir::ExprKind::Quantity { amount: 0, .. }) {
        let what = format!("to spend nothing of {place} changes nothing");
        cx.push(codes::contradicting_bounds(written, what).help("remove the line"));
    }
    found.map(|_| Spend {
        dimension: dimension.text.clone(),
        amount,
    })
}

fn because_is_there(
    cx: &mut Cx<'_>,
    because: &Option<ast::Text>,
    field: &ast::Field<ToolField>,
    what: &str,
) {
    if because.is_none() {
        let word = what.trim_end_matches(" …");
        let finding = codes::missing_field(field.span, format!("`{word}`"), "because");
        cx.push(finding.help(format!("say why: `{what} because \"…\"`")));
    }
}

impl<'db> Cx<'db> {
    /// A call of a tool with what is bound to its arguments, checked against the tool's declared types.
    pub(crate) fn call(&mut self, written: &ast::Call, env: &Env) -> Option<Call> {
        let items = self.tools(&written.target);
        let target = glob::pattern(&written.target);
        let mut args: Option<Vec<(SmolStr, hir::Expr)>> = None;
        for item in &items {
            let signature = signature::signature(self.db, self.package, *item);
            args = Some(self.bindings(written, &target, &signature.args, env, Kind::Tool));
        }
        let args = args?;
        Some(Call {
            span: written.span,
            target,
            args,
        })
    }

    /// A call that must only read.
    pub(crate) fn reading_call(
        &mut self,
        written: &ast::Call,
        env: &Env,
        field: &str,
    ) -> Option<Call> {
        let target = glob::pattern(&written.target);
        if self.never_reads(&written.target) {
            self.has_effect(written, field, "call a tool with `effect none`");
            // What it takes and returns is not what was meant.
            let unknown = Record {
                broken: true,
                ..Record::default()
            };
            self.bindings(written, &target, &unknown, env, Kind::Tool);
            return None;
        }
        let told = self.findings.len();
        let call = self.call(written, env)?;
        let mut items = self.tools(&written.target).into_iter();
        let acts = items.any(|item| self.only_reads(item, &call) == Some(false));
        if acts && self.findings.len() == told {
            let help = "call a tool with `effect none`; or bind, written out, what chooses a case with `effect none`, such as `preview: true`";
            self.has_effect(written, field, help);
        }
        Some(call)
    }

    fn has_effect(&mut self, written: &ast::Call, field: &str, help: &str) {
        let target = glob::pattern(&written.target);
        let finding = codes::reading_call_with_effect(written.target.span, field, &target);
        let finding = crate::finding::Finding::from(finding.help(help));
        self.push(finding.related(Kind::Tool, &target, "its effect is declared here"));
    }

    /// What is bound to the parameters of a tool, an assumption or an event.
    pub(crate) fn bindings(
        &mut self,
        written: &ast::Call,
        target: &str,
        parameters: &Record,
        env: &Env,
        kind: Kind,
    ) -> Vec<(SmolStr, hir::Expr)> {
        let mut bound: Vec<(SmolStr, hir::Expr)> = Vec::new();
        let mut misnamed = false;
        let bindings = written.args.iter().flat_map(|record| &record.bindings);
        for binding in bindings {
            let name = &binding.name;
            if bound.iter().any(|(other, _)| *other == name.text) {
                let what = format!("`{}` is given", name.text);
                self.push(codes::declared_twice(name.span, what));
                continue;
            }
            let place = format!("`{}` of `{target}`", name.text);
            let value = match parameters.get(&name.text) {
                Some(field) => self.value_for(&binding.value, env, &field.read_type(), &place),
                None => {
                    if !parameters.open && !parameters.broken {
                        self.unknown_parameter(name, target, parameters, kind);
                        misnamed = true;
                    }
                    self.value(&binding.value, env)
                }
            };
            bound.push((name.text.clone(), value));
        }
        // What is missing is most probably what was misnamed.
        if parameters.broken || misnamed {
            return bound;
        }
        for field in &parameters.fields {
            if !field.optional && !bound.iter().any(|(name, _)| *name == field.name) {
                let place = written
                    .args
                    .as_ref()
                    .map_or(written.span, |record| record.span);
                let call = format!("this call of `{target}`");
                let finding = codes::missing_field(place, call, &field.name);
                let help = format!("bind it: `{}: …`, a `{}`", field.name, field.ty.shown());
                let finding = crate::finding::Finding::from(finding.help(help));
                self.push(finding.related(kind, target, "declared here"));
            }
        }
        bound
    }

    pub(super) fn unknown_parameter(
        &mut self,
        name: &ast::Name,
        target: &str,
        parameters: &Record,
        kind: Kind,
    ) {
        let names = parameters.fields.iter().map(|field| field.name.as_str());
        let near = rev_diagnostics::suggest::nearest(&name.text, names);
        let owner = match kind {
            Kind::Tool => format!("`args` of `{target}`"),
            _ => format!("`{target}`"),
        };
        let finding = codes::unknown_field(name.span, owner, &name.text);
        let finding = super::cx::mended(finding, near);
        let finding = crate::finding::Finding::from(finding);
        self.push(finding.related(kind, target, "declared here"));
    }
}
