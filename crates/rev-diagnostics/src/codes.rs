//! One constructor per code, and the pages they come from.
//!
//! Generated from `codes/` by `UPDATE=1 cargo test -p rev-diagnostics`; change the pages, not this file.
//! The findings are in `FileId(0)`: a caller with several files places them.

use crate::{Diagnostic, Page, Severity, Span, diagnostic::shortened};
use std::fmt::Display;

/// Every page, by code.
pub static PAGES: &[Page] = &[
    Page {
        code: "E0001",
        title: "syntax",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0001-syntax.md"),
    },
    Page {
        code: "E0101",
        title: "unknown name",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0101-unknown-name.md"),
    },
    Page {
        code: "E0102",
        title: "declared twice",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0102-declared-twice.md"),
    },
    Page {
        code: "E0201",
        title: "type mismatch",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0201-type-mismatch.md"),
    },
    Page {
        code: "E0202",
        title: "unknown field or argument",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0202-unknown-field.md"),
    },
    Page {
        code: "E0203",
        title: "a required field or argument is missing",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0203-missing-field.md"),
    },
    Page {
        code: "E0301",
        title: "a side effect without a reversal contract",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0301-side-effect-without-reversal.md"),
    },
    Page {
        code: "E0302",
        title: "a contract without by",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0302-contract-without-by.md"),
    },
    Page {
        code: "E0303",
        title: "a contract without verify",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0303-contract-without-verify.md"),
    },
    Page {
        code: "E0304",
        title: "compensable without within",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0304-compensable-without-within.md"),
    },
    Page {
        code: "E0305",
        title: "a contract without approval",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0305-contract-without-approval.md"),
    },
    Page {
        code: "E0306",
        title: "irreversible without a hold or a person",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0306-irreversible-without-hold.md"),
    },
    Page {
        code: "E0307",
        title: "hold without cancel, or the reverse",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0307-hold-without-cancel.md"),
    },
    Page {
        code: "E0308",
        title: "a call that should only read has an effect",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0308-reading-call-with-effect.md"),
    },
    Page {
        code: "E0309",
        title: "a field that this reversal class cannot have",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0309-field-of-another-class.md"),
    },
    Page {
        code: "E0310",
        title: "a recovery with too little approval",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0310-too-little-approval.md"),
    },
    Page {
        code: "E0311",
        title: "dual control without a policy of two approvers",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0311-dual-control-without-policy.md"),
    },
    Page {
        code: "E0312",
        title: "a public effect declared reversible",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0312-public-reversible.md"),
    },
    Page {
        code: "E0313",
        title: "expires shorter than within",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0313-expires-before-within.md"),
    },
    Page {
        code: "E0314",
        title: "a saga with an irreversible step before its last",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0314-irreversible-step-in-saga.md"),
    },
    Page {
        code: "E0315",
        title: "an undoes tool in the reach of nobody",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0315-unreached-undoes.md"),
    },
    Page {
        code: "E0401",
        title: "class lower than the facts",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0401-class-too-low.md"),
    },
    Page {
        code: "E0402",
        title: "gate weaker than its class demands",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0402-gate-too-weak.md"),
    },
    Page {
        code: "E0403",
        title: "a dry run is demanded and missing",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0403-dry-run-missing.md"),
    },
    Page {
        code: "E0404",
        title: "consent incomplete or without use",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0404-consent-incomplete.md"),
    },
    Page {
        code: "E0501",
        title: "a side effect without blast radius",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0501-side-effect-without-blast.md"),
    },
    Page {
        code: "E0502",
        title: "spends in a dimension that nothing bounds",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0502-unbounded-dimension.md"),
    },
    Page {
        code: "E0503",
        title: "wrong unit",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0503-wrong-unit.md"),
    },
    Page {
        code: "E0504",
        title: "bounds that contradict each other",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0504-contradicting-bounds.md"),
    },
    Page {
        code: "E0601",
        title: "an agent's tools compose into a leak",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0601-leak.md"),
    },
    Page {
        code: "E0602",
        title: "an invariant that is broken, or cannot be shown",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0602-invariant.md"),
    },
    Page {
        code: "E0603",
        title: "case without otherwise",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0603-case-without-otherwise.md"),
    },
    Page {
        code: "E0604",
        title: "cases that overlap",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0604-overlapping-cases.md"),
    },
    Page {
        code: "E0605",
        title: "trusted together with an untrusted label",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0605-trusted-and-untrusted.md"),
    },
    Page {
        code: "E0701",
        title: "a boundary pattern that nothing can match",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0701-pattern-never-matches.md"),
    },
    Page {
        code: "E0801",
        title: "weaker than the baseline, or of another class, without a major version",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0801-weaker-than-baseline.md"),
    },
    Page {
        code: "E0802",
        title: "too many conditions on one tool",
        severity: Severity::Error,
        markdown: include_str!("../codes/E0802-too-many-conditions.md"),
    },
    Page {
        code: "W1001",
        title: "unversioned policy",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1001-unversioned-policy.md"),
    },
    Page {
        code: "W1002",
        title: "stray bytes that editors add",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1002-stray-bytes.md"),
    },
    Page {
        code: "W1003",
        title: "a rule that can never fire",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1003-rule-never-fires.md"),
    },
    Page {
        code: "W1004",
        title: "a rule, a line or an alternative that another one makes idle",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1004-adds-nothing.md"),
    },
    Page {
        code: "W1005",
        title: "declared and used nowhere",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1005-unused.md"),
    },
    Page {
        code: "W1006",
        title: "a boundary without action that nothing names",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1006-idle-boundary.md"),
    },
    Page {
        code: "W1007",
        title: "a tool no agent may call",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1007-unreachable-tool.md"),
    },
    Page {
        code: "W1008",
        title: "a glob that matches nothing",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1008-glob-matches-nothing.md"),
    },
    Page {
        code: "W1009",
        title: "a tool of lower class than a glob that covers it",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1009-tool-below-its-glob.md"),
    },
    Page {
        code: "W1010",
        title: "a sequence whose first step always refuses",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1010-sequence-never-starts.md"),
    },
    Page {
        code: "W1011",
        title: "a rule that holds an automatic recovery",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1011-held-recovery.md"),
    },
    Page {
        code: "W1012",
        title: "a stranger's text can steer an effect",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1012-steered.md"),
    },
    Page {
        code: "W1013",
        title: "a contract with assumptions that no test recovers",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1013-untested-recovery.md"),
    },
    Page {
        code: "W1014",
        title: "an allow that silences nothing",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1014-unused-allow.md"),
    },
    Page {
        code: "W1015",
        title: "a rule, a line or an alternative that can never apply",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1015-never-applies.md"),
    },
    Page {
        code: "W1016",
        title: "a boundary that no agent can reach",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1016-boundary-out-of-reach.md"),
    },
    Page {
        code: "W1017",
        title: "a boundary that no agent can leave",
        severity: Severity::Warning,
        markdown: include_str!("../codes/W1017-boundary-without-way-on.md"),
    },
];

/// E0001: syntax.
///
/// {what}
pub fn syntax(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0001",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// E0101: unknown name.
///
/// there is no {kind} `{name}`
pub fn unknown_name(span: Span, kind: impl Display, name: impl Display) -> Diagnostic {
    let kind = shortened(kind);
    let name = shortened(name);
    Diagnostic::new(
        "E0101",
        Severity::Error,
        span,
        format!("there is no {kind} `{name}`"),
        String::from("not declared"),
        String::new(),
    )
}

/// E0102: declared twice.
///
/// {what} twice
pub fn declared_twice(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0102",
        Severity::Error,
        span,
        format!("{what} twice"),
        String::from("again here"),
        String::new(),
    )
}

/// E0201: type mismatch.
///
/// {what}
pub fn type_mismatch(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0201",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// E0202: unknown field or argument.
///
/// {block} has no field `{word}`
pub fn unknown_field(span: Span, block: impl Display, word: impl Display) -> Diagnostic {
    let block = shortened(block);
    let word = shortened(word);
    Diagnostic::new(
        "E0202",
        Severity::Error,
        span,
        format!("{block} has no field `{word}`"),
        String::from("not known here"),
        String::new(),
    )
}

/// E0203: a required field or argument is missing.
///
/// {block} has no `{word}`
pub fn missing_field(span: Span, block: impl Display, word: impl Display) -> Diagnostic {
    let block = shortened(block);
    let word = shortened(word);
    Diagnostic::new(
        "E0203",
        Severity::Error,
        span,
        format!("{block} has no `{word}`"),
        format!("`{word}` is missing here"),
        String::new(),
    )
}

/// E0301: a side effect without a reversal contract.
///
/// `{tool}` has an effect, and nothing says how it is taken back
pub fn side_effect_without_reversal(span: Span, tool: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    Diagnostic::new(
        "E0301",
        Severity::Error,
        span,
        format!("`{tool}` has an effect, and nothing says how it is taken back"),
        String::from("this effect needs a way back"),
        String::from("add a `reversal`: `reversible` if an exact inverse exists, `compensable` if an equivalent state can be restored, else `irreversible`"),
    )
}

/// E0302: a contract without by.
///
/// nothing says which call takes `{tool}` back
pub fn contract_without_by(span: Span, tool: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    Diagnostic::new(
        "E0302",
        Severity::Error,
        span,
        format!("nothing says which call takes `{tool}` back"),
        String::from("no `by` in here"),
        String::from("add `by TOOL { … }`, the call that takes it back"),
    )
}

/// E0303: a contract without verify.
///
/// nothing says how to tell that `{tool}` was taken back
pub fn contract_without_verify(span: Span, tool: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    Diagnostic::new(
        "E0303",
        Severity::Error,
        span,
        format!("nothing says how to tell that `{tool}` was taken back"),
        String::from("no `verify` in here"),
        String::from("add `verify TOOL { … } until … attempts N`: an answer of the recovery call alone proves nothing"),
    )
}

/// E0304: compensable without within.
///
/// nothing says how long `{tool}` can be compensated
pub fn compensable_without_within(span: Span, tool: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    Diagnostic::new(
        "E0304",
        Severity::Error,
        span,
        format!("nothing says how long `{tool}` can be compensated"),
        String::from("no `within` in here"),
        String::from("add `within 72h`, or `within forever` if there is no limit"),
    )
}

/// E0305: a contract without approval.
///
/// nothing says who approves taking `{tool}` back
pub fn contract_without_approval(span: Span, tool: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    Diagnostic::new(
        "E0305",
        Severity::Error,
        span,
        format!("nothing says who approves taking `{tool}` back"),
        String::from("no `approval` in here"),
        String::from("add `approval auto`, `approval human` or `approval dual_control`"),
    )
}

/// E0306: irreversible without a hold or a person.
///
/// {what}
pub fn irreversible_without_hold(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0306",
        Severity::Error,
        span,
        what,
        String::from("nobody could stop it"),
        String::from("add `hold` of 30s or more with `cancel TOOL { … }`, or `human` if a person decides"),
    )
}

/// E0307: hold without cancel, or the reverse.
///
/// `{tool}` has `{one}` without `{other}`
pub fn hold_without_cancel(
    span: Span,
    tool: impl Display,
    one: impl Display,
    other: impl Display,
) -> Diagnostic {
    let tool = shortened(tool);
    let one = shortened(one);
    let other = shortened(other);
    Diagnostic::new(
        "E0307",
        Severity::Error,
        span,
        format!("`{tool}` has `{one}` without `{other}`"),
        format!("`{other}` is missing"),
        format!("a hold is worth something only if the call can be cancelled meanwhile: add `{other}`"),
    )
}

/// E0308: a call that should only read has an effect.
///
/// `{field}` calls `{tool}`, which has an effect
pub fn reading_call_with_effect(span: Span, field: impl Display, tool: impl Display) -> Diagnostic {
    let field = shortened(field);
    let tool = shortened(tool);
    Diagnostic::new(
        "E0308",
        Severity::Error,
        span,
        format!("`{field}` calls `{tool}`, which has an effect"),
        String::from("this must only read"),
        String::from("call a tool with `effect none`"),
    )
}

/// E0309: a field that this reversal class cannot have.
///
/// {class} cannot have `{field}`
pub fn field_of_another_class(span: Span, class: impl Display, field: impl Display) -> Diagnostic {
    let class = shortened(class);
    let field = shortened(field);
    Diagnostic::new(
        "E0309",
        Severity::Error,
        span,
        format!("{class} cannot have `{field}`"),
        format!("not for {class}"),
        String::new(),
    )
}

/// E0310: a recovery with too little approval.
///
/// {what}
pub fn too_little_approval(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0310",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// E0311: dual control without a policy of two approvers.
///
/// `approval dual_control` needs a `policy` with two approvers
pub fn dual_control_without_policy(span: Span) -> Diagnostic {
    Diagnostic::new(
        "E0311",
        Severity::Error,
        span,
        String::from("`approval dual_control` needs a `policy` with two approvers"),
        String::from("only one person would be asked"),
        String::from("add `policy two_person`"),
    )
}

/// E0312: a public effect declared reversible.
///
/// a public effect cannot be `reversible`: what others have seen stays seen
pub fn public_reversible(span: Span) -> Diagnostic {
    Diagnostic::new(
        "E0312",
        Severity::Error,
        span,
        String::from("a public effect cannot be `reversible`: what others have seen stays seen"),
        String::from("others see the effect"),
        String::from("declare it `compensable` if an equivalent state can be restored, else `irreversible`"),
    )
}

/// E0313: expires shorter than within.
///
/// the handle of `{tool}` expires before its window ends
pub fn expires_before_within(span: Span, tool: impl Display, expires: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    let expires = shortened(expires);
    Diagnostic::new(
        "E0313",
        Severity::Error,
        span,
        format!("the handle of `{tool}` expires before its window ends"),
        String::from("too short"),
        format!("make `within` at most `{expires}`"),
    )
}

/// E0314: a saga with an irreversible step before its last.
///
/// `{tool}` is irreversible, and steps come after it
pub fn irreversible_step_in_saga(span: Span, tool: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    Diagnostic::new(
        "E0314",
        Severity::Error,
        span,
        format!("`{tool}` is irreversible, and steps come after it"),
        String::from("later steps could not be rolled back past this one"),
        String::from("move it to the end of the saga"),
    )
}

/// E0315: an undoes tool in the reach of nobody.
///
/// {what}
pub fn unreached_undoes(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0315",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// E0401: class lower than the facts.
///
/// `{tool}` is at least `{derived}`, not `{class}`
pub fn class_too_low(
    span: Span,
    tool: impl Display,
    derived: impl Display,
    class: impl Display,
) -> Diagnostic {
    let tool = shortened(tool);
    let derived = shortened(derived);
    let class = shortened(class);
    Diagnostic::new(
        "E0401",
        Severity::Error,
        span,
        format!("`{tool}` is at least `{derived}`, not `{class}`"),
        String::from("lower than its facts"),
        String::from("the class follows from the facts; it can only be raised"),
    )
}

/// E0402: gate weaker than its class demands.
///
/// `{gate}` is weaker than `{class}` demands
pub fn gate_too_weak(
    span: Span,
    gate: impl Display,
    class: impl Display,
    demand: impl Display,
) -> Diagnostic {
    let gate = shortened(gate);
    let class = shortened(class);
    let demand = shortened(demand);
    Diagnostic::new(
        "E0402",
        Severity::Error,
        span,
        format!("`{gate}` is weaker than `{class}` demands"),
        String::from("too weak"),
        demand,
    )
}

/// E0403: a dry run is demanded and missing.
///
/// `{tool}` must show what it would do, and nothing says how
pub fn dry_run_missing(span: Span, tool: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    Diagnostic::new(
        "E0403",
        Severity::Error,
        span,
        format!("`{tool}` must show what it would do, and nothing says how"),
        String::from("no `dry_run`"),
        String::from("add `dry_run TOOL { … }`, or `dry_run none because \"…\"`: two approvers then take its place"),
    )
}

/// E0404: consent incomplete or without use.
///
/// {what}
pub fn consent_incomplete(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0404",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// E0501: a side effect without blast radius.
///
/// nothing bounds how often `{tool}` may act in one run
pub fn side_effect_without_blast(span: Span, tool: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    Diagnostic::new(
        "E0501",
        Severity::Error,
        span,
        format!("nothing bounds how often `{tool}` may act in one run"),
        String::from("this effect needs a bound"),
        String::from("add `blast { calls N }`"),
    )
}

/// E0502: spends in a dimension that nothing bounds.
///
/// nothing bounds how much `{dimension}` `{tool}` may spend in one run
pub fn unbounded_dimension(span: Span, dimension: impl Display, tool: impl Display) -> Diagnostic {
    let dimension = shortened(dimension);
    let tool = shortened(tool);
    Diagnostic::new(
        "E0502",
        Severity::Error,
        span,
        format!("nothing bounds how much `{dimension}` `{tool}` may spend in one run"),
        String::from("not bounded"),
        String::from("bound it in `blast`, or in the budget of every agent that may call it"),
    )
}

/// E0503: wrong unit.
///
/// {what}
pub fn wrong_unit(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0503",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// E0504: bounds that contradict each other.
///
/// {what}
pub fn contradicting_bounds(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0504",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// E0601: an agent's tools compose into a leak.
///
/// `{agent}` can send `{label}` out without a person: `{path}`
pub fn leak(
    span: Span,
    agent: impl Display,
    label: impl Display,
    path: impl Display,
) -> Diagnostic {
    let agent = shortened(agent);
    let label = shortened(label);
    let path = shortened(path);
    Diagnostic::new(
        "E0601",
        Severity::Error,
        span,
        format!("`{agent}` can send `{label}` out without a person: `{path}`"),
        String::from("these tools together are a leak"),
        format!("gate it with a rule: `when run has {label} and call is outbound`, `gate approval`; or, if nothing of it leaves, write `contained because \"…\"` in the tool or `may leave` at the label"),
    )
}

/// E0602: an invariant that is broken, or cannot be shown.
///
/// {what}
pub fn invariant(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0602",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// E0603: case without otherwise.
///
/// the cases of `{tool}` leave something out
pub fn case_without_otherwise(span: Span, tool: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    Diagnostic::new(
        "E0603",
        Severity::Error,
        span,
        format!("the cases of `{tool}` leave something out"),
        String::from("what if none of them applies"),
        String::from("add `otherwise { … }`"),
    )
}

/// E0604: cases that overlap.
///
/// {what}
pub fn overlapping_cases(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0604",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// E0605: trusted together with an untrusted label.
///
/// {what}
pub fn trusted_and_untrusted(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0605",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// E0701: a boundary pattern that nothing can match.
///
/// no `{kind}` can match `"{pattern}"`: {why}
pub fn pattern_never_matches(
    span: Span,
    kind: impl Display,
    pattern: impl Display,
    why: impl Display,
) -> Diagnostic {
    let kind = shortened(kind);
    let pattern = shortened(pattern);
    let why = shortened(why);
    Diagnostic::new(
        "E0701",
        Severity::Error,
        span,
        format!("no `{kind}` can match `\"{pattern}\"`: {why}"),
        String::new(),
        String::new(),
    )
}

/// E0801: weaker than the baseline, or of another class, without a major version.
///
/// {what}
pub fn weaker_than_baseline(span: Span, what: impl Display, version: impl Display) -> Diagnostic {
    let what = shortened(what);
    let version = shortened(version);
    Diagnostic::new(
        "E0801",
        Severity::Error,
        span,
        what,
        format!("since version {version}"),
        String::from("raise the major version (the minor one before 1.0), or take the change back"),
    )
}

/// E0802: too many conditions on one tool.
///
/// {what}
pub fn too_many_conditions(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "E0802",
        Severity::Error,
        span,
        what,
        String::new(),
        String::new(),
    )
}

/// W1001: unversioned policy.
///
/// this package has no `policy` line, so its version is 0.0.0
pub fn unversioned_policy(span: Span) -> Diagnostic {
    Diagnostic::new(
        "W1001",
        Severity::Warning,
        span,
        String::from("this package has no `policy` line, so its version is 0.0.0"),
        String::new(),
        String::from("add `policy NAME 1.0.0` to one of its files"),
    )
}

/// W1002: stray bytes that editors add.
///
/// {what}
pub fn stray_bytes(span: Span, what: impl Display) -> Diagnostic {
    let what = shortened(what);
    Diagnostic::new(
        "W1002",
        Severity::Warning,
        span,
        what,
        String::new(),
        String::from("`revc fmt` removes it"),
    )
}

/// W1003: a rule that can never fire.
///
/// `{rule}` can never fire
pub fn rule_never_fires(span: Span, rule: impl Display, why: impl Display) -> Diagnostic {
    let rule = shortened(rule);
    let why = shortened(why);
    Diagnostic::new(
        "W1003",
        Severity::Warning,
        span,
        format!("`{rule}` can never fire"),
        why,
        String::new(),
    )
}

/// W1004: a rule, a line or an alternative that another one makes idle.
///
/// {what} adds nothing
pub fn adds_nothing(span: Span, what: impl Display, other: impl Display) -> Diagnostic {
    let what = shortened(what);
    let other = shortened(other);
    Diagnostic::new(
        "W1004",
        Severity::Warning,
        span,
        format!("{what} adds nothing"),
        format!("wherever this fires, {other} fires too and asks for as much"),
        String::from("remove it, or let it ask for more"),
    )
}

/// W1005: declared and used nowhere.
///
/// the {kind} `{name}` is used nowhere
pub fn unused(span: Span, kind: impl Display, name: impl Display) -> Diagnostic {
    let kind = shortened(kind);
    let name = shortened(name);
    Diagnostic::new(
        "W1005",
        Severity::Warning,
        span,
        format!("the {kind} `{name}` is used nowhere"),
        String::from("named nowhere else"),
        String::from("remove it, or use it"),
    )
}

/// W1006: a boundary without action that nothing names.
///
/// the boundary `{boundary}` does nothing
pub fn idle_boundary(span: Span, boundary: impl Display) -> Diagnostic {
    let boundary = shortened(boundary);
    Diagnostic::new(
        "W1006",
        Severity::Warning,
        span,
        format!("the boundary `{boundary}` does nothing"),
        String::from("no action, and nothing names it"),
        String::from("add `refuse`, `halt` or `gate NAME`, or name it in a rule"),
    )
}

/// W1007: a tool no agent may call.
///
/// no agent may call `{tool}`
pub fn unreachable_tool(span: Span, tool: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    Diagnostic::new(
        "W1007",
        Severity::Warning,
        span,
        format!("no agent may call `{tool}`"),
        String::from("in the reach of nobody"),
        String::from("name it in some agent's `may`, or remove it"),
    )
}

/// W1008: a glob that matches nothing.
///
/// `{glob}` matches no tool
pub fn glob_matches_nothing(span: Span, glob: impl Display) -> Diagnostic {
    let glob = shortened(glob);
    Diagnostic::new(
        "W1008",
        Severity::Warning,
        span,
        format!("`{glob}` matches no tool"),
        String::from("nothing is meant"),
        String::new(),
    )
}

/// W1009: a tool of lower class than a glob that covers it.
///
/// `{tool}` is `{class}`, and `{glob}`, which covers it, is `{other}`
pub fn tool_below_its_glob(
    span: Span,
    tool: impl Display,
    class: impl Display,
    glob: impl Display,
    other: impl Display,
) -> Diagnostic {
    let tool = shortened(tool);
    let class = shortened(class);
    let glob = shortened(glob);
    let other = shortened(other);
    Diagnostic::new(
        "W1009",
        Severity::Warning,
        span,
        format!("`{tool}` is `{class}`, and `{glob}`, which covers it, is `{other}`"),
        String::from("lower than its glob"),
        String::new(),
    )
}

/// W1010: a sequence whose first step always refuses.
///
/// `{boundary}` can never be completed: `{first}` refuses before
pub fn sequence_never_starts(
    span: Span,
    boundary: impl Display,
    first: impl Display,
) -> Diagnostic {
    let boundary = shortened(boundary);
    let first = shortened(first);
    Diagnostic::new(
        "W1010",
        Severity::Warning,
        span,
        format!("`{boundary}` can never be completed: `{first}` refuses before"),
        String::from("this step always refuses"),
        String::new(),
    )
}

/// W1011: a rule that holds an automatic recovery.
///
/// `{rule}` holds the automatic recovery of `{tool}`
pub fn held_recovery(span: Span, rule: impl Display, tool: impl Display) -> Diagnostic {
    let rule = shortened(rule);
    let tool = shortened(tool);
    Diagnostic::new(
        "W1011",
        Severity::Warning,
        span,
        format!("`{rule}` holds the automatic recovery of `{tool}`"),
        String::from("it needs a person when nobody was meant to be asked"),
        String::from("add `and not call is recovery`, or give the contract `approval human`"),
    )
}

/// W1012: a stranger's text can steer an effect.
///
/// `{label}` can steer what `{agent}` does without a person: `{path}`
pub fn steered(
    span: Span,
    label: impl Display,
    agent: impl Display,
    path: impl Display,
    tool: impl Display,
) -> Diagnostic {
    let label = shortened(label);
    let agent = shortened(agent);
    let path = shortened(path);
    let tool = shortened(tool);
    Diagnostic::new(
        "W1012",
        Severity::Warning,
        span,
        format!("`{label}` can steer what `{agent}` does without a person: `{path}`"),
        String::from("what strangers wrote decides where this lands"),
        format!("gate calls whose target nobody said with a rule: `when call is {tool} and not args.x said`, `gate approval`"),
    )
}

/// W1013: a contract with assumptions that no test recovers.
///
/// no test shows how `{tool}` is recovered when `{assumption}` breaks
pub fn untested_recovery(span: Span, tool: impl Display, assumption: impl Display) -> Diagnostic {
    let tool = shortened(tool);
    let assumption = shortened(assumption);
    Diagnostic::new(
        "W1013",
        Severity::Warning,
        span,
        format!("no test shows how `{tool}` is recovered when `{assumption}` breaks"),
        String::from("assumed here, never tested"),
        String::from("add a `test` with an `event` that breaks it and `expect recover …`"),
    )
}

/// W1014: an allow that silences nothing.
///
/// `@allow({code})` silences nothing here
pub fn unused_allow(span: Span, code: impl Display) -> Diagnostic {
    let code = shortened(code);
    Diagnostic::new(
        "W1014",
        Severity::Warning,
        span,
        format!("`@allow({code})` silences nothing here"),
        String::from("not needed"),
        String::from("remove it"),
    )
}

/// W1015: a rule, a line or an alternative that can never apply.
///
/// {what} can never apply
pub fn never_applies(span: Span, what: impl Display, why: impl Display) -> Diagnostic {
    let what = shortened(what);
    let why = shortened(why);
    Diagnostic::new(
        "W1015",
        Severity::Warning,
        span,
        format!("{what} can never apply"),
        why,
        String::new(),
    )
}

/// W1016: a boundary that no agent can reach.
///
/// no agent can ever reach `{boundary}`
pub fn boundary_out_of_reach(span: Span, boundary: impl Display) -> Diagnostic {
    let boundary = shortened(boundary);
    Diagnostic::new(
        "W1016",
        Severity::Warning,
        span,
        format!("no agent can ever reach `{boundary}`"),
        String::from("no call that an agent may make crosses it"),
        String::from("it protects nothing: let an agent call what crosses it, or remove it"),
    )
}

/// W1017: a boundary that no agent can leave.
///
/// no agent can make another call after `{boundary}`
pub fn boundary_without_way_on(span: Span, boundary: impl Display) -> Diagnostic {
    let boundary = shortened(boundary);
    Diagnostic::new(
        "W1017",
        Severity::Warning,
        span,
        format!("no agent can make another call after `{boundary}`"),
        String::from("every later call is denied"),
        String::from("if the run is to end here, say so with `halt`; else let some calls pass"),
    )
}
