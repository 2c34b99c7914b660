//! Texts in another order.

use rev_diagnostics::Span;
use rev_syntax::ast::{Block, ItemKind, ToolBlock, ToolField};

/// The same items in another order, each with its fields in another order.
pub fn shuffled(text: &str, dice: &mut Dice) -> String {
    let tree = rev_syntax::parse(text).tree;
    let mut items: Vec<String> = tree
        .items
        .iter()
        .map(|placed| {
            let own = placed.item.span.shifted(placed.start).of(text);
            let at = placed.item.span.start;
            Node::of(&placed.item.kind, placed.item.span).written(own, at, dice)
        })
        .collect();
    dice.shuffle(&mut items);
    items.join("\n\n") + "\n"
}

/// A piece of text, in which the pieces below it may change places.
struct Node {
    span: Span,
    /// The pieces of each block.
    blocks: Vec<Vec<Node>>,
}

impl Node {
    fn of(kind: &ItemKind, span: Span) -> Self {
        let blocks = match kind {
            ItemKind::Tool(it) => vec![tool(&it.body)],
            ItemKind::Gate(it) => vec![flat(&it.body)],
            ItemKind::Assumption(it) => vec![flat(&it.body)],
            ItemKind::Rule(it) => vec![flat(&it.body)],
            ItemKind::Boundary(it) => it.body.iter().map(flat).collect(),
            ItemKind::Budget(it) => vec![flat(&it.body)],
            ItemKind::Agent(it) => vec![flat(&it.body)],
            ItemKind::Saga(it) => vec![flat(&it.body)],
            ItemKind::Invariant(it) => vec![flat(&it.body)],
            // The order of a test's steps is what it says.
            _ => Vec::new(),
        };
        Self { span, blocks }
    }

    /// Its text, from `own`, which begins at `at`. Pieces end at line breaks.
    fn written(&self, own: &str, at: u32, dice: &mut Dice) -> String {
        let cut = |from: u32, to: u32| Span::new(from - at, to - at).of(own);
        let mut out = String::new();
        let mut end = self.span.start;
        for pieces in &self.blocks {
            let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
                continue;
            };
            let mut written: Vec<String> = pieces
                .iter()
                .map(|piece| {
                    piece.written(
                        cut(piece.span.start, piece.span.end),
                        piece.span.start,
                        dice,
                    )
                })
                .collect();
            dice.shuffle(&mut written);
            out.push_str(cut(end, first.span.start));
            // A line that begins with `because` would continue the one before.
            out.push_str(&written.join(";\n"));
            end = last.span.end;
        }
        out.push_str(cut(end, self.span.end));
        out
    }
}

fn tool(body: &ToolBlock) -> Vec<Node> {
    if body.broken {
        return Vec::new();
    }
    let fields = body.fields.iter().map(|field| Node {
        span: field.span,
        blocks: match &field.kind {
            ToolField::Reversal { body, .. } => vec![flat(body)],
            ToolField::Blast(body) => vec![flat(body)],
            ToolField::Case { body, .. } | ToolField::Otherwise(body) => vec![tool(body)],
            _ => Vec::new(),
        },
    });
    fields.collect()
}

fn flat<T>(body: &Block<T>) -> Vec<Node> {
    let fields = body.fields.iter().filter(|_| !body.broken);
    let node = |span: Span| Node {
        span,
        blocks: Vec::new(),
    };
    fields.map(|field| node(field.span)).collect()
}

/// Chance that a seed repeats.
pub struct Dice(pub u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % limit as u64) as usize
    }

    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            let other = self.below(at + 1);
            all.swap(at, other);
        }
    }
}
