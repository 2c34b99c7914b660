//! What a call of one case could come to in a set of runs: whether it can go out, and whether without a person.

use crate::case::{Case, Holds, Leaf, asks};
use crate::state::{Count, State, steps_of};
use crate::truths::{ANY, EITHER, FALSE, TRUE, Truths, UNKNOWN, Wanted, possible};
use rev_table::{
    CompareOp, LabelSet, NONE, Node, Quantifier, Root, Table, blast, bound, gate, scope, tool,
    variant,
};
use std::collections::BTreeSet;

/// Who calls, and what is known of the arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight<'a> {
    pub table: &'a Table,
    pub agent: u32,
    pub state: &'a State,
    pub recovery: bool,
    /// An argument by the number of its field, with what it carries.
    pub carries: Option<(u16, LabelSet)>,
    /// That argument is a stranger's: neither said nor endorsed.
    pub strange: bool,
    /// A person who spoke for a call stands for one who was asked.
    pub consent_is_a_person: bool,
    /// The most that a run can have spent, per dimension.
    pub spent: &'a [Option<i128>],
}

/// What the bounds of a tool do to every call of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bound {
    Free,
    Held,
    Denied,
}

impl<'a> Sight<'a> {
    pub(crate) fn new(table: &'a Table, agent: u32, state: &'a State) -> Sight<'a> {
        Sight {
            table,
            agent,
            state,
            recovery: false,
            carries: None,
            strange: false,
            consent_is_a_person: false,
            spent: &[],
        }
    }

    /// Whether some call of this case is not denied while each of these conditions has one of the values beside it.
    pub(crate) fn can_go_out(self, case: &Case<'_>, more: &[Wanted<'_>]) -> bool {
        if self.bound(case) == Bound::Denied {
            return false;
        }
        let mut wanted: Vec<Wanted<'_>> = more.to_vec();
        let denied = case.holds.iter().filter(|one| one.denies);
        wanted.extend(denied.map(|one| (&*one.when, FALSE)));
        let arguments = if more.is_empty() { EITHER } else { ANY };
        self.solve(case, &wanted, arguments)
    }

    /// Whether some call of this case is allowed while each of these conditions has one of the values beside it.
    pub(crate) fn can_be_allowed(self, case: &Case<'_>, more: &[Wanted<'_>]) -> bool {
        !self.class_asks(case) && !self.is_bound(case) && self.passes(case, more, |_| true)
    }

    /// Whether some call of this case gets past these of the conditions that hold it up, while each of the others that
    /// are wanted has one of the values beside it.
    pub(crate) fn passes(
        self,
        case: &Case<'_>,
        more: &[Wanted<'_>],
        counts: impl Fn(&Holds) -> bool,
    ) -> bool {
        let mut wanted: Vec<Wanted<'_>> = more.to_vec();
        let holds = case.holds.iter().filter(|one| counts(one));
        wanted.extend(holds.map(|one| (&*one.when, FALSE)));
        let arguments = if more.is_empty() { EITHER } else { ANY };
        self.solve(case, &wanted, arguments)
    }

    /// Whether some call of this case, whatever is decided, gives each of these conditions one of its values.
    pub(crate) fn can_be(self, case: &Case<'_>, wanted: &[Wanted<'_>]) -> bool {
        self.solve(case, wanted, ANY)
    }

    /// The runs after a call of this case went out.
    pub(crate) fn after(self, case: &Case<'_>) -> State {
        let table = self.table;
        let leaves = self.leaves(case, ANY);
        let mut after = self.state.clone();
        for (bit, when) in &case.steps {
            let now = when.truths(&leaves);
            if let Some(bit) = after.bits.get_mut(*bit as usize) {
                *bit = match now {
                    TRUE => TRUE,
                    // What was certain stays so; what was not may become what this call makes of it.
                    _ if *bit == TRUE => TRUE,
                    _ => *bit | now & (UNKNOWN | TRUE),
                };
            }
        }
        after.may(table.label_set(case.record.field_yields.get()));
        after.add(table.label_set(case.facts.yields.get()));
        let raised: BTreeSet<u32> = table.refs(case.record.counters).collect();
        let is_glob = case.record.flags.get() & tool::GLOB != 0;
        for other in &case.beside {
            after.may(other.labels);
            for bit in &other.bits {
                if let Some(bit) = after.bits.get_mut(*bit as usize)
                    && *bit != TRUE
                {
                    *bit = ANY;
                }
            }
            after.may_be_called(other.tool);
        }
        after.count(case.tool, |counter| {
            // Which counters a glob's call raises depends on its name.
            match (is_glob, raised.contains(&counter)) {
                (true, _) => EITHER,
                (false, true) => TRUE,
                (false, false) => FALSE,
            }
        });
        after
    }

    fn solve(self, case: &Case<'_>, wanted: &[Wanted<'_>], arguments: Truths) -> bool {
        let mut all: Vec<Wanted<'_>> = case.applies.iter().map(|one| (one, TRUE)).collect();
        all.extend_from_slice(wanted);
        // Few leaves first: what cannot be is found early.
        let mut leaves = self.leaves(case, arguments);
        possible(&mut leaves, &all)
    }

    fn leaves(self, case: &Case<'_>, arguments: Truths) -> Vec<Truths> {
        let one = |leaf: &Leaf| match *leaf {
            Leaf::Bit(bit) => self.state.bits.get(bit as usize).copied().unwrap_or(ANY),
            Leaf::Node(node) => self.node(node, arguments),
        };
        case.leaves.iter().map(one).collect()
    }

    fn node(self, node: u32, arguments: Truths) -> Truths {
        let known = |holds: bool| if holds { TRUE } else { FALSE };
        match self.table.node(node) {
            Node::RunHas(label) => self.state.label(label),
            Node::Has { subject, label, .. } => {
                match (self.state.label(label), self.carried(subject)) {
                    (FALSE, _) => FALSE,
                    (_, Some(labels)) if labels.has(label) => TRUE,
                    _ => EITHER,
                }
            }
            Node::Said { subject, .. } | Node::Endorsed { subject, .. } => {
                match self.strange && self.carried(subject).is_some() {
                    true => FALSE,
                    false => EITHER,
                }
            }
            Node::Present { subject, .. } if self.carried(subject).is_some() => TRUE,
            Node::Absent { subject, .. } if self.carried(subject).is_some() => FALSE,
            Node::AgentIs(agent) => known(agent == self.agent),
            Node::IsRecovery => known(self.recovery),
            Node::CallIs(_) => EITHER,
            Node::Compare {
                op,
                each: Quantifier::Whole,
                left,
                right,
            } => match (self.range(left), self.range(right)) {
                (Some(known_left), Some(known_right)) => {
                    let unknown = self.is_perhaps(left) || self.is_perhaps(right);
                    compared(op, known_left, known_right) | if unknown { UNKNOWN } else { 0 }
                }
                _ => arguments,
            },
            Node::Path {
                root: Root::Context,
                ..
            } => arguments,
            _ => arguments,
        }
    }

    /// What the argument that a test is about carries, if that is the one which is looked at.
    fn carried(self, subject: u32) -> Option<LabelSet> {
        let (field, labels) = self.carries?;
        match self.table.node(subject) {
            Node::Arg { field: of, path } if of == field && path.is_empty() => Some(labels),
            _ => None,
        }
    }

    /// The least and the most that a value of the run, or a written one, can be.
    fn range(self, node: u32) -> Option<(i128, Option<i128>, u32)> {
        let count = |count: Count| (i128::from(count.least), count.most.map(i128::from), 0);
        Some(match self.table.node(node) {
            Node::Int(value) => (i128::from(value), Some(i128::from(value)), 0),
            Node::Quantity { amount, scale } => {
                let amount = self.table.amount(amount)?;
                (amount, Some(amount), u32::from(scale))
            }
            Node::RunCalls => count(self.state.calls),
            Node::RunCallsOf(counter) => {
                let counters = &self.state.counters;
                count(counters.get(counter as usize).copied()?)
            }
            Node::RunSubjects | Node::RunDenied => (0, None, 0),
            Node::RunSpent(dimension) => {
                let most = self.spent.get(dimension as usize).copied().flatten();
                let scale = self.table.dimensions().get(dimension as usize)?;
                (0, most, scale.scale.get())
            }
            // One that has begun is at least a step away, and never further than at the start.
            Node::Distance(boundary) => {
                let steps = self.table.boundary(boundary)?.steps.get();
                (1, Some(i128::from(steps.max(1))), 0)
            }
            _ => return None,
        })
    }

    /// Whether a value of the run may be one that nobody can tell: a distance, where it is not known whether a step was
    /// taken.
    fn is_perhaps(self, node: u32) -> bool {
        let Node::Distance(boundary) = self.table.node(node) else {
            return false;
        };
        let bits = steps_of(self.table, boundary);
        let mut bits = bits.iter().map(|bit| self.state.bits.get(*bit as usize));
        bits.any(|bit| bit.is_none_or(|bit| bit & UNKNOWN != 0))
    }

    /// Whether the gate of the class asks for a person whatever is said.
    pub(crate) fn class_asks(self, case: &Case<'_>) -> bool {
        let of_class = self.table.class_gate(case.facts.class);
        if !asks(of_class) {
            return false;
        }
        let flags = gate::DRY_RUN | gate::OUT_OF_BAND | gate::DENY;
        let spoken_for = case.facts.flags.get() & variant::CONSENT != 0
            && of_class.approvers.get() == 1
            && of_class.flags.get() & flags == 0
            && !self.consent_is_a_person
            && !self.recovery;
        !spoken_for
    }

    /// Whether the bounds ask for a person, or deny, whatever the arguments are.
    pub(crate) fn is_bound(self, case: &Case<'_>) -> bool {
        self.bound(case) != Bound::Free
    }

    /// What the bounds do to every call, as far as the run's counts tell.
    fn bound(self, case: &Case<'_>) -> Bound {
        let table = self.table;
        let over = |or_deny: bool| if or_deny { Bound::Denied } else { Bound::Held };
        let mut bound = Bound::Free;
        if let Some(blast) = table.blast(case.facts.blast.get()) {
            if self.state.calls_of_tool(case.tool).least >= blast.calls.get() {
                bound = bound.max(over(blast.flags & blast::CALLS_OR_DENY != 0));
            }
            if blast.scope == scope::CROSS_TENANT {
                bound = bound.max(over(blast.flags & blast::SCOPE_OR_DENY != 0));
            }
            for (dimension, most, flags) in table.triples(blast.bounds) {
                let least = self.least_spent(case, dimension);
                if least > table.amount(most).unwrap_or(0) {
                    bound = bound.max(over(flags & bound::OR_DENY != 0));
                }
            }
        }
        bound.max(self.budget(case))
    }

    fn budget(self, case: &Case<'_>) -> Bound {
        let table = self.table;
        let agent = table.agent(self.agent);
        let Some(budget) = agent.and_then(|agent| table.budget(agent.budget.get())) else {
            return Bound::Free;
        };
        let mut weights = table.triples(budget.weights);
        let written = weights.any(|(class, _, _)| class == u32::from(case.facts.class));
        // A weight of its own makes less of it; how much does not matter here.
        if written || case.facts.weight == 0 {
            return Bound::Free;
        }
        let mut held = Bound::Free;
        for (dimension, ceiling, flags) in table.triples(budget.ceilings) {
            let least = self.least_spent(case, dimension);
            let most = match ceiling {
                NONE => Some(0),
                ceiling => table.amount(ceiling),
            };
            if least > most.unwrap_or(0) {
                held = held.max(match flags & bound::OR_DENY != 0 {
                    true => Bound::Denied,
                    false => Bound::Held,
                });
            }
        }
        held
    }

    /// What every call spends of a dimension at least: what is written, or nothing.
    fn least_spent(self, case: &Case<'_>, dimension: u32) -> i128 {
        let mut spends = self.table.pairs(case.facts.spends);
        let found = spends.find(|(other, _)| *other == dimension);
        match found.map(|(_, node)| self.table.node(node)) {
            Some(Node::Quantity { amount, .. }) => self.table.amount(amount).unwrap_or(0),
            _ => 0,
        }
    }
}

/// How a comparison of two numbers, each within its range, can come out.
fn compared(
    op: CompareOp,
    (least, most, scale): (i128, Option<i128>, u32),
    (other_least, other_most, other_scale): (i128, Option<i128>, u32),
) -> Truths {
    if scale != other_scale {
        return ANY;
    }
    // Whether one can be less than the other, the same, or more.
    let less = other_most.is_none_or(|most| least < most);
    let more = most.is_none_or(|most| most > other_least);
    let same =
        most.is_none_or(|most| most >= other_least) && other_most.is_none_or(|most| least <= most);
    let (holds, fails) = match op {
        CompareOp::Equal => (same, less || more),
        CompareOp::NotEqual => (less || more, same),
        CompareOp::Less => (less, same || more),
        CompareOp::LessOrEqual => (less || same, more),
        CompareOp::Greater => (more, same || less),
        CompareOp::GreaterOrEqual => (more || same, less),
        CompareOp::In => (true, true),
    };
    (if holds { TRUE } else { 0 }) | (if fails { FALSE } else { 0 })
}
