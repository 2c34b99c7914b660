//! Tests: scripts of calls and events with what is expected of each.
//!
//! A test may call what is not declared, and may call wrongly: that it is refused is what it shows. So the arguments
//! of its calls are values and nothing more; what it says that a tool answers must be an answer of that tool.

use super::small::event_fields;
use super::tool::signature::signature;
use super::{Cx, Env, codes_of_reasons, context_type};
use crate::glob;
use crate::hir::{self, Call, Expect, ExpectEvent, Outcome, Step, StepKind, Type};
use crate::item::{Item, Kind};
use crate::number;
use crate::scope::{self, ToolsMeant};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{self, Verdict};
use smol_str::SmolStr;

pub(super) fn check(cx: &mut Cx<'_>, written: &ast::Test) -> Option<hir::Test> {
    let agent = &written.agent;
    cx.named(Kind::Agent, &agent.text, agent.span);
    let mut held = false;
    let mut steps = Vec::new();
    for step in &written.steps.fields {
        let kind = match &step.kind {
            ast::Step::Prompt(text) => Some(StepKind::Prompt(text.value.clone())),
            ast::Step::GivenContext(record) => Some(given_context(cx, record)),
            ast::Step::GivenReturns { tool, value } => Some(StepKind::GivenReturns {
                tool: glob::pattern(tool),
                value: {
                    let items = cx.tools(tool);
                    answer(cx, &glob::pattern(tool), &items, value)
                },
            }),
            ast::Step::Call(call) => {
                held |= call.expect.verdict.value == Verdict::Approval;
                Some(call_step(cx, call))
            }
            ast::Step::Approve => {
                if !held && !written.steps.broken {
                    let what = "`approve` has nothing to approve: no call before it is held";
                    let help = "put it behind a `call … expect approval`";
                    cx.push(codes::type_mismatch(step.span, what).help(help));
                }
                Some(StepKind::Approve)
            }
            ast::Step::Event {
                event,
                after,
                expect,
            } => event_step(cx, event, after.as_ref(), expect),
            ast::Step::Wait(text) => time(cx, text).map(StepKind::Wait),
        };
        steps.extend(kind.map(|kind| Step {
            span: step.span,
            kind,
        }));
    }
    Some(hir::Test {
        title: written.title.value.clone(),
        agent: agent.text.clone(),
        steps,
    })
}

/// Scripts see nothing but what is written out.
fn nothing() -> Env {
    Env::default()
}

fn time(cx: &mut Cx<'_>, text: &ast::Text) -> Option<u64> {
    let time = number::milliseconds(&text.value);
    if time.is_none() {
        cx.too_large(text.span, &text.value);
    }
    time
}

fn given_context(cx: &mut Cx<'_>, written: &ast::Record) -> StepKind {
    let context = context_type(cx);
    let mut bound: Vec<(SmolStr, hir::Expr)> = Vec::new();
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    for binding in &written.bindings {
        let name = &binding.name;
        cx.once(&mut seen, &name.text, name.span);
        let Type::Record(context) = &context else {
            continue;
        };
        let place = format!("`context.{}`", name.text);
        let value = match context.get(&name.text) {
            Some(field) => cx.part_for(&binding.value, &nothing(), &field.ty, &place),
            None => {
                if !context.broken {
                    cx.no_such_field(&Type::Record(context.clone()), name, "the context");
                }
                cx.value(&binding.value, &nothing())
            }
        };
        bound.push((name.text.clone(), value));
    }
    StepKind::GivenContext(bound)
}

/// What a tool answers, as far as the test cares. Several globs may declare it: the answer must suit them all.
fn answer<'db>(
    cx: &mut Cx<'db>,
    tool: &str,
    items: &[Item<'db>],
    written: &ast::Expr,
) -> hir::Expr {
    let place = format!("the result of `{tool}`");
    let mut value = None;
    for item in items {
        let signature = signature(cx.db, cx.package, *item);
        if let Some(want) = signature.result.as_ref().filter(|_| !signature.broken) {
            value = Some(cx.part_for(written, &nothing(), want, &place));
        }
    }
    value.unwrap_or_else(|| cx.value(written, &nothing()))
}

fn call_step(cx: &mut Cx<'_>, written: &ast::CallStep) -> StepKind {
    let target = glob::pattern(&written.call.target);
    let items = match scope::find_tool(cx.db, cx.package, &target) {
        ToolsMeant::Some(items) => items.clone(),
        ToolsMeant::Twice | ToolsMeant::Nothing => Vec::new(),
    };
    let call = literal_call(cx, &written.call);
    let outcome = match &written.outcome {
        None => Outcome::Given,
        Some(ast::Outcome::Fails(_)) => Outcome::Fails,
        Some(ast::Outcome::Returns(value)) => Outcome::Returns(answer(cx, &target, &items, value)),
    };
    let expect = &written.expect;
    let gate = expect.gate.as_ref().and_then(|name| cx.gate(name));
    for code in &expect.because {
        codes_of_reasons::check(cx, code, &call, &items);
    }
    StepKind::Call {
        call,
        outcome,
        expect: Expect {
            span: expect.span,
            verdict: expect.verdict.value,
            gate,
            because: expect.because.iter().map(ast::Path::dotted).collect(),
        },
    }
}

/// A call with whatever arguments.
fn literal_call(cx: &mut Cx<'_>, written: &ast::Call) -> Call {
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    let mut args = Vec::new();
    for binding in written.args.iter().flat_map(|record| &record.bindings) {
        let name = &binding.name;
        cx.once(&mut seen, &name.text, name.span);
        args.push((name.text.clone(), cx.value(&binding.value, &nothing())));
    }
    Call {
        span: written.span,
        target: glob::pattern(&written.target),
        args,
    }
}

fn event_step(
    cx: &mut Cx<'_>,
    event: &ast::Call,
    after: Option<&ast::Text>,
    expect: &ast::ExpectEvent,
) -> Option<StepKind> {
    let name = event.target.dotted();
    let item = cx.named(Kind::Event, &name, event.target.span);
    let args = item.map(|item| {
        let fields = event_fields(cx.db, cx.package, item);
        cx.bindings(event, &name, fields, &nothing(), Kind::Event)
    });
    let after = after.map_or(Some(0), |text| time(cx, text));
    let expect = match expect {
        ast::ExpectEvent::Manual(_) => ExpectEvent::Manual,
        ast::ExpectEvent::Nothing(_) => ExpectEvent::Nothing,
        ast::ExpectEvent::Recover {
            calls, approval, ..
        } => ExpectEvent::Recover {
            calls: calls.iter().map(|call| recovery(cx, call)).collect(),
            approval: approval.value,
        },
    };
    Some(StepKind::Event {
        event: Call {
            span: event.span,
            target: name,
            args: args?,
        },
        after: after?,
        expect,
    })
}

/// The recovery that is expected: a tool that is declared, with as many of its arguments as the test cares about.
fn recovery(cx: &mut Cx<'_>, written: &ast::Call) -> Call {
    let target = glob::pattern(&written.target);
    let items = cx.tools(&written.target);
    let call = literal_call(cx, written);
    for item in items {
        let signature = signature(cx.db, cx.package, item);
        let bindings = written.args.iter().flat_map(|record| &record.bindings);
        for (binding, (name, value)) in bindings.zip(&call.args) {
            match signature.args.get(name) {
                Some(field) => {
                    let place = format!("`{name}` of `{target}`");
                    cx.must_fit(value, &field.ty, &place, super::bind::Given::Part);
                }
                None if signature.args.open || signature.args.broken => {}
                None => cx.unknown_parameter(&binding.name, &target, &signature.args, Kind::Tool),
            }
        }
    }
    call
}
