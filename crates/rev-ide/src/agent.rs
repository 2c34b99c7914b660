//! Agents and budgets: what may really be done and spent, in the words of `revc check -v`.

use crate::small::head;
use rev_analysis::{
    Admitted, Checked, Db, Item, Kind, Package, admits, check_item, facts, reach_of,
};

pub fn agent<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Option<String> {
    let reach = reach_of(db, package, item);
    let mut text = format!("{}\n\n{reach}\n", head(db, item));
    text.push_str(&lines(&reach.admitted));
    Some(text)
}

pub fn budget<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Option<String> {
    let name = item.key(db).names.first()?;
    let mut text = head(db, item);
    let mut held = false;
    for agent in facts::items(db, package) {
        if agent.key(db).kind != Kind::Agent {
            continue;
        }
        let Some(Checked::Agent(checked)) = &check_item(db, package, agent).hir else {
            continue;
        };
        if checked.budget.as_ref() != Some(name) {
            continue;
        }
        held = true;
        let admitted = admits(db, package, agent);
        match admitted.is_empty() {
            true => text.push_str(&format!("\n\n{} spends nothing\n", checked.name)),
            false => {
                text.push_str(&format!("\n\nIn one run of {}:\n", checked.name));
                text.push_str(&lines(&admitted));
            }
        }
    }
    if !held {
        text.push_str("\n\nno agent has this budget\n");
    }
    Some(text)
}

fn lines(admitted: &[Admitted]) -> String {
    let mut text = String::new();
    for (number, one) in admitted.iter().enumerate() {
        text.push_str(if number == 0 { "\n- " } else { "- " });
        text.push_str(&format!("{one}\n"));
    }
    text
}
