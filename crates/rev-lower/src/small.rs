//! Labels, dimensions, budgets, agents, what the host supplies, and the gates of the classes.

use crate::cx::{Cx, class_number};
use crate::program::Program;
use rev_analysis::Item;
use rev_analysis::facts;
use rev_analysis::hir::{Agent, Budget, Class, Label};
use rev_table::{
    AgentRecord, BudgetRecord, CLASSES, ContextRecord, DimensionRecord, LabelRecord, NONE, U16,
    U32, bound, label,
};
use smol_str::SmolStr;

impl<'db> Cx<'db> {
    /// Everything small, in the order of kinds and names.
    pub(crate) fn small(&mut self, program: &Program<'db>) {
        for one in &program.labels {
            self.label(one);
        }
        for one in &program.dimensions {
            let record = DimensionRecord {
                name: self.text(&one.name),
                unit: self.text(&one.unit),
                // A unit that is not there has more decimals than a table lets through.
                scale: U32::new(self.names.scale(&one.unit).map_or(NONE, u32::from)),
            };
            self.to.dimension(record);
        }
        for field in &facts::context(self.db, self.package).fields {
            let record = ContextRecord {
                name: self.text(&field.name),
                ty: U32::new(self.ty(&field.read_type())),
            };
            self.to.context(record);
        }
        for (item, budget) in &program.budgets {
            self.budget(*item, budget);
        }
        for (item, agent) in &program.agents {
            self.agent(*item, agent);
        }
        let mut gates = [0; CLASSES.len()];
        for (into, class) in gates.iter_mut().zip(Class::ALL) {
            let gate = facts::class_gate(self.db, self.package, class);
            *into = self.gate(gate).get();
        }
        let policy = program.policy;
        let name = policy.map_or("", |policy| policy.name.as_str());
        let version = policy.map_or("0.0.0", |policy| policy.version.as_str());
        self.to.policy(name, version, gates);
    }

    fn label(&mut self, written: &Label) {
        let implies = self.closed(std::slice::from_ref(&written.name));
        let flag = |on: bool, flag: u32| if on { flag } else { 0 };
        let record = LabelRecord {
            name: self.text(&written.name),
            implies: U32::new(self.to.label_set(implies)),
            flags: U32::new(
                flag(written.confidential, label::CONFIDENTIAL)
                    | flag(written.untrusted, label::UNTRUSTED)
                    | flag(written.may_leave, label::MAY_LEAVE),
            ),
        };
        self.to.label(record);
    }

    fn budget(&mut self, item: Item<'_>, budget: &Budget) {
        let mut ceilings: Vec<(u32, Option<i128>, u32)> = Vec::new();
        for ceiling in &budget.ceilings {
            if let Some(dimension) = self.names.dimension(&ceiling.dimension) {
                let flags = if ceiling.or_deny { bound::OR_DENY } else { 0 };
                ceilings.push((dimension, ceiling.amount, flags));
            }
        }
        ceilings.sort();
        let mut triples = Vec::new();
        for (dimension, amount, flags) in ceilings {
            let amount = amount.map_or(NONE, |amount| self.to.amount(amount));
            triples.extend([dimension, amount, flags]);
        }
        let mut weights: Vec<(u8, i128, u32)> = budget
            .weights
            .iter()
            .map(|(class, weight)| (class_number(*class), weight.mantissa, weight.scale))
            .collect();
        weights.sort();
        let mut weighed = Vec::new();
        for (class, digits, scale) in weights {
            weighed.extend([u32::from(class), self.to.amount(digits), scale]);
        }
        let record = BudgetRecord {
            name: self.text(&budget.name),
            ceilings: self.to.refs(&triples),
            weights: self.to.refs(&weighed),
            source: self.source_of(item, &budget.name),
        };
        self.to.budget(record);
    }

    fn agent(&mut self, item: Item<'_>, agent: &Agent) {
        let mut may: Vec<&SmolStr> = agent.may.iter().collect();
        may.sort();
        may.dedup();
        let may: Vec<u32> = may.into_iter().map(|glob| self.to.text(glob)).collect();
        let budget = agent.budget.as_ref();
        let budget = budget.and_then(|name| self.names.budget(name));
        let record = AgentRecord {
            name: self.text(&agent.name),
            may: self.to.refs(&may),
            up_to: class_number(agent.up_to),
            flags: 0,
            detail: U16::ZERO,
            budget: U32::new(budget.unwrap_or(NONE)),
            source: self.source_of(item, &agent.name),
        };
        self.to.agent(record);
    }
}
