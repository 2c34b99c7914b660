//! Gates, times and amounts in words.

use rev_analysis::hir::{Effect, Gate, ReversalKind, Scope, Undo};

/// What must happen before a call with this gate: `1 approver, 30s of cooling off`.
pub fn gate(gate: Gate) -> String {
    if gate.deny {
        return "denied, whoever asks".to_owned();
    }
    let mut parts: Vec<String> = Vec::new();
    match gate.approvers {
        0 => {}
        1 => parts.push("1 approver".to_owned()),
        many => parts.push(format!("{many} approvers")),
    }
    if gate.dry_run {
        parts.push("a dry run".to_owned());
    }
    if gate.out_of_band {
        parts.push("another channel and identity".to_owned());
    }
    if gate.cooling > 0 {
        parts.push(format!("{} of cooling off", duration(gate.cooling)));
    }
    if parts.is_empty() {
        parts.push("nobody is asked".to_owned());
    }
    match gate.undo {
        Undo::No => {}
        Undo::Window => parts.push("undo is offered afterwards".to_owned()),
        Undo::AtLeast(time) => parts.push(format!("undo is offered for {}", duration(time))),
    }
    parts.join(", ")
}

/// An effect as it is written.
pub fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::None => "none",
        Effect::Internal => "internal",
        Effect::Public => "public",
        Effect::Authority => "authority",
    }
}

/// A kind of contract as it is written.
pub fn reversal(kind: ReversalKind) -> &'static str {
    match kind {
        ReversalKind::Reversible => "reversible",
        ReversalKind::Compensable => "compensable",
        ReversalKind::Irreversible => "irreversible",
    }
}

/// A scope as it is written.
pub fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::SingleSubject => "single_subject",
        Scope::Tenant => "tenant",
        Scope::CrossTenant => "cross_tenant",
    }
}

/// `72h`, `90s`: the largest unit that fits. A few days are said in hours, as they are mostly written.
pub fn duration(milliseconds: u64) -> String {
    const UNITS: [(&str, u64, u64); 4] = [
        ("d", 86_400_000, 4),
        ("h", 3_600_000, 1),
        ("m", 60_000, 1),
        ("s", 1_000, 1),
    ];
    let fits = UNITS.iter().find(|(_, unit, least)| {
        milliseconds.is_multiple_of(*unit) && milliseconds / unit >= *least
    });
    match fits {
        Some((word, unit, _)) => format!("{}{word}", milliseconds / unit),
        None => format!("{milliseconds}ms"),
    }
}

/// The names, each in code: "`a`, `b`".
pub fn names<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    let quoted = names.into_iter().map(|name| format!("`{}`", name.as_ref()));
    quoted.collect::<Vec<_>>().join(", ")
}
