//! What an agent's budget really admits: per dimension and class, the most that can be spent without a person.

use crate::check::tool::signature::signature;
use crate::check::{Checked, check_item};
use crate::db::{Db, Package};
use crate::hir::{Budget, Class, ReversalKind, Weight, counts};
use crate::item::{Item, Kind};
use crate::package::reach::reach;
use crate::scope::{self, Meant};
use crate::{gates, number, units};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::fmt;

/// What can be spent in one dimension through tools of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admitted {
    pub dimension: SmolStr,
    pub class: Class,
    pub most: Most,
}

/// The largest total of one run without a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Most {
    /// In the unit's smallest part, if nothing is spent through other classes.
    Amount {
        amount: i128,
        unit: SmolStr,
        scale: u32,
    },
    /// A person is asked before any of it.
    Nothing,
    /// The budget has no ceiling for it, or does not count it.
    Unbounded,
}

/// `money: at most 5_000 INR through compensating tools`.
impl fmt::Display for Admitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dimension, class) = (&self.dimension, self.class.word());
        match &self.most {
            Most::Amount {
                amount,
                unit,
                scale,
            } => {
                let amount = number::shown(*amount, *scale);
                write!(
                    f,
                    "{dimension}: at most {amount} {unit} through {class} tools"
                )
            }
            Most::Nothing => write!(
                f,
                "{dimension}: nothing without a person through {class} tools"
            ),
            Most::Unbounded => write!(
                f,
                "{dimension}: no ceiling of its budget holds {class} tools back"
            ),
        }
    }
}

/// For each dimension that an agent's tools spend in and each of their classes, what the agent can spend in one run
/// without a person, as far as its budget goes. Sorted by dimension and class.
pub fn admits<'db>(db: &'db dyn Db, package: Package, agent: Item<'db>) -> Vec<Admitted> {
    let reach = reach(db, agent);
    let budget = reach.budget.as_ref().and_then(|name| {
        let Meant::One(item) = scope::find(db, package, Kind::Budget, name) else {
            return None;
        };
        match &check_item(db, package, item).hir {
            Some(Checked::Budget(budget)) => Some(budget),
            _ => None,
        }
    });
    // The least weight of a class decides: through that tool most can be spent.
    let mut weights: BTreeMap<(SmolStr, Class), Weight> = BTreeMap::new();
    for &tool in scope::tools(db, package) {
        let signature = signature(db, package, tool);
        if signature.broken || signature.is_recovery_tool() {
            continue;
        }
        for variant in &signature.variants {
            if !reach.may_call(db, package, tool, variant.class) {
                continue;
            }
            let weight = weight(budget, variant.class, variant.reversal);
            for dimension in &variant.spends {
                let key = (dimension.clone(), variant.class);
                let least = weights.entry(key).or_insert(weight);
                if weight.mantissa == 0 {
                    *least = weight;
                }
            }
        }
    }
    let mut admitted = Vec::new();
    for ((dimension, class), weight) in weights {
        let gate = gates::of_class(db, package, class);
        let most = match gate.needs_a_person() || gate.deny {
            true => Some(Most::Nothing),
            false => most(db, package, budget, &dimension, weight),
        };
        admitted.extend(most.map(|most| Admitted {
            dimension,
            class,
            most,
        }));
    }
    admitted
}

/// What one unit of consumption counts: nothing where it can be taken back exactly, else all of it, unless the budget
/// says otherwise.
fn weight(budget: Option<&Budget>, class: Class, reversal: Option<ReversalKind>) -> Weight {
    let declared = budget.into_iter().flat_map(|budget| &budget.weights);
    if let Some((_, weight)) = declared.into_iter().find(|(other, _)| *other == class) {
        return *weight;
    }
    Weight {
        mantissa: i128::from(counts(class, reversal)),
        scale: 0,
    }
}

/// The ceiling divided by the weight, rounded down to the unit's smallest part; `None` if the dimension is not known.
fn most(
    db: &dyn Db,
    package: Package,
    budget: Option<&Budget>,
    dimension: &str,
    weight: Weight,
) -> Option<Most> {
    let Meant::One(item) = scope::find(db, package, Kind::Dimension, dimension) else {
        return None;
    };
    let unit = units::unit_of(db, item)?;
    let scale = units::scale(db, package, &unit)?;
    let mut ceilings = budget.iter().flat_map(|budget| &budget.ceilings);
    let Some(ceiling) = ceilings.find(|ceiling| ceiling.dimension == dimension) else {
        return Some(Most::Unbounded);
    };
    let Some(ceiling) = ceiling.amount else {
        return Some(Most::Nothing);
    };
    if weight.mantissa == 0 {
        return Some(Most::Unbounded);
    }
    let parts = 10_i128
        .checked_pow(weight.scale)
        .and_then(|tens| ceiling.checked_mul(tens))?;
    let amount = parts.checked_div(weight.mantissa)?;
    Some(Most::Amount {
        amount,
        unit,
        scale,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::{Database, SourceFile};
    use crate::lints::Levels;
    use std::sync::Arc;

    fn lines(budget: &str) -> Vec<String> {
        let text = format!(
            "unit INR scale 2\ndimension money in INR\n{budget}\n\
             tool draft {{ args {{ n: INR }}; effect internal; spends money = args.n; \
             reversal reversible {{ by undo; approval auto }}; blast {{ calls 1; money 1 INR }} }}\n\
             tool refund {{ args {{ n: INR }}; effect public; spends money = args.n; \
             reversal compensable {{ by undo; within 1h; approval auto }}; blast {{ calls 1; money 1 INR }} }}\n\
             tool wire {{ args {{ n: INR }}; effect public; spends money = args.n; \
             reversal irreversible {{ human }}; blast {{ calls 1; money 1 INR }} }}\n\
             agent a {{ may *; up_to authority_modifying; budget b }}\n"
        );
        let db = Database::default();
        let file = SourceFile::new(&db, "a.rev".to_owned(), Arc::from(text));
        let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
        let Meant::One(agent) = scope::find(&db, package, Kind::Agent, "a") else {
            return Vec::new();
        };
        let admitted = admits(&db, package, agent);
        admitted.iter().map(Admitted::to_string).collect()
    }

    #[test]
    fn a_weight_makes_room_and_a_class_that_asks_a_person_has_none() {
        let budget = "budget b { money 1_000 INR; weight compensating 0.3 }";
        assert_eq!(
            lines(budget),
            [
                "money: no ceiling of its budget holds reversible_internal tools back",
                "money: at most 3_333.33 INR through compensating tools",
                "money: nothing without a person through irreversible_public tools",
            ]
        );
    }

    #[test]
    fn no_ceiling_and_a_ceiling_for_people_only() {
        let through = |budget| lines(budget).get(1).cloned().unwrap_or_default();
        assert_eq!(
            through("budget b { }"),
            "money: no ceiling of its budget holds compensating tools back"
        );
        assert_eq!(
            through("budget b { money human_only }"),
            "money: nothing without a person through compensating tools"
        );
    }
}
