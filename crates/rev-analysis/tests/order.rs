//! Order never matters: shuffled files, items and fields give the same findings at other places.

use proptest::prelude::*;
use rev_analysis::{Database, Levels, Package, SourceFile, check};
use rev_diagnostics::{Diagnostic, Span};
use rev_syntax::ast::{Block, ItemKind, ToolBlock, ToolField};
use std::sync::Arc;

const SUPPORT: &[&str] = &[include_str!("../../../examples/support/support.rev")];
const BROKEN: &[&str] = &[
    include_str!("broken/names.rev.txt"),
    include_str!("broken/tools.rev.txt"),
];

#[test]
fn the_broken_package_has_many_different_mistakes() {
    let found = found(BROKEN);
    let mut codes: Vec<&str> = found.iter().map(|it| it.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert!(found.len() >= 25, "{}", found.len());
    assert!(codes.len() >= 5, "{codes:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_a_sound_package(seed in any::<u64>()) {
        same(SUPPORT, seed)?;
    }

    #[test]
    fn of_a_broken_package(seed in any::<u64>()) {
        same(BROKEN, seed)?;
    }
}

/// The findings of the package and of its shuffled form, but for the places.
fn same(texts: &[&str], seed: u64) -> Result<(), TestCaseError> {
    let mut dice = Dice(seed);
    let mut shuffled: Vec<String> = texts.iter().map(|text| shuffled(text, &mut dice)).collect();
    dice.shuffle(&mut shuffled);
    let after: Vec<&str> = shuffled.iter().map(String::as_str).collect();
    let (before, now) = (told(&found(texts)), told(&found(&after)));
    let gone: Vec<&String> = before.iter().filter(|it| !now.contains(it)).collect();
    let new: Vec<&String> = now.iter().filter(|it| !before.contains(it)).collect();
    prop_assert!(
        before == now,
        "gone: {gone:#?}\nnew: {new:#?}\nof {} and {}\n{}",
        before.len(),
        now.len(),
        shuffled.join("\n====\n"),
    );
    Ok(())
}

fn found(texts: &[&str]) -> Vec<Diagnostic> {
    let db = Database::default();
    let files = texts.iter().zip(1..);
    let files = files.map(|(text, n)| SourceFile::new(&db, format!("{n}.rev"), Arc::from(*text)));
    let package = Package::new(&db, files.collect(), Levels::default(), Vec::new());
    check(&db, package)
}

/// What a finding says, without where.
fn told(found: &[Diagnostic]) -> Vec<String> {
    let mut told: Vec<String> = found
        .iter()
        .map(|it| {
            let mut labels: Vec<&str> = it
                .secondary
                .iter()
                .map(|label| label.text.as_str())
                .collect();
            labels.sort_unstable();
            let fix = it
                .fix
                .as_ref()
                .map(|fix| (&fix.title, fix.safe, fix.edits.len()));
            let (code, message, help) = (it.code, &it.message, &it.help);
            format!(
                "{code} {message:?} {:?} {labels:?} {help:?} {fix:?}",
                it.primary.text
            )
        })
        .collect();
    told.sort();
    told
}

/// The same items in another order, each with its fields in another order.
fn shuffled(text: &str, dice: &mut Dice) -> String {
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
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % limit as u64) as usize
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            let other = self.below(at + 1);
            all.swap(at, other);
        }
    }
}
