//! Calls that the evaluator decides differently by the two tables, each really decided by both.

use super::Difference;
use super::fact::{About, Direction, at_least};
use super::structure::reachers;
use crate::case::{Case, cases};
use crate::values::calls_about;
use crate::walk::Made;
use rev_eval::{Capability, Decision, Gate, Outcome, Run, Verdict};
use rev_table::{Exact, NONE, Node, Table, Type};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// So many pairs of decisions are made in all, and for one difference.
const MOST: usize = 400_000;
const MOST_OF_ONE: usize = 6_000;
const LEAST_OF_ONE: usize = 300;
/// So many tools, agents, and calls that come before are tried for one difference.
const MOST_TOOLS: usize = 6;
const MOST_AGENTS: usize = 3;
const MOST_PAST: usize = 12;
/// So often a call is repeated to come to a bound.
const MOST_REPEATED: u64 = 200;

/// A call, the run that it is made in, and what each table says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    pub agent: String,
    /// What the host supplies.
    pub context: Map<String, Value>,
    /// What happened before, in this order.
    pub past: Vec<Past>,
    pub call: Made,
    pub old: Decided,
    pub new: Decided,
}

/// Something that happened before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Past {
    /// Something with this label was read.
    Read(String),
    /// This was called so often; where it was held, a person agreed.
    Called(Made, u64),
}

/// What a table says of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    pub verdict: Verdict,
    pub gate: Gate,
    pub codes: Vec<String>,
}

struct Tables<'t> {
    old: &'t Table,
    new: &'t Table,
    old_cases: BTreeMap<&'t str, Vec<Case<'t>>>,
    new_cases: BTreeMap<&'t str, Vec<Case<'t>>>,
}

/// Looks for an example of each difference, and for calls decided more leniently that no difference told.
pub(super) fn find(old: &Table, new: &Table, differences: &mut Vec<Difference>) {
    let tables = Tables {
        old,
        new,
        old_cases: by_name(old),
        new_cases: by_name(new),
    };
    let share = MOST / differences.len().max(1);
    let share = share.clamp(LEAST_OF_ONE, MOST_OF_ONE);
    for one in differences.iter_mut() {
        if one.direction != Direction::Note {
            one.example = tables.example(one, share);
        }
        // Where it could not be told, a call that is let through tells it.
        let lenient = |example: &Example| !at_least(example.new.gate, example.old.gate);
        if one.direction == Direction::Unknown && one.example.as_ref().is_some_and(lenient) {
            one.direction = Direction::Weaker;
        }
    }
    // Whatever was compared: a tool of which nothing weaker is told must have no call that is.
    let mut fine: BTreeSet<String> = BTreeSet::new();
    let mut told: BTreeSet<String> = BTreeSet::new();
    for one in differences.iter() {
        let names = one.tools.iter().cloned();
        match one.direction.is_weaker() {
            true => told.extend(names),
            false => fine.extend(names),
        }
    }
    for name in fine.difference(&told) {
        let mut one = Difference {
            direction: Direction::Weaker,
            tools: vec![name.clone()],
            codes: vec!["*".to_owned()],
            ..Difference::plain(About::Tool(name.clone()), "is decided more leniently")
        };
        one.example = tables.example(&one, LEAST_OF_ONE);
        if one.example.is_some() {
            differences.push(one);
        }
    }
}

fn by_name(table: &Table) -> BTreeMap<&str, Vec<Case<'_>>> {
    let mut all: BTreeMap<&str, Vec<Case<'_>>> = BTreeMap::new();
    for case in cases(table) {
        let name = table.text(case.record.name.get());
        all.entry(name).or_default().push(case);
    }
    all
}

impl<'t> Tables<'t> {
    fn example(&self, one: &Difference, share: usize) -> Option<Example> {
        let mut left = share;
        let mut spare = None;
        for agent in self.agents(one) {
            for name in self.tools(one, agent) {
                let tried = self.calls(name);
                let pasts = self.pasts(one, name, &tried);
                for context in self.contexts() {
                    for past in &pasts {
                        let found =
                            self.decided(one, agent, &context, past, &tried, &mut left, &mut spare);
                        if found.is_some() {
                            return found;
                        }
                        if left == 0 {
                            return spare;
                        }
                    }
                }
            }
        }
        spare
    }

    /// The agents that could make a call that shows it.
    fn agents(&self, one: &Difference) -> Vec<&'t str> {
        let (old, new) = (self.old, self.new);
        if let About::Agent(name) = &one.about {
            let names = new.agents().iter().map(|it| new.text(it.name.get()));
            return names.filter(|it| it == name).collect();
        }
        let names = new.agents().iter().map(|it| new.text(it.name.get()));
        let mut names: Vec<&str> = names
            .filter(|name| old.agent_named(name).is_some())
            .collect();
        let reaches = |agent: &str| {
            let mut tools = one.tools.iter();
            tools.any(|tool| {
                [(old, &self.old_cases), (new, &self.new_cases)]
                    .iter()
                    .any(|(table, cases)| {
                        let record = cases.get(tool.as_str()).and_then(|it| it.first());
                        record.is_some_and(|case| {
                            reachers(table, case.record, tool).any(|one| one == agent)
                        })
                    })
            })
        };
        if !one.tools.is_empty() {
            names.retain(|agent| reaches(agent));
        }
        names.truncate(MOST_AGENTS);
        names
    }

    /// The tools of which a call could show it.
    fn tools(&self, one: &Difference, agent: &str) -> Vec<&'t str> {
        let all: BTreeSet<&'t str> = self
            .old_cases
            .keys()
            .chain(self.new_cases.keys())
            .copied()
            .collect();
        let named = |name: &&'t str| one.tools.iter().any(|tool| tool == name);
        if let Some(label) = &one.label {
            // What a label changes shows where something asks for it.
            let asks = |name: &&'t str| self.each(name, |table, case| asks_for(table, case, label));
            return all.into_iter().filter(asks).take(MOST_TOOLS).collect();
        }
        if !one.tools.is_empty() {
            return all.into_iter().filter(named).take(MOST_TOOLS).collect();
        }
        let wanted = |name: &&'t str| match &one.about {
            About::Boundary(boundary) => self.each(name, |table, case| {
                let exact = Exact::new(table);
                case.crosses
                    .keys()
                    .any(|number| exact.boundary(*number) == *boundary)
            }),
            About::Agent(_) if one.codes.iter().any(|code| code.starts_with("budget")) => {
                self.each(name, |_, case| !case.facts.spends.is_empty())
            }
            _ => true,
        };
        let reached = |name: &&'t str| {
            self.each(name, |table, case| {
                let name = table.text(case.record.name.get());
                reachers(table, case.record, name).any(|one| one == agent)
            })
        };
        let found = all.into_iter().filter(|name| reached(name) && wanted(name));
        found.take(MOST_TOOLS).collect()
    }

    fn each(&self, name: &str, holds: impl Fn(&Table, &Case<'_>) -> bool) -> bool {
        let of = |table: &Table, cases: &BTreeMap<&str, Vec<Case<'_>>>| {
            let cases = cases.get(name).into_iter().flatten();
            cases.into_iter().any(|case| holds(table, case))
        };
        of(self.old, &self.old_cases) || of(self.new, &self.new_cases)
    }

    /// Calls of a tool that are worth a try by either table, said by the person or not.
    fn calls(&self, name: &str) -> Vec<Made> {
        let mut amounts = Vec::new();
        let sides = [(self.old, &self.old_cases), (self.new, &self.new_cases)];
        for (table, cases) in sides {
            for case in cases.get(name).into_iter().flatten() {
                amounts.extend(bounds(table, case));
            }
        }
        amounts.sort_unstable();
        amounts.dedup();
        let mut all: Vec<Made> = Vec::new();
        for (table, cases) in sides {
            for case in cases.get(name).into_iter().flatten() {
                for (tool, args) in calls_about(table, case, &amounts) {
                    for said in [false, true] {
                        let (tool, args) = (tool.clone(), args.clone());
                        let verdict = Verdict::Deny;
                        all.push(Made {
                            tool,
                            args,
                            said,
                            verdict,
                        });
                    }
                }
            }
        }
        let mut seen = BTreeSet::new();
        all.retain(|made| seen.insert((made.tool.clone(), made.args.to_string(), made.said)));
        all
    }

    /// What may have happened before, nothing first.
    fn pasts(&self, one: &Difference, name: &str, tried: &[Made]) -> Vec<Vec<Past>> {
        let mut all = vec![Vec::new()];
        if one.label.is_some() {
            for tool in &one.tools {
                let before = self.calls(tool).into_iter().take(MOST_PAST);
                all.extend(before.map(|made| vec![Past::Called(made, 1)]));
            }
        }
        let mut labels: BTreeSet<&str> = BTreeSet::new();
        for table in [self.old, self.new] {
            let names = table.labels().iter();
            labels.extend(names.map(|label| table.text(label.name.get())));
        }
        let read = |label: &str| Past::Read(label.to_owned());
        let mut carrying: Vec<Vec<Past>> = labels.iter().map(|label| vec![read(label)]).collect();
        if labels.len() > 1 {
            carrying.push(labels.iter().map(|label| read(label)).collect());
        }
        // A bound shows after calls, most else after something was read.
        let counted = |code: &String| code.starts_with("blast.") || code.starts_with("budget.");
        let bounded = one.codes.iter().any(counted);
        if !bounded {
            all.append(&mut carrying);
        }
        let mut bounds: BTreeSet<u64> = BTreeSet::from([1]);
        for (table, cases) in [(self.old, &self.old_cases), (self.new, &self.new_cases)] {
            for case in cases.get(name).into_iter().flatten() {
                let blast = table.blast(case.facts.blast.get());
                bounds.extend(blast.map(|it| it.calls.get()));
            }
        }
        let bounds: Vec<u64> = bounds
            .into_iter()
            .filter(|it| (1..=MOST_REPEATED).contains(it))
            .collect();
        for times in bounds {
            let first = tried.iter().take(MOST_PAST);
            all.extend(first.map(|made| vec![Past::Called(made.clone(), times)]));
        }
        all.append(&mut carrying);
        // What starts towards a boundary.
        let starts = |name: &&&str| self.each(name, |_, case| !case.crosses.is_empty());
        let others: BTreeSet<&str> = self
            .old_cases
            .keys()
            .chain(self.new_cases.keys())
            .filter(|other| **other != name && starts(other))
            .copied()
            .take(MOST_TOOLS)
            .collect();
        for other in others {
            let before = self.calls(other).into_iter().take(MOST_PAST);
            all.extend(before.map(|made| vec![Past::Called(made, 1)]));
        }
        all
    }

    /// What a host may supply: nothing, and some values of each.
    fn contexts(&self) -> Vec<Map<String, Value>> {
        let mut all = vec![Map::new()];
        for choice in 0..3 {
            let mut context = Map::new();
            for table in [self.old, self.new] {
                for one in table.contexts() {
                    let value = match table.ty(one.ty.get()) {
                        Some(Type::Texts(texts)) => {
                            let texts: Vec<u32> = table.refs(texts).collect();
                            let text = texts.get(choice % texts.len().max(1)).copied();
                            text.map(|text| Value::from(table.text(text)))
                        }
                        Some(Type::Bool) => Some(Value::from(choice == 0)),
                        Some(Type::Int) => Some(Value::from(choice)),
                        Some(Type::Text) => Some(Value::from("abc")),
                        _ => None,
                    };
                    let name = table.text(one.name.get()).to_owned();
                    context.extend(value.map(|value| (name, value)));
                }
            }
            if !context.is_empty() {
                all.push(context);
            }
        }
        all
    }

    /// Decides every call in a run with this past, by both tables.
    #[allow(clippy::too_many_arguments)]
    fn decided(
        &self,
        one: &Difference,
        agent: &str,
        context: &Map<String, Value>,
        past: &[Past],
        tried: &[Made],
        left: &mut usize,
        spare: &mut Option<Example>,
    ) -> Option<Example> {
        // What a label changes is not what is another without it.
        let fresh = match one.label {
            Some(_) if past.is_empty() => return None,
            Some(_) => Some((
                opened(self.old, agent, context, &[], left)?,
                opened(self.new, agent, context, &[], left)?,
            )),
            None => None,
        };
        let was = opened(self.old, agent, context, past, left)?;
        let is = opened(self.new, agent, context, past, left)?;
        for made in tried {
            *left = left.checked_sub(1)?;
            let old = made.decide(self.old, &was);
            let new = made.decide(self.new, &is);
            if old.gate == new.gate || !shows(one, (self.old, &old), (self.new, &new)) {
                continue;
            }
            if let Some((was, is)) = &fresh {
                let (old, new) = (made.decide(self.old, was), made.decide(self.new, is));
                if told(self.old, &old) != told(self.new, &new) {
                    continue;
                }
            }
            let weaker = !at_least(new.gate, old.gate);
            let stricter = !at_least(old.gate, new.gate);
            let fits = match one.direction {
                Direction::Weaker | Direction::Unknown => weaker,
                Direction::Stricter => stricter,
                Direction::Note => false,
            };
            let verdict = old.verdict;
            let example = || Example {
                agent: agent.to_owned(),
                context: context.clone(),
                past: past.to_vec(),
                call: Made {
                    verdict,
                    ..made.clone()
                },
                old: told(self.old, &old),
                new: told(self.new, &new),
            };
            match fits {
                true => return Some(example()),
                false if one.direction == Direction::Unknown && spare.is_none() => {
                    *spare = Some(example());
                }
                false => {}
            }
        }
        None
    }
}

/// A run in which this happened; `None` if a table cannot have it.
fn opened(
    table: &Table,
    agent: &str,
    context: &Map<String, Value>,
    past: &[Past],
    left: &mut usize,
) -> Option<Run> {
    // An agent that a table does not have may do nothing by it: there is no run.
    let mut run = Run::open(table, agent, Capability::default()).ok()?;
    for (name, value) in context {
        run.supply(name, value.clone());
    }
    for one in past {
        match one {
            Past::Read(label) => {
                let mut labels = table.labels().iter().zip(0..);
                let found = labels.find(|(it, _)| table.text(it.name.get()) == label);
                if let Some((_, number)) = found {
                    run.label(table, rev_table::LabelSet::EMPTY.with(number));
                }
            }
            Past::Called(made, times) => {
                for _ in 0..*times {
                    *left = left.saturating_sub(1);
                    let decision = made.decide(table, &run);
                    // What one of them would not have let happen is no past of both.
                    if decision.verdict == Verdict::Deny {
                        return None;
                    }
                    run.commit(table, &decision, Outcome::Sent);
                }
            }
        }
    }
    Some(run)
}

fn told(table: &Table, decision: &Decision) -> Decided {
    Decided {
        verdict: decision.verdict,
        gate: decision.gate,
        codes: decision.codes(table),
    }
}

/// Whether the reasons in which a difference shows are others.
fn shows(one: &Difference, old: (&Table, &Decision), new: (&Table, &Decision)) -> bool {
    if one.label.is_some() {
        return true;
    }
    let meant = |code: &str| {
        one.codes.iter().any(|it| match it.strip_suffix('*') {
            Some(start) => code.starts_with(start),
            None => code == it,
        })
    };
    let of = |(table, decision): (&Table, &Decision)| -> Vec<(String, Gate)> {
        let reasons = decision.reasons.iter();
        let reasons = reasons.map(|reason| (reason.code(table), reason.gate));
        reasons.filter(|(code, _)| meant(code)).collect()
    };
    of(old) != of(new)
}

/// Amounts that bound what a case spends, each with its decimals.
fn bounds(table: &Table, case: &Case<'_>) -> Vec<(i128, u32)> {
    let mut all = Vec::new();
    let scale = |dimension: u32| {
        let record = table.dimensions().get(dimension as usize);
        record.map_or(0, |it| it.scale.get())
    };
    let blast = table.blast(case.facts.blast.get());
    let blast = blast.map(|it| table.triples(it.bounds));
    let budgets = (0..).map_while(|number| table.budget(number));
    let ceilings = budgets.flat_map(|budget| table.triples(budget.ceilings));
    for (dimension, amount, _) in blast.into_iter().flatten().chain(ceilings) {
        let spent = table
            .pairs(case.facts.spends)
            .any(|(it, _)| it == dimension);
        if amount != NONE && spent {
            all.extend(table.amount(amount).map(|it| (it, scale(dimension))));
        }
    }
    all
}

/// Whether a case of a tool asks for a label, or for one that it implies.
fn asks_for(table: &Table, case: &Case<'_>, label: &str) -> bool {
    let meant = |number: u32| {
        let mut labels = table.labels().iter();
        let implied = labels.any(|one| {
            table.text(one.name.get()) == label && table.label_set(one.implies.get()).has(number)
        });
        let own = table.labels().get(number as usize);
        implied || own.is_some_and(|it| table.text(it.name.get()) == label)
    };
    case.leaves.iter().any(|leaf| match leaf {
        crate::case::Leaf::Node(node) => match table.node(*node) {
            Node::RunHas(number) | Node::Has { label: number, .. } => meant(number),
            _ => false,
        },
        crate::case::Leaf::Bit(_) => false,
    })
}
