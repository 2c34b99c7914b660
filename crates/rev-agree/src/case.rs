//! One package, compiled once and decided twice.

use crate::call::{Became, Step, Told};
use crate::dice::Dice;
use crate::package::Package;
use crate::tally::Tally;
use rev_analysis::{Database, Levels, SourceFile};
use rev_diagnostics::Diagnostic;
use rev_eval::{LabelSet, Table};
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A package that has a table.
#[derive(Debug)]
pub struct Case {
    pub package: Package,
    pub table: Table,
    pub program: rev_naive::Program,
}

/// What one side says of a call, in words that both have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub verdict: rev_naive::Verdict,
    pub gate: rev_naive::Gate,
    pub class: Option<&'static str>,
    pub reasons: Vec<(rev_naive::Gate, String, bool)>,
    /// Dimension, amount, debit.
    pub debits: Vec<(String, i128, i128)>,
    pub hold: u64,
}

/// Two opinions on one call.
#[derive(Clone, Debug)]
pub struct Disagreement {
    pub package: Package,
    /// Every step, the last of which is the call in question.
    pub steps: Vec<Step>,
    pub opening: Opening,
    pub table: Said,
    pub naive: Said,
}

impl Disagreement {
    /// What is different, in a few words: disagreements with one cause have mostly the same.
    pub fn kind(&self) -> String {
        let family = |code: &str| match code.split_once('.') {
            Some((family @ ("rule" | "boundary" | "args" | "require"), _)) => family.to_owned(),
            _ => code.to_owned(),
        };
        let only = |of: &Said, other: &Said| -> BTreeSet<String> {
            let own = of
                .reasons
                .iter()
                .filter(|reason| !other.reasons.contains(reason));
            own.map(|(gate, code, unknown)| {
                format!(
                    "{}{} {:?}",
                    family(code),
                    if *unknown { "?" } else { "" },
                    gate.verdict()
                )
            })
            .collect()
        };
        format!(
            "table {:?}, naive {:?}, debits {}, hold {}",
            only(&self.table, &self.naive),
            only(&self.naive, &self.table),
            self.table.debits == self.naive.debits,
            self.table.hold == self.naive.hold,
        )
    }
}

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}\n// {:?}", self.package.text(), self.opening)?;
        for step in &self.steps {
            writeln!(f, "// {step:?}")?;
        }
        write!(f, "table: {}\nnaive: {}", self.table, self.naive)
    }
}

impl Case {
    /// Compiles a package; what is wrong with it, if it is not sound.
    pub fn new(package: Package) -> Result<Case, Vec<Diagnostic>> {
        let db = Database::default();
        let file = SourceFile::new(&db, "p.rev".to_owned(), Arc::from(package.text()));
        let checked = rev_analysis::Package::new(&db, vec![file], Levels::default(), Vec::new());
        let lowered = rev_lower::lower(&db, checked)?;
        Ok(Case {
            package,
            table: lowered.table.into(),
            program: rev_naive::Program::new(&db, checked),
        })
    }

    /// Drives both through so many steps.
    pub fn compare(
        &self,
        dice: &mut Dice,
        steps: usize,
        tally: &mut Tally,
    ) -> Result<(), Box<Disagreement>> {
        let Some(mut session) = Session::open(self, Opening::roll(dice)) else {
            return Ok(());
        };
        for _ in 0..steps {
            let step = Step::roll(dice, &self.package);
            session.take(step, Some(tally))?;
        }
        Ok(())
    }

    fn label_set(&self, labels: &[&str]) -> LabelSet {
        let all = self.table.labels().iter().zip(0..);
        let meant = all.filter(|(label, _)| labels.contains(&self.table.text(label.name.get())));
        meant.fold(LabelSet::EMPTY, |set, (_, number)| set.with(number))
    }
}

/// A run on both sides.
#[derive(Clone, Debug)]
pub struct Session<'c> {
    case: &'c Case,
    pub table: rev_eval::Run,
    pub naive: rev_naive::Run,
    opening: Opening,
    steps: Vec<Step>,
}

/// How a run is opened.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    pub agent: &'static str,
    pub may: Option<Vec<String>>,
    pub up_to: Option<&'static str>,
    /// In the smallest part of the unit.
    pub money: Option<i128>,
}

impl Opening {
    /// Some agent with some capability.
    pub fn roll(dice: &mut Dice) -> Opening {
        let narrow = || vec!["shop.*".to_owned(), "look".to_owned(), "w*".to_owned()];
        Opening {
            agent: dice.one(&["bot", "bot", "clerk"]),
            may: dice.percent(10).then(narrow),
            up_to: dice.percent(10).then(|| dice.one(crate::words::CLASSES)),
            money: match dice.percent(20) {
                true => i128::try_from(dice.below(30_000)).ok(),
                false => None,
            },
        }
    }
}

impl<'c> Session<'c> {
    /// A new run.
    pub fn open(case: &'c Case, opening: Opening) -> Option<Session<'c>> {
        let money = opening.money.iter();
        let capability = rev_eval::Capability {
            may: opening.may.clone(),
            up_to: opening.up_to.map(str::to_owned),
            budget: money
                .clone()
                .map(|most| ("money".to_owned(), *most))
                .collect(),
        };
        let naive = rev_naive::Capability {
            may: opening.may.clone(),
            up_to: opening.up_to.and_then(rev_analysis::hir::Class::from_word),
            budget: money.map(|most| ("money".into(), *most)).collect(),
        };
        Some(Session {
            case,
            table: rev_eval::Run::open(&case.table, opening.agent, capability).ok()?,
            naive: rev_naive::Run::open(opening.agent, naive),
            opening,
            steps: Vec::new(),
        })
    }

    /// One step on both sides; what the table says, if it is a call.
    pub fn take(
        &mut self,
        step: Step,
        tally: Option<&mut Tally>,
    ) -> Result<Option<Said>, Box<Disagreement>> {
        self.steps.push(step.clone());
        match step {
            Step::Spoke => {
                self.table.person_spoke();
                self.naive.person_spoke();
            }
            Step::Supply(name, value) => {
                self.table.supply(name, value.clone());
                self.naive.supply(name, value);
            }
            Step::Label(name) => {
                self.table
                    .label(&self.case.table, self.case.label_set(&[name]));
                self.naive.label(&self.case.program, &name.into());
            }
            Step::Call(call) => return self.call(&call, tally).map(Some),
        }
        Ok(None)
    }

    fn call(&mut self, call: &Told, tally: Option<&mut Tally>) -> Result<Said, Box<Disagreement>> {
        let (table, from_table) = self.by_table(call, rev_eval::Json::Tree(&call.args));
        let (naive, from_naive) = self.by_naive(call);
        if from_table != from_naive {
            return Err(self.disagreement(&from_table, &from_naive));
        }
        // The same from text as from a tree.
        let text = call.args.to_string();
        let (_, read) = self.by_table(call, rev_eval::Json::Text(&text));
        if read != from_table {
            return Err(self.disagreement(&read, &from_table));
        }
        if let Some(tally) = tally {
            tally.add(&from_table);
        }
        let held = from_table.verdict == rev_naive::Verdict::RequireApproval;
        if !held || call.approved {
            let (to_table, to_naive) = match &call.outcome {
                Became::Sent => (rev_eval::Outcome::Sent, rev_naive::Outcome::Sent),
                Became::Failed => (rev_eval::Outcome::Failed, rev_naive::Outcome::Failed),
                Became::NotSent => (rev_eval::Outcome::NotSent, rev_naive::Outcome::NotSent),
                Became::Returned(json) => (
                    rev_eval::Outcome::Returned(rev_eval::Json::Tree(json)),
                    rev_naive::Outcome::Returned(json),
                ),
            };
            self.table.commit(&self.case.table, &table, to_table);
            self.naive.commit(&self.case.program, &naive, to_naive);
        }
        Ok(from_table)
    }

    fn by_table(&self, call: &Told, args: rev_eval::Json<'_>) -> (rev_eval::Decision, Said) {
        let table = &self.case.table;
        let origins: Vec<(&str, rev_eval::Origin)> = call
            .origins
            .iter()
            .map(|(name, said, endorsed, labels)| {
                let origin = rev_eval::Origin {
                    said: *said,
                    endorsed: *endorsed,
                    labels: labels.as_ref().map(|labels| self.case.label_set(labels)),
                };
                (name.as_str(), origin)
            })
            .collect();
        let asked = rev_eval::Call::new(&call.tool, args).from(rev_eval::Origins(&origins));
        let decision = match call.recovery {
            None => self.table.decide(table, &asked),
            Some(approvers) => {
                let gate = rev_eval::Gate {
                    approvers,
                    ..rev_eval::Gate::AUTO
                };
                self.table.decide_recovery(table, &asked, gate)
            }
        };
        let mut reasons: Vec<(rev_naive::Gate, String, bool)> = decision
            .reasons
            .iter()
            .map(|reason| (gate(reason.gate), reason.code(table), reason.unknown))
            .collect();
        // Two lines of a tool may have the same code; here they are one.
        reasons.sort_by(|a, b| (b.0, &a.1, a.2).cmp(&(a.0, &b.1, b.2)));
        reasons.dedup();
        let mut debits: Vec<(String, i128, i128)> = decision
            .debits
            .iter()
            .map(|debit| {
                let dimension = table.dimensions().get(debit.dimension as usize);
                let name = dimension.map_or("", |found| table.text(found.name.get()));
                (name.to_owned(), debit.amount, debit.debit)
            })
            .collect();
        debits.sort();
        let said = Said {
            verdict: match decision.verdict {
                rev_eval::Verdict::Allow => rev_naive::Verdict::Allow,
                rev_eval::Verdict::RequireApproval => rev_naive::Verdict::RequireApproval,
                rev_eval::Verdict::Deny => rev_naive::Verdict::Deny,
            },
            gate: gate(decision.gate),
            class: decision.class_word(),
            reasons,
            debits,
            hold: decision.hold,
        };
        (decision, said)
    }

    fn by_naive(&self, call: &Told) -> (rev_naive::Decision, Said) {
        let asked = rev_naive::Call {
            tool: call.tool.clone(),
            args: call.args.clone(),
            origins: call
                .origins
                .iter()
                .map(|(name, said, endorsed, labels)| {
                    let labels = labels.as_ref();
                    let labels = labels.map(|all| {
                        all.iter()
                            .map(|one| SmolStr::from(*one))
                            .collect::<BTreeSet<_>>()
                    });
                    let origin = rev_naive::Origin {
                        said: *said,
                        endorsed: *endorsed,
                        labels,
                    };
                    (name.clone(), origin)
                })
                .collect(),
        };
        let caller = match call.recovery {
            None => rev_naive::Caller::Agent,
            Some(approvers) => rev_naive::Caller::Recovery(rev_naive::Gate {
                approvers,
                ..rev_naive::Gate::auto()
            }),
        };
        let decision = rev_naive::decide(&self.case.program, &self.naive, &asked, caller);
        let reasons = decision.reasons.iter();
        let mut debits: Vec<(String, i128, i128)> = decision
            .debits
            .iter()
            .map(|debit| (debit.dimension.to_string(), debit.amount, debit.debit))
            .collect();
        debits.sort();
        let said = Said {
            verdict: decision.verdict,
            gate: decision.gate,
            class: decision.class.map(rev_analysis::hir::Class::word),
            reasons: reasons
                .map(|reason| (reason.gate, reason.code.clone(), reason.unknown))
                .collect(),
            debits,
            hold: decision.hold,
        };
        (decision, said)
    }

    fn disagreement(&self, table: &Said, naive: &Said) -> Box<Disagreement> {
        Box::new(Disagreement {
            package: self.case.package.clone(),
            steps: self.steps.clone(),
            opening: self.opening.clone(),
            table: table.clone(),
            naive: naive.clone(),
        })
    }
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:?} {:?} {:?} hold {}",
            self.verdict, self.class, self.gate, self.hold
        )?;
        for (gate, code, unknown) in &self.reasons {
            write!(
                f,
                "\n    {code}{} {gate:?}",
                if *unknown { " (unknown)" } else { "" }
            )?;
        }
        for (dimension, amount, debit) in &self.debits {
            write!(f, "\n    {dimension} {amount} {debit}")?;
        }
        Ok(())
    }
}

fn gate(gate: rev_eval::Gate) -> rev_naive::Gate {
    rev_naive::Gate {
        deny: gate.deny,
        out_of_band: gate.out_of_band,
        approvers: gate.approvers,
        dry_run: gate.dry_run,
        cooling: gate.cooling,
        undo: gate.undo,
    }
}
