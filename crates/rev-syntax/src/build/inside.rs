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
        let line = at.of(self.text);
        let before = Span::new(0, at.start).of(self.text).trim_end_matches(' ');
        let outer = before.len().saturating_sub(1) as u32;
        let twice = before.ends_with('{') && line.starts_with('{');
        let block = match twice && self.has_brace_fault(Span::at(outer)) {
            // Opened twice: what is inside is what the block was to have.
            true => rule_of(kind).map(|rule| (0, rule)),
            false => block_behind(line, kind),
        };
        let Some((brace, rule)) = block else {
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
    let block = match (kind, meant_word(head, kind)?) {
        (BlockKind::Item, "tool") | (BlockKind::Tool, "case" | "otherwise") => BlockKind::Tool,
        (BlockKind::Tool, "reversal") => BlockKind::Reversal,
        (BlockKind::Tool, "blast") => BlockKind::Blast,
        (BlockKind::Tool, "args") | (BlockKind::Item, "event" | "context") => BlockKind::Entry,
        (BlockKind::Item, "gate") => BlockKind::Gate,
        (BlockKind::Item, "assumption") => BlockKind::Assumption,
        (BlockKind::Item, "rule") => BlockKind::Rule,
        (BlockKind::Item, "boundary") => BlockKind::Boundary,
        (BlockKind::Item, "budget") => BlockKind::Budget,
        (BlockKind::Item, "agent") => BlockKind::Agent,
        (BlockKind::Item, "saga") => BlockKind::Saga,
        (BlockKind::Item, "invariant") => BlockKind::Invariant,
        (BlockKind::Item, "test") => BlockKind::Test,
        _ => return None,
    };
    Some((brace.start, rule_of(block)?))
}

/// The rule of a block of this kind.
fn rule_of(kind: BlockKind) -> Option<Rule> {
    Some(match kind {
        BlockKind::Tool => Rule::tool_block,
        BlockKind::Reversal => Rule::reversal_block,
        BlockKind::Blast => Rule::blast_block,
        BlockKind::Gate => Rule::gate_block,
        BlockKind::Assumption => Rule::assumption_block,
        BlockKind::Rule => Rule::rule_block,
        BlockKind::Boundary => Rule::boundary_block,
        BlockKind::Budget => Rule::budget_block,
        BlockKind::Agent => Rule::agent_block,
        BlockKind::Saga => Rule::saga_block,
        BlockKind::Invariant => Rule::invariant_block,
        BlockKind::Test => Rule::test_block,
        BlockKind::Entry => Rule::record_type,
        BlockKind::Item | BlockKind::Binding => return None,
    })
}
