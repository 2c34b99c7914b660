//! Declarations that are made of each other: how deep they nest, and which contain themselves.

use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Deeper than this nests nobody's types.
pub(crate) const DEEPEST: u32 = 128;

/// Names, each with the names that it is made of.
pub(crate) type Parts = BTreeMap<SmolStr, Vec<SmolStr>>;

/// Every name behind all names that it is made of, with its depth. What contains itself, and what is made of such, is
/// left out.
pub(crate) fn order(parts: &Parts) -> Vec<(SmolStr, u32)> {
    let mut users: BTreeMap<&SmolStr, Vec<&SmolStr>> = BTreeMap::new();
    let mut waiting: BTreeMap<&SmolStr, usize> = BTreeMap::new();
    for (name, made_of) in parts {
        let known: BTreeSet<&SmolStr> = made_of
            .iter()
            .filter(|part| parts.contains_key(*part))
            .collect();
        waiting.insert(name, known.len());
        for part in known {
            users.entry(part).or_default().push(name);
        }
    }
    let mut depths: BTreeMap<&SmolStr, u32> = BTreeMap::new();
    let mut ready: VecDeque<&SmolStr> = VecDeque::new();
    ready.extend(
        waiting
            .iter()
            .filter(|(_, count)| **count == 0)
            .map(|(name, _)| *name),
    );
    let mut order = Vec::new();
    while let Some(name) = ready.pop_front() {
        let depth = depths.get(name).copied().unwrap_or(0);
        order.push((name.clone(), depth));
        for user in users.get(name).into_iter().flatten() {
            let deeper = depths.entry(user).or_insert(0);
            *deeper = (*deeper).max(depth.saturating_add(1));
            if let Some(count) = waiting.get_mut(user) {
                *count -= 1;
                if *count == 0 {
                    ready.push_back(user);
                }
            }
        }
    }
    order
}

/// One shortest circle for each group of names that contain each other, beginning with its first name. The first name
/// stands at the end again.
pub(crate) fn circles(parts: &Parts) -> Vec<Vec<SmolStr>> {
    let settled: BTreeSet<SmolStr> = order(parts).into_iter().map(|(name, _)| name).collect();
    let left = |name: &SmolStr| parts.contains_key(name) && !settled.contains(name);
    let mut told: BTreeSet<SmolStr> = BTreeSet::new();
    let mut circles = Vec::new();
    for start in parts.keys().filter(|name| left(name)) {
        if told.contains(start) {
            continue;
        }
        // From whom each name was reached first.
        let mut from: BTreeMap<&SmolStr, &SmolStr> = BTreeMap::new();
        let mut next = VecDeque::from([start]);
        while let Some(name) = next.pop_front() {
            for part in parts.get(name).into_iter().flatten().filter(|it| left(it)) {
                if !from.contains_key(part) {
                    from.insert(part, name);
                    next.push_back(part);
                }
            }
        }
        if !from.contains_key(start) {
            continue;
        }
        let mut circle = vec![start.clone()];
        let mut at = start;
        while let Some(before) = from.get(at) {
            circle.push((*before).clone());
            at = before;
            if at == start {
                break;
            }
        }
        circle.reverse();
        // Whoever reaches the start again belongs to the same mistake.
        told.extend(reaching(parts, start, &from));
        circles.push(circle);
    }
    circles
}

/// Those of `among` from which `goal` is reached.
fn reaching(
    parts: &Parts,
    goal: &SmolStr,
    among: &BTreeMap<&SmolStr, &SmolStr>,
) -> BTreeSet<SmolStr> {
    let mut users: BTreeMap<&SmolStr, Vec<&SmolStr>> = BTreeMap::new();
    for name in among.keys() {
        for part in parts.get(*name).into_iter().flatten() {
            users.entry(part).or_default().push(name);
        }
    }
    let mut found = BTreeSet::from([goal.clone()]);
    let mut next = vec![goal];
    while let Some(name) = next.pop() {
        for user in users.get(name).into_iter().flatten() {
            if found.insert((*user).clone()) {
                next.push(user);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(all: &[(&str, &[&str])]) -> Parts {
        let one = |(name, parts): &(&str, &[&str])| {
            let parts = parts.iter().map(|part| SmolStr::from(*part));
            (SmolStr::from(*name), parts.collect())
        };
        all.iter().map(one).collect()
    }

    #[test]
    fn what_others_are_made_of_comes_first() {
        let order = order(&parts(&[
            ("a", &["b", "c"]),
            ("b", &["c"]),
            ("c", &["elsewhere"]),
        ]));
        assert_eq!(order, [("c".into(), 0), ("b".into(), 1), ("a".into(), 2)]);
    }

    #[test]
    fn each_circle_is_told_once() {
        let all = parts(&[
            ("a", &["b"]),
            ("b", &["a", "c"]),
            ("c", &["d", "a"]),
            ("d", &["d"]),
            ("e", &["a"]),
            ("f", &[]),
        ]);
        let shown: Vec<String> = circles(&all)
            .iter()
            .map(|circle| circle.join(" "))
            .collect();
        assert_eq!(shown, ["a b a", "d d"]);
        assert_eq!(order(&all), [("f".into(), 0)]);
    }

    #[test]
    fn long_chains_take_no_stack() {
        let name = |number: u32| SmolStr::from(format!("{number:06}"));
        let chain: Parts = (0..50_000)
            .map(|at| (name(at), vec![name(at + 1)]))
            .collect();
        assert_eq!(order(&chain).len(), 50_000);
        assert!(circles(&chain).is_empty());
    }
}
