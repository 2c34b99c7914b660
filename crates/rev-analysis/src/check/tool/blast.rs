//! Blast radius: what one tool may do in one run.

use super::This;
use super::facts::{self, Facts};
use crate::check::{Cx, budget, context};
use crate::finding::Finding;
use crate::hir::{Blast, Bound, Effect, Scope, Type, Variant};
use crate::item::Kind;
use crate::scope::{self, Meant};
use rev_diagnostics::{Edit, FileId, Fix, Span, codes, suggest};
use rev_syntax::ast::{self, BlastField, Block, BoundSuffix, Field, ToolField};
use smol_str::SmolStr;

pub(super) fn check(
    cx: &mut Cx<'_>,
    this: This<'_>,
    facts: &Facts<'_>,
    variant: &Variant,
) -> Option<Blast> {
    if this.signature.is_recovery_tool() {
        never_counted(cx, this, facts);
        return None;
    }
    let Some((field, body)) = facts.blast() else {
        missing(cx, this, facts);
        unused_tenant(cx, this, facts);
        return None;
    };
    let mut blast = Blast {
        calls: None,
        subjects: None,
        scope: None,
        dimensions: Vec::new(),
    };
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    for line in &body.fields {
        match &line.kind {
            BlastField::Calls(number, suffix) => {
                cx.once(&mut seen, "calls", line.word);
                blast.calls = count(cx, line, number, *suffix, "calls");
            }
            BlastField::Subjects(number, suffix) => {
                cx.once(&mut seen, "subjects", line.word);
                blast.subjects = count(cx, line, number, *suffix, "subjects");
            }
            BlastField::Scope(scope, suffix) => {
                cx.once(&mut seen, "scope", line.word);
                blast.scope = Some(bound(scope.value, *suffix, scope.span));
            }
            BlastField::Dimension {
                dimension,
                amount,
                suffix,
            } => {
                if let Some(word) = misspelt(cx, dimension) {
                    seen.push((word.into(), dimension.span));
                    continue;
                }
                cx.once(&mut seen, &dimension.text, dimension.span);
                if let Some(parts) = budget::bound(cx, dimension, amount) {
                    if parts == 0 {
                        let what =
                            format!("`{} 0` leaves nothing that could be spent", dimension.text);
                        cx.push(codes::contradicting_bounds(line.span, what).help(NEVER));
                        continue;
                    }
                    let bound = bound(parts, *suffix, line.span);
                    blast.dimensions.push((dimension.text.clone(), bound));
                    spent(cx, this, facts, field, dimension);
                }
            }
        }
    }
    let has_calls = seen.iter().any(|(word, _)| word == "calls");
    if !has_calls && !body.broken {
        let block = format!("the `blast` of `{}`", this.name());
        let finding = codes::missing_field(field.word, block, "calls");
        cx.push(finding.help("say how often it may be called in one run: `calls N`"));
    }
    subjects(cx, this, facts, variant, &blast);
    if blast.scope.map(|scope| scope.value) == Some(Scope::Tenant) {
        tenant(cx, this, facts, variant, &blast);
    }
    unused_tenant(cx, this, facts);
    Some(blast)
}

const NEVER: &str =
    "write `gate approval` where a person decides each time, or `deny because \"…\"` for never";

/// The word of `blast` that was meant by a name which is no dimension. It is told.
fn misspelt(cx: &mut Cx<'_>, name: &ast::Name) -> Option<&'static str> {
    const WORDS: [&str; 3] = ["calls", "subjects", "scope"];
    if scope::find(cx.db, cx.package, Kind::Dimension, &name.text) != Meant::Nothing {
        return None;
    }
    let dimensions = scope::names_of(cx.db, cx.package, Kind::Dimension).map(SmolStr::as_str);
    let near = suggest::nearest(&name.text, dimensions.chain(WORDS))?;
    let word = WORDS.into_iter().find(|word| *word == near)?;
    let finding = codes::unknown_field(name.span, "`blast`", &name.text);
    cx.push(crate::check::cx::mended(finding, Some(word)));
    Some(word)
}

/// A recovery is governed on its own terms; bounds of a run do not hold for it.
fn never_counted(cx: &mut Cx<'_>, this: This<'_>, facts: &Facts<'_>) {
    for field in &facts.fields {
        let word = match &field.kind {
            ToolField::Blast(_) => "blast",
            ToolField::Spends { .. } => "spends",
            ToolField::Tenant(_) => "tenant",
            _ => continue,
        };
        let what = format!(
            "`{word}` changes nothing for `{}`: it only undoes other calls",
            this.name()
        );
        let finding = codes::contradicting_bounds(field.word, what);
        cx.push(finding.help("remove it: recoveries are not held by the bounds of a run"));
    }
}

/// An effect that nothing bounds.
fn missing(cx: &mut Cx<'_>, this: This<'_>, facts: &Facts<'_>) {
    let Some(effect) = facts.effect() else {
        return;
    };
    if effect.value == Effect::None || facts.broken {
        return;
    }
    let finding = codes::side_effect_without_blast(effect.span, this.name());
    cx.push(finding.fix(Fix {
        title: "add `blast { calls 1 }`".to_owned(),
        edits: vec![Edit {
            file: FileId(0),
            span: Span::at(effect.span.end),
            text: "\n    blast { calls 1 }".to_owned(),
        }],
        // How often is often enough, only a person can say.
        safe: false,
    }));
}

fn bound<T>(value: T, suffix: BoundSuffix, span: Span) -> Bound<T> {
    Bound {
        value,
        or_deny: suffix.or_deny,
        span,
    }
}

/// `calls N` or `subjects N`.
fn count(
    cx: &mut Cx<'_>,
    line: &Field<BlastField>,
    number: &ast::Text,
    suffix: BoundSuffix,
    word: &str,
) -> Option<Bound<u64>> {
    let Ok(value) = number.value.replace('_', "").parse::<u64>() else {
        cx.too_large(number.span, &number.value);
        return None;
    };
    if value == 0 {
        let what = format!("`{word} 0` leaves nothing that could be called");
        cx.push(codes::contradicting_bounds(line.span, what).help(NEVER));
        return None;
    }
    Some(bound(value, suffix, line.span))
}

/// The cases that a line holds for: its own, or all of them if it stands at the tool.
pub(super) fn cases_with<'a>(
    this: This<'a>,
    own: &Facts<'a>,
    field: &Field<ToolField>,
) -> Vec<Facts<'a>> {
    let of_the_tool = this.tree.body.fields.iter().any(|it| it.span == field.span);
    match of_the_tool && !this.has_too_many_cases() {
        true => facts::cases(this.tree),
        false => vec![own.clone()],
    }
}

/// A bound in a dimension that the tool does not spend bounds nothing.
fn spent(
    cx: &mut Cx<'_>,
    this: This<'_>,
    own: &Facts<'_>,
    field: &Field<ToolField>,
    dimension: &ast::Name,
) {
    let cases = cases_with(this, own, field);
    let (db, package) = (cx.db, cx.package);
    let spends = |facts: &Facts<'_>| {
        facts.broken
            || facts.has(|field| match field {
                // One that means nothing may be a misspelling of this.
                ToolField::Spends { dimension: it, .. } => {
                    let known = scope::find(db, package, Kind::Dimension, &it.text);
                    it.text == dimension.text || known == Meant::Nothing
                }
                _ => false,
            })
    };
    if !cases.iter().any(spends) && !this.has_too_many_cases() {
        let (tool, dimension_name) = (this.name(), &dimension.text);
        let what = format!("`{tool}` spends no `{dimension_name}`, so this bounds nothing");
        let help = format!("add `spends {dimension_name} = …`, or remove the bound");
        cx.push(codes::contradicting_bounds(dimension.span, what).help(help));
    }
}

/// Bounds on subjects need a subject, and must agree. A case that only reads changes nobody's state.
fn subjects(cx: &mut Cx<'_>, this: This<'_>, facts: &Facts<'_>, variant: &Variant, blast: &Blast) {
    let single = blast
        .scope
        .filter(|scope| scope.value == Scope::SingleSubject);
    let reads = facts.when.is_some() && variant.effect == Effect::None;
    let has_subject = facts.subject().is_some() || facts.broken || reads;
    let lines = [
        (single.map(|scope| scope.span), "scope single_subject"),
        (blast.subjects.map(|bound| bound.span), "subjects"),
    ];
    let mut lines = lines
        .iter()
        .filter_map(|(span, word)| Some(((*span)?, word)));
    if let Some((span, word)) = lines.next()
        && !has_subject
    {
        let what = format!(
            "`{word}` bounds whose state changes, and `{}` has no `subject`",
            this.name()
        );
        let finding = codes::contradicting_bounds(span, what);
        cx.push(finding.help("say whose state changes: `subject args.NAME`"));
        return;
    }
    if let (Some(single), Some(subjects)) = (single, blast.subjects)
        && subjects.value > 1
    {
        let what = format!(
            "`subjects {}` and `scope single_subject` contradict each other",
            subjects.value
        );
        let finding = codes::contradicting_bounds(subjects.span, what);
        let finding = crate::finding::here(finding, single.span, "one subject only");
        cx.push(finding.help("keep one of them"));
    }
}

/// `scope tenant` compares the tool's tenant with that of the context.
fn tenant(cx: &mut Cx<'_>, this: This<'_>, facts: &Facts<'_>, variant: &Variant, blast: &Blast) {
    let Some(scope) = blast.scope else { return };
    let context = context(cx.db, cx.package);
    let of_tool = facts.has(|field| matches!(field, ToolField::Tenant(_))) || facts.broken;
    let of_context = context.get("tenant");
    let comparable = |ty: &Type| ty.is_text() || matches!(ty.base(), Type::Json);
    // A tenant of the tool that is no text is told there, and is perhaps this one.
    let told = variant
        .tenant
        .as_ref()
        .is_some_and(|it| !comparable(&it.ty));
    let what = match (of_tool, of_context) {
        (false, _) => format!(
            "`scope tenant` compares tenants, and `{}` has no `tenant`",
            this.name()
        ),
        (true, None) if !context.broken => {
            "`scope tenant` compares tenants, and no `context.tenant` is declared".to_owned()
        }
        (true, Some(field)) if !comparable(&field.ty) && !told => format!(
            "`scope tenant` compares texts, and `context.tenant` is `{}`",
            field.ty.shown()
        ),
        _ => return,
    };
    let help = match of_tool {
        false => "say whose tenant it is: `tenant args.NAME`",
        true => "declare what the host supplies: `context { tenant: text }`",
    };
    cx.push(codes::contradicting_bounds(scope.span, what).help(help));
}

/// A tenant that no `scope tenant` compares is decoration.
fn unused_tenant(cx: &mut Cx<'_>, this: This<'_>, own: &Facts<'_>) {
    let tenant = own.fields.iter();
    let Some(field) = tenant
        .copied()
        .find(|field| matches!(field.kind, ToolField::Tenant(_)))
    else {
        return;
    };
    // What is wrong with the line itself is told; it may not be what was meant at all.
    let told = |finding: &Finding| {
        let at = finding.diagnostic.primary.span;
        field.span.start <= at.start && at.end <= field.span.end
    };
    if cx.findings.iter().any(told) {
        return;
    }
    let cases = cases_with(this, own, field);
    let compared = |body: &Block<BlastField>| {
        let mut lines = body.fields.iter();
        body.broken
            || lines.any(|line| match &line.kind {
                BlastField::Scope(scope, _) => scope.value == Scope::Tenant,
                _ => false,
            })
    };
    let excused = |facts: &Facts<'_>| {
        facts.broken
            || match facts.blast() {
                Some((_, body)) => compared(body),
                None => facts.effect_or_worst() != Effect::None,
            }
    };
    if !cases.iter().any(excused) && !this.has_too_many_cases() {
        let what = format!("nothing compares the `tenant` of `{}`", this.name());
        let finding = codes::contradicting_bounds(field.word, what);
        cx.push(finding.help("add `scope tenant` to its `blast`, or remove the line"));
    }
}
