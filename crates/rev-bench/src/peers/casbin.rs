//! casbin. It has no types and knows only yes and no: the host reads the arguments as the hand-written function does, and
//! asks twice, whether the call is let through and whether it may be asked for at all.
//!
//! Best: a model for each kind of tool and question, all in memory, which the host chooses by the tool's name, with the
//! tool's cap as part of the request; no policy lines to walk. Naive: one model with two lines for each tool, each with
//! its own expression, as its examples for attributes do it.

use crate::calls::{Asked, Used, Verdict};
use crate::policy::{BUDGET, Kind, LETTERS, NAMES, NOTES, Policy, REFUNDS};
use crate::shape::{self, Args};
use ::casbin::prelude::{CoreApi, DefaultModel, Enforcer, MemoryAdapter, MgmtApi, Model};
use std::error::Error;

const KINDS: [Kind; 6] = [
    Kind::Get,
    Kind::Key,
    Kind::Refund,
    Kind::Send,
    Kind::Delete,
    Kind::Note,
];

/// Whether a call is let through, and whether it may be asked for at all.
const FREE: &str = "free";
const FITS: &str = "fits";

/// What is asked, in the order of the model.
type Asks<'a> = (
    &'a str,
    &'a str,
    i64,
    i64,
    bool,
    bool,
    bool,
    i64,
    i64,
    i64,
    &'a str,
);

pub struct Best<'p> {
    policy: &'p Policy,
    /// By kind: whether it may be asked for, and whether it is let through.
    enforcers: Vec<(Enforcer, Enforcer)>,
}

impl std::fmt::Debug for Best<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Best").finish_non_exhaustive()
    }
}

impl<'p> Best<'p> {
    pub fn new(policy: &'p Policy) -> Result<Best<'p>, Box<dyn Error>> {
        let mut enforcers = Vec::new();
        for kind in KINDS {
            let (fits, free) = conditions(kind, "r.cap");
            enforcers.push((enforcer(&fits, "", &[])?, enforcer(&free, "", &[])?));
        }
        Ok(Best { policy, enforcers })
    }

    pub fn decide(&self, asked: &Asked) -> Verdict {
        let Some(tool) = self.policy.tools.get(&asked.tool) else {
            return Verdict::Deny;
        };
        let Some(args) = shape::read(tool.kind, &asked.args) else {
            return Verdict::Deny;
        };
        let at = KINDS.iter().position(|kind| *kind == tool.kind);
        let Some((fits, free)) = at.and_then(|at| self.enforcers.get(at)) else {
            return Verdict::Deny;
        };
        let asks = |want| asks(asked, args, asked.run.of(tool.number), tool.cap, want);
        verdict(|want| match want {
            FREE => free.enforce(asks(want)),
            _ => fits.enforce(asks(want)),
        })
    }
}

pub struct Naive<'p> {
    policy: &'p Policy,
    enforcer: Enforcer,
}

impl std::fmt::Debug for Naive<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Naive").finish_non_exhaustive()
    }
}

impl<'p> Naive<'p> {
    pub fn new(policy: &'p Policy) -> Result<Naive<'p>, Box<dyn Error>> {
        let mut lines = Vec::new();
        for shop in 0..policy.shops {
            for (name, kind) in NAMES {
                if !KINDS.contains(&kind) {
                    continue;
                }
                let (fits, free) = conditions(kind, &policy.cap(shop).to_string());
                let tool = format!("shop_{shop}.{name}");
                lines.push(vec![tool.clone(), FITS.to_owned(), fits]);
                lines.push(vec![tool, FREE.to_owned(), free]);
            }
        }
        let matcher = "r.tool == p.tool && r.want == p.want && eval(p.rule)";
        let enforcer = enforcer(matcher, "tool, want, rule", &lines)?;
        Ok(Naive { policy, enforcer })
    }

    pub fn decide(&self, asked: &Asked) -> Verdict {
        let Some(tool) = self.policy.tools.get(&asked.tool) else {
            return Verdict::Deny;
        };
        let Some(args) = shape::read(tool.kind, &asked.args) else {
            return Verdict::Deny;
        };
        let asks = |want| asks(asked, args, asked.run.of(tool.number), tool.cap, want);
        verdict(|want| self.enforcer.enforce(asks(want)))
    }
}

/// Most calls are let through, so that is asked first.
fn verdict(enforce: impl Fn(&'static str) -> ::casbin::Result<bool>) -> Verdict {
    match enforce(FREE) {
        Ok(true) => Verdict::Allow,
        Ok(false) if enforce(FITS).unwrap_or(false) => Verdict::Hold,
        _ => Verdict::Deny,
    }
}

fn asks<'a>(asked: &'a Asked, args: Args<'a>, used: Used, cap: i64, want: &'a str) -> Asks<'a> {
    let (to, amount) = match args {
        Args::Refund { amount } => ("", amount),
        Args::Send { to } => (to, 0),
        _ => ("", 0),
    };
    let run = &asked.run;
    (
        &asked.tool,
        to,
        amount,
        cap,
        asked.said,
        run.secret,
        run.external,
        used.calls,
        used.spent,
        run.spent,
        want,
    )
}

fn conditions(kind: Kind, cap: &str) -> (String, String) {
    let fits = match kind {
        Kind::Refund => format!("r.amount <= {cap}"),
        _ => "true".to_owned(),
    };
    let free = match kind {
        Kind::Refund => format!(
            "r.amount <= {cap} && r.said && r.calls + 1 <= {REFUNDS} && r.spent + r.amount <= 2 * {cap} && r.total + r.amount <= {BUDGET}"
        ),
        Kind::Send => format!(
            "!r.secret && (!r.external || r.said) && endsWith(r.to, \"@example.com\") && r.calls + 1 <= {LETTERS}"
        ),
        Kind::Delete => "false".to_owned(),
        Kind::Note => format!("r.calls + 1 <= {NOTES}"),
        _ => "true".to_owned(),
    };
    (fits, free)
}

fn enforcer(matcher: &str, line: &str, lines: &[Vec<String>]) -> Result<Enforcer, Box<dyn Error>> {
    let line = if line.is_empty() { "none" } else { line };
    let mut model = DefaultModel::default();
    let request = "tool, to, amount, cap, said, secret, external, calls, spent, total, want";
    model.add_def("r", "r", request);
    model.add_def("p", "p", line);
    model.add_def("e", "e", "some(where (p.eft == allow))");
    model.add_def("m", "m", matcher);
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(async {
        let mut enforcer = Enforcer::new_raw(model, MemoryAdapter::default()).await?;
        enforcer.add_function(
            "endsWith",
            ::casbin::function_map::OperatorFunction::Arg2(|text, end| {
                let text = text.into_immutable_string().unwrap_or_default();
                let end = end.into_immutable_string().unwrap_or_default();
                text.ends_with(end.as_str()).into()
            }),
        );
        if !lines.is_empty() {
            enforcer.enable_auto_save(false);
            enforcer.add_policies(lines.to_vec()).await?;
        }
        Ok(enforcer)
    })
}
