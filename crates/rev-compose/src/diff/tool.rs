//! The facts of a tool and of each of its cases. Its arguments and its rows are compared as such.

use super::fact::{About, Fact, Facts, Sense, at_most, gate_of};
use super::polarity::Polarity;
use rev_table::{
    ContractRecord, Exact, NONE, Table, ToolRecord, Type, VariantRecord, approval, blast, bound,
    contract, duration, field, reversal, scope, tool, variant,
};

/// Gathers facts of one tool.
pub(super) struct Teller<'a, 't> {
    pub table: &'t Table,
    pub exact: &'a mut Exact<'t>,
    pub polarity: &'a Polarity,
    pub facts: &'a mut Facts,
    pub name: String,
    pub case: String,
}

/// The condition of a case, which is its name.
pub(super) fn case(exact: &mut Exact<'_>, table: &Table, tool: &ToolRecord, at: usize) -> String {
    let variants = table.variants(tool);
    let when = |at: usize| variants.get(at).map(|one| one.when.get());
    let name = match when(at) {
        Some(NONE) if variants.len() > 1 => "otherwise".to_owned(),
        Some(NONE) | None => String::new(),
        Some(when) => exact.node(when),
    };
    // The compiler makes no two of one condition, but a table may have them.
    match (0..at).filter(|before| when(*before) == when(at)).count() {
        0 => name,
        before => format!("{name} #{before}"),
    }
}

impl<'t> Teller<'_, 't> {
    fn tell(&mut self, word: impl Into<String>, fact: Fact) {
        let about = About::Tool(self.name.clone());
        self.facts
            .insert((about, self.case.clone(), word.into()), fact);
    }

    pub fn tool(&mut self, tool: &ToolRecord) {
        let table = self.table;
        self.exact.tool(tool);
        self.tell(
            "wire",
            Fact::new(table.text(tool.wire.get()), Sense::Opaque).codes(["unknown_tool"]),
        );
        if tool.flags.get() & tool::UNDOES != 0 {
            let fact = Fact::new("only recoveries may call it", Sense::Guard);
            self.tell("undoes", fact.codes(["agent.may"]));
        }
        self.result(tool);
        for (facts, at) in table.variants(tool).iter().zip(0..) {
            self.case = case(self.exact, table, tool, at);
            self.tell("case", Fact::new("is a case", Sense::Opaque).codes(["*"]));
            self.variant(facts);
        }
        self.case = String::new();
    }

    fn result(&mut self, tool: &ToolRecord) {
        let ty = tool.result.get();
        let mut marks = Vec::new();
        let mut left = 1_000;
        self.marks(ty, "result", &mut marks, &mut left);
        let told = !marks.is_empty();
        for (word, fact) in marks {
            self.tell(word, fact);
        }
        if ty != NONE {
            // What is declared decides which labels a part carries, where some part carries more than another.
            let sense = if told { Sense::Opaque } else { Sense::Note };
            let text = self.exact.bare_ty(ty);
            self.tell("result", Fact::new(text, sense));
        }
    }

    fn marks(&self, ty: u32, at: &str, marks: &mut Vec<(String, Fact)>, left: &mut usize) {
        let table = self.table;
        if *left == 0 {
            return;
        }
        *left -= 1;
        match table.ty(ty) {
            Some(Type::List(inner) | Type::Map(inner) | Type::Optional(inner)) => {
                self.marks(inner, at, marks, left);
            }
            Some(Type::Record { first, len, .. }) => {
                for field in table.fields(first, len) {
                    let at = format!("{at}.{}", table.text(field.name.get()));
                    for label in table.label_set(field.yields.get()).iter() {
                        let label = self.exact.label(label);
                        let fact = Fact::new("yes", self.guard(label)).label(label);
                        marks.push((format!("{at} yields {label}"), fact));
                    }
                    if field.flags.get() & field::TRUSTED != 0 {
                        marks.push((format!("{at} trusted"), Fact::new("yes", self.trust())));
                    }
                    self.marks(field.ty.get(), &at, marks, left);
                }
            }
            _ => {}
        }
    }

    /// More labels are stricter, unless some rule wants their absence.
    fn guard(&self, label: &str) -> Sense {
        match self.polarity.guards(label) {
            true => Sense::Guard,
            false => Sense::Opaque,
        }
    }

    fn trust(&self) -> Sense {
        match self.polarity.said {
            true => Sense::Opaque,
            false => Sense::Grant,
        }
    }

    fn variant(&mut self, facts: &VariantRecord) {
        let table = self.table;
        let class = rev_table::CLASSES.get(usize::from(facts.class));
        let at = Sense::AtLeast(facts.class.into());
        let fact = Fact::new(*class.unwrap_or(&"?"), at).codes(["class.*", "agent.up_to"]);
        self.tell("class", fact);
        let effect = rev_table::effect::WORDS.get(usize::from(facts.effect));
        let at = Sense::AtLeast(facts.effect.into());
        self.tell("effect", Fact::new(*effect.unwrap_or(&"?"), at));
        let kind = reversal::WORDS.get(usize::from(facts.reversal));
        let at = Sense::AtMost(facts.reversal.into());
        self.tell("reversal", Fact::new(*kind.unwrap_or(&"?"), at));
        let at = Sense::AtLeast(facts.weight.into());
        let fact = Fact::new(facts.weight.to_string(), at);
        self.tell("weight", fact.codes(["budget.*"]));
        let record = table.class_gate(facts.class);
        let gate = gate_of(record);
        let fact = Fact::new(self.exact.gate(record), Sense::Gate(gate)).codes(["class.*"]);
        self.tell("gate of its class", fact);
        let flags = facts.flags.get();
        if flags & variant::OUTBOUND != 0 {
            self.tell("outbound", Fact::new("yes", Sense::Guard));
        }
        if flags & variant::TRUSTED != 0 {
            self.tell("trusted", Fact::new("yes", self.trust()));
        }
        if flags & variant::CONSENT != 0 {
            let paths = table.refs(facts.consent);
            let paths: Vec<String> = paths.map(|node| self.exact.node(node)).collect();
            let fact = Fact::new(paths.join(", "), Sense::Grant).codes(["class.*"]);
            self.tell("consent", fact);
        }
        for (word, node, codes) in [
            ("subject", facts.subject, ["blast.scope", "blast.subjects"]),
            ("tenant", facts.tenant, ["blast.scope", "blast.scope"]),
        ] {
            if node.get() != NONE {
                let fact = Fact::new(self.exact.node(node.get()), Sense::Opaque);
                self.tell(word, fact.codes(codes));
            }
        }
        for (dimension, node) in table.pairs(facts.spends) {
            let name = self.exact.dimension(dimension);
            let unit = table.dimensions().get(dimension as usize);
            let unit = unit.map_or(String::new(), |it| {
                format!(" ({} scale {})", table.text(it.unit.get()), it.scale.get())
            });
            let sense = match self.polarity.counted {
                true => Sense::Opaque,
                false => Sense::Guard,
            };
            let fact = Fact::new(format!("{}{unit}", self.exact.node(node)), sense);
            let codes = [format!("blast.{name}"), format!("budget.{name}")];
            let [blast, budget] = &codes;
            self.tell(format!("spends {name}"), fact.codes([blast, budget]));
        }
        for label in table.label_set(facts.yields.get()).iter() {
            let label = self.exact.label(label);
            let fact = Fact::new("yes", self.guard(label)).label(label);
            self.tell(format!("yields {label}"), fact);
        }
        for label in table.label_set(facts.clears.get()).iter() {
            let label = self.exact.label(label);
            let sense = match self.guard(label) {
                Sense::Guard => Sense::Grant,
                other => other,
            };
            self.tell(
                format!("clears {label}"),
                Fact::new("yes", sense).label(label),
            );
        }
        if facts.dry_run.get() != NONE || flags & variant::NO_DRY_RUN != 0 {
            let text = match flags & variant::NO_DRY_RUN != 0 {
                true => "none: two approvers take its place".to_owned(),
                false => self.exact.call(facts.dry_run.get()),
            };
            self.tell("dry_run", Fact::new(text, Sense::Opaque).codes(["*"]));
        }
        if !facts.instead.is_empty() {
            let names = table.refs(facts.instead).map(|name| table.text(name));
            let names: Vec<&str> = names.collect();
            self.tell("instead", Fact::new(names.join(", "), Sense::Note));
        }
        self.blast(facts);
        if let Some(contract) = table.contract(facts.contract.get()) {
            self.contract(contract);
        }
    }

    fn blast(&mut self, facts: &VariantRecord) {
        let table = self.table;
        let Some(record) = table.blast(facts.blast.get()) else {
            return;
        };
        let calls = record.calls.get();
        let fact = Fact::new(calls.to_string(), Sense::AtMost(calls.into()));
        self.tell("blast calls", fact.codes(["blast.calls"]));
        if record.flags & blast::SUBJECTS != 0 {
            let most = record.subjects.get();
            let fact = Fact::new(most.to_string(), Sense::AtMost(most.into()));
            self.tell("blast subjects", fact.codes(["blast.subjects"]));
        }
        let word = match record.scope {
            scope::SINGLE_SUBJECT => Some("single_subject"),
            scope::TENANT => Some("tenant"),
            scope::CROSS_TENANT => Some("cross_tenant"),
            _ => None,
        };
        if let Some(word) = word {
            let fact = Fact::new(word, Sense::Guard).codes(["blast.scope"]);
            self.tell("blast scope", fact);
        }
        for (flag, word, code) in [
            (blast::CALLS_OR_DENY, "blast calls or deny", "blast.calls"),
            (
                blast::SUBJECTS_OR_DENY,
                "blast subjects or deny",
                "blast.subjects",
            ),
            (blast::SCOPE_OR_DENY, "blast scope or deny", "blast.scope"),
        ] {
            if record.flags & flag != 0 {
                self.tell(word, Fact::new("yes", Sense::Guard).codes([code]));
            }
        }
        for (dimension, amount, flags) in table.triples(record.bounds) {
            let name = self.exact.dimension(dimension);
            let code = format!("blast.{name}");
            let sense = at_most(table, dimension, amount);
            let text = self.exact.limit(dimension, amount, 0);
            let word = format!("blast {name}");
            self.tell(word, Fact::new(text, sense).codes([&code]));
            if flags & bound::OR_DENY != 0 {
                let word = format!("blast {name} or deny");
                self.tell(word, Fact::new("yes", Sense::Guard).codes([&code]));
            }
        }
    }

    fn contract(&mut self, one: &ContractRecord) {
        let table = self.table;
        let calls = table.refs(one.by);
        let calls: Vec<String> = calls.map(|call| self.exact.call(call)).collect();
        if !calls.is_empty() {
            self.tell("by", Fact::new(calls.join(" then "), Sense::Guard));
            let within = one.within.get();
            let fact = Fact::new(duration(within), Sense::AtLeast(within.into()));
            self.tell("within", fact.codes(["class.*"]));
        }
        let expires = one.expires.get();
        if expires != u64::MAX {
            // Without the word, the vendor's handle does not expire.
            let fact = Fact::new(duration(expires), Sense::Opaque);
            self.tell("expires", fact);
        }
        if one.hold.get() > 0 {
            let hold = one.hold.get();
            let fact = Fact::new(duration(hold), Sense::AtLeast(hold.into()));
            self.tell("hold", fact.codes(["class.*"]));
        }
        for (word, call, sense) in [
            ("cancel", one.cancel, Sense::Guard),
            ("capture", one.capture, Sense::Opaque),
        ] {
            if call.get() != NONE {
                let text = self.exact.call(call.get());
                self.tell(word, Fact::new(text, sense));
            }
        }
        if one.verify.get() != NONE {
            let until = match one.until.get() {
                NONE => String::new(),
                until => format!(" until {}", self.exact.node(until)),
            };
            let text = format!(
                "{}{until} attempts {} every {}",
                self.exact.call(one.verify.get()),
                one.attempts.get(),
                duration(one.every.get())
            );
            self.tell("verify", Fact::new(text, Sense::Opaque));
        }
        if one.handle.get() != NONE {
            let text = self.exact.node(one.handle.get());
            self.tell("handle", Fact::new(text, Sense::Opaque));
        }
        for (flag, word) in [
            (contract::HUMAN, "human"),
            (contract::QUEUED, "queued before it is sent"),
        ] {
            if one.flags & flag != 0 {
                self.tell(word, Fact::new("yes", Sense::Guard));
            }
        }
        let word = approval::WORDS.get(usize::from(one.approval));
        let at = Sense::AtLeast(one.approval.into());
        self.tell("approval", Fact::new(*word.unwrap_or(&"?"), at));
        if one.policy.get() != NONE {
            let record = table.gate(one.policy.get());
            let gate = Sense::Gate(gate_of(record));
            let fact = Fact::new(self.exact.gate(record), gate);
            self.tell("policy of the recovery", fact);
        }
        for (number, call) in table.pairs(one.assumes) {
            let call = self.exact.call(call);
            let text = self.assumption(number);
            let word = format!("assumes {call}");
            self.tell(word, Fact::new(text, Sense::Guard).codes(["assumption.*"]));
        }
    }

    /// What an assumption is broken and checked by.
    fn assumption(&mut self, number: u32) -> String {
        let table = self.table;
        let Some(record) = table.assumption(number) else {
            return "?".to_owned();
        };
        let mut lines = Vec::new();
        for (event, when) in table.pairs(record.broken_by) {
            let when = self.condition(when);
            lines.push(format!("broken by {}{when}", table.text(event)));
        }
        for (call, when) in table.pairs(record.checked_by) {
            let call = self.exact.call(call);
            let when = self.condition(when);
            lines.push(format!("checked by {call}{when}"));
        }
        lines.sort();
        lines.join("; ")
    }

    fn condition(&mut self, node: u32) -> String {
        match node {
            NONE => String::new(),
            node => format!(" where {}", self.exact.node(node)),
        }
    }
}
