//! The least that still disagrees: items, lines and steps are left out as long as the two differ in the same way.

use crate::call::Step;
use crate::case::{Case, Disagreement, Opening, Session};
use crate::package::Package;

impl Disagreement {
    /// A smaller disagreement of the same kind.
    pub fn shrunk(self) -> Disagreement {
        let mut least = self;
        loop {
            let before = (least.steps.len(), least.package.text().len());
            least = without_steps(least);
            least = without_items(least);
            if (least.steps.len(), least.package.text().len()) == before {
                return least;
            }
        }
    }
}

fn again(package: &Package, opening: &Opening, steps: &[Step], kind: &str) -> Option<Disagreement> {
    let case = Case::new(package.clone()).ok()?;
    let mut session = Session::open(&case, opening.clone())?;
    let told = steps
        .iter()
        .find_map(|step| session.take(step.clone(), None).err())?;
    (told.kind() == kind).then_some(*told)
}

fn without_steps(mut least: Disagreement) -> Disagreement {
    let kind = least.kind();
    let mut at = least.steps.len();
    while at > 0 {
        at -= 1;
        let mut fewer = least.steps.clone();
        if at >= fewer.len() {
            continue;
        }
        fewer.remove(at);
        if let Some(told) = again(&least.package, &least.opening, &fewer, &kind) {
            least = told;
        }
    }
    least
}

fn without_items(mut least: Disagreement) -> Disagreement {
    let kind = least.kind();
    for at in (0..least.package.items.len()).rev() {
        let mut fewer = least.package.clone();
        fewer.items.remove(at);
        if let Some(told) = again(&fewer, &least.opening, &least.steps, &kind) {
            least = told;
            continue;
        }
        let lines = least
            .package
            .items
            .get(at)
            .map_or(0, |item| item.lines().count());
        for line in (0..lines).rev() {
            let mut fewer = least.package.clone();
            if let Some(item) = fewer.items.get_mut(at) {
                let kept = item
                    .lines()
                    .enumerate()
                    .filter(|(number, _)| *number != line);
                *item = kept.map(|(_, text)| format!("{text}\n")).collect();
            }
            if let Some(told) = again(&fewer, &least.opening, &least.steps, &kind) {
                least = told;
            }
        }
    }
    least
}
