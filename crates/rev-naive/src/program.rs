//! The checked items of a package, by kind.

use crate::gate;
use rev_analysis::hir::{self, Class};
use rev_analysis::{Checked, Db, Package, check_item, facts};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// A package without mistakes.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(crate) units: BTreeMap<SmolStr, u32>,
    /// With the unit of each.
    pub(crate) dimensions: BTreeMap<SmolStr, SmolStr>,
    pub(crate) labels: BTreeMap<SmolStr, hir::Label>,
    pub(crate) tools: Vec<hir::Tool>,
    pub(crate) rules: Vec<hir::Rule>,
    pub(crate) boundaries: BTreeMap<SmolStr, hir::Boundary>,
    pub(crate) budgets: BTreeMap<SmolStr, hir::Budget>,
    pub(crate) agents: BTreeMap<SmolStr, hir::Agent>,
    pub(crate) context: BTreeMap<SmolStr, hir::Type>,
    class_gates: BTreeMap<Class, hir::Gate>,
    /// Tools that some contract calls to take a call back or to cancel it.
    recovered_by: BTreeSet<SmolStr>,
}

/// One name or glob under which a call is declared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared<'p> {
    pub name: &'p SmolStr,
    pub tool: &'p hir::Tool,
    pub is_glob: bool,
}

impl Program {
    /// The checked items of a package; whoever asks has made sure that it has no errors.
    pub fn new(db: &dyn Db, package: Package) -> Program {
        let mut program = Program::default();
        for item in facts::items(db, package) {
            let Some(checked) = check_item(db, package, item).hir.clone() else {
                continue;
            };
            match checked {
                Checked::Unit(it) => drop(program.units.insert(it.name, it.scale)),
                Checked::Dimension(it) => drop(program.dimensions.insert(it.name, it.unit)),
                Checked::Label(it) => drop(program.labels.insert(it.name.clone(), it)),
                Checked::Tool(it) => program.tools.push(it),
                Checked::Rule(it) => program.rules.push(it),
                Checked::Boundary(it) => drop(program.boundaries.insert(it.name.clone(), it)),
                Checked::Budget(it) => drop(program.budgets.insert(it.name.clone(), it)),
                Checked::Agent(it) => drop(program.agents.insert(it.name.clone(), it)),
                Checked::ClassGate(it) => drop(program.class_gates.insert(it.class, it.gate)),
                Checked::Context(it) => {
                    let fields = it.fields.into_iter();
                    let fields = fields.map(|field| (field.name.clone(), field.read_type()));
                    program.context.extend(fields);
                }
                Checked::Policy(_)
                | Checked::Type(_)
                | Checked::Event(_)
                | Checked::Assumption(_)
                | Checked::Gate(_)
                | Checked::Saga(_)
                | Checked::Invariant(_)
                | Checked::Test(_) => {}
            }
        }
        for name in ["home", "cwd"] {
            let path = hir::Type::Meaning(hir::Meaning::Path);
            program.context.entry(name.into()).or_insert(path);
        }
        let variants = program.tools.iter().flat_map(|tool| &tool.variants);
        let contracts = variants.filter_map(|variant| variant.reversal.as_ref());
        program.recovered_by = contracts
            .flat_map(|contract| contract.by.iter().chain(&contract.cancel))
            .map(|call| call.target.clone())
            .collect();
        program
    }

    /// The declarations that a name on the wire falls under: its own, else every glob that means it.
    pub(crate) fn declarations(&self, wire: &str) -> Vec<Declared<'_>> {
        let all: Vec<Declared<'_>> = self
            .tools
            .iter()
            .flat_map(|tool| {
                tool.signature.names.iter().map(move |name| Declared {
                    name,
                    tool,
                    is_glob: rev_analysis::glob::is_glob(name),
                })
            })
            .collect();
        let (globs, exact): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| one.is_glob);
        // A name that was declared with another one on the wire is known by that one alone.
        let is_declared = exact.iter().any(|one| unquoted(one.name) == wire);
        let own: Vec<Declared<'_>> = exact
            .into_iter()
            .filter(|one| match &one.tool.wire {
                Some(name) => name == wire,
                None => unquoted(one.name) == wire,
            })
            .collect();
        if !own.is_empty() {
            return own;
        }
        globs
            .into_iter()
            .filter(|one| !is_declared && rev_analysis::glob::matches(one.name, wire))
            .collect()
    }

    /// Whether calls of a declared name can be recoveries, and whether all of them are.
    pub(crate) fn recoveries(&self, declared: Declared<'_>) -> (bool, bool) {
        let always = !declared.tool.signature.undoes.is_empty();
        let named = |target: &SmolStr| match declared.is_glob {
            true => rev_analysis::glob::matches(declared.name, target),
            false => target == declared.name,
        };
        (always || self.recovered_by.iter().any(named), always)
    }

    /// The gate of a class: its own, or what the policy says.
    pub(crate) fn class_gate(&self, class: Class) -> hir::Gate {
        let said = self.class_gates.get(&class).copied();
        said.unwrap_or_else(|| gate::of_class(class))
    }

    /// Labels, and all that they imply.
    pub(crate) fn implied<'l>(
        &self,
        labels: impl IntoIterator<Item = &'l SmolStr>,
    ) -> BTreeSet<SmolStr> {
        let mut found = BTreeSet::new();
        let mut next: Vec<SmolStr> = labels.into_iter().cloned().collect();
        while let Some(label) = next.pop() {
            if let Some(declared) = self.labels.get(&label)
                && found.insert(label)
            {
                next.extend(declared.implies.iter().cloned());
            }
        }
        found
    }

    /// The decimals of a dimension's unit.
    pub(crate) fn scale_of(&self, dimension: &str) -> Option<u32> {
        self.units.get(self.dimensions.get(dimension)?).copied()
    }
}

/// A declared name as it is called: a star that was quoted is a star.
pub(crate) fn unquoted(name: &str) -> String {
    name.replace("\\*", "*").replace("\\\\", "\\")
}
