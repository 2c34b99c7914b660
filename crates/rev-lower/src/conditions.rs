//! The conditions on one case of a tool: `deny`, `require`, its own gates, and every rule that is about it.

use crate::cx::Cx;
use crate::idle::{Here, Idle, Owner};
use crate::names::Names;
use crate::program::{Named, Program};
use crate::rows::{Atoms, Row};
use crate::settle::{Case, Settle};
use crate::term::Term;
use rev_analysis::hir::{Expr, ExprKind, Field, Gate, Reason, Undo, Variant};
use rev_analysis::{Item, conditions_for, facts};
use rev_diagnostics::{Span, codes};
use rev_table::{MOST_ATOMS, MOST_ROWS, NONE, RowRecord, U32, U64, VariantRecord};
use smol_str::SmolStr;
use std::collections::HashMap;

/// A gate that nobody has to pass, and that is told nevertheless.
const WATCH: Gate = Gate {
    undo: Undo::AtLeast(1),
    ..Gate::AUTO
};

/// The rules of a package, by the tools that they are about, and the reasons that were given so far.
pub(crate) struct Conditions<'db> {
    rules: Vec<Rule<'db>>,
    /// Numbers of rules, in their order.
    about: HashMap<Item<'db>, Vec<usize>>,
    /// Conditions of a tool that has several names, typed once.
    typed: HashMap<(Item<'db>, usize), Option<Expr>>,
    /// Reasons of a tool's own lines, by where they stand.
    reasons: HashMap<(Item<'db>, u32, String), u32>,
    /// What adds nothing.
    pub idle: Idle<'db>,
}

struct Rule<'db> {
    item: Item<'db>,
    name: &'db SmolStr,
    gate: Gate,
    reason: u32,
    /// Of a watched invariant: what was decided.
    allowed: Option<bool>,
}

/// A condition on a call, and what it says where it is not false.
struct Condition<'db> {
    owner: Owner<'db>,
    gate: Gate,
    when: Term,
    /// Where it is alternatives, the place of each and what it is.
    alternatives: Vec<(Span, Term)>,
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
                gate: rule.gate.1,
                reason: cx.reason(*item, &code, &rule.reason, rule.gate.1),
                allowed: None,
            });
        }
        Conditions {
            rules,
            about,
            typed: HashMap::new(),
            reasons: HashMap::new(),
            idle: Idle::default(),
        }
    }

    /// Adds rows that tell where what an invariant rules out comes about, once for calls that are allowed and once for
    /// all others. They hold nobody up.
    pub(crate) fn watch(&mut self, cx: &mut Cx<'db>, program: &Program<'db>) {
        for (item, invariant) in &program.invariants {
            let concerned = facts::concerned(cx.db, cx.package, *item);
            for allowed in [true, false] {
                for tool in &concerned {
                    self.about.entry(*tool).or_default().push(self.rules.len());
                }
                let reason = Reason {
                    because: None,
                    span: facts::name_place(cx.db, *item, &invariant.name),
                };
                let code = crate::watched_code(&invariant.name, allowed);
                self.rules.push(Rule {
                    item: *item,
                    name: &invariant.name,
                    gate: WATCH,
                    reason: cx.reason(*item, &code, &reason, WATCH),
                    allowed: Some(allowed),
                });
            }
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
        let mut added: Vec<(usize, String)> = Vec::new();
        let mut fits = true;
        let mut here: Vec<Here<'db>> = Vec::with_capacity(all.len());
        for condition in &all {
            let before = atoms.len() + rows.len();
            let Ok(found) = atoms.rows(&condition.when) else {
                fits = false;
                added.push((usize::MAX, what(&condition.owner)));
                continue;
            };
            rows.extend(found.iter().map(|row| masks(*row, condition.reason)));
            added.push((atoms.len() + rows.len() - before, what(&condition.owner)));
            here.push(Here {
                owner: condition.owner.clone(),
                gate: condition.gate,
                rows: found,
                alternatives: Vec::new(),
            });
        }
        if !fits || rows.len() > MOST_ROWS {
            too_many(cx, named, added);
            return;
        }
        let sorted = atoms.sorted();
        let numbers: Vec<u32> = sorted.iter().map(|atom| cx.write(atom).get()).collect();
        record.atoms = cx.to.refs(&numbers);
        let (first, len) = cx.to.rows(&rows);
        record.first_row = U32::new(first);
        record.rows = U32::new(len);
        self.look(named, &all, here, atoms);
    }

    /// Looks for what adds nothing here. Alternatives may have atoms that the whole does without.
    fn look(
        &mut self,
        named: &Named<'db>,
        all: &[Condition<'db>],
        mut here: Vec<Here<'db>>,
        mut atoms: Atoms,
    ) {
        for (here, condition) in here.iter_mut().zip(all) {
            for (span, when) in &condition.alternatives {
                let Ok(rows) = atoms.rows(when) else {
                    here.alternatives.clear();
                    break;
                };
                here.alternatives.push((*span, rows));
            }
        }
        let mut fields: Vec<&Field> = named.tool.signature.args.fields.iter().collect();
        fields.sort_by(|a, b| a.name.cmp(&b.name));
        self.idle.look(&here, &atoms.sorted(), &fields);
    }

    /// What stands in the tool itself.
    fn own(
        &mut self,
        cx: &mut Cx<'db>,
        named: &Named<'db>,
        args: &[SmolStr],
        variant: &Variant,
        case: &Case,
    ) -> Vec<Condition<'db>> {
        type Line<'a> = (String, Term, &'a Reason, Gate, Option<&'a Expr>);
        let settle = settle_for(&cx.names, args, case);
        let mut lines: Vec<Line<'_>> = Vec::new();
        if let Some(reason) = &variant.deny {
            lines.push((
                "deny".to_owned(),
                Term::Bool(true),
                reason,
                Gate::DENY,
                None,
            ));
        }
        for require in &variant.requires {
            let code = match &require.name {
                Some(name) => format!("require.{name}"),
                None => "require".to_owned(),
            };
            let fails = settle.condition(&require.condition).negated();
            lines.push((code, fails, &require.reason, Gate::DENY, None));
        }
        for line in variant.gates.iter().filter(|line| line.gate != Gate::AUTO) {
            let written = line.when.as_ref();
            let when = written.map_or(Term::Bool(true), |when| settle.condition(when));
            let code = format!("gate.{}", line.name);
            lines.push((code, when, &line.reason, line.gate, written));
        }
        // By what they say, not by where they stand.
        lines.sort_by(|a, b| (&a.0, &a.1, &a.2.because).cmp(&(&b.0, &b.1, &b.2.because)));
        lines.dedup_by(|a, b| (&a.0, &a.1, &a.2.because) == (&b.0, &b.1, &b.2.because));
        let mut all = Vec::with_capacity(lines.len());
        for (code, when, reason, gate, written) in lines {
            let alternatives = alternatives(&settle_for(&cx.names, args, case), written);
            let key = (named.item, reason.span.start, code.clone());
            let number = match self.reasons.get(&key) {
                Some(number) => *number,
                // A line that never fires here needs no reason.
                None if when == Term::Bool(false) => NONE,
                None => cx.reason(named.item, &code, reason, gate),
            };
            if number != NONE {
                self.reasons.insert(key, number);
            }
            all.push(Condition {
                owner: Owner::Line(named.item, code, reason.span),
                gate,
                when,
                alternatives,
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
    ) -> Vec<Condition<'db>> {
        let mut all = Vec::new();
        for &number in self.about.get(&named.item).map_or(&[][..], Vec::as_slice) {
            let Some(rule) = self.rules.get(number) else {
                continue;
            };
            let typed = self.typed.entry((named.item, number)).or_insert_with(|| {
                let all = conditions_for(cx.db, cx.package, rule.item, named.item);
                all.into_iter().next().flatten()
            });
            let watched = rule.allowed.is_some().then(|| Case {
                allowed: rule.allowed,
                ..case.clone()
            });
            let settle = settle_for(&cx.names, args, watched.as_ref().unwrap_or(case));
            all.extend(typed.as_ref().map(|when| Condition {
                owner: Owner::Rule(rule.item, rule.name.clone()),
                gate: rule.gate,
                when: settle.condition(when),
                alternatives: alternatives(&settle, Some(when)),
                reason: rule.reason,
            }));
        }
        all
    }
}

fn settle_for<'a>(names: &'a Names, args: &'a [SmolStr], case: &'a Case) -> Settle<'a> {
    Settle {
        names,
        args,
        case: Some(case),
    }
}

/// The alternatives of a condition, each with its place.
fn alternatives(settle: &Settle<'_>, written: Option<&Expr>) -> Vec<(Span, Term)> {
    match written.map(|written| &written.kind) {
        Some(ExprKind::Or(parts)) => {
            let parts = parts.iter();
            parts
                .map(|part| (part.span, settle.condition(part)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// A condition's owner, for people.
fn what(owner: &Owner<'_>) -> String {
    match owner {
        Owner::Rule(_, name) => format!("rule `{name}`"),
        Owner::Line(_, code, _) => format!("`{code}`"),
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
fn too_many(cx: &mut Cx<'_>, named: &Named<'_>, mut added: Vec<(usize, String)>) {
    added.sort_by(|a, b| b.cmp(a));
    let most: Vec<&str> = added
        .iter()
        .take(3)
        .map(|(_, what)| what.as_str())
        .collect();
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
