//! Differences and their examples in plain words.

use super::{About, Decided, Difference, Direction, Example, Past};
use crate::walk::Made;
use rev_eval::{Gate, Verdict};

/// So many tools are named, and so many characters of what was and is.
const NAMED: usize = 3;
const SHOWN: usize = 160;

impl Difference {
    /// A sentence: what it is about, what differs, and how.
    pub fn text(&self) -> String {
        let case = match self.case.as_str() {
            "" => String::new(),
            "otherwise" => " (otherwise)".to_owned(),
            case => format!(" (where {})", short(case)),
        };
        let mut text = format!(
            "{} `{}`{case}: {}",
            self.about.kind(),
            self.about.name(),
            self.what
        );
        if !matches!(self.about, About::Tool(_)) && !self.tools.is_empty() {
            text.push_str(&format!(" ({})", named(&self.tools)));
        }
        match (&self.before, &self.after) {
            (Some(was), Some(is)) => {
                text.push_str(&format!(", was `{}`, is `{}`", short(was), short(is)));
            }
            (Some(was), None) => text.push_str(&format!(", was `{}`", short(was))),
            (None, Some(is)) => text.push_str(&format!(", is `{}`", short(is))),
            (None, None) => {}
        }
        if self.direction == Direction::Unknown {
            text.push_str("; which way cannot be told, so it counts as weaker");
        }
        text
    }
}

fn named(tools: &[String]) -> String {
    let shown: Vec<&str> = tools.iter().take(NAMED).map(String::as_str).collect();
    match tools.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

impl Difference {
    /// Why there is no example.
    pub fn without_example(&self) -> &'static str {
        let what = self.what.rsplit(": ").next().unwrap_or_default();
        let back = [
            "by",
            "within",
            "expires",
            "hold",
            "cancel",
            "capture",
            "verify",
            "handle",
            "approval",
            "reversal",
            "policy of the recovery",
            "human",
        ];
        match back.contains(&what) {
            true => "no single call shows it: it changes how a call is taken back",
            false => "no single call was found that shows it",
        }
    }
}

impl Example {
    /// The call with the run that it is made in: `email.send {…} after "secret" was read, by support_bot`.
    pub fn call_text(&self) -> String {
        let mut text = call(&self.call);
        let past: Vec<String> = self.past.iter().map(Past::text).collect();
        if !past.is_empty() {
            text.push_str(&format!(" after {}", past.join(", ")));
        }
        if !self.context.is_empty() {
            let context = serde_json::Value::Object(self.context.clone());
            text.push_str(&format!(" with context {context}"));
        }
        format!("{text}, by {}", self.agent)
    }

    /// The same with what became of it.
    pub fn text(&self) -> String {
        let (old, new) = (self.old.text(), self.new.text());
        format!("{}: was {old}, is {new}", self.call_text())
    }
}

fn call(made: &Made) -> String {
    let args = short(&made.args.to_string());
    let said = match made.said {
        true => " as the person said",
        false => "",
    };
    format!("{} {args}{said}", made.tool)
}

impl Past {
    fn text(&self) -> String {
        match self {
            Past::Read(label) => format!("something `{label}` was read"),
            Past::Called(made, 1) => call(made),
            Past::Called(made, times) => format!("{times} times {}", call(made)),
        }
    }
}

impl Decided {
    /// What becomes of the call: `allowed`, `held for 2 approvers (rule.x)`.
    pub fn text(&self) -> String {
        let gate = gate(self.gate);
        let mut text = match self.verdict {
            Verdict::Deny => "denied".to_owned(),
            Verdict::RequireApproval => format!("held for {gate}"),
            Verdict::Allow if gate.is_empty() => "allowed".to_owned(),
            Verdict::Allow => format!("allowed with {gate}"),
        };
        if !self.codes.is_empty() {
            text.push_str(&format!(" ({})", self.codes.join(", ")));
        }
        text
    }
}

fn gate(gate: Gate) -> String {
    let mut parts = Vec::new();
    match gate.approvers {
        0 => {}
        1 => parts.push("one approver".to_owned()),
        many => parts.push(format!("{many} approvers")),
    }
    if gate.dry_run {
        parts.push("a dry run".to_owned());
    }
    if gate.out_of_band {
        parts.push("another channel".to_owned());
    }
    for (word, time) in [("cooling", gate.cooling), ("undo", gate.undo)] {
        match time {
            0 => {}
            u64::MAX => parts.push(format!("{word} forever")),
            time => parts.push(format!("{word} {}", rev_table::duration(time))),
        }
    }
    parts.join(", ")
}
