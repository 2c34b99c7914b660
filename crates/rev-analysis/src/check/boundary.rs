//! Boundaries: points of no return, and how they compose.

use super::conditions::Condition;
use super::{Cx, crossing, rule, spelling};
use crate::finding::here;
use crate::glob;
use crate::hir::{self, Action, BoundaryExpr, BoundaryLine, Meaning, Reason};
use crate::item::{Item, Kind};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{self, BoundaryExprKind, BoundaryField, MatchKind, ValueKind};
use rev_text::Op;
use smol_str::SmolStr;

pub(super) fn check<'db>(
    cx: &mut Cx<'db>,
    item: Item<'db>,
    written: &ast::Boundary,
) -> Option<hir::Boundary> {
    let composed = written.composed.as_ref().map(|parts| compose(cx, parts));
    let broken = written.body.as_ref().is_some_and(|body| body.broken);
    let mut conditions = cx.conditions(item, broken).into_iter();
    let mut read = Read::default();
    for field in written.body.iter().flat_map(|body| &body.fields) {
        line(cx, field, &mut read, &mut conditions);
    }
    if let Some(first) = read.first_line.filter(|_| composed.is_some()) {
        let finding = codes::unknown_field(first.1, "a composed boundary", first.0);
        cx.push(finding.help("what crosses it is written in the boundaries that it is made of"));
    }
    if composed.is_none() && read.first_line.is_none() && read.when.is_none() && !broken {
        let name = &written.name;
        let finding = codes::missing_field(name.span, format!("`{}`", name.text), "when");
        cx.push(finding.help(
            "say what crosses it: a line such as `path under \"…\"` or `tool …`, or a `when …`",
        ));
    }
    if let Some((place, gate)) = read.gate
        && gate.dry_run
    {
        let rows = crossing::crossing(cx.db, cx.package, item);
        rule::dry_runs(cx, &rows, place);
    }
    let composed = match composed {
        Some(parts) => Some(parts?),
        None => None,
    };
    Some(hir::Boundary {
        name: written.name.text.clone(),
        composed,
        lines: read.lines,
        when: read.when,
        action: read.action.map_or(Action::Mark, |(action, _)| action),
        reason: Reason {
            span: written.name.span,
            because: read.because,
        },
    })
}

/// What the lines so far said.
#[derive(Default)]
struct Read {
    seen: Vec<(SmolStr, Span)>,
    first_line: Option<(&'static str, Span)>,
    lines: Vec<BoundaryLine>,
    when: Option<hir::Expr>,
    action: Option<(Action, Span)>,
    gate: Option<(Span, hir::Gate)>,
    because: Option<SmolStr>,
}

fn line(
    cx: &mut Cx<'_>,
    field: &ast::Field<BoundaryField>,
    read: &mut Read,
    conditions: &mut impl Iterator<Item = Condition>,
) {
    match &field.kind {
        BoundaryField::Matches {
            kind,
            test,
            patterns,
        } => {
            let meaning = meaning(kind.value);
            read.first_line.get_or_insert((meaning.word(), field.word));
            if testable(cx, meaning, *test) {
                can_match(cx, meaning, test.value, patterns);
            }
            read.lines.push(BoundaryLine::Matches {
                kind: meaning,
                test: test.value,
                patterns: patterns.iter().map(|text| text.value.clone()).collect(),
            });
        }
        BoundaryField::Tool { globs, condition } => {
            read.first_line.get_or_insert(("tool", field.word));
            for glob in globs {
                cx.tool_pattern(glob);
            }
            let condition = condition.as_ref().and_then(|_| conditions.next());
            let when = condition.map(|condition| condition.expr);
            read.lines.push(BoundaryLine::Tool {
                globs: globs.iter().map(glob::pattern).collect(),
                when,
            });
        }
        BoundaryField::When(_) => {
            cx.once(&mut read.seen, "when", field.word);
            let condition = conditions.next();
            read.when = read.when.take().or(condition.map(|found| found.expr));
        }
        BoundaryField::Refuse => act(cx, read, Action::Refuse, field.word),
        BoundaryField::Halt => act(cx, read, Action::Halt, field.word),
        BoundaryField::Gate(name) => {
            let action = match cx.gate(name) {
                Some((word, gate)) => {
                    read.gate = Some((name.span, gate));
                    Action::Gate(word, gate)
                }
                // Told; what it would have done is not known.
                None => Action::Refuse,
            };
            act(cx, read, action, field.word);
        }
        BoundaryField::Because(text) => {
            cx.once(&mut read.seen, "because", field.word);
            read.because.get_or_insert(text.value.clone());
        }
    }
}

fn act(cx: &mut Cx<'_>, read: &mut Read, action: Action, at: Span) {
    match &read.action {
        None => read.action = Some((action, at)),
        Some((_, first)) => {
            let finding = codes::declared_twice(at, "what the boundary does is given");
            let finding = finding.help("it has one of `refuse`, `halt` and `gate NAME`");
            cx.push(here(finding, *first, "first here"));
        }
    }
}

/// `under` is for what has folders, `runs` for commands.
fn testable(cx: &mut Cx<'_>, meaning: Meaning, test: ast::Word<MatchKind>) -> bool {
    let (word, fine, help) = match test.value {
        MatchKind::Under => (
            "under",
            matches!(meaning, Meaning::Path | Meaning::Url),
            "`under` is for `path` and `url`: write `like` or `is`",
        ),
        MatchKind::Runs => (
            "runs",
            meaning == Meaning::Command,
            "`runs` is for `command`: write `like` or `is`",
        ),
        MatchKind::Like | MatchKind::Is => return true,
    };
    if !fine {
        let what = format!("`{word}` cannot test a `{}`", meaning.word());
        cx.push(codes::type_mismatch(test.span, what).help(help));
    }
    fine
}

/// Every pattern can match some value of its kind.
fn can_match(cx: &mut Cx<'_>, meaning: Meaning, test: MatchKind, patterns: &[ast::Text]) {
    let op = match test {
        MatchKind::Under => Op::Under,
        MatchKind::Like => Op::Like,
        MatchKind::Runs => Op::Runs,
        MatchKind::Is => Op::Is,
    };
    for pattern in patterns {
        if let Some(why) = spelling::why_never(meaning, op, &pattern.value) {
            let (kind, text) = (meaning.word(), &pattern.value);
            cx.push(codes::pattern_never_matches(pattern.span, kind, text, why));
        }
    }
}

pub(super) fn meaning(kind: ValueKind) -> Meaning {
    match kind {
        ValueKind::Path => Meaning::Path,
        ValueKind::Url => Meaning::Url,
        ValueKind::Command => Meaning::Command,
        ValueKind::Host => Meaning::Host,
        ValueKind::Email => Meaning::Email,
    }
}

/// The parts of a composed boundary; `None` if one of them is not there, which is told.
fn compose(cx: &mut Cx<'_>, written: &ast::BoundaryExpr) -> Option<BoundaryExpr> {
    let mut all = |parts: &[ast::BoundaryExpr]| {
        let parts: Vec<Option<BoundaryExpr>> = parts.iter().map(|it| compose(cx, it)).collect();
        parts.into_iter().collect::<Option<Vec<BoundaryExpr>>>()
    };
    Some(match &written.kind {
        BoundaryExprKind::And(parts) => BoundaryExpr::And(all(parts)?),
        BoundaryExprKind::Then(parts) => BoundaryExpr::Then(all(parts)?),
        BoundaryExprKind::Or(parts) => BoundaryExpr::Or(all(parts)?),
        BoundaryExprKind::Name(name) => {
            cx.named(Kind::Boundary, &name.text, name.span)?;
            BoundaryExpr::Name(name.text.clone())
        }
    })
}
