//! The conditions on one case of a tool: `deny`, `require`, its own gates, and every rule that is about it.

use crate::cx::Cx;
use crate::program::{Named, Program};
use crate::rows::{Atoms, Row};
use crate::settle::{Case, Settle};
use crate::term::Term;
use rev_analysis::hir::{Expr, Gate, Reason, Variant};
use rev_analysis::{Item, conditions_for, facts};
use rev_diagnostics::codes;
use rev_table::{MOST_ATOMS, MOST_ROWS, RowRecord, U32, U64, VariantRecord};
use smol_str::SmolStr;
use std::collections::HashMap;

/// The rules of a package, by the tools that they are about, and the reasons that were given so far.
pub(crate) struct Conditions<'db> {
    rules: Vec<Rule<'db>>,
    /// Numbers of rules, in their order.
    about: HashMap<Item<'db>, Vec<usize>>,
    /// Conditions of a tool that has several names, typed once.
    typed: HashMap<(Item<'db>, usize), Option<Expr>>,
    /// Reasons of a tool's own lines, by where they stand.
    reasons: HashMap<(Item<'db>, u32, String), u32>,
}

struct Rule<'db> {
    item: Item<'db>,
    name: &'db SmolStr,
    reason: u32,
}

/// A condition on a call, and what it says where it is not false.
struct Condition {
    /// For people.
    what: String,
    when: Term,
    reason: u32,
}

impl<'db> Conditions<'db> {
    pub(crate) fn new(cx: &mut Cx<'db>, program: &Program<'db>) -> Conditions<'db> {
        let mut rules = Vec::new();
        let mut about: HashMap<Item<'db>, Vec<usize>> = HashMap::new();
        for (item, rule) in &program.rules {
            // What asks for nothing decides nothing.
            if rule.gate.1 == Gate::AUTO {
                continue;
            }
            for tool in facts::concerned(cx.db, cx.package, *item) {
                about.entry(tool).or_default().push(rules.len());
            }
            let code = format!("rule.{}", rule.name);
            rules.push(Rule {
                item: *item,
                name: &rule.name,
                reason: cx.reason(*item, &code, &rule.reason, rule.gate.1),
            });
        }
        Conditions {
            rules,
            about,
            typed: HashMap::new(),
            reasons: HashMap::new(),
        }
    }

    /// Adds the atoms and rows of one case.
    pub(crate) fn lower(
        &mut self,
        cx: &mut Cx<'db>,
        named: &Named<'db>,
        args: &[SmolStr],
        variant: &Variant,
        case: &Case,
        record: &mut VariantRecord,
    ) {
        let mut all = self.own(cx, named, args, variant, case);
        all.extend(self.of_rules(cx, named, args, case));
        let mut atoms = Atoms::default();
        let mut rows: Vec<RowRecord> = Vec::new();
        // How much each condition added, for when it is too much.
        let mut added: Vec<(usize, &str)> = Vec::new();
        let mut fits = true;
        for condition in &all {
            let before = atoms.len() + rows.len();
            match atoms.rows(&condition.when) {
                Ok(found) => rows.extend(found.into_iter().map(|row| masks(row, condition.reason))),
                Err(_) => {
                    fits = false;
                    added.push((usize::MAX, &condition.what));
                    continue;
                }
            }
            added.push((atoms.len() + rows.len() - before, &condition.what));
        }
        if !fits || rows.len() > MOST_ROWS {
            too_many(cx, named, added);
            return;
        }
        let numbers: Vec<u32> = atoms
            .sorted()
            .into_iter()
            .map(|atom| cx.write(atom).get())
            .collect();
        record.atoms = cx.to.refs(&numbers);
        let (first, len) = cx.to.rows(&rows);
        record.first_row = U32::new(first);
        record.rows = U32::new(len);
    }

    /// What stands in the tool itself.
    fn own(
        &mut self,
        cx: &mut Cx<'db>,
        named: &Named<'db>,
        args: &[SmolStr],
        variant: &Variant,
        case: &Case,
    ) -> Vec<Condition> {
        type Line<'a> = (String, Term, &'a Reason, Gate);
        let settle = Settle {
            names: &cx.names,
            args,
            case: Some(case),
        };
        let mut lines: Vec<Line<'_>> = Vec::new();
        if let Some(reason) = &variant.deny {
            lines.push(("deny".to_owned(), Term::Bool(true), reason, Gate::DENY));
        }
        for require in &variant.requires {
            let code = match &require.name {
                Some(name) => format!("require.{name}"),
                None => "require".to_owned(),
            };
            let fails = settle.condition(&require.condition).negated();
            lines.push((code, fails, &require.reason, Gate::DENY));
        }
        for line in variant.gates.iter().filter(|line| line.gate != Gate::AUTO) {
            let when = line.when.as_ref();
            let when = when.map_or(Term::Bool(true), |when| settle.condition(when));
            lines.push((format!("gate.{}", line.name), when, &line.reason, line.gate));
        }
        // By what they say, not by where they stand.
        lines.sort_by(|a, b| (&a.0, &a.1, &a.2.because).cmp(&(&b.0, &b.1, &b.2.because)));
        lines.dedup_by(|a, b| (&a.0, &a.1, &a.2.because) == (&b.0, &b.1, &b.2.because));
        let mut all = Vec::with_capacity(lines.len());
        for (code, when, reason, gate) in lines {
            // A line that never fires here needs no reason.
            if when == Term::Bool(false) {
                continue;
            }
            let key = (named.item, reason.span.start, code.clone());
            let number = match self.reasons.get(&key) {
                Some(number) => *number,
                None => cx.reason(named.item, &code, reason, gate),
            };
            self.reasons.insert(key, number);
            all.push(Condition {
                what: format!("`{code}`"),
                when,
                reason: number,
            });
        }
        all
    }

    fn of_rules(
        &mut self,
        cx: &Cx<'db>,
        named: &Named<'db>,
        args: &[SmolStr],
        case: &Case,
    ) -> Vec<Condition> {
        let settle = Settle {
            names: &cx.names,
            args,
            case: Some(case),
        };
        let mut all = Vec::new();
        for &number in self.about.get(&named.item).map_or(&[][..], Vec::as_slice) {
            let Some(rule) = self.rules.get(number) else {
                continue;
            };
            let typed = self.typed.entry((named.item, number)).or_insert_with(|| {
                let all = conditions_for(cx.db, cx.package, rule.item, named.item);
                all.into_iter().next().flatten()
            });
            let when = typed.as_ref().map(|when| settle.condition(when));
            all.extend(when.map(|when| Condition {
                what: format!("rule `{}`", rule.name),
                when,
                reason: rule.reason,
            }));
        }
        all
    }
}

fn masks(row: Row, reason: u32) -> RowRecord {
    let halves = |mask: u128| {
        let low = u64::try_from(mask & u128::from(u64::MAX)).unwrap_or(0);
        let high = u64::try_from(mask >> 64).unwrap_or(0);
        [U64::new(low), U64::new(high)]
    };
    RowRecord {
        yes: halves(row.yes),
        no: halves(row.no),
        reason: U32::new(reason),
    }
}

/// Tells a tool with too many conditions, and what adds most of them.
fn too_many(cx: &mut Cx<'_>, named: &Named<'_>, mut added: Vec<(usize, &str)>) {
    added.sort_by(|a, b| b.cmp(a));
    let most: Vec<&str> = added.iter().take(3).map(|(_, what)| *what).collect();
    let span = facts::name_place(cx.db, named.item, named.name);
    let what = format!(
        "the conditions on `{}` are too many: more than {MOST_ATOMS}, or more than {MOST_ROWS} rows of them",
        named.name
    );
    let told = codes::too_many_conditions(span, what).help(format!(
        "most of them come from {}: split the tool, or say the same with fewer alternatives (`in […]`, `like` with several patterns)",
        most.join(", ")
    ));
    let placed = told.placed(cx.file(named.item), named.item.start(cx.db));
    if !cx.errors.contains(&placed) {
        cx.errors.push(placed);
    }
}
