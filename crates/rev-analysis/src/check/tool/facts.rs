//! The fields of a tool, sorted out: what holds in each of its cases.

use super::key;
use rev_diagnostics::Span;
use rev_syntax::ast::{
    self, BlastField, Block, Effect, Expr, Field, Name, ReversalField, ReversalKind, ToolBlock,
    ToolField, Word,
};
use smol_str::SmolStr;

/// One case of a tool, or the whole tool where it has none.
#[derive(Clone, Debug)]
pub(crate) struct Facts<'a> {
    /// `None` without cases and for `otherwise`.
    pub when: Option<&'a Expr>,
    /// The case's braces, or the tool's.
    pub block: &'a ToolBlock,
    /// Of the tool and of the case, as written.
    pub fields: Vec<&'a Field<ToolField>>,
    /// A line could not be read, or says something again: nothing is said about what is missing or follows.
    pub broken: bool,
}

/// A reversal contract as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contract<'a> {
    pub field: &'a Field<ToolField>,
    pub kind: Word<ReversalKind>,
    pub body: &'a Block<ReversalField>,
}

/// The cases of a tool, each with what stands at the tool itself; without cases, the tool.
pub(crate) fn cases(tool: &ast::Tool) -> Vec<Facts<'_>> {
    let shared: Vec<&Field<ToolField>> = tool
        .body
        .fields
        .iter()
        .filter(|field| !matches!(field.kind, ToolField::Case { .. } | ToolField::Otherwise(_)))
        .collect();
    let broken = tool.body.broken || says_twice(&shared);
    let with = |when, block| case(&shared, broken, when, block);
    let cases: Vec<Facts<'_>> = tool
        .body
        .fields
        .iter()
        .filter_map(|field| match &field.kind {
            ToolField::Case { condition, body } => Some(with(Some(condition), body)),
            ToolField::Otherwise(body) => Some(with(None, body)),
            _ => None,
        })
        .collect();
    match cases.is_empty() {
        false => cases,
        true => vec![Facts {
            when: None,
            block: &tool.body,
            fields: shared,
            broken,
        }],
    }
}

fn case<'a>(
    shared: &[&'a Field<ToolField>],
    broken: bool,
    when: Option<&'a Expr>,
    block: &'a ToolBlock,
) -> Facts<'a> {
    let fields: Vec<&Field<ToolField>> = shared.iter().copied().chain(&block.fields).collect();
    Facts {
        when,
        block,
        broken: broken || block.broken || has_cases(block) || says_twice(&fields),
        fields,
    }
}

/// Whether a case is divided further, which is told there: its facts may stand in these cases.
fn has_cases(block: &ToolBlock) -> bool {
    let mut fields = block.fields.iter();
    fields.any(|field| matches!(field.kind, ToolField::Case { .. } | ToolField::Otherwise(_)))
}

/// Whether a fact is given twice. That is told, and which of the two was meant is not known.
fn says_twice(fields: &[&Field<ToolField>]) -> bool {
    let mut keys: Vec<SmolStr> = fields.iter().filter_map(|it| key(&it.kind)).collect();
    keys.sort();
    keys.windows(2).any(|pair| matches!(pair, [a, b] if a == b))
}

impl<'a> Facts<'a> {
    /// The first field for which `pick` answers.
    pub fn first<T>(&self, pick: impl Fn(&'a ToolField) -> Option<T>) -> Option<T> {
        self.fields.iter().find_map(|field| pick(&field.kind))
    }

    pub fn effect(&self) -> Option<Word<Effect>> {
        self.first(|field| match field {
            ToolField::Effect(effect) => Some(*effect),
            _ => None,
        })
    }

    /// The effect, or the worst where it is not stated: that is told elsewhere.
    pub fn effect_or_worst(&self) -> Effect {
        self.effect()
            .map_or(Effect::Authority, |effect| effect.value)
    }

    pub fn contract(&self) -> Option<Contract<'a>> {
        self.fields.iter().find_map(|&field| match &field.kind {
            ToolField::Reversal { kind, body } => Some(Contract {
                field,
                kind: *kind,
                body,
            }),
            _ => None,
        })
    }

    pub fn blast(&self) -> Option<(&'a Field<ToolField>, &'a Block<BlastField>)> {
        self.fields.iter().find_map(|&field| match &field.kind {
            ToolField::Blast(body) => Some((field, body)),
            _ => None,
        })
    }

    pub fn has(&self, wanted: impl Fn(&ToolField) -> bool) -> bool {
        self.fields.iter().any(|field| wanted(&field.kind))
    }

    pub fn class(&self) -> Option<&'a Name> {
        self.first(|field| match field {
            ToolField::Class(name) => Some(name),
            _ => None,
        })
    }

    pub fn subject(&self) -> Option<&'a Expr> {
        self.first(|field| match field {
            ToolField::Subject(expr) => Some(expr),
            _ => None,
        })
    }

    pub fn consent(&self) -> Option<(Span, &'a [Expr])> {
        self.fields.iter().find_map(|field| match &field.kind {
            ToolField::Consent(arguments) => Some((field.word, arguments.as_slice())),
            _ => None,
        })
    }
}

impl<'a> Contract<'a> {
    pub fn first<T>(&self, pick: impl Fn(&'a ReversalField) -> Option<T>) -> Option<T> {
        self.body.fields.iter().find_map(|field| pick(&field.kind))
    }

    pub fn has(&self, wanted: impl Fn(&ReversalField) -> bool) -> bool {
        self.body.fields.iter().any(|field| wanted(&field.kind))
    }

    /// The line for which `wanted` answers, for its place.
    pub fn line(
        &self,
        wanted: impl Fn(&ReversalField) -> bool,
    ) -> Option<&'a Field<ReversalField>> {
        self.body.fields.iter().find(|field| wanted(&field.kind))
    }

    pub fn human(&self) -> bool {
        self.has(|field| matches!(field, ReversalField::Human))
    }

    pub fn hold(&self) -> Option<&'a ast::Text> {
        self.first(|field| match field {
            ReversalField::Hold(duration) => Some(duration),
            _ => None,
        })
    }

    pub fn cancel(&self) -> Option<&'a ast::Call> {
        self.first(|field| match field {
            ReversalField::Cancel(call) => Some(call),
            _ => None,
        })
    }

    pub fn by(&self) -> &'a [ast::Call] {
        let calls = self.first(|field| match field {
            ReversalField::By(calls) => Some(calls.as_slice()),
            _ => None,
        });
        calls.unwrap_or(&[])
    }

    pub fn within(&self) -> Option<&'a ast::Within> {
        self.first(|field| match field {
            ReversalField::Within(within) => Some(within),
            _ => None,
        })
    }

    pub fn approval(&self) -> Option<Word<ast::Approval>> {
        self.first(|field| match field {
            ReversalField::Approval(approval) => Some(*approval),
            _ => None,
        })
    }
}
