//! Why a call is decided as it is: what was looked at, in order, and what each thing contributed to the gate.

use rev_eval::{Call, Cause, Decision, Gate, Reason, Run, Verdict, amount, duration};
use rev_table::{CLASSES, NONE, Table, VariantRecord};

/// What was looked at, a line each, in the order of the language's reference.
///
/// ```
/// let (table, run, _) = rev_eval::example();
/// let call = rev_eval::Call::parse(r#"{"tool": "shell.run"}"#).unwrap();
/// let told = rev_explain::explain(&run.decide(&table, &call), &table, &run, &call);
/// assert_eq!(told, ["call shell.run {}", "unknown_tool: deny", "so: deny"]);
/// ```
pub fn explain(decision: &Decision, table: &Table, run: &Run, call: &Call<'_>) -> Vec<String> {
    Telling(decision).explain(table, run, call)
}

/// The decision that is told.
struct Telling<'d>(&'d Decision);

impl Telling<'_> {
    fn explain(&self, table: &Table, run: &Run, call: &Call<'_>) -> Vec<String> {
        let mut lines = vec![format!("call {} {}", call.tool, shown(call))];
        if self.0.cases().next().is_none() {
            // Nothing else was looked at.
            lines.extend(
                self.0
                    .reasons
                    .iter()
                    .map(|reason| self.told(table, &reason.cause)),
            );
        }
        for (tool, case) in self.0.cases() {
            self.part(table, run, tool, case, &mut lines);
        }
        lines.push(match self.0.verdict {
            Verdict::Allow if self.0.delay() > 0 => {
                format!("so: allow, sent after {}", duration(self.0.delay()))
            }
            Verdict::Allow => "so: allow".to_owned(),
            Verdict::RequireApproval => format!("so: approval, {}", self.0.gate.words()),
            Verdict::Deny => "so: deny".to_owned(),
        });
        lines
    }

    fn part(&self, table: &Table, run: &Run, number: u32, case: u32, lines: &mut Vec<String>) {
        let Some(tool) = table.tool(number) else {
            return;
        };
        let Some(facts) = table.variants(tool).get(case as usize) else {
            return;
        };
        let name = table.text(tool.name.get());
        lines.push(format!(
            "tool: {name} is declared{}",
            place(table, tool.source.get())
        ));
        lines.push("arguments: all are as declared".to_owned());
        if tool.variants.get() > 1 {
            lines.push(format!("case: the one{}", place(table, facts.source.get())));
        }
        self.reach(table, run, facts, lines);
        let class = CLASSES.get(usize::from(facts.class)).copied().unwrap_or("");
        let told = self.contribution(&Cause::Class(facts.class));
        let consent = if self.0.is_consented() {
            ", less the person who asked for it"
        } else {
            ""
        };
        lines.push(format!("class: {class}: {told}{consent}"));
        self.written(table, facts, lines);
        self.counted(table, run, number, facts, lines);
    }

    fn reach(&self, table: &Table, run: &Run, facts: &VariantRecord, lines: &mut Vec<String>) {
        let agent = table.agent(run.agent());
        let name = agent.map_or("", |agent| table.text(agent.name.get()));
        let up_to = agent
            .and_then(|agent| CLASSES.get(usize::from(agent.up_to)))
            .copied()
            .unwrap_or("");
        if self.0.recovery {
            lines.push("reach: it is a recovery, which needs none".to_owned());
            return;
        }
        let has = |cause: &Cause| self.0.reasons.iter().any(|reason| reason.cause == *cause);
        lines.push(match (has(&Cause::May), has(&Cause::UpTo)) {
            (true, _) => format!("reach: {name} may not call it: deny"),
            (false, true) => {
                let class = CLASSES.get(usize::from(facts.class)).copied().unwrap_or("");
                format!("reach: {name} goes up to {up_to}, and this is {class}: deny")
            }
            (false, false) => format!("reach: {name} may call it, up to {up_to}"),
        });
    }

    /// What is written in the policy about this tool: requirements, gates, rules, boundaries; fired or not.
    fn written(&self, table: &Table, facts: &VariantRecord, lines: &mut Vec<String>) {
        let mut reasons: Vec<u32> = table
            .rows(facts)
            .iter()
            .map(|row| row.reason.get())
            .collect();
        let crossed = table
            .pairs(facts.crossings)
            .filter_map(|(number, _)| table.boundary(number));
        reasons.extend(
            crossed
                .map(|boundary| boundary.reason.get())
                .filter(|reason| *reason != NONE),
        );
        reasons.dedup();
        if reasons.is_empty() {
            lines.push("rules and boundaries: none is about this tool".to_owned());
        }
        for number in reasons {
            lines.push(self.told(table, &Cause::Written(number)));
        }
    }

    /// One contribution: its code, what it asks for, why, and where it was written.
    fn told(&self, table: &Table, cause: &Cause) -> String {
        let reason = Reason {
            cause: cause.clone(),
            gate: Gate::AUTO,
            unknown: false,
        };
        let code = reason.code(table);
        let place = reason
            .source(table)
            .map_or(String::new(), |(file, line, _)| format!(" ({file}:{line})"));
        let because = match reason.because(table) {
            Some(because) => format!(", because {because}"),
            None => String::new(),
        };
        let told = self.contribution(cause);
        match self.0.reasons.iter().any(|reason| reason.cause == *cause) {
            true => format!("{code}: {told}{because}{place}"),
            false if code.starts_with("require") => format!("{code}: is met{place}"),
            false => format!("{code}: does not apply{place}"),
        }
    }

    /// What a cause asks for.
    fn contribution(&self, cause: &Cause) -> String {
        match self.0.reasons.iter().find(|reason| reason.cause == *cause) {
            Some(reason) if reason.unknown => {
                format!(
                    "{} (it could not be computed, so it counts)",
                    reason.gate.words()
                )
            }
            Some(reason) => reason.gate.words(),
            None => "nothing is asked".to_owned(),
        }
    }

    fn counted(
        &self,
        table: &Table,
        run: &Run,
        tool: u32,
        facts: &VariantRecord,
        lines: &mut Vec<String>,
    ) {
        let told = |cause: Cause| self.contribution(&cause);
        if let Some(blast) = table.blast(facts.blast.get()) {
            let calls = run.used(tool, 0).0 + 1;
            lines.push(format!(
                "blast.calls: {calls} of {}: {}",
                blast.calls.get(),
                told(Cause::BlastCalls)
            ));
            for (dimension, most, _) in table.triples(blast.bounds) {
                let used = run.used(tool, dimension).1;
                let line = self.over(table, "blast", dimension, used, table.amount(most));
                lines.push(format!(
                    "{line}: {}",
                    told(Cause::BlastDimension(dimension))
                ));
            }
            for cause in [Cause::BlastSubjects, Cause::BlastScope] {
                if self.0.reasons.iter().any(|reason| reason.cause == cause) {
                    lines.push(self.told(table, &cause));
                }
            }
        }
        let budget = table
            .agent(run.agent())
            .and_then(|agent| table.budget(agent.budget.get()));
        for (dimension, most, _) in budget
            .into_iter()
            .flat_map(|budget| table.triples(budget.ceilings))
        {
            if self
                .0
                .debits
                .iter()
                .any(|debit| debit.dimension == dimension)
            {
                let used = run.debited(dimension) / 1_000;
                let line = self.over(table, "budget", dimension, used, table.amount(most));
                lines.push(format!("{line}: {}", told(Cause::Budget(dimension))));
            }
        }
    }

    /// `blast.money: 4000 spent and 4000 more, of 5000 INR`
    fn over(
        &self,
        table: &Table,
        of: &str,
        dimension: u32,
        used: i128,
        most: Option<i128>,
    ) -> String {
        let Some(record) = table.dimensions().get(dimension as usize) else {
            return of.to_owned();
        };
        let shown = |parts: i128| amount(parts, record.scale.get());
        let debit = self
            .0
            .debits
            .iter()
            .find(|debit| debit.dimension == dimension);
        let more = debit.map_or(0, |debit| {
            if of == "blast" {
                debit.amount
            } else {
                debit.debit / 1_000
            }
        });
        let name = table.text(record.name.get());
        let most = most.map_or("what a person agrees to".to_owned(), |most| {
            format!("{} {}", shown(most), table.text(record.unit.get()))
        });
        format!(
            "{of}.{name}: {} spent and {} more, of {most}",
            shown(used),
            shown(more)
        )
    }
}

fn shown(call: &Call<'_>) -> String {
    call.args
        .to_tree()
        .map_or("with arguments that are not JSON".to_owned(), |args| {
            args.to_string()
        })
}

fn place(table: &Table, source: u32) -> String {
    table
        .source(source)
        .map_or(String::new(), |(file, line, _)| format!(" ({file}:{line})"))
}
