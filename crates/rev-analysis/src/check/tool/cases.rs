//! Cases: that they exclude each other, leave nothing out, and repeat nothing that stands at the tool.

use super::atoms::is_broken;
use super::conditions::{Alternative, alternatives, exclude};
use super::{This, cells, key};
use crate::check::Cx;
use crate::hir::Variant;
use rev_diagnostics::{Edit, FileId, Fix, Span, codes};
use rev_syntax::ast::{Block, Expr, Field, ToolField};
use smol_str::SmolStr;

/// More cases than this nobody reads. A tool that has them is refused, and not looked at case by case.
const MOST_CASES: usize = 700;

/// More pairs of alternatives than this are not compared.
const MOST_PAIRS: usize = 500_000;

pub(super) fn check(cx: &mut Cx<'_>, this: This<'_>, variants: &[Variant]) {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut otherwise: Option<Span> = None;
    let mut told: Vec<SmolStr> = Vec::new();
    for field in &this.tree.body.fields {
        let (when, block) = match &field.kind {
            ToolField::Case { condition, body } => (Some(condition), body),
            ToolField::Otherwise(body) => (None, body),
            _ => continue,
        };
        if when.is_none() {
            otherwise.get_or_insert(field.word);
        }
        fields(cx, this, block, &mut told);
        if let Some(condition) = when {
            cases.push(Case { field, condition });
        }
    }
    if let (Some(word), true) = (otherwise, cases.is_empty() && !this.tree.body.broken) {
        let finding = codes::missing_field(word, format!("`{}`", this.name()), "case");
        cx.push(finding.help("write what it says at the tool: without a case it always applies"));
    }
    if this.has_too_many_cases() {
        too_many(cx, this);
        return;
    }
    let conditions = variants.iter().filter_map(|variant| variant.when.as_ref());
    let conditions: Vec<_> = conditions.collect();
    // Where a condition could not be read, nothing is known of what it admits.
    if cases.is_empty() || conditions.iter().any(|condition| is_broken(condition)) {
        return;
    }
    let admitted: Vec<Option<Vec<Alternative>>> =
        conditions.into_iter().map(alternatives).collect();
    let count = |one: &Option<Vec<Alternative>>| one.as_ref().map_or(0, Vec::len);
    let total: usize = admitted.iter().map(count).sum();
    if total.saturating_mul(total) > MOST_PAIRS {
        too_many(cx, this);
        return;
    }
    overlaps(cx, this, &cases, &admitted);
    if otherwise.is_none() && !this.tree.body.broken && !is_exhausted(&admitted) {
        leaves_out(cx, this, &cases);
    }
}

impl This<'_> {
    pub(super) fn has_too_many_cases(&self) -> bool {
        self.signature.variants.len() > MOST_CASES
    }
}

/// A case as written.
struct Case<'a> {
    field: &'a Field<ToolField>,
    condition: &'a Expr,
}

/// The fields of one case: known to cases, given once, and not given by the tool as well. A fact of the tool that
/// several cases repeat is told at the first.
fn fields(cx: &mut Cx<'_>, this: This<'_>, block: &Block<ToolField>, told: &mut Vec<SmolStr>) {
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    let mut cased = false;
    for field in &block.fields {
        let of_the_tool = match &field.kind {
            ToolField::Args { .. } => Some("args"),
            ToolField::Result(_) => Some("result"),
            ToolField::Wire(_) => Some("wire"),
            ToolField::Case { .. } => Some("case"),
            ToolField::Otherwise(_) => Some("otherwise"),
            _ => None,
        };
        if let Some(word) = of_the_tool {
            let help = match word {
                "case" | "otherwise" => "join the conditions: `case A and B { … }`",
                _ => "it is the same in every case: write it at the tool",
            };
            // An `otherwise` goes with the `case` before it.
            if word != "otherwise" || !cased {
                cx.push(codes::unknown_field(field.word, "a case", word).help(help));
            }
            cased |= word == "case";
            continue;
        }
        let Some(key) = key(&field.kind) else {
            continue;
        };
        cx.once(&mut seen, &key, field.word);
        let mut outside = this.tree.body.fields.iter();
        let outside = outside.find(|other| self::key(&other.kind).as_ref() == Some(&key));
        if let Some(outside) = outside
            && !told.contains(&key)
        {
            let what = format!("`{key}` stands both at `{}` and in its cases", this.name());
            let finding = codes::overlapping_cases(field.word, what);
            let finding = crate::finding::here(finding, outside.word, "it holds in every case");
            cx.push(finding.help("write it at the tool, or in each of its cases, not both"));
            told.push(key);
        }
    }
}

/// Tells cases that may both apply. Of cases that hang together, each but one is told, in whatever order they stand.
fn overlaps(
    cx: &mut Cx<'_>,
    this: This<'_>,
    cases: &[Case<'_>],
    admitted: &[Option<Vec<Alternative>>],
) {
    // `with[n]`: the first case that case n may apply together with; `group[n]`: the first that it hangs together with.
    let mut with: Vec<Option<usize>> = vec![None; cases.len()];
    let mut group: Vec<usize> = (0..cases.len()).collect();
    for (later, a) in admitted.iter().enumerate() {
        for (earlier, b) in admitted.iter().enumerate().take(later) {
            if are_apart(a, b) {
                continue;
            }
            for (one, other) in [(later, earlier), (earlier, later)] {
                if let Some(slot) = with.get_mut(one) {
                    slot.get_or_insert(other);
                }
            }
            let pair = (group.get(later).copied(), group.get(earlier).copied());
            if let (Some(a), Some(b)) = pair
                && a != b
            {
                let (first, gone) = (a.min(b), a.max(b));
                group
                    .iter_mut()
                    .filter(|it| **it == gone)
                    .for_each(|it| *it = first);
            }
        }
    }
    for (number, case) in cases.iter().enumerate() {
        let is_first = group.get(number) == Some(&number);
        let other = with.get(number).copied().flatten();
        if let (false, Some(other)) = (is_first, other.and_then(|other| cases.get(other))) {
            let what = format!("two cases of `{}` may both apply", this.name());
            let finding = codes::overlapping_cases(case.condition.span, what);
            let other = other.condition.span;
            let finding = crate::finding::here(finding, other, "together with this one");
            cx.push(finding.help(HELP));
        }
    }
}

const HELP: &str = "write the cases as values or ranges of one argument, which can be told apart: `args.kind == \"a\"`, `args.kind == \"b\"`";

fn too_many(cx: &mut Cx<'_>, this: This<'_>) {
    let what = format!("`{}` has too many cases to be told apart", this.name());
    cx.push(codes::overlapping_cases(this.name_span(), what).help(HELP));
}

fn are_apart(a: &Option<Vec<Alternative>>, b: &Option<Vec<Alternative>>) -> bool {
    let (Some(a), Some(b)) = (a, b) else {
        return false;
    };
    a.iter()
        .all(|one| b.iter().all(|other| exclude(one, other)))
}

fn is_exhausted(admitted: &[Option<Vec<Alternative>>]) -> bool {
    let all: Vec<Alternative> = admitted.iter().flatten().flatten().cloned().collect();
    cells::exhaust(&all)
}

fn leaves_out(cx: &mut Cx<'_>, this: This<'_>, cases: &[Case<'_>]) {
    let Some(last) = cases.last() else { return };
    let finding = codes::case_without_otherwise(last.field.word, this.name());
    let mut outside = this.tree.body.fields.iter();
    let has_effect = outside.any(|field| matches!(field.kind, ToolField::Effect(_)));
    let effect = if has_effect { "" } else { "effect none; " };
    cx.push(finding.fix(Fix {
        title: "refuse what no case is about".to_owned(),
        edits: vec![Edit {
            file: FileId(0),
            span: Span::at(last.field.span.end),
            text: format!(" otherwise {{ {effect}deny because \"no case applies\" }}"),
        }],
        // Whether the rest is to be refused, only a person can say.
        safe: false,
    }));
}
