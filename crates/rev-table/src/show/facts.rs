//! The facts of one case as lines of a word and what it says, in the words of the language.

use super::words::{Words, duration, gate};
use crate::layout::*;

/// A word of the language, and what stands behind it.
pub(super) type Fact = (&'static str, String);

/// What a case says of itself, without its conditions.
pub(super) fn facts(words: &mut Words<'_>, one: &VariantRecord) -> Vec<Fact> {
    let table = words.table;
    let mut facts: Vec<Fact> = Vec::new();
    if one.when.get() != NONE {
        facts.push(("case", words.node(one.when.get())));
    }
    facts.push(("class", class(one)));
    facts.push(("gate", gate(table.class_gate(one.class))));
    for (word, node) in [("subject", one.subject), ("tenant", one.tenant)] {
        if node.get() != NONE {
            facts.push((word, words.node(node.get())));
        }
    }
    for (dimension, amount) in table.pairs(one.spends) {
        let name = words.dimension(dimension);
        facts.push(("spends", format!("{name} = {}", words.node(amount))));
    }
    for (word, set) in [("yields", one.yields), ("clears", one.clears)] {
        let labels = words.labels(set.get());
        if !labels.is_empty() {
            facts.push((word, labels.join(", ")));
        }
    }
    let flags = one.flags.get();
    if flags & variant::TRUSTED != 0 {
        facts.push(("trusted", String::new()));
    }
    if flags & variant::CONSENT != 0 {
        let paths: Vec<String> = table
            .refs(one.consent)
            .map(|node| words.node(node))
            .collect();
        facts.push(("consent", paths.join(", ")));
    }
    if flags & variant::NO_DRY_RUN != 0 {
        facts.push(("dry_run", "none: two approvers take its place".to_owned()));
    }
    if one.dry_run.get() != NONE {
        facts.push(("dry_run", words.call(one.dry_run.get())));
    }
    if !one.instead.is_empty() {
        let names: Vec<&str> = table
            .refs(one.instead)
            .map(|name| table.text(name))
            .collect();
        facts.push(("instead", names.join(", ")));
    }
    if let Some(contract) = table.contract(one.contract.get()) {
        facts.extend(reversal(words, contract));
    }
    if let Some(blast) = table.blast(one.blast.get()) {
        facts.push(("blast", bounds(words, blast)));
    }
    for (boundary, when) in table.pairs(one.crossings) {
        let name = words.boundary(boundary);
        facts.push((
            "crosses",
            match when {
                NONE => name,
                when => match words.node(when).as_str() {
                    "true" => name,
                    when => format!("{name} when {when}"),
                },
            },
        ));
    }
    facts
}

fn class(one: &VariantRecord) -> String {
    let word = |words: &[&'static str], at: u8| words.get(usize::from(at)).copied().unwrap_or("?");
    let outbound = match one.flags.get() & variant::OUTBOUND != 0 {
        true => ", outbound",
        false => "",
    };
    let reversal = match one.reversal {
        reversal::NONE => "",
        other => word(&reversal::WORDS, other),
    };
    let comma = if reversal.is_empty() { "" } else { ", " };
    format!(
        "{} (effect {}{comma}{reversal}{outbound}, weight {})",
        word(&CLASSES, one.class),
        word(&effect::WORDS, one.effect),
        one.weight
    )
}

fn reversal(words: &mut Words<'_>, one: &ContractRecord) -> Vec<Fact> {
    let table = words.table;
    let mut facts: Vec<Fact> = Vec::new();
    let calls: Vec<String> = table.refs(one.by).map(|call| words.call(call)).collect();
    if !calls.is_empty() {
        facts.push(("by", calls.join(" then ")));
    }
    let times = [
        ("within", one.within.get(), !calls.is_empty()),
        ("expires", one.expires.get(), one.expires.get() != u64::MAX),
        ("hold", one.hold.get(), one.hold.get() > 0),
    ];
    for (word, time, there) in times {
        if there {
            facts.push((word, duration(time)));
        }
    }
    for (word, call) in [("capture", one.capture), ("cancel", one.cancel)] {
        if call.get() != NONE {
            facts.push((word, words.call(call.get())));
        }
    }
    if one.flags & contract::QUEUED != 0 {
        facts.push(("queued", "held here before it is sent".to_owned()));
    }
    if one.flags & contract::HUMAN != 0 {
        facts.push(("human", "a person decides".to_owned()));
    }
    if one.handle.get() != NONE {
        facts.push(("handle", words.node(one.handle.get())));
    }
    match one.approval {
        approval::AUTO => facts.push(("approval", "auto".to_owned())),
        approval::HUMAN => facts.push(("approval", "human".to_owned())),
        approval::DUAL_CONTROL => facts.push(("approval", "dual_control".to_owned())),
        _ => {}
    }
    if one.policy.get() != NONE {
        facts.push(("policy", gate(table.gate(one.policy.get()))));
    }
    if one.verify.get() != NONE {
        let mut text = words.call(one.verify.get());
        if one.until.get() != NONE {
            text.push_str(&format!(" until {}", words.node(one.until.get())));
        }
        text.push_str(&format!(" attempts {}", one.attempts.get()));
        if one.every.get() > 0 {
            text.push_str(&format!(" every {}", duration(one.every.get())));
        }
        facts.push(("verify", text));
    }
    for (_, call) in table.pairs(one.assumes) {
        facts.push(("assumes", words.call(call)));
    }
    facts
}

fn bounds(words: &mut Words<'_>, one: &BlastRecord) -> String {
    let table = words.table;
    let or_deny = |on: bool| if on { " or deny" } else { "" };
    let mut parts = vec![format!(
        "calls {}{}",
        one.calls.get(),
        or_deny(one.flags & blast::CALLS_OR_DENY != 0)
    )];
    for (dimension, amount, flags) in table.triples(one.bounds) {
        parts.push(limit(words, dimension, amount, flags));
    }
    if one.flags & blast::SUBJECTS != 0 {
        let deny = or_deny(one.flags & blast::SUBJECTS_OR_DENY != 0);
        parts.push(format!("subjects {}{deny}", one.subjects.get()));
    }
    let scope = match one.scope {
        scope::SINGLE_SUBJECT => Some("single_subject"),
        scope::TENANT => Some("tenant"),
        scope::CROSS_TENANT => Some("cross_tenant"),
        _ => None,
    };
    if let Some(scope) = scope {
        let deny = or_deny(one.flags & blast::SCOPE_OR_DENY != 0);
        parts.push(format!("scope {scope}{deny}"));
    }
    parts.join("; ")
}

/// A bound or a ceiling in a dimension.
pub(super) fn limit(words: &Words<'_>, dimension: u32, amount: u32, flags: u32) -> String {
    let record = words.table.dimensions().get(dimension as usize);
    let (unit, scale) = record.map_or(("?", 0), |it| {
        (words.table.text(it.unit.get()), it.scale.get())
    });
    let name = words.dimension(dimension);
    let deny = if flags & bound::OR_DENY != 0 {
        " or deny"
    } else {
        ""
    };
    match amount {
        NONE => format!("{name} human_only{deny}"),
        amount => format!("{name} {} {unit}{deny}", words.amount(amount, scale)),
    }
}

/// The conditions of a row in words.
pub(super) fn row_words(words: &mut Words<'_>, one: &VariantRecord, row: &RowRecord) -> String {
    let atoms: Vec<u32> = words.table.refs(one.atoms).collect();
    let mut parts = Vec::new();
    for (at, atom) in atoms.into_iter().enumerate() {
        let has = |masks: [zerocopy::little_endian::U64; 2]| {
            let mask = masks.get(at / 64).map_or(0, |mask| mask.get());
            mask >> (at % 64) & 1 == 1
        };
        if has(row.yes) {
            parts.push(words.part(atom));
        }
        if has(row.no) {
            parts.push(format!("not {}", words.part(atom)));
        }
    }
    match parts.is_empty() {
        true => "always".to_owned(),
        false => parts.join(" and "),
    }
}
