//! The block behind a head that cannot be read. It is read for its mistakes, so that mending the head does not bring
//! up others.

use super::{Builder, Node};
use crate::expected::{BlockKind, meant_word};
use crate::grammar::{Grammar, Rule};
use crate::layout::{Fault, PieceKind, scan};
use pest::Parser;
use rev_diagnostics::Span;

/// Each such head has what is inside of it read once more, so there is an end to it.
const MOST_HEADS: usize = 3;

impl<'i> Builder<'i> {
    /// Tells the mistakes in the block of the line at `at`, whose own mistake was the last to be told.
    pub(super) fn inside(&mut self, at: Span, kind: BlockKind) {
        let told = self.errors.last().map(|error| error.primary.span.start);
        let Some(told) = told.filter(|told| (at.start..at.end).contains(told)) else {
            return;
        };
        let Some((brace, rule)) = block_behind(at.of(self.text), kind) else {
            return;
        };
        let start = at.start + brace as u32;
        if told > start || self.heads_lost >= MOST_HEADS {
            return;
        }
        let text = Span::new(start, at.end).of(self.text);
        let faults: Vec<Fault> = (self.faults.iter())
            .filter(|fault| fault.span.start >= start)
            .map(|fault| Fault {
                span: Span::new(fault.span.start - start, fault.span.end - start),
                ..*fault
            })
            .collect();
        let mut inner = Builder {
            text,
            docs: Vec::new().into_iter(),
            next_doc: None,
            faults: &faults,
            errors: Vec::new(),
            heads_lost: self.heads_lost + 1,
        };
        if let Ok(mut pairs) = Grammar::parse(rule, text)
            && let Some(block) = pairs.next()
        {
            inner.read_for_mistakes(block);
        }
        for error in inner.errors {
            let file = error.primary.file;
            self.tell(error.placed(file, start));
        }
    }

    fn read_for_mistakes(&mut self, block: Node<'i>) {
        match block.as_rule() {
            Rule::tool_block => drop(self.tool_block(block)),
            Rule::reversal_block => {
                drop(self.block(block, BlockKind::Reversal, Self::reversal_field));
            }
            Rule::blast_block => drop(self.block(block, BlockKind::Blast, Self::blast_field)),
            Rule::gate_block => drop(self.block(block, BlockKind::Gate, Self::gate_field)),
            Rule::assumption_block => {
                drop(self.block(block, BlockKind::Assumption, Self::assumption_field));
            }
            Rule::rule_block => drop(self.block(block, BlockKind::Rule, Self::rule_field)),
            Rule::boundary_block => {
                drop(self.block(block, BlockKind::Boundary, Self::boundary_field));
            }
            Rule::budget_block => drop(self.block(block, BlockKind::Budget, Self::budget_field)),
            Rule::agent_block => drop(self.block(block, BlockKind::Agent, Self::agent_field)),
            Rule::saga_block => drop(self.block(block, BlockKind::Saga, Self::saga_field)),
            Rule::invariant_block => {
                drop(self.block(block, BlockKind::Invariant, Self::invariant_field));
            }
            Rule::test_block => drop(self.block(block, BlockKind::Test, Self::step)),
            Rule::record_type => drop(self.record_type(block)),
            _ => {}
        }
    }
}

/// Where the block of a line begins, and what kind of block it is by the line's first word.
fn block_behind(line: &str, kind: BlockKind) -> Option<(usize, Rule)> {
    let brace = scan(line, 0).find(|piece| piece.kind == PieceKind::Open(b'{'))?;
    let mut head = line.get(..brace.start)?.trim_start();
    while head.starts_with('@') {
        head = head.split_once('\n')?.1.trim_start();
    }
    // The brace of a field does not open the item's block.
    let fields = ["args", "blast", "case", "result", "reversal"];
    if kind == BlockKind::Item && head.split_whitespace().any(|word| fields.contains(&word)) {
        return None;
    }
    let rule = match (kind, meant_word(head, kind)?) {
        (BlockKind::Item, "tool") | (BlockKind::Tool, "case" | "otherwise") => Rule::tool_block,
        (BlockKind::Tool, "reversal") => Rule::reversal_block,
        (BlockKind::Tool, "blast") => Rule::blast_block,
        (BlockKind::Tool, "args") | (BlockKind::Item, "event" | "context") => Rule::record_type,
        (BlockKind::Item, "gate") => Rule::gate_block,
        (BlockKind::Item, "assumption") => Rule::assumption_block,
        (BlockKind::Item, "rule") => Rule::rule_block,
        (BlockKind::Item, "boundary") => Rule::boundary_block,
        (BlockKind::Item, "budget") => Rule::budget_block,
        (BlockKind::Item, "agent") => Rule::agent_block,
        (BlockKind::Item, "saga") => Rule::saga_block,
        (BlockKind::Item, "invariant") => Rule::invariant_block,
        (BlockKind::Item, "test") => Rule::test_block,
        _ => return None,
    };
    Some((brace.start, rule))
}
