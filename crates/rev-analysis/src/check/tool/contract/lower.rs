//! A contract as written to a contract as checked: calls against their tools, conditions against what they see.

use super::super::This;
use super::super::facts::Contract;
use crate::check::assumption;
use crate::check::{Cx, Env};
use crate::glob;
use crate::hir::{Call, Expr, Reversal, ReversalKind, Root, Type, Verify, Window};
use crate::item::Kind;
use crate::number;
use rev_diagnostics::codes;
use rev_syntax::ast::{self, Field, ReversalField, Within};

/// The contract, checked. A line that stands twice counts where it stands first, and one that its class cannot
/// have is not looked into: both are told.
pub(super) fn lower(cx: &mut Cx<'_>, this: This<'_>, contract: Contract<'_>) -> Reversal {
    let mut reversal = Reversal {
        kind: contract.kind.value,
        by: Vec::new(),
        verify: None,
        approval: None,
        within: Window::Forever,
        expires: None,
        capture: None,
        handle: None,
        policy: None,
        assumes: Vec::new(),
        hold: contract.hold().and_then(|text| duration(cx, text)),
        cancel: None,
        human: contract.human(),
    };
    let (before, after) = visible(cx, this, contract);
    reversal.cancel = contract.cancel().and_then(|call| cx.call(call, &after));
    if let Some(all) = contract.first(|field| match field {
        ReversalField::Assumes(all) => Some(all),
        _ => None,
    }) {
        let calls = all.iter();
        reversal.assumes = calls
            .filter_map(|call| assumed(cx, call, &before, &after))
            .collect();
    }
    if contract.kind.value == ReversalKind::Irreversible {
        return reversal;
    }
    let steps = contract.by().iter();
    reversal.by = steps.filter_map(|call| cx.call(call, &after)).collect();
    reversal.approval = contract.approval().map(|word| word.value);
    for field in &contract.body.fields {
        let first = contract
            .line(|other| std::mem::discriminant(other) == std::mem::discriminant(&field.kind));
        if first.is_some_and(|first| first.span != field.span) {
            continue;
        }
        match &field.kind {
            ReversalField::Verify { .. } => {
                reversal.verify = verify(cx, field, contract, &after);
            }
            ReversalField::Within(Within::Duration(text)) => {
                let help =
                    "say for how long it can be taken back: `within 72h`, or `within forever`";
                let what = "is over before anything could be taken back";
                if let Some(time) = some_time(cx, text, "within", what, help) {
                    reversal.within = Window::For(time);
                }
            }
            ReversalField::Expires(text) => reversal.expires = duration(cx, text),
            ReversalField::Capture(call) => {
                let why = "`capture` reads before the call, when there is no result yet";
                let before = before.clone().lacking("result", why);
                reversal.capture = cx.reading_call(call, &before, "capture");
            }
            ReversalField::Handle(expr) => reversal.handle = Some(handle(cx, expr, &after)),
            ReversalField::Policy(name) => reversal.policy = cx.gate(name),
            _ => {}
        }
    }
    reversal
}

/// What the lines of a contract see: before the call, and after it.
fn visible(cx: &Cx<'_>, this: This<'_>, contract: Contract<'_>) -> (Env, Env) {
    let capture = contract.first(|field| match field {
        ReversalField::Capture(call) => Some(call),
        _ => None,
    });
    let (before, after) = (this.before(cx), this.after(cx));
    let after = match capture {
        Some(call) => {
            let owner = format!("the result of `{}`", glob::pattern(&call.target));
            after.with(Root::Prior, cx.read(&call.target), owner)
        }
        None => {
            let why = "add `capture TOOL { … } as prior`, which reads it before the call";
            after.lacking("prior", why)
        }
    };
    (before, after)
}

/// An assumption and what is bound to its parameters. One that is checked before dispatch cannot know the result.
fn assumed(cx: &mut Cx<'_>, written: &ast::Call, before: &Env, after: &Env) -> Option<Call> {
    let target = written.target.dotted();
    let item = cx.named(Kind::Assumption, &target, written.target.span)?;
    let declared = assumption::declared(cx.db, cx.package, item);
    let why = "this assumption has a `checked by`, so it is looked at before the call, when there is no result yet";
    let early;
    let env = match declared.checked {
        false => after,
        true => {
            let env = before.clone().lacking("result", why);
            early = match after.root("prior") {
                Some(prior) => env.with(Root::Prior, prior.ty.clone(), prior.owner.clone()),
                None => env,
            };
            &early
        }
    };
    let args = cx.bindings(
        written,
        &target,
        &declared.parameters,
        env,
        Kind::Assumption,
    );
    Some(Call {
        span: written.span,
        target,
        args,
    })
}

fn verify(
    cx: &mut Cx<'_>,
    field: &Field<ReversalField>,
    contract: Contract<'_>,
    after: &Env,
) -> Option<Verify> {
    let ReversalField::Verify {
        call,
        until,
        attempts,
        every,
    } = &field.kind
    else {
        return None;
    };
    let seen = cx.read(&call.target);
    let owner = format!("the result of `{}`", glob::pattern(&call.target));
    let undone = match contract.by().last() {
        Some(step) => {
            let owner = format!("the result of `{}`", glob::pattern(&step.target));
            (cx.returned(&step.target), owner)
        }
        None => (Type::Unknown, "the recovery".to_owned()),
    };
    let env = after
        .clone()
        .with(Root::Seen, seen, owner)
        .with(Root::Undone, undone.0, undone.1);
    let call = cx.reading_call(call, after, "verify");
    // A clause that is missing may be the line that could not be read.
    let unread = contract.body.broken;
    let missing = |word: &str, help: &str| {
        codes::missing_field(field.word, "`verify`", word).help(help.to_owned())
    };
    let nothing = until.is_none() && attempts.is_none();
    let until = match until {
        Some(condition) => Some(cx.condition(condition, &env)),
        None if unread => None,
        None if nothing => {
            let help = "say what shows that it was taken back, and how often to look: `until seen absent attempts 3`";
            cx.push(missing("until", help));
            None
        }
        None => {
            let help = "say what shows that it was taken back: `until seen absent`, `until seen.status == …`";
            cx.push(missing("until", help));
            None
        }
    };
    let attempts = match attempts {
        Some(text) => tries(cx, text),
        // Both left out is one mistake, and told above.
        None if nothing || unread => None,
        None => {
            let help = "say how often to look before a person is called: `attempts 3`";
            cx.push(missing("attempts", help));
            None
        }
    };
    Some(Verify {
        every: every.as_ref().and_then(|text| {
            let help = "say how long to wait between two attempts: `every 10s`; or leave it out";
            some_time(
                cx,
                text,
                "every",
                "does not wait between two attempts",
                help,
            )
        }),
        call: call?,
        until: until?,
        attempts: attempts?,
    })
}

fn tries(cx: &mut Cx<'_>, text: &ast::Text) -> Option<u32> {
    match text.value.replace('_', "").parse::<u32>() {
        Ok(0) => {
            let what = "with no attempts nothing is verified";
            cx.push(codes::type_mismatch(text.span, what).help("write `attempts 1` or more"));
            None
        }
        Ok(attempts) => Some(attempts),
        Err(_) => {
            cx.too_large(text.span, &text.value);
            None
        }
    }
}

/// The vendor's reference of what was done: something that can be written into a letter.
fn handle(cx: &mut Cx<'_>, written: &ast::Expr, env: &Env) -> Expr {
    let expr = cx.value(written, env);
    if !expr.ty.is_text() && !matches!(expr.ty.base(), Type::Int | Type::Json) {
        let what = format!(
            "a handle is a text or a number, and this is `{}`",
            expr.ty.shown()
        );
        cx.push(codes::type_mismatch(expr.span, what));
    }
    expr
}

/// A duration that is not none.
fn some_time(cx: &mut Cx<'_>, text: &ast::Text, word: &str, what: &str, help: &str) -> Option<u64> {
    let time = duration(cx, text)?;
    if time == 0 {
        let what = format!("`{word} {}` {what}", text.value);
        cx.push(codes::type_mismatch(text.span, what).help(help));
    }
    (time > 0).then_some(time)
}

fn duration(cx: &mut Cx<'_>, text: &ast::Text) -> Option<u64> {
    let time = number::milliseconds(&text.value);
    if time.is_none() {
        cx.too_large(text.span, &text.value);
    }
    time
}
