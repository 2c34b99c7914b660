//! Declared means enforced: there is no field that could be changed without anybody noticing.
//!
//! The fields are read from the grammar, so that a new one without a case here fails. A change shows in what is told or
//! in the decision table, which is all that decisions are made from; places are left out of both.

#![allow(clippy::string_slice, reason = "only tests")]

use rev_analysis::{Database, Levels, Package, SourceFile, check};
use rev_lower::lower;
use std::collections::BTreeSet;
use std::sync::Arc;

const GRAMMAR: &str = include_str!("../../../grammar/rev.pest");
/// The policy without the columns of its layout, so that the cases below need not count blanks.
fn policy() -> String {
    let text = include_str!("every_field.rev");
    let line = |line: &str| {
        let code = line.trim_start();
        let indent = " ".repeat(line.len() - code.len());
        let words: Vec<&str> = code.split(' ').filter(|word| !word.is_empty()).collect();
        format!("{indent}{}\n", words.join(" "))
    };
    text.lines().map(line).collect()
}

/// The rules of the grammar whose alternatives are fields; besides these, every rule called `…_field` is.
const MORE: [&str; 4] = ["label_mark", "verify_clause", "entry_mark", "value_kind"];

/// Of each field: the rule that lists it, its name there, a place in the policy, and what to write instead.
#[rustfmt::skip]
const CASES: &[(&str, &str, &str, &str)] = &[
    ("tool_field", "effect", "effect public\n    contained", "effect internal\n    contained"),
    ("tool_field", "args", "args { name: text }", "args open { name: text }"),
    ("tool_field", "result", "result { id: text, ref: text }", "result { id: text, ref: text, more: int }"),
    ("tool_field", "reversal", "reversal irreversible { human }", "reversal irreversible { human; hold 1m; cancel mail.cancel { id: result.id } }"),
    ("tool_field", "blast", "blast { calls 2; messages 2 message; scope single_subject }", "blast { calls 2; messages 2 message }"),
    ("tool_field", "yields", "yields notes", "yields external"),
    ("tool_field", "subject", "subject args.order", "subject args.amount"),
    ("tool_field", "spends", "spends messages = 1 message", "spends messages = 2 message"),
    ("tool_field", "require", "require small: args.amount <= 5_000 INR", "require small: args.amount <= 5_001 INR"),
    ("tool_field", "outbound", "    outbound\n", ""),
    ("tool_field", "contained", "    contained because \"an order and an amount leave, nothing else\"\n", ""),
    ("tool_field", "wire", "wire \"clean_text\"", "wire \"cleanText\""),
    ("tool_field", "TRUSTED", "    trusted\n", ""),
    ("tool_field", "gate_line", "gate approval when args.amount > 100 INR", "gate approval when args.amount > 101 INR"),
    ("tool_field", "instead", "    instead orders.get\n", ""),
    ("tool_field", "consent", "consent args.to, args.body", "consent args.to"),
    ("tool_field", "dry_run", "    dry_run orders.get { order: args.order }\n", ""),
    ("tool_field", "class_line", "    class irreversible_public\n", ""),
    ("tool_field", "deny_line", "effect none; deny because \"it is gone\"", "effect none"),
    ("tool_field", "tenant", "    tenant context.tenant\n", ""),
    ("tool_field", "clears", "clears pii", "clears secret"),
    ("case_field", "case", "case size(args.body) > 100", "case size(args.body) > 101"),
    ("case_field", "otherwise", "hold 10m\n", "hold 20m\n"),
    ("reversal_field", "by", "by orders.take_back { id: result.id }", "by orders.take_back { id: result.ref }"),
    ("reversal_field", "verify", "verify orders.get { order: args.order }", "verify orders.get { order: result.ref }"),
    ("reversal_field", "approval", "approval dual_control", "approval human"),
    ("reversal_field", "within", "within 72h", "within 73h"),
    ("reversal_field", "expires", "expires 96h", "expires 97h"),
    ("reversal_field", "capture", "        capture orders.get { order: args.order } as prior\n", ""),
    ("reversal_field", "handle", "handle result.ref", "handle result.id"),
    ("reversal_field", "recovery_policy", "policy two\n", "policy slow\n"),
    ("reversal_field", "assumes", "        assumes not_shipped { order: args.order }\n", ""),
    ("reversal_field", "hold", "hold 10m", "hold 11m"),
    ("reversal_field", "cancel", "cancel mail.cancel { id: result.id }", "cancel mail.cancel { id: args.body }"),
    ("reversal_field", "HUMAN", "irreversible { human }", "irreversible { hold 1m; cancel mail.cancel { id: result.id } }"),
    ("verify_clause", "until", "until seen.status == \"open\"", "until seen.status == \"shipped\""),
    ("verify_clause", "attempts", "attempts 5", "attempts 6"),
    ("verify_clause", "every", "every 10s", "every 11s"),
    ("blast_field", "calls", "calls 3", "calls 4"),
    ("blast_field", "subjects", "subjects 2", "subjects 3"),
    ("blast_field", "scope", "scope tenant", "scope single_subject"),
    ("blast_field", "bound", "        money 5_000 INR\n    }", "        money 5_001 INR\n    }"),
    ("budget_field", "weight", "weight compensating 2", "weight compensating 3"),
    ("budget_field", "human_only", "    messages human_only\n", ""),
    ("budget_field", "ceiling", "    money 5_000 INR\n    weight", "    money 5_001 INR\n    weight"),
    ("agent_field", "may", "may orders.get\n", "may orders.get, text.clean\n"),
    ("agent_field", "up_to", "up_to read_only", "up_to compensating"),
    ("agent_field", "agent_budget", "    budget careful\n", ""),
    ("saga_field", "key", "    key args.order\n", ""),
    ("saga_field", "steps", "steps orders.refund then orders.get", "steps orders.refund"),
    ("invariant_field", "for_agents", "for bot\n", "for other\n"),
    ("invariant_field", "never", "call is outbound and allowed", "call is at_least compensating and allowed"),
    ("rule_field", "when", "and not args.order said", "and args.order said"),
    ("rule_field", "rule_gate", "said\n    gate approval", "said\n    gate two"),
    ("rule_field", "rule_deny", "outbound\n    deny", "outbound\n    gate two"),
    ("rule_field", "because", "only a stranger named it", "a stranger named it"),
    ("boundary_field", "matches", "path under \"~/.ssh\"", "path under \"~/.aws\""),
    ("boundary_field", "tool_line", "    tool orders.take_back\n", ""),
    ("boundary_field", "when", "    when run has secret\n    refuse", "    when run has pii\n    refuse"),
    ("boundary_field", "REFUSE", "    refuse\n", ""),
    ("boundary_field", "HALT", "; halt", ""),
    ("boundary_field", "rule_gate", "; gate approval }", "; gate two }"),
    ("boundary_field", "because", "a secret once read cannot be unread", "it cannot be unread"),
    ("value_kind", "PATH", "path under \"~/.ssh\"", "url under \"~/.ssh\""),
    ("value_kind", "URL", "path under \"~/.ssh\"", "url like \"example.com/*\""),
    ("value_kind", "COMMAND", "command runs \"rm\"", "command runs \"mv\""),
    ("value_kind", "HOST", "email like \"*@example.com\"", "host like \"*.example.com\""),
    ("value_kind", "EMAIL", "email like \"*@example.com\"", "email like \"*@example.org\""),
    ("gate_field", "approvers", "gate slow { approvers 2;", "gate slow { approvers 3;"),
    ("gate_field", "cooling", "cooling 1m", "cooling 2m"),
    ("gate_field", "undo", "undo 5m", "undo 6m"),
    ("gate_field", "DRY_RUN", "undo 5m; dry_run;", "undo 5m;"),
    ("gate_field", "OUT_OF_BAND", "dry_run; out_of_band }", "dry_run }"),
    ("gate_field", "DENY", "gate closed { deny }", "gate closed { approvers 1 }"),
    ("assumption_field", "entry", "    order: text\n    broken", "    order: int\n    broken"),
    ("assumption_field", "broken_by", "where event.order == order", "where event.order != order"),
    ("assumption_field", "checked_by", "where seen.status == \"open\"", "where seen.status == \"shipped\""),
    ("label_mark", "CONFIDENTIAL", "label secret confidential may leave", "label secret"),
    ("label_mark", "UNTRUSTED", "label external untrusted", "label external"),
    ("label_mark", "may_leave", "confidential may leave", "confidential"),
    ("label_mark", "implies", "implies pii", "implies notes"),
    ("entry_mark", "entry_yields", "note: text yields external", "note: text"),
    ("entry_mark", "TRUSTED", "desk: text trusted", "desk: text"),
];

/// Blocks that show in what a set of tools can do together, and neither in the checks of single items nor in the table; they
/// are changed in `rev-compose/tests/declared.rs`.
const ELSEWHERE: [&str; 1] = ["invariant_field"];

#[test]
fn every_field_of_the_grammar_has_a_case() {
    let fields = fields();
    let cases: BTreeSet<(String, String)> = CASES
        .iter()
        .map(|(rule, field, ..)| (rule.to_string(), field.to_string()))
        .collect();
    let missing: Vec<_> = fields.difference(&cases).collect();
    let unknown: Vec<_> = cases.difference(&fields).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
    assert!(unknown.is_empty(), "not in the grammar: {unknown:?}");
    assert!(
        fields.len() > 60,
        "the grammar was not understood: {fields:?}"
    );
}

#[test]
fn the_policy_can_be_read() {
    let errors = rev_syntax::parse(&policy()).errors;
    assert!(errors.is_empty(), "{errors:#?}");
    for (rule, field, from, to) in CASES {
        assert_eq!(policy().matches(from).count(), 1, "{rule} {field}: {from}");
        let errors = rev_syntax::parse(&policy().replace(from, to)).errors;
        assert!(errors.is_empty(), "{rule} {field}: {errors:#?}");
    }
}

#[test]
fn the_policy_is_sound() {
    let (found, table) = observed(&policy());
    let errors: Vec<&String> = found.iter().filter(|it| it.starts_with('E')).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert!(table.is_some(), "it has a table");
}

#[test]
fn a_comment_does_not_show() {
    let moved = policy().replace("\ntool ", "\n// about it\n\ntool ");
    assert_ne!(moved, policy());
    assert_eq!(observed(&moved), observed(&policy()));
}

#[test]
fn a_change_of_any_field_shows() {
    let before = observed(&policy());
    let unseen: Vec<String> = CASES
        .iter()
        .filter(|(rule, _, from, to)| {
            let shows = observed(&policy().replace(from, to)) != before;
            shows == ELSEWHERE.contains(rule)
        })
        .map(|(rule, field, from, to)| format!("{rule} {field}: {from:?} to {to:?}"))
        .collect();
    assert!(
        unseen.is_empty(),
        "nobody would notice (or, of {ELSEWHERE:?}, somebody does here, too):\n{}",
        unseen.join("\n")
    );
}

/// Parts of fields that the grammar does not list as fields: what stands behind a bound, a condition or a name.
#[rustfmt::skip]
const PARTS: &[(&str, &str)] = &[
    ("calls 3", "calls 3 or deny"),
    ("subjects 2", "subjects 2 or deny"),
    ("        money 5_000 INR\n    }", "        money 5_000 INR or deny\n    }"),
    ("    money 5_000 INR\n    weight", "    money 5_000 INR or deny\n    weight"),
    ("    messages human_only\n", "    messages human_only or deny\n"),
    ("require small: args.amount", "require large: args.amount"),
    ("gate approval when args.amount > 100 INR", "gate approval"),
    ("by orders.take_back { id: result.id }", "by orders.take_back { id: result.id } then orders.take_back { id: result.ref }"),
    ("within 72h", "within forever"),
];

#[test]
fn a_change_of_any_part_of_a_field_shows() {
    let before = observed(&policy());
    for (from, to) in PARTS {
        assert_eq!(policy().matches(from).count(), 1, "{from}");
        let changed = policy().replace(from, to);
        let errors = rev_syntax::parse(&changed).errors;
        assert!(errors.is_empty(), "{from}: {errors:#?}");
        assert!(observed(&changed) != before, "nobody would notice {to:?}");
    }
}

/// What is told about a policy, without places, and the identity of its table, if it has one.
fn observed(text: &str) -> (Vec<String>, Option<String>) {
    let db = Database::default();
    let file = SourceFile::new(&db, "a.rev".to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    let mut told: Vec<String> = check(&db, package)
        .iter()
        .map(|it| {
            format!(
                "{} {} {:?} {:?}",
                it.code, it.message, it.primary.text, it.help
            )
        })
        .collect();
    told.sort();
    let table = lower(&db, package).ok();
    (told, table.map(|lowered| lowered.table.hash()))
}

/// Every field that some block of the grammar knows, with the rule that lists it.
fn fields() -> BTreeSet<(String, String)> {
    let mut fields = BTreeSet::new();
    for (rule, alternatives) in alternatives() {
        let listed = rule.ends_with("_field") || MORE.contains(&rule.as_str());
        if listed {
            fields.extend(alternatives.into_iter().map(|field| (rule.clone(), field)));
        }
    }
    fields
}

/// The rules of the form `name = _{ a | b | … }`.
fn alternatives() -> Vec<(String, Vec<String>)> {
    const OPENS: &str = "= _{";
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let lines: Vec<&str> = GRAMMAR.lines().filter(|line| !is_comment(line)).collect();
    let code = lines.join("\n");
    let rules = code.match_indices(OPENS).map(|(at, _)| {
        let name = code[..at].lines().next_back().unwrap_or_default().trim();
        let body = code[at + OPENS.len()..]
            .split('}')
            .next()
            .unwrap_or_default();
        let words = body.split('|').map(|word| word.trim().to_owned());
        (name.to_owned(), words.collect())
    });
    rules.collect()
}
