//! The checked items of a package, by kind and sorted by name: the order in which everything is lowered.

use rev_analysis::hir;
use rev_analysis::{Checked, Db, Item, Package, check_item, facts, glob};
use smol_str::SmolStr;

/// A package, checked and sorted.
#[derive(Debug, Default)]
pub(crate) struct Program<'db> {
    pub policy: Option<&'db hir::Policy>,
    pub units: Vec<&'db hir::Unit>,
    pub dimensions: Vec<&'db hir::Dimension>,
    pub labels: Vec<&'db hir::Label>,
    pub assumptions: Vec<(Item<'db>, &'db hir::Assumption)>,
    pub tools: Vec<Named<'db>>,
    pub rules: Vec<(Item<'db>, &'db hir::Rule)>,
    pub boundaries: Vec<(Item<'db>, &'db hir::Boundary)>,
    pub budgets: Vec<(Item<'db>, &'db hir::Budget)>,
    pub agents: Vec<(Item<'db>, &'db hir::Agent)>,
    pub invariants: Vec<(Item<'db>, &'db hir::Invariant)>,
}

/// One name or glob of a tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'db> {
    pub name: &'db SmolStr,
    pub is_glob: bool,
    pub item: Item<'db>,
    pub tool: &'db hir::Tool,
}

impl<'db> Program<'db> {
    /// Items that could not be checked are left out: whoever asks has made sure that there is none.
    pub(crate) fn new(db: &'db dyn Db, package: Package) -> Program<'db> {
        let mut program = Program::default();
        for item in facts::items(db, package) {
            let Some(checked) = &check_item(db, package, item).hir else {
                continue;
            };
            match checked {
                Checked::Policy(it) => program.policy = program.policy.or(Some(it)),
                Checked::Unit(it) => program.units.push(it),
                Checked::Dimension(it) => program.dimensions.push(it),
                Checked::Label(it) => program.labels.push(it),
                Checked::Assumption(it) => program.assumptions.push((item, it)),
                Checked::Rule(it) => program.rules.push((item, it)),
                Checked::Boundary(it) => program.boundaries.push((item, it)),
                Checked::Budget(it) => program.budgets.push((item, it)),
                Checked::Agent(it) => program.agents.push((item, it)),
                Checked::Invariant(it) => program.invariants.push((item, it)),
                Checked::Tool(tool) => {
                    program
                        .tools
                        .extend(tool.signature.names.iter().map(|name| Named {
                            name,
                            is_glob: glob::is_glob(name),
                            item,
                            tool,
                        }))
                }
                // Gates and types stand where they are used; the rest decides no call.
                Checked::Type(_)
                | Checked::Event(_)
                | Checked::Gate(_)
                | Checked::ClassGate(_)
                | Checked::Saga(_)
                | Checked::Context(_)
                | Checked::Test(_) => {}
            }
        }
        program.tools.sort_by(|a, b| a.name.cmp(b.name));
        program
    }
}
