//! The limit: the policy as a programmer would write it in Rust, for these tools and no others.
//!
//! Best and naive are the same here. It tells a verdict and nothing else: no reasons, no debits, no plan.

use crate::calls::{Asked, Verdict};
use crate::policy::{BUDGET, LETTERS, NOTES, Policy, REFUNDS};
use crate::shape::{self, Args};

/// Decides a call from its tree.
pub fn decide(policy: &Policy, asked: &Asked) -> Verdict {
    let Some(tool) = policy.tools.get(&asked.tool) else {
        return Verdict::Deny;
    };
    let Some(args) = shape::read(tool.kind, &asked.args) else {
        return Verdict::Deny;
    };
    let run = &asked.run;
    let used = run.of(tool.number);
    let holds = match args {
        Args::Get | Args::Key => false,
        Args::Refund { amount } if amount > tool.cap => return Verdict::Deny,
        Args::Refund { amount } => {
            !asked.said
                || used.calls + 1 > REFUNDS
                || used.spent + amount > 2 * tool.cap
                || run.spent + amount > BUDGET
        }
        Args::Send { to } => {
            run.secret
                || run.external && !asked.said
                || !to.ends_with("@example.com")
                || used.calls + 1 > LETTERS
        }
        Args::Delete => true,
        Args::Note => used.calls + 1 > NOTES,
    };
    match holds {
        true => Verdict::Hold,
        false => Verdict::Allow,
    }
}
