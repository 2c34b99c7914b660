//! Sagas: steps that are recovered together.

use super::tool::signature::signature;
use super::{Cx, Env, context_type, fits};
use crate::finding::Finding;
use crate::glob;
use crate::hir::{self, Expr, ReversalKind, Root, Signature, Type};
use crate::item::Kind;
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{self, SagaField};
use smol_str::SmolStr;

pub(super) fn check(cx: &mut Cx<'_>, _item: &ast::Item, written: &ast::Saga) -> Option<hir::Saga> {
    let (mut key, mut steps) = (None, None);
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    for field in &written.body.fields {
        match &field.kind {
            SagaField::Key(expr) => {
                cx.once(&mut seen, "key", field.word);
                key = key.or(Some(expr));
            }
            SagaField::Steps(paths) => {
                cx.once(&mut seen, "steps", field.word);
                steps = steps.or(Some(paths));
            }
        }
    }
    let missing = |word: &str, help: &str| {
        let block = format!("`{}`", written.name.text);
        codes::missing_field(written.name.span, block, word).help(help.to_owned())
    };
    if key.is_none() && !written.body.broken {
        let help = "say which calls belong together: `key args.order`";
        cx.push(missing("key", help));
    }
    if steps.is_none() && !written.body.broken {
        let help = "list the calls in their order: `steps TOOL then TOOL`";
        cx.push(missing("steps", help));
    }
    let steps = steps.map(|paths| listed(cx, paths)).unwrap_or_default();
    let key = key.and_then(|key| shared_key(cx, key, &steps));
    Some(hir::Saga {
        name: written.name.text.clone(),
        key: key?,
        steps: steps.into_iter().map(|step| step.name).collect(),
    })
}

/// A step, and what is known of the tools that it means.
struct Step<'db> {
    name: SmolStr,
    signatures: Vec<&'db Signature>,
}

fn listed<'db>(cx: &mut Cx<'db>, paths: &[ast::Path]) -> Vec<Step<'db>> {
    if let [only] = paths {
        let finding = codes::missing_field(only.span, "this saga", "then");
        cx.push(finding.help("a saga has two steps at least: `steps TOOL then TOOL`"));
    }
    cx.names_once(paths);
    let mut steps = Vec::new();
    for (at, path) in paths.iter().enumerate() {
        let name = glob::pattern(path);
        let items = cx.tools(path);
        let found = items.iter();
        let signatures: Vec<&Signature> = found
            .map(|item| signature(cx.db, cx.package, *item))
            .collect();
        if signatures.iter().any(|it| it.is_recovery_tool()) {
            let what = format!("`{name}` only undoes other calls, so it is never a step");
            let finding = codes::type_mismatch(path.span, what).help("name the tool it undoes");
            cx.push(Finding::from(finding).related(Kind::Tool, &name, "declared here"));
            continue;
        }
        let mut variants = signatures.iter().flat_map(|it| &it.variants);
        let last = at + 1 == paths.len();
        if !last && variants.any(|it| it.reversal == Some(ReversalKind::Irreversible)) {
            let finding = codes::irreversible_step_in_saga(path.span, &name);
            cx.push(Finding::from(finding).related(Kind::Tool, &name, "declared here"));
        }
        steps.push(Step { name, signatures });
    }
    steps
}

/// The key, which every step must be able to tell, and tell in the same type.
fn shared_key(cx: &mut Cx<'_>, written: &ast::Expr, steps: &[Step<'_>]) -> Option<Expr> {
    let mut first: Option<(Expr, &SmolStr)> = None;
    for step in steps {
        for signature in &step.signatures {
            let owner = format!("`args` of `{}`", step.name);
            let env = Env::default()
                .with(Root::Args, Type::Record(signature.args.clone()), owner)
                .with(Root::Context, context_type(cx), "the context");
            // A key that is wrong for every step is one mistake.
            let mut apart = Cx::new(cx.db, cx.package);
            let key = apart.value(written, &env);
            if !apart.findings.is_empty() {
                let declared = "this step is declared here";
                let found = apart.findings.into_iter();
                cx.findings
                    .extend(found.map(|it| it.related(Kind::Tool, &step.name, declared)));
                return None;
            }
            match &first {
                None => {
                    identifies(cx, &key);
                    first = Some((key, &step.name));
                }
                Some((other, name)) if !fits::comparable(&other.ty, &key.ty) => {
                    let what = format!(
                        "the key is `{}` for `{name}` and `{}` for `{}`",
                        other.ty.shown(),
                        key.ty.shown(),
                        step.name
                    );
                    let finding = codes::type_mismatch(written.span, what)
                        .help("steps belong together where their keys are equal");
                    cx.push(Finding::from(finding).related(
                        Kind::Tool,
                        &step.name,
                        "declared here",
                    ));
                    return None;
                }
                Some(_) => {}
            }
        }
    }
    first.map(|(key, _)| key)
}

/// A key is something that two calls can have in common.
fn identifies(cx: &mut Cx<'_>, key: &Expr) {
    let simple = matches!(key.ty.base(), Type::Int | Type::Json | Type::Time);
    if !key.ty.is_text() && !simple {
        let what = format!(
            "a key is a text or a number, and this is `{}`",
            key.ty.shown()
        );
        cx.push(codes::type_mismatch(key.span, what));
    }
}
