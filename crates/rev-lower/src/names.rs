//! The numbers that names have in a table. Each kind is numbered in the order of its names, but for boundaries, which
//! stand behind those that they are made of.

use crate::program::Program;
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// The number of every name that a term may refer to.
#[derive(Debug, Default)]
pub(crate) struct Names {
    labels: BTreeMap<SmolStr, u32>,
    dimensions: BTreeMap<SmolStr, u32>,
    agents: BTreeMap<SmolStr, u32>,
    budgets: BTreeMap<SmolStr, u32>,
    assumptions: BTreeMap<SmolStr, u32>,
    boundaries: BTreeMap<SmolStr, u32>,
    /// Without globs.
    tools: BTreeMap<SmolStr, u32>,
    scales: BTreeMap<SmolStr, u16>,
}

impl Names {
    pub(crate) fn new(program: &Program<'_>, boundaries: BTreeMap<SmolStr, u32>) -> Names {
        let tools = program.tools.iter().zip(0..);
        let tools = tools.filter(|(tool, _)| !tool.is_glob);
        let units = program.units.iter().map(|unit| {
            let scale = u16::try_from(unit.scale).unwrap_or(u16::MAX);
            (unit.name.clone(), scale)
        });
        Names {
            labels: numbered(program.labels.iter().map(|it| &it.name)),
            dimensions: numbered(program.dimensions.iter().map(|it| &it.name)),
            agents: numbered(program.agents.iter().map(|(_, it)| &it.name)),
            budgets: numbered(program.budgets.iter().map(|(_, it)| &it.name)),
            assumptions: numbered(program.assumptions.iter().map(|(_, it)| &it.name)),
            boundaries,
            tools: tools
                .map(|(tool, number)| (tool.name.clone(), number))
                .collect(),
            scales: units.collect(),
        }
    }

    pub(crate) fn label(&self, name: &str) -> Option<u32> {
        self.labels.get(name).copied()
    }

    pub(crate) fn dimension(&self, name: &str) -> Option<u32> {
        self.dimensions.get(name).copied()
    }

    pub(crate) fn agent(&self, name: &str) -> Option<u32> {
        self.agents.get(name).copied()
    }

    pub(crate) fn budget(&self, name: &str) -> Option<u32> {
        self.budgets.get(name).copied()
    }

    pub(crate) fn assumption(&self, name: &str) -> Option<u32> {
        self.assumptions.get(name).copied()
    }

    pub(crate) fn boundary(&self, name: &str) -> Option<u32> {
        self.boundaries.get(name).copied()
    }

    pub(crate) fn tool(&self, name: &str) -> Option<u32> {
        self.tools.get(name).copied()
    }

    /// The decimals of a unit.
    pub(crate) fn scale(&self, unit: &str) -> Option<u16> {
        self.scales.get(unit).copied()
    }
}

fn numbered<'a>(names: impl Iterator<Item = &'a SmolStr>) -> BTreeMap<SmolStr, u32> {
    names.cloned().zip(0..).collect()
}
