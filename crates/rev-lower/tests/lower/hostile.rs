//! Bytes that are no table, or no longer one: an error, and never a panic.

use crate::packages::{WIDE, lowered};
use proptest::prelude::*;
use rev_table::{LoadError, Table, rehashed};
use std::sync::LazyLock;

/// Magic, format, number of sections, two hashes, the length of each section.
const LENGTHS: usize = 8 + 4 + 4 + 32 + 32;
const BODY: usize = LENGTHS + 30 * 4;

static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    lowered(&[
        "policy small 1.0.0\n\ntool notes.read { args { id: text }; effect none; yields pii }\n\nlabel pii\n\n\
             rule r { when args.id like \"a*\" and run has pii; gate approval; because \"so\" }\n",
    ]).bytes
});

static LARGE: LazyLock<Vec<u8>> = LazyLock::new(|| lowered(WIDE).bytes);

#[test]
fn every_truncation_is_refused() {
    for len in 0..SMALL.len() {
        assert!(Table::load(&SMALL[..len]).is_err(), "{len}");
    }
    let longer = [SMALL.as_slice(), &[0]].concat();
    assert!(matches!(
        Table::load(&longer),
        Err(LoadError::Length { .. })
    ));
}

#[test]
fn every_flipped_byte_is_refused() {
    for at in 0..SMALL.len() {
        for flip in [1, 0x80, 0xff] {
            let mut bytes = SMALL.clone();
            bytes[at] ^= flip;
            assert!(Table::load(&bytes).is_err(), "{at}");
        }
    }
}

#[test]
fn older_and_newer_formats_are_told_apart() {
    let format = |version: u32| {
        let mut bytes = SMALL.clone();
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        Table::load(&bytes).unwrap_err().to_string()
    };
    assert!(format(0).contains("older"), "{}", format(0));
    assert!(format(99).contains("newer"), "{}", format(99));
}

/// Every byte of the small table, set to something else with the hashes made right: what is let through can be read.
#[test]
fn a_damage_that_was_signed_is_refused_or_harmless() {
    let mut refused = 0;
    for at in LENGTHS..SMALL.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut bytes = SMALL.clone();
            bytes[at] = value;
            refused += usize::from(!harmless(&bytes));
        }
    }
    assert!(refused > 1_000, "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_damage(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
        let mut bytes = LARGE.clone();
        for (at, value) in edits {
            let at = BODY + at.index(bytes.len() - BODY);
            bytes[at] = value;
        }
        harmless(&bytes);
    }

    #[test]
    fn random_numbers(edits in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![0_u32..40, Just(u32::MAX), any::<u32>()]), 1..6)) {
        let mut bytes = LARGE.clone();
        for (at, value) in edits {
            let at = BODY + at.index((bytes.len() - BODY) / 4 - 1) * 4;
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        harmless(&bytes);
    }

    /// Bytes that go to another section than they were made for.
    #[test]
    fn random_lengths(from in 0..30_usize, to in 0..30_usize, by in 1..200_u32) {
        let mut bytes = LARGE.clone();
        let length = |bytes: &[u8], section: usize| {
            let at = LENGTHS + section * 4;
            u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
        };
        let by = by.min(length(&bytes, from));
        for (section, sign) in [(from, -1_i64), (to, 1)] {
            let new = i64::from(length(&bytes, section)) + sign * i64::from(by);
            let at = LENGTHS + section * 4;
            bytes[at..at + 4].copy_from_slice(&u32::try_from(new).expect("small").to_le_bytes());
        }
        harmless(&bytes);
    }

    #[test]
    fn random_bytes(rest in prop::collection::vec(any::<u8>(), 0..400), keep in 0..BODY) {
        let bytes = [&SMALL[..keep], &rest].concat();
        let _ = Table::load(&bytes);
        harmless(&bytes);
    }
}

/// Whether such bytes are let through with the right hashes; if they are, all of it can be shown.
fn harmless(bytes: &[u8]) -> bool {
    let Some(bytes) = rehashed(bytes) else {
        return false;
    };
    match Table::load(&bytes) {
        Ok(table) => {
            let _ = rev_table::text(&table);
            let _ = rev_table::json(&table);
            true
        }
        Err(_) => false,
    }
}

/// A few types and nodes that stand for more than anybody could look at.
#[test]
fn towers_are_refused() {
    use rev_table::{Builder, CLASSES, DEEPEST_TYPE, GateRecord, Node, Type, U32, U64};
    let policy = |to: &mut Builder| {
        let gate = to.gate(GateRecord {
            cooling: U64::ZERO,
            undo: U64::ZERO,
            approvers: U32::ZERO,
            flags: U32::ZERO,
        });
        to.policy("towers", "1.0.0", [gate; CLASSES.len()]);
    };
    let mut deep = Builder::default();
    policy(&mut deep);
    let mut ty = deep.ty(Type::Text);
    for _ in 0..DEEPEST_TYPE {
        ty = deep.ty(Type::List(ty));
    }
    let mut deeper = Builder::default();
    policy(&mut deeper);
    let mut ty = deeper.ty(Type::Text);
    for _ in 0..=DEEPEST_TYPE {
        ty = deeper.ty(Type::List(ty));
    }
    assert!(Table::load(&deep.finish()).is_ok());
    let refused = Table::load(&deeper.finish()).unwrap_err().to_string();
    assert!(refused.contains("too deep"), "{refused}");

    let mut wide = Builder::default();
    policy(&mut wide);
    let mut node = wide.node(Node::RunCalls);
    for _ in 0..40 {
        let both = wide.refs(&[node, node]);
        node = wide.node(Node::And(both));
    }
    let refused = Table::load(&wide.finish()).unwrap_err().to_string();
    assert!(refused.contains("too many nodes"), "{refused}");
}
