//! Boundaries that no agent can reach, and those after which no agent can go on.

use crate::place::Places;
use crate::reach::Reach;
use crate::sight::Sight;
use crate::truths::{FALSE, TRUE, UNKNOWN};
use rev_analysis::hir::{BoundaryExpr, BoundaryLine};
use rev_analysis::{Checked, Db, Item, Kind, Package, check_item};
use rev_diagnostics::{Diagnostic, Span, codes};
use rev_table::{Table, action};
use std::collections::BTreeSet;

pub(crate) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    places: &Places<'db>,
    table: &Table,
    reaches: &[Reach<'_, '_>],
) -> Vec<(Item<'db>, Diagnostic)> {
    let mut found = Vec::new();
    // Without agents nobody reaches anything, and that is plain to see.
    if reaches.is_empty() {
        return found;
    }
    for (record, number) in table.boundaries().iter().zip(0_u32..) {
        let name = table.text(record.name.get());
        let Some(item) = places.find(Kind::Boundary, name) else {
            continue;
        };
        if guards_values(db, package, places, item, &mut BTreeSet::new()) {
            continue;
        }
        // Where no tool at all crosses it, its patterns match none, which has been told.
        let crossable = reaches.iter().flat_map(|reach| reach.all);
        if !crossable
            .into_iter()
            .any(|case| case.crosses.contains_key(&number))
        {
            continue;
        }
        if !reaches.iter().any(|reach| can_reach(reach, number)) {
            let told = codes::boundary_out_of_reach(Span::at(0), name);
            found.push((item, places.at(item, name, told)));
        } else if record.action != action::HALT && nobody_goes_on(reaches, number) {
            let told = codes::boundary_without_way_on(Span::at(0), name);
            found.push((item, places.at(item, name, told)));
        }
    }
    found
}

/// Whether a boundary, or a part of it, has patterns for values: those are kept for calls that nobody has declared yet.
fn guards_values<'db>(
    db: &'db dyn Db,
    package: Package,
    places: &Places<'db>,
    item: Item<'db>,
    seen: &mut BTreeSet<String>,
) -> bool {
    let Some(Checked::Boundary(boundary)) = &check_item(db, package, item).hir else {
        return true;
    };
    let mut lines = boundary.lines.iter();
    if lines.any(|line| matches!(line, BoundaryLine::Matches { .. })) {
        return true;
    }
    let mut next: Vec<&BoundaryExpr> = boundary.composed.iter().collect();
    while let Some(part) = next.pop() {
        match part {
            BoundaryExpr::And(parts) | BoundaryExpr::Then(parts) | BoundaryExpr::Or(parts) => {
                next.extend(parts);
            }
            BoundaryExpr::Name(name) => {
                let part = places.find(Kind::Boundary, name);
                if seen.insert(name.to_string())
                    && part.is_some_and(|part| guards_values(db, package, places, part, seen))
                {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether some call that the agent may make crosses a boundary, be it denied for that.
fn can_reach(reach: &Reach<'_, '_>, boundary: u32) -> bool {
    reach.named.iter().any(|case| {
        let when = case.crosses.get(&boundary);
        when.is_some_and(|when| reach.sight().can_be(case, &[(when, TRUE | UNKNOWN)]))
    })
}

/// Whether calls go out that cross a boundary, and none does after that.
fn nobody_goes_on(reaches: &[Reach<'_, '_>], boundary: u32) -> bool {
    let mut crossed = false;
    for reach in reaches {
        for case in &reach.cases {
            let Some(when) = case.crosses.get(&boundary) else {
                continue;
            };
            let mut wanted = vec![(&**when, TRUE)];
            let denied = case.holds.iter().filter(|one| one.denies);
            wanted.extend(denied.map(|one| (&*one.when, FALSE)));
            if !reach.sight().can_be(case, &wanted) {
                continue;
            }
            crossed = true;
            let mut after = reach.sight().after(case);
            let first = reach.table.boundary(boundary);
            let first =
                first.and_then(|record| after.bits.get_mut(record.first_bit.get() as usize));
            if let Some(bit) = first {
                *bit = TRUE;
            }
            let sight = Sight {
                state: &after,
                ..reach.sight()
            };
            if reach.cases.iter().any(|next| sight.can_go_out(next, &[])) {
                return false;
            }
        }
    }
    crossed
}
